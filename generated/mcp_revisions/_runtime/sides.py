"""The two sides of a connection."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Literal

Side = Literal["client", "server"]
OTHER: Mapping[str, Side] = {"client": "server", "server": "client"}
