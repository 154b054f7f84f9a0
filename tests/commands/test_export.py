"""Export: the document and the corpus keep their schemas, and a stranger can build on them alone."""

from __future__ import annotations

import copy
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema
import mcp_revisions as mr
import pytest

from mcpgen.adapters.decisions import read_entries, source_of
from mcpgen.cli import run
from mcpgen.commands.export.cases import case_texts
from mcpgen.commands.export.command import SCHEMAS, export_texts
from mcpgen.commands.export.published import published_texts
from mcpgen.emit import file_tree
from mcpgen.frontend.package_data import data_root
from mcpgen.schema_folder import packaged
from support.exported import Reader, Tree, corpus, document
from support.paths import RECORDINGS

DOCUMENT_SCHEMA, CORPUS_SCHEMA = (
    json.loads((data_root("schema") / name).read_text("utf-8")) for name in SCHEMAS
)


def nodes(tree: Any) -> Iterator[Tree]:
    """Yield every object of a tree."""
    if isinstance(tree, dict):
        yield tree
    for inner in tree.values() if isinstance(tree, dict) else tree if isinstance(tree, list) else ():
        yield from nodes(inner)


# --- the schemas ------------------------------------------------------------------------------------------


def test_the_document_keeps_its_schema() -> None:
    """The document is valid by `schema/export.schema.json`, which is itself a valid schema."""
    jsonschema.Draft202012Validator.check_schema(DOCUMENT_SCHEMA)
    jsonschema.Draft202012Validator(DOCUMENT_SCHEMA).validate(document())


def test_the_corpus_keeps_its_schema() -> None:
    """Each line of the corpus is valid by `schema/corpus.schema.json`, which is itself a valid schema."""
    jsonschema.Draft202012Validator.check_schema(CORPUS_SCHEMA)
    validator = jsonschema.Draft202012Validator(CORPUS_SCHEMA)
    for entry in corpus():
        assert validator.is_valid(entry), entry["origin"]


@pytest.mark.parametrize("name", ["revisions", "pairs", "fidelity"])
def test_the_schema_refuses_a_document_without_a_part(name: str) -> None:
    """A document that lacks a part is invalid, and so is a document with an unknown member."""
    validator = jsonschema.Draft202012Validator(DOCUMENT_SCHEMA)
    lacking = {key: value for key, value in document().items() if key != name}
    assert not validator.is_valid(lacking)
    assert not validator.is_valid({**lacking, name: [], "more": 1})


# --- the document alone -----------------------------------------------------------------------------------


def described(name: str) -> Tree:
    """Return a revision of the document."""
    (found,) = (each for each in document()["revisions"] if each["revision"] == name)
    return dict(found)


@pytest.mark.parametrize("name", mr.REVISIONS)
def test_every_reference_leads_to_a_type(name: str) -> None:
    """Each name of a type in a revision is a type of that revision."""
    revision = described(name)
    types = {each["name"] for each in revision["types"]}
    named = {node["name"] for node in nodes(revision) if node.get("kind") == "reference"}
    for method in revision["methods"]:
        named |= {method["message"], *method["results"], *([method["params"]] if method["params"] else [])}
    named |= {each["envelope"] for each in revision["frames"]}
    named |= {error["type"] for error in revision["errors"] if error["type"]}
    assert named <= types


def test_runs_begin_and_end_where_a_name_does() -> None:
    """`since` and `until` of a method are the bounds of the revisions that list it without a gap."""
    revisions = document()["revisions"]
    order = [each["revision"] for each in revisions]
    held = {each["revision"]: {m["name"]: m for m in each["methods"]} for each in revisions}
    for index, revision in enumerate(order):
        for name, method in held[revision].items():
            first, last = order.index(method["since"]), order.index(method["until"] or order[-1])
            assert first <= index <= last
            assert all(name in held[each] for each in order[first : last + 1])
            assert first == 0 or name not in held[order[first - 1]]
            assert method["until"] is None or name not in held[order[last + 1]]


def test_every_named_change_is_there() -> None:
    """The document has the entries of `schema/changes/`, in their order, first those of its own file."""
    pairs = document()["pairs"]
    assert [(pair["older"], pair["newer"]) for pair in pairs] == [*packaged().steps]
    assert len(pairs) > len(mr.REVISIONS) - 1  # a revision with an extension has decisions of its own
    for pair in pairs:
        path = data_root("schema") / "changes" / f"{pair['older']}--{pair['newer']}.toml"
        entries = read_entries(path.read_bytes(), source_of(pair["older"], pair["newer"]))
        ids = [each["id"] for each in pair["named"]]
        assert ids[: len(entries)] == [entry.id for entry in entries]
        assert len(ids) == len(entries) or "+" in pair["newer"]


def test_fidelity_covers_every_pair() -> None:
    """Each method of a revision is judged for each other revision."""
    judged = {(row["source"], row["target"], row["method"], row["sender"]) for row in document()["fidelity"]}
    assert judged == {
        (each["revision"], target, method["name"], sender)
        for each in document()["revisions"]
        for method in each["methods"]
        if method["kind"] != "embedded"
        for sender in method["senders"]
        for target in mr.REVISIONS
        if target != each["revision"]
    }


# --- a stranger -------------------------------------------------------------------------------------------


@pytest.mark.parametrize("name", mr.REVISIONS)
def test_a_stranger_comes_to_the_same_verdicts(name: str) -> None:
    """A JSON Schema that a reader builds from the document alone gives each frame its verdict."""
    reader = Reader(described(name))
    judged = [entry for entry in corpus() if entry["verdicts"][name]["verdict"] != "inapplicable"]
    assert len({entry["verdicts"][name]["verdict"] for entry in judged}) == 2
    for entry in judged:
        assert reader.accepts(entry) == (entry["verdicts"][name]["verdict"] == "valid"), entry["origin"]


def test_a_stranger_knows_no_name() -> None:
    """The reader comes to the same verdicts when each type of the document has another name."""
    (revision,) = document()["revisions"][-1:]
    numbers = {each["name"]: f"Type{number}" for number, each in enumerate(revision["types"])}
    reader = Reader(renamed(revision, numbers))
    for entry in corpus():
        verdict = entry["verdicts"][revision["revision"]]["verdict"]
        if verdict != "inapplicable":
            assert reader.accepts(entry) == (verdict == "valid"), entry["origin"]


def renamed(revision: Tree, names: dict[str, str]) -> Tree:
    """Return a revision whose types have other names wherever the schema of the export has a type's name."""
    tree: Tree = copy.deepcopy(revision)
    for each in tree["types"]:
        each["name"] = names[each["name"]]
    for each in tree["frames"]:
        each["envelope"] = each["envelope"] and names[each["envelope"]]
    for each in tree["methods"]:
        each["message"] = names[each["message"]]
        each["results"] = [names[name] for name in each["results"]]
    for node in nodes(tree):
        if node.get("kind") == "reference":
            node["name"] = names[node["name"]]
    return tree


def test_every_converted_frame_is_one_of_its_target() -> None:
    """The same reader accepts every converted frame of the corpus in the target revision."""
    readers = {each["revision"]: Reader(each) for each in document()["revisions"]}
    checked = 0
    for entry in corpus():
        for target, conversion in entry["conversions"].items():
            if (
                conversion["outcome"] == "converted"
                and entry["verdicts"][entry["revision"]]["verdict"] == "valid"
            ):
                message = conversion["message"]
                frames = message if isinstance(message, list) else [message]
                for frame in frames:
                    assert readers[target].accepts({**entry, "frame": frame}), (entry["origin"], target)
                checked += 1
    assert checked > 1000


def test_the_corpus_shows_what_can_happen() -> None:
    """Every recorded revision, shape, verdict, outcome and kind of loss occurs."""
    entries = corpus()
    recorded = {name for name in mr.REVISIONS if list(RECORDINGS.glob(f"*-{name}.jsonl"))}
    assert {entry["revision"] for entry in entries} == recorded and len(recorded) >= 5
    assert {entry["shape"] for entry in entries} == {"request", "notification", "result", "error", "batch"}
    verdicts = {one["verdict"] for entry in entries for one in entry["verdicts"].values()}
    conversions = [one for entry in entries for one in entry["conversions"].values()]
    assert verdicts == {"valid", "invalid", "inapplicable"}
    assert {one["outcome"] for one in conversions} == {"converted", "refused", "unconverted"}
    losses = {loss["kind"] for one in conversions for loss in one.get("losses", ())}
    assert losses == {"dropped", "invented", "reshaped", "weakened", "respelled"}


# --- the command ------------------------------------------------------------------------------------------


def test_the_command_writes_and_compares(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The command writes every file; `--check` finds a difference in one of them and prints the diff."""
    frames = tmp_path / "frames"
    frames.mkdir()
    line = {"from": "client", "message": {"jsonrpc": "2.0", "id": 1, "method": "ping"}}
    (frames / f"own-{mr.REVISIONS[0]}.jsonl").write_text(json.dumps(line) + "\n", "utf-8")
    out = tmp_path / "out"
    arguments = ["export", "--out", str(out), "--frames", str(frames)]
    assert run(arguments) == 0
    texts = file_tree.read(out)
    (entry,) = map(json.loads, texts["corpus.jsonl"].splitlines())
    assert (entry["frame"], entry["method"]) == (line["message"], "ping")
    assert texts == export_texts(document(), [entry]) | published_texts(packaged()) | case_texts()
    assert run([*arguments, "--check"]) == 0
    (out / "corpus.jsonl").write_text("", "utf-8")
    capsys.readouterr()
    assert run([*arguments, "--check"]) == 1
    assert "+++ b/corpus.jsonl" in capsys.readouterr().out


def test_a_folder_that_is_none_is_refused(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--frames` takes a folder."""
    assert run(["export", "--out", str(tmp_path / "out"), "--frames", str(tmp_path / "none")]) == 2
    assert capsys.readouterr().err.startswith(f"{tmp_path / 'none'}: ")
