"""The command `mcpgen init`: create a schema folder, with the packaged revisions or without revisions.

The folder also has the JSON Schemas of its TOML files, for editors. It appears in one step, so an interrupted
run leaves nothing behind. An empty folder is replaced.
"""

from __future__ import annotations

from pathlib import Path

from mcpgen.emit import file_tree
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
    _check_free(folder)
    packaged = data_root("schema")
    files = {
        path.relative_to(packaged).as_posix(): path.read_bytes()
        for path in sorted(packaged.rglob("*"))
        if path.suffix in SUFFIXES and path.is_file() and path.name not in REPORTS
        if not empty or path.name in FORMS
    }
    files |= {name: text.encode() for name, text in EMPTY.items() if empty}
    target = folder.absolute()
    note = file_tree.note_of_replacing(target)
    with file_tree.writing(target):
        _check_free(folder)
        file_tree.write(files, target)
    option = "" if folder.name == "schema" and target.parent == Path.cwd() else f" --schema-dir {folder}"
    content = "without revisions" if empty else "with the revisions of the package"
    return [
        f"wrote {folder}, {content}",
        f"next: mcpgen ingest FILE --revision REVISION{option}",
        *note,
    ]


def _check_free(folder: Path) -> None:
    """Refuse a path that exists and is not an empty folder."""
    if folder.is_symlink() or (folder.exists() and (not folder.is_dir() or any(folder.iterdir()))):
        raise refuse(str(folder), "exists already; choose a folder that does not")
