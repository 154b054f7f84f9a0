"""Wider structs: classes of messages → subclasses with further members, and subclasses of all that hold them.

In: the types of some modules by name, and for each object the classes whose members join the object. Out: a
function from types to types; a type without such an object inside stays the same. The classes that hold an
object are found by the names in their annotations, because evaluating every annotation takes a second.
"""

from __future__ import annotations

import re
import types
from collections.abc import Iterable, Iterator, Mapping, Sequence
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal, Union, get_args, get_origin

import msgspec
from msgspec import UNSET
from msgspec.structs import FieldInfo, fields

from .base import Struct

_UNIONS = (Union, types.UnionType)


class WiderStructs:
    """The classes with further members, made on first use; the caller holds `build_lock`.

    `names` are the types, `added` the classes of members by the name of the object that they join.
    """

    def __init__(self, names: Mapping[str, Any], added: Mapping[str, Sequence[type]]) -> None:
        self._added = {names[name]: classes for name, classes in added.items()}
        self._made: dict[type, type] = {}
        self._holders = {names[name] for name in _holders(names, added) if isinstance(names[name], type)}

    def type(self, type_: Any) -> Any:
        """Return a type in which the objects have their further members."""
        if isinstance(type_, type) and get_origin(type_) is None:
            return self._class(type_) if type_ in self._holders else type_
        arguments = get_args(type_)
        origin: Any = get_origin(type_)
        if not arguments or origin is Literal:
            return type_
        if origin is Annotated:
            inner = self.type(arguments[0])
            if inner is arguments[0]:
                return type_
            annotated: Any = Annotated
            return annotated.__class_getitem__((inner, *arguments[1:]))
        found = tuple(map(self.type, arguments))
        if all(one is other for one, other in zip(found, arguments, strict=True)):
            return type_
        return reduce(or_, found) if origin in _UNIONS else origin[found]

    @staticmethod
    def objects(type_: Any, path: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], str]]:
        """Yield the path and the class name of each object that always stands in a place of a type."""
        for cls in _structs(type_):
            yield path, cls.__name__
            if len(path) < 2:
                for field in fields(cls):
                    yield from WiderStructs.objects(field.type, (*path, field.encode_name))

    def _class(self, cls: Any) -> Any:
        if cls in self._made:
            return self._made[cls]
        if not issubclass(cls, Struct):
            raise ValueError(
                f"{cls.__name__} is no object of declared members, and holds an object that gains some"
            )
        annotations: dict[str, Any] = {}
        namespace: dict[str, Any] = {}
        for field in fields(cls):
            wider = self.type(field.type)
            if wider is not field.type:
                annotations[field.name], namespace[field.name] = wider, _field(field)
        for added in self._added.get(cls, ()):
            for field in fields(added):
                annotations[field.name], namespace[field.name] = field.type, _field(field)
        namespace |= {"__module__": cls.__module__, "__qualname__": cls.__qualname__, "__doc__": cls.__doc__}
        namespace["__annotations__"] = annotations
        config = cls.__struct_config__
        tag = {} if config.tag_field is None else {"tag_field": config.tag_field, "tag": config.tag}
        metaclass: Any = type(cls)
        made = self._made[cls] = metaclass(cls.__name__, (cls,), namespace, kw_only=True, **tag)
        return made


def _holders(names: Mapping[str, Any], added: Iterable[str]) -> set[str]:
    """Return the names of the types that hold an object with further members at any depth."""
    above: dict[str, list[str]] = {}
    for name, type_ in names.items():
        for below in _named(type_):
            above.setdefault(below, []).append(name)
    found: set[str] = set()
    pending = list(added)
    while pending:
        name = pending.pop()
        if name not in found:
            found.add(name)
            pending += above.get(name, ())
    return found


def _named(type_: Any) -> Iterator[str]:
    """Yield the names in the annotations of a class, and the names of the classes in an alias."""
    if isinstance(type_, type) and get_origin(type_) is None:
        annotations = vars(type_).get("__annotations__", {}).values()
        texts: list[Any] = [*filter(_is_text, annotations), *getattr(type_, "arms", ())]
        for text in texts:
            yield from re.findall(r"\w+", text)
        return
    for argument in get_args(type_) if get_origin(type_) is not Literal else ():
        yield from [argument.__name__] if isinstance(argument, type) else _named(argument)


def _is_text(value: object) -> bool:
    return isinstance(value, str)


def _structs(type_: Any) -> Iterator[Any]:
    """Yield the class of a type that is one object, or absent."""
    arms = get_args(type_) if get_origin(type_) in _UNIONS else (type_,)
    for arm in arms:
        if isinstance(arm, type) and issubclass(arm, Struct):
            yield arm


def _field(field: FieldInfo) -> Any:
    """Return the declaration of a field."""
    if field.required:
        return msgspec.field(name=field.encode_name)
    return msgspec.field(name=field.encode_name, default=UNSET if field.default is UNSET else field.default)
