"""The trust of the HTTP front: which requests may reach a server, and to which client a request belongs.

The functions read the headers of a request, and raise `Refusal` for a request that must not pass. Rules:

- `Host` must be an allowed name, and `Origin` must be absent or have an allowed name. So a page of another
  site, or a name that was rebound to a loopback address, reaches no server.
- A header that decides about a request may be given only once, because a proxy in front may have read the
  other value.
- A header that is forwarded must be visible ASCII.
- A client is identified only by verified facts: an authorization that the server accepted, or the address of
  the peer.
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass

from mcp_revisions.jsonrpc import INVALID_REQUEST

from mcp_bridge.http_headers import HEADER_MISMATCH, LAST_EVENT, METHOD, NAME, PARAM, SESSION, VERSION
from mcp_bridge.options import AUTHORIZATION, FrontOptions

LARGEST_HEADERS = 64 << 10  # bytes of the headers of a request
ACCEPTED = 4096  # authorizations that are remembered as accepted
ANY = "*"
HOST, ORIGIN = "Host", "Origin"


def _more(option: str, member: str) -> str:
    """Return the end of an error message about a limit, or about a name that is not allowed.

    It names the option of the command, and the member of `FrontOptions`, that raise the limit or allow names.
    """
    return f"{option} of the bridge allows more (in Python: FrontOptions.{member})"


NAMES_MORE = _more("--allow-host", "hosts")
ORIGINS_MORE = _more("--allow-origin", "origins")
SESSIONS_MORE = _more("--sessions", "sessions")
REQUESTS_MORE = _more("--limit requests=N", "requests")
STREAMS_MORE = _more("--limit streams=N", "streams")
PARALLEL_MORE = _more("--limit parallel=N", "parallel")
BODIES_MORE = _more("--limit bodies=N", "bodies")
_ADDRESS = re.compile(r"(?:\[([0-9a-f:.]+)\]|([a-z0-9._-]+))(?::([0-9]{1,5}))?")
_PASSABLE = re.compile(r"[\t -~]*")
_ONCE = {"host", "origin", "content-type", AUTHORIZATION, SESSION, VERSION, LAST_EVENT}
_MIRRORS = (METHOD, NAME, PARAM)  # beginnings of headers that mirror the body

Headers = Iterable[tuple[str, str]]


class Refusal(Exception):
    """Raised to refuse a request: the HTTP status, the JSON-RPC error for the body, and the reached limit."""

    def __init__(
        self,
        status: int,
        message: str,
        *,
        code: int = INVALID_REQUEST,
        data: object = None,
        headers: Mapping[str, str] | None = None,
        limit: str | None = None,
    ) -> None:
        super().__init__(message)
        self.status, self.message, self.code, self.data = status, message, code, data
        self.headers = dict(headers or {})
        self.limit = limit  # the name of the limit, in the report to the operator


def later(status: int, message: str) -> Refusal:
    """Return a refusal with a 429 or 503 status, which tells the client to retry after a second."""
    return Refusal(status, message, headers={"retry-after": "1"})


def reached(limit: str, message: str) -> Refusal:
    """Return a refusal because a limit is reached, which tells the client to retry after a second."""
    return Refusal(503, message, headers={"retry-after": "1"}, limit=limit)


def too_many_requests(whose: str, options: FrontOptions) -> Refusal:
    """Return the error for a request beyond the limit of a session or client."""
    return reached("requests", f"more than {options.streams} requests of {whose} are open; {STREAMS_MORE}")


@dataclass(frozen=True)
class Head:
    """The headers of a request, and the address of its client.

    A repeated header occurs more than once in `headers.items()`.
    """

    headers: Mapping[str, str]
    address: str

    def forwarded(self, options: FrontOptions) -> dict[str, str]:
        """Return the headers to forward to the server. Empty headers are omitted."""
        return {name: self.headers[name] for name in options.forward if self.headers.get(name)}


def check_head(head: Head, options: FrontOptions) -> None:
    """Raise `Refusal` if the headers show that the request must not reach a server."""
    pairs = head.headers.items()
    if sum(len(name) + len(value) for name, value in pairs) > LARGEST_HEADERS:
        raise Refusal(431, f"the headers have more than {LARGEST_HEADERS} bytes")
    problem = _stranger(pairs, options)
    if problem is not None:
        raise Refusal(403, problem, limit=HOST if problem.startswith(HOST) else ORIGIN)
    twice = _repeated(pairs, options.forward)
    if twice is not None:
        code = HEADER_MISMATCH if twice.startswith(_MIRRORS) else INVALID_REQUEST
        raise Refusal(400, f"the header {twice} is given twice", code=code)
    for name, value in pairs:
        if name in options.forward and not _PASSABLE.fullmatch(value):
            raise Refusal(400, f"the header {name} must be visible ASCII")
    if "content-length" in head.headers and "transfer-encoding" in head.headers:
        reason = "the body has two lengths: Content-Length and Transfer-Encoding"
        raise Refusal(400, reason, headers={"connection": "close"})  # RFC 9112, section 6.1


def _stranger(headers: Headers, options: FrontOptions) -> str | None:
    """Return why a page of another site may have sent a request, or None if that is impossible."""
    hosts = [value for name, value in headers if name == "host"]
    if ANY not in options.hosts and (not hosts or _name(hosts[0]) not in options.hosts):
        return f"{HOST}: is not an allowed name; {NAMES_MORE}"
    for name, value in headers:
        if name != "origin" or value.lower() in options.origins or ANY in options.origins:
            continue
        scheme, found, address = value.lower().partition("://")
        if not found or scheme not in ("http", "https") or _name(address) not in options.hosts:
            return f"{ORIGIN}: is not an allowed origin; {ORIGINS_MORE}"
    return None


def granted_origin(head: Head, options: FrontOptions) -> str | None:
    """Return the origin of a request if the options allow it by name, otherwise None.

    A page of such an origin may read the response.
    """
    origin = head.headers.get("origin")
    if origin is None or not (origin.lower() in options.origins or ANY in options.origins):
        return None
    return origin


def _repeated(headers: Headers, forward: Collection[str]) -> str | None:
    """Return the name of a header that is given twice although it may occur only once, or None.

    Such headers are those that the bridge reads, and the headers `forward`, which it sends to the server.
    """
    seen = set()
    for name, _ in headers:
        if name in seen and (name in _ONCE or name in forward or name.startswith(_MIRRORS)):
            return name
        seen.add(name)
    return None


def _name(address: str) -> str | None:
    """Return the host name in `HOST[:PORT]`, or None for any other text."""
    found = _ADDRESS.fullmatch(address.lower())
    return None if found is None or int(found[3] or 0) > 65535 else found[1] or found[2]


def key_of(headers: Mapping[str, str]) -> bytes | None:
    """Return a digest of the authorization in headers, or None if there is none."""
    return digest(headers[AUTHORIZATION]) if headers.get(AUTHORIZATION) else None


def digest(text: str) -> bytes:
    """Return a key of fixed length for a text of a peer, which may have any length."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).digest()


class AcceptedTokens:
    """Digests of the newest authorizations that a server has accepted."""

    def __init__(self) -> None:
        self._digests: dict[bytes, None] = {}

    def add(self, headers: Mapping[str, str]) -> None:
        """Record the authorization in the headers of a request, because the server has accepted it."""
        key = key_of(headers)
        if key is not None:
            self._digests.pop(key, None)
            self._digests[key] = None
            if len(self._digests) > ACCEPTED:
                del self._digests[next(iter(self._digests))]

    def client(self, head: Head) -> bytes | str:
        """Return the key of the client for limits: its accepted authorization, or its address."""
        key = key_of(head.headers)
        return key if key in self._digests else head.address
