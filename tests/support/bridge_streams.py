"""The keys that a host gives to the streams of a bridge, and rules for the events that name these keys.

`Streams` gives a key to each frame of the two sides, and checks the events of the bridge. The rules are:

- Each key ends once, with the last request of its frame. The key of a frame without requests ends at once.
- A frame to the client names an open stream. A response names the stream of its request.
- A response to the server names the key with which the server's request came.
"""

from __future__ import annotations

import json
from collections.abc import Hashable
from typing import Any

import mcp_bridge

REASONS = ("answered", "refused", "cancelled", "gone", "closed", "taken")


class Streams:
    """The open keys of one bridge."""

    def __init__(self) -> None:
        self.count = 0
        self.open: dict[Hashable, list[str]] = {}  # by key: the ids of the requests in its frame
        self.asked: dict[str, Hashable] = {}  # by id: the key of an open request of the client
        self.input_requests: dict[str, list[Hashable]] = {}  # by id: the keys that requests of the server had

    def of_client(self, frame: Any) -> Hashable:
        """Return a new key for a frame of the client."""
        self.count += 1
        stream = ("stream", self.count)
        ids = []
        for one in _frames_in(frame):
            if "method" in one and "id" in one:
                ids.append(json.dumps(one["id"]))
        self.open[stream] = ids
        for id in ids:
            self.asked.setdefault(id, stream)
        return stream

    def of_server(self, frame: Any, sent: list[Any]) -> Hashable:
        """Return a key for a frame of the server: the id of a request that was `sent` to it, or a new key."""
        self.count += 1
        key: Hashable = sent[self.count % len(sent)] if sent and self.count % 3 else ("line", self.count)
        for one in _frames_in(frame):
            if "method" in one and "id" in one:
                self.input_requests.setdefault(json.dumps(one["id"]), []).append(key)
        return key

    def check(self, events: list[Any]) -> list[Any]:
        """Check the rules for the events of one call, and return the frames among these events."""
        frames = [event for event in events if not isinstance(event, mcp_bridge.Ended)]
        assert events[: len(frames)] == frames, "the ends are the last events"
        for frame in frames:
            is_response = isinstance(frame.tree, dict) and "method" not in frame.tree and "id" in frame.tree
            id = json.dumps(frame.tree["id"]) if is_response else ""
            if frame.to == "client":
                assert frame.stream is None or frame.stream in self.open, frame
            if frame.to == "client" and is_response:
                assert frame.stream is not None and id in self.open[frame.stream], frame
            elif frame.to == "server" and is_response and id in self.input_requests:
                assert frame.server_stream in self.input_requests[id], frame
                self.input_requests[id].remove(frame.server_stream)
        for ended in events[len(frames) :]:
            assert ended.reason in REASONS
            for id in self.open.pop(ended.stream):
                if self.asked.get(id) == ended.stream:
                    del self.asked[id]
        return frames


def _frames_in(frame: Any) -> list[dict[str, Any]]:
    """Return the frames in a text or a tree of a side."""
    if isinstance(frame, bytes):
        try:
            frame = json.loads(frame)
        except ValueError:
            return []
    return [one for one in (frame if isinstance(frame, list) else [frame]) if isinstance(one, dict)]
