"""Publish the conversions and schemas as JSON files, for implementations in any language.

- `conversions/S--T.json`: the plan that converts messages from S to the adjacent revision T.
- `types/R.json`: the corrected schema of a revision.
- `types/NAME.json`: the types of an extension.
- `revisions.json`: the order of the revisions, and facts about them.

Each file has `format: 1`, and a JSON Schema beside it.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import combinations, groupby
from pathlib import PurePosixPath
from typing import Any, TypeAlias

from mcpgen.adapters.generate import pairs
from mcpgen.adapters.own_rules import load_rules
from mcpgen.adapters.plan_data import PlanData
from mcpgen.classes.corrected_schema import FORMAT, extension_data, types_data
from mcpgen.emit.revision_table import revision_facts
from mcpgen.frontend.package_data import data_root
from mcpgen.ir import Extension, Method, Protocol
from mcpgen.runtime.conversion.chain import path_between
from mcpgen.runtime.conversion.rules.envelopes import NAMING
from mcpgen.runtime.endpoints import with_extensions
from mcpgen.runtime.json_values import LOSS_POINTER
from mcpgen.runtime.revision_facts import RevisionFacts
from mcpgen.schema_folder import SchemaFolder

JsonObject: TypeAlias = dict[str, Any]

SCHEMAS = ("conversion.schema.json", "revisions.schema.json", "types.schema.json")


def published_data(folder: SchemaFolder) -> dict[str, JsonObject]:
    """Return the data for conversions in other languages: the JSON object of each file, by path."""
    protocols = [folder.protocol(revision) for revision in folder.revisions]
    data = {f"types/{one.revision}.json": types_data(one, one.revision) for one in protocols}
    data |= {f"types/{name}.json": extension_data(folder.extension(name)) for name in folder.extensions}
    extensions = [one for one in map(folder.extension, folder.extensions) if _is_between_peers(one)]
    names = {with_extensions(one.extends, one.identifier): f"{one.extends}+{one.name}" for one in extensions}
    decided = folder.pairs(one.name for one in extensions)
    for pair, older, newer in pairs(decided, load_rules(folder.sources)):
        keys = {**revision_facts(older).request_meta, **revision_facts(newer).request_meta}
        for adapter in pair.adapters:
            ends = (older, newer) if adapter.source == older.revision else (newer, older)
            source, target = (names.get(end.revision, end.revision) for end in ends)
            data[f"conversions/{source}--{target}.json"] = PlanData(adapter, *ends, keys).tree()
    files = {
        (one["source"], one["target"]): PurePosixPath(path).name.removesuffix(".json")
        for path, one in data.items()
        if "source" in one
    }
    every = [*folder.revisions, *compositions(folder)]
    ways = {one: {other: _path(one, other, folder.revisions, files) for other in every} for one in every}
    return {"revisions.json": _revisions(folder, protocols) | {"ways": ways}, **data}


def compositions(folder: SchemaFolder) -> list[str]:
    """Return the names of the revisions with extensions that the published conversions support.

    Each revision is combined with each one of its extensions, with each two, and with all of them. Extensions
    without messages between client and server are left out.
    """
    found = []
    extensions = [one for one in map(folder.extension, folder.extensions) if _is_between_peers(one)]
    for revision in folder.revisions:
        own = sorted(one.identifier for one in extensions if one.extends == revision)
        for count in sorted({1, 2, len(own)} & {*range(1, len(own) + 1)}):
            found += [with_extensions(revision, *some) for some in combinations(own, count)]
    return found


def _path(source: str, target: str, chain: Sequence[str], files: Mapping[tuple[str, str], str]) -> list[str]:
    """Return the names of the conversion files that lead from `source` to `target`, in order."""
    path = path_between(source, target, chain, lambda one, other: (one, other) in files)
    return [files[step] for step in path]


def _is_between_peers(extension: Extension) -> bool:
    """Return whether an extension defines or changes messages between client and server."""
    senders = {side for method in extension.protocol.methods.values() for side in method.senders}
    return bool(extension.answers or extension.additions or senders & {"client", "server"})


def published_texts(folder: SchemaFolder) -> dict[str, str]:
    """Return the text of each data file and each JSON Schema, by path."""
    texts = {path: _text(data) for path, data in published_data(folder).items()}
    return texts | {name: (data_root("schema") / name).read_text("utf-8") for name in SCHEMAS}


def _text(data: JsonObject) -> str:
    """Return an object as JSON over several lines, so that a text diff stays small.

    Each member has a line. If a member is a large object, each of its members has a line too.
    """
    lines = []
    for name, value in data.items():
        text = json.dumps(value, ensure_ascii=False)
        if isinstance(value, dict) and value and len(text) > 100:
            inner = (
                f"  {json.dumps(key)}: {json.dumps(one, ensure_ascii=False)}" for key, one in value.items()
            )
            text = "{\n" + ",\n".join(inner) + "\n }"
        lines.append(f" {json.dumps(name)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _revisions(folder: SchemaFolder, protocols: list[Protocol]) -> JsonObject:
    """Return the content of `revisions.json`, without the paths of conversions."""
    rows = []
    for protocol in protocols:
        facts = revision_facts(protocol)
        rows.append(
            {
                "revision": protocol.revision,
                "handshake": facts.handshake,
                "batches": facts.batches,
                "requestMeta": dict(facts.request_meta),
                "notificationMeta": dict(facts.notification_meta),
                "resultMeta": dict(facts.result_meta),
                "methods": _methods(protocol.methods.values()),
                "naming": [*_naming(protocol.revision, facts)],
            }
        )
    extensions = [folder.extension(name) for name in folder.extensions]
    return {
        "$schema": "revisions.schema.json",
        "format": FORMAT,
        "limits": {
            "characters": 64 << 20,
            "levels": 400,
            "integerCharacters": 4300,
            "lossPointer": LOSS_POINTER,
        },
        "text": {"whiteSpace": [*_ranges(str.isspace)], "control": [*_ranges(_is_control)]},
        "revisions": rows,
        "extensions": [
            {
                "name": one.name,
                "identifier": one.identifier,
                "extends": one.extends,
                "methods": _methods(one.protocol.methods.values()),
            }
            for one in extensions
        ],
    }


def _methods(methods: Iterable[Method]) -> JsonObject:
    """Return the methods with their kinds, grouped by the side that sends them."""
    found: JsonObject = {"client": {}, "server": {}}
    for method in methods:
        for side in method.senders:
            if side in found:
                found[side][method.name] = method.kind
    return found


def _naming(revision: str, facts: RevisionFacts) -> Iterator[JsonObject]:
    """Yield the members of messages that contain the name of their revision, such as `protocolVersion`."""
    if facts.handshake:
        for part in ("params", "result"):
            yield _naming_row("session", "initialize", part, ["protocolVersion"], revision)
    if facts.per_request:
        yield _naming_row(
            "request", None, "params", ["_meta", facts.request_meta["protocolVersion"]], revision
        )
        yield _naming_row("discovery", "server/discover", "result", ["supportedVersions"], revision)


def _naming_row(kind: str, method: str | None, part: str, path: list[str], revision: str) -> JsonObject:
    _, reason = NAMING[kind]
    change = {"id": "R-INIT", "reason": reason.format(target=revision)}
    return {"kind": kind, "method": method, "part": part, "path": path, **change}


def _is_control(character: str) -> bool:
    return character < " " or character == "\x7f"


def _ranges(has: Callable[[str], bool]) -> Iterator[list[int]]:
    """Return the code points for which `has` is true, as ranges of a first and a last code point."""
    points = [point for point in range(0x10000) if has(chr(point))]
    for _, run in groupby(enumerate(points), lambda pair: pair[1] - pair[0]):
        found = [point for _, point in run]
        yield [found[0], found[-1]]
