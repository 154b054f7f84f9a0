"""The options of `mcpgen bridge`, checked, and the servers behind a URL that they name."""

from __future__ import annotations

import errno
import os
import re
import secrets
import shutil
import signal
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from datetime import datetime, timezone
from pathlib import Path
from types import ModuleType
from typing import Any, Literal, get_args
from urllib.parse import urlsplit

from mcpgen.commands.logs import revisions_package
from mcpgen.names import meant, unknown_revision
from mcpgen.problems import Problem, Refused, refuse
from mcpgen.runtime.revisions import first_modern

AUTO = "auto"
Sharing = Literal["turns", "together", "none"]
OFF = "off"
GATHER = 0.02  # seconds for further questions of a server
LOCAL = ("localhost", "127.0.0.1", "::1")
SIGNALS = (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)  # each ends the bridge
# The options that an option belongs to: without them it would have no effect.
OWNERS = {
    "--header": ("--connect",),
    "--forward-header": ("--listen", "--connect"),
    "--allow-host": ("--listen",),
    "--sessions": ("--listen",),
    "--idle": ("--listen",),
    "--rate": ("--listen",),
    "--memory": ("--listen",),
    "--sharing": ("--listen",),
    "--parallel": ("--listen",),
    "--worker": ("--listen",),
}
_TOKEN = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
_VISIBLE = re.compile(r"(?:[!-~](?:[\t -~]*[!-~])?)?")


@dataclass(frozen=True)
class BridgeOptions:
    """The two sides of a bridge.

    Attributes:
        client: The revision of the client, or `auto`.
        server: The revision of the server, or `auto`.
        command: The command that starts the server, unless `url` names it.
        url: The address of a server behind HTTP.
        headers: Headers of every request to that server, besides those of the protocol.
        log: The file to which the frames of both connections are appended.
        quiet: Report neither revisions nor losses.
        log_level: The level for clients that set none, or `off`.
        limits: Members of `BridgeLimits`.
        tasks: The sides that have tasks, or `auto`.
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


@dataclass(frozen=True)
class FrontOptions:
    """The bounds of the front, and the names that it lets in."""

    path: str = "/mcp"
    hosts: tuple[str, ...] = LOCAL  # names in `Host`, and of origins
    origins: tuple[str, ...] = ()  # further origins, whole
    forward: tuple[str, ...] = ("authorization",)  # headers that go on to the server
    sessions: int = 1000
    idle: float = 300.0  # seconds without traffic until a session ends
    largest: int = 16 << 20  # bytes of a body
    waiting: int = 32 << 20  # bytes of a session's bodies that its server has not taken or not answered
    memory: int = 512 << 20  # bytes that wait in the process, for servers and for clients
    pending: int = 256  # open requests of a session
    rate: float = 1000.0  # requests a second of a session, after the first `burst`
    burst: float = 2000.0
    openings: float = 100.0  # new sessions a second
    request_time: float = 30.0  # seconds for a body, for its room in memory, and for a turn
    sharing: Sharing = "turns"  # of servers, by requests of one identity without a session
    parallel: int | None = None  # servers of such an identity; None: 16 of a command, `pending` of a URL
    worker: str = ""  # the names of sessions begin with it, so that a proxy can route them


def refuse_unused(given: Mapping[str, Any]) -> None:
    """Refuse options of a command line that have no effect beside the others, or `--` for a value."""
    problems = []
    for option, value in given.items():
        missing = [owner for owner in OWNERS.get(option, ()) if owner not in given]
        if "--" in (value if isinstance(value, list) else [str(value)]):
            problems.append(Problem(option, "needs a value before --, which begins the command"))
        elif missing:
            problems.append(Problem(option, f"has no effect without {' and '.join(missing)}"))
    server = given.get("--server", AUTO)
    if "--probe" in given and server != AUTO:
        problems.append(Problem("--probe", f"has no effect with --server {server}: nothing is probed"))
    if problems:
        raise Refused(problems)


def _is_http(url: str) -> bool:
    try:
        parts = urlsplit(url)
        return parts.scheme in ("http", "https") and bool(parts.hostname) and parts.port != 0
    except ValueError:
        return False


def headers_of(lines: Sequence[str]) -> dict[str, str]:
    """Return headers from `NAME: VALUE` lines; refuse a line without a colon, without printing it."""
    found = {}
    for line in lines:
        name, colon, value = line.partition(":")
        if not colon:
            raise refuse("--header", "a header is NAME: VALUE")
        found[name.lower()] = value.strip()
    return found


def nonce() -> str:
    """Return a text that cannot be guessed."""
    return secrets.token_hex(16)


def timestamp() -> str:
    """Return the time of day as tasks state it."""
    return datetime.now(timezone.utc).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def new_bridge(package: ModuleType, client: str, options: BridgeOptions) -> Any:
    """Return a protocol object for a client of a revision."""
    level = None if options.log_level == OFF else options.log_level
    limits = package.BridgeLimits(**{"gather": GATHER, **options.limits})
    return package.Bridge(
        client,
        options.server,
        limits=limits,
        nonce=nonce,
        log_level=level,
        tasks=options.tasks,
        timestamp=timestamp,
    )


def checked_front(front: FrontOptions) -> FrontOptions:
    """Return the options of a front; refuse a worker's name that a header cannot carry, and unknown words."""
    if front.worker and not _TOKEN.fullmatch(front.worker):
        raise refuse("--worker", f"{front.worker!r} is no name; use letters, digits and -")
    if front.sharing not in get_args(Sharing):
        known = ", ".join(get_args(Sharing))
        raise refuse("--sharing", f"{front.sharing!r} is unknown; the values are {known}")
    return front


def checked(options: BridgeOptions) -> ModuleType:
    """Return `mcp_revisions`; refuse options that do not belong together."""
    if options.url is None and not options.command:
        raise refuse("COMMAND", "is missing; write it after --, or the URL of the server after --connect")
    if options.url is not None and options.command:
        raise refuse("--connect", "the server is a URL or a command, not both")
    if options.url is not None and not _is_http(options.url):
        raise refuse("--connect", "is no http or https URL; write http://HOST:PORT/PATH or https://...")
    if options.headers and options.url is None:
        raise refuse("--header", "has no effect without --connect")
    for name, value in options.headers.items():
        if not _TOKEN.fullmatch(name) or not _VISIBLE.fullmatch(value):
            raise refuse("--header", f"{name!r} is no name of a header, or the value is not visible ASCII")
    package = revisions_package()
    choices = (*package.REVISIONS, AUTO)
    for option, revision in (("--client", options.client), ("--server", options.server)):
        if revision not in choices:
            raise unknown_revision(option, revision, choices)
    levels = (*first_modern().levels, OFF)
    if options.log_level not in levels:
        near, known = meant(options.log_level, levels), ", ".join(levels)
        raise refuse("--log-level", f"{options.log_level!a} is no level{near}; the levels are {known}")
    return package


def refuse_missing_command(options: BridgeOptions) -> None:
    """Refuse a command that cannot be started."""
    if options.command and shutil.which(options.command[0]) is None:
        raise refuse(options.command[0], _why_not(options.command[0]))


def _why_not(command: str) -> str:
    """Return the reason why a command cannot be started."""
    if not os.path.dirname(command):
        return "no folder of PATH has that command"
    if os.path.isfile(command):
        return "may not be executed; see chmod +x"
    return "is a folder" if os.path.isdir(command) else os.strerror(errno.ENOENT)


def http_upstreams(
    options: BridgeOptions, memory: Any = None
) -> tuple[Callable[..., Any], Callable[[], Any]]:
    """Return a function that makes transports to the URL, and one that closes their connections.

    Answers that have not ended count in the `memory`.
    """
    try:
        from mcpgen.commands.bridge.http_client import ServerClient
        from mcpgen.commands.bridge.http_upstream import HttpUpstream
    except ModuleNotFoundError as error:
        raise not_installed(error) from None
    client = ServerClient(memory)
    assert options.url is not None
    url = options.url

    def make(listener: Any, headers: Mapping[str, str] | None = None) -> Any:
        return HttpUpstream(url, client, listener, {**options.headers, **(headers or {})})

    return make, client.close


def not_installed(error: ModuleNotFoundError) -> Refused:
    """Return the refusal that names the extra with a missing library."""
    library = str(error.name).partition(".")[0]
    return refuse(library, "is not installed; run: pip install '.[http]' ./generated in a checkout")
