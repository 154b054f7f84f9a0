"""The whole project takes one revision more, as data: ingested, built, and held to the same laws."""

from __future__ import annotations

import json
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path
from random import Random

import pytest
from mcp_revisions._runtime.revisions import with_handshake

import sixth_checks as checks
from mcpgen import schema_folder
from mcpgen.compare.change_rules import CHANGE_RULES
from mcpgen.compare.changes import find_changes
from mcpgen.frontend.sources import read_sources
from mcpgen.schema_folder import folder_of
from sixth_checks import Invention
from support.invented_changes import ALL_KINDS, CHANGES
from support.oracle import INVENTED, Oracle
from support.sixth_revision import REVISION, USUAL, build, ingested, package, sources

PINNED = schema_folder.revisions()
LATEST = PINNED[-1]
META = {"io.modelcontextprotocol/protocolVersion": REVISION, "io.modelcontextprotocol/clientCapabilities": {}}
# Kinds of change of which no row tells: those that follow from another row, and mirrors without a decision.
# Golden adapters and families rename and move members; the rename of a method follows its proposal.
_RENAMES = {
    "FIELD_RENAMED",
    "FIELD_MOVED",
    "FIELD_PERHAPS_RENAMED",
    "FIELD_PERHAPS_MOVED",
    "METHOD_RENAMED",
} | {"ENUM_VALUE_RENAMED"}
_WITHOUT_ROW = {"MESSAGE_LISTED", "MESSAGE_UNLISTED", "FIELD_DECLARED", "FIELD_UNDECLARED"} | _RENAMES


@contextmanager
def invention(names: tuple[str, ...], root: Path) -> Iterator[Invention]:
    """Ingest a file with these changes, build the latest revision and this one, and import the package."""
    schemas = ingested(names, root)
    folder = read_sources(schemas)
    protocols = {revision: folder_of(folder).protocol(revision) for revision in (*PINNED, REVISION)}
    files = build(folder, (LATEST, REVISION))
    judged = folder_of(folder).schema(REVISION)
    INVENTED[REVISION] = Oracle(REVISION, judged.data, judged.overlay)
    try:
        with package(root, files) as imported:
            yield Invention(imported, REVISION, protocols, schemas)
    finally:
        del INVENTED[REVISION]


@pytest.fixture(scope="module")
def usual(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Invention]:
    """Return a package with a usual new revision."""
    with invention(USUAL, tmp_path_factory.mktemp("usual")) as one:
        yield one


def test_the_package_knows_the_revision(usual: Invention) -> None:
    """The package, its table of facts and the methods of the revision are those of the schema."""
    checks.check_table(usual)
    assert usual.package.revision(REVISION).METHODS["tools/describe"].capability == "tools"


def test_messages_are_exact(usual: Invention) -> None:
    """A message of the revision is accepted if and only if the schema accepts it."""
    verdicts = checks.check_exactness(usual, 100)
    assert min(verdicts[True], verdicts[False]) > 20


def test_conversions_are_valid(usual: Invention) -> None:
    """Frames convert between the revision and each older one, and are valid in their target."""
    seen = checks.check_conversions(usual, 40)
    assert all(seen[outcome] for outcome in ("lossless", "lossy", "refused")), seen


def test_negotiation_and_gates(usual: Invention) -> None:
    """The revision is agreed on by `server/discover`; its methods need the capabilities of the overlay."""
    checks.check_negotiation(usual)
    assert checks.check_gates(usual) > 10


def test_commands_know_the_revision(usual: Invention, tmp_path: Path) -> None:
    """`diff`, `explain` and `validate` speak of the revision: its changes, its names, its messages."""
    assert checks.run_command(usual, "diff", LATEST, REVISION, "--fail-on", "breaking", status=1)
    changes = json.loads(checks.run_command(usual, "diff", LATEST, REVISION, "--format", "json"))
    shown = {(change["rule"], change["at"]) for change in changes["changes"]}
    assert {("METHOD_ADDED", "tools/describe"), ("FIELD_ADDED_REQUIRED", "Tool.category")} <= shown
    told = checks.run_command(usual, "explain", "tools/describe", "--revision", REVISION)
    assert REVISION in told and "DescribeToolResult" in told and "tools" in told
    log = tmp_path / "log.jsonl"
    tool = {"name": "t", "inputSchema": {"type": "object"}}
    for category, status in ({"category": "c"}, 0), ({}, 1):
        result = {"resultType": "complete", "tool": {**tool, **category}}
        call = {"jsonrpc": "2.0", "id": 1, "method": "tools/describe", "params": {"name": "t", "_meta": META}}
        frames = [call, {"jsonrpc": "2.0", "id": 1, "result": result}]
        entries = zip(("client", "server"), frames, strict=True)
        log.write_text(
            "".join(json.dumps({"from": side, "message": frame}) + "\n" for side, frame in entries)
        )
        checks.run_command(usual, "validate", str(log), "--revision", REVISION, status=status)


@pytest.mark.parametrize("auto", [False, True], ids=["given", "auto"])
@pytest.mark.parametrize("other", PINNED)
def test_bridges(usual: Invention, other: str, auto: bool) -> None:
    """A session with the revision on either side of a bridge works, and the bridge finds the revision out."""
    checks.check_bridge(usual, REVISION, other, auto=auto)
    checks.check_bridge(usual, other, REVISION, auto=auto)


@pytest.mark.parametrize("legacy", with_handshake())
def test_input_requests_cross_a_bridge(usual: Invention, legacy: str) -> None:
    """Input requests of a server and their answers cross a bridge with the revision on either side."""
    checks.check_input_request_in_result(usual, legacy)
    checks.check_input_request_of_server(usual, legacy)


@pytest.mark.parametrize("client, server", [(LATEST, REVISION), (REVISION, LATEST)])
def test_streams_cross_a_bridge(usual: Invention, client: str, server: str) -> None:
    """A stream of subscriptions crosses a bridge between two revisions without a handshake."""
    checks.check_streams(usual, client, server)


@pytest.mark.parametrize("revision", [LATEST, REVISION])
def test_interactive_handlers(usual: Invention, revision: str) -> None:
    """A handler of either revision may wait for input."""
    checks.check_interactive_handler(usual, revision)


@pytest.mark.parametrize("server", [*PINNED, REVISION, "auto"])
def test_a_client_of_an_unknown_revision_chooses(usual: Invention, server: str) -> None:
    """The bridge offers the new revision and the older one without a handshake."""
    checks.check_unknown_client(usual, server)


def test_every_kind_of_change_is_invented() -> None:
    """The table of invented changes has each change rule, or its mirror."""
    either = ALL_KINDS | {CHANGE_RULES[rule].mirror for rule in ALL_KINDS}
    assert CHANGE_RULES.keys() - either == _WITHOUT_ROW


@pytest.mark.parametrize("name", CHANGES)
def test_an_invented_change_is_of_its_kind(name: str) -> None:
    """Each row of the table leads to the change rules that it states."""
    folder = sources([name])
    found = find_changes(schema_folder.protocol(LATEST), folder_of(folder).protocol(REVISION))
    assert set(CHANGES[name].rules) <= {change.rule for change in found}


def mixtures(number: int) -> Iterator[tuple[str, ...]]:
    """Yield random sets of invented changes that do not concern the same names."""
    rng = Random(REVISION)
    together = [name for name in CHANGES if name not in ("method removed", "method renamed")]
    for _ in range(number):
        yield tuple(sorted(rng.sample(together, 6)))


_EACH = [*((name,) for name in CHANGES), *mixtures(8)]


@pytest.mark.long
@pytest.mark.parametrize("names", _EACH, ids=", ".join)
def test_each_change_alone_and_mixed(names: tuple[str, ...], tmp_path: Path) -> None:
    """Proposals are sound: every law holds of a revision with each kind of change alone, and with several."""
    with invention(names, tmp_path) as one:
        checks.check_table(one)
        checks.check_exactness(one, 150)
        checks.check_conversions(one, 60)
        checks.check_negotiation(one)
        checks.check_gates(one)
        for other in PINNED:
            checks.check_bridge(one, REVISION, other)
            checks.check_bridge(one, other, REVISION)
