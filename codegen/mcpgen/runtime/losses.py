"""What a conversion costs: the losses of a message, and the exceptions for what cannot or must not be converted.

In: one `Crossing`, to which the steps of a conversion report what they do, in order, by path. Out: `Loss`es whose
pointers speak of the message that came in and the message that goes out, however many steps lie between. Rules:

- `dropped`, `weakened` and `reshaped` point into the source message and carry the value that stood there; `invented`
  points into the converted message and carries the value that stands there now.
- `reshaped`: the value is expressed differently at the same place. What moves elsewhere is dropped here and invented
  there. `weakened`: the value is still there and says less.
- What one step invents and a later one drops was never in either message: neither is reported.

A path is a linked tuple, `(path of the container, key)`, and None for the frame: cheap to extend, read only on loss.
"""

from __future__ import annotations

from typing import Any, Literal, NamedTuple, NoReturn, Union

from .errors import INTERNAL_ERROR, DecodeError
from .shapes import Shape, fits

LossKind = Literal["dropped", "invented", "weakened", "reshaped"]
Path = Union["tuple[Any, str | int]", None]
Keys = tuple[Union[str, int], ...]


class Change(NamedTuple):
    """A named change between two neighbouring revisions: its id, and why a conversion cannot keep what it covers."""

    id: str
    reason: str


class Loss(NamedTuple):
    """One thing that a conversion did not carry over as it was; `change` is the id of the change that made it so."""

    kind: LossKind
    pointer: str
    value: Any
    reason: str
    change: str


class LossError(ValueError):
    """A message cannot be converted without loss, and that was asked for; `losses` says what would be lost."""

    losses: tuple[Loss, ...]
    reason: str

    def __init__(self, losses: tuple[Loss, ...], reason: str = "") -> None:
        super().__init__(losses, reason)
        self.losses = losses
        self.reason = reason

    def __str__(self) -> str:
        if self.reason or not self.losses:
            return self.reason
        first = self.losses[0]
        more = f" (and {len(self.losses) - 1} more)" if len(self.losses) > 1 else ""
        return f"{first.kind} {first.pointer}: {first.reason} [{first.change}]{more}"


class NoCounterpart(ValueError):
    """A frame that cannot exist in the target revision.

    `reply` is the JSON-RPC error frame, in the source revision, to send back to the peer that sent a request (the
    same kind as the message: a `dict` or `bytes`); None for a notification or a response. `reason` says
    what to do instead, `change` is the id of the change behind it, `pointer` the place in the frame.
    """

    reply: Any
    reason: str
    change: str
    pointer: str

    def __init__(self, reply: Any, reason: str, change: str, pointer: str = "") -> None:
        super().__init__(reply, reason, change, pointer)
        self.reply = reply
        self.reason = reason
        self.change = change
        self.pointer = pointer

    def __str__(self) -> str:
        return f"{self.reason} [{self.change}]"


class Refusal(Exception):
    """A step refuses: the frame has no counterpart. `convert` makes a `NoCounterpart` of it."""

    def __init__(self, at: Path, reason: str, change: str, code: int) -> None:
        super().__init__(reason)
        self.at = at
        self.reason = reason
        self.change = change
        self.code = code


class Crossing:
    """One message on its way: the steps edit its tree in place and report here what they did."""

    __slots__ = ("events", "tangled", "answering", "context")

    def __init__(self, answering: str | None = None, context: Any = None) -> None:
        self.events: list[tuple[Any, ...]] = []
        self.tangled = False  # paths of different events may be paths in different trees
        self.answering = answering
        self.context = context

    def drop(self, owner: dict[str, Any], name: str, at: Path, change: Change) -> None:
        """Remove the member `name`, which is present."""
        self.events.append(("dropped", (at, name), owner.pop(name), change))

    def admit(self, owner: dict[str, Any], name: str, shape: Shape, at: Path, change: Change) -> None:
        """Remove the member `name`, which the sender does not know, unless it fits what the receiver knows by it."""
        if not fits(owner[name], shape):
            self.events.append(("dropped", (at, name), owner.pop(name), change))

    def fill(self, owner: dict[str, Any], name: str, value: Any, at: Path, change: Change) -> None:
        """Give the member `name` a value: invented where it is absent, reshaped where it differs."""
        if name not in owner:
            self.events.append(("invented", (at, name), value, change))
        elif same(owner[name], value):
            return
        else:
            self.events.append(("reshaped", (at, name), owner[name], change))
        owner[name] = value

    def require(
        self, owner: dict[str, Any], name: str, value: Any, shape: Shape, at: Path, change: Change
    ) -> None:
        """Give the member `name` a value unless it has one that fits."""
        if name not in owner or not fits(owner[name], shape):
            self.fill(owner, name, value, at, change)

    def reshape(self, at: Path, old: Any, change: Change) -> None:
        """Report that the value at `at`, which was `old`, is now expressed differently."""
        self.events.append(("reshaped", at, old, change))

    def weaken(self, at: Path, old: Any, change: Change) -> None:
        """Report that the value at `at`, which was `old`, now says less."""
        self.events.append(("weakened", at, old, change))

    def dropped(self, at: Path, value: Any, change: Change) -> None:
        """Report that `value` no longer stands at `at`."""
        self.events.append(("dropped", at, value, change))

    def invented(self, at: Path, value: Any, change: Change) -> None:
        """Report that `value` now stands at `at`, where nothing stood."""
        self.events.append(("invented", at, value, change))

    def moved(self, pairs: list[tuple[Path, Path]]) -> None:
        """Report that what stood at the second path of each pair stands at the first from now on, all at once."""
        self.tangled = True
        self.events.append(("moved", [(keys(new), keys(old)) for new, old in pairs]))

    def refuse(self, at: Path, change: Change, code: int = INTERNAL_ERROR) -> NoReturn:
        """Refuse the frame because of what stands at `at`."""
        raise Refusal(at, change.reason, change.id, code)

    def losses(self) -> tuple[Loss, ...]:
        """Return what was lost, in the order in which it was met."""
        events = self.events
        if self.tangled:
            events = settle(events)
        return tuple(
            [Loss(kind, pointer(at), value, change[1], change[0]) for kind, at, value, change in events]
        )


def expected(what: str, at: Path) -> DecodeError:
    """Return the exception for a value at `at` that is not `what` although the source revision demands it."""
    return DecodeError(pointer(at), f"expected {what}")


def array(owner: dict[str, Any], name: str, at: Path) -> list[Any]:
    """Return the member `name`, which must be an array."""
    value = owner.get(name)
    if type(value) is not list:
        raise expected("an array", (at, name))
    return value


def mapping(owner: dict[str, Any], name: str, at: Path) -> dict[str, Any]:
    """Return the member `name`, which must be an object."""
    value = owner.get(name)
    if type(value) is not dict:
        raise expected("an object", (at, name))
    return value


def keys(at: Path | Keys) -> Keys:
    """Return a path as the keys from the frame down."""
    found: list[str | int] = []
    while at is not None:
        at, key = at  # type: ignore[misc]
        found.append(key)  # type: ignore[arg-type]
    return tuple(reversed(found))


def pointer(at: Any) -> str:
    """Return a path as a JSON Pointer (RFC 6901)."""
    if at is None:
        return ""
    text = ""
    while at is not None:
        at, key = at
        text = f"/{key.replace('~', '~0').replace('/', '~1') if type(key) is str else key}{text}"
    return text


def link(parts: Keys) -> Path:
    """Return keys from the frame down as a path."""
    at: Path = None
    for key in parts:
        at = (at, key)
    return at


def same(a: Any, b: Any) -> bool:
    """Say whether two JSON trees are the same text: `1`, `1.0` and `true` are three values."""
    if type(a) is not type(b):
        return False
    if type(a) is dict:
        return len(a) == len(b) and all(name in b and same(value, b[name]) for name, value in a.items())
    if type(a) is list:
        return len(a) == len(b) and all(map(same, a, b))
    return bool(a == b)


def settle(events: list[tuple[Any, ...]]) -> list[tuple[Any, ...]]:
    """Return the events without the moves, in terms of the first and the last tree, and without what cancels out."""
    settled: dict[int, tuple[Any, ...]] = {}  # by the time of the event: kind, where in the first tree, value, change
    inventions: dict[Keys, int] = {}  # where an invention stands in the tree of now -> its time
    moves: list[list[tuple[Keys, Keys]]] = []
    for time, event in enumerate(events):
        if event[0] == "moved":
            inventions = {_carried(where, event[1], 1, 0): when for where, when in inventions.items()}
            moves.append(event[1])
            continue
        kind, at, value, change = event
        where = keys(at)
        if kind == "invented":
            inventions[where] = time
            settled[time] = (kind, where, value, change)
            continue
        owner = next((where[:n] for n in range(len(where) + 1) if where[:n] in inventions), None)
        if owner is not None:
            # Edits of an invention are the invention; its value is the object itself and changes with it.
            if owner == where and kind == "dropped":
                del settled[inventions.pop(where)]
            continue
        for path in [path for path in inventions if path[: len(where)] == where]:
            del settled[inventions.pop(path)]
            value = _without(value, path[len(where) :])
        source = where
        for move in reversed(moves):
            source = _carried(source, move, 0, 1)
        # What was lost inside belongs to the value that stood there.
        for when in sorted((w for w, one in settled.items() if _lost_inside(one, source)), reverse=True):
            lost, path, part, _ = settled.pop(when)
            value = _with(value, path[len(source) :], part, lost == "dropped")
        settled[time] = (kind, source, value, change)
    for path, when in inventions.items():
        settled[when] = ("invented", path, *settled[when][2:])
    return [(kind, link(path), value, change) for kind, path, value, change in settled.values()]


def _lost_inside(event: tuple[Any, ...], where: Keys) -> bool:
    kind, path, _, _ = event
    return kind != "invented" and len(path) > len(where) and path[: len(where)] == where


def _carried(where: Keys, move: list[tuple[Keys, Keys]], here: int, there: int) -> Keys:
    """Return `where` as it reads on the other side of a move."""
    for pair in move:
        if where[: len(pair[here])] == pair[here]:
            return pair[there] + where[len(pair[here]) :]
    return where


def _without(value: Any, path: Keys) -> Any:
    """Return a copy of `value` without what stands at `path`."""
    copy = value.copy()
    if len(path) == 1:
        del copy[path[0]]
    else:
        copy[path[0]] = _without(copy[path[0]], path[1:])
    return copy


def _with(value: Any, path: Keys, part: Any, inserted: bool) -> Any:
    """Return a copy of `value` in which `part` stands at `path` again."""
    copy, key = value.copy(), path[0]
    if len(path) > 1:
        copy[key] = _with(copy[key], path[1:], part, inserted)
    elif inserted and type(copy) is list:
        copy.insert(key, part)
    else:
        copy[key] = part
    return copy
