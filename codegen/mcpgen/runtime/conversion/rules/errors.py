"""Rules for error codes whose meaning differs between 2025-11-25 and 2026-07-28."""

from __future__ import annotations

from collections.abc import Callable
from functools import lru_cache
from typing import Any, NamedTuple

from ...errors import INTERNAL_ERROR, INVALID_PARAMS
from ..log import ConversionLog, Path
from ..losses import Change
from .registry import JsonObject, rule

_RESOURCE_NOT_FOUND = -32002  # until 2025-11-25
_HEADER_MISMATCH, _MISSING_CAPABILITY, _UNSUPPORTED_VERSION = -32020, -32021, -32022  # from 2026-07-28 on


class Renumbering(NamedTuple):
    """One rule of `RENUMBERINGS`: it changes the error codes from `first` to `last` to the code `to`.

    - `answering`: the methods whose errors the rule changes. If it is empty, the rule changes all errors.
    - `having`: the rule changes only errors whose `data` has this member. None sets no condition.
    - `wraps`: true if the code has no equivalent in the target. The new `data` then holds the old code and
      the old `data`.
    - `change`: the change to name in reports. If it is None, reports name the change of the conversion rule.
    """

    first: int
    last: int
    to: int
    answering: tuple[str, ...] = ()
    having: str | None = None
    wraps: bool = False
    change: Change | None = None

    def concerns(self, code: int, answering: str | None) -> bool:
        """Return whether this rule changes an error with `code` in a response to the method `answering`.

        The condition `having` is not checked.
        """
        return self.first <= code <= self.last and (not self.answering or answering in self.answering)


# By direction. The first row that applies to an error is used.
RENUMBERINGS = {
    "errors_up": (
        Renumbering(INVALID_PARAMS, INVALID_PARAMS, _UNSUPPORTED_VERSION, ("initialize",), "supported"),
        Renumbering(
            _RESOURCE_NOT_FOUND,
            _RESOURCE_NOT_FOUND,
            INVALID_PARAMS,
            ("resources/read", "resources/subscribe"),
        ),
        Renumbering(_RESOURCE_NOT_FOUND, _RESOURCE_NOT_FOUND, INTERNAL_ERROR, wraps=True),
        Renumbering(-32099, _HEADER_MISMATCH, INTERNAL_ERROR, wraps=True),  # reserved since 2026-07-28
    ),
    "errors_down": (
        Renumbering(_HEADER_MISMATCH, _HEADER_MISMATCH, INTERNAL_ERROR),
        Renumbering(_MISSING_CAPABILITY, _MISSING_CAPABILITY, INVALID_PARAMS),
        Renumbering(_UNSUPPORTED_VERSION, _UNSUPPORTED_VERSION, INVALID_PARAMS, ("initialize",)),
        Renumbering(INVALID_PARAMS, INVALID_PARAMS, _RESOURCE_NOT_FOUND, ("resources/read",), "uri"),
    ),
}


@rule("R-ERR", of="errors")
def errors_up(frame: JsonObject, at: Path, log: ConversionLog, change: Change) -> None:
    """Change the code of an error for 2026-07-28. A code without an equivalent moves to `data`."""
    renumber(frame, at, log, change, RENUMBERINGS["errors_up"])


@rule("R-ERR", of="errors")
def errors_down(frame: JsonObject, at: Path, log: ConversionLog, change: Change) -> None:
    """Change the code of a 2026-07-28 error for earlier revisions."""
    renumber(frame, at, log, change, RENUMBERINGS["errors_down"])


@lru_cache(1000)
def _renumbered_codes(edit: Callable[..., Any], answering: str | None) -> frozenset[int]:
    """Return the error codes that a rule may change in responses to the method `answering`.

    `edit` is `errors_up` or `errors_down`.
    """
    rows = RENUMBERINGS[edit.__name__]
    return frozenset(
        code for row in rows for code in range(row.first, row.last + 1) if row.concerns(code, answering)
    )


def may_renumber(edit: Callable[..., Any], code: int, answering: str | None) -> bool:
    """Return whether the conversion rule `edit` may change an error with this code.

    If `edit` is neither `errors_up` nor `errors_down`, its effect is not known, so return True.
    """
    return edit not in (errors_up, errors_down) or code in _renumbered_codes(edit, answering)


def renumber(
    frame: JsonObject, at: Path, log: ConversionLog, change: Change, rows: tuple[Renumbering, ...]
) -> None:
    """Change the code of an error in place, by the first of the rules `rows` that matches the error."""
    error, location = frame["error"], (at, "error")
    code, data = error["code"], error.get("data")
    for row in rows:
        if row.concerns(code, log.answering) and (
            row.having is None or type(data) is dict and row.having in data
        ):
            break
    else:
        return
    change = row.change or change
    if row.wraps:
        original: dict[str, Any] = {"code": code}
        if "data" in error:
            original["data"] = data
            log.report("reshaped", (location, "data"), data, change)
        else:
            log.report("invented", (location, "data"), original, change)
        error["data"] = original
    log.fill(error, "code", row.to, location, change)
