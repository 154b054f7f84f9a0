"""The command `mcpgen validate`: logs of messages × a revision → a verdict for each message.

In: log files, or standard input (`log_files`, `log_records` and `logs` have the forms). Out: the verdicts as
text, JSON or JUnit (`validate_report`), each written when it is found. The exit status is 0 if no message is
invalid, 1 if some are, 2 if a log is empty, refused or unreadable as a whole. Unknown members and advice
change no status. Rules:

- `mcp_revisions` decodes every message, and its error is the verdict.
- A record that cannot be read has a verdict too. Neither such a record nor a refused log stops the others.
- With the revision `auto`, each session is held against the revision that it states.
- For advice, `mcp_revisions.advise` states the rules of the specification, `mcp_revisions.capabilities` the
  gates. The state that both need is remembered: declared capabilities, the last lists, progress.
"""

from __future__ import annotations

import tempfile
from collections import OrderedDict, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import partial
from pathlib import Path
from typing import IO, Any, Literal, TypeAlias

from mcpgen.commands.log_files import LogFile, LogRecord
from mcpgen.commands.log_records import ending
from mcpgen.commands.log_revisions import AUTO, log_lines, opened_log
from mcpgen.commands.logs import (
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
from mcpgen.commands.validate_report import Counts, Format, LogCounts, Report, Rows, Verdict
from mcpgen.names import revision_span
from mcpgen.problems import Problem, Refused
from mcpgen.runtime.bridge.frames import member
from mcpgen.runtime.messages.mismatch import shown

# The generator's own copy serves: the table names methods of no revision.
from mcpgen.runtime.messages.revision_tables import hint
from mcpgen.runtime.sides import OTHER
from mcpgen.runtime.specification.spec_rule import Finding, Severity

# Characters of pointers to unknown members that a verdict lists, besides one for each byte of the message.
LISTED = 100_000
REMEMBERED = 20_000  # items of a list, and progress tokens, that the advice looks back to
# The pointer of each frame of a message, and the pointers to its unknown members below.
Unknown: TypeAlias = list[tuple[str, Sequence[str]]]
Only: TypeAlias = Literal["invalid", "findings"]


@dataclass(frozen=True)
class ValidateOptions:
    """The revision that logs are held against, and the verdicts that are reported."""

    revision: str
    format: Format = "text"
    advice: bool = False
    only: Only | None = None
    screen: Screen = Screen()


def validate(
    files: Sequence[LogFile], options: ValidateOptions, out: IO[str], err: IO[str], *, jobs: int = 1
) -> int:
    """Validate every record of the logs, write the results, and return the exit status."""
    check_revision("--revision", options.revision, AUTO)
    report = Report(options.format, options.revision, [file.name for file in files], out, options.screen)
    if jobs > 1 and len(files) > 1:
        from mcpgen.commands.processes import map_in_processes

        with tempfile.TemporaryDirectory() as folder:
            work = [(file, Path(folder, str(place))) for place, file in enumerate(files)]
            counted = map_in_processes(partial(_judge_into, options), work, jobs)
            for (_, rows), counts in zip(work, counted, strict=True):
                report.add(counts, rows)
    else:
        for file in files:
            report.add(judge(file, options, report.rows))
    report.finish()
    for log in report.logs:
        if log.hint is not None:
            err.write(f"{Problem(log.name, log.hint)}\n")
    return max((log.status for log in report.logs), default=0)


def _judge_into(options: ValidateOptions, work: tuple[LogFile, Path]) -> LogCounts:
    """Validate a log and write its rows into a file."""
    file, path = work
    with path.open("w", encoding="utf-8", newline="") as out:
        return judge(file, options, Rows(options.format, out, options.screen))


def judge(file: LogFile, options: ValidateOptions, rows: Rows) -> LogCounts:
    """Validate one log. Write its rows, and return its counts, with the reason if the log is refused."""
    counts = Counts()
    rows.begin(file.name)
    try:
        with opened_log(file, options.revision, "validating") as records:
            return judge_records(records, file.name, options, rows, counts)
    except Refused as error:
        return LogCounts(file.name, counts, 2, error.problems[0].message, is_refused=True)


def judge_records(
    records: Iterable[LogRecord], name: str, options: ValidateOptions, rows: Rows, counts: Counts
) -> LogCounts:
    """Write the rows of the records of a log, and return their counts."""
    validators: defaultdict[str | None, LogValidator] = defaultdict(partial(LogValidator, options.advice))
    unreadable: bytes | None = None
    for line in log_lines(records, options.revision, name):
        validators[line.side].follow(line.revision)
        verdict = validators[line.side].validate(line)
        verdict.notes += filter(None, [line.note])
        counts.add(verdict)
        if verdict.verdict == "unreadable" and unreadable is None:
            unreadable = line.message.strip() or None
        if _reported(verdict, options.only):
            rows.add(verdict, name)
    return LogCounts(name, counts, *ending(counts, unreadable))


def _reported(verdict: Verdict, only: Only | None) -> bool:
    if only is None or verdict.verdict != "valid":
        return True
    return only == "findings" and bool(verdict.unknown or verdict.notes or verdict.advice)


class LogValidator:
    """Validate the messages of one connection in their order."""

    def __init__(self, advice: bool) -> None:
        self._package = revisions_package()
        self._requests = LoggedRequests()
        self._advisor = Advisor(self._package) if advice else None
        self._revision = ""

    def follow(self, revision: str) -> None:
        """Go on with another revision."""
        if revision == self._revision:
            return
        self._revision = revision
        self._module = module_of(self._package, revision)
        self._others = [name for name in self._package.REVISIONS if name != revision]
        self._requests.follow(self._module)
        if self._advisor:
            self._advisor.follow(revision.partition("+")[0])

    def validate(self, line: LogLine) -> Verdict:
        """Validate a line of the log and return the result."""
        if line.flaw is not None:
            return Verdict(line.number, self._revision, "unreadable", reason=line.flaw)
        frames = line.messages
        verdict = Verdict(line.number, self._revision, "valid", kind=_kind(line.value))
        if isinstance(line.value, dict) and isinstance(line.value.get("method"), str):
            verdict.method = line.value["method"]
        senders = [line.sender] if line.sender else self._requests.likely_senders(frames)
        self._decode_as(verdict, line, senders)
        if self._advisor and verdict.sender and verdict.sender in OTHER:
            asked = [self._requests.answered(verdict.sender, id) for id in answer_ids(frames)[:1]]
            request = asked[0].message if asked and asked[0] else None
            try:
                verdict.advice = list(self._advisor.advise(line.value, verdict.sender, request))
            except self._package.DecodeError as error:
                verdict.notes.append(f"no advice: {error.reason}")
        self._remember(verdict, senders[0], frames)
        return verdict

    def _decode_as(self, verdict: Verdict, line: LogLine, senders: Sequence[Side]) -> None:
        """Decode as the first sender for which the message is valid, or report an error."""
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
            found = _unknown(self._read(self._module, verdict, message, "keep"))
            pointers, more = _listed(found, len(message))
            del found
        except self._package.DecodeError as error:
            verdict.verdict = "invalid"
            verdict.pointer, verdict.reason, verdict.code = error.pointer, error.reason, error.code
            verdict.hint = self._hint(verdict, message)
            return
        known = dict.fromkeys(pointers, 0)  # sets of revisions, as bits: a list for each takes much memory
        for bit, other in enumerate(self._others):
            for pointer in known.keys() - self._unknown_too(other, known, verdict, message):
                known[pointer] |= 1 << bit
        for pointer, bits in known.items():
            others = [other for bit, other in enumerate(self._others) if bits >> bit & 1]
            verdict.unknown.append((pointer, self._span(others, "known")))
        if more:
            verdict.notes.append(f"{more} more unknown members, not listed")

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

    def _remember(self, verdict: Verdict, likeliest: Side, frames: Sequence[Message]) -> None:
        """Close the requests that the frames answer, and open those among the frames."""
        if verdict.sender:
            self._requests.close(verdict.sender, frames)
        sender = verdict.sender or likeliest
        for id in self._requests.open(sender, frames, keep=self._advisor is not None):
            verdict.notes.append(f"the id {shown(id)} already belongs to an open request")

    # Other revisions

    def _unknown_in(self, other: str, verdict: Verdict, message: bytes) -> Unknown | None:
        """Return the unknown members of a message in another revision, or None if it is invalid there."""
        module = module_of(self._package, other)
        row = module.METHODS.get(verdict.method)
        # Frames of other sides than client and server have one sender: the extension's.
        sender = verdict.sender if row is None or not OTHER.keys().isdisjoint(row.senders) else row.senders[0]
        scratch = Verdict(verdict.line, other, "valid", sender)
        try:
            return _unknown(self._read(module, scratch, message, "keep"))
        except ValueError:
            return None

    def _unknown_too(
        self, other: str, pointers: Iterable[str], verdict: Verdict, message: bytes
    ) -> Iterable[str]:
        """Return the pointers that another revision does not know either, all of them if in doubt."""
        unknown = self._unknown_in(other, verdict, message)
        if unknown is None:
            return pointers
        listed, more = _listed(unknown, 2 * len(message))
        return pointers if more else listed

    def _hint(self, verdict: Verdict, message: bytes) -> str | None:
        """Return the revisions in which an invalid message is valid, and the hint for its method."""
        for_method = hint(verdict.method)
        if for_method and for_method in (verdict.reason or ""):
            for_method = None
        accepting = [name for name in self._others if self._unknown_in(name, verdict, message) is not None]
        layered = [
            f"valid in {name}"
            for name in self._layered()
            if self._unknown_in(name, verdict, message) is not None
        ]
        return "; ".join(filter(None, (for_method, self._span(accepting, "valid"), *layered))) or None

    def _layered(self) -> Iterator[str]:
        """Yield the revision with one further extension, as `--revision` takes it."""
        package = self._package
        for identifier in package.EXTENSIONS:
            extension = package.extension(identifier)
            used = getattr(self._module, "EXTENSIONS", ())
            if extension.EXTENDS == self._module.REVISION and identifier not in used:
                yield f"{self._revision}+{extension.__name__.rpartition('.')[2]}"

    def _span(self, revisions: Sequence[str], word: str) -> str | None:
        """Describe revisions, such as `valid since 2025-06-18`."""
        order = list(self._package.REVISIONS)
        return f"{word} {revision_span(revisions, order)}" if revisions else None


class Advisor:
    """Advise on the messages of one connection in their order."""

    def __init__(self, package: Any) -> None:
        self._package = package
        self._revision = ""
        self._declared: dict[str, Any] = {}  # capabilities by side
        self._lists: dict[str, list[Any]] = {}
        self._complete: set[str] = set()  # the lists whose last page was seen
        self._progress: OrderedDict[Any, float] = OrderedDict()

    def follow(self, revision: str) -> None:
        """Go on with the rules of another revision."""
        self._revision = revision

    def advise(self, message: Any, sender: str, request: Any) -> Iterator[Finding]:
        """Yield the advice on a message that answers `request`, and remember the state that it declares."""
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
        """Yield the capability that the other side had to declare before the message."""
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
        """Append a page to a list. A page that no cursor asked for starts the list again."""
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


def _unknown(message: Any) -> Unknown:
    """Return the pointers to unknown members, which are written when they are read, below each frame."""
    if isinstance(message, list):
        return [(f"/{place}", item.unknown) for place, item in enumerate(message)]
    return [("", message.unknown)]


def _listed(found: Unknown, size: int) -> tuple[list[str], int]:
    """Return the first pointers of a message of `size` bytes, and how many more there are.

    A long name stands in each pointer below, so all pointers together can be far longer than the message.
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


def _kind(tree: Any) -> str | None:
    if isinstance(tree, list):
        return "batch"
    if not isinstance(tree, dict):
        return None
    if "method" in tree:
        return "request" if "id" in tree else "notification"
    return "response" if "result" in tree else "error" if "error" in tree else None
