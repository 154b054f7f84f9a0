"""Merge the events of a conversion whose paths refer to different states of the message.

`merge_losses` takes the events of a `ConversionLog`, in order, and the message before and after the
conversion. It returns losses, with their path and value in the original message, and inventions, with their
path and value in the converted message. Between these two states, every edit changes the *current* message.
Rules:

- A loss is reported only if the original message has a value at its path, and an invention only if the
  converted message has one. So a value that one adapter invents and a later one drops is not reported.
- An edit inside an invented value belongs to that value, as does an edit inside a value that has `replaced`
  another. A loss inside a dropped value belongs to the dropped value.
- If a value has several losses, the most serious one is reported. If a part of a `respelled` value is lost,
  the value is reported as `reshaped`.
- A value is `omitted` if it was removed because its absence means the same in the target. It is reported as
  respelled. But if the value or a part of it had another loss before, the value is reported as dropped.
- A `renamed` member is reported as respelled. Its value still exists, so the events inside it are reported,
  even if the member has moved out of a lost object or into an invented one.
- If an object is lost, the values that have moved into it are lost as well. Each is reported as a loss of its
  own.
- An object that a move has `made`, or has emptied and removed, is not reported.
- A value that moves out of an invented object is reported as an invention of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from functools import cached_property
from typing import Any, NamedTuple

from msgspec import UNSET

from ..messages.json_text import parse_spelled
from .losses import LOSSLESS, LossKind

Keys = tuple[str | int, ...]  # a path: the keys from the message down to the value
Event = tuple[Any, ...]  # an event of a `ConversionLog`; in the output, `Keys` replace its path
REMOVALS = ("dropped", "omitted")  # the kinds of events after which the value is not in the message
REPORTED_AS: dict[str, LossKind] = {"omitted": "respelled", "renamed": "respelled", "replaced": "reshaped"}
_GRAVITY = ("respelled", "reshaped", "weakened", "dropped")


def keys_of(at: Any, known: dict[Any, Keys]) -> Keys:
    """Convert a linked path, `(path of the container, key)`, to a tuple of keys.

    `known` caches the keys of each container, by the identity of its path.
    """
    if at is None:
        return ()
    owner, key = at
    above = known.get(id(owner))
    if above is None:
        above = known[id(owner)] = keys_of(owner, known)
    return (*above, key)


def merge_losses(events: Iterable[Event], first: Any, last: Any) -> list[Event]:
    """Merge the events of a conversion, and return those to report as losses.

    The returned events have tuples of keys as paths. `first` and `last` are the message before and after the
    conversion, each parsed or as bytes.
    """
    merged = _Merged(first)
    known: dict[Any, Keys] = {}
    for kind, at, _, change in events:
        match kind:
            case "moved":
                merged.move(at, change)
            case "made":
                merged.make(keys_of(at, known))
            case "invented":
                merged.invent(keys_of(at, known), change)
            case _:
                merged.lose(kind, keys_of(at, known), change)
    return merged.events(last)


class _Noted(NamedTuple):
    """The loss of a value, or the invention of one: the conversion added a value that was not sent.

    `time` is the position of this event among all losses and inventions.
    """

    time: int
    kind: str
    change: Any


class _Node:
    """A value in one of two trees: of the original message, or of the current, partly converted message.

    - `noted`: for a value of the original message, its loss. For a value of the current message, its
      invention: the event which says that the conversion added the value.
    - `inner`: the nodes of the values inside, by key.
    - `origin`: if the value was moved, the keys that lead to it in the original message.
    - `is_made`: whether the value is an object that a move created.
    - `is_closed`: whether the value was added or replaced, so that edits inside it are not reported.
    """

    __slots__ = ("inner", "is_closed", "is_made", "noted", "origin")

    def __init__(self, *, is_made: bool = False) -> None:
        self.noted: _Noted | None = None
        self.origin: Keys | None = None
        self.is_made, self.is_closed = is_made, False
        self.inner: dict[str | int, _Node] = {}

    def at(self, keys: Keys) -> _Node:
        """Return the node at the path `keys` below this node. Create missing nodes."""
        node = self
        for key in keys:
            found = node.inner.get(key)
            if found is None:
                found = node.inner[key] = _Node()
            node = found
        return node

    def split(self, is_apart: Callable[[_Node], bool]) -> tuple[list[tuple[Keys, _Node]], list[Keys]]:
        """Cut the tree below this node at the nodes for which `is_apart` is true.

        Return two lists: the nodes above the cuts with their paths, and the paths of the nodes at the cuts.
        """
        found: list[tuple[Keys, _Node]] = [((), self)]
        apart: list[Keys] = []
        for keys, node in found:
            for key, inner in node.inner.items():
                if is_apart(inner):
                    apart.append((*keys, key))
                else:
                    found.append(((*keys, key), inner))
        return found, apart


class _Merged:
    """Merges the events of a conversion in two trees of `_Node`.

    One is the original message with its losses. The other is the current message with its inventions.
    """

    def __init__(self, message: Any) -> None:
        self._message = message
        self._first, self._current = _Node(), _Node()
        self._time = 0

    @cached_property
    def _original(self) -> Any:
        return _parsed(self._message)

    def events(self, last: Any) -> list[Event]:
        """Return all losses and inventions as events, in order. `last` is the converted message."""
        lost, invented = ([*_noted(root)] for root in (self._first, self._current))
        found = [(noted, keys, _value(self._original, keys)) for keys, noted in lost]
        if invented:
            converted = _parsed(last)
            found += [(noted, keys, _value(converted, keys)) for keys, noted in invented]
        found.sort(key=lambda each: each[0].time)
        return [(noted.kind, keys, value, noted.change) for noted, keys, value in found if value is not UNSET]

    def move(self, old_by_new: dict[Keys, Keys], change: Any) -> None:
        """Record that values moved in one step. `old_by_new` maps new paths to old paths.

        If a value moves out of an invented object, the value is reported as an invention of `change`.
        """
        traced = {old: self._trace(old) for old in old_by_new.values()}
        nodes = {
            old: self._current.at(old[:-1]).inner.pop(old[-1], None)
            for old in sorted(traced, key=len, reverse=True)
        }
        for new in sorted(old_by_new, key=len):
            origin, is_inside = traced[old_by_new[new]]
            node = nodes.pop(old_by_new[new], None) or _Node()
            self._current.at(new[:-1]).inner[new[-1]] = node
            if origin is not None:
                node.origin = self._first.at(origin).origin = origin
            elif is_inside and change is not None:
                self.invent(new, change)

    def make(self, keys: Keys) -> None:
        """Record that a move created the object at `keys` of the current message."""
        self._current.at(keys[:-1]).inner[keys[-1]] = _Node(is_made=True)

    def invent(self, keys: Keys, change: Any) -> None:
        """Record that the value at `keys` of the current message was invented."""
        if not self._trace(keys)[1]:
            node = self._current.at(keys)
            node.noted, node.is_closed = self._note("invented", change), True

    def lose(self, kind: str, keys: Keys, change: Any) -> None:
        """Record the loss of the value at `keys` of the current message.

        `keys` is the path of the value before the edit that loses it.
        """
        origin, _ = self._trace(keys)
        node = self._current.at(keys)
        inside, guests = node.split(
            lambda n: n.origin is not None and (origin is None or n.origin[: len(origin)] != origin)
        )
        invention = node.noted
        for guest in guests if kind != "renamed" else ():
            self.lose("dropped" if kind == "replaced" else kind, (*keys, *guest), change)
        if kind in REMOVALS or kind == "replaced":
            node.inner.clear()
            node.noted, node.is_closed = None, kind == "replaced"
        if origin is not None:
            self._lose_first(kind, origin, change, inside)
        elif kind == "replaced":
            self.invent(keys, invention.change if invention else change)

    def _lose_first(self, kind: str, keys: Keys, change: Any, inside: list[tuple[Keys, _Node]]) -> None:
        """Record the loss of a value of the original message. `keys` is its path in that message.

        `inside` has the nodes of the current message that came from parts of this value.
        """
        above = self._holders(keys)
        if _value(self._original, keys) is UNSET:  # an edit of another value has created this one
            for holder in reversed(above):
                if holder.noted is not None:
                    if holder.noted.kind == "respelled":
                        holder.noted = _Noted(holder.noted.time, "reshaped", change)
                    break
            return
        node = self._first.at(keys)
        earlier = node.noted
        if kind != "renamed":
            # A part that has moved away still exists, until it is lost itself.
            here = {id(self._first.at(n.origin)) for _, n in inside if n.origin is not None}
            lost, away = node.split(
                lambda n: n.origin is not None and id(n) not in here and not _is_dropped(n)
            )
            parts = [n for _, n in (*inside, *lost)]
            apart = [node.at(keys) for keys in away]
            if kind == "respelled" and any(n.noted and n is not node for n in (*parts, *apart)):
                kind = "reshaped"
            if kind == "omitted" and any(n.noted and n.noted.kind not in LOSSLESS for n in parts):
                kind = "dropped"
            for part in parts:
                part.noted = None
        kind = REPORTED_AS.get(kind, kind)
        if kind == "dropped" and node.origin is not None and any(map(_is_dropped, above)):
            return  # its loss is part of the loss of the container
        if earlier is None:
            node.noted = self._note(kind, change)
        elif _GRAVITY.index(kind) > _GRAVITY.index(earlier.kind):
            node.noted = _Noted(earlier.time, kind, change)
        else:
            node.noted = earlier

    def _note(self, kind: str, change: Any) -> _Noted:
        self._time += 1
        return _Noted(self._time, kind, change)

    def _holders(self, keys: Keys) -> list[_Node]:
        """Return the nodes of the containers around the value at `keys` of the original message.

        The outermost is first. Containers without a node are omitted.
        """
        holders = []
        node: _Node | None = self._first
        for key in keys:
            if node is None:
                break
            holders.append(node)
            node = node.inner.get(key)
        return holders

    def _trace(self, keys: Keys) -> tuple[Keys | None, bool]:
        """Return where the value at `keys` of the current message was in the original message.

        The first result is its path there, or None if the original message does not have the value. The
        second result says whether the value belongs to an invention or a replacement.
        """
        node: _Node | None = self._current
        origin: list[str | int] | None = []
        is_inside = False
        for key in keys:
            if node is not None and node.is_closed:
                origin, is_inside = None, True
            node = node.inner.get(key) if node else None
            if node is not None and node.origin is not None:
                origin, is_inside = [*node.origin], False
            elif node is not None and node.is_made:
                origin = None
            elif origin is not None:
                origin.append(key)
        is_known = origin is not None and not (node and node.noted)
        return (tuple(origin or ()) if is_known else None), is_inside


def _is_dropped(node: _Node) -> bool:
    return node.noted is not None and node.noted.kind == "dropped"


def _noted(root: _Node) -> Iterable[tuple[Keys, _Noted]]:
    """Yield the path of each node that has a loss or an invention, with that loss or invention.

    `root` is the node at which the search starts.
    """
    for keys, node in root.split(lambda _: False)[0]:
        if node.noted is not None:
            yield keys, node.noted


def _parsed(message: Any) -> Any:
    return parse_spelled(message) if type(message) is bytes else message


def _value(value: Any, keys: Keys) -> Any:
    """Return the value at the path `keys` inside a JSON value, or `UNSET` if there is none."""
    for key in keys:
        try:
            value = value[key] if type(value) in (dict, list) else UNSET
        except (LookupError, TypeError):
            return UNSET
    return value
