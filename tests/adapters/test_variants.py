"""Convert edits a value as the variant that decode reads: unions of random variants, read by both."""

from __future__ import annotations

import json
from collections.abc import Callable, Sequence
from dataclasses import replace
from itertools import count
from pathlib import Path
from random import Random
from types import ModuleType
from typing import Any

import pytest

from mcpgen.adapters.function_printer import FunctionPrinter
from mcpgen.adapters.plan import ChangeConstant, Refuse, UnionFunction, Variant
from mcpgen.adapters.printer import TableShaper, ValueShapes
from mcpgen.adapters.union_tests import UnionTests
from mcpgen.compare.describe import describe
from mcpgen.compare.validity import Validity
from mcpgen.frontend.overlay import NO_OVERLAY, read_overlay
from mcpgen.frontend.read import file_source, read_protocol
from mcpgen.ir import Alias, Anything, Protocol, Ref, Type
from mcpgen.runtime.conversion.value_checks import fits
from mcpgen.runtime.conversion.variant_choice import variant_of
from support.draft_chain import FRAME, message
from support.small_protocols import protocol_of
from support.small_protocols import record as typed
from support.small_schemas import TEXT, Workshop, record, ref, schema, union

UNIONS, VALUES = 40, 40  # of a protocol, of a union
WHOLE = {"type": "integer"}
NAMES = "abcde"


def part(rng: Random, name: str, depth: int) -> Any:
    """Return the type of a member; members of one name often have one type."""
    kinds: list[Any] = [TEXT, TEXT, WHOLE, {"const": f"{name}1", "type": "string"}, {"type": "boolean"}]
    if depth:
        kinds += [ref(f"R{rng.randrange(6)}"), {"type": "array", "items": ref(f"R{rng.randrange(6)}")}]
    return rng.choice(kinds)


def drawn_record(rng: Random, depth: int) -> Any:
    """Return a record of a few members, some required, which is now and then open."""
    names = rng.sample(NAMES, rng.randrange(1, 5))
    required = [name for name in names if rng.random() < 0.4]
    others = rng.choice([{}, {}, {}, {"additionalProperties": {}}])
    return record({name: part(rng, name, depth) for name in names}, required, **others)


def drawn_schema(rng: Random) -> dict[str, Any]:
    """Return a schema file of unions `U0` and so on."""
    types = {f"R{number}": drawn_record(rng, 0) for number in range(6)}
    types |= {f"S{number}": drawn_record(rng, 1) for number in range(10)}
    scalars: list[Any] = [TEXT, WHOLE, {"type": "null"}, {"type": "array", "items": ref("R1")}]
    for number in range(UNIONS):
        variants = [ref(name) for name in rng.sample([name for name in types if name[0] in "RS"], 3)]
        variants += rng.sample(scalars, rng.choice([0, 0, 1, 2]))
        rng.shuffle(variants)
        types[f"U{number}"] = union(*variants)
    return schema(types)


def drawn_value(rng: Random, protocol: Protocol, depth: int = 0) -> Any:
    """Return a value that may fit several records."""
    if depth > 2 or rng.random() < 0.1 * depth:
        return rng.choice(["", "a1", "b1", 1, True, None])
    names = rng.sample(NAMES + "z", rng.randrange(0, 6))
    found = {name: rng.choice([f"{name}1", f"{name}1", "x", 1, True]) for name in names}
    for name in found:
        if rng.random() < 0.25:
            inner = drawn_value(rng, protocol, depth + 1)
            found[name] = rng.choice([inner, [inner], []])
    return found


def recogniser(protocol: Protocol, types: Sequence[Type], *, is_result: bool = False) -> Any:
    """Return the printed function that says as which variant of a union a value is recognised."""
    constants = [ChangeConstant(f"C{index}", str(index), "") for index in range(len(types))]
    variants = [
        Variant(describe(each), Refuse(change)) for each, change in zip(types, constants, strict=True)
    ]
    tests = UnionTests(protocol, types, variants, is_result=is_result)
    table = ValueShapes(protocol)
    function = UnionFunction("f", tests.recognised(), tests.tag)
    lines = list(FunctionPrinter([function], *[TableShaper(table, "{}".format)] * 2).lines(function))
    scope: dict[str, Any] = {"fits": fits, "variant_of": variant_of, **{c.name: c.id for c in constants}}
    scope |= {"Any": Any, "Path": Any, "ConversionLog": Any, "expected": lambda form, at: Malformed(form)}
    for name, text in table.constants():
        exec(f"{name} = {text}", scope)
    exec("\n".join(lines), scope)

    def recognise(value: Any) -> Type | None:
        log = _Log()
        scope["f"](value, (), log)
        return None if log.refused is None else types[int(log.refused)]

    return recognise


class Malformed(Exception):
    """A value is of no variant."""


class _Log:
    def __init__(self) -> None:
        self.refused: str | None = None

    def refuse(self, at: Any, change: str) -> None:
        assert self.refused is None
        self.refused = change


def read(mcp: ModuleType, name: str, value: Any) -> Any:
    """Return the value that a package decodes."""
    return mcp.decode(json.dumps(value).encode(), getattr(mcp, name))


@pytest.mark.parametrize("seed", range(4))
def test_convert_recognises_the_variant_that_decode_reads(seed: int, tmp_path: Path) -> None:
    """Records with common members, constants and objects inside, beside scalars and arrays."""
    rng = Random(seed)
    shop = Workshop(tmp_path)
    file = drawn_schema(rng)
    mcp = shop.build(file)
    protocol = read_protocol(file_source(tmp_path / "schema.json", NO_OVERLAY), "r", lambda problem: None)
    validity = Validity(protocol)
    seen = several = 0
    for name, definition in protocol.definitions.items():
        if not isinstance(definition, Alias) or not name.startswith("U"):
            continue
        types = protocol.variants(Ref(name))
        recognise = recogniser(protocol, types)
        for _ in range(VALUES):
            value = drawn_value(rng, protocol)
            fitting = [each for each in types if validity.is_valid(each, value)]
            if not fitting or type(value) is not dict:
                continue
            seen, several = seen + 1, several + (len(fitting) > 1)
            found = recognise(value)
            assert isinstance(found, Ref)
            assert type(read(mcp, name, value)).__name__.removeprefix("_") == found.name, (name, value)
    assert seen > 100 and several > 30


GUARDS: dict[str, Callable[[int], tuple[dict[str, Any], str]]] = {  # a number: the type of `a`, and its value
    "texts": lambda number: (TEXT, f'"{"ax"[number % 2]}{number}"'),
    "integers": lambda number: (WHOLE, str(number % 3)),
    "numbers": lambda number: ({"type": "number"}, f"{number % 3}.{number % 2 * 5}"),
    "booleans": lambda number: ({"type": "boolean"}, str(number % 2 == 0).lower()),
    "constants": lambda number: [({"const": True}, "true"), ({"const": 1}, "1"), ({"const": 1.5}, "1.5")][
        number % 3
    ],
}


def asking(rng: Random, guard: Callable[[int], tuple[dict[str, Any], str]]) -> tuple[dict[str, Any], str]:
    """Return a schema file of requests with several results, and an overlay with guards for some of these."""
    types: dict[str, Any] = {
        "RequestId": {"type": ["string", "integer"]},
        "JSONRPCRequest": record(
            {**FRAME, "method": TEXT, "params": {"type": "object"}}, ["jsonrpc", "id", "method"]
        ),
        "JSONRPCMessage": union(ref("JSONRPCRequest")),
        "Result": record({"_meta": {"type": "object"}}, additionalProperties={}),
    }
    overlay = ""
    names = count()
    for number in range(8):
        results = [f"A{next(names)}Result" for _ in range(3)]
        types |= {name: drawn_record(rng, 0) for name in results}
        for name in rng.sample(results, rng.randrange(3)):
            kind, value = guard(next(names))
            types[name]["properties"]["a"] = kind
            types[name].pop("additionalProperties", None)
            overlay += f'[[guard]]\ntype = "{name}"\nmember = "a"\nvalue = {value}\nreason = "r"\n'
        types[f"Ask{number}Request"] = message(f"ask/{number}", "AskParams", needs_params=False)
        types[f"Ask{number}ResultResponse"] = record(
            {**FRAME, "result": union(*map(ref, results))}, ["jsonrpc", "id", "result"]
        )
    types["AskParams"] = record({"a": TEXT})
    types["ClientRequest"] = union(*(ref(f"Ask{number}Request") for number in range(8)))
    return schema(types), overlay


@pytest.mark.parametrize(
    ("kind", "seed"), [*(("texts", seed) for seed in range(3)), *((kind, 0) for kind in list(GUARDS)[1:])]
)
def test_convert_recognises_the_result_that_decode_reads(kind: str, seed: int, tmp_path: Path) -> None:
    """A result with a guard is chosen by it, and never without it. `true` is not the number 1, and 1.0 is."""
    rng = Random(seed)
    shop = Workshop(tmp_path)
    file, text = asking(rng, GUARDS[kind])
    mcp = shop.build(file, overlay=text)
    overlay = read_overlay(text.encode(), "overlay.toml")
    protocol = read_protocol(file_source(tmp_path / "schema.json", overlay), "r", lambda problem: None)
    seen = guarded = 0
    for method in protocol.methods.values():
        recognise = recogniser(protocol, [*map(Ref, method.results)], is_result=True)
        guards = [value for name, (_, value) in protocol.guards.items() if name in method.results]
        for _ in range(VALUES * 4):
            value = drawn_value(rng, protocol)
            if type(value) is not dict:
                continue
            if guards and rng.random() < 0.5:
                value["a"] = rng.choice([*guards, *(float(each) for each in guards if type(each) is int)])
            frame = json.dumps({"jsonrpc": "2.0", "id": 1, "result": value}).encode()
            try:
                result = mcp.decode_message(frame, sender="server", answering=method.name).result
            except ValueError:
                continue
            found = recognise(value)
            assert isinstance(found, Ref)
            assert type(result).__name__.removeprefix("_") == found.name, (method.name, value)
            seen, guarded = seen + 1, guarded + (found.name in protocol.guards)
    assert seen > 200 and guarded > 20


@pytest.mark.parametrize(
    ("wanted", "held", "others"),
    [(5, [5, 5.0], [4, "5"]), (1, [1, 1.0], [True, "1"]), (0, [0], [False]), (1.5, [1.5], [1, "1.5"])]
    + [(True, [True], [1, 1.0, "true"]), (False, [False], [0, 0.0, None])],
)
def test_a_guard_may_be_a_number_or_a_boolean(wanted: Any, held: list[Any], others: list[Any]) -> None:
    """`1` and `1.0` are one number, and `true` is not a number."""
    types = protocol_of(typed("A", a=Anything()), typed("B", b_=Anything()))
    protocol = replace(types, guards={"A": ("a", wanted)})
    recognise = recogniser(protocol, [Ref("A"), Ref("B")], is_result=True)
    shapes = [("guarded", "a", wanted, ("object", {"a": None}, ("a",)), True), ("object", {"b": None})]
    for values, name in ((held, "A"), (others, "B")):
        for value in values:
            assert recognise({"a": value}) == Ref(name), value
            assert variant_of({"a": value}, shapes) == "AB".index(name), value
