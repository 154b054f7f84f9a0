"""The command `mcpgen validate`: a log of messages × a revision → a verdict for each message.

In: a log (`logs` has its form). Out: the verdicts as text, JSON or JUnit (`validate_report`), each written
when it is found, and the exit status: 0 no message is invalid, 1 some are; unknown members and advice change
no status. Rules: `mcp_revisions` decodes every message, and its error is the verdict. A line that cannot be
read has a verdict too and does not stop the others.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import IO, Any

from mcpgen.commands.logs import (
    UNANSWERED,
    Frame,
    Line,
    OpenRequests,
    Side,
    Unreadable,
    answer_ids,
    numbered,
    read_line,
    revisions_package,
)
from mcpgen.commands.validate_advice import Advisor
from mcpgen.commands.validate_report import WRITERS, Format, Verdict
from mcpgen.problems import refuse

# The generator's own copy serves: the table names methods of no revision.
from mcpgen.runtime.messages.method_hints import hint


def validate(
    log: Iterable[bytes],
    name: str,
    revision: str,
    out: IO[str],
    *,
    format: Format = "text",
    advice: bool = False,
) -> int:
    """Write a verdict for every line of a log, called `name`, and return the exit status."""
    validator = LogValidator(revision, advice)
    verdicts = (validator.validate(number, text) for number, text in numbered(log))
    counts = WRITERS[format](verdicts, name, revision, out)
    return 1 if counts["invalid"] or counts["unreadable"] else 0


class LogValidator:
    """Validate the messages of one connection in their order."""

    def __init__(self, revision: str, advice: bool) -> None:
        self._package = package = revisions_package()
        try:
            self._module: Any = package.revision(revision)
        except ValueError as error:
            raise refuse("--revision", str(error)) from None
        self._others = [name for name in package.REVISIONS if name != revision]
        self._requests = OpenRequests(self._module.METHODS)
        self._advisor = Advisor(package, revision) if advice else None

    def validate(self, number: int, text: bytes) -> Verdict:
        """Return the verdict on a line."""
        try:
            line = read_line(text)
        except Unreadable as error:
            return Verdict(number, "unreadable", reason=str(error))
        frames = line.frames
        verdict = Verdict(number, "valid", kind=_kind(line.tree))
        if isinstance(line.tree, dict) and isinstance(line.tree.get("method"), str):
            verdict.method = line.tree["method"]
        senders = [line.sender] if line.sender else self._requests.likely_senders(frames)
        self._decode_as(verdict, line, senders)
        if self._advisor and verdict.sender:
            asked = [self._requests.answered(verdict.sender, id) for id in answer_ids(frames)[:1]]
            request = asked[0].frame if asked and asked[0] else None
            try:
                verdict.advice = list(self._advisor.advise(line.tree, verdict.sender, request))
            except self._package.DecodeError as error:
                verdict.notes.append(f"no advice: {error.reason}")
        self._remember(verdict, senders[0], frames)
        return verdict

    def _decode_as(self, verdict: Verdict, line: Line, senders: Sequence[Side]) -> None:
        """Decode as the first sender that makes the message valid, else report the error of the likeliest."""
        for sender in senders:
            self._decode(verdict, sender, line.message)
            if verdict.verdict == "valid":
                return
        if len(senders) > 1:
            self._decode(verdict, senders[0], line.message)
            verdict.sender = None

    def _decode(self, verdict: Verdict, sender: Side, message: bytes) -> None:
        verdict.verdict, verdict.sender, verdict.notes, verdict.answers = "valid", sender, [], None
        try:
            # The decoder that forbids unknown members is the fast one, and most messages have none.
            self._read(self._module, verdict, message, "error")
            return
        except self._package.DecodeError:
            pass
        try:
            pointers = _unknown(self._read(self._module, verdict, message, "keep"))
        except self._package.DecodeError as error:
            verdict.verdict = "invalid"
            verdict.pointer, verdict.reason, verdict.code = error.pointer, error.reason, error.code
            verdict.hint = self._hint(verdict, message)
            return
        left = {other: self._unknown_in(other, verdict, message) for other in self._others}
        for pointer in pointers:
            known = [
                other for other in self._others if (rest := left[other]) is not None and pointer not in rest
            ]
            verdict.unknown.append((pointer, self._span(known, "known")))

    def _read(self, module: Any, verdict: Verdict, message: bytes, unknown: str) -> Any:
        """Return the message as `module` decodes it; note in the verdict which request it answers."""
        sender = verdict.sender
        assert sender is not None

        def answering(id: Any) -> str | None:
            request = self._requests.answered(sender, id)
            if request is None:
                verdict.notes = [UNANSWERED]
                return None
            verdict.answers = request.method
            method = module.METHODS.get(request.method)
            return request.method if method is not None and method.results else None

        return module.decode_message(message, sender, answering, unknown=unknown)

    def _remember(self, verdict: Verdict, likeliest: Side, frames: Sequence[Frame]) -> None:
        """Close the requests that the frames answer, and open those among the frames."""
        if verdict.sender:
            self._requests.close(verdict.sender, frames)
        sender = verdict.sender or likeliest
        for id in self._requests.open(sender, frames, keep=self._advisor is not None):
            verdict.notes.append(f"the id {id!r} is that of an open request")

    # Other revisions

    def _unknown_in(self, other: str, verdict: Verdict, message: bytes) -> tuple[str, ...] | None:
        """Return the unknown members of a message in another revision, or None if it is invalid there."""
        scratch = Verdict(verdict.line, "valid", verdict.sender)
        try:
            return _unknown(self._read(self._package.revision(other), scratch, message, "keep"))
        except ValueError:
            return None

    def _hint(self, verdict: Verdict, message: bytes) -> str | None:
        """Return the revisions in which an invalid message is valid, and the hint for its method."""
        for_method = hint(verdict.method)
        if for_method and for_method in (verdict.reason or ""):
            for_method = None
        accepting = [name for name in self._others if self._unknown_in(name, verdict, message) is not None]
        return "; ".join(filter(None, (for_method, self._span(accepting, "valid")))) or None

    def _span(self, revisions: Sequence[str], word: str) -> str | None:
        """Return revisions in words, such as `valid since 2025-06-18`."""
        if not revisions:
            return None
        order = list(self._package.REVISIONS)
        first, last = order.index(revisions[0]), order.index(revisions[-1])
        if revisions == order[first:]:
            return f"{word} since {revisions[0]}"
        if revisions == order[: last + 1]:
            return f"{word} until {revisions[-1]}"
        if len(revisions) > 1 and revisions == order[first : last + 1]:
            return f"{word} from {revisions[0]} to {revisions[-1]}"
        return f"{word} in {', '.join(revisions)}"


def _unknown(message: Any) -> tuple[str, ...]:
    if isinstance(message, list):
        return tuple(f"/{place}{pointer}" for place, item in enumerate(message) for pointer in item.unknown)
    return tuple(message.unknown)


def _kind(tree: Any) -> str | None:
    if isinstance(tree, list):
        return "batch"
    if not isinstance(tree, dict):
        return None
    if "method" in tree:
        return "request" if "id" in tree else "notification"
    return "response" if "result" in tree else "error" if "error" in tree else None
