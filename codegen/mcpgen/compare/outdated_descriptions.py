"""Find descriptions that name a value which only an adjacent revision has, such as a renamed constant."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from typing import NamedTuple

from mcpgen.classes.descriptions import Descriptions
from mcpgen.compare.protocol_change import ProtocolChange
from mcpgen.ir import Protocol

_RULES = ("CONST_CHANGED", "ENUM_VALUE_REMOVED", "ENUM_VALUE_RENAMED", "ERROR_CODE_MOVED")
_SHORT = 3  # a number of so few characters may mean anything in the description of another type


class OutdatedDescription(NamedTuple):
    """A description with a value that the revision does not have: its path in `docs.toml`, and the value."""

    path: tuple[str, ...]
    value: str
    text: str


def outdated_descriptions(
    descriptions: Descriptions,
    protocol: Protocol,
    changes: Iterable[ProtocolChange],
    *,
    is_newer: bool = True,
) -> Iterator[OutdatedDescription]:
    """Yield each description of `protocol` that names a constant or error code that this revision lacks.

    `changes` are the changes between `protocol` and an adjacent revision, which has the constant or code.
    `is_newer` says whether `protocol` is the newer of the two. The descriptions of a type and its members are
    searched for the constants of this type. All descriptions are searched for numbers of more than `_SHORT`
    characters, such as error codes.
    """
    texts = {path: text.text(protocol.revision) for path, text in descriptions.items()}
    used = [path for path in dict.fromkeys(descriptions.paths(protocol)) if path in texts]
    found: dict[OutdatedDescription, None] = {}
    for change in changes:
        before, _, after = change.detail.partition(" → ")
        value, at = (before, change.at) if is_newer else (after, change.was)
        if change.rule not in _RULES or not value:
            continue
        owner, is_string = at.partition(".")[0], value.startswith('"')
        written = f"`{value.strip(chr(34))}`" if is_string else value
        pattern = re.compile(rf"(?<![\w.-]){re.escape(written)}(?!\w)")
        for path in used:
            is_own = owner in path[:2] or (not is_string and len(value) > _SHORT)
            if is_own and pattern.search(texts[path]):
                found[OutdatedDescription(path, written.strip("`"), texts[path])] = None
    yield from found
