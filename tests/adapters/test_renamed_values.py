"""Enumeration values with another name, error codes with another number, and variants that still fit."""

from __future__ import annotations

import json
import re
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest

from mcpgen.adapters import generate
from mcpgen.adapters.decisions import decide_pair, read_entries
from mcpgen.adapters.plan import Renumbered
from mcpgen.adapters.proposals import entries_text, propose
from mcpgen.frontend.overlay import read_overlay
from mcpgen.frontend.read import file_source, read_protocol
from mcpgen.frontend.toml_edit import entry_text
from mcpgen.ir import Alias, Array, Choice, ErrorCode, Field, Map, Protocol, Record, Ref, Type, Union
from mcpgen.problems import Refused
from support.small_pairs import converting, named
from support.small_protocols import STRING, decision, protocol_of, record, with_x
from support.small_schemas import DIALECT

OLD, NEW = Choice(("debug", "warning", "err")), Choice(("debug", "warn", "error"))


def entry(rows: dict[str, str], down: dict[str, str] | None = None) -> str:
    """Return an entry with these actions by change in both directions, or with others downward."""
    tables = [
        "{" + ", ".join(f"'{name}' = '{action}'" for name, action in table.items()) + "}"
        for table in (rows, down or rows)
    ]
    members = 'id = "X"\ntitle = "X"\nreference = "r"\nreason = "r"'
    return f"[[change]]\n{members}\ncovers = {[*rows]}\nup = {tables[0]}\ndown = {tables[1]}\n"


def pair(old: Type, new: Type, *, required: bool = True, level: bool = False) -> tuple[Protocol, Protocol]:
    """Return two protocols whose params hold an `x` of these types, or of an alias of them."""
    found = []
    for revision, type_ in (("old", old), ("new", new)):
        more = [Alias("Level", type_)] if level else []
        x = Ref("Level") if level else type_
        found.append(named(with_x(x, *more, required=required), revision))
    return found[0], found[1]


RENAMES = {
    'ENUM_VALUE_RENAMED {} "warn"': "rename:warning",
    'ENUM_VALUE_RENAMED {} "error"': "rename:err",
}


def renames(place: str) -> str:
    """Return the entry that renames two values at a place."""
    return entry({name.format(place): action for name, action in RENAMES.items()})


@pytest.mark.parametrize("level", [True, False])
@pytest.mark.parametrize("required", [True, False])
def test_two_values_are_renamed_in_both_directions(level: bool, required: bool) -> None:
    """Each value becomes its other name, and the difference loses nothing."""
    with converting(
        *pair(OLD, NEW, level=level, required=required), renames("Level" if level else "Params.x")
    ) as to:
        for old, new in (("warning", "warn"), ("err", "error")):
            assert to(old, "old") == (new, [("respelled", "/params/x")])
            assert to(new, "new") == (old, [("respelled", "/params/x")])
        assert to("debug", "old") == to("debug", "new") == ("debug", [])


@pytest.mark.parametrize("hold", [Array, Map])
def test_values_in_arrays_and_maps_are_renamed(hold: Any) -> None:
    """A loop renames each item or value."""
    with converting(*pair(hold(OLD), hold(NEW)), renames("Params.x")) as to:
        wrap = (lambda *v: [*v]) if hold is Array else (lambda *v: dict(zip("ab", v, strict=False)))
        found, losses = to(wrap("err", "debug"), "old")
        assert found == wrap("error", "debug")
        assert [kind for kind, _ in losses] == ["respelled"]


@pytest.mark.parametrize(
    ("required", "verb", "found"),
    [(False, "drop", "absent"), (False, "refuse", "refused"), (True, 'fill:"debug"', "debug")],
)
def test_a_lost_value_beside_a_renamed_one_has_an_action_of_its_own(
    required: bool, verb: str, found: str
) -> None:
    """The renamed value does not count as one that does not fit."""
    rows = {'ENUM_VALUE_RENAMED Params.x "warn"': "rename:warning"}
    text = entry({**rows, 'ENUM_VALUE_REMOVED Params.x "err"': verb}, {**rows, "*": "keep"})
    with converting(*pair(OLD, Choice(("debug", "warn")), required=required), text) as to:
        assert to("warning", "old")[0] == "warn"
        assert to("err", "old")[0] == found
        assert to("warn", "new")[0] == "warning"


def test_a_rename_of_a_value_that_stays_is_refused() -> None:
    """Both ends must stand in one revision alone."""
    text = entry({'ENUM_VALUE_RENAMED Params.x "warn"': "rename:debug"})
    with pytest.raises(Refused), converting(*pair(OLD, NEW), text):
        pass


BOX_B, BOX_C = record("BoxB", b_=STRING), record("BoxC", b_=STRING, c=STRING)


def test_a_value_of_a_new_variant_that_fits_an_old_one_passes() -> None:
    """A variant that no constant marks is refused only if the target does not accept the value."""
    boxes = Record("BoxA", (Field("type", Choice(("a",)), required=True),))
    old = named(with_x(Union((Ref("BoxA"), Ref("BoxB"))), boxes, BOX_B), "old")
    new = named(with_x(Union((Ref("BoxA"), Ref("BoxB"), Ref("BoxC"))), boxes, BOX_B, BOX_C), "new")
    text = decision("X", "VARIANT_ADDED", "keep", "refuse")
    with converting(old, new, text) as to:
        assert to({"c": "", "b": ""}, "new") == ({"c": "", "b": ""}, [])
        assert to({"b": ""}, "new") == ({"b": ""}, [])


def erring(code: int, name: str = "Mismatch") -> Protocol:
    """Return a protocol with an error code."""
    return named(protocol_of(errors=(ErrorCode(name, code), ErrorCode("Other", -32050))), "")


@pytest.mark.parametrize("verb", ["refuse", "drop", "fill:1", "set:1", "rename:Other"])
def test_a_verb_that_a_moved_code_cannot_have_names_both_that_it_can_have(verb: str) -> None:
    """The advice begins with the proposed verb, which gives the code of the target."""
    ends = named(erring(-32020), "old"), named(erring(-32077), "new")
    text = decision("X", "ERROR_CODE_MOVED", verb, "const")
    with pytest.raises(Refused, match="write `const` or `keep`"), converting(*ends, text):
        pass


@pytest.mark.parametrize(("old", "new"), [(-32020, -32077)])
def test_a_moved_error_code_is_replaced_in_both_directions(old: int, new: int) -> None:
    """The proposal says `const`, and so the adapter does."""
    ends = named(erring(old), "old"), named(erring(new), "new")
    text = entries_text(propose(*ends), iter(["X.1", "X.2"]), "new", None)
    assert "ERROR_CODE_MOVED Mismatch" in text and text.count('"const"') == 2
    with converting(*ends, text) as to:
        for code, source, other in ((old, "old", new), (new, "new", old), (-32050, "old", -32050)):
            frame = {"jsonrpc": "2.0", "id": 1, "error": {"code": code, "message": "m"}}
            target = "new" if source == "old" else "old"
            message, losses = to.package.convert(
                frame, source, target, sender="server", answering="tools/call"
            )
            assert message["error"]["code"] == other
            assert [loss.pointer for loss in losses] == ([] if code == other else ["/error/code"])


def test_a_split_error_code_is_filled_with_the_old_one() -> None:
    """A code that only the newer revision has becomes the code that a person states."""
    ends = named(protocol_of(), "old"), named(protocol_of(errors=(ErrorCode("Fine", -32077),)), "new")
    with converting(*ends, decision("X", "ERROR_CODE_ADDED Fine", "keep", "fill:-32602")) as to:
        frame = {"jsonrpc": "2.0", "id": 1, "error": {"code": -32077, "message": "m"}}
        message, _ = to.package.convert(frame, "new", "old", sender="server", answering="tools/call")
        assert message["error"]["code"] == -32602
    with (
        pytest.raises(Refused, match="cannot do `drop`"),
        converting(*ends, decision("X", "ERROR_CODE_ADDED Fine", "keep", "drop")),
    ):
        pass


def test_a_moved_code_that_is_kept_stays() -> None:
    """`keep` passes the code of the source."""
    ends = named(erring(-32020), "old"), named(erring(-32077), "new")
    with converting(*ends, decision("X", "ERROR_CODE_MOVED", "keep", "const")) as to:
        frame = {"jsonrpc": "2.0", "id": 1, "error": {"code": -32020, "message": "m"}}
        message, losses = to.package.convert(frame, "old", "new", sender="server", answering="tools/call")
        assert message == frame and not losses


def test_a_removed_code_must_not_mean_an_error_that_moved_to_its_number() -> None:
    """A person states another code for it."""
    ends = [
        named(protocol_of(errors=tuple(ErrorCode(*each) for each in found)), revision)
        for revision, found in (("old", (("A", -32020), ("B", -32021))), ("new", (("A", -32021),)))
    ]
    moved = decision("M", "ERROR_CODE_MOVED", "const", "const")
    with (
        pytest.raises(Refused, match="B: the code -32021 means A in new; in `up`, write `fill:CODE` for it"),
        converting(ends[0], ends[1], moved + decision("R", "ERROR_CODE_RETIRED", "keep", "keep")),
    ):
        pass
    with converting(
        ends[0], ends[1], moved + decision("R", "ERROR_CODE_RETIRED", "fill:-32603", "keep")
    ) as to:
        frame = {"jsonrpc": "2.0", "id": 1, "error": {"code": -32021, "message": "m"}}
        message, _ = to.package.convert(frame, "old", "new", sender="server", answering="tools/call")
        assert message["error"]["code"] == -32603


def test_two_errors_may_swap_their_codes() -> None:
    """Codes are paired by their error, and replaced at once."""
    ends = [
        named(protocol_of(errors=(ErrorCode("A", one), ErrorCode("B", other))), revision)
        for revision, one, other in (("old", -32020, -32021), ("new", -32021, -32020))
    ]
    with converting(ends[0], ends[1], decision("X", "ERROR_CODE_MOVED", "const", "const")) as to:
        for code, other in ((-32020, -32021), (-32021, -32020)):
            frame = {"jsonrpc": "2.0", "id": 1, "error": {"code": code, "message": "m"}}
            message, _ = to.package.convert(frame, "old", "new", sender="server", answering="tools/call")
            assert message["error"]["code"] == other


CODES = {name: -32020 - number for number, name in enumerate(("Header", "Missing", "Version"))}


@pytest.mark.parametrize("given", [*product(("keep", "const"), repeat=3)])
@pytest.mark.parametrize(
    "moved", [*permutations(CODES.values()), tuple(code - 10 for code in CODES.values())]
)
def test_the_report_of_a_moved_code_names_the_entry_of_that_code(
    given: tuple[str, ...], moved: tuple[int, ...]
) -> None:
    """Each code has an entry of its own. Codes may move to new numbers, or to the numbers of others.

    A code that is kept must not mean another error in the target.
    """
    codes = {"old": CODES, "new": dict(zip(CODES, moved, strict=True))}
    ends = [
        named(protocol_of(errors=tuple(ErrorCode(*each) for each in found.items())), revision)
        for revision, found in codes.items()
    ]
    verbs = {name: verb for name, verb in zip(CODES, given, strict=True) if codes["new"][name] != CODES[name]}
    text = "".join(decision(name, f"ERROR_CODE_MOVED {name}", verb, verb) for name, verb in verbs.items())
    kept = [name for name, verb in verbs.items() if verb == "keep"]
    if colliding := [
        (codes[source][name], target)
        for source, target in permutations(codes)
        for name in kept
        if codes[source][name] in codes[target].values()
    ]:
        with pytest.raises(Refused) as caught, converting(ends[0], ends[1], text):
            pass
        said = [problem.message for problem in caught.value.problems]
        assert len(said) == len(colliding) and all("write `const` for it" in line for line in said)
        for code, target in colliding:
            other = next(name for name, number in codes[target].items() if number == code)
            assert any(f"the code {code} means {other} in {target}" in line for line in said)
        return
    with converting(ends[0], ends[1], text) as to:
        for name, source in product(CODES, codes):
            target = "new" if source == "old" else "old"
            code = codes[source][name]
            frame = {"jsonrpc": "2.0", "id": 1, "error": {"code": code, "message": "m"}}
            message, losses = to.package.convert(
                frame, source, target, sender="server", answering="tools/call"
            )
            is_moved = verbs.get(name) == "const"
            assert message["error"]["code"] == (codes[target][name] if is_moved else code)
            assert [(loss.pointer, loss.change) for loss in losses] == [("/error/code", name)] * is_moved


ERRORS = [dict(zip("AB", codes, strict=True)) for codes in product((None, -32020, -32021, -32022), repeat=2)]


@pytest.fixture(scope="module")
def small_file(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Return a schema file with one request."""
    call = {"type": "object", "properties": {"method": {"const": "call"}}, "required": ["method"]}
    requests = {"anyOf": [{"$ref": "#/$defs/CallRequest"}]}
    result = {"type": "object"}
    definitions = {"CallRequest": call, "ClientRequest": requests, "Result": result, "CallResult": result}
    path = tmp_path_factory.mktemp("errors") / "schema.json"
    path.write_text(json.dumps({"$schema": DIALECT, "$defs": definitions}), "utf-8")
    return path


@pytest.mark.parametrize("old", ERRORS, ids=str)
def test_a_converted_code_means_the_same_error(small_file: Path, old: dict[str, int | None]) -> None:
    """Two errors may appear, disappear and take each other's codes. A person decides what else is unclear."""
    for new in ERRORS:
        codes = {"old": old, "new": new}
        given = {name: [*filter(None, found.values())] for name, found in codes.items()}
        try:
            ends = [erroring(small_file, name, found) for name, found in codes.items()]
        except Refused as refused:
            assert any(len({*found}) < len(found) for found in given.values()), codes
            assert str(refused).endswith(" twice; keep one entry")
            continue
        proposed = entries_text(propose(*ends), iter("TUVW"), "new", None)
        text = re.sub(r"^proposed.*\n", "", proposed, flags=re.MULTILINE)
        try:
            found = renumbered(*ends, text)
        except Refused as refused:
            assert all("write `fill:CODE` for it" in line.message for line in refused.problems)
            for rule, direction in (("RETIRED", "up"), ("ADDED", "down")):
                text = re.sub(rf'(_{rule}(.*\n)+?{direction} = )"keep"', r'\1"fill:-32603"', text)
            found = renumbered(*ends, text)
        for source, target in permutations(codes):
            for name, code in codes[source].items():
                if code is None:
                    continue
                became, partner = found[source].get(code, code), codes[target][name]
                renamed = [codes[target][other] for other, at in codes[source].items() if at is None]
                if partner or code in renamed:  # an error with another name and the same number is the same
                    assert became == (partner or code), (codes, source, name)
                else:
                    assert became in {code, -32603} - {*given[target]}, (codes, source, name)


def erroring(path: Path, revision: str, codes: dict[str, int | None]) -> Protocol:
    """Return the protocol of a file, whose overlay names these error codes."""
    entries = [entry_text("error", name=name, code=code, reason="r") for name, code in codes.items() if code]
    overlay = read_overlay("\n\n".join(entries).encode(), "overlay.toml")
    return read_protocol(file_source(path, overlay), revision, print)


def renumbered(old: Protocol, new: Protocol, text: str) -> dict[str, dict[int, int]]:
    """Return the new number of each code that changes, by the revision of the messages."""
    plan = generate.plan(decide_pair(old, new, read_entries(text.encode(), "f"), source="f"))
    edits = {adapter.source: adapter.error for adapter in plan.adapters}
    return {
        source: {one: other for one, other, _ in edit.codes} if isinstance(edit, Renumbered) else {}
        for source, edit in edits.items()
    }
