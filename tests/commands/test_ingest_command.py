"""`mcpgen ingest` and `forget`: one command writes every file of a revision, the other undoes it."""

from __future__ import annotations

import copy
import json
import shutil
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import pytest

from mcpgen import cli, schema_folder
from mcpgen.classes.descriptions import read_descriptions
from mcpgen.commands.ingest import Options, accepted_entries
from mcpgen.frontend.overlay import read_overlay
from mcpgen.frontend.package_data import data_root
from mcpgen.problems import Problem, Refused
from mcpgen.schema_folder import Selection, load_for_build
from support.waiting_proposals import waiting_names

OLDEST, LATEST = schema_folder.revisions()[0], schema_folder.revisions()[-1]
EXTENDED = "2026-07-28"  # the revision of the pinned extensions
NEW = "2099-01-31"
Schema = dict[str, Any]
SNAPSHOT = json.loads((data_root("schema") / LATEST / "schema.json").read_bytes())


def invented() -> Schema:
    """Return the latest schema with a method, two members, an enumeration value, and a member removed."""
    schema = copy.deepcopy(SNAPSHOT)
    types = schema["$defs"]
    types["Tool"]["properties"]["category"] = {"type": "string"}
    types["CallToolResult"]["properties"]["durationMs"] = {"type": "integer"}
    types["Role"]["enum"].append("system")
    del types["Implementation"]["properties"]["websiteUrl"]
    text = json.dumps(types["CallToolRequest"])
    for old, new in (("tools/call", "tools/describe"), ("CallToolRequest", "DescribeToolRequest")):
        text = text.replace(old, new)
    types["DescribeToolRequest"] = json.loads(text)
    types["DescribeToolRequestParams"] = copy.deepcopy(types["RequestParams"])
    types["DescribeToolRequestParams"]["properties"]["name"] = {"type": "string"}
    types["DescribeToolResult"] = copy.deepcopy(types["Result"])
    types["DescribeToolResult"]["properties"]["tool"] = {"$ref": "#/$defs/Tool"}
    types["ClientRequest"]["anyOf"].append({"$ref": "#/$defs/DescribeToolRequest"})
    types["ServerResult"]["anyOf"].append({"$ref": "#/$defs/DescribeToolResult"})
    return schema


def tree(folder: Path) -> dict[str, bytes]:
    """Return the files below a folder."""
    return {str(path.relative_to(folder)): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture
def schemas(tmp_path: Path) -> Path:
    """Return a copy of the schema folder."""
    return Path(shutil.copytree(data_root("schema"), tmp_path / "schema"))


Ingest = Callable[..., int]


@pytest.fixture
def ingest(schemas: Path, tmp_path: Path) -> Ingest:
    """Return a function that ingests a schema as `NEW`, or again without one, and returns the exit status."""

    def run(schema: Schema | None, *options: str) -> int:
        file = tmp_path / "official.json"
        if schema is not None:
            file.write_text(json.dumps(schema), "utf-8")
        named = [] if schema is None else [str(file)]
        return cli.run(["ingest", *named, "--revision", NEW, "--schema-dir", str(schemas), *options])

    return run


def problems(schemas: Path, *revisions: str) -> list[Problem]:
    """Return the problems of the build of some revisions, or of all, without printing the package."""

    def warn(problem: Problem) -> None:
        """Ignore the count of stubs."""

    try:
        load_for_build(schema_folder.SchemaFolder(schemas), Selection(tuple(revisions)), warn)
    except Refused as refused:
        return list(refused.problems)
    return []


def test_a_build_refuses_proposals_until_they_are_accepted(
    schemas: Path, ingest: Ingest, capsys: pytest.CaptureFixture[str]
) -> None:
    """Each proposal and each stub is a located line, all in one run; the other revisions build meanwhile."""
    assert ingest(invented()) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("then: mcpgen build")
    found = problems(schemas)
    assert {problem.location.partition(":")[0] for problem in found} == {
        f"schema/changes/{LATEST}--{NEW}.toml",
        f"schema/{NEW}/overlay.toml",
        "schema/docs.toml",
    }
    named = "".join(problem.message for problem in found)
    for name in ("tools/describe", "category", "durationMs", "Role", "Implementation", "DescribeToolResult"):
        assert name in named
    assert all(problem.message.count("mcpgen ingest") for problem in found if ":" not in problem.location)
    assert problems(schemas, LATEST) == []
    assert ingest(None, "--accept-proposals") == 0
    assert problems(schemas) == []


@pytest.mark.parametrize("accept", [[], ["--accept-proposals"]])
def test_a_proposal_of_an_older_revision_is_one_of_the_new_revision(
    accept: list[str], schemas: Path, ingest: Ingest
) -> None:
    """The overlay of a new revision is that of an older one, whose proposals may be open."""
    overlay, older = schemas / NEW / "overlay.toml", schemas / LATEST / "overlay.toml"
    marked = f'[[gate]]\nproposed = "{LATEST}"\n'
    older.write_text(older.read_text("utf-8").replace("[[gate]]\n", marked, 1), "utf-8")
    assert ingest(invented(), *accept) == 0
    assert f'proposed = "{LATEST}"' not in overlay.read_text("utf-8")
    if not accept:
        assert f'proposed = "{NEW}"' in overlay.read_text("utf-8")
        assert ingest(None, "--accept-proposals") == 0
    assert "proposed" not in overlay.read_text("utf-8")


def test_a_rename_is_accepted_by_name_alone(
    schemas: Path, ingest: Ingest, capsys: pytest.CaptureFixture[str]
) -> None:
    """A possible rename outlives `--accept-proposals`; `ingest` and `build` say how to accept it."""
    schema = copy.deepcopy(SNAPSHOT)
    members = schema["$defs"]["CallToolResult"]["properties"]
    members["failed"] = members.pop("isError")
    assert ingest(schema, "--accept-proposals") == 0
    *_, step, why, last = capsys.readouterr().out.splitlines()
    accept = f"mcpgen ingest --revision {NEW} --accept "
    assert why.endswith(", which assumes that something was renamed or moved")
    assert accept in step and last.startswith("then: mcpgen build")
    name = step.partition(accept)[2].split()[0]
    (problem,) = problems(schemas)
    assert problem.message.endswith(f"review it, then accept it by name: {accept}{name}")
    assert ingest(None, "--accept", name) == 0
    assert capsys.readouterr().out.splitlines()[-1].startswith("next: mcpgen build")
    assert problems(schemas) == []


METHODS = ["completion/complete", "prompts/get", "resources/read", "tools/list"]  # each has a gate


def renamed_method(method: str, name: str, message: str = "") -> Schema:
    """Return the latest schema with another name of a method, and of its message if given."""
    text = json.dumps(SNAPSHOT).replace(f'"{method}"', f'"{name}"')
    (request,) = (
        request
        for request, body in SNAPSHOT["$defs"].items()
        if body.get("properties", {}).get("method", {}).get("const") == method
    )
    for old, new in ((f'"{request}"', f'"{message}"'), (f'/{request}"', f'/{message}"')):
        text = text.replace(old, new) if message else text
    return dict(json.loads(text))


@pytest.mark.parametrize("method", METHODS)
def test_the_overlay_of_a_method_follows_its_new_name(
    schemas: Path, ingest: Ingest, capsys: pytest.CaptureFixture[str], method: str
) -> None:
    """A method that may be renamed keeps each entry, its gate first, and the report says so."""
    old = schemas / LATEST / "overlay.toml"
    text = old.read_text("utf-8")
    stated = f'[[deprecated]]\nwhat = "{method}"\nuse = "another method"\nreason = "r"\n'
    old.write_text(f"{text}\n{stated}", "utf-8")
    assert ingest(renamed_method(method, "other/name"), "--accept-proposals") == 0
    printed = capsys.readouterr().out
    assert f"of {method} now names" in printed and "because its message is the same; if the two" in printed
    assert "  renamed: [[gate]], [[deprecated]] of " in printed and "[[gate]], [[deprecated]]" in printed
    assert "dropped: " not in printed and "added: " not in printed
    folder = schema_folder.SchemaFolder(schemas)
    before, after, renamed = folder.protocol(LATEST), folder.protocol(NEW), {method: "other/name"}
    gates = {renamed.get(name, name): (each.capability, each.owner) for name, each in before.methods.items()}
    assert {name: (each.capability, each.owner) for name, each in after.methods.items()} == gates
    assert after.deprecated == {renamed.get(name, name): use for name, use in before.deprecated.items()}
    changes = (schemas / "changes" / f"{LATEST}--{NEW}.toml").read_text("utf-8")
    assert "CAPABILITY_CHANGED" not in changes and f'up = "rename:{method}"' in changes
    assert "other/name: method perhaps renamed: up rename:" in printed and "perhaps" not in changes
    (problem,) = problems(schemas)
    assert problem.message.partition("accept it by name: ")[2].startswith("mcpgen ingest")
    assert ingest(None, "--accept", problem.message.split()[-1]) == 0
    assert problems(schemas) == []


@pytest.mark.parametrize("method, at_once", [*zip(METHODS, [False, True] * 2, strict=True)])
def test_no_gate_is_lost_unless_a_person_names_the_method(
    schemas: Path, ingest: Ingest, capsys: pytest.CaptureFixture[str], method: str, at_once: bool
) -> None:
    """Where a gate goes, a proposal that a method needs none outlives `--accept-proposals`."""
    schema = renamed_method(method, "other/name", "OtherRequest")
    if at_once:
        assert ingest(schema, "--accept-proposals") == 0
        printed = capsys.readouterr().out
    else:
        assert ingest(schema) == 0
        printed = capsys.readouterr().out
        assert ingest(None, "--accept-proposals") == 0
    assert f"added: other/name: ungated; the last revision has a [[gate]] for {method}" in printed
    printed += capsys.readouterr().out
    print(printed)
    accept = f"mcpgen ingest --revision {NEW} --accept other/name"
    found = sorted(problem.message for problem in problems(schemas))
    assert len(found) == 2 and all(message.endswith(f"accept it by name: {accept}") for message in found)
    assert found[0].startswith("[[result]] is proposed")  # which result answers other/name is a guess
    assert found[1].startswith(
        f"[[ungated]] is proposed, but the last revision has a [[gate]] for {method}; review it"
    )
    assert ingest(None, "--accept", "other/name") == 0
    assert problems(schemas) == []
    text = (schemas / NEW / "overlay.toml").read_text("utf-8")
    assert "was_gated" not in text and "proposed" not in text


def test_accepted_at_once_equals_accepted_later(schemas: Path, ingest: Ingest) -> None:
    """Proposals accepted with the file, and afterwards with or without the file, give the same files."""
    assert ingest(invented(), "--accept-proposals") == 0
    at_once = tree(schemas)
    assert cli.run(["forget", NEW, "--schema-dir", str(schemas)]) == 0
    assert ingest(invented()) == 0 and ingest(None, "--accept-proposals") == 0
    assert tree(schemas) == at_once
    assert cli.run(["forget", NEW, "--schema-dir", str(schemas)]) == 0
    assert ingest(invented()) == 0 and ingest(invented(), "--accept-proposals") == 0
    assert tree(schemas) == at_once


def test_a_second_ingest_tells_what_is_open(
    schemas: Path, ingest: Ingest, capsys: pytest.CaptureFixture[str]
) -> None:
    """While proposals are open, the next step of every ingest is to read them; afterwards it is to build."""
    for file in (invented(), invented(), None):
        assert ingest(file) == 0
        assert "next: read and correct the proposed entries" in capsys.readouterr().out
    assert ingest(None, "--accept-proposals") == 0
    assert "next: mcpgen build" in capsys.readouterr().out


@pytest.mark.parametrize("commit", ["abc", "g" * 40, "A" * 40, ""])
def test_a_commit_is_a_full_hash(schemas: Path, ingest: Ingest, commit: str) -> None:
    """A commit that is no full hash is refused before anything is written."""
    before = tree(schemas)
    assert ingest(invented(), "--commit", commit) == 2
    assert tree(schemas) == before


def test_a_name_of_no_entry_is_refused(
    schemas: Path, ingest: Ingest, capsys: pytest.CaptureFixture[str]
) -> None:
    """A typo accepts nothing in silence: one line with the names that wait, and no file is written."""
    before = tree(schemas)
    assert ingest(invented(), "--accept", "T9.99") == 2
    (line,) = capsys.readouterr().err.splitlines()
    assert line.startswith(f"--accept: 'T9.99' is not the name of a proposal for {NEW}; the proposals are ")
    assert tree(schemas) == before
    name = line.rpartition("the proposals are ")[2].partition(", ")[0]
    assert ingest(invented(), "--accept", name) == 0
    assert ingest(None, "--accept", name) == 0  # again


def test_accepted_one_by_one(schemas: Path, ingest: Ingest) -> None:
    """An entry without its mark, and a stub that a description replaces, are no problems any more."""
    assert ingest(invented()) == 0
    before = len(problems(schemas))
    changes = schemas / "changes" / f"{LATEST}--{NEW}.toml"
    changes.write_text(changes.read_text("utf-8").replace(f'proposed = "{NEW}"\n', "", 1), "utf-8")
    docs = schemas / "docs.toml"
    docs.write_text(
        docs.read_text("utf-8").replace('"TODO: member `category` of `Tool`."', '"A group."'), "utf-8"
    )
    assert len(problems(schemas)) == before - 2


@pytest.mark.parametrize("accept", [[], ["--accept-proposals"]])
def test_forget_restores_every_byte(schemas: Path, ingest: Ingest, accept: list[str]) -> None:
    """After `forget` the folder has the bytes that it had before `ingest`, and no other file."""
    before = tree(schemas)
    assert ingest(invented(), *accept) == 0
    assert tree(schemas) != before
    assert cli.run(["forget", NEW, "--schema-dir", str(schemas)]) == 0
    assert tree(schemas) == before


def test_forget_works_on_the_revisions_of_a_copy(schemas: Path) -> None:
    """Each revision of a folder that `init` made is forgotten, with all that is its own; the last too."""
    for revision in [LATEST, *schema_folder.revisions()[:-1]]:
        assert cli.run(["forget", revision, "--schema-dir", str(schemas)]) == 0
        assert not [path for path in tree(schemas) if revision in path]
        assert problems(schemas) == [] or revision != LATEST
    assert json.loads((schemas / "pins.json").read_text("utf-8")) == {}


def test_forget_removes_the_decisions_about_an_extension(schemas: Path) -> None:
    """The file of the revision before stays, because it decides about the revision without the extension."""
    names = sorted(path.name for path in (schemas / "changes").iterdir())
    [name] = [each for each in names if "+" in each]
    others = [each for each in names if each != name]
    extended = name.rpartition("--")[2].removesuffix(".toml")
    assert cli.run(["forget", extended, "--schema-dir", str(schemas)]) == 0
    assert sorted(path.name for path in (schemas / "changes").iterdir()) == others


def test_forget_refuses_a_revision_between_two_others(
    schemas: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Its neighbours would have no file of changes: one line says which can go, and nothing is deleted."""
    before = tree(schemas)
    for revision in schema_folder.revisions()[1:-1]:
        assert cli.run(["forget", revision, "--schema-dir", str(schemas)]) == 2
        line = capsys.readouterr().err
        assert line.count("\n") == 1 and f"forget the newest ({LATEST}) or oldest" in line
    assert tree(schemas) == before


def test_forget_names_the_extensions_that_go(schemas: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The extensions of a revision go with it, each file on a line; those of another revision stay."""
    other = schemas / "extensions" / "other" / OLDEST / "pin.json"
    other.parent.mkdir(parents=True)
    other.write_text("{}", "utf-8")
    gone = [path for path in tree(schemas) if path.startswith("extensions/") and "other" not in path]
    later = [revision for revision in reversed(schema_folder.revisions()) if revision > EXTENDED]
    for revision in later:
        assert cli.run(["forget", revision, "--schema-dir", str(schemas)]) == 0
    assert {*gone} < {*tree(schemas)}
    capsys.readouterr()
    assert cli.run(["forget", EXTENDED, "--schema-dir", str(schemas)]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert gone and {f"{schemas}/{path}: deleted" for path in gone} < {*lines}
    assert [path for path in tree(schemas) if path.startswith("extensions/")] == [
        f"extensions/other/{OLDEST}/pin.json"
    ]


@pytest.mark.parametrize("at", range(1, len(schema_folder.revisions())))
def test_forget_restores_every_byte_between_two_others(schemas: Path, at: int) -> None:
    """A revision that was ingested between two neighbours is forgotten: their file still stands."""
    before = tree(schemas)
    name, neighbour = f"{schema_folder.revisions()[at - 1]}.1", schema_folder.revisions()[at]
    file = data_root("schema") / neighbour / "schema.json"
    options = ["--revision", name, "--accept-proposals", "--schema-dir", str(schemas)]
    assert cli.run(["ingest", str(file), *options]) == 0
    assert list(json.loads((schemas / "pins.json").read_text("utf-8"))).index(name) == at
    assert cli.run(["forget", name, "--schema-dir", str(schemas)]) == 0
    assert tree(schemas) == before


def test_an_order_loses_a_removed_value(
    schemas: Path, ingest: Ingest, capsys: pytest.CaptureFixture[str]
) -> None:
    """The order of the other values stays, and the report names the value that is gone."""
    schema = copy.deepcopy(SNAPSHOT)
    schema["$defs"]["LoggingLevel"]["enum"].remove("notice")
    assert ingest(schema) == 0
    assert '[[order]] LoggingLevel: without "notice"\n' in capsys.readouterr().out
    overlay = read_overlay((schemas / NEW / "overlay.toml").read_bytes(), "overlay.toml")
    values = next(each["values"] for each in overlay.table("order") if each["type"] == "LoggingLevel")
    assert sorted(values) == sorted(schema["$defs"]["LoggingLevel"]["enum"])


def test_a_later_edition_gets_the_same_proposals(schemas: Path, ingest: Ingest) -> None:
    """`--update` proposes an added optional member and an added value, as a first ingest does."""
    assert ingest(SNAPSHOT, "--accept-proposals", "--commit", "c0" * 20) == 0
    schema = copy.deepcopy(SNAPSHOT)
    schema["$defs"]["Tool"]["properties"]["category"] = {"type": "string"}
    schema["$defs"]["Role"]["enum"].append("system")
    assert ingest(schema, "--update", "--commit", "c1" * 20) == 0
    text = (schemas / "changes" / f"{LATEST}--{NEW}.toml").read_text("utf-8")
    assert "FIELD_ADDED_OPTIONAL Tool.category" in text and "ENUM_VALUE_ADDED Role" in text


def test_a_later_edition_does_not_hide_that_a_value_may_be_renamed(
    schemas: Path, ingest: Ingest, capsys: pytest.CaptureFixture[str]
) -> None:
    """A value that an accepted entry removed may be the one that a later edition adds."""
    schema = copy.deepcopy(SNAPSHOT)
    schema["$defs"]["LoggingLevel"]["enum"].remove("notice")
    assert ingest(schema, "--accept-proposals", "--commit", "c0" * 20) == 0
    schema["$defs"]["LoggingLevel"]["enum"].append("note")
    assert ingest(schema, "--update", "--commit", "c1" * 20) == 0
    capsys.readouterr()
    assert ingest(None, "--accept-proposals") == 0
    name = 'ENUM_VALUE_RENAMED LoggingLevel "note"'
    assert f"which may rename a value (then cover {name} with `rename:OLD`)" in capsys.readouterr().out
    changes = schemas / "changes" / f"{LATEST}--{NEW}.toml"
    assert changes.read_text("utf-8").count("\nproposed = ") == 1
    assert [each.message for each in problems(schemas) if "accept it by name" in each.message]


def test_forget_takes_written_descriptions_too(schemas: Path, ingest: Ingest) -> None:
    """Descriptions that replaced the stubs go with the revision: no other revision reads them."""
    before = tree(schemas)
    assert ingest(invented()) == 0
    docs = schemas / "docs.toml"
    docs.write_text(docs.read_text("utf-8").replace("TODO: ", "Some "), "utf-8")
    assert cli.run(["forget", NEW, "--schema-dir", str(schemas)]) == 0
    assert tree(schemas) == before


def test_a_killed_ingest_stops_no_build(schemas: Path, ingest: Ingest) -> None:
    """Without the pin, which is written last, the other files of an ingest are not read."""
    pins = (schemas / "pins.json").read_bytes()
    assert ingest(invented()) == 0
    done = tree(schemas)
    (schemas / "pins.json").write_bytes(pins)
    assert problems(schemas) == []
    assert ingest(invented()) == 0
    assert tree(schemas) == done


@pytest.mark.parametrize("name", [f"{NEW}/overlay.toml", f"changes/{LATEST}--{NEW}.toml"])
def test_a_damaged_revision_stops_no_work_on_the_others(
    schemas: Path, ingest: Ingest, capsys: pytest.CaptureFixture[str], name: str
) -> None:
    """With a file of an ingest damaged, the other revisions are listed, build, and have their pages."""
    before = tree(schemas)
    assert ingest(invented()) == 0
    (schemas / name).write_text("[[", "utf-8")
    at = ["--schema-dir", str(schemas)]
    assert problems(schemas, OLDEST) == []
    capsys.readouterr()
    assert cli.run(["revisions", *at]) == 0
    listed = capsys.readouterr().out.splitlines()
    assert [line.split()[0] for line in listed] == [*schema_folder.revisions(), NEW]
    assert cli.run(["explain", "Tool", *at]) == 0
    page = capsys.readouterr().out
    assert page.startswith("Tool · type of ") and "not TOML" in page
    assert cli.run(["forget", NEW, *at]) == 0
    assert tree(schemas) == before


def test_an_entry_of_the_overlay_that_does_not_apply_is_dropped(
    schemas: Path, ingest: Ingest, capsys: pytest.CaptureFixture[str]
) -> None:
    """A correction of a mended defect goes, a gate loses a method that is gone, and both are listed."""
    schema = copy.deepcopy(SNAPSHOT)
    types = schema["$defs"]
    del types["ListPromptsRequest"], types["ListPromptsResult"], types["ListPromptsResultResponse"]
    for union in ("ClientRequest", "ServerResult"):
        types[union]["anyOf"] = [arm for arm in types[union]["anyOf"] if "ListPrompts" not in arm["$ref"]]
    assert ingest(schema, "--accept-proposals") == 0
    printed = capsys.readouterr().out
    assert "dropped: [[gate]]: 2099-01-31 has no method prompts/list" in printed
    overlay = (schemas / NEW / "overlay.toml").read_text("utf-8")
    assert "[[gate]]" not in overlay and '"prompts/list"' not in overlay
    assert problems(schemas) == []


def test_an_order_gets_the_added_value_as_a_proposal(
    schemas: Path, ingest: Ingest, capsys: pytest.CaptureFixture[str]
) -> None:
    """A new value takes the rank of a single removed one. Only a person accepts the rank of new values."""
    schema = copy.deepcopy(SNAPSHOT)
    levels = schema["$defs"]["LoggingLevel"]["enum"]
    levels.remove("notice")
    levels.insert(0, "faint")
    assert ingest(schema) == 0
    said = '[[order]] LoggingLevel: "faint" in the position of "notice"; move it if its position differs'
    assert said in capsys.readouterr().out
    before = schema_folder.SchemaFolder(schemas).schema(LATEST).overlay.table("order")
    ranked = next(entry["values"] for entry in before if entry["type"] == "LoggingLevel")
    ranked = ["faint" if level == "notice" else level for level in ranked]
    overlay = (schemas / NEW / "overlay.toml").read_text("utf-8")
    lines = '[[order]]\nproposed = "{}"\nnew_values = {}\ntype = "LoggingLevel"\nvalues = {}\n'
    proposed = lines.format(NEW, '["faint"]', json.dumps(ranked))
    assert proposed in overlay
    line = overlay.split(proposed)[0].count("\n") + 1
    by_name = "review it, then accept it by name: mcpgen ingest --revision {} --accept LoggingLevel"
    problem = Problem(
        f"schema/{NEW}/overlay.toml:{line}",
        f"[[order]] is proposed, but the position of faint is a guess; {by_name.format(NEW)}",
    )
    assert problem in problems(schemas)
    levels.append("whisper")  # a later edition, before the proposal is accepted
    assert ingest(schema, "--update", "--commit", "c1" * 20) == 0
    updated = lines.format(NEW, '["faint", "whisper"]', json.dumps([*ranked, "whisper"]))
    assert updated in (schemas / NEW / "overlay.toml").read_text("utf-8")
    assert ingest(None, "--accept-proposals") == 0
    possible_renames = [name for name in waiting_names(schemas, NEW) if name != "LoggingLevel"]
    assert len(possible_renames) == 2  # the value of each edition may be a new name of the removed value
    for name in possible_renames:
        assert ingest(None, "--accept", name) == 0
    (problem,) = problems(schemas)
    assert "the position of faint or whisper is a guess" in problem.message
    assert (
        cli.run(["ingest", "--revision", NEW, "--accept", "LoggingLevel", "--schema-dir", str(schemas)]) == 0
    )
    assert "new_values" not in (schemas / NEW / "overlay.toml").read_text("utf-8")
    assert problems(schemas) == []
    levels.remove("faint")  # a removed value is not a guess
    assert ingest(schema, "--update", "--commit", "c2" * 20) == 0
    assert lines.format(NEW, "", "").splitlines()[1] in (schemas / NEW / "overlay.toml").read_text("utf-8")
    assert ingest(None, "--accept-proposals") == 0
    assert not any("[[order]]" in problem.message for problem in problems(schemas))


def test_the_same_file_again_drops_nothing(
    schemas: Path, ingest: Ingest, capsys: pytest.CaptureFixture[str]
) -> None:
    """A second ingest of a file reports nothing: what has no effect in the revision had none before."""
    schema = copy.deepcopy(SNAPSHOT)
    schema["$defs"]["LoggingLevel"]["enum"].append("murmur")
    assert ingest(schema) == 0
    assert "murmur" in capsys.readouterr().out
    before = tree(schemas)
    assert ingest(schema) == 0
    _, overlay, *rest = capsys.readouterr().out.splitlines()
    assert f"{NEW}/overlay.toml: kept; " in overlay and tree(schemas) == before
    assert [line for line in rest if line.startswith("  ") and ":" in line] == []
    del schema["$defs"]["Tool"]["properties"]["icons"]
    assert ingest(schema, "--update", "--commit", "c1" * 20) == 0
    assert "dropped" not in capsys.readouterr().out


def test_an_entry_that_only_a_person_can_write(
    schemas: Path, ingest: Ingest, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """Ingest names the overlay that needs the entry first. A build of a user's own file needs none."""
    schema = copy.deepcopy(SNAPSHOT)
    schema["$defs"]["SubscriptionFilter"]["properties"]["weatherChanged"] = {"type": "boolean"}
    overlay = schemas / NEW / "overlay.toml"
    assert ingest(schema) == 2
    (line,) = capsys.readouterr().err.splitlines()
    begin = f'inherits = "{LATEST}"'
    assert f"add a [[filter]] entry to the overlay ({overlay}), then ingest the file again; " in line
    assert line.endswith(f"begin it with `{begin}`")
    file = str(tmp_path / "official.json")
    own = ["--schema", file, "--revision", "own", "--like", LATEST, "--out", str(tmp_path / "out")]
    assert cli.run(["build", *own]) == 0
    overlay.parent.mkdir()
    overlay.write_text(
        f'{begin}\n\n[[filter]]\nmember = "weatherChanged"\ncapability = "tools"\nreason = "A test."\n'
    )
    assert ingest(None, file) == 0
    assert 'member = "weatherChanged"' in overlay.read_text()


def test_a_pattern_is_a_proposal(schemas: Path, ingest: Ingest) -> None:
    """A pattern is proposed with its text, and the build waits for a person who accepts it."""
    schema = copy.deepcopy(SNAPSHOT)
    schema["$defs"]["Tool"]["properties"]["name"]["pattern"] = r"^(?:(\w)|([\u2000-\u2100]))+$"
    assert ingest(schema) == 0
    (entry,) = read_overlay((schemas / NEW / "overlay.toml").read_bytes(), "o").table("pattern")
    assert entry["pattern"] == schema["$defs"]["Tool"]["properties"]["name"]["pattern"]
    assert any("[[pattern]] is proposed" in problem.message for problem in problems(schemas))


def test_other_facts_need_update(schemas: Path, ingest: Ingest, capsys: pytest.CaptureFixture[str]) -> None:
    """A file with other facts is refused in one line; `--update` prints the facts."""
    assert ingest(SNAPSHOT, "--accept-proposals", "--commit", "c0" * 20) == 0
    schema = copy.deepcopy(SNAPSHOT)
    schema["$defs"]["Tool"]["properties"]["title"]["type"] = "integer"
    before = tree(schemas)
    capsys.readouterr()
    assert ingest(schema) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1
    assert captured.err.startswith(f"{schemas.parent}/official.json: the file has 1 protocol difference from")
    assert tree(schemas) == before
    assert ingest(schema, "--update", "--commit", "c1" * 20) == 0
    assert '/$defs/Tool/properties/title/type: "string" became "integer"\n' in capsys.readouterr().out
    assert json.loads((schemas / "pins.json").read_bytes())[NEW]["commit"] == "c1" * 20


def test_an_update_states_no_commit_that_lacks_the_file(
    schemas: Path, ingest: Ingest, capsys: pytest.CaptureFixture[str]
) -> None:
    """Without `--commit` an update leaves the pin without one, and a line asks for it."""
    commits: list[str | None] = []
    for kind, options in (
        ("string", ["--commit", "c0" * 20]),
        ("integer", []),
        ("boolean", []),
        ("boolean", ["--commit", "c1" * 20]),
    ):
        schema = copy.deepcopy(SNAPSHOT)
        schema["$defs"]["Tool"]["properties"]["title"]["type"] = kind
        assert ingest(schema, "--update", *options) == 0
        commits.append(json.loads((schemas / "pins.json").read_bytes())[NEW]["commit"])
        assert ("the pin has no specification commit" in capsys.readouterr().out) == (not options)
    assert commits == ["c0" * 20, None, None, "c1" * 20]


@pytest.mark.parametrize("seed", range(4))
def test_an_update_names_each_statement_about_a_fact_that_is_gone(
    schemas: Path, ingest: Ingest, capsys: pytest.CaptureFixture[str], seed: int
) -> None:
    """The report names the accepted entries and descriptions that the next build refuses, and no others."""
    added = {"category": "Tool", "durationMs": "CallToolResult", "colour": "Prompt", "shape": "Resource"}
    gone = {*Random(seed).sample(sorted(added), seed)}

    def schema(names: set[str]) -> Schema:
        found = copy.deepcopy(SNAPSHOT)
        for name in names:
            found["$defs"][added[name]]["properties"][name] = {"type": "string"}
        return found

    assert ingest(schema({*added}), "--accept-proposals") == 0
    docs = schemas / "docs.toml"
    docs.write_text(docs.read_text("utf-8").replace("To be described", "Some text"), "utf-8")
    capsys.readouterr()
    assert ingest(schema({*added} - gone), "--update") == 0
    report = capsys.readouterr().out
    refused = problems(schemas)
    assert len(refused) == 2 * len(gone)
    for problem in refused:
        assert f"  {problem.message}\n" in report
    assert report.count(" about facts that the new schema does not have; correct or ") == (2 if gone else 0)


def test_check_tells_a_drift(schemas: Path, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`--check` exits with 0 if only prose differs, with 1 if facts do, with 2 for no schema."""
    file = tmp_path / "official.json"
    before = tree(schemas)

    def check(text: str) -> tuple[int, str, str]:
        file.write_text(text, "utf-8")
        options = ["--revision", LATEST, "--schema-dir", str(schemas)]
        return cli.run(["ingest", "--check", str(file), *options]), *capsys.readouterr()

    prose = copy.deepcopy(SNAPSHOT)
    prose["$defs"]["Tool"]["description"] = "prose"
    assert check(json.dumps(prose)) == (0, "", f"{LATEST}: no protocol difference from the pin\n")
    facts = copy.deepcopy(SNAPSHOT)
    facts["$defs"]["Tool"]["properties"]["name"]["type"] = "integer"
    line = '/$defs/Tool/properties/name/type: "string" became "integer"\n'
    assert check(json.dumps(facts)) == (1, line, f"{LATEST}: 1 protocol difference from the pin\n")
    status, out, err = check("{")
    assert (status, out) == (2, "") and err.startswith(f"{file}:1:2: not JSON") and err.count("\n") == 1
    assert tree(schemas) == before


def test_a_family_into_an_empty_folder(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """File after file goes into a folder without revisions; the neighbours of each are decided anew."""
    folder = tmp_path / "family"
    assert cli.run(["init", str(folder), "--empty"]) == 0
    for revision in (schema_folder.revisions()[i] for i in (2, 0, 1)):
        file = data_root("schema") / revision / "schema.json"
        options = ["--revision", revision, "--accept-proposals", "--schema-dir", str(folder)]
        assert cli.run(["ingest", str(file), *options]) == 0
    assert problems(folder) == []
    assert all(len(line) <= 200 for line in capsys.readouterr().out.splitlines())


@pytest.mark.parametrize(
    ("name", "reason"),
    [
        ("changes", "is reserved for another folder"),
        ("extensions", "is reserved for another folder"),
        ("2099-02-30", "is not a date"),
        ("2099-13-01", "is not a date"),
        ("../evil", "cannot name a revision"),
        ("", "cannot name a revision"),
    ],
)
def test_a_name_that_no_revision_can_have_is_refused(
    schemas: Path, tmp_path: Path, name: str, reason: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A folder of the protocol, a day that never comes and a path are one line, and nothing is written."""
    file = tmp_path / "official.json"
    file.write_text(json.dumps(invented()))
    before = {path: path.read_bytes() for path in schemas.rglob("*") if path.is_file()}
    assert cli.run(["ingest", str(file), "--revision", name, "--schema-dir", str(schemas)]) == 2
    assert reason in capsys.readouterr().err
    assert before == {path: path.read_bytes() for path in schemas.rglob("*") if path.is_file()}


def test_an_endless_input_is_refused(schemas: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A file is read as far as a schema may reach, and no further."""
    assert cli.run(["ingest", "/dev/zero", "--revision", NEW, "--schema-dir", str(schemas)]) == 2
    assert (
        capsys.readouterr().err
        == "/dev/zero: is larger than 4 MiB; give the JSON Schema of an MCP revision\n"
    )


def test_a_closed_input_is_refused(
    schemas: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """Standard input may be closed."""
    monkeypatch.setattr("sys.stdin", None)
    assert cli.run(["ingest", "-", "--revision", NEW, "--schema-dir", str(schemas)]) == 2
    assert capsys.readouterr().err == "standard input: is closed; pass a FILE\n"


@pytest.mark.parametrize("text", ["", "nul", "[]", "{}", '{"$defs": {}}', '{"definitions": 5}', "[" * 99999])
def test_a_hostile_file_is_one_line(
    schemas: Path, tmp_path: Path, text: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """A file that is no schema is refused by one line, and nothing is written."""
    before = tree(schemas)
    file = tmp_path / "official.json"
    file.write_text(text, "utf-8")
    assert cli.run(["ingest", str(file), "--revision", NEW, "--schema-dir", str(schemas)]) == 2
    captured = capsys.readouterr()
    assert captured.out == "" and captured.err.count("\n") == 1
    assert captured.err.startswith(str(file)) and "internal error" not in captured.err
    assert tree(schemas) == before


def test_a_file_of_random_damage_leaves_a_whole_folder(schemas: Path, ingest: Ingest) -> None:
    """A damaged schema is ingested whole or refused whole; `forget` brings the bytes back."""
    rng = Random(7)
    before = tree(schemas)
    for _ in range(6):
        schema = invented()
        for name in rng.sample(sorted(schema["$defs"]), 2):
            body = schema["$defs"][name]
            body[rng.choice(["type", "properties", "required", "anyOf", "x"])] = rng.choice(
                ["object", {}, [], None, {"a": {"type": "string"}}]
            )
        status = ingest(schema, "--accept-proposals")
        assert status in (0, 2)
        if status == 0:
            assert cli.run(["forget", NEW, "--schema-dir", str(schemas)]) == 0
        assert tree(schemas) == before


@pytest.mark.parametrize("actions", ["rename:old", "move:/inside/old", "keep; move:/inside/old"])
@pytest.mark.parametrize("table", ['"{}"', '{{ "*" = "{}" }}'])
def test_an_entry_that_takes_another_member_is_accepted_by_name_alone(actions: str, table: str) -> None:
    """`--accept-proposals` leaves it, in either direction and form; `--accept ID` takes it."""
    for up, down in ((actions, "keep"), ("keep", actions)):
        ways = f"up = {table.format(up)}\ndown = {table.format(down)}\n"
        head = '[[change]]\nid = "T1.1"\ntitle = "t"\nreference = "PR #1"\ncovers = ["T.new"]\n'
        data = f'{head}{ways}reason = "r"\nproposed = "2026-01-01"\n'.encode()
        for options, count in (
            (Options("2026-01-01", accept=True), 0),
            (Options("2026-01-01", named=("T1.1",)), 1),
        ):
            text, number = accepted_entries(data, "schema/changes/a--b.toml", "changes", options)
            assert (number, b"proposed" in text) == (count, not count)


def test_a_renamed_name_gets_the_description_of_its_former_name(
    schemas: Path, ingest: Ingest, capsys: pytest.CaptureFixture[str]
) -> None:
    """A type gets it at once, a method or a member when its rename is accepted: no stub is left."""
    before = tree(schemas)
    text = json.dumps(renamed_method("completion/complete", "completion/suggest"))
    schema = json.loads(text.replace('PromptArgument"', 'PromptParameter"'))
    types = schema["$defs"]
    types["TextContent"]["properties"]["body"] = types["TextContent"]["properties"].pop("text")
    types["TextContent"]["required"] = ["type", "body"]
    tool, hints = types["Tool"]["properties"], types["ToolAnnotations"]["properties"]
    tool["readOnlyHint"] = hints.pop("readOnlyHint")
    assert ingest(schema) == 0
    docs = schemas / "docs.toml"
    said = capsys.readouterr().out
    assert (
        "  types.PromptParameter as types.PromptArgument\n" in said and "PromptParameter.fields" not in said
    )
    known = read_descriptions(docs.read_bytes(), "docs.toml")
    assert known.of_type("PromptParameter", NEW) == known.of_type("PromptArgument", LATEST)
    assert known.of_member("PromptParameter", "name", NEW) == known.of_member(
        "PromptArgument", "name", LATEST
    )
    assert known.page("types", "PromptParameter", LATEST) == known.page("types", "PromptArgument", LATEST)
    text = known.of_method("completion/complete", LATEST)  # a stub of a proposed rename repeats it
    assert text and known.of_method("completion/suggest", NEW) == f"TODO: {text}"
    text = known.of_member("TextContent", "text", LATEST)
    assert text and known.of_member("TextContent", "body", NEW) == f"TODO: {text}"
    assert ingest(None, "--accept-proposals") == 0 and capsys.readouterr().out.count(" as types.") == 0
    names = waiting_names(schemas, NEW)  # the renames of a member and a method, and the move
    assert len(names) == 3 and ingest(None, *(f"--accept={name}" for name in names)) == 0
    assert capsys.readouterr().out.count(" as types.") == 2
    known = read_descriptions(docs.read_bytes(), "docs.toml")
    assert known.of_method("completion/suggest", NEW) == known.of_method("completion/complete", LATEST)
    assert known.of_member("TextContent", "body", NEW) == known.of_member("TextContent", "text", LATEST)
    hint = known.of_member("ToolAnnotations", "readOnlyHint", LATEST)
    assert known.of_member("Tool", "readOnlyHint", NEW) == hint
    assert "TODO" not in docs.read_text("utf-8") and "To be described" not in docs.read_text("utf-8")
    assert problems(schemas) == []
    assert cli.run(["forget", NEW, "--schema-dir", str(schemas)]) == 0 and tree(schemas) == before


def test_a_written_description_of_a_renamed_name_stays(schemas: Path, ingest: Ingest) -> None:
    """Only a stub gives way to the description of the former name."""
    schema = json.loads(json.dumps(SNAPSHOT).replace('PromptArgument"', 'PromptParameter"'))
    docs = schemas / "docs.toml"
    docs.write_text(docs.read_text("utf-8") + '\n[types.PromptParameter]\ndoc = "Own."\n', "utf-8")
    assert ingest(schema) == 0
    known = read_descriptions(docs.read_bytes(), "docs.toml")
    assert known.of_type("PromptParameter", NEW) == "Own."
    assert known.of_member("PromptParameter", "name", NEW).startswith("TODO")


def test_a_description_of_a_changed_constant_is_named(
    schemas: Path, ingest: Ingest, capsys: pytest.CaptureFixture[str]
) -> None:
    """A description that states the code of an error is listed when the code changes."""
    assert ingest(json.loads(json.dumps(SNAPSHOT).replace("-32021", "-32031"))) == 0
    said = capsys.readouterr().out
    assert "docs.toml: 1 description has a constant that" in said
    assert "  types.MissingRequiredClientCapabilityErrorBody.fields.code: Always -32021.\n" in said


def test_a_build_names_each_description_of_a_changed_constant(schemas: Path, ingest: Ingest) -> None:
    """As long as the description states the former code, and if it states the new code for every revision."""
    assert ingest(json.loads(json.dumps(SNAPSHOT).replace("-32021", "-32031")), "--accept-proposals") == 0
    assert ingest(None, "--accept", "T5.1") == 0
    docs, body = schemas / "docs.toml", "types.MissingRequiredClientCapabilityErrorBody.fields.code"

    def said() -> list[str]:
        """Return what a build says about values in descriptions."""
        found: list[Problem] = []
        load_for_build(schema_folder.SchemaFolder(schemas), Selection(), found.append)
        return [str(problem) for problem in found if " names -" in problem.message]

    text = docs.read_text("utf-8")
    line = text.splitlines().index('code = "Always -32021."') + 1
    fact = f"schema/docs.toml:{line}: [{body}] names"
    assert said() == [f"{fact} -32021, which {NEW} does not have; correct it"]
    docs.write_text(text.replace("Always -32021.", "Always -32031."), "utf-8")
    assert said() == [f"{fact} -32031, which {LATEST} does not have; describe {LATEST} in `doc_in`"]
    both = f'{{doc = "Always -32031.", doc_in.{LATEST!r} = "Always -32021."}}'.replace("'", '"')
    docs.write_text(text.replace('"Always -32021."', both), "utf-8")
    assert said() == []
