"""The fuzzer of decodes: two seconds in the default suite, a minute in the long suite."""

from __future__ import annotations

import pytest
from decode_fuzzer import fuzz


def test_a_moment() -> None:
    """A few thousand cases of fixed seeds: no finding."""
    assert fuzz(2, first_seed=1) >= 100


@pytest.mark.long
def test_a_minute() -> None:
    """A minute of cases: no finding."""
    assert fuzz(60, first_seed=100) >= 1000
