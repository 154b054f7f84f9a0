"""The log of one conversion: adapters and rules report their edits of the frame, the log words the losses.

An event is a kind, a path, a value and a `Change`. The kinds are those of losses, `renamed` for a member that
is respelled by its name or path alone, and `replaced` for a member with another value. `moved` has a table in
place of a path, the old keys by the new ones; `made` is an object that a move needs. Paths are linked tuples,
`(path of the container, key)`, and None for the frame: cheap to extend, read only when losses are worded.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from typing import Any, NoReturn, Union

import msgspec

from ..errors import INTERNAL_ERROR, INVALID_PARAMS, DecodeError
from ..json_line import json_line
from ..json_values import json_pointer, linked_pointer, same_json
from ..messages.json_text import parse_spelled
from ..revisions import reserved_key
from .losses import Change, Loss, LossKind
from .merge_losses import REPORTED_AS, keys_of, merge_losses
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
    further reserved names, which a request of the source may hold as unknown members. `repeated` are the
    members that a request without any of them gets, and `text` is `_meta` with these alone.
    """

    __slots__ = ("_events", "repeated", "shapes", "stated", "strays", "text")

    def __init__(self, stated: Tree, shapes: Mapping[str, Shape]) -> None:
        self.stated, self.shapes = stated, shapes
        self.strays = frozenset(shapes.keys() - stated.keys())
        capabilities = reserved_key("clientCapabilities")  # each request has them, empty if none are known
        self.repeated = {**stated, capabilities: stated.get(capabilities, {})}
        self.text = msgspec.Raw(json_line(self.repeated))
        self._events: tuple[Path, Change | None, list[Any]] = None, None, []

    def events(self, at: Path, change: Change) -> list[Any]:
        """Return the events of a request at whose `at` the repeated members are set."""
        place, cited, events = self._events
        if cited is not change or place != at:
            events = [("invented", (at, name), value, change) for name, value in self.repeated.items()]
            self._events = at, change, events
        return events


class ConversionLog(list[Any]):
    """The events of one conversion in order, and the facts about the frame that edits ask for.

    `answering` is the method that a response answers; `context` holds the members that the target repeats in
    each request, and their shapes. `needs_path_mapping` says that paths of different events speak of
    different trees; then `frames` are the first and the last frame, as trees or as bytes.
    """

    needs_path_mapping = False
    frames: tuple[Any, Any] = (None, None)
    answering: str | None = None
    context: RequestContext | None = None

    def drop(self, owner: Tree, name: str, at: Path, change: Change) -> None:
        """Remove the member `name`, which is present."""
        self.append(("dropped", (at, name), owner.pop(name), change))

    def move(
        self,
        owner: Tree,
        source: tuple[str, ...],
        target: tuple[str, ...],
        at: Path,
        change: Change,
        *,
        makes: bool = False,
        clears: int = 0,
    ) -> None:
        """Give the member at a path the path that it has in the target; another member there is unknown.

        `makes`: an object on the way that is missing is made, else the member is dropped. `clears`: so many
        objects on the old way, from the innermost up, go if they are left empty.
        """
        stray, place = _holder(owner, target, at)
        if stray is not None and target[-1] in stray:
            self.drop(stray, target[-1], place, change)
        holder, place = _holder(owner, source, at)
        if holder is None or source[-1] not in holder:
            self.needs_path_mapping |= bool(self)  # the member may have been dropped before its holder goes
            return
        into, here = owner, at
        for name in target[:-1]:
            if type(into.get(name)) is not dict:
                if not makes:
                    self.needs_path_mapping = True  # events inside the value may be in the log
                    self.drop(holder, source[-1], place, change)
                    return
                if name in into:
                    self.drop(into, name, here, change)
                into[name] = {}
                self.made((here, name))
            into, here = into[name], (here, name)
        old = (place, source[-1])
        self.append(("renamed", old, _snapshot(holder[source[-1]]), change))
        into[target[-1]] = holder.pop(source[-1])
        self.moved([((here, target[-1]), old)], change)
        for end in range(len(source) - 1, 0, -1)[:clears]:
            above, _ = _holder(owner, source[:end], at)
            if above is None or above[source[end - 1]]:
                break
            del above[source[end - 1]]

    def drop_others(
        self, owner: Tree, declared: tuple[str, ...], at: Path, change: Change, shape: Shape = "never"
    ) -> None:
        """Remove every member that is not declared, unless its value fits."""
        for name in [name for name in owner if name not in declared]:
            self.admit(owner, name, shape, at, change)

    def admit(self, owner: Tree, name: str, shape: Shape, at: Path, change: Change) -> None:
        """Remove the member `name`, which only the target knows, unless its value fits there."""
        if not fits(owner[name], shape):
            self.drop(owner, name, at, change)

    def drop_only(self, owner: Tree, name: str, value: Any, at: Path, change: Change) -> None:
        """Remove the member `name` if it has a value, an object if it has these members; else refuse."""
        stated = owner[name]
        if type(stated) is not type(value):
            raise expected(_FORMS[type(value)], (at, name))
        if type(value) is dict:
            matches = all(key in stated and same_json(stated[key], value[key]) for key in value)
        else:
            matches = same_json(stated, value)
        if not matches:
            self.refuse((at, name), change, INVALID_PARAMS)
        self.drop(owner, name, at, change)

    def drop_inside(self, owner: Tree, name: str, names: Iterable[str], at: Path, change: Change) -> None:
        """Remove members of the object under `name`, and the object if nothing else is left."""
        inner, place = mapping(owner, name, at), (at, name)
        found = [("dropped", (place, key), inner.pop(key), change) for key in names if key in inner]
        self += found
        if found and not inner:
            del owner[name]

    def fill(self, owner: Tree, name: str, value: Any, at: Path, change: Change) -> None:
        """Set the member `name`: invented where it is absent, reshaped where it differs."""
        if name not in owner:
            self.append(("invented", (at, name), value, change))
        elif same_json(owner[name], value):
            return
        else:
            self.append(("replaced", (at, name), owner[name], change))
        owner[name] = value

    def require(self, owner: Tree, name: str, value: Any, shape: Shape, at: Path, change: Change) -> None:
        """Set the member `name` unless it has a value that fits."""
        if name not in owner:
            self.append(("invented", (at, name), value, change))
            owner[name] = value
        elif not fits(owner[name], shape):
            self.fill(owner, name, value, at, change)

    def report(self, kind: str, at: Path, value: Any, change: Change) -> None:
        """Report a loss of the value at `at`; a value that stays in the tree, in another form, is copied."""
        stays = kind not in ("dropped", "invented")
        self.append((kind, at, _snapshot(value) if stays else value, change))

    def left_out(self, owner: Tree, names: Iterable[str], at: Path, change: Change) -> None:
        """Report the members of a value that its other form, which is reported before, has no place for."""
        self += [("dropped", (at, name), owner[name], change) for name in names if name in owner]

    def made(self, at: Path) -> None:
        """Note an object that no other frame has, and that is no loss."""
        self.needs_path_mapping = True
        self.append(("made", at, None, None))

    def moved(self, pairs: list[tuple[Path, Path]], change: Change | None = None) -> None:
        """Report values that moved, all at once, as pairs of the new path and the old path.

        With a change, a value that moves out of an invention is an invention of the change.
        """
        self.needs_path_mapping = True
        # No cache of keys: it would take as much memory as the table.
        old_by_new = {keys_of(new, {}): keys_of(old, {}) for new, old in pairs if new != old}
        self.append(("moved", old_by_new, None, change))

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
            merged = merge_losses(self, *self.frames)
            events = [(kind, json_pointer(keys), _own(value), change) for kind, keys, value, change in merged]
        else:
            events = [_worded(event) for event in self if event[3].id != unreported]
        return tuple(
            Loss(kind, at, value, change.reason, change.id)
            for kind, at, value, change in events
            if change.id != unreported
        )


def _holder(owner: Tree, path: tuple[str, ...], at: Path) -> tuple[Tree | None, Path]:
    """Return the object that may hold the last member of a path; None if a step is not an object."""
    for name in path[:-1]:
        inner = owner.get(name)
        at = (at, name)
        if type(inner) is not dict:
            return None, at
        owner = inner
    return owner, at


def _snapshot(value: Any) -> Any:
    """Return a copy of a value whose parts may stay in the tree, where later edits would change them."""
    try:
        return msgspec.to_builtins(value)
    except TypeError:  # a number out of range
        return parse_spelled(json_line(value))


_FORMS = {dict: "an object", list: "an array", str: "a string", bool: "true or false", int: "an integer"}


def _worded(event: Any) -> tuple[LossKind, str, Any, Change]:
    """Return an event where no other concerns its value."""
    kind, at, value, change = event
    if type(value) is msgspec.Raw:
        value = parse_spelled(bytes(value))
    if kind == "invented":
        value = _own(value)  # stands in the tree that goes out
    return REPORTED_AS.get(kind, kind), linked_pointer(at), value, change


def _own(value: Any) -> Any:
    return _snapshot(value) if type(value) in (dict, list) else value


def expected(form: str, at: Path) -> DecodeError:
    """Return the exception for a value at `at` that is not of the form that the source revision demands."""
    return DecodeError(linked_pointer(at), f"expected {form}")


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
