"""The log of one conversion. Adapters and rules report their edits to it, and it computes the losses.

An event is a tuple of kind, path, value and `Change`. The kinds are those of losses, and five more:

- `omitted`: a member was removed because its absence means the same in the target.
- `renamed`: a member got another name or path, and its value did not change.
- `replaced`: a member got another value.
- `moved`: values have new paths, such as items of an array that got another index. In place of the path, the
  event has a table that maps each new path to the old one. A path is a tuple of keys in this table.
- `made`: an object was created because a move needs it.

A path is a linked tuple `(path of the container, key)`. None is the path of the message itself. Such paths
are cheap to extend. They become JSON Pointers only when losses are computed.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NoReturn, Union

import msgspec

from ..errors import INTERNAL_ERROR, INVALID_PARAMS, DecodeError
from ..json_line import json_line
from ..json_values import equal_json, linked_keys, linked_pointer, loss_pointer, names_in_order, same_json
from ..messages.json_text import parse_spelled
from ..revisions import reserved_key
from .losses import Change, Loss
from .merge_losses import REMOVALS, REPORTED_AS, keys_of, merge_losses
from .value_checks import Shape, fits

LONG = 400  # bytes; shorter text is not nested too deeply to be parsed when the losses are read
Path = Union["tuple[Any, str | int]", None]
JsonObject = dict[str, Any]


class FrameRefused(Exception):
    """Raised by an edit if the target revision has no equivalent of the message.

    `at` is the path of the value that prevents the conversion. `code` is the JSON-RPC error code of the reply
    if the message is a request.
    """

    def __init__(self, at: Path, change: Change, code: int | None) -> None:
        super().__init__(change.why_refused)
        self.at = at
        self.change = change
        self.code = code


class RequestContext:
    """The facts about the client that every request of the target revision repeats in `_meta`.

    In the source revision, a session states these facts once, for example the client's capabilities.

    - `stated`: the facts that are known. It maps each `_meta` key to the value for every request.
    - `shapes`: the keys that the target reserves in `_meta`, each with the shape of its value.
    - `unstated`: the reserved keys whose fact is not known. In a source message, such a key is an unknown
      member.
    - `repeated`: the members to add to a request that has none of the reserved keys.
    - `text`: the JSON text of a `_meta` object that has only the members of `repeated`.
    - `losses`: what the facts have lost on the way to the target. Pointers are into the caller's `context`.
    """

    __slots__ = ("_events", "losses", "repeated", "shapes", "stated", "text", "unstated")

    def __init__(
        self, stated: JsonObject, shapes: Mapping[str, Shape], losses: tuple[Loss, ...] = ()
    ) -> None:
        self.stated, self.shapes, self.losses = stated, shapes, losses
        self.unstated = tuple(name for name in shapes if name not in stated)
        capabilities = reserved_key("clientCapabilities")  # each request has them, empty if none are known
        self.repeated = {**stated, capabilities: stated.get(capabilities, {})}
        self.text = msgspec.Raw(json_line(self.repeated))
        self._events: tuple[Path, Change | None, list[Any]] = None, None, []

    def events(self, at: Path, change: Change) -> list[Any]:
        """Return the events for a request that gets the members of `repeated`: each member is invented.

        `at` is the path of the object that gets the members.
        """
        location, cited, events = self._events
        if cited is not change or location != at:
            events = [("invented", (at, name), value, change) for name, value in self.repeated.items()]
            self._events = at, change, events
        return events


class ConversionLog(list[Any]):
    """The events of one conversion, in order. Its attributes are facts about the message, which edits read.

    - `answering`: the method that a response answers.
    - `context`: the members that the target repeats in each request.
    - `needs_path_mapping`: whether the paths of the events refer to different versions of the message. This
      is so after an edit that moves values, and after edits of several adapters. `frames` must then hold the
      first and the last version, each parsed or as bytes.
    """

    needs_path_mapping = False
    frames: tuple[Any, Any] = (None, None)
    answering: str | None = None
    context: RequestContext | None = None

    def drop(self, owner: JsonObject, name: str, at: Path, change: Change) -> None:
        """Remove the member `name`, and report it as dropped. The member must be present."""
        self.append(("dropped", (at, name), owner.pop(name), change))

    def move(
        self,
        owner: JsonObject,
        source: tuple[str, ...],
        target: tuple[str, ...],
        at: Path,
        changes: tuple[Change, Change],
        *,
        makes: bool = False,
        clears: int = 0,
    ) -> None:
        """Move a member from the path `source` to the path `target`, both relative to `owner`.

        A member that is already at `target` is dropped. If an object on the path to `target` is missing,
        `makes` decides: if it is true, the object is created, otherwise the moving member is dropped.
        `changes` are the change to report for the move, and the one to report for values that are dropped.
        `clears` is the number of objects around `source` to remove if the move empties them, the innermost
        first.
        """
        change, removal = changes
        stray, location = _holder(owner, target, at)
        if stray is not None and target[-1] in stray:
            self.drop(stray, target[-1], location, removal)
        holder, location = _holder(owner, source, at)
        if holder is None or source[-1] not in holder:
            self.needs_path_mapping |= bool(self)  # an earlier edit may have dropped the member
            return
        into, here = owner, at
        for name in target[:-1]:
            if type(into.get(name)) is not dict:
                if not makes:
                    self.needs_path_mapping = True  # the log may have events about values inside
                    self.drop(holder, source[-1], location, removal)
                    return
                if name in into:
                    self.drop(into, name, here, removal)
                into[name] = {}
                self.made((here, name))
            into, here = into[name], (here, name)
        old = (location, source[-1])
        self.append(("renamed", old, _snapshot(holder[source[-1]]), change))
        into[target[-1]] = holder.pop(source[-1])
        self.moved([((here, target[-1]), old)], change)
        for end in range(len(source) - 1, 0, -1)[:clears]:
            above, _ = _holder(owner, source[:end], at)
            if above is None or above[source[end - 1]]:
                break
            del above[source[end - 1]]

    def drop_others(
        self, owner: JsonObject, declared: tuple[str, ...], at: Path, change: Change, shape: Shape = "never"
    ) -> None:
        """Drop each member of `owner` that is not in `declared` and whose value does not fit `shape`."""
        for name in [name for name in names_in_order(owner) if name not in declared]:
            self.admit(owner, name, shape, at, change)

    def admit(self, owner: JsonObject, name: str, shape: Shape, at: Path, change: Change) -> None:
        """Drop the member `name` unless its value fits `shape`, the shape that the target requires."""
        if not fits(owner[name], shape):
            self.drop(owner, name, at, change)

    def drop_only(self, owner: JsonObject, name: str, value: Any, at: Path, change: Change) -> None:
        """Remove the member `name` if it has the expected `value`. Otherwise refuse the message.

        In the target, a message without the member means `value`, so removing it loses nothing. An object has
        the expected `value` if it contains the members of `value`. If it has further members, these are lost,
        and the member is reported as dropped. Raise `DecodeError` if the member has another type than
        `value`.
        """
        stated = owner[name]
        if _TYPES.get(type(stated)) != _TYPES[type(value)]:
            raise expected(_TYPES[type(value)], (at, name))
        if type(value) is dict:
            matches = all(key in stated and equal_json(stated[key], value[key]) for key in value)
        else:
            matches = equal_json(stated, value)
        if not matches:
            self.refuse((at, name), change, INVALID_PARAMS)
        is_more = type(value) is dict and len(stated) > len(value)
        self.append(("dropped" if is_more else "omitted", (at, name), owner.pop(name), change))

    def drop_inside(
        self, owner: JsonObject, name: str, names: Iterable[str], at: Path, change: Change
    ) -> None:
        """Drop the members `names` of the object in the member `name`. Delete the object if it is then empty.

        Raise `DecodeError` if the member is not an object.
        """
        inner, location = mapping(owner, name, at), (at, name)
        found = [("dropped", (location, key), inner.pop(key), change) for key in names if key in inner]
        self += found
        if found and not inner:
            del owner[name]

    def fill(self, owner: JsonObject, name: str, value: Any, at: Path, change: Change) -> None:
        """Set the member `name`, and report it.

        An absent member is reported as invented, and a member with another value as replaced. A member that
        already has the value is not reported.
        """
        if name not in owner:
            self.append(("invented", (at, name), value, change))
        elif same_json(owner[name], value):
            return
        else:
            self.append(("replaced", (at, name), owner[name], change))
        owner[name] = value

    def require(
        self, owner: JsonObject, name: str, value: Any, shape: Shape, at: Path, change: Change
    ) -> None:
        """Set the member `name` to `value`, unless it is present and fits `shape`. Report the difference."""
        if name not in owner:
            self.append(("invented", (at, name), value, change))
            owner[name] = value
        elif not fits(owner[name], shape):
            self.fill(owner, name, value, at, change)

    def become(self, constant: Any, value: Any, at: Path, change: Change) -> Any:
        """Report `value` as respelled, and return `constant`, by which the caller replaces it."""
        self.report("respelled", at, value, change)
        return constant

    def report(self, kind: str, at: Path, value: Any, change: Change) -> None:
        """Record an event for the value at `at`.

        If the value may stay in the message, the log gets a copy, because later edits may change the value.
        """
        stays = kind not in (*REMOVALS, "invented")
        self.append((kind, at, _snapshot(value) if stays else value, change))

    def left_out(self, owner: JsonObject, names: Iterable[str], at: Path, change: Change) -> None:
        """Report members of `owner` as dropped, without removing them.

        A rule calls this method after it has replaced `owner` by a value of another form. `names` are the
        members that the new form cannot contain.
        """
        self += [("dropped", (at, name), owner[name], change) for name in names if name in owner]

    def made(self, at: Path) -> None:
        """Record that the conversion created the object at `at`. This is not reported as a loss."""
        self.needs_path_mapping = True
        self.append(("made", at, None, None))

    def moved(self, pairs: list[tuple[Path, Path]], change: Change | None = None) -> None:
        """Record that values moved in one step. `pairs` has the new path and the old path of each value.

        If a value moves out of an object that was invented, the value is reported as invented by `change`.
        """
        self.needs_path_mapping = True
        # The keys are not cached: a cache would take as much memory as the table.
        old_by_new = {keys_of(new, {}): keys_of(old, {}) for new, old in pairs if new != old}
        self.append(("moved", old_by_new, None, change))

    def refuse(self, at: Path, change: Change, code: int = INTERNAL_ERROR) -> NoReturn:
        """Raise `FrameRefused`: the value at `at` has no equivalent in the target because of `change`."""
        raise FrameRefused(at, change, code)

    def parse_long_values(self) -> None:
        """Parse the long values of events that are stored as raw JSON text.

        Raise `DecodeError` if one cannot be parsed.
        """
        for place, (kind, at, value, change) in enumerate(self):
            if type(value) is msgspec.Raw and len(text := bytes(value)) > LONG:
                self[place] = kind, at, parse_spelled(text), change

    def end_step(self, events_before: int) -> None:
        """Record that one adapter has made its edits. `events_before` is the number of events before them.

        If an earlier adapter has also reported events, set `needs_path_mapping`: the paths in the events then
        refer to different versions of the message.
        """
        if 0 < events_before < len(self):
            self.needs_path_mapping = True

    def losses(self, unreported: Collection[str] = ()) -> tuple[Loss, ...]:
        """Compute the losses, in the order of their events.

        `unreported` has ids of changes. The losses that these changes cause are omitted.
        """
        if self.needs_path_mapping:
            merged = merge_losses(self, *self.frames)
            return tuple(
                Loss(kind, loss_pointer(keys), _own(value), change.reason, change.id)
                for kind, keys, value, change in merged
                if change.id not in unreported
            )
        return tuple([_loss(event) for event in self if event[3].id not in unreported])


def _holder(owner: JsonObject, path: tuple[str, ...], at: Path) -> tuple[JsonObject | None, Path]:
    """Follow `path` from `owner` to its last name. Return the object that may have this member, and its path.

    `at` is the path of `owner`. If a value on the way is missing or not an object, return None and the path
    of that value.
    """
    for name in path[:-1]:
        inner = owner.get(name)
        at = (at, name)
        if type(inner) is not dict:
            return None, at
        owner = inner
    return owner, at


def _snapshot(value: Any) -> Any:
    """Return a deep copy of a value, because later edits may change the value in the message."""
    try:
        return msgspec.to_builtins(value)
    except TypeError:  # a number out of range
        return parse_spelled(json_line(value))


_TYPES = {dict: "an object", list: "an array", str: "a string", bool: "true or false", int: "a number"}
_TYPES |= {float: "a number", type(None): "null"}


def _loss(event: Any) -> Loss:
    """Return the loss that an event reports. The path in the event must be a path in the original message."""
    kind, at, value, change = event
    if type(value) is msgspec.Raw:
        value = parse_spelled(bytes(value))
    if kind == "invented":
        value = _own(value)  # is part of the converted message, which the caller may change
    pointer = loss_pointer(linked_keys(at))
    return Loss(REPORTED_AS.get(kind, kind), pointer, value, change.reason, change.id)


def _own(value: Any) -> Any:
    return _snapshot(value) if type(value) in (dict, list) else value


def expected(description: str, at: Path) -> DecodeError:
    """Return a `DecodeError` for the value at `at`, with the reason `expected DESCRIPTION`."""
    return DecodeError(linked_pointer(at), f"expected {description}")


def check_array(value: Any, at: Path, description: str) -> None:
    """Raise `DecodeError` with the reason `expected DESCRIPTION` unless a value is an array."""
    if type(value) is not list:
        raise expected(description, at)


def check_object(value: Any, at: Path, description: str = "an object") -> None:
    """Raise `DecodeError` with the reason `expected DESCRIPTION` unless a value is an object."""
    if type(value) is not dict:
        raise expected(description, at)


def in_order(owner: JsonObject) -> list[tuple[str, Any]]:
    """Return the names and values of an object's members, in the order of ECMAScript (`names_in_order`)."""
    return [(name, owner[name]) for name in names_in_order(owner)]


def array(owner: JsonObject, name: str, at: Path) -> list[Any]:
    """Return the member `name` of `owner`. Raise `DecodeError` unless it is an array."""
    value = owner.get(name)
    if type(value) is not list:
        raise expected("an array", (at, name))
    return value


def mapping(owner: JsonObject, name: str, at: Path) -> JsonObject:
    """Return the member `name` of `owner`. Raise `DecodeError` unless it is an object."""
    value = owner.get(name)
    if type(value) is not dict:
        raise expected("an object", (at, name))
    return value
