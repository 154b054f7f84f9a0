"""The names of revisions and methods, and the facts about each revision.

The generator uses this module as a placeholder: any text is a valid name, and no facts are known. In a
generated package, `mcpgen build` puts a table of the package's revisions in its place.
"""

from __future__ import annotations

from typing import TypeAlias

from .revision_facts import RevisionFacts

RevisionName: TypeAlias = str
MethodName: TypeAlias = str

FACTS: dict[str, RevisionFacts] = {}
