"""Compare a decoder of the exported data in another language with the Python package.

Each language has a testee. Frames go to the testee as text, and Python compares the numbers in the answers
exactly.
"""

from __future__ import annotations

import json
import re
import subprocess
import threading
from collections.abc import Iterable, Sequence
from itertools import product
from math import isinf
from typing import Any, Literal

import mcp_revisions as mr

from mcpgen.commands.testees import same
from mcpgen.runtime.errors import PARSE_ERROR
from mcpgen.runtime.json_values import cut_pointer
from support.agreement import Frame
from support.task_frames import BOTH, LEGACY, MODERN, TASKS

Tree = dict[str, Any]
Command = Sequence[str]
WITH_TASKS = f"{MODERN}+{TASKS}"
Question = tuple[Frame, str, Any]  # the frame, its text, the context of its connection


def answers(command: Command, questions: list[Tree]) -> list[Tree]:
    """Return the answers of the testee that `command` starts."""
    with subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE) as process:
        assert process.stdin is not None and process.stdout is not None
        lines = [json.dumps({"id": i, **question}).encode() + b"\n" for i, question in enumerate(questions)]

        def feed(stdin: Any = process.stdin) -> None:
            with stdin:
                stdin.writelines(lines)

        threading.Thread(target=feed, daemon=True).start()
        return [json.loads(line) for line in process.stdout]


def judged(module: Any, frame: Frame, text: str) -> Tree:
    """Return the verdict on a frame by a revision or composition of the Python package."""
    try:
        message = module.decode_message(text.encode(), frame.sender, frame.answering)
    except mr.DecodeError as error:
        return {"verdict": "invalid", "pointer": error.pointer, "code": error.code}
    except ValueError:
        return {"verdict": "inapplicable"}
    if isinstance(message, list):
        return {
            "unknown": sorted(
                cut_pointer(f"/{i}{path}") for i, one in enumerate(message) for path in one.unknown
            )
        }
    return {"verdict": "valid", "unknown": sorted(message.unknown)}


def conversion(
    frame: Frame, text: str, target: str, context: Any, unknown_methods: Literal["refuse", "pass"] = "refuse"
) -> Tree:
    """Return the conversion of the Python package, or the other package's refusal of a number.

    Python may forward a number without reading it, while the other package refuses that number.
    """
    if has_number_out_of_range(text):
        return {"outcome": "unconverted", "pointer": "", "code": PARSE_ERROR}
    asked: Any = {"sender": frame.sender, "answering": frame.answering, "context": context}
    asked["unknown_methods"] = unknown_methods
    try:
        source, target = (BOTH if name == WITH_TASKS else name for name in (frame.revision, target))
        message, losses = mr.convert(text.encode(), source, target, **asked)
    except mr.NoCounterpart as error:
        reply = json.loads(error.reply) if error.reply else None
        refused = {"change": error.change, "pointer": error.pointer, "reason": error.reason}
        return {"outcome": "refused", **refused, "reply": reply}
    except mr.DecodeError as error:
        return {"outcome": "unconverted", "pointer": error.pointer, "code": error.code}
    except ValueError:
        return {"outcome": "unconverted"}
    converted = [json.loads(one) for one in message] if isinstance(message, list) else json.loads(message)
    found = [loss._asdict() for loss in losses]
    return {"outcome": "converted", "message": converted, "losses": found}


def questions_answered_differently(command: Command, questions: Iterable[Question]) -> list[Any]:
    """Return the questions about frames that the two packages answer differently."""
    asked: list[Tree] = []
    expected: list[Tree] = []
    for frame, text, context in questions:
        common = {"sender": frame.sender, "answering": frame.answering, "text": text}
        for revision in mr.REVISIONS:
            asked.append({"op": "decode", "revision": revision, **common})
            expected.append(judged(mr.revision(revision), frame, text))
            if revision != frame.revision:
                pair = {"source": frame.revision, "target": revision, "context": context}
                asked.append({"op": "convert", **pair, **common})
                expected.append(conversion(frame, text, revision, context))
    return answered_differently(command, asked, expected)


def contexts_with_tasks() -> tuple[list[Tree], list[Tree]]:
    """Return questions about the context of requests with tasks, and their answers."""
    asked, expected = [], []
    stated = ["object", {"x": 1}, {"extensions": 5}, {"extensions": {"a": {}, TASKS: 5}}, None]
    info = {"name": "c", "version": "1"}
    declared = {"extensions": {TASKS: {}, "a": {}}, "roots": {}}
    facts: list[Tree] = [{}, {"clientCapabilities": declared, "clientInfo": info, "logLevel": "info"}]
    for capabilities, context in product(stated, [*facts, {"clientInfo": info}]):
        meta = {"_meta": {"io.modelcontextprotocol/clientCapabilities": capabilities}} if capabilities else {}
        params = {"name": "n", "task": {}, **meta}
        frame = Frame(
            LEGACY, {"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": params}, "client", None
        )
        text = json.dumps(frame.tree)
        question = {
            "op": "convert",
            "source": LEGACY,
            "target": WITH_TASKS,
            "sender": "client",
            "answering": None,
        }
        asked.append({**question, "context": context, "text": text})
        expected.append(conversion(frame, text, WITH_TASKS, context))
    return asked, expected


def answered_differently(command: Command, asked: list[Tree], expected: list[Tree]) -> list[Any]:
    """Return the questions that the testee answers differently, with both answers."""
    found = answers(command, asked)
    assert len(found) == len(asked) > 0
    every = zip(asked, expected, map(_read, found), strict=True)
    return [
        row for row in every if not all(_alike(value, row[2].get(name)) for name, value in row[1].items())
    ]


def _read(answer: Tree) -> Tree:
    """Return an answer with the texts of frames as trees, and unknown members in order."""
    if "unknown" in answer:
        answer["unknown"] = sorted(answer["unknown"])
    for name in ("message", "reply"):
        value = answer.get(name)
        if isinstance(value, str):
            answer[name] = json.loads(value)
        elif isinstance(value, list):
            answer[name] = [json.loads(one) if isinstance(one, str) else one for one in value]
    return answer


def _alike(one: Any, other: Any) -> bool:
    """Return whether two values are equal JSON."""
    if isinstance(one, str) and re.sub("[\ud800-\udfff]", "\ufffd", one) == other:
        return True  # strings of Go have no half of a surrogate pair, which a name in a pointer may have
    return same(one, other)


def has_number_out_of_range(text: str) -> bool:
    """Return whether JSON text has a number beyond a double, or an integer of too many digits."""
    found = []
    try:
        json.loads(
            text,
            parse_float=lambda number: found.append(isinf(float(number))),
            parse_int=lambda number: found.append(len(number) > 4300),
        )
    except ValueError:
        return False
    return any(found)


def replaced_values() -> list[Question]:
    """Return messages with a member that occurs twice, the first time with a value that is not JSON."""
    refused = ["1e400", "9" * 4301, "9" * 400 + ".5", '"\\ud800"', '"\\\\\\udc00"', '[{"\\udc00":1}]']
    read = ["1e308", "9" * 4300, '"1e400 , 1e400"', '"\\ud83d\\ude00"', '"\\\\ud800"']
    call = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"n","arguments":{"a":%s,"a":1}}}'
    frame = Frame(LEGACY, {}, "client", None)
    assert all(
        judged(mr.revision(LEGACY), frame, call % value).get("code") == PARSE_ERROR for value in refused
    )
    assert all(judged(mr.revision(LEGACY), frame, call % value)["verdict"] == "valid" for value in read)
    return [(frame, call % value, None) for value in refused + read]


def is_utf8(text: bytes) -> bool:
    """Return whether bytes are UTF-8."""
    try:
        text.decode()
    except UnicodeDecodeError:
        return False
    return True
