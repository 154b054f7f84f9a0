"""Batches, the reserved `_meta` of 2026-07-28, and the members that results of 2026-07-28 require."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from typing import Any

from ...revisions import first_modern, reserved_key
from ...task_names import TASK_META
from ..log import ConversionLog, Path, array, expected
from ..losses import Change
from .registry import Tree, rule


@rule("R-BATCH")
def split_batch(frames: list[Any], at: Path, log: ConversionLog, change: Change) -> list[Any]:
    """Return the frames of a batch, in order."""
    log.append(("reshaped", at, frames, change))  # no step edits these frames: each is copied first
    return list(frames)


@rule("R-META5")
def fill_request_meta(params: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Set the members of `_meta` that 2026-07-28 repeats in each request."""
    place, context = (at, "_meta"), log.context
    assert context is not None
    meta = params.setdefault("_meta", {})
    if type(meta) is not dict:
        raise expected("an object", place)
    if meta and not context.strays.isdisjoint(meta):
        for name in context.strays.intersection(meta):
            log.admit(meta, name, context.shapes[name], place, change)
    for name, value in context.members():
        if name in meta:
            log.fill(meta, name, value, place, change)
        else:
            meta[name] = value
            log.append(("invented", (place, name), value, change))
    capabilities = reserved_key("clientCapabilities")
    if capabilities not in meta:
        meta[capabilities] = {}
        log.append(("invented", (place, capabilities), {}, change))


@rule("R-META5")
def drop_request_meta(params: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Drop the members of `_meta` that 2026-07-28 repeats in each request, and an empty `_meta`."""
    _drop_meta(params, first_modern().request_meta.values(), at, log, change)


@rule("R-META5", "R-SUB")
def drop_notification_meta(params: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Drop the subscription id from the `_meta` of a notification, and an empty `_meta`."""
    _drop_meta(params, first_modern().notification_meta.values(), at, log, change)


@rule("R-META5")
def drop_result_meta(result: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Drop the server info from the `_meta` of a result, and an empty `_meta`."""
    _drop_meta(result, (reserved_key("serverInfo"),), at, log, change)


def _drop_meta(owner: Tree, names: Iterable[str], at: Path, log: ConversionLog, change: Change) -> None:
    meta = owner["_meta"]
    if type(meta) is not dict:
        raise expected("an object", (at, "_meta"))
    place = (at, "_meta")
    found = [("dropped", (place, name), meta.pop(name), change) for name in names if name in meta]
    log += found
    if found and not meta:
        del owner["_meta"]


def task_meta_edit(change: Change) -> Callable[[Any, Path, ConversionLog], None]:
    """Return the edit of all params and results on the way to a revision without tasks."""

    def edit(owner: Any, at: Path, log: ConversionLog) -> None:
        if type(owner) is dict and type(owner.get("_meta")) is dict:
            drop_task_meta(owner, at, log, change)

    return edit


@rule("R-TASK")
def drop_task_meta(owner: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Drop the members of `_meta` that relate a message to a task, and an empty `_meta`."""
    _drop_meta(owner, TASK_META, at, log, change)


def handshake_edit(source: str, target: str) -> Callable[[Tree, Path, ConversionLog], None]:
    """Return the edit of the params, or of the result, of `initialize` between two revisions."""
    change = Change("R-INIT", f"The revision of a session: frames of {target} agree on {target}.")
    return lambda owner, at, log: session_revision(owner, at, log, change, source, target)


@rule("R-INIT")
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
        report = log.respell if stated == source else log.reshape
        report(place, stated, change)
        owner["protocolVersion"] = target


def request_edit(source: str, target: str, key: str) -> Callable[[Tree, Path, ConversionLog], None]:
    """Return the edit of the params of each request that names its revision under `key` in `_meta`."""
    change = Change("R-INIT", f"The revision of a request: requests of {target} name {target}.")
    return lambda owner, at, log: request_revision(owner, at, log, change, source, target, key)


@rule("R-INIT")
def request_revision(
    params: Tree, at: Path, log: ConversionLog, change: Change, source: str, target: str, key: str
) -> None:
    """Set the revision in `_meta` to the target: respelled if the source is named, otherwise reshaped."""
    meta, place = params.get("_meta") if type(params) is dict else None, (at, "_meta")
    if type(meta) is not dict:
        raise expected("an object", place)
    stated = meta.get(key)
    if stated == source:
        log.respell((place, key), source, change)
        meta[key] = target
    elif stated != target:
        log.fill(meta, key, target, place, change)


def discovery_edit(source: str, target: str) -> Callable[[Tree, Path, ConversionLog], None]:
    """Return the edit of the results of `server/discover` between two revisions."""
    change = Change("R-INIT", f"The revisions of a server: frames of {target} agree on {target}.")
    return lambda owner, at, log: listed_revisions(owner, at, log, change, source, target)


@rule("R-INIT")
def listed_revisions(
    result: Tree, at: Path, log: ConversionLog, change: Change, source: str, target: str
) -> None:
    """Respell the source as the target in `supportedVersions`, unless the list names the target too."""
    stated = array(result, "supportedVersions", at)
    if source in stated and target not in stated:
        log.respell((at, "supportedVersions"), stated, change)
        result["supportedVersions"] = [target if each == source else each for each in stated]


@rule("R-RT")
def complete_result(result: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Set the `resultType` of a result to `complete`; another value is replaced."""
    log.fill(result, "resultType", "complete", at, change)


@rule("R-RT", "R-MRTR")
def only_complete(result: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Drop the `resultType` of a complete result; refuse an input-required result and unknown types."""
    kind = result.get("resultType", "complete")
    if type(kind) is not str:
        raise expected("a string", (at, "resultType"))
    if kind != "complete":
        log.refuse((at, "resultType"), change)
    if "resultType" in result:
        log.drop(result, "resultType", at, change)


@rule()
def completion_limit(completion: Tree, at: Path, log: ConversionLog, change: Change) -> None:
    """Cut the values of a completion after the first 100, and set `hasMore`."""
    values = array(completion, "values", at)
    if len(values) > 100:
        log.weaken((at, "values"), values, change)
        completion["values"] = values[:100]
        log.fill(completion, "hasMore", True, at, change)
