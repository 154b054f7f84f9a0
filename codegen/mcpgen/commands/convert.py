"""Convert: a log of frames of one revision → the same log in another, and what it cost.

In: JSON Lines as bytes, each a frame or `{"from": "client"|"server", "message": frame}`. Out: the converted lines, in the form in
which they came; a diagnostic for each line that could not be converted; a summary of what was lost, or each loss as a line of
JSON. The exit status: 0 every line was converted, 1 some were not, and are not in the output; losses alone change no status.

Rules:

- A result is typed by the request that it answers: the open request of the other side with the same id (`1` is not `"1"`).
- A bare frame's sender is the side that sends its method, or the side that was asked; where both may, the one as whose it
  converts, the client first.
- What a session says once and 2026-07-28 repeats in each request is taken from the log: `initialize` and `logging/setLevel`.
- A line that cannot be read does not stop the rest. A batch gives a line for each of its frames.
- Memory is constant: of open requests the oldest are forgotten.
"""

from __future__ import annotations

from collections import Counter, OrderedDict
from collections.abc import Iterable
from functools import partial
from importlib import import_module
from typing import IO, Any, Literal

from mcpgen.problems import Problem, natural_order, refuse
from mcpgen.runtime.json_values import is_request_id

OTHER = {"client": "server", "server": "client"}
REMEMBERED = 20_000


def convert(
    lines: Iterable[bytes],
    name: str,
    source: str,
    target: str,
    out: IO[bytes],
    notes: IO[str],
    *,
    loss: Literal["report", "error", "allow"] = "report",
    keep: bool = False,
    losses: IO[bytes] | None = None,
) -> int:
    """Write the log `lines`, called `name`, as a log of `target`, and return the exit status.

    Diagnostics and the summary go to `notes`; `losses` takes every loss as a line of JSON instead of the summary.
    """
    session = Session(source, target, loss, keep)
    counts: Counter[tuple[str, str]] = Counter()
    failed = written = 0
    for number, line in enumerate(lines, 1):
        line = line.strip().removeprefix(b"\xef\xbb\xbf")
        if not line:
            continue
        try:
            converted, lost = session.convert(line)
        except Unconvertible as error:
            failed += 1
            notes.write(f"{Problem(f'{name}:{number}', str(error))}\n")
            continue
        for one in converted:
            out.write(one + b"\n")
            written += 1
        for each in lost:
            if losses is None:
                counts[each.change, each.kind] += 1
            else:
                losses.write(session.encode({"line": number, **each._asdict()}) + b"\n")
    if loss == "report" and losses is None:
        for (change, kind), count in sorted(
            counts.items(), key=lambda item: (natural_order(item[0][0]), item[0][1])
        ):
            notes.write(f"{name}: {kind} {count}, {change}: {session.titles[change]}\n")
    unconverted = f", {failed} lines could not be converted" if failed else ""
    notes.write(f"{name}: {written} messages from {source} to {target}{unconverted}\n")
    return 1 if failed else 0


class Unconvertible(Exception):
    """A line that has no place in the output, and why."""


class Session:
    """Converts the lines of one connection in their order; remembers open requests and what `initialize` said."""

    def __init__(self, source: str, target: str, loss: str, keep: bool) -> None:
        try:
            self._package: Any = import_module("mcp_revisions")
            self._msgspec: Any = import_module("msgspec")
            self._runtime: Any = import_module("mcp_revisions._runtime.conversion.fidelity")
        except ModuleNotFoundError:
            raise refuse("mcp_revisions", "is not installed; run: pip install mcp-revisions") from None
        chain = self._package.REVISIONS
        for option, revision in (("--from", source), ("--to", target)):
            if revision not in chain:
                raise refuse(option, f"no revision {revision!r}; the revisions are {', '.join(chain)}")
        self.source, self.target = source, target
        self._converter = partial(self._package.converter, source, target, loss=loss, keep=keep)
        self._converts = {side: self._converter(sender=side) for side in OTHER}
        self.encode = self._msgspec.json.Encoder().encode
        self.titles: dict[str, str] = {}
        raw: Any = self._msgspec.Raw
        self._members = self._msgspec.json.Decoder(dict.__class_getitem__((str, raw))).decode
        self._decode = self._msgspec.json.Decoder().decode
        self._open: OrderedDict[tuple[str, Any], str] = OrderedDict()
        self._said: dict[str, Any] = {}
        handshake = import_module("mcp_revisions._runtime.revisions").HANDSHAKE
        self._repeats = source in handshake and target not in handshake

    def convert(self, line: bytes) -> tuple[list[bytes], tuple[Any, ...]]:
        """Return a line as lines of the target and what was lost, or raise `Unconvertible`."""
        try:
            return self._convert(line)
        except self._package.NoCounterpart as error:
            raise Unconvertible(f"no counterpart in {self.target}: {error.reason} [{error.change}]") from None
        except self._package.LossError as error:
            raise Unconvertible(f"not without loss: {error}") from None
        except self._package.DecodeError as error:
            raise Unconvertible(str(error)) from None
        except RecursionError:
            raise Unconvertible("nested too deeply") from None
        except (self._msgspec.MsgspecError, ValueError) as error:
            raise Unconvertible(str(error).removeprefix("JSON is malformed: ")) from None

    def _convert(self, line: bytes) -> tuple[list[bytes], tuple[Any, ...]]:
        wrapping, frame, sides = None, line, list(OTHER)
        if line[:1] == b"{":
            members = self._members(line)
            if "message" in members and "method" not in members:
                wrapping, frame = members, bytes(members["message"])
                side = self._decode(members["from"]) if "from" in members else None
                if side is not None and side not in OTHER:
                    raise Unconvertible(f'/from: "client" or "server", not {side!r}')
                sides = [side] if side else sides
                members = self._members(frame) if frame[:1] == b"{" else {}
            heads = [self._head(members)]
        else:
            tree = self._decode(line)
            heads = [self._head_of(item) for item in tree] if isinstance(tree, list) else []
        if wrapping is not None and frame[:1] == b"[":
            heads = [self._head_of(item) for item in self._decode(frame)]
        self._listen(heads, frame)
        sides = self._senders(heads, sides)
        sender = sides[0]
        try:
            sender, converted = self._carried(frame, sides)
        finally:
            self._remember(heads, sender)
        found = converted.message if isinstance(converted.message, list) else [converted.message]
        for each in converted.losses:
            self.titles.setdefault(each.change, each.reason.partition(":")[0])
        return [self._wrapped(wrapping, message) for message in found], converted.losses

    def _head(self, members: dict[str, Any]) -> tuple[Any, Any]:
        """Return the id and the method of a frame."""
        return tuple(self._decode(members[n]) if n in members else None for n in ("id", "method"))  # type: ignore[return-value]

    @staticmethod
    def _head_of(frame: Any) -> tuple[Any, Any]:
        return (frame.get("id"), frame.get("method")) if isinstance(frame, dict) else (None, None)

    def _senders(self, heads: list[tuple[Any, Any]], sides: list[str]) -> list[str]:
        """Return the sides that may have sent a frame, the likelier first."""
        if len(sides) == 1:
            return sides
        id, method = heads[0] if heads else (None, None)
        if isinstance(method, str):
            known = self._runtime.senders(method, self.source)
        else:
            known = [side for side in OTHER if is_request_id(id) and (OTHER[side], id) in self._open]
        return list(known) or sides

    def _carried(self, frame: bytes, sides: list[str]) -> tuple[str, Any]:
        """Return who sent a frame and what it converts to; where several sides may have sent it, the first that works."""
        for side in sides[:-1]:
            try:
                return side, self._as(side, frame)
            except ValueError:
                continue
        return sides[-1], self._as(sides[-1], frame)

    def _as(self, side: str, frame: bytes) -> Any:
        def answering(id: Any) -> str:
            method = self._open.get((OTHER[side], id)) if is_request_id(id) else None
            if method is None:
                raise Unconvertible("answers no request that the log shows")
            return method

        return self._converts[side](frame, answering)

    def _listen(self, heads: list[tuple[Any, Any]], frame: bytes) -> None:
        """Note what a session says once and the target repeats in each request."""
        if not self._repeats or not any(method in ("initialize", "logging/setLevel") for _, method in heads):
            return
        tree = self._decode(frame)
        for each in tree if isinstance(tree, list) else [tree]:
            params = each.get("params") if isinstance(each, dict) else None
            if not isinstance(params, dict):
                continue
            if each.get("method") == "initialize":
                self._learn(
                    {"clientCapabilities": params.get("capabilities"), "clientInfo": params.get("clientInfo")}
                )
            elif each.get("method") == "logging/setLevel":
                self._learn({**self._said, "logLevel": params.get("level")})

    def _learn(self, said: dict[str, Any]) -> None:
        """Remember what a session said, unless it is malformed: the message that said it is then reported, no other."""
        try:
            self._converts["client"] = self._converter(sender="client", context=said)
        except ValueError:
            return
        self._said = said

    def _remember(self, heads: list[tuple[Any, Any]], sender: str) -> None:
        """Note the requests that are open now, and forget those that were answered."""
        for id, method in heads:
            if method is None:
                self._open.pop((OTHER[sender], id), None) if is_request_id(id) else None
            elif isinstance(method, str) and is_request_id(id):
                self._open[sender, id] = method
                if len(self._open) > REMEMBERED:
                    self._open.popitem(last=False)

    def _wrapped(self, wrapping: dict[str, Any] | None, message: bytes) -> bytes:
        if wrapping is None:
            return message
        return bytes(self.encode({**wrapping, "message": self._msgspec.Raw(message)}))
