"""The names of revisions and methods, and the facts about each revision.

In the generator, a name may be any text, and there are no facts. In a package, `mcpgen build` replaces this
module by one with its revisions.
"""

from __future__ import annotations

from typing import TypeAlias

from .revision_facts import RevisionFacts

RevisionName: TypeAlias = str
MethodName: TypeAlias = str

FACTS: dict[str, RevisionFacts] = {}
