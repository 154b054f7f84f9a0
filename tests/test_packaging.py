"""The distributions: their files, installation in an empty environment, work outside the checkout."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import tarfile
import zipfile
from email import message_from_string
from email.message import Message
from pathlib import Path
from typing import Any

import mcp_revisions
import pytest
from packaging.requirements import Requirement
from packaging.utils import canonicalize_name

import mcp_bridge
import mcpgen
from support import address
from support.bridge_process import HELLO
from support.paths import ROOT

if sys.version_info >= (3, 11):
    import tomllib
else:
    import tomli as tomllib

CLEAN = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}


def hatch(project: Path, target: str, out: Path) -> Path:
    """Build a distribution of a project, with the packages at hand."""
    command = [sys.executable, "-m", "hatchling", "build", "-t", target, "-d", str(out)]
    done = subprocess.run(command, cwd=project, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    (built,) = out.iterdir()
    return built


def environment(folder: Path, root: Path, *wheels: Path) -> Path:
    """Make an environment with the wheels and their requirements, and return its Python."""
    subprocess.run([sys.executable, "-m", "venv", "--without-pip", str(folder)], check=True)
    python = folder / "bin" / "python"
    pip = [sys.executable, "-m", "pip", "--python", str(python), "--quiet", "--disable-pip-version-check"]
    install = [*pip, "install", "--constraint", str(root / "constraints.txt"), *map(str, wheels)]
    subprocess.run(install, cwd=folder, env=CLEAN, check=True)
    return python


def run(python: Path, cwd: Path, *arguments: str) -> str:
    """Run the Python of an environment outside the checkout and return its output."""
    command = [str(python), *arguments]
    done = subprocess.run(command, cwd=cwd, env=CLEAN, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def metadata(wheel: Path) -> Message:
    """Return the metadata of a wheel."""
    with zipfile.ZipFile(wheel) as archive:
        (name,) = [name for name in archive.namelist() if name.endswith(".dist-info/METADATA")]
        return message_from_string(archive.read(name).decode("utf-8"))


@pytest.fixture(scope="module")
def source(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return mcpgen's source distribution."""
    return hatch(root, "sdist", tmp_path_factory.mktemp("sdist"))


@pytest.fixture(scope="module")
def unpacked(source: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the folder of the unpacked source distribution."""
    folder = tmp_path_factory.mktemp("unpacked")
    with tarfile.open(source) as archive:
        archive.extractall(folder, filter="data")
    (top,) = folder.iterdir()
    return top


@pytest.fixture(scope="module")
def generator(unpacked: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel of mcpgen, built from its source distribution."""
    return hatch(unpacked, "wheel", tmp_path_factory.mktemp("generator"))


@pytest.fixture(scope="module")
def types(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel of mcp-revisions."""
    return hatch(root / "generated", "wheel", tmp_path_factory.mktemp("types"))


@pytest.fixture(scope="module")
def bridge(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return the wheel of mcp-revisions-bridge."""
    return hatch(root / "bridge", "wheel", tmp_path_factory.mktemp("bridge"))


def files(root: Path, *folders: str) -> set[str]:
    """Return the files of the checkout below some folders, without caches."""
    found = (path for folder in folders for path in (root / folder).rglob("*") if path.is_file())
    return {
        path.relative_to(root).as_posix()
        for path in found
        if not {"__pycache__", ".hypothesis"} & set(path.parts)
    }


# --- files --------------------------------------------------------------------------------------------------


def test_the_generator_holds_schemas_and_templates(root: Path, generator: Path) -> None:
    """The wheel of mcpgen is the package with schemas, templates, rules and recordings, and nothing more."""
    with zipfile.ZipFile(generator) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    data = {f"mcpgen/{name}" for name in files(root, "schema", "templates")}
    frames = {name.replace("tests/", "mcpgen/", 1) for name in files(root, "tests/recordings")}
    frames |= {f"mcpgen/samples/{name}.jsonl" for name in ("conversions", "rules", "merging")}
    frames |= {"mcpgen/docs/rules.toml"}
    code = {name.removeprefix("codegen/") for name in files(root, "codegen/mcpgen")}
    assert names == data | code | frames
    assert {"mcpgen/py.typed", "mcpgen/schema/pins.json", "mcpgen/schema/2026-07-28/overlay.toml"} <= names


def test_the_types_hold_their_runtime_and_say_that_they_are_typed(root: Path, types: Path) -> None:
    """mcp-revisions' wheel is exactly the generated package."""
    with zipfile.ZipFile(types) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert names == {name.removeprefix("generated/") for name in files(root, "generated/mcp_revisions")}
    assert {"mcp_revisions/py.typed", "mcp_revisions/_runtime/messages/codec.py"} <= names
    assert any(name.startswith("mcp_revisions/adapters/v") for name in names)


def test_the_bridge_is_its_package_alone(root: Path, bridge: Path) -> None:
    """mcp-revisions-bridge's wheel is exactly the package mcp_bridge."""
    with zipfile.ZipFile(bridge) as archive:
        names = {name for name in archive.namelist() if ".dist-info/" not in name}
    assert names == {name.removeprefix("bridge/") for name in files(root, "bridge/mcp_bridge")}
    assert "mcp_bridge/py.typed" in names


def test_the_source_distribution_can_be_tested(root: Path, unpacked: Path) -> None:
    """The source distribution of mcpgen has the files that its tests and its Makefile need."""
    folders = (".github", "bridge", "codegen", "schema", "templates", "generated", "tests")
    written = ("/dist/", "/differences.jsonl")  # by `make typescript` and `make agreement`, and in no commit
    wanted = {name for name in files(root, *folders) if not any(each in name for each in written)}
    assert files(unpacked, *folders) >= wanted
    for name in (
        ".pre-commit-hooks.yaml",
        "Makefile",
        "constraints.txt",
        "LICENSE",
        "README.md",
        "action.yml",
    ):
        assert (unpacked / name).is_file()


def test_the_types_build_from_their_source_distribution(root: Path, types: Path, tmp_path: Path) -> None:
    """A wheel built from mcp-revisions' source distribution equals one built from the checkout."""
    (tmp_path / "sdist").mkdir()
    with tarfile.open(hatch(root / "generated", "sdist", tmp_path / "sdist")) as archive:
        archive.extractall(tmp_path / "unpacked", filter="data")
    (top,) = (tmp_path / "unpacked").iterdir()
    again = hatch(top, "wheel", tmp_path / "wheel")
    assert again.read_bytes() == types.read_bytes()


@pytest.mark.parametrize("name", ["generator", "types", "bridge"])
def test_metadata(name: str, request: pytest.FixtureRequest) -> None:
    """Each wheel carries licence, readme, Python versions and a summary; the types require msgspec alone."""
    wheel = request.getfixturevalue(name)
    about = metadata(wheel)
    assert (
        about["Name"]
        == {"generator": "mcpgen", "types": "mcp-revisions", "bridge": "mcp-revisions-bridge"}[name]
    )
    assert (about["License-Expression"], about["Requires-Python"]) == ("MIT", ">=3.10")
    assert about["License-File"] == "LICENSE" and about["Summary"]
    assert str(about.get_payload()).strip() and about["Description-Content-Type"] == "text/markdown"
    required = [Requirement(line) for line in about.get_all("Requires-Dist", [])]
    plain = {one.name for one in required if not (one.marker and "extra" in str(one.marker))}
    if name == "types":
        assert plain == {"msgspec"}
    elif name == "bridge":
        assert plain == {
            "anyio",
            "mcp-revisions",
            "httpx2",
            "msgspec",
            "rich",
            "starlette",
            "typer",
            "uvicorn",
        }
    else:
        assert {"mcp-revisions", "black", "datamodel-code-generator", "typer"} <= plain
    stated = address.urls(address.stated((ROOT / "pyproject.toml").read_text("utf-8")))
    assert about.get_all("Project-URL", []) == [f"{label}, {url}" for label, url in stated.items()]


def test_the_versions_agree(generator: Path, types: Path, bridge: Path) -> None:
    """The bridge and the generator require the types of the same version."""
    version = metadata(types)["Version"]
    assert metadata(generator)["Version"] == metadata(bridge)["Version"] == mcp_bridge.__version__ == version
    assert (mcpgen.__version__, mcp_revisions.__version__) == (version, version)
    for wheel in (generator, bridge):
        required = [Requirement(line) for line in metadata(wheel).get_all("Requires-Dist", [])]
        (messages,) = [one for one in required if one.name == "mcp-revisions"]
        assert str(messages.specifier) == f"=={version}"


def test_the_npm_package_and_the_examples_have_the_version(root: Path, types: Path) -> None:
    """The npm package may be published, and the examples of docs/ci.md name the version of the packages."""
    version = metadata(types)["Version"]
    package = json.loads((root / "typescript" / "package.json").read_text("utf-8"))
    lock = json.loads((root / "typescript" / "package-lock.json").read_text("utf-8"))
    assert package["version"] == lock["version"] == lock["packages"][""]["version"] == version
    assert "private" not in package and "license" in package
    named = re.findall(r"(?:mcpgen@|rev: )v(\S+)", (root / "docs" / "ci.md").read_text("utf-8"))
    assert named and {*named} == {version}


def test_the_page_on_releases_names_each_file_with_the_version(root: Path) -> None:
    """A person who follows the page sets the version everywhere."""
    page = (root / "docs" / "releasing.md").read_text("utf-8")
    globs = ("*.toml", "*/*.toml", "typescript/*.json", "codegen/mcpgen/*.py", "bridge/*/*.py", "docs/*.md")
    stated = re.compile(rf'"{re.escape(mcpgen.__version__)}"|(==|@v|: v){re.escape(mcpgen.__version__)}')
    names = [path.relative_to(root).as_posix() for each in globs for path in sorted(root.glob(each))]
    found = [name for name in names if stated.search((root / name).read_text("utf-8"))]
    assert len(found) > 5 and [name for name in found if f"`{name}`" not in page] == []


# --- pinned -------------------------------------------------------------------------------------------------


def pinned(root: Path) -> dict[str, list[Requirement]]:
    """Return the lines of `constraints.txt` by package."""
    result: dict[str, list[Requirement]] = {}
    for line in (root / "constraints.txt").read_text("utf-8").splitlines():
        if line.strip() and not line.startswith("#"):
            requirement = Requirement(line)
            result.setdefault(canonicalize_name(requirement.name), []).append(requirement)
    return result


def test_every_requirement_is_pinned(root: Path) -> None:
    """`constraints.txt` has one exact version of each requirement, and the requirement admits it."""
    pins = pinned(root)
    for project in (root, root / "generated", root / "bridge"):
        table = tomllib.loads((project / "pyproject.toml").read_text("utf-8"))
        wanted = [*table["build-system"]["requires"], *table["project"]["dependencies"]]
        extras = table["project"].get("optional-dependencies", {})
        wanted += [line for lines in extras.values() for line in lines]
        for requirement in map(Requirement, wanted):
            if requirement.name == "mcp-revisions":
                continue
            lines = pins.get(canonicalize_name(requirement.name), [])
            assert lines, f"{requirement.name} is not pinned: make lock"
            for line in lines:
                (one,) = line.specifier
                assert one.operator == "==" and requirement.specifier.contains(
                    one.version
                ), f"{line}: make lock"


def test_the_pins_name_no_host(root: Path) -> None:
    """Where packages come from is the user's own affair."""
    text = (root / "constraints.txt").read_text("utf-8")
    assert not re.search(r"://|--index|--find-links|--extra", text)


def test_the_hook_runs_the_check(root: Path) -> None:
    """The pre-commit hook runs the command that CI runs, on the whole tree."""
    text = (root / ".pre-commit-hooks.yaml").read_text("utf-8")
    hook = dict(re.findall(r"^[- ] (\w+): (.*)$", text, re.MULTILINE))
    assert hook["id"] == "mcpgen-check" and hook["entry"] == "mcpgen build --check"
    assert hook["language"] == "python" and hook["pass_filenames"] == "false"


# --- they work elsewhere ------------------------------------------------------------------------------------


def test_the_generator_works_elsewhere(root: Path, generator: Path, types: Path, tmp_path: Path) -> None:
    """Installed from wheels in an empty environment, mcpgen finds drift in a copy and repairs it."""
    python = environment(tmp_path / "env", root, generator, types)
    shutil.copytree(root / "generated" / "mcp_revisions", tmp_path / "generated" / "mcp_revisions")
    where = run(python, tmp_path, "-c", "import mcpgen; print(mcpgen.__file__)")
    assert where.startswith(str(tmp_path))

    mcpgen = str(python.with_name("mcpgen"))
    done = subprocess.run(
        [mcpgen, "build", "--check"], cwd=tmp_path, env=CLEAN, capture_output=True, text=True, check=False
    )
    assert (done.returncode, done.stdout) == (0, ""), done.stderr
    (tmp_path / "generated" / "mcp_revisions" / "v2025_11_25" / "types.py").unlink()
    subprocess.run([mcpgen, "build"], cwd=tmp_path, env=CLEAN, capture_output=True, check=True)
    built, own = tmp_path / "generated", root / "generated"
    assert {n: (built / n).read_bytes() for n in files(built, "mcp_revisions")} == {
        n: (own / n).read_bytes() for n in files(own, "mcp_revisions")
    }


def test_the_types_work_elsewhere(root: Path, types: Path, tmp_path: Path) -> None:
    """Installed from their wheel, with msgspec alone, the types decode, encode and convert."""
    python = environment(tmp_path / "env", root, types)
    code = """
import sys, mcp_revisions as mr
loaded = {name for name in sys.modules if name.startswith(("mcp_revisions.", "msgspec"))}
assert not loaded, loaded
for name in mr.REVISIONS:
    mcp = mr.revision(name)
    data = b'{"name": "add", "inputSchema": {"type": "object"}, "com.example/x": null}'
    tool = mcp.decode(data, mcp.Tool)
    assert mcp.decode(mcp.encode(tool), mcp.Tool) == tool
frame = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "add"}}
assert mr.convert(frame, "2024-11-05", "2025-11-25", sender="client").message == frame
print(mr.__file__)
"""
    assert run(python, tmp_path, "-c", code).startswith(str(tmp_path))
    listed = run(
        Path(sys.executable), tmp_path, "-m", "pip", "--python", str(python), "list", "--format", "freeze"
    )
    assert {line.partition("==")[0] for line in listed.split()} == {"mcp-revisions", "msgspec"}


def test_the_bridge_works_elsewhere(root: Path, types: Path, bridge: Path, tmp_path: Path) -> None:
    """Installed from wheels in an empty environment, the bridge answers a client, without mcpgen."""
    python = environment(tmp_path / "env", root, types, bridge)
    server = root / "docs" / "examples" / "stdio_server.py"
    hello = json.dumps(HELLO) + "\n"
    done = subprocess.run(
        [str(python.with_name("mcp-bridge")), "--quiet", "--", str(python), str(server)],
        input=hello,
        cwd=tmp_path,
        env=CLEAN,
        capture_output=True,
        text=True,
        check=False,
    )
    assert (done.returncode, done.stderr) == (0, "") and '"serverInfo"' in done.stdout
    listed = run(
        Path(sys.executable), tmp_path, "-m", "pip", "--python", str(python), "list", "--format", "freeze"
    )
    names = {line.partition("==")[0] for line in listed.split()}
    assert {"mcp-revisions", "mcp-revisions-bridge"} < names and not {"mcpgen", "black", "jinja2"} & names


def test_the_readme_of_the_types_holds(root: Path) -> None:
    """The code in the readme of mcp-revisions runs, with the results in its comments."""
    text = (root / "generated" / "README.md").read_text("utf-8")
    (code,) = re.findall(r"```python\n(.*?)```", text, re.DOTALL)
    names: dict[str, Any] = {}
    exec(code, names)  # noqa: S102
    assert type(names["call"]).__name__ == "CallToolRequest" and names["call"].unknown == ("/params/x",)
    assert [block["type"] for block in names["older"].message["result"]["content"]] == ["text"]
    assert [loss.kind for loss in names["older"].losses] == ["reshaped"]
