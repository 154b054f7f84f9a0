"""Message types of MCP small."""

from __future__ import annotations

import typing as _t
from typing import ClassVar  # msgspec recognises this spelling in a string annotation

import msgspec as _m

from .._runtime.messages import base as _b

__all__ = [
    "ClientRequest",
    "JSONRPCRequest",
    "PingRequest",
    "PingRequestParams",
    "PingRequestParamsMode",
    "PingRequestParamsTarget",
    "PingRequestParamsTargetHost",
    "PingRequestParamsTargetPath",
    "Result",
]


class JSONRPCRequest(_b.Message, kw_only=True):
    """A JSON-RPC request, which has an id and gets a response."""

    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    id: str | int
    method: str


class PingRequest(_b.Request["Result"], _b.FramedMessage, kw_only=True):
    """A request that tests whether the other side still answers; it must answer promptly.

    Request `ping`, sent by the client.
    Answered by `Result`.
    """

    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    id: str | int = _b.prefilled("id")
    method: _t.Literal["ping"]
    params: PingRequestParams | _m.UnsetType = _m.UNSET


class PingRequestParams(_b.Struct, kw_only=True):
    """`PingRequestParams` of small."""

    mode: PingRequestParamsMode | _m.UnsetType = _m.UNSET
    target: PingRequestParamsTarget | _m.UnsetType = _m.UNSET


class PingRequestParamsTargetHost(_b.Struct, kw_only=True):
    """`PingRequestParamsTargetHost` of small."""

    host: str


class PingRequestParamsTargetPath(_b.Struct, kw_only=True):
    """`PingRequestParamsTargetPath` of small."""

    path: str


ClientRequest: _t.TypeAlias = PingRequest
"""Any request that a client may send, identified by `method`."""
PingRequestParamsMode: _t.TypeAlias = _t.Literal["fast", "slow"]
"""`PingRequestParamsMode` of small."""
if _t.TYPE_CHECKING:
    PingRequestParamsTarget: _t.TypeAlias = PingRequestParamsTargetHost | PingRequestParamsTargetPath | str
else:

    class PingRequestParamsTarget(_b.Untagged):
        """`PingRequestParamsTarget` of small."""

        variants = ("PingRequestParamsTargetHost", "PingRequestParamsTargetPath", "str")


Result: _t.TypeAlias = dict[str, _t.Any]
"""The members common to all results; a result may have more members, depending on its request."""
