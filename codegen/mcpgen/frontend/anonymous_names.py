"""Names of anonymous types: the overlay's, else their place (`Tool.inputSchema` → `ToolInputSchema`)."""

from __future__ import annotations

import json
from collections.abc import Callable
from typing import Any

from mcpgen.frontend.overlay import Overlay
from mcpgen.frontend.prose import without_prose
from mcpgen.names import pascal
from mcpgen.problems import Problem


class AnonymousNames:
    """The names that an overlay gives by place, and the names invented so far."""

    def __init__(self, overlay: Overlay) -> None:
        entries = overlay.index("name", lambda entry: entry["at"])
        self._overlay = overlay
        self._given: dict[str, str] = {at: entry["name"] for at, entry in entries.items()}
        self._unused = set(entries)
        self._invented: dict[tuple[str, str], str] = {}  # proposed name and shape → name
        self._numbers: dict[str, int] = {}  # proposed name → number of the last type that has it

    def __contains__(self, at: str) -> bool:
        """Return whether the overlay names the type at a pointer."""
        return at in self._given

    def given(self, at: str) -> str | None:
        """Return the overlay's name for the type at a pointer, and count it as used."""
        self._unused.discard(at)
        return self._given.get(at)

    def invented(self, proposed: str, schema: Any, is_taken: Callable[[str], bool]) -> tuple[str, bool]:
        """Return a name for an anonymous type, numbered where taken, and whether the name is new.

        Types of one shape with one proposed name share a name.
        """
        key = proposed, json.dumps(without_prose(schema), sort_keys=True)
        known = self._invented.get(key)
        if known is not None:
            return known, False
        name, number = proposed, self._numbers.get(proposed, 1)
        while is_taken(name):
            number += 1
            name = f"{proposed}{number}"
        self._numbers[proposed] = number
        self._invented[key] = name
        return name, True

    def unused(self) -> list[Problem]:
        """Return a problem for each place of the overlay that holds no anonymous type."""
        entries = self._overlay.table("name")
        return [
            Problem(
                self._overlay.located("name", index),
                f"nothing anonymous at {at}; drop the pointer",
                subject=at,
            )
            for index, entry in enumerate(entries)
            for at in entry["at"]
            if at in self._unused
        ]


def arm_name(schema: Any) -> str:
    """Return the part of a name that identifies an anonymous arm: a constant, else the required members."""
    if not isinstance(schema, dict):
        return "Arm"
    properties = schema.get("properties")
    if isinstance(properties, dict):
        for member in properties.values():
            if isinstance(member, dict) and isinstance(member.get("const"), str):
                return pascal(member["const"])
        return "".join(pascal(str(name)) for name in schema.get("required", [])) or "Object"
    if "required" in schema:
        return "".join(pascal(str(name)) for name in schema["required"])
    return pascal(str(schema.get("type", "")))
