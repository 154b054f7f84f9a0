"""The lock under which every msgspec decoder, struct subclass and strict decoder is built.

msgspec keeps the description of a struct on the class while that description is still incomplete. A second
thread that builds a decoder for the same class at that moment crashes the interpreter, so all revisions share
one lock. `msgspec.inspect.type_info` builds a decoder too.
"""

from __future__ import annotations

import threading
from typing import Any

import msgspec
from msgspec import inspect as mi

build_lock = threading.RLock()


def type_node(type_: Any) -> mi.Type:
    """Return the description of a type; raise the exceptions of `msgspec.inspect.type_info`."""
    with build_lock:
        return mi.type_info(type_)


def json_decoder(type_: Any, dec_hook: Any = None) -> msgspec.json.Decoder[Any]:
    """Return a JSON decoder; raise the exceptions of `msgspec.json.Decoder`."""
    with build_lock:
        return msgspec.json.Decoder(type_, dec_hook=dec_hook)
