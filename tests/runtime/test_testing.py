"""`mcp_revisions.testing`: strategies of the frames of a revision, and the law of the round trip."""

from __future__ import annotations

import json
from collections import Counter
from typing import Any

import mcp_revisions as mr
import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from mcp_revisions.testing import Sample, assert_round_trip, flaw_of, frames, nearly_valid_frames

from support.oracle import oracle

REVISIONS = st.sampled_from(mr.REVISIONS)
FIRST = settings(max_examples=2_000, phases=[Phase.generate])  # the first example found, not the smallest
EXAMPLES = settings(max_examples=60, suppress_health_check=list(HealthCheck))


@EXAMPLES
@given(REVISIONS.flatmap(frames))
def test_a_drawn_frame_is_valid_and_comes_back(sample: Sample) -> None:
    """The official schema accepts each drawn frame, and a decode and an encode give it back."""
    assert flaw_of(sample) is None
    assert oracle(sample.revision).frame_fits(sample.frame, sample.sender, sample.answering)
    assert_round_trip(sample)


@pytest.mark.parametrize("revision", mr.REVISIONS)
def test_every_kind_of_frame_is_drawn(revision: str) -> None:
    """Requests, notifications and responses of one method each are found."""
    for method, answered in (("tools/call", False), ("tools/call", True), ("notifications/progress", False)):
        strategy = frames(revision, methods=[method])
        kind = lambda sample, answered=answered: (sample.answering is not None) == answered  # noqa: E731
        found = find(strategy, kind, settings=FIRST)
        assert (found.answering or found.frame["method"]) == method


def test_nearly_valid_frames_are_of_both_kinds() -> None:
    """Valid and invalid frames occur, and the official schema has the same verdict."""
    seen: Counter[bool] = Counter()

    @EXAMPLES
    @given(nearly_valid_frames("2025-11-25"))
    def draw(sample: Sample) -> None:
        is_valid = flaw_of(sample) is None
        assert oracle(sample.revision).frame_fits(sample.frame, sample.sender, sample.answering) == is_valid
        seen[is_valid] += 1

    draw()
    assert min(seen[True], seen[False]) > 3


def test_the_round_trip_of_a_lossy_codec_fails() -> None:
    """A codec that drops a member, or changes a value, is caught with both frames."""
    sample = Sample("2025-11-25", "client", None, {"jsonrpc": "2.0", "id": 1, "method": "ping", "x": 1})
    assert_round_trip(sample)
    assert_round_trip(sample, json.dumps)
    assert_round_trip(sample, lambda frame: json.dumps(frame).encode())
    with pytest.raises(AssertionError, match=r"2025-11-25: .* came back as "):
        assert_round_trip(sample, lambda frame: {**frame, "x": True})
    with pytest.raises(AssertionError):
        assert_round_trip(sample, lambda frame: {name: frame[name] for name in ("jsonrpc", "id", "method")})


def test_unknown_names_are_refused() -> None:
    """An unknown revision or method is a `ValueError`."""
    with pytest.raises(ValueError, match="2025-11-25 has no 'x/y'"):
        frames("2025-11-25", methods=["x/y"])
    with pytest.raises(ValueError, match="2031-01-01"):
        frames("2031-01-01")


@pytest.mark.parametrize("written", ["no JSON", b"\xff", None, 1, "{}"])
def test_what_is_no_frame_fails_the_round_trip(written: object) -> None:
    """Whatever the codec under test writes, the failure is an `AssertionError` with both frames."""
    sample = Sample("2025-11-25", "client", None, {"jsonrpc": "2.0", "id": 1, "method": "x"})
    with pytest.raises(AssertionError, match="came back as"):
        assert_round_trip(sample, lambda frame: written)


VALUES = st.none() | st.integers() | st.binary() | st.text(max_size=3) | st.lists(st.integers() | st.binary())
OTHERS = VALUES | st.lists(VALUES, min_size=1) | st.tuples(VALUES) | st.dictionaries(st.text(), VALUES)


@given(OTHERS, OTHERS)
def test_other_arguments_are_named(one: Any, other: Any) -> None:
    """Every argument of another type is a `TypeError`, and each other value a `ValueError`, that names it."""
    sample = Sample("2025-11-25", "client", None, {"jsonrpc": "2.0", "id": 1, "method": "ping"})
    for draw in (frames, nearly_valid_frames):
        with pytest.raises(ValueError, match="is not in this package"):
            draw(one)
        if other is not None:
            with pytest.raises((TypeError, ValueError), match="^methods: "):
                draw("2025-11-25", methods=other)
    for judge in (flaw_of, assert_round_trip):
        with pytest.raises(TypeError, match="^sample: expected a Sample, not "):
            judge(one)
    if other is not None:
        with pytest.raises(TypeError, match="^through: expected a function or None, not "):
            assert_round_trip(sample, other)


@pytest.mark.parametrize("methods", ["ping", [], ["no/such"]])
def test_no_methods_are_refused(methods: list[str]) -> None:
    """A text is not a sequence of names, and nothing can be drawn from none."""
    with pytest.raises(ValueError, match="methods: "):
        frames("2025-11-25", methods=methods)
