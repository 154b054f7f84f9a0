"""Likeness: the variant of the target to which the values of a source variant are converted."""

from __future__ import annotations

from mcpgen.compare.likeness import nearest
from mcpgen.ir import Ref
from support.small_protocols import STRING, protocol_of, record

SOURCE = protocol_of(record("Old", a_=STRING, b_=STRING))
TARGET = protocol_of(
    record("Far", a_=STRING),
    record("Near", a_=STRING, b_=STRING),
    record("AsNear", a_=STRING, b_=STRING, c_=STRING),
)


def test_the_nearest_variant_has_the_most_members_in_common() -> None:
    """Of several such variants, the first is the nearest."""
    far, near, as_near = map(Ref, ("Far", "Near", "AsNear"))
    assert nearest(SOURCE, TARGET, Ref("Old"), [far, near, as_near]) == near
    assert nearest(SOURCE, TARGET, Ref("Old"), [as_near, near, far]) == as_near
