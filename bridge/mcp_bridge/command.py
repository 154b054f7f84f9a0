"""Build a bridge from its options: a session on stdio, or the HTTP front for many clients."""

from __future__ import annotations

import asyncio
import os
import sys
import threading
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, closing, contextmanager, nullcontext
from dataclasses import replace
from functools import partial
from importlib import import_module
from itertools import count
from pathlib import Path
from types import ModuleType
from typing import TYPE_CHECKING, Any, Literal, TypeAlias
from urllib.parse import urlsplit

import mcp_revisions as mr

from mcp_bridge import signals
from mcp_bridge.core.bridge import AUTO
from mcp_bridge.core.budget import Budget
from mcp_bridge.core.revisions import per_request
from mcp_bridge.diagnostics import OnLosses, Recorder, SessionLog, public, report, reporting
from mcp_bridge.modules import import_modules
from mcp_bridge.options import (
    AUTHORIZATION,
    BridgeOptions,
    FrontOptions,
    HeadersFunction,
    check,
    check_path,
    check_url,
    checked_front,
    misfits,
    new_bridge,
    refuse_missing_command,
    shown,
    unguessable_ids,
)
from mcp_bridge.problems import Refused, refuse
from mcp_bridge.session import Parts, Session, Upstream
from mcp_bridge.stdio import ChildServer, end_groups, refuse_missing_input
from mcp_bridge.stdio_session import EXIT_TIME, StdioSession

if TYPE_CHECKING:
    from mcp_revisions import latest

    from mcp_bridge.in_process import ServerConnection

# The parameters of `app` that stand for options of the command, and the options of members of `FrontOptions`.
PARAMETERS = {
    "--client": "client_revision",
    "--server": "server_revision",
    "--connect": "server",
    "--header": "headers",
}
OPTIONS = {
    "front.hosts": "--allow-host",
    "front.origins": "--allow-origin",
    "front.forward": "--forward-header",
    "front.proxies": "--trust-proxy",
    "front.sessions": "--sessions",
    "front.idle": "--idle",
}


IMPORTED_AFTER = 1.0  # seconds from the start, because a client waits for its first answer
LAST_EXIT = 5.0  # seconds that cancelled handlers of `serve` and their threads have to end
GRACE = 0.0  # seconds; readers of some official clients fail if they get a message after they hang up
HEADERS_NEED_URL = "work only if the server is a URL; remove them"
WAITING = "is a terminal; the bridge waits for messages of a client (to try a server, use mcp-bridge check)"


def bridge(options: BridgeOptions, listen: str | None, front: FrontOptions) -> int:
    """Run a bridge from stdin and stdout, or from HOST:PORT, to a server. Return the exit status."""
    if options.command and "://" in options.command[0]:
        raise refuse("COMMAND", "is a URL; write it after --connect")
    check(options)
    try:
        front = checked_front(front)
    except Refused as refused:
        raise refused.renamed(OPTIONS) from None
    recorder = Recorder(options.log) if options.log is not None else None
    with reporting(), closing(recorder) if recorder is not None else nullcontext(), _ending_servers():
        if listen is not None:
            from mcp_bridge.http_listener import serve

            make = partial(_front, options, recorder=recorder)
            return serve(listen, front, make, _unguarded(options))
        refuse_missing_command(options)
        refuse_missing_input()
        if os.isatty(0) and not options.quiet:
            report("standard input", WAITING)
        log = SessionLog(options.client, server=options.server, recorder=recorder, is_quiet=options.quiet)
        return asyncio.run(_run(options, log))


@contextmanager
def _ending_servers() -> Iterator[None]:
    """Kill the servers that still run at the end of the block, such as after a second signal."""
    try:
        yield
    finally:
        end_groups()


def _unguarded(options: BridgeOptions) -> str:
    """Return what clients of the HTTP front can use without authorization, as text for a warning.

    The text names the command, or the credentials in the options. Return '' if there is neither.
    """
    if options.url is None:
        return "the command"
    has_user = "@" in urlsplit(options.url).netloc
    return "the credentials for the server" if has_user or AUTHORIZATION in options.headers else ""


async def _run(options: BridgeOptions, log: SessionLog, patience: float | None = None) -> int:
    make_upstream, close = upstreams(options)
    try:
        bridge = new_bridge(options.client, options)
        parts = bridge, make_upstream, log
        session = StdioSession(
            parts,
            names_streams=options.url is not None,
            patience=patience,
            runs_handlers=options.router is not None,
        )
        return await (session.run() if options.router is not None else _importing(session))
    finally:
        await close()


async def _importing(session: StdioSession) -> int:
    """Run a session of the command, and import modules meanwhile. Return the exit status.

    If a module cannot be imported, report that, and continue: the session may not need the module.
    """

    async def import_later() -> None:
        await asyncio.sleep(IMPORTED_AFTER)
        try:
            await import_modules()
        except Exception as error:
            fault = f"internal error: {type(error).__name__}: {error}"
            report("mcp-bridge", f"{fault}; install the bridge again, then restart it")

    importing = asyncio.ensure_future(import_later())
    try:
        return await session.run()
    finally:
        importing.cancel()


async def _meet(options: BridgeOptions) -> int:
    """Send a first request to the server, so that a person can log in before the client connects.

    Return the HTTP status of the response.
    """
    from mcp_bridge.http_client import HttpClient
    from mcp_bridge.http_upstream import meet

    assert options.url is not None
    client = HttpClient(options.app, options.auth)
    try:
        return await meet(client, options.url, options.headers)
    finally:
        await client.close()


def log_in(url: str, folder: Path, client_id: str | None) -> int:
    """Log in to a server, store the token, and report that on stdout. Return the exit status."""
    from mcp_bridge.http_client import UpstreamFailure

    options = BridgeOptions(AUTO, AUTO, url=url, auth=new_login("URL", url, folder, client_id))
    with reporting():
        try:
            status = asyncio.run(_meet(options))
        except UpstreamFailure as failure:
            raise refuse(public(url), str(failure)) from None
    is_known = options.auth.context.current_tokens is not None
    if not is_known and (status == 404 or status >= 500):
        raise refuse(public(url), f"answers {status} and does not ask for a login; check the URL")
    if is_known and status in (401, 403):
        fact = f"answers {status} after the login, so it does not accept the token"
        raise refuse(public(url), f"{fact}; log in with an account that may use the server")
    place = options.auth.place
    kept = "" if place is None else f"; the tokens are in {place} (mode 0600), because there is no keyring"
    print(f"{public(url)}: {f'logged in{kept}' if is_known else 'does not ask for a login'}")
    return 0


def log_out(url: str, folder: Path) -> int:
    """Delete and revoke the tokens of a server, and report that on stdout. Return 1 if there are none."""
    check_url(url, "URL")
    login = _login_module("mcp-bridge logout")
    flow = login.Login(url, login.Credentials(url, folder), partial(report, public(url)))
    with reporting():
        is_known = asyncio.run(flow.log_out())
    print(f"{public(url)}: {'logged out' if is_known else 'has no stored token'}")
    return 0 if is_known else 1


def new_login(location: str, url: str, folder: Path, client_id: str | None) -> Any:
    """Return the authorization flow with which a person logs in to the server at `url`.

    The tokens are stored in `folder`. `location` names the server in an error.
    """
    check_url(url, location)
    if client_id is not None and client_id.startswith("https://"):
        check_url(client_id, "--client-id")
    login = _login_module("mcp-bridge login" if location == "URL" else "--login")
    secret = os.environ.get("MCP_BRIDGE_CLIENT_SECRET") or None
    try:
        return login.Login(url, login.Credentials(url, folder), partial(report, "--login"), client_id, secret)
    except ValueError as unfit:
        raise refuse("--client-id", str(unfit)) from None


def kept_login(url: str, folder: Path) -> Any:
    """Return an authorization flow that uses the token of an earlier login.

    Return None if there is no token, or if the extra `login` is not installed.
    """
    try:
        login = import_module("mcp_bridge.login")
    except ModuleNotFoundError:
        return None
    credentials = login.Credentials(url, folder)
    if credentials.kept.tokens is None:
        return None
    return login.KeptLogin(url, credentials, partial(report, "--login"))


def _login_module(user: str) -> ModuleType:
    """Return the module `mcp_bridge.login`, whose packages the extra `login` installs.

    If a package is missing, raise `Refused` and say how to install it. `user` is the option or command that
    needs the module.
    """
    try:
        return import_module("mcp_bridge.login")
    except ModuleNotFoundError as missing:
        remedy = "run in a checkout of mcpgen: pip install ./generated './bridge[login]'"
        raise refuse(user, f"{missing.name} is not installed; {remedy}") from None


def upstreams(
    options: BridgeOptions,
) -> tuple[Callable[[Session], Upstream], Callable[[], Any]]:
    """Return two functions. The first makes the `Upstream` of a session, its transport to the server.

    The second closes the HTTP client that these transports share.
    """
    if options.url is not None:
        return _http_upstreams(options, options.url)
    router = options.router
    if router is None:
        return partial(ChildServer, options.command), _close_nothing
    from mcp_bridge.in_process import RouterServer

    return partial(RouterServer, router), _close_nothing


def _http_upstreams(
    options: BridgeOptions, url: str
) -> tuple[Callable[[Session], Upstream], Callable[[], Any]]:
    """Return the functions of `upstreams` for a server at a URL. Import now what a request needs."""
    from mcp_bridge.http_client import HttpClient
    from mcp_bridge.http_upstream import HttpUpstream
    from mcp_bridge.new_headers import new_headers

    function = options.new_headers
    added = None if function is None else partial(new_headers, function)

    def new_client() -> HttpClient:
        return HttpClient(options.app, options.auth, options.answer_time, added)

    client = new_client()
    client.prepare(url)

    async def close() -> None:
        nonlocal client
        closed, client = client, new_client()
        await closed.close()
        if options.app is not None:
            await options.app.stop()

    return lambda session: HttpUpstream(url, client, session, options.headers), close


async def _close_nothing() -> None:
    """Do nothing, because the sessions share no connection."""


UnknownMethods: TypeAlias = Literal["refuse", "pass"]
Server: TypeAlias = "str | Sequence[str] | mr.Router[Literal['client']] | Callable[..., Any]"


def app(  # noqa: PLR0913 - one call with every option
    server: Server,
    *,
    client_revision: str = "auto",
    server_revision: str = "auto",
    path: str = "/mcp",
    headers: Mapping[str, str] | None = None,
    front: FrontOptions | None = None,
    unknown_methods: UnknownMethods = "refuse",
    on_losses: OnLosses | None = None,
) -> Any:
    """Return an ASGI application that serves clients of every revision from one server.

    `server` is one of these:

    - A URL.
    - A command: a list of words. It is started for each session.
    - A router. It is called in this process, and its handlers use the types of its revision.
    - An ASGI application. It is called at `path` in this process, and gets all requests for other paths
      unchanged.

    `headers` are sent to the server with every request. `unknown_methods="pass"` forwards methods that no
    revision and no extension of `mcp_revisions` defines.

    `on_losses` is called with each `Frame` that lost something, except what every session loses, such as
    metadata of another revision. Its `losses` say what was lost. Its `to` is None if the whole message was
    dropped, for example because it cannot be read. The logger `mcp_bridge` gets a warning for each kind of
    message that cannot be read, and an info for each kind of other loss.

    The returned application must be run with its
    lifespan, which also runs the lifespan of `server`. If you mount it in another application, that
    application must run the lifespan. Raise `Refused` for options that do not fit together.
    """
    try:
        bounds = _checked_bounds(front)
        options = _options(
            server, client_revision, server_revision, path, headers, unknown_methods, on_losses
        )
        return _front(options, bounds).application()
    except Refused as refused:
        raise refused.renamed(PARAMETERS) from None


def serve(
    router: mr.Router[Literal["client"]],
    *,
    client_revision: str = "auto",
    grace: float = GRACE,
    unknown_methods: UnknownMethods = "refuse",
    on_losses: OnLosses | None = None,
) -> int:
    """Serve clients of every revision on stdin and stdout. Return when the client hangs up, or on a signal.

    The handlers of the router use the types of its revision, and must not write to stdout.
    `unknown_methods` and `on_losses` are those of `app`. A message that cannot be read is also reported on
    stderr.

    The result is the exit status: 0 if the client hung up, 128 + n after signal n, and 2 if stdin cannot be
    read or the client did not read all answers. A line on stderr then says why. Raise `Refused` for options
    that do not fit together.

    A client that follows the specification closes stdin when it needs nothing more. By default it gets no
    message after that, because the readers of some official clients fail if they get one. With a `grace`, it
    gets the results that are ready within `grace` seconds, as a shell pipeline needs. Afterwards the handlers
    are cancelled, and `Context.cancelled` tells their threads to end. If a handler or a thread of
    `asyncio.to_thread` still runs 5 seconds later, the process exits with the exit status, and this function
    does not return. A signal that comes in these seconds ends the process at once.
    """
    options = _stdio_options(router, client_revision, grace, unknown_methods, on_losses)
    last_exit = _LastExit()
    with reporting(), signals.listening(last_exit.signalled), closing(last_exit):
        return asyncio.run(last_exit.after(_serving(options, grace)))


async def serve_stdio(
    router: mr.Router[Literal["client"]],
    *,
    client_revision: str = "auto",
    grace: float = GRACE,
    unknown_methods: UnknownMethods = "refuse",
    on_losses: OnLosses | None = None,
) -> int:
    """Serve clients on stdin and stdout as `serve` does, in a running event loop, perhaps beside other tasks.

    Arguments, result and errors are those of `serve`. In the main thread, signals end the session as in
    `serve`. In another thread, this function does not handle signals. To end the session, cancel the asyncio
    task: open requests then get errors. The process does not exit if a handler still runs afterwards.
    """
    options = _stdio_options(router, client_revision, grace, unknown_methods, on_losses)
    with reporting():
        return await _serving(options, grace)


def _stdio_options(
    router: mr.Router[Literal["client"]],
    client_revision: str,
    grace: float,
    unknown_methods: UnknownMethods,
    on_losses: OnLosses | None,
) -> BridgeOptions:
    """Return the options of a bridge for the arguments of `serve` or `serve_stdio`."""
    try:
        options = _options(router, client_revision, "auto", "/mcp", None, unknown_methods, on_losses)
    except Refused as refused:
        raise refused.renamed(PARAMETERS) from None
    is_zero = isinstance(grace, (int, float)) and grace == 0 and type(grace) is not bool
    if not is_zero and (problems := misfits("", {"grace": grace}, {"grace": float})):
        raise Refused(problems)
    if options.router is None:
        raise refuse("router", "must be an `mr.Router`; use `mcp_bridge.app` for any other kind of server")
    return options


async def _serving(options: BridgeOptions, grace: float) -> int:
    """Run the session of a router on stdin and stdout. Return the exit status."""
    log = SessionLog(
        options.client,
        server=options.server,
        is_quiet=True,
        tells_mistakes=True,
        is_logged=True,
        on_losses=options.on_losses,
    )
    try:
        refuse_missing_input()
        return await _run(options, log, grace)
    except Refused as refused:
        for problem in refused.problems:
            report(problem.location, problem.message)
        return 2


class _LastExit:
    """Ends the process if handlers of a router keep it from ending.

    A coroutine that ignores its cancellation, or a thread, would keep `asyncio.run` from returning.
    """

    def __init__(self) -> None:
        self._timer: threading.Timer | None = None

    async def after(self, session: Coroutine[Any, Any, int]) -> int:
        """Run a session and return its exit status.

        If the process still runs `LAST_EXIT` seconds after the session, end the process.
        """
        status = 2  # of a session that is refused
        try:
            status = await session
        finally:
            self._timer = threading.Timer(LAST_EXIT, self._exit, (status,))
            self._timer.daemon = True
            self._timer.start()
        return status

    def close(self) -> None:
        """Stop the timer that would end the process."""
        if self._timer is not None:
            self._timer.cancel()

    def signalled(self, number: int) -> None:
        """End the process at once, because a signal came before or after the session."""
        os._exit(128 + number)

    def _exit(self, status: int) -> None:
        report(
            "router",
            f"handlers or threads still ran {LAST_EXIT:g} seconds after the session ended; the process exits",
        )
        sys.stderr.flush()
        os._exit(status)


@asynccontextmanager
async def connect(  # noqa: PLR0913 - one call with every option
    server: Server,
    router: mr.Router[Literal["server"]],
    *,
    meta: latest.RequestMetaObject | Mapping[str, object],
    server_revision: str = "auto",
    path: str = "/mcp",
    headers: Mapping[str, str] | HeadersFunction | None = None,
    unknown_methods: UnknownMethods = "refuse",
    on_losses: OnLosses | None = None,
) -> AsyncIterator[ServerConnection]:
    """Connect to a server of any revision, and use it with the types of the router's revision.

    - `server`, `path`, `unknown_methods`, `on_losses`: as in `app`.
    - `headers`: as in `app`, or a function, plain or async, that returns them. It is called for each HTTP
      request, so it can renew a token. If it fails, the call ends with `mr.CallError`, whose `why` is `lost`.
    - `router`: handles the requests and notifications of the server.
    - `meta`: the `_meta` of each request, with the name and the capabilities of the client. It is an object
      such as `mcp.RequestMetaObject`, or a dict.

    At the end of the block, open calls end and the server is stopped. Handlers that still run 1.5 seconds
    after their cancellation are reported, and the block ends without them. Lines such as this, and about
    a server that cannot be reached, are warnings of the logger `mcp_bridge`. Raise `Refused` for
    options that do not fit together, and for a server that cannot be started. Raise `TypeError` for a `meta`
    of another type.
    """
    from mcp_bridge.in_process import ClientSession, ServerConnection

    if not isinstance(router, mr.Router) or router.sender != "server":
        raise refuse(
            "router", 'must handle the messages that a server sends: create it with `Router(sender="server")`'
        )
    if meta is None:  # a `Peer` may have no metadata
        raise TypeError("meta: expected an object of a class of the revision, or a dict, not NoneType")
    new_headers = headers if callable(headers) and not isinstance(headers, Mapping) else None
    given: Any = headers if new_headers is None else None
    try:
        options = _options(server, router.revision, server_revision, path, given, unknown_methods, on_losses)
    except Refused as refused:
        raise refused.renamed(PARAMETERS) from None
    if new_headers is not None and options.url is None:
        raise refuse("headers", HEADERS_NEED_URL)
    options = replace(options, new_headers=new_headers)
    refuse_missing_command(options)
    make_upstream, close_upstreams = upstreams(options)
    try:
        log = SessionLog(options.client, is_quiet=True, is_logged=True, on_losses=options.on_losses)
        parts = new_bridge(options.client, options), make_upstream, log
        session = ClientSession(parts, router, meta, names_streams=options.url is not None)
        try:
            await session.start()
            yield ServerConnection(session)
        finally:
            await session.stop(EXIT_TIME)
        if session.failure is not None:
            raise session.failure
    finally:
        await close_upstreams()


def _checked_bounds(front: FrontOptions | None) -> FrontOptions:
    """Return the checked options of the HTTP front, or the default ones if `front` is None.

    Raise `Refused` for invalid options.
    """
    if front is not None and not isinstance(front, FrontOptions):
        raise refuse("front", f"must be FrontOptions, not {shown(front)}")
    return checked_front(front or FrontOptions())


def _options(  # noqa: PLR0913, PLR0917 - the parameters of `app`
    server: Any,
    client_revision: str,
    server_revision: str,
    path: str,
    headers: Mapping[str, str] | None,
    unknown_methods: str,
    on_losses: OnLosses | None,
) -> BridgeOptions:
    """Return the options of a bridge for the arguments of `app`, `serve` or `connect`."""
    headers = {} if headers is None else headers
    given = {"client_revision": client_revision, "server_revision": server_revision, "path": path}
    problems = misfits("", {**given, "headers": headers}, {**dict.fromkeys(given, str), "headers": dict})
    if problems:
        raise Refused(problems)
    if unknown_methods not in ("refuse", "pass"):
        raise refuse("unknown_methods", f'must be "refuse" or "pass", not {shown(unknown_methods)}')
    if not (on_losses is None or callable(on_losses)):
        raise refuse("on_losses", f"must be a function, not {shown(on_losses)}")
    options = BridgeOptions(
        client_revision,
        server_revision,
        headers=headers,
        quiet=True,
        logged=True,
        on_losses=on_losses,
        unknown_methods=unknown_methods,
    )
    if isinstance(server, str):
        if "://" not in server:
            raise refuse(
                "server", 'is not a URL; write a command as a list of words: ["python", "server.py"]'
            )
        options = replace(options, url=server)
    elif isinstance(server, mr.Router):
        if server.sender != "client":
            raise refuse(
                "server",
                'must handle the messages that a client sends: create it with `Router(sender="client")`',
            )
        options = replace(options, server=server.revision, router=server)
    elif callable(server):
        from mcp_bridge.asgi_transport import AsgiTransport
        from mcp_bridge.http_client import INSIDE

        options = replace(options, url=INSIDE + path, app=AsgiTransport(server, path))
    elif isinstance(server, Sequence) and all(isinstance(word, str) for word in server) and any(server[:1]):
        options = replace(options, command=tuple(server))
    else:
        raise refuse(
            "server", "must be a URL, a command (a list of strings), a router or an ASGI application"
        )
    check_path("path", path)
    if headers and options.url is None:
        raise refuse("headers", HEADERS_NEED_URL)
    check(options)
    return options


def _front(
    options: BridgeOptions,
    bounds: FrontOptions,
    recorder: Recorder | None = None,
) -> Any:
    """Return the `HttpFront` that accepts the HTTP requests of clients."""
    from mcp_bridge.http_front import HttpFront
    from mcp_bridge.session_pool import SessionPool

    refuse_missing_command(options)
    make_upstream, close = upstreams(options)
    numbers = count(1)

    def parts(revision: str, token: str, budget: Budget) -> Parts:
        log = SessionLog(
            options.client,
            server=options.server,
            recorder=recorder,
            is_quiet=options.quiet,
            is_logged=options.logged,
            on_losses=options.on_losses,
            number=next(numbers),
        )
        return new_bridge(revision, options, token, budget, unguessable_ids), make_upstream, log

    pool = SessionPool(bounds, parts, close, server_is_stateless=options.server in per_request())
    return HttpFront(pool, options.client, options.app)
