"""Lists of a server with an item that cannot be converted.

If the conversion refuses the result of a list request, `without_refused_items` returns the converted result
without the refused items, and a loss for each of them. Otherwise a single invalid tool would hide all others.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from mcp_revisions import Change, Converted, Loss
from mcp_revisions.jsonrpc import cut_pointer, json_pointer, member, shown

from mcp_bridge.core.frames import REFUSED, JsonObject, Refusal

LISTS = {
    "tools/list": "tools",
    "prompts/list": "prompts",
    "resources/list": "resources",
    "resources/templates/list": "resourceTemplates",
}
LEFT_OUT = Change("invalid-item", "The item cannot be converted, so it was left out of the list.")
_SCALARS = (str, int, float, bool)
_LONGEST = 1000  # characters of a member that is converted with each part of a list

Convert = Callable[[JsonObject], Converted]


def without_refused_items(frame: JsonObject, name: str, convert: Convert) -> Converted | None:
    """Return the converted result of a list request, without the items that `convert` refuses.

    `name` is the member with the items, such as `tools`. Return None if `convert` refuses the result even
    without these items. A refused part of the list is halved and tried again, so a list with few refused
    items needs few conversions.
    """
    result = frame.get("result")
    items = member(result, name)
    if type(result) is not dict or type(items) is not list:
        return None
    small = {key: value for key, value in result.items() if type(value) in _SCALARS and key != name}
    small = {key: value for key, value in small.items() if len(str(value)) <= _LONGEST}

    def refusal_of(start: int, end: int) -> Refusal | None:
        try:
            convert({**frame, "result": {**small, name: items[start:end]}})
        except REFUSED as refusal:
            return refusal
        return None

    refused: dict[int, Refusal] = {}
    left = [(0, len(items))]
    while left:
        start, end = left.pop()
        refusal = refusal_of(start, end)
        if refusal is None:
            continue
        if end - start <= 1:
            if not items or end == start:
                return None
            refused[start] = refusal
        else:
            middle = (start + end) // 2
            left += [(start, middle), (middle, end)]
    kept = [index for index in range(len(items)) if index not in refused]
    try:
        message, losses = convert({**frame, "result": {**result, name: [items[index] for index in kept]}})
    except REFUSED:
        return None
    left_out = tuple(_loss(name, index, items[index], refused[index]) for index in sorted(refused))
    return Converted(message, left_out + tuple(_moved(loss, name, kept) for loss in losses))


def _loss(name: str, index: int, item: Any, refusal: Refusal) -> Loss:
    """Return the loss for an item that was left out. The reason in the loss names the item."""
    place = refusal.pointer.removeprefix(json_pointer(["result", name, 0]))
    named = shown(item.get("name")) if type(item) is dict else shown(item)
    reason = f"The item {named} was left out: {place + ': ' if place else ''}{refusal.reason}."
    return Loss("dropped", json_pointer(["result", name, index]), item, reason, LEFT_OUT.id)


def _moved(loss: Loss, name: str, kept: list[int]) -> Loss:
    """Return a loss whose pointer has the index of the item in the original list.

    The converted list has fewer items, so the loss has another index. `kept` has the original index of each
    item of the converted list. The pointer of an invented value stays unchanged, because that value exists
    only in the converted list.
    """
    prefix = json_pointer(["result", name]) + "/"
    if loss.kind == "invented" or not loss.pointer.startswith(prefix):
        return loss
    index, slash, rest = loss.pointer.removeprefix(prefix).partition("/")
    pointer = f"{prefix}{kept[int(index)]}{slash}{rest}" if index.isdigit() else loss.pointer
    return Loss(loss.kind, cut_pointer(pointer), loss.value, loss.reason, loss.change)
