"""Fidelity: judge beforehand how the messages of a method fare between two revisions."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Literal

from ..endpoints import Endpoint, revision_in
from ..messages.options import checked_option
from ..revision_table import MethodName
from ..sides import OTHER, Side
from .adapter_tables import Fidelity, MethodAdapter, rows_along, worst
from .chain import adapters_between, known_name, rows_from

_HANDSHAKE = MethodAdapter(fidelity=("adapted", "adapted"))  # `initialize` and its result name their revision


def fidelity(
    method: MethodName,
    source: Endpoint,
    target: Endpoint,
    *,
    sender: Side | None = None,
    part: Literal["request", "result"] | None = None,
) -> Fidelity:
    """Return how a method fares from one revision to another.

    The grades hold for messages that use only members and types of results known to `source`, and state no
    other revision:

    - `whole`: every message passes, with nothing changed but the name of its revision in a request.
    - `adapted`: every message passes, and nothing of the message is lost. Values are respelled, added
      where `target` requires them, and removed where `target` says them by its session or by absence: the
      state of the session that a request repeats in `_meta`, and a `resultType` of `complete`.
    - `lossy`: messages pass, but may lose a value or be refused for their content.
    - `none`: no message passes.

    `sender` is the side that requests or notifies, `part` the request (or the notification) or its result;
    without them, all are judged together.

    Raises `ValueError` for an unknown revision, method, `sender` or `part`.
    """
    if sender is not None:
        checked_option("sender", sender)
    if part is not None:
        checked_option("part", part)
    before, after = known_name("source", source), known_name("target", target)
    if not isinstance(method, str):
        raise ValueError(f"method: a {type(method).__name__} is no name of a method")
    adapters, known = adapters_between(before, after), rows_from(before)
    sides = [side for side in OTHER if method in known[side] and sender in (None, side)]
    if not sides:
        raise ValueError(f"method: {source} has no {method!r}" + (f" from the {sender}" if sender else ""))
    found: list[Fidelity] = []
    for side in sides:
        rows = [row for _, row in rows_along(adapters, side, method)]
        if revision_in(before) != revision_in(after) and method == "initialize":
            rows.append(_HANDSHAKE)
        found.extend(
            worst(row.fidelity[index] if isinstance(row, MethodAdapter) else "none" for row in rows)
            for index, name in enumerate(("request", "result"))
            if part in (None, name)
        )
    return together(found)


def together(grades: Sequence[Fidelity]) -> Fidelity:
    """Return the grade of several messages: `lossy` if only some of them pass."""
    return "lossy" if "none" in grades and set(grades) != {"none"} else worst(grades)
