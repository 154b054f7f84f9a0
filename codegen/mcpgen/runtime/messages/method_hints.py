"""Hints for method names that published pages show although no revision has them.

In: a method name. Out: a sentence for the error that refuses it, or nothing.
"""

from __future__ import annotations

METHODS = {
    # docs/learn/client-concepts shows it.
    "elicitation/requestInput": (
        "no revision has it: the method is `elicitation/create`, its form is under `requestedSchema`, "
        "not `schema`"
    ),
}


def hint(method: object) -> str | None:
    """Return the hint for an unknown method, or `None`."""
    return METHODS.get(method) if isinstance(method, str) else None
