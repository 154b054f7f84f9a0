"""Shapes of values that functions in the adapter between 2026-07-28 and 2026-07-28+io.modelcontextprotocol/ui do not change.

`UNCHANGED_SHAPES` has a shape for some functions. Such a function does not change a value of its shape, so it
need not be called for the value. A function that is not listed may change any value. `FLAT` has the edits of
each function that changes only the top-level members of params, or of a result (`flat_edits` of the runtime).
The module `value_checks` of the runtime defines the notation of shapes. `mcpgen build` writes this module.
"""

from __future__ import annotations

from collections.abc import Mapping

from .._runtime.conversion.adapter_tables import Edit
from .._runtime.conversion.flat_edits import Flat
from .._runtime.conversion.value_checks import Shape
from . import v2026_07_28_to_v2026_07_28_io_modelcontextprotocol_ui as adapter

UNCHANGED_SHAPES: Mapping[Edit, Shape] = {}
FLAT: Mapping[Edit, Flat] = {}
