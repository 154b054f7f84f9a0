"""Strict decoders of objects are printed as functions, one for each class."""

from __future__ import annotations

import subprocess
import sys
from typing import Any, TypedDict

import mcp_revisions as mr
import pytest
from mcp_revisions._runtime.messages import printed_decoders
from mcp_revisions._runtime.messages.printed_decoders import PrintedObject, ValueDecoder, source

mcp: Any = mr.revision("2025-11-25")


def _text(value: Any, state: Any) -> Any:
    return value


def test_the_docstring_shows_what_is_printed() -> None:
    """The lines of the example in the docstring are those that the module prints."""
    members = {
        "type": ValueDecoder(None, (), _text, "text"),
        "text": ValueDecoder("text", (str,), _text),
        "_meta": ValueDecoder("meta", (dict,), _text),
    }
    printed = [
        line.replace("'", '"').replace("t0", "str").replace("t1", "dict")
        for line in source(PrintedObject(members, ("type", "text"), dict, dict))
    ]
    shown = (printed_decoders.__doc__ or "").splitlines()
    example = [line[4:] for line in shown if line.startswith("    ") and "…" not in line]
    assert len(example) > 20
    assert [line for line in example if line not in printed] == []


@pytest.mark.parametrize(
    ("value", "pointer"),
    [
        ({"arguments": 5, "name": 5}, "/arguments"),
        ({"name": 5, "arguments": 5}, "/name"),
        ({"task": {"ttl": "x"}, "_meta": 1, "name": 5}, "/task/ttl"),
        ({"x": 1, "_meta": {"progressToken": []}, "name": 5}, "/_meta/progressToken"),
        ({"x": 1}, ""),
    ],
)
def test_an_error_names_the_first_member_in_the_text(value: Any, pointer: str) -> None:
    """If several members do not fit, the error is that of the first one in the text."""
    with pytest.raises(mr.DecodeError) as error:
        mcp.decode(value, mcp.CallToolRequestParams)
    assert error.value.pointer == pointer


def test_a_nested_error_is_found_in_linear_time() -> None:
    """Each level looks once for an earlier error, so the calls grow with the size, not as powers of two."""
    calls = 0

    def decode_leaf(value: Any, state: Any) -> Any:
        nonlocal calls
        calls += 1
        raise printed_decoders.Mismatch("no")

    decode = decode_leaf
    depth = 40
    for _ in range(depth):
        members = {"a": ValueDecoder("a", (), decode), "b": ValueDecoder("b", (), decode_leaf)}
        decode = printed_decoders.printed_decoder(PrintedObject(members, (), dict, dict))
    value: Any = 1
    for _ in range(depth):
        value = {"b": 1, "a": value}
    with pytest.raises(printed_decoders.Mismatch) as found:
        decode(value, printed_decoders.DecodeState())
    assert found.value.pointer == "/b"
    assert calls <= 2 * depth


NAMES = ("a b", "'\"", '"""', "\\", "{0}", "x\ny", "class", "value", "state", "m0", "d0", "UNSET")


def test_names_of_members_are_only_data() -> None:
    """A class of the caller may have members with any name."""
    cls: Any = TypedDict("cls", dict.fromkeys(NAMES, mcp.TextContent))  # type: ignore[misc, operator]
    text = {"type": "text", "text": "t", "x-unknown": 1}
    found = mcp.decode(dict.fromkeys(NAMES, text), cls)
    assert list(found) == list(NAMES)
    assert {type(one).__name__ for one in found.values()} == {"TextContent"}
    with pytest.raises(mr.DecodeError) as error:
        mcp.decode({**dict.fromkeys(NAMES, text), "x\ny": {"type": "text"}}, cls)
    assert error.value.pointer == "/x\ny"


THREADS = """
import threading
import mcp_revisions as mr

CALL = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "n", "x": 1}}
RESULT = {"jsonrpc": "2.0", "id": 1, "result": {"content": [{"type": "text", "text": "t", "y": 2}], "z": 3}}
TOOL = {"name": "n", "inputSchema": {"type": "object"}, "w": 4}
PAGE = {"jsonrpc": "2.0", "id": 1, "result": {"tools": [TOOL]}}
barrier, found = threading.Barrier(24), []

def work(revision):
    mcp = mr.revision(revision)
    done = {"resultType": "complete"} if mr.facts(revision).per_request else {}
    page = {**done, "ttlMs": 0, "cacheScope": "private"} if done else {}
    barrier.wait()
    messages = [
        mcp.decode_message({**RESULT, "result": {**RESULT["result"], **done}}, "server", "tools/call"),
        mcp.decode_message({**PAGE, "result": {**PAGE["result"], **page}}, "server", "tools/list"),
    ]
    if not done:
        messages.append(mcp.decode_message(CALL, "client"))
    found.append((revision, [sorted(message.unknown) for message in messages]))

threads = [threading.Thread(target=work, args=(mr.REVISIONS[i % len(mr.REVISIONS)],)) for i in range(24)]
for thread in threads: thread.start()
for thread in threads: thread.join()
assert len(found) == 24, len(found)
for revision, pointers in found:
    assert pointers[:2] == [["/result/content/0/y", "/result/z"], ["/result/tools/0/w"]], pointers
    assert pointers[2:] in ([], [["/params/x"]]), pointers
print("the same in every thread")
"""


def test_the_first_use_may_come_from_many_threads() -> None:
    """Decoders that 24 threads print at the same moment decode the same messages in each of them."""
    run = subprocess.run(
        [sys.executable, "-c", THREADS], capture_output=True, text=True, timeout=300, check=False
    )
    assert (run.stdout, run.returncode) == ("the same in every thread\n", 0), run.stderr
