"""Rules for batches, the reserved `_meta` of requests, and the revisions that messages name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import msgspec

from ...revisions import reserved_key
from ...task_names import TASKS
from ..log import ConversionLog, Path, RequestContext, array, check_object, expected, mapping
from ..losses import Change
from ..value_checks import Shape
from .registry import JsonObject, OfMember, rule


@rule("R-BATCH", of="batches")
def split_batch(frames: list[Any], at: Path, log: ConversionLog, change: Change) -> list[Any]:
    """Report the array of a batch as `reshaped` (a `LossKind`), and return its messages in order."""
    log.append(("reshaped", at, frames, change))  # the messages are copied before they are edited
    return list(frames)


_META = OfMember("_meta", ("object", {"_meta": ("map",)}), {}, mends=True, sets=True)


@rule("R-META5", adapts=True, fills_request_meta=True, of=_META)
def fill_request_meta(params: JsonObject, at: Path, log: ConversionLog, change: Change) -> None:
    """Set the members of `_meta` that every request of 2026-07-28 repeats.

    The values come from `log.context`.
    """
    location, context = (at, "_meta"), log.context
    assert context is not None
    params.setdefault("_meta", {})
    meta = mapping(params, "_meta", at)
    for name in context.unstated:
        if name in meta:
            log.admit(meta, name, context.shapes[name], location, change)
    for name, value in msgspec.to_builtins(context.stated).items():  # copies, which later edits may change
        log.fill(meta, name, value, location, change)
    log.require(meta, reserved_key("clientCapabilities"), {}, None, location, change)


_META_OF_TASK: Shape = ("object", {"progressToken": ("union", "string", "integer")})


@rule("R-TASK", of="runtime")
def declaring_tasks(context: RequestContext) -> RequestContext:
    """Return a copy of a request context, in which the client also declares the tasks extension."""
    key = reserved_key("clientCapabilities")
    capabilities = msgspec.to_builtins(context.stated.get(key, {}))
    extensions = capabilities.get("extensions")
    capabilities["extensions"] = {**(extensions if type(extensions) is dict else {}), TASKS: {}}
    return RequestContext({**context.stated, key: capabilities}, context.shapes)


@rule("R-TASK", adds=True, of=_META._replace(takes=("object", {})))
def fill_task_meta(params: JsonObject, at: Path, log: ConversionLog, change: Change) -> None:
    """Set the members of `_meta` as `fill_request_meta` does, and declare the tasks extension there.

    The source does not define `_meta` in these params. If they have a `_meta` that is not valid in the
    target, it is removed first.
    """
    assert log.context is not None
    if "_meta" in params:
        log.admit(params, "_meta", _META_OF_TASK, at, change)
    log.context = declaring_tasks(log.context)
    fill_request_meta(params, at, log, change)


@rule("R-TASK", of=_META)
def fill_call_meta(params: JsonObject, at: Path, log: ConversionLog, change: Change) -> None:
    """Set the members of `_meta` as `fill_request_meta` does.

    If the call asks for a task, declare the tasks extension there.
    """
    assert log.context is not None
    if "task" in params:
        log.context = declaring_tasks(log.context)
    fill_request_meta(params, at, log, change)


@rule("R-INIT", adapts=True, of="runtime")
def session_revision(
    owner: JsonObject, at: Path, log: ConversionLog, change: Change, source: str, target: str
) -> None:
    """Set `protocolVersion` to the target revision.

    If the member had the source revision, report it as respelled, otherwise as reshaped.
    """
    check_object(owner, at)
    stated, location = owner.get("protocolVersion"), (at, "protocolVersion")
    if type(stated) is not str:
        raise expected("a string", location)
    if stated != target:
        log.report("respelled" if stated == source else "reshaped", location, stated, change)
        owner["protocolVersion"] = target


@rule("R-INIT", adapts=True, of="runtime")
def request_revision(
    params: JsonObject, at: Path, log: ConversionLog, change: Change, source: str, target: str
) -> None:
    """Set the revision in `_meta` to the target revision.

    If `_meta` had the source revision, report it as respelled, otherwise as reshaped.
    """
    meta, location = params.get("_meta") if type(params) is dict else None, (at, "_meta")
    if type(meta) is not dict:
        raise expected("an object", location)
    key = reserved_key("protocolVersion")
    stated = meta.get(key)
    if stated == source:
        log.report("respelled", (location, key), source, change)
        meta[key] = target
    elif stated != target:
        log.fill(meta, key, target, location, change)


@rule("R-INIT", adapts=True, of="runtime")
def listed_revisions(
    result: JsonObject, at: Path, log: ConversionLog, change: Change, source: str, target: str
) -> None:
    """Replace the source revision by the target revision in `supportedVersions`.

    If the list already has the target revision, the list is unchanged.
    """
    stated = array(result, "supportedVersions", at)
    if source in stated and target not in stated:
        log.report("respelled", (at, "supportedVersions"), stated, change)
        result["supportedVersions"] = [target if each == source else each for each in stated]


# The edits for messages that name their revision, with the reasons that they report.
NAMING: dict[str, tuple[Callable[..., None], str]] = {
    "session": (
        session_revision,
        "This message was converted to {target}, so its `protocolVersion` was changed.",
    ),
    "request": (
        request_revision,
        "This request was converted to {target}, so the revision in its `_meta` was changed.",
    ),
    "discovery": (
        listed_revisions,
        "This result was converted to {target}, so its `supportedVersions` were changed.",
    ),
}


class Naming(NamedTuple):
    """An edit that replaces the revision stated in a message, such as `protocolVersion`.

    `kind` is a key of `NAMING`, such as `session` for the messages of `initialize`. `change` is the change
    that the edit reports.
    """

    kind: str
    edit: Callable[[Any, Path, ConversionLog], None]
    change: Change


def naming_edit(kind: str, source: str, target: str) -> Naming:
    """Return the edit that replaces the revision `source` by `target` in messages of one kind.

    `kind` is a key of `NAMING`, such as `session` for the messages of `initialize`.
    """
    edit, reason = NAMING[kind]
    change = Change("R-INIT", reason.format(target=target))
    return Naming(kind, partial(edit, change=change, source=source, target=target), change)


_VALUES = ("object", {"values": ("array", None)}, ("values",))


@rule(
    leaves=("object", {"values": ("array", None, None, 100)}, ("values",)),
    of=OfMember("values", _VALUES, {"values": [], "hasMore": True}, mends=True),
)
def completion_limit(completion: JsonObject, at: Path, log: ConversionLog, change: Change) -> None:
    """Keep the first 100 values of a completion, and set `hasMore` if there were more."""
    values = array(completion, "values", at)
    if len(values) > 100:
        log.report("weakened", (at, "values"), values, change)
        completion["values"] = values[:100]
        log.fill(completion, "hasMore", True, at, change)
