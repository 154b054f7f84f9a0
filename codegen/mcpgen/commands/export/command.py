"""The command `mcpgen export`: write the document, the corpus, the conversions and their schemas.

With `--check`, the files are compared instead. The document depends only on the folder `schema/` and on the
adapters of `mcp_revisions`. The corpus depends only on the recorded messages and on `mcp_revisions`. Both are
sorted and contain no dates, so equal inputs give equal bytes.
"""

from __future__ import annotations

import json
from contextlib import nullcontext
from itertools import pairwise
from pathlib import Path
from typing import Any

from mcpgen.classes.descriptions import extension_descriptions
from mcpgen.commands.export.cases import case_texts
from mcpgen.commands.export.corpus import MessageChecker, select
from mcpgen.commands.export.document import History, JsonObject, document
from mcpgen.commands.export.published import published_texts
from mcpgen.commands.export.recordings import RecordedMessage, recorded, samples
from mcpgen.commands.schema_dir import opened
from mcpgen.commands.written_files import end_with_files
from mcpgen.emit import file_tree
from mcpgen.frontend.package_data import data_root
from mcpgen.schema_folder import SchemaFolder

SCHEMAS = ("export.schema.json", "corpus.schema.json")


def export(schema_dir: Path | None, out: Path, recordings: Path | None, *, check: bool) -> int:
    """Write the exported files to `out` and return the exit status. If `check` is true, only compare them.

    All files change in one step. Other files in `out` are not changed.
    """
    with nullcontext() if check else file_tree.locked(out), opened(schema_dir) as folder:
        return _export(folder, out, recordings, check=check)


def _export(folder: SchemaFolder, out: Path, recordings: Path | None, *, check: bool) -> int:
    checker = MessageChecker(folder.revisions)
    texts = export_texts(exported(folder, checker), exported_corpus(checker, recordings))
    texts |= published_texts(folder) | case_texts()
    present = {name: text for name, text in file_tree.read(out).items() if name in texts}

    def write() -> str:
        stale = {name: text for name, text in texts.items() if present.get(name) != text}
        file_tree.update(stale, out)
        return f"wrote {len(stale)} files to {out}"

    return end_with_files(out, texts, present, "mcpgen export", check=check, write=write)


def exported(folder: SchemaFolder, checker: MessageChecker) -> JsonObject:
    """Return the content of `protocol.json`: all pinned revisions, their changes, and the extensions."""
    revisions = folder.revisions
    protocols = [folder.protocol(revision) for revision in revisions]
    decisions = [folder.decided(older, newer).changes for older, newer in pairwise(revisions)]
    history = History(protocols, decisions, folder.descriptions, folder.pins)
    extensions = [
        (folder.extension(name), extension_descriptions(folder.sources, name)) for name in folder.extensions
    ]
    extended = {step: folder.decided(*step).changes for step in folder.steps[len(decisions) :]}
    return document(history, checker.fidelity(protocols), extensions, extended)


def exported_corpus(checker: MessageChecker, recordings: Path | None) -> list[JsonObject]:
    """Return the corpus: a selection of the messages in the folder `recordings`, with their outcomes.

    By default, the messages are our own recordings and samples.
    """
    return select(map(checker.entry, all_messages(checker.revisions, recordings)))


def all_messages(revisions: tuple[str, ...], recordings: Path | None) -> list[RecordedMessage]:
    """Return the messages in the folder `recordings`. By default, return our own recordings and samples."""
    if recordings is not None:
        return list(recorded(recordings, revisions))
    path = data_root("samples") / "conversions.jsonl"
    return [*recorded(data_root("recordings"), revisions), *samples(path, revisions)]


def export_texts(document: JsonObject, corpus: list[JsonObject]) -> dict[str, str]:
    """Return the texts of the document, of the corpus and of their schemas, by file name."""
    schemas = {name: (data_root("schema") / name).read_text("utf-8") for name in SCHEMAS}
    return {
        "protocol.json": _lines(document),
        "corpus.jsonl": "".join(f"{json.dumps(entry, ensure_ascii=False)}\n" for entry in corpus),
        **schemas,
    }


def _lines(value: Any) -> str:
    return json.dumps(value, indent=1, ensure_ascii=False) + "\n"
