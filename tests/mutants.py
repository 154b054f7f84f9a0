"""Change the meaning of the code a little, many times, and print each change that no test notices.

In: `PACKAGES`, folders of code and the tests that concern them. Out: a line `path:line: before -> after` for
each survivor, then the counts of each package. A survivor is a gap in the tests, dead code, or a change
without effect, which `mutants_listed.toml` lists with its reason. Survivors never fail the command. Tests
that fail without a change are not used for any mutant, and fail the command at its end.

    python tests/mutants.py [--sample N] [--seed S] [--seconds T] [--module GLOB ...] [--tests PATH ...]

First the tests of a package run once under coverage. Then each mutant runs against the tests that run its
line, quick ones first, and after them the other tests of its module, T seconds of CPU in all. The runs
use a copy of the checkout, so a killed run leaves no change behind. A module of the runtime is changed in its
source and in the generated copy alike, because tests import both.

Two libraries were considered. First, mutmut 3 changes no function with a decorator (`staticmethod` and
`classmethod` excepted), so no rule of the specification. Second, cosmic-ray has one test command for all
modules, no samples, and no way to change a source and its copy together.
"""

from __future__ import annotations

import argparse
import random
import signal
import sys
import time
from collections import Counter
from fnmatch import fnmatch
from pathlib import Path
from tempfile import TemporaryDirectory

from support.code_mutants import Listed, Mutant, listed_mutants, mutants
from support.mutant_runs import Runs, Workplace
from support.paths import ROOT

# folders of code → tests below tests/; a module belongs to the nearest folder above it
PACKAGES: dict[str, tuple[str, ...]] = {
    "codegen/mcpgen/runtime/messages": (
        "runtime/messages",
        "runtime/conversion",
        "runtime/test_router.py",
    ),
    "codegen/mcpgen/runtime/conversion": ("runtime/conversion", "adapters"),
    "codegen/mcpgen/runtime/specification": ("runtime/specification",),
    "codegen/mcpgen/compare": ("compare", "adapters", "commands/test_diff.py"),
    "codegen/mcpgen/adapters": ("adapters", "runtime/conversion"),
    "codegen/mcpgen/frontend": ("frontend",),
    "codegen/mcpgen/classes": ("classes",),
    "codegen/mcpgen/emit": ("emit", "commands/test_build.py"),
    "codegen/mcpgen/commands": ("commands",),
    "codegen/mcpgen/runtime": ("runtime/test_router.py", "runtime/test_composition.py", "runtime/conversion"),
    "bridge/mcp_bridge/core": ("bridge/core",),
    "bridge/mcp_bridge": ("bridge",),
}
LISTED = {one[:3] for one in listed_mutants()}
OUTCOMES = ("noticed", "listed", "survived")


def modules(package: str) -> list[Path]:
    """Return the modules of a package, below the checkout."""
    found = [path.relative_to(ROOT) for path in sorted((ROOT / package).rglob("*.py"))]
    inner = [other for other in PACKAGES if other.startswith(f"{package}/")]
    return [path for path in found if not any(path.is_relative_to(other) for other in inner)]


def sampled(text: str, size: int, seed: str) -> list[Mutant]:
    """Return a sample of a module's mutants: the same ones for the same text and seed."""
    every = mutants(text)
    return sorted(random.Random(seed).sample(every, min(size, len(every))))


class Counts(Counter[str]):
    """The mutants of a module or a package, by what became of them."""

    def __str__(self) -> str:
        return f"{self.total()} mutants, " + ", ".join(f"{self[name]} {name}" for name in OUTCOMES)


def run_package(place: Workplace, package: str, chosen: list[Path], options: argparse.Namespace) -> Counts:
    """Run the mutants of some modules, print the survivors and the counts of each, and return the sum."""
    found = Counts()
    runs = place.measured(options.tests or PACKAGES[package])
    for path in chosen:
        counts = Counts()
        text = (place.root / path).read_text("utf-8")  # no edit of the checkout changes it during a run
        for mutant in sampled(text, options.sample, f"{options.seed}:{path.name}"):
            outcome = run_mutant(place, runs, path, text, mutant, options.seconds)
            counts[outcome] += 1
            if outcome == "survived":
                print(f"{path}:{mutant.line}: {mutant.change}", flush=True)
        place.write(path, text)
        found += counts
        print(f"{path}: {counts}", flush=True)
    return found


def run_mutant(place: Workplace, runs: Runs, path: Path, text: str, mutant: Mutant, seconds: float) -> str:
    """Return what becomes of a mutant, which stays in the copy: one of `OUTCOMES`."""
    if Listed.key(path, text, mutant) in LISTED:
        return "listed"
    tests = runs.of_line(path, mutant.line, seconds)
    place.write(path, mutant.applied(text))
    taken = sum(map(runs.seconds.__getitem__, tests))
    return "survived" if place.passes(tests, taken) else "noticed"


def main() -> None:
    """Run a sample of every module's mutants and print the survivors."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sample", type=int, default=10, help="mutants of each module (default: 10)")
    parser.add_argument("--seed", type=int, default=0, help="another seed, another sample (default: 0)")
    parser.add_argument("--seconds", type=float, default=10, help="CPU of each mutant's tests (default: 10)")
    parser.add_argument(
        "--module", nargs="+", default=["*"], help="only modules whose path ends with one of these globs"
    )
    parser.add_argument(
        "--tests", nargs="+", help="these tests, below tests/, in the place of those of each package"
    )
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(143))  # so that the copy and its tests go too
    with TemporaryDirectory(prefix="mutants-") as folder:
        place = Workplace(Path(folder))
        for package in PACKAGES:
            chosen = [
                path
                for path in modules(package)
                if any(fnmatch(f"/{path}", f"*/{glob}") for glob in options.module)
            ]
            if chosen:
                started = time.monotonic()
                counts = run_package(place, package, chosen, options)
                print(
                    f"{package}: {len(chosen)} modules, {counts} ({time.monotonic() - started:.0f} s)",
                    flush=True,
                )
    if place.failing:
        raise SystemExit(f"these tests fail without a change: {' '.join(place.failing)}")


if __name__ == "__main__":
    main()
