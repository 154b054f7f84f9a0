"""The log level of a legacy server: the most verbose one that open requests ask for (R-LOG).

In: levels of requests, log messages of the server. Out: `logging/setLevel` when the level changes.
"""

from __future__ import annotations

from .exchanges import ExchangeTable, ignore_response
from .frames import Tree, params_of
from .modern_requests import OpenRequest, OpenRequests
from .rules import is_severe_enough, most_verbose


class LogLevel:
    """The level that the server was last asked for."""

    def __init__(self, table: ExchangeTable, requests: OpenRequests) -> None:
        self.table = table
        self.requests = requests
        self.level: str | None = None

    def request(self, asking: OpenRequest) -> None:
        """Send `logging/setLevel` if a request that is about to be sent changes the most verbose level."""
        if asking.level is None or self.table.is_saturated("server"):
            return
        levels = [request.level for request in self.requests if request.level is not None]
        wanted = most_verbose([asking.level, *levels])
        if wanted is not None and wanted != self.level:
            self.level = wanted
            frame: Tree = {"jsonrpc": "2.0", "method": "logging/setLevel", "params": {"level": wanted}}
            seconds = self.table.limits.opening
            self.table.send_own_request("server", frame, ignore_response, seconds=seconds)

    def admits(self, frame: Tree) -> bool:
        """Say whether a request with a waiting client asked for log messages as severe as this."""
        waiting = [request for request in self.requests if request.client is not None]
        levels = [request.level for request in waiting if request.level is not None]
        return is_severe_enough(params_of(frame).get("level"), most_verbose(levels))
