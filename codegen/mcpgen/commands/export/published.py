"""Published data: the conversions and schemas as JSON files, for implementations in any language.

- `conversions/S--T.json`: the plan that converts messages from S to the neighboring revision T.
- `types/R.json`: the corrected schema of a revision.
- `types/NAME.json`: the types of an extension.
- `revisions.json`: the order and the facts of the revisions.

Each file has `format: 1` and a JSON Schema beside it.
"""

from __future__ import annotations

import json
from collections.abc import Collection, Iterator, Sequence
from itertools import combinations, pairwise
from typing import Any, TypeAlias

from mcpgen.adapters.generate import pairs
from mcpgen.adapters.own_rules import load_rules
from mcpgen.adapters.plan_data import PlanData
from mcpgen.classes.corrected_schema import FORMAT, extension_data, types_data
from mcpgen.emit.revision_table import revision_facts
from mcpgen.frontend.package_data import data_root
from mcpgen.ir import Extension, Protocol
from mcpgen.runtime.conversion.chain import path_between
from mcpgen.runtime.conversion.rules.envelopes import NAMING
from mcpgen.runtime.endpoints import with_extensions
from mcpgen.schema_folder import SchemaFolder

JsonObject: TypeAlias = dict[str, Any]

SCHEMAS = ("conversion.schema.json", "revisions.schema.json", "types.schema.json")


def published_data(folder: SchemaFolder) -> dict[str, JsonObject]:
    """Return the JSON object of each file, by path."""
    protocols = [folder.protocol(revision) for revision in folder.revisions]
    data = {f"types/{one.revision}.json": types_data(one, one.revision) for one in protocols}
    data |= {f"types/{name}.json": extension_data(folder.extension(name)) for name in folder.extensions}
    decided = [folder.decided(older, newer) for older, newer in pairwise(folder.revisions)]
    extensions = [one for one in map(folder.extension, folder.extensions) if _is_between_peers(one)]
    names = {with_extensions(one.extends, one.identifier): f"{one.extends}+{one.name}" for one in extensions}
    for pair, older, newer in pairs(protocols, decided, extensions, load_rules(folder.sources)):
        keys = {**revision_facts(older).request_meta, **revision_facts(newer).request_meta}
        for adapter in pair.adapters:
            ends = (older, newer) if adapter.source == older.revision else (newer, older)
            source, target = (names.get(end.revision, end.revision) for end in ends)
            data[f"conversions/{source}--{target}.json"] = PlanData(adapter, *ends, keys).tree()
    steps = {(one["source"], one["target"]) for one in data.values() if "source" in one}
    every = list(_ends(folder, extensions))
    ways = {one: {other: _path(one, other, folder.revisions, steps) for other in every} for one in every}
    return {"revisions.json": _revisions(folder, protocols) | {"ways": ways}, **data}


def _ends(folder: SchemaFolder, extensions: list[Extension]) -> Iterator[str]:
    """Yield the names of the conversion ends: each revision, alone and with its extensions.

    Each revision is combined with one extension, with two, and with all of them.
    """
    for revision in folder.revisions:
        own = sorted(one.identifier for one in extensions if one.extends == revision)
        for count in sorted({0, 1, 2, len(own)} & {*range(len(own) + 1)}):
            yield from (with_extensions(revision, *some) for some in combinations(own, count))


def _path(source: str, target: str, chain: Sequence[str], steps: Collection[tuple[str, str]]) -> list[str]:
    """Return the names `S--T` of the plans that convert from `source` to `target`, in order."""
    path = path_between(source, target, chain, lambda one, other: (one, other) in steps)
    return ["--".join(step) for step in path]


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

    Each member has its own line. So has each member of a large inner object.
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
            }
        )
    extensions = [folder.extension(name) for name in folder.extensions]
    return {
        "$schema": "revisions.schema.json",
        "format": FORMAT,
        "revisions": rows,
        "extensions": [
            {"name": one.name, "identifier": one.identifier, "extends": one.extends} for one in extensions
        ],
        "naming": {name: {"id": "R-INIT", "reason": reason} for name, (_, reason) in NAMING.items()},
    }
