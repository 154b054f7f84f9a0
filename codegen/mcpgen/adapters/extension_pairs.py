"""Decide the changes between a revision and the same revision with an extension.

Only the extension defines what changes, so all changes have one entry, and no decision file lists them.
"""

from __future__ import annotations

from mcpgen.adapters.decisions import Decided, DecidedPair, Entry, Wording
from mcpgen.compare.alignment import align
from mcpgen.compare.changes import changes_of
from mcpgen.frontend.extensions import composed_with
from mcpgen.ir import Extension, Protocol

_REMOVED, _REFUSED = (
    Wording(text, text)
    for text in (
        "Only the extension defines this, so it was removed.",
        "Only the extension defines this, so this message was refused.",
    )
)
# The entry states no actions, so the planner decides what the adapter does.
_EXTENSION = Entry("R-EXT", "Extensions", "docs/extensions.md", (), (), (), _REMOVED, 0, refusal=_REFUSED)


def extension_pair(base: Protocol, extension: Extension) -> DecidedPair:
    """Pair a revision with the same revision plus an extension.

    The same entry, `R-EXT`, decides every change that the extension makes.
    """
    alignment = align(base, composed_with(base, extension))
    changes = tuple(Decided(change, _EXTENSION) for change in changes_of(alignment))
    return DecidedPair(alignment, changes, f"schema/extensions/{extension.name}")
