"""Make messages to convert, and check the rules that every conversion must obey.

A seeded `Random` makes valid messages of any revision, with unknown members that other revisions define. The
corrected official schema decides whether a message is valid, through `jsonschema-rs` (`oracle`).
"""

from __future__ import annotations

import copy
import json
from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import Any, NamedTuple

import mcp_revisions as mr

from mcpgen.runtime.json_values import tokens
from support.frame_mutations import ODD, instance
from support.oracle import OTHER, REVISIONS, Oracle, oracle
from support.traffic import messages

Frame = dict[str, Any]
Keys = tuple[str, ...]


class Case(NamedTuple):
    """A message, its sender, and the method that it answers."""

    revision: str
    sender: str
    answering: str | None
    frame: Frame

    @property
    def options(self) -> dict[str, Any]:
        """Return the keyword arguments of `convert` for the case."""
        return {"sender": self.sender, "answering": self.answering}

    @property
    def method(self) -> str:
        """Return the method of the message, or the one that it answers."""
        return str(self.answering or self.frame["method"])


def pairs() -> list[tuple[str, str]]:
    """Return the 20 ordered pairs of revisions."""
    return [(a, b) for a in REVISIONS for b in REVISIONS if a != b]


@cache
def member_names() -> tuple[str, ...]:
    """Return every member name that any revision defines. Unknown members get these names."""
    names = {name for r in REVISIONS for t in oracle(r).types.values() for name in t.get("properties", {})}
    return tuple(sorted(names))


def kinds(revision: str) -> tuple[tuple[str, str | None, str], ...]:
    """Return the kinds of messages of a revision: the sender, the method that it answers, and its type."""
    return _kinds(oracle(revision))


@cache
def _kinds(judge: Oracle) -> tuple[tuple[str, str | None, str], ...]:
    found: list[tuple[str, str | None, str]] = []
    for (sender, kind, method), name in judge.sent.items():
        found.append((sender, None, name))
        if kind == "Request":
            found += [(OTHER[sender], method, result) for result in judge.result_types(method)]
    return tuple(found)


def cases(revision: str, rng: Random, *, clashes: bool = True) -> Iterator[Case]:
    """Yield valid messages of a revision, without end.

    `clashes` adds members that other revisions may define.
    """
    judge = oracle(revision)
    while True:
        sender, answering, name = rng.choice(kinds(revision))
        value = instance({"$ref": f"#/x/{name}"}, judge.types, rng)
        if answering is not None:
            if name == "InputRequiredResult":
                value["resultType"] = "input_required"
            frame: Frame = {"jsonrpc": "2.0", "id": rng.choice([1, "1"]), "result": value}
        else:
            frame = {"jsonrpc": "2.0", **value}
            if judge.messages[name] == "JSONRPCRequest":
                frame.setdefault("id", rng.choice([1, "1"]))
            if rng.random() < 0.2 and isinstance(frame.get("params", {}), dict):
                meta = frame.setdefault("params", {}).setdefault("_meta", {})
                meta.setdefault("progressToken", rng.choice([1, "1"]))
        if clashes:
            for _ in range(rng.choice([0, 0, 1, 2, 4])):
                owner = rng.choice(_objects(frame))
                owner.setdefault(rng.choice(member_names()), copy.deepcopy(rng.choice(ODD)))
        if judge.frame_fits(frame, sender, answering):
            yield Case(revision, sender, answering, frame)


def _objects(frame: Frame) -> list[Frame]:
    """Return the objects inside a frame, and its params or result."""
    found, left = [], [value for name, value in frame.items() if name in ("params", "result", "error")]
    while left:
        value = left.pop()
        if isinstance(value, dict):
            found.append(value)
        left += value.values() if isinstance(value, dict) else value if isinstance(value, list) else []
    return found or [{}]


def same(a: Any, b: Any) -> bool:
    """Return whether two values are the same JSON text. `1` and `1.0` are not."""
    return json.dumps(a, sort_keys=True) == json.dumps(b, sort_keys=True)


def at(tree: Any, path: list[str]) -> Any:
    """Return the value at a path in a JSON value."""
    for key in path:
        tree = tree[int(key)] if isinstance(tree, list) else tree[key]
    return tree


_GONE = object()
# What an older revision says by the absence of the member: it is removed, and respelled.
SAID_BY_ABSENCE: dict[str, Any] = {
    "resultType": "complete",
    "tools": [],
    "toolChoice": {"mode": "none"},
    "mode": "form",
    "form": {},
}


def unaccounted(before: Any, after: Any, losses: tuple[mr.Loss, ...], *, moves: bool = False) -> str | None:
    """Return a difference that no loss reports, or a loss without a difference, or ''.

    Dropped values are removed from `before`, and invented values from `after`. The rest must be equal, except
    at reshaped, respelled and weakened values, which must differ. An object `params` or `_meta` is removed
    too if all its members are dropped, or all are invented. A respelled member may have another name. A
    reshaped member may have another value under that name. A respelled value of `SAID_BY_ABSENCE` is removed.

    With `moves`, no absent member has a meaning, respelled members may have moved into or out of objects, and
    objects without members may appear or disappear.
    """
    absent = [loss for loss in losses if not moves and _is_said_by_absence(loss)]
    one, other = copy.deepcopy(before), copy.deepcopy(after)
    altered: dict[Keys, str] = {}
    for loss in losses:
        path = tokens(loss.pointer)
        try:
            value = at(after if loss.kind == "invented" else before, path)
        except (KeyError, IndexError, TypeError, ValueError):
            return f"nothing at {loss}"
        if not same(value, loss.value):
            return f"another value at {loss}"
        if loss.kind in ("reshaped", "respelled", "weakened") and loss not in absent:
            altered[tuple(path)] = loss.kind
    held, joined = [], Counter[str]()
    for loss in sorted(losses, key=lambda loss: -len(tokens(loss.pointer))):
        path = tokens(loss.pointer) or [""]
        if loss in absent:
            del at(one, path[:-1])[path[-1]]
        elif moves and loss.kind == "dropped" and any([*place[: len(path)]] == path for place in altered):
            held.append(tuple(path))  # parts of it have moved away
        elif loss.kind in ("dropped", "invented"):
            owner = at(one if loss.kind == "dropped" else other, path[:-1])
            if loss.kind == "invented":  # parts of it may have moved in
                joined.update(_names(_leaves(at(other, path), ())))
            if isinstance(owner, list):
                owner[int(path[-1])] = _GONE
            else:
                del owner[path[-1]]
    if moves:
        return _Moves(altered, held, joined).difference(one, other)
    return _difference(one, other, (), altered)


def _is_said_by_absence(loss: mr.Loss) -> bool:
    name = loss.pointer.rpartition("/")[2]
    return loss.kind == "respelled" and name in SAID_BY_ABSENCE and same(loss.value, SAID_BY_ABSENCE[name])


class _Moves:
    """Compares two trees some of whose members have moved: the same leaves are gone and new."""

    def __init__(self, altered: dict[Keys, str], held: list[Keys], joined: Counter[str]) -> None:
        self.altered, self.held, self.joined = altered, held, joined
        self.gone: list[tuple[Keys, Any]] = []
        self.new: list[tuple[Keys, Any]] = []
        self.empty_reshaped = False  # an empty object that was reshaped has moved

    def difference(self, one: Any, other: Any) -> str | None:
        """Name a difference without a loss."""
        self._walk(one, other, ())
        left = Counter(_names(self.new))
        edited = 0

        def kinds_of(path: Keys) -> list[str]:
            return [self.altered[path[:end]] for end in range(len(path) + 1) if path[:end] in self.altered]

        def is_removed(path: Keys) -> bool:
            ends = [
                end for end in range(len(path) + 1) if path[:end] in self.altered or path[:end] in self.held
            ]
            return bool(ends) and path[: ends[-1]] in self.held

        # Of equal leaves, those in a place that is reported to have moved are the new ones, and those in a
        # place that is reported as removed are not.
        rank = {
            path: (is_removed(path), not kinds_of(path), self.altered.get(path) == "reshaped")
            for path, _ in self.gone
        }
        for path, leaf in sorted(self.gone, key=lambda each: rank[each[0]]):
            kinds = kinds_of(path)
            if left[repr(_number(leaf))]:
                left[repr(_number(leaf))] -= 1
                if not kinds:
                    return f"unreported move: {path}"
            elif kinds and self.joined[repr(_number(leaf))]:
                self.joined[repr(_number(leaf))] -= 1
            elif not any(path[: len(place)] == place for place in self.held):
                if not kinds or set(kinds) == {"respelled"} and path not in self.altered:
                    return f"unreported: {path}"
                edited += 1
        # A value that moved and was reshaped has any new leaves.
        is_reshaped = "reshaped" in self.altered.values()
        is_free = self.empty_reshaped or (
            is_reshaped and any(path not in self.altered for path, _ in self.gone)
        )
        return f"unreported: {+left}" if sum(left.values()) > edited and not is_free else None

    def _walk(self, one: Any, other: Any, path: Keys) -> None:
        if isinstance(one, dict) and isinstance(other, dict):
            for name in {**one, **other}:
                place = (*path, name)
                kind = self.altered.get(place)
                if name in one and name in other and kind is None:
                    self._walk(one[name], other[name], place)
                elif kind not in ("reshaped", "weakened") or name not in one or name not in other:
                    self.empty_reshaped |= name in one and self._has_empty_reshaped(one[name], place)
                    self.gone += _leaves(one[name], place) if name in one else []
                    self.new += _leaves(other[name], place) if name in other else []
            return
        if isinstance(one, list) and isinstance(other, list):
            left = [(i, item) for i, item in enumerate(one) if item is not _GONE]
            right = [item for item in other if item is not _GONE]
            if len(left) == len(right):
                for (i, item), twin in zip(left, right, strict=True):
                    self._walk(item, twin, (*path, str(i)))
                return
        if not same(one, other):
            self.gone += _leaves(one, path)
            self.new += _leaves(other, path)

    def _has_empty_reshaped(self, value: Any, place: Keys) -> bool:
        """Return whether a value without leaves was reshaped: a moved value, or a value inside it."""
        return any(
            kind == "reshaped"
            and path[: len(place)] == place
            and not _leaves(at(value, path[len(place) :]), ())
            for path, kind in self.altered.items()
        )


def _names(leaves: list[tuple[Keys, Any]]) -> list[str]:
    """Return the leaves as texts in which equal numbers are equal."""
    return [repr(_number(leaf)) for _, leaf in leaves]


def _leaves(value: Any, path: Keys) -> list[tuple[Keys, Any]]:
    """Return the values inside a value that hold none, with their paths; leave out empty objects."""
    if isinstance(value, dict):
        return [leaf for name, inner in value.items() for leaf in _leaves(inner, (*path, name))]
    if isinstance(value, list) and value:
        items = [(i, item) for i, item in enumerate(value) if item is not _GONE]
        return [leaf for i, item in items for leaf in _leaves(item, (*path, str(i)))]
    return [(path, value)]


def _number(leaf: Any) -> Any:
    return float(leaf) if isinstance(leaf, int) and not isinstance(leaf, bool) else leaf


def _difference(
    one: Any, other: Any, path: tuple[str, ...], altered: dict[tuple[str, ...], str]
) -> str | None:
    if path in altered:
        return None if not same(one, other) else f"reported but equal: {path}"
    if isinstance(one, dict) and isinstance(other, dict):
        gone = [name for name in one if name not in other and (*path, name) in altered]
        new = [name for name in other if name not in one]
        if len(gone) == len(new) == 1:  # one member with another name
            place = (*path, gone[0])
            below = {at: kind for at, kind in altered.items() if at != place}
            found = altered[place] == "respelled" and _difference(one[gone[0]], other[new[0]], place, below)
            if found:
                return found
        elif len(gone) != len([name for name in new if not _hollow(other[name])]):
            gone = new = []
        for name in {**one, **other}.keys() - {*gone, *new} if gone else {**one, **other}:
            if (name in one) != (name in other):
                if name in ("params", "_meta") and _hollow(one.get(name, other.get(name))):
                    continue
                return f"unreported: {(*path, name)}"
            found = _difference(one[name], other[name], (*path, name), altered)
            if found:
                return found
        return None
    if isinstance(one, list) and isinstance(other, list):
        left = [(i, item) for i, item in enumerate(one) if item is not _GONE]
        right = [item for item in other if item is not _GONE]
        if len(left) != len(right):
            inside = any(each[: len(path)] == path for each in altered)
            return None if inside else f"unreported: the length of {path}"
        for (i, item), twin in zip(left, right, strict=False):
            found = _difference(item, twin, (*path, str(i)), altered)
            if found:
                return found
        return None
    return None if same(one, other) else f"unreported: {path}"


def _hollow(value: Any) -> bool:
    return isinstance(value, dict) and all(map(_hollow, value.values()))


def mended(revision: str) -> tuple[int, int, int]:
    """Count frames of the reference server at a revision: all, invalid, and invalid once converted."""
    judge = oracle(revision)
    frames = before = after = 0
    for m in messages(revision):
        if m.recording.startswith("everything") and m.sender == "server":
            frames += 1
            before += not judge.frame_fits(m.frame, "server", m.answering)
            message = mr.convert(
                m.frame, "2025-11-25", revision, sender="server", answering=m.answering
            ).message
            after += not judge.frame_fits(message, "server", m.answering)
    return frames, before, after
