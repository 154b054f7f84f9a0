"""`mcpgen bridge --listen` and `mcpgen.bridge_app`: the HTTP front, run by uvicorn or mounted elsewhere."""

from __future__ import annotations

import asyncio
import resource
import socket
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from mcpgen.commands.bridge.diagnostics import LossReport, Recorder, RevisionReport, report
from mcpgen.commands.bridge.http_app import application
from mcpgen.commands.bridge.http_bridged import BridgedServer, Served
from mcpgen.commands.bridge.http_front import Front, Sides
from mcpgen.commands.bridge.http_listener import server_of
from mcpgen.commands.bridge.http_memory import Memory
from mcpgen.commands.bridge.options import (
    BridgeOptions,
    FrontOptions,
    checked,
    checked_front,
    http_upstreams,
    new_bridge,
    refuse_missing_command,
)
from mcpgen.commands.bridge.stdio import ChildServer
from mcpgen.problems import Refused, refuse
from mcpgen.runtime.revisions import per_request, with_handshake

FILES = 65536  # open files, where the system allows so many
CHILDREN = 16  # child processes that clients of one identity use in turns
# The parameters of `bridge_app` that stand for options of the command.
PARAMETERS = {
    "--client": "client",
    "--server": "server",
    "--connect": "url",
    "--header": "headers",
    "--worker": "front.worker",
    "--sharing": "front.sharing",
}
UNTAKEN = 1 << 16  # bytes that may wait for a child before the front counts them


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
    `auto`. `headers` go to the server behind the URL. Every ASGI server runs the lifespan of the application.
    An application that mounts this application has to run the lifespan too; else idle sessions end at the
    next request. Raises `Refused` for options that do not belong together.
    """
    if (url is None) == (not command):
        raise refuse("bridge_app", "the server is a command or a url, one of the two")
    if headers and url is None:
        raise refuse("headers", "have no effect without url")
    options = BridgeOptions(client, server, command, url, headers or {}, quiet=True)
    try:
        refuse_missing_command(options)
        return application(front_of(options, front or FrontOptions()))
    except Refused as refused:
        problems = [
            replace(one, location=PARAMETERS.get(one.location, one.location)) for one in refused.problems
        ]
        raise Refused(problems) from None


def serve(
    options: BridgeOptions,
    listen: str,
    front: FrontOptions,
    recorder: Recorder | None,
    losses: LossReport | None,
) -> int:
    """Serve clients at HOST:PORT until a signal n; return the exit status, 128 + n."""
    host, port = _address(listen)
    front = replace(front, hosts=(*front.hosts, host))
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    _allow_many_connections()
    try:
        listener = socket.create_server((host, port), family=family, backlog=1024)
    except (TypeError, UnicodeError):  # of the encoding of host names
        raise refuse("--listen", f"{listen!a} is no HOST:PORT") from None
    except OSError as error:
        reason = (error.strerror or str(error)).partition(" (while")[0]
        raise refuse("--listen", f"{listen}: {reason}; choose another HOST:PORT") from None
    with listener:
        refuse_missing_command(options)
        running = server_of(application(front_of(options, front, recorder, losses)))
        name = f"[{host}]" if ":" in host else host
        report("--listen", f"http://{name}:{listener.getsockname()[1]}{front.path}")
        asyncio.run(running.serve(sockets=[listener]))
    return running.status


def _allow_many_connections() -> None:
    """Raise the soft limit of open files: a session has a connection or a child on either side."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    most = FILES if hard == resource.RLIM_INFINITY else min(hard, FILES)
    if soft != resource.RLIM_INFINITY and soft < most:
        resource.setrlimit(resource.RLIMIT_NOFILE, (most, hard))


def front_of(
    options: BridgeOptions,
    front: FrontOptions,
    recorder: Recorder | None = None,
    losses: LossReport | None = None,
) -> Front:
    """Return the front of a server; refuse options that do not belong together."""
    package, front = checked(options), checked_front(front)
    http: tuple[Callable[..., Any], Callable[[], Any]] | None = None

    def make(
        client: str, headers: Mapping[str, str], served: Served, ended: Callable[[BridgedServer], None]
    ) -> BridgedServer:
        def make_server(listener: Any) -> Any:
            nonlocal http
            if options.url is None:
                return ChildServer(options.command, listener, UNTAKEN)
            if http is None:
                http = http_upstreams(options, Memory(served.memory.most // 2))
            return http[0](listener, headers)

        bridge = new_bridge(package, client, options)
        numbered = None if recorder is None else recorder.session()
        revisions = RevisionReport(options.client, options.quiet)
        return BridgedServer(bridge, make_server, served, ended, numbered, losses, revisions)

    async def close() -> None:
        nonlocal http
        if http is not None:
            (_, aclose), http = http, None
            await aclose()

    parallel = front.parallel or (CHILDREN if options.url is None else front.pending)
    patience = options.limits.get("patience", package.BridgeLimits().patience)
    is_modern = options.server in per_request()
    sides = Sides(with_handshake(), per_request(), options.client, is_modern, parallel, patience)
    return Front(front, sides, make, close)


def _address(listen: str) -> tuple[str, int]:
    host, _, port = listen.rpartition(":")
    host = host.strip("[]")
    if not host or not port.isascii() or not port.isdigit() or int(port) > 65535:
        raise refuse("--listen", f"{listen!r} is no HOST:PORT")
    return host, int(port)
