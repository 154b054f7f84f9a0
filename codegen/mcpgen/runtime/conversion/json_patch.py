"""JSON Patch (RFC 6902) between two JSON trees: `diff` writes a patch, `patched` carries it out.

In: plain JSON trees. Out: operations `add`, `remove` and `replace`; `patched` knows no others, so a patch can
only set and unset places of the tree it is applied to. `1`, `1.0` and `true` are three values here. `diff`
writes JSON text, because operations as objects take many times the memory. `patched` reads patches of `diff`
alone: `restore` signs them.

Both take time in proportion to the trees, without recursion:

- Each value of a tree is compared once. An array that has another length is replaced as a whole.
- A patch has at most `OPERATIONS` operations and `POINTERS` characters of pointers. Where more are needed, it
  replaces every member of the root.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any

from ..json_line import sorted_json
from ..json_values import CopyOnWrite, linked_pointer, tokens

OPERATIONS = 10_000
POINTERS = 1 << 20

Path = Any  # keys linked from the end: `(path of the container, key)`, None for the root
Operation = dict[str, Any]


def diff(old: dict[str, Any], new: dict[str, Any]) -> bytes | None:
    """Return the patch that turns `old` into `new`, as JSON with sorted members.

    None if every such patch has more than `OPERATIONS` operations. Raises the exceptions of an encoder for
    values that JSON cannot carry.
    """
    found = _text(_operations(old, new), POINTERS)
    members = chain(_members(old, {}, None), _members({}, new, None))
    return _text(members, None) if found is None else found


def _text(operations: Iterable[Operation], most: int | None) -> bytes | None:
    """Return operations as JSON, None if there are too many, or more than `most` characters of pointers."""
    text, characters = bytearray(b"["), 0
    for number, operation in enumerate(operations):
        characters += len(operation["path"])
        if number == OPERATIONS or (most is not None and characters > most):
            return None
        text += b"," if number else b""
        text += sorted_json(operation)
    text += b"]"
    return bytes(text)


def _operations(old: Any, new: Any) -> Iterator[Operation]:
    """Yield the operations that turn `old` into `new`: those of a container before those inside it."""
    left = [iter([(old, new, None)])]
    while left:
        for before, after, path in left[-1]:
            if type(before) is dict and type(after) is dict:
                yield from _members(before, after, path)
                common = [name for name in after if name in before]
                left.append(_pairs(before, after, common, path))
                break
            if type(before) is list and type(after) is list and len(before) == len(after):
                left.append(_pairs(before, after, range(len(after)), path))
                break
            if type(before) is not type(after) or before != after:
                yield _operation("replace", path, after)
        else:
            left.pop()


def _members(before: Any, after: Any, path: Path) -> Iterator[Operation]:
    """Yield the operations on the members that one object alone has."""
    for name in before:
        if name not in after:
            yield _operation("remove", (path, name))
    for name, value in after.items():
        if name not in before:
            yield _operation("add", (path, name), value)


def _pairs(before: Any, after: Any, keys: Iterable[Any], path: Path) -> Iterator[tuple[Any, Any, Path]]:
    """Yield the values at keys of two containers, with their paths."""
    return ((before[key], after[key], (path, key)) for key in keys)


def _operation(op: str, path: Path, value: Any = None) -> Operation:
    operation = {"op": op, "path": linked_pointer(path)}
    return operation if op == "remove" else {**operation, "value": value}


def patched(tree: Any, patch: Any) -> Any:
    """Return `tree` with the operations of a patch of `diff` carried out.

    Neither argument changes; the containers that no operation edits are shared. Another patch may raise
    `AttributeError`, `LookupError`, `TypeError` or `ValueError`.
    """
    if len(patch) > OPERATIONS:
        raise ValueError(f"more than {OPERATIONS} operations")
    edited = CopyOnWrite(tree)
    for operation in patch:
        *above, last = tokens(operation["path"])
        owner = edited.value
        for token in above:
            owner = edited.owned(owner, _key(owner, token))
        key, op = _key(owner, last), operation["op"]
        if op == "remove":
            del owner[key]
        elif op in ("add", "replace"):
            owner[key] = operation["value"]
        else:
            raise ValueError(f"{op}: no operation of a patch")
    return edited.value


def _key(owner: Any, token: str) -> Any:
    return int(token) if type(owner) is list else token
