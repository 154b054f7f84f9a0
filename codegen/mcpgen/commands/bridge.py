"""Run `mcp-bridge` in place of this process: a process that sees tokens holds no code generator."""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from typing import NoReturn

from mcpgen.problems import refuse


def bridge(arguments: Sequence[str]) -> NoReturn:
    """Become `mcp-bridge` with these arguments; refuse where the distribution is not installed."""
    if find_spec("mcp_bridge") is None:
        raise refuse(
            "mcp-bridge",
            "is not installed; run: pip install mcp-revisions-bridge,"
            " or pip install ./generated ./bridge in a checkout",
        )
    os.execv(sys.executable, [sys.executable, "-m", "mcp_bridge", *arguments])
