"""A small export: two revisions, a method, a named change, and a message that shows the change."""

from __future__ import annotations

import copy
from typing import Any

Tree = dict[str, Any]
OLD, NEW = "one", "two"
TEXT: Tree = {"kind": "string"}


def member(name: str, type_: Tree, *, required: bool = True, since: str = OLD) -> Tree:
    """Return a member of a record."""
    return {
        "name": name,
        "required": required,
        "inEnvelope": False,
        "type": type_,
        "default": None,
        "knownValues": [],
        "deprecated": None,
        "since": since,
        "until": None,
        "doc": f"The {name}.",
    }


def record(name: str, *members: Tree) -> Tree:
    """Return a record."""
    return {
        "name": name,
        "kind": "record",
        "members": list(members),
        "furtherMembers": None,
        "guard": None,
        "knownValues": [],
        "ordered": False,
        "deprecated": None,
        "since": OLD,
        "until": None,
        "doc": f"A {name}.",
        "page": None,
    }


def revision(name: str, *more: Tree) -> Tree:
    """Return a revision whose greeting has more members."""
    method = {
        "name": "greet",
        "kind": "request",
        "senders": ["client"],
        "message": "GreetRequest",
        "params": "Greeting",
        "results": ["Greeting"],
        "gate": {"capability": "greetings", "declaredBy": "server"},
        "deprecated": None,
        "since": OLD,
        "until": None,
        "doc": "Greets.",
        "page": None,
    }
    reference = {"kind": "reference", "name": "Greeting"}
    return {
        "revision": name,
        "source": {"commit": None, "sha256": []},
        "batches": False,
        "frames": [
            {
                "shape": "request",
                "members": ["method", "id"],
                "envelope": None,
                "method": "method",
                "body": None,
            }
        ],
        "methods": [method],
        "types": [
            record(
                "GreetRequest",
                member("method", {"kind": "constants", "values": ["greet"]}),
                member("params", reference),
            ),
            record("Greeting", member("text", TEXT), *more),
        ],
        "errors": [
            {
                "name": "RUDE",
                "code": -32000,
                "type": None,
                "since": OLD,
                "until": None,
                "doc": "Rude.",
                "page": None,
            }
        ],
        "capabilities": [
            {"path": "greetings", "declaredBy": "server", "methods": ["greet"], "since": OLD, "until": None}
        ],
    }


def small_document() -> Tree:
    """Return a document of two revisions, of which the newer one adds a member."""
    change = {
        "rule": "FIELD_ADDED_OPTIONAL",
        "kind": "value",
        "purpose": "optional member added",
        "place": "Greeting.mood",
        "formerPlace": "Greeting.mood",
        "detail": "",
        "sender": "both",
        "toOld": "safe",
        "toNew": "safe",
        "up": "keep",
        "down": "drop",
    }
    named = {
        "id": "T1.1",
        "title": "Moods",
        "reference": "SEP-1",
        "url": "https://example.com/1",
        "reason": "The older revision has no moods, so they were removed.",
        "changes": [change],
    }
    mood = member("mood", TEXT, required=False, since=NEW)
    judged = {"method": "greet", "sender": "client"}
    return {
        "$schema": "export.schema.json",
        "format": 1,
        "revisions": [revision(OLD), revision(NEW, mood)],
        "pairs": [{"older": OLD, "newer": NEW, "decidedIn": "changes.toml", "named": [named], "unnamed": []}],
        "extensions": [],
        "fidelity": [
            {"source": OLD, "target": NEW, **judged, "call": "whole", "result": "whole"},
            {"source": NEW, "target": OLD, **judged, "call": "lossy", "result": "lossy"},
        ],
    }


def small_corpus() -> list[Tree]:
    """Return a corpus with one message, which loses a member when it is converted to the older revision."""
    frame = {"jsonrpc": "2.0", "id": 1, "method": "greet", "params": {"text": "<b>hello</b>", "mood": "good"}}
    older = copy.deepcopy(frame)
    del older["params"]["mood"]
    reason = "The older revision has no moods, so they were removed."
    loss = {"kind": "dropped", "pointer": "/params/mood", "value": "good", "reason": reason, "change": "T1.1"}
    return [
        {
            "origin": "greeting-two.jsonl:1",
            "change": None,
            "revision": NEW,
            "sender": "client",
            "answering": None,
            "method": "greet",
            "shape": "request",
            "context": None,
            "frame": frame,
            "uses": ["GreetRequest", "GreetRequest.params", "Greeting", "Greeting.mood", "Greeting.text"],
            "verdicts": {
                OLD: {"verdict": "valid", "unknown": ["/params/mood"]},
                NEW: {"verdict": "valid", "unknown": []},
            },
            "conversions": {OLD: {"outcome": "converted", "message": older, "losses": [loss]}},
        }
    ]
