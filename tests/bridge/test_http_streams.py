"""The frames of a stream, drawn at random: none is lost that is awaited, every byte is counted once."""

from __future__ import annotations

import asyncio
from collections import deque

import pytest
from hypothesis import given
from hypothesis import strategies as st

from mcp_bridge import http_streams
from mcp_bridge.core.budget import Budget
from mcp_bridge.http_streams import Stream, event_parts, place, priming

KEPT, MOST = 20, 8  # in these tests
OFTEN = ["put", "take"] * 4 + ["attach", "detach"] * 2 + ["withdraw", "evict", "close", "end"]
STEPS = st.lists(st.tuples(st.sampled_from(OFTEN), st.integers(-1, 12)), min_size=10, max_size=40)


class Model:
    """The frames that a stream keeps, by number, and where its reader is."""

    def __init__(self, is_kept: bool) -> None:
        self.counted: list[int] = []
        self.budget = Budget(1 << 20)
        self.stream = Stream("s", self.budget, self.counted.append, is_kept=is_kept)
        self.is_kept = is_kept
        self.kept: dict[int, bytes] = {}
        self.count = self.taken = 0
        self.is_read = True
        self.tickets = [0]  # of the open responses, the newest last; 0 waits for its response
        self.last = 0
        self.sent: dict[int, int | None] = {}  # by number, the reader that took it; None: confirmed
        self.responses: set[int] = set()
        self.lost_responses: set[int] = set()  # deleted before the client confirmed them

    def put(self, size: int) -> None:
        """Add a frame; the oldest go beyond the bound, but the last frame stays."""
        self.count += 1
        self.kept[self.count] = bytes([65 + self.count % 26]) * max(2 * size, 0)
        is_response = size % 3 == 0
        if is_response:
            self.responses.add(self.count)
        assert self.stream.put(self.kept[self.count], is_response=is_response) == self.count
        self.trim()

    def trim(self) -> None:
        """Forget the oldest frames beyond the bound that no reader waits for."""
        while (sum(map(len, self.kept.values())) > KEPT or len(self.kept) > MOST) and len(self.kept) > 1:
            oldest = min(self.kept)
            if self.is_read and oldest > self.taken:
                break
            self.drop(oldest)
            self.taken = max(self.taken, oldest)

    def drop(self, *numbers: int) -> None:
        """Forget frames."""
        for number in numbers:
            del self.kept[number]
            if number in self.responses and self.sent.get(number, -1) is not None:
                self.lost_responses.add(number)

    def take(self, _: int) -> None:
        """Take the next frame; a stream that nobody can take up again forgets it."""
        found = self.stream.next_unread()
        elsewhere = self.tickets[:-1]
        waiting = [n for n in self.kept if n > self.taken and self.is_for_newest(n, elsewhere)]
        assert found == ((waiting[0], self.kept[waiting[0]]) if waiting else None)
        if found is None:
            self.taken = self.count
        else:
            self.taken = found[0]
            self.stream.take(self.taken)
            if self.sent.get(self.taken, -1) is not None:
                self.sent[self.taken] = self.tickets[-1] if self.tickets else -1
            self.drop(*(n for n in [*self.kept] if not self.is_kept and n <= self.taken))

    def is_for_newest(self, number: int, others: list[int]) -> bool:
        """Return whether the newest reader gets a frame: each response, and what no other reader has."""
        return number in self.responses or self.sent.get(number, -1) not in others

    def withdraw(self, number: int) -> None:
        """Replace a frame by an empty one."""
        self.stream.withdraw(number)
        if number in self.kept:
            self.kept[number] = b""

    def attach(self, after: int) -> None:
        """Add a reader, where the last one was for -1, else after that frame of the reader before it."""
        of = self.tickets[-1] if after >= 0 and self.tickets else 0
        self.tickets = [ticket for ticket in self.tickets if ticket != of]
        self.tickets.append(self.stream.attach(*([] if after < 0 else [after, of])))
        for number, reader in self.sent.items():
            if reader == of and number <= after:
                self.sent[number] = None
        assert self.tickets[-1] > self.last
        self.last = self.tickets[-1]
        self.is_read = True
        if after >= 0:
            self.taken = max(min(after, self.count), min(self.kept, default=self.count + 1) - 1)

    def detach(self, earlier: int) -> None:
        """Let the newest reader go, or one before it, which has no effect; or one that is gone."""
        place = len(self.tickets) - 1 - earlier % 2
        ticket = self.tickets[place] if place >= 0 else self.last + 1
        is_newest = ticket == (self.tickets or [None])[-1]
        assert self.stream.detach(ticket) is is_newest
        self.tickets = [each for each in self.tickets if each != ticket]
        if is_newest and not self.tickets:
            self.is_read = False
            self.trim()

    def evict(self, _: int) -> None:
        """Forget the frames that no reader waits for."""
        self.stream.evict()
        self.drop(*(n for n in [*self.kept] if not (self.is_read and n > self.taken)))
        self.taken = self.taken if self.is_read else self.count

    def close(self, _: int) -> None:
        """Forget every frame."""
        self.stream.close()
        self.kept, self.taken, self.is_read, self.tickets = {}, self.count, False, []

    def end(self, _: int) -> None:
        """Let no frame follow; a later frame is one that the session had sent already."""
        self.stream.end()

    def check(self) -> None:
        """Compare everything that the stream shows, and the bytes that it counts."""
        stream = self.stream
        unread = [data for number, data in self.kept.items() if number > self.taken]
        assert stream.unread() == unread and stream.is_unread == (self.taken < self.count)
        assert (stream.count, stream.is_read) == (self.count, self.is_read)
        assert (stream.tickets, stream.taken) == (tuple(self.tickets), self.taken)
        for ticket in range(self.last + 2):
            assert stream.is_reader(ticket) is (ticket in self.tickets)
            assert stream.is_newest(ticket) is (self.tickets[-1:] == [ticket])
        for number in range(self.count + 2):
            left = any(
                data and self.is_for_newest(each, self.tickets)
                for each, data in self.kept.items()
                if each > number
            )
            assert stream.has_left(number, self.last + 1) is (left or not stream.is_over)
            assert stream.is_confirmed(number) is (number in self.kept and self.sent.get(number, -1) is None)
            lost = [each for each in range(number + 1, self.count + 1) if each not in self.kept]
            whole = number >= max(self.lost_responses, default=0) and not (stream.is_over and lost)
            assert stream.is_resumable(number) is whole
        waits = sum(map(len, unread)) if self.is_read else 0
        assert sum(self.counted) == waits
        alone = [number for number in self.kept if not (self.is_read and number > self.taken)]
        assert self.budget.used == sum(map(len, self.kept.values())) - waits + http_streams.ENTRY * len(alone)


@given(STEPS, st.booleans())
def test_a_stream_keeps_what_its_reader_waits_for(steps: list[tuple[str, int]], is_kept: bool) -> None:
    """Frames leave in order, from where the reader is; the budget holds the bytes that nobody waits for."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(http_streams, "KEPT", KEPT)
        patch.setattr(http_streams, "MOST", MOST)
        model = Model(is_kept)
        for step, value in steps:
            getattr(model, step)(value)
            model.check()


def test_a_stream_of_small_messages_is_bounded_and_read_in_linear_time() -> None:
    """A stream stores a bounded number of messages, however small, and finds each by its number.

    Python looks for an item in the middle of a `deque` from its ends, so a resumed stream must not use one.
    """
    stream = Stream("s", Budget(1 << 22), lambda size: None, is_kept=True)
    ticket = stream.attach()
    for _ in range(3 * http_streams.MOST):
        number = stream.put(b"{}")
        stream.take(number)
        stream.withdraw(number)  # an answered request of the server leaves an empty message
    stream.detach(ticket)
    stream.attach(0, ticket)
    assert len(stream.unread()) == http_streams.MOST
    assert not any(isinstance(value, deque) for value in vars(stream).values())


def test_a_reader_waits_until_a_frame_the_end_or_another_reader() -> None:
    """Each of them wakes the reader once; without one, the time is over."""

    async def wait() -> None:
        stream = Stream("s", Budget(1000), lambda size: None, is_kept=True)
        assert not await stream.change(0.01) and not stream.is_over
        for wake in (lambda: stream.put(b"x"), stream.attach, stream.touch, stream.end):
            wake()
            assert await stream.change(5) and not await stream.change(0.01)
        assert stream.is_over

    asyncio.run(wait())


def test_a_stream_is_that_of_a_client_that_takes_events() -> None:
    """The general stream and every other has the same defaults; a call says that it is one."""
    stream = Stream("s", Budget(1000), lambda size: None, is_kept=True)
    assert stream.takes_events and not stream.is_call and stream.use is None and not stream.headers


@pytest.mark.parametrize("size", [0, 1, (1 << 16) - 1, 1 << 16, (1 << 16) + 1, 3 << 16])
@pytest.mark.parametrize("id", [None, "3-1"])
def test_an_event_leaves_in_parts(size: int, id: str | None) -> None:
    """The parts are one event, each of a bounded size."""
    parts = [*event_parts(b"x" * size, id)]
    head = "event: message\r\n" + (f"id: {id}\r\n" if id else "") + "data: "
    assert b"".join(parts) == head.encode() + b"x" * size + b"\r\n\r\n"
    assert max(map(len, parts)) <= (1 << 16) + 100 and (len(parts) == 1) is (size <= 1 << 16)
    assert priming("3-0") == b"id: 3-0\r\nretry: 1000\r\ndata:\r\n\r\n"


@pytest.mark.parametrize(
    "text, found",
    [
        ("3-2-1", ("3", 2, 1)),
        ("0-0-0", ("0", 0, 0)),
        (f"3-1-{'9' * 15}", ("3", 1, 10**15 - 1)),
        (f"3-1-{'9' * 16}", None),
        ("a-2-1", None),
        ("3", None),
        ("3-1", None),
        ("-2-1", None),
        ("3--1", None),
        ("3-1-", None),
        ("3-1-x", None),
        ("3-1-\u0663", None),
        ("3-1-\u00b2", None),
        ("", None),
    ],
)
def test_the_id_of_an_event_names_a_place(text: str, found: tuple[str, int] | None) -> None:
    """A client may send any text back as the id of the last event."""
    assert place(text) == found
