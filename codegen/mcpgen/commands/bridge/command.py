"""Run a session of `mcpgen bridge` on stdio, or the HTTP front for many clients."""

from __future__ import annotations

import asyncio
from contextlib import closing, nullcontext
from typing import Any

from mcpgen.commands.bridge.diagnostics import LossReport, Recorder, RevisionReport, reporting
from mcpgen.commands.bridge.options import (
    BridgeOptions,
    FrontOptions,
    checked,
    http_upstreams,
    new_bridge,
    not_installed,
    refuse_missing_command,
)
from mcpgen.commands.bridge.stdio import ChildServer
from mcpgen.commands.bridge.stdio_front import StdioFront


def bridge(options: BridgeOptions, listen: str | None, front: FrontOptions) -> int:
    """Bridge our stdin and stdout, or clients at HOST:PORT, to a server; return the exit status."""
    package = checked(options)
    recorder = Recorder(options.log) if options.log is not None else None
    losses = None if options.quiet else LossReport()
    with reporting(), closing(recorder) if recorder is not None else nullcontext():
        if listen is not None:
            try:
                from mcpgen.commands.bridge.http_command import serve
            except ModuleNotFoundError as error:
                raise not_installed(error) from None
            return serve(options, listen, front, recorder, losses)
        refuse_missing_command(options)
        protocol = new_bridge(package, options.client, options)
        return asyncio.run(_session(options, protocol, recorder, losses))


async def _session(
    options: BridgeOptions, protocol: Any, recorder: Recorder | None, losses: LossReport | None
) -> int:
    command, diagnostics = options.command, (recorder, losses, RevisionReport(options.client, options.quiet))
    if options.url is None:
        return await StdioFront(protocol, lambda listener: ChildServer(command, listener), *diagnostics).run()
    make_server, close = http_upstreams(options)
    try:
        return await StdioFront(protocol, make_server, *diagnostics).run()
    finally:
        await close()
