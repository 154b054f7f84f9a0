"""The bridge between real clients and real servers (`tests/peers/`): exchanges that both can express succeed.

By default the tests use the installed peers. The long test installs old releases of `mcp` and the reference
server, runs every session and compares the outcomes with the table in `docs/bridge-peers.md`.
"""

from __future__ import annotations

import sys
from pathlib import Path

import pytest

from support.paths import PEERS

sys.path[:0] = [str(PEERS), str(PEERS.parent / "recording")]

import table  # noqa: E402
import talk  # noqa: E402

OWN = next(server for server in talk.SERVERS if server.name == "mcp 2.3.0")


@pytest.mark.parametrize("spoken", ["2025-11-25", "2025-06-18"])
def test_the_newest_client_works_with_an_older_server(spoken: str, tmp_path: Path) -> None:
    """Every exchange of `mcp` 2.3.0 with a legacy server succeeds; every frame of the bridge is valid."""
    outcome = talk.talk(talk.MODERN, OWN, spoken, tmp_path)
    assert outcome.exchanges.pop("revision") == talk.MODERN
    assert len(outcome.exchanges) > 20 and set(outcome.exchanges.values()) == {"ok"}, outcome.exchanges
    assert outcome.invalid == []


@pytest.mark.long
def test_every_pair_of_real_peers() -> None:
    """Frames of the bridge are valid, exchanges across revisions succeed, and the table has the outcomes."""
    outcomes, invalid = table.hold()
    assert invalid == []
    failed = [
        f"{name}, {exchange}: {said}"
        for name, exchanges in outcomes.items()
        for exchange, said in exchanges.items()
        if said != "ok" and exchange != "revision" and name.split(", ")[0] != name.split(", ")[2]
    ]
    assert failed == []
    page = table.PAGE.read_text(encoding="utf-8")
    assert page.partition(table.BEGIN)[2].partition(table.END)[0].strip() == table.table(outcomes).strip()
