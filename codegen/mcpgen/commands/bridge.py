"""The command `mcpgen bridge`: replace this process with `mcp-bridge`.

Thus no code of the generator runs in the process that handles access tokens.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Sequence
from importlib.util import find_spec
from typing import NoReturn

from mcpgen.problems import refuse


def bridge(arguments: Sequence[str]) -> NoReturn:
    """Replace this process with `mcp-bridge`. Refuse if its distribution is not installed."""
    if find_spec("mcp_bridge") is None:
        remedy = "run in a checkout of mcpgen: pip install ./generated ./bridge"
        raise refuse("mcp-bridge", f"is not installed; {remedy}")
    os.execv(sys.executable, [sys.executable, "-m", "mcp_bridge", *arguments])
