"""The command `mcpgen init`: create a schema folder, as a copy of the packaged one or without revisions.

The folder also has the JSON Schemas of its TOML files, for editors. It is written beside its final path and
then renamed, so an interrupted run leaves nothing. If the folder exists and is empty, the files are moved
into it.
"""

from __future__ import annotations

import secrets
import shutil
from pathlib import Path

from mcpgen.emit.file_tree import named_as
from mcpgen.frontend.package_data import data_root
from mcpgen.frontend.sources import SUFFIXES
from mcpgen.problems import refuse

FORMS = ("changes.schema.json", "docs.schema.json", "overlay.schema.json")
REPORTS = ("diff.schema.json", "validate.schema.json")  # schemas of printed reports
EMPTY = {
    "pins.json": "{}\n",
    "docs.toml": "#:schema ./docs.schema.json\n# The descriptions of the generated docstrings.\n",
}


def init(folder: Path, *, empty: bool) -> list[str]:
    """Create a schema folder. Return lines with the next steps."""
    if folder.is_symlink() or (folder.exists() and (not folder.is_dir() or any(folder.iterdir()))):
        raise refuse(str(folder), "exists already; choose a folder that does not")
    packaged = data_root("schema")
    files = {
        path.relative_to(packaged): path.read_bytes()
        for path in sorted(packaged.rglob("*"))
        if path.suffix in SUFFIXES and path.is_file() and path.name not in REPORTS
        if not empty or path.name in FORMS
    }
    files |= {Path(name): text.encode() for name, text in EMPTY.items() if empty}
    target = folder.absolute()
    staged = target.with_name(f".{target.name}.new-{secrets.token_hex(8)}")
    try:
        with named_as(staged, target):
            for name, data in files.items():
                (staged / name).parent.mkdir(parents=True, exist_ok=True)
                (staged / name).write_bytes(data)
        if target.is_dir():  # empty, and perhaps the working directory
            for path in staged.iterdir():
                path.rename(target / path.name)
        else:
            staged.rename(target)
    finally:
        shutil.rmtree(staged, ignore_errors=True)
    option = "" if folder.name == "schema" and target.parent == Path.cwd() else f" --schema-dir {folder}"
    content = "without revisions" if empty else "with the revisions of the package"
    return [
        f"wrote {folder}, {content}",
        f"next: mcpgen ingest FILE --revision REVISION{option}",
    ]
