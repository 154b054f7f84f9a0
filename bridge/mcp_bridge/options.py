"""The options of `mcp-bridge`, and their checks."""

from __future__ import annotations

import errno
import os
import re
import secrets
import shutil
import stat
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, fields, replace
from datetime import datetime, timezone
from ipaddress import ip_network
from pathlib import Path
from typing import Any

import mcp_revisions as mr

from mcp_bridge.core.bridge import AUTO, Bridge
from mcp_bridge.core.budget import Budget, Limits
from mcp_bridge.core.revisions import first_stateless
from mcp_bridge.diagnostics import report
from mcp_bridge.http_syntax import BLANK, HEADER_NAME, HEADER_VALUE, is_host
from mcp_bridge.problems import Problem, Refused, meant, refuse, unknown_revision

AUTHORIZATION = "authorization"
OFF = "off"
GATHER = 0.02  # seconds for further input requests of a server
STALLED = 60.0  # if a client takes nothing of a response for this many seconds, the response is cut off
HOLDING = 10.0  # the same, if the server of the session is not read meanwhile because of slow clients
HEADER_FILE = 64 << 10  # bytes of a file of headers
LOCAL = ("localhost", "127.0.0.1", "::1")
PATH_FORM = (
    'must begin with /, and continue with visible ASCII without { } ? # " < > ` and without . and .. as names'
)
STOPPING = "the bridge is stopping; the request may have taken effect"  # of an open request
REFUSING = "the bridge is stopping; try again"  # of a request that no server gets
# The options that an option belongs to: without them it would have no effect.
OWNERS = {
    "--header": ("--connect",),
    "--answer-time": ("--connect",),
    "--forward-header": ("--listen", "--connect"),
    "--allow-host": ("--listen",),
    "--allow-origin": ("--listen",),
    "--sessions": ("--listen",),
    "--idle": ("--listen",),
    "--limit": ("--listen",),
    "--login": ("--connect",),
    "--client-id": ("--login",),
    "--trust-proxy": ("--listen",),
}
PERSONAL = ("--login", "--client-id")
_PATH = re.compile(r"/(?!.*(?<=/)\.\.?(?:/|$))(?:(?![{}?#\"<>`])[!-~])*")
_ADDRESS = re.compile(
    r"(?:localhost|[a-z0-9-]+(?:\.[a-z0-9-]+)+)(?::\d+)?(?:/\S*)|[a-z0-9.-]+:\d+(?:/\S*)?", re.I
)
_ORIGIN = re.compile(r"\*|null|[a-z][a-z0-9+.-]*://(?:(?![/?#@])[!-~])+")
# They frame a request, or name its session: a second one would contradict the first.
OWN_HEADERS = {"connection", "content-length", "host", "mcp-session-id", "transfer-encoding"}


@dataclass(frozen=True)
class BridgeOptions:
    """The options of a bridge: how to reach its two sides, and how to connect them.

    Attributes:
        client: The revision of the client, or `auto`.
        server: The revision of the server, or `auto`.
        command: The command that starts the server, if it is a command.
        url: The URL of an HTTP server.
        headers: Headers for every request to that server, in addition to those of the protocol.
        log: The file to which the frames of both connections are appended.
        quiet: Report neither revisions nor losses.
        log_level: The level for clients that set none, or `off`.
        limits: The values of `Limits` that differ from the defaults.
        tasks: The sides that have tasks, or `auto`.
        offer: The revision that a server with `auto` is offered first: `newest`, or the client's `own`.
        app: The transport to an ASGI application that is the server; `url` is then its URL.
        router: The router that is the server, in this process.
        auth: The authorization flow of each request to the URL.
        strict_lists: Refuse a list with an item that cannot be converted, instead of leaving the item out.
        logged: Write losses and mistakes to the logger `mcp_bridge`, if they are not reported.
        on_losses: A function that is called with each frame that lost something, except for losses that
            every session has.
        answer_time: The seconds in which the server at the URL must begin to answer a request, or None.
        unknown_methods: What happens to methods that no revision defines, as in `Bridge`.
    """

    client: str
    server: str
    command: Sequence[str] = ()
    url: str | None = None
    headers: Mapping[str, str] = field(default_factory=dict)
    log: Path | None = None
    quiet: bool = False
    log_level: str = "info"
    limits: Mapping[str, Any] = field(default_factory=dict)
    tasks: str = AUTO
    offer: str = "newest"
    app: Any = None
    router: Any = None
    auth: Any = None
    strict_lists: bool = False
    logged: bool = False
    on_losses: Any = None
    unknown_methods: str = "refuse"
    answer_time: float | None = None


@dataclass(frozen=True)
class FrontOptions:
    """The limits of the HTTP front, and the host names and origins that it accepts.

    Raises `Refused` for a value of another type than the default, and for a number that is out of range.
    """

    path: str = "/mcp"  # the path of the endpoint
    hosts: tuple[str, ...] = LOCAL  # names in `Host`, and of origins
    origins: tuple[str, ...] = ()  # further origins, whole, whose pages may read responses
    forward: tuple[str, ...] = (AUTHORIZATION,)  # headers that are forwarded to the server
    proxies: tuple[str, ...] = ()  # addresses whose `X-Forwarded-For` names the client
    sessions: int = 1000  # the highest number of open sessions
    idle: float = 300.0  # seconds without traffic until a session ends
    largest: int = 16 << 20  # bytes of a body
    bodies: int = 256 << 20  # bytes of bodies that are being read or have open requests, in the process
    requests: int = 32_768  # open requests in the process
    waiting: int = 32 << 20  # bytes that wait for the server of a session
    kept: int = 64 << 20  # bytes stored for clients that may resume or retry, in the process
    unread: int = 1 << 20  # bytes that the clients of a session have not taken, before its server is not read
    streams: int = 256  # open requests of a session, and of a client without one
    parallel: int = 16  # sessions of a server that one identity has calls in, at the same time
    request_time: float = 30.0  # seconds for a body to arrive, and for a request to wait for a session

    def __post_init__(self) -> None:
        kinds = {option.name: type(option.default) for option in fields(self)}
        if problems := misfits("front.", vars(self), kinds):
            raise Refused(problems)


# The members of `FrontOptions` that `--limit` sets. `sessions` and `idle` have options of their own.
LIMITS: Mapping[str, type] = {
    option.name: type(option.default)
    for option in fields(FrontOptions)
    if type(option.default) in (int, float) and option.name not in ("sessions", "idle")
}


def front_limits(given: Iterable[str]) -> dict[str, Any]:
    """Return the members of `FrontOptions` that texts `NAME=VALUE` set. Refuse any other text."""
    found = {}
    for text in given:
        name, _, value = text.partition("=")
        if name not in LIMITS:
            known = ", ".join(LIMITS)
            raise refuse(
                "--limit", f"{name[:80]!a} is not a limit{meant(name, LIMITS)}; the limits are {known}"
            )
        kind = LIMITS[name]
        words, is_valid = KINDS[kind]
        try:
            found[name] = kind(value)
        except ValueError:
            found[name] = None
        if not is_valid(found[name]):
            raise refuse("--limit", f"{name} must be {words}, not {value[:80]!a}")
    return found


def refuse_unused(given: Mapping[str, Any]) -> None:
    """Refuse options of a command line that have no effect with the other options.

    Refuse also an option whose value is `--`, because `--` begins the command of the server.
    """
    problems = []
    personal = [option for option in PERSONAL if option in given and "--listen" in given]
    for option, value in given.items():
        missing = [owner for owner in OWNERS.get(option, ()) if owner not in given and option not in personal]
        if "--" in (value if isinstance(value, list) else [str(value)]):
            problems.append(Problem(option, "needs a value before --, which begins the command"))
        elif missing:
            needed = " and ".join(missing)
            message = f"has no effect without {needed}; add {needed}, or remove {option}"
            problems.append(Problem(option, message))
    server = given.get("--server", AUTO)
    if "--offer" in given and server != AUTO:
        problems.append(
            Problem("--offer", f"has no effect with --server {server}; remove --offer, or use --server auto")
        )
    if "--probe" in given and server != AUTO:
        problems.append(
            Problem("--probe", f"has no effect with --server {server}; remove --probe, or use --server auto")
        )
    reason = "is for one person; remove it, because with --listen each client sends its own token"
    problems += [Problem(option, reason) for option in personal]
    if problems:
        raise Refused(problems)


def headers_of(given: Sequence[str]) -> dict[str, str]:
    """Return headers from texts `NAME: VALUE`. `@FILE` stands for the lines of a file.

    Refuse a line that is not a header. The message names the location of the line, and not its value.
    """
    found = {}
    lines = [line for text in given for line in (_lines_of(text[1:]) if text[:1] == "@" else [("", text)])]
    for place, line in lines:
        name, colon, value = line.partition(":")
        if not colon:
            raise refuse(
                "--header", f"{place}a header must be NAME: VALUE, or @FILE for a file of such lines"
            )
        found[name.lower()] = value.strip(BLANK)
        _check_header(name.lower(), value.strip(BLANK), place)
    return found


def _check_header(name: str, value: str, place: str = "") -> None:
    """Raise `Refused` for an invalid header, or one that the bridge writes itself."""
    if not HEADER_NAME.fullmatch(name) or not HEADER_VALUE.fullmatch(value):
        reason = "is not a valid header name, or its value is not visible ASCII; correct it"
        raise refuse("--header", f"{place}{name[:80]!r} {reason}")
    if name.lower() in OWN_HEADERS:
        raise refuse("--header", f"{place}{name!r} is a header that the bridge writes itself; remove it")


def _lines_of(path: str) -> list[tuple[str, str]]:
    """Return the lines of a file that are not blank, each with its location. Refuse a file without any."""
    try:
        with Path(path).open("rb") as file:
            mode = os.fstat(file.fileno()).st_mode
            data = file.read(HEADER_FILE + 1)
    except (OSError, ValueError) as error:
        reason = getattr(error, "strerror", None) or error
        raise refuse("--header", f"@{path}: {reason}; name a file with one header per line") from None
    if len(data) > HEADER_FILE:
        reason = f"has more than {HEADER_FILE >> 10} KiB"
        raise refuse("--header", f"@{path}: {reason}; name a file with one header per line")
    text = data.decode("utf-8-sig", "replace")  # a header beyond ASCII is refused with its name
    lines = [(f"@{path}, line {number}: ", line) for number, line in enumerate(text.split("\n"), 1)]
    found = [(place, line.removesuffix("\r")) for place, line in lines if line.strip(BLANK + "\r")]
    if not found:
        raise refuse("--header", f"@{path}: is empty; name a file with one header per line")
    if os.name == "posix" and stat.S_ISREG(mode) and mode & (stat.S_IRGRP | stat.S_IROTH):
        report("--header", f"@{path}: other users can read this file; run chmod 600")
    return found


def nonce() -> str:
    """Return a text that cannot be guessed."""
    return secrets.token_hex(16)


def timestamp() -> str:
    """Return the date and time of now in the format of a task's `createdAt`."""
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


class UnguessableIds:
    """Makes ids of requests to servers. Ids are unique in this process. No id can be guessed from another.

    The ids are numbers that start anywhere and grow by random steps. A double can hold them exactly for
    billions of requests.
    """

    def __init__(self) -> None:
        self._last = 0

    def __call__(self) -> int:
        """Return the next id."""
        self._last = (self._last or secrets.randbelow(1 << 52)) + 1 + secrets.randbelow(1 << 20)
        return self._last


unguessable_ids = UnguessableIds()


def new_bridge(
    client: str,
    options: BridgeOptions,
    token: str = "",
    budget: Budget | None = None,
    ids: Callable[[], int] | None = None,
) -> Any:
    """Return a `Bridge` for a client of a revision.

    - `token`: the beginning of each `requestState` that the bridge makes.
    - `budget`: the limit of the bytes that the bridge stores, perhaps together with other bridges.
    - `ids`: the function that numbers the requests to the server.
    """
    level = None if options.log_level == OFF else options.log_level
    limits = Limits(**{"gather": GATHER, **options.limits})
    client_speaks: Any = client  # which `Bridge` checks
    server_speaks: Any = options.server
    return Bridge(
        client_speaks,
        server_speaks,
        limits=limits,
        nonce=(lambda: f"{token}.{nonce()}") if token else nonce,
        log_level=level,
        tasks=options.tasks,  # type: ignore[arg-type]
        timestamp=timestamp,
        offer=options.offer,  # type: ignore[arg-type]
        budget=budget,
        ids=ids,
        strict_lists=options.strict_lists,
        unknown_methods=options.unknown_methods,  # type: ignore[arg-type]
    )


def levels() -> tuple[str, ...]:
    """Return the possible values of `--log-level`."""
    return (*first_stateless().levels, OFF)


def check(options: BridgeOptions) -> None:
    """Refuse options that do not fit together."""
    if options.url is None and not options.command and options.router is None:
        raise refuse(
            "COMMAND",
            "this argument is missing; write the server's command after --, or its URL after --connect",
        )
    if options.url is not None and options.command:
        raise refuse("--connect", "give a URL or a command, not both")
    if options.url is not None:
        check_url(options.url, "--connect")
    if options.headers and options.url is None:
        raise refuse("--header", "has no effect without --connect; add --connect, or remove --header")
    for name, value in options.headers.items():
        _check_header(name, value)
    choices = (*mr.REVISIONS, AUTO)
    for option, revision in (("--client", options.client), ("--server", options.server)):
        if revision not in choices:
            raise unknown_revision(option, revision, choices)
    if options.log_level not in levels():
        near, known = meant(options.log_level, levels()), ", ".join(levels())
        raise refuse("--log-level", f"{options.log_level!a} is not a log level{near}; the levels are {known}")


def check_url(url: str, location: str) -> None:
    """Refuse a text that is not the URL of an HTTP server.

    Also refuse a URL that the HTTP client would change before it sends a request.
    """
    from mcp_bridge.http_client import is_url

    if not is_url(url):
        raise refuse(
            location,
            "is not an http or https URL; write http://HOST:PORT/PATH or https://..., with %20 for a space",
        )


def misfits(owner: str, values: Mapping[str, Any], kinds: Mapping[str, type]) -> list[Problem]:
    """Return a problem for each of `values` that has a wrong type. `kinds` has the type of each value.

    The location of a problem is `owner` followed by the name of the value, such as `front.idle`. The problem
    does not show a text or a mapping, because these may contain a secret.
    """
    return [
        Problem(f"{owner}{name}", f"must be {KINDS[kinds[name]][0]}, not {shown(value)}")
        for name, value in values.items()
        if not KINDS[kinds[name]][1](value)
    ]


def shown(value: Any) -> str:
    """Return a value as text for an error: a number or None itself, and only the type of any other value."""
    is_plain = value is None or isinstance(value, (int, float))
    return ascii(value)[:80] if is_plain else f"a value of type {type(value).__name__}"


def _are_strings(values: Iterable[Any]) -> bool:
    return all(isinstance(value, str) for value in values)


# The kinds of values that a program gives: in words, and a test.
KINDS: Mapping[type, tuple[str, Callable[[Any], bool]]] = {
    str: ("a string", lambda value: isinstance(value, str)),
    tuple: ("a tuple of strings", lambda value: isinstance(value, (tuple, list)) and _are_strings(value)),
    dict: (
        "a mapping of strings to strings",
        lambda value: isinstance(value, Mapping) and _are_strings((*value.keys(), *value.values())),
    ),
    int: ("a whole number of 1 or more", lambda value: type(value) is int and value >= 1),
    float: (
        "a number of seconds from 0.1 to 1000000",
        lambda value: type(value) in (int, float) and 0.1 <= value <= 1_000_000,
    ),
}


def checked_front(front: FrontOptions) -> FrontOptions:
    """Return a copy of the options with host names, origins and header names in lower case.

    Refuse an invalid host name, origin or header name, and a proxy that is neither an address nor a network.
    Such a value would have no effect.
    """
    check_path("front.path", front.path)
    front = replace(
        front,
        hosts=tuple(map(str.lower, front.hosts)),
        origins=tuple(map(str.lower, front.origins)),
        forward=tuple(map(str.lower, front.forward)),
    )
    for address in front.proxies:
        try:
            ip_network(address, strict=False)
        except ValueError:
            reason = "is not an IP address or network; write 10.0.0.1 or 10.0.0.0/8"
            raise refuse("front.proxies", f"{address[:80]!a} {reason}") from None
    for name in front.hosts:
        if name != "*" and not is_host(name):
            reason = "is not a valid host name; write it without scheme, port and path, as mcp.example.com"
            raise refuse("front.hosts", f"{name[:80]!a} {reason}")
    for origin in front.origins:
        if not _ORIGIN.fullmatch(origin):
            reason = "is not a valid origin; write it without a path, as https://app.example.com"
            raise refuse("front.origins", f"{origin[:80]!a} {reason}")
    for name in front.forward:
        if not HEADER_NAME.fullmatch(name):
            raise refuse(
                "front.forward",
                f"{name[:80]!a} is not a valid header name; write only the name, such as X-Tenant",
            )
    return front


def check_path(location: str, path: str) -> None:
    """Refuse a path that a request cannot have, or that looks like a template."""
    if not _PATH.fullmatch(path):
        raise refuse(location, PATH_FORM)


def refuse_missing_command(options: BridgeOptions, before_url: str = "--connect ") -> None:
    """Refuse a command that cannot be started.

    If the command may be a URL, the error suggests to write `before_url` and then the URL.
    """
    if options.command and shutil.which(options.command[0]) is None:
        raise refuse(options.command[0], _why_not(options.command[0], before_url))


def _why_not(command: str, before_url: str) -> str:
    """Return the reason why a command cannot be started."""
    if _ADDRESS.fullmatch(command):
        return f"is not a command; if it is a URL, write {before_url}http://{command} (or https://...)"
    words = command.split()
    if len(words) > 1 and not os.path.exists(command) and shutil.which(words[0]) is not None:
        return f"is one argument; write each word as an argument of its own: {command}"
    if not os.path.dirname(command):
        return "no folder in PATH has this command; install it, or write its absolute path"
    if os.path.isfile(command):
        return "is not executable; run chmod +x"
    return "is a folder" if os.path.isdir(command) else os.strerror(errno.ENOENT)
