"""Functions on plain JSON values: exact equality, request ids, JSON Pointers (RFC 6901)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import Any, TypeAlias, overload

JsonValue: TypeAlias = Any
"""Any JSON value, as plain Python values."""


def same_json(a: Any, b: Any) -> bool:
    """Return whether two JSON values are identical. `1`, `1.0` and `true` are three different values."""
    if type(a) is not type(b):
        return False
    if type(a) is dict:
        return len(a) == len(b) and all(name in b and same_json(value, b[name]) for name, value in a.items())
    if type(a) is list:
        return len(a) == len(b) and all(map(same_json, a, b))
    return bool(a == b)


def equal_json(a: Any, b: Any) -> bool:
    """Return whether two JSON values are equal in JSON Schema: `1` equals `1.0`, but not `true`."""
    if type(a) is dict:
        same = type(b) is dict and a.keys() == b.keys()
        return same and all(equal_json(value, b[name]) for name, value in a.items())
    if type(a) is list:
        return type(b) is list and len(a) == len(b) and all(map(equal_json, a, b))
    return bool(a == b) and (type(a) is bool) is (type(b) is bool)


_END_OF_INDEXES = 2**32 - 1
_LONGEST_INDEX = 10


def names_in_order(owner: Iterable[str]) -> list[str]:
    """Return the names of an object's members in the order in which conversions report and write them.

    This is the order of ECMAScript: first the names that are array indexes, ascending, then the other names
    in the order of the message. JavaScript objects cannot have another order.
    """
    names = list(owner)
    indexes = [name for name in names if name[:1].isdigit() and _is_index(name)]
    if not indexes:
        return names
    known = frozenset(indexes)
    return [*sorted(indexes, key=int), *(name for name in names if name not in known)]


def _is_index(name: str) -> bool:
    if not (name.isascii() and name.isdigit() and len(name) <= _LONGEST_INDEX):
        return False
    return (name == "0" or name[0] != "0") and int(name) < _END_OF_INDEXES


def is_integer(value: Any) -> bool:
    """Return whether a value is an integer as JSON Schema defines it: `1.0` is one, `true` is not."""
    return type(value) is int or (type(value) is float and value.is_integer())


def is_request_id(value: Any) -> bool:
    """Return whether a value can be a request id or a progress token: a string or an integer."""
    return type(value) is str or is_integer(value)


_HASHED_AS_ITSELF = 1 << 60  # smaller than the modulus of the hash of a number


def table_key(value: Any) -> Any:
    """Return a dictionary key for a scalar that a peer sent. Equal numbers have equal keys.

    Python's hash of a number is its value modulo 2^61 - 1, so a peer could send many numbers with the same
    hash, and lookups would take quadratic time. The key of a large number therefore contains its digits as
    text, whose hash a peer cannot predict.
    """
    if type(value) in (int, float) and not -_HASHED_AS_ITSELF < value < _HASHED_AS_ITSELF:
        return ("number", hex(int(value))) if is_integer(value) else value
    return value


def request_key(id: Any) -> Any:
    """Return the dictionary key for a request id (see `table_key`), or None for any other value."""
    return table_key(id) if is_request_id(id) else None


def pointer_token(key: str | int) -> str:
    """Return a member name or an index as a token of a JSON Pointer: `a/b` becomes `a~1b`."""
    if type(key) is str:
        return key.replace("~", "~0").replace("/", "~1") if "~" in key or "/" in key else key
    return str(key)


def member(value: Any, *names: str) -> Any:
    """Return the member of a JSON value at a path of names. Return None if there is none."""
    for name in names:
        if not isinstance(value, dict):
            return None
        value = value.get(name)
    return value


def json_pointer(keys: Iterable[str | int]) -> str:
    """Return the JSON Pointer for a path of keys, the outermost key first."""
    return "".join(["/" + pointer_token(key) for key in keys])


LOSS_POINTER = 1024
"""The most characters of the pointer of a loss, or of an unknown member."""


def cut_pointer(pointer: str) -> str:
    """Return the pointer of a loss, cut to 1,024 characters. A pointer that was cut ends with `…`."""
    return pointer if len(pointer) <= LOSS_POINTER else pointer[: LOSS_POINTER - 1] + "…"


def loss_pointer(keys: Iterable[str | int]) -> str:
    """Return the JSON Pointer of a loss for a path of keys, the outermost key first.

    A pointer of more than 1,024 characters is cut (see `cut_pointer`), because thousands of losses can lie
    below one long name.
    """
    pointer = ""
    for key in keys:
        # A long name is cut before it is read. Reading it for each loss would take quadratic time.
        if type(key) is str and (len(key) > LOSS_POINTER or "~" in key or "/" in key):
            pointer = f"{pointer}/{pointer_token(key[:LOSS_POINTER])}"
        else:
            pointer = f"{pointer}/{key}"
        if len(pointer) > LOSS_POINTER:
            return cut_pointer(pointer)
    return pointer


def tokens(pointer: str) -> list[str]:
    """Return the unescaped keys in a JSON Pointer: `/a~1b/0` gives `a/b` and `0`."""
    return [token.replace("~1", "/").replace("~0", "~") for token in pointer.split("/")[1:]]


def linked_keys(path: Any) -> list[str | int]:
    """Return the keys of a linked path, the outermost key first.

    A linked path is a pair `(linked path of the container, key)`. The linked path of the root is None.
    """
    found: list[str | int] = []
    while path is not None:
        path, key = path
        found.append(key)
    found.reverse()
    return found


def linked_pointer(path: Any) -> str:
    """Return the JSON Pointer for a linked path (see `linked_keys`)."""
    return json_pointer(linked_keys(path))


class CopyOnWrite:
    """An editable copy of a JSON object or array.

    An inner container is shared with the original, until `owned` is called to edit the container.
    """

    __slots__ = ("_own", "value")

    def __init__(self, value: Any) -> None:
        self.value = value.copy()
        # By id. The table holds the containers, so that no other object gets their ids.
        self._own = {id(self.value): self.value}

    def owned(self, owner: Any, key: Any) -> Any:
        """Return the value at `key` of `owner`, ready to be edited. A container is copied on first access.

        `owner` must be `value`, or a container that an earlier call returned.
        """
        inner = owner[key]
        if id(inner) not in self._own and type(inner) in (dict, list):
            inner = owner[key] = inner.copy()
            self._own[id(inner)] = inner
        return inner


class Pointers(Sequence[str]):
    """The JSON Pointers of unknown members. Long pointers are cut (see `cut_pointer`).

    Each pointer is built only when it is read, because all pointers of a deeply nested message together may
    need more memory than the message.
    """

    __slots__ = ("_paths",)

    def __init__(self, paths: Sequence[Any] = ()) -> None:
        self._paths = paths

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> Pointers: ...
    def __getitem__(self, index: int | slice) -> str | Pointers:
        found = self._paths[index]
        return Pointers(found) if isinstance(index, slice) else loss_pointer(linked_keys(found))

    def __len__(self) -> int:
        return len(self._paths)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, (Pointers, tuple)):
            return NotImplemented
        return len(self) == len(other) and all(a == b for a, b in zip(self, other, strict=True))

    def __hash__(self) -> int:
        return hash(tuple(self))

    def __repr__(self) -> str:
        return repr(tuple(self))


Inside = Callable[[Any, Any], Iterator[tuple[Any, Any]]]
"""A function of a linked path and its value. It yields the path and value of each direct child."""


def depth_first(value: Any, inside: Inside, at: Any = None) -> Iterator[tuple[Any, Any]]:
    """Yield pairs of a linked path and a value: for `value`, then for every value inside it, depth first.

    The function `inside` yields the pairs of a value's direct children. `at` is the linked path of `value`.
    """
    # Without recursion: the sender decides how deep a message is nested.
    left = [iter([(at, value)])]
    while left:
        for path, found in left[-1]:
            yield path, found
            left.append(inside(path, found))
            break
        else:
            left.pop()


def walk(value: Any, at: Any = None) -> Iterator[tuple[Any, Any]]:
    """Yield pairs of a linked path and a value: for `value`, then for every value inside it, depth first.

    `value` is a JSON value, and `at` is its linked path (see `linked_pointer`).
    """
    return depth_first(value, _inside, at)


def _inside(path: Any, value: Any) -> Iterator[tuple[Any, Any]]:
    if isinstance(value, Mapping):
        return (((path, key), child) for key, child in value.items())
    return (((path, key), child) for key, child in enumerate(value if isinstance(value, list) else ()))
