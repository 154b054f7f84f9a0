"""Cases for the merging of losses, `tests/data/merging.jsonl`, which `mcpgen export` publishes.

If run as a program, this module writes the file: random edits of random messages, and losses below long
names, with the losses that Python finds. Review the difference, because the file defines what readers in
other languages must find.
"""

from __future__ import annotations

import copy
import json
from typing import Any

from mcp_revisions._runtime.conversion.log import ConversionLog
from mcp_revisions._runtime.conversion.losses import Change
from mcp_revisions._runtime.conversion.merge_losses import REPORTED_AS, keys_of, merge_losses
from mcp_revisions._runtime.json_values import LOSS_POINTER, loss_pointer

from support.paths import ROOT
from support.random_edits import Frames, linked

Case = dict[str, Any]

FILE = ROOT / "tests" / "data" / "merging.jsonl"
COUNT, SEED = 150, 11


def merged(case: Case) -> list[Case]:
    """Return the losses that Python finds for the events of a case."""
    events = [_event(one) for one in case["events"]]
    found = merge_losses(events, case["first"], case["last"])
    return [
        {
            "kind": REPORTED_AS.get(kind, kind),
            "pointer": loss_pointer(keys),
            "value": value,
            "change": change.id,
        }
        for kind, keys, value, change in found
    ]


def _event(event: Case) -> tuple[Any, ...]:
    """Return an event as a conversion's log stores it."""
    change = Change(event.get("change", ""), "")
    if event["kind"] == "moved":
        return "moved", {tuple(new): tuple(old) for new, old in event["moves"]}, None, change
    return event["kind"], linked(tuple(event["path"])), None, change


def _published(event: tuple[Any, ...]) -> Case:
    """Return an event of a log as a case states it."""
    kind, at, _, change = event
    if kind == "moved":
        return {"kind": kind, "moves": [[[*new], [*old]] for new, old in at.items()], "change": change.id}
    found = {"kind": kind, "path": [*keys_of(at, {})]}
    return found if kind == "made" else {**found, "change": change.id}


def random_cases() -> list[Case]:
    """Return random cases that have at least one loss."""
    frames, cases = Frames(SEED), []
    while len(cases) < COUNT:
        frame: Any = {"params": frames.tree(3)}
        first, log = copy.deepcopy(frame), ConversionLog()
        for _ in range(frames.rng.randrange(2, 7)):
            frames.edit(frame, log)
        case = {"case": f"random {len(cases) + 1}", "first": first, "last": frame}
        case["events"] = [_published(event) for event in log]
        if len(log) > 1 and (losses := merged(case)):
            cases.append({**case, "losses": losses})
    return cases


def long_cases() -> list[Case]:
    """Return cases of losses whose pointers are as long as allowed, or longer, in code points."""
    length = LOSS_POINTER - len("/params/")
    names = {
        "a pointer of 1,024 characters": "n" * length,
        "a pointer of 1,025 characters": "n" * (length + 1),
        "a pointer of 1,024 characters beyond 16 bits": "\N{GRINNING FACE}" * length,
        "a pointer of 1,025 characters beyond 16 bits": "\N{GRINNING FACE}" * (length + 1),
        "a pointer that is cut in an escape": "n" * (length - 2) + "//",
        "a pointer that is cut before its last name": "n" * (length - 1),
    }
    cases = []
    for said, name in names.items():
        inner = ["params", name, "last"] if said.endswith("its last name") else ["params", name]
        value: Any = {"last": 1} if len(inner) == 3 else 1
        case: Case = {"case": said, "first": {"params": {name: value}}, "last": {"params": {"other": 2}}}
        invented = {"kind": "invented", "path": ["params", "other"], "change": "C1"}
        case["events"] = [{"kind": "dropped", "path": inner, "change": "C0"}, invented]
        cases.append({**case, "losses": merged(case)})
    return cases


if __name__ == "__main__":
    FILE.write_text("".join(f"{json.dumps(case)}\n" for case in random_cases() + long_cases()), "utf-8")
