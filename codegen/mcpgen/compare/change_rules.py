"""Change rules: the table of every kind of change between two revisions of the protocol.

A rule has an id, a kind, its effect on a receiver in either direction, a default action and its purpose. The
kind says where a change shows:

  message      frames: methods, senders, results, error codes, batches
  value        the JSON values that a type accepts
  annotation   sentences of the specification that reject no value
  definition   the definitions of the schema, not the wire

*Severity has a direction.* `to_old` is the effect on a receiver of OLD whose peer speaks NEW, `to_new` the
effect on a receiver of NEW whose peer speaks OLD. `safe`: the value is valid and means the same. `dangerous`:
the value is legal, but a part of its meaning is lost or read differently. `breaking`: the receiver's schema
rejects the frame, or the receiver does not know the method. Unknown members are legal in every MCP object, so
an added optional member is safe.

*Every rule has a mirror*: the rule of the same change, seen from NEW to OLD.

*The default action* is the decision that `ingest` proposes: `up` for a conversion to the newer revision,
`down` for one to the older. Where it loses nothing in either direction (`keep`, `const`), a change needs no
entry in `schema/changes/`. Every other change needs one: a frame is refused, and a value dropped, by name.
An action with `?` is proposed where the types of a member do not settle it, and `-` stands for `refuse?`.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Severity: TypeAlias = Literal["safe", "dangerous", "breaking"]
Kind: TypeAlias = Literal["message", "value", "annotation", "definition"]

SEVERITIES: tuple[Severity, ...] = ("safe", "dangerous", "breaking")
KINDS: tuple[Kind, ...] = ("message", "value", "annotation", "definition")


@dataclass(frozen=True, slots=True)
class ChangeRule:
    """A kind of change: its effect in either direction, its actions (up, down), and its purpose."""

    id: str
    kind: Kind
    to_old: Severity
    to_new: Severity
    action: tuple[str, str] | None
    proposal: tuple[str, str]
    purpose: str
    mirror: str

    @property
    def mechanical(self) -> tuple[str, str] | None:
        """Return the decision without an entry: the default action, if it loses nothing either way."""
        return self.action if self.action and {*self.action} <= {"keep", "const"} else None


# A row without a kind is the mirror of the row above; a row that has none below is its own mirror.
_TABLE = """
kind        id                     to_old     to_new     up      down    purpose

message     METHOD_ADDED           breaking   safe       keep?   refuse? method added
            METHOD_REMOVED         safe       breaking   refuse? keep?   method removed
message     METHOD_RENAMED         breaking   breaking   -       -       method renamed
annotation  METHOD_PERHAPS_RENAMED dangerous  dangerous  -       -       method perhaps renamed
message     DIRECTION_ADDED        breaking   safe       keep?   refuse? sender added
            DIRECTION_REMOVED      safe       breaking   refuse? keep?   sender removed
message     KIND_CHANGED           breaking   breaking   -       -       message kind changed
message     RESULT_ADDED           breaking   safe       keep?   refuse? result type added
            RESULT_REMOVED         safe       breaking   refuse? keep?   result type removed
message     CAPABILITY_CHANGED     dangerous  dangerous  keep?   keep?   required capability changed
message     ERROR_CODE_ADDED       dangerous  safe       keep    keep    error code added
            ERROR_CODE_RETIRED     safe       dangerous  keep?   keep?   error code removed
message     BATCHES_ADMITTED       breaking   safe       keep?   rule:split_batch? batches allowed
            BATCHES_REFUSED        safe       breaking   rule:split_batch? keep? batches no longer allowed

value       FIELD_ADDED_OPTIONAL   safe       safe       keep    drop    optional member added
            FIELD_REMOVED_OPTIONAL safe       safe       -       -       optional member removed
value       FIELD_RENAMED          breaking   breaking   -       -       member renamed
value       FIELD_MOVED            breaking   breaking   -       -       member moved
annotation  FIELD_PERHAPS_RENAMED  dangerous  dangerous  -       -       member perhaps renamed
annotation  FIELD_PERHAPS_MOVED    dangerous  dangerous  -       -       member perhaps moved
value       FIELD_ADDED_REQUIRED   safe       breaking   -       -       required member added
            FIELD_REMOVED_REQUIRED breaking   safe       -       -       required member removed
value       FIELD_BECAME_REQUIRED  safe       breaking   -       -       optional member became required
            FIELD_BECAME_OPTIONAL  breaking   safe       -       -       required member became optional
value       TYPE_WIDENED           breaking   safe       keep    refuse  type widened
            TYPE_NARROWED          safe       breaking   refuse? keep?   type narrowed
value       TYPE_CHANGED           breaking   breaking   -       -       type changed
value       UNION_MEMBER_ADDED     breaking   safe       keep    refuse  union member added
            UNION_MEMBER_REMOVED   safe       breaking   refuse? keep?   union member removed
value       ENUM_VALUE_ADDED       breaking   safe       keep    refuse  enumeration value added
            ENUM_VALUE_REMOVED     safe       breaking   refuse? keep?   enumeration value removed
value       CONST_CHANGED          breaking   breaking   const   const   constant changed
value       NULL_ADMITTED          breaking   safe       keep    refuse  null allowed
            NULL_REFUSED           safe       breaking   refuse? keep?   null no longer allowed
value       CONSTRAINT_LOOSENED    breaking   safe       keep    refuse  constraint loosened
            CONSTRAINT_TIGHTENED   safe       breaking   refuse? keep?   constraint tightened
value       MEMBERS_OPENED         safe       safe       keep    keep    additional members became data
            MEMBERS_CLOSED         safe       safe       keep    keep    additional members became unknown
value       MEMBERS_ADMITTED       breaking   safe       keep    drop    undeclared members allowed
            MEMBERS_REFUSED        safe       breaking   drop    keep    undeclared members no longer allowed

annotation  DEFAULT_CHANGED        dangerous  dangerous  keep    keep    default changed
annotation  FORMAT_CHANGED         dangerous  dangerous  keep    keep    format changed
annotation  KNOWN_VALUE_ADDED      dangerous  safe       keep    keep    known value of an open string added
            KNOWN_VALUE_REMOVED    safe       dangerous  keep    keep    known value of an open string removed
annotation  DEPRECATED             safe       safe       keep    keep    deprecated
            REINSTATED             safe       safe       keep    keep    no longer deprecated

definition  FIELD_DECLARED         safe       safe       keep    keep    envelope member declared in the type
            FIELD_UNDECLARED       safe       safe       keep    keep    member declared in the envelope alone
definition  MESSAGE_LISTED         safe       safe       keep    keep    message listed in a union
            MESSAGE_UNLISTED       safe       safe       keep    keep    message no longer listed in a union
definition  TYPE_RENAMED           safe       safe       keep    keep    type renamed
definition  TYPE_EXTRACTED         safe       safe       keep    keep    type became a definition of its own
            TYPE_INLINED           safe       safe       keep    keep    definition became a part of others
definition  TYPE_ADDED             safe       safe       keep    keep    type added
            TYPE_REMOVED           safe       safe       keep    keep    type removed
"""


def _read_table() -> dict[str, ChangeRule]:
    """Return the rules of the table by id."""
    grade: dict[str, Severity] = {severity: severity for severity in SEVERITIES}
    kinds: dict[str, Kind] = {kind: kind for kind in KINDS}
    rules: dict[str, ChangeRule] = {}
    rows = [row for row in _TABLE.strip().splitlines()[1:] if row]
    for row, below in zip(rows, [*rows[1:], ""], strict=True):
        first, rest = row[:12].strip(), row[12:]
        id, to_old, to_new, up, down, purpose = rest.split(maxsplit=5)
        if first:
            kind, mirror = kinds[first], below.split()[0] if below.startswith(" ") else id
        else:
            mirror = list(rules)[-1]
        proposal = ("refuse", "refuse") if up == "-" else (up.strip("?"), down.strip("?"))
        action = None if up == "-" or up.endswith("?") else proposal
        rules[id] = ChangeRule(id, kind, grade[to_old], grade[to_new], action, proposal, purpose, mirror)
    return rules


CHANGE_RULES = _read_table()
