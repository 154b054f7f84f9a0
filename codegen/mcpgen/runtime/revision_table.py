"""The facts about each revision: none here; `mcpgen build` writes the table of its revisions instead."""

from __future__ import annotations

from .revision_facts import RevisionFacts

FACTS: dict[str, RevisionFacts] = {}
