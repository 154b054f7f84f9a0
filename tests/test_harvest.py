"""The messages that `tests/harvest.py` finds in sources of other languages, and what it says about them."""

from __future__ import annotations

from collections import Counter
from pathlib import Path
from typing import Any

import pytest

from harvest import harvested, judged, main

PING = {"jsonrpc": "2.0", "id": 1, "method": "ping"}


@pytest.mark.parametrize(
    ("name", "source", "expected"),
    [
        ("a.py", "PING = {'jsonrpc': '2.0', \"id\": 1, 'method': 'ping',}  # a comment", [PING]),
        ("a.ts", "send({ jsonrpc: '2.0', id: 1, // the first\n method: 'ping' })", [PING]),
        ("a.rs", 'json!({"jsonrpc": "2.0", "id": 1, "method": "ping"})', [PING]),
        ("a.go", 'x := `{"jsonrpc":"2.0","id":1,"method":"ping"}`', [PING]),
        ("a.java", 'String x = "{\\"jsonrpc\\":\\"2.0\\",\\"id\\":1,\\"method\\":\\"ping\\"}";', [PING]),
        ("a.json", '[{"id": 1, "method": "ping", "jsonrpc": "2.0"}]', [PING]),
        ("a.ts", "send({ jsonrpc: '2.0', id: next(), method: 'ping' })", []),
        ("a.json", '{"properties": {"jsonrpc": {"const": "2.0"}}}', []),
        ("a.bin", '{"jsonrpc": "2.0", "id": 1, "method": "ping"}', []),
    ],
)
def test_constant_messages_are_found(name: str, source: str, expected: list[Any], tmp_path: Path) -> None:
    """A literal of any language is a message if it has no variable."""
    (tmp_path / name).write_text(source, "utf-8")
    assert list(harvested(tmp_path)) == expected


def test_a_message_is_decoded_and_converted_in_every_revision() -> None:
    """The counts say so, and nobody disagrees about a message of the specification."""
    counts = Counter[str]()
    result = {"jsonrpc": "2.0", "id": 1, "result": {"tools": []}}
    assert [*judged(PING, counts), *judged(result, counts)] == []
    assert counts["valid"] > 30 and counts["conversions"] > 100


def test_the_counts_are_printed(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A folder has a line, and the last line has the number of disagreements."""
    (tmp_path / "a.json").write_text('{"jsonrpc": "2.0", "id": 1, "method": "ping"}\n' * 2, "utf-8")
    assert main([str(tmp_path)]) == 0
    first, last = capsys.readouterr().out.splitlines()
    assert first.startswith(f"{tmp_path}: literals 2, messages 1, decoded 10, ")
    assert last == "disagreements: 0"
