"""`mcpgen bridge --listen` and `mcpgen.bridge_app`: the HTTP front, run by uvicorn or mounted elsewhere."""

from __future__ import annotations

import asyncio
import socket
from collections.abc import Callable, Mapping
from typing import Any

import uvicorn

from mcpgen.commands.bridge.diagnostics import LossReport, Recorder, report
from mcpgen.commands.bridge.http_front import LOCAL, Front, FrontOptions
from mcpgen.commands.bridge.http_session import ClientSession
from mcpgen.commands.bridge.options import BridgeOptions, Listening, checked, http_servers, new_bridge
from mcpgen.commands.bridge.stdio import ChildServer
from mcpgen.problems import refuse
from mcpgen.runtime.revisions import per_request, with_handshake

SHUTDOWN = 5  # seconds for open responses when the front stops


def bridge_app(
    *,
    command: tuple[str, ...] = (),
    url: str | None = None,
    client: str = "auto",
    server: str = "auto",
    headers: Mapping[str, str] | None = None,
    front: FrontOptions | None = None,
) -> Any:
    """Return an ASGI application that serves clients of every revision from one server.

    The server is a `command`, started for each session, or a `url`. `client` and `server` are revisions or
    `auto`. `headers` go to the server behind the URL. Its lifespan must run, as every ASGI server does; a
    mounting application passes its own on. Raises `Refused` for options that do not belong together.
    """
    options = BridgeOptions(client, server, command, url, headers or {})
    return _front(options, front or FrontOptions(), None, None).application()


def serve(
    options: BridgeOptions, listening: Listening, recorder: Recorder | None, losses: LossReport | None
) -> int:
    """Serve clients at HOST:PORT until a signal; return the exit status."""
    host, port = _address(listening.address)
    own = () if host in LOCAL else (host,)
    front = FrontOptions(
        hosts=(*LOCAL, *own, *listening.hosts),
        forward=("authorization", *(name.lower() for name in listening.forward)),
        sessions=listening.sessions,
        idle=listening.idle,
    )
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    try:
        listener = socket.create_server((host, port), family=family, backlog=1024)
    except OSError as error:
        raise refuse("--listen", f"{listening.address}: {error.strerror or error}") from None
    application = _front(options, front, recorder, losses).application()
    config = uvicorn.Config(
        application,
        log_level="warning",
        access_log=False,
        server_header=False,
        timeout_graceful_shutdown=SHUTDOWN,
        ws="none",
    )
    name = f"[{host}]" if ":" in host else host
    report("--listen", f"http://{name}:{listener.getsockname()[1]}{front.path}")
    with listener:
        asyncio.run(uvicorn.Server(config).serve(sockets=[listener]))
    return 0


def _front(
    options: BridgeOptions, front: FrontOptions, recorder: Recorder | None, losses: LossReport | None
) -> Front:
    package = checked(options)
    http: tuple[Callable[..., Any], Callable[[], Any]] | None = None

    def make_session(client: str, headers: Mapping[str, str], **rest: Any) -> ClientSession:
        def make_server(listener: Any) -> Any:
            nonlocal http
            if options.url is None:
                return ChildServer(options.command, listener)
            if http is None:
                http = http_servers(options)
            return http[0](listener, headers)

        bridge = new_bridge(package, client, options)
        return ClientSession(bridge, make_server, recorder=recorder, losses=losses, **rest)

    async def close() -> None:
        nonlocal http
        if http is not None:
            (_, aclose), http = http, None
            await aclose()

    revisions = with_handshake(), per_request(), options.client
    return Front(front, revisions, make_session, close, stateless_server=options.server in per_request())


def _address(listen: str) -> tuple[str, int]:
    host, _, port = listen.rpartition(":")
    host = host.strip("[]")
    if not host or not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise refuse("--listen", f"{listen!r} is no HOST:PORT")
    return host, int(port)
