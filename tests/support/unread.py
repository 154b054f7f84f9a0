"""A converter that converts only text that it need not parse."""

from __future__ import annotations

from typing import Any

from mcp_revisions._runtime.conversion.chain import plan_of
from mcp_revisions._runtime.conversion.convert import Converter


class Unread(Converter):
    """Converts a text without parsing it, or returns None if it must be parsed."""

    __slots__ = ()

    def _convert_any(self, message: Any, answering: Any) -> Any:
        return None


def unread(source: str, target: str, sender: str) -> Unread:
    """Return the converter between two revisions."""
    plan = plan_of(source, target, sender)
    return Unread(plan, plan.least_context, "report")
