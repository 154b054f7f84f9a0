"""Fidelity: grade how well the messages of a method can be converted, without any message."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal, NamedTuple, overload

from ..endpoints import Endpoint
from ..messages.options import checked_option
from ..revision_table import MethodName
from ..sides import OTHER, Side
from .adapter_tables import Adapter, Fidelity, MethodRemoved, rows_along, worst
from .chain import Rows, adapters_between, known_name, named_revision, rows_from
from .losses import Change
from .plan import Part


class FidelityReport(NamedTuple):
    """The grade of a method, and the changes that its conversion may report.

    The `reason` of a change explains the differences that it causes. If the change also refuses messages for
    another reason, `refusal` says why.
    """

    grade: Fidelity
    changes: tuple[Change, ...]


@overload
def fidelity(
    method: MethodName,
    source: Endpoint,
    target: Endpoint,
    *,
    sender: Side | None = None,
    part: Literal["request", "result"] | None = None,
    details: Literal[False] = False,
) -> Fidelity: ...
@overload
def fidelity(
    method: MethodName,
    source: Endpoint,
    target: Endpoint,
    *,
    sender: Side | None = None,
    part: Literal["request", "result"] | None = None,
    details: Literal[True],
) -> FidelityReport: ...
def fidelity(
    method: MethodName,
    source: Endpoint,
    target: Endpoint,
    *,
    sender: Side | None = None,
    part: Literal["request", "result"] | None = None,
    details: bool = False,
) -> Fidelity | FidelityReport:
    """Return a grade that says how well the messages of a method can be converted between two revisions.

    - `whole`: every message is unchanged.
    - `adapted`: every message can be converted, and the reported differences are `respelled` or `invented`.
      There is one exception: facts about client and server in `_meta` may be dropped (`T4.3`, `T4.4`),
      because `target` states these facts in the handshake.
    - `lossy`: a message can be converted, but it may lose a value, or be refused for its content.
    - `none`: no message can be converted.

    The grades hold for messages without unknown members, and for results of a type that `source` defines. If
    requests name their revision in `_meta`, the grades hold for requests that name `source`.

    `sender` is the side that sends the request or notification. `part` selects the request (or notification)
    or its result. If `sender` is omitted, the grade covers the messages of both sides. If `part` is omitted,
    it covers the request and its result. `details=True` returns a `FidelityReport`, which also names the
    changes.

    Raises `ValueError` for an unknown revision, method, `sender` or `part`.
    """
    if sender is not None:
        checked_option("sender", sender)
    if part is not None:
        checked_option("part", part)
    checked_option("details", details)
    before, after = known_name("source", source), known_name("target", target)
    if not isinstance(method, str):
        raise ValueError(f"method: expected the name of a method, not {type(method).__name__}")
    adapters, known = adapters_between(before, after), rows_from(before)
    sides = [side for side in OTHER if method in known[side] and sender in (None, side)]
    if not sides:
        raise ValueError(f"method: {source} has no {method!r}" + (f" from the {sender}" if sender else ""))
    wanted: list[Part] = [name for name, given in _PARTS.items() if part in (None, given)]
    reports = [_report(adapters, known, side, method, one) for side in sides for one in wanted]
    grade = together([report.grade for report in reports])
    if not details:
        return grade
    changes = dict.fromkeys(change for report in reports for change in report.changes)
    return FidelityReport(grade, tuple(changes))


_PARTS: dict[Part, str] = {"params": "request", "result": "result"}


def _report(adapters: Sequence[Adapter], known: Rows, side: str, method: str, part: Part) -> FidelityReport:
    """Return the grade and the changes for converting the params, or the result, of a method.

    `adapters` is the chain from source to target. `known` has the methods of the source revision.
    """
    index = list(_PARTS).index(part)
    grades: list[Fidelity] = []
    changes: list[Change] = []
    is_request = True
    for adapter, row in rows_along(adapters, side, method):
        if isinstance(row, MethodRemoved):
            return FidelityReport("none", (*changes, row.change))
        is_request = row.is_request
        if part == "result" and not is_request:
            continue
        grades.append(row.fidelity[index])
        changes += row.changes[index]
        if adapters[0].source in row.refused_from[index]:
            return FidelityReport("none", tuple(changes))
        if adapter.every_part is not None:
            grades.append("lossy" if _defines_metadata(known, adapter) else "whole")
            changes.append(adapter.every_part.change)
    naming = named_revision(adapters, method, part, side, is_request) if adapters else None
    if naming is not None:
        grades.append("lossy" if naming.kind == "session" else "adapted")
        changes.append(naming.change)
    return FidelityReport(worst(grades), tuple(changes))


def _defines_metadata(known: Rows, adapter: Adapter) -> bool:
    """Return whether the source revision defines the `_meta` keys that `adapter.every_part` removes.

    The change that removes these keys also removes the method to which they belong. So a revision defines the
    keys if and only if it has that method.
    """
    change = adapter.every_part.change if adapter.every_part is not None else None
    return any(
        method in known[side]
        for side, rows in adapter.methods.items()
        for method, row in rows.items()
        if isinstance(row, MethodRemoved) and row.change == change
    )


def together(grades: Sequence[Fidelity]) -> Fidelity:
    """Return one grade for several kinds of messages.

    The result is `lossy` if some kinds can be converted and others cannot. Otherwise it is the worst grade.
    """
    return "lossy" if "none" in grades and set(grades) != {"none"} else worst(grades)
