"""The table of facts that the runtime reads where the generator imports the runtime.

The table is that of the installed `mcp_revisions`, whose frames the commands read. Without that package, the
facts are derived from all pinned revisions, as a build does (`emit.revision_table`).
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from mcpgen.runtime.revisions import RevisionFacts


def _facts() -> Mapping[str, RevisionFacts]:
    try:
        installed: Mapping[str, RevisionFacts] = import_module("mcp_revisions._revisions").FACTS
    except ModuleNotFoundError:
        from mcpgen import schema_folder  # costs a command half a second
        from mcpgen.emit.revision_table import revision_facts

        return {
            revision: revision_facts(schema_folder.protocol(revision))
            for revision in schema_folder.revisions()
        }
    return installed


FACTS = _facts()
