"""The runtime supposes more of a revision than a schema can promise; a file that breaks this is refused."""

from __future__ import annotations

import json
from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

import pytest
from mcp_revisions._runtime import revisions

from mcpgen import schema_folder
from mcpgen.emit.revision_table import check_assumptions
from mcpgen.frontend.read import read_protocol
from mcpgen.frontend.sources import Sources
from mcpgen.ir import Protocol
from mcpgen.problems import Problem, Refused
from mcpgen.schema_folder import ALL, folder_of, load_for_build
from support.invented_changes import Types, member, without

PINNED, SOURCES = schema_folder.revisions(), schema_folder.packaged().sources
# The newest revision whose own overlay states the filters and errors. Later revisions inherit them.
STATED = [each for each in PINNED if b"[[filter]]" in SOURCES[f"schema/{each}/overlay.toml"]][-1]
LEGACY = "2025-11-25"
Edit = Callable[[Types], object]
META = "io.modelcontextprotocol/"


def edited(revision: str, edit: Edit, overlay: Callable[[str], str] = str) -> Protocol:
    """Return the IR of a pinned revision whose file and overlay are edited."""
    names = [f"schema/{revision}/{name}" for name in ("schema.json", "overlay.toml")]
    found: Sources = dict(schema_folder.packaged().sources)
    schema = json.loads(found[names[0]])
    edit(schema["$defs"])
    changed: Mapping[str, bytes] = {
        names[0]: json.dumps(schema).encode(),
        names[1]: overlay(found[names[1]].decode()).encode(),
    }
    return folder_of({**found, **changed}).protocol(revision)


def without_error(name: str) -> Callable[[str], str]:
    """Return the edit of an overlay that removes an error code."""
    return lambda text: "\n\n".join(part for part in text.split("\n\n") if f'name = "{name}"' not in part)


def unchanged(types: Types) -> None:
    """Leave the file as it is."""


def _without_metadata(types: Types) -> None:
    without("RequestMetaObject", f"{META}protocolVersion")(types)


BROKEN: dict[str, tuple[str, Edit, Callable[[str], str], str, str]] = {
    "initialize names no revision": (
        LEGACY,
        without("InitializeRequestParams", "protocolVersion"),
        str,
        "schema.json",
        "the params of `initialize` must have a string `protocolVersion`",
    ),
    "the result of initialize names no revision": (
        LEGACY,
        without("InitializeResult", "protocolVersion"),
        str,
        "schema.json",
        "the result of `initialize` must have a string `protocolVersion`",
    ),
    "requests state no capabilities": (
        STATED,
        without("RequestMetaObject", f"{META}clientCapabilities"),
        str,
        "schema.json",
        "the `_meta` of requests must declare a member `…/clientCapabilities`",
    ),
    "no list of revisions": (
        STATED,
        without("DiscoverResult", "supportedVersions"),
        str,
        "schema.json",
        "must have `server/discover` with `supportedVersions` in its result",
    ),
    "no code for an unsupported revision": (
        STATED,
        unchanged,
        without_error("UNSUPPORTED_PROTOCOL_VERSION"),
        "overlay.toml",
        "needs an [[error]] entry UNSUPPORTED_PROTOCOL_VERSION",
    ),
    "no code for a missing capability": (
        STATED,
        unchanged,
        without_error("MISSING_REQUIRED_CLIENT_CAPABILITY"),
        "overlay.toml",
        "needs an [[error]] entry MISSING_REQUIRED_CLIENT_CAPABILITY",
    ),
}


FILTERS: dict[str, tuple[Edit, Callable[[str], str], str, str]] = {
    "no name is alike": (
        member("SubscriptionFilter", "weatherChanged", {"type": "boolean"}),
        str,
        "schema.json#/$defs/SubscriptionFilter/properties/weatherChanged",
        "no capability or notification matches weatherChanged",
    ),
    "no entry": (
        unchanged,
        lambda text: "\n\n".join(part for part in text.split("\n\n") if 'member = "toolsListC' not in part),
        "schema.json#/$defs/SubscriptionFilter/properties/toolsListChanged",
        "toolsListChanged is assumed to need tools.listChanged; to confirm it, add a [[filter]]",
    ),
    "no member": (
        without("SubscriptionFilter", "toolsListChanged"),
        str,
        "overlay.toml:",
        "has no member or capability toolsListChanged",
    ),
    "no capability": (
        unchanged,
        lambda text: text.replace('"tools.listChanged"', '"tools.changed"'),
        "overlay.toml:",
        "has no member or capability tools.changed",
    ),
    "no notification": (
        unchanged,
        lambda text: text.replace('"notifications/tools/list_changed"', '"notifications/tools"'),
        "overlay.toml:",
        "has no method notifications/tools",
    ),
}


@pytest.mark.parametrize("case", FILTERS)
def test_an_overlay_states_the_filter_of_subscriptions(case: str) -> None:
    """A member without an entry is refused where it stands, an entry without a member, or of another, too."""
    edit, overlay, location, message = FILTERS[case]
    with pytest.raises(Refused) as refused:
        edited(STATED, edit, overlay)
    lines = [str(problem) for problem in refused.value.problems]
    assert any(line.startswith(f"schema/{STATED}/{location}") and message in line for line in lines), lines


def test_names_propose_the_filter_of_subscriptions() -> None:
    """The entry that the names of a member, a capability and a notification imply is the entry pinned."""
    sources = schema_folder.packaged().sources
    pinned = folder_of(sources).schema(STATED)
    bare = replace(pinned.overlay, entries={**pinned.overlay.entries, "filter": []})
    notes: list[Problem] = []
    found = read_protocol(replace(pinned, overlay=bare), STATED, notes.append)
    assert found.filters == schema_folder.protocol(STATED).filters
    assert [note.entry.split("\n")[:2] for note in notes] == [
        ["[[filter]]", f'member = "{name}"'] for name in found.filters
    ]


def refusal(protocols: list[Protocol]) -> list[str]:
    """Return the lines with which the assumptions refuse protocols."""
    with pytest.raises(Refused) as refused:
        check_assumptions(protocols)
    return [str(problem) for problem in refused.value.problems]


def test_pinned_revisions_hold_every_assumption() -> None:
    """No assumption is broken by the revisions that are pinned."""
    check_assumptions([schema_folder.protocol(revision) for revision in PINNED])


@pytest.mark.parametrize("broken", BROKEN)
def test_a_broken_assumption_is_a_located_problem(broken: str) -> None:
    """A file that breaks an assumption about one revision is refused where it does."""
    revision, edit, overlay, file, message = BROKEN[broken]
    lines = refusal([edited(revision, edit, overlay)])
    assert any(line.startswith(f"schema/{revision}/{file}") and message in line for line in lines), lines


def test_a_handshake_does_not_come_back() -> None:
    """A revision with a handshake after one without is refused, and so is one with neither."""
    latest = schema_folder.protocol(STATED)
    lines = refusal([latest, schema_folder.protocol(LEGACY)])
    problem = f"has `initialize`, but the older revision {STATED} is stateless; remove the method, or"
    assert lines[0].startswith(f"schema/{LEGACY}/schema.json: {problem}"), lines
    lines = refusal([latest, edited(STATED, _without_metadata)])
    assert lines[0].startswith(f"schema/{STATED}/schema.json: has neither `initialize` nor"), lines


def test_a_build_refuses_a_broken_assumption() -> None:
    """A build with such a file prints the located line, and the other revisions build."""
    found: dict[str, Any] = dict(schema_folder.packaged().sources)
    name = f"schema/{STATED}/schema.json"
    schema = json.loads(found[name])
    member("SubscriptionFilter", "weatherChanged", {"type": "boolean"})(schema["$defs"])
    found[name] = json.dumps(schema).encode()
    with pytest.raises(Refused) as refused:
        load_for_build(folder_of(found), ALL, lambda problem: None)
    assert any("weatherChanged" in str(problem) for problem in refused.value.problems)


def test_reserved_keys_are_those_of_the_schema() -> None:
    """A reserved key is found by its name in every revision that has the key."""
    found = 0
    for facts in map(revisions.facts_of, PINNED):
        for keys in (facts.request_meta, facts.notification_meta, facts.result_meta):
            for name, key in keys.items():
                assert revisions.reserved_key(name) == key
                found += 1
    assert found >= 6 and revisions.reserved_key("unheardOf") == "unheardOf"


def test_a_key_is_not_spelled_anew() -> None:
    """A revision that changes the prefix of a reserved key is refused: the runtime looks for one key."""

    def respelled(types: Types) -> None:
        for owner in ("RequestMetaObject", "NotificationMetaObject"):
            members = types[owner]["properties"]
            for key in [key for key in members if key.startswith(META)]:
                members[f"mcp/{key.removeprefix(META)}"] = members.pop(key)
        required = types["RequestMetaObject"]["required"]
        required[:] = [key.replace(META, "mcp/") for key in required]

    lines = refusal([schema_folder.protocol(STATED), edited(STATED, respelled)])
    assert any("the `_meta` key of `protocolVersion` must be" in line for line in lines), lines
    assert any("not mcp/protocolVersion" in line for line in lines), lines
    assert any("the `_meta` key of `subscriptionId` must be" in line for line in lines), lines


def test_a_composed_revision_keeps_the_assumptions() -> None:
    """A revision with an extension is checked like any other. The folder of the extension is named."""
    folder = schema_folder.packaged()
    for name in folder.extensions:
        base = folder.protocol(folder.extension(name).extends)
        composed = folder.protocol(f"{base.revision}+{name}")
        check_assumptions([base, composed])
        methods = {one: method for one, method in composed.methods.items() if one != "server/discover"}
        with pytest.raises(Refused, match=f"schema/extensions/{name}/{base.revision}/schema.json: must have"):
            check_assumptions([base, replace(composed, methods=methods)])
