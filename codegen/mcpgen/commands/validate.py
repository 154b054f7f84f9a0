"""Validate: a log of frames × a revision → a verdict for every message, as text, JSON or JUnit.

In: JSON Lines as bytes, each a frame or `{"from": "client"|"server", "message": frame}`. Out: one verdict a line, written as
it is found, and the exit status: 0 nothing invalid, 1 something is; unknown members and advice change no status.

Rules: a verdict is what `mcp_revisions` decodes, nothing else. A response is typed by the request that it answers: the
open request of the other side with the same id (`1` is not `"1"`). A line that cannot be read is a verdict too and does
not stop the rest. Memory is constant: of open requests, and of what advice remembers, the oldest are forgotten. A bare
frame's sender is the one side that sends its method, or the side that was asked.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import IO, Any, NamedTuple

from mcpgen.commands.validate_report import WRITERS, Format, Found, Verdict
from mcpgen.problems import refuse
from mcpgen.runtime.json_values import is_request_id

OTHER = {"client": "server", "server": "client"}
REMEMBERED = 20_000
_WRAPPING = ("from", "message", "method")
_UNASKED = "answers no request that the log shows"


class Asked(NamedTuple):
    """An open request: its method, and the frame where advice may want it."""

    method: str
    frame: Any


def validate(
    lines: Iterable[bytes],
    source: str,
    revision: str,
    out: IO[str],
    *,
    format: Format = "text",
    advice: bool = False,
) -> int:
    """Write a verdict for every line of a log and return the exit status."""
    session = Session(revision, advice)
    verdicts = (session.judge(number, line) for number, line in enumerate(lines, 1) if line.strip())
    counts = WRITERS[format](verdicts, source, revision, out)
    return 1 if counts["invalid"] or counts["unreadable"] else 0


class Session:
    """Judges the frames of one connection in their order; remembers open requests, and for advice what was listed."""

    def __init__(self, revision: str, advice: bool) -> None:
        try:
            self._package: Any = import_module("mcp_revisions")
            self._msgspec: Any = import_module("msgspec")
        except ModuleNotFoundError:
            raise refuse("mcp_revisions", "is not installed; run: pip install mcp-revisions") from None
        try:
            self._module: Any = self._package.revision(revision)
        except ValueError as error:
            raise refuse("--revision", str(error)) from None
        self.revision = revision
        self._advisor = Advisor(self._package.__name__, revision) if advice else None
        self._open: OrderedDict[tuple[str, Any], Asked] = OrderedDict()
        raw, unset = self._msgspec.Raw, self._msgspec.UNSET
        members = [
            (f"{n}_", raw | self._msgspec.UnsetType, self._msgspec.field(name=n, default=unset))
            for n in _WRAPPING
        ]
        self._wrapping: Any = self._msgspec.json.Decoder(self._msgspec.defstruct("Line", members))

    def judge(self, number: int, line: bytes) -> Verdict:
        """Return the verdict on a line."""
        verdict = Verdict(number, "unreadable")
        try:
            sender, frame = self._unwrapped(line.strip().removeprefix(b"\xef\xbb\xbf"))
            tree = self._msgspec.json.decode(frame)
        except RecursionError:
            verdict.reason = "nested too deeply"
        except (self._msgspec.DecodeError, ValueError) as error:
            verdict.reason = str(error).removeprefix("JSON is malformed: ")
        else:
            self._judge(verdict, sender, frame, tree)
        return verdict

    def _unwrapped(self, line: bytes) -> tuple[str | None, bytes]:
        if line[:1] != b"{":
            return None, line
        found, unset = self._wrapping.decode(line), self._msgspec.UNSET
        if found.message_ is unset or found.from_ is unset or found.method_ is not unset:
            return None, line
        side = self._msgspec.json.decode(found.from_)
        if side not in OTHER:
            raise ValueError(f'/from: "client" or "server", not {side!r}')
        return side, bytes(found.message_)

    def _judge(self, verdict: Verdict, sender: str | None, frame: bytes, tree: Any) -> None:
        frames = tree if isinstance(tree, list) else [tree]
        calls = [item for item in frames if isinstance(_at(item, "method"), str)]
        answers = [
            item["id"]
            for item in frames
            if isinstance(item, dict) and "method" not in item and is_request_id(item.get("id"))
        ]
        verdict.kind = _kind(tree)
        verdict.method = calls[0]["method"] if calls and frames is not tree else None
        sides = [sender] if sender else self._senders(calls, answers)
        # Where every side's reading fails, that of the likeliest is told.
        for side in sides if len(sides) == 1 else [*sides, sides[0]]:
            verdict.sender = side
            self._decode(verdict, frame)
            if verdict.verdict == "valid":
                break
        else:
            verdict.sender = sender or (sides[0] if len(sides) == 1 else None)
        if self._advisor and verdict.sender:
            asked = [self._open.get((OTHER[verdict.sender], id)) for id in answers]
            verdict.advice = list(
                self._advisor.advise(tree, verdict.sender, asked[0].frame if asked and asked[0] else None)
            )
        self._remember(verdict, sides[0], calls, answers)

    def _senders(self, calls: list[Any], answers: list[Any]) -> list[str]:
        # The sides that may have sent a bare frame, the likelier first.
        if calls:
            row = self._module.METHODS.get(calls[0]["method"])
            return list(row.senders) if row else ["client", "server"]
        return [OTHER[side] for side in OTHER if any((side, id) in self._open for id in answers)] or [
            "server",
            "client",
        ]

    def _remember(self, verdict: Verdict, sender: str, calls: list[Any], answers: list[Any]) -> None:
        for id in answers if verdict.sender else ():
            self._open.pop((OTHER[str(verdict.sender)], id), None)
        for call in calls:
            if (
                call["method"] == "initialize"
            ):  # a new session: what the last one left open is not answered any more
                self._open.clear()
            key = (verdict.sender or sender, call.get("id"))
            if is_request_id(key[1]):
                if key in self._open:
                    verdict.notes.append(f"the id {key[1]!r} is that of an open request")
                self._open[key] = Asked(call["method"], call if self._advisor else None)
                if len(self._open) > REMEMBERED:
                    self._open.popitem(last=False)

    def _decode(self, verdict: Verdict, frame: bytes) -> None:
        verdict.verdict, verdict.notes, verdict.answers = "valid", [], None
        try:
            # Without unknown members there is nothing to look for, which is quick.
            self._read(self._module, verdict, frame, "error")
            return
        except self._package.DecodeError:
            pass
        try:
            pointers = _unknown(self._read(self._module, verdict, frame, "keep"))
        except self._package.DecodeError as error:
            verdict.verdict = "invalid"
            verdict.pointer, verdict.reason, verdict.code = error.pointer, error.reason, error.code
            verdict.hint = self._valid_elsewhere(verdict, frame)
            return
        known = {other: self._unknown_in(other, verdict, frame) for other in self._others()}
        for pointer in pointers:
            revisions = [other for other, left in known.items() if left is not None and pointer not in left]
            verdict.unknown.append((pointer, self._span(revisions, "known")))

    def _read(self, module: Any, verdict: Verdict, frame: bytes, unknown: str) -> Any:
        sender = str(verdict.sender)

        def answering(id: Any) -> str | None:
            asked = self._open.get((OTHER[sender], id))
            if asked is None:
                verdict.notes = [_UNASKED]
                return None
            verdict.answers = asked.method
            method = module.METHODS.get(asked.method)
            return asked.method if method is not None and method.results else None

        return module.decode_message(frame, sender, answering, unknown=unknown)

    # -- what other revisions say ----------------------------------------------------------------------------------

    def _others(self) -> list[str]:
        return [name for name in self._package.REVISIONS if name != self.revision]

    def _unknown_in(self, other: str, verdict: Verdict, frame: bytes) -> tuple[str, ...] | None:
        # The unknown members of a frame in another revision, or None where that one refuses it.
        scratch = Verdict(verdict.line, "valid", verdict.sender)
        try:
            return _unknown(self._read(self._package.revision(other), scratch, frame, "keep"))
        except ValueError:
            return None

    def _valid_elsewhere(self, verdict: Verdict, frame: bytes) -> str | None:
        hints: Any = import_module("mcp_revisions._runtime.messages.method_hints")
        hint: str | None = hints.hint(verdict.method)
        if hint and hint in (verdict.reason or ""):
            hint = None
        accepts = [other for other in self._others() if self._unknown_in(other, verdict, frame) is not None]
        return "; ".join(filter(None, (hint, self._span(accepts, "valid")))) or None

    def _span(self, revisions: list[str], word: str) -> str | None:
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


class Advisor:
    """Remembers what advice wants to know of a connection: capabilities, the last lists of tools and prompts, progress."""

    def __init__(self, package: str, revision: str) -> None:
        self._advice: Any = import_module(f"{package}._runtime.specification.spec_advice")
        self._capabilities: Any = import_module(f"{package}._runtime.specification.capabilities")
        self._revision = revision
        self._declared: dict[str, Any] = {}
        self._lists: dict[str, list[Any]] = {}
        self._whole: set[str] = set()
        self._progress: OrderedDict[Any, float] = OrderedDict()

    def advise(self, frame: Any, sender: str, request: Any) -> Iterator[Found]:
        """Yield the advice on a frame, and remember what it tells."""
        yield from self._gate(frame, sender, request)
        found = self._advice.advise(
            frame,
            self._revision,
            sender=sender,
            request=request,
            tools=self._lists.get("tools") if "tools" in self._whole else None,
            prompts=self._lists.get("prompts") if "prompts" in self._whole else None,
            progress=self._progress,
        )
        for f in found:
            yield Found(f.rule, f.severity, f.pointer, f.reason, f.reference)
        if isinstance(frame, dict):
            self._learn(frame, request if isinstance(request, dict) else {})

    def _gate(self, frame: Any, sender: str, request: Any) -> Iterator[Found]:
        declared = dict(self._declared)
        for source in (request, frame):
            found = _at(source, "params", "_meta", "io.modelcontextprotocol/clientCapabilities")
            if found is not None:
                declared["client"] = found
        verdict = self._capabilities.allows(self._revision, sender, frame, **declared)
        owner = (verdict.gate or "").partition(":")[0]
        if verdict.gate and owner in declared:
            severity = "should" if verdict.ok else "must"
            reference = f"https://modelcontextprotocol.io/specification/{self._revision}"
            yield Found("capability-gate", severity, "", verdict.reason, reference)

    def _learn(self, frame: dict[str, Any], request: dict[str, Any]) -> None:
        method, asked = frame.get("method"), request.get("method")
        if method == "initialize":
            self._declared = {"client": _at(frame, "params", "capabilities") or {}}
            self._lists.clear()
            self._whole.clear()
            self._progress.clear()
        if asked in ("initialize", "server/discover") and "result" in frame:
            self._declared["server"] = _at(frame, "result", "capabilities") or {}
        for name in ("tools", "prompts"):
            page = _at(frame, "result", name)
            if asked == f"{name}/list" and isinstance(page, list):
                if _at(request, "params", "cursor") is None:
                    self._lists[name] = []
                self._lists.setdefault(name, []).extend(page)
                del self._lists[name][:-REMEMBERED]
                (self._whole.discard if _at(frame, "result", "nextCursor") else self._whole.add)(name)
            if method == f"notifications/{name}/list_changed":
                self._whole.discard(name)
        if method == "notifications/progress":
            token, value = _at(frame, "params", "progressToken"), _at(frame, "params", "progress")
            if isinstance(token, (str, int)) and isinstance(value, (int, float)):
                self._progress[token] = value
                self._progress.move_to_end(token)
                if len(self._progress) > REMEMBERED:
                    self._progress.popitem(last=False)


def _at(value: Any, *path: str) -> Any:
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value


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
