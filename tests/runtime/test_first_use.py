"""The first use of the package in a process, by eight threads at once: what is built lazily is built once."""

from __future__ import annotations

import ast
import subprocess
import sys
from concurrent.futures import ThreadPoolExecutor

import pytest

from support.paths import ROOT
from support.waiting import CEILING

RUNTIME = ROOT / "codegen" / "mcpgen" / "runtime"
DESCRIBING = ("type_info", "multi_type_info", "Decoder")  # of msgspec: they describe the structs of a type
PROGRAM = ROOT / "tests" / "runtime" / "first_use.py"


def run(seed: int) -> tuple[int, str]:
    """Run the program in a fresh process; return its exit status (negative for a signal) and its errors."""
    command = [sys.executable, str(PROGRAM), str(seed)]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=CEILING)
    return done.returncode, done.stderr


def check(seeds: range) -> None:
    """Hold every process to success."""
    with ThreadPoolExecutor(2) as pool:
        outcomes = dict(zip(seeds, pool.map(run, seeds), strict=True))
    assert {seed: outcome for seed, outcome in outcomes.items() if outcome != (0, "")} == {}


def test_types_are_described_under_the_lock() -> None:
    """Inside functions, only `build_lock` lets msgspec describe types: elsewhere two threads could meet."""
    found: list[str] = []
    for path in sorted(RUNTIME.rglob("*.py")):
        lines = [] if path.name == "build_lock.py" else describing(path.read_text("utf-8"))
        found += [f"{path.relative_to(RUNTIME)}:{line}" for line in lines]
    assert found == []


def describing(source: str) -> list[int]:
    """Return the lines, inside functions and outside annotations, that name a function of `DESCRIBING`."""
    functions = [
        node for node in ast.walk(ast.parse(source)) if isinstance(node, (ast.FunctionDef, ast.Lambda))
    ]
    bodies = [part for f in functions for part in (f.body if isinstance(f.body, list) else [f.body])]
    named = {node for part in bodies for node in ast.walk(part) if isinstance(node, ast.Attribute)}
    return sorted({node.lineno for node in named if node.attr in DESCRIBING})


@pytest.mark.parametrize(
    "body", ["return mi.type_info(x)", "return map(mi.type_info, x)", "return lambda: Decoder.of(j.Decoder)"]
)
def test_a_function_that_is_handed_on_is_found_too(body: str) -> None:
    """Whether it is called where it is named, or by `map`."""
    assert describing(f"def f(x: j.Decoder) -> j.Decoder:\n    {body}\n") == [2]


def test_threads_use_the_package_for_the_first_time() -> None:
    """Eight threads decode, encode, convert, route and judge in a fresh process without a failure."""
    check(range(20))


@pytest.mark.long
def test_two_hundred_processes() -> None:
    """Two hundred fresh processes survive."""
    check(range(100, 300))
