"""The careful pass: a plain JSON tree and a type → the same object that msgspec would build, or the reason why not.

In: what `msgspec.json.decode` gives for any JSON. Out: an instance of the type, by the letter of JSON Schema: `1.0` is an
integer (and stays `1.0`), `true` is not `1`, an integer has any size, a member that the type does not know is legal and kept.
A value that does not fit raises `Refusal`, whose path grows while the stack unwinds.

One function is built for each type, on first use, from what msgspec says about the annotations: the types are the only
statement of the shape.
"""

from __future__ import annotations

import threading
from collections.abc import Callable
from functools import partial
from operator import ge, gt, le, lt
from typing import Any, NamedTuple

import msgspec
from msgspec import UNSET
from msgspec import inspect as mi

from .base import Aside, FramedMessage, Mapping, OpenStruct, Untagged, beside
from .mismatch import Refusal, disallowed, missing, shown, unexpected
from .msgspec_hooks import UNFIT, converter, exact_hook
from .type_info import (
    additional_of,
    expectation,
    is_scalar,
    kinds_of,
    members_of,
    plain_classes,
    struct_of,
)
from .union_members import Arm, arm_of

Build = Callable[[Any, "Pass"], Any]


class Pass:
    """What one pass was asked for, and what it counts: unknown members, skipped items. A new one costs next to nothing."""

    drop = False
    unknown = 0
    skipped: tuple[Refusal, ...] = ()


class Entry(NamedTuple):
    """How to read a member: a value of one of the classes `plain` is taken as it is, any other goes to `make`."""

    name: str
    plain: tuple[type, ...]
    make: Build | None


class Reader:
    """Builds, keeps and hands out the functions that read the types of one revision."""

    def __init__(self) -> None:
        self.builds: dict[Any, Build] = {}
        self._pending: dict[Any, Build] = {}
        self._lock = threading.RLock()
        # What msgspec calls (`dec_hook`) for the types that it does not know.
        self.hook = exact_hook()

    def build(self, type_: Any) -> Build:
        """Return the function that reads `type_`."""
        return self.builds.get(type_) or self._made(type_, lambda: self._build(mi.type_info(type_)))

    def frame(self, type_: Any) -> Build:
        """Return the function that reads a message whose envelope is demanded."""
        key = ("frame", type_)
        return self.builds.get(key) or self._made(key, lambda: self._frame(struct_of(type_)))

    def _frame(self, node: mi.StructType) -> Build:
        whole = self._record(node, alone=False)
        params = next((field.type for field in node.fields if field.encode_name == "params"), None)
        if not isinstance(params, mi.StructType):
            return whole
        names = frozenset(field.encode_name for field in node.fields) | {"method"}
        convert = converter(node.cls, self.hook)
        return enclosing(whole, convert, names, "params", self._outer(params.cls), _stand_in(params.cls))

    def lenient(self, type_: Any) -> Build:
        """Return the function that reads a result and leaves out the items of its arrays that do not fit."""
        if not isinstance(mi.type_info(type_), mi.StructType):
            return self.build(type_)
        key = ("lenient", type_)
        return self.builds.get(key) or self._made(key, lambda: self._record(struct_of(type_), lenient=True))

    def _outer(self, type_: Any) -> Build:
        """Return the function that reads what a refused frame carries: its own members all known, the fault is below."""
        if not isinstance(mi.type_info(type_), mi.StructType):
            return self.build(type_)
        key = ("outer", type_)
        return self.builds.get(key) or self._made(key, lambda: self._record(struct_of(type_), outer=True))

    def results(self, types: tuple[Any, ...], lenient: bool) -> Build:
        """Return the function that reads what answers a method; `lenient` leaves out the items that do not fit."""
        read = self.lenient if lenient else self._outer
        if len(types) == 1:
            return read(types[0])
        return _untagged([arm_of(t, read(t)) for t in types], guarded=True)

    def _made(self, key: Any, make: Callable[[], Build]) -> Build:
        """Make a function and all that it needs, and publish them together: no thread sees half of them."""
        with self._lock:
            outermost = not self._pending
            try:
                made = self._pending[key] = make()
                if outermost:
                    self.builds.update(self._pending)
                return made
            finally:
                if outermost:
                    self._pending.clear()

    def _build(self, node: mi.Type) -> Build:
        if isinstance(node, mi.Metadata):
            return self._build(node.type)
        if isinstance(node, (mi.StructType, mi.CustomType)):
            return self._named(node)
        if isinstance(node, mi.UnionType):
            return self._union(node)
        if isinstance(node, mi.ListType):
            return self._list(node)
        if isinstance(node, mi.DictType):
            return self._dict(node)
        if isinstance(node, mi.LiteralType):
            return _literal(node.values)
        if isinstance(node, mi.AnyType):
            return _any
        if isinstance(node, mi.StrType):
            return _string(node)
        if isinstance(node, mi.IntType):
            return _integer(node)
        if isinstance(node, mi.FloatType):
            return _number(node)
        if isinstance(node, mi.BoolType):
            return _exactly(bool, "true or false")
        if isinstance(node, mi.NoneType):
            return _exactly(type(None), "null")
        raise TypeError(f"no JSON type: {node}")

    def _named(self, node: mi.StructType | mi.CustomType) -> Build:
        """Build a class once; where it contains itself, the inner function looks the finished one up."""
        cls, builds, pending = node.cls, self.builds, self._pending
        made = builds.get(cls) or pending.get(cls)
        if made is None:
            pending[cls] = lambda value, state: builds[cls](value, state)
            if isinstance(node, mi.StructType):
                made = self._record(node)
            elif issubclass(cls, Untagged):
                made = _untagged([arm_of(t, self.build(t)) for t in cls.types()], guarded=False)
            elif issubclass(cls, Mapping):
                made = self._mapping(cls)
            else:
                raise TypeError(f"no JSON type: {cls}")
            pending[cls] = made
        return made

    def _entry(self, name: str, node: mi.Type, build: Build | None = None) -> Entry:
        make = build or self._build(node)
        return Entry(name, plain_classes(node), None if make is _any else make)

    def _record(
        self, node: mi.StructType, lenient: bool = False, alone: bool = True, outer: bool = False
    ) -> Build:
        cls: Any = node.cls
        cls = getattr(cls, "__origin__", cls)
        optional = ("jsonrpc", "id") if alone and issubclass(cls, FramedMessage) else ()
        members: dict[str, Entry] = {}
        required: list[str] = []
        unset: dict[str, Any] = {}
        for field in node.fields:
            build = None
            if lenient and isinstance(field.type, mi.ListType) and not is_scalar(field.type.item_type):
                build = self._list(field.type, skip_at=field.encode_name)
            members[field.encode_name] = self._entry(field.name, field.type, build)
            if field.name in optional:
                unset[field.name] = UNSET
            elif field.required:
                required.append(field.encode_name)
        if node.tag_field is not None:
            # Whoever reads a frame found its type by the tag.
            members[node.tag_field] = Entry("", () if alone else (str,), _literal((node.tag,)))
            required.append(node.tag_field)
        additional = self._entry("", additional_of(cls)) if issubclass(cls, OpenStruct) else None
        build = record(cls, members, required, unset, node.tag_field is not None, additional)
        if not optional and not lenient and alone and (additional is None or additional.make is None):
            build = _short_cut(build, cls, self.hook, frozenset(members), node.tag_field, outer)
            meta = next((field.type for field in node.fields if field.encode_name == "_meta"), None)
            if outer and isinstance(meta, mi.StructType) and issubclass(meta.cls, OpenStruct):
                convert, read = converter(cls, self.hook), self._build(meta)
                build = enclosing(
                    build, convert, frozenset(members), "_meta", read, _stand_in(meta.cls), True
                )
        return build

    def _mapping(self, cls: type[Mapping]) -> Build:
        members = {name: self._entry("", mi.type_info(type_)) for name, (type_, _) in members_of(cls).items()}
        required = [name for name, (_, needed) in members_of(cls).items() if needed]
        values = self._entry("", additional_of(cls))
        known = members.get

        def build(value: Any, state: Pass) -> Any:
            if type(value) is not dict:
                raise unexpected("an object", value)
            unknown = state.unknown
            for wire, item in value.items():
                _, plain, make = known(wire, values)
                if make is None or type(item) in plain:
                    continue
                try:
                    make(item, state)
                except Refusal as refusal:
                    refusal.path.append(wire)
                    raise
            for wire in required:
                if wire not in value:
                    raise missing(required, value)
            state.unknown = unknown
            return cls(value)

        return build

    def _union(self, node: mi.UnionType) -> Build:
        kinds: dict[type, Build] = {}
        names: list[str] = []
        tagged: dict[Any, Build] = {}
        tag_field = ""
        for arm in node.types:
            build = self._build(arm)
            if isinstance(arm, mi.AnyType):
                return _any
            if isinstance(arm, mi.StructType) and arm.tag_field is not None:
                tag_field = arm.tag_field
                tagged[arm.tag] = build
                continue
            for kind in kinds_of(arm):
                kinds.setdefault(kind, build)
            if isinstance(arm, mi.FloatType):
                kinds[float] = build
            names.append(expectation(arm))
        if tagged:
            kinds[dict] = _tagged(tag_field, tagged)
            names.append("an object")
        expected = " or ".join(dict.fromkeys(names))

        def build_union(value: Any, state: Pass) -> Any:
            build = kinds.get(type(value))
            if build is None:
                raise unexpected(expected, value)
            return build(value, state)

        return kinds[dict] if set(kinds) == {dict} else build_union

    def _list(self, node: mi.ListType, skip_at: str | None = None) -> Build:
        entry = self._entry("", node.item_type)
        plain, make = entry.plain, entry.make
        at_least, at_most = node.min_length, node.max_length

        def build(value: Any, state: Pass) -> Any:
            if type(value) is not list:
                raise unexpected("an array", value)
            if at_most is not None and len(value) > at_most:
                raise Refusal(f"at most {at_most} items are allowed, not {len(value)}")
            if at_least is not None and len(value) < at_least:
                raise Refusal(f"at least {at_least} items are needed, not {len(value)}")
            if make is None:
                return value
            for item in value:
                if type(item) not in plain:
                    break
            else:
                return value
            made = []
            for index, item in enumerate(value):
                if type(item) in plain:
                    made.append(item)
                    continue
                unknown = state.unknown
                try:
                    made.append(make(item, state))
                except Refusal as refusal:
                    refusal.path.append(index)
                    if skip_at is None:
                        raise
                    refusal.path.append(skip_at)
                    state.unknown = unknown
                    state.skipped += (refusal,)
            return made

        return build

    def _dict(self, node: mi.DictType) -> Build:
        entry = self._entry("", node.value_type)
        plain, make = entry.plain, entry.make
        if make is None:
            return _exactly(dict, "an object")

        def build(value: Any, state: Pass) -> Any:
            if type(value) is not dict:
                raise unexpected("an object", value)
            for item in value.values():
                if type(item) not in plain:
                    break
            else:
                return value
            made = {}
            for wire, item in value.items():
                if type(item) in plain:
                    made[wire] = item
                    continue
                try:
                    made[wire] = make(item, state)
                except Refusal as refusal:
                    refusal.path.append(wire)
                    raise
            return made

        return build


def record(
    cls: Any,
    members: dict[str, Entry],
    required: list[str],
    unset: dict[str, Any],
    tagged: bool = False,
    additional: Entry | None = None,
) -> Build:
    """Return the function that reads an object into `cls`; `additional` reads further members if they are data."""
    known = members.get
    open_make = additional.make if additional else None
    construct = _constructor(cls)
    construct_wider: Any = None

    def build(value: Any, state: Pass) -> Any:
        nonlocal construct_wider
        if type(value) is not dict:
            raise unexpected("an object", value)
        made: dict[str, Any] = unset.copy() if unset else {}
        further: dict[str, Any] | None = None
        for wire, item in value.items():
            entry = known(wire)
            if entry is None:
                if further is None:
                    further = {}
                further[wire] = item
                continue
            name, plain, make = entry
            if make is None or type(item) in plain:
                made[name] = item
                continue
            try:
                made[name] = make(item, state)
            except Refusal as refusal:
                refusal.path.append(wire)
                raise
        for wire in required:
            if wire not in value:
                raise missing(required, value)
        if tagged:
            del made[""]
        if further is None:
            return construct(**made)
        if additional is None:
            state.unknown += len(further)
            if state.drop:
                return construct(**made)
        elif open_make is not None:
            for wire, item in further.items():
                try:
                    further[wire] = open_make(item, state)
                except Refusal as refusal:
                    refusal.path.append(wire)
                    raise
        if construct_wider is None:
            construct_wider = _constructor(beside(cls))
        made["__aside__"] = Aside(further)
        return construct_wider(**made)

    return build


def _stand_in(cls: Any) -> Any:
    return msgspec.StructMeta.__call__(cls, **dict.fromkeys(cls.__struct_fields__, UNSET))


def enclosing(
    whole: Build,
    convert: Callable[[Any], Any],
    names: frozenset[str],
    member: str,
    read: Build,
    stand_in: Any,
    is_open: bool = False,
) -> Build:
    """Return `whole` with msgspec reading all but one member, which `read` reads; `stand_in` takes its place meanwhile.

    If `is_open`, it pays only where that member has further members.
    """

    def build(value: Any, state: Pass) -> Any:
        if type(value) is dict and member in value and value.keys() <= names:
            unknown = state.unknown
            try:
                inner = read(value[member], state)
                if not is_open or inner.__aside__ is not None:
                    made = convert({**value, member: stand_in})
                    setattr(made, field, inner)
                    return made
            except UNFIT:
                pass
            state.unknown = unknown
        return whole(value, state)

    field = {"_meta": "meta"}.get(member, member)
    return build


def _short_cut(
    build: Build, cls: Any, hook: Any, names: frozenset[str], tag_field: str | None, outer: bool
) -> Build:
    """Return `build` with msgspec reading what it can: objects without members to set aside, and the known ones of others."""
    convert = converter(cls, hook)
    convert_wider: Any = None
    counted = not issubclass(cls, OpenStruct)

    def quick(value: Any, state: Pass) -> Any:
        nonlocal convert_wider
        if type(value) is dict and (tag_field is None or tag_field in value):
            try:
                if value.keys() <= names:
                    return build(value, state) if outer else convert(value)
                if not state.drop or not counted:
                    if convert_wider is None:
                        convert_wider = converter(beside(cls), hook)
                    further = value.copy()
                    made = convert_wider({name: further.pop(name) for name in value if name in names})
                    made.__aside__ = Aside(further)
                    if counted:
                        state.unknown += len(further)
                    return made
            except UNFIT:
                pass
        return build(value, state)

    return quick


def _constructor(cls: Any) -> Callable[..., Any]:
    """Return what constructs a class from what was read: past a metaclass that fills in what a decode demands."""
    return cls if type(cls) is msgspec.StructMeta else partial(msgspec.StructMeta.__call__, cls)


def _untagged(arms: list[Arm], guarded: bool) -> Build:
    """Return the function that takes the arm with the fewest unknown members.

    An arm whose guard holds comes first; one whose guard does not hold comes last, and not at all if `guarded`.
    """
    open_arms = [arm for arm in arms if arm.guard is None]
    guard_arms = [arm for arm in arms if arm.guard is not None]
    simple = guarded and len(open_arms) == len(guard_arms) == 1

    def build(value: Any, state: Pass) -> Any:
        if simple and not guard_arms[0].met(value):
            return open_arms[0].read(value, state)
        is_object = type(value) is dict
        first = [arm for arm in guard_arms if arm.met(value)] + open_arms
        last = [] if guarded else [arm for arm in guard_arms if not arm.met(value)]
        best: Any = None
        fewest = -1
        before, skipped = unknown, kept = state.unknown, state.skipped
        for tried in (first, last):
            for arm in tried:
                if is_object and arm.excludes(value):
                    continue
                try:
                    made = arm.read(value, state)
                except Refusal:
                    state.unknown = before
                    state.skipped = skipped
                    continue
                cost = state.unknown - before + len(state.skipped) - len(skipped)
                if cost == 0 or arm.guard is not None:
                    return made
                if fewest < 0 or cost < fewest:
                    best, fewest, unknown, kept = made, cost, state.unknown, state.skipped
                state.unknown = before
                state.skipped = skipped
            if fewest >= 0:
                state.unknown = unknown
                state.skipped = kept
                return best
        raise _one_of(first + last, value)

    return build


def _one_of(arms: list[Arm], value: Any) -> Refusal:
    """Return the one refusal that helps most: of the arm that was meant, else what all arms wanted."""
    failures: list[tuple[Arm, Refusal]] = []
    for arm in arms:
        try:
            arm.read(value, Pass())
        except Refusal as refusal:
            failures.append((arm, refusal))
    if type(value) is dict:
        meant = [(arm, r) for arm, r in failures if not arm._replace(required=frozenset()).excludes(value)]
        failures = meant or failures
    deepest = max(len(refusal.path) for _, refusal in failures)
    if deepest or len(failures) == 1:
        chosen = [refusal for _, refusal in failures if len(refusal.path) == deepest]
        first = chosen[0]
        same = [r for r in chosen if r.allowed and r.path == first.path]
        if first.allowed and len(same) > 1:
            allowed = tuple(dict.fromkeys(a for r in same for a in r.allowed))
            merged = disallowed(first.constant, allowed)
            merged.path = first.path
            return merged
        return first
    neither, nor = ("neither ", " nor ") if len(failures) == 2 else ("none of ", ", ")
    return Refusal(
        f"fits {neither}" + nor.join(f"{arm.name} ({refusal.reason})" for arm, refusal in failures)
    )


def _tagged(tag_field: str, arms: dict[Any, Build]) -> Build:
    pick = {tag: build for tag, build in arms.items()}
    allowed = tuple(arms)

    def build(value: Any, state: Pass) -> Any:
        if type(value) is not dict:
            raise unexpected("an object", value)
        tag = value.get(tag_field, UNSET)
        if tag is UNSET:
            raise missing([tag_field], value)
        arm = pick.get(tag) if type(tag) is str else None
        if arm is None:
            refusal = disallowed(tag, allowed)
            refusal.path.append(tag_field)
            raise refusal
        return arm(value, state)

    return build


def _any(value: Any, state: Pass) -> Any:
    return value


def _exactly(kind: type, expected: str) -> Build:
    def build(value: Any, state: Pass) -> Any:
        if type(value) is not kind:
            raise unexpected(expected, value)
        return value

    return build


def _literal(values: tuple[Any, ...]) -> Build:
    if len(values) == 1 and isinstance(values[0], str):
        return _constant(values[0])
    strings = frozenset(v for v in values if isinstance(v, str))
    others = tuple(v for v in values if not isinstance(v, str))

    def build(value: Any, state: Pass) -> Any:
        if type(value) is str:
            if value in strings:
                return value
        elif any(value == v and isinstance(value, bool) == isinstance(v, bool) for v in others):
            return value
        raise disallowed(value, values)

    return build


def _constant(constant: str) -> Build:
    def build(value: Any, state: Pass) -> Any:
        if value != constant:
            raise disallowed(value, (constant,))
        return value

    return build


def _string(node: mi.StrType) -> Build:
    at_least, at_most, pattern = node.min_length, node.max_length, node.pattern

    def build(value: Any, state: Pass) -> Any:
        if type(value) is not str:
            raise unexpected("a string", value)
        if at_least is not None and len(value) < at_least:
            raise Refusal(f"at least {at_least} characters are needed, not {len(value)}")
        if at_most is not None and len(value) > at_most:
            raise Refusal(f"at most {at_most} characters are allowed, not {len(value)}")
        if pattern is not None:
            import re

            if re.search(pattern, value) is None:
                raise Refusal(f"{shown(value)} does not match {pattern}")
        return value

    return build


def _integer(node: mi.IntType) -> Build:
    def build(value: Any, state: Pass) -> Any:
        if type(value) is not int and not (type(value) is float and value.is_integer()):
            raise unexpected("an integer", value)
        return value

    return _bounded(build, node)


def _number(node: mi.FloatType) -> Build:
    def build(value: Any, state: Pass) -> Any:
        if type(value) is not int and type(value) is not float:
            raise unexpected("a number", value)
        return value

    return _bounded(build, node)


def _bounded(build: Build, node: mi.IntType | mi.FloatType) -> Build:
    every: tuple[tuple[str, float | None, Callable[[Any, Any], Any]], ...] = (
        ("at least", node.ge, ge),
        ("at most", node.le, le),
        ("more than", node.gt, gt),
        ("less than", node.lt, lt),
    )
    tests = [(text, bound, test) for text, bound, test in every if bound is not None]

    def bounded(value: Any, state: Pass) -> Any:
        build(value, state)
        for text, bound, test in tests:
            if not test(value, bound):
                raise Refusal(f"expected a number {text} {bound:g}, got {shown(value)}")
        return value

    return bounded if tests else build
