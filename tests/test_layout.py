"""The packages of `codegen/mcpgen`: imports run downward, without circles; tests mirror the packages."""

from __future__ import annotations

import ast
import subprocess
import sys
from collections import defaultdict
from collections.abc import Iterator
from functools import cache
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import pytest

from support.module_imports import PACKAGE, module_imports, modules
from support.paths import ROOT, TESTS
from support.slow_tests import SLOW

# A package imports packages further down, and the runtime.
ORDER = (
    ("cli",),
    ("commands",),
    ("pipeline",),
    ("schema_folder",),
    ("emit",),
    ("adapters",),
    ("compare",),
    ("classes",),
    ("frontend",),
    ("variants",),
    ("subtypes",),
    ("names", "ir", "patterns"),
    ("problems",),
)
# A folder or module of the runtime imports parts further down, and nothing of the generator.
RUNTIME_ORDER = (
    ("composition", "testing"),
    ("peer", "revision_module"),
    ("input_requests", "router"),
    ("conversion", "specification"),
    ("json_argument",),
    ("messages",),
    ("errors", "facts", "json_line", "typed_dicts"),
    ("endpoints", "revisions"),
    ("revision_table",),
    ("revision_facts",),
    ("json_flaws", "json_heads", "json_values", "near_names", "sides", "task_names"),
)
# The module of the bridge that imports a third-party package; `mcp_revisions` is imported everywhere.
BRIDGE_PACKAGES = {
    "keyring": "login",
    "mcp": "login",
    "pydantic": "login",
    "h11": "http_listener",
    "httpx2": "http_client",
    "msgspec": "texts",
    "rich": "check",
    "starlette": "http_front",
    "typer": "cli",
    "uvicorn": "http_listener",
}
# The module that imports a third-party package, beside the runtime.
PACKAGES = {
    "backports": "commands/log_files",
    "black": "emit/style",
    "datamodel_code_generator": "classes/models",
    "jinja2": "emit/render",
    "jsonschema": "frontend/json_schema",
    "mcp_revisions": "commands/logs",
    "msgspec": "commands/logs",
    "pydantic": "commands/build_models",
    "rich": "commands/terminal",
    "tomli": "frontend/toml_document",
    "typer": "cli",
    "watchfiles": "commands/build",
}

BRIDGE = ROOT / "bridge" / "mcp_bridge"

Order = tuple[tuple[str, ...], ...]


def rank(name: str, order: Order) -> int:
    """Return the place of a package in an order; the first is the highest."""
    ranks = [index for index, packages in enumerate(order) if name in packages]
    assert ranks, f"{name} has no place in the order"
    return ranks[0]


def upward(imports: list[tuple[str, str]], order: Order) -> list[str]:
    """Return the imports between packages that do not run downward."""
    return [
        f"{start} -> {to}"
        for start, to in imports
        if start.split("/")[0] != to.split("/")[0]
        and rank(start.split("/")[0], order) >= rank(to.split("/")[0], order)
    ]


def sources(*folders: Path) -> Iterator[tuple[Path, ast.Module]]:
    """Yield the modules below folders with their syntax trees."""
    for folder in folders:
        yield from _sources(folder)


@cache
def _sources(folder: Path) -> list[tuple[Path, ast.Module]]:
    return [(path, ast.parse(path.read_text("utf-8"))) for path in sorted(folder.rglob("*.py"))]


def imported(tree: ast.Module) -> set[str]:
    """Return the modules that a module imports absolutely; type checkers alone read some imports."""
    names = set()
    checked = [node for node in ast.walk(tree) if isinstance(node, ast.If) and _is_static(node)]
    static = {id(below) for node in checked for statement in node.body for below in ast.walk(statement)}
    for node in ast.walk(tree):
        if id(node) in static:
            continue
        if isinstance(node, ast.Import):
            names |= {alias.name for alias in node.names}
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.add(node.module or "")
    return names


def _is_static(node: ast.If) -> bool:
    return ast.unparse(node.test) in ("TYPE_CHECKING", "_t.TYPE_CHECKING")


def test_imports_run_downward() -> None:
    """Each package imports packages further down, and the runtime."""
    generator = [pair for pair in module_imports() if not pair[0].startswith("runtime/")]
    assert upward([pair for pair in generator if not pair[1].startswith("runtime/")], ORDER) == []


def test_imports_of_the_runtime_run_downward() -> None:
    """The runtime imports nothing of the generator, and its parts import parts further down."""
    inside = [pair for pair in module_imports() if pair[0].startswith("runtime/")]
    assert [pair for pair in inside if not pair[1].startswith("runtime/")] == []
    parts = [(start.removeprefix("runtime/"), to.removeprefix("runtime/")) for start, to in inside]
    assert upward(parts, RUNTIME_ORDER) == []


def test_no_imports_in_a_circle() -> None:
    """No module imports itself by way of others, within a package either."""
    graph: dict[str, set[str]] = defaultdict(set)
    for start, to in module_imports():
        graph[start].add(to)
    try:
        list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        pytest.fail(f"imports in a circle: {' -> '.join(error.args[1])}")


def test_each_package_is_imported_in_one_module() -> None:
    """Each third-party package has one module, and the design page names it; the runtime has msgspec."""
    found: dict[str, set[str]] = defaultdict(set)
    runtime: set[str] = set()
    for path, tree in sources(PACKAGE):
        module = path.relative_to(PACKAGE).with_suffix("").as_posix()
        packages = {name.partition(".")[0] for name in imported(tree)}
        # `compression` is in the standard library from Python 3.14 on.
        for package in packages - set(sys.stdlib_module_names) - {"mcpgen", "compression"}:
            if module == "runtime/testing":  # which nothing of the package imports
                assert package in ("hypothesis", "msgspec")
            elif module.startswith("runtime/"):
                runtime.add(package)
            else:
                found[package].add(module)
    assert dict(found) == {package: {module} for package, module in PACKAGES.items()}
    assert runtime == {"msgspec"}
    page = (ROOT / "docs" / "design.md").read_text("utf-8")
    for package, module in PACKAGES.items():
        assert package.replace("_", "-") in page or package in page, f"{module} imports {package}"


def test_the_bridge_imports_mcp_revisions_alone() -> None:
    """The bridge imports no code generator, and each other package but anyio in one module."""
    found: dict[str, set[str]] = defaultdict(set)
    for path, tree in sources(BRIDGE):
        for name in {name.partition(".")[0] for name in imported(tree)} - set(sys.stdlib_module_names):
            found[name].add(path.stem)
    for shared in ("anyio", "mcp_bridge", "mcp_revisions"):
        del found[shared]
    found["httpx2"].discard("asgi_transport")  # a transport of httpx2 is a class of httpx2
    assert dict(found) == {package: {module} for package, module in BRIDGE_PACKAGES.items()}


def test_no_modules_of_the_bridge_import_each_other_in_a_circle() -> None:
    """No module of the bridge imports itself by way of others, for type checkers or in a function either."""
    names = {
        path: ".".join(path.relative_to(BRIDGE.parent).with_suffix("").parts) for path, _ in sources(BRIDGE)
    }
    graph: dict[str, set[str]] = {name: set() for name in names.values()}
    for path, tree in sources(BRIDGE):
        for node in ast.walk(tree):
            if isinstance(node, ast.ImportFrom) and path != BRIDGE / "__init__.py":
                found = {node.module or "", *(f"{node.module}.{alias.name}" for alias in node.names)}
                graph[names[path]] |= found & graph.keys()
    assert graph["mcp_bridge.options"] >= {"mcp_bridge.core.bridge", "mcp_bridge.http_client"}
    try:
        list(TopologicalSorter(graph).static_order())
    except CycleError as error:
        pytest.fail(f"imports in a circle: {' -> '.join(error.args[1])}")


def test_the_object_without_io_loads_no_http_library() -> None:
    """`import mcp_bridge` loads nothing of third parties; `Bridge` loads what `mcp_revisions` needs."""
    for code, allowed in (
        ("import mcp_bridge", set[str]()),
        ("from mcp_bridge import Bridge; Bridge('2025-06-18', '2026-07-28')", {"msgspec", "mcp_revisions"}),
    ):
        names = "sorted({name.partition('.')[0] for name in set(sys.modules) - before})"
        program = f"import sys; before = set(sys.modules); {code}; print(*{names})"
        done = subprocess.run([sys.executable, "-c", program], capture_output=True, text=True, check=True)
        loaded = set(done.stdout.split()) - set(sys.stdlib_module_names) - {"typing_extensions"}
        assert loaded == {"mcp_bridge"} | allowed, code


def test_the_bridge_imports_public_names_alone() -> None:
    """No module of the bridge imports a private name of `mcp_revisions`, or anything of `mcpgen`."""
    for path, tree in sources(BRIDGE):
        for node in ast.walk(tree):
            names: list[str] = []
            if isinstance(node, ast.Import):
                names = [alias.name for alias in node.names]
            elif isinstance(node, ast.ImportFrom):
                assert node.level == 0, f"{path}:{node.lineno}"
                names = [f"{node.module}.{alias.name}" for alias in node.names]
            for name in names:
                package, _, rest = name.partition(".")
                assert package != "mcpgen", f"{path}:{node.lineno}"
                is_private = any(part.startswith("_") for part in rest.split("."))
                assert package != "mcp_revisions" or not is_private, f"{path}:{node.lineno}"


def test_no_private_module_is_imported_by_name() -> None:
    """No string names a private module of the generated package as an import."""
    for path, tree in sources(PACKAGE, TESTS):
        for node in ast.walk(tree):
            if not isinstance(node, ast.Call) or not isinstance(node.func, ast.Name | ast.Attribute):
                continue
            called = node.func.id if isinstance(node.func, ast.Name) else node.func.attr
            if called == "import_module":
                assert "_runtime" not in ast.unparse(node.args[0]), f"{path}:{node.lineno}"


def test_no_test_module_imports_another() -> None:
    """Tests share code by `tests/support/` and by fixtures alone."""
    tests = {path.stem for path in TESTS.rglob("test_*.py")} | {"conftest"}
    for path, tree in sources(TESTS):
        assert not {name.rpartition(".")[2] for name in imported(tree)} & tests, path


def test_tests_mirror_the_rooms() -> None:
    """Each folder of tests is a folder of the code, and each folder of stages has tests."""
    folders = {path.parent.relative_to(TESTS) for path in TESTS.rglob("test_*.py")}
    for folder in folders - {Path("bridge"), Path("bridge/core"), Path("go"), Path("typescript")}:
        assert (PACKAGE / folder).is_dir(), f"tests/{folder} tests no package"
    packages = {
        Path(*parts[: 2 if parts[0] == "runtime" else 1]) for parts in map(_folders, modules()) if parts
    }
    assert packages - {Path("runtime")} <= folders


def test_the_table_of_slow_tests_names_tests() -> None:
    """An entry is a test module, or a test of one; a renamed test cannot slip back into `make test`."""
    names = set()
    for path, tree in sources(TESTS):
        found = [
            node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)
        ]
        names |= {path.stem, *(f"{path.stem}::{name}" for name in found)}
    assert not {name.partition("[")[0] for name in SLOW} - names


def _folders(module: str) -> tuple[str, ...]:
    return Path(module).parts[:-1]


def test_an_upward_import_is_found() -> None:
    """An import of a package of the same or a higher rank is a finding; one within a package is not."""
    imports = [("frontend/load", "compare/changes"), ("ir", "names"), ("cli", "ir"), ("emit/a", "emit/b")]
    assert upward(imports, ORDER) == ["frontend/load -> compare/changes", "ir -> names"]


# One thing in two forms: the IR and the table that is printed of it, a plan and its table, a package and the
# bridge, which imports nothing of the generator, a request as a message and as the bridge's state of it.
SAME_MEANING = {"Method", "MethodAdapter", "MethodRemoved", "Problem", "Refused", "Request"}


def test_a_class_name_has_one_meaning() -> None:
    """No two modules define a class of one name, private or not, but for two forms of one thing."""
    found: dict[str, set[Path]] = defaultdict(set)
    for path, tree in sources(PACKAGE, BRIDGE):
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                found[node.name.lstrip("_")].add(path)
    assert {name for name, paths in found.items() if len(paths) > 1} == SAME_MEANING
