"""The command `mcpgen convert`: convert logs of messages to another revision, and report the differences.

The input is log files or standard input, in the forms that `log_files`, `log_records` and `logs` describe.
The output has a line for each converted record. If the record is an object that contains the message, the
line is such an object too. Records that could not be converted are reported on stderr. The losses are
reported there too, each with the number of times that it occurred. On request, each loss is also written as a
line of JSON. The exit status is 0 if all records were converted, 1 if some were not, and 2 if a log is empty,
refused or unreadable. Losses do not change the exit status.

- If both sides can send a message, it is converted as a message of the client. If that fails, it is converted
  as a message of the server.
- The target may repeat the state of a session in each request. Then this state is taken from `initialize` and
  `logging/setLevel` in the log.
- After a line that cannot be read, or a log that is refused, the others are converted nevertheless.
- A batch gives one line for each of its messages.
"""

from __future__ import annotations

import shutil
import tempfile
from collections import Counter, defaultdict
from collections.abc import Iterable, Sequence
from contextlib import nullcontext, suppress
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import IO, Any, Literal

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
    check_revision,
    module_of,
    revisions_package,
)
from mcpgen.problems import Problem, Refused, natural_order, printable, refuse
from mcpgen.runtime.json_line import json_line
from mcpgen.runtime.messages.mismatch import shown
from mcpgen.runtime.sides import OTHER


@dataclass(frozen=True)
class ConversionOptions:
    """The revisions from and to which to convert, and the options `loss` and `keep` of `mr.convert`."""

    source: str
    target: str
    loss: Literal["report", "error", "allow"] = "report"
    keep: bool | bytes = False


@dataclass(frozen=True)
class Outputs:
    """The streams that a conversion writes: converted lines, notes for people, and losses as JSON Lines."""

    lines: IO[bytes]
    notes: IO[str]
    losses: IO[bytes] | None = None

    def write_losses(self, name: str, line: int, losses: Iterable[Any]) -> None:
        """Write the losses of a line of the log `name`, if they are wanted."""
        if self.losses is not None:
            for loss in losses:
                self.losses.write(json_line({"source": name, "line": line, **loss._asdict()}) + b"\n")


class Unconvertible(Exception):
    """Raised for a line that cannot be read or converted.

    With `--loss error`, it is also raised for a message that would lose values. `losses` then lists the
    losses.
    """

    def __init__(self, reason: str, losses: Sequence[Any] = ()) -> None:
        super().__init__(reason)
        self.losses = losses


class Invalid(Unconvertible):
    """Raised for a line that is not a valid message of the source revision."""


def convert(files: Sequence[LogFile], options: ConversionOptions, outputs: Outputs, *, jobs: int = 1) -> int:
    """Convert logs to the target revision, and write them as one log. Return the exit status."""
    check_revision("--from", options.source, AUTO)
    check_revision("--to", options.target)
    LogConverter(options).follow(options.target)  # raises `Refused` if the key is too short
    parts = log_parts(files, jobs, options.source)
    if jobs == 1 or len(parts) == 1:
        found = ((file, convert_part(LogPart(file), options, outputs)) for file in files)
        return max((finish(file.name, result, options, outputs) for file, result in found), default=0)
    from mcpgen.commands.processes import map_in_processes

    status = 0
    with tempfile.TemporaryDirectory() as folder:
        work = [(part, Path(folder, str(place))) for place, part in enumerate(parts)]
        convert_into = partial(_convert_into, options, outputs.losses is not None)
        converted = map_in_processes(convert_into, work, jobs, "convert", "converting")
        for file in files:
            whole = _joined([each for each in converted if each[0].file == file], outputs)
            status = max(status, finish(file.name, whole, options, outputs))
    return status


@dataclass
class ConvertedPart:
    """The result of converting a part of a log.

    - `counts`: the numbers of valid, invalid and unreadable records, and of all.
    - `losses`: the numbers of losses, by change, kind and reason.
    - `sources`: the revisions of the records.
    - `written`: the number of messages that were written.
    - `unreadable`: the first text that is not JSON.
    - `refusal`: why the log is refused at this part, or None.
    """

    counts: Counter[str] = field(default_factory=Counter)
    losses: Counter[tuple[str, str, str]] = field(default_factory=Counter)
    sources: dict[str, None] = field(default_factory=dict)
    written: int = 0
    unreadable: bytes | None = None
    refusal: str | None = None

    def add(self, later: ConvertedPart) -> None:
        """Add the result of the next part of the log to this result."""
        self.counts.update(later.counts)
        self.losses.update(later.losses)
        self.sources.update(later.sources)
        self.written += later.written
        self.unreadable = self.unreadable or later.unreadable
        self.refusal = later.refusal


def _convert_into(
    options: ConversionOptions, has_losses: bool, work: tuple[LogPart, Path]
) -> tuple[LogPart, Path, ConvertedPart]:
    """Convert a part of a log, and write its outputs to files in a new folder.

    The losses are written only if `has_losses` is true.
    """
    part, folder = work
    folder.mkdir()
    with (
        (folder / "lines").open("wb") as lines,
        (folder / "notes").open("w", encoding="utf-8", newline="") as notes,
        (folder / "losses").open("wb") if has_losses else nullcontext() as losses,
    ):
        return part, folder, convert_part(part, options, Outputs(lines, notes, losses))


def _joined(found: Sequence[tuple[LogPart, Path, ConvertedPart]], outputs: Outputs) -> ConvertedPart:
    """Copy the converted parts of a log to the outputs, in order. Return the result of the whole log.

    If the log is refused at a part, the parts after it are ignored.
    """
    whole = ConvertedPart()
    for _, folder, result in found:
        with (folder / "lines").open("rb") as lines:
            shutil.copyfileobj(lines, outputs.lines)
        with (folder / "notes").open(encoding="utf-8", newline="") as notes:
            shutil.copyfileobj(notes, outputs.notes)
        if outputs.losses is not None:
            with (folder / "losses").open("rb") as losses:
                shutil.copyfileobj(losses, outputs.losses)
        whole.add(result)
        if result.refusal is not None:
            break
    return whole


def check_outputs(losses: Path | None, inputs: Iterable[Path | None]) -> None:
    """Refuse a `--losses` file that is also an input, because opening it for writing would empty it."""
    if losses is None or not losses.is_file():
        return
    if any(path is not None and path.exists() and losses.samefile(path) for path in inputs):
        raise refuse("--losses", f"{losses} is also an input; choose another file")


def convert_part(part: LogPart, options: ConversionOptions, outputs: Outputs) -> ConvertedPart:
    """Convert a part of a log, and write its outputs. Return its result."""
    result = ConvertedPart()
    try:
        with opened_log(part, options.source, "converting") as records:
            convert_records(records, part, options, outputs, result)
    except Refused as error:
        result.refusal = str(error)
    return result


def convert_records(
    records: Iterable[LogRecord],
    part: LogPart,
    options: ConversionOptions,
    outputs: Outputs,
    found: ConvertedPart,
) -> None:
    """Convert the records of a part of a log, write them, and count them in `found`.

    Records before the part are read, but not converted. From them, the converters learn which requests are
    open, which revision applies, and the state of each session.
    """
    converters: defaultdict[str | None, LogConverter] = defaultdict(partial(LogConverter, options))
    name, counts = part.file.name, found.counts
    for line in log_lines(records, options.source, name, part.first):
        if part.end is not None and line.number >= part.end:
            break
        converter = converters[line.side]
        converter.follow(line.revision)
        if line.number < part.first:
            converter.skip(line)
            continue
        found.sources[line.revision] = None
        counts["messages"] += 1
        try:
            converted, lost = converter.convert(line)
        except Unconvertible as error:
            counts["invalid" if line.flaw is None else "unreadable"] += 1
            if line.flaw is not None and found.unreadable is None:
                found.unreadable = line.message.strip() or None
            outputs.notes.write(f"{Problem(f'{name}:{line.number}', str(error))}\n")
            outputs.write_losses(name, line.number, error.losses)
            continue
        counts["valid"] += 1
        for text in converted:
            outputs.lines.write(text + b"\n")
        found.written += len(converted)
        for loss in lost:
            found.losses[loss.change, loss.kind, loss.reason] += 1
        outputs.write_losses(name, line.number, lost)


def finish(name: str, result: ConvertedPart, options: ConversionOptions, outputs: Outputs) -> int:
    """Write the notes about the whole log `name`, such as its losses. Return the exit status for this log."""
    if result.refusal is not None:
        outputs.notes.write(f"{result.refusal}\n")
        return 2
    counts, losses, written = result.counts, result.losses, result.written
    status, hint = ending(counts, result.unreadable)
    if hint is not None:
        outputs.notes.write(f"{Problem(name, hint)}\n")
    if not counts["messages"]:
        return status
    if options.loss == "report":
        for change, kind, reason in sorted(losses, key=lambda key: (natural_order(key[0]), *key[1:])):
            counted = f"{kind} {losses[change, kind, reason]}, {change}: {reason}"
            outputs.notes.write(f"{printable(name)}: {counted}\n")
    failed = counts["messages"] - counts["valid"]
    lines, messages = "line" if failed == 1 else "lines", "message" if written == 1 else "messages"
    unconverted = f", {failed} {lines} could not be converted" if failed else ""
    summary = f"{written} {messages} from {' and '.join(result.sources)} to {options.target}{unconverted}"
    outputs.notes.write(f"{printable(name)}: {summary}\n")
    return status


class LogConverter:
    """Converts the messages of one connection, which must be given in order."""

    def __init__(self, options: ConversionOptions) -> None:
        self._package = revisions_package()
        self._options = options
        self._requests = LoggedRequests()
        self._revision = ""

    def follow(self, revision: str) -> None:
        """Set the source revision of the lines that follow."""
        if revision == self._revision:
            return
        self._revision, package, options = revision, self._package, self._options
        source, target = module_of(package, revision), module_of(package, options.target)
        ends = (module if hasattr(module, "EXTENSIONS") else module.REVISION for module in (source, target))
        self._converter = partial(package.converter, *ends, loss=options.loss, keep=options.keep)
        try:
            self._convert: dict[Side, Any] = {side: self._converter(sender=side) for side in OTHER}
        except ValueError as error:
            raise refuse("--keep-key", str(error).removeprefix("keep: ")) from None
        self._source = source
        self._requests.follow(source)
        # If the target has no `initialize`, each request repeats the state of the session.
        self._repeats = "initialize" in source.METHODS and "initialize" not in target.METHODS
        self._context: dict[str, Any] = {}

    def skip(self, line: LogLine) -> None:
        """Learn from a line which requests are open. The line is not part of the output.

        If both sides may have sent the message, it is converted to find out which side did.
        """
        if line.flaw is not None:
            return
        frames = line.messages
        if self._repeats:
            self._read_context(frames)
        senders = [line.sender] if line.sender else self._requests.likely_senders(frames)
        sender = senders[0]
        if len(senders) > 1:
            with suppress(Unconvertible):
                sender, _ = self._convert_as(line, senders)
        self._requests.close(sender, frames)
        self._requests.open(sender, frames)

    def convert(self, line: LogLine) -> tuple[list[bytes], Sequence[Any]]:
        """Convert a line. Return the converted lines and the losses.

        Raise `Unconvertible` if the line cannot be converted.
        """
        if line.flaw is not None:
            raise Unconvertible(line.flaw)
        frames = line.messages
        if self._repeats:
            self._read_context(frames)
        senders = [line.sender] if line.sender else self._requests.likely_senders(frames)
        sender = senders[0]
        try:
            sender, converted = self._convert_as(line, senders)
        finally:
            self._requests.close(sender, frames)
            self._requests.open(sender, frames)
        messages = converted.message if isinstance(converted.message, list) else [converted.message]
        return [line.wrapped(message) for message in messages], converted.losses

    def _convert_as(self, line: LogLine, senders: Sequence[Side]) -> tuple[Side, Any]:
        """Convert a line as a message of one side after the other in `senders`, until that succeeds.

        Return the sender and the result. If no conversion succeeds, raise the error for the first side that
        may send this message. If no side may send it, raise the first error.
        """
        if not set(senders) <= OTHER.keys():
            raise Unconvertible(
                f"is sent by the {' or '.join(senders)}; mcpgen converts only messages of client or server"
            )
        reasons: list[Unconvertible] = []
        for sender in senders:
            try:
                return sender, self._converted(line, sender)
            except Unconvertible as reason:
                reasons.append(reason)
        try:
            raise next((reason for reason in reasons if not isinstance(reason, Invalid)), reasons[0])
        finally:
            # The error refers to this frame. If the frame also referred to the error, only the garbage
            # collector could free them, together with the parsed message.
            reasons.clear()

    def _converted(self, line: LogLine, sender: Side) -> Any:
        answering = partial(self._answering, sender)
        try:
            return self._convert[sender](line.message, answering)
        except self._package.NoCounterpart as error:
            reason = f"has no equivalent in {self._options.target}: {error.reason} [{error.change}]"
            raise Unconvertible(reason) from None
        except self._package.LossError as error:
            raise Unconvertible(f"the conversion would lose values: {error}", error.losses) from None
        except RecursionError:
            raise Invalid("nested too deeply") from None
        except ValueError as error:  # includes `DecodeError`
            try:  # report the error as `mcpgen validate` does
                self._source.decode_message(line.message, sender, answering)
            except ValueError as flaw:
                raise Invalid(str(flaw)) from None
            raise Invalid(str(error)) from None

    def _answering(self, sender: Side, id: Any) -> str:
        """Return the method of the request that a response from `sender` answers.

        Raise `Unconvertible` if the log has no such request.
        """
        request = self._requests.answered(sender, id)
        if request is None:
            raise Unconvertible(UNANSWERED)
        if getattr(self._source.METHODS.get(request.method), "kind", None) != "request":
            raise Unconvertible(
                f"answers {shown(request.method)}, which is not a request in {self._source.REVISION}"
            )
        return request.method

    def _read_context(self, frames: Iterable[Message]) -> None:
        """Store the facts of a session that each request of the target repeats, such as `clientInfo`.

        `initialize` starts a session, which has none of the facts of the session before.
        """
        for frame in frames:
            if frame.get("method") == "initialize":
                self._convert["client"], self._context = self._converter(sender="client"), {}
            params = frame.get("params")
            if not isinstance(params, dict):
                continue
            if frame.get("method") == "initialize":
                client = {"clientCapabilities": params.get("capabilities")}
                self._use_context({**client, "clientInfo": params.get("clientInfo")})
            elif frame.get("method") == "logging/setLevel":
                self._use_context({**self._context, "logLevel": params.get("level")})

    def _use_context(self, context: dict[str, Any]) -> None:
        try:
            self._convert["client"] = self._converter(sender="client", context=context)
        except ValueError:  # an invalid context is reported at the message that states it
            return
        self._context = context
