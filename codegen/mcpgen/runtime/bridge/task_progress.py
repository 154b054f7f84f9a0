"""Status messages of tasks as progress of the calls that wait for them (R-PROG, R-TASK)."""

from __future__ import annotations

from math import inf, nextafter
from typing import Any

from .converters import Converters
from .exchanges import Exchange, ExchangeTable
from .frames import notification


class StatusProgress:
    """Send new status messages to clients; each raises the progress by `step`, as progress never stays."""

    def __init__(self, table: ExchangeTable, converters: Converters, step: float) -> None:
        self.table = table
        self.converters = converters
        self.step = step

    def send(self, exchange: Exchange, message: Any) -> None:
        """Send a status message to the client of a call that asked for progress."""
        if exchange.progress_token is None:
            return
        exchange.progress = raised(exchange.progress, self.step)
        progress = {"progressToken": exchange.progress_token, "progress": exchange.progress}
        frame = notification("notifications/progress", {**progress, "message": message})
        converted = self.converters.convert(frame, "server")
        self.table.send("client", converted.message, converted.losses)


def raised(progress: float, step: float) -> float:
    """Return a larger number: by `step`, else by the least that a number of that size allows."""
    try:
        found = progress + step
    except OverflowError:  # an integer beyond every float
        return progress + 1
    if found <= progress:
        found = nextafter(progress, inf)
    return int(progress) + 1 if found == inf else found
