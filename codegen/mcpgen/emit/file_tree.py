"""Compare a mapping of paths to texts with a folder, or replace the folder by it.

- A folder is replaced only if its `__init__.py` or `index.html` contains `MARK`, which mcpgen writes.
- New files are written beside the old folder. Then the two folders are exchanged. If a build is killed, the
  old or the new folder remains, never a mixture.
- Two builds of the same folder wait for each other. The next build removes what a killed build left behind.
"""

from __future__ import annotations

import ctypes
import difflib
import os
import re
import secrets
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath

from mcpgen.problems import printable, refuse

try:
    import fcntl
except ImportError:  # on Windows, two builds of a folder do not wait for each other
    fcntl = None  # type: ignore[assignment]

MARK = "Written by mcpgen"
MARKED = ("__init__.py", "index.html")  # the files that have the mark, in a package and in a site
PACKAGE = "mcp_revisions"
_LINES = re.compile(r"[^\n]*\n|[^\n]+")
_STAGED, _REPLACED = f".{PACKAGE}.new-", f".{PACKAGE}.old-"


def read(folder: Path) -> dict[str, str]:
    """Return the files in a folder by their POSIX paths. Skip Python's caches."""
    if not folder.is_dir():
        return {}
    return {
        path.relative_to(folder).as_posix(): path.read_bytes().decode("utf-8", "replace")
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


def difference(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of a unified diff from the files `old` to the files `new`.

    Both may be untrusted, so everything that a terminal would interpret is escaped, except tabs.
    """
    for path in sorted({*old, *new}):
        before, after = old.get(path, ""), new.get(path, "")
        if before != after or (path in old) != (path in new):
            name = printable(path)
            names = (f"a/{name}" if path in old else "/dev/null", f"b/{name}" if path in new else "/dev/null")
            lines = difflib.unified_diff(_LINES.findall(before), _LINES.findall(after), *names)
            # difflib yields nothing for an added or removed empty file
            for line in lines if before != after else (f"--- {names[0]}\n", f"+++ {names[1]}\n"):
                safe = "\t".join(map(printable, line.removesuffix("\n").split("\t")))
                yield f"{safe}\n" if line.endswith("\n") else f"{safe}\n\\ No newline at end of file\n"


@contextmanager
def locked(folder: Path) -> Iterator[None]:
    """Lock `folder` against other builds, and remove what killed builds left behind.

    Missing parent folders are created. If nothing is written into them, they are removed at the end.
    """
    check_replaceable(folder)
    made = [parent for parent in folder.parents if not parent.exists()]
    folder.parent.mkdir(parents=True, exist_ok=True)
    lock = None  # closing the descriptor releases the lock, and so does the end of the process
    try:
        if fcntl is not None:
            lock = os.open(folder.parent, os.O_RDONLY)
            fcntl.flock(lock, fcntl.LOCK_EX)
        recover(folder)
        yield
    finally:
        if lock is not None:
            os.close(lock)
        with suppress(OSError):  # ends at the first folder that is not empty
            for parent in made:
                parent.rmdir()


def write(files: Mapping[str, str], folder: Path) -> None:
    """Replace a locked folder by `files` in one step, so that readers see only old or only new files."""
    staged = folder.parent / f"{_STAGED}{secrets.token_hex(8)}"
    try:
        with named_as(staged, folder):
            _write_staged(files, staged)
        swap(staged, folder)
    finally:
        shutil.rmtree(staged, ignore_errors=True)


def _write_staged(files: Mapping[str, str], staged: Path) -> None:
    for path, text in files.items():
        target = staged.joinpath(*PurePosixPath(path).parts)
        target.parent.mkdir(parents=True, exist_ok=True)
        target.write_bytes(text.encode("utf-8"))


@contextmanager
def named_as(staged: Path, target: Path) -> Iterator[None]:
    """In an `OSError`, replace the temporary path `staged` by the path that the user gave."""
    try:
        yield
    except OSError as error:
        # If the disk is full, the error has no file name.
        path = str(error.filename or target).replace(str(staged), str(target))
        raise OSError(error.errno, error.strerror, path) from None


def check_replaceable(folder: Path) -> None:
    """Refuse a folder unless it is empty, or a package or site that mcpgen generated."""
    if not folder.exists() and not folder.is_symlink():
        return
    try:
        if folder.is_dir() and not any(path.name != "__pycache__" for path in folder.iterdir()):
            return
        marked = next(folder / name for name in MARKED if (folder / name).is_file())
        if MARK in marked.read_text("utf-8")[:500]:
            return
    except (OSError, UnicodeDecodeError, StopIteration):
        pass
    raise refuse(str(folder), "exists and was not written by mcpgen; choose another --out or move it away")


def swap(staged: Path, folder: Path) -> None:
    """Put the folder `staged` in place of `folder`.

    If the system cannot exchange two folders in one step, it takes two. `recover` completes an interrupted
    one.
    """
    if not folder.exists():
        staged.rename(folder)
    elif not _exchange(staged, folder):
        replaced = folder.parent / staged.name.replace(_STAGED, _REPLACED)
        folder.rename(replaced)
        staged.rename(folder)
        shutil.rmtree(replaced, ignore_errors=True)


def recover(folder: Path) -> None:
    """Restore `folder` if a killed build moved it away, and remove the temporary folders of killed builds."""
    if not folder.parent.is_dir():
        return
    for path in sorted(folder.parent.iterdir()):
        if path.name.startswith(_REPLACED) and not folder.exists():
            path.rename(folder)
        elif path.name.startswith((_REPLACED, _STAGED)):
            shutil.rmtree(path, ignore_errors=True)


def _exchange(one: Path, other: Path) -> bool:
    """Exchange two folders atomically (Linux, macOS). Return False if the system cannot do that."""
    try:
        library = ctypes.CDLL(None, use_errno=True)
        if sys.platform == "linux":
            at_cwd, exchange = -100, 2
            status = library.renameat2(at_cwd, os.fsencode(one), at_cwd, os.fsencode(other), exchange)
        elif sys.platform == "darwin":
            status = library.renamex_np(os.fsencode(one), os.fsencode(other), 2)
        else:
            return False
    except (AttributeError, OSError):
        return False
    return bool(status == 0)


def replace_files(files: Mapping[Path, str | bytes | None]) -> None:
    """Write files in order, each in one step. None deletes a file, and its folder if it is then empty.

    After an error or an interrupt, the files that were already replaced are restored.
    """
    staged = {path: path.with_name(f".{path.name}.new-{secrets.token_hex(8)}") for path in files}
    before: dict[Path, bytes | None] = {}
    try:
        for path, text in files.items():
            if text is not None:
                with named_as(staged[path], path):
                    path.parent.mkdir(parents=True, exist_ok=True)
                    staged[path].write_bytes(text.encode("utf-8") if isinstance(text, str) else text)
        for path, text in files.items():
            before[path] = path.read_bytes() if path.exists() else None
            _put(staged[path] if text is not None else None, path)
    except BaseException:
        for path, data in before.items():
            if data is not None:
                staged[path].write_bytes(data)
            _put(None if data is None else staged[path], path)
        raise
    finally:
        for path, one in staged.items():
            with suppress(NotADirectoryError):  # a parent is a file, which the error above reports
                one.unlink(missing_ok=True)
            if path.parent.is_dir() and not any(path.parent.iterdir()):
                path.parent.rmdir()


def _put(staged: Path | None, path: Path) -> None:
    """Rename a temporary file to `path`, or delete `path` if there is no temporary file."""
    if staged is None:
        path.unlink(missing_ok=True)
    else:
        staged.replace(path)
