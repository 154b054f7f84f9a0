"""A composition accepts a frame if and only if the official files of the revision and the extension do.

The default suite takes a seeded slice; `make test-long` runs 100,000 frames an extension. Each deliberate
difference is a row in `docs/extensions.md`.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any

import mcp_revisions as mr
import pytest
from extension_oracle import EXTENSIONS, OTHER, REVISION, ExtensionOracle, extension_oracle

from support.exactness import check_value
from support.frame_mutations import mutated
from support.traffic import messages


def run_types(judge: ExtensionOracle, count: int, seed: int) -> int:
    """Check `count` values against the types of an extension; return how many were valid."""
    module, rng = mr.extension(EXTENSIONS[judge.name]), Random(seed)
    every = sorted(name for name in judge.types if name in module.types.__all__)
    framed = {type_ for type_, _ in judge.sent.values()} if judge.framed else set()
    donors = [judge.made(name, rng) for name in every]
    valid = 0
    for _ in range(count):
        name = rng.choice(every)
        value = judge.made(name, rng)
        if rng.random() < 0.7:
            value = mutated(value, rng, donors)
        expected = judge.fits(name, value)
        if expected and name in framed and name.endswith("Request") and "_meta" in value["params"]:
            expected = judge.base.fits("RequestMetaObject", value["params"]["_meta"])
        if not judge.framed and isinstance(value, dict) and {"jsonrpc", "id"} & value.keys():
            continue  # a message alone may have its envelope, which its definition does not declare
        type_ = getattr(module, name)

        def decode(data: Any, **options: Any) -> Any:
            return module.decode(data, type_, **options)  # noqa: B023

        check_value(expected, module, json.dumps(value).encode(), value, decode)
        valid += expected
    return valid


def run_frames(judge: ExtensionOracle, count: int, seed: int) -> int:
    """Check `count` frames of the revision and of the extension; return how many were valid."""
    module: Any = mr.compose(REVISION, EXTENSIONS[judge.name])
    rng = Random(seed)
    recorded = [
        (m.frame, m.sender, m.answering if m.answering in judge.base.requests else None)
        for m in messages(REVISION)
    ]
    donors = [judge.made(name, rng) for name, _ in judge.sent.values()]
    valid = 0
    for _ in range(count):
        chance = rng.random()
        answering: str | None = None
        if chance < 0.15:
            frame, sender, answering = rng.choice(recorded)
        elif chance < 0.6:
            (sender, _), (name, kind) = rng.choice(list(judge.sent.items()))
            frame = {**judge.made(name, rng), "jsonrpc": "2.0"}
            if kind == "request":
                frame["id"] = rng.choice([1, "a", 2.0])
        else:
            answering = rng.choice(list(judge.results))
            sender = OTHER[next(side for side, method in judge.sent if method == answering)]
            name = judge.results[answering]
            if judge.name == "tasks" and rng.random() < 0.3:
                answering, name = "tools/call", "CreateTaskResult"
            frame = {"jsonrpc": "2.0", "id": 1, "result": judge.made(name, rng)}
        if rng.random() < 0.7:
            frame = mutated(frame, rng, donors)
        expected = judge.frame_fits(frame, sender, answering)

        def decode(data: Any, **options: Any) -> Any:
            return module.decode_message(data, sender, answering, **options)  # noqa: B023

        check_value(expected, module, json.dumps(frame).encode(), frame, decode)
        valid += expected
    return valid


@pytest.mark.parametrize("name", EXTENSIONS)
def test_types_slice(name: str) -> None:
    """Every type of an extension accepts what its definition accepts and writes it back."""
    assert 100 < run_types(extension_oracle(name), 500, seed=1) < 450


@pytest.mark.parametrize("name", EXTENSIONS)
def test_frames_slice(name: str) -> None:
    """A composition accepts the frames that the files of revision and extension accept."""
    assert 100 < run_frames(extension_oracle(name), 600, seed=2) < 550


@pytest.mark.long
@pytest.mark.parametrize("name", EXTENSIONS)
def test_types_long(name: str) -> None:
    """100,000 values an extension: zero disagreements with the official file."""
    assert run_types(extension_oracle(name), 100_000, seed=3) > 15_000


@pytest.mark.long
@pytest.mark.parametrize("name", EXTENSIONS)
def test_frames_long(name: str) -> None:
    """100,000 frames an extension: zero disagreements with the official files."""
    assert run_frames(extension_oracle(name), 100_000, seed=4) > 15_000
