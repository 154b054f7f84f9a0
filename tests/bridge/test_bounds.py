"""The bounds of the page are those of the code."""

from __future__ import annotations

import re

import pytest

from mcp_bridge import (
    http_client,
    http_exchange,
    http_listener,
    http_session,
    http_streams,
    http_trust,
    options,
    stdio,
)
from mcp_bridge.core.budget import Limits
from mcp_bridge.options import FrontOptions
from support.paths import ROOT

FRONT = FrontOptions()
UNITS = {"": 1, "s": 1, "h": 3600, "KiB": 1 << 10, "MiB": 1 << 20}
# By the beginning of a row, the numbers in its second column.
ROWS: dict[str, tuple[float, ...]] = {
    "headers of a request": (http_trust.LARGEST_HEADERS,),
    "body of a request": (FRONT.largest,),
    "bodies that are being read": (FRONT.bodies,),
    "bytes of the open requests": (FRONT.waiting,),
    "time for headers": (http_listener.HEADER_SECONDS,),
    "time for a body, and for a turn": (FRONT.request_time,),
    "time between two requests": (http_listener.IDLE,),
    "open files": (http_listener.FILES,),
    "time in which a client reads nothing": (options.STALLED,),
    "the same, while unread bytes": (options.HOLDING,),
    "sessions": (FRONT.sessions,),
    "idle time of a session": (FRONT.idle,),
    "open requests of a session": (FRONT.streams,),
    "open requests in the process": (FRONT.requests,),
    "sessions in which one identity": (FRONT.parallel,),
    "bytes that the clients of a session": (FRONT.unread,),
    "calls that wait for answers": (FRONT.kept, http_streams.KEPT, http_streams.MOST, http_session.FINISHED),
    "params of `initialize`": (Limits().handshake, FRONT.kept),
    "a line on stdio": (stdio.LONGEST,),
    "time for a connection, for a body to the server": (http_client.CONNECT, http_client.SEND),
    "time until an answer begins": (http_client.BEGIN,),
    "time for a body of JSON": (http_client.BODY,),
    "size of an answer, of an event": (http_client.LARGEST,),
    "a broken stream with an answer": (http_exchange.RETRIES,),
}


@pytest.mark.parametrize("row", ROWS)
def test_the_page_has_the_bounds_of_the_code(row: str) -> None:
    """A reader who plans a deployment counts on these numbers."""
    page = (ROOT / "docs" / "bridge-operations.md").read_text("utf-8").partition("## Limits")[2]
    cells = dict(re.findall(r"^\| ([^|]*) \| ([^|]*) \|", page, re.MULTILINE))
    (name,) = [name for name in cells if name == row] or [name for name in cells if name.startswith(row)]
    found = re.findall(r"(\d[\d,]*)(?: (s|h|KiB|MiB)\b)?", cells[name])
    numbers = [float(number.replace(",", "")) * UNITS[unit] for number, unit in found]
    assert numbers[: len(ROWS[row])] == [*ROWS[row]]
