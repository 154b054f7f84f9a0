"""The TypeScript package: its generated files are current, and it agrees with the Python package.

The source runs as it is on the Node of the development tools. Frames go to the testee of the package as text,
so the numbers that come back are compared exactly, in Python.
"""

from __future__ import annotations

import json
import re
import subprocess
from collections.abc import Iterable
from dataclasses import replace
from itertools import permutations, product
from pathlib import Path
from random import Random
from typing import Any, get_args

import mcp_revisions as mr
import pytest
from mcp_revisions._runtime.revision_table import MethodName

from mcpgen.classes.typescript import types_context
from mcpgen.cli import run
from mcpgen.commands.export.published import published_data
from mcpgen.commands.typescript import GENERATED, typescript_files
from mcpgen.commands.typescript_data import data_files, plan_data
from mcpgen.emit import file_tree
from mcpgen.ir import Alias, Anything
from mcpgen.problems import Refused
from mcpgen.schema_folder import packaged
from support.agreement import FRAMES, Frame, frames, texts
from support.exported import corpus
from support.node import NODE
from support.npm_package import PACKAGE, compiled
from support.paths import ROOT
from support.second_language import (
    WITH_TASKS,
    Question,
    answered_differently,
    answers,
    contexts_with_tasks,
    conversion,
    has_number_out_of_range,
    is_utf8,
    judged,
    questions_answered_differently,
    replaced_values,
)
from support.several_faults import faulty
from support.task_frames import BOTH, LEGACY, MODERN, OFFICIAL, task_cases
from support.waiting import CEILING

Tree = dict[str, Any]
TESTEE = (NODE, str(PACKAGE / "test" / "testee.js"))


def ask(questions: list[Tree]) -> list[Tree]:
    """Return the answers of the testee."""
    return answers(TESTEE, questions)


def disagreements(questions: Iterable[Question]) -> list[Any]:
    """Return the questions about frames that the two packages answer differently."""
    return questions_answered_differently(TESTEE, questions)


def differing(asked: list[Tree], expected: list[Tree]) -> list[Any]:
    """Return the questions that the testee answers differently, with both answers."""
    return answered_differently(TESTEE, asked, expected)


def test_it_agrees_on_contexts_with_tasks() -> None:
    """A request with a task declares the extension, whatever capabilities it and the context state."""
    assert differing(*contexts_with_tasks()) == []


def test_the_generated_files_are_current() -> None:
    """The files equal a build; `mcpgen build --language typescript` writes them."""
    assert file_tree.read(PACKAGE / GENERATED) == typescript_files(packaged())


@pytest.mark.parametrize("name", ["package", "session", "stateless", "losses", "growth", "hostile"])
def test_the_package_keeps_its_own_tests(name: str) -> None:
    """Limits, exact numbers, names, errors of the caller, a pair alone; losses; growth; hostile frames."""
    command = [NODE, "--test", str(PACKAGE / "test" / f"{name}.test.js")]
    done = subprocess.run(command, capture_output=True, text=True, check=False, timeout=CEILING)
    assert done.returncode == 0, done.stdout


def test_the_compiler_finds_no_error() -> None:
    """Strict `tsc` accepts the source and the generated types."""
    assert compiled(PACKAGE / "tsconfig.json") == ""


def test_the_page_for_readers_names_the_modules() -> None:
    """The page on conversions as data names modules that exist."""
    page = (ROOT / "docs" / "conversion-data.md").read_text("utf-8").partition("## Write a reader")[2]
    named = re.findall(r"`(\w+\.ts)`", page)
    assert len(named) > 6 and set(named) <= {path.name for path in (PACKAGE / "src").glob("*.ts")}


EXACT = [
    ("1.0", "1"),
    ("-0.0", "0"),
    ("1e20", "100000000000000000000"),
    ("1e21", "1e+21"),
    ("15e-8", "1.5e-7"),
    ("0.000001", "0.000001"),
    ("1e-400", "0"),
    ("12345678901234567890", "12345678901234567890"),
    ("-" + "9" * 4299, "-" + "9" * 4299),
    ('"\\u2028\\u0085/\\u007f\\u001f"', '"\u2028\x85/\x7f\\u001f"'),
    (
        '{"b":1,"10":2,"9":3,"01":4,"4294967294":5,"4294967295":6}',
        '{"9":3,"10":2,"4294967294":5,"b":1,"01":4,"4294967295":6}',
    ),
]


@pytest.mark.parametrize(("stated", "written"), EXACT)
def test_structured_content_has_one_text_in_both(stated: str, written: str) -> None:
    """The text block has the spelling, the order and the escapes that the page states."""
    text = f'{{"jsonrpc":"2.0","id":1,"result":{{"content":[],"structuredContent":{{"a":{stated},"z":[]}}}}}}'
    answer = mr.convert(
        text.encode(), "2025-06-18", "2025-03-26", sender="server", answering="tools/call"
    ).message
    assert json.loads(answer)["result"]["content"][0]["text"] == f'{{"a":{written},"z":[]}}'
    frame = Frame("2025-06-18", None, "server", "tools/call")
    assert disagreements([(frame, text, None)]) == []


def test_both_report_members_in_one_order() -> None:
    """Members with the names of indexes are first, in losses as in JavaScript."""
    names = ("b", "10", "9", "01")
    fields = {name: {"type": "string", "default": "x"} for name in names}
    params = {"message": "?", "requestedSchema": {"type": "object", "properties": fields}}
    frame = {"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": params}
    losses = mr.convert(frame, "2025-11-25", "2025-06-18", sender="server").losses
    found = [loss.pointer.removeprefix("/params/requestedSchema/properties/") for loss in losses]
    assert found == ["9/default", "10/default", "b/default", "01/default"]
    assert disagreements([(Frame("2025-11-25", None, "server", None), json.dumps(frame), None)]) == []


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


def test_it_agrees_on_methods_of_vendors() -> None:
    """With `unknownMethods: "pass"`, both convert every message of such a method alike."""
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
    assert differing(asked, expected) == []
    assert sum(answer["outcome"] == "converted" for answer in expected) > 500


def test_the_names_of_methods_that_are_defined_are_those_of_python() -> None:
    """A vendor may take a name in both packages, or in neither."""
    text = (PACKAGE / GENERATED / "data" / "methods" / "defined.ts").read_text("utf-8")
    names = json.loads(text[text.index("= [") + 2 : text.rindex("];") + 1])
    assert {*names} == {*get_args(MethodName)}


def test_it_agrees_on_the_corpus() -> None:
    """Every verdict, place, code, unknown member, message, loss, refusal and reply is equal."""
    recorded = [
        (Frame(e["revision"], e["frame"], e["sender"], e["answering"]), json.dumps(e["frame"]), e["context"])
        for e in corpus()
    ]
    assert len(recorded) > 500
    assert disagreements(recorded) == []


@pytest.mark.parametrize("seed", [11, 12])
def test_it_agrees_on_mutated_frames(seed: int) -> None:
    """So is that of every frame with small and large faults."""
    faulty = [(frame, json.dumps(frame.tree), None) for frame in frames(Random(seed), 500)]
    assert disagreements(faulty) == []


@pytest.mark.parametrize("seed", range(4))
def test_several_faults_have_one_pointer(seed: int) -> None:
    """Every verdict, pointer, code and outcome is equal, whichever faults a message has and in any order."""
    random = Random(seed)
    made = [faulty(random, random.choice(mr.REVISIONS)) for _ in range(600)]
    assert disagreements([(frame, json.dumps(frame.tree), None) for frame in made]) == []


@pytest.mark.parametrize("members", [["mode", "message"], ["message", "mode"]])
def test_the_first_fault_of_an_untagged_variant_is_named(members: list[str]) -> None:
    """Forms and pages to visit share `mode`, which a form may lack: the first faulty member counts."""
    params = {"requestedSchema": {"type": "object", "properties": {}}}
    params |= {name: {"mode": ["url"], "message": None}[name] for name in members}
    tree = {"jsonrpc": "2.0", "id": 1, "method": "elicitation/create", "params": params}
    frame = Frame("2025-11-25", tree, "server", None)
    assert disagreements([(frame, json.dumps(tree), None)]) == []


@pytest.mark.parametrize("seed", [13])
def test_it_agrees_on_hostile_lines(seed: int) -> None:
    """A damaged line is refused by both, and by nothing but the documented error."""
    damaged = texts(Random(seed), 700)
    lines = [(frame, text.decode(), None) for frame, text in damaged if is_utf8(text)]
    assert disagreements(lines) == []


@pytest.mark.parametrize("seed", [19])
def test_a_number_out_of_range_is_no_json_wherever_it_stands(seed: int) -> None:
    """The decodes agree; a conversion in Python passes such a number unread, TypeScript reads it too."""
    random = Random(seed)
    cases: list[Question] = []
    for frame in frames(random, 200):
        method = random.choice(["no/method", frame.answering or "ping", "tools/call"])
        call = {
            "jsonrpc": "2.0",
            "id": 1,
            "method": method,
            "params": {"name": "t", "arguments": {"a": ["here"]}},
        }
        tree = random.choice(
            [call, {**call, "id": "here"}, {"jsonrpc": "2.0", "id": 1, "result": {"b": "here"}}]
        )
        value = random.choice(["1e400", "-1e999", "9223372036854e9808", "0.1E+400", "9" * 4301])
        cases.append((frame, json.dumps(tree).replace('"here"', value), None))
    assert all(has_number_out_of_range(text) for _, text, _ in cases)
    assert disagreements(cases) == []
    assert not any(has_number_out_of_range(text) for text in ("1e308", "9" * 4300, "[1.5", '"1e400"'))


def test_a_value_that_is_replaced_is_read_too() -> None:
    """If a member occurs twice, each of its values must be JSON, though only the last one counts."""
    assert disagreements(replaced_values()) == []


@pytest.mark.skipif(not OFFICIAL.exists(), reason="needs the official file of the extension")
def test_it_agrees_on_a_revision_with_an_extension() -> None:
    """The verdict on frames of tasks, mutated ones too, is that of `mr.compose`."""
    asked, expected = [], []
    for revision, sender, answering, tree in task_cases(14, 300):
        if revision == LEGACY:
            continue
        question = {"op": "decode", "revision": WITH_TASKS, "sender": sender, "answering": answering}
        asked.append({**question, "text": json.dumps(tree)})
        frame = Frame(WITH_TASKS, tree, sender, answering)
        expected.append(judged(BOTH, frame, json.dumps(tree)))
    assert differing(asked, expected) == [] and len(asked) >= 600


@pytest.mark.skipif(not OFFICIAL.exists(), reason="needs the official file of the extension")
@pytest.mark.parametrize("seed", [15, 16])
def test_it_agrees_on_tasks_across_revisions(seed: int) -> None:
    """Frames of tasks convert as in Python: to the extension, to the core, and to revisions without tasks."""
    asked, expected = [], []
    for revision, sender, answering, tree in task_cases(seed, 150):
        for target in (MODERN, LEGACY, mr.REVISIONS[0]) if revision == MODERN else (WITH_TASKS, MODERN):
            source = WITH_TASKS if revision == MODERN else LEGACY
            frame, text = Frame(source, tree, sender, answering), json.dumps(tree)
            question = {"op": "convert", "source": source, "target": target, "sender": sender}
            asked.append({**question, "answering": answering, "context": None, "text": text})
            expected.append(conversion(frame, text, target, None))
    assert differing(asked, expected) == [] and len(asked) >= 1000


def _twice(tree: Any, other: Any, random: Random) -> str:
    """Return JSON text with members given twice, at random levels, first with a value of another frame."""
    if isinstance(tree, list):
        return "[" + ",".join(_twice(one, other, random) for one in tree) + "]"
    if not isinstance(tree, dict):
        return json.dumps(tree)
    members = []
    for name, value in tree.items():
        earlier = other.get(name, other) if isinstance(other, dict) else other
        if random.random() < 0.3:
            members.append(f"{json.dumps(name)}:{json.dumps(earlier)}")
        members.append(f"{json.dumps(name)}:{_twice(value, earlier, random)}")
    return "{" + ",".join(members) + "}"


def _once(members: list[tuple[str, Any]]) -> Tree:
    assert len(dict(members)) == len(members)
    return dict(members)


@pytest.mark.parametrize("seed", range(2))
def test_a_member_given_twice_leaves_once(seed: int) -> None:
    """A frame with members given twice leaves as the frame with their last values does."""
    random = Random(seed)
    plain: list[Tree] = []
    doubled: list[Tree] = []
    every = [Frame(name, *row) for name in mr.REVISIONS for row in FRAMES[name] if isinstance(row[0], dict)]
    for frame in random.sample(every, 200):
        other = random.choice(every).tree
        common = {"op": "convert", "sender": frame.sender, "answering": frame.answering, "context": None}
        for target in mr.REVISIONS:
            if target != frame.revision:
                pair = {"source": frame.revision, "target": target, **common}
                plain.append({"text": json.dumps(frame.tree), **pair})
                doubled.append({"text": _twice(frame.tree, other, random), **pair})
    converted = 0
    for one, two in zip(ask(plain), ask(doubled), strict=True):
        assert one["outcome"] == two["outcome"]
        if one["outcome"] == "converted" and isinstance(two["message"], str):
            assert json.loads(two["message"], object_pairs_hook=_once) == json.loads(one["message"])
            converted += 1
    assert converted > 100


@pytest.mark.parametrize("seed", [17])
def test_they_agree_which_text_says_structured_content(seed: int) -> None:
    """A text with exact numbers, and members in any order, says a result in both, or in neither."""
    random = Random(seed)
    # One spelling of each number, as a host of doubles knows no other; no frame has the last.
    numbers = ["1", "2", "1.5", "true", f"{2**53}", f"{2**53 + 1}", str(10**30), "1e30", "1e999"]

    def value(numbers: list[str]) -> str:
        name, other = random.sample(numbers, 2)
        return random.choice(
            [name, f'{{"a":{name}}}', f'{{ "b": [{other}], "a": {name} }}', f"[{name}, {other}]"]
        )

    rows: list[Question] = []
    for _ in range(400):
        said = [value(numbers) for _ in range(2)]
        content = ",".join(f'{{"type":"text","text":{json.dumps(text)}}}' for text in said)
        result = f'{{"content":[{content}],"structuredContent":{{"a":{value(numbers[:-1])}}}}}'
        text = f'{{"jsonrpc":"2.0","id":1,"result":{result}}}'
        rows.append((Frame("2025-11-25", None, "server", "tools/call"), text, None))
    assert disagreements(rows) == []


VALIDATED = """
import { validate, DecodeError } from "./src/index.ts";
let text = "";
for await (const part of process.stdin) text += part;
function outcome([revision, type, value]) {
  try {
    return validate(value, revision, type).unknown.toSorted();
  } catch (error) {
    if (error instanceof DecodeError) return { pointer: error.pointer, code: error.code };
    throw error;
  }
}
for (const row of JSON.parse(text)) console.log(JSON.stringify(outcome(row)));
"""


@pytest.mark.parametrize("seed", [18])
def test_validate_agrees_with_the_decode_of_a_type(seed: int) -> None:
    """A part of a frame fits a type in both, or has one fault in both; whole frames are for the decode."""
    random = Random(seed)
    types = published_data(packaged())
    rows, expected = [], []
    for frame in frames(random, 300):
        module = mr.revision(frame.revision)
        names = [
            name
            for name in types[f"types/{frame.revision}.json"]["$defs"]
            if not name.endswith(("Request", "Notification"))
        ]
        for value in random.choices(_parts(frame.tree), k=8):
            text, name = json.dumps(value), random.choice(names)
            rows.append((frame.revision, name, text))
            expected.append(_validated(module, name, text))
    command = [NODE, "--input-type=module", "--eval", VALIDATED]
    done = subprocess.run(
        command, input=json.dumps(rows), capture_output=True, text=True, cwd=PACKAGE, check=False
    )
    assert done.returncode == 0, done.stderr
    found = [json.loads(line) for line in done.stdout.splitlines()]
    assert [row for row in zip(rows, expected, found, strict=True) if row[1] != row[2]] == []
    assert sum(isinstance(one, list) for one in found) > 200


def _validated(module: Any, name: str, text: str) -> Any:
    try:
        value = module.decode(text.encode(), getattr(module, name))
    except mr.DecodeError as error:
        return {"pointer": error.pointer, "code": error.code}
    return sorted(getattr(value, "unknown", ()))


def _parts(tree: Any) -> list[Any]:
    """Return the values in a tree, the tree first."""
    inner = tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ()
    return [tree, *(part for one in inner for part in _parts(one))]


def test_own_rules_that_typescript_lacks_are_named(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A rule of a schema folder is Python: the build names, in one line, each that a conversion calls."""
    folder = tmp_path / "schema"
    assert run(["init", str(folder)]) == 0
    rule = "@rule()\ndef {}(owner, at, log, change):\n    pass\n"
    text = "from .registry import rule\n" + rule.format("own_units") + rule.format("unused")
    (folder / "rules.py").write_text(text)
    for changes in (folder / "changes").glob("*.toml"):
        decided = changes.read_text("utf-8").replace("rule:errors_up@", "rule:own_units@")
        changes.write_text(decided, "utf-8")
    capsys.readouterr()
    out = str(tmp_path / "npm")
    assert run(["build", "--language", "typescript", "--out", out, "--schema-dir", str(folder)]) == 0
    (line,) = [one for one in capsys.readouterr().err.splitlines() if "rules.py" in one]
    assert line.endswith(
        "rules.py: own_units: rules that only Python has; a conversion that calls one raises RangeError"
    )


def test_no_type_is_any() -> None:
    """The source says `any` nowhere; the published data and every JSON value have types."""
    paths = [path for path in (PACKAGE / "src").rglob("*.ts")]
    code = {
        path: re.sub(r'//.*|/\*.*?\*/|"(?:\\.|[^"\\])*"', "", path.read_text("utf-8"), flags=re.DOTALL)
        for path in paths
    }
    assert len(code) > 60 and [path.name for path, text in code.items() if re.search(r"\bany\b", text)] == []


def test_a_name_that_typescript_keeps_is_refused() -> None:
    """A schema file may name a type as TypeScript or the module does; the build says to rename it."""
    protocol = packaged().protocol(mr.REVISIONS[-1])
    for name in ("Types", "unknown", "ClientMessage"):
        clashing = replace(protocol, definitions={**protocol.definitions, name: Alias(name, Anything())})
        with pytest.raises(Refused, match=f"'{name}' cannot name a type in TypeScript"):
            types_context(clashing, packaged().descriptions)


def test_data_are_what_the_package_reads() -> None:
    """A plan as a module has no member that says nothing; a member named `__proto__` stays a member."""
    nothing = {"kind": "object", "edits": [], "call": None}
    anything, text = {"kind": "any"}, {"kind": "string", "type": "string"}
    value = {"__proto__": None}
    edit = {"kind": "set", "member": "m", "value": value, "change": "X", "always": False, "type": None}
    typed = {"kind": "drop", "member": "m", "change": "X", "type": anything, "when": text}
    tree = {
        **dict.fromkeys(("$schema", "everyPart", "batches", "capabilities", "implementation")),
        **{
            "format": 1,
            "source": "a",
            "target": "b",
            "changes": {"X": {"id": "X", "reason": "Y."}},
            "context": [],
            "$defs": {},
        },
        "functions": {"f": nothing, "g": {**nothing, "edits": [edit, typed]}},
        "methods": {"client": {"m": {"kind": "removed", "change": "X", "code": None}}, "server": {}},
        "errors": {"edit": None, "withoutId": None, "withoutRequests": {"client": None, "server": None}},
    }
    found, cited = plan_data(tree), {"id": "X", "reason": "Y."}
    assert found["functions"]["f"] == {} and "errors" not in found and "context" not in found
    assert found["functions"]["g"]["edits"] == [
        {"kind": "set", "member": "m", "value": value, "change": cited},
        {"kind": "drop", "member": "m", "change": cited, "type": {}, "when": {"type": "string"}},
    ]
    table: dict[str, Any] = {"revisions": [], "ways": {}}
    module = data_files({"revisions.json": table, "conversions/a--b.json": tree})["data/conversions/a--b.ts"]
    assert '["__proto__"]: null' in module and '"__proto__":' not in module
