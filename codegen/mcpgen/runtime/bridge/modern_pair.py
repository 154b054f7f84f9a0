"""Two sides without a handshake, of different revisions: each frame is converted by itself.

In and out: see `conversation`. A stream of subscriptions is a request that stays open (R-SUB):

- The id of a stream is that of the request, so frames of a stream get the asker's id in their metadata.
- Further streams than `Limits.streams` are refused.
- A server that cancels a stream ends the request; if the cancellation cannot be converted, with an error.
"""

from __future__ import annotations

from typing import Any

from ..conversion.losses import NoCounterpart
from ..errors import INTERNAL_ERROR, DecodeError
from .conversation import Conversation
from .core import LISTEN
from .drop_reasons import NO_CLIENT_STREAM, drop_reason_of
from .frames import Side, Tree, meta_of, params_of
from .requests import Request
from .rules import SUBSCRIPTION, metadata_error


class ModernPair(Conversation):
    """Requests of a modern client at a modern server."""

    eras = ("modern", "modern")

    def admits(self, request: Request, frame: Tree) -> bool:
        """Say whether the metadata of a request is complete and valid; refuse the request otherwise.

        A server of the client's own revision judges the metadata itself.
        """
        revision = self.core.revision
        if revision["client"] == revision["server"]:
            return True
        error = metadata_error(params_of(frame).get("_meta"), revision["client"])
        if error is not None:
            self.core.respond(request, error)
        return error is None

    def shares_extension(self, side: Side, frame: Tree) -> bool:
        """Pass methods that no known revision has: each request declares its extensions itself."""
        return True

    def listen(self, request: Request, frame: Tree) -> None:
        """Open a stream; refuse a stream beyond the limit."""
        core = self.core
        if sum(sent.method == LISTEN for sent in core.sent["server"].values()) >= core.limits.streams:
            core.respond_error(request, INTERNAL_ERROR, "too many subscriptions are open")
        else:
            self.forward("client", request, frame)

    def forward_notification(self, side: Side, frame: Tree) -> None:
        """Send a notification on; a notification of a stream under the asker's id."""
        meta = meta_of(frame)
        if side == "server" and SUBSCRIPTION in meta:
            stream = self._stream(meta[SUBSCRIPTION])
            if stream is None:
                self.core.drop(frame, NO_CLIENT_STREAM)
                return
            frame = {**frame, "params": {**frame["params"], "_meta": _with_id(meta, stream)}}
            self.core.stream = stream.stream
        super().forward_notification(side, frame)

    def pass_response(self, request: Request, frame: Tree) -> None:
        """Answer a request with a response of the other side; the end of a stream names the asker's id."""
        result = frame.get("result") if request.method == LISTEN else None
        meta = result.get("_meta") if type(result) is dict else None
        if type(meta) is dict and SUBSCRIPTION in meta:
            frame = {**frame, "result": {**frame["result"], "_meta": _with_id(meta, request)}}
        super().pass_response(request, frame)

    def handle_cancelled(self, side: Side, frame: Tree) -> None:
        """Cancel a request of the sender, or end a stream that the server cancels."""
        stream = self._stream(params_of(frame).get("requestId")) if side == "server" else None
        if stream is None:
            super().handle_cancelled(side, frame)
            return
        self.core.happens(stream, "lost")
        params: Tree = {**params_of(frame), "requestId": stream.asker_id}
        if SUBSCRIPTION in meta_of(frame):
            params["_meta"] = _with_id(meta_of(frame), stream)
        try:
            message, losses = self.converters.convert({**frame, "params": params}, side)
        except (NoCounterpart, DecodeError) as refusal:
            self.core.drop(frame, drop_reason_of(refusal))
            self.core.respond_error(stream, INTERNAL_ERROR, "the server cancelled the subscription")
            return
        self.core.send("client", message, self.notification_losses + losses, request=stream)
        self.core.cancel(stream)

    def _stream(self, sent_id: Any) -> Request | None:
        """Return the open stream that the server knows by an id, None if there is none."""
        stream = self.core.sent_request("server", sent_id)
        return stream if stream is not None and stream.method == LISTEN else None


def _with_id(meta: Tree, stream: Request) -> Tree:
    return {**meta, SUBSCRIPTION: stream.asker_id}
