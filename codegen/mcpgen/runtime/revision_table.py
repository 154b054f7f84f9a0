"""The names of revisions and methods, and the facts about each revision.

In the generator, names are any text and there are no facts. `mcpgen build` writes this module with its own.
"""

from __future__ import annotations

from typing import TypeAlias

from .revision_facts import RevisionFacts

RevisionName: TypeAlias = str
MethodName: TypeAlias = str

FACTS: dict[str, RevisionFacts] = {}
