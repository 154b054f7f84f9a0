"""The lock for building msgspec decoders, struct subclasses and strict decoders.

msgspec stores the description of a struct on the class before that description is complete. If a second
thread builds a decoder for the same class at that moment, the interpreter crashes. So all revisions share
one lock. `msgspec.inspect.type_info` builds a decoder too.
"""

from __future__ import annotations

import threading
from typing import Any

import msgspec
from msgspec import inspect as mi

build_lock = threading.RLock()


def type_node(type_: Any) -> mi.Type:
    """Return `msgspec.inspect.type_info(type_)`, called under the lock. Exceptions pass through."""
    with build_lock:
        return mi.type_info(type_)


def json_decoder(type_: Any, dec_hook: Any = None) -> msgspec.json.Decoder[Any]:
    """Return a `msgspec.json.Decoder`, built under the lock. Exceptions pass through."""
    with build_lock:
        return msgspec.json.Decoder(type_, dec_hook=dec_hook)
