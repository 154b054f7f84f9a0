"""Measure each kind of frame: bytes to a typed message, and bytes converted, over `orjson`.

In: of the recorded traffic, the frames of the kinds below, by revision. Out: a row for each kind with the
size of its median frame, and geometric means of CPU times: decode over `orjson.loads`, and a converter up to
the newest revision and down from it over `orjson.loads` plus `orjson.dumps`. A kind without frames that pass
has a dash.
"""

from __future__ import annotations

import json
import sys
import time
from collections.abc import Callable, Iterable
from math import exp, log
from pathlib import Path
from statistics import median
from timeit import Timer

import mcp_revisions as mr
import orjson

sys.path.insert(0, str(Path(__file__).parents[1]))
from support.traffic import Message, messages

OLDER, NEWER = mr.REVISIONS[-2:]
MOST = 25  # frames of a kind


def is_result(method: str) -> Callable[[Message], bool]:
    """Return whether a message is an ordinary result of a method."""
    return lambda m: m.answering == method and m.frame.get("result", {}).get("resultType") != "input_required"


def is_call(*methods: str) -> Callable[[Message], bool]:
    """Return whether a message is a call of one of the methods."""
    return lambda m: m.frame.get("method") in methods


KINDS: dict[str, Callable[[Message], bool]] = {
    "`tools/call`": is_call("tools/call"),
    "result of `tools/call`": is_result("tools/call"),
    "result of `tools/list`": is_result("tools/list"),
    "result of `resources/read`": is_result("resources/read"),
    "`notifications/progress`, `notifications/message`": is_call(
        "notifications/progress", "notifications/message"
    ),
    "error answer": lambda m: "error" in m.frame,
    "`initialize`, `server/discover`": is_call("initialize", "server/discover"),
    "`elicitation/create`": is_call("elicitation/create"),
    "`input_required` result": lambda m: m.frame.get("result", {}).get("resultType") == "input_required",
}


def seconds(work: Callable[[], object]) -> float:
    """Return the CPU time of one call: the best of five runs."""
    timer = Timer(work, timer=time.process_time)
    return min(timer.repeat(5, 400)) / 400


def mean(ratios: Iterable[float]) -> str:
    """Return the geometric mean as text, a dash for none."""
    found = list(ratios)
    return f"{exp(sum(map(log, found)) / len(found)):.2f}" if found else "–"


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
    frames = [
        (message, json.dumps(message.frame).encode()) for message in found[:: max(1, len(found) // MOST)]
    ]
    cells = [mean(filter(None, (decoded(m, data) for m, data in frames)))]
    for source, target in ((OLDER, NEWER), (NEWER, OLDER)):
        own = [(m, data) for m, data in frames if m.revision == source]
        cells.append(mean(filter(None, (converted(m, data, target) for m, data in own))))
    size = f"{median(len(data) for _, data in frames):.0f}" if frames else "–"
    return f"| {name} | {size} | {' | '.join(cells)} |"


def with_unknown(message: Message) -> Message:
    """Return a message with a member that no revision defines."""
    part = next(part for part in ("params", "result", "error") if part in message.frame)
    frame = {**message.frame, part: {**message.frame[part], "x-trace": "t1"}}
    return Message(
        message.recording, message.line, message.revision, message.sender, frame, message.answering
    )


def main() -> None:
    """Print the table."""
    recent = [m for m in messages() if m.revision in (OLDER, NEWER)]
    print(f"| kind of frame ({OLDER} and {NEWER}) | bytes | decode | converted up | converted down |")
    print("|---|---|---|---|---|")
    for name, belongs in KINDS.items():
        print(row(name, [m for m in recent if belongs(m)]), flush=True)
    calls = [m for m in recent if m.frame.get("method") == "tools/call"]
    print(row("`tools/call` with an unknown member", [with_unknown(m) for m in calls]))


if __name__ == "__main__":
    main()
