"""Find the codec of a generated type: that of the revision whose module holds the type."""

from __future__ import annotations

import sys
from typing import Any, get_args


def codec_of(type_: Any) -> Any:
    """Return the codec of the revision of a type, for a response that of its result, or raise `TypeError`."""
    for one in (type_, *get_args(type_), *(below for each in get_args(type_) for below in get_args(each))):
        package, _, module = str(getattr(one, "__module__", "")).rpartition(".")
        if module == "types" and hasattr(sys.modules.get(package), "_codec"):
            return vars(sys.modules[package])["_codec"]
    raise TypeError(f"{type_}: name the type of the result or error, as in `Response[mcp.CallToolResult]`")
