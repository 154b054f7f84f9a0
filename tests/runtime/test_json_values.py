"""JSON values as keys of tables: equal numbers have one key, and no peer can choose the hash of a key."""

from __future__ import annotations

from itertools import product
from typing import Any

import pytest
from mcp_revisions._runtime.json_values import cut_pointer, linked_keys, loss_pointer, table_key

MODULUS = 2**61 - 1  # of Python's hash of a number
EDGES = [0, 1, -1, 1.0, 0.5, 2**53, 2.0**53, 2**60, -(2**60), 2.0**60, 2**61, 2.0**61, MODULUS, 10**300]
VALUES = [*EDGES, 1e300, int(1e300), -1e300, 10**400, "1", "0x1000000000000000", None, float("inf")]


@pytest.mark.parametrize(("one", "other"), list(product(VALUES, repeat=2)))
def test_keys_are_equal_as_values_are(one: Any, other: Any) -> None:
    """Two scalars have equal keys if and only if they are equal."""
    assert (table_key(one) == table_key(other)) is (one == other)
    assert one != other or hash(table_key(one)) == hash(table_key(other))


def test_no_peer_chooses_a_hash() -> None:
    """Numbers that Python hashes alike have keys of many hashes."""
    numbers = [n * MODULUS for n in range(1, 1000)]
    assert len(set(map(hash, numbers))) == 1
    assert len({hash(table_key(n)) for n in numbers}) == len(numbers)


@pytest.mark.parametrize("name", ["n", "\N{GRINNING FACE}"])
def test_a_pointer_of_a_loss_is_cut_to_1024_characters(name: str) -> None:
    """The limit counts characters of the pointer, with its escapes, and the last one stands for the rest."""
    assert loss_pointer(["a/b", 0]) == "/a~1b/0"
    assert loss_pointer([name * 1023]) == "/" + name * 1023
    assert loss_pointer([name * 1024]) == "/" + name * 1022 + "…"
    assert loss_pointer([name * 1022, 5]) == "/" + name * 1022 + "…"
    assert loss_pointer(["/" * 512]) == "/" + "~1" * 511 + "…"
    assert loss_pointer(linked_keys((((None, name * 600), name * 600), 1))) == cut_pointer(
        f"/{name * 600}/{name * 600}/1"
    )
