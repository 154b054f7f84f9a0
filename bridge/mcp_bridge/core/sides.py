"""The names of the two sides of a connection."""

from __future__ import annotations

from collections.abc import Mapping

from mcp_revisions import Side

__all__ = ["OTHER", "Side"]

OTHER: Mapping[str, Side] = {"client": "server", "server": "client"}
