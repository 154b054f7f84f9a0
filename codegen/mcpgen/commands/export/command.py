"""The command `mcpgen export`: document, corpus, published conversions and their schemas → files, or a diff.

The document is a function of the folder `schema/` and of the adapters of `mcp_revisions`, the corpus of the
frames and of `mcp_revisions`. Both are sorted and dated by nothing, so equal inputs give equal bytes.
"""

from __future__ import annotations

import json
from itertools import pairwise
from pathlib import Path
from typing import Any

from mcpgen.classes.descriptions import extension_descriptions
from mcpgen.commands.export.corpus import FrameJudge, select
from mcpgen.commands.export.document import History, Tree, document
from mcpgen.commands.export.frames import RecordedFrame, recorded, samples
from mcpgen.commands.export.published import published_texts
from mcpgen.commands.written_files import end_with_files
from mcpgen.emit import file_tree
from mcpgen.frontend.package_data import data_root
from mcpgen.schema_folder import SchemaFolder

SCHEMAS = ("export.schema.json", "corpus.schema.json")


def export(folder: SchemaFolder, out: Path, frames: Path | None, *, check: bool) -> int:
    """Write the files into a folder, or compare them with the files there; return the exit status."""
    judge = FrameJudge(folder.revisions)
    texts = export_texts(exported(folder, judge), exported_corpus(judge, frames)) | published_texts(folder)
    present = {name: text for name, text in file_tree.read(out).items() if name in texts}

    def write() -> str:
        stale = {out / name: text for name, text in texts.items() if present.get(name) != text}
        file_tree.replace_files(stale)
        return f"wrote {len(stale)} files to {out}"

    return end_with_files(out, texts, present, "mcpgen export", check=check, write=write)


def exported(folder: SchemaFolder, judge: FrameJudge) -> Tree:
    """Return the document of the pinned revisions."""
    revisions = folder.revisions
    protocols = [folder.protocol(revision) for revision in revisions]
    decisions = [folder.decided(older, newer).changes for older, newer in pairwise(revisions)]
    history = History(protocols, decisions, folder.descriptions, folder.pins)
    extensions = [
        (folder.extension(name), extension_descriptions(folder.sources, name)) for name in folder.extensions
    ]
    return document(history, judge.fidelity(protocols), extensions)


def exported_corpus(judge: FrameJudge, frames: Path | None) -> list[Tree]:
    """Return the corpus of a folder of recordings, by default of those that the package carries."""
    return select(map(judge.entry, all_frames(judge.revisions, frames)))


def all_frames(revisions: tuple[str, ...], frames: Path | None) -> list[RecordedFrame]:
    """Return the recorded frames, and the samples where the recordings are those of the package."""
    if frames is not None:
        return list(recorded(frames, revisions))
    path = data_root("samples") / "conversions.jsonl"
    return [*recorded(data_root("recordings"), revisions), *samples(path, revisions)]


def export_texts(document: Tree, corpus: list[Tree]) -> dict[str, str]:
    """Return the text of each file by its name."""
    schemas = {name: (data_root("schema") / name).read_text("utf-8") for name in SCHEMAS}
    return {
        "protocol.json": _lines(document),
        "corpus.jsonl": "".join(f"{json.dumps(entry, ensure_ascii=False)}\n" for entry in corpus),
        **schemas,
    }


def _lines(tree: Any) -> str:
    return json.dumps(tree, indent=1, ensure_ascii=False) + "\n"
