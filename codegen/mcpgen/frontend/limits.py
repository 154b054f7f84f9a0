"""Limits of parsed definitions: later stages can walk every alias and union without a limit of their own."""

from __future__ import annotations

from collections.abc import Iterator, Mapping

from mcpgen.frontend.load import MAX_DEFINITIONS, MAX_DEPTH, TOO_MANY
from mcpgen.frontend.schema_file import SchemaFile
from mcpgen.ir import Alias, Array, Definition, Map, Record, Ref, Scalar, Type, Union, closure, types_of, walk

MAX_ARMS = 1000


def check_limits(file: SchemaFile, definitions: Mapping[str, Definition]) -> None:
    """Refuse definitions that no later stage could walk."""
    _check_cycles(file, definitions)
    _Sizes(file, definitions).check()
    _check_patterns(file, definitions)


def check_count(file: SchemaFile, count: int, at: str) -> None:
    """Refuse more types than any MCP schema has."""
    if count > MAX_DEFINITIONS:
        raise file.error(at, TOO_MANY)


def _check_cycles(file: SchemaFile, definitions: Mapping[str, Definition]) -> None:
    """Refuse aliases that lead back to themselves without an object or an array in between."""
    for name, start in definitions.items():
        if isinstance(start, Alias) and Ref(name) in _alternatives(start.type, definitions):
            raise file.error(start.at, f"{name} is defined by itself; state its values")


def _alternatives(type_: Type, definitions: Mapping[str, Definition]) -> dict[Type, None]:
    """Return a type, the arms of unions in it, and the types of aliases among these."""

    def below(one: Type) -> tuple[Type, ...]:
        match one:
            case Union(arms):
                return arms
            case Ref(name) if isinstance(alias := definitions[name], Alias):
                return (alias.type,)
        return ()

    return closure([type_], below)


def _check_patterns(file: SchemaFile, definitions: Mapping[str, Definition]) -> None:
    """Refuse unions that msgspec frees wrongly (0.19 to 0.22), which ends the interpreter."""
    for definition in definitions.values():
        for type_, at in _stated_types(definition):
            arms = _alternatives(type_, definitions) if isinstance(type_, Union) else ()
            patterned = any(isinstance(arm, Scalar) and arm.pattern is not None for arm in arms)
            if patterned and any(isinstance(arm, Array | Map) for arm in arms):
                reason = "a string with a pattern beside an array or an object with free names"
                raise file.error(at, f"{reason} is no union that the generated types can hold")


def _stated_types(definition: Definition) -> Iterator[tuple[Type, str]]:
    """Yield every type that a definition states, at any depth, with its place in the file."""
    fields = definition.fields if isinstance(definition, Record) else ()
    places = [*(field.at or definition.at for field in fields), definition.at]
    for stated, at in zip(types_of(definition), places, strict=False):
        yield from ((below, at) for below in walk(stated))


class _Sizes:
    """Measures each alias once: its arms with nested unions flattened, and the depth of aliases below it."""

    def __init__(self, file: SchemaFile, definitions: Mapping[str, Definition]) -> None:
        self.file, self.definitions = file, definitions
        self.measured: dict[str, tuple[int, int]] = {}
        self.begun: set[str] = set()

    def check(self) -> None:
        """Refuse aliases that are too deep or have too many arms."""
        for name in self.definitions:
            self.measure(Ref(name), 0)

    def measure(self, type_: Type, depth: int) -> tuple[int, int]:
        """Return the flattened arms of a type and the depth of aliases below it; `depth` is that above it."""
        match type_:
            case Union(arms):
                below = [self.measure(arm, depth) for arm in arms]
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
                    raise self.file.error(alias.at, f"more than {MAX_DEPTH} types deep")
                if count > MAX_ARMS:
                    raise self.file.error(alias.at, f"more than {MAX_ARMS} union members")
                return count, deep
        return 1, 0
