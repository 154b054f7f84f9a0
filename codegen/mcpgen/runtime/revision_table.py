"""The names of revisions and methods, and the facts about each revision.

This module is a placeholder for the generator, where a name may be any text and no facts are known.
`mcpgen build` replaces it with a table of the revisions in the generated package.
"""

from __future__ import annotations

from typing import TypeAlias

from .revision_facts import RevisionFacts

RevisionName: TypeAlias = str
MethodName: TypeAlias = str

FACTS: dict[str, RevisionFacts] = {}
