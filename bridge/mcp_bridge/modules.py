"""Import the modules that a running bridge may need, because somebody may replace their files while it runs.

`mcp_revisions` and the libraries import many modules on first use. If an upgrade has replaced the files by
then, the new modules do not fit the old ones.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages

import mcp_revisions as mr
from anyio.lowlevel import checkpoint

UNUSED = ("dicts", "testing")  # the modules of `mcp_revisions` that the bridge never uses, by last name


async def import_modules() -> None:
    """Import every module that the bridge may use. After each import, let other asyncio tasks run."""
    await checkpoint()  # its first call imports what anyio needs
    for found in walk_packages(mr.__path__, f"{mr.__name__}."):
        if found.name.rpartition(".")[2] not in UNUSED:
            import_module(found.name)
            await checkpoint()
