"""Check that every public function raises only the exceptions that its docstring documents.

Each round calls every function in `CALLS` with hostile arguments from a seeded `Random`: JSON of any type and
depth, unpaired surrogates, huge numbers, damaged messages. A finding is an undocumented exception, one that
cannot be copied or pickled, or a callable for `answering` that is called twice for the same id.
"""

from __future__ import annotations

import asyncio
import copy
import json
import logging
import pickle
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from random import Random
from typing import Any, NamedTuple

import mcp_revisions as mr

import mcp_bridge
from support.agreement import HOSTILE, Frame, texts
from support.oracle import REVISIONS

NAMES = (
    "type", "properties", "enum", "enumNames", "oneOf", "anyOf", "const", "title", "items", "required",
    "default", "$ref", "format", "pattern", "minimum", "minLength", "maxItems", "name", "arguments",
    "params", "result", "method", "content", "tools", "roots", "_meta", "prompts", "inputSchema",
    "outputSchema", "elicitations", "mode", "requestedSchema", "messages", "icons", "uri", "capabilities",
    "elicitation", "sampling", "tasks", "requests", "form", "url", "extensions", "inputRequests",
    "resultType", "$schema", "\ud800", "",
)  # fmt: skip
WORDS = (
    "string", "array", "object", "boolean", "number", "integer", "email", "uri", "date", "(a+)+$", "[",
    "#", "#/properties/a", "\ud83d", "tools/call", "elicitation/create", "input_required", "form", "url",
    "http://[", "https://xn--/", "data:", "2025-11-25", "a" * 300, "xxxxx\udfff", "1e999", "9" * 5000,
    "\0", "http://a:99999999999/", "https://\u2100",
)  # fmt: skip


class Raised(Exception):
    """The exception that a caller's own function raises."""


class Asked:
    """A function for `answering`, which counts its calls by id.

    It answers, returns an odd value, or raises.
    """

    def __init__(self, rng: Random, answer: Any) -> None:
        self.counts: Counter[Any] = Counter()
        odd = [answer, None, "", "no/such", "ping", 5, [], b"ping", Raised]
        self.answer = answer if rng.random() < 0.5 else rng.choice(odd)
        self.most = 1  # times that an id may be asked for: the frames of a batch

    def __call__(self, id: Any) -> Any:
        """Count the call, and answer."""
        self.counts[type(id), id] += 1
        if self.answer is Raised:
            raise Raised
        return self.answer


def value(rng: Random, depth: int = 4) -> Any:
    """Return JSON of any type, and sometimes a value that JSON text cannot represent."""
    kind = rng.randrange(12)
    if kind < 5 and depth:
        names = rng.choices(NAMES, k=rng.randrange(5))
        return {name: value(rng, depth - 1) for name in names}
    if kind < 7 and depth:
        return [value(rng, depth - 1) for _ in range(rng.randrange(4))]
    if kind < 10:
        return rng.choice(WORDS)
    if kind == 10 and rng.random() < 0.03:
        return nested(rng.choice([400, 900, 3_000, 50_000]))
    return copy.deepcopy(rng.choice([*HOSTILE, float("nan"), float("inf"), 10**4000, -(10**5000)]))


def nested(depth: int) -> Any:
    """Return an array nested to a depth."""
    made: Any = {}
    for _ in range(depth):
        made = [made]
    return made


def message(rng: Random) -> tuple[Frame, Any]:
    """Return a message, and a form of it that a function accepts: text, a JSON value, or any other value."""
    ((frame, data),) = texts(rng, 1)
    kind = rng.randrange(8)
    if kind < 3:
        return frame, data
    if kind < 5:
        return frame, copy.deepcopy(frame.tree)
    if kind == 5 and isinstance(frame.tree, dict):
        part = rng.choice([name for name in frame.tree] or ["id"])
        return frame, {**frame.tree, part: value(rng)}
    if kind == 6:
        deep = b"[" * 100_000 if rng.random() < 0.05 else b"\xff"
        return frame, data.replace(b"{}", deep + b"{}")
    return frame, value(rng)


def _convert(rng: Random, asked: Asked) -> None:
    frame, data = message(rng)
    asked.most = len(frame.tree) if isinstance(frame.tree, list) else 1
    asked.answer = frame.answering if asked.answer == "" else asked.answer
    answering = rng.choice([frame.answering, asked, asked])
    context = {
        name: value(rng) for name in rng.choices(("clientCapabilities", "clientInfo", "logLevel", "x"))
    }
    converter = mr.converter(
        frame.revision,
        rng.choice(REVISIONS),
        sender=frame.sender,  # type: ignore[arg-type]
        context=rng.choice([None, None, context]),
        loss=rng.choice(["report", "error", "allow"]),
        keep=rng.choice([False, False, True, b"k" * 32]),
        validate=rng.random() < 0.3,
        unknown_methods=rng.choice(["refuse", "pass"]),
    )
    found = converter(data, answering)
    assert isinstance(found.losses, tuple)


def _decode_message(rng: Random, asked: Asked) -> None:
    frame, data = message(rng)
    asked.most = len(frame.tree) if isinstance(frame.tree, list) else 1
    if isinstance(data, (bytes, str)):
        options = {
            "unknown": rng.choice(["keep", "drop", "error"]),
            "invalid_items": rng.choice(["raise", "skip"]),
        }
        strict = rng.random() < 0.3
        module = mr.revision(frame.revision)
        answering = rng.choice([frame.answering, asked])
        found = module.decode_message(data, frame.sender, answering, strict_json=strict, **options)
        for each in found if isinstance(found, list) else [found]:
            assert all(isinstance(pointer, str) for pointer in each.unknown)
            assert pickle.loads(pickle.dumps(each)) == copy.deepcopy(each) == each or "nan" in repr(each)


def _types(module: Any) -> list[Any]:
    """Return the generated types of a revision."""
    return [t for t in vars(module).values() if hasattr(t, "__struct_config__") and "types" in t.__module__]


def _decode_type(rng: Random, asked: Asked) -> None:
    module = mr.revision(rng.choice(REVISIONS))
    try:
        data = json.dumps(value(rng))
    except (RecursionError, ValueError):  # too deep, or an integer of too many digits
        data = "[" * 50_000
    module.decode(data, rng.choice(_types(module)), unknown=rng.choice(["keep", "drop", "error"]))


def _encode(rng: Random, asked: Asked) -> None:
    module = mr.revision(rng.choice(REVISIONS))
    rng.choice([module.encode, module.to_builtins])(value(rng))


def _json_schema(rng: Random, asked: Asked) -> None:
    module = mr.revision(rng.choice(REVISIONS))
    odd: Any = rng.choice([*HOSTILE, *WORDS, {"a": [1]}, [{}]])
    type_ = rng.choice([rng.choice(_types(module)), set[str], object, odd, odd])
    form: Any = rng.choice([lambda t: t, lambda t: list[t], lambda t: dict[str, t], lambda t: list[t] | None])
    json.dumps(module.json_schema(form(type_)))


def _route(rng: Random, asked: Asked) -> None:
    frame, data = message(rng)
    module = mr.revision(frame.revision)
    declared = rng.choice([None, {}, {rng.choice(NAMES): value(rng)}])
    router = module.Router(frame.sender, declared, validate=rng.random() < 0.5)

    def handler(params: Any) -> Any:
        raise rng.choice([Raised, mr.ProtocolError(5, "\ud800", value(rng)), RecursionError])

    for name, row in module.METHODS.items():
        if frame.sender in row.senders and row.kind != "embedded":
            router.on(name)(handler)
    if isinstance(data, (bytes, str)):
        reply = asyncio.run(router.handle(data))
        assert reply is None or isinstance(reply, mr.UnreadableFrame) or json.loads(reply)


def _facts(rng: Random) -> dict[str, Any]:
    facts: dict[str, Any] = {}
    for name in ("request", "prompts", "tools"):
        if rng.random() < 0.5:
            facts[name] = value(rng)
    if rng.random() < 0.3:
        facts["cursors"] = ["a", "\ud800"]
    if rng.random() < 0.3:
        facts["progress"] = {1: value(rng), "t": value(rng)}
    if rng.random() < 0.3:
        facts["answering"] = rng.choice(WORDS)
    return facts


def _advise(rng: Random, asked: Asked) -> None:
    frame, data = message(rng)
    check = rng.choice([mr.advise, mr.spec_rules.check])
    for finding in check(data, frame.revision, sender=frame.sender, **_facts(rng)):
        str(finding)


def _errors(rng: Random, asked: Asked) -> None:
    mr.spec_rules.resource_not_found(rng.choice(REVISIONS), 1, rng.choice(WORDS))
    mr.spec_rules.url_elicitation_required(rng.choice(REVISIONS), 1, value(rng))


def _allow(rng: Random, asked: Asked) -> None:
    frame, data = message(rng)
    found = mr.capabilities.allows(frame.revision, frame.sender, data, client=value(rng), server=value(rng))
    assert isinstance(bool(found), bool)


def _declare(rng: Random, asked: Asked) -> None:
    path = rng.choice(["tools.listChanged", "elicitation.form", "", "a..b"])
    mr.capabilities.declared(value(rng), path)
    mr.capabilities.granted({name: value(rng) for name in ("toolsListChanged", "x")}, value(rng))
    mr.capabilities.required(path)


def _forms(rng: Random, asked: Asked) -> None:
    fields = {name: value(rng) for name in ("a", "b")}
    schema = rng.choice([value(rng), {"type": "object", "properties": fields, "required": value(rng)}])
    revision = rng.choice(REVISIONS)
    mr.forms.defaults(schema, revision=revision)
    mr.forms.unsupported(schema, revision=revision)
    mr.forms.choices(value(rng))
    mr.forms.describe(value(rng))
    mr.forms.coerce(schema, {"a": value(rng), "b": rng.choice(WORDS)})
    mr.forms.check(value(rng), schema, revision=revision)


def _negotiate(rng: Random, asked: Asked) -> None:
    offered = rng.choice([rng.choice(WORDS), rng.choices([*REVISIONS, *WORDS, 5], k=3)])  # type: ignore[list-item]
    method: Any = rng.choice([None, "initialize", "server/discover"])
    found = mr.negotiate(offered, rng.choices([*REVISIONS, *WORDS], k=3), method=method)  # type: ignore[arg-type]
    json.dumps(found.reply(1))


def _admit(rng: Random, asked: Asked) -> None:
    frame, data = message(rng)
    found = mr.admit(data if isinstance(data, (bytes, str)) else frame.tree)
    assert found.revision is None or (found.revision in REVISIONS and found.reply is None)
    mr.admit(json.dumps(frame.tree, default=str))  # a peer's text raises nothing


def _fidelity(rng: Random, asked: Asked) -> None:
    sender: Any = rng.choice([None, "client", "server"])
    mr.fidelity(rng.choice(WORDS), rng.choice(REVISIONS), rng.choice([*REVISIONS, "x"]), sender=sender)


def _bridge(rng: Random, asked: Asked) -> None:
    bridge = mcp_bridge.Bridge(rng.choice(REVISIONS), rng.choice([*REVISIONS, "auto"]))
    for _ in range(4):
        _, data = message(rng)
        take = rng.choice([bridge.from_client, bridge.from_server])
        for send in [*take(data), *bridge.tick(1.0)]:
            assert send.to is None or not isinstance(data, bytes) or json.loads(send.data) is not Raised
        bridge.cancel_tasks()
    bridge.closed(rng.choice(["client", "server"]))


def _hosted_bridge(rng: Random, asked: Asked) -> None:
    """Act as a host that reads each frame once, names streams, loses clients and fails to deliver."""
    bridge = mcp_bridge.Bridge(rng.choice(REVISIONS), rng.choice([*REVISIONS, "auto"]))
    bridge.on_abandoned(list[str]().append)
    keyed = rng.random() < 0.7
    for _ in range(4):
        data = message(rng)[1]
        if isinstance(data, bytes):
            data = bridge.read(data)
        stream = rng.choice(["a", 1, ("b", 2)]) if keyed else None
        sends = rng.choice([bridge.from_client, bridge.from_server])(data, stream)
        for send in sends:
            if hasattr(send, "tree") and rng.random() < 0.5:
                bridge.undelivered(send, rng.choice(WORDS))
                bridge.unanswered(send.id, rng.choice(WORDS))
        bridge.decline(rng.choice(WORDS), [rng.choice(WORDS)])
        bridge.abandon(rng.choice(WORDS), rng.choice([-32603, 0, 1]), rng.choice(WORDS))
        bridge.gone(rng.choice(["a", 1, ("b", 2), None, "unknown"]))


class Row(NamedTuple):
    """The public functions that a call reaches, and the exceptions that their docstrings name."""

    functions: tuple[str, ...]
    raises: tuple[type[Exception], ...]


def _convert_once(rng: Random, asked: Asked) -> None:
    frame, data = message(rng)
    source, target = rng.choices([*REVISIONS, *REVISIONS, "x"], k=2)
    found = mr.convert(data, source, target, sender=frame.sender, answering=frame.answering)  # type: ignore[arg-type]
    assert isinstance(found.losses, tuple)


def _revision(rng: Random, asked: Asked) -> None:
    name = rng.choice([*REVISIONS, *WORDS])
    assert rng.choice([mr.revision(name).REVISION, mr.revision_name(name)]) in REVISIONS


def _revision_facts(rng: Random, asked: Asked) -> None:
    assert set(REVISIONS) <= set(mr.known_revisions())
    mr.facts(rng.choice([*REVISIONS, *WORDS]))


def _compose(rng: Random, asked: Asked) -> None:
    identifiers = [f"io.modelcontextprotocol/{name}" for name in ("tasks", "ui")] + list(WORDS)
    added = [mr.extension(name) for name in rng.choices(identifiers, (20, 20, *[1] * len(WORDS)), k=2)]
    assert mr.compose(rng.choice([*REVISIONS, mr.LATEST, *WORDS]), *added[: rng.randint(0, 2)])


def _vendor_methods(rng: Random, asked: Asked) -> None:
    name, types = rng.choice(["acme/x", "rpc.x", *WORDS]), [dict, dict[str, str], str, list[int], None]
    found = mr.vendor_request(name, rng.choice(types), rng.choice(types), sender=rng.choice(["both", "x"]))
    also = mr.vendor_notification(f"{name}!", rng.choice(types), sender=rng.choice(["client", "x"]))
    mcp = mr.revision(rng.choice(REVISIONS))
    given = rng.choice([{}, {"answering": found}])
    with suppress(mr.DecodeError):
        mcp.decode_message(message(rng)[1], rng.choice(["client", "server"]), methods=[found, also], **given)


def _input_requests(rng: Random, asked: Asked) -> None:
    mcp: Any = mr.revision(mr.LATEST)
    meta = mcp.RequestMetaObject(protocol_version=mr.LATEST, client_capabilities=mcp.ClientCapabilities())
    request = mcp.CallToolRequest(id=0, params=mcp.CallToolRequestParams(name="x", meta=meta))
    result = mcp.decode(
        {"resultType": "input_required", "inputRequests": {"a": {"method": "roots/list"}}},
        mcp.InputRequiredResult,
    )
    answer = mcp.ListRootsResult(roots=[])

    async def call(request: Any) -> Any:
        return rng.choice([result, mcp.CallToolResult(content=[])])

    odd = [None, 5, "x", message(rng)[1]]
    given = {"roots/list": rng.choice([lambda params: answer, lambda params: value(rng), 5])}
    inputs: Any = rng.choice([given, given, {}, {rng.choice(WORDS): print}, 5])
    chosen = rng.random()
    if chosen < 0.3:
        answers = rng.choice([{"a": answer}, {}, *odd])
        mr.retry(rng.choice([request, *odd]), rng.choice([result, *odd]), answers)
    elif chosen < 0.6:
        asked_for = rng.choice([result.input_requests["a"], request, *odd])
        asyncio.run(mr.answer_input(asked_for, inputs))
    else:
        asyncio.run(mr.call_with_inputs(call, rng.choice([request, request, *odd]), inputs))


def _restarted_bridge(rng: Random, asked: Asked) -> None:
    bridge = mcp_bridge.Bridge(rng.choice([*REVISIONS, "auto", "x"]), "auto")
    for _ in range(3):
        bridge.from_client(message(rng)[1])
        bridge.restarted()


Call = Callable[[Random, Asked], None]
# A subclass of a type is another type.
CALLS: dict[Call, Row] = {
    _convert: Row(
        ("converter", "Converter.__call__"),
        (mr.DecodeError, mr.NoCounterpart, mr.LossError, TypeError, ValueError, Raised),
    ),
    _convert_once: Row(("convert",), (mr.DecodeError, mr.NoCounterpart, TypeError, ValueError)),
    _decode_message: Row(("decode_message",), (mr.DecodeError, ValueError, Raised)),
    _decode_type: Row(("decode",), (mr.DecodeError,)),
    _encode: Row(("encode", "to_builtins"), (mr.EncodeError,)),
    _json_schema: Row(("json_schema",), (TypeError,)),
    _route: Row(("Router.on", "Router.handle"), ()),
    _advise: Row(("advise", "spec_rules.advise", "spec_rules.check"), (mr.DecodeError,)),
    _errors: Row(
        ("spec_rules.resource_not_found", "spec_rules.url_elicitation_required"), (ValueError, mr.DecodeError)
    ),
    _allow: Row(("capabilities.allows",), (mr.DecodeError,)),
    _declare: Row(
        ("capabilities.declared", "capabilities.granted", "capabilities.required"), (mr.DecodeError,)
    ),
    _forms: Row(
        tuple(
            f"forms.{each}" for each in ("check", "choices", "coerce", "defaults", "describe", "unsupported")
        ),
        (mr.forms.InvalidSchema, ValueError, mr.DecodeError),
    ),
    _negotiate: Row(("negotiate",), (TypeError,)),
    _admit: Row(("admit",), (TypeError, ValueError)),
    _fidelity: Row(("fidelity",), (ValueError,)),
    _revision: Row(("revision", "revision_name"), (ValueError,)),
    _revision_facts: Row(("facts", "known_revisions"), (ValueError,)),
    _compose: Row(("compose", "extension"), (ValueError,)),
    _vendor_methods: Row(("vendor_request", "vendor_notification"), (TypeError, ValueError)),
    _input_requests: Row(
        ("answer_input", "call_with_inputs", "retry"), (mr.CallError, TypeError, ValueError)
    ),
    _bridge: Row(
        (
            "Bridge.cancel_tasks",
            "Bridge.from_client",
            "Bridge.from_server",
            "Bridge.closed",
            "Bridge.tick",
        ),
        (),
    ),
    _hosted_bridge: Row(
        (
            "Bridge.abandon",
            "Bridge.decline",
            "Bridge.gone",
            "Bridge.on_abandoned",
            "Bridge.read",
            "Bridge.unanswered",
            "Bridge.undelivered",
        ),
        (),
    ),
    _restarted_bridge: Row(("Bridge", "Bridge.restarted"), (ValueError,)),
}


def check(call: Call, seed: int) -> None:
    """Call a function once. Raise `AssertionError` for a finding."""
    rng = Random(seed)
    asked = Asked(rng, rng.choice(WORDS))
    try:
        call(rng, asked)
    except Exception as error:
        assert type(error) in CALLS[call].raises, f"{call.__name__}, seed {seed}: {error!r:.300}"
        assert str(error) or isinstance(error, Raised)
        copied = [copy.copy(error)]
        with suppress(RecursionError):  # of the value that the exception holds
            copied += [copy.deepcopy(error), pickle.loads(pickle.dumps(error))]
        for each in copied:
            assert type(each) is type(error), call.__name__
            assert (str(each), repr(vars(each))) == (str(error), repr(vars(error))), call.__name__
    assert (
        not asked.counts or max(asked.counts.values()) <= asked.most
    ), f"{call.__name__}, seed {seed}: {asked.counts}"


@contextmanager
def silent() -> Iterator[None]:
    """Keep the failures of handlers out of the log."""
    logger = logging.getLogger("mcp_revisions")
    level = logger.level
    logger.setLevel(logging.CRITICAL + 1)
    try:
        yield
    finally:
        logger.setLevel(level)
