"""A lock that is held while msgspec decoders, struct subclasses and strict decoders are built.

msgspec stores the description of a struct on the class before the description is complete. If a second thread
builds a decoder for the same class at that moment, the interpreter crashes. So all revisions share one lock.
`msgspec.inspect.type_info` also builds a decoder.
"""

from __future__ import annotations

from _thread import RLock  # `threading.RLock`; the import of `threading` takes half a millisecond
from typing import Any

import msgspec
from msgspec import inspect as mi

build_lock = RLock()


def type_node(type_: Any) -> mi.Type:
    """Return the node by which `msgspec.inspect` describes a type. Exceptions of msgspec pass through.

    The node is built while `build_lock` is held, because msgspec can crash if two threads build at once.
    """
    with build_lock:
        return mi.type_info(type_)


def json_decoder(type_: Any, dec_hook: Any = None) -> msgspec.json.Decoder[Any]:
    """Return a `msgspec.json.Decoder` of a type. Exceptions of msgspec pass through.

    The decoder is built while `build_lock` is held, because msgspec can crash if two threads build at once.
    """
    with build_lock:
        return msgspec.json.Decoder(type_, dec_hook=dec_hook)
