"""Parse: a corrected schema × its overlay → the definitions of the IR.

Every anonymous object, union and enumeration gets a name: the overlay's, else owner and member in one
(`Tool` + `inputSchema` → `ToolInputSchema`). `allOf` is flattened into one record. A keyword that is not known here,
a reference that leads nowhere or only to itself, or one name for two shapes is refused with its location.
"""

from __future__ import annotations

import json
import math
import re
import warnings
from collections.abc import Callable, Iterable
from dataclasses import dataclass, field, replace
from typing import Any

from mcpgen.frontend.ingest import PROSE, facts
from mcpgen.frontend.json_pointer import pointer, steps
from mcpgen.frontend.load import MAX_DEPTH
from mcpgen.frontend.overlay import Overlay
from mcpgen.ir import (
    PYTHON_TYPES,
    Alias,
    Anything,
    Array,
    Choice,
    Constant,
    Definition,
    Field,
    Map,
    Record,
    Ref,
    Scalar,
    Type,
    Union,
    same_shape,
)
from mcpgen.names import check_definition_name, check_member_name, pascal
from mcpgen.problems import Problem, Refused, refuse

ANNOTATIONS = PROSE | {"default"}
BOUNDS = {
    "string": {"minLength", "maxLength", "pattern", "format"},
    "integer": {"minimum", "maximum", "format"},
    "number": {"minimum", "maximum", "format"},
    "boolean": set[str](),
    "null": set[str](),
}
KEYWORDS = (
    ANNOTATIONS
    | {"$ref", "allOf", "anyOf", "const", "enum", "type", "properties", "required", "additionalProperties"}
    | {"items", "minItems", "maxItems"}
    | set[str]().union(*BOUNDS.values())
)
LEAST, MOST = -(2**63), 2**63 - 1  # what msgspec compares numbers and counts with
NEVER = "\0"  # the tag of the type that has no values (`_runtime/codec.py`)
MAX_ARMS = MAX_DEFINITIONS = 1000


def parse(
    schema: dict[str, Any],
    overlay: Overlay,
    source: str,
    warn: Callable[[Problem], None],
    *,
    keep_descriptions: bool = False,
) -> dict[str, Definition]:
    """Return every definition of `schema` by name, in file order, anonymous ones after their owner.

    `warn` hears of each anonymous type that the overlay does not name, with the name that it gets.
    """
    return _Parser(schema, overlay, source, warn, keep_descriptions).run()


@dataclass
class _Members:
    """The members of an object schema, gathered through `allOf`."""

    merged: bool
    fields: dict[str, tuple[Any, str]] = field(default_factory=dict)
    required: set[str] = field(default_factory=set)
    open: Any = None
    open_at: str = ""
    gathered: set[str] = field(default_factory=set)


class _Parser:
    """Walks one schema once; `found` collects the definitions."""

    def __init__(
        self,
        schema: dict[str, Any],
        overlay: Overlay,
        source: str,
        warn: Callable[[Problem], None],
        keep_descriptions: bool,
    ) -> None:
        self.overlay, self.source, self.warn, self.keep = overlay, source, warn, keep_descriptions
        self.schema = schema
        self.container = "$defs" if schema.get("$defs") else "definitions"
        self.raw: dict[str, Any] = schema[self.container]
        self.names = {
            at: entry["name"]
            for at, entry in overlay.index("name", lambda e: [str(at) for at in e["at"]]).items()
        }
        self.opened = overlay.index("open", lambda e: [e["type"]])
        self.known = overlay.index("order", lambda e: [e["type"]])
        self.found: dict[str, Definition] = {}
        self.order: dict[str, None] = {}  # as the names were met: an owner before what it owns
        self.unused = set(self.names)
        self.hoisted: dict[tuple[str, str], str] = {}  # plain name and shape → name
        self.numbers: dict[str, int] = {}  # plain name → number of its last holder

    def run(self) -> dict[str, Definition]:
        problems = [
            Problem(
                f"{self.source}#{pointer(keyword)}", f"unknown keyword {keyword!r} on the file as a whole"
            )
            for keyword in self.schema
            if keyword not in PROSE | {"$schema", "$id", self.container}
        ]
        self.check_count(len(self.raw), f"/{self.container}")
        for name, schema in self.raw.items():
            at = f"/{self.container}{pointer(name)}"
            try:
                check_definition_name(name, f"{self.source}#{at}")
                self.define(name, schema, at)
            except Refused as refused:
                problems += refused.problems
        problems += [
            Problem(self.overlay.source, f"name: nothing anonymous at {at}; drop the pointer")
            for at in sorted(self.unused)
        ]
        if problems:
            raise Refused(problems)
        self.found = {name: self.found[name] for name in self.order if name in self.found}
        self.check_cycles()
        self.check_size()
        self.apply_overlay()
        return self.found

    def error(self, at: str, message: str) -> Refused:
        return refuse(f"{self.source}#{at}", message)

    def doc(self, schema: Any) -> str:
        text = schema.get("description", "") if self.keep and isinstance(schema, dict) else ""
        return text if isinstance(text, str) else ""

    # Definitions

    def define(self, name: str, schema: Any, at: str) -> None:
        """Add the definition `name`; the same shape may be defined twice, two shapes may not."""
        self.order.setdefault(name)
        self.check_count(len(self.order), at)
        definition: Definition
        if self.is_record(schema):
            definition = self.record(name, schema, at)
        else:
            definition = Alias(name, self.type(schema, at, name, named=True), doc=self.doc(schema), at=at)
        known = self.found.setdefault(name, definition)
        if not same_shape(known, definition):
            raise self.error(
                at, f"{name} already names another shape ({known.at}); give one of them its own name"
            )

    def hoist(self, schema: Any, at: str, name: str) -> Ref:
        """Give the anonymous type at `at` a name and return a reference to it."""
        given = self.names.get(at)
        self.unused.discard(at)
        if given is not None:
            check_definition_name(given, f"{self.overlay.source}: name {given}")
            self.define(given, schema, at)
            return Ref(given)
        name = name[:80]
        check_definition_name(name, f"{self.source}#{at}")
        shape = name, json.dumps(facts(schema), sort_keys=True)
        taken = self.hoisted.get(shape)
        if taken is None:
            number = self.numbers.get(name, 1)
            taken = name
            while taken in self.raw or taken in self.order:
                number += 1
                taken = f"{name}{number}"
            self.numbers[name] = number
            self.hoisted[shape] = taken
            self.define(taken, schema, at)
        self.warn(Problem(f"{self.source}#{at}", f"anonymous; it is named {taken}"))
        return Ref(taken)

    def is_record(self, schema: Any) -> bool:
        if not isinstance(schema, dict):
            return False
        return "allOf" in schema or bool(schema.get("properties"))

    def record(self, name: str, schema: Any, at: str) -> Record:
        members = _Members(merged="allOf" in schema)
        self.gather(schema, at, members, [])
        missing = sorted(members.required - set(members.fields))
        if missing:
            raise self.error(at, f"requires {', '.join(map(repr, missing))}, which properties do not declare")
        fields = tuple(
            Field(
                member,
                self.type(sub, sub_at, name + pascal(member)),
                member in members.required,
                default=_frozen(sub.get("default")) if isinstance(sub, dict) else None,
                doc=self.doc(sub),
                at=sub_at,
            )
            for member, (sub, sub_at) in members.fields.items()
        )
        openness = None
        if members.open is not None:
            openness = self.type(members.open, members.open_at, name + "Value")
        return Record(name, fields, openness, mapping=openness is not None, doc=self.doc(schema), at=at)

    def gather(self, schema: Any, at: str, into: _Members, path: list[str]) -> None:
        """Collect the members of an object schema, its `allOf` arms and what they refer to."""
        if isinstance(schema, dict) and "$ref" in schema:
            name = self.target(schema, at)
            if name in path or len(path) == MAX_DEPTH:
                raise self.error(
                    at, f"allOf leads back to {name}" if name in path else "allOf leads too deep"
                )
            if name in into.gathered:
                return None
            into.gathered.add(name)
            return self.gather(self.raw[name], f"/{self.container}{pointer(name)}", into, [*path, name])
        self.check_keywords(
            schema, at, {"type", "properties", "required", "additionalProperties", "allOf"}, "an object"
        )
        if "allOf" in schema:
            for index, arm in enumerate(self.list_of(schema["allOf"], f"{at}/allOf")):
                self.gather(arm, f"{at}/allOf/{index}", into, path)
        elif schema.get("type") != "object":
            raise self.error(at, 'properties without "type": "object" would admit other kinds of values')
        for member, sub in schema.get("properties", {}).items():
            sub_at = f"{at}/properties{pointer(member)}"
            check_member_name(member, f"{self.source}#{sub_at}")
            known = into.fields.get(member)
            into.fields[member] = (sub, sub_at) if known is None else self.narrower(known, (sub, sub_at))
        into.required.update(self.list_of(schema.get("required", []), f"{at}/required"))
        extra = schema.get("additionalProperties")
        if extra is False:
            raise self.error(
                f"{at}/additionalProperties", "closed objects are not supported; MCP objects are open"
            )
        if into.merged and _wire(extra):
            raise self.error(
                f"{at}/additionalProperties", "a schema for further members is not supported with allOf"
            )
        if extra is not None and into.open is None:
            into.open, into.open_at = ({} if extra is True else extra), f"{at}/additionalProperties"
        return None

    def narrower(self, old: tuple[Any, str], new: tuple[Any, str]) -> tuple[Any, str]:
        """Return the one of two schemas for the same member that says more; refuse what only both together say."""
        first, second = (_wire(schema) for schema, _ in (old, new))
        if first == second or not second:
            return old
        if not first or all(second.get(key) == value for key, value in first.items()):
            return new
        raise self.error(new[1], f"contradicts {old[1]}; state the member once")

    # Types

    def type(self, schema: Any, at: str, name: str, *, named: bool = False) -> Type:
        """Return the type that `schema` states; `name` is for it if it must be hoisted, `named` if it has been."""
        if schema is True:
            return Anything()
        if not isinstance(schema, dict):
            raise self.error(at, "not a schema that MCP types use")
        self.check_keywords(schema, at, set(KEYWORDS), "a schema")
        if not named and (at in self.names or self.is_record(schema)):
            return self.hoist(schema, at, name)
        if "$ref" in schema:
            self.check_keywords(schema, at, {"$ref"}, "a reference")
            return Ref(self.target(schema, at))
        if "anyOf" in schema:
            return self.union(schema, at, name, named)
        if "const" in schema or "enum" in schema:
            return self.choice(schema, at, name, named)
        kind = schema.get("type")
        if kind is None:
            self.check_keywords(schema, at, set(), "a schema without a type")
            return Anything()
        if isinstance(kind, list):
            arms = tuple(self.plain({**schema, "type": one}, at, name, set(map(str, kind))) for one in kind)
            return arms[0] if len(arms) == 1 else Union(arms)
        return self.plain(schema, at, name, {kind})

    def plain(self, schema: dict[str, Any], at: str, name: str, kinds: set[str]) -> Type:
        """Return the type of a schema with one `type`; `kinds` are all that the schema names."""
        kind: Any = schema["type"]
        if kind == "object":
            self.check_keywords(
                schema, at, {"type", "properties", "required", "additionalProperties"}, "an object", kinds
            )
            if schema.get("required"):
                raise self.error(at, "requires members that properties do not declare")
            extra = schema.get("additionalProperties", {})
            if extra is False:
                raise self.error(f"{at}/additionalProperties", "closed objects are not supported")
            return Map(self.type(extra, f"{at}/additionalProperties", name + "Value"))
        if kind == "array":
            self.check_keywords(schema, at, {"type", "items", "minItems", "maxItems"}, "an array", kinds)
            items = self.type(schema.get("items", {}), f"{at}/items", name + "Item")
            return Array(items, self.size(schema, at, "minItems"), self.size(schema, at, "maxItems"))
        if kind not in BOUNDS:
            raise self.error(f"{at}/type", f"{kind!r} is not a JSON type")
        self.check_keywords(schema, at, {"type"} | BOUNDS[kind], f"a {kind}", kinds)
        text = schema.get("pattern") if kind == "string" else None
        if text is not None:
            _check_pattern(text, lambda message: self.error(f"{at}/pattern", message))
        numeric, stringy = kind in ("integer", "number"), kind == "string"
        return Scalar(
            kind,
            minimum=self.bound(schema, at, "minimum", kind) if numeric else None,
            maximum=self.bound(schema, at, "maximum", kind) if numeric else None,
            min_length=self.size(schema, at, "minLength") if stringy else None,
            max_length=self.size(schema, at, "maxLength") if stringy else None,
            pattern=text,
            format=schema.get("format"),
        )

    def size(self, schema: dict[str, Any], at: str, keyword: str) -> int | None:
        """Return the length that a keyword states, as an integer."""
        value = self.bound(schema, at, keyword, "integer")
        return None if value is None else int(value)

    def bound(self, schema: dict[str, Any], at: str, keyword: str, kind: str) -> float | None:
        """Return the number that a keyword states; of an integer, the nearest that it admits."""
        value: float | None = schema.get(keyword)
        if value is None:
            return None
        if kind == "integer":
            value = math.ceil(value) if keyword.startswith("min") else math.floor(value)
        if not LEAST <= value <= MOST:
            raise self.error(at + pointer(keyword), f"{value} is beyond 64 bits")
        return value

    def union(self, schema: dict[str, Any], at: str, name: str, named: bool) -> Type:
        self.check_keywords(schema, at, {"anyOf"}, "a union")
        if not named:
            return self.hoist(schema, at, name)
        arms: list[Type] = []
        for index, arm in enumerate(self.list_of(schema["anyOf"], f"{at}/anyOf")):
            arm_at = f"{at}/anyOf/{index}"
            type_ = self.type(arm, arm_at, name + _arm_name(arm))
            for flat in type_.arms if isinstance(type_, Union) else (type_,):
                if flat not in arms:
                    arms.append(flat)
        return arms[0] if len(arms) == 1 else Union(tuple(arms))

    def choice(self, schema: dict[str, Any], at: str, name: str, named: bool) -> Type:
        self.check_keywords(schema, at, {"type", "const", "enum", "format"}, "an enumeration")
        values = [schema["const"]] if "const" in schema else self.list_of(schema["enum"], f"{at}/enum")
        kinds = schema.get("type", ["string", "integer", "null"])
        allowed = tuple(
            t for kind in ([kinds] if isinstance(kinds, str) else kinds) for t in PYTHON_TYPES.get(kind, ())
        )
        for value in values:
            if isinstance(value, bool) or not isinstance(value, (str, int, type(None))):
                raise self.error(at, f"{value!r} cannot be a constant; strings, integers and null can")
            if isinstance(value, int) and not LEAST <= value <= MOST:
                raise self.error(at, f"{value} is beyond 64 bits")
            if value == NEVER:
                raise self.error(
                    at, f"{value!r} cannot be a constant: the codec needs a tag that no message has"
                )
            if not isinstance(value, allowed):
                raise self.error(at, f"{value!r} is not of the declared type")
        if len(values) > 1 and not named:
            return self.hoist(schema, at, name)
        return Choice(tuple(dict.fromkeys(values)))

    # Checks

    def check_keywords(
        self, schema: Any, at: str, allowed: set[str], what: str, kinds: Iterable[str] = ()
    ) -> None:
        if not isinstance(schema, dict):
            raise self.error(at, "not a schema that MCP types use")
        also = set[str]().union(*(BOUNDS.get(kind, set()) for kind in kinds))
        for keyword in schema:
            if keyword not in KEYWORDS:
                raise self.error(
                    at + pointer(keyword), f"unknown keyword {keyword!r}; teach parse.py what it means"
                )
            if keyword not in allowed | also | ANNOTATIONS:
                raise self.error(at + pointer(keyword), f"{keyword!r} is not supported on {what}")

    def list_of(self, value: Any, at: str) -> list[Any]:
        if not isinstance(value, list):
            raise self.error(at, "not an array")
        return value

    def target(self, schema: dict[str, Any], at: str) -> str:
        """Return the definition that a reference names; nothing outside this file is ever looked at."""
        ref = schema["$ref"]
        path = steps(ref[1:]) if isinstance(ref, str) and ref.startswith("#/") else []
        if len(path) != 2 or path[0] != self.container or path[1] not in self.raw:
            raise self.error(f"{at}/$ref", f"{ref!r} is no definition of this file (#/{self.container}/NAME)")
        return path[1]

    def check_count(self, count: int, at: str) -> None:
        if count > MAX_DEFINITIONS:
            raise self.error(at, f"more than {MAX_DEFINITIONS} types; no MCP schema has as many")

    def check_cycles(self) -> None:
        """Refuse aliases that lead only to themselves."""
        for name, start in self.found.items():
            pending: list[Type] = [start.type] if isinstance(start, Alias) else []
            seen: set[str] = set()
            while pending:
                type_ = pending.pop()
                if isinstance(type_, Union):
                    pending += type_.arms
                elif isinstance(type_, Ref) and type_.name not in seen:
                    if type_.name == name:
                        raise self.error(start.at, f"{name} is defined by itself")
                    seen.add(type_.name)
                    below = self.found[type_.name]
                    pending += [below.type] if isinstance(below, Alias) else []

    def check_size(self) -> None:
        """Refuse aliases of aliases that stand too deep, or have too many arms in the end, to be walked."""
        measured: dict[str, tuple[int, int]] = {}
        begun: set[str] = set()

        def measure(type_: Type, depth: int) -> tuple[int, int]:
            """Return how many arms a type has with its unions taken apart, and how deep aliases stand in it."""
            match type_:
                case Union(arms):
                    below = [measure(arm, depth) for arm in arms]
                    return sum(count for count, _ in below), max(deep for _, deep in below)
                case Array(items) | Map(items):
                    return 1, measure(items, depth)[1]
                case Ref(name) if isinstance(alias := self.found[name], Alias):
                    if name not in measured and name not in begun and depth <= MAX_DEPTH:
                        begun.add(name)
                        count, deep = measure(alias.type, depth + 1)
                        measured[name] = count, deep + 1
                    count, deep = measured.get(name, (1, 0))
                    if depth + deep > MAX_DEPTH:
                        raise self.error(alias.at, f"more than {MAX_DEPTH} types deep")
                    if count > MAX_ARMS:
                        raise self.error(alias.at, f"more than {MAX_ARMS} arms")
                    return count, deep
            return 1, 0

        for name in self.found:
            measure(Ref(name), 0)

    def apply_overlay(self) -> None:
        problems: list[Problem] = []
        for index, entry in enumerate(self.overlay.table("open")):
            record = self.found.get(entry["type"])
            if not isinstance(record, Record):
                problems.append(
                    Problem(self.overlay.located("open", index), f"no record {entry['type']}; drop it")
                )
                continue
            self.found[record.name] = replace(
                record,
                open=record.open or Anything(),
                opened=record.open is None and not entry.get("defect"),
                mapping=bool(entry.get("mapping", False)),
            )
        for index, entry in enumerate(self.overlay.table("order")):
            alias = self.found.get(entry["type"])
            values = tuple(entry["values"])
            if not (
                isinstance(alias, Alias) and isinstance(alias.type, Choice) and alias.type == Choice(values)
            ):
                problems.append(
                    Problem(
                        self.overlay.located("order", index),
                        f"{entry['type']} is not an enumeration of these values",
                    )
                )
                continue
            self.found[alias.name] = replace(alias, type=Choice(values))
        if problems:
            raise Refused(problems)


def _wire(schema: Any) -> dict[str, Any]:
    return {k: v for k, v in schema.items() if k not in PROSE} if isinstance(schema, dict) else {}


def _arm_name(arm: Any) -> str:
    """Return what tells an anonymous union arm from the others: a constant, else its required members."""
    if not isinstance(arm, dict):
        return "Arm"
    properties = arm.get("properties")
    if isinstance(properties, dict):
        for member in properties.values():
            if isinstance(member, dict) and isinstance(member.get("const"), str):
                return pascal(member["const"])
        return "".join(pascal(str(name)) for name in arm.get("required", [])) or "Object"
    return pascal(str(arm.get("type", "")))


def _frozen(value: Any) -> Constant | tuple[Constant, ...]:
    if isinstance(value, list):
        return tuple(item for item in value if isinstance(item, (str, int, float, type(None))))
    return value if isinstance(value, (str, int, float, type(None))) else None


def _check_pattern(text: str, error: Callable[[str], Refused]) -> None:
    try:
        with warnings.catch_warnings():
            warnings.simplefilter("error")  # Python would warn whoever imports the generated module
            re.compile(text)
    except (re.error, Warning, RecursionError, OverflowError) as problem:
        raise error(f"not a regular expression that Python can read: {problem}") from None
