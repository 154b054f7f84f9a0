"""Batches, the reserved `_meta` of requests, and the revisions that frames name."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any, NamedTuple

import msgspec

from ...revisions import reserved_key
from ...task_names import TASKS
from ..log import ConversionLog, Path, RequestContext, array, expected, mapping
from ..losses import Change
from .registry import Tree, rule


@rule("R-BATCH")
def split_batch(frames: list[Any], at: Path, log: ConversionLog, change: Change) -> list[Any]:
    """Return the frames of a batch, in order."""
    log.append(("reshaped", at, frames, change))  # no step edits these frames: each is copied first
    return list(frames)


@rule("R-META5", adapts=True, fills_request_meta=True)
def fill_request_meta(params: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Set the members of `_meta` that 2026-07-28 repeats in each request."""
    place, context = (at, "_meta"), log.context
    assert context is not None
    params.setdefault("_meta", {})
    meta = mapping(params, "_meta", at)
    for name in context.strays.intersection(meta):
        log.admit(meta, name, context.shapes[name], place, change)
    for name, value in msgspec.to_builtins(context.stated).items():  # values that the frame may own
        log.fill(meta, name, value, place, change)
    log.require(meta, reserved_key("clientCapabilities"), {}, None, place, change)


@rule("R-TASK")
def declaring_tasks(context: RequestContext) -> RequestContext:
    """Return the context of a request that declares the extension beside the client's capabilities."""
    key = reserved_key("clientCapabilities")
    capabilities = msgspec.to_builtins(context.stated.get(key, {}))
    extensions = capabilities.get("extensions")
    capabilities["extensions"] = {**(extensions if type(extensions) is dict else {}), TASKS: {}}
    return RequestContext({**context.stated, key: capabilities}, context.shapes)


@rule("R-TASK")
def fill_task_meta(params: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Set the members of `_meta` as `fill_request_meta` does, with the extension among the capabilities."""
    assert log.context is not None
    log.context = declaring_tasks(log.context)
    fill_request_meta(params, at, log, change)


@rule("R-INIT", adapts=True)
def session_revision(
    owner: Tree, at: Path, log: ConversionLog, change: Change, source: str, target: str
) -> None:
    """Set `protocolVersion` to the target: respelled if the member is the source, otherwise reshaped."""
    if type(owner) is not dict:
        raise expected("an object", at)
    stated, place = owner.get("protocolVersion"), (at, "protocolVersion")
    if type(stated) is not str:
        raise expected("a string", place)
    if stated != target:
        log.report("respelled" if stated == source else "reshaped", place, stated, change)
        owner["protocolVersion"] = target


@rule("R-INIT", adapts=True)
def request_revision(
    params: Tree, at: Path, log: ConversionLog, change: Change, source: str, target: str
) -> None:
    """Set the revision in `_meta` to the target: respelled if the source is named, otherwise reshaped."""
    meta, place = params.get("_meta") if type(params) is dict else None, (at, "_meta")
    if type(meta) is not dict:
        raise expected("an object", place)
    key = reserved_key("protocolVersion")
    stated = meta.get(key)
    if stated == source:
        log.report("respelled", (place, key), source, change)
        meta[key] = target
    elif stated != target:
        log.fill(meta, key, target, place, change)


@rule("R-INIT", adapts=True)
def listed_revisions(
    result: Tree, at: Path, log: ConversionLog, change: Change, source: str, target: str
) -> None:
    """Respell the source as the target in `supportedVersions`, unless the list names the target too."""
    stated = array(result, "supportedVersions", at)
    if source in stated and target not in stated:
        log.report("respelled", (at, "supportedVersions"), stated, change)
        result["supportedVersions"] = [target if each == source else each for each in stated]


# The edits that name the target in place of the source, each with the reason of its losses.
NAMING: dict[str, tuple[Callable[..., None], str]] = {
    "session": (session_revision, "{target} sessions agree on {target}, so `protocolVersion` was changed."),
    "request": (
        request_revision,
        "{target} requests name {target} as their revision, so `_meta` was changed.",
    ),
    "discovery": (listed_revisions, "{target} servers list {target}, so `supportedVersions` was changed."),
}


class Naming(NamedTuple):
    """An edit of `NAMING` between two revisions, its key, and the change that it reports."""

    kind: str
    edit: Callable[[Any, Path, ConversionLog], None]
    change: Change


def naming_edit(kind: str, source: str, target: str) -> Naming:
    """Return an edit of `NAMING` between two revisions."""
    edit, reason = NAMING[kind]
    change = Change("R-INIT", reason.format(target=target))
    return Naming(kind, partial(edit, change=change, source=source, target=target), change)


@rule(leaves=("object", {"values": ("array", None, None, 100)}, ("values",)))
def completion_limit(completion: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Cut the values of a completion after the first 100, and set `hasMore`."""
    values = array(completion, "values", at)
    if len(values) > 100:
        log.report("weakened", (at, "values"), values, change)
        completion["values"] = values[:100]
        log.fill(completion, "hasMore", True, at, change)
