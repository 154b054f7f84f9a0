"""The command `mcpgen convert`: a log of messages of one revision → the log in another, and the losses.

In: a log (`logs` has its form). Out: the converted lines, each in the form of its source; a diagnostic for
each line that was not converted; the losses, counted or each as a line of JSON; the exit status: 0 all lines
were converted, 1 some were not and are missing in the output. Losses alone change no status. Rules:

- A message that both sides can send converts as the side for which the conversion succeeds, the client first.
- Where the target repeats the state of a session in each request, the state is read from `initialize` and
  `logging/setLevel` of the log.
- A line that cannot be read does not stop the others. A batch gives a line for each of its frames.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import partial
from typing import IO, Any, Literal

from mcpgen.commands.logs import (
    OTHER,
    UNANSWERED,
    Frame,
    Line,
    OpenRequests,
    Side,
    Unreadable,
    numbered,
    read_line,
    revisions_package,
)
from mcpgen.problems import Problem, natural_order, refuse
from mcpgen.runtime.json_line import json_line


@dataclass(frozen=True)
class Options:
    """The revisions of a conversion, and the treatment of losses as `mcp_revisions.convert` has it."""

    source: str
    target: str
    loss: Literal["report", "error", "allow"] = "report"
    keep: bool | bytes = False


@dataclass(frozen=True)
class Outputs:
    """The streams of a conversion; each loss is a line of `losses`, or is counted in `notes`."""

    lines: IO[bytes]
    notes: IO[str]
    losses: IO[bytes] | None = None


class Unconvertible(Exception):
    """A line has no counterpart in the target, or would lose what `--loss error` keeps."""


def convert(log: Iterable[bytes], name: str, options: Options, outputs: Outputs) -> int:
    """Write a log, called `name`, as a log of the target, and return the exit status."""
    converter = LogConverter(options)
    counts: Counter[tuple[str, str]] = Counter()
    failed = written = 0
    for number, text in numbered(log):
        try:
            converted, losses = converter.convert(text)
        except (Unconvertible, Unreadable) as error:
            failed += 1
            outputs.notes.write(f"{Problem(f'{name}:{number}', str(error))}\n")
            continue
        for line in converted:
            outputs.lines.write(line + b"\n")
        written += len(converted)
        if outputs.losses is None:
            counts.update((loss.change, loss.kind) for loss in losses)
        else:
            for loss in losses:
                outputs.losses.write(json_line({"line": number, **loss._asdict()}) + b"\n")
    if options.loss == "report":
        for change, kind in sorted(counts, key=lambda key: (natural_order(key[0]), key[1])):
            count, title = counts[change, kind], converter.titles[change]
            outputs.notes.write(f"{name}: {kind} {count}, {change}: {title}\n")
    unconverted = f", {failed} lines could not be converted" if failed else ""
    outputs.notes.write(
        f"{name}: {written} messages from {options.source} to {options.target}{unconverted}\n"
    )
    return 1 if failed else 0


class LogConverter:
    """Convert the lines of one connection in their order."""

    def __init__(self, options: Options) -> None:
        self._package = package = revisions_package()
        for option, revision in (("--from", options.source), ("--to", options.target)):
            if revision not in package.REVISIONS:
                known = ", ".join(package.REVISIONS)
                raise refuse(option, f"no revision {revision!r}; the revisions are {known}")
        self.titles: dict[str, str] = {}
        self._target = options.target
        self._converter = partial(
            package.converter, options.source, options.target, loss=options.loss, keep=options.keep
        )
        try:
            self._convert: dict[Side, Any] = {side: self._converter(sender=side) for side in OTHER}
        except ValueError as error:
            raise refuse("--keep-key", str(error).removeprefix("keep: ")) from None
        methods = package.revision(options.source).METHODS
        self._requests = OpenRequests(methods)
        # Without `initialize` in the target, each request repeats the state of the session.
        self._repeats = (
            "initialize" in methods and "initialize" not in package.revision(options.target).METHODS
        )
        self._context: dict[str, Any] = {}

    def convert(self, text: bytes) -> tuple[list[bytes], Sequence[Any]]:
        """Return a line as lines of the target and the losses; raise `Unreadable` or `Unconvertible`."""
        line = read_line(text)
        frames = line.frames
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
        for loss in converted.losses:
            self.titles.setdefault(loss.change, loss.reason.partition(":")[0])
        return [line.wrapped(message) for message in messages], converted.losses

    def _convert_as(self, line: Line, senders: Sequence[Side]) -> tuple[Side, Any]:
        """Return the first sender for which the conversion succeeds, and the result."""
        package = self._package
        for sender in senders[:-1]:
            try:
                return sender, self._convert[sender](line.message, partial(self._answering, sender))
            except (ValueError, Unconvertible):
                continue
        sender = senders[-1]
        try:
            return sender, self._convert[sender](line.message, partial(self._answering, sender))
        except package.NoCounterpart as error:
            raise Unconvertible(
                f"no counterpart in {self._target}: {error.reason} [{error.change}]"
            ) from None
        except package.LossError as error:
            raise Unconvertible(f"not without loss: {error}") from None
        except RecursionError:
            raise Unconvertible("nested too deeply") from None
        except ValueError as error:  # of them `DecodeError`
            raise Unconvertible(str(error)) from None

    def _answering(self, sender: Side, id: Any) -> str:
        """Return the method of the request that a response answers."""
        request = self._requests.answered(sender, id)
        if request is None:
            raise Unconvertible(UNANSWERED)
        return request.method

    def _read_context(self, frames: Iterable[Frame]) -> None:
        """Remember the state that the session's requests for the target repeat."""
        for frame in frames:
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
        except ValueError:  # malformed: the message that states the context is reported, no other
            return
        self._context = context
