"""An object that became a tagged union with a variant for each value of a member, and the other direction."""

from __future__ import annotations

from typing import Any

import pytest

from mcpgen.compare.alignment import Objects, Unions, align
from mcpgen.compare.changes import changes_of
from mcpgen.ir import Alias, Choice, Definition, Protocol, Ref, Type, Union
from support.small_pairs import converting, named
from support.small_protocols import INTEGER, NULL, STRING, decision, record, with_x

STATES = Choice(("open", "done"))
JOB = record("Job", state=STATES, note_=STRING)
OPEN = record("OpenJob", state=Choice(("open",)), note_=STRING)
DONE = record("DoneJob", state=Choice(("done",)), note_=STRING, outcome=STRING)
JOBS = Alias("Job", Union((Ref("OpenJob"), Ref("DoneJob"))))
REFUSED = decision("D.1", "FIELD_ADDED_REQUIRED DoneJob.outcome", "refuse", "drop")


def ends(old: Type, new: Type) -> tuple[Protocol, Protocol]:
    """Return two protocols whose params have an `x` of these types. Only the newer one divides `Job`."""
    return named(with_x(old, JOB), "old"), named(with_x(new, JOBS, OPEN, DONE), "new")


def test_each_value_goes_to_its_variant() -> None:
    """A value that its variant accepts passes; one that lacks a required member is decided as any other."""
    with converting(*ends(Ref("Job"), Ref("Job")), REFUSED) as convert:
        assert convert({"state": "open", "note": "n"}, "old") == ({"state": "open", "note": "n"}, [])
        assert convert({"state": "done"}, "old") == ("refused", [])
        whole = {"state": "done", "outcome": "good"}
        assert convert(whole, "old") == (whole, [])
        assert convert(whole, "new") == ({"state": "done"}, [("dropped", "/params/x/outcome")])
        assert convert({"state": "open"}, "new") == ({"state": "open"}, [])
        with pytest.raises(ValueError, match="expected OpenJob or DoneJob"):
            convert({"state": "lost"}, "old")


def test_the_member_that_divides_does_not_change() -> None:
    """The alignment has a pair for each variant, and the only change is the member that one variant adds."""
    found = align(*ends(Ref("Job"), Ref("Job")))
    node = found.types[Ref("Job"), Ref("Job")]
    assert isinstance(node, Unions) and node.tag == "state"
    assert [(member.old, member.new) for member in node.members] == [
        (Ref("Job"), Ref("OpenJob")),
        (Ref("Job"), Ref("DoneJob")),
    ]
    part = found.types[Ref("Job"), Ref("DoneJob")]
    assert isinstance(part, Objects) and part.variant == "DoneJob"
    messages = [change.rule for change in changes_of(found) if change.location is not None]
    assert messages == ["FIELD_ADDED_REQUIRED"]


def test_variants_are_joined() -> None:
    """The same protocols in the other order: the older one has the union."""
    new, old = ends(Ref("Job"), Ref("Job"))
    text = decision("D.1", "FIELD_REMOVED_REQUIRED DoneJob.outcome", "drop", "refuse")
    with converting(named(old, "old"), named(new, "new"), text) as convert:
        assert convert({"state": "done", "outcome": "good"}, "old")[0] == {"state": "done"}
        assert convert({"state": "done"}, "new") == ("refused", [])
        assert convert({"state": "open"}, "new") == ({"state": "open"}, [])


UNDIVIDED: dict[str, tuple[Definition, ...]] = {
    "a value without a variant": (record("Job", state=Choice(("open", "done", "lost")), note_=STRING),),
    "a variant without a value": (record("Job", state=Choice(("open",)), note_=STRING),),
    "an optional member": (record("Job", state_=STATES, note_=STRING),),
    "a member of another type": (record("Job", state=STRING, note_=STRING),),
    "no such member": (record("Job", note_=STRING),),
}


@pytest.mark.parametrize("form", UNDIVIDED)
def test_other_objects_are_not_divided(form: str) -> None:
    """Each value of a required member must be the tag of exactly one variant."""
    old = named(with_x(Ref("Job"), *UNDIVIDED[form]), "old")
    node = align(old, ends(Ref("Job"), Ref("Job"))[1]).types[Ref("Job"), Ref("Job")]
    assert not isinstance(node, Unions) or node.tag is None


def test_null_beside_the_object_is_a_variant() -> None:
    """If null is on one side only, the object is not divided, and null keeps its own decision."""
    found = align(*ends(Union((Ref("Job"), NULL)), Ref("Job")))
    assert all(not isinstance(node, Unions) or node.tag is None for node in found.types.values())


def test_an_object_that_is_also_one_variant_is_not_divided() -> None:
    """The object is one of the variants elsewhere: there, it may have any value, so it is divided nowhere."""
    old = named(with_x(Ref("Job"), JOB, record("Other", job=Ref("Job"), count=INTEGER)), "old")
    new = named(
        with_x(Ref("Job"), JOBS, OPEN, DONE, record("Other", job=Ref("OpenJob"), count=INTEGER)), "new"
    )
    nodes: list[Any] = [*align(old, new).types.values()]
    assert all(not isinstance(node, Unions) or node.tag is None for node in nodes)
    assert all(not isinstance(node, Objects) or not node.variant for node in nodes)
