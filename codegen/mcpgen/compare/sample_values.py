"""Make small JSON values of a type: values that are valid, and values just outside the limits of the type."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from functools import cached_property
from itertools import islice
from typing import Any, TypeAlias

from mcpgen.compare.validity import Validity
from mcpgen.ir import Anything, Array, Choice, Map, Protocol, Record, Ref, Scalar, Type, Union, json_value

Json: TypeAlias = Any

MISFITS: tuple[Json, ...] = (None, 0, "", [], {}, True, 0.5)
FORMATS = {"uri": "https://example.com/", "uri-template": "https://example.com/{id}", "byte": "AAAA"}
DEPTH = 4  # values that are nested more deeply are always the smallest ones
WIDTH = 24  # the maximum samples of a member or item that are tried in an object or array
LIMIT = 2000  # the maximum samples of a type, and the maximum characters of a sample
LARGEST = 500  # the maximum number of values in one sample, including nested ones


class TooLarge(Exception):
    """Raised if every valid value of a type is infinite, or too large for a person to read."""


@dataclass
class SampleValues:
    """Makes sample values of the types of one protocol.

    `known` stores results by definition name: the smallest value, and the number of values in it.
    """

    protocol: Protocol
    known: dict[str, tuple[Json, int]] = field(default_factory=dict)

    @cached_property
    def validity(self) -> Validity:
        """The object that checks whether a value is valid for a type of the protocol."""
        return Validity(self.protocol)

    def smallest(self, type_: Type) -> Json:
        """Return the smallest valid value of a type.

        For a union, it is a value of the first variant that has one.
        """
        return self._sized(type_, ())[0]

    def _sized(self, type_: Type, above: tuple[str, ...]) -> tuple[Json, int]:
        """Return the smallest valid value of a type, and the number of values nested in it.

        `above` has the names of the definitions that contain the type, to find recursive types.
        """
        match type_:
            case Ref(name):
                if name not in self.known:
                    if name in above:
                        raise TooLarge
                    self.known[name] = self._definition(name, (*above, name))
                return self.known[name]
            case Union(variants):
                for variant in variants:
                    with suppress(TooLarge):
                        return self._sized(variant, above)
                raise TooLarge
            case Array(items, least):
                if not least:
                    return [], 1
                value, size = self._sized(items, above)
                total = self._checked(1 + size * least)
                return [value] * least, total
            case _:
                return _plain(type_), 1

    def _definition(self, name: str, above: tuple[str, ...]) -> tuple[Json, int]:
        definition = self.protocol.definitions[name]
        if not isinstance(definition, Record):
            return self._sized(definition.type, above)
        parts = {each.name: self._sized(each.type, above) for each in definition.fields if each.required}
        value = {member: part for member, (part, _) in parts.items()}
        if name in self.protocol.guards:
            member, constant = self.protocol.guards[name]
            value[member] = constant
        return value, self._checked(1 + sum(size for _, size in parts.values()))

    def _checked(self, size: int) -> int:
        if size > LARGEST:
            raise TooLarge
        return size

    def samples(self, type_: Type) -> list[Json]:
        """Return sample values of a type: valid values of every form, and values just outside its limits."""
        return list(islice(self._around(type_, 0), LIMIT))

    def _around(self, type_: Type, depth: int) -> Iterator[Json]:
        if depth >= DEPTH:
            with suppress(TooLarge):
                yield self.smallest(type_)
            return
        match type_:
            case Anything():
                yield from ({}, *MISFITS)
            case Choice(values):
                yield from map(json_value, values)
            case Scalar():
                yield _plain(type_)
                yield from _edges(type_)
            case Array(items, least, most):
                inner = list(islice(self._around(items, depth + 1), WIDTH))
                sizes = [n for limit in (least, most) if limit is not None for n in (limit + 1, limit - 1)]
                yield from ([value] for value in inner)
                yield []
                yield from ([inner[0]] * size for size in sizes if inner and size <= LARGEST)
            case Map(values, names):
                yield {}
                name = "key" if names is None else str(_plain(names))
                yield from ({name: value} for value in islice(self._around(values, depth + 1), WIDTH))
            case Union(variants):
                for variant in variants:
                    yield from islice(self._around(variant, depth + 1), WIDTH)
            case Ref(name):
                definition = self.protocol.definitions[name]
                if isinstance(definition, Record):
                    yield from self._objects(definition, depth)
                else:
                    yield from self._around(definition.type, depth + 1)

    def _objects(self, record: Record, depth: int) -> Iterator[Json]:
        """Yield the smallest object of a record type.

        Then yield copies of it in which one member is added or has another value.
        """
        base = self.smallest(Ref(record.name))
        yield base
        for each in record.fields:
            for value in islice(self._around(each.type, depth + 2), 8):
                if each.name not in base or base[each.name] != value:
                    yield {**base, each.name: value}
        for name in ("unknown", *record.absent):
            yield {**base, name: None}


def _plain(type_: Type) -> Json:
    """Return the smallest valid value of a type that has no items, variants or references."""
    match type_:
        case Scalar(kind="string", min_length=length):
            if length is not None and length > LIMIT:
                raise TooLarge
            return FORMATS.get(type_.format or "", "") or "x" * (length or 0)
        case Scalar(kind="boolean"):
            return False
        case Scalar(kind="null"):
            return None
        case Scalar():
            least = 0 if type_.minimum is None else max(type_.minimum, 0)
            return least if type_.maximum is None else min(type_.maximum, least)
        case Choice(values):
            return json_value(values[0])
        case _:
            return {}


def _edges(type_: Scalar) -> Iterator[Json]:
    """Yield an ordinary value of a scalar type, and then the values at its limits and just outside them."""
    if type_.kind == "string":
        yield "x"
        lengths = [limit for limit in (type_.max_length, type_.min_length) if limit is not None]
        yield from ("x" * n for limit in lengths for n in (limit + 1, limit - 1) if 0 <= n <= LIMIT)
    elif type_.kind in ("integer", "number"):
        limits = [limit for limit in (type_.minimum, type_.maximum) if limit is not None]
        yield from (limit + step for limit in limits for step in (-1, 0, 1))
        yield from (0.5,) if type_.kind == "number" else ()
    elif type_.kind == "boolean":
        yield True
