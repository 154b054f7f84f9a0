"""Compare this build of `mcp_revisions` with another one: every decode and every conversion.

    python tests/bench/compare_packages.py FOLDER [--messages 100000] [--seed 1] [--without-reasons]
    python tests/bench/compare_packages.py --plain [--messages 100000] [--seed 1]

In: the folder of another build of the package (`…/mcp_revisions`). With `--plain`, the other build is this
one without its fast paths (`support.plain_path`). Out: the messages for which the two builds differ, and how
many messages of each kind were compared; the exit status is 1 if they differ. Compared are the objects with
the class and the Python type of each value, unknown members, skipped items, converted messages (their JSON
values), losses, and every attribute of an exception. `--without-reasons` leaves out the texts of exceptions
and losses, which a later build may word differently.

The messages are recorded ones, and variants of these: mutated, with unknown members at any depth, with
hostile texts, with other ids, as errors, as batches, with broken text. They go in as bytes, `str` or parsed,
with every option, and with the wrong sender or answered method now and then.
"""

from __future__ import annotations

import importlib.util
import json
import sys
from argparse import ArgumentParser
from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random
from typing import Any

import mcp_revisions as mr
import msgspec

sys.path.insert(0, str(Path(__file__).parents[1]))
from support.frame_mutations import ODD, mutated, places_in
from support.hostile_texts import TEXTS
from support.plain_path import without_fast_paths
from support.traffic import Message, messages

FOLDER = Path(mr.__file__).parent
KEY = b"0123456789abcdef"


def load(folder: Path, name: str = "other_revisions") -> Any:
    """Import another build of the package from its folder, under another name."""
    found = importlib.util.spec_from_file_location(
        name, folder / "__init__.py", submodule_search_locations=[str(folder)]
    )
    if found is None or found.loader is None or not (folder / "__init__.py").is_file():
        raise FileNotFoundError(f"{folder}: is not the folder of a package")
    package = importlib.util.module_from_spec(found)
    sys.modules[name] = package
    found.loader.exec_module(package)
    return package


@dataclass
class Question:
    """One call: the name of a function, its arguments, and the kind of message that the counts name."""

    kind: str
    function: str
    revision: str
    data: Any
    options: dict[str, Any] = field(default_factory=dict)
    answer: Any = None  # what the function for `answering` returns, if `options` has one
    target: str = ""
    type: str = ""

    def __str__(self) -> str:
        text = repr(self.data)[:1500]
        where = f"{self.revision} to {self.target}" if self.target else f"{self.revision} {self.type}"
        return f"{self.function} of {self.kind}, {where}, {self.options}, {text}"


# Messages


def variants(rng: Random) -> Iterator[tuple[str, Message, Any]]:
    """Yield without end the kind of a variant, the recorded message behind it, and its JSON value."""
    recorded = {revision: messages(revision) for revision in mr.REVISIONS}
    donors = [message.frame for found in recorded.values() for message in found]
    while True:
        message = rng.choice(recorded[rng.choice(mr.REVISIONS)])
        kind = rng.choices(list(VARIANTS), [weight for weight, _ in VARIANTS.values()])[0]
        frame = json.loads(json.dumps(message.frame))
        yield kind, message, VARIANTS[kind][1](frame, rng, donors)


def _with_unknown(frame: Any, rng: Random, donors: list[Any]) -> Any:
    """Add one to three unknown members to objects at any depth."""
    if not isinstance(frame, dict):  # a mutation has replaced the whole message
        return frame
    objects = [frame, *(owner[key] for owner, key in places_in(frame) if isinstance(owner[key], dict))]
    for owner in rng.choices(objects, k=rng.choice([1, 1, 2, 3])):
        members = [*owner.items()]
        name = rng.choice(["x-trace", "zz", "", "a/b~c", "__class__", "unknown", rng.choice(TEXTS)])
        members.insert(rng.randrange(len(members) + 1), (name, json.loads(json.dumps(rng.choice(ODD)))))
        owner.clear()
        owner.update(members)
    return frame


def _hostile(frame: Any, rng: Random, donors: list[Any]) -> Any:
    """Put hostile texts in the place of texts and of names."""
    for owner, key in rng.choices(places_in(frame), k=rng.choice([1, 2, 3])):
        text = rng.choice([*TEXTS, "\ud800", "9" * 400])
        if isinstance(owner, dict) and rng.random() < 0.4 and key in owner:
            owner[text] = owner.pop(key)
        elif not isinstance(owner, dict) or key in owner:
            owner[key] = text
    return frame


def _other_id(frame: Any, rng: Random, donors: list[Any]) -> Any:
    frame["id"] = rng.choice([1, 1.0, 1.5, -0.0, -1, 2**70, "", "x", None, True, [], {}, "\u2028"])
    return frame


def _error(frame: Any, rng: Random, donors: list[Any]) -> Any:
    body: dict[str, Any] = {"code": rng.choice([-32600, -32602, -32042, -32020, -32004, 5, 1.0, 1.5, "x"])}
    body["message"] = rng.choice(["no", "", 5, rng.choice(TEXTS)])
    if rng.random() < 0.5:
        body["data"] = rng.choice(
            [*ODD, {"elicitations": [{"mode": "url", "url": "u", "message": "m", "elicitationId": "e"}]}]
        )
    made = {"jsonrpc": "2.0", "id": frame.get("id", 1), "error": body}
    if rng.random() < 0.1:
        del made["id"]
    for kind, change in ((0.15, mutated), (0.3, _with_unknown)):
        if rng.random() < kind:
            made = change(made, rng, donors)
    return made


def _batch(frame: Any, rng: Random, donors: list[Any]) -> Any:
    kinds = [_plain, _plain, _with_unknown, mutated, _other_id]
    same = (
        [one for one in donors if ("method" in one) is ("method" in frame)] if rng.random() < 0.7 else donors
    )
    picked = [frame, *rng.choices(same, k=rng.randrange(3))]
    return [rng.choice(kinds)(json.loads(json.dumps(one)), rng, donors) for one in picked][
        rng.random() < 0.1 :
    ]


def _deep(frame: Any, rng: Random, donors: list[Any]) -> Any:
    """Nest a value deeply at a random location."""
    owner, key = rng.choice(places_in(frame))
    for _ in range(rng.choice([5, 50, 150, 400])):
        owner[key] = rng.choice([lambda inner: [inner], lambda inner: {"properties": {"a": inner}}])(
            owner[key]
        )
    return frame


def _plain(frame: Any, rng: Random, donors: list[Any]) -> Any:
    return frame


VARIANTS: dict[str, tuple[int, Callable[[Any, Random, list[Any]], Any]]] = {
    "recorded": (15, _plain),
    "with unknown members": (25, _with_unknown),
    "mutated": (25, mutated),
    "with hostile text": (10, _hostile),
    "with another id": (5, _other_id),
    "error": (10, _error),
    "batch": (8, _batch),
    "nested deeply": (2, _deep),
}


def written(value: Any, rng: Random) -> Any:
    """Return a JSON value as bytes, as `str`, or as it is; sometimes with broken or unusual text."""
    text = json.dumps(
        value, ensure_ascii=rng.random() < 0.5, separators=rng.choice([(",", ":"), (", ", ": ")])
    )
    chance = rng.random()
    if chance < 0.75:
        return text.encode("utf-8", "surrogatepass")
    if chance < 0.83:
        return text
    if chance < 0.93:
        return value
    data = text.encode("utf-8", "surrogatepass")
    cut = rng.randrange(len(data) + 1)
    broken = (
        data[:cut],
        data[:cut] + bytes([rng.randrange(256)]) + data[cut:],
        data.replace(b",", b",\n", 1),
        data.replace(b"{", b'{"id":7,', 1),
        data.replace(b"{", b'{"jsonrpc":"1.0",', 1),
        data.replace(b"{", b'{"method":"ping",', 1),
        data.replace(b":", b":1e999,", 1),
        b"\xef\xbb\xbf" + data,
        b" " + data + b"\t",
        bytearray(data),
    )
    return rng.choice(broken)


def questions(rng: Random, count: int) -> Iterator[Question]:
    """Yield calls of every kind."""
    variant = variants(rng)
    for _ in range(count):
        kind, message, value = next(variant)
        sender = message.sender if rng.random() < 0.97 else rng.choice(["client", "server", "nobody"])
        answering = message.answering
        if rng.random() < 0.08:
            answering = rng.choice(
                [None, "tools/call", "ping", "no/such", "notifications/progress", "sampling/createMessage"]
            )
        data = written(value, rng)
        options: dict[str, Any] = {"sender": sender, "answering": answering}
        question = Question(kind, "", message.revision, data, options, answering)
        if rng.random() < 0.35:
            options["answering"] = "a function"
        if rng.random() < 0.5:
            question.function = "decode_message"
            if rng.random() < 0.3:
                options["unknown"] = rng.choice(["drop", "error"])
            if rng.random() < 0.15:
                options["invalid_items"] = "skip"
            if rng.random() < 0.05:
                options["strict_json"] = True
        elif rng.random() < 0.15:
            question.function, question.options = "decode", {"unknown": rng.choice(["keep", "drop", "error"])}
            question.options["invalid_items"] = rng.choice(["raise", "raise", "skip"])
            part = rng.choice(["params", "result", "error", ""])
            if isinstance(value, dict) and part in value:
                question.data = written(value[part], rng)
            question.type = f"{answering or (value.get('method') if isinstance(value, dict) else '')} {part}"
        else:
            question.function, question.target = "convert", rng.choice([*mr.REVISIONS])
            if rng.random() < 0.3:
                options["loss"] = rng.choice(["error", "allow"])
            if rng.random() < 0.1:
                options["keep"] = KEY
            if rng.random() < 0.15:
                options["validate"] = True
            if rng.random() < 0.2:
                options["context"] = {"clientInfo": {"name": "c", "version": "1"}, "logLevel": "info"}
        yield question


# Answers


def answer(package: Any, question: Question, reasons: bool = True) -> Any:
    """Return what a package answers to a question, as plain values that can be compared."""
    options, asked = dict(question.options), []
    if options.get("answering") == "a function":

        def answering(id: Any) -> Any:
            asked.append((type(id).__name__, id))
            return question.answer

        options["answering"] = answering
    data = question.data
    before = json.dumps(data) if isinstance(data, (dict, list)) else None
    mcp = package.revision(question.revision)
    try:
        if question.function == "convert":
            found = package.convert(data, question.revision, question.target, **options)
            given = [loss if reasons else loss._replace(reason="") for loss in found.losses]
            losses = described([tuple(loss) for loss in given])
            made: Any = type(found.message).__name__, _values(found.message), losses
        elif question.function == "decode":
            made = described(mcp.decode(data, _type(mcp, question.type), **options))
        else:
            made = described(mcp.decode_message(data, **options))
    except Exception as error:  # of any kind: both packages must raise the same
        names = ("pointer", "code", "id", "change", *(("reason", "reply", "losses") if reasons else ()))
        attributes = [repr(getattr(error, name, None)) for name in names]
        made = (type(error).__name__, str(error) if reasons else "", attributes, error.__cause__ is None)
    changed = before is not None and json.dumps(data) != before
    if question.function == "convert":  # a text may be refused before or after the function is called
        asked = [len(set(map(repr, asked))) == len(asked)]
    return made, asked, changed


def _values(message: Any) -> list[Any]:
    """Return a converted message as the parts of its JSON value: spelling and order may differ."""
    if isinstance(message, (bytes, str)):
        return described(
            json.loads(message, object_pairs_hook=lambda pairs: dict(sorted(dict(pairs).items())))
        )
    return described([*map(_values, message)] if isinstance(message, list) else message)


def _type(mcp: Any, named: str) -> Any:
    """Return the type of a part of a method, or the type of any error for other names."""
    name, _, part = named.partition(" ")
    method = mcp.METHODS.get(name)
    if method is None or part == "error":
        return mcp.Error if hasattr(mcp, "Error") else mcp.types.JSONRPCError
    if part == "result" and method.results:
        return method.result
    return method.params if part == "params" and method.params is not None else method.type


def described(value: Any) -> list[Any]:
    """Return a value as a flat list of its parts, with the class of each object."""
    parts: list[Any] = []
    left = [value]
    while left:
        one = left.pop()
        if isinstance(one, msgspec.Struct):
            fields = sorted(set(type(one).__struct_fields__) - {"__unknown_members__"})
            kept = getattr(one, "__unknown_members__", None)
            parts += [_name(type(one)), *fields, list(getattr(one, "unknown", ()))]
            left += [getattr(one, name) for name in fields]
            if kept is not None:
                parts.append(repr(kept.skipped))
                left.append(kept.members)
        elif isinstance(one, dict):
            parts += [_name(type(one)), *one]
            left += one.values()
        elif isinstance(one, (list, tuple)):
            parts += [_name(type(one)), len(one)]
            left += one
        else:
            parts += [type(one).__name__, one]
    return parts


def _name(cls: type) -> str:
    return f"{cls.__module__.partition('.')[2]}.{cls.__qualname__}"


def differences(
    other: Any, rng: Random, count: int, counts: Counter[str], reasons: bool = True
) -> Iterator[tuple[Question, Any, Any]]:
    """Yield the questions to which this package and another one give different answers; count all."""
    for question in questions(rng, count):
        ours, theirs = answer(mr, question, reasons), answer(other, question, reasons)
        counts[f"{question.function}: {question.kind}"] += 1
        counts[
            (
                "refused"
                if isinstance(ours[0], tuple) and len(ours[0]) == 4 and ours[0][3] is True
                else "accepted"
            )
        ] += 1
        if ours != theirs:
            yield question, ours[0], theirs[0]


def main() -> int:
    """Compare, and print what differs. Return the exit status."""
    parser = ArgumentParser(description="Compare this build of mcp_revisions with another one.")
    other = parser.add_mutually_exclusive_group(required=True)
    other.add_argument("folder", type=Path, nargs="?", help="the folder of the other build: …/mcp_revisions")
    other.add_argument("--plain", action="store_true", help="compare with this build without its fast paths")
    parser.add_argument("--messages", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--without-reasons", action="store_true")
    options = parser.parse_args()
    package = without_fast_paths(load(FOLDER)) if options.plain else load(options.folder)
    counts: Counter[str] = Counter()
    found = 0
    for question, ours, theirs in differences(
        package, Random(options.seed), options.messages, counts, not options.without_reasons
    ):
        found += 1
        if found <= 10:
            print(f"{question}\n  this build: {ours}\n  the other:  {theirs}\n")
    for name, number in sorted(counts.items()):
        print(f"{number:>8} {name}")
    print(
        f"{found} of {options.messages} messages differ "
        f"(Python {sys.version.split()[0]}, seed {options.seed})"
    )
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
