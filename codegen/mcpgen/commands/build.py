"""Building: what `mcpgen build` does around the pure pipeline: processes, progress, comparing, writing, watching."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from concurrent.futures.process import BrokenProcessPool
from contextlib import contextmanager, nullcontext
from dataclasses import dataclass
from functools import partial
from pathlib import Path

from mcpgen import pipeline
from mcpgen.commands import progress
from mcpgen.emit import file_tree
from mcpgen.frontend.overlay import read_overlay
from mcpgen.names import check_revision_name, module
from mcpgen.problems import Problem, refuse

Files = dict[str, str]


@dataclass(frozen=True)
class Job:
    """What to build: pinned revisions (none named: all), or one schema file under the name of one revision."""

    revisions: tuple[str, ...] = ()
    schema: Path | None = None
    overlay: Path | None = None
    keep_descriptions: bool = False


def build(job: Job, out: Path, *, check: bool) -> int:
    """Build the package below `out`, or compare it with what is there; return the exit status."""
    folder = out / file_tree.PACKAGE
    folder = folder.resolve() if folder.is_symlink() else folder
    if out.exists() and not out.is_dir():
        raise refuse(str(out), "is not a folder; choose another --out")
    for revision in job.revisions:
        check_revision_name(revision)
    revisions = job.revisions or pipeline.revisions()
    with nullcontext() if check else file_tree.locked(folder):
        present = file_tree.read(folder)
        check_modules(revisions, present)
        files = pipeline.package(parts(job, revisions), present, revisions)
        if files == present:
            say(f"{folder} is up to date")
            return 0
        if check:
            sys.stdout.writelines(file_tree.difference(present, files))
            say(f"{folder} is out of date; run mcpgen build")
            return 1
        file_tree.write(files, folder)
        say(f"wrote {len(files)} files to {folder}: {', '.join(revisions)}")
        return 0


def check_modules(revisions: Sequence[str], present: Files) -> None:
    """Refuse two revisions that would share a folder."""
    folders = {folder: name for folder, name in pipeline.held_revisions(present).items()}
    for revision in revisions:
        other = folders.setdefault(module(revision), revision)
        if other != revision:
            raise refuse("--revision", f"{revision} would take the folder of {other}; choose another name")


def from_file(job: Job) -> Files:
    """Return the folder of a revision built from a schema file; what falls back to a plain rule is said on stderr."""
    assert job.schema is not None
    (revision,) = job.revisions
    overlay = None
    if job.overlay:
        overlay = read_overlay(pipeline.read(job.overlay, str(job.overlay)), str(job.overlay))
    return pipeline.file_files(
        job.schema, revision, overlay=overlay, keep_descriptions=job.keep_descriptions, warn=warn
    )


def parts(job: Job, revisions: Sequence[str]) -> list[Files]:
    """Return the adapters and the folders of revisions, made side by side."""
    if job.schema:
        return [from_file(job), pipeline.adapter_files()]
    pipeline.check_sources(revisions)
    # the largest first, so that none is waited for alone
    tasks: dict[str, Callable[[], Files]] = {"adapters": pipeline.adapter_files}
    tasks |= {revision: partial(pipeline.pinned_files, revision) for revision in reversed(revisions)}
    with ProcessPoolExecutor(min(len(tasks), _cores()), initializer=_follow_parent) as pool:
        try:
            with _uninterrupted():
                running = {pool.submit(task): name for name, task in tasks.items()}
            with progress.parts(len(tasks), sys.stderr) as advance:
                for done in as_completed(running):
                    done.result()
                    advance(running[done])
        except BrokenProcessPool:
            raise refuse("build", "one of its processes was killed; is there enough memory?") from None
        except KeyboardInterrupt:
            for process in multiprocessing.active_children():
                process.terminate()
            raise
        finally:
            pool.shutdown(cancel_futures=True)
        return [done.result() for done in running]


@contextmanager
def _uninterrupted() -> Iterator[None]:
    """Block interrupts while processes start; the processes inherit the mask."""
    if hasattr(signal, "pthread_sigmask"):
        signal.pthread_sigmask(signal.SIG_BLOCK, {signal.SIGINT})
        try:
            yield
        finally:
            signal.pthread_sigmask(signal.SIG_UNBLOCK, {signal.SIGINT})
    else:
        yield


def _follow_parent() -> None:
    """Ignore interrupts, which the parent handles, and exit when the parent is gone."""
    # A worker that dies of an interrupt looks killed to a parent that is interrupted later, or never.
    signal.signal(signal.SIGINT, signal.SIG_IGN)
    parent = multiprocessing.parent_process()

    def follow() -> None:
        if parent:
            parent.join()
            os._exit(1)

    threading.Thread(target=follow, daemon=True).start()


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


def watch(arguments: Sequence[str], inputs: Sequence[Path]) -> None:
    """Build now and again on every change of what a build reads, until interrupted; a failed build is reported."""
    from watchfiles import watch as changes

    command = [sys.executable, "-m", "mcpgen", *(argument for argument in arguments if argument != "--watch")]
    paths = [
        pipeline.data_root("schema"),
        pipeline.data_root("templates"),
        Path(pipeline.__file__).parent,
        *inputs,
    ]
    for path in paths:
        if not path.exists():
            raise refuse(str(path), "cannot be watched: no such file or folder")
    say(f"watching {', '.join(map(str, paths))}; interrupt to stop")
    first = True
    # the first round comes of the timeout: a change during the first build must not be missed
    for changed in changes(
        *paths, watch_filter=_source, raise_interrupt=True, rust_timeout=200, yield_on_timeout=True
    ):
        if changed:
            names = sorted({Path(path).name for _, path in changed})
            say(f"{time.strftime('%H:%M:%S')} {', '.join(names)} changed")
        if changed or first:
            subprocess.run(command, check=False)
        first = False


def _source(_change: object, path: str) -> bool:
    return "__pycache__" not in path and not Path(path).name.startswith(".")


def say(line: str) -> None:
    """Tell how things went, on standard error."""
    print(line, file=sys.stderr)


def warn(problem: Problem) -> None:
    """Print a name or a result that the build chose because no overlay states it."""
    say(str(problem))
