"""The converters of a bridge: one for each direction, made once and kept while the context stays the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..conversion.compositions import with_extensions
from ..conversion.convert import Converter
from ..conversion.losses import Converted
from ..conversion.plan import ConversionPlan, plan_of
from ..conversion.request_context import resolve_context
from ..errors import METHOD_NOT_FOUND, DecodeError
from ..revisions import per_request
from ..task_names import TASKS
from .frames import OTHER, Side, Tree
from .later_revisions import spoken

# The losses of this change are none in a bridge: the handshake states the metadata that requests repeat.
CONTEXT_CHANGE_ID = "T4.3"


class Converters:
    """Convert frames of either side to the revision of the other; `revision` may change at any time."""

    def __init__(self, revision: dict[Side, str]) -> None:
        self.revision = revision
        self.has_extension = False  # the modern side has the tasks extension
        self._made: dict[Any, tuple[Any, ConversionPlan, Converter]] = {}

    def convert(
        self,
        frame: Tree,
        sender: Side,
        *,
        answering: str | None = None,
        context: Mapping[str, Any] | None = None,
        source: str | None = None,
    ) -> Converted:
        """Return a frame in the revision of the other side; raise `NoCounterpart` or `DecodeError`.

        `source` is the revision of the frame, unless the sender's. A changed `context` must be a new object.
        """
        revision = self.revision
        key = revision["client"], revision["server"], sender, source, context is None, self.has_extension
        made = self._made.get(key)
        if made is None or made[0] is not context:
            first, last = source or spoken(revision, sender), spoken(revision, OTHER[sender])
            plan = plan_of(self._name(first), self._name(last), sender)
            convert = Converter(plan, resolve_context(plan, context), "report", CONTEXT_CHANGE_ID)
            made = self._made[key] = context, plan, convert
        _, plan, convert = made
        _check_method(plan, frame, answering)
        return convert.convert_frame(frame, answering)

    def _name(self, revision: str) -> str:
        """Return the name of a revision, with the tasks extension if the side has that."""
        is_extended = self.has_extension and revision in per_request()
        return with_extensions(revision, TASKS) if is_extended else revision


def _check_method(plan: ConversionPlan, frame: Tree, answering: str | None) -> None:
    """Raise `DecodeError` for a method of the other kind, and for a result of a method without results.

    A revision that is settled later may lack a method that was forwarded before.
    """
    if plan.is_identity:
        return
    method = plan.requests.get(frame["method"]) if "method" in frame else None
    if method is not None and method.is_request != ("id" in frame):
        kind = "request" if method.is_request else "notification"
        raise DecodeError("/method", f"{frame['method']!r} is a {kind}", METHOD_NOT_FOUND)
    if answering is not None and "result" in frame and answering not in plan.results:
        raise DecodeError("/result", f"{plan.source} has no answer to {answering!r}")
