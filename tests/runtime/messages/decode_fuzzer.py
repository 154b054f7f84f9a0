"""Fuzz `decode_message`: `python tests/fuzz_decode.py --seconds 3600 [--seed N]`.

Hypothesis makes JSON values, byte strings and changes to recorded frames; each goes through every option of
the decoder. A finding is any exception but `DecodeError`, a verdict that is not the oracle's, or a message
that is not written back as it was. Rounds of fresh seeds go on until the time is up; the first finding stops,
shrunk and printed.
"""

from __future__ import annotations

import argparse
import json
import sys
import time
from random import Random
from typing import Any

import mcp_revisions
from hypothesis import HealthCheck, Phase, given, seed, settings
from hypothesis import strategies as st
from mcp_revisions import DecodeError, EncodeError

from support.exactness import check_frame
from support.frame_mutations import mutated
from support.oracle import REVISIONS, oracle
from support.traffic import messages

RECORDED = {r: [(m.frame, m.sender, m.answering) for m in messages(r)] for r in REVISIONS}
WORDS = sorted({w for r in REVISIONS for t in oracle(r).types.values() for w in t.get("properties", {})})
SCALARS = (
    st.none()
    | st.booleans()
    | st.integers()
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text()
    | st.sampled_from([*WORDS, "2.0", "text", "object", "input_required", "tools/call", "initialize"])
)
JSON = st.recursive(
    SCALARS,
    lambda inner: (
        st.lists(inner, max_size=4)
        | st.dictionaries(st.sampled_from(WORDS) | st.text(max_size=3), inner, max_size=5)
    ),
    max_leaves=20,
)
SPLICES = st.sampled_from(
    [b"", b"{", b"}", b"[", b"]", b'"', b",", b":", b"\\", b"\\u", b"\\ud800", b"\xff", b"\0",
     b"-", b"0", b"e9", b"1.0", b"null", b"NaN", b"  ", b"~"]
)  # fmt: skip


@st.composite
def cases(draw: st.DrawFn) -> tuple[str, bytes, str, str | None]:
    """Return a revision, a text, who sends it, and what it answers."""
    revision = draw(st.sampled_from(REVISIONS))
    frame, sender, answering = draw(st.sampled_from(RECORDED[revision]))
    if answering not in oracle(revision).requests or draw(st.integers(0, 9)) == 0:
        answering = None
    kind = draw(st.integers(0, 4))
    if kind == 0:
        data = draw(st.binary() | st.text().map(str.encode))
    elif kind == 1:
        data = json.dumps(draw(JSON)).encode()
    elif kind == 2:
        changed = dict(frame)
        changed[draw(st.sampled_from(["params", "result", "error", "id", "method", "x"]))] = draw(JSON)
        data = json.dumps(changed).encode()
    elif kind == 3:
        donors = [f for f, _, _ in RECORDED[revision][:50]]
        data = json.dumps(mutated(frame, Random(draw(st.integers(0, 2**32))), donors)).encode()
    else:
        text = bytearray(json.dumps(frame).encode())
        for _ in range(draw(st.integers(1, 3))):
            at = draw(st.integers(0, len(text)))
            text[at : at + draw(st.integers(0, 3))] = draw(SPLICES)
        data = bytes(text)
    return revision, data, sender, answering


def check(case: tuple[str, bytes, str, str | None]) -> None:
    """Assert what holds for any input."""
    revision, data, sender, answering = case
    module: Any = mcp_revisions.revision(revision)
    for options in (
        {},
        {"strict_json": True},
        {"invalid_items": "skip"},
        {"unknown": "drop"},
        {"unknown": "error"},
    ):
        for asked in (answering, lambda id: answering):
            try:
                module.encode(module.decode_message(data, sender, asked, **options))
            except DecodeError as error:
                assert "\n" not in str(error)
                assert error.code in (-32700, -32600, -32601, -32602)
    try:
        tree = json.loads(data, parse_constant=lambda name: 1 / 0, object_pairs_hook=once)
        module.encode(tree)
    except (ValueError, ArithmeticError, RecursionError, EncodeError):
        return
    finite = "inf" not in json.dumps(tree).lower() or "Infinity" not in json.dumps(tree)
    if finite:
        check_frame(oracle(revision), tree, sender, answering)


def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Return an object, unless a name occurs twice in it."""
    made = dict(pairs)
    if len(made) != len(pairs):
        raise ValueError("a name occurs twice")
    return made


def fuzz(seconds: float, first_seed: int = 0) -> int:
    """Check cases until the time is up; return how many."""
    count, number, until = 0, first_seed, time.monotonic() + seconds

    def counted(case: tuple[str, bytes, str, str | None]) -> None:
        nonlocal count
        count += 1
        check(case)

    while time.monotonic() < until:
        run = settings(
            max_examples=1000,
            deadline=None,
            database=None,
            suppress_health_check=list(HealthCheck),
            phases=(Phase.generate, Phase.shrink),
        )(given(cases())(counted))
        seed(number)(run)()
        number += 1
    return count


def main() -> int:
    """Run from the command line."""
    parser = argparse.ArgumentParser(description="fuzz decode_message")
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--seed", type=int, default=0)
    arguments = parser.parse_args()
    count = fuzz(arguments.seconds, arguments.seed)
    print(f"{count} cases, no finding")
    return 0


if __name__ == "__main__":
    sys.exit(main())
