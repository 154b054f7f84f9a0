"""JSON Patch (RFC 6902) between two JSON trees: `diff` writes one, `apply` carries one out on a copy.

In: plain JSON trees. Out: operations `add`, `remove` and `replace`; `apply` knows no others, so a patch can
only set and unset places of the tree it is applied to. `1`, `1.0` and `true` are three values here.
"""

from __future__ import annotations

from copy import deepcopy
from typing import Any

from ..json_values import pointer_token, same_json


class PatchError(ValueError):
    """A patch that is malformed or does not fit the tree."""


def diff(old: Any, new: Any, path: str = "") -> list[dict[str, Any]]:
    """Return the operations that turn `old` into `new`, in order."""
    if type(old) is dict and type(new) is dict:
        return _diff_objects(old, new, path)
    if type(old) is list and type(new) is list:
        return _diff_arrays(old, new, path)
    return [] if same_json(old, new) else [{"op": "replace", "path": path, "value": new}]


def _diff_objects(old: dict[str, Any], new: dict[str, Any], path: str) -> list[dict[str, Any]]:
    found: list[dict[str, Any]] = []
    for name, value in old.items():
        here = f"{path}/{pointer_token(name)}"
        if name in new:
            found += diff(value, new[name], here)
        else:
            found.append({"op": "remove", "path": here})
    for name, value in new.items():
        if name not in old:
            found.append({"op": "add", "path": f"{path}/{pointer_token(name)}", "value": value})
    return found


def _diff_arrays(old: list[Any], new: list[Any], path: str) -> list[dict[str, Any]]:
    """Compare item by item between what the arrays begin and end with in common."""
    shorter = min(len(old), len(new))
    head = 0
    while head < shorter and same_json(old[head], new[head]):
        head += 1
    tail = 0
    if len(old) != len(new):
        while tail < shorter - head and same_json(old[-1 - tail], new[-1 - tail]):
            tail += 1
    paired = shorter - tail
    found: list[dict[str, Any]] = []
    for i in range(head, paired):
        found += diff(old[i], new[i], f"{path}/{i}")
    for i in range(len(old) - tail - 1, paired - 1, -1):
        found.append({"op": "remove", "path": f"{path}/{i}"})
    for i in range(paired, len(new) - tail):
        found.append({"op": "add", "path": f"{path}/{i}", "value": new[i]})
    return found


def apply(tree: Any, patch: Any) -> Any:
    """Return a copy of `tree` with the operations of `patch` carried out, or raise `PatchError`."""
    tree = deepcopy(tree)
    if type(patch) is not list:
        raise PatchError("a patch is an array")
    for operation in patch:
        _apply(tree, operation)
    return tree


def _apply(tree: Any, operation: Any) -> None:
    """Carry out one operation in place."""
    op, path, value = _checked(operation)
    *tokens, last = [token.replace("~1", "/").replace("~0", "~") for token in path[1:].split("/")]
    owner = tree
    for token in tokens:
        owner = _member(owner, token, path)
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


def _member(owner: Any, token: str, path: str) -> Any:
    if type(owner) is dict and token in owner:
        return owner[token]
    if type(owner) is list:
        return owner[_index(token, len(owner) - 1, path)]
    raise _absent(path)


def _index(token: str, most: int, path: str) -> int:
    """Return a token as an index of at most `most`; RFC 6901 allows no sign and no leading zero."""
    digits = token.isascii() and token.isdigit() and len(token) < 10  # noqa: PLR2004 - bounds the conversion
    if not digits or (token[0] == "0" and token != "0") or int(token) > most:
        raise _absent(path)
    return int(token)


def _absent(path: str) -> PatchError:
    return PatchError(f"{path}: no value is there")
