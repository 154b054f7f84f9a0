"""`mcpgen build`: its files, its comparison, the state after a kill, and equal results of equal builds."""

from __future__ import annotations

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path

import pytest

from mcpgen.emit import file_tree
from mcpgen.schema_folder import revisions
from support.process_groups import assert_gone
from support.waiting import CEILING

OLDEST, NEXT_TO_LAST = "2024-11-05", "2025-11-25"
EXTENSIONS = {"apps": "2026-07-28", "tasks": "2026-07-28"}  # folders, with the revision that each extends
COMPOSED = ("v2026_07_28_apps", "v2026_07_28_tasks", "v2026_07_28_tasks_apps")
MODULES = ("__init__", "dicts", "interface", "methods", "types")
LISTS = ("__init__.py", "_signatures.py")  # the files that list the revisions of the package
PING = b'{"jsonrpc": "2.0", "id": 1, "method": "ping"}'

Run = Callable[..., "subprocess.CompletedProcess[str]"]


def contents(folder: Path) -> dict[str, bytes]:
    """Return the files below a folder, without Python's caches."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes()
        for path in sorted(folder.rglob("*"))
        if path.is_file() and "__pycache__" not in path.parts
    }


@pytest.fixture(scope="module")
def one(mcpgen_process: Run, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a folder with a package of one revision; tests only read it."""
    out = tmp_path_factory.mktemp("one")
    assert mcpgen_process("build", "--revision", OLDEST, "--out", out).returncode == 0
    return out


def under(prefix: str, files: dict[str, bytes]) -> dict[str, bytes]:
    """Return the files of one folder."""
    return {path: data for path, data in files.items() if path.startswith(f"{prefix}/")}


def python(code: str, path: Path, executable: str = sys.executable) -> str:
    """Run code that imports from `path`, outside the checkout, and return its output."""
    done = subprocess.run(
        [executable, "-c", code],
        env={**os.environ, "PYTHONPATH": str(path), "PYTHONDONTWRITEBYTECODE": "1"},
        cwd=path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


# --- files --------------------------------------------------------------------------------------------------


def test_a_full_build_holds_every_revision(built: Path) -> None:
    """A full build has a folder for each revision and extension, adapters, the runtime, and no other file."""
    files = contents(built / "mcp_revisions")
    for revision in revisions():
        folder = "v" + revision.replace("-", "_")
        assert set(under(folder, files)) == {f"{folder}/{name}.py" for name in MODULES}
    layers = {f"extensions/{folder}/{name}.py" for folder in EXTENSIONS for name in MODULES}
    composed = {
        f"extensions/{folder}/{name}.py"
        for folder in COMPOSED
        for name in ("__init__", "interface", "methods", "types")
    }
    assert set(under("extensions", files)) == {"extensions/__init__.py", *composed, *layers}
    assert {path.partition("/")[0] for path in files} == {
        *("v" + revision.replace("-", "_") for revision in revisions()),
        *("_runtime", "adapters", "extensions", "py.typed", "testing.py", "jsonrpc.py"),
        *LISTS,
    }
    assert [path.name for path in built.iterdir()] == ["mcp_revisions"]


def test_the_checkout_holds_what_a_build_writes(root: Path, built: Path) -> None:
    """`generated/` in the checkout equals a rebuild."""
    assert contents(root / "generated" / "mcp_revisions") == contents(built / "mcp_revisions")


def test_runtime_is_copied_verbatim(root: Path, built: Path) -> None:
    """The runtime in the output is the tested source, byte for byte, but for the table of facts."""
    own = contents(root / "codegen" / "mcpgen" / "runtime")
    found = contents(built / "mcp_revisions" / "_runtime")
    assert {path for path in own.keys() | found.keys() if own.get(path) != found.get(path)} == {
        "revision_table.py"
    }


def test_output_names_no_machine_no_time_and_no_tool_version(root: Path, built: Path) -> None:
    """Output is the same on every machine: it holds no path, no year of today's and no version of a tool."""
    import datamodel_code_generator

    hazards = [str(root), str(built), time.strftime("%Y-%m-%d"), os.uname().nodename]
    hazards += [datamodel_code_generator.get_version(), f"Python {sys.version.split()[0]}"]
    for path, data in contents(built).items():
        for hazard in hazards:
            assert hazard.encode() not in data, f"{path} holds {hazard}"


# --- one revision, some revisions ---------------------------------------------------------------------------


def test_some_revisions_are_a_working_package(mcpgen: Run, built: Path, tmp_path: Path) -> None:
    """`--revision` writes the same folder as a full build and keeps other folders; the package works.

    An extension of an absent revision is absent too: its modules import those of the revision.
    """
    whole = contents(built / "mcp_revisions")
    folder = tmp_path / "mcp_revisions"

    done = mcpgen("build", "--revision", NEXT_TO_LAST, "--revision", OLDEST, "--out", tmp_path)
    assert (done.returncode, done.stdout) == (0, "")
    files = contents(folder)
    assert not {OLDEST, NEXT_TO_LAST} & set(EXTENSIONS.values())
    absent = {"v" + revision.replace("-", "_") for revision in {*revisions()} - {OLDEST, NEXT_TO_LAST}}
    missing = {path for path in whole if path.partition("/")[0] in {*absent, "extensions"}}
    assert {path for path in whole if path not in files} == missing
    assert {path: data for path, data in files.items() if path not in LISTS} == {
        path: whole[path] for path in files if path not in LISTS
    }
    code = f"""
import mcp_revisions as mr
assert mr.REVISIONS == {(OLDEST, NEXT_TO_LAST)!r} and mr.LATEST == {NEXT_TO_LAST!r}
assert mr.EXTENSIONS == ()
for name in mr.REVISIONS:
    module = mr.revision(name)
    ping = module.decode_message({PING!r}, sender="client")
    assert type(ping) is module.PingRequest and ping.id == 1
try:
    mr.revision("2025-06-18")
except ValueError as error:
    assert all(name in str(error) for name in mr.REVISIONS)
else:
    raise AssertionError
call = {{"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {{"name": "a"}}}}
assert mr.convert(call, {OLDEST!r}, {NEXT_TO_LAST!r}, sender="client").message == call
"""
    python(code, tmp_path)

    stamps = {path: (folder / path).read_bytes() for path in files if path.startswith("v2024_11_05/")}
    assert mcpgen("build", "--revision", "2026-07-28", "--out", tmp_path).returncode == 0
    files = contents(folder)
    assert stamps == under("v2024_11_05", files)
    for part in ("v2024_11_05", "v2025_11_25", "v2026_07_28", "extensions", "adapters", "_runtime"):
        assert under(part, files) == under(part, whole)
    names = (OLDEST, NEXT_TO_LAST, "2026-07-28")
    code = f"""
import mcp_revisions as mr
assert mr.REVISIONS == {names!r} and mr.LATEST == {names[2]!r}
assert [mr.extension(name).EXTENDS for name in mr.EXTENSIONS] == {[*EXTENSIONS.values()]!r}
"""
    python(code, tmp_path)


@pytest.mark.parametrize(
    "revision",
    [pytest.param(name, marks=[pytest.mark.long] * (name != NEXT_TO_LAST)) for name in revisions()],
)
def test_one_revision_alone(mcpgen: Run, built: Path, tmp_path: Path, revision: str) -> None:
    """A build of any one revision equals its folder in a full build, and decodes."""
    assert mcpgen("build", "--revision", revision, "--out", tmp_path).returncode == 0
    folder = "v" + revision.replace("-", "_")
    whole, files = contents(built / "mcp_revisions"), contents(tmp_path / "mcp_revisions")
    assert under(folder, files) == under(folder, whole)
    assert {path for path in files if path.startswith("v")} == set(under(folder, whole))
    code = f"""
import mcp_revisions as mr
assert mr.REVISIONS == ({revision!r},) and mr.LATEST == {revision!r}
mcp = mr.revision({revision!r})
tool = mcp.decode(b'{{"name": "a", "inputSchema": {{"type": "object"}}}}', mcp.Tool)
assert tool.name == "a"
"""
    python(code, tmp_path)


def test_a_revision_that_is_not_pinned_is_refused(mcpgen: Run, tmp_path: Path) -> None:
    """An unknown revision is one line that names the known ones, exit status 2, and nothing is written."""
    done = mcpgen("build", "--revision", "2024-01-01", "--out", tmp_path / "out")
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.startswith("--revision: ") and done.stderr.count("\n") == 1
    assert all(name in done.stderr for name in revisions())
    assert not (tmp_path / "out" / "mcp_revisions").exists()


# --- compared -----------------------------------------------------------------------------------------------


def test_check_is_silent_without_drift(mcpgen: Run, one: Path) -> None:
    """Without drift `--check` prints nothing on standard output and exits 0."""
    done = mcpgen("build", "--check", "--revision", OLDEST, "--out", one)
    assert (done.returncode, done.stdout) == (0, "")


def test_check_prints_a_diff_that_repairs(mcpgen: Run, one: Path, tmp_path: Path) -> None:
    """With drift `--check` exits 1 and changes nothing; its unified diff, applied, gives the right tree."""
    folder = tmp_path / "mcp_revisions"
    shutil.copytree(one / "mcp_revisions", folder, ignore=shutil.ignore_patterns("__pycache__"))
    types = folder / "v2024_11_05" / "types.py"
    types.write_text(types.read_text("utf-8").replace("Tool", "Spoon", 3), "utf-8")  # changed
    (folder / "v2024_11_05" / "methods.py").unlink()  # missing
    (folder / "_runtime" / "stray.py").write_text("x = 1", "utf-8")  # extra, and without a last newline
    before = contents(tmp_path)

    done = mcpgen("build", "--check", "--revision", OLDEST, "--out", tmp_path)

    assert done.returncode == 1
    assert contents(tmp_path) == before
    headers = [line for line in done.stdout.splitlines() if line.startswith(("--- ", "+++ "))]
    assert headers == [
        *("--- a/_runtime/stray.py", "+++ /dev/null"),
        *("--- /dev/null", "+++ b/v2024_11_05/methods.py"),
        *("--- a/v2024_11_05/types.py", "+++ b/v2024_11_05/types.py"),
    ]
    subprocess.run(["git", "apply", "-p1"], cwd=folder, input=done.stdout, text=True, check=True)
    assert contents(folder) == contents(one / "mcp_revisions")


def test_a_revision_that_is_pinned_no_more_goes(mcpgen: Run, one: Path, tmp_path: Path) -> None:
    """`--check` sees a forgotten revision, `build` removes it; a revision of one's own stays."""
    package = tmp_path / "mcp_revisions"
    shutil.copytree(one / "mcp_revisions", package)
    held = next(path for path in package.iterdir() if path.name.startswith("v2"))
    for name, folder in (("2027-03-31", "v2027_03_31"), ("draft", "vdraft")):
        shutil.copytree(held, package / folder)
        interface = package / folder / "__init__.py"
        text = re.sub(
            "^REVISION: .*$", f"REVISION: _t.Final = {name!r}", interface.read_text("utf-8"), flags=re.M
        )
        interface.write_text(text, "utf-8")
    chain = package / "adapters" / "__init__.py"
    chain.write_text(
        chain.read_text("utf-8").replace(
            "CHAIN: tuple[str, ...] = (", "CHAIN: tuple[str, ...] = ('2027-03-31', "
        )
    )
    again = ["build", "--revision", OLDEST, "--out", tmp_path]
    assert mcpgen(*again, "--check").returncode == 1
    assert mcpgen(*again).returncode == 0
    assert not (package / "v2027_03_31").exists() and (package / "vdraft").exists()
    code = "import mcp_revisions as mr; print(mr.LATEST, *mr.REVISIONS)"
    assert python(code, tmp_path).split() == [OLDEST, OLDEST, "draft"]
    assert mcpgen(*again, "--check").returncode == 0


def test_check_of_a_folder_that_is_not_there(mcpgen: Run, tmp_path: Path) -> None:
    """A package that was never built is drift in one line, and `--check` makes no folder."""
    out = tmp_path / "out"
    done = mcpgen("build", "--check", "--revision", OLDEST, "--out", out)
    assert (done.returncode, done.stderr) == (1, "")
    assert done.stdout == f"{out / 'mcp_revisions'}: is missing; run mcpgen build\n"
    assert list(tmp_path.iterdir()) == []


@pytest.mark.parametrize(
    ("old", "new", "expected"),
    [
        ({"a": "1\n"}, {"a": "1\n"}, ""),
        ({"a": "1\n"}, {"a": "2\n"}, "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n+2\n"),
        ({"a": "1\n"}, {}, "--- a/a\n+++ /dev/null\n@@ -1 +0,0 @@\n-1\n"),
        ({}, {"a": ""}, "--- /dev/null\n+++ b/a\n"),
        ({"a": ""}, {}, "--- a/a\n+++ /dev/null\n"),
        ({"a": "1"}, {"a": "1\n"}, "--- a/a\n+++ b/a\n@@ -1 +1 @@\n-1\n\\ No newline at end of file\n+1\n"),
    ],
)
def test_every_difference_is_told(old: dict[str, str], new: dict[str, str], expected: str) -> None:
    """Two trees differ if and only if the diff says so, empty files included."""
    assert "".join(file_tree.difference(old, new)) == expected


# --- equal builds -------------------------------------------------------------------------------------------


def test_two_builds_are_byte_identical(mcpgen_process: Run, built: Path, tmp_path: Path) -> None:
    """Output depends on no hash order, locale, time zone, terminal or directory; a success is one line."""
    env = {"PYTHONHASHSEED": "1", "LC_ALL": "C", "TZ": "Asia/Tokyo", "COLUMNS": "20", "HOME": str(tmp_path)}
    done = mcpgen_process("build", "--out", "out", env=env, cwd=tmp_path)
    assert done.returncode == 0 and done.stderr.startswith("wrote ") and done.stderr.count("\n") == 1
    assert contents(tmp_path / "out") == contents(built)


def test_one_revision_built_into_a_full_package_changes_nothing(
    mcpgen: Run, built: Path, tmp_path: Path
) -> None:
    """The README's first command builds one revision into the checked-in package."""
    copy, before = shutil.copytree(built, tmp_path / "copy"), contents(built)
    for revision in (OLDEST, NEXT_TO_LAST):
        done = mcpgen("build", "--revision", revision, "--out", copy)
        assert (done.returncode, done.stderr) == (0, f"{copy / 'mcp_revisions'} is up to date\n")
        assert contents(copy) == before


def test_a_second_build_touches_nothing(mcpgen: Run, one: Path) -> None:
    """A build that finds its own output leaves it as it is, and prints one line."""
    before = {path: path.stat().st_mtime_ns for path in one.rglob("*")}
    done = mcpgen("build", "--revision", OLDEST, "--out", one)
    assert (done.returncode, done.stderr) == (0, f"{one / 'mcp_revisions'} is up to date\n")
    assert before == {path: path.stat().st_mtime_ns for path in one.rglob("*")}


# --- whole trees --------------------------------------------------------------------------------------------

OLD = {"__init__.py": f"# {file_tree.MARK}\n", "kept.py": "old\n", "gone/one.py": "1\n"}
NEW = {
    "__init__.py": f"# {file_tree.MARK}, again\n",
    "kept.py": "new\n",
    "come/one.py": "1\n",
    "come/two.py": "",
}


def encoded(files: dict[str, str]) -> dict[str, bytes]:
    """Return texts as a disk holds them."""
    return {path: text.encode() for path, text in files.items()}


def write_until(folder: Path, moment: int, exchange: bool) -> bool:
    """Write NEW over `folder` in a child that dies at its `moment`-th system call; return whether it died."""
    child = os.fork()
    if not child:
        left = moment

        def die(_event: str, _arguments: object) -> None:
            nonlocal left
            left -= 1
            if left == 0:
                os.kill(os.getpid(), signal.SIGKILL)

        try:
            if not exchange:
                file_tree._exchange = lambda one, other: False
            sys.addaudithook(die)
            with file_tree.locked(folder):
                file_tree.write(NEW, folder)
        finally:
            os._exit(0)
    return os.WIFSIGNALED(os.waitpid(child, 0)[1])


@pytest.mark.parametrize("there", [True, False], ids=["over an old tree", "where nothing was"])
@pytest.mark.parametrize("exchange", [True, False], ids=["exchanged", "renamed twice"])
def test_killed_at_any_moment(tmp_path: Path, exchange: bool, there: bool) -> None:
    """Killed before any system call, a build leaves the old tree or the new; the next build cleans up."""
    folder = tmp_path / file_tree.PACKAGE
    old = encoded(OLD) if there else {}
    moment, seen = 0, set()
    killed = True
    while killed:
        moment += 1
        shutil.rmtree(tmp_path)
        for path, data in old.items():
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_bytes(data)
        killed = write_until(folder, moment, exchange)
        if exchange:
            assert contents(folder) in (old, encoded(NEW)), f"a mixture, killed at call {moment}"
        else:  # such a system has a moment without a tree: the next build begins by bringing it back
            assert contents(folder) in (old, encoded(NEW), {})
            with file_tree.locked(folder):
                assert contents(folder) in (old, encoded(NEW)), f"a mixture, killed at call {moment}"
        seen.add(contents(folder) == encoded(NEW))
        with file_tree.locked(folder):
            file_tree.write(NEW, folder)
        assert contents(folder) == encoded(NEW)
        assert [path.name for path in tmp_path.iterdir()] == [file_tree.PACKAGE]
    assert seen == {True, False} and moment > 10


def staged(out: Path) -> bool:
    """Return whether a build has begun to write."""
    return any(path.name.startswith(".") for path in out.iterdir())


@contextmanager
def started(*arguments: object, **options: object) -> Iterator[subprocess.Popen[str]]:
    """Start the command in a process group of its own; nothing of it is left afterwards."""
    command = [sys.executable, "-m", "mcpgen", *map(str, arguments)]
    # A shell lets its background jobs ignore interrupts, which child processes inherit.
    given = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL), **options}
    process = subprocess.Popen(command, text=True, start_new_session=True, **given)  # type: ignore[call-overload]
    try:
        yield process
    finally:
        process.kill()
        process.wait()


def kill_builds(mcpgen_process: Run, one: Path, out: Path, anywhere: int, while_writing: int) -> None:
    """Kill builds at random moments, and as many more soon after they begin to write."""
    folder = out / "mcp_revisions"
    shutil.copytree(one, out, dirs_exist_ok=True)
    new = contents(folder)
    chance = random.Random(7)
    for number in range(anywhere + while_writing):
        (folder / "stray.py").write_text("")
        (folder / "v2024_11_05" / "types.py").write_text("old = True\n")
        old = contents(folder)
        with started("build", "--revision", OLDEST, "--out", out, stderr=subprocess.PIPE) as process:
            if number < anywhere:
                time.sleep(chance.uniform(0, 2.5))
            else:
                while process.poll() is None and not staged(out):
                    time.sleep(0.0005)
                time.sleep(chance.uniform(0, 0.01))
            process.kill()
            process.wait()
            assert_gone(process.pid)
            assert process.stderr is not None and "Traceback" not in process.stderr.read()
        assert contents(folder) in (old, new)
    assert mcpgen_process("build", "--revision", OLDEST, "--out", out).returncode == 0
    assert contents(folder) == new
    assert [path.name for path in out.iterdir()] == ["mcp_revisions"]


def test_killed_builds(mcpgen_process: Run, one: Path, tmp_path: Path) -> None:
    """The killed command leaves the old tree or the new, no process, and no file that a build keeps."""
    kill_builds(mcpgen_process, one, tmp_path, anywhere=1, while_writing=3)


@pytest.mark.long
def test_killed_builds_often(mcpgen_process: Run, one: Path, tmp_path: Path) -> None:
    """The same at many more moments."""
    kill_builds(mcpgen_process, one, tmp_path, anywhere=30, while_writing=30)


def test_builds_of_one_folder_wait_for_each_other(mcpgen: Run, tmp_path: Path) -> None:
    """Two builds at once end as if one had followed the other."""
    with (
        started("build", "--revision", OLDEST, "--out", tmp_path, stderr=subprocess.PIPE) as one,
        started("build", "--revision", "2025-03-26", "--out", tmp_path, stderr=subprocess.PIPE) as other,
    ):
        for process in (one, other):
            errors = process.communicate()[1]
            assert process.returncode == 0, errors
    printed = python("import mcp_revisions; print(*mcp_revisions.REVISIONS)", tmp_path)
    assert printed.split() == [OLDEST, "2025-03-26"]


@pytest.mark.parametrize("later", [0, 0.6, 2.4])
def test_an_interrupted_build(tmp_path: Path, later: float) -> None:
    """An interrupt before the end is status 130, without a traceback and a folder, whenever it comes."""
    with started("build", "--out", tmp_path / "new" / "out", stderr=subprocess.PIPE) as process:
        while process.poll() is None and not any(tmp_path.iterdir()):
            time.sleep(0.02)
        time.sleep(later)
        if process.poll() is not None:  # the build was faster, so nothing was interrupted
            assert process.returncode == 0
            return
        os.killpg(process.pid, signal.SIGINT)
        errors = process.communicate(timeout=CEILING)[1]
        if process.returncode in (0, -signal.SIGINT):  # the command had ended, and Python was about to exit
            assert errors.startswith("wrote ")
            return
        assert (process.returncode, errors) == (130, "")
        assert_gone(process.pid)
    assert not any(tmp_path.iterdir())


def test_an_interrupt_that_a_build_ignores(tmp_path: Path) -> None:
    """A background job of a shell ignores interrupts."""
    ignoring = {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_IGN)}
    with started(
        "build", "--revision", OLDEST, "--out", tmp_path, stderr=subprocess.PIPE, **ignoring
    ) as process:
        time.sleep(2)
        os.killpg(process.pid, signal.SIGINT)
        errors = process.communicate(timeout=CEILING)[1]
        assert process.returncode == 0, errors


# --- other folders ------------------------------------------------------------------------------------------


@pytest.mark.parametrize("check", [False, True], ids=["build", "check"])
def test_a_folder_that_is_not_ours_is_kept(mcpgen: Run, tmp_path: Path, check: bool) -> None:
    """A package that mcpgen did not write is never replaced."""
    own = tmp_path / "mcp_revisions" / "__init__.py"
    own.parent.mkdir()
    own.write_text("'''Mine.'''\n")
    done = mcpgen("build", "--revision", OLDEST, "--out", tmp_path, *["--check"] * check)
    assert done.returncode == (1 if check else 2)
    assert check or (str(own.parent) in done.stderr and done.stderr.count("\n") == 1)
    assert contents(tmp_path) == {"mcp_revisions/__init__.py": b"'''Mine.'''\n"}


def test_an_empty_folder_is_filled(mcpgen: Run, tmp_path: Path) -> None:
    """A folder that holds nothing is nobody's."""
    (tmp_path / "mcp_revisions").mkdir()
    assert mcpgen("build", "--revision", OLDEST, "--out", tmp_path).returncode == 0


def test_a_link_stays_a_link(mcpgen: Run, built: Path, tmp_path: Path) -> None:
    """Where the package is a symbolic link, its target is replaced."""
    (tmp_path / "elsewhere").mkdir()
    (tmp_path / "out").mkdir()
    link = tmp_path / "out" / "mcp_revisions"
    link.symlink_to(tmp_path / "elsewhere", target_is_directory=True)
    assert mcpgen("build", "--revision", OLDEST, "--out", tmp_path / "out").returncode == 0
    assert link.is_symlink() and (tmp_path / "elsewhere" / "py.typed").is_file()
    assert sorted(path.name for path in tmp_path.iterdir()) == ["elsewhere", "out"]
    assert list((tmp_path / "out").iterdir()) == [link]


def unusable(tmp_path: Path) -> dict[str, Path]:
    """Return output folders that nobody can write."""
    (tmp_path / "file").write_text("")
    (tmp_path / "readonly").mkdir(mode=0o555)
    (tmp_path / "loop").symlink_to(tmp_path / "loop")
    places = {
        "a file": tmp_path / "file",
        "below a file": tmp_path / "file" / "out",
        "a loop": tmp_path / "loop",
        "a name too long": tmp_path / ("x" * 300),
    }
    if os.geteuid():
        places["read-only"] = tmp_path / "readonly"
    elif Path("/sys/kernel").is_dir():  # not even root makes a folder there
        places["read-only"] = Path("/sys/kernel")
    return places


@pytest.mark.parametrize("place", ["a file", "below a file", "a loop", "a name too long", "read-only"])
def test_output_that_cannot_be_written(mcpgen: Run, tmp_path: Path, place: str) -> None:
    """An output folder that cannot be written is one located line and exit status 2."""
    places = unusable(tmp_path)
    if place not in places:
        pytest.skip("this user may write everywhere, and the system has no folder that refuses")
    done = mcpgen("build", "--revision", OLDEST, "--out", places[place])
    assert (done.returncode, done.stdout) == (2, "")
    assert done.stderr.count("\n") == 1 and "Traceback" not in done.stderr and "internal" not in done.stderr
    assert done.stderr.startswith(str(places[place])) or place in ("a loop", "below a file")


# --- schema files -------------------------------------------------------------------------------------------


def test_descriptions_are_kept_when_told(mcpgen: Run, root: Path, tmp_path: Path) -> None:
    """With `--keep-descriptions` the descriptions of a schema file are docstrings, else they are dropped."""
    schema = json.loads((root / "schema" / NEXT_TO_LAST / "schema.json").read_bytes())
    schema["$defs"]["Tool"]["description"] = "A description of the file's own."
    file = tmp_path / "mine.json"
    file.write_text(json.dumps(schema))
    overlay = root / "schema" / NEXT_TO_LAST / "overlay.toml"
    for options, expected in (((), False), (("--keep-descriptions",), True)):
        arguments = ("--schema", file, "--overlay", overlay, "--revision", "mine-1", "--out", tmp_path)
        done = mcpgen("build", *arguments, *options)
        assert done.returncode == 0, done.stderr
        source = (tmp_path / "mcp_revisions" / "vmine_1" / "types.py").read_text("utf-8")
        assert ("A description of the file's own." in source) is expected


# --- watching -----------------------------------------------------------------------------------------------


class Watch:
    """A `mcpgen build --watch` in a checkout of its own, and its output."""

    def __init__(self, checkout: Path, process: subprocess.Popen[str], log: Path) -> None:
        self.checkout, self.process, self.log = checkout, process, log
        self.read = 0

    def wait(self, text: str) -> None:
        """Wait until it says something that it had not said before."""
        deadline = time.monotonic() + CEILING
        while time.monotonic() < deadline and self.process.poll() is None:
            said = self.log.read_text("utf-8")
            at = said.find(text, self.read)
            if at >= 0:
                self.read = at + len(text)
                return
            time.sleep(0.02)
        raise AssertionError(f"not said: {text!r}\n{self.log.read_text('utf-8')}")

    def edit(self, name: str, old: str, new: str) -> None:
        """Change a file as an editor does."""
        path = self.checkout / name
        text = path.read_text("utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), "utf-8")


@pytest.fixture
def watch(root: Path, tmp_path: Path) -> Iterator[Watch]:
    """Return a watching build of one revision in a copy of the checkout."""
    checkout = tmp_path / "checkout"
    ignored = shutil.ignore_patterns("__pycache__")
    for name in ("codegen", "schema", "templates"):
        shutil.copytree(root / name, checkout / name, ignore=ignored)
    log = tmp_path / "log"
    env = {**os.environ, "PYTHONPATH": str(checkout / "codegen")}
    with (
        log.open("w") as said,
        started(
            *("build", "--watch", "--revision", OLDEST, "--out", tmp_path / "out"),
            env=env,
            stderr=said,
            stdout=said,
            cwd=tmp_path,
        ) as process,
    ):
        yield Watch(checkout, process, log)


def test_watch(watch: Watch, tmp_path: Path) -> None:
    """A change of an input builds again; only an interrupt, not a failed build, ends the watch."""
    types = tmp_path / "out" / "mcp_revisions" / "v2024_11_05" / "types.py"
    watch.wait("wrote")
    assert str(watch.checkout / "schema") in watch.log.read_text("utf-8")

    watch.edit("schema/docs.toml", "[pages]\n", "[pages]\n# a comment changes nothing\n")
    watch.wait("docs.toml changed")
    watch.wait("is up to date")

    watch.edit("templates/types.py.jinja", '"""', '"""Seen: ')
    watch.wait("types.py.jinja changed")
    watch.wait("wrote")
    assert '"""Seen: ' in types.read_text("utf-8")

    overlay = f"schema/{OLDEST}/overlay.toml"
    text = (watch.checkout / overlay).read_text("utf-8")
    (watch.checkout / overlay).write_text(f"{text}\n[[nonsense]]\n", "utf-8")
    watch.wait("overlay.toml changed")
    watch.wait(f"{overlay}")
    assert '"""Seen: ' in types.read_text("utf-8")
    (watch.checkout / overlay).write_text(text, "utf-8")
    watch.wait("overlay.toml changed")
    watch.wait("is up to date")

    watch.edit(f"schema/{OLDEST}/schema.json", '"maxTokens"', '"maximumTokens"')
    watch.wait("schema.json changed")
    watch.wait("schema/")

    os.killpg(watch.process.pid, signal.SIGINT)
    assert watch.process.wait(CEILING) == 130
    assert "Traceback" not in watch.log.read_text("utf-8")
    assert_gone(watch.process.pid)
