"""Mistakes that both type checkers report: an ignored line without an error is an error of its own."""

# pyright: reportUnnecessaryTypeIgnoreComment=true
# ruff: noqa: E501

import mcp_revisions as mr
from mcp_revisions import v2025_11_25 as mcp

import mcp_bridge

data = b""
text = str(data)

# Revisions
mr.convert(data, "2025-11-2", "2025-06-18", sender="client")  # type: ignore[call-overload]
mr.convert(data, "2025-11-25", "2025-06-1", sender="client")  # type: ignore[call-overload]
mr.convert(data, text, "2025-06-18", sender="client")  # type: ignore[call-overload]
mr.convert(data, "2026-07-28+io.modelcontextprotocol/task", "2025-06-18", sender="client")  # type: ignore[call-overload]
mr.converter("2025-11-2", "2025-06-18", sender="client")  # type: ignore[call-overload]
mr.converter("2025-11-25", "2025-06-1", sender="client")  # type: ignore[call-overload]
mr.fidelity("tools/call", "2025-11-2", "2025-06-18")  # type: ignore[call-overload]
mr.fidelity("tools/call", "2025-11-25", "2025-06-1")  # type: ignore[call-overload]
mr.revision("2025-11-2")  # type: ignore[call-overload]
mr.revision(text)  # type: ignore[call-overload]
mr.compose("2026-07-2", "io.modelcontextprotocol/tasks")  # type: ignore[call-overload]

# Senders
mr.convert(data, "2025-11-25", "2025-06-18", sender="x")  # type: ignore[call-overload]
mr.converter("2025-11-25", "2025-06-18", sender="x")  # type: ignore[call-overload]
mr.fidelity("tools/call", "2025-11-25", "2025-06-18", sender="x")  # type: ignore[call-overload]
mcp.decode_message(data, sender="x")  # type: ignore[call-overload]
mcp.Router("x")  # type: ignore[call-overload]
mcp.Router("server").on("tools/call")  # type: ignore[call-overload]
mcp.Router("client").on("roots/list")  # type: ignore[call-overload]
mcp_bridge.serve(mcp.Router("server"))  # type: ignore[arg-type]
mcp_bridge.app(mcp.Router("server"))  # type: ignore[arg-type]
mcp_bridge.connect("http://127.0.0.1/mcp", mcp.Router("client"), meta={})  # type: ignore[arg-type]

# Methods
mr.convert(data, "2025-11-25", "2025-06-18", sender="server", answering="tools/cal")  # type: ignore[call-overload]
mr.converter("2025-11-25", "2025-06-18", sender="server")(data, "tools/cal")  # type: ignore[call-overload]
mr.fidelity("tools/callx", "2025-11-25", "2025-06-18")  # type: ignore[call-overload]
mcp.decode_message(data, sender="server", answering="tools/cal")  # type: ignore[call-overload]
mcp.decode_message(data, sender="server", answering=text)  # type: ignore[call-overload]
