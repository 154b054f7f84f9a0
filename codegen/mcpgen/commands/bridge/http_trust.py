"""The trust of the HTTP front: which requests may reach a server, and how often.

In: the headers of a request, as pairs in lower case. Out: the reason of a refusal, or None. Rules:

- `Host` is an allowed name, and `Origin` is absent or has an allowed name. So a page of another site, or a
  name that was rebound to a loopback address, reaches no server.
- A header that decides is given once: a proxy in front may have read the other value.
- A header that is passed on is visible ASCII.
- A session belongs to the authorization that opened the session.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Awaitable, Callable, Mapping, Sequence
from dataclasses import dataclass, field

from mcpgen.commands.bridge.http_headers import LAST_EVENT, METHOD, NAME, PARAM, SESSION, VERSION

AUTHORIZATION = "authorization"
ANY = "*"
NAMES_MORE = "--allow-host or FrontOptions.hosts of the bridge names more"
_ADDRESS = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::([0-9]{1,5}))?")
_PASSABLE = re.compile(r"[\t -~]*")
_ONCE = {"host", "origin", "content-type", AUTHORIZATION, SESSION, VERSION, LAST_EVENT}
_MIRRORS = {VERSION, METHOD, NAME}

Headers = Sequence[tuple[str, str]]


@dataclass(frozen=True)
class Head:
    """The headers of a request, as pairs and by name in lower case, and the address of its client.

    `is_gone` says whether the client has hung up, once the body is read.
    """

    pairs: Headers
    headers: Mapping[str, str]
    address: str
    is_gone: Callable[[], Awaitable[bool]]


@dataclass(frozen=True)
class TrustOptions:
    """The names that the front lets in, and the headers that it passes on."""

    hosts: tuple[str, ...]
    origins: tuple[str, ...]
    forward: tuple[str, ...]


def stranger(headers: Headers, options: TrustOptions) -> str | None:
    """Return the reason why a request may come from a page that has no business here (403)."""
    hosts = [value for name, value in headers if name == "host"]
    if ANY not in options.hosts and (not hosts or _name(hosts[0]) not in options.hosts):
        return f"Host: is none of the allowed names; {NAMES_MORE}"
    for name, value in headers:
        if name != "origin" or value in options.origins or ANY in options.origins:
            continue
        scheme, found, address = value.lower().partition("://")
        if not found or scheme not in ("http", "https") or _name(address) not in options.hosts:
            return f"Origin: has none of the allowed names; {NAMES_MORE}"
    return None


def ambiguous(headers: Headers, options: TrustOptions) -> str | None:
    """Return the reason why two readers may see two requests, or a value cannot be passed on (400)."""
    seen = set()
    for name, value in headers:
        if name in options.forward and not _PASSABLE.fullmatch(value):
            return f"the header {name} is not visible ASCII"
        if name in seen and (name in _ONCE or name in options.forward):
            return f"the header {name} is given twice"
        seen.add(name)
    return None


def repeated_mirror(headers: Headers) -> str | None:
    """Return a problem where a header that mirrors the body is given twice."""
    seen = set()
    for name, _ in headers:
        if name in seen and (name in _MIRRORS or name.startswith(PARAM)):
            return f"the header {name} is given twice"
        seen.add(name)
    return None


def _name(address: str) -> str | None:
    """Return the host name in `HOST[:PORT]`, None for anything else."""
    found = _ADDRESS.fullmatch(address.lower())
    return None if found is None or int(found[3] or 0) > 65535 else found[1] or found[2]


class Ownership:
    """The authorization that a session belongs to, as a digest.

    Another authorization takes over once the server has asked for one: a token expires, or needs more scopes.
    """

    def __init__(self, authorization: str | None) -> None:
        self._digest = _digest(authorization)
        self._is_asked = False

    def asked(self) -> None:
        """Note that the server asks for authorization."""
        self._is_asked = True

    def answered(self) -> None:
        """Note that the server has answered the owner since then."""
        self._is_asked = False

    def admits(self, authorization: str | None) -> bool:
        """Say whether a request with this authorization belongs to the session."""
        digest = _digest(authorization)
        if digest != self._digest and self._is_asked and authorization is not None:
            self._digest, self._is_asked = digest, False
        return digest == self._digest


def _digest(authorization: str | None) -> bytes | None:
    return None if authorization is None else hashlib.sha256(authorization.encode("latin-1")).digest()


@dataclass
class Rate:
    """A bucket of `burst` tokens that refills with `rate` tokens a second."""

    rate: float
    burst: float
    clock: Callable[[], float]
    _tokens: float = field(init=False)
    _at: float = field(init=False)

    def __post_init__(self) -> None:
        self._tokens, self._at = self.burst, self.clock()

    def admits(self, number: int = 1) -> bool:
        """Take a number of tokens; say whether there were enough."""
        now = self.clock()
        self._tokens = min(self.burst, self._tokens + (now - self._at) * self.rate)
        self._at = now
        if self._tokens < number:
            return False
        self._tokens -= number
        return True
