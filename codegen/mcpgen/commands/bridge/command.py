"""Check the options of `mcpgen bridge`, then run a session on stdio."""

from __future__ import annotations

import asyncio
import secrets
from collections.abc import Sequence
from pathlib import Path

from mcpgen.commands.bridge.diagnostics import LossReport, Recorder
from mcpgen.commands.bridge.session import Session
from mcpgen.commands.logs import revisions_package
from mcpgen.problems import refuse

AUTO = "auto"


def bridge(
    client: str, server: str, command: Sequence[str], *, log: Path | None = None, quiet: bool = False
) -> int:
    """Bridge our stdin and stdout to a server process until one of them ends; return the exit status."""
    if not command:
        raise refuse("COMMAND", "is missing; put the server's command after --")
    package = revisions_package()
    for option, revision, choices in (
        ("--client", client, package.REVISIONS),
        ("--server", server, (*package.REVISIONS, AUTO)),
    ):
        if revision not in choices:
            raise refuse(option, f"{revision!r} is no revision; it is one of {', '.join(choices)}")
    recorder = Recorder(log) if log is not None else None
    protocol = package.Bridge(client, server, nonce=lambda: secrets.token_hex(16))
    try:
        return asyncio.run(Session(protocol, command, recorder, None if quiet else LossReport()).run())
    finally:
        if recorder is not None:
            recorder.close()
