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

from typing import TYPE_CHECKING, Any, Literal, NamedTuple, NoReturn, Union

import msgspec

from ..errors import INTERNAL_ERROR, DecodeError
from .value_checks import Shape, fits

LossKind = Literal["dropped", "invented", "weakened", "reshaped"]
Path = Union["tuple[Any, str | int]", None]
Keys = tuple[str | int, ...]


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


if TYPE_CHECKING:

    class Converted(NamedTuple):
        """A converted message and what it cost, in the order in which it was met; a batch gives a list of messages."""

        message: Any
        losses: tuple[Loss, ...] = ()

else:

    class Converted(msgspec.Struct, eq=False, gc=False):
        """A converted message and what it cost, in the order in which it was met; a batch gives a list of messages."""

        message: Any
        _found: Any = ()  # the losses, or what words them when somebody asks

        @property
        def losses(self):
            found = self._found
            if type(found) is not tuple:
                found = self._found = found.losses()
            return found

        def __iter__(self):
            return iter((self.message, self.losses))

        def __len__(self):
            return 2

        def __getitem__(self, index):
            return (self.message, self.losses)[index]

        def __eq__(self, other):
            return isinstance(other, (Converted, tuple)) and tuple(self) == tuple(other)

        __hash__ = None

        def __reduce__(self):
            return Converted, tuple(self)

        def __repr__(self):
            return f"Converted(message={self.message!r}, losses={self.losses!r})"


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


class Crossing(list[Any]):
    """One message on its way: the steps edit its tree in place and report here what they did, one event after another.

    An event is a kind, a path, a value and a change; a kind is that of a loss, or `moved`. The value of what was dropped may be
    `msgspec.Raw`: nobody has read it.
    """

    tangled = False  # paths of different events may be paths in different trees
    answering: str | None = None  # the method that is answered
    context: Any = None  # what the target repeats in each request

    def drop(self, owner: dict[str, Any], name: str, at: Path, change: Change) -> None:
        """Remove the member `name`, which is present."""
        self.append(("dropped", (at, name), owner.pop(name), change))

    def admit(self, owner: dict[str, Any], name: str, shape: Shape, at: Path, change: Change) -> None:
        """Remove the member `name`, which the sender does not know, unless it fits what the receiver knows by it."""
        if not fits(owner[name], shape):
            self.append(("dropped", (at, name), owner.pop(name), change))

    def fill(self, owner: dict[str, Any], name: str, value: Any, at: Path, change: Change) -> None:
        """Give the member `name` a value: invented where it is absent, reshaped where it differs."""
        if name not in owner:
            self.append(("invented", (at, name), value, change))
        elif same(owner[name], value):
            return
        else:
            self.append(("reshaped", (at, name), owner[name], change))
        owner[name] = value

    def require(
        self, owner: dict[str, Any], name: str, value: Any, shape: Shape, at: Path, change: Change
    ) -> None:
        """Give the member `name` a value unless it has one that fits."""
        if name not in owner:
            self.append(("invented", (at, name), value, change))
            owner[name] = value
        elif not fits(owner[name], shape):
            self.fill(owner, name, value, at, change)

    def reshape(self, at: Path, old: Any, change: Change) -> None:
        """Report that the value at `at`, which was `old`, is now expressed differently."""
        self.append(("reshaped", at, old, change))

    def weaken(self, at: Path, old: Any, change: Change) -> None:
        """Report that the value at `at`, which was `old`, now says less."""
        self.append(("weakened", at, old, change))

    def dropped(self, at: Path, value: Any, change: Change) -> None:
        """Report that `value` no longer stands at `at`."""
        self.append(("dropped", at, value, change))

    def invented(self, at: Path, value: Any, change: Change) -> None:
        """Report that `value` now stands at `at`, where nothing stood."""
        self.append(("invented", at, value, change))

    def moved(self, pairs: list[tuple[Path, Path]]) -> None:
        """Report that what stood at the second path of each pair stands at the first from now on, all at once."""
        self.tangled = True
        known: dict[Any, Keys] = {}
        there = [(_keys(new, known), _keys(old, known)) for new, old in pairs]
        self.append(("moved", dict(there), {old: new for new, old in there}, None))

    def refuse(self, at: Path, change: Change, code: int = INTERNAL_ERROR) -> NoReturn:
        """Refuse the frame because of what stands at `at`."""
        raise Refusal(at, change.reason, change.id, code)

    def losses(self) -> tuple[Loss, ...]:
        """Return what was lost, in the order in which it was met."""
        if self.tangled:
            known: dict[Any, str] = {}
            events = [(kind, at, read(value), change) for kind, at, value, change in self]
            settled = [
                (kind, _text(path, known), value, change) for kind, path, value, change in settle(events)
            ]
            return tuple(
                [_new(Loss, (kind, at, value, change[1], change[0])) for kind, at, value, change in settled]
            )
        found: list[Loss] = []
        last, prefix = None, ""  # neighbours often stand in the same container
        for kind, at, value, change in self:
            text = ""
            if at is not None:
                owner, key = at
                if owner is not last:
                    last, prefix = owner, pointer(owner)
                text = f"{prefix}/{_escaped(key)}" if type(key) is str else f"{prefix}/{key}"
            found.append(_new(Loss, (kind, text, read(value), change[1], change[0])))
        return tuple(found)


def read(value: Any) -> Any:
    """Return a value that was left unread as it is; one that cannot be read, such as a number beyond all limits, as its text."""
    if type(value) is not msgspec.Raw:
        return value
    try:
        return _decode(value)
    except (ValueError, RecursionError):
        return bytes(value).decode()


_decode = msgspec.json.Decoder().decode
_new: Any = tuple.__new__  # as `Loss(...)`, in half the time


def loss_of(loss: Loss, value: Any) -> Loss:
    """Return a loss with another value."""
    kind, at, _, reason, change = loss
    return _new(Loss, (kind, at, value, reason, change))  # type: ignore[no-any-return]


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


def _keys(at: Any, known: dict[Any, Keys]) -> Keys:
    """Return a path as the keys from the frame down; `known` remembers those of containers, by identity."""
    if at is None:
        return ()
    owner, key = at
    above = known.get(id(owner))
    if above is None:
        above = known[id(owner)] = _keys(owner, known)
    return (*above, key)


def pointer(at: Any) -> str:
    """Return a path as a JSON Pointer (RFC 6901)."""
    text = ""
    while at is not None:
        at, key = at
        if type(key) is str and ("/" in key or "~" in key):
            key = _escaped(key)
        text = f"/{key}{text}"
    return text


def _text(path: Keys, known: dict[Any, str]) -> str:
    """Return keys as a JSON Pointer; `known` remembers those of containers."""
    if not path:
        return ""
    owner = path[:-1]
    text = known.get(owner)
    if text is None:
        text = known[owner] = _text(owner, known)
    return f"{text}/{_escaped(path[-1])}"


def _escaped(key: str | int) -> str | int:
    if type(key) is str and ("~" in key or "/" in key):
        return key.replace("~", "~0").replace("/", "~1")
    return key


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
    """Return the events without the moves, in terms of the first and the last tree, and without what cancels out.

    The paths of what comes back are keys from the frame down.
    """
    settled: dict[int, tuple[Any, ...]] = {}  # by the time of the event
    lost = _Places()  # where losses stand in the first tree
    invented = _Places()  # where inventions stand in the tree of now
    moves: list[dict[Keys, Keys]] = []
    known: dict[Any, Keys] = {}
    for time, (kind, at, value, change) in enumerate(events):
        if kind == "moved":
            moves.append(at)
            invented = invented.carried(value)
            continue
        where = _keys(at, known)
        if kind == "invented":
            invented.add(where, time)
            settled[time] = (kind, where, value, change)
            continue
        if invented:
            owner = invented.above(where)
            if owner is not None:
                # Edits of an invention are the invention; its value is the object itself and changes with it.
                if owner == where and kind == "dropped":
                    del settled[invented.pop(where)]
                continue
            for path in invented.below(where):
                del settled[invented.pop(path)]
                value = _without(value, path[len(where) :])
        source = where
        for move in reversed(moves):
            source = _carried(source, move)
        if source in lost.inner:
            # What was lost inside belongs to the value that stood there.
            for path in reversed(lost.below(source)):
                inner, _, part, _ = settled.pop(lost.pop(path))
                value = _with(value, path[len(source) :], part, inner == "dropped")
        if source not in lost:
            lost.add(source, time)
            settled[time] = (kind, source, value, change)
    for path, when in invented.items():
        settled[when] = ("invented", path, *settled[when][2:])
    return list(settled.values())


class _Places(dict[Keys, int]):
    """Paths of a tree and the times of what happened there, with a look above and below a path."""

    def __init__(self) -> None:
        self.inner: dict[Keys, list[Keys]] = (
            {}
        )  # the places, and what leads to places, directly inside each path

    def add(self, path: Keys, time: int) -> None:
        """Note what happened at a path."""
        self[path] = time
        while path:
            owner = path[:-1]
            inside = self.inner.get(owner)
            if inside is not None:
                inside.append(path)
                return
            self.inner[owner] = [path]
            path = owner

    def above(self, path: Keys) -> Keys | None:
        """Return the path that holds `path`, or is it."""
        return next((path[:n] for n in range(len(path) + 1) if path[:n] in self), None)

    def below(self, path: Keys) -> list[Keys]:
        """Return the paths strictly inside `path`, in the order in which they came."""
        found: list[Keys] = []
        for inner in dict.fromkeys(self.inner.get(path, ())):
            if inner in self:
                found.append(inner)
            found += self.below(inner)
        return sorted(found, key=self.__getitem__)

    def carried(self, move: dict[Keys, Keys]) -> _Places:
        """Return the same places on the other side of a move."""
        found = _Places()
        for path, time in self.items():
            found.add(_carried(path, move), time)
        return found


def _carried(where: Keys, move: dict[Keys, Keys]) -> Keys:
    """Return `where` as it reads on the other side of a move."""
    for n in range(len(where), -1, -1):
        other = move.get(where[:n])
        if other is not None:
            return other + where[n:]
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
    copy: Any = value.copy()
    key: Any = path[0]
    if len(path) > 1:
        copy[key] = _with(copy[key], path[1:], part, inserted)
    elif inserted and type(copy) is list:
        copy.insert(key, part)
    else:
        copy[key] = part
    return copy
