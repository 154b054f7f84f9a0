"""Limit the size and nesting of parsed definitions, so that later stages can follow every alias and union."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcpgen.frontend.load import MAX_DEFINITIONS, MAX_DEPTH, TOO_MANY
from mcpgen.frontend.schema_file import SchemaFile
from mcpgen.ir import Alias, Array, Definition, Map, Record, Ref, Scalar, Type, Union, closure, types_of, walk

MAX_VARIANTS = 1000


def check_limits(file: SchemaFile, definitions: Mapping[str, Definition]) -> None:
    """Refuse definitions that later stages cannot process.

    The refused definitions are aliases that contain themselves, aliases that are nested too deeply, unions
    with too many variants, and unions that crash msgspec.
    """
    _check_cycles(file, definitions)
    _Sizes(file, definitions).check()
    _check_patterns(file, definitions)


def check_count(file: SchemaFile, count: int, at: str) -> None:
    """Refuse a schema file that defines too many types."""
    if count > MAX_DEFINITIONS:
        raise file.error(at, TOO_MANY)


def _check_cycles(file: SchemaFile, definitions: Mapping[str, Definition]) -> None:
    """Refuse an alias that refers to itself, unless an object or an array is in between."""
    for name, start in definitions.items():
        if isinstance(start, Alias) and Ref(name) in _alternatives(start.type, definitions):
            raise file.error(start.at, f"{name} is defined only by a reference to itself; define its values")


def _alternatives(type_: Type, definitions: Mapping[str, Definition]) -> dict[Type, None]:
    """Return a type, the variants of its unions, and the types that its aliases name, at any depth."""

    def below(one: Type) -> tuple[Type, ...]:
        match one:
            case Union(variants):
                return variants
            case Ref(name) if isinstance(alias := definitions[name], Alias):
                return (alias.type,)
        return ()

    return closure([type_], below)


def _check_patterns(file: SchemaFile, definitions: Mapping[str, Definition]) -> None:
    """Refuse unions that crash msgspec 0.19 to 0.22: a string with a pattern beside an array or a map."""
    for definition in definitions.values():
        for type_, at in _stated_types(definition):
            variants = _alternatives(type_, definitions) if isinstance(type_, Union) else ()
            patterned = any(
                isinstance(variant, Scalar) and variant.pattern is not None for variant in variants
            )
            if patterned and any(isinstance(variant, Array | Map) for variant in variants):
                union = "a union of a string with a pattern and an array or an object with any names"
                raise file.error(
                    at, f"the generated types do not support {union}; remove one of the variants"
                )


def _stated_types(definition: Definition) -> Iterator[tuple[Type, str]]:
    """Yield every type in a definition, at any depth, with the location where the schema file has it."""
    fields = definition.fields if isinstance(definition, Record) else ()
    locations = [*(field.at or definition.at for field in fields), definition.at]
    for stated, at in zip(types_of(definition), locations, strict=False):
        yield from ((below, at) for below in walk(stated))


class _Sizes:
    """Measures how deeply aliases are nested, and how many variants each alias has.

    Nested unions are flattened before their variants are counted.
    """

    def __init__(self, file: SchemaFile, definitions: Mapping[str, Definition]) -> None:
        self.file, self.definitions = file, definitions
        self.measured: dict[str, tuple[int, int]] = {}
        self.begun: set[str] = set()

    def check(self) -> None:
        """Refuse aliases that are nested too deeply, or that have too many variants."""
        for name in self.definitions:
            self.measure(Ref(name), 0)

    def measure(self, type_: Type, depth: int) -> tuple[int, int]:
        """Return how many variants a type has after flattening, and how many levels of aliases are below it.

        `depth` is the number of aliases above the type.
        """
        match type_:
            case Union(variants):
                below = [self.measure(variant, depth) for variant in variants]
                return sum(count for count, _ in below), max(deep for _, deep in below)
            case Array(items) | Map(items):
                return 1, self.measure(items, depth)[1]
            case Ref(name) if isinstance(alias := self.definitions[name], Alias):
                if name not in self.measured and name not in self.begun and depth <= MAX_DEPTH:
                    self.begun.add(name)
                    count, deep = self.measure(alias.type, depth + 1)
                    self.measured[name] = count, deep + 1
                count, deep = self.measured.get(name, (1, 0))
                if depth + deep > MAX_DEPTH:
                    raise self.file.error(
                        alias.at, f"types are nested more than {MAX_DEPTH} levels deep; use fewer levels"
                    )
                if count > MAX_VARIANTS:
                    raise self.file.error(
                        alias.at, f"a union has more than {MAX_VARIANTS} variants; use fewer variants"
                    )
                return count, deep
        return 1, 0
