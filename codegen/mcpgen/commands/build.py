"""The command `mcpgen build`: run the pipeline, then write the package or compare it with the one on disk.

The input is names of revisions, or a schema file. The output is the package in a folder, or with `--check` a
unified diff on stdout. Progress and the outcome go to stderr. The exit status is 0 if the package was written
or is equal, and 1 if `--check` found a difference.
"""

from __future__ import annotations

import gc
import os
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from importlib.util import find_spec
from pathlib import Path
from typing import TypeVar

from mcpgen import pipeline
from mcpgen.commands import terminal
from mcpgen.commands.own_schema import OwnSchema, parse_own, parse_own_layer
from mcpgen.commands.schema_dir import located, opened
from mcpgen.commands.written_files import end_with_files
from mcpgen.emit import file_tree
from mcpgen.emit.old_package import revisions_in_package
from mcpgen.frontend.package_data import PACKAGE, data_root
from mcpgen.names import check_revision_name, module
from mcpgen.problems import Problem, refuse
from mcpgen.schema_folder import SchemaFolder, Selection, check_pinned

Item = TypeVar("Item")


def build(
    names: Sequence[str], own: OwnSchema | None, schema_dir: Path | None, out: Path, *, check: bool
) -> int:
    """Write the package below `out`, and return the exit status.

    If `check` is true, only compare the package with the one there. The package has the revisions in `names`
    (all if empty), or only the one that `own` describes. The schema folder is read while the package is
    locked. Therefore, if two builds run, the last one reads the newest schema folder.
    """
    package = out / file_tree.PACKAGE
    package = Path(os.path.realpath(package)) if package.is_symlink() else package
    if out.exists() and not out.is_dir():
        raise refuse(str(out), "is not a folder; choose another --out")
    with nullcontext() if check else file_tree.locked(package), opened(schema_dir) as folder:
        return _build(names, own, folder, out, package, check=check)


def _build(
    names: Sequence[str],
    own: OwnSchema | None,
    folder: SchemaFolder,
    out: Path,
    package: Path,
    *,
    check: bool,
) -> int:
    if own is None:
        for revision in names:
            check_pinned(revision, folder.pins)
    elif own.extends is not None:
        check_pinned(own.extends, folder.pins, "--extends")
    else:
        check_revision_name(own.revision)
    selected = names if own is None else (own.revision if own.extends is None else own.extends,)
    revisions = selected or folder.revisions

    def warn(problem: Problem) -> None:
        report(str(located(problem, folder.path)))

    # Each garbage collection traverses the parsed files, which are large, so collections are made less
    # frequent.
    gc.set_threshold(50_000, 5, 5)
    present = file_tree.read(package)
    check_folders(revisions, present)
    if check and not present:
        print(f"{package}: is missing; run mcpgen build")
        return 1
    protocol = parse_own(own, folder.sources) if own and own.extends is None else None
    layer = parse_own_layer(own, folder) if own and own.extends is not None else None
    selection = Selection(tuple(selected), protocol, layer, present)
    files = pipeline.build(folder, selection, warn, each=_counted)

    def write() -> str:
        file_tree.write(files, package)
        path = "" if is_imported(package) else f"; to use it, set PYTHONPATH={out}"
        return f"wrote {len(files)} files to {package}: {', '.join(revisions)}{path}"

    return end_with_files(package, files, present, "mcpgen build", check=check, write=write)


def _counted(items: list[Item]) -> Iterator[Item]:
    return terminal.counted(items, len(items), "building")


def check_folders(revisions: Sequence[str], present: pipeline.Files) -> None:
    """Refuse two revisions that would be written to the same folder."""
    folders = {module(revision): revision for revision in revisions_in_package(present)}
    for revision in revisions:
        other = folders.setdefault(module(revision), revision)
        if other != revision:
            raise refuse(
                "--revision", f"{revision} would use the same folder as {other}; choose another name"
            )


def is_imported(package: Path) -> bool:
    """Return whether `import mcp_revisions` would import the package in this folder."""
    found = find_spec(package.name)
    return found is not None and found.origin is not None and Path(found.origin).parent.samefile(package)


def watch(arguments: Sequence[str], schema_dir: Path | None, inputs: Sequence[Path]) -> None:
    """Build now and after each change of an input file, until the user interrupts.

    A failed build does not end the watch. Each build is a new process, with `arguments` except `--watch`.
    `inputs` are files to watch in addition to the schema folder.
    """
    with opened(schema_dir) as folder:
        paths = [folder.path, data_root("templates"), PACKAGE, *inputs]
    for path in paths:
        if not path.exists():
            raise refuse(str(path), "cannot be watched: no such file or folder")
    report(f"watching {', '.join(map(str, paths))}; press Ctrl-C to stop")
    command = [sys.executable, "-m", "mcpgen", *(argument for argument in arguments if argument != "--watch")]
    while True:
        for names in _changes(paths):
            if names:
                report(f"{time.strftime('%H:%M:%S')} {', '.join(names)} changed")
            subprocess.run(command, check=False)


def _changes(paths: Sequence[Path]) -> Iterator[list[str]]:
    """Yield the names of the changed files after each change.

    The first list is empty. It is yielded as soon as the paths are being watched. `mcpgen ingest` replaces
    the schema folder by another folder, but the watcher would go on to watch the old one. Therefore the
    generator ends when one of the paths is replaced.
    """
    from watchfiles import watch as changes

    watched, first = _identities(paths), True
    # The watcher yields an empty list after 0.2 seconds. It is then watching, so the first build can start,
    # and a change during that build is not missed.
    for changed in changes(
        *paths, watch_filter=_is_source, raise_interrupt=True, rust_timeout=200, yield_on_timeout=True
    ):
        if changed or first:
            yield sorted({Path(path).name for _, path in changed})
        first = False
        if _identities(paths) != watched:
            return


def _identities(paths: Sequence[Path]) -> list[tuple[int, int] | None]:
    """Return the device and inode of each path, to notice that a path was replaced.

    A missing path has None.
    """
    found = [path.stat() if path.exists() else None for path in paths]
    return [(stat.st_dev, stat.st_ino) if stat else None for stat in found]


def _is_source(_change: object, path: str) -> bool:
    return "__pycache__" not in path and not Path(path).name.startswith(".")


def report(line: str) -> None:
    """Print a line on standard error."""
    print(line, file=sys.stderr)
