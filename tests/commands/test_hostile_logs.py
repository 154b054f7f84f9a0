"""A line of a log that surprises never stops the lines after it, in `convert` and `validate` of mcpgen."""

from __future__ import annotations

import io
import json
import re
from collections.abc import Iterator
from random import Random
from typing import Any

import mcp_revisions as mr
import pytest

from mcpgen.commands.convert import ConversionOptions, Outputs
from support.agreement import HOSTILE, texts
from support.exception_fuzzer import nested, value
from support.log_commands import convert_lines, validate_lines
from support.spellings import NOT_JSON

PING = {"jsonrpc": "2.0", "id": "last", "method": "tools/list", "params": {}}
LINES = 600


def hostile_lines(rng: Random, count: int) -> Iterator[bytes]:
    """Yield damaged frames, alone or wrapped, with odd members around them, and bytes that are no JSON."""
    for frame, data in texts(rng, count):
        kind = rng.randrange(6)
        if kind == 0:
            yield rng.choice(NOT_JSON)
        elif kind == 1:
            yield data
        else:
            sender = rng.choice([frame.sender, ["client"], {"a": 1}, None, 1, "x", *HOSTILE[:5]])
            wrapper = {"from": sender, "message": frame.tree, "x": value(rng)}
            if rng.random() < 0.02:
                wrapper["message"] = {**PING, "params": {"_meta": {"deep": nested(rng.choice([300, 700]))}}}
            if kind == 2:
                wrapper["message"] = value(rng)
            if kind == 3:
                del wrapper["from"]
            if kind == 4:
                wrapper["from"] = frame.sender
            try:
                yield json.dumps(wrapper).encode()
            except (ValueError, RecursionError):
                yield b'{"from": ["client"], "message": {}}'


def log(seed: int) -> list[bytes]:
    """Return the lines of a hostile log, which ends with a request."""
    lines = [line.replace(b"\n", b" ") for line in hostile_lines(Random(seed), LINES)]
    return [*(line + b"\n" for line in lines if line.strip()), json.dumps(PING).encode() + b"\n"]


@pytest.mark.parametrize("target", mr.REVISIONS[:4])
def test_convert_reads_to_the_end(target: str) -> None:
    """Every line is converted or reported with its number; the last request is converted."""
    lines, out, notes = log(int(target[:4])), io.BytesIO(), io.StringIO()
    for keep in (False, True):
        options = ConversionOptions("2025-06-18", target, keep=keep)
        convert_lines(lines, "log", options, Outputs(out, notes, io.BytesIO()))
        assert json.loads(out.getvalue().splitlines()[-1])["id"] == "last"
        assert "messages from 2025-06-18" in notes.getvalue().splitlines()[-1]


@pytest.mark.parametrize("revision", mr.REVISIONS)
@pytest.mark.parametrize("advice", [False, True])
def test_validate_reads_to_the_end(revision: str, advice: bool) -> None:
    """Every line has a verdict; that of the last request is `valid`, or names what the revision demands."""
    lines = log(int(revision[5:7]))
    found: dict[str, Any] = {}
    for form in ("json", "text", "junit"):
        out = io.StringIO()
        validate_lines(lines, revision, out, format=form, advice=advice)
        found[form] = out.getvalue()
    messages = json.loads(found["json"])["messages"]
    assert [each["line"] for each in messages] == [*range(1, len(lines) + 1)]
    assert messages[-1]["method"] == "tools/list"


@pytest.mark.parametrize("revision", mr.REVISIONS)
def test_a_fault_has_the_same_words_in_both_commands(revision: str) -> None:
    """A line that `convert` leaves out for its fault is invalid for `validate`, in the same words.

    The words name no parameter of a function.
    """
    lines, notes, report = log(int(revision[5:7])), io.StringIO(), io.StringIO()
    target = next(other for other in mr.REVISIONS if other != revision)
    convert_lines(lines, "log", ConversionOptions(revision, target), Outputs(io.BytesIO(), notes))
    validate_lines(lines, revision, report, format="json")
    reasons = {
        row["line"]: ": ".join(filter(None, [row.get("pointer"), row["reason"]]))
        for row in json.loads(report.getvalue())["messages"]
        if row["verdict"] != "valid"
    }
    said = dict(re.findall(r"^log:(\d+): (.*)$", notes.getvalue(), re.MULTILINE))
    compared = 0
    for number, words in said.items():
        assert not re.match(r"(answering|sender|source|target|context|keep|loss)\b", words), words
        if not re.match(r"has no equivalent|answers ", words) and int(number) in reasons:
            assert words == reasons[int(number)]
            compared += 1
    assert compared > LINES / 10
