"""Building: what `mcpgen build` does around the pure pipeline: processes, progress, comparing, writing, watching."""

from __future__ import annotations

import os
import subprocess
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path

from mcpgen import pipeline, tree
from mcpgen.names import check_revision_name, module
from mcpgen.overlay import read_overlay
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
    folder = out / tree.PACKAGE
    if out.exists() and not out.is_dir():
        raise refuse(str(out), "is not a folder; choose another --out")
    for revision in job.revisions:
        check_revision_name(revision)
    if not check:
        tree.recover(folder)
        tree.check_ours(folder)
    present = tree.read(folder)
    revisions = job.revisions or pipeline.revisions()
    check_modules(revisions, present)
    parts = [from_file(job)] if job.schema else from_pins(revisions)
    files = pipeline.package(parts, present, revisions)
    if check:
        drift = "".join(tree.difference(present, files))
        sys.stdout.write(drift)
        if drift:
            say(f"{folder} is out of date; run mcpgen build")
        return 1 if drift else 0
    if files == present:
        say(f"{folder} is up to date")
        return 0
    tree.write(files, folder)
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


def from_pins(revisions: Sequence[str]) -> list[Files]:
    """Return the folders of pinned revisions, side by side where there are several."""
    pipeline.check_sources(revisions)
    if len(revisions) == 1:
        with progress(1) as advance:
            parts = [pipeline.pinned_files(revisions[0])]
            advance(revisions[0])
        return parts
    with progress(len(revisions)) as advance, ProcessPoolExecutor(min(len(revisions), _cores())) as pool:
        # the largest first, so that none is waited for alone
        running = {pool.submit(pipeline.pinned_files, revision): revision for revision in reversed(revisions)}
        for done in as_completed(running):
            done.result()
            advance(running[done])
        return [done.result() for done in running]


def _cores() -> int:
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


@contextmanager
def progress(total: int) -> Iterator[Callable[[str], None]]:
    """Show on a terminal how far a build is, elsewhere nothing; yields what to call when a revision is done."""
    if not sys.stderr.isatty():
        yield lambda revision: None
        return
    from rich.console import Console
    from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True), transient=True) as bar:
        task = bar.add_task("building", total=total)
        yield lambda revision: bar.update(task, advance=1, description=f"built {revision}")


def watch(arguments: Sequence[str], inputs: Sequence[Path]) -> None:
    """Build now and again on every change of what a build reads, until interrupted; a failed build is reported."""
    from watchfiles import watch as changes

    command = [sys.executable, "-m", "mcpgen", *(argument for argument in arguments if argument != "--watch")]
    paths = [pipeline.data_root("schema"), pipeline.data_root("templates"), Path(__file__).parent, *inputs]
    for path in paths:
        if not path.exists():
            raise refuse(str(path), "cannot be watched: no such file or folder")
    subprocess.run(command, check=False)
    say(f"watching {', '.join(map(str, paths))}; interrupt to stop")
    for changed in changes(*paths, raise_interrupt=True, watch_filter=_source):
        say(
            f"{time.strftime('%H:%M:%S')} {', '.join(sorted(Path(path).name for _, path in changed))} changed"
        )
        subprocess.run(command, check=False)


def _source(_change: object, path: str) -> bool:
    return "__pycache__" not in path and not Path(path).name.startswith(".")


def say(line: str) -> None:
    """Tell how things went, on standard error."""
    print(line, file=sys.stderr)


def warn(problem: Problem) -> None:
    """Print what fell back to a plain rule."""
    say(f"{problem}; a plain rule decided")
