"""Dispatch of incoming frames to handlers, and their replies, by JSON-RPC 2.0 and the rules of the revision.

The form that the generator writes in the package of a revision, with an overload for every method that a
handler may have:

    class Router(_Router):
        codec = _codec
        if _t.TYPE_CHECKING:
            @_t.overload
            def on(self, method: _t.Literal["tools/call"]) -> On[CallToolRequestParams, CallToolResult]: ...

Rules:
- A handler gets the params alone. Absent params become the empty params of their type; a method without
  params gives `None`.
- A notification never gets a reply, even if its handler fails; nor does a response, which the router ignores.
- A handler replies with an error by raising `ProtocolError`. Any other exception is logged (`mcp_revisions`),
  and the reply is an internal error without detail.
- The error for a request without a readable id has no `id` where the revision allows that (from 2025-11-25
  on). Before, there is no reply: no schema admits `"id": null`.
- With `capabilities`, the capabilities that this side declared, the router refuses requests that they do not
  cover.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable
from typing import Any, ClassVar, Generic, TypeVar

from msgspec import UNSET

from .errors import INTERNAL_ERROR, INVALID_REQUEST, METHOD_NOT_FOUND, DecodeError, EncodeError, ProtocolError
from .messages.codec import Codec
from .messages.encoder import encode
from .messages.frames import ErrorResponse, Method, Response
from .messages.options import Data
from .messages.revision_tables import PEER, checked_side

P = TypeVar("P")
R = TypeVar("R")
Handler = Callable[[Any], Any]

MEANINGS = {
    -32700: "Parse error",
    -32600: "Invalid Request",
    -32601: "Method not found",
    -32602: "Invalid params",
}


class On(Generic[P, R]):
    """A decorator that registers a handler, plain or async, and returns the handler."""

    def __init__(self, register: Callable[[Handler], None]) -> None:
        self._register = register

    def __call__(self, handler: Callable[[P], R | Awaitable[R]]) -> Callable[[P], R | Awaitable[R]]:
        """Register the handler and return it."""
        self._register(handler)
        return handler


class Router:
    """Calls the handlers for the requests and notifications of one side, in one revision."""

    codec: ClassVar[Codec]

    def __init__(self, sender: str, capabilities: Any = None) -> None:
        self.sender = checked_side(sender)
        self.capabilities = capabilities
        self._handlers: dict[str, Handler] = {}

    def on(self, method: Any) -> Any:
        """Return a decorator that registers the handler of a method that the sender may send.

        Raises `ValueError` for a method that the sender does not send, or that has a handler.
        """
        found: Method | None = self.codec.methods.get(method)
        if found is None or self.sender not in found.senders or found.kind == "embedded":
            raise ValueError(f"a {self.sender} does not send {method} in {self.codec.revision}")
        if method in self._handlers:
            raise ValueError(f"{method} has a handler already")

        def register(handler: Handler) -> None:
            self._handlers[method] = handler

        return On[Any, Any](register)

    async def handle(self, data: Data) -> bytes | None:
        """Return the reply to a frame, or `None` if there is no reply.

        Raises nothing for a frame or a handler; a handler that is cancelled passes its cancellation on.
        """
        try:
            tree = self.codec.parse(data)
        except DecodeError as error:
            return self._refusal(None, error)
        if not isinstance(tree, list) or not self.codec.batches:
            return await self._reply(tree)
        if not tree:
            return self._refusal(None, DecodeError("", "an empty batch", INVALID_REQUEST))
        replies = [reply for item in tree if (reply := await self._reply(item, batched=True)) is not None]
        return b"[" + b",".join(replies) + b"]" if replies else None

    async def _reply(self, tree: Any, batched: bool = False) -> bytes | None:
        """Return the reply to one frame of a batch or alone, or `None`."""
        frame = tree if isinstance(tree, dict) else {}
        if "method" not in frame and ("result" in frame or "error" in frame):
            return None
        wants_reply = "id" in frame or "method" not in frame
        id = frame.get("id")
        try:
            message = self.codec.decode_tree(tree, self.sender)
            if isinstance(message, (Response, ErrorResponse)):  # in spite of a method, which is none
                return None
            self._admit(message, batched)
            method = self.codec.methods[message.method]
            result = await self._run(method, message)
            return encode(Response(id=message.id, result=result)) if method.kind == "request" else None
        except DecodeError as error:
            return self._refusal(id, error) if wants_reply else None
        except ProtocolError as error:
            known = error
        except Exception:
            _log(frame)
            known = ProtocolError(INTERNAL_ERROR, "Internal error")
        return self._error(id, known) if wants_reply else None

    def _admit(self, message: Any, batched: bool) -> None:
        """Refuse a message that may not be in a batch, or that the declared capabilities do not cover."""
        if batched and message.method == "initialize":
            raise DecodeError("/method", "initialize must not be part of a batch", INVALID_REQUEST)
        if self.capabilities is not None and self.codec.methods[message.method].kind == "request":
            from .specification.capabilities import allows

            own = PEER[self.sender]
            verdict = allows(
                self.codec.revision,
                self.sender,
                message,
                methods=self.codec.methods,
                **{own: self.capabilities},
            )
            if not verdict and verdict.code is not None and str(verdict.gate).startswith(f"{own}:"):
                raise ProtocolError(verdict.code, verdict.reason, verdict.data)

    async def _run(self, method: Method, message: Any) -> Any:
        """Return the result of the handler of a message; a notification without a handler is ignored."""
        handler = self._handlers.get(method.name)
        if handler is None:
            if method.kind == "notification":
                return None
            raise DecodeError("/method", f"{method.name!r} is not offered here", METHOD_NOT_FOUND)
        params = getattr(message, "params", None)
        if params is UNSET:
            params = None if method.params is None else method.params()
        result = handler(params)
        if hasattr(result, "__await__"):
            result = await result
        if method.kind == "request" and not isinstance(result, method.results):
            raise TypeError(f"the handler of {method.name} returned {type(result).__name__}")
        return result

    def _refusal(self, id: Any, error: DecodeError) -> bytes | None:
        return self._error(id, ProtocolError(error.code, f"{MEANINGS[error.code]}: {error}"))

    def _error(self, id: Any, raised: ProtocolError) -> bytes | None:
        """Return an error response, or `None` where the revision has no form for one without an id."""
        error: dict[str, Any] = {"code": raised.code, "message": raised.message}
        if raised.data is not None:
            error["data"] = raised.data
        frame: dict[str, Any] = {"jsonrpc": "2.0", "error": error}
        if type(id) in (str, int) or (type(id) is float and id.is_integer()):
            frame["id"] = id
        elif self.codec.error_id_required:
            return None
        try:
            return encode(frame)
        except EncodeError:
            return encode({**frame, "error": {"code": INTERNAL_ERROR, "message": "Internal error"}})


def _log(frame: dict[str, Any]) -> None:
    import logging

    logging.getLogger("mcp_revisions").exception("the handler of %s failed", frame.get("method"))
