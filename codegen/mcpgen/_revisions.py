"""The table of facts that the runtime reads where the generator imports the runtime: of all pinned revisions.

A generated package has a printed table in this place (`emit.revision_table`).
"""

from __future__ import annotations

from mcpgen import pipeline
from mcpgen.emit.revision_table import revision_facts

FACTS = {revision: revision_facts(pipeline.protocol(revision)) for revision in pipeline.revisions()}
