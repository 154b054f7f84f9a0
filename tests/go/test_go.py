"""The Go module: its generated files are current, and it agrees with the Python package."""

from __future__ import annotations

import json
import shutil
from itertools import permutations, product
from pathlib import Path
from random import Random
from typing import Any

import mcp_revisions as mr
import pytest

from mcpgen.commands.golang import PACKAGE, build_go, go_files, module_path
from mcpgen.commands.testees import REPORT, run_testees
from mcpgen.problems import Refused
from mcpgen.schema_folder import packaged
from support import address
from support.agreement import Frame, frames, texts
from support.exported import corpus, strict_corpus
from support.golang import GO, MODULE, built_testee, go, unformatted
from support.paths import ROOT
from support.second_language import (
    WITH_TASKS,
    Question,
    answered_differently,
    contexts_with_tasks,
    conversion,
    is_utf8,
    judged,
    questions_answered_differently,
    replaced_values,
)
from support.several_faults import faulty
from support.task_frames import BOTH, LEGACY, MODERN, OFFICIAL, task_cases
from support.waiting import CEILING

needs_go = pytest.mark.skipif(GO is None, reason="go is not installed")


@pytest.fixture(scope="module")
def command(tmp_path_factory: pytest.TempPathFactory) -> tuple[str]:
    """Return the command of the testee, built once."""
    return built_testee(tmp_path_factory.mktemp("go"))


def test_the_generated_files_are_current() -> None:
    """The files equal a build; `mcpgen build --language go` writes them."""
    files = go_files(packaged(), module_path(MODULE))
    assert {path: (MODULE / path).read_text("utf-8") for path in files} == files


def test_the_import_path_is_that_of_the_repository() -> None:
    """The address in pyproject.toml gives it; `support.address` and a build write it."""
    path = address.go_path(address.stated((ROOT / "pyproject.toml").read_text("utf-8")))
    assert module_path(MODULE) == path
    for name, text in address.go_texts().items():
        assert address.with_go_path(text, path, path) == text
        assert path == PACKAGE or f'"{PACKAGE}"' not in text, name


@pytest.mark.parametrize("name", ["", "mcpsdk"])
def test_a_module_has_the_licence(name: str) -> None:
    """A module is published without the files above its folder."""
    assert (MODULE / name / "LICENSE").read_bytes() == (ROOT / "LICENSE").read_bytes()


@needs_go
def test_an_address_gives_the_import_path(tmp_path: Path) -> None:
    """With an address, all files import the module by it, and the module builds."""
    kept = shutil.ignore_patterns("v20*", "data", "generated*.go")
    shutil.copytree(MODULE, tmp_path / "go", ignore=kept)
    path = address.go_path("https://code.example/owner/mcpgen")
    for one, text in address.go_texts(tmp_path / "go").items():
        if tmp_path in one.parents:
            one.write_text(address.with_go_path(text, module_path(MODULE), path), "utf-8")
    assert build_go(None, tmp_path / "go", check=False) == 0
    assert go("list", "-m", cwd=tmp_path / "go").split() == [path] == ["code.example/owner/mcpgen/go"]
    go("vet", "./...", cwd=tmp_path / "go")
    for name in ("mcpsdk", "examples/mcpgo"):
        module = (tmp_path / "go" / name / "go.mod").read_text("utf-8")
        assert f"module {path}/{name}\n" in module and f"\t{path} v0.0.0\n" in module
        assert f"replace {path} => " in module


@pytest.mark.parametrize(
    "text", ["", "go 1.24\n", 'module "a\nb"\n', 'module a"; import "os\n', "module a/\n", "\0\xff"]
)
def test_a_module_file_without_a_path_is_refused(tmp_path: Path, text: str) -> None:
    """The path is printed in Go files, so nothing but a path is taken."""
    (tmp_path / "go.mod").write_text(text, "latin-1")
    with pytest.raises(Refused, match="needs a line such as `module mcprevisions`"):
        build_go(None, tmp_path, check=False)


@needs_go
def test_the_module_keeps_its_own_tests(tmp_path: Path) -> None:
    """Formatting, `go vet` and the tests of the module, which read the corpus too."""
    path = tmp_path / "corpus.jsonl"
    path.write_text("".join(f"{json.dumps(entry)}\n" for entry in corpus()), "utf-8")
    assert unformatted() == ""
    go("vet", "./...")
    go("test", "-short", "./...", MCP_CORPUS=str(path))


@needs_go
def test_large_messages_take_linear_time() -> None:
    """Messages with 20,000 parts convert between all revisions."""
    go("test", "-run", "TestLargeMessages", ".")


@pytest.mark.parametrize("name", ["gateway", "stdio"])
def test_an_example_stays_short(name: str) -> None:
    """The program files of an example have at most 150 lines together."""
    files = [path for path in (MODULE / "examples" / name).rglob("*.go") if "_test" not in path.name]
    assert 0 < sum(len(path.read_text("utf-8").splitlines()) for path in files) <= 150


@needs_go
def test_it_agrees_on_the_corpus(command: tuple[str]) -> None:
    """Every verdict, pointer, code, unknown member, message, loss, refusal and reply is equal."""
    recorded = [
        (Frame(e["revision"], e["frame"], e["sender"], e["answering"]), json.dumps(e["frame"]), e["context"])
        for e in corpus()
    ]
    assert len(recorded) > 500
    assert questions_answered_differently(command, recorded) == []


VENDOR_PARTS = (
    None,
    {},
    {"a": 1},
    {"_meta": {"x": 1}},
    {"_meta": 5},
    {"resultType": "more"},
    {"resultType": 5},
    5,
    [],
)
VENDOR_NAMES = ("acme/search", "rpc.x", "", "tools/cal", "initialize", "tasks/get")


@needs_go
def test_it_agrees_on_methods_of_vendors(command: tuple[str]) -> None:
    """With the option `WithUnknownMethods`, both convert every message of such a method alike."""
    asked, expected = [], []
    for source, target in permutations(mr.REVISIONS, 2):
        for sender, name, part in product(("client", "server"), VENDOR_NAMES, VENDOR_PARTS):
            params = {} if part is None else {"params": part}
            result = {"jsonrpc": "2.0", "id": 1, "result": {} if part is None else part}
            call = {"jsonrpc": "2.0", "method": name, **params}
            for answering, tree in ((None, call), (None, {**call, "id": 1}), (name, result)):
                frame, text = Frame(source, tree, sender, answering), json.dumps(tree)
                question = {"sender": sender, "answering": answering, "text": text, "unknownMethods": "pass"}
                asked.append({"op": "convert", "source": source, "target": target, **question})
                expected.append(conversion(frame, text, target, None, "pass"))
    assert len(asked) > 2000
    assert answered_differently(command, asked, expected) == []
    assert sum(answer["outcome"] == "converted" for answer in expected) > 500


@needs_go
def test_it_passes_a_strict_run(command: tuple[str], tmp_path: Path) -> None:
    """It has no difference in the corpus, in messages with extensions and in mutated messages."""
    assert run_testees(strict_corpus(), tmp_path, command, accept=False, timeout=CEILING, strict=True) == 0
    rows = json.loads((tmp_path / REPORT).read_text("utf-8"))["rows"]
    assert rows[WITH_TASKS]["frames"] > 100 and rows[f"to {WITH_TASKS}"]["frames"] > 100


@needs_go
@pytest.mark.parametrize("seed", [21, 22])
def test_it_agrees_on_mutated_frames(command: tuple[str], seed: int) -> None:
    """So is that of every message with small and large faults."""
    made = [(frame, json.dumps(frame.tree), None) for frame in frames(Random(seed), 500)]
    assert questions_answered_differently(command, made) == []


@needs_go
@pytest.mark.parametrize("seed", range(2))
def test_several_faults_have_one_pointer(command: tuple[str], seed: int) -> None:
    """Every verdict, pointer, code and outcome is equal, whichever faults a message has and in any order."""
    random = Random(seed)
    made = [faulty(random, random.choice(mr.REVISIONS)) for _ in range(600)]
    asked = [(frame, json.dumps(frame.tree), None) for frame in made]
    assert questions_answered_differently(command, asked) == []


@needs_go
@pytest.mark.parametrize("seed", [23])
def test_it_agrees_on_hostile_lines(command: tuple[str], seed: int) -> None:
    """A damaged line is refused by both, and by nothing but the documented error."""
    damaged = texts(Random(seed), 700)
    lines: list[Question] = [(frame, text.decode(), None) for frame, text in damaged if is_utf8(text)]
    assert questions_answered_differently(command, lines) == []


@needs_go
def test_a_value_that_is_replaced_is_read_too(command: tuple[str]) -> None:
    """If a member occurs twice, each of its values must be JSON, though only the last one counts."""
    assert questions_answered_differently(command, replaced_values()) == []


@needs_go
def test_it_agrees_on_contexts_with_tasks(command: tuple[str]) -> None:
    """A request with a task declares the extension, whatever capabilities it and the context state."""
    assert answered_differently(command, *contexts_with_tasks()) == []


@needs_go
@pytest.mark.skipif(not OFFICIAL.exists(), reason="needs the official file of the extension")
@pytest.mark.parametrize("seed", [25])
def test_it_agrees_on_tasks_across_revisions(command: tuple[str], seed: int) -> None:
    """Messages of tasks are judged and converted as in Python, with the extension and without it."""
    asked: list[dict[str, Any]] = []
    expected = []
    for revision, sender, answering, tree in task_cases(seed, 150):
        text = json.dumps(tree)
        if revision != LEGACY:
            question = {"op": "decode", "revision": WITH_TASKS, "sender": sender, "answering": answering}
            asked.append({**question, "text": text})
            expected.append(judged(BOTH, Frame(WITH_TASKS, tree, sender, answering), text))
        for target in (MODERN, LEGACY, mr.REVISIONS[0]) if revision == MODERN else (WITH_TASKS, MODERN):
            source = WITH_TASKS if revision == MODERN else LEGACY
            question = {"op": "convert", "source": source, "target": target, "sender": sender}
            asked.append({**question, "answering": answering, "context": None, "text": text})
            expected.append(conversion(Frame(source, tree, sender, answering), text, target, None))
    assert answered_differently(command, asked, expected) == [] and len(asked) >= 1000
