"""`TypedDict` and `NotRequired` of the running Python, for the generated modules `dicts`.

pydantic reads the `TypedDict` of `typing_extensions` alone before Python 3.12, so that one is taken where
it is installed. Without it, Python 3.10 has no `NotRequired`; the generated annotations name it in strings.
"""

from __future__ import annotations

import typing
from importlib import import_module
from typing import Any

try:
    _source: Any = import_module("typing_extensions")
except ImportError:
    _source = typing

TypedDict: Any = _source.TypedDict
NotRequired: Any = getattr(_source, "NotRequired", None)
