"""The timers of a bridge, drawn at random against a list: the same order, and no more memory than timers."""

from __future__ import annotations

from hypothesis import given
from hypothesis import strategies as st

from mcp_bridge.core.timers import Timers

STEPS = st.lists(
    st.tuples(st.sampled_from(["start"] * 3 + ["stop", "due", "clear"]), st.integers(0, 9)), max_size=60
)


@given(STEPS)
def test_timers_ring_in_order(steps: list[tuple[str, int]]) -> None:
    """The earliest first, and of the same time the oldest; one that is stopped does not ring."""
    timers, model = Timers(), dict[int, tuple[int, int]]()
    timers.begin(0)
    rung: list[int] = []
    for number, (step, value) in enumerate(steps):
        if step == "start":
            timers.start(number, value, lambda number=number: rung.append(number))  # type: ignore[misc]
            model[number] = (value, number)
        elif step == "stop":
            timers.stop(value)
            model.pop(value, None)
        elif step == "clear":
            timers.clear()
            model.clear()
        else:
            due = sorted(entry for entry in model.values() if entry[0] <= value)
            for call in timers.due(value):
                call()
            assert rung == [each for _, each in due]
            rung.clear()
            for _, each in due:
                del model[each]
        assert len(timers) == len(model)
        assert timers.deadline == min((when for when, _ in model.values()), default=None)


def test_a_timer_that_rings_may_stop_and_start_others() -> None:
    """One that it stops does not ring; one that it starts rings next time, even if it is due."""
    timers, rung = Timers(), list[str]()
    timers.begin(0)

    def first() -> None:
        timers.stop(2)
        timers.start(3, 0, lambda: rung.append("started"))

    timers.start(1, 1, first)
    timers.start(2, 2, lambda: rung.append("stopped"))
    for call in timers.due(5):
        call()
    assert rung == [] and timers.deadline == 0
    for call in timers.due(5):
        call()
    assert rung == ["started"] and timers.deadline is None


def test_stopped_timers_leave_nothing_behind() -> None:
    """A request with a long time that is answered soon is the usual case."""
    timers = Timers()
    timers.begin(0)
    timers.start(-1, 10, lambda: None)
    for number in range(10_000):
        timers.start(number, 600 + number, lambda: None)
        timers.stop(number)
        assert len(timers) == len(timers._order) == 1
    assert timers.deadline == 10
