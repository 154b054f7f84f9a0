"""Fidelity: judge beforehand how the messages of a method fare between two revisions."""

from __future__ import annotations

from typing import Literal

from ..messages.options import checked_option
from .adapter_tables import Fidelity, MethodAdapter, MethodRemoved
from .compositions import TASK_METHODS, Endpoint, has_tasks, name_of, other_methods, revision_in
from .plan import OTHER, adapters_between, revisions

_HANDSHAKE = MethodAdapter(fidelity=("lossy", "lossy"))  # `initialize` and its result name their revision


def fidelity(
    method: str,
    source: Endpoint,
    target: Endpoint,
    *,
    sender: Literal["client", "server"] | None = None,
    part: Literal["request", "result"] | None = None,
) -> Fidelity:
    """Return how a method fares from one revision to another.

    `whole`: every message that uses only members known to `source` passes, with nothing changed but the name
    of its revision in a request. `none`: no message passes. `lossy`: messages pass, but may lose a member,
    gain a filled-in member, or be refused for their content. `sender` is the side that requests or notifies,
    `part` the request (or the notification) or its result; without them, all are judged together.

    Raises `ValueError` for an unknown revision, method, `sender` or `part`.
    """
    if sender is not None:
        checked_option("sender", sender)
    if part is not None:
        checked_option("part", part)
    before, after = _known("source", source), _known("target", target)
    if not isinstance(method, str):
        raise ValueError(f"method: a {type(method).__name__} is no name of a method")
    known = senders(method, before)
    adapters = adapters_between(before, after)
    sides = [side for side in OTHER if side in known and (sender is None or side == sender)]
    if not sides:
        raise ValueError(f"method: {source} has no {method!r}" + (f" from the {sender}" if sender else ""))
    found: list[Fidelity] = []
    for side in sides:
        rows: list[MethodAdapter | MethodRemoved | None] = []
        name = method
        for adapter in adapters:
            row = adapter.methods[side].get(name)
            rows.append(row)
            name = (row.renamed if isinstance(row, MethodAdapter) else None) or name
        if adapters and method == "initialize":
            rows.append(_HANDSHAKE)
        for index, name in enumerate(("request", "result")):
            if part is None or part == name:
                found.append(_least(rows, index))
    if all(each == "none" for each in found):
        return "none"
    return "whole" if all(each == "whole" for each in found) else "lossy"


def _known(name: str, endpoint: Endpoint) -> str:
    """Return the name of an endpoint, or raise `ValueError` if no revision has the name."""
    found = name_of(endpoint)
    if isinstance(found, str) and revision_in(found) in revisions():
        return found
    raise ValueError(f"{name}: no revision {endpoint!r:.100}; the revisions are {', '.join(revisions())}")


def senders(method: str, revision: str) -> list[str]:
    """Return the sides that may send a method in a revision; an unknown method has none."""
    chain = revisions()
    if has_tasks(revision) and method in TASK_METHODS:
        return [TASK_METHODS[method]]
    for methods in other_methods(revision).values():
        if method in methods:
            return [side for side in OTHER if side in methods[method].senders]
    revision = revision_in(revision)
    if revision not in chain:
        raise ValueError(f"source: no revision {revision!r}; the revisions are {', '.join(chain)}")
    neighbour = chain[chain.index(revision) - 1] if revision != chain[0] else chain[1]
    return [side for side, rows in adapters_between(revision, neighbour)[0].methods.items() if method in rows]


def _least(rows: list[MethodAdapter | MethodRemoved | None], index: int) -> Fidelity:
    found: Fidelity = "whole"
    for row in rows:
        if not isinstance(row, MethodAdapter):
            return "none"
        if row.fidelity[index] != "whole":
            found = row.fidelity[index]
    return found
