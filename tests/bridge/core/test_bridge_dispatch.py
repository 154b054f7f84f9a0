"""The tables of the session, of a request's life and of the dispatch: in the docs, each cell with a function.

`python tests/bridge/core/test_bridge_dispatch.py` writes the tables into `docs/bridge-dispatch.md`.
"""

from __future__ import annotations

from operator import attrgetter
from pathlib import Path
from typing import Any

import pytest

import mcp_bridge
from mcp_bridge.core.bridge import SESSION, STATES
from mcp_bridge.core.conversation import DISPATCH
from mcp_bridge.core.converters import known_methods
from mcp_bridge.core.requests import LIFE, Request
from mcp_bridge.core.requests import STATES as LIFE_STATES
from support.bridge_pair import opened

PAGE = Path(__file__).parents[3] / "docs/bridge-dispatch.md"
BEGIN = "<!-- made by tests/bridge/core/test_bridge_dispatch.py -->"
END = "<!-- end -->"
OLD, NEW = "2025-11-25", "2026-07-28"
ERAS = {"handshake": OLD, "stateless": NEW}


def rendered() -> str:
    """Return the tables of the docs: the session, a request's life, and the dispatch."""
    states = [f"| event | {' | '.join(STATES)} |", "|---|" + "---|" * len(STATES)]
    states += [f"| {event} | {' | '.join(map(_cell, row))} |" for event, row in SESSION.items()]
    heads = [f"{client}, {server}" for client, server in DISPATCH]
    lines = [f"| from | method | {' | '.join(heads)} |", "|---|---|" + "---|" * len(heads)]
    for kind in ("requests", "notifications"):
        rows = {row: None for pair in DISPATCH.values() for row in getattr(pair, kind)}
        for side, method in sorted(rows):
            cells = [_cell(getattr(pair, kind).get((side, method))) for pair in DISPATCH.values()]
            lines.append(f"| {side} | `{method}` | {' | '.join(cells)} |")
    return "\n".join([*states, "", *_life(), "", *lines])


def _life() -> list[str]:
    """Return the states of a request, and what may happen in each: the function, and the next state."""
    lines = ["| state of a request | meaning |", "|---|---|"]
    lines += [f"| {state} | {meaning} |" for state, meaning in LIFE_STATES.items()]
    alive = [state for state in LIFE_STATES if state != "ended"]
    lines += ["", f"| happening | {' | '.join(alive)} |", "|---|" + "---|" * len(alive)]
    for happening in dict.fromkeys(happening for _, happening in LIFE):
        cells = [LIFE.get((state, happening)) for state in alive]
        texts = ["" if cell is None else f"`{cell[0].removeprefix('_')}`, {cell[1]}" for cell in cells]
        lines.append(f"| {happening} | {' | '.join(texts)} |")
    return lines


def _cell(row: Any) -> str:
    return "" if row is None else f"`{row}`" if isinstance(row, str) else f"dropped, {row.id}"


def test_the_docs_show_the_dispatch() -> None:
    """The table of the page is the one that the bridge reads."""
    page = PAGE.read_text(encoding="utf-8")
    assert page.partition(BEGIN)[2].partition(END)[0].strip() == rendered()


def test_every_event_of_a_session_has_a_method_in_each_state() -> None:
    """No cell is empty, and each names a method of `Bridge` or its parts; a request is never dropped."""
    bridge = mcp_bridge.Bridge(OLD, NEW)
    for event, row in SESSION.items():
        names = [cell for cell in row if isinstance(cell, str)]
        assert len(row) == len(STATES) and all(callable(attrgetter(f"_{name}")(bridge)) for name in names)
        assert names == [*row] or not event.endswith("request")


def test_every_row_of_a_life_has_a_method() -> None:
    """Each row names a method of `Request` and a state; nothing happens to an ended request, all can end."""
    for (before, _), (function, after) in LIFE.items():
        assert (
            callable(getattr(Request, function)) and {before, after} <= {*LIFE_STATES} and before != "ended"
        )
    assert all(LIFE[state, "cancel"][1] == "ended" for state in LIFE_STATES if state != "ended")


def test_every_row_has_a_handler_and_a_known_method() -> None:
    """Each handler is an attribute of the conversation of its pair; each method is one of a revision.

    A reason to drop a frame stands in its place for notifications alone.
    """
    for (client, server), pair in DISPATCH.items():
        bridge: Any = mcp_bridge.Bridge(ERAS[client], ERAS[server])
        conversation = bridge._conversation_for(ERAS[client], ERAS[server])
        assert conversation.eras == (client, server)
        for (_, method), row in (*pair.requests.items(), *pair.notifications.items()):
            assert method in known_methods()
            if isinstance(row, str) or row in pair.requests.values():
                assert callable(attrgetter(row)(conversation))


DROPPED = [
    (pair, side, method, row)
    for pair, rows in DISPATCH.items()
    for (side, method), row in rows.notifications.items()
    if not isinstance(row, str)
]


@pytest.mark.parametrize("pair, side, method, reason", DROPPED)
def test_a_notification_that_has_a_reason_in_its_row_is_dropped_for_it(
    pair: Any, side: str, method: str, reason: Any
) -> None:
    """Nothing is sent, and the host learns the rule and the sentence."""
    link = opened(*(ERAS[era] for era in pair))
    assert link.tell(side, method, {}) == []
    assert link.ended[-1][0]["method"] == method and link.ended[-1][1] == reason.reason


if __name__ == "__main__":
    before, _, rest = PAGE.read_text(encoding="utf-8").partition(BEGIN)
    PAGE.write_text(
        before + BEGIN + "\n\n" + rendered() + "\n\n" + END + rest.partition(END)[2], encoding="utf-8"
    )
