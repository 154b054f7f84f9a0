"""Families of small protocols with combined changes, their adapters, and the laws that frames keep.

In: lists of edits, each a kind and a seed. Out: schema files, each the one before with the edits of one list;
their adapters, imported; and the number of frames by outcome. Decisions are the proposals as they are
accepted, or the proposals with some verbs drawn anew.
"""

from __future__ import annotations

import copy
import json
import re
import sys
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from importlib.machinery import ModuleSpec
from itertools import count, pairwise, permutations
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

from mcpgen.adapters import generate
from mcpgen.adapters.decisions import DecidedPair, decide_pair, other_paths, proposed, read_entries, source_of
from mcpgen.adapters.proposals import entries_text, propose
from mcpgen.compare.changes import find_changes
from mcpgen.emit.render import render
from mcpgen.frontend.read import file_source, read_protocol
from mcpgen.ir import Protocol
from mcpgen.problems import Refused
from support.adapter_package import adapter_package
from support.conversion_cases import same, unaccounted
from support.draft_chain import FRAME, OPEN, WHOLE, is_answer, is_call, message
from support.frame_mutations import mutated
from support.schema_judge import SchemaJudge
from support.small_schemas import TEXT, record, ref, schema, union

Types = dict[str, Any]
Edits = Sequence[tuple[str, int]]
# The place of an object, a member that one side has there, the pointer to its other place.
Move = tuple[str, str, str]
PARTS: tuple[Any, ...] = (
    TEXT,
    WHOLE,
    {"type": "number"},
    {"type": "boolean"},
    {"const": True},
    {"const": "fixed", "type": "string"},
    {"enum": ["x", "y", 1]},
    {"type": ["string", "null"]},
    {"type": "string", "maxLength": 2},
    {"type": "array", "items": TEXT},
    {"type": "array", "items": ref("ContentBlock"), "maxItems": 1},
    {"type": "object", "additionalProperties": WHOLE},
    union(TEXT, ref("Node")),
    union(ref("TextContent"), ref("Hints")),
    ref("Node"),
    ref("Hints"),
    ref("ContentBlock"),
    ref("Value"),
    ref("Role"),
    OPEN,
    {},
)  # fmt: skip


def response(*results: str) -> Any:
    """Return the schema of a response with one of these results."""
    return record({**FRAME, "result": union(*map(ref, results))}, ["jsonrpc", "id", "result"])


def base() -> Types:
    """Return the definitions of the first protocol of a family."""
    content = {"type": "array", "items": ref("ContentBlock")}
    nodes = {"type": "array", "items": ref("Node")}
    text = {"type": "string", "const": "text"}
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
        "ServerNotification": union(ref("NewsNotification")),
        "ListToolsRequest": message("tools/list", "ListToolsRequestParams", needs_params=False),
        "ListToolsRequestParams": record({"cursor": TEXT, "limit": WHOLE}),
        "ListToolsResult": record({"tools": {"type": "array", "items": ref("Tool")}}, ["tools"]),
        "CallToolRequest": message("tools/call", "CallToolRequestParams"),
        "CallToolRequestParams": record({"name": TEXT, "role": ref("Role"), "value": ref("Value")}, ["name"]),
        "CallToolResult": record({"content": content, "failed": {"type": "boolean"}}, ["content"]),
        "LaterResult": record({"ticket": TEXT, "node": ref("Node")}, ["ticket"]),
        "CallToolResultResponse": response("CallToolResult", "LaterResult"),
        "NewsNotification": message("notifications/news", "NewsParams", is_request=False),
        "NewsParams": record({"news": TEXT, "node": ref("Node"), "schema": ref("FormField")}),
        "Tool": record({"name": TEXT, "hints": ref("Hints"), "size": WHOLE}, ["name"]),
        "Hints": record({"safe": {"type": "boolean"}, "cost": {"type": "number"}}),
        "Role": {"type": "string", "enum": ["user", "assistant"]},
        "Node": record({"label": TEXT, "next": ref("Node"), "below": nodes}),
        "Value": union(TEXT, WHOLE, {"type": "array", "items": ref("Value")}),
        "ContentBlock": union(ref("TextContent"), ref("ImageContent"), ref("ToolContent")),
        "TextContent": record({"type": text, "text": TEXT, "hints": ref("Hints")}, ["type", "text"]),
        "ImageContent": record(
            {"type": {"type": "string", "const": "image"}, "data": TEXT, "width": WHOLE}, ["type", "data"]
        ),
        "ToolContent": record(
            {"type": {"type": "string", "const": "tool"}, "tool": ref("Tool"), "content": content}, ["type"]
        ),
        "FormField": union(ref("TextField"), ref("NumberField"), ref("ChoiceField")),
        "TextField": record({"type": {"const": "string"}, "longest": WHOLE}, ["type"]),
        "NumberField": record({"type": {"enum": ["number", "integer"]}, "most": WHOLE}, ["type"]),
        "ChoiceField": record(
            {"type": {"const": "string"}, "enum": {"type": "array", "items": TEXT}, "note": TEXT},
            ["type", "enum"],
        ),
    }  # fmt: skip


# Edits


def _owners(types: Types) -> list[str]:
    """Return the objects that edits may change: no frames, no messages."""
    return [
        name
        for name, each in types.items()
        if each.get("type") == "object"
        and not name.startswith("JSONRPC")
        and not name.endswith(("Request", "Notification", "Response"))
        and name != "Result"
    ]


def _unions(types: Types) -> list[str]:
    return [
        name
        for name, each in types.items()
        if "anyOf" in each and not name.startswith(("JSONRPC", "Client", "Server"))
    ]


def _member(types: Types, rng: Random) -> tuple[Types, str]:
    owner = types[rng.choice(_owners(types))]
    return owner, rng.choice([*owner.get("properties", {})] or [""])


def _fresh(rng: Random) -> str:
    return rng.choice("abcde") + str(rng.randrange(100))


def _add(types: Types, rng: Random) -> None:
    owner, _ = _member(types, rng)
    name = _fresh(rng)
    owner["properties"][name] = copy.deepcopy(rng.choice(PARTS))
    if rng.random() < 0.5:
        owner["required"] = [*owner["required"], name]


def _remove(types: Types, rng: Random) -> None:
    owner, name = _member(types, rng)
    owner["properties"].pop(name, None)
    owner["required"] = [each for each in owner["required"] if each != name]


def _rename_member(types: Types, rng: Random) -> None:
    owner, name = _member(types, rng)
    if name:
        new = _fresh(rng)
        owner["properties"] = {new if n == name else n: s for n, s in owner["properties"].items()}
        owner["required"] = [new if each == name else each for each in owner["required"]]


def _holders(types: Types) -> list[tuple[str, str, str]]:
    """Return the members that hold an object with a name: owner, member, type of the object."""
    names = {json.dumps(ref(name)): name for name in _owners(types)}
    return [
        (owner, member, names[json.dumps(part)])
        for owner in _owners(types)
        for member, part in types[owner].get("properties", {}).items()
        if json.dumps(part) in names
    ]


def _take(owner: Types, name: str) -> Any:
    owner["required"] = [each for each in owner["required"] if each != name]
    return owner["properties"].pop(name)


def _hoist(types: Types, rng: Random) -> Move | None:
    """Move a member out of an object that a member holds."""
    owner, member, inner = rng.choice(_holders(types))
    name = rng.choice([*types[inner]["properties"]] or [""])
    if not name or (owner, member) == (inner, name):
        return None
    new, part = _fresh(rng), _take(types[inner], name)
    types[owner]["properties"][new] = part
    if rng.random() < 0.3:
        types[owner]["required"] = [*types[owner]["required"], new]
    return owner, new, f"/{member}/{name}"


def _sink(types: Types, rng: Random) -> Move | None:
    """Move a member into an object that a member holds, or into a new one."""
    owner, member, inner = rng.choice(_holders(types))
    if rng.random() < 0.5:
        member, inner = _fresh(rng), f"Box{rng.randrange(1000)}"
        types.setdefault(inner, record({}))
        types[owner]["properties"][member] = ref(inner)
    old, new = rng.choice([*types[owner]["properties"]]), _fresh(rng)
    if old == member:
        return None
    types[inner]["properties"][new] = _take(types[owner], old)
    if rng.random() < 0.3:
        types[inner]["required"] = [*types[inner]["required"], new]
    return owner, old, f"/{member}/{new}"


def _shift(types: Types, rng: Random) -> Move | None:
    """Move a member from an object that a member holds into another, or into one inside or around it."""
    owner, member, inner = rng.choice(_holders(types))
    ways = [(member, inner)]
    for other, name, below in _holders(types):
        ways += [(name, below)] if other == owner and name != member else []
        ways += [(f"{member}/{name}", below)] if other == inner and below != inner else []
    if len(ways) < 2 or rng.random() < 0.3:
        new, box = _fresh(rng), f"Box{rng.randrange(1000)}"
        types.setdefault(box, record({}))
        types[owner]["properties"].setdefault(new, ref(box))
        ways += [(new, box)] if types[owner]["properties"][new] == ref(box) else []
    (source, here), (target, there) = rng.sample(ways, 2) if ways[1:] else ways * 2
    old, new = rng.choice([*types[here]["properties"]] or [""]), _fresh(rng)
    if not old or here == there or old == target.rpartition("/")[2]:
        return None
    types[there]["properties"][new] = _take(types[here], old)
    if rng.random() < 0.3:
        types[there]["required"] = [*types[there]["required"], new]
    return f"{owner}.{source.replace('/', '.')}", old, f"/{target}/{new}"


def _require(types: Types, rng: Random) -> None:
    owner, name = _member(types, rng)
    required = owner["required"]
    if name and owner["properties"][name] is not False:
        owner["required"] = [n for n in required if n != name] if name in required else [*required, name]


def _retype(types: Types, rng: Random) -> None:
    owner, name = _member(types, rng)
    if name:
        owner["properties"][name] = copy.deepcopy(rng.choice(PARTS))


def _limit(types: Types, rng: Random) -> None:
    owner, name = _member(types, rng)
    found = owner["properties"].get(name)
    if isinstance(found, dict) and "const" not in found and "enum" not in found:
        limits = {
            "string": {"maxLength": 1},
            "integer": {"minimum": 1},
            "number": {"maximum": 1},
            "array": {"maxItems": 1} if rng.random() < 0.5 else {"minItems": 1},
        }
        kind = found.get("type")
        owner["properties"][name] = {**found, **limits.get(kind if isinstance(kind, str) else "", {})}


def _close(types: Types, rng: Random) -> None:
    owner, _ = _member(types, rng)
    if owner.pop("additionalProperties", None) is None:
        owner["additionalProperties"] = copy.deepcopy(rng.choice([False, {}, TEXT, WHOLE, ref("Hints")]))


def _forbid(types: Types, rng: Random) -> None:
    owner, name = _member(types, rng)
    if name and name not in [*owner["required"], "type"]:
        owner["properties"][name] = False


def _wrap(types: Types, rng: Random) -> None:
    """Move a member into a union, or into an array."""
    owner, name = _member(types, rng)
    found = owner["properties"].get(name)
    if isinstance(found, dict):
        other = copy.deepcopy(rng.choice(PARTS))
        wrapped = rng.choice([{"type": "array", "items": found}, union(found, other), union(other, found)])
        owner["properties"][name] = wrapped


def _rename_type(types: Types, rng: Random) -> None:
    names = [*_owners(types), *_unions(types), "Role"]
    old = rng.choice([n for n in names if n in types and not n.endswith(("Params", "Result"))])
    new = f"{rng.choice(['Plain', 'Other', 'Odd'])}{old}"[:24]
    if new in types:
        return
    text = json.dumps({new if name == old else name: each for name, each in types.items()})
    renamed = json.loads(text.replace(f'"#/$defs/{old}"', f'"#/$defs/{new}"'))
    types.clear()
    types.update(renamed)


def _tag(types: Types, rng: Random) -> None:
    tagged = [n for n in _owners(types) if "const" in types[n].get("properties", {}).get("type", {})]
    if tagged:
        types[rng.choice(tagged)]["properties"]["type"] = {"type": "string", "const": _fresh(rng)}


def _enumerate(types: Types, rng: Random) -> None:
    for each in [types[n] for n in types if "enum" in types[n]][:1]:
        if len(each["enum"]) > 1 and rng.random() < 0.5:
            each["enum"].remove(rng.choice(each["enum"]))
        else:
            each["enum"].append(_fresh(rng))


def _unite(types: Types, rng: Random) -> None:
    members = types[rng.choice(_unions(types))]["anyOf"]
    kind = rng.random()
    if len(members) > 1 and kind < 0.4:
        members.remove(rng.choice(members))
    elif kind < 0.7:
        name = f"Content{rng.randrange(1000)}"
        tag = {"type": "string", "const": name.lower()} if rng.random() < 0.6 else TEXT
        types[name] = record({"type": tag, "data": TEXT}, ["type"])
        members.append(ref(name))
    else:
        members.append(rng.choice([TEXT, WHOLE, {"type": "null"}, ref("Hints"), ref("TextField")]))


def _method(types: Types, rng: Random) -> None:
    members = types["ClientRequest"]["anyOf"]
    kind = rng.random()
    if len(members) > 1 and kind < 0.3:
        members.remove(rng.choice(members))
    elif kind < 0.7:
        stem = f"Extra{rng.randrange(1000)}"
        types[f"{stem}Request"] = message(f"extra/{stem}", f"{stem}Params")
        types[f"{stem}Params"] = record({"x": TEXT}, ["x"])
        types[f"{stem}Result"] = record({"y": WHOLE}, ["y"])
        members.append(ref(f"{stem}Request"))
    else:
        request = types[rng.choice(members)["$ref"].rpartition("/")[2]]
        required = request["required"]
        request["required"] = [
            n for n in [*required, *(["params"] if "params" not in required else [])]
            if n != "params" or "params" not in required
        ]  # fmt: skip


def _result(types: Types, rng: Random) -> None:
    """Add a result to a method, or remove one."""
    name, other = "CallToolResultResponse", "ListToolsResultResponse"
    if rng.random() < 0.5:
        types.setdefault(other, response("ListToolsResult"))
        name = other
    members = types[name]["properties"]["result"]["anyOf"]
    if len(members) > 1 and rng.random() < 0.5:
        members.pop()
    else:
        name = f"More{rng.randrange(100)}Result"
        types.setdefault(name, record({"more": copy.deepcopy(rng.choice(PARTS))}, ["more"]))
        if ref(name) not in members:
            members.append(ref(name))


STATES = ("open", "done", "failed")


def _divide(types: Types, rng: Random) -> None:
    """Give an object a state. Divide an object with a state into a variant for each, or join them again.

    A variant may require a member of its own, or lack a member of the object.
    """
    parts = {name: [f"{name}{state.title()}" for state in STATES] for name in types}
    for name, variants in parts.items():
        if types[name] == union(*map(ref, variants)) and set(variants) <= types.keys():
            joined = [types.pop(variant) for variant in variants]
            members = {key: member for one in joined for key, member in one["properties"].items()}
            types[name] = record({**members, "state": {"enum": [*STATES]}}, ["state"])
            return
    owner = rng.choice(_owners(types))
    named = [name for name in _owners(types) if "state" in types[name].get("properties", {})]
    if not named:
        types[owner].setdefault("properties", {})["state"] = {"enum": [*STATES]}
        types[owner]["required"] = [*types[owner].get("required", []), "state"]
        return
    whole = types[named[0]]
    if whole["properties"]["state"] != {"enum": [*STATES]} or "state" not in whole.get("required", []):
        return
    for state, variant in zip(STATES, parts[named[0]], strict=True):
        one = types[variant] = copy.deepcopy(whole)
        one["properties"]["state"] = {"const": state}
        if rng.random() < 0.4:
            one["properties"]["of_its_own"] = copy.deepcopy(rng.choice(PARTS))
            one["required"] = [*one["required"], *rng.choice(([], ["of_its_own"]))]
        if rng.random() < 0.3:
            lost = rng.choice([*one["properties"]])
            if lost != "state":
                del one["properties"][lost]
                one["required"] = [name for name in one["required"] if name != lost]
    types[named[0]] = union(*map(ref, parts[named[0]]))


EDITS: dict[str, Callable[[Types, Random], Move | None]] = {
    "member added": _add,
    "member removed": _remove,
    "member renamed": _rename_member,
    "member moved out of an object": _hoist,
    "member moved into an object": _sink,
    "member moved between objects": _shift,
    "member required or optional": _require,
    "member retyped": _retype,
    "member limited": _limit,
    "member moved into a union or an array": _wrap,
    "member forbidden": _forbid,
    "object closed, opened or typed": _close,
    "object divided or joined": _divide,
    "type renamed": _rename_type,
    "tag changed": _tag,
    "enumeration": _enumerate,
    "variant": _unite,
    "method": _method,
    "result": _result,
}


def family(lists: Sequence[Edits]) -> tuple[list[Types], list[list[Move]]]:
    """Return the schema files, the base and one after each list of edits; and the moves of each list."""
    types = base()
    files, moves = [schema(copy.deepcopy(types))], []
    for edits in lists:
        moves.append([move for kind, seed in edits if (move := EDITS[kind](types, Random(seed)))])
        files.append(schema(copy.deepcopy(types)))
    return files, moves


# Decisions


VERBS = ("keep", "drop", "const", "fill:1", 'fill:"text"', "fill:{}", "refuse")


def decided(older: Protocol, newer: Protocol, moves: Sequence[Move], seed: int | None) -> DecidedPair:
    """Return the moves and the accepted proposals; with a seed, some verbs of these are drawn anew.

    A drawn verb that the build refuses is replaced by the proposal again.
    """
    source = source_of(older.revision, newer.revision)
    stated = "".join(move_texts(older, newer, moves))
    entries = read_entries(stated.encode(), source)
    text = entries_text(propose(older, newer, entries), map("C.{}".format, count(1)), newer.revision, None)
    proposals = (stated + text).split("\n")
    lines = [*proposals]
    if seed is not None:
        rng = Random(seed)
        for i, line in enumerate(lines):
            is_free = line.startswith(("up = ", "down = ")) and not {"rename:", "move:"} & {
                *re.findall(r"\w+:", line)
            }
            if is_free and rng.random() < 0.4:
                lines[i] = line.partition(" = ")[0] + f" = '{rng.choice(VERBS)}'"
    while True:
        entries = read_entries("\n".join(lines).encode(), source)
        assert not list(proposed(entries, source))
        try:
            pair = decide_pair(older, newer, entries)
            generate.plan(pair)
            return pair
        except Refused as refused:
            located = {problem.location for problem in refused.problems}
            ends = [*(entry.line - 1 for entry in entries[1:]), len(lines)]
            spans = [
                slice(entry.line - 1, end)
                for entry, end in zip(entries, ends, strict=True)
                if f"{source}:{entry.line}" in located
            ]
            if all(lines[span] == proposals[span] for span in spans):
                raise
            for span in spans:
                lines[span] = proposals[span]


def move_texts(older: Protocol, newer: Protocol, moves: Sequence[Move]) -> Iterator[str]:
    """Yield the entries of the moves that no other edit has undone."""
    for number, (type_, member, path) in enumerate(dict.fromkeys(moves)):
        place, verb = json.dumps(f"FIELD_MOVED {type_}.{member}"), json.dumps(f"move:{path}")
        text = (
            f'[[change]]\nid = "M.{number}"\ntitle = "A move"\nreference = "R"\ncovers = [{place}]\n'
            f'up = {verb}\ndown = {verb}\nreason = "R"\n\n'
        )
        changes = find_changes(older, newer, other_paths(read_entries(text.encode(), "one")))
        if any(change.rule == "FIELD_MOVED" for change in changes):
            yield text


# Adapters


class Family:
    """The adapters of a family in a package that holds the runtime; `convert` is that of the package."""

    def __init__(self, package: Any, folder: Path) -> None:
        self._package, self._folder = package, folder

    def protocols(self, files: Sequence[Types]) -> list[Protocol]:
        """Return the protocols of schema files, named `r1`, `r2` and so on."""
        found = []
        for number, file in enumerate(files, 1):
            path = self._folder / f"r{number}.json"
            path.write_text(json.dumps(file))
            found.append(read_protocol(file_source(path), f"r{number}", lambda problem: None))
        return found

    def load(self, protocols: Sequence[Protocol], decisions: Sequence[DecidedPair]) -> None:
        """Generate the adapters, and import them in the place of those before."""
        name = self._package.__name__
        for module in [each for each in sys.modules if each.startswith(f"{name}.adapters")]:
            del sys.modules[module]
        sys.modules[f"{name}._runtime.conversion.chain"]._PLANS.clear()  # type: ignore[attr-defined]
        sys.modules[f"{name}._runtime.conversion.convert"]._PLAIN.clear()  # type: ignore[attr-defined]
        texts = generate.files(protocols, decisions, render)
        modules = {}
        for path in texts:
            stem = path.removesuffix(".py").replace("/", ".").removesuffix(".__init__")
            module = ModuleType(f"{name}.{stem}")
            module.__package__ = f"{name}.adapters"
            module.__path__ = []
            module.__spec__ = ModuleSpec(module.__name__, None)
            modules[path] = sys.modules[f"{name}.{stem}"] = module
        parent = modules["adapters/__init__.py"]
        for path in sorted(texts, key=lambda path: "shapes" not in path):
            exec(compile(texts[path], path, "exec"), modules[path].__dict__)  # noqa: S102
            setattr(parent, path.rpartition("/")[2].removesuffix(".py"), modules[path])

    def convert(self, frame: Any, source: str, target: str, **options: Any) -> Any:
        """Convert a frame; None where the frame has no counterpart."""
        try:
            return self._package.convert(frame, source, target, **options)
        except self._package.NoCounterpart:
            return None

    def code(self, frame: Any, source: str, target: str, *, sender: str) -> int | None:
        """Return the error code of the reply to a request that has no counterpart."""
        try:
            self._package.convert(frame, source, target, sender=sender)
        except self._package.NoCounterpart as refused:
            return int(refused.reply["error"]["code"])
        return None

    def grade(self, frame: Any, source: str, target: str, *, sender: str, answering: str | None) -> str:
        """Return the fidelity of the messages that are like a frame."""
        part, requester = "request", sender
        if answering:
            part, requester = "result", "client" if sender == "server" else "server"
        method = answering or frame["method"]
        return str(self._package.fidelity(method, source, target, sender=requester, part=part))


@contextmanager
def families(folder: Path) -> Iterator[Family]:
    """Import the runtime once, as a package for the adapters of many families."""
    empty = {"adapters/__init__.py": "CHAIN = ()\n"}
    with adapter_package("drawn_family", empty) as package:
        package.revision = _no_module
        yield Family(package, folder)


def _no_module(name: str) -> Any:
    raise ValueError(name)


# Laws


def check(world: Family, lists: Sequence[Edits], seed: int | None, frames: int = 6) -> Counter[str]:
    """Build a family and hold the laws on valid frames of each protocol; return the outcomes.

    `refused build` counts a family whose build is refused, each line of which has a location. Proposals that
    are accepted as they are always build.
    """
    try:
        files, moves = family(lists)
        protocols = world.protocols(files)
    except Refused:
        return Counter({"no protocol": 1})
    try:
        decisions = [
            decided(*pair, move, seed) for pair, move in zip(pairwise(protocols), moves, strict=True)
        ]
        world.load(protocols, decisions)
    except Refused as refused:
        assert all(problem.location.startswith("schema/changes/") for problem in refused.problems), refused
        assert seed is not None or any(moves), refused  # accepted proposals build, unless a person said more
        return Counter({"refused build": 1})
    judges = [SchemaJudge(file) for file in files]
    strict = [SchemaJudge(without_unknown(file)) for file in files]
    seen: Counter[str] = Counter(builds=1)
    for one, other in permutations(range(len(files)), 2):
        rng = Random(f"{one} {other} {seed}")
        for frame, sender, answering in valid_frames(judges[one], protocols[one], rng, frames):
            way = {"sender": sender, "answering": answering or None}
            is_known = (
                is_answer(strict[one], protocols[one], frame, answering)
                if answering
                else is_call(strict[one], protocols[one], frame, frame["method"])
            )
            found = law(world, frame, protocols[one], protocols[other], judges[other], way, is_known=is_known)
            assert not found.startswith("broken"), f"r{one + 1} → r{other + 1}: {found}\n{json.dumps(frame)}"
            seen[found] += 1
    return seen


def without_unknown(file: Any) -> Any:
    """Return a schema file that accepts no members that it does not define."""
    if isinstance(file, list):
        return [without_unknown(each) for each in file]
    if not isinstance(file, dict):
        return file
    found = {name: without_unknown(each) for name, each in file.items()}
    is_object = file.get("type") == "object" and "properties" in file
    return {"additionalProperties": False, **found} if is_object else found


def law(
    world: Family,
    frame: Any,
    source: Protocol,
    target: Protocol,
    judge: SchemaJudge,
    way: dict[str, Any],
    *,
    is_known: bool,
) -> str:
    """Return the outcome of a conversion, or the law that it breaks.

    `is_known` says that the frame has no members that the source does not define.
    """
    ends = source.revision, target.revision
    converted = world.convert(copy.deepcopy(frame), *ends, **way)
    graded = world.grade(frame, *ends, **way)
    if graded == "none" and converted is not None:
        return f"broken: the fidelity is none, but the result is {converted}"
    if is_known and graded in ("whole", "adapted"):
        kinds = {loss.kind for loss in converted.losses} if converted else {"refused"}
        is_whole = converted is not None and not kinds and same(converted.message, frame)
        if kinds - {"respelled", "invented"} or (graded == "whole" and not is_whole):
            return f"broken: the fidelity is {graded}, but the result is {converted}"
    data = world.convert(json.dumps(frame).encode(), *ends, **way)
    if (converted is None) != (data is None):
        return "broken: bytes and trees differ"
    if converted is None:
        return "refused"
    message, losses = converted
    if not same(json.loads(data.message), message):
        return f"broken: bytes convert differently: {data.message}"
    method = way["answering"]
    fits = (
        is_answer(judge, target, message, method)
        if method
        else is_call(judge, target, message, message["method"])
    )
    if not fits:
        return f"broken: not valid: {json.dumps(message)}"
    difference = unaccounted(frame, message, losses, moves=True)
    if difference:
        return f"broken: {difference}: {json.dumps(message)} {losses}"
    kept = world.convert(copy.deepcopy(frame), *ends, keep=True, **way)
    back = world.convert(kept.message, *ends[::-1], keep=True, **way)
    if back is None or not same(back.message, frame):
        return f"broken: kept {json.dumps(kept.message)}, but not restored: {back}"
    return "lossy" if losses else "lossless"


def valid_frames(
    judge: SchemaJudge, protocol: Protocol, rng: Random, count: int
) -> Iterator[tuple[Any, str, str]]:
    """Yield valid frames of a protocol, each with its sender, and the method that it answers or ''."""
    for method in protocol.methods.values():
        sender = method.senders[0]
        donors = [judge.value(method.message, rng)]
        for _ in range(count):
            call = judge.value(method.message, rng)
            call = mutated(call, rng, donors) if rng.random() < 0.5 else call
            extra = {"result", "error"} | ({"id"} if method.kind == "notification" else set())
            if is_call(judge, protocol, call, method.name) and not call.keys() & extra:
                yield call, sender, ""
            for result in method.results:
                value = judge.value(result, rng)
                value = mutated(value, rng, donors) if rng.random() < 0.5 else value
                answer = {"jsonrpc": "2.0", "id": 1, "result": value}
                if is_answer(judge, protocol, answer, method.name):
                    yield answer, "server" if sender == "client" else "client", method.name
