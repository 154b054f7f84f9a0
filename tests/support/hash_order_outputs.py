"""Print a digest of each output of the commands, as JSON. `test_hash_order.py` runs it twice."""

from __future__ import annotations

import contextlib
import hashlib
import io
import json
import tempfile
from collections.abc import Iterator
from itertools import permutations
from pathlib import Path

from mcpgen.cli import run
from mcpgen.commands.atlas.site import atlas_files
from mcpgen.commands.diff import diff_revisions
from mcpgen.commands.diff_report import render
from mcpgen.commands.diff_text import diff_text
from mcpgen.commands.explain import explain
from mcpgen.commands.export.command import exported, exported_corpus
from mcpgen.commands.export.corpus import MessageChecker
from mcpgen.problems import Refused
from mcpgen.schema_folder import SchemaFolder, packaged

IDS = ("T2.6", "T3.10", "TYPE_ADDED", "R-BATCH", "annotations", "_meta", "mr.convert", "no-such-name-at-all")
NEW = "2099-01-31"


def outputs(folder: SchemaFolder) -> Iterator[tuple[str, str]]:
    """Yield each output: the command with its argument or file, and the text."""
    protocols = [folder.protocol(revision) for revision in folder.revisions]
    names = {name: None for each in protocols for name in (*each.methods, *each.definitions)}
    codes = {error.name: None for each in protocols for error in each.errors}
    for name in (*names, *codes, *IDS):
        yield f"explain {name}", explained(name, folder)
    for old, new in permutations(folder.revisions, 2):
        report = diff_revisions(old, new, folder=folder)
        yield f"diff {old} {new}", diff_text(report, verbose=True)
        for form in ("json", "markdown", "github", "sarif"):
            yield f"diff {old} {new} --format {form}", render(report, form)
    checker = MessageChecker(folder.revisions)
    files = atlas_files(exported(folder, checker), exported_corpus(checker, None))
    yield from ((f"atlas {name}", text) for name, text in files.items())
    with tempfile.TemporaryDirectory() as temporary:
        changed = (folder.path / folder.revisions[-1] / "schema.json").read_text("utf-8")
        file, own = Path(temporary, "new.json"), Path(temporary, "schema")
        file.write_text(changed.replace("CallToolRe", "UseToolRe").replace("websiteUrl", "homepage"), "utf-8")
        for arguments in (("init",), ("ingest", str(file), "--revision", NEW, "--schema-dir")):
            yield arguments[0], printed(*arguments, str(own)).replace(temporary, "")
        for path in sorted(own.rglob("*.toml")):
            yield f"ingest {path.relative_to(own)}", path.read_text("utf-8").replace(temporary, "")


def explained(name: str, folder: SchemaFolder) -> str:
    """Return the page of a name, or the problems if it has none."""
    try:
        return explain(name, folder=folder)
    except Refused as refused:
        return str(refused.problems)


def printed(*arguments: str) -> str:
    """Run a command, and return its status and everything that it prints."""
    text = io.StringIO()
    with contextlib.redirect_stdout(text), contextlib.redirect_stderr(text):
        status = run([*arguments])
    return f"{status} {text.getvalue()}"


if __name__ == "__main__":
    print(
        json.dumps(
            {name: hashlib.sha256(text.encode()).hexdigest() for name, text in outputs(packaged())}, indent=0
        )
    )
