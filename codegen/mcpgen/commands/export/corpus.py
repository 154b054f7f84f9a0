"""Corpus: frames × `mcp_revisions` → verdict and conversion of each frame in every revision.

`schema/corpus.schema.json` defines a line. `select` keeps, of the frames of one method, sender and shape, the
shortest for each outcome: verdicts and losses by kind and change. `select` also keeps the shortest frame for
each type and member that none of these uses. A place is `Type` or `Type.member`, in the names of the schema.
The envelope of a response is no type of a schema and has no place. A corpus therefore shows every behaviour
and every place that the frames show.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import product
from typing import Any, TypeAlias

from mcpgen.commands.export.frames import RecordedFrame
from mcpgen.commands.logs import check_built, revisions_package
from mcpgen.ir import Protocol

Tree: TypeAlias = dict[str, Any]

FACTS = ("origin", "change", "revision", "sender", "answering", "method", "shape", "context")


class FrameJudge:
    """Judge and convert frames by some revisions of `mcp_revisions`; refuse a package that lacks one."""

    def __init__(self, revisions: tuple[str, ...]) -> None:
        self._package = revisions_package()
        self.revisions = revisions
        self._finders: dict[str, PlaceFinder] = {}
        for revision in revisions:
            check_built(revision)

    def entry(self, frame: RecordedFrame) -> Tree:
        """Return the corpus entry of a frame."""
        others = [revision for revision in self.revisions if revision != frame.revision]
        return {
            **{name: getattr(frame, name) for name in FACTS},
            "frame": frame.tree,
            "uses": self.uses(frame),
            "verdicts": {revision: self.verdict(frame, revision) for revision in self.revisions},
            "conversions": {revision: self.conversion(frame, revision) for revision in others},
        }

    def verdict(self, frame: RecordedFrame, revision: str) -> Tree:
        """Return whether a revision accepts a frame as it stands."""
        module: Any = self._package.revision(revision)
        answered = module.METHODS.get(frame.answering)
        if frame.answering is not None and (answered is None or answered.kind != "request"):
            return {"verdict": "inapplicable", "reason": f"{revision} has no request {frame.answering!r}"}
        try:
            message = _decoded(module, frame)
        except self._package.DecodeError as error:
            located = {"pointer": error.pointer, "reason": error.reason, "code": error.code}
            return {"verdict": "invalid", **located}
        except ValueError as error:  # a request embedded in a result has no answer of its own
            return {"verdict": "inapplicable", "reason": str(error)}
        messages = message if isinstance(message, list | tuple) else [message]
        return {"verdict": "valid", "unknown": [path for one in messages for path in one.unknown]}

    def uses(self, frame: RecordedFrame) -> list[str]:
        """Return the types and members of its own revision that a frame uses; an invalid frame uses none."""
        module: Any = self._package.revision(frame.revision)
        finder = self._finders.setdefault(frame.revision, PlaceFinder(module, self._package.UNSET))
        try:
            return finder.places(_decoded(module, frame))
        except (self._package.DecodeError, ValueError):
            return []

    def conversion(self, frame: RecordedFrame, target: str) -> Tree:
        """Return a frame as a target revision gets it with its losses, or the reason for its refusal."""
        package = self._package
        try:
            message, losses = package.convert(
                json.loads(json.dumps(frame.tree)),
                frame.revision,
                target,
                sender=frame.sender,
                answering=frame.answering,
                context=frame.context,
            )
        except package.NoCounterpart as refused:
            refusal = {name: getattr(refused, name) for name in ("change", "pointer", "reason", "reply")}
            return {"outcome": "refused", **refusal}
        except (package.DecodeError, ValueError) as error:
            return {"outcome": "unconverted", "reason": str(error)}
        return {"outcome": "converted", "message": message, "losses": [loss._asdict() for loss in losses]}

    def fidelity(self, protocols: Iterable[Protocol]) -> Iterator[Tree]:
        """Yield the fidelity of each method of a protocol to each other revision."""
        for source, method in ((one.revision, each) for one in protocols for each in one.methods.values()):
            for sender, target in product(method.senders, self.revisions):
                if method.kind != "embedded" and target != source:
                    grade = partial(self._package.fidelity, method.name, source, target, sender=sender)
                    result = grade(part="result") if method.kind == "request" else None
                    ends = {"source": source, "target": target, "method": method.name, "sender": sender}
                    yield {**ends, "call": grade(part="request"), "result": result}


class PlaceFinder:
    """Finds the places of the messages of one revision; `module` is its module, `unset` marks no value."""

    def __init__(self, module: Any, unset: object) -> None:
        self._module = module
        self._unset = unset
        self._classes: dict[Any, tuple[str | None, list[tuple[str, str]]]] = {}

    def places(self, message: Any) -> list[str]:
        """Return the places that a decoded message uses, sorted, each once."""
        return sorted(set(self._places(message)))

    def _places(self, value: Any) -> Iterator[str]:
        if isinstance(value, dict | list | tuple):
            for inner in value.values() if isinstance(value, dict) else value:
                yield from self._places(inner)
        elif hasattr(value, "__struct_fields__"):
            name, members = self._members(type(value))
            if name:
                yield name
            for attribute, member in members:
                inner = getattr(value, attribute)
                if inner is not self._unset and inner is not None:
                    if name:
                        yield f"{name}.{member}"
                    yield from self._places(inner)

    def _members(self, of_value: Any) -> tuple[str | None, list[tuple[str, str]]]:
        """Return the name that a class has in its module, and its attributes with their wire names."""
        if of_value not in self._classes:
            name = next((e.__name__ for e in of_value.__mro__ if hasattr(self._module, e.__name__)), None)
            attributes, members = of_value.__struct_fields__, of_value.__struct_encode_fields__
            self._classes[of_value] = name, list(zip(attributes, members, strict=True))
        return self._classes[of_value]


def select(entries: Iterable[Tree]) -> list[Tree]:
    """Return the shortest entry for each method, sender, shape and outcome, and for each other place."""
    found = [(len(json.dumps(entry["frame"])), place, entry) for place, entry in enumerate(entries)]
    kept: dict[int, Tree] = {}
    shown: set[Any] = set()
    for _, place, entry in sorted(found, key=lambda item: item[:2]):
        if (outcome := _outcome(entry)) not in shown:
            kept[place] = entry
            shown |= {outcome, *_used(entry)}
    for _, place, entry in sorted(found, key=lambda item: item[:2]):
        if not shown.issuperset(_used(entry)):
            kept[place] = entry
            shown |= _used(entry)
    return [entry for _, entry in sorted(kept.items())]


def _used(entry: Tree) -> set[tuple[str, str]]:
    return {(entry["revision"], place) for place in entry["uses"]}


def _decoded(module: Any, frame: RecordedFrame) -> Any:
    text = json.dumps(frame.tree).encode()
    return module.decode_message(text, sender=frame.sender, answering=frame.answering)


def _outcome(entry: Tree) -> tuple[Any, ...]:
    """Return the outcome of an entry as a key: equal keys show the same behaviour."""
    call = tuple(entry[name] for name in ("change", "revision", "sender", "method", "shape"))
    verdicts = tuple((r, one["verdict"], bool(one.get("unknown"))) for r, one in entry["verdicts"].items())
    conversions = tuple(
        (revision, one["outcome"], one.get("change"), frozenset(cited_losses(one)))
        for revision, one in entry["conversions"].items()
    )
    return (*call, verdicts, conversions)


def cited_losses(conversion: Tree) -> Iterator[tuple[str, str]]:
    """Yield the kind and the change of each loss of a conversion."""
    for loss in conversion.get("losses", ()):
        yield loss["kind"], loss["change"]
