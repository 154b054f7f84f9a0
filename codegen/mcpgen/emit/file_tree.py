"""Write generated files to a folder in one step, or compare them with the files in the folder.

- A folder is replaced only if one of the files in `MARKS` shows that mcpgen wrote it.
- A folder changes in one step: the new folder is written next to the old one, and the two are exchanged. If
  the command is killed, either the old or the new folder is left, never a mixture.
- Commands that write the same folder wait for each other, and readers wait for a writer. The next writer
  removes temporary folders of killed commands.
"""

from __future__ import annotations

import ctypes
import difflib
import errno
import os
import re
import secrets
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager, suppress
from pathlib import Path, PurePosixPath
from typing import TypeAlias

from mcpgen.problems import printable, refuse

try:
    import fcntl
except ImportError:  # on Windows, two builds of a folder do not wait for each other
    fcntl = None  # type: ignore[assignment]

MARK = "Written by mcpgen"
# The files that show that mcpgen wrote a folder, each with the text that is near its beginning.
MARKS = {
    "__init__.py": MARK,
    "index.html": MARK,
    "published.ts": "Written by `mcpgen build",
    "export.schema.json": "`mcpgen export`",
}
PACKAGE = "mcp_revisions"
REPLACED = "the folder that your shell is in was replaced; to enter the new one: cd ."
_LINES = re.compile(r"[^\n]*\n|[^\n]+")
Contents: TypeAlias = Mapping[str, "str | bytes | None"]  # by POSIX path; None deletes the file
_held: set[tuple[int, int]] = set()  # the folders that this process has locked for writing


def read(folder: Path) -> dict[str, str]:
    """Return the contents of the files in a folder, by POSIX path. Python's caches are skipped."""
    if not folder.is_dir():
        return {}
    return {
        path.relative_to(folder).as_posix(): path.read_bytes().decode("utf-8", "replace")
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


def difference(old: Mapping[str, str], new: Mapping[str, str]) -> Iterator[str]:
    """Yield the lines of a unified diff from the files `old` to the files `new`.

    File names and contents are untrusted. Characters that a terminal would interpret are escaped, except
    tabs.
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
    """Lock `folder` for writing while the block runs. Refuse a folder that mcpgen did not write."""
    check_replaceable(folder)
    with writing(folder):
        yield


@contextmanager
def writing(folder: Path) -> Iterator[None]:
    """Lock `folder` against other readers and writers while the block runs.

    Temporary folders of killed commands are removed first. Missing parent folders are created. If the block
    writes nothing into these, they are removed at the end.
    """
    made = [parent for parent in folder.parents if not parent.exists()]
    try:
        folder.parent.mkdir(parents=True, exist_ok=True)  # inside, because an interrupt may follow it at once
        with _lock(folder, shared=False):
            recover(folder)
            yield
    finally:
        with suppress(OSError):  # stop at the first folder that is not empty
            for parent in filter(Path.exists, made):
                parent.rmdir()


@contextmanager
def reading(folder: Path) -> Iterator[None]:
    """Wait until no other command writes to `folder`, and let none write while the block runs."""
    with _lock(folder, shared=True):
        yield


@contextmanager
def _lock(folder: Path, *, shared: bool) -> Iterator[None]:
    """Lock `folder` while the block runs. If `shared` is true, only writers must wait, otherwise readers too.

    The lock is on the parent folder, because `folder` itself may be exchanged. A process that already has the
    lock may enter again.
    """
    if fcntl is None:
        yield
        return
    try:
        opened = os.open(_real(folder).parent, os.O_RDONLY)
    except PermissionError:
        if not shared:
            raise
        yield  # a user who cannot read the parent folder cannot write to `folder`, so no lock is needed
        return
    found = os.fstat(opened)
    key = (found.st_dev, found.st_ino)
    try:
        if key not in _held:
            fcntl.flock(opened, fcntl.LOCK_SH if shared else fcntl.LOCK_EX)
            if not shared:
                _held.add(key)
                try:
                    yield
                finally:
                    _held.discard(key)
                return
        yield
    finally:
        os.close(opened)  # the lock ends with the descriptor, and so with the process


def _real(folder: Path) -> Path:
    """Return the absolute path of a folder without symbolic links."""
    return Path(os.path.realpath(folder))


def write(files: Contents, folder: Path) -> None:
    """Replace the contents of a locked folder by `files` in one step.

    Readers see all old or all new files.
    """
    with _exchanged(_real(folder)) as staged:
        _apply(files, staged)


def update(files: Contents, folder: Path) -> None:
    """Write and delete some files of a locked folder in one step. Other files are not changed.

    A folder that is empty after a deletion is removed.
    """
    target = _real(folder)
    with _exchanged(target) as staged:
        _copy_tree(target, staged)
        _apply(files, staged)


@contextmanager
def _exchanged(folder: Path) -> Iterator[Path]:
    """Create an empty folder, yield its path, and exchange it with `folder` at the end of the block.

    The block fills the new folder. After the exchange, the old folder is deleted.
    """
    staged = folder.with_name(f".{folder.name}.new-{secrets.token_hex(8)}")
    here = _working_directory()
    try:
        with named_as(staged, folder):
            staged.mkdir()
            yield staged
            swap(staged, folder)
        if here is not None and here.is_relative_to(folder):
            os.chdir(here if here.is_dir() else folder)
    finally:
        shutil.rmtree(staged, ignore_errors=True)


def note_of_replacing(folder: Path) -> list[str]:
    """Return a list with a note for the user if the working directory was in a folder that was replaced.

    Otherwise return an empty list.
    """
    here = _working_directory()
    return [REPLACED] if here is not None and here.is_relative_to(_real(folder)) else []


def _working_directory() -> Path | None:
    """Return the path of the working directory, or None if it was deleted."""
    try:
        return Path(os.path.realpath(Path.cwd()))
    except FileNotFoundError:
        return None


def _copy_tree(source: Path, target: Path) -> None:
    """Copy the folders and files in `source` to `target`.

    Files become hard links if the file system has them.
    """
    for path in sorted(source.rglob("*")) if source.is_dir() else ():
        copy = target / path.relative_to(source)
        if path.is_symlink():
            copy.symlink_to(_link_text(path, source))
        elif path.is_dir():
            copy.mkdir()
            shutil.copymode(path, copy)
        else:
            try:
                os.link(path, copy)
            except OSError:
                shutil.copy2(path, copy)


def _link_text(link: Path, folder: Path) -> str:
    """Return the target for a copy of the symbolic link `link`, which is in `folder`.

    The copy is in a folder that will replace `folder`. An absolute target inside `folder` becomes relative,
    because it would lead to the old folder.
    """
    text, target = os.readlink(link), os.path.realpath(link)
    if text.startswith("/") and Path(target).is_relative_to(folder):
        return os.path.relpath(target, link.parent)
    return text


def _apply(files: Contents, staged: Path) -> None:
    """Write and delete files in the folder `staged`.

    A file is never changed in place, because it may be a hard link to a file of the old folder.
    """
    for path, text in files.items():
        target = staged.joinpath(*PurePosixPath(path).parts)
        target.unlink(missing_ok=True)
        if text is not None:
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(text.encode("utf-8") if isinstance(text, str) else text)
        else:
            for parent in target.parents:
                if parent == staged or any(parent.iterdir()):
                    break
                parent.rmdir()


@contextmanager
def named_as(staged: Path, target: Path) -> Iterator[None]:
    """If the block raises `OSError`, replace the temporary path in the error by the path `target`."""
    try:
        yield
    except OSError as error:
        # If the disk is full, the error has no file name.
        path = str(error.filename or target).replace(str(staged), str(target))
        raise OSError(error.errno, error.strerror, path) from None


def check_replaceable(folder: Path) -> None:
    """Refuse a folder unless it is empty or mcpgen generated it."""
    if not folder.exists() and not folder.is_symlink():
        return
    try:
        if folder.is_dir() and not any(path.name != "__pycache__" for path in folder.iterdir()):
            return
        marked = next(name for name in MARKS if (folder / name).is_file())
        if MARKS[marked] in (folder / marked).read_text("utf-8")[:500]:
            return
    except (OSError, UnicodeDecodeError, StopIteration):
        pass
    raise refuse(str(folder), "exists and was not written by mcpgen; choose another --out or move it away")


def swap(staged: Path, folder: Path) -> None:
    """Replace `folder` by the folder `staged`, and delete the old contents.

    If the system cannot exchange two folders in one step, this takes two steps. After an interruption between
    them, `recover` restores the old folder.
    """
    if not folder.exists():
        staged.rename(folder)
    elif not _exchange(staged, folder):
        replaced = folder.parent / staged.name.replace(f".{folder.name}.new-", f".{folder.name}.old-")
        try:
            folder.rename(replaced)
        except OSError as error:
            if error.errno not in (errno.EBUSY, errno.EXDEV):
                raise
            step = "mount the folder that contains it, or pass a folder inside"
            raise refuse(
                str(folder), f"is a mount point, which cannot be replaced in one step; {step}"
            ) from None
        staged.rename(folder)
        shutil.rmtree(replaced, ignore_errors=True)


def recover(folder: Path) -> None:
    """Repair what interrupted commands left: put a moved `folder` back, and remove temporary folders."""
    target = _real(folder)
    if not target.parent.is_dir():
        return
    moved, staged = f".{target.name}.old-", f".{target.name}.new-"
    for path in sorted(target.parent.iterdir()):
        if path.name.startswith(moved) and not target.exists():
            path.rename(target)
        elif path.name.startswith((moved, staged)):
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
    """Write several files one after the other, each in one step. The value None deletes a file.

    If deleting a file empties its folder, the folder is removed. After an error or an interrupt, all files
    that were written or deleted are restored.
    """
    staged = {path: path.with_name(f".{path.name}.new") for path in files}
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
            with suppress(NotADirectoryError):  # a parent is a file; the error that was raised says so
                one.unlink(missing_ok=True)
            if path.parent.is_dir() and not any(path.parent.iterdir()):
                path.parent.rmdir()


def _put(staged: Path | None, path: Path) -> None:
    """Rename the temporary file `staged` to `path`. If there is no temporary file (None), delete `path`."""
    if staged is None:
        path.unlink(missing_ok=True)
    else:
        staged.replace(path)
