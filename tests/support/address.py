"""Write the address of the repository into metadata files and READMEs.

The address is `[tool.mcpgen] repository` in pyproject.toml, empty as long as the repository has none. It is
written to `[project.urls]` of the three Python packages, to `typescript/package.json`, and to the links on
the pages that package indexes show. Without an address, these links are relative. The import paths of the Go
module start with the address too, or with `mcprevisions`. After the address was set, run
`python -m support.address` in `tests/`, then `mcpgen build --language go`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from pathlib import Path

from mcpgen.commands.golang import PACKAGE, module_path
from support.golang import MODULE
from support.paths import ROOT

PROJECTS = ("pyproject.toml", "generated/pyproject.toml", "bridge/pyproject.toml")
NPM = "typescript/package.json"
README = "README.md"
INDEX_PAGES = (
    "codegen/README.md",
    "generated/README.md",
    "bridge/README.md",
)  # that of npm links to no page of ours
FILES = (*PROJECTS, NPM, README, *INDEX_PAGES)
BENCH = ROOT / "tests" / "bench" / "bench_go.py"
CLONE = "git clone REPOSITORY "
_VALUE = re.compile(r'^repository = "(.*)"', re.MULTILINE)
_AFTER_URLS = re.compile(r"^(?=\[project\.optional-dependencies\])", re.MULTILINE)
_URLS = re.compile(r"\[project\.urls\]\n(?:\w+ = .*\n)+\n")


def stated(text: str) -> str:
    """Return the address in pyproject.toml, or '' if there is none."""
    found = _VALUE.search(text)
    assert found is not None, "pyproject.toml has no [tool.mcpgen] repository"
    return found[1].rstrip("/")


def urls(address: str) -> Mapping[str, str]:
    """Return the links of a package to its pages on the code host."""
    pages = {"Homepage": "", "Documentation": "/blob/main/docs/index.md"}
    pages |= {"Changelog": "/blob/main/CHANGELOG.md", "Issues": "/issues"}
    return {name: f"{address}{path}" for name, path in pages.items()} if address else {}


def written(name: str, text: str, address: str) -> str:
    """Return the text of one of `FILES` with the address, or without one if it is empty."""
    if name in PROJECTS:
        lines = "".join(f'{key} = "{url}"\n' for key, url in urls(address).items())
        block = f"[project.urls]\n{lines}\n" if lines else ""
        return _AFTER_URLS.sub(block, _URLS.sub("", text), count=1)
    if name == NPM:
        package = {key: value for key, value in json.loads(text).items() if key not in npm_members("-")}
        return f"{json.dumps({**package, **npm_members(address)}, indent=2)}\n"
    if name == README:
        return text.replace(CLONE, f"git clone {address}.git ") if address else text
    folder = f"{address}/blob/main/" if address else "../"
    return text.replace("](../", f"]({folder}")


def go_path(address: str) -> str:
    """Return the import path of the Go module."""
    return f"{address.partition('://')[2]}/{MODULE.name}" if address else PACKAGE


def go_texts(folder: Path = MODULE) -> dict[Path, str]:
    """Return the texts that name the import path: of the modules in a folder, and of the Go benchmark."""
    paths = sorted([*folder.rglob("*.go"), *folder.rglob("go.mod"), folder / "README.md", BENCH])
    return {path: path.read_text("utf-8") for path in paths}


def with_go_path(text: str, present: str, path: str) -> str:
    """Return a text of Go, of go.mod or about Go with another import path of the module."""
    named = rf'("|^module |^replace |^require |^\t|-replace |-require ){re.escape(present)}(?=["/ @=]|$)'
    return re.sub(named, lambda found: found[1] + path, text, flags=re.MULTILINE)


def npm_members(address: str) -> dict[str, object]:
    """Return the members of package.json that contain the address."""
    if not address:
        return {}
    repository = {"type": "git", "url": f"git+{address}.git", "directory": "typescript"}
    return {"homepage": address, "repository": repository, "bugs": f"{address}/issues"}


def main() -> None:
    """Write every file for the address in pyproject.toml."""
    address = stated((ROOT / "pyproject.toml").read_text("utf-8"))
    for name in FILES:
        path = ROOT / name
        path.write_text(written(name, path.read_text("utf-8"), address), "utf-8")
    present = module_path(MODULE)
    for path, text in go_texts().items():
        path.write_text(with_go_path(text, present, go_path(address)), "utf-8")


if __name__ == "__main__":
    main()
