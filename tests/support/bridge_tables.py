"""The tables of a live object, found by following its references.

`tables` returns every dict, list, set and deque that a bridge reaches through containers, closures, bound
methods, and instances of classes in the modules of the bridge. Tables that all bridges share, such as
conversion plans, belong to other modules.

A container is not a table if its size is known in advance:

- a part of a frame: a dict whose keys are all member names of the protocol;
- a constant: a dict of functions, or a dict whose keys contain only revisions, sides and booleans.
"""

from __future__ import annotations

import re
from collections import deque
from collections.abc import Iterator
from functools import cache
from types import FunctionType, MethodType
from typing import Any

from support.oracle import REVISIONS, oracle

OWN = re.compile(r"mcp_bridge\b")
CONTAINERS = (dict, list, set, frozenset, deque, tuple)


@cache
def members() -> frozenset[str]:
    """Return the names of all members in the schemas of all revisions."""
    found: set[str] = set()

    def collect(schema: Any) -> None:
        if isinstance(schema, dict):
            properties = schema.get("properties")
            if isinstance(properties, dict):
                found.update(properties)
                found.update(name.rpartition("/")[2] for name in properties)  # as a context calls them
            schema = list(schema.values())
        if isinstance(schema, list):
            for inner in schema:
                collect(inner)

    for revision in REVISIONS:
        collect(oracle(revision).types)
    return frozenset(found)


def tables(root: object) -> list[Any]:
    """Return the tables of an object, with the empty ones."""
    return [found for found in _containers(root) if not isinstance(found, tuple) and not _known(found)]


def _containers(root: object) -> Iterator[Any]:
    """Yield every container that is reachable from an object, once."""
    met: set[int] = set()
    todo: list[Any] = [root]
    while todo:
        item = todo.pop()
        if id(item) in met or isinstance(item, (str, bytes, int, float, type, type(None))):
            continue
        met.add(id(item))
        if isinstance(item, CONTAINERS):
            if isinstance(item, dict) and _is_frame(item):
                continue
            yield item
            todo += [*item, *item.values()] if isinstance(item, dict) else item
        else:
            todo += _inside(item)


def _inside(item: Any) -> list[Any]:
    """Return the objects to which an object that is not a container refers."""
    if isinstance(item, MethodType):
        return [item.__self__]
    if not OWN.match((item if isinstance(item, FunctionType) else type(item)).__module__):
        return []
    if isinstance(item, FunctionType):
        return [cell.cell_contents for cell in item.__closure__ or ()]
    held = list(vars(item).values()) if hasattr(item, "__dict__") else []
    slots = [name for kind in type(item).__mro__ for name in getattr(kind, "__slots__", ())]
    return held + [getattr(item, name) for name in slots if hasattr(item, name)]


def _is_frame(item: dict[Any, Any]) -> bool:
    return bool(item) and all(isinstance(name, str) and name in members() for name in item)


def _known(item: Any) -> bool:
    """Return whether the size of a container is constant."""
    if not isinstance(item, dict) or not item:
        return False
    return all(map(callable, item.values())) or all(map(_is_named, item))


def _is_named(key: Any) -> bool:
    """Return whether a key contains only revisions, sides and booleans."""
    if isinstance(key, tuple):
        return all(map(_is_named, key))
    return isinstance(key, bool) or key in REVISIONS or key in ("client", "server")
