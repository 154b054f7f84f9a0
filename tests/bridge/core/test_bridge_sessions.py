"""Random sessions of a client, a server and a host over the object, with a clock of their own.

`bridge_sessions.py` states the laws and replays the session of a seed.
"""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from bridge_sessions import session

from mcp_bridge.core import budget, requests, task_table

# A caller asks whether these may happen, and refuses or drops the frame if not.
ASKED = {"answer", "response", "acknowledge", "let go"}


class Rows(dict[Any, Any]):
    """The table of a request's life, which counts the rows that are read."""

    def __init__(self) -> None:
        super().__init__(requests.LIFE)
        self.read: Counter[Any] = Counter()

    def get(self, key: Any, default: Any = None) -> Any:
        """Return a row, and count it."""
        self.read[key] += 1
        return super().get(key, default)


def test_random_sessions(monkeypatch: pytest.MonkeyPatch) -> None:
    """The laws hold in two hundred thousand events, which read every row of the table and want no other."""
    rows = Rows()
    monkeypatch.setattr(requests, "LIFE", rows)
    assert sum(map(session, range(3000))) > 200_000
    assert set(rows) - set(rows.read) <= {("awaiting retry", "let go")}  # one session in ten thousand
    assert {happening for _, happening in set(rows.read) - set(rows)} <= ASKED


def test_some_random_sessions() -> None:
    """So they do in some thousand events of other seeds."""
    assert sum(map(session, range(3000, 3500))) > 30_000


@pytest.mark.long
def test_very_many_random_sessions() -> None:
    """The laws hold in four million events."""
    assert sum(map(session, range(10_000, 70_000))) > 4_000_000


@pytest.mark.parametrize(
    "owner, method, fault",
    [
        (requests.Request, "stop_waiting", lambda *given, **more: None),
        (requests.Request, "_end", lambda *given: None),
        (requests.Request, "detach", lambda *given: None),
        (budget.Account, "release", lambda *given: None),
        (requests.Core, "stop_timer", lambda *given: None),
        (task_table.Tasks, "_forget_request", lambda *given: None),
    ],
)
def test_the_laws_find_a_fault(owner: Any, method: str, fault: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """Without a part of the life of a request, a law is broken within hundreds of sessions."""
    monkeypatch.setattr(owner, method, fault)
    with pytest.raises(AssertionError, match="seed"):
        for seed in range(300):
            session(seed)
