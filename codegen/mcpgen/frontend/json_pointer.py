"""JSON Pointers (RFC 6901): a path as text, and back."""

from __future__ import annotations


def pointer(*path: str | int) -> str:
    """Return the JSON Pointer of a path."""
    return "".join("/" + str(step).replace("~", "~0").replace("/", "~1") for step in path)


def steps(text: str) -> list[str]:
    """Return the path that a JSON Pointer spells, array indices as digits; the empty pointer has no step."""
    return [step.replace("~1", "/").replace("~0", "~") for step in text.split("/")[1:]]
