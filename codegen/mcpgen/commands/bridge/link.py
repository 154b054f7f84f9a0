"""A protocol object, its clock, its log and its report of losses, between two transports of any kind.

In: lines of either side, and the ends of the transports. Out: frames for either side, through the two
functions that the owner of the link gives. A defect of the protocol object closes it, once: the open requests
of the client are answered, and the owner is told.
"""

from __future__ import annotations

import asyncio
from collections.abc import Callable, Sequence
from contextlib import suppress
from typing import Any

from mcpgen.commands.bridge.diagnostics import (
    LossReport,
    Recorder,
    RevisionReport,
    SessionRecorder,
    report_probe,
)
from mcpgen.commands.logs import Side
from mcpgen.runtime.json_values import is_request_id, table_key

SILENCE = 2.0  # seconds of a probe without an answer before a person is told
Deliver = Callable[[list[tuple[Any, bytes]]], None]  # frames with their lines


class Link:
    """A protocol object in an event loop; `deliver` takes the frames for each side."""

    def __init__(
        self,
        bridge: Any,
        deliver: dict[Side, Deliver],
        failed: Callable[[Exception], None],
        recorder: Recorder | SessionRecorder | None = None,
        losses: LossReport | None = None,
        revisions: RevisionReport | None = None,
    ) -> None:
        self.bridge = bridge
        self._deliver = deliver
        self._failed = failed
        self._recorder = recorder
        self._losses = losses
        self._revisions = revisions
        self._notice: asyncio.TimerHandle | None = None
        self._loop = asyncio.get_running_loop()
        self._began = self._loop.time()
        self._timer: asyncio.TimerHandle | None = None
        self._closed = False
        self._report_revisions()

    def received(self, side: Side, lines: Sequence[bytes]) -> None:
        """Pass lines of a side to the protocol object, and deliver the frames that it sends."""
        sends = self._sends_of(self.bridge.tick, self._now())
        receive = self.bridge.from_client if side == "client" else self.bridge.from_server
        for line in lines:
            if self._recorder is not None:
                self._recorder.received(side, line)
            sends += self._sends_of(receive, line)
        self._send(sends)

    def close(self, side: Side) -> None:
        """Note that a side is gone; the open requests of the other side are answered."""
        if not self._closed:
            self._closed = True
            self._send(self._sends_of(self.bridge.closed, side))

    def restarted(self) -> None:
        """Note that the server ended when it was probed and runs again."""
        self._send(self._sends_of(self.bridge.restarted))

    def stop(self) -> None:
        """Stop the clock."""
        self._stop_timer()
        if self._notice is not None:
            self._notice.cancel()

    def _stop_timer(self) -> None:
        if self._timer is not None:
            self._timer.cancel()
            self._timer = None

    def _sends_of(self, event: Callable[..., list[Any]], *arguments: Any) -> list[Any]:
        """Return the frames to send after an event; a defect closes the link, which answers the rest."""
        try:
            return event(*arguments)
        except Exception as error:
            if not self._closed:
                self._closed = True
                with suppress(Exception):  # the same defect, maybe
                    self._send(self.bridge.closed("server"))
                self._failed(error)
            return []

    def _send(self, sends: list[Any]) -> None:
        found: dict[Side, list[tuple[Any, bytes]]] = {"client": [], "server": []}
        for send in sends:
            to, frame, _ = send
            if to is None:
                continue
            data = frame if type(frame) is bytes else send.data
            found[to].append((frame, data))
            if self._recorder is not None:
                self._recorder.sent(to, data)
        self._set_timer()
        for side, frames in found.items():
            if frames:
                self._deliver[side](frames)
        if self._revisions is not None:
            self._report_revisions()
        if self._losses is not None:
            for to, frame, losses in sends:
                if losses:
                    self._losses.add(to, frame, losses)

    def _report_revisions(self) -> None:
        """Report the revisions until they are agreed, and a probe without an answer once."""
        if self._revisions is None:
            return
        if self._revisions.update(self.bridge):
            self._revisions = None
        elif self.bridge.probing and self._notice is None:
            self._notice = self._loop.call_later(SILENCE, self._report_silence)

    def _report_silence(self) -> None:
        if self.bridge.probing and self.bridge.deadline is not None:
            report_probe(self.bridge.deadline - self._now())

    def _now(self) -> float:
        return self._loop.time() - self._began

    def _set_timer(self) -> None:
        deadline = self.bridge.deadline
        if self._timer is not None:
            if deadline is not None and self._timer.when() == deadline + self._began:
                return
            self._stop_timer()
        if deadline is not None and not self._closed:
            self._timer = self._loop.call_at(deadline + self._began, self._tick)

    def _tick(self) -> None:
        self._timer = None
        self._send(self._sends_of(self.bridge.tick, self._now()))


def request_key(id: Any) -> Any:
    """Return an id as a key, None for anything but an id: the number 1 is not the text "1"."""
    return (type(id) is str, table_key(id)) if is_request_id(id) else None
