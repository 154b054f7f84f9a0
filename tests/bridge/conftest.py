"""A fixture of every test of the bridge."""

from __future__ import annotations

import pytest

from mcp_bridge import diagnostics


@pytest.fixture(autouse=True)
def every_line() -> None:
    """Forget the diagnostics of earlier tests in this process, which would not be printed a second time."""
    diagnostics._lines.forget()
