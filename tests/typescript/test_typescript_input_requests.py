"""Input requests of the TypeScript package: it converts them as the bridge does, also faulty ones."""

from __future__ import annotations

import copy
import json
import subprocess
from collections.abc import Callable, Iterable
from functools import partial
from random import Random
from typing import Any

import mcp_revisions as mr

from mcp_bridge.core import rules
from mcp_bridge.core.converters import convert
from mcp_bridge.core.differences import Differences
from support.agreement import FRAMES
from support.frame_mutations import places_in
from support.node import NODE
from support.npm_package import PACKAGE
from support.several_faults import VALUES
from support.waiting import CEILING

Tree = dict[str, Any]
METHODS = ("elicitation/create", "sampling/createMessage", "roots/list")
OLDER = mr.REVISIONS[:-1]
INPUT_REQUESTS = [
    {name: value for name, value in frame.items() if name in ("method", "params")}
    for recorded in FRAMES.values()
    for frame, _, _ in recorded
    if isinstance(frame, dict) and frame.get("method") in METHODS
]
RESPONSES = [
    (frame, answering, revision)
    for revision in OLDER
    for frame, _, answering in FRAMES[revision]
    if isinstance(frame, dict) and answering in METHODS and "result" in frame
]
# JavaScript has no integers beyond 2^53 in `JSON.parse`, which spells `1.0` as `1`.
VALUES_OF_BOTH = [one for one in VALUES if not isinstance(one, float) and not isinstance(one, int)]


def with_faults(tree: Tree, random: Random) -> Tree:
    """Return a copy with at most two values replaced or removed."""
    made = copy.deepcopy(tree)
    for _ in range(random.randrange(3)):
        places = [(owner, key) for owner, key in places_in(made) if key not in ("id", "jsonrpc", "method")]
        if places:
            owner, key = random.choice(places)
            owner[key] = copy.deepcopy(random.choice(VALUES_OF_BOTH))
            if random.random() < 0.3:
                del owner[key]
    return made


def outcome(conversion: Callable[[], tuple[Any, Iterable[mr.Loss]]]) -> Tree:
    """Return the message and losses of a conversion, or its error, as the TypeScript package states them."""
    try:
        message, losses = conversion()
    except mr.NoCounterpart as refusal:
        return {"refused": refusal.change, "pointer": refusal.pointer}
    except mr.DecodeError as malformed:
        return {"malformed": malformed.pointer}
    stated = ("kind", "pointer", "value", "reason", "change")
    return {
        "message": message,
        "losses": [{name: getattr(one, name) for name in stated} for one in losses],
    }


def request(input_request: Tree, older: str) -> tuple[Any, Iterable[mr.Loss]]:
    """Convert an input request as the bridge does."""
    log = Differences()
    frame = {"jsonrpc": "2.0", "id": "q", "method": input_request["method"]}
    if input_request["method"] != "roots/list" or "params" in input_request:
        frame["params"] = rules.server_request(input_request, "q", log)
    converted = convert(frame, rules.LAST_WITH_HANDSHAKE, older, sender="server")
    return converted.message, (*log, *converted.losses)


def response(frame: Tree, older: str, answering: str) -> tuple[Any, Iterable[mr.Loss]]:
    """Convert the response to an input request as the bridge does."""
    log = Differences()
    converted = convert(frame, older, rules.LAST_WITH_HANDSHAKE, sender="client", answering=answering)
    return rules.input_response(answering, converted.message["result"], log), (*converted.losses, *log)


def test_it_converts_input_requests_as_the_bridge_does() -> None:
    """Messages, differences and locations of faults are equal, for all older revisions."""
    random = Random(48)
    questions: list[Tree] = []
    expected: list[Tree] = []
    for _ in range(1500):
        value, older = with_faults(random.choice(INPUT_REQUESTS), random), random.choice(OLDER)
        if isinstance(value.get("params", {}), dict):
            questions.append({"value": value, "older": older})
            expected.append(outcome(partial(request, value, older)))
        frame, answering, older = random.choice(RESPONSES)
        value = with_faults(frame, random)
        if isinstance(value.get("result"), dict):
            questions.append({"value": value, "older": older, "answering": answering})
            expected.append(outcome(partial(response, value, older, answering)))
    kinds = {next(iter(one)) for one in expected}
    assert kinds == {"message", "refused", "malformed"} and len(questions) > 2500
    done = subprocess.run(
        [NODE, str(PACKAGE / "test" / "input.js")],
        input="\n".join(map(json.dumps, questions)),
        capture_output=True,
        text=True,
        check=True,
        timeout=CEILING,
    )
    answers = [json.loads(line) for line in done.stdout.splitlines()]
    differing = [each for each in zip(questions, expected, answers, strict=True) if each[1] != each[2]]
    assert differing == []
