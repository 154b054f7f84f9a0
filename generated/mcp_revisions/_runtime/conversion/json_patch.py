"""JSON Patch (RFC 6902) between two JSON trees: `diff` writes a patch, `patched` carries it out.

In: plain JSON trees. Out: operations `add`, `remove` and `replace`; `patched` knows no others, so a patch can
only set and unset places of the tree it is applied to. `1`, `1.0` and `true` are three values here. `diff`
writes JSON text, because operations as objects take many times the memory.

Both take time in proportion to the trees, without recursion:

- Each value of a tree is compared once, and two items of an array are paired by their scalars alone.
- A patch has at most `OPERATIONS` operations and `POINTERS` characters of pointers. Where more are needed, it
  replaces members of the root as a whole.
- An array that gains or loses more than `SPLICES` items is replaced as a whole, since each insertion moves
  the items that follow.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any

from ..json_line import sorted_json
from ..json_values import CopyOnWrite, linked_pointer, tokens

OPERATIONS = 10_000
POINTERS = 1 << 20
SPLICES = 100

Path = Any  # keys linked from the end: `(path of the container, key)`, None for the root
Operation = dict[str, Any]


class PatchError(ValueError):
    """A patch that is malformed or does not fit the tree."""


def diff(old: dict[str, Any], new: dict[str, Any]) -> bytes | None:
    """Return the patch that turns `old` into `new`, as JSON with sorted members.

    None if every such patch has more than `OPERATIONS` operations. Raises the exceptions of an encoder for
    values that JSON cannot carry.
    """
    found = _text(_operations(old, new), POINTERS)
    return _text(_coarse(old, new), None) if found is None else found


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


def _coarse(old: dict[str, Any], new: dict[str, Any]) -> Iterator[Operation]:
    """Yield the operations that replace each member that differs as a whole."""
    yield from _members(old, new, None)
    for name, value in new.items():
        if name in old and next(_operations(old[name], value), None) is not None:
            yield _operation("add", (None, name), value)


def _operations(old: Any, new: Any) -> Iterator[Operation]:
    """Yield the operations that turn `old` into `new`: those of a container before those inside it."""
    left = [iter([(old, new, None)])]
    while left:
        for before, after, path in left[-1]:
            if type(before) is dict and type(after) is dict:
                yield from _members(before, after, path)
                common = [name for name in after if name in before]
                left.append(_pairs(before, after, common, common, path))
                break
            if type(before) is list and type(after) is list:
                removed, added = _surplus(before, after), _surplus(after, before)
                if len(removed) + len(added) > SPLICES:
                    yield _operation("replace", path, after)
                    continue
                for i in reversed(removed):
                    yield _operation("remove", (path, i))
                for i in added:
                    yield _operation("add", (path, i), after[i])
                left.append(_pairs(before, after, _others(before, removed), _others(after, added), path))
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


def _surplus(longer: list[Any], shorter: list[Any]) -> list[int]:
    """Return the indices in `longer` of the items that `shorter` lacks; the others pair in order."""
    found: list[int] = []
    surplus = len(longer) - len(shorter)
    for i, item in enumerate(longer) if surplus > 0 else ():
        if len(found) == surplus:
            break
        paired = i - len(found)
        if paired == len(shorter) or not _alike(item, shorter[paired]):
            found.append(i)
    return found


def _alike(one: Any, other: Any) -> bool:
    """Say whether two items may be versions of the same item: no scalar that both have differs.

    The time depends on `one` alone.
    """
    if type(one) is not type(other):
        return False
    if type(one) is not dict:
        return type(one) is list or bool(one == other)
    return all(
        type(value) in (dict, list) or name not in other or value == other[name]
        for name, value in one.items()
    )


def _others(items: list[Any], surplus: list[int]) -> Iterator[int]:
    """Yield the indices of the items that are not surplus."""
    left_out = set(surplus)
    return (i for i in range(len(items)) if i not in left_out)


def _pairs(before: Any, after: Any, old: Any, new: Any, path: Path) -> Iterator[tuple[Any, Any, Path]]:
    """Yield the values at the keys `old` and `new` of two containers, with the path of the latter."""
    return ((before[i], after[j], (path, j)) for i, j in zip(old, new, strict=True))


def _operation(op: str, path: Path, value: Any = None) -> Operation:
    operation = {"op": op, "path": linked_pointer(path)}
    return operation if op == "remove" else {**operation, "value": value}


def patched(tree: Any, patch: Any) -> Any:
    """Return `tree` with the operations of `patch` carried out, or raise `PatchError`.

    Neither argument changes; the containers that no operation edits are shared.
    """
    if type(patch) is not list or len(patch) > OPERATIONS:
        raise PatchError(f"a patch is an array of at most {OPERATIONS} operations")
    edited = CopyOnWrite(tree)
    for operation in patch:
        _apply(edited, operation)
    return edited.value


def _apply(edited: CopyOnWrite, operation: Any) -> None:
    """Carry out one operation."""
    op, path, value = _checked(operation)
    *keys, last = tokens(path)
    owner = edited.value
    for key in keys:
        owner = edited.owned(owner, _existing(owner, key, path))
    if type(owner) is list:
        index = _index(last, len(owner) if op == "add" else len(owner) - 1, path)
        # A slice replaces, inserts or removes one item.
        owner[index : index + (op != "add")] = [] if op == "remove" else [value]
    elif type(owner) is not dict or (op != "add" and last not in owner):
        raise _absent(path)
    elif op == "remove":
        del owner[last]
    else:
        owner[last] = value


def _checked(operation: Any) -> tuple[str, str, Any]:
    """Return the parts of an operation; raise `PatchError` for one that is malformed or unknown."""
    if type(operation) is not dict:
        raise PatchError("an operation is an object")
    op, path = operation.get("op"), operation.get("path")
    if op not in ("add", "remove", "replace") or type(path) is not str or not path.startswith("/"):
        raise PatchError("an operation adds, removes or replaces a value inside the message")
    if op != "remove" and "value" not in operation:
        raise PatchError(f"{path}: a value is missing")
    return op, path, operation.get("value")


def _existing(owner: Any, token: str, path: str) -> str | int:
    """Return a token as the key of a value that stands in `owner`."""
    if type(owner) is dict and token in owner:
        return token
    if type(owner) is list:
        return _index(token, len(owner) - 1, path)
    raise _absent(path)


def _index(token: str, most: int, path: str) -> int:
    """Return a token as an index of at most `most`; RFC 6901 allows no sign and no leading zero."""
    digits = token.isascii() and token.isdigit() and len(token) < 10  # noqa: PLR2004 - bounds the conversion
    if not digits or (token[0] == "0" and token != "0") or int(token) > most:
        raise _absent(path)
    return int(token)


def _absent(path: str) -> PatchError:
    return PatchError(f"{path}: no value is there")
