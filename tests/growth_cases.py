"""The functions whose growth is measured, with the kinds of inputs that each takes.

Frames (`growth_kinds`) reach every function that takes a frame: the codec, the rules, the conversion, also
back with kept values, the router, the bridge and the commands that read logs. Forms, offers of revisions,
sessions of many frames and schema files have makers here.
"""

from __future__ import annotations

import asyncio
import io
import json
import tempfile
from collections.abc import Callable, Iterator
from contextlib import redirect_stderr, suppress
from functools import partial
from pathlib import Path
from typing import Any

import mcp_revisions as mr
from mcp_revisions._runtime.collected import Collected

import mcp_bridge
from growth_kinds import (
    FORMS,
    KINDS,
    LEGACY,
    META,
    MODERN,
    OLD,
    Kind,
    Tree,
    items,
    members,
    one_hash,
    required_form,
    text,
)
from mcp_bridge.diagnostics import LossReport, Recorder
from mcp_bridge.stdio import LineBuffer
from mcpgen.commands.convert import ConversionOptions, Outputs
from mcpgen.commands.diff import diff_revisions
from mcpgen.commands.log_files import LogRecord
from mcpgen.commands.log_records import records
from mcpgen.frontend.load import load
from mcpgen.problems import Refused
from support.bridge_pair import Bridged, opened
from support.growth import Case
from support.log_commands import convert_lines, validate_lines
from support.oracle import OTHER
from support.paths import ROOT

EXPECTED = (mr.DecodeError, mr.EncodeError, mr.NoCounterpart, mr.LossError, mr.forms.InvalidSchema, Refused)
KEY = b"k" * 32
ABLE = {"roots": {}, "sampling": {"tools": {}}, "elicitation": {"form": {}, "url": {}}}
OFFERED: Tree = {"tools": {}, "prompts": {}, "resources": {}, "logging": {}, "completions": {}}


def _quiet(call: Callable[[Any], Any]) -> Callable[[Any], Any]:
    def quiet(value: Any) -> Any:
        with suppress(*EXPECTED):
            return call(value)

    return quiet


def frame_cases() -> Iterator[Case]:
    """Yield each function that takes a frame with each kind of frame."""
    for name, kind in KINDS.items():
        for functions in (_of_codec, _of_rules, _of_conversion, _of_bridge, _of_commands):
            for function, call in functions(kind):
                yield Case(
                    f"{function} - {name}",
                    lambda size, kind=kind: json.dumps(kind.make(size)).encode(),
                    _quiet(call),
                )


Functions = Iterator[tuple[str, Callable[[bytes], Any]]]


def _of_codec(kind: Kind) -> Functions:
    module = mr.revision(kind.revision)
    decode = partial(module.decode_message, sender=kind.sender, answering=kind.answering)
    yield "decode", decode
    yield "decode, unknown members are errors", partial(decode, unknown="error")
    yield "decode, strict JSON", partial(decode, strict_json=True)
    yield "decode, invalid items skipped", partial(decode, invalid_items="skip")
    yield "decode, unknown members counted", lambda data: _unknown(decode(data, invalid_items="skip"))
    yield "encode", lambda data: module.encode(decode(data))
    router = module.Router(kind.sender, OFFERED if kind.sender == "client" else ABLE)
    for name, method in module.METHODS.items():
        if kind.sender in method.senders and method.kind != "embedded":
            router.on(name)(_refuse)
    yield "route", lambda data: asyncio.run(router.handle(data))


def _unknown(decoded: Any) -> int:
    """Return the number of unknown members of a message, or of all messages of a batch."""
    return sum(len(message.unknown) for message in (decoded if isinstance(decoded, list) else [decoded]))


def _refuse(params: Any) -> Any:
    raise mr.ProtocolError(-32603, "no")


def _of_rules(kind: Kind) -> Functions:
    exchange: dict[str, Any] = {"sender": kind.sender, "answering": kind.answering}
    yield "advise", partial(mr.advise, revision=kind.revision, **exchange)
    tools: Any = [{"name": "t", "inputSchema": {"type": "object"}, "outputSchema": {"type": "object"}}]
    request = {"method": kind.answering, "params": {"name": "t"}}
    facts = {"tools": tools, "prompts": tools, "request": request, "cursors": ["c"], "progress": {1: 1}}
    yield "spec_rules.check", partial(mr.spec_rules.check, revision=kind.revision, **exchange, **facts)
    allows = partial(mr.capabilities.allows, kind.revision, kind.sender, client=ABLE, server=OFFERED)
    yield "capabilities.allows", allows


def _of_conversion(kind: Kind) -> Functions:
    sender: Any = kind.sender
    for target in (OLD, FORMS, LEGACY, MODERN):
        if target != kind.revision:
            convert = partial(
                mr.convert, source=kind.revision, target=target, sender=sender, answering=kind.answering
            )
            yield f"convert to {target}", lambda data, convert=convert: convert(data).losses
            yield f"convert to {target}, valid", partial(convert, validate=True)
            keeping = partial(convert, keep=KEY)
            yield f"convert to {target}, keeping", lambda data, keeping=keeping: keeping(data).losses


def kept_cases() -> Iterator[Case]:
    """Yield the way back of each kind of frame, with the values that the way there has kept."""
    for name, kind in KINDS.items():
        sender: Any = kind.sender
        for target in (OLD, FORMS, LEGACY, MODERN):
            if target == kind.revision:
                continue
            there = mr.converter(kind.revision, target, sender=sender, keep=KEY)
            back = mr.converter(target, kind.revision, sender=sender, keep=KEY)

            def make(size: int, kind: Kind = kind, there: Any = there) -> list[bytes]:
                data = json.dumps(kind.make(size)).encode()
                try:
                    found = there(data, kind.answering).message
                except EXPECTED:
                    return []
                return found if isinstance(found, list) else [found]

            if make(1_000):  # some kinds of frames have no counterpart
                yield Case(
                    f"convert from {target}, kept - {name}",
                    make,
                    _quiet(
                        lambda frames, back=back, answering=kind.answering: [
                            back(frame, answering).losses for frame in frames
                        ]
                    ),
                )


class Unkept(io.StringIO):
    """A standard output: the text that a command has written takes no memory of the command."""

    def write(self, text: str) -> int:
        """Take a text."""
        return len(text)


def _of_commands(kind: Kind) -> Functions:
    lines = [] if kind.answering is None else [b'{"id": 1, "method": "%s"}' % kind.answering.encode()]
    report: Any
    for report in ("text", "json", "junit"):
        yield (
            f"mcpgen validate as {report}",
            lambda data, report=report: validate_lines(
                [*lines, data], kind.revision, Unkept(), format=report, advice=report == "text"
            ),
        )
    target = OLD if kind.revision != OLD else LEGACY
    options = ConversionOptions(kind.revision, target)
    yield (
        "mcpgen convert",
        lambda data: convert_lines(
            [*lines, data],
            "log",
            options,
            Outputs(io.BytesIO(), io.StringIO(), io.BytesIO()),
        ),
    )


# --- the bridge -------------------------------------------------------------------------------------------

_PARAMS: dict[str, Tree] = {
    "tools/call": {"name": "t", "arguments": {}},
    "prompts/get": {"name": "p"},
    "resources/read": {"uri": "a:b"},
    "completion/complete": {
        "ref": {"type": "ref/prompt", "name": "p"},
        "argument": {"name": "a", "value": ""},
    },
    "sampling/createMessage": {"messages": [], "maxTokens": 1},
}


def _of_bridge(kind: Kind) -> Functions:
    for other in (OLD, LEGACY, MODERN):
        if other == kind.revision or (
            kind.sender == "client" and kind.answering and MODERN in (other, kind.revision)
        ):
            continue
        ends = {kind.sender: kind.revision, OTHER[kind.sender]: other}
        client, server = ends["client"], ends["server"]
        yield (
            f"bridge {client} to {server}",
            lambda data, client=client, server=server: _bridged(kind, data, client, server),
        )


# A table takes more memory for a frame than the rest of the bridge: tables that are full at 10 kB hide no
# growth, and bend none.
LIMITS = mcp_bridge.Limits(pending=64, queued=64, streams=64, tasks=64)


def _session(client: str, server: str) -> Bridged:
    return opened(client, server, able=ABLE if client >= LEGACY else {}, offered=OFFERED, limits=LIMITS)


def _bridged(kind: Kind, data: bytes, client: str, server: str) -> list[Any]:
    """Return the frames that a bridge sends for a frame, after the handshake and the request behind it."""
    link = _session(client, server)
    link.judging = False
    if kind.answering is not None:
        params = _PARAMS.get(kind.answering, {})
        asker = OTHER[kind.sender]
        params = {**params, "_meta": META} if asker == "client" and client == MODERN else params
        sent = [
            each for each in link.ask(asker, kind.answering, params) if each.get("method") == kind.answering
        ]
        if not sent:  # a request that the other revision lacks, or that the bridge answers
            return []
        data = data.replace(b'"id": 1', b'"id": %d' % sent[0]["id"], 1)
    bridge = link.bridge.lines
    take = bridge.from_client if kind.sender == "client" else bridge.from_server
    return [(send.data if send.to else None, send.losses) for send in take(data)]


_NOTE = '{"jsonrpc": "2.0", "method": "%s", "params": %s}'
_ASK = '{"jsonrpc": "2.0", "id": "a%d", "method": "%s", "params": %s}'


def _frames(size: int, frame: Callable[[int], str]) -> list[bytes]:
    """Return frames of a side, about `size` bytes in all."""
    return [frame(i).encode() for i in range(max(1, size // (len(frame(10_000)))))]


def _asks(method: str, params: Callable[[int], Tree], modern: bool) -> Callable[[int], list[bytes]]:
    def one(i: int) -> str:
        return _ASK % (i, method, json.dumps({**params(i), "_meta": META} if modern else params(i)))

    return lambda size: _frames(size, one)


def _streams(modern: bool) -> dict[str, tuple[str, Callable[[int], list[bytes]]]]:
    """Return what a client, or a server, may send again and again, by the revision of the client."""
    return {
        "calls": ("client", _asks("tools/call", lambda i: {"name": "t"}, modern)),
        "subscriptions": ("client", _asks("resources/subscribe", lambda i: {"uri": f"a:{i}"}, modern)),
        "listens": (
            "client",
            _asks(
                "subscriptions/listen",
                lambda i: {"notifications": {"resourceSubscriptions": [f"a:{i}"]}},
                modern,
            ),
        ),
        "log levels": ("client", _asks("logging/setLevel", lambda i: {"level": "error"}, modern)),
        "questions": ("server", _asks("elicitation/create", lambda i: _QUESTION, False)),
        "visits": (
            "server",
            _asks("elicitation/create", lambda i: {**_VISIT, "elicitationId": str(i)}, False),
        ),
        "pings": ("server", _asks("ping", lambda i: {}, False)),
        "cancellations": (
            "client",
            lambda n: _frames(
                n, lambda i: _NOTE % ("notifications/cancelled", json.dumps({"requestId": f"a{i}"}))
            ),
        ),
        "updates": (
            "server",
            lambda n: _frames(
                n, lambda i: _NOTE % ("notifications/resources/updated", json.dumps({"uri": f"a:{i}"}))
            ),
        ),
        "changes": (
            "server",
            lambda n: _frames(n, lambda i: _NOTE % ("notifications/tools/list_changed", "{}")),
        ),
        "progress": (
            "server",
            lambda n: _frames(
                n,
                lambda i: _NOTE % ("notifications/progress", json.dumps({"progressToken": i, "progress": i})),
            ),
        ),
        "answers": (
            "server",
            lambda n: _frames(n, lambda i: f'{{"jsonrpc": "2.0", "id": {i}, "result": {{}}}}'),
        ),
        "rubbish": ("server", lambda n: _frames(n, lambda i: "[[")),
    }


_QUESTION = {"message": "m", "requestedSchema": {"type": "object", "properties": {"a": {"type": "string"}}}}
_VISIT = {"mode": "url", "message": "m", "url": "https://a.b/"}


def session_cases() -> Iterator[Case]:
    """Yield sessions of a bridge in which a side sends one thing again and again, and the other nothing."""
    for client, server in ((LEGACY, MODERN), (MODERN, LEGACY), (FORMS, LEGACY), (LEGACY, "auto")):
        for name, (side, make) in _streams(client == MODERN).items():
            yield Case(
                f"bridge {client} to {server}, session of {name}",
                make,
                lambda frames, ends=(client, server), side=side: _run(*ends, side, frames),
            )
    yield Case("mcp-bridge, lines", lambda n: [b"x" * 65_536] * (n // 65_536 + 1), _feed)
    yield Case("mcp-bridge, short lines", lambda n: [b"{}\n" * (n // 3)], _feed)
    yield Case("mcp-bridge, many empty parts", lambda n: [b""] * (n // 8), _collect)
    yield Case("log of events, many empty parts", lambda n: b"data:\n" * (n // 6), _read_log)
    yield Case("log over lines, many short ones", lambda n: b"[\n" + b"1,\n" * (n // 3), _read_log)
    yield Case("mcp-bridge, log of JSON", lambda n: b'{"a":"%s"}' % (b"\\ud800 " * (n // 7)), _record)
    yield Case("mcp-bridge, log of rubbish", lambda n: b"\xff" * n, _record)
    yield Case("mcp-bridge, kinds of losses", _kinds_of_losses, _report)


def _run(client: str, server: str, side: str, frames: list[bytes]) -> None:
    unmet = server == "auto"
    bridge: Any = (
        mcp_bridge.Bridge(client, server, limits=LIMITS) if unmet else _session(client, server).bridge.lines
    )
    for number, frame in enumerate(frames):
        (bridge.from_client if side == "client" else bridge.from_server)(frame)
        if number % 100 == 0:
            bridge.tick(number / 1000)


def _feed(parts: list[bytes]) -> None:
    lines = LineBuffer("client", lambda found: None)
    for part in parts:
        lines.feed(part)
    lines.end()


def _collect(parts: list[bytes]) -> None:
    found = Collected(1 << 30)
    for part in parts:
        found.add(part)


def _read_log(text: bytes) -> None:
    lines = (LogRecord(number, line) for number, line in enumerate(text.splitlines(keepends=True), 1))
    for _ in records(lines, lambda text: False):
        pass


def _record(line: bytes) -> None:
    with tempfile.TemporaryDirectory() as folder:
        recorder = Recorder(Path(folder, "log"))
        recorder.record("client", "client", line)
        recorder.close()


def _kinds_of_losses(size: int) -> list[mr.Loss]:
    return [mr.Loss("dropped", f"/a/{'n' * 40}{i}", None, "r", "T1.1") for i in range(size // 50)]


def _report(losses: list[mr.Loss]) -> None:
    with redirect_stderr(io.StringIO()):
        LossReport().add(mcp_bridge.Frame("client", {"method": "tools/call"}, tuple(losses)))


# --- logs -------------------------------------------------------------------------------------------------


def log_cases() -> Iterator[Case]:
    """Yield the commands that read logs with logs of many lines."""
    for name in ("tools for tasks", "meta", "long text", "form of titled choices", "log", "batch of calls"):
        kind = KINDS[name]
        line = json.dumps(kind.make(200)).encode()
        for function, call in _of_commands(kind):
            yield Case(
                f"{function} - many lines of {name}",
                lambda size, line=line: b"\n".join([line] * (size // len(line) + 1)),
                lambda data, call=call: [call(line) for line in data.split(b"\n")] and None,
            )


# --- offers -----------------------------------------------------------------------------------------------


def offer_cases() -> Iterator[Case]:
    """Yield the functions that take lists of revisions and capabilities."""

    def offers(size: int) -> list[str]:
        return [f"2030-01-{i}" for i in range(size // 12)]

    yield Case("negotiate", offers, lambda found: mr.negotiate(found, found))
    yield Case(
        "negotiate, one offer", offers, lambda found: mr.negotiate("x", found, method="server/discover")
    )

    def declared(n: int) -> Tree:
        return {"experimental": members(lambda i: {"a": i}, n), "tools": {}}

    paths = ("tools.listChanged", "experimental.a")
    yield Case(
        "capabilities.declared", declared, lambda d: [mr.capabilities.declared(d, path) for path in paths]
    )
    filters = {"toolsListChanged": True, "resourceSubscriptions": ["a:"]}
    yield Case("capabilities.granted", declared, lambda d: mr.capabilities.granted(filters, d))
    yield Case(
        "capabilities.allows, many requests",
        lambda n: (KINDS["many requests in a result"].make(n // 2), declared(n // 2)),
        lambda pair: mr.capabilities.allows(MODERN, "server", pair[0], client={**ABLE, **pair[1]}),
    )

    def tools(n: int) -> list[Tree]:
        found: list[Tree] = KINDS["tools"].make(n)["result"]["tools"]
        return found

    yield Case(
        "advise, batch with facts",
        lambda n: (KINDS["batch of calls"].make(n // 2), tools(n // 2)),
        lambda pair: mr.advise(pair[0], "2025-03-26", sender="client", tools=pair[1], prompts=pair[1]),
    )
    for name, make in FORMS_OF.items():
        yield Case(
            f"advise, structured content - {name}",
            make,
            lambda form: mr.advise(
                {"jsonrpc": "2.0", "id": 1, "result": {"content": [], "structuredContent": form[1]}},
                MODERN,
                request=_CALL_T,
                tools=[{"name": "t", "inputSchema": {}, "outputSchema": form[0]}],
            ),
        )


_CALL_T = {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "t"}}


# --- forms ------------------------------------------------------------------------------------------------


def _many_references(size: int) -> Tree:
    """Return a schema of definitions that each refer twice to the next."""
    last = size // 80
    definitions: Tree = {
        f"d{i}": {"allOf": [{"$ref": f"#/$defs/d{i + 1}"}, {"$ref": f"#/$defs/d{i + 1}"}]} for i in range(40)
    }
    definitions |= {f"e{i}": {"type": "string", "description": "unused"} for i in range(last)}
    return {"type": "object", "$defs": {**definitions, "d40": {}}, "$ref": "#/$defs/d0"}


def _fields(field: Callable[[int], Tree], size: int) -> Tree:
    return {"type": "object", "properties": members(lambda i: {"type": "string", **field(i)}, size)}


def _members_of(value: Any, size: int) -> Tree:
    return members(lambda i: value, size)


FORMS_OF: dict[str, Callable[[int], tuple[Tree, Any]]] = {
    "missing fields": lambda n: (required_form(n)["params"]["requestedSchema"], {}),
    "wrong fields": lambda n: (
        {"type": "object", "properties": members(lambda i: {"type": "string"}, n)},
        members(int, n // 2),
    ),
    "unknown fields": lambda n: ({"type": "object", "additionalProperties": False}, members(str, n)),
    "many references": lambda n: (_many_references(n), {}),
    "choices": lambda n: (
        {"type": "object", "properties": {"a": {"enum": items(lambda i: f"choice {i}", n)}}},
        {"a": "other"},
    ),
    "patterns of exponential time": lambda n: (
        _fields(lambda i: {"pattern": "(a+)+$"}, n),
        _members_of("a" * 40, n),
    ),
    "patterns of quadratic time": lambda n: (
        _fields(lambda i: {"pattern": "a*a*b"}, 100),
        {"m000000": text("a", n)},
    ),
    "pattern of many states": lambda n: (
        _fields(lambda i: {"pattern": "[01]*1" + "[01]{900}" * 10}, 10),
        {"m000000": text("01", n)},
    ),
    "many patterns for a text": lambda n: (
        {"allOf": items(lambda i: {"properties": {"a": {"pattern": f"a*{i}"}}}, n // 2)},
        {"a": text("a", n // 2)},
    ),
    "patterns of names": lambda n: (
        {"patternProperties": members(lambda i: {"type": "string"}, n // 2), "additionalProperties": False},
        members(int, n // 2),
    ),
    "a long pattern that fails": lambda n: (
        {"type": "object", "additionalProperties": {"type": "string", "pattern": "a" * (n // 2)}},
        members(str, n // 2),
    ),
    "a long constant that fails": lambda n: (
        {"type": "object", "additionalProperties": {"const": "a" * (n // 2)}},
        members(str, n // 2),
    ),
    "long choices that fail": lambda n: (
        {"enum": items(str, n // 2), "additionalProperties": {"enum": items(str, n // 2)}},
        members(str, n // 2),
    ),
    "a large value of many wrong types": lambda n: (
        {"properties": {"a": {"allOf": items(lambda i: {"type": "string"}, n // 2)}}},
        {"a": items(lambda i: i, n // 2)},
    ),
    "a large value by many references": lambda n: (
        {
            "$defs": {"a": {"const": items(lambda i: i, n // 3)}},
            "properties": {"a": {"allOf": items(lambda i: {"$ref": "#/$defs/a"}, n // 3)}},
        },
        {"a": items(lambda i: i, n // 3)},
    ),
    "items by many references": lambda n: (
        {
            "$defs": {"a": {"items": True, "contains": True, "prefixItems": [True]}},
            "properties": {"a": {"allOf": items(lambda i: {"$ref": "#/$defs/a"}, n // 2)}},
        },
        {"a": items(lambda i: i, n // 2)},
    ),
    "unique objects": lambda n: (
        {"properties": {"a": {"type": "array", "uniqueItems": True}}},
        {"a": items(lambda i: {"b": i}, n)},
    ),
    "unique mixed values": lambda n: (
        {"properties": {"a": {"type": "array", "uniqueItems": True}}},
        {"a": [*items(str, n // 2), *items(int, n // 2)]},
    ),
    "unique numbers of one hash": lambda n: (
        {"properties": {"a": {"type": "array", "uniqueItems": True}}},
        {"a": items(one_hash, n)},
    ),
    "choices of one hash": lambda n: ({"properties": {"a": {"enum": items(one_hash, n)}}}, {"a": 1}),
    "required names of mixed types": lambda n: ({"required": [*items(str, n // 2), *items(int, n // 2)]}, {}),
    "invalid subschemas": lambda n: ({"properties": members(lambda i: {"type": "x"}, n)}, {}),
    "unevaluated names": lambda n: (
        {"allOf": [{"properties": members(lambda i: True, n // 2)}], "unevaluatedProperties": False},
        members(int, n // 2),
    ),
    "unevaluated names by many references": lambda n: (
        {
            "unevaluatedProperties": False,
            "$defs": {"a": {"properties": members(lambda i: True, n // 4)}},
            "dependentSchemas": members(lambda i: {"$ref": "#/$defs/a"}, n // 4),
        },
        members(int, n // 2),
    ),
    "exponential unevaluated names": lambda n: (
        {
            "unevaluatedProperties": False,
            "$defs": {
                f"d{i}": {"dependentSchemas": {name: {"$ref": f"#/$defs/d{i + 1}"} for name in ("a", "b")}}
                for i in range(40)
            }
            | {"d40": {"description": text("d", n)}},
            "$ref": "#/$defs/d0",
        },
        {"a": 1, "b": 1},
    ),
    "one field of many unknown keywords": lambda n: (
        _fields(lambda i: members(int, n // 2), 10) | {"required": ["n" * (n // 2)]},
        {},
    ),
    "email": lambda n: (
        {"type": "object", "properties": {"a": {"type": "string", "format": "email"}}},
        {"a": text("a.", n) + "@b.c"},
    ),
    "uri": lambda n: (
        {"type": "object", "properties": {"a": {"type": "string", "format": "uri"}}},
        {"a": "a:" + text("/%20b", n) + " "},
    ),
    "date-time": lambda n: (
        {"type": "object", "properties": {"a": {"type": "string", "format": "date-time"}}},
        {"a": "2025-01-01T00:00:00." + text("1", n)},
    ),
}


def form_cases() -> Iterator[Case]:
    """Yield each function of `forms` with each kind of form."""
    for name, make in FORMS_OF.items():
        yield Case(f"forms.check - {name}", make, _quiet(lambda form: mr.forms.check(form[1], form[0])))
        yield Case(f"forms.unsupported - {name}", make, lambda form: mr.forms.unsupported(form[0]))
        yield Case(f"forms.coerce - {name}", make, lambda form: mr.forms.coerce(form[0], form[1]))
        yield Case(f"forms.defaults - {name}", make, lambda form: mr.forms.defaults(form[0]))


# --- schema files -----------------------------------------------------------------------------------------

_FILES: dict[str, Callable[[int], str]] = {
    "members given twice": lambda n: "{"
    + ",".join(f'"m{i % (n // 30)}": {{}}' for i in range(n // 15))
    + "}",
    "a member given twice at the end": lambda n: (
        "{" + "".join(f'"m{i}": {{}},' for i in range(n // 15)) + '"m1": {}}'
    ),
    "definitions under a long name": lambda n: json.dumps(
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$defs": {"n" * (n // 2): {"properties": members(lambda i: {}, n // 2)}},
        }
    ),
    "definitions": lambda n: json.dumps(
        {
            "$schema": "https://json-schema.org/draft/2020-12/schema",
            "$defs": members(lambda i: {"type": "string"}, n),
        }
    ),
}


def file_cases() -> Iterator[Case]:
    """Yield `load` with each kind of schema file; the metaschema is applied by another package."""
    for name, make in _FILES.items():
        yield Case(
            f"load - {name}",
            lambda size, make=make: make(size).encode(),
            _quiet(lambda data: load(data, "s.json", metaschema=False)),
        )
    for name, added in _DEFINITIONS.items():
        yield Case(
            f"mcpgen diff - {name}",
            lambda size, added=added: json.dumps(_schema_with(added(size))),
            _quiet(_diff),
        )


_DEFINITIONS: dict[str, Callable[[int], Tree]] = {
    "members": lambda n: {"type": "object", "properties": members(lambda i: {"type": "string"}, n)},
    "constants": lambda n: {"enum": items(lambda i: f"constant {i}", n)},
    "required members": lambda n: {
        "type": "object",
        "properties": members(lambda i: {"type": "string"}, n // 2),
        "required": list(members(lambda i: {"type": "string"}, n // 2)),
    },
    "a long description": lambda n: {"type": "object", "description": text("d ", n)},
}


def _schema_with(definition: Tree) -> Tree:
    schema: Tree = json.loads((ROOT / "schema" / LEGACY / "schema.json").read_bytes())
    schema["$defs"]["Annotations"] = definition
    return schema


def _diff(schema: str) -> None:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder, "schema.json")
        path.write_text(schema)
        report = diff_revisions(LEGACY, "draft", schema_new=path)
        assert report.changes


CASES = [
    *form_cases(),
    *offer_cases(),
    *file_cases(),
    *session_cases(),
    *log_cases(),
    *frame_cases(),
    *kept_cases(),
]
