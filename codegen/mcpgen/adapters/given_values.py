"""Propose a value for a member that the target revision requires and the source revision does not have."""

from __future__ import annotations

import json
from typing import Any

from mcpgen.compare.sample_values import SampleValues, TooLarge
from mcpgen.ir import Choice, Field, Protocol


def given_value(member: Field, protocol: Protocol) -> str:
    """Return the action that sets a required member which the source revision does not have.

    The action is `const` if the member allows only one value. Otherwise it is `fill:JSON`, with the first
    value that the specification lists for the member, or with the smallest valid value. It is `refuse` if
    there is no suitable value.
    """
    if isinstance(member.type, Choice) and len(member.type.values) == 1:
        return "const"
    samples = SampleValues(protocol)
    known = [values[0] for location, values in protocol.known.items() if _is_name_of(location, member)]
    try:
        value: Any = known[0] if known else samples.smallest(member.type)
    except TooLarge:
        return "refuse"
    text = json.dumps(value, ensure_ascii=True)
    return f"fill:{text}" if samples.validity.is_valid(member.type, value) else "refuse"


def _is_name_of(location: str, member: Field) -> bool:
    """Return whether `location` ends with the name of a member or of its type."""
    name = location.rpartition(".")[2]
    return name in (member.name, member.name[:1].upper() + member.name[1:], getattr(member.type, "name", ""))
