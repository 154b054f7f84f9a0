"""Published conversions: the protocols, the decisions and the extensions → files for readers in any language.

`conversions/S--T.json` has the plan of each directed pair of neighbours, `types/R.json` the corrected schema
of a revision, `types/NAME.json` the layer of an extension, and `revisions.json` the order and the facts of
the revisions. Each file has `format: 1` and a JSON Schema beside it.
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
from mcpgen.runtime.conversion.chain import way_between
from mcpgen.runtime.conversion.rules.envelopes import NAMING
from mcpgen.runtime.endpoints import with_extensions
from mcpgen.schema_folder import SchemaFolder

Tree: TypeAlias = dict[str, Any]

SCHEMAS = ("conversion.schema.json", "revisions.schema.json", "types.schema.json")


def published_trees(folder: SchemaFolder) -> dict[str, Tree]:
    """Return the trees of all files by path."""
    protocols = [folder.protocol(revision) for revision in folder.revisions]
    trees = {f"types/{one.revision}.json": types_data(one, one.revision) for one in protocols}
    trees |= {f"types/{name}.json": extension_data(folder.extension(name)) for name in folder.extensions}
    decided = [folder.decided(older, newer) for older, newer in pairwise(folder.revisions)]
    extensions = [one for one in map(folder.extension, folder.extensions) if _is_between_peers(one)]
    names = {with_extensions(one.extends, one.identifier): f"{one.extends}+{one.name}" for one in extensions}
    for pair, older, newer in pairs(protocols, decided, extensions, load_rules(folder.sources)):
        keys = {**revision_facts(older).request_meta, **revision_facts(newer).request_meta}
        for adapter in pair.adapters:
            ends = (older, newer) if adapter.source == older.revision else (newer, older)
            source, target = (names.get(end.revision, end.revision) for end in ends)
            trees[f"conversions/{source}--{target}.json"] = PlanData(adapter, *ends, keys).tree()
    steps = {(tree["source"], tree["target"]) for tree in trees.values() if "source" in tree}
    every = list(_ends(folder, extensions))
    ways = {one: {other: _way(one, other, folder.revisions, steps) for other in every} for one in every}
    return {"revisions.json": _revisions(folder, protocols) | {"ways": ways}, **trees}


def _ends(folder: SchemaFolder, extensions: list[Extension]) -> Iterator[str]:
    """Yield the revisions, each alone and with the sets of its extensions that a build composes."""
    for revision in folder.revisions:
        own = sorted(one.identifier for one in extensions if one.extends == revision)
        for count in sorted({0, 1, 2, len(own)} & {*range(len(own) + 1)}):
            yield from (with_extensions(revision, *some) for some in combinations(own, count))


def _way(source: str, target: str, chain: Sequence[str], steps: Collection[tuple[str, str]]) -> list[str]:
    """Return the names `S--T` of the plans between two ends, in order."""
    way = way_between(source, target, chain, lambda one, other: (one, other) in steps)
    return ["--".join(step) for step in way]


def _is_between_peers(extension: Extension) -> bool:
    """Say whether an extension has a part in the frames between client and server."""
    senders = {side for method in extension.protocol.methods.values() for side in method.senders}
    return bool(extension.answers or extension.additions or senders & {"client", "server"})


def published_texts(folder: SchemaFolder) -> dict[str, str]:
    """Return the text of each file and of each schema by path."""
    texts = {path: _text(tree) for path, tree in published_trees(folder).items()}
    return texts | {name: (data_root("schema") / name).read_text("utf-8") for name in SCHEMAS}


def _text(tree: Tree) -> str:
    """Return a tree as JSON with a line for each member of a member, so that a difference names its place."""
    lines = []
    for name, value in tree.items():
        text = json.dumps(value, ensure_ascii=False)
        if isinstance(value, dict) and value and len(text) > 100:
            inner = (
                f"  {json.dumps(key)}: {json.dumps(one, ensure_ascii=False)}" for key, one in value.items()
            )
            text = "{\n" + ",\n".join(inner) + "\n }"
        lines.append(f" {json.dumps(name)}: {text}")
    return "{\n" + ",\n".join(lines) + "\n}\n"


def _revisions(folder: SchemaFolder, protocols: list[Protocol]) -> Tree:
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
