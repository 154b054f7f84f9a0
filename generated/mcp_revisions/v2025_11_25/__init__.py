"""MCP 2025-11-25: its message types, methods and codec."""

from __future__ import annotations

from .._runtime.codec import Codec as _Codec
from . import methods, types
from .methods import *
from .types import *

REVISION = "2025-11-25"

_codec = _Codec(REVISION, types, methods.METHODS, batches=methods.BATCHES, elsewhere=methods.ELSEWHERE)
decode = _codec.decode
encode = _codec.encode
decode_message = _codec.decode_message
