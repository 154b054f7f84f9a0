"""The converters of a bridge: one for each direction, made once and kept while the context stays the same."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from ..conversion.compositions import with_extensions
from ..conversion.convert import Converter, converter
from ..conversion.losses import Converted
from ..conversion.plan import ConversionPlan, plan_of
from ..errors import METHOD_NOT_FOUND, DecodeError
from ..reserved_meta import TASKS
from ..revisions import per_request
from .frames import OTHER, Side, Tree
from .later_revisions import spoken

# The losses of this change are none in a bridge: the handshake states the metadata that requests repeat.
CONTEXT_CHANGE_ID = "T4.3"


class Converters:
    """Convert frames of either side to the revision of the other; `revision` may change at any time."""

    def __init__(self, revision: dict[Side, str]) -> None:
        self.revision = revision
        self.has_extension = False  # the modern side has the tasks extension
        self._made: dict[tuple[str, str, str, bool], tuple[Any, Converter]] = {}

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
        source = self._name(source or spoken(self.revision, sender))
        target = self._name(spoken(self.revision, OTHER[sender]))
        key = source, target, sender, context is None
        known_context, convert = self._made.get(key, (None, None))
        if convert is None or known_context is not context:
            convert = converter(source, target, sender=sender, context=context)
            self._made[key] = context, convert
        _check_method(plan_of(source, target, sender), frame, answering)
        converted = convert.convert_frame(frame, answering)
        losses = converted.losses
        if not any(loss.change == CONTEXT_CHANGE_ID for loss in losses):
            return converted
        return Converted(
            converted.message, tuple(loss for loss in losses if loss.change != CONTEXT_CHANGE_ID)
        )

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
