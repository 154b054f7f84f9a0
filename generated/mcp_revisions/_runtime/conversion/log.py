"""The log of one conversion: adapters and rules report their edits of the frame, the log words the losses.

An event is a kind of loss, a path, a value and a `Change`. An event of the kind `moved` has two tables
instead, the old keys by the new ones and the reverse. Paths are linked tuples, `(path of the container,
key)`, and None for the frame: cheap to extend, read only when losses are worded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NoReturn, Union

import msgspec

from ..errors import INTERNAL_ERROR, DecodeError
from ..json_values import json_pointer, linked_pointer, pointer_token, same_json
from .losses import Change, Loss
from .settle import keys_of, settle
from .value_checks import Shape, fits

Path = Union["tuple[Any, str | int]", None]
Tree = dict[str, Any]


class FrameRefused(Exception):
    """An edit refuses the frame: it has no counterpart in the target; `code` answers a request."""

    def __init__(self, at: Path, change: Change, code: int | None) -> None:
        super().__init__(change.reason)
        self.at = at
        self.change = change
        self.code = code


class RequestContext:
    """The members of `_meta` that every request of the target repeats.

    `stated` are the members to set; `shapes` are the shapes of all such members, by name. `strays` are
    further reserved names, which a request of the source may hold as unknown members.
    """

    __slots__ = ("_is_flat", "shapes", "stated", "strays")

    def __init__(self, stated: Tree, shapes: Mapping[str, Shape]) -> None:
        self.stated, self.shapes = stated, shapes
        self.strays = frozenset(shapes.keys() - stated.keys())
        self._is_flat = not any(isinstance(value, dict | list) for value in stated.values())

    def members(self) -> Iterable[tuple[str, Any]]:
        """Return the members to set, with values that the frame may own."""
        return (self.stated if self._is_flat else msgspec.to_builtins(self.stated)).items()


class ConversionLog(list[Any]):
    """The events of one conversion in order, and the facts about the frame that edits ask for.

    `answering` is the method that a response answers; `context` holds the members that the target repeats in
    each request, and their shapes. `needs_path_mapping` says that paths of different events speak of
    different trees.
    """

    needs_path_mapping = False
    answering: str | None = None
    context: RequestContext | None = None

    def drop(self, owner: Tree, name: str, at: Path, change: Change) -> None:
        """Remove the member `name`, which is present."""
        self.append(("dropped", (at, name), owner.pop(name), change))

    def drop_others(self, owner: Tree, declared: tuple[str, ...], at: Path, change: Change) -> None:
        """Remove every member that is not declared."""
        for name in [name for name in owner if name not in declared]:
            self.drop(owner, name, at, change)

    def admit(self, owner: Tree, name: str, shape: Shape, at: Path, change: Change) -> None:
        """Remove the member `name`, which only the target knows, unless its value fits there."""
        if not fits(owner[name], shape):
            self.append(("dropped", (at, name), owner.pop(name), change))

    def fill(self, owner: Tree, name: str, value: Any, at: Path, change: Change) -> None:
        """Set the member `name`: invented where it is absent, reshaped where it differs."""
        if name not in owner:
            self.append(("invented", (at, name), value, change))
        elif same_json(owner[name], value):
            return
        else:
            self.append(("reshaped", (at, name), owner[name], change))
        owner[name] = value

    def require(self, owner: Tree, name: str, value: Any, shape: Shape, at: Path, change: Change) -> None:
        """Set the member `name` unless it has a value that fits."""
        if name not in owner:
            self.append(("invented", (at, name), value, change))
            owner[name] = value
        elif not fits(owner[name], shape):
            self.fill(owner, name, value, at, change)

    def reshape(self, at: Path, old: Any, change: Change) -> None:
        """Report that the value at `at`, which was `old`, is now expressed differently."""
        self.append(("reshaped", at, _snapshot(old), change))

    def respell(self, at: Path, old: Any, change: Change) -> None:
        """Report that the value at `at`, which was `old`, now says the same in the words of the target."""
        self.append(("respelled", at, _snapshot(old), change))

    def weaken(self, at: Path, old: Any, change: Change) -> None:
        """Report that the value at `at`, which was `old`, now says less."""
        self.append(("weakened", at, _snapshot(old), change))

    def dropped(self, at: Path, value: Any, change: Change) -> None:
        """Report that `value` no longer stands at `at`."""
        self.append(("dropped", at, value, change))

    def invented(self, at: Path, value: Any, change: Change) -> None:
        """Report that `value` now stands at `at`, where nothing stood."""
        self.append(("invented", at, value, change))

    def moved(self, pairs: list[tuple[Path, Path]]) -> None:
        """Report values that moved, all at once, as pairs of the new path and the old path."""
        self.needs_path_mapping = True
        # No cache of keys: it would take as much memory as the table.
        old_by_new = {keys_of(new, {}): keys_of(old, {}) for new, old in pairs if new != old}
        self.append(("moved", old_by_new, None, None))

    def refuse(self, at: Path, change: Change, code: int = INTERNAL_ERROR) -> NoReturn:
        """Refuse the frame because of the value at `at`."""
        raise FrameRefused(at, change, code)

    def end_step(self, events_before: int) -> None:
        """Note that an adapter reported events after the `events_before` of earlier adapters."""
        if 0 < events_before < len(self):
            self.needs_path_mapping = True

    def losses(self, unreported: str | None = None) -> tuple[Loss, ...]:
        """Return the losses, in the order of their events, without those of the change `unreported`."""
        if self.needs_path_mapping:
            return tuple(
                _loss(kind, json_pointer(keys), value, change)
                for kind, keys, value, change in settle(list(self))
                if change.id != unreported
            )
        found: list[Loss] = []
        last, prefix = None, ""  # neighbours often stand in the same container
        for kind, at, value, change in self:
            if change.id == unreported:
                continue
            text = ""
            if at is not None:
                owner, key = at
                if owner is not last:
                    last, prefix = owner, pointer(owner)
                text = f"{prefix}/{pointer_token(key)}"
            found.append(_loss(kind, text, value, change))
        return tuple(found)


def _snapshot(value: Any) -> Any:
    """Return a copy of a value whose parts may stay in the tree, where later edits would change them."""
    return msgspec.to_builtins(value)


_CONTAINERS = (dict, list)


def _loss(kind: Any, at: str, value: Any, change: Change) -> Loss:
    if kind == "invented" and type(value) in _CONTAINERS:
        value = msgspec.to_builtins(value)  # stands in the tree that goes out
    return Loss(kind, at, value, change.reason, change.id)


def expected(form: str, at: Path) -> DecodeError:
    """Return the exception for a value at `at` that is not of the form that the source revision demands."""
    return DecodeError(pointer(at), f"expected {form}")


def array(owner: Tree, name: str, at: Path) -> list[Any]:
    """Return the member `name`, which must be an array."""
    value = owner.get(name)
    if type(value) is not list:
        raise expected("an array", (at, name))
    return value


def mapping(owner: Tree, name: str, at: Path) -> Tree:
    """Return the member `name`, which must be an object."""
    value = owner.get(name)
    if type(value) is not dict:
        raise expected("an object", (at, name))
    return value


def pointer(at: Any) -> str:
    """Return a path as a JSON Pointer (RFC 6901)."""
    return linked_pointer(at)
