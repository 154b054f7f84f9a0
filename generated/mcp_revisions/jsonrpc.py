"""Functions for gateways: parse and write JSON-RPC messages, compare ids, tell kinds apart, make errors.

They read messages by the same rules as the rest of this package:

    from mcp_revisions import jsonrpc
    message = jsonrpc.parse(line)                   # raises `DecodeError`
    if jsonrpc.kind_of(message) == "request":
        waiting[jsonrpc.request_key(message["id"])] = message
        error = jsonrpc.error_response(message["id"], jsonrpc.INTERNAL_ERROR, "the server is gone")
        send(jsonrpc.json_line(error))

`Collected` joins the parts of a message up to a limit.
"""

from ._runtime.collected import Collected as Collected
from ._runtime.errors import INTERNAL_ERROR as INTERNAL_ERROR
from ._runtime.errors import INVALID_PARAMS as INVALID_PARAMS
from ._runtime.errors import INVALID_REQUEST as INVALID_REQUEST
from ._runtime.errors import METHOD_NOT_FOUND as METHOD_NOT_FOUND
from ._runtime.errors import PARSE_ERROR as PARSE_ERROR
from ._runtime.errors import error_response as error_response
from ._runtime.json_flaws import json_flaw as json_flaw
from ._runtime.json_heads import message_heads as message_heads
from ._runtime.json_line import as_json_line as as_json_line
from ._runtime.json_line import has_one_line as has_one_line
from ._runtime.json_line import json_line as json_line
from ._runtime.json_values import cut_pointer as cut_pointer
from ._runtime.json_values import is_integer as is_integer
from ._runtime.json_values import is_request_id as is_request_id
from ._runtime.json_values import json_pointer as json_pointer
from ._runtime.json_values import loss_pointer as loss_pointer
from ._runtime.json_values import member as member
from ._runtime.json_values import request_key as request_key
from ._runtime.messages.frame_kinds import kind_of as kind_of
from ._runtime.messages.json_text import parse as parse
from ._runtime.messages.mismatch import shown as shown
from ._runtime.messages.plain_json import plain_json as plain_json

__all__ = [
    "Collected",
    "INTERNAL_ERROR",
    "INVALID_PARAMS",
    "INVALID_REQUEST",
    "METHOD_NOT_FOUND",
    "PARSE_ERROR",
    "as_json_line",
    "cut_pointer",
    "error_response",
    "has_one_line",
    "is_integer",
    "is_request_id",
    "json_flaw",
    "json_line",
    "json_pointer",
    "kind_of",
    "loss_pointer",
    "member",
    "message_heads",
    "parse",
    "plain_json",
    "request_key",
    "shown",
]
