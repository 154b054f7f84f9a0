"""Measure decode and conversion of each kind of message, in times of `orjson`.

In: the recorded traffic of the two newest revisions; each message has one kind. Out: a row for each kind with
the size of its median message, and the median and worst CPU time. A decode is compared with `orjson.loads`, a
conversion between the two revisions with `orjson.loads` plus `orjson.dumps`. A dash means that no message of
the kind can be converted.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from statistics import median
from timeit import Timer

import mcp_revisions as mr
import orjson

sys.path.insert(0, str(Path(__file__).parents[1]))
from support.traffic import Message, messages

OLDER, NEWER = mr.REVISIONS[-2:]
MOST = 20  # frames of a kind


def is_result(*methods: str) -> Callable[[Message], bool]:
    """Return whether a message is a result of one of the methods."""
    return lambda m: m.answering in methods and "result" in m.frame


def is_call(*methods: str) -> Callable[[Message], bool]:
    """Return whether a message is a call of one of the methods."""
    return lambda m: m.frame.get("method") in methods


LISTS = ("prompts/list", "resources/list", "resources/templates/list")
KINDS: dict[str, Callable[[Message], bool]] = {
    "error response": lambda m: "error" in m.frame,
    "`input_required` result": lambda m: m.frame.get("result", {}).get("resultType") == "input_required",
    "`initialize`": is_call("initialize"),
    "result of `initialize`": is_result("initialize"),
    "`server/discover`": is_call("server/discover"),
    "result of `server/discover`": is_result("server/discover"),
    "`tools/list`": is_call("tools/list"),
    "result of `tools/list`": is_result("tools/list"),
    "`tools/call`": is_call("tools/call"),
    "result of `tools/call`": is_result("tools/call"),
    "lists of prompts, resources, templates": is_call(*LISTS),
    "their results": is_result(*LISTS),
    "`resources/read`": is_call("resources/read"),
    "result of `resources/read`": is_result("resources/read"),
    "`prompts/get`": is_call("prompts/get"),
    "result of `prompts/get`": is_result("prompts/get"),
    "`completion/complete`": is_call("completion/complete"),
    "result of `completion/complete`": is_result("completion/complete"),
    "`elicitation/create`": is_call("elicitation/create"),
    "result of `elicitation/create`": is_result("elicitation/create"),
    "`sampling/createMessage`": is_call("sampling/createMessage"),
    "result of `sampling/createMessage`": is_result("sampling/createMessage"),
    "`notifications/progress`": is_call("notifications/progress"),
    "`notifications/message`": is_call("notifications/message"),
    "other notifications": lambda m: "id" not in m.frame,
    "other requests": lambda m: "method" in m.frame,
    "other results": lambda m: True,
}  # a message belongs to the first kind that accepts it
WITH_UNKNOWN = ("`tools/call`", "result of `tools/call`", "result of `tools/list`")  # measured once more


def seconds(work: Callable[[], object]) -> float:
    """Return the CPU time of one call: the best of five runs."""
    timer = Timer(work, timer=time.process_time)
    return min(timer.repeat(5, 200)) / 200


def spread(ratios: Iterable[float | None]) -> str:
    """Return the median and the worst of some ratios as text, a dash for none."""
    found = [ratio for ratio in ratios if ratio is not None]
    return f"{median(found):.2f}, {max(found):.2f}" if found else "–"


def decoded(message: Message, data: bytes) -> float | None:
    """Return the time of a decode over `orjson.loads`; None for an invalid frame."""
    decode, options = mr.revision(message.revision).decode_message, {}
    options = {"sender": message.sender, "answering": message.answering}
    try:
        decode(data, **options)
    except (mr.DecodeError, ValueError):
        return None
    return seconds(lambda: decode(data, **options)) / seconds(lambda: orjson.loads(data))


def converted(message: Message, data: bytes, target: str) -> float | None:
    """Return the time of a conversion over a parse and a dump; None for a frame that cannot pass."""
    convert = mr.converter(message.revision, target, sender=message.sender)
    try:
        convert(data, message.answering)
    except (mr.DecodeError, mr.NoCounterpart, ValueError):
        return None
    plain = seconds(lambda: orjson.dumps(orjson.loads(data)))
    return seconds(lambda: convert(data, message.answering)) / plain


def row(name: str, found: list[Message]) -> str:
    """Return the row of a kind."""
    some = found[:: max(1, len(found) // MOST)]
    frames = [(message, json.dumps(message.frame).encode()) for message in some]
    cells = [spread(decoded(m, data) for m, data in frames)]
    for source, target in ((OLDER, NEWER), (NEWER, OLDER)):
        cells.append(spread(converted(m, data, target) for m, data in frames if m.revision == source))
    size = f"{median(len(data) for _, data in frames):.0f}" if frames else "–"
    return f"| {name} | {size} | {' | '.join(cells)} |"


def with_unknown(message: Message) -> Message:
    """Return a message with a member that no revision defines."""
    part = next(part for part in ("params", "result", "error") if part in message.frame)
    frame = {**message.frame, part: {**message.frame[part], "x-trace": "t1"}}
    return Message(
        message.recording, message.line, message.revision, message.sender, frame, message.answering
    )


def kind_of(message: Message) -> str:
    """Return the kind of a message."""
    return next(name for name, belongs in KINDS.items() if belongs(message))


def rows() -> Iterator[str]:
    """Yield the lines of the table."""
    found: dict[str, list[Message]] = {name: [] for name in KINDS}
    for message in messages():
        if message.revision in (OLDER, NEWER):
            found[kind_of(message)].append(message)
    for name in WITH_UNKNOWN:
        found[f"{name} with an unknown member"] = [with_unknown(m) for m in found[name]]
    yield f"| times `orjson`: median, worst | bytes | decode | {OLDER} to {NEWER} | back |"
    yield "|---|---|---|---|---|"
    for name, kind in found.items():
        yield row(name, kind)


def main() -> None:
    """Print the table."""
    for line in rows():
        print(line, flush=True)


if __name__ == "__main__":
    main()
