"""The request context: facts that a session states once, and that 2026-07-28 repeats in each request.

These facts are the client's capabilities, its name and version, and the log level. A caller passes them as
`context`, in the form of the source revision. They are converted to members of `_meta` in the target
revision, and validated, once for all requests of a converter.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any

from ..errors import DecodeError
from ..json_line import json_line
from ..messages.plain_json import plain_json
from ..revisions import reserved_key
from .adapter_tables import Adapter
from .log import ConversionLog, RequestContext
from .losses import Loss
from .plan import ConversionPlan
from .value_checks import fits

NAMES = ("clientCapabilities", "clientInfo", "logLevel")


def least_context(adapters: Sequence[Adapter], target: str) -> RequestContext | None:
    """Return the request context for a caller that passes none. It states only the target revision.

    Return None if no adapter adds a request context.
    """
    repeating = _repeating(adapters)
    if repeating is None or repeating.context is None:
        return None
    shapes = {reserved_key(name): shape for name, shape in repeating.context.items()}
    return RequestContext({reserved_key("protocolVersion"): target}, shapes)


def _repeating(adapters: Sequence[Adapter]) -> Adapter | None:
    """Return the adapter that adds the request context to each request, or None if there is none."""
    return next((adapter for adapter in adapters if adapter.context), None)


def resolve_context(plan: ConversionPlan, context: Mapping[str, Any] | None) -> RequestContext | None:
    """Convert the caller's option `context` to the target revision, and return it as a `RequestContext`.

    Return None if no adapter adds a request context. Raise `ValueError` if `context` is malformed.
    """
    if context is None:
        return plan.least_context
    if not isinstance(context, Mapping):
        raise ValueError(
            f"context: expected a mapping, not {context!r:.100}; the names are {', '.join(NAMES)}"
        )
    for name in context:
        if name not in NAMES:
            raise ValueError(f"context: unknown name {name!r:.100}; the names are {', '.join(NAMES)}")
    least, last = plan.least_context, _repeating(plan.adapters)
    if least is None or last is None:
        return None
    stated, losses = dict(least.stated), list[Loss]()
    for name, value in context.items():
        if value is not None:
            stated[reserved_key(name)], lost = _converted(name, value, plan, last)
            losses += lost
    return RequestContext(stated, least.shapes, tuple(losses))


def _converted(name: str, value: Any, plan: ConversionPlan, last: Adapter) -> tuple[Any, tuple[Loss, ...]]:
    """Convert the value `name` of the caller's context to the target revision. Return it with its losses.

    `last` is the adapter that adds the request context to each request. Raise `ValueError` if the value is
    invalid.
    """
    try:
        value = plain_json(f"context: {name}", value)[1]
    except DecodeError as error:
        raise ValueError(f"context: {name} is {error.reason}") from None
    except TypeError as error:
        raise ValueError(str(error)) from None
    log = ConversionLog()
    log.needs_path_mapping, log.frames = True, (json_line({name: value}), {name: value})
    for adapter in plan.adapters:
        edit = {"clientCapabilities": adapter.capabilities, "clientInfo": adapter.implementation}.get(name)
        if edit is not None:
            try:
                edit(value, (None, name), log)
            except DecodeError as error:
                raise ValueError(f"context: {error.pointer[1:]}: {error.reason}") from None
        if adapter is last:
            break
    if not fits(value, (last.context or {})[name]):
        raise ValueError(f"context: the value of {name} is not valid in {last.target}")
    return value, log.losses()
