"""Run tests in a copy of the checkout, in which modules are changed one at a time.

Tests are chosen by the lines that they run. `Workplace` is the copy. `measured` runs tests once under
coverage.py and returns `Runs`: the seconds of each test, and the tests that run each line, also in child
processes. `Workplace.passes` runs chosen tests in a fork of this process. The fork inherits the third-party
modules of the tests, but imports every module of the project from its text in the copy.
"""

from __future__ import annotations

import json
import multiprocessing
import os
import resource
import shutil
import signal
import subprocess
import sys
import time
from collections import defaultdict
from collections.abc import Collection, Iterator, Sequence
from contextlib import suppress
from importlib import import_module
from itertools import groupby
from pathlib import Path
from tempfile import mkdtemp
from typing import NamedTuple

import coverage
import pytest

from support.paths import ROOT, SPEC

RUNTIME, COPY = Path("codegen/mcpgen/runtime"), Path("generated/mcp_revisions/_runtime")
PATH = ("codegen", "generated", "bridge")
IMPORT = ""  # in the place of a test, for code that runs as modules are imported
MEMORY = 3 << 30  # bytes: a change may make a loop that collects for ever
_IGNORED = (
    ".git",
    ".venv",
    "build",
    "dist",
    "node_modules",
    "__pycache__",
    ".hypothesis",
    ".*_cache",
    "*.egg-info",
)
_COVERAGE = """[run]
data_file = {folder}/lines
parallel = true
sigterm = true
context = ${{PYTEST_CURRENT_TEST-}}
source = codegen/mcpgen, generated/mcp_revisions/_runtime, bridge/mcp_bridge
"""


class Runs(NamedTuple):
    """The CPU seconds of each test, and the tests that run each line of each module.

    For a line that also runs outside of tests, `IMPORT` is one of its tests.
    """

    seconds: dict[str, float]
    tests: dict[Path, dict[int, set[str]]]

    def of_line(self, module: Path, line: int, seconds: float) -> list[str]:
        """Return tests for a changed line, quick ones first: tests of the line, then tests of the module.

        Together they take at most `seconds`. Code that a module runs only once, such as its constants, runs
        in only one test or in none, although its effect may show in tests that run no line of the module.
        Therefore all other tests follow. They also follow for a line that runs on import; its own tests,
        which import the module in new processes, get half of the seconds. Coverage records only the first
        line of some statements, so a line without tests gets those of the nearest line above.
        """
        lines = self.tests.get(module, {})
        named = next((lines[n] for n in range(line, 0, -1) if lines.get(n)), set())
        own = named - {IMPORT}
        others = set[str]().union(*lines.values()) - named - {IMPORT}
        rest = self.seconds.keys() - own - others if IMPORT in named or len(own) < 2 else set[str]()
        first = seconds / 2 if IMPORT in named else seconds
        found, total = list[str](), 0.0
        for tests, most in ((own, first), (others, seconds), (rest, seconds)):
            for test in sorted(tests, key=self.seconds.__getitem__):
                if found and total + self.seconds[test] > most:
                    break
                found.append(test)
                total += self.seconds[test]
        return found


class Workplace:
    """A copy of the checkout in which tests run."""

    def __init__(self, folder: Path) -> None:
        self.root = folder / "checkout"
        self.failing: list[str] = []  # without a change
        self._tick = int(time.time())
        shutil.copytree(ROOT, self.root, symlinks=True, ignore=shutil.ignore_patterns(*_IGNORED))
        if SPEC.is_dir():  # the tests look for the official files beside the checkout
            (folder / "shared").mkdir()
            (folder / "shared" / "spec").symlink_to(SPEC)
        os.environ["PYTHONPATH"] = os.pathsep.join(str(self.root / name) for name in PATH)
        # Byte code makes the many processes quick. `write` gives each text a time of its own.
        os.environ.pop("PYTHONDONTWRITEBYTECODE", None)
        os.environ.pop("PYTEST_CURRENT_TEST", None)  # the tests of this module run inside a test
        sys.dont_write_bytecode = False

    def write(self, path: Path, text: str) -> None:
        """Write a module, and its copy in the package. Set a time that no cached byte code has."""
        self._tick += 1
        paths = [path, COPY / path.relative_to(RUNTIME)] if path.is_relative_to(RUNTIME) else [path]
        for one in paths:
            (self.root / one).write_text(text, "utf-8")
            os.utime(self.root / one, (self._tick, self._tick))

    def measured(self, tests: Sequence[str]) -> Runs:
        """Run the tests in `tests/` under coverage.

        Add tests that fail to `failing`; they are not used for mutants.
        """
        folder = Path(mkdtemp(dir=self.root.parent))
        settings = folder / "coveragerc"
        settings.write_text(_COVERAGE.format(folder=folder), "utf-8")
        found = {"COVERAGE_PROCESS_START": str(settings), "MUTANT_RUNS": str(folder)}
        done = subprocess.run(
            [sys.executable, "-m", "pytest", "--timeout", "0", "-p", "no:xdist", "-p", "support.mutant_runs"]
            + [f"tests/{test}" for test in tests],
            cwd=self.root,
            env={**os.environ, **found, "PYTHONPATH": f"{os.environ['PYTHONPATH']}{os.pathsep}tests"},
            stdout=subprocess.PIPE,
            text=True,
            check=False,
        )
        if done.returncode not in {pytest.ExitCode.OK, pytest.ExitCode.TESTS_FAILED}:
            raise SystemExit(done.stdout)
        seconds, modules, failing = json.loads((folder / "tests.json").read_text("utf-8"))
        self.failing += failing
        for name in modules:
            with suppress(Exception):  # some modules are made for one process
                import_module(name)
        return Runs(seconds, self._lines(folder, seconds))

    def _lines(self, folder: Path, tests: Collection[str]) -> dict[Path, dict[int, set[str]]]:
        found: dict[Path, dict[int, set[str]]] = defaultdict(lambda: defaultdict(set))
        for file in folder.glob("lines.*"):
            data = coverage.CoverageData(str(file))
            data.read()
            for name in data.measured_files():
                path = Path(name).relative_to(self.root)
                if path.is_relative_to(COPY):
                    path = RUNTIME / path.relative_to(COPY)
                for line, contexts in data.contexts_by_lineno(name).items():
                    # A child process has the name from its environment, with the phase of the test.
                    names = (one.removesuffix(f" ({one.rpartition(' (')[2]}") for one in contexts)
                    found[path][line] |= {one for one in names if one in tests or one == IMPORT}
        return found

    def passes(self, tests: Sequence[str], seconds: float) -> bool:
        """Return whether tests that took `seconds` pass. They run in processes that end with this call.

        Each process has three times the seconds, plus a minute to wait. The file with the quickest tests runs
        first and by itself: most changes fail there, and importing the other files takes longer than their
        tests.
        """
        files = [list(found) for _, found in groupby(sorted(tests), _file)]
        first = min(files, key=lambda found: min(map(tests.index, found)), default=[])
        rest = [test for test in tests if test not in set(first)]
        return all(self._passes(part, seconds) for part in (first, rest) if part)

    def _passes(self, tests: Sequence[str], seconds: float) -> bool:
        limit = int(3 * seconds) + 10
        process = multiprocessing.get_context("fork").Process(target=self._run, args=(tests, limit))
        process.start()
        process.join(60 + 5 * limit)
        try:
            return process.exitcode in {pytest.ExitCode.OK, pytest.ExitCode.NO_TESTS_COLLECTED}
        finally:
            with suppress(ProcessLookupError):
                os.killpg(process.pid or 0, signal.SIGKILL)
            process.join()

    def _run(self, tests: Sequence[str], limit: int) -> None:
        os.setsid()
        resource.setrlimit(resource.RLIMIT_CPU, (limit, limit))
        resource.setrlimit(resource.RLIMIT_DATA, (MEMORY, MEMORY))
        output = os.open(os.devnull, os.O_RDWR)
        for number in range(3):
            os.dup2(output, number)
        os.chdir(self.root)
        for name in list(_modules_below(ROOT)):
            del sys.modules[name]
        sys.path[:] = os.environ["PYTHONPATH"].split(os.pathsep) + [
            one for one in sys.path if one and Path(one) not in {ROOT, ROOT / "tests"}
        ]
        files = dict.fromkeys(map(_file, tests))
        os._exit(pytest.main(["-x", "-p", "no:xdist", *files], plugins=[_Chosen(tests)]))


class _Chosen:
    """A pytest plugin that keeps only the chosen tests, in their order within a file."""

    def __init__(self, tests: Sequence[str]) -> None:
        self._order = {test: place for place, test in enumerate(tests)}

    @pytest.hookimpl(trylast=True)
    def pytest_collection_modifyitems(self, items: list[pytest.Item]) -> None:
        kept = [item for item in items if item.nodeid in self._order]
        files = {file: place for place, file in enumerate(dict.fromkeys(map(_file, self._order)))}
        items[:] = sorted(kept, key=lambda item: (files[_file(item.nodeid)], self._order[item.nodeid]))


# As a plugin of the measured run: the names and seconds of its tests, and those that fail

_SECONDS: dict[str, float] = {}
_FAILING: list[str] = []


@pytest.hookimpl(wrapper=True)
def pytest_runtest_protocol(item: pytest.Item) -> Iterator[None]:
    """Assign the lines and the seconds that follow to a test."""
    found = coverage.Coverage.current()
    assert found is not None
    found.switch_context(item.nodeid)
    before = sum(os.times()[:4])
    try:
        return (yield)  # type: ignore[return-value]
    finally:
        _SECONDS[item.nodeid] = sum(os.times()[:4]) - before


def pytest_runtest_logreport(report: pytest.TestReport) -> None:
    """Record a test that fails."""
    if report.failed:
        _FAILING.append(report.nodeid)


def pytest_sessionfinish() -> None:
    """Write the seconds of each passed test, the modules outside of the checkout, and the lines."""
    ours = set(_modules_below(Path.cwd()))
    modules = [name for name in sys.modules if name not in ours and not name.startswith("__")]
    path = Path(os.environ["MUTANT_RUNS"]) / "tests.json"
    passing = {test: seconds for test, seconds in _SECONDS.items() if test not in _FAILING}
    path.write_text(json.dumps([passing, modules, sorted({*_FAILING})]), "utf-8")


def _modules_below(folder: Path) -> Iterator[str]:
    for name, module in list(sys.modules.items()):
        file = getattr(module, "__file__", None) or next(iter(getattr(module, "__path__", [])), None)
        if file and Path(file).is_relative_to(folder) and ".venv" not in Path(file).parts:
            yield name


def _file(test: str) -> str:
    return test.partition("::")[0]
