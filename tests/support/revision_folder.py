"""The folder of one revision, by the stages of the pipeline that concern a single protocol."""

from __future__ import annotations

from mcpgen import pipeline, schema_folder
from mcpgen.emit.style import style
from mcpgen.ir import Protocol


def revision_files(protocol: Protocol) -> dict[str, str]:
    """Return the files that a build writes for a protocol from a schema file."""
    sentences = schema_folder.sentences()
    classes = pipeline.classes_texts(protocol, sentences=sentences, history=[])
    texts = pipeline.revision_texts(protocol, classes, sentences, [])
    return {path: style(text) for path, text in texts.items()}
