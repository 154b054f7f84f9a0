"""Changes between pinned revisions: mirrored, unique, complete for every member, in a fixed order."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from dataclasses import replace
from random import Random

import pytest

from mcpgen.compare.change_rules import SEVERITIES
from mcpgen.compare.changes import find_changes
from mcpgen.compare.protocol_change import mirrored
from mcpgen.ir import Array, Choice, Field, Method, Record, Ref, Scalar, Type, Union
from mcpgen.schema_folder import protocol
from support.pinned_changes import PAIRS, REVISIONS, pinned_changes
from support.small_protocols import CALL, STRING, protocol_of, record, with_x

R1, R2, R3, R4, R5, *_ = REVISIONS


@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_both_directions_are_mirrors(old: str, new: str) -> None:
    """Between pinned revisions too, `find_changes(new, old)` is `find_changes(old, new)` mirrored."""
    assert set(map(mirrored, find_changes(protocol(new), protocol(old)))) == set(pinned_changes(old, new))


@pytest.mark.parametrize("revision", REVISIONS)
def test_nothing_changes_between_a_revision_and_itself(revision: str) -> None:
    """The same protocol with its members, variants and definitions in another order has no changes."""
    one = protocol(revision)

    def turned(type_: Type) -> Type:
        return Union(type_.variants[::-1]) if isinstance(type_, Union) else type_

    definitions = {
        name: (
            replace(d, fields=tuple(replace(f, type=turned(f.type)) for f in reversed(d.fields)))
            if isinstance(d, Record)
            else replace(d, type=turned(d.type))
        )
        for name, d in list(one.definitions.items())[::-1]
    }
    assert find_changes(one, replace(one, definitions=definitions)) == ()


@pytest.mark.parametrize(("before", "after"), [("past", "late"), ("Params.x", "Params.y")])
def test_a_fact_about_a_renamed_location_stays_the_same(before: str, after: str) -> None:
    """A renamed method or member that was deprecated is not deprecated anew, and does not stop to be so."""
    ends = []
    for name, member, at in (("past", "x", before), ("late", "y", after)):
        message = Record("Past", (Field("method", Choice((name,)), required=True),))
        methods = (CALL, Method(name, "notification", ("server",), "Past", None, ()))
        params = Record("Params", (Field(member, STRING, required=True),))
        ends.append(protocol_of(message, params, methods=methods, deprecated={at: ""}, known={at: ("a",)}))
    others = {"late": ("past",), "Params.y": ("x",)}
    annotated = ("DEPRECATED", "REINSTATED", "KNOWN_VALUE_ADDED", "KNOWN_VALUE_REMOVED")
    found = [change.rule for change in find_changes(*ends, others)]
    assert {"METHOD_RENAMED", "FIELD_RENAMED"} <= {*found} and not {*found} & {*annotated}
    apart = [change.rule for change in find_changes(*ends)]
    assert {*apart} & {*annotated}


@pytest.mark.parametrize(("old", "new"), PAIRS)
def test_changes_are_unique(old: str, new: str) -> None:
    """The nodes of a value that changes differ; place, rule and detail identify a change."""
    changes = pinned_changes(old, new)
    assert len({change.sort_key() for change in changes}) == len(changes)
    for change in changes:
        assert change.severity == max(change.to_old, change.to_new, key=SEVERITIES.index)
        beside = (
            "KNOWN",
            "DEPRECATED",
            "REINSTATED",
            "BATCHES",
            "TYPE_",
            "FIELD_DECLARED",
            "FIELD_UNDECLARED",
            "DEFAULT",
        )
        if not change.rule.startswith(beside):
            assert change.old != change.new


MUTATIONS: dict[str, Callable[[Field], Field | None]] = {
    "FIELD_REMOVED_": lambda f: None,
    "FIELD_BECAME_": lambda f: replace(f, required=not f.required),
    "": lambda f: replace(f, type=Array(Scalar("boolean", format="never"))),
}


def watch(revision: str, members: list[tuple[Record, Field]]) -> None:
    """Assert that a member removed, retyped, or made required or optional, is found in its place alone."""
    one = protocol(revision)
    for owner, member in members:
        for rule, mutate in MUTATIONS.items():
            changed = [mutate(f) if f is member else f for f in owner.fields]
            other = replace(owner, fields=tuple(f for f in changed if f is not None))
            changes = find_changes(one, replace(one, definitions={**one.definitions, owner.name: other}))
            place = f"{owner.name}.{member.name}"
            assert any(c.at == place and c.rule.startswith(rule) for c in changes), (rule, place)
            assert {c.at for c in changes} <= {place, *(arm.name for arm in named(member.type))}, (
                rule,
                place,
            )


def named(type_: Type) -> list[Ref]:
    """Return the reference that a type is, if it is one."""
    return [type_] if isinstance(type_, Ref) else []


def members_of(revision: str) -> list[tuple[Record, Field]]:
    """Return every member of a revision with its record."""
    records = [d for d in protocol(revision).definitions.values() if isinstance(d, Record)]
    return [(record, field) for record in records for field in record.fields]


@pytest.mark.parametrize("revision", REVISIONS)
def test_members_are_watched(revision: str) -> None:
    """A changed member of any type is found in its place, and nothing else is."""
    watch(revision, Random(revision).sample(members_of(revision), 12))


@pytest.mark.long
@pytest.mark.parametrize("revision", REVISIONS)
def test_every_member_is_watched(revision: str) -> None:
    """The same for every single member."""
    watch(revision, members_of(revision))


def test_changes_do_not_depend_on_hash_order() -> None:
    """Two processes with different string hashes find the same changes in the same order."""
    code = (
        "from mcpgen.compare.changes import find_changes; from mcpgen.schema_folder import protocol\n"
        f"print(find_changes(protocol({R3!r}), protocol({R5!r})))"
    )
    texts = {
        subprocess.run(
            [sys.executable, "-c", code],
            env={**os.environ, "PYTHONHASHSEED": seed},
            check=True,
            capture_output=True,
            text=True,
        ).stdout
        for seed in ("1", "2")
    }
    assert len(texts) == 1


@pytest.mark.parametrize("marks", [{}, {"kind": True}])
def test_unrelated_types_at_one_location_are_compared_as_a_whole(marks: dict[str, bool]) -> None:
    """Their names differ, and their members or constants too, so nothing was renamed."""
    address, money = ({name: Choice((type_,)) for name in marks} for type_ in ("address", "money"))
    old = with_x(Ref("Address"), record("Address", street=STRING, city=STRING, **address))
    new = with_x(Ref("Money"), record("Money", amount=STRING, currency=STRING, **money))
    assert [(change.rule, change.at) for change in find_changes(old, new)] == [("TYPE_CHANGED", "Params.x")]
