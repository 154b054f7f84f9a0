"""The optional packages that evaluate JSON Schemas, and the exceptions of an evaluation."""

from __future__ import annotations

from importlib import import_module
from importlib.util import find_spec
from typing import Any

MISSING = "jsonschema or google-re2 is not installed; install the extra: pip install 'mcp-revisions[forms]'"


class MissingExtra(ImportError):
    """The optional package `jsonschema` or `google-re2` is not installed."""


class InvalidSchema(ValueError):
    """A JSON Schema that cannot be used; `pointer` is the place in the schema, `reason` the cause."""

    def __init__(self, pointer: str, reason: str) -> None:
        super().__init__(pointer, reason)
        self.pointer = pointer
        self.reason = reason

    def __str__(self) -> str:
        return f"{self.pointer or '/'}: {self.reason}"


def available() -> bool:
    """Say whether the optional packages can be imported."""
    return find_spec("jsonschema") is not None and find_spec("re2") is not None


def extra(name: str) -> Any:
    """Return a module of an optional package; raise `MissingExtra` if the package is not installed."""
    # Imported by name, so that type checkers of users without the extra report nothing.
    try:
        return import_module(name)
    except ImportError as error:
        raise MissingExtra(MISSING) from error
