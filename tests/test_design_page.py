"""The picture and the table of `docs/design.md` show the modules of the code and their imports."""

from __future__ import annotations

import re

from support.module_imports import module_imports, modules
from support.paths import ROOT

PAGE = (ROOT / "docs" / "design.md").read_text(encoding="utf-8")
Edges = set[tuple[str, str]]


def _picture() -> str:
    found = re.search(r"^```mermaid\n(.*?)^```", PAGE, re.MULTILINE | re.DOTALL)
    assert found
    return found[1]


def _packages() -> dict[str, list[str]]:
    """Return the packages of the picture: node, folders and modules of its label."""
    nodes = re.findall(r'^\s*(\w+)\["(.+?)"\]$', _picture(), re.MULTILINE)
    return {node: label.split("<br>") for node, label in nodes}


def _package_of(module: str) -> str | None:
    """Return the package whose path is the longest that holds the module."""
    fits = [
        (len(path), package)
        for package, paths in _packages().items()
        for path in paths
        if module == path or module.startswith(f"{path}/")
    ]
    return max(fits)[1] if fits else None


def _reduced(edges: Edges) -> Edges:
    """Return the edges that no path of two or more edges implies. Fail for a circle."""
    below: dict[str, set[str]] = {}

    def reach(package: str, above: tuple[str, ...] = ()) -> set[str]:
        assert package not in above, f"imports in a circle: {' -> '.join((*above, package))}"
        if package not in below:
            direct = {to for start, to in edges if start == package}
            below[package] = direct.union(*(reach(to, (*above, package)) for to in direct))
        return below[package]

    packages = {package for edge in edges for package in edge}
    reached = {package: reach(package) for package in packages}
    return {
        (start, to)
        for start, to in edges
        if not any(to in reached[middle] for first, middle in edges if first == start and middle != to)
    }


def test_every_module_is_in_one_package() -> None:
    """A module lies in one package of the picture, and each path of a label has modules."""
    assert [module for module in modules() if _package_of(module) is None] == []
    for paths in _packages().values():
        for path in paths:
            assert any(module == path or module.startswith(f"{path}/") for module in modules()), path


def test_the_arrows_are_the_imports() -> None:
    """Imports between packages have no circle; the arrows are the imports that no longer path implies."""
    imports = {(_package_of(start), _package_of(to)) for start, to in module_imports()}
    actual = {(start, to) for start, to in imports if start and to and start != to}
    drawn = set(re.findall(r"^\s*(\w+) --> (\w+)$", _picture(), re.MULTILINE))
    assert drawn == _reduced(actual)


def test_the_table_of_stages_names_modules() -> None:
    """Each module of the table of stages is a module of the package in its row."""
    rows = re.findall(r"^\| \w[\w ]* \| .+ \| `(\w+)`: (.+?) \|", PAGE, re.MULTILINE)
    assert len(rows) >= 12
    for package, cell in rows:
        for name in re.findall(r"`(\w+)`", cell):
            assert f"{package}/{name}" in modules()


def test_a_longer_path_implies_an_edge() -> None:
    """The reduction drops an edge that two others imply, and keeps the rest."""
    assert _reduced({("a", "b"), ("b", "c"), ("a", "c"), ("a", "d")}) == {("a", "b"), ("b", "c"), ("a", "d")}
