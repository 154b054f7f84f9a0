"""Make a family of drafts: each schema file is the previous one with a few random changes.

The input is a seed and the number of files. All files are small and valid. `EDITS` has a row for each kind of
change that a schema can show, also with constructs that no released revision has. `ingested` pins a family in
an empty schema folder and accepts every proposal. `check_conversions` converts between all pairs.
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Callable, Mapping
from itertools import permutations
from pathlib import Path
from random import Random
from typing import Any

from mcpgen.commands.ingest import Options
from mcpgen.commands.ingest_command import ingest
from mcpgen.commands.init import init
from mcpgen.frontend.sources import Sources, read_sources
from mcpgen.ir import Protocol
from mcpgen.schema_folder import folder_of
from support.frame_mutations import mutated
from support.schema_judge import SchemaJudge
from support.small_schemas import TEXT, record, ref, schema, union
from support.waiting_proposals import waiting_names

Types = dict[str, Any]
WHOLE: dict[str, Any] = {"type": "integer"}
OPEN: dict[str, Any] = {"type": "object", "additionalProperties": {}}
FRAME = {"jsonrpc": {"type": "string", "const": "2.0"}, "id": ref("RequestId")}


def message(method: str, params: str, *, is_request: bool = True, needs_params: bool = True) -> Any:
    """Return the schema of a request or a notification with its envelope."""
    envelope = FRAME if is_request else {"jsonrpc": FRAME["jsonrpc"]}
    own = {"method": {"type": "string", "const": method}, "params": ref(params)}
    return record({**envelope, **own}, [*envelope, "method", *(["params"] if needs_params else [])])


def base() -> Types:
    """Return the definitions of the first draft."""
    return {
        "RequestId": {"type": ["string", "integer"]},
        "JSONRPCRequest": record({**FRAME, "method": TEXT, "params": OPEN}, ["jsonrpc", "id", "method"]),
        "JSONRPCNotification": record(
            {"jsonrpc": FRAME["jsonrpc"], "method": TEXT, "params": OPEN}, ["jsonrpc", "method"]
        ),
        "JSONRPCResponse": record({**FRAME, "result": ref("Result")}, ["jsonrpc", "id", "result"]),
        "JSONRPCMessage": union(ref("JSONRPCRequest"), ref("JSONRPCNotification"), ref("JSONRPCResponse")),
        "Result": record({"_meta": OPEN}, additionalProperties={}),
        "ClientRequest": union(ref("ListToolsRequest"), ref("CallToolRequest")),
        "ServerNotification": union(ref("ProgressNotification"), ref("NewsNotification")),
        "ListToolsRequest": message("tools/list", "ListToolsRequestParams", needs_params=False),
        "ListToolsRequestParams": record({"cursor": TEXT, "limit": WHOLE}),
        "ListToolsResult": record({"tools": {"type": "array", "items": ref("Tool")}}, ["tools"]),
        "CallToolRequest": message("tools/call", "CallToolRequestParams"),
        "CallToolRequestParams": record({"name": TEXT, "arguments": OPEN, "role": ref("Role")}, ["name"]),
        "CallToolResult": record(
            {"content": {"type": "array", "items": ref("ContentBlock")}, "failed": {"type": "boolean"}},
            ["content"],
        ),
        "ProgressNotification": message("notifications/progress", "ProgressParams", is_request=False),
        "ProgressParams": record({"progress": {"type": "number"}, "note": TEXT}, ["progress"]),
        "NewsNotification": message("notifications/news", "NewsParams", is_request=False),
        "NewsParams": record({"news": TEXT}),
        "Tool": record({"name": TEXT, "title": TEXT, "hints": ref("Hints"), "size": WHOLE}, ["name"]),
        "Hints": record({"safe": {"type": "boolean"}, "cost": {"type": "number"}}),
        "Role": {"type": "string", "enum": ["user", "assistant"]},
        "ContentBlock": union(ref("TextContent"), ref("ImageContent")),
        "TextContent": record({"type": {"type": "string", "const": "text"}, "text": TEXT}, ["type", "text"]),
        "ImageContent": record({"type": {"type": "string", "const": "image"}, "data": TEXT}, ["type"]),
    }


def member(types: Types, rng: Random, schema: Any, *, required: bool = False) -> None:
    """Add a member with a new name to a random object."""
    owner = types[rng.choice(OWNERS)]
    name = f"m{rng.randrange(10**6)}"
    owner["properties"][name] = copy.deepcopy(schema)
    if required:
        owner["required"] = [*owner.get("required", []), name]


OWNERS = ("ListToolsRequestParams", "CallToolRequestParams", "ProgressParams", "Tool", "Hints", "TextContent")
ADDED: tuple[Any, ...] = (
    TEXT,
    WHOLE,
    {"const": True},
    {"const": {"a": [1]}},
    {"enum": ["x", 1, None]},
    {"oneOf": [TEXT, WHOLE, record({"o": TEXT}, ["o"])]},
    {"allOf": [record({"p": TEXT}), record({"q": WHOLE}, ["q"])]},
    record({"c": TEXT}, additionalProperties=False),
    {"type": "object", "propertyNames": {"pattern": "^[a-c]+$"}, "additionalProperties": WHOLE},
    {"type": ["string", "null"], "maxLength": 3},
    union(record({"u": TEXT}, ["u"]), record({"v": TEXT}, ["v"])),
)


def _properties(types: Types, rng: Random) -> tuple[Types, str]:
    """Return an object, and the name of one of its members that is not a constant."""
    owner = types[rng.choice(OWNERS)]
    members = owner["properties"].items()
    names = [name for name, below in members if not isinstance(below, dict) or "const" not in below]
    return owner, rng.choice(names or list(owner["properties"]))


def _remove(types: Types, rng: Random) -> None:
    owner, name = _properties(types, rng)
    if len(owner["properties"]) > 1 and name != "type":
        del owner["properties"][name]
        owner["required"] = [each for each in owner.get("required", []) if each != name]


def _require(types: Types, rng: Random) -> None:
    owner, name = _properties(types, rng)
    required = owner.get("required", [])
    if owner["properties"][name] in (False, {"not": {}}):
        return
    owner["required"] = [each for each in required if each != name] if name in required else [*required, name]


def _retype(types: Types, rng: Random) -> None:
    owner, name = _properties(types, rng)
    if name != "type":
        owner["properties"][name] = copy.deepcopy(rng.choice(ADDED))


def _limit(types: Types, rng: Random) -> None:
    owner, name = _properties(types, rng)
    if owner["properties"][name] == TEXT:
        owner["properties"][name] = {**TEXT, rng.choice(["minLength", "maxLength"]): 2}
    elif owner["properties"][name] == WHOLE:
        owner["properties"][name] = {**WHOLE, "minimum": 3}


def _close(types: Types, rng: Random) -> None:
    owner = types[rng.choice(OWNERS)]
    if owner.pop("additionalProperties", None) is None:
        owner["additionalProperties"] = False


def _forbid(types: Types, rng: Random) -> None:
    owner, name = _properties(types, rng)
    if name not in [*owner.get("required", []), "type"]:
        owner["properties"][name] = False if rng.random() < 0.5 else {"not": {}}


def _enumerate(types: Types, rng: Random) -> None:
    values = types["Role"]["enum"]
    if len(values) > 1 and rng.random() < 0.5:
        values.remove(rng.choice(values))
    else:
        values.append(f"role{rng.randrange(10**6)}")


def _unite(types: Types, rng: Random) -> None:
    arms = types["ContentBlock"]["anyOf"]
    if len(arms) > 2 and rng.random() < 0.5:
        arms.remove(rng.choice(arms))
        return
    name = f"Content{rng.randrange(10**6)}"
    types[name] = record({"type": {"type": "string", "const": name.lower()}, "data": TEXT}, ["type"])
    arms.append(ref(name))


def _method(types: Types, rng: Random) -> None:
    arms = types["ClientRequest"]["anyOf"]
    if len(arms) > 2 and rng.random() < 0.5:
        arms.remove(rng.choice(arms[2:]))
        return
    stem = f"Extra{rng.randrange(10**6)}"
    types[f"{stem}Request"] = message(f"extra/{stem}", f"{stem}Params")
    types[f"{stem}Params"] = record({"x": TEXT}, ["x"])
    types[f"{stem}Result"] = record({"y": WHOLE}, ["y"])
    arms.append(ref(f"{stem}Request"))


EDITS: dict[str, Callable[[Types, Random], None]] = {
    "optional member": lambda types, rng: member(types, rng, rng.choice(ADDED)),
    "required member": lambda types, rng: member(types, rng, rng.choice(ADDED), required=True),
    "member removed": _remove,
    "member required or optional": _require,
    "member retyped": _retype,
    "limit": _limit,
    "object closed or opened": _close,
    "member forbidden": _forbid,
    "enumeration": _enumerate,
    "variant": _unite,
    "method": _method,
}


def family(seed: int, size: int) -> dict[str, Types]:
    """Return the schema files of a family by revision, oldest first."""
    rng, types = Random(seed), base()
    files = {}
    kinds: list[str] = []
    for number in range(size):
        files[f"2030-01-{number + 1:02}"] = schema(copy.deepcopy(types))
        for _ in range(3):
            kinds = kinds or rng.sample(list(EDITS), len(EDITS))
            EDITS[kinds.pop()](types, rng)
    return files


def ingested(files: Mapping[str, Types], folder: Path) -> Sources:
    """Pin the files in order in an empty schema folder, and accept all proposals. Return the folder."""
    init(folder / "schema", empty=True)
    for revision, file in files.items():
        path = folder / f"{revision}.json"
        path.write_text(json.dumps(file))
        ingest(path, Options(revision, accept=True, commit="0" * 40), folder / "schema")
        names = waiting_names(folder / "schema", revision)
        ingest(None, Options(revision, named=tuple(names)), folder / "schema")
    return read_sources(folder / "schema")


def frames(judge: SchemaJudge, protocol: Protocol, rng: Random, count: int) -> list[tuple[Any, str, str]]:
    """Return valid frames of a revision, each with its sender, and the method that it answers or ''."""
    found: list[tuple[Any, str, str]] = []
    for method in protocol.methods.values():
        sender = method.senders[0]
        donors = [judge.value(method.message, rng)]
        for _ in range(count):
            call = judge.value(method.message, rng)
            call = mutated(call, rng, donors) if rng.random() < 0.3 else call
            others = {"result", "error"} if method.kind == "request" else {"result", "error", "id"}
            if is_call(judge, protocol, call, method.name) and not call.keys() & others:
                found.append((call, sender, ""))
            for result in method.results:
                answer = {"jsonrpc": "2.0", "id": 1, "result": judge.value(result, rng)}
                if is_answer(judge, protocol, answer, method.name):
                    found.append((answer, "server" if sender == "client" else "client", method.name))
    return found


def is_call(judge: SchemaJudge, protocol: Protocol, call: Any, method: str) -> bool:
    """Return whether a request or notification is valid for the type of its method and for its envelope."""
    found = protocol.methods.get(method)
    if found is None or not isinstance(call, dict) or call.get("method") != method:
        return False
    frame = "JSONRPCRequest" if found.kind == "request" else "JSONRPCNotification"
    return judge.fits(found.message, call) and judge.fits(frame, call)


def is_answer(judge: SchemaJudge, protocol: Protocol, answer: Any, method: str) -> bool:
    """Return whether a response is valid for the type of responses and for a result of the method."""
    results = protocol.methods[method].results if method in protocol.methods else ()
    fits = any(judge.fits(name, answer["result"]) for name in results)
    return fits and judge.fits("JSONRPCResponse", answer)


def check_conversions(package: Any, files: Mapping[str, Types], sources: Sources, count: int) -> Counter[str]:
    """Convert valid messages between all pairs of drafts. Assert that each result is valid in its target."""
    protocols = {revision: folder_of(sources).protocol(revision) for revision in files}
    judges = {revision: SchemaJudge(file) for revision, file in files.items()}
    seen: Counter[str] = Counter()
    for old, new in permutations(files, 2):
        rng = Random(f"{old} {new}")
        for frame, sender, answering in frames(judges[old], protocols[old], rng, count):
            try:
                outcome, losses = package.convert(
                    copy.deepcopy(frame), old, new, sender=sender, answering=answering or None
                )
            except package.NoCounterpart:
                seen["refused"] += 1
                continue
            judge, protocol = judges[new], protocols[new]
            valid = (
                is_answer(judge, protocol, outcome, answering)
                if answering
                else is_call(judge, protocol, outcome, frame["method"])
            )
            assert valid, f"{old} → {new}: {json.dumps(frame)}\n{json.dumps(outcome)}"
            seen["lossy" if losses else "lossless"] += 1
    return seen
