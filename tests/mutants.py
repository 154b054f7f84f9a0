"""Change the meaning of the code a little, many times, and print each change that no test notices.

In: `TABLE`, the modules to change and the tests that concern them. Out: a line `path:line: before -> after`
for each survivor, then the counts. A survivor is a gap in the tests or a change without effect. Survivors
never fail the command; tests that fail without a change do.

    python tests/mutants.py [--sample N] [--seed S] [--module GLOB]

The run takes place in a copy of the checkout, so a killed run leaves no change behind. A module of the
runtime is changed in its source and in the generated copy alike, because tests import both. After a change
of a module that plans adapters, the package is built again.

Two libraries were considered. First, mutmut 3 changes no function with a decorator (`staticmethod` and
`classmethod` excepted), so no rule of the specification. Second, cosmic-ray has one test command for all
modules, no samples, and no way to change a source and its copy together.
"""

from __future__ import annotations

import argparse
import os
import random
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import suppress
from fnmatch import fnmatch
from pathlib import Path
from tempfile import TemporaryDirectory

from support.code_mutants import Mutant, mutants
from support.paths import ROOT, SPEC

CODE = Path("codegen/mcpgen")
RUNTIME, COPY = CODE / "runtime", Path("generated/mcp_revisions/_runtime")
GENERATORS = CODE / "adapters"  # the effect of these modules shows in the package that they write
BUILD, PYTEST = ("mcpgen", "build"), ("pytest", "-x", "-q", "-p", "no:xdist")
COPIED = ("codegen", "generated", "schema", "templates", "tests", "docs")

# modules below codegen/mcpgen → tests below tests/, quick ones first; the first row of a module counts
_DECODING = (
    "**/test_decode_edges.py",
    "**/test_codec.py",
    "**/test_recursive_unions.py",
    "**/test_exactness.py",
)
_BRIDGE = (
    "**/test_bridge_state.py",
    "**/test_bridge_limits.py",
    "**/test_bridge_handshakes.py",
    "**/test_bridge_*_client.py",
    "**/test_bridge_*_tasks.py",
    "**/test_bridge_task_waits.py",
    "**/test_bridge_opening.py",
    "**/test_bridge_model.py",
)
TABLE: tuple[tuple[tuple[str, ...], tuple[str, ...]], ...] = (
    (("**/restore.py", "**/json_patch.py"), ("**/test_restore.py", "**/test_convert.py")),
    (
        ("**/composition.py", "**/endpoints.py"),
        ("**/test_composition.py", "runtime/conversion/test_tasks.py"),
    ),
    (("runtime/conversion/**/*.py",), ("**/test_conversion_rules.py", "runtime/conversion")),
    (("**/caller_classes.py", "**/caller_types.py"), ("**/test_caller_classes.py",)),
    (("**/null_members.py",), ("**/test_representation.py", "**/test_caller_classes.py")),
    (("**/pydantic_schemas.py", "**/codec_lookup.py"), ("**/test_pydantic.py",)),
    (("**/encoder.py",), ("**/test_codec.py", "**/test_one_line.py")),
    (("**/type_schema.py",), ("**/test_type_schema.py",)),
    (("**/representation.py",), ("**/test_representation.py",)),
    (("runtime/messages/*.py",), (*_DECODING, "frontend/test_constructs.py")),
    (("**/router.py",), ("**/test_router.py",)),
    (("**/spec_*.py", "**/violations/*.py"), ("**/test_rule_ranges.py", "**/test_spec_*.py")),
    (("**/forms.py",), ("**/test_forms*.py",)),
    (("runtime/specification/**/*.py",), ("runtime/specification",)),
    (("runtime/bridge/*.py",), _BRIDGE),
    (("compare/subtypes.py", "compare/alignment.py", "compare/likeness.py"), ("compare", "adapters")),
    (("compare/*.py",), ("compare", "**/test_schema_edits.py", "**/test_diff.py")),
    (("adapters/proposals.py",), ("**/test_ingest_command.py", "**/test_draft_chain.py")),
    (("adapters/*.py",), ("adapters", "runtime/conversion")),
    (("commands/diff*.py",), ("**/test_schema_edits.py", "**/test_diff.py")),
    (("commands/validate*.py",), ("**/test_log_sessions.py", "**/test_validate.py")),
    (("**/ingest.py",), ("frontend/test_ingest.py", "**/test_schema_edits.py")),
    (("**/file_tree.py",), ("**/test_schema_edits.py", "**/test_build.py")),
)


def modules() -> dict[Path, tuple[str, ...]]:
    """Return the modules that are changed, below the checkout, with the tests of each."""
    found: dict[Path, tuple[str, ...]] = {}
    for patterns, tests in TABLE:
        for path in (path for pattern in patterns for path in sorted((ROOT / CODE).glob(pattern))):
            if path.name != "__init__.py":
                found.setdefault(path.relative_to(ROOT), tests)
    return found


def expanded(tests: Sequence[str]) -> tuple[str, ...]:
    """Return the test paths that globs name, below the checkout."""
    found = [path for test in tests for path in sorted((ROOT / "tests").glob(test))]
    return tuple(str(path.relative_to(ROOT)) for path in found)


def sampled(text: str, size: int, seed: str) -> list[Mutant]:
    """Return a sample of a module's mutants: the same ones for the same text and seed."""
    every = mutants(text)
    return sorted(random.Random(seed).sample(every, min(size, len(every))))


class Workplace:
    """A copy of the checkout in which tests run."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "checkout"
        self._limits: dict[tuple[str, ...], float] = {}
        for name in COPIED:
            ignored = shutil.ignore_patterns("__pycache__", "dist")
            shutil.copytree(ROOT / name, self.root / name, ignore=ignored)
        for path in ROOT.iterdir():
            if path.is_file():
                shutil.copy(path, self.root / path.name)
        if SPEC.is_dir():  # the tests look for the official files beside the checkout
            (folder / "shared").mkdir()
            (folder / "shared" / "spec").symlink_to(SPEC)

    def read(self, path: Path) -> str:
        """Return the text of a module of the copy, which no edit of the checkout changes during a run."""
        return (self.root / path).read_text("utf-8")

    def write(self, path: Path, text: str) -> bool:
        """Write a module, and its copy or what it generates; return whether the package could be built."""
        (self.root / path).write_text(text, "utf-8")
        if path.is_relative_to(RUNTIME):
            (self.root / COPY / path.relative_to(RUNTIME)).write_text(text, "utf-8")
        return not path.is_relative_to(GENERATORS) or self.run(BUILD, 300)

    def limit(self, tests: tuple[str, ...]) -> float:
        """Return the seconds that tests may take; exit if they fail without a change."""
        if tests not in self._limits:
            started = time.monotonic()
            if not self.run([*PYTEST, *tests], 1800):
                raise SystemExit(f"these tests fail without a change: {' '.join(tests)}")
            self._limits[tests] = 2 * (time.monotonic() - started) + 30
        return self._limits[tests]

    def run(self, arguments: Sequence[str], limit: float) -> bool:
        """Run a Python module in the copy and return whether it succeeds within `limit` seconds."""
        # Without byte code: a cached module of the same size and second would hide a change.
        found = os.pathsep.join(str(self.root / name) for name in ("codegen", "generated"))
        process = subprocess.Popen(
            [sys.executable, "-m", *arguments],
            cwd=self.root,
            env={**os.environ, "PYTHONPATH": found, "PYTHONDONTWRITEBYTECODE": "1"},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
            start_new_session=True,
        )
        try:
            return process.wait(limit) == 0
        except subprocess.TimeoutExpired:
            return False
        finally:
            end(process)


def end(process: subprocess.Popen[bytes]) -> None:
    """End a test run and every process that it started."""
    with suppress(ProcessLookupError):
        os.killpg(process.pid, signal.SIGKILL)
    process.wait()


def survivors(place: Workplace, path: Path, sample: list[Mutant], tests: tuple[str, ...]) -> Iterator[Mutant]:
    """Yield the mutants of a module that its tests pass."""
    limit, text = place.limit(tests), place.read(path)
    try:
        for mutant in sample:
            if place.write(path, mutant.applied(text)) and place.run([*PYTEST, *tests], limit):
                yield mutant
    finally:
        place.write(path, text)


def main() -> None:
    """Run a sample of every module's mutants and print the survivors."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sample", type=int, default=10, help="mutants of each module (default: 10)")
    parser.add_argument("--seed", type=int, default=0, help="another seed, another sample (default: 0)")
    parser.add_argument(
        "--module", default="*", help="only modules below codegen/mcpgen that match this glob"
    )
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the copy and its tests go too
    chosen = {p: t for p, t in modules().items() if fnmatch(str(p.relative_to(CODE)), options.module)}
    tried = survived = 0
    with TemporaryDirectory(prefix="mutants-") as folder:
        place = Workplace(Path(folder))
        for path, tests in chosen.items():
            sample = sampled(place.read(path), options.sample, f"{options.seed}:{path.name}")
            tried += len(sample)
            for mutant in survivors(place, path, sample, expanded(tests)):
                survived += 1
                change = " -> ".join(" ".join(text.split()) for text in (mutant.before, mutant.after))
                print(f"{path}:{mutant.line}: {change}", flush=True)
    print(f"{tried} mutants of {len(chosen)} modules, {tried - survived} noticed, {survived} survived")


if __name__ == "__main__":
    main()
