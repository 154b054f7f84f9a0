"""Message types of MCP small."""

from __future__ import annotations

import typing as _t
from typing import ClassVar  # msgspec recognises this spelling in a string annotation

import msgspec as _m

from .._runtime.messages import base as _b

__all__ = [
    "AskRequest",
    "AskResult",
    "AskedError",
    "AskedResult",
    "CallOutcome",
    "CallRequest",
    "CallRequestParams",
    "CallResult",
    "CallResultResponse",
    "ChangedNotification",
    "ChangedNotificationParams",
    "ClientNotification",
    "ClientRequest",
    "EmptyResult",
    "InputRequest",
    "JSONRPCNotification",
    "JSONRPCRequest",
    "Level",
    "LevelRequest",
    "LevelRequestParams",
    "ListRequest",
    "ListResult",
    "RequestId",
    "RequestMeta",
    "RequestParams",
    "Result",
    "ServerNotification",
    "ServerRequest",
    "StopRequest",
]


class AskRequest(_b.Request["AskResult"], _b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """`AskRequest` of small.

    Request `ask`, embedded by the server in an `InputRequiredResult`.
    Answered by `AskResult`.
    """

    __prefilled__ = {"method": "ask"}
    method: _t.Literal["ask"] = _b.prefilled("method")


class AskedError(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """`AskedError` of small."""

    __prefilled__ = {"code": -32042}
    code: _t.Literal[-32042] = _b.prefilled("code")


class AskedResult(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """`AskedResult` of small."""

    __guard__ = ("resultType", "asked")
    __prefilled__ = {"result_type": "asked"}
    result_type: _t.Literal["asked"] = _b.prefilled("resultType")


class CallRequest(
    _b.Request["CallResult | AskedResult"], _b.FramedMessage, kw_only=True, tag_field="method", tag="call"
):
    """`CallRequest` of small.

    Request `call`, sent by the client.
    Answered by `CallResult`, `AskedResult`.
    """

    method: ClassVar[_t.Literal["call"]] = "call"
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    id: RequestId = _b.prefilled("id")
    params: CallRequestParams


class CallRequestParams(_b.Struct, kw_only=True):
    """`CallRequestParams` of small."""

    name: str
    meta: RequestMeta | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)


class CallResult(_b.Struct, kw_only=True):
    """`CallResult` of small."""

    content: list[str]


class CallResultResponse(_b.Message, kw_only=True):
    """`CallResultResponse` of small."""

    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    id: RequestId
    result: CallOutcome


class ChangedNotification(_b.Notification, _b.FramedMessage, kw_only=True):
    """`ChangedNotification` of small.

    Notification `changed`, sent by the client or server.
    """

    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    method: _t.Literal["changed"]
    params: ChangedNotificationParams | _m.UnsetType = _m.UNSET


class ChangedNotificationParams(_b.Struct, kw_only=True):
    """`ChangedNotificationParams` of small.

    Known values of `reason`: `added`, `removed`.
    """

    reason: str | _m.UnsetType = _m.UNSET


class JSONRPCNotification(_b.Message, kw_only=True):
    """A JSON-RPC notification, which has no id and gets no response."""

    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    method: str
    params: dict[str, _t.Any] | _m.UnsetType = _m.UNSET


class JSONRPCRequest(_b.Message, kw_only=True):
    """A JSON-RPC request, which has an id and gets a response."""

    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    id: RequestId
    method: str
    params: RequestParams | _m.UnsetType = _m.UNSET


class LevelRequest(
    _b.Request["EmptyResult"], _b.FramedMessage, kw_only=True, tag_field="method", tag="level"
):
    """`LevelRequest` of small.

    Request `level`, sent by the client.
    Answered by `EmptyResult`.
    """

    method: ClassVar[_t.Literal["level"]] = "level"
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    id: RequestId = _b.prefilled("id")
    params: LevelRequestParams


class LevelRequestParams(_b.Struct, kw_only=True):
    """`LevelRequestParams` of small."""

    level: Level
    meta: RequestMeta | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)


class ListRequest(_b.Request["ListResult"], _b.FramedMessage, kw_only=True, tag_field="method", tag="list"):
    """`ListRequest` of small.

    Request `list`, sent by the client.
    Answered by `ListResult`.
    Needs the server's capability `list`.
    """

    method: ClassVar[_t.Literal["list"]] = "list"
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    id: RequestId = _b.prefilled("id")
    params: RequestParams | _m.UnsetType = _m.UNSET


class ListResult(_b.Struct, kw_only=True):
    """`ListResult` of small."""

    names: list[str | None]


class RequestMeta(_b.Struct, kw_only=True):
    """Metadata of a request: the progress token, and other keys that either side defines."""

    progress_token: RequestId | _m.UnsetType = _m.field(name="progressToken", default=_m.UNSET)
    """Token that progress notifications for this request repeat; the receiver need not send any."""


class RequestParams(_b.Struct, kw_only=True):
    """The members common to the parameters of all requests: metadata."""

    meta: RequestMeta | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class Result(_b.Mapping):
    """The members common to all results; a result may have more members, depending on its request."""

    meta: _b.Member[dict[str, _t.Any] | _m.UnsetType] = _b.Member("_meta")
    """Metadata about this object or message; not part of its content."""


class StopRequest(_b.Request["EmptyResult"], _b.FramedMessage, kw_only=True, tag_field="method", tag="stop"):
    """`StopRequest` of small.

    Request `stop`, sent by the client or server.
    Answered by `EmptyResult`.
    Deprecated; use `call`.
    """

    method: ClassVar[_t.Literal["stop"]] = "stop"
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    id: RequestId = _b.prefilled("id")
    params: RequestParams | _m.UnsetType = _m.UNSET


AskResult: _t.TypeAlias = dict[str, _t.Any]
"""`AskResult` of small."""
if _t.TYPE_CHECKING:
    CallOutcome: _t.TypeAlias = AskedResult | CallResult
else:

    class CallOutcome(_b.Untagged):
        """`CallOutcome` of small."""

        variants = ("AskedResult", "CallResult")


ClientNotification: _t.TypeAlias = ChangedNotification
"""Any notification that a client may send, identified by `method`."""
ClientRequest: _t.TypeAlias = CallRequest | ListRequest | StopRequest | LevelRequest
"""Any request that a client may send, identified by `method`."""
EmptyResult: _t.TypeAlias = Result
"""A result without content: the request succeeded."""
InputRequest: _t.TypeAlias = AskRequest
"""An input that a server needs from the client: a model's answer, the roots, or the user's input."""
Level: _t.TypeAlias = _t.Literal["debug", "info", "error"]
"""`Level` of small."""
RequestId: _t.TypeAlias = str | int
"""The id that ties an answer to its request; the string `"1"` and the number `1` are different ids."""
ServerNotification: _t.TypeAlias = ChangedNotification
"""Any notification that a server may send, identified by `method`."""
ServerRequest: _t.TypeAlias = StopRequest
"""Any request that a server may send, identified by `method`."""
