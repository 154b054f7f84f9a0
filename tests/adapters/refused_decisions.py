"""Draw decision files that a build refuses: wrong verbs, arguments, locations, names and keys.

`problems(seed)` yields the problems of one pair of small protocols, whose proposals are damaged at random.
"""

from __future__ import annotations

import copy
import json
from collections.abc import Callable, Iterator, Sequence
from itertools import count
from random import Random
from typing import Any

from protocol_families import EDITS, family

from mcpgen.adapters import generate
from mcpgen.adapters.actions import VERBS
from mcpgen.adapters.decisions import decide_pair, read_entries, source_of
from mcpgen.adapters.proposals import entries_text, propose
from mcpgen.frontend.overlay import NO_OVERLAY
from mcpgen.frontend.read import SchemaSource, read_protocol
from mcpgen.frontend.toml_document import parse_toml
from mcpgen.frontend.toml_edit import entry_text
from mcpgen.ir import Protocol
from mcpgen.problems import Problem, Refused

ARGUMENTS = (
    *("", "1", '"text"', "{}", "null", "[1]", '["a"]', "nothing", "/a/b", "/", "name", "tools/call"),
    *("-32000", "1e999", "NaN", "é😀", "\\u0000", "x" * 300, "{", "::", "@", "; drop"),
)
LOCATIONS = (
    *("Tool", "Tool.name", ".name", "CallToolRequestParams.arguments", "Role", "ContentBlock.TextContent"),
    *("tools/call", "tools/call:client", "tools/call:server", "errors", "Result", "Nowhere", ".", "", "*"),
)
NAMES = (*LOCATIONS, "others", "FIELD_ADDED", "FIELD_MOVED Tool.name", "METHOD_RENAMED tools/call")
Entry = dict[str, Any]


def pair(rng: Random) -> tuple[Protocol, Protocol]:
    """Return two small protocols, the second one with a few changes."""
    edits = [(rng.choice(sorted(EDITS)), rng.randrange(10**9)) for _ in range(rng.randrange(1, 7))]
    files, _ = family([edits])
    texts = [json.dumps(file).encode() for file in files]
    older, newer = (
        read_protocol(SchemaSource(text, f"r{number}.json", NO_OVERLAY), f"r{number}", lambda _: None)
        for number, text in enumerate(texts, 1)
    )
    return older, newer


def action(rng: Random) -> str:
    """Return the text of one or two actions, many of which are wrong."""
    verb = rng.choice([*VERBS, *VERBS, "", "nothing", "Drop"])
    text = verb + (f":{rng.choice(ARGUMENTS)}" if rng.random() < 0.6 else "")
    if rng.random() < 0.4:
        text += "@" + ",".join(rng.choices(LOCATIONS, k=rng.randrange(1, 3)))
    return text if rng.random() < 0.8 else f"{text}; {action(rng)}"


def _action(entry: Entry, rng: Random) -> None:
    """Replace one action, or all actions of one direction."""
    direction = rng.choice(["up", "down"])
    stated = entry[direction]
    if isinstance(stated, dict) and rng.random() < 0.8:
        entry[direction] = {**stated, rng.choice([*stated]): action(rng)}
    else:
        entry[direction] = action(rng)


def _row(entry: Entry, rng: Random) -> None:
    """Add a row, or remove one."""
    direction = rng.choice(["up", "down"])
    stated = entry[direction]
    rows = stated if isinstance(stated, dict) else {"others": stated}
    if len(rows) > 1 and rng.random() < 0.3:
        entry[direction] = dict(rng.sample([*rows.items()], len(rows) - 1))
    else:
        entry[direction] = {rng.choice(NAMES): action(rng), **rows}


def _covers(entry: Entry, rng: Random) -> None:
    """Replace or add a name of a change."""
    others = entry["covers"] if rng.random() < 0.7 else []
    entry["covers"] = [*others, rng.choice(NAMES)]


def _key(entry: Entry, rng: Random) -> None:
    """Remove a key, or give one a value of the wrong type."""
    key = rng.choice([*entry])
    if rng.random() < 0.3:
        del entry[key]
    else:
        entry[rng.choice([key, "x"])] = rng.choice([1, "", [], "a\nb", ["a", 1]])


KEYS = {"covers", "up", "down"}
DAMAGE: Sequence[Callable[[Entry, Random], None]] = (*(_action,) * 8, _row, _row, _covers, _key)


def damaged(entries: Sequence[Entry], rng: Random) -> list[Entry]:
    """Return a copy of entries with one or two faults."""
    found = copy.deepcopy([*entries])
    for _ in range(rng.choice([1, 1, 2])):
        kind = rng.random()
        if kind < 0.04:
            del found[rng.randrange(len(found))]
        elif kind < 0.08:
            again = copy.deepcopy(rng.choice(found))
            found.append({**again, "id": rng.choice([again["id"], "again"])})
        else:
            whole = [entry for entry in found if entry.keys() >= KEYS]
            rng.choice(DAMAGE)(rng.choice(whole or [copy.deepcopy(entries[0])]), rng)
        if not found:
            break
    return found


def problems(seed: int) -> Iterator[Problem]:
    """Yield the problems for which the damaged decisions of one pair are refused."""
    rng = Random(seed)
    try:
        older, newer = pair(rng)
    except Refused:  # the changes contradict each other, so there is no second protocol
        return
    source = source_of(older.revision, newer.revision)
    text = entries_text(propose(older, newer, ()), map("C.{}".format, count(1)), newer.revision, None)
    entries = parse_toml(text).get("change", [])
    for _ in range(12 if entries else 0):
        lines = "\n\n".join(entry_text("change", **entry) for entry in damaged(entries, rng))
        try:
            generate.plan(decide_pair(older, newer, read_entries(lines.encode(), source)))
        except Refused as refused:
            yield from refused.problems
