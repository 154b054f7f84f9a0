"""Commands know extensions: a build of any file, and `REVISION+EXTENSION` where a revision is named."""

from __future__ import annotations

import json
import re
import shutil
import subprocess
import sys
from pathlib import Path

import mcp_revisions as mr
import pytest

from mcpgen.cli import run
from support.paths import ROOT

SCHEMA = ROOT / "schema"
TASKS = SCHEMA / "extensions" / "tasks" / "2026-07-28" / "schema.json"


def outcome(arguments: list[str], capsys: pytest.CaptureFixture[str]) -> tuple[int, str, str]:
    """Return the status of a command, its output and its diagnostics."""
    status = run(arguments)
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_a_build_of_any_extension(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A schema file of one's own becomes a layer, which composes with its revision."""
    file = tmp_path / "widgets.json"
    request = {
        "type": "object",
        "properties": {
            "method": {"type": "string", "const": "widgets/turn"},
            "params": {
                "type": "object",
                "properties": {"icon": {"$ref": "#/$defs/Icon"}},
                "required": ["icon"],
            },
        },
        "required": ["method", "params"],
    }
    result = {"type": "object", "properties": {"turns": {"type": "integer"}}, "required": ["turns"]}
    icon = json.loads(TASKS.read_text("utf-8"))["$defs"]["Icon"]
    definitions = {"TurnRequest": request, "TurnResult": result, "Icon": icon}
    file.write_text(
        json.dumps({"$schema": "https://json-schema.org/draft/2020-12/schema", "$defs": definitions})
    )
    build = ["build", "--schema", str(file), "--extends", "2026-07-28", "--out", str(tmp_path)]
    status, _, err = outcome(build, capsys)
    assert status == 0, err
    assert f"{file}: 2 definitions are also in 2026-07-28: 2 are equal" in err
    code = (
        "import mcp_revisions as mr; w = mr.extension('widgets'); c = mr.compose('2026-07-28', w)\n"
        "m = c.decode_message({'jsonrpc': '2.0', 'id': 1, 'method': 'widgets/turn',"
        " 'params': {'icon': {'src': 'x'}}}, 'client')\n"
        "print(type(m.params.icon) is mr.revision('2026-07-28').Icon, m.params.icon.src)\n"
        "import asyncio, json\n"
        "router = c.Router(sender='client', capabilities={'extensions': {'widgets': {}}})\n"
        "router.on('widgets/turn')(lambda params: w.TurnResult(result_type='complete', turns=1))\n"
        "meta = {'io.modelcontextprotocol/protocolVersion': '2026-07-28',"
        " 'io.modelcontextprotocol/clientCapabilities': {'extensions': {'widgets': {}}}}\n"
        "frame = {'jsonrpc': '2.0', 'id': 1, 'method': 'widgets/turn',"
        " 'params': {'icon': {'src': 'x'}, '_meta': meta}}\n"
        "print(json.loads(asyncio.run(router.handle(json.dumps(frame))))['result'])\n"
        "tasks = mr.compose('2026-07-28', 'io.modelcontextprotocol/tasks')\n"
        "both = mr.compose('2026-07-28', w, 'io.modelcontextprotocol/tasks')\n"
        "about = {'jsonrpc': '2.0', 'id': 1, 'method': 'tasks/get',"
        " 'params': {'taskId': 't', '_meta': meta}}\n"
        "for one, source, target in ((frame, c, both), (frame, both, c), (about, both, tasks)):\n"
        "    found = mr.convert(one, source, target, sender='client')\n"
        "    assert found.message == one and not found.losses\n"
        "assert mr.convert(about, both, '2025-11-25', sender='client').message['params'] == {'taskId': 't'}\n"
        "for source, target in ((c, '2026-07-28'), (c, '2025-11-25'), (c, tasks), (both, '2024-11-05')):\n"
        "    try:\n"
        "        print(mr.convert(frame, source, target, sender='client'))\n"
        "    except mr.NoCounterpart as refused:\n"
        "        assert (refused.change, refused.reply['error']['code']) == ('R-EXT', -32601)\n"
        "print(mr.fidelity('widgets/turn', c, both), mr.fidelity('widgets/turn', both, '2025-11-25'))"
    )
    made = subprocess.run(
        [sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True
    )
    assert made.stdout == "True x\n{'resultType': 'complete', 'turns': 1}\nwhole none\n"
    composed = tmp_path / "mcp_revisions" / "extensions" / "v2026_07_28_tasks_apps_widgets" / "__init__.py"
    types = (tmp_path / "mcp_revisions" / "extensions" / "widgets" / "types.py").read_text("utf-8")
    assert "`TurnResult` of the extension widgets." in types
    typed = composed.read_text("utf-8")
    assert "types.TurnResult" in typed
    assert outcome(["build", "--revision", "2024-11-05", "--out", str(tmp_path)], capsys)[0] == 0
    assert composed.read_text("utf-8") == typed
    assert composed.parent.name in (tmp_path / "mcp_revisions" / "__init__.py").read_text("utf-8")
    status, _, err = outcome([*build, "--revision", "tasks"], capsys)
    assert status == 2 and "the pinned extension tasks has the same package name or identifier" in err


def test_explain_finds_names_of_extensions(capsys: pytest.CaptureFixture[str]) -> None:
    """A name of an extension alone has a page; a name of both is shown with the way to the other."""
    status, out, _ = outcome(["explain", "ui/open-link"], capsys)
    assert status == 0 and out.startswith("ui/open-link · request of 2026-07-28+apps\nAsks the host")
    _, out, _ = outcome(["explain", "tasks/get"], capsys)
    assert out.endswith("also in 2026-07-28+tasks: mcpgen explain tasks/get --revision 2026-07-28+tasks\n")
    _, out, _ = outcome(["explain", "tools/call", "--revision", "2026-07-28+tasks", "--all"], capsys)
    assert (
        'extension   CreateTaskResult if both sides declare `extensions["io.modelcontextprotocol/tasks"]`'
        in out
    )
    assert "2026-07-28+tasks  result type added (CreateTaskResult)" in out


def test_diff_shows_what_an_extension_adds(capsys: pytest.CaptureFixture[str]) -> None:
    """The changes from a revision to the revision with an extension are its methods, results and members."""
    status, out, _ = outcome(["diff", "2026-07-28", "2026-07-28+tasks", "--format", "json"], capsys)
    assert status == 0
    changes = json.loads(out)["changes"]
    assert {"METHOD_ADDED", "FIELD_ADDED_OPTIONAL"} <= {change["rule"] for change in changes}
    assert {change["id"] for change in changes} == {"R-EXT"}


@pytest.mark.parametrize(
    ("old", "new", "rule"),
    [
        ("2025-11-25", "2026-07-28+tasks", "METHOD_REMOVED"),
        ("2026-07-28+tasks", "2025-11-25", "METHOD_ADDED"),
        ("2025-06-18", "2026-07-28+tasks", "METHOD_ADDED"),
        ("2026-07-28+tasks", "2025-06-18", "METHOD_REMOVED"),
    ],
)
def test_diff_names_the_decisions_about_an_extension(
    old: str, new: str, rule: str, capsys: pytest.CaptureFixture[str]
) -> None:
    """The changes of tasks have the names of the decision file for the revision with the extension."""
    status, out, _ = outcome(["diff", old, new, "--format", "json"], capsys)
    changes = json.loads(out)["changes"]
    named = {(change["at"], change["rule"]): change["id"] for change in changes}
    assert status == 0
    assert named["tasks/update", "METHOD_REMOVED" if "+" in old else "METHOD_ADDED"] == "X1.4"
    assert {(at, found) for (at, found), id in named.items() if id == "X1.2"} == (
        {("tasks/list", rule)} if "2025-11-25" in (old, new) else set()
    )


def test_diff_shows_the_decided_renames_of_an_extension(capsys: pytest.CaptureFixture[str]) -> None:
    """Between two decided neighbours a decided rename is not a guess, and a renamed method counts once."""
    status, out, _ = outcome(["diff", "2025-11-25", "2026-07-28+tasks", "--format", "json"], capsys)
    rules = {(change["at"], change["rule"]) for change in json.loads(out)["changes"]}
    assert status == 0
    assert ("CancelledTaskResult.ttlMs", "FIELD_RENAMED") in rules
    assert ("CreateTaskResult.ttlMs", "FIELD_MOVED") in rules
    assert ("CancelledTaskResult.ttlMs", "FIELD_PERHAPS_RENAMED") not in rules
    status, out, _ = outcome(["diff", "2025-11-25", "2026-07-28+tasks"], capsys)
    assert status == 0 and "notifications/tasks/status → notifications/tasks" in out
    assert not re.search(r"^constant changed ", out, re.MULTILINE)


def test_validate_holds_frames_against_a_composition(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    """A frame of an extension is valid with the extension, and in no case without it."""
    log = tmp_path / "log.jsonl"
    log.write_text(
        '{"jsonrpc":"2.0","id":1,"method":"tasks/update","params":{"taskId":"1","inputResponses":{}}}\n'
    )
    assert outcome(["validate", "--revision", "2026-07-28+tasks", str(log)], capsys)[0] == 0
    assert outcome(["validate", "--revision", "2026-07-28", str(log)], capsys)[0] == 1
    status, _, err = outcome(["validate", "--revision", "2026-07-28+nothing", str(log)], capsys)
    assert status == 2 and "'nothing' is not in this package" in err


def test_ingest_pins_a_layer(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The pinned file changes nothing; a new extension gets proposals, which a build refuses."""
    folder = tmp_path / "schema"
    shutil.copytree(SCHEMA, folder)
    at = ["--schema-dir", str(folder)]
    status, out, _ = outcome(["ingest", str(TASKS), "--revision", "2026-07-28+tasks", "--check", *at], capsys)
    assert (status, out) == (0, "")
    changed = json.loads(TASKS.read_text("utf-8"))
    changed["$defs"]["TaskStatus"]["anyOf"].pop()
    file = tmp_path / "schema.json"
    file.write_text(json.dumps(changed))
    status, _, err = outcome(["ingest", str(file), "--revision", "2026-07-28+tasks", *at], capsys)
    assert status == 2 and "the file has 1 protocol difference from the pinned tasks" in err
    wider = json.loads(TASKS.read_text("utf-8"))
    wider["$defs"]["Extra"] = {"type": "string"}
    file.write_text(json.dumps(wider))
    for path, again in ((TASKS, []), (file, ["--update"])):
        assert outcome(["ingest", str(path), "--revision", "2026-07-28+tasks", *again, *at], capsys)[0] == 0
    status, _, err = outcome(["ingest", str(TASKS), "--revision", "2026-07-28+tasks", *at], capsys)
    assert (
        status == 2
        and f"{TASKS}: this file is superseded: another file, which describes other messages, replaced it"
        in err
    )
    changed["$defs"]["TaskStatus"] = {"type": "string", "if": {}}
    many = {"$defs": {f"T{number}": {} for number in range(1001)}, "$schema": changed["$schema"]}
    for schema, at_fault in (
        (changed, "#/$defs/TaskStatus/if: "),
        (many, "#/$defs: has more than 1000 types"),
    ):
        file.write_text(json.dumps(schema))
        status, _, err = outcome(["ingest", str(file), "--revision", "2026-07-28+new", *at], capsys)
        assert status == 2 and err.startswith(f"{file}{at_fault}"), err
    shutil.rmtree(folder / "extensions" / "tasks")
    (folder / "changes" / "2025-11-25--2026-07-28+tasks.toml").unlink()
    status, out, _ = outcome(["ingest", str(TASKS), "--revision", "2026-07-28+jobs", *at], capsys)
    assert status == 0 and "entries are proposed" in out and "stubs; write a description for each" in out
    status, _, err = outcome(["build", "--out", str(tmp_path / "out"), *at], capsys)
    again = "accept them all: mcpgen ingest FILE --revision 2026-07-28+jobs --accept-proposals"
    overlay = folder / "extensions/jobs/2026-07-28/overlay.toml"
    assert status == 2 and f"{overlay}: proposed entries: 70; {again} --schema-dir {folder}" in err
    accept = ["ingest", str(TASKS), "--revision", "2026-07-28+jobs", "--accept-proposals", *at]
    assert outcome(accept, capsys)[0] == 0 and "proposed" not in overlay.read_text("utf-8")
    assert outcome(["build", "--out", str(tmp_path / "out"), *at], capsys)[0] == 0


def test_explain_has_a_page_for_an_extension(capsys: pytest.CaptureFixture[str]) -> None:
    """The name and the identifier lead to the page; a page of a composition has descriptions and history."""
    status, page, _ = outcome(["explain", "tasks"], capsys)
    assert status == 0 and page.startswith("io.modelcontextprotocol/tasks · extension of 2026-07-28\n")
    assert "tools/call may be answered by CreateTaskResult" in page
    assert outcome(["explain", "io.modelcontextprotocol/tasks"], capsys)[1] == page
    _, out, _ = outcome(["explain", "SubscriptionFilter", "--revision", "2026-07-28+tasks"], capsys)
    assert "Ids of the tasks." in out
    _, out, _ = outcome(["explain", "tools/call", "--revision", "2026-07-28+tasks", "--all"], capsys)
    revisions = "all" if mr.LATEST == "2026-07-28" else "until 2026-07-28"
    assert f"revisions   {revisions}\n" in out
    assert '"io.modelcontextprotocol/protocolVersion": "2026-07-28"' in out


APPS_LOG = """\
{"jsonrpc":"2.0","id":1,"method":"ui/open-link","params":{"url":"https://example.org"}}
{"jsonrpc":"2.0","id":1,"result":{"isError":5}}
{"from":"host","message":{"jsonrpc":"2.0","id":1,"result":{}}}
{"from":"server","message":{"jsonrpc":"2.0","id":1,"error":{"code":1,"message":""}}}
"""


def test_logs_have_the_sides_of_an_extension(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """A host answers an app; a conversion has neither, and says so for each line."""
    log = tmp_path / "apps.jsonl"
    log.write_text(APPS_LOG)
    validate = ["validate", str(log), "--revision", "2026-07-28+apps"]
    status, out, _ = outcome([*validate, "--advice"], capsys)
    lines = out.splitlines()
    assert status == 1 and lines[0].endswith(":1: app request ui/open-link: valid")
    assert lines[1].endswith(":2: host response to ui/open-link: invalid: /result/isError: "
                             "expected true or false, got 5")  # fmt: skip
    _, out, _ = outcome(["validate", str(log), "--revision", "2026-07-28"], capsys)
    assert "valid in 2026-07-28+apps" in out and '/from: must be "client" or "server", not \'host\'' in out
    status, out, err = outcome(
        ["convert", str(log), "--from", "2026-07-28+apps", "--to", "2025-11-25"], capsys
    )
    assert status == 1 and "is sent by the app; mcpgen converts only messages of client or server" in err


def test_convert_takes_a_composition(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """Tasks convert to the extension; without the extension they have no counterpart."""
    log = tmp_path / "log.jsonl"
    log.write_text('{"jsonrpc":"2.0","id":1,"method":"tasks/get","params":{"taskId":"t"}}\n')
    convert = ["convert", str(log), "--from", "2025-11-25", "--to"]
    status, out, _ = outcome([*convert, "2026-07-28+tasks"], capsys)
    assert status == 0 and '"extensions":{"io.modelcontextprotocol/tasks":{}}' in out
    status, _, err = outcome([*convert, "2026-07-28"], capsys)
    assert status == 1 and "has no equivalent" in err
    status, _, err = outcome([*convert, "2025-06-18+tasks"], capsys)
    assert status == 2 and err.startswith("--to: ")


def test_forget_undoes_the_ingest_of_an_extension(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The folder of the extension goes, and nothing else; an unknown extension is refused."""
    schema = tmp_path / "schema"
    shutil.copytree(SCHEMA, schema)
    before = sorted(schema.rglob("*"))
    options = ["--schema-dir", str(schema)]
    ingested = ["ingest", str(TASKS), "--revision", "2026-07-28+widgets", *options]
    assert outcome(ingested, capsys)[0] == 0 and sorted(schema.rglob("*")) != before
    status, out, _ = outcome(["forget", "2026-07-28+widgets", *options], capsys)
    assert status == 0 and "extensions/widgets/docs.toml: deleted" in out
    assert sorted(schema.rglob("*")) == before
    for name in ("2026-07-28+widgets", "2025-11-25+tasks", "2026-07-28+../..", "2026-07-28+"):
        status, _, err = outcome(["forget", name, *options], capsys)
        assert status == 2 and "is not pinned" in err
    assert sorted(schema.rglob("*")) == before
