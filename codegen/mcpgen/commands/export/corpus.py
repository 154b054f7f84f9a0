"""Corpus: frames × `mcp_revisions` → verdict and conversion of each frame in every revision.

`schema/corpus.schema.json` defines a line. `select` keeps, of the frames of one method, sender and shape, the
shortest for each outcome: verdicts and losses by kind and change. A corpus therefore shows every behaviour
that the frames show, once.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from typing import Any, TypeAlias

from mcpgen.commands.export.frames import Frame
from mcpgen.commands.logs import revisions_package
from mcpgen.problems import refuse

Tree: TypeAlias = dict[str, Any]


class FrameJudge:
    """Judge and convert frames by some revisions of `mcp_revisions`; refuse a package that lacks one."""

    def __init__(self, revisions: tuple[str, ...]) -> None:
        self._package = revisions_package()
        self.revisions = revisions
        missing = [revision for revision in revisions if revision not in self._package.REVISIONS]
        if missing:
            raise refuse("mcp_revisions", f"lacks {', '.join(missing)}; run mcpgen build")

    def entry(self, frame: Frame) -> Tree:
        """Return the corpus entry of a frame."""
        return {
            "origin": frame.origin,
            "change": frame.change,
            "revision": frame.revision,
            "sender": frame.sender,
            "answering": frame.answering,
            "method": frame.method,
            "shape": frame.shape,
            "context": frame.context,
            "frame": frame.tree,
            "verdicts": {revision: self.verdict(frame, revision) for revision in self.revisions},
            "conversions": {
                revision: self.conversion(frame, revision)
                for revision in self.revisions
                if revision != frame.revision
            },
        }

    def verdict(self, frame: Frame, revision: str) -> Tree:
        """Return whether a revision accepts a frame as it stands."""
        module: Any = self._package.revision(revision)
        answered = module.METHODS.get(frame.answering)
        if frame.answering is not None and (answered is None or answered.kind == "notification"):
            return {"verdict": "inapplicable", "reason": f"{revision} has no request {frame.answering!r}"}
        try:
            text = json.dumps(frame.tree).encode()
            message = module.decode_message(text, sender=frame.sender, answering=frame.answering)
        except self._package.DecodeError as error:
            located = {"pointer": error.pointer, "reason": error.reason, "code": error.code}
            return {"verdict": "invalid", **located}
        except ValueError as error:  # a request embedded in a result has no answer of its own
            return {"verdict": "inapplicable", "reason": str(error)}
        messages = message if isinstance(message, list | tuple) else [message]
        return {"verdict": "valid", "unknown": [path for one in messages for path in one.unknown]}

    def conversion(self, frame: Frame, target: str) -> Tree:
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

    def fidelity(self, methods: Iterable[tuple[str, str, str, str]]) -> Iterator[Tree]:
        """Yield the fidelity of each method: in are revision, method, kind and sender."""
        for source, method, kind, sender in methods:
            for target in self.revisions if kind != "embedded" else ():
                if target != source:
                    parts = ("request", "result") if kind == "request" else ("request",)
                    graded = {
                        part: self._package.fidelity(method, source, target, sender=sender, part=part)
                        for part in parts
                    }
                    yield {
                        "source": source,
                        "target": target,
                        "method": method,
                        "sender": sender,
                        "call": graded["request"],
                        "result": graded.get("result"),
                    }


def select(entries: Iterable[Tree]) -> list[Tree]:
    """Return the shortest entry for each method, sender, shape and outcome, in the order of the entries."""
    shortest: dict[Any, tuple[int, int, Tree]] = {}
    for place, entry in enumerate(entries):
        key = _outcome(entry)
        size = len(json.dumps(entry["frame"]))
        if key not in shortest or size < shortest[key][0]:
            shortest[key] = (size, place, entry)
    return [entry for _, _, entry in sorted(shortest.values(), key=lambda item: item[1])]


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
