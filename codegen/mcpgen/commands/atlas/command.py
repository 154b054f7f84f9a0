"""The command `mcpgen atlas`: export, then the site → a folder, written, compared or served."""

from __future__ import annotations

import sys
from pathlib import Path

from mcpgen.commands.atlas.site import atlas_files
from mcpgen.commands.export.command import exported, exported_corpus
from mcpgen.commands.export.corpus import FrameJudge
from mcpgen.emit import file_tree
from mcpgen.schema_folder import SchemaFolder


def atlas(folder: SchemaFolder, out: Path, frames: Path | None, *, check: bool) -> int:
    """Write the site into a folder, or compare it with the folder; return the exit status."""
    if not check:
        file_tree.check_replaceable(out)
    judge = FrameJudge(folder.revisions)
    files = atlas_files(exported(folder, judge), exported_corpus(judge, frames))
    if check:
        present = file_tree.read(out)
        sys.stdout.writelines(file_tree.difference(present, files))
        current = present == files
        print(f"{out} is {'up to date' if current else 'out of date; run mcpgen atlas'}", file=sys.stderr)
        return 0 if current else 1
    with file_tree.locked(out):
        file_tree.write(files, out)
    print(f"wrote {len(files)} files to {out}; open {out / 'index.html'}", file=sys.stderr)
    return 0
