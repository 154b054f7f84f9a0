"""`mcpgen explain`: every name of every revision on one screen with a valid example; others are refused."""

from __future__ import annotations

import json
import re
from pathlib import Path
from typing import Any

import mcp_revisions as mr
import pytest

from mcpgen import schema_folder
from mcpgen.commands.explain import explain
from mcpgen.commands.explain_ids import ids
from mcpgen.commands.explain_names import find_subject
from mcpgen.commands.explain_page import SCREEN_LINES, example, painted
from mcpgen.commands.terminal import WIDTH, Screen
from mcpgen.compare.validity import is_valid
from mcpgen.ir import Record, Ref
from mcpgen.names import module
from mcpgen.problems import Refused
from mcpgen.schema_folder import SchemaFolder
from support.invented_changes import CHANGES, Invented
from support.paths import official_file
from support.sixth_revision import REVISION, ingested

REVISIONS = schema_folder.revisions()
LATEST = REVISIONS[-1]
COMPOSITIONS = [
    f"{each.extends}+{each.name}"
    for each in map(schema_folder.packaged().extension, schema_folder.packaged().extensions)
]


def test_a_type() -> None:
    """The page of a type holds its description, uses, members, history and an example."""
    lines = explain("ModelHint", "2025-06-18").splitlines()
    assert lines[0] == "ModelHint · type of 2025-06-18"
    assert lines[1] == schema_folder.descriptions().of_type("ModelHint", "2025-06-18")
    assert lines[2] == "https://modelcontextprotocol.io/specification/2025-06-18/client/sampling"
    assert lines[3:8] == ["", "used in     ModelPreferences.hints", "revisions   all", "", "members"]
    assert lines[8].startswith("  name?  string  ") and lines[-3:] == ["", "example", "  {}"]


def test_a_method() -> None:
    """The page of a method holds its direction, results, gate, params, history and an example."""
    text = explain("tools/call")
    for line in (
        f"tools/call · request of {LATEST}",
        "sent by     the client to the server",
        "answered by CallToolResult or InputRequiredResult",
        "capability  the server declares `tools`",
        "params: CallToolRequestParams",
        '    "method": "tools/call",',
    ):
        assert line in text.splitlines()
    assert "2025-11-25  result type added (CreateTaskResult) [T3.10" in text
    assert "InputRequiredResult" not in explain("tools/call", "2025-11-25").split("history")[0]


@pytest.mark.parametrize("revision", REVISIONS)
def test_every_name(revision: str) -> None:
    """Every method, type and error code has a page as wide as a screen, with a valid example."""
    protocol = schema_folder.protocol(revision)
    for name in (*protocol.methods, *protocol.definitions, *(str(error.code) for error in protocol.errors)):
        text = explain(name, revision)
        lines = text.split("\nexample\n")[0].splitlines()
        assert f" of {revision}" in lines[0] and "\nrevisions " in text
        assert [line for line in lines if len(line) > WIDTH + 10 and "http" not in line] == [], name
    for name in protocol.definitions:
        assert is_valid(protocol, Ref(name), example(protocol, Ref(name))), name


@pytest.mark.parametrize("revision", REVISIONS)
def test_examples_fit_the_official_schema(revision: str) -> None:
    """The example of every type is valid by the official file, where that has the type."""
    import jsonschema

    schema = json.loads(official_file(revision).read_text())
    where = "$defs" if "$defs" in schema else "definitions"
    protocol = schema_folder.protocol(revision)
    for name in protocol.definitions.keys() & schema[where].keys():
        check = jsonschema.Draft202012Validator({"$ref": f"#/{where}/{name}", where: schema[where]})
        found = [error.message for error in check.iter_errors(example(protocol, Ref(name)))]
        assert found == [], name


@pytest.mark.parametrize(
    ("name", "revision", "first"),
    [
        ("tasks/get", None, "tasks/get · request of 2025-11-25"),
        ("Tool.execution", None, "Tool.execution · member of 2025-11-25"),
        ("-32042", None, "URL_ELICITATION_REQUIRED -32042 · error code of 2025-11-25"),
        ("32042", None, "URL_ELICITATION_REQUIRED -32042 · error code of 2025-11-25"),
        ("roots/list", None, f"roots/list · request inside a result of {LATEST}"),
        ("Annotated", None, "Annotated · type of 2024-11-05"),
        ("Tool", "2024-11-05", "Tool · type of 2024-11-05"),
    ],
)
def test_the_latest_revision_with_the_name_is_explained(name: str, revision: str | None, first: str) -> None:
    """Without --revision a name is explained in the latest revision that has it."""
    assert explain(name, revision).splitlines()[0] == first


@pytest.mark.parametrize(
    ("spelling", "first"),
    [
        ("tools/call/params", "CallToolRequestParams · type"),
        ("tools/call/params/name", "CallToolRequestParams.name · member"),
        ("tools/call/result/content", "CallToolResult.content · member"),
        ("tools/call/result/content/0", "ContentBlock · type"),
        ("/Tool/inputSchema", "Tool.inputSchema · member"),
        ("Tool.input_schema", "Tool.inputSchema · member"),
        ("v2026_07_28.Tool.input_schema", "Tool.inputSchema · member"),
        ("mcp_revisions.v2026_07_28.types.Tool", "Tool · type"),
        ("tools_call", "tools/call · request"),
        ("INVALID_PARAMS", "INVALID_PARAMS -32602 · error code"),
    ],
)
def test_other_spellings(spelling: str, first: str) -> None:
    """A pointer from a method or type, and a name in Python, lead to the page of the subject."""
    assert explain(spelling).splitlines()[0].startswith(f"{first} of ")


@pytest.mark.parametrize(
    ("name", "first"),
    [
        ("isError", f"isError · member of 2 types of {mr.LATEST}"),
        ("ttlMs", f"ttlMs · member of 7 types of {mr.LATEST}"),
        ("annotations", "annotations · member of "),
        ("taskSupport", "ToolExecution.taskSupport · member of 2025-11-25"),
    ],
)
def test_a_bare_member(name: str, first: str) -> None:
    """A bare name of a member leads to its page, or to the list of the types that have the member."""
    lines = explain(name).splitlines()
    assert lines[0].startswith(first)
    if " types of " in first:
        assert int(lines[0].split()[-4]) == sum(f".{name}" in line for line in lines[2:-1])


def test_a_bare_member_of_another_revision() -> None:
    """A bare name of a member that the revision lacks is refused with the revisions that have it."""
    with pytest.raises(Refused, match="is not in 2024-11-05; it exists since 2026-07-28"):
        explain("ttlMs", "2024-11-05")


@pytest.mark.parametrize("name", schema_folder.packaged().extensions)
def test_the_names_of_an_extension(name: str) -> None:
    """A method of an extension has the history of the extension alone; a bare member is found there too."""
    one = schema_folder.packaged().extension(name)
    revision = f"{one.extends}+{one.name}"
    for method in one.own_protocol.methods:
        lines = explain(method, revision).splitlines()
        assert f"revisions   {revision}" in lines
        history = lines[lines.index("history") + 1 : lines.index("example") - 1]
        assert history[0].startswith(f"  {revision}  ")
        assert not re.search(r"^  \S+  (added|removed)$", "\n".join(history), re.MULTILINE)
    records = [each for each in one.own_protocol.definitions.values() if isinstance(each, Record)]
    member = next(field.name for record in records for field in record.fields if field.name != "method")
    for bare in (member, "isError"):
        assert re.match(rf"\S+ · member of (\d+ types of )?{re.escape(revision)}\n", explain(bare, revision))


@pytest.mark.parametrize(
    ("name", "meant"),
    [
        ("call_tool", "tools/call"),
        ("calltool", "tools/call"),
        ("Tool.inputShema", "Tool.inputSchema"),
        ("invalidparams", "INVALID_PARAMS"),
        ("tools/lists", "tools/list"),
    ],
)
def test_near_misses(name: str, meant: str) -> None:
    """A misspelled method, type, member or error is refused with the name that is meant."""
    with pytest.raises(Refused, match=f"is not in any revision; do you mean .*{meant}"):
        explain(name)


def test_history_holds_additions_and_removals() -> None:
    """The history of a method and of a member begins and ends with the revisions that add and remove it."""
    assert explain("tasks/get").split("history\n")[1].splitlines()[:2] == [
        "  2025-11-25  added",
        "  2026-07-28  removed",
    ]
    assert "2025-11-25  added" in explain("Tool.icons") and "revisions   since 2025-11-25" in explain(
        "Tool.icons"
    )
    assert "use `none`, or leave it out" in explain("CreateMessageRequestParams.includeContext")


def history_of(name: str, folder: SchemaFolder | None = None) -> str:
    """Return the history of a name as one line, without the entries in brackets."""
    section = explain(name, folder=folder).split("history\n")[1].split("\nexample\n")[0]
    return re.sub(r" \[.*?\]", "", " ".join(section.split()))


def rename_and_move(types: dict[str, Any]) -> None:
    """Rename `TextContent.text`, and move `hasMore` out of `CompleteResult.completion`."""
    content, result = types["TextContent"], types["CompleteResult"]["properties"]
    content["properties"]["body"] = content["properties"].pop("text")
    content["required"] = ["body" if name == "text" else name for name in content["required"]]
    result["hasMore"] = result["completion"]["properties"].pop("hasMore")


def test_history_names_both_ends_of_a_rename(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A renamed or moved method, type or member has its other name in the history, before and after.

    So has an error with another code. The entry of a rename or of a code decides the constant in the schema.
    """
    monkeypatch.setitem(CHANGES, "members", Invented(rename_and_move, ()))
    names = ("method renamed", "type renamed", "members", "error code changed")
    folder = SchemaFolder(ingested(names, tmp_path))
    for old, verb, new in (
        ("completion/complete", "renamed", "completion/suggest"),
        ("TextContent.text", "renamed", "TextContent.body"),
        ("Completion.hasMore", "moved", "CompleteResult.hasMore"),
        ("Annotations", "renamed", "Notes"),
        ("Annotations.priority", "renamed", "Notes.priority"),
        ("-32020", "changed", "-32077"),
    ):
        assert history_of(old, folder).endswith(f"{REVISION} {verb} to {new}")
        assert history_of(new, folder) == f"{REVISION} {verb} from {old}"
    constants = [
        row for row in folder.decided(LATEST, REVISION).changes if row.change.rule == "CONST_CHANGED"
    ]
    assert {row.change.at: row.entry and row.entry.title.partition(":")[0] for row in constants} == {
        "CompleteRequest.method": "completion/suggest",
        "HeaderMismatchErrorBody.code": "HeaderMismatchError",
    }


def test_a_value_of_an_enumeration_leads_to_its_type() -> None:
    """The name of an enumeration's value is refused with the command for the enumeration."""
    with pytest.raises(
        Refused, match="value of an enumeration; to see all values: mcpgen explain LoggingLevel$"
    ):
        explain("warning")


def test_history_names_what_an_extension_renames() -> None:
    """The history of a name that an extension renames or moves has the other name."""
    assert history_of("notifications/tasks") == "2026-07-28+tasks renamed from notifications/tasks/status"
    assert history_of("notifications/tasks/status").endswith("renamed to notifications/tasks")
    assert history_of("Task.ttl").endswith(
        "2026-07-28+tasks moved to CreateTaskResult.ttlMs 2026-07-28+tasks renamed to Task.ttlMs"
    )
    assert history_of("Task.ttlMs") == "2026-07-28+tasks renamed from Task.ttl"


@pytest.mark.parametrize(
    ("name", "revision", "words"),
    [
        ("tools/cal", None, "tools/call"),
        ("calltool", None, "CallToolRe"),
        ("tasks/get", "2026-07-28", "it exists in 2025-11-25"),
        ("Tool", "2031-01-01", "is not pinned; .*; --schema-dir DIR reads another folder"),
        ("Tool.nothing", None, "is not in any revision; do you mean Tool.annotations.$"),
        ("foo", None, "is not in any revision; --schema-dir DIR reads another folder$"),
        ("", None, "NAME: is empty"),
        ("elicitation/requestInput", None, "`elicitation/create`.*`requestedSchema`"),
    ],
)
def test_unknown_names_are_refused(name: str, revision: str | None, words: str) -> None:
    """An unknown name is refused with the nearest names, a name of other revisions with those."""
    with pytest.raises(Refused, match=words):
        explain(name, revision)


def test_subjects() -> None:
    """The form of a name tells a method, a type, a member and an error code apart."""
    protocol = schema_folder.protocol("2025-11-25")
    names = ("ping", "Tool", "Tool.name", "-32602", "INVALID_PARAMS", "Tool.x", "x")
    kinds = [type(find_subject(protocol, name)).__name__ for name in names]
    assert kinds == ["Method", "Record", "RecordMember", "ErrorCode", "ErrorCode", "NoneType", "NoneType"]


@pytest.mark.parametrize("revision", REVISIONS)
def test_the_module_of_a_revision_selects_the_revision(revision: str) -> None:
    """`v2024_11_05.Tool` is the type of 2024-11-05, and a module of no revision is refused."""
    for start in ("", "mcp_revisions."):
        assert explain(f"{start}{module(revision)}.Tool").startswith(f"Tool · type of {revision}\n")
    with pytest.raises(Refused, match="not the module of a revision"):
        explain("v2023_01_01.Tool")


@pytest.mark.parametrize(
    ("name", "near"),
    [
        ("-32603x", "-32603"),
        ("tools/call/paramz", "tools/call/params"),
        ("tools/call/params/nam", "tools/call/params/name"),
        ("tools/list/result/tools/0/inputShema", "tools/list/result/tools/0/inputSchema"),
        ("CallToolResult/contents", "CallToolResult/content"),
        ("Tool.inputShema", "Tool.inputSchema"),
        ("decode_mesage", "decode_message"),
        ("mr.conver", "convert"),
        ("mcp.Router.handl", "Router.handle"),
        ("mr.forms.chek", "forms.check"),
    ],
)
def test_a_misspelled_name_has_its_near_miss(name: str, near: str) -> None:
    """The refusal of a misspelled code, pointer, member or name in Python starts with the right name."""
    with pytest.raises(Refused, match=re.escape(f"do you mean {near}") + r"(\?| or )"):
        explain(name)


def public_names() -> list[str]:
    """Return every documented name of the interface in Python."""
    own = [name for name in dir(mr) if not re.match(r"_|v\d|annotations$", name)]
    codec = [
        "decode",
        "decode_message",
        "encode",
        "to_builtins",
        "json_schema",
        "METHODS",
        "REVISION",
        "Router",
    ]
    listed = [f"mr.{name}" for name in own] + [f"mcp.{name}" for name in codec] + codec
    return [*listed, "Router.handle", "mr.forms.check", "mr", "v2025_11_25"]


def test_every_name_in_python() -> None:
    """Each public name of the package and of a revision's module has a page with its docstring or value."""
    for name in public_names():
        first, *rest = explain(name).splitlines()
        assert re.search(r" · (module|class|function|attribute|value) in Python$| of 2", first), name
        assert any(line.strip() for line in rest), name
        assert all(len(line) <= 2 * WIDTH for line in rest), name
    assert "convert(message: Any, source: " in explain("mr.convert")
    assert explain("v2025_11_25.Router.handle").startswith(
        "mcp_revisions.v2025_11_25.Router.handle · function"
    )


def test_a_page_on_a_terminal() -> None:
    """A page is printed without the characters that a terminal obeys, such as those of a pattern."""
    text = painted(["like ^\x1b[31m\x9b\u202e$", "é"], Screen())
    assert text == "like ^\\x1b[31m\\x9b\\u202e$\né\n"


@pytest.mark.parametrize("revision", [*REVISIONS, *COMPOSITIONS])
def test_every_name_fits_a_screen(revision: str) -> None:
    """Without `--all` no page has more than 40 lines; a page that loses lines says how to see them."""
    protocol = schema_folder.packaged().protocol(revision)
    names = (*protocol.methods, *protocol.definitions, *(str(error.code) for error in protocol.errors))
    for name in names:
        lines = explain(name, revision, whole=False).splitlines()
        assert len(lines) <= SCREEN_LINES, name
        is_whole = lines == explain(name, revision).splitlines()
        assert is_whole or lines[-1] == f"the whole page: mcpgen explain {name} --revision {revision} --all"


def test_other_pages_fit_a_screen() -> None:
    """So do the pages of ids, of bare members, of extensions and of names in Python."""
    folder = schema_folder.packaged()
    for name in (*ids(folder), *folder.extensions, "annotations", "_meta", "mr", "mcp.Router", "mr.convert"):
        assert len(explain(name, whole=False).splitlines()) <= SCREEN_LINES, name


@pytest.mark.parametrize(
    ("id", "first"),
    [
        ("T3.10", "T3.10 Tasks · change from 2025-06-18 to 2025-11-25"),
        ("t3.10", "T3.10 Tasks · change from 2025-06-18 to 2025-11-25"),
        ("[T3.10]", "T3.10 Tasks · change from 2025-06-18 to 2025-11-25"),
        ("R-AUDIO", "R-AUDIO · rule of translation"),
        ("FIELD_RENAMED", "FIELD_RENAMED · rule of mcpgen diff"),
        ("batch-empty", "batch-empty · rule of mr.advise and of mcpgen validate --advice"),
    ],
)
def test_ids(id: str, first: str) -> None:
    """An id that a loss, a diff or advice cites has a page."""
    assert explain(id).splitlines()[0] == first


def test_a_rule_without_a_first_revision_begins_with_the_oldest() -> None:
    """Advice that only names its last revision shows the whole range, not a word for its start."""
    assert "revisions   2024-11-05 – 2025-11-25" in explain("completion-values").splitlines()


def test_a_misspelled_id_has_its_near_miss() -> None:
    """The refusal of an unknown id names the one that is meant."""
    with pytest.raises(Refused, match="do you mean .*R-AUDIO"):
        explain("R-AUDI")


@pytest.mark.parametrize(("word", "type_"), [("audio", "AudioContent"), ("implementation", "Implementation")])
def test_a_word_is_a_type_of_the_core(word: str, type_: str) -> None:
    """A word that only an extension has as a member is the core type whose name begins so."""
    assert explain(word).splitlines()[0].startswith(f"{type_} · type of {LATEST}")


def test_a_long_name_is_cut_in_the_refusal() -> None:
    """A name of 100,000 characters is not printed whole."""
    with pytest.raises(Refused) as caught:
        explain("x" * 100_000)
    assert len(str(caught.value)) < 1_000


def test_colours() -> None:
    """On a screen with colours, titles are bold; the text is otherwise the same."""
    coloured = explain("Tool", None, None, Screen(is_terminal=True, has_colours=True))
    assert coloured.startswith(f"\x1b[1mTool · type of {LATEST}\x1b[0m\n")
    assert "\n\x1b[1mmembers\x1b[0m\n" in coloured
    assert re.sub(r"\x1b\[\d*m", "", coloured) == explain("Tool")


def test_lines_hold_the_width() -> None:
    """On a narrow screen, only a line of one word or of a table's columns is wider."""
    for line in explain("Tool", None, None, Screen(width=80)).splitlines():
        assert len(line) <= 80 or "http" in line, line


def test_each_reason_names_its_actions() -> None:
    """If an entry has several reasons, each begins with the actions for which a conversion states it."""
    text = " ".join(explain("T3.10").split())
    assert "reason down drop or rule: Revisions before 2025-11-25 have no tasks, so this was removed." in text
    assert "down refuse: Revisions before 2025-11-25 have no tasks, so this message was refused." in text
    assert "example only 2025-06-18 accepts this ContentBlock: {" in " ".join(explain("T2.6").split())


@pytest.mark.parametrize("term", ["breaking", "dangerous", "safe", "whole", "adapted", "lossy"])
def test_severities_and_grades_have_a_page(term: str) -> None:
    """A severity of `mcpgen diff` and a grade of `mr.fidelity` are explained beside the others."""
    first, _, *rows = explain(term).splitlines()
    assert first.startswith(f"{term} · ") and any(row.startswith(f"{term} ") for row in rows)


def test_members_of_many_types_share_their_description() -> None:
    """A description that several members have is printed once, and their types are in one column."""
    lines = explain("annotations").splitlines()
    rows = [line for line in lines if ".annotations?" in line]
    assert len([line for line in lines if line.startswith("  Hints for the client")]) == 1
    assert len({line.index("Annotations") for line in rows if "ToolAnnotations" not in line}) == 1
