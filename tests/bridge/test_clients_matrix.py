"""A part of the matrix of `make clients`: the client that the development tools bring, in short silences."""

from __future__ import annotations

import asyncio
from pathlib import Path

import pytest

from clients.matrix import SITUATIONS, Outcome, observe, page
from clients.peers import PEERS
from support.paths import ROOT

OWN = next(peer for peer in PEERS if peer.name == "Python mcp 2.3.0")


@pytest.mark.parametrize("situation", ["cancelled call"])
def test_a_session_of_an_official_client(situation: str) -> None:
    """Nothing is handled twice, nothing is lost, and the session ends when the client has left."""
    command = OWN.install(Path())
    found = asyncio.run(observe(OWN, command, situation, silence=8.0, idle=15.0))
    assert (found.fault, found.note) == ("", "")


def test_the_page_names_each_client_and_what_went_wrong() -> None:
    """A missing client and a fault are on it, and a note about an SDK is written once."""
    well = dict.fromkeys(SITUATIONS, Outcome(1, "the SDK does so", ""))
    text = page({"a": {**well, "idle": Outcome(9, "", "too many")}, "b": "no toolchain", "c": well})
    assert "| a | **no** | yes, 1 [1] |" in text and "- a, idle: too many" in text
    assert "- b was not tried: no toolchain" in text and text.count("The SDK does so.") == 1


def test_the_published_page_has_every_client() -> None:
    """The page is of these clients, and nothing on it went wrong."""
    text = (ROOT / "docs" / "bridge-clients.md").read_text("utf-8")
    assert [name for peer in PEERS if (name := f"| {peer.name} |") not in text] == []
    assert "**no**" not in text
