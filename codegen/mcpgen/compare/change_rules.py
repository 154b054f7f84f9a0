"""Facts: the kinds of change that a protocol can undergo, and what one change says.

`RULES` is the whole table: each kind with its purpose, what it does to a receiver in either direction, and its
mirror, which is the same fact seen from the other revision. `Change` is one fact found; `changes` finds them.
"""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Literal, TypeAlias

from mcpgen.ir import (
    Alias,
    Anything,
    Array,
    Choice,
    ErrorCode,
    Field,
    Map,
    Method,
    Record,
    Ref,
    Scalar,
    Side,
    Type,
    Union,
)

Severity: TypeAlias = Literal["safe", "dangerous", "breaking"]
Sender: TypeAlias = Literal["client", "server", "both"]
Node: TypeAlias = Type | Field | Method | ErrorCode | Record | Alias

SEVERITIES: tuple[Severity, ...] = ("safe", "dangerous", "breaking")
OTHER: dict[Side, Side] = {"client": "server", "server": "client"}


@dataclass(frozen=True, slots=True)
class Rule:
    """A kind of change: what it says, and what it does to a receiver of either revision."""

    id: str
    purpose: str
    to_old: Severity
    to_new: Severity
    mirror: str


# A rule and its mirror, what a NEW sender does to an OLD receiver and an OLD sender to a NEW one (for the mirror the other
# way round), and what both say. A rule that stands alone is its own mirror.
_TABLE = """
METHOD_ADDED          METHOD_REMOVED          breaking   safe       a method is new / a method is gone
METHOD_RENAMED        =                       breaking   breaking   the same messages under another method
DIRECTION_ADDED       DIRECTION_REMOVED       breaking   safe       one more side may send it / a side no longer may
KIND_CHANGED          =                       breaking   breaking   it travels another way: by itself, or in a result
RESULT_ADDED          RESULT_REMOVED          breaking   safe       one more type may answer / one type no longer does
CAPABILITY_CHANGED    =                       dangerous  dangerous  another capability gates it
FIELD_ADDED_OPTIONAL  FIELD_REMOVED_OPTIONAL  safe       safe       a member may come / it is no longer named
FIELD_ADDED_REQUIRED  FIELD_REMOVED_REQUIRED  safe       breaking   a member must come / it is no longer named
FIELD_BECAME_REQUIRED FIELD_BECAME_OPTIONAL   safe       breaking   a member must come now / it may be missing now
FIELD_DECLARED        FIELD_UNDECLARED        safe       safe       the type says what the frame said / the frame alone does
TYPE_WIDENED          TYPE_NARROWED           breaking   safe       more values are legal / fewer values are legal
TYPE_CHANGED          =                       breaking   breaking   other values are legal
UNION_ARM_ADDED       UNION_ARM_REMOVED       breaking   safe       one more form is legal / one form less is legal
ENUM_VALUE_ADDED      ENUM_VALUE_REMOVED      breaking   safe       one more constant is legal / one constant less is legal
CONST_CHANGED         =                       breaking   breaking   another constant is the only legal one
NULL_ADMITTED         NULL_REFUSED            breaking   safe       null is legal / null is no longer legal
CONSTRAINT_LOOSENED   CONSTRAINT_TIGHTENED    breaking   safe       a bound is wider / a bound is narrower
MEMBERS_OPENED        MEMBERS_CLOSED          safe       safe       further members are data / they are unknown members
DEFAULT_CHANGED       =                       dangerous  dangerous  the stated default differs
FORMAT_CHANGED        =                       dangerous  dangerous  the stated format differs; it rejects nothing
KNOWN_VALUE_ADDED     KNOWN_VALUE_REMOVED     dangerous  safe       an open string has one more known value / one less
DEPRECATED            REINSTATED              safe       safe       new peers should not use it / they may again
ERROR_CODE_ADDED      ERROR_CODE_RETIRED      dangerous  safe       a code has a meaning / a code has none any more
BATCHES_ADMITTED      BATCHES_REFUSED         breaking   safe       arrays are legal frames / they no longer are
MESSAGE_LISTED        MESSAGE_UNLISTED        safe       safe       a union of messages has one more / one less
TYPE_RENAMED          =                       safe       safe       the same place on the wire has another type name
TYPE_EXTRACTED        TYPE_INLINED            safe       safe       an anonymous type got a name / a type lost its name
TYPE_ADDED            TYPE_REMOVED            safe       safe       a type that no other change shows / such a type is gone
"""


def _rules() -> dict[str, Rule]:
    rules: dict[str, Rule] = {}
    grade: dict[str, Severity] = {severity: severity for severity in SEVERITIES}
    for row in _TABLE.strip().splitlines():
        one, other, to_old, to_new, purposes = row.split(maxsplit=4)
        purpose, _, reverse = purposes.partition(" / ")
        mirror = one if other == "=" else other
        rules[one] = Rule(one, purpose, grade[to_old], grade[to_new], mirror)
        if mirror != one:
            rules[mirror] = Rule(mirror, reverse, grade[to_new], grade[to_old], one)
    return rules


RULES = _rules()


@dataclass(frozen=True, slots=True)
class Change:
    """One fact that differs. `old` and `new` are the nodes that do; `owners` the definitions that hold the place.

    `holders` are the types whose values differ there, where values do; `member` is the member of them that differs.
    """

    rule: str
    at: str
    was: str
    sender: Sender
    detail: str
    to_old: Severity
    to_new: Severity
    old: Node | None = None
    new: Node | None = None
    owners: tuple[str | None, str | None] = (None, None)
    member: str | None = None
    holders: tuple[Type, Type] | None = None

    @property
    def severity(self) -> Severity:
        """Return the worse of both directions."""
        return max(self.to_old, self.to_new, key=SEVERITIES.index)

    @property
    def receivers(self) -> tuple[Side, ...]:
        """Return the sides that receive the value: those that the change can break."""
        return ("client", "server") if self.sender == "both" else (OTHER[self.sender],)

    def sort_key(self) -> tuple[str, str, str, str]:
        """Return what orders changes: place, rule, detail."""
        return (self.at, self.rule, self.detail, self.was)


def severities(rule: str, harm: Severity | None = None) -> tuple[Severity, Severity]:
    """Return what a rule does to an OLD and to a NEW receiver; `harm` replaces what is not safe."""
    judged = RULES[rule]
    to_old, to_new = judged.to_old, judged.to_new
    return to_old if harm is None or to_old == "safe" else harm, (
        to_new if harm is None or to_new == "safe" else harm
    )


def mirrored(change: Change) -> Change:
    """Return the same fact as `find(new, old)` states it."""
    return Change(
        RULES[change.rule].mirror,
        change.was,
        change.at,
        change.sender,
        reverse_detail(change.detail),
        change.to_new,
        change.to_old,
        change.new,
        change.old,
        (change.owners[1], change.owners[0]),
        change.member,
        change.holders and (change.holders[1], change.holders[0]),
    )


def reverse_detail(detail: str) -> str:
    """Return `a → b` as `b → a`."""
    one, arrow, other = detail.partition(" → ")
    return f"{other}{arrow}{one}" if arrow else detail


def describe(type_: Type) -> str:
    """Return a type in a few words: `integer`, `array of Tool`, `"a" or "b"`."""
    match type_:
        case Anything():
            return "anything"
        case Scalar(kind):
            return kind
        case Choice(values):
            return " or ".join(json.dumps(value) for value in values)
        case Array(items):
            return f"array of {describe(items)}"
        case Map(values):
            return "object" if isinstance(values, Anything) else f"object of {describe(values)}"
        case Union(arms):
            return " | ".join(describe(arm) for arm in arms)
        case Ref(name):
            return name
