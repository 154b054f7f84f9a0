"""What was probably meant by a method that no revision has, in words for the error that refuses it.

In: a method name. Out: a sentence, or nothing. The table holds names that published pages show although no revision ever
had them.
"""

from __future__ import annotations

METHODS = {
    # docs/learn/client-concepts shows it.
    "elicitation/requestInput": (
        "no revision has it: the method is `elicitation/create`, its form is under `requestedSchema`, not `schema`"
    ),
}


def hint(method: object) -> str | None:
    """Return what was probably meant by an unknown method, or `None`."""
    return METHODS.get(method) if isinstance(method, str) else None
