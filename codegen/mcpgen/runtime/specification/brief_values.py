"""JSON values with short texts, and their identity by content.

`jsonschema` shows whole values in its messages, once for each error. The values here show at most `_SHOWN`
characters, so a message takes constant time. `Contents` numbers values, equal values alike, in one pass over
each value: `1` equals `1.0`, and `true` equals neither.
"""

from __future__ import annotations

import itertools
from typing import Any

from ..json_values import table_key

_SHOWN = 60


class _Text(str):
    __slots__ = ()

    def __repr__(self) -> str:
        return f"{self[: _SHOWN - 3]!r}..."


class _Array(list[Any]):
    __slots__ = ()

    def __repr__(self) -> str:
        return f"[{_joined(_shown(item) for item in self)}]"


class _Object(dict[str, Any]):
    __slots__ = ()

    def __repr__(self) -> str:
        return f"{{{_joined(f'{_shown(name)}: {_shown(value)}' for name, value in self.items())}}}"


def brief(value: Any) -> Any:
    """Return a JSON value, at most `json_tree.DEEPEST` deep, whose `repr` is short."""
    return _measured(value)[0]


def _measured(value: Any) -> tuple[Any, int]:
    """Return a value whose `repr` is short, and the characters of the value; a short value is not copied."""
    if isinstance(value, str):
        return _Text(value) if len(value) > _SHOWN else value, len(value) + 4
    if isinstance(value, dict):
        members = {name: _measured(item) for name, item in value.items()}
        size = sum(len(name) + inner for name, (_, inner) in members.items())
        return (value if size <= _SHOWN else _Object((n, item) for n, (item, _) in members.items())), size + 4
    if isinstance(value, list):
        items = [_measured(item) for item in value]
        size = sum(inner for _, inner in items)
        return (value if size <= _SHOWN else _Array(item for item, _ in items)), size + 4
    return value, 8


def _shown(value: Any) -> str:
    """Return a part of a shown value: a container inside is shown by its kind."""
    if isinstance(value, (dict, list)) and value:
        return "{...}" if isinstance(value, dict) else "[...]"
    return repr(value) if not isinstance(value, str) or len(value) <= _SHOWN else repr(_Text(value))


def _joined(parts: Any) -> str:
    found: list[str] = []
    for part in parts:
        if sum(map(len, found)) > _SHOWN:
            return ", ".join([*found, "..."])
        found.append(part)
    return ", ".join(found)


class Contents:
    """Numbers of JSON values: two values have the same number if JSON Schema calls both equal.

    A container is known by its identity, so it must outlive this object.
    """

    def __init__(self) -> None:
        self._number_of_content: dict[Any, int] = {}
        self._known: dict[int, int] = {}
        self._sets: dict[int, frozenset[int]] = {}

    def number(self, value: Any) -> int:
        """Return the number of a value."""
        if not isinstance(value, (dict, list)):
            return self._number((bool, value) if isinstance(value, bool) else table_key(value))
        known = self._known.get(id(value))
        if known is None:
            if isinstance(value, dict):
                parts = ((name, self.number(item)) for name, item in sorted(value.items()))
                known = self._number((dict, *itertools.chain.from_iterable(parts)))
            else:
                known = self._number((list, *map(self.number, value)))
            self._known[id(value)] = known
        return known

    def numbers(self, values: list[Any]) -> frozenset[int]:
        """Return the numbers of the items of an array."""
        known = self._sets.get(id(values))
        if known is None:
            known = self._sets[id(values)] = frozenset(map(self.number, values))
        return known

    def _number(self, content: Any) -> int:
        return self._number_of_content.setdefault(content, len(self._number_of_content))
