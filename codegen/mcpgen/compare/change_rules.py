"""Define the change rules: the kinds of change that there can be between two revisions of the protocol.

A rule has an id, a kind, a severity in each direction, whether it needs an entry in a decision file, and a
description. The kind says where a change is visible:

  message      in messages: methods, senders, results, error codes, batches
  value        in the JSON values that a type accepts
  annotation   in the text of the specification; no value becomes invalid
  definition   in the definitions of the schema only

*Severity has a direction.* `to_old` is the effect on a receiver of OLD whose peer speaks NEW. `to_new` is the
effect on a receiver of NEW whose peer speaks OLD. `safe`: the value is valid and means the same. `dangerous`:
the value is valid, but a part of its meaning is lost or differs. `breaking`: the receiver's schema rejects
the message, or the receiver does not have the method. Every MCP object allows unknown members, so an added
optional member is safe.

*Every rule has a mirror*: the rule of the same change, seen from NEW to OLD.

*Who decides.* The column `by` is `itself` for a change that loses nothing in either direction. It needs no
entry. Every other change needs an entry in `schema/changes/` that a `person` has read. What an adapter does
about a change is computed by the planner, and is not in this table.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Literal, TypeAlias

Severity: TypeAlias = Literal["safe", "dangerous", "breaking"]
Kind: TypeAlias = Literal["message", "value", "annotation", "definition"]

SEVERITIES: tuple[Severity, ...] = ("safe", "dangerous", "breaking")
MEANINGS: dict[Severity, str] = {
    "safe": "the receiver accepts the message, and it means the same",
    "dangerous": "the receiver accepts the message, but loses or misreads a part of it",
    "breaking": "the receiver rejects the message, or does not have the method",
}
KINDS: tuple[Kind, ...] = ("message", "value", "annotation", "definition")


@dataclass(frozen=True, slots=True)
class ChangeRule:
    """A kind of change between two revisions.

    `to_old` and `to_new` say how severe the change is for receivers of the old and of the new revision.
    `purpose` describes the change in a few words. `mirror` is the rule of the same change, seen from the new
    revision to the old one.
    """

    id: str
    kind: Kind
    to_old: Severity
    to_new: Severity
    needs_entry: bool
    purpose: str
    mirror: str


# A rule without a kind is the mirror of the rule above it. Every other rule is its own mirror.
_TABLE = """
kind        id                     to_old     to_new     by      purpose

message     METHOD_ADDED           breaking   safe       person  method added
            METHOD_REMOVED         safe       breaking   person  method removed
message     METHOD_RENAMED         breaking   breaking   person  method renamed
annotation  METHOD_PERHAPS_RENAMED dangerous  dangerous  person  method perhaps renamed
message     DIRECTION_ADDED        breaking   safe       person  sender added
            DIRECTION_REMOVED      safe       breaking   person  sender removed
message     KIND_CHANGED           breaking   breaking   person  message kind changed
message     RESULT_ADDED           breaking   safe       person  result type added
            RESULT_REMOVED         safe       breaking   person  result type removed
message     CAPABILITY_CHANGED     dangerous  dangerous  person  required capability changed
message     ERROR_CODE_ADDED       dangerous  safe       itself  error code added
            ERROR_CODE_RETIRED     safe       dangerous  person  error code removed
message     ERROR_CODE_MOVED       dangerous  dangerous  person  error code changed
message     BATCHES_ADMITTED       breaking   safe       person  batches allowed
            BATCHES_REFUSED        safe       breaking   person  batches no longer allowed

value       FIELD_ADDED_OPTIONAL   safe       safe       person  optional member added
            FIELD_REMOVED_OPTIONAL safe       safe       person  optional member removed
value       FIELD_RENAMED          breaking   breaking   person  member renamed
value       FIELD_MOVED            breaking   breaking   person  member moved
annotation  FIELD_PERHAPS_RENAMED  dangerous  dangerous  person  member perhaps renamed
annotation  FIELD_PERHAPS_MOVED    dangerous  dangerous  person  member perhaps moved
value       FIELD_ADDED_REQUIRED   safe       breaking   person  required member added
            FIELD_REMOVED_REQUIRED breaking   safe       person  required member removed
value       FIELD_BECAME_REQUIRED  safe       breaking   person  optional member became required
            FIELD_BECAME_OPTIONAL  breaking   safe       person  required member became optional
value       TYPE_WIDENED           breaking   safe       person  type widened
            TYPE_NARROWED          safe       breaking   person  type narrowed
value       TYPE_CHANGED           breaking   breaking   person  type changed
value       VARIANT_ADDED     breaking   safe       person  variant added
            VARIANT_REMOVED   safe       breaking   person  variant removed
value       ENUM_VALUE_ADDED       breaking   safe       person  enumeration value added
            ENUM_VALUE_REMOVED     safe       breaking   person  enumeration value removed
value       ENUM_VALUE_RENAMED     breaking   breaking   person  enumeration value renamed
value       CONST_CHANGED          breaking   breaking   itself  constant changed
value       NULL_ADMITTED          breaking   safe       person  null allowed
            NULL_REFUSED           safe       breaking   person  null no longer allowed
value       CONSTRAINT_LOOSENED    breaking   safe       person  constraint loosened
            CONSTRAINT_TIGHTENED   safe       breaking   person  constraint tightened
value       MEMBERS_OPENED         safe       safe       itself  additional members became data
            MEMBERS_CLOSED         safe       safe       itself  additional members became unknown
value       MEMBERS_ADMITTED       breaking   safe       person  undeclared members allowed
            MEMBERS_REFUSED        safe       breaking   person  undeclared members no longer allowed

annotation  DEFAULT_CHANGED        dangerous  dangerous  itself  default changed
annotation  FORMAT_CHANGED         dangerous  dangerous  itself  format changed
annotation  KNOWN_VALUE_ADDED      dangerous  safe       itself  known value of an open string added
            KNOWN_VALUE_REMOVED    safe       dangerous  itself  known value of an open string removed
annotation  DEPRECATED             safe       safe       itself  deprecated
            REINSTATED             safe       safe       itself  no longer deprecated

definition  FIELD_DECLARED         safe       safe       itself  JSON-RPC member now in the type
            FIELD_UNDECLARED       safe       safe       itself  JSON-RPC member no longer in the type
definition  MESSAGE_LISTED         safe       safe       itself  message listed in a union
            MESSAGE_UNLISTED       safe       safe       itself  message no longer listed in a union
definition  TYPE_RENAMED           safe       safe       itself  type renamed
definition  TYPE_EXTRACTED         safe       safe       itself  type became a definition of its own
            TYPE_INLINED           safe       safe       itself  definition became a part of others
definition  TYPE_ADDED             safe       safe       itself  type added
            TYPE_REMOVED           safe       safe       itself  type removed
"""


def _read_table() -> dict[str, ChangeRule]:
    """Return the rules in the table `_TABLE` by id."""
    grade: dict[str, Severity] = {severity: severity for severity in SEVERITIES}
    kinds: dict[str, Kind] = {kind: kind for kind in KINDS}
    rules: dict[str, ChangeRule] = {}
    rows = [row for row in _TABLE.strip().splitlines()[1:] if row]
    for row, below in zip(rows, [*rows[1:], ""], strict=True):
        first, rest = row[:12].strip(), row[12:]
        id, to_old, to_new, by, purpose = rest.split(maxsplit=4)
        if first:
            kind, mirror = kinds[first], below.split()[0] if below.startswith(" ") else id
        else:
            mirror = list(rules)[-1]
        rules[id] = ChangeRule(id, kind, grade[to_old], grade[to_new], by == "person", purpose, mirror)
    return rules


CHANGE_RULES = _read_table()
