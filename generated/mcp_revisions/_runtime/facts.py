"""The revisions and the facts about each, for callers outside the package."""

from __future__ import annotations

from .endpoints import AnyEndpoint, name_of, revision_in
from .revision_facts import RevisionFacts
from .revisions import facts_of, order


def known_revisions() -> tuple[str, ...]:
    """Return the revisions between which messages can be converted, oldest first.

    If a package was built for some revisions only, it has no types of the others, but its conversions know
    all revisions. Raises nothing.
    """
    return order()


def facts(revision: AnyEndpoint) -> RevisionFacts:
    """Return the facts about a revision, such as whether a session opens with `initialize`.

    A revision with extensions (`compose`) has the facts of the revision. Raises `ValueError` for an
    unknown revision, and `TypeError` for a value that is neither a string nor a revision with extensions.
    """
    name = name_of(revision)
    if not isinstance(name, str):
        raise TypeError(f"revision: expected a name or a revision with extensions, not {type(name).__name__}")
    if revision_in(name) not in order():
        raise ValueError(f"revision: {name!r:.100} is unknown; the revisions are {', '.join(order())}")
    return facts_of(revision_in(name))
