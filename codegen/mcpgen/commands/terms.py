"""Say what the grades of `mr.fidelity` mean, for `mcpgen explain` and the atlas."""

from __future__ import annotations

from mcpgen.runtime.conversion.adapter_tables import Fidelity

GRADE_MEANINGS: dict[Fidelity, str] = {
    "whole": "every message of the method stays unchanged",
    "adapted": "a message may change, but loses nothing",
    "lossy": "a message may lose a value, or be refused for its content",
    "none": "no message of the method can be converted",
}
