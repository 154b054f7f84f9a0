"""Build the folder of one revision, with the stages of the pipeline that concern a single protocol."""

from __future__ import annotations

from mcpgen import schema_folder
from mcpgen.emit.folders import revision_texts
from mcpgen.emit.style import module_style
from mcpgen.ir import Protocol


def revision_files(protocol: Protocol) -> dict[str, str]:
    """Return the files that a build writes for a protocol from a schema file."""
    texts = revision_texts(protocol, schema_folder.descriptions(), [])
    return {path: module_style(text) for path, text in texts.items()}
