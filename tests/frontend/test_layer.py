"""Layers: the definitions of an extension beside those of the revision that it extends."""

from __future__ import annotations

import copy
import json
from dataclasses import replace
from typing import Any

import pytest

from mcpgen import schema_folder
from mcpgen.frontend.extensions import compositions, joined, summary, widened
from mcpgen.frontend.layer import differences, extension_entry, read_layer
from mcpgen.frontend.overlay import Overlay, read_overlay
from mcpgen.frontend.read import SchemaSource
from mcpgen.frontend.schema_file import with_full_references
from mcpgen.ir import Alias, Array, Choice, ErrorCode, Extension, Field, Record, Ref, Scalar, Union
from mcpgen.problems import Problem, Refused
from support.paths import ROOT

REVISION = "2026-07-28"
FOLDER = ROOT / "schema" / "extensions" / "tasks" / REVISION
SNAPSHOT: dict[str, Any] = json.loads((FOLDER / "schema.json").read_text("utf-8"))
OVERLAY = (FOLDER / "overlay.toml").read_text("utf-8")
TEXT = Scalar("string")


def record(name: str, **members: Any) -> Record:
    """Return a record of required members."""
    return Record(name, tuple(Field(member, type_, True) for member, type_ in members.items()))


def read(schema: Any, overlay: str, notes: list[Problem] | None = None) -> Extension:
    """Return the layer of a schema on 2026-07-28; without `notes`, refuse undecided differences."""

    def refused(problem: Problem) -> None:
        raise Refused([problem])

    found = read_overlay(overlay.encode(), "overlay.toml")
    source = SchemaSource(json.dumps(schema).encode(), "schema.json", found)
    warn = refused if notes is None else notes.append
    return read_layer(source, "tasks", schema_folder.protocol(REVISION), warn)


def test_equal_definitions_are_those_of_the_revision() -> None:
    """The pinned layer has no definition of the revision among its own, and imports the ones that it uses."""
    tasks = schema_folder.packaged().extension("tasks")
    base = schema_folder.protocol(REVISION)
    assert not set(tasks.own) & base.definitions.keys()
    assert set(tasks.imported) <= base.definitions.keys()
    assert {"Error", "InputRequests", "InputResponses"} <= set(tasks.imported)
    assert [one.type for one in tasks.restated if one.difference] == ["ElicitResult", "JSONValue"]
    assert "61 are equal; ElicitResult differs at ElicitResult.content" in str(summary(tasks, "tasks"))


def test_references_are_followed_where_names_differ() -> None:
    """A definition is equal if it accepts the same values; the names of its parts do not count."""
    base = {
        "A": record("A", b=Ref("B"), c=Ref("C")),
        "B": record("B", x=TEXT),
        "C": Alias("C", Choice(("x", "y"))),
    }
    own = {
        "A": record("A", c=Ref("K"), b=Ref("L")),
        "L": record("L", x=TEXT),
        "K": Alias("K", Choice(("y", "x"))),
    }
    assert differences(own, base) == {"A": ""}
    own["L"] = record("L", x=Scalar("integer"))
    assert differences(own, base) == {"A": "A.b.x"}


def test_recursive_definitions_are_compared() -> None:
    """A definition that contains itself is compared once; a failed trial proves nothing."""
    base = {"T": record("T", below=Array(Ref("U"))), "U": record("U", up=Ref("U"), n=TEXT)}
    own = {"T": record("T", below=Array(Ref("V"))), "V": record("V", up=Ref("V"), n=TEXT)}
    assert differences(own, base) == {"T": ""}
    own["V"] = record("V", up=Ref("V"), n=Scalar("integer"))
    assert differences(own, base) == {"T": "T.below.n"}
    arms = Union((Ref("V"), Scalar("null")))
    own["T"] = record("T", below=arms)
    base["T"] = record("T", below=Union((Scalar("null"), Ref("U"))))
    assert differences(own, base)["T"] == "T.below"


def test_a_difference_waits_for_a_decision() -> None:
    """A changed definition is refused at its place until the overlay decides about it."""
    changed = copy.deepcopy(SNAPSHOT)
    changed["$defs"]["Icon"]["required"] = ["src", "mimeType"]
    with pytest.raises(
        Refused, match=r"schema.json#/\$defs/Icon: Icon differs from 2026-07-28 at Icon.mimeType"
    ):
        read(changed, OVERLAY)
    own = f'{OVERLAY}\n[[restated]]\ntype = "Icon"\nname = "TaskIcon"\nreason = "a test"\n'
    notes: list[Problem] = []
    layer = read(changed, own, notes)
    assert "TaskIcon" in layer.own
    assert any("Implementation, which contains Icon" in note.message for note in notes)


def test_an_idle_decision_is_refused() -> None:
    """A decision about a definition that does not differ is out of date."""
    with pytest.raises(Refused, match="Icon is the same type in 2026-07-28; remove the entry"):
        read(SNAPSHOT, f'{OVERLAY}\n[[restated]]\ntype = "Icon"\nreason = "a test"\n')


@pytest.mark.parametrize(
    ("old", "new", "message"),
    [
        (
            'senders = ["server"]',
            'senders = ["host"]',
            "the sender cannot be host; the senders are client and server",
        ),
        ('types = ["TaskStatusNotification"]', 'types = ["Task"]', "Task is not a message of the extension"),
        ('method = "tools/call"', 'method = "tools/nothing"', "2026-07-28 has no request tools/nothing"),
        (
            'result = "CreateTaskResult"',
            'result = "GetTaskRequest"',
            "overlay.toml:\\d+: GetTaskRequest is a message, not a result; name the type of a result",
        ),
        ('result = "CreateTaskResult"', 'result = "Task"', "Task has no .*guard.*; add one"),
        ('types = ["SubscriptionFilter"]', 'types = ["Nothing"]', "Nothing is not an object type"),
    ],
)
def test_entries_agree_with_the_file(old: str, new: str, message: str) -> None:
    """An entry about a side, message, method, result or object that does not exist is refused."""
    assert OVERLAY.count(old) == 1
    with pytest.raises(Refused, match=message):
        read(SNAPSHOT, OVERLAY.replace(old, new))


def test_plain_rules_hold_without_an_overlay() -> None:
    """Without an overlay either side sends a message, and a different definition is the extension's own."""
    notes: list[Problem] = []
    layer = read(SNAPSHOT, "", notes)
    methods = layer.protocol.methods
    assert methods["tasks/get"].senders == ("client", "server")
    assert methods["notifications/tasks"].kind == "notification"
    assert "sampling/createMessage" not in methods
    assert {"TasksJSONValue", "TasksInputRequests"} <= set(layer.own)
    assert methods["tasks/get"].capability == 'extensions["tasks"]'


def test_members_and_results_join_the_revision() -> None:
    """A revision with a layer is one protocol, for commands that compare and explain."""
    joined = schema_folder.packaged().protocol(f"{REVISION}+tasks")
    record_ = joined.definitions["SubscriptionFilter"]
    assert isinstance(record_, Record) and record_.field("taskIds") is not None
    assert joined.methods["tools/call"].results[-1] == "CreateTaskResult"
    assert {"tasks/get", "tools/call"} <= joined.methods.keys()
    with pytest.raises(Refused, match="tasks extends 2026-07-28, not 2025-11-25"):
        schema_folder.packaged().protocol("2025-11-25+tasks")
    with pytest.raises(Refused, match="is not an extension; the extensions are apps, tasks"):
        schema_folder.packaged().protocol(f"{REVISION}+nothing")


def test_a_reference_to_a_nested_definition_is_spelled_in_full() -> None:
    """`#/$defs/NAME` of a file that became a definition means the nearest of that name around it."""
    inner = {"anyOf": [{"type": "string"}, {"type": "array", "items": {"$ref": "#/$defs/In"}}]}
    one = {"type": "object", "properties": {"a": {"$ref": "#/$defs/In"}}, "$defs": {"In": inner}}
    other = {"type": "object", "properties": {"b": {"$ref": "#/$defs/Top"}}, "$defs": {"Top": True}}
    schema = {"$defs": {"One": one, "Two": copy.deepcopy(one), "Top": {"type": "null"}, "Other": other}}
    full = with_full_references(schema)["$defs"]
    assert full["One"]["properties"]["a"] == {"$ref": "#/$defs/One/$defs/In"}
    assert full["Two"]["properties"]["a"] == {"$ref": "#/$defs/One/$defs/In"}  # an equal definition
    assert full["One"]["$defs"]["In"]["anyOf"][1]["items"] == {"$ref": "#/$defs/One/$defs/In"}
    assert full["Other"]["properties"]["b"] == {"$ref": "#/$defs/Top"}


def test_the_overlay_of_a_layer_describes_one_extension() -> None:
    """Two headers, or one side, are refused."""
    head = '[[extension]]\nidentifier = "x/y"\nextends = "2026-07-28"\nreason = "a test"\n'
    with pytest.raises(Refused, match="describe only one extension"):
        extension_entry(read_overlay(f"{head}\n{head}".encode(), "overlay.toml"))
    with pytest.raises(Refused, match="must name two different sides"):
        extension_entry(read_overlay(f'{head}sides = ["host", "host"]\n'.encode(), "overlay.toml"))
    assert extension_entry(Overlay("none")) is None


def test_what_holds_a_wider_object_is_wider() -> None:
    """A message that holds an object with further members is another type, and a union that names it."""
    folder = schema_folder.packaged()
    tasks = [folder.extension("tasks")]
    found = widened(joined(folder.protocol(REVISION), tasks), tasks)
    assert {"SubscriptionFilter", "SubscriptionsListenRequest", "ClientRequest"} <= found
    assert "Tool" not in found


def test_extensions_are_built_alone_two_by_two_and_together() -> None:
    """Each set has an order; one in which a name has two meanings is left out and reported."""
    base, tasks = schema_folder.protocol(REVISION), schema_folder.packaged().extension("tasks")
    empty = replace(tasks, own=(), protocol=replace(tasks.protocol, methods={}), answers={}, additions={})
    others = [replace(empty, name=name, identifier=name) for name in "cab"]
    notes: list[Problem] = []
    found = [
        "".join(one.name for one in composed.extensions)
        for composed in compositions(base, [*others, tasks], notes.append)
    ]
    assert found == ["a", "b", "c", "tasks", "ab", "ac", "atasks", "bc", "btasks", "ctasks", "abctasks"]
    assert not notes
    again = replace(tasks, name="again", identifier="z")
    found_again = compositions(base, [tasks, again], notes.append)
    assert [composed.name for composed in found_again] == [f"{REVISION}+{tasks.identifier}", f"{REVISION}+z"]
    assert (
        "has one meaning in 2026-07-28+tasks and another in again; rename it in one of them; no package"
        in str(notes[0])
    )
    assert list(compositions(base, [], notes.append)) == []


@pytest.mark.parametrize(
    ("kept", "message"),
    [
        ({"own"}, "the type CancelTaskRequest"),
        ({"protocol"}, "the method notifications/tasks"),
        ({"additions"}, "the member taskIds of SubscriptionFilter"),
        ({"answers"}, "resultType 'task' of tools/call"),
    ],
)
def test_a_clash_of_two_extensions_is_refused(kept: set[str], message: str) -> None:
    """A type name, a method, a member and a kind of result have one meaning."""
    folder = schema_folder.packaged()
    tasks = folder.extension("tasks")
    none: dict[str, Any] = {"own": (), "answers": {}, "additions": {}}
    none["protocol"] = replace(tasks.protocol, methods={})
    other = replace(tasks, name="other", **{name: value for name, value in none.items() if name not in kept})
    with pytest.raises(Refused, match=f"{message} has one meaning in 2026-07-28.tasks and another in other"):
        joined(folder.protocol(REVISION), [tasks, other])


FACTS = """
[[error]]
name = "TASK_GONE"
code = -32055
reason = "a test"

[[order]]
type = "TaskStatus"
values = ["working", "input_required", "completed", "failed", "cancelled"]
reason = "a test"

[[metadata]]
method = "tasks/get"
keys = ["x.y/z"]
reason = "a test"

[[prefilled]]
member = "taskId"
value = "none"
reason = "a test"

[[known]]
at = "Task.statusMessage"
values = ["done"]
reason = "a test"

[[deprecated]]
what = "tasks/cancel"
use = "tasks/update"
reason = "a test"
"""


def test_a_composed_revision_has_every_fact_of_both() -> None:
    """It has each fact of the revision, and each fact that the overlay of the extension states."""
    base, tasks = schema_folder.protocol(REVISION), read(SNAPSHOT, OVERLAY + FACTS)
    composed = joined(base, [tasks])
    assert {*base.errors} < {*composed.errors} and "TASK_GONE" in {one.name for one in composed.errors}
    assert composed.ordered == (*base.ordered, "TaskStatus")
    assert composed.metadata == {**base.metadata, "tasks/get": ("x.y/z",)}
    assert composed.prefilled == {**base.prefilled, "taskId": "none"}
    assert composed.known == {**base.known, "Task.statusMessage": ("done",)}
    assert composed.deprecated == {**base.deprecated, "tasks/cancel": "tasks/update"}
    assert composed.guards == {**base.guards, "CreateTaskResult": ("resultType", "task")}
    assert composed.filters == base.filters and composed.batches == base.batches
    own = tasks.own_protocol
    assert [one.name for one in own.errors] == ["TASK_GONE"] and own.ordered == ("TaskStatus",)


def test_a_fact_about_a_method_of_the_revision_is_refused() -> None:
    """The overlay of an extension states facts about the methods of the extension."""
    entry = '[[deprecated]]\nwhat = "tools/call"\nreason = "a test"\n'
    with pytest.raises(Refused, match="the extension has no method, type or member tools/call; remove the e"):
        read(SNAPSHOT, f"{OVERLAY}\n{entry}")


@pytest.mark.parametrize(
    ("changed", "message"),
    [
        ({"errors": (ErrorCode("TASK_GONE", -32700),)}, "the error -32700 has one meaning in 2026-07-28 and"),
        ({"errors": (ErrorCode("PARSE_ERROR", -32055),)}, "the error PARSE_ERROR has one meaning in"),
        (
            {"prefilled": {"resultType": "task"}},
            r"says 'task' of resultType \(prefilled\), and 2026-07-28 says 'complete'; say the same in both",
        ),
    ],
)
def test_a_fact_that_contradicts_the_revision_is_refused(changed: dict[str, Any], message: str) -> None:
    """An error code, its name, and any other fact has one meaning in a composed revision."""
    folder = schema_folder.packaged()
    tasks = folder.extension("tasks")
    with pytest.raises(Refused, match=message):
        joined(folder.protocol(REVISION), [replace(tasks, protocol=replace(tasks.protocol, **changed))])


def test_a_method_of_the_revision_has_one_message() -> None:
    """A file that gives a method of the revision to a type of its own is refused."""
    changed = copy.deepcopy(SNAPSHOT)
    changed["$defs"]["GetTaskRequest"]["allOf"][1]["properties"]["method"]["const"] = "tools/call"
    overlay = '[[extension]]\nidentifier = "x/tasks"\nextends = "2026-07-28"\nreason = "a test"\n'
    with pytest.raises(
        Refused, match="GetTaskRequest has the method tools/call, which 2026-07-28 already has"
    ):
        read(changed, overlay, [])


@pytest.mark.parametrize(
    ("entry", "message"),
    [
        (
            '[[guard]]\ntype = "CallToolResult"\nmember = "resultType"\nvalue = "complete"\n',
            f"CallToolResult is a type of {REVISION}, not of the extension; write the [[guard]] in "
            f"schema/{REVISION}/overlay.toml, or remove the entry",
        ),
        (
            '[[answer]]\nmethod = "tools/list"\nresult = "CallToolResult"\n',
            f"CallToolResult is a type of {REVISION}; name a type of the extension",
        ),
    ],
)
def test_an_extension_says_nothing_of_the_results_of_its_revision(entry: str, message: str) -> None:
    """The types of the revision are shared: an extension adds no guard for them, and no answer."""
    with pytest.raises(Refused) as caught:
        read(SNAPSHOT, f'{OVERLAY}\n{entry}reason = "a test"\n')
    (problem,) = caught.value.problems
    assert (problem.location, problem.message) == (
        f"overlay.toml:{OVERLAY.count(chr(10)) + 2}",
        message,
    )
