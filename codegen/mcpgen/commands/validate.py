"""The command `mcpgen validate`: validate each message in logs against a revision.

The input is log files or standard input, in the forms that `log_files`, `log_records` and `logs` describe.
The output is a result for each message, as text, JSON or JUnit (`validate_report`). A result is written as
soon as it is known. The exit status is 0 if no message is invalid, 1 if some are, and 2 if a log is empty,
refused or unreadable. Unknown members and advice do not change the exit status.

- `mcp_revisions` decodes every message. If it raises an error, that is the result.
- A record that cannot be read has a result too. Validation continues after such a record, and after a log
  that is refused.
- With the revision `auto`, each session is validated against the revision that it states.
- Advice needs the rules of the specification (`mcp_revisions.advise`), and the capabilities that methods need
  (`mcp_revisions.capabilities`). It also needs the state of the session: the declared capabilities, the tools
  and prompts of the latest lists, and the last progress of each request.
"""

from __future__ import annotations

import tempfile
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field
from functools import cache, partial
from pathlib import Path
from typing import IO, Any, Literal, TypeAlias

from mcpgen.commands.log_files import LogFile, LogRecord
from mcpgen.commands.log_parts import LogPart, log_parts
from mcpgen.commands.log_records import ending
from mcpgen.commands.log_revisions import log_lines, opened_log
from mcpgen.commands.logs import (
    AUTO,
    UNANSWERED,
    LoggedRequests,
    LogLine,
    Message,
    Side,
    answer_ids,
    check_revision,
    module_of,
    reserved_key,
    revisions_package,
)
from mcpgen.commands.terminal import Screen
from mcpgen.commands.validate_report import Counts, Format, LineResult, LogCounts, Report, Rows
from mcpgen.names import revision_span
from mcpgen.problems import Problem, Refused
from mcpgen.runtime.json_values import member
from mcpgen.runtime.messages.mismatch import shown

# Imported from the generator's own runtime: the hints do not depend on generated data.
from mcpgen.runtime.messages.revision_tables import hint
from mcpgen.runtime.sides import OTHER
from mcpgen.runtime.specification.spec_rule import Finding, Severity

# A result lists pointers to unknown members up to this many characters, plus the length of the message.
LISTED = 100_000
REMEMBERED = 20_000  # the maximum items of a list, and progress tokens, that are stored for advice
# For each message of a batch, its pointer and the pointers to its unknown members, which start in the
# message.
Unknown: TypeAlias = list[tuple[str, Sequence[str]]]
Only: TypeAlias = Literal["invalid", "findings"]


@dataclass(frozen=True)
class ValidateOptions:
    """The options of the command.

    Attributes:
        revision: The revision to validate against, or `auto`.
        format: The format of the output.
        advice: Whether to also check MUST and SHOULD rules of the specification.
        only: The kind of results to print. None prints all.
        screen: How to print on a terminal.
    """

    revision: str
    format: Format = "text"
    advice: bool = False
    only: Only | None = None
    screen: Screen = Screen()


def validate(
    files: Sequence[LogFile], options: ValidateOptions, out: IO[str], err: IO[str], *, jobs: int = 1
) -> int:
    """Validate every record of the logs, and write the results. Return the exit status."""
    check_revision("--revision", options.revision, AUTO)
    report = Report(options.format, options.revision, [file.name for file in files], out, options.screen)
    parts = [LogPart(file) for file in files] if options.advice else log_parts(files, jobs, options.revision)
    if jobs > 1 and len(parts) > 1:
        from mcpgen.commands.processes import map_in_processes

        with tempfile.TemporaryDirectory() as folder:
            work = [(part, Path(folder, str(place))) for place, part in enumerate(parts)]
            found = map_in_processes(partial(_validate_into, options), work, jobs, "validate", "validating")
            for file in files:
                report.add(*_joined(file.name, [each for each in found if each[0].file == file]))
    else:
        for file in files:
            report.add(validate_log(LogPart(file), options, report.rows).of_log(file.name))
    report.finish()
    for log in report.logs:
        if log.hint is not None:
            err.write(f"{Problem(log.name, log.hint)}\n")
    return max((log.status for log in report.logs), default=0)


@dataclass
class PartResult:
    """The result of validating a part of a log.

    `unreadable` is the first text that is not JSON. If the log is refused at this part, `refusal` says why.
    """

    counts: Counts = field(default_factory=Counts)
    unreadable: bytes | None = None
    refusal: str | None = None

    def of_log(self, name: str) -> LogCounts:
        """Return this result as the result of a whole log. `name` is the name of the log."""
        if self.refusal is not None:
            return LogCounts(name, self.counts, 2, self.refusal, is_refused=True)
        return LogCounts(name, self.counts, *ending(self.counts, self.unreadable))


def _validate_into(options: ValidateOptions, work: tuple[LogPart, Path]) -> tuple[LogPart, Path, PartResult]:
    """Validate a part of a log, and write the results to a file, as rows of the report."""
    part, path = work
    with path.open("w", encoding="utf-8", newline="") as out:
        return part, path, validate_log(part, options, Rows(options.format, out, options.screen))


def _joined(name: str, found: Sequence[tuple[LogPart, Path, PartResult]]) -> tuple[LogCounts, list[Path]]:
    """Combine the results of the parts of a log.

    Return the counts of the whole log, and the files with the rows of its parts, in order. If the log is
    refused at a part, the parts after it are ignored.
    """
    whole, rows = PartResult(), []
    for _, path, result in found:
        rows.append(path)
        whole.counts.update(result.counts)
        whole.unreadable = whole.unreadable or result.unreadable
        if result.refusal is not None:
            whole.refusal = result.refusal
            break
    return whole.of_log(name), rows


def validate_log(part: LogPart, options: ValidateOptions, rows: Rows) -> PartResult:
    """Validate a part of a log, and write its rows. Return its result."""
    result = PartResult()
    if part.first == 1:
        rows.begin(part.file.name)
    try:
        with opened_log(part, options.revision, "validating") as records:
            validate_records(records, part, options, rows, result)
    except Refused as error:
        result.refusal = error.problems[0].message
    return result


def validate_records(
    records: Iterable[LogRecord], part: LogPart, options: ValidateOptions, rows: Rows, found: PartResult
) -> None:
    """Validate the records of a part of a log, count the results in `found`, and write rows to `rows`.

    Records before the part are read, but not validated. From them, the validators learn which requests are
    open, and which revision applies.
    """
    validators: defaultdict[str | None, LogValidator] = defaultdict(partial(LogValidator, options.advice))
    name, counts = part.file.name, found.counts
    for line in log_lines(records, options.revision, name, part.first):
        if part.end is not None and line.number >= part.end:
            break
        validator = validators[line.side]
        validator.follow(line.revision)
        if line.number < part.first:
            validator.skip(line)
            continue
        result = validator.validate(line)
        if line.note:
            result.notes += (line.note,)
        counts.add(result)
        if result.verdict == "unreadable" and found.unreadable is None:
            found.unreadable = line.message.strip() or None
        if _reported(result, options.only):
            rows.add(result, name)


def _reported(result: LineResult, only: Only | None) -> bool:
    return only is None or result.verdict != "valid" or (only == "findings" and result.has_details)


class LogValidator:
    """Validates the messages of one connection, which must be given in order."""

    def __init__(self, advice: bool) -> None:
        self._package = revisions_package()
        self._requests = LoggedRequests()
        self._advisor = Advisor(self._package) if advice else None
        self._revision = ""

    def follow(self, revision: str) -> None:
        """Validate the next messages against another revision."""
        if revision == self._revision:
            return
        self._revision = revision
        self._module = module_of(self._package, revision)
        self._others = [name for name in self._package.REVISIONS if name != revision]
        self._requests.follow(self._module)
        if self._advisor:
            self._advisor.follow(revision.partition("+")[0])

    def skip(self, line: LogLine) -> None:
        """Learn from a line which requests are open, without returning a result.

        If both sides may have sent the message, it is validated to find its sender.
        """
        if line.flaw is not None:
            return
        messages = line.messages
        senders = [line.sender] if line.sender else self._requests.likely_senders(messages)
        sender: Side | None = senders[0]
        if len(senders) > 1:
            result = LineResult(line.number, self._revision, "valid")
            self._decode_as(result, line, senders)
            sender = result.sender
        if sender:
            self._requests.close(sender, messages)
        self._requests.open(sender or senders[0], messages)

    def validate(self, line: LogLine) -> LineResult:
        """Validate a line of the log, and return the result."""
        if line.flaw is not None:
            return LineResult(line.number, self._revision, "unreadable", reason=line.flaw)
        frames = line.messages
        result = LineResult(line.number, self._revision, "valid", kind=_kind(line.value))
        if isinstance(line.value, dict) and isinstance(line.value.get("method"), str):
            result.method = line.value["method"]
        senders = [line.sender] if line.sender else self._requests.likely_senders(frames)
        self._decode_as(result, line, senders)
        if self._advisor and result.sender and result.sender in OTHER:
            asked = [self._requests.answered(result.sender, id) for id in answer_ids(frames)[:1]]
            request = asked[0].message if asked and asked[0] else None
            try:
                result.advice = list(self._advisor.advise(line.value, result.sender, request))
            except self._package.DecodeError as error:
                result.notes += (f"no advice: {error.reason}",)
        self._remember(result, senders[0], frames)
        return result

    def _decode_as(self, result: LineResult, line: LogLine, senders: Sequence[Side]) -> None:
        """Decode a message as if each of `senders` had sent it, one after the other, until it is valid.

        Store the outcome in `result`. If the message is not valid for any sender, the outcome is the error
        for the first sender.
        """
        for sender in senders:
            self._decode(result, sender, line)
            if result.verdict == "valid":
                return
        if len(senders) > 1:
            self._decode(result, senders[0], line)
            result.sender = None

    def _decode(self, result: LineResult, sender: Side, line: LogLine) -> None:
        """Decode a message as one of `sender`, and store the outcome in `result`."""
        result.verdict, result.sender, result.notes, result.answers = "valid", sender, (), None
        try:
            # Most messages are valid and have no unknown members. This decoder is the fastest for them.
            answering = self._answering(result, self._module, line.value)
            self._module.decode_message(line.message, sender, answering, unknown="error")
            return
        except self._package.DecodeError:
            pass
        try:
            found = self._unknown_in(self._module, result, line)
            pointers, more = _listed(found, len(line.message))
            del found
        except self._package.DecodeError as error:
            result.verdict = "invalid"
            result.pointer, result.reason, result.code = error.pointer, error.reason, error.code
            result.hint = self._hint(result, line)
            return
        # For each pointer, the other revisions that know it, as bits, because lists would take much memory.
        known = dict.fromkeys(pointers, 0)
        for bit, other in enumerate(self._others):
            for pointer in known.keys() - self._unknown_too(other, known, result, line):
                known[pointer] |= 1 << bit
        found_in = {bits: self._known(bits) for bits in set(known.values())}
        result.unknown = [(pointer, found_in[bits]) for pointer, bits in known.items()]
        if more:
            result.notes += (f"{more} more unknown members, not listed",)

    def _answering(self, result: LineResult, module: Any, value: Any) -> Any:
        """Return the argument `answering` to decode a parsed message with `module`.

        For a batch, it is a function that returns the method for an id, because the responses in a batch
        answer different requests.
        """
        if isinstance(value, list):
            return partial(self._answered, result, module)
        if isinstance(value, dict) and "method" not in value:
            return self._answered(result, module, value.get("id"))
        return None

    def _answered(self, result: LineResult, module: Any, id: Any) -> str | None:
        """Return the method of the request that a response with this id answers, or None.

        Store the method in `result.answers`, even if it is not a request of the revision. If the log does not
        have the request, add a note to the result.
        """
        if type(id) not in (str, int, float):
            return None
        assert result.sender is not None
        request = self._requests.answered(result.sender, id)
        if request is None:
            result.notes = (UNANSWERED,)
            return None
        result.answers = request.method
        method = module.METHODS.get(request.method)
        return request.method if method is not None and method.kind == "request" else None

    def _unknown_in(self, module: Any, result: LineResult, line: LogLine) -> Unknown:
        """Return the members of a message that are unknown in the revision of `module`.

        Raise `DecodeError` if the message is invalid there. `result` has the sender.
        """
        answering = self._answering(result, module, line.value)
        return _unknown(module.Router.codec.decode_parsed(line.value, result.sender, answering))

    def _remember(self, result: LineResult, likeliest: Side, frames: Sequence[Message]) -> None:
        """Update the open requests: remove those that the messages answer, and add new ones.

        If the validation found no sender, the sender is `likeliest`.
        """
        if result.sender:
            self._requests.close(result.sender, frames)
        sender = result.sender or likeliest
        for id in self._requests.open(sender, frames, keep=self._advisor is not None):
            result.notes += (f"the id {shown(id)} already belongs to an open request",)

    # Other revisions

    def _unknown_elsewhere(self, other: str, result: LineResult, line: LogLine) -> Unknown | None:
        """Return the members of a message that the revision `other` does not define.

        Return None if the message is invalid in that revision.
        """
        module = module_of(self._package, other)
        row = module.METHODS.get(result.method)
        # A message between other sides than client and server has only one possible sender.
        sender = result.sender if row is None or not OTHER.keys().isdisjoint(row.senders) else row.senders[0]
        try:
            return self._unknown_in(module, LineResult(result.line, other, "valid", sender), line)
        except ValueError:
            return None

    def _unknown_too(
        self, other: str, pointers: Iterable[str], result: LineResult, line: LogLine
    ) -> Iterable[str]:
        """Return those of `pointers` whose members the revision `other` does not define.

        `pointers` lead to the members that the message's own revision does not define. If `other` does not
        define a member, it does not define any member inside that one either. Return all `pointers` if the
        message is invalid in `other`, or has too many unknown members there.
        """
        unknown = self._unknown_elsewhere(other, result, line)
        if unknown is None:
            return pointers
        listed, more = _listed(unknown, 2 * len(line.message))
        above = set(listed)
        return pointers if more else [each for each in pointers if _is_inside(each, above)]

    def _hint(self, result: LineResult, line: LogLine) -> str | None:
        """Return a hint for an invalid message, or None.

        The hint says what is known about the method of the message, and in which revisions the message is
        valid.
        """
        for_method = hint(result.method)
        if for_method and for_method in (result.reason or ""):
            for_method = None
        accepting = [one for one in self._others if self._unknown_elsewhere(one, result, line) is not None]
        layered = [
            f"valid in {one}"
            for one in _with_extensions(self._package, self._revision)
            if self._unknown_elsewhere(one, result, line) is not None
        ]
        return "; ".join(filter(None, (for_method, self._span(accepting, "valid"), *layered))) or None

    def _known(self, bits: int) -> str | None:
        """Describe the other revisions that know a member. Bit N of `bits` is 1 if `_others[N]` knows it."""
        return self._span([one for bit, one in enumerate(self._others) if bits >> bit & 1], "known")

    def _span(self, revisions: Sequence[str], word: str) -> str | None:
        """Describe revisions in words: `valid since 2025-06-18`."""
        order = list(self._package.REVISIONS)
        return f"{word} {revision_span(revisions, order)}" if revisions else None


class Advisor:
    """Gives advice on the messages of one connection, which must be given in order."""

    def __init__(self, package: Any) -> None:
        self._package = package
        self._revision = ""
        self._declared: dict[str, Any] = {}  # capabilities by side
        self._lists: dict[str, list[Any]] = {}
        self._complete: set[str] = set()  # the lists whose last page was seen
        self._progress: OrderedDict[Any, float] = OrderedDict()

    def follow(self, revision: str) -> None:
        """Use the rules of another revision for the next messages."""
        self._revision = revision

    def advise(self, message: Any, sender: str, request: Any) -> Iterator[Finding]:
        """Yield the advice on a message, then store facts from the message, such as capabilities.

        The advice on later messages needs these facts. If the message is a response, `request` is the request
        that it answers.
        """
        yield from self._gate(message, sender, request)
        yield from self._package.advise(
            message,
            self._revision,
            sender=sender,
            request=request,
            tools=self._lists.get("tools") if "tools" in self._complete else None,
            prompts=self._lists.get("prompts") if "prompts" in self._complete else None,
            progress=self._progress,
        )
        if isinstance(message, dict):
            self._remember(message, request if isinstance(request, dict) else {})

    def _gate(self, message: Any, sender: str, request: Any) -> Iterator[Finding]:
        """Yield a finding if a capability that the message needs is not declared.

        If the message is a response, `request` is the request that it answers.
        """
        declared = dict(self._declared)
        for frame in (request, message):
            client = member(frame, "params", "_meta", reserved_key("clientCapabilities"))
            if client is not None:
                declared["client"] = client
        allowed = self._package.capabilities.allows(self._revision, sender, message, **declared)
        owner = (allowed.gate or "").partition(":")[0]
        if allowed.gate and owner in declared:
            severity: Severity = "should" if allowed.ok else "must"
            reference = f"https://modelcontextprotocol.io/specification/{self._revision}"
            yield Finding("capability-gate", severity, "", allowed.reason, reference)

    def _remember(self, frame: dict[str, Any], request: dict[str, Any]) -> None:
        method, answered = frame.get("method"), request.get("method")
        if method == "initialize":
            self._declared = {"client": member(frame, "params", "capabilities") or {}}
            self._lists.clear()
            self._complete.clear()
            self._progress.clear()
        if answered in ("initialize", "server/discover") and "result" in frame:
            self._declared["server"] = member(frame, "result", "capabilities") or {}
        for name in ("tools", "prompts"):
            if answered == f"{name}/list":
                self._add_page(name, frame, request)
            if method == f"notifications/{name}/list_changed":
                self._complete.discard(name)
        if method == "notifications/progress":
            self._add_progress(member(frame, "params", "progressToken"), member(frame, "params", "progress"))

    def _add_page(self, name: str, response: dict[str, Any], request: dict[str, Any]) -> None:
        """Add a page of results to the stored list of a method.

        If the page was requested without a cursor, it is the first one, and replaces the list.
        """
        page = member(response, "result", name)
        if not isinstance(page, list):
            return
        if member(request, "params", "cursor") is None:
            self._lists[name] = []
        self._lists.setdefault(name, []).extend(page)
        del self._lists[name][:-REMEMBERED]
        (self._complete.discard if member(response, "result", "nextCursor") else self._complete.add)(name)

    def _add_progress(self, token: Any, value: Any) -> None:
        if isinstance(token, (str, int)) and isinstance(value, (int, float)):
            self._progress[token] = value
            self._progress.move_to_end(token)
            if len(self._progress) > REMEMBERED:
                self._progress.popitem(last=False)


@cache
def _with_extensions(package: Any, revision: str) -> tuple[str, ...]:
    """Return the names of `revision` with each extension that can be added, such as `2026-07-28+tasks`."""
    module = module_of(package, revision)
    used = getattr(module, "EXTENSIONS", ())
    extensions = [package.extension(one) for one in package.EXTENSIONS if one not in used]
    return tuple(
        f"{revision}+{extension.__name__.rpartition('.')[2]}"
        for extension in extensions
        if extension.EXTENDS == module.REVISION
    )


def _unknown(message: Any) -> Unknown:
    """Return the pointer of each message in a batch, with the pointers to its unknown members.

    A message that is not in a batch has the pointer ''. The pointers to members are computed when they are
    read.
    """
    if isinstance(message, list):
        return [(f"/{index}", item.unknown) for index, item in enumerate(message)]
    return [("", message.unknown)]


def _is_inside(pointer: str, others: AbstractSet[str]) -> bool:
    """Return whether a JSON Pointer is one of `others`, or leads to a value inside one of them."""
    ends = [end for end, character in enumerate(pointer) if character == "/"]
    return any(pointer[:end] in others for end in (*ends, len(pointer)))


def _listed(found: Unknown, size: int) -> tuple[list[str], int]:
    """Return as many JSON Pointers to unknown members as fit into a limit, and the number of the others.

    The limit grows with `size`, the length of the message in bytes. It is needed because each pointer has the
    names of all members above the unknown member: all pointers together can be far longer than the message.
    """
    listed: list[str] = []
    left = LISTED + size
    for prefix, pointers in found:
        for pointer in pointers:
            left -= len(prefix) + len(pointer)
            if left < 0:
                return listed, sum(len(each) for _, each in found) - len(listed)
            listed.append(prefix + pointer)
    return listed, 0


def _kind(value: Any) -> str | None:
    if isinstance(value, list):
        return "batch"
    if not isinstance(value, dict):
        return None
    if "method" in value:
        return "request" if "id" in value else "notification"
    return "response" if "result" in value else "error" if "error" in value else None
