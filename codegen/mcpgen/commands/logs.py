"""Logs of messages: records → frames, their senders, and the requests that are open.

In: records, each a frame, a batch, or `{"from": "client"|"server", "message": frame}`, where an extension may
add sides. Rules for every command that reads a log:

- A response is typed by the request that it answers: the open request of the other side with its id (`1` is
  not `"1"`). `initialize` starts a session, in which no earlier request is open.
- A frame without `from` was sent by the side that sends its method, or by the side that was asked. Where both
  sides are possible, both are tried.
- Memory is constant: of more than `OPEN_REQUESTS` open requests, the oldest are dropped.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias

import msgspec

from mcpgen.commands.log_files import LogRecord
from mcpgen.names import module, printable_name, unknown_revision
from mcpgen.problems import refuse

# The generator's own copy serves: these functions read no generated table.
from mcpgen.runtime.json_flaws import json_flaw
from mcpgen.runtime.json_line import json_line
from mcpgen.runtime.json_values import is_request_id, table_key
from mcpgen.runtime.messages.mismatch import shown
from mcpgen.runtime.sides import OTHER

Side: TypeAlias = str  # `client`, `server`, or a side of an extension
Frame: TypeAlias = dict[str, Any]

OPEN_REQUESTS = 20_000
UNANSWERED = "answers no request that the log shows"

_decode = msgspec.json.Decoder().decode
_decode_frames = msgspec.json.Decoder(list[dict[str, Any]]).decode
_decode_raw = msgspec.json.Decoder(msgspec.Raw).decode
_decode_members = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode


@dataclass
class LogLine:
    """A record of a log: its message as bytes and as a tree, the sender if named, and the members around it.

    A record with a flaw is no JSON, or not of the form of a log; its text stands in place of a message. The
    revision, the connection (`side`) and the note on an unknown revision are those that the log states.
    """

    number: int
    message: bytes
    tree: Any = None
    sender: Side | None = None
    wrapper: Mapping[str, Any] | None = None
    flaw: str | None = None
    revision: str = ""
    side: str | None = None
    note: str | None = None

    @property
    def frames(self) -> list[Frame]:
        """Return the objects of a batch, or the message alone; other values are no frames."""
        items = self.tree if isinstance(self.tree, list) else [self.tree]
        return [item for item in items if isinstance(item, dict)]

    def wrapped(self, message: bytes) -> bytes:
        """Return another message as a line of the same form."""
        if self.wrapper is None:
            return message
        return json_line({**self.wrapper, "message": msgspec.Raw(message)})


class OpenRequest(NamedTuple):
    """An open request: its method, and the frame if it was kept."""

    method: str
    frame: Frame | None = None


def read_record(record: LogRecord, sides: Iterable[Side] = OTHER) -> LogLine:
    """Return the line that a record holds, sent by one of `sides`, or with the flaw that it has."""
    line = text = record.text
    if record.flaw is not None:
        return LogLine(record.line, line, flaw=record.flaw)
    try:
        members = _decode_members(line) if line[:1] == b"{" else {}
        if "message" not in members or "method" in members:
            return LogLine(record.line, line, _decode(line))
        message = text = bytes(members["message"])
        members["message"] = msgspec.Raw(b"null")
        wrapper = {name: _decode(value) for name, value in members.items()}
        if "from" in wrapper and wrapper["from"] not in (known := tuple(sides)):
            named = " or ".join(f'"{side}"' for side in known)
            flaw = f"/from: {named}, not {shown(wrapper['from'])}"
        else:
            return LogLine(record.line, message, _decode(message), wrapper.get("from"), wrapper)
    except RecursionError:
        flaw = "nested too deeply"
    except ValueError as error:  # no JSON, or no UTF-8
        flaw = _flaw(error, text)
    return LogLine(record.line, line, flaw=flaw)


class LoggedRequests:
    """The open requests of one connection, by sender and id."""

    def __init__(self) -> None:
        self._methods: Mapping[str, Any] = {}
        self._peers: Mapping[Side, Side] = OTHER
        self._requests: OrderedDict[tuple[Side, Any], OpenRequest] = OrderedDict()

    def follow(self, module: Any) -> None:
        """Go on with the methods and the sides of another revision."""
        self._methods, self._peers = module.METHODS, module.Router.codec.peers

    def answered(self, sender: Side, id: Any) -> OpenRequest | None:
        """Return the open request that a response of `sender` with this id answers."""
        return self._requests.get((self._peers[sender], table_key(id))) if is_request_id(id) else None

    def likely_senders(self, frames: Sequence[Frame]) -> Sequence[Side]:
        """Return the sides that may have sent the frames of one message, the likelier first."""
        calls = [frame["method"] for frame in frames if isinstance(frame.get("method"), str)]
        if calls:
            row = self._methods.get(calls[0])
            return row.senders if row else ("client", "server")
        asked = [side for side in self._peers if any(self.answered(side, id) for id in answer_ids(frames))]
        return asked or ("server", "client")

    def close(self, sender: Side, frames: Iterable[Frame]) -> None:
        """Drop the requests that the responses among the frames of `sender` answer."""
        for id in answer_ids(frames):
            self._requests.pop((self._peers[sender], table_key(id)), None)

    def open(self, sender: Side, frames: Iterable[Frame], *, keep: bool = False) -> list[Any]:
        """Add the requests among the frames of `sender`; return the ids that were open already."""
        repeated = []
        for frame in frames:
            method, id = frame.get("method"), frame.get("id")
            if method == "initialize":
                self._requests.clear()
            if not isinstance(method, str) or not is_request_id(id):
                continue
            key = sender, table_key(id)
            if key in self._requests:
                repeated.append(id)
            self._requests[key] = OpenRequest(method, frame if keep else None)
            if len(self._requests) > OPEN_REQUESTS:
                self._requests.popitem(last=False)
        return repeated


def answer_ids(frames: Iterable[Frame]) -> list[Any]:
    """Return the ids of the responses among frames."""
    return [frame["id"] for frame in frames if "method" not in frame and is_request_id(frame.get("id"))]


def _flaw(error: ValueError, text: bytes) -> str:
    """Return the reason why `text` is no JSON, or no UTF-8."""
    if isinstance(error, UnicodeDecodeError) or "utf-8" in str(error):
        return "not UTF-8"
    return "a number out of range" if "out of range" in str(error) else f"no JSON: {json_flaw(error, text)}"


def is_json(text: bytes) -> bool:
    """Return whether a line is JSON; a value that is nested too deeply is, and `read_record` refuses it."""
    try:
        _decode_raw(text)
    except RecursionError:
        return True
    except ValueError:  # no JSON, or no UTF-8
        return False
    return True


def is_batch(text: bytes) -> bool:
    """Return whether an array can be a batch: calls without `initialize`, or responses alone."""
    try:
        frames = _decode_frames(text)
    except (ValueError, RecursionError):
        return False
    methods = [frame.get("method") for frame in frames]
    if any("message" in frame for frame in frames) or "initialize" in methods:
        return False
    return all(methods) or not any(methods)


def revisions_package() -> ModuleType:
    """Return `mcp_revisions`, which reads messages; writing the package needs no installed copy."""
    try:
        import mcp_revisions
    except ModuleNotFoundError:
        remedy = "run in a checkout of mcpgen: pip install ./generated"
        raise refuse("mcp_revisions", f"is not installed; {remedy}") from None
    return mcp_revisions


@cache
def reserved_key(name: str) -> str:
    """Return the key of `_meta` with a name after its prefix, as `mcp_revisions` knows it."""
    revisions_package()
    from mcp_revisions._runtime import revisions

    return revisions.reserved_key(name)


OUT = Path("generated")  # where `mcpgen build` writes by default


def check_revision(option: str, revision: str, *others: str) -> None:
    """Refuse a revision, or a composition, that the package lacks; `others` are known words beside them."""
    package = revisions_package()
    base, _, extensions = revision.partition("+")
    if base not in (*package.REVISIONS, *others):
        if (OUT / "mcp_revisions" / module(base)).is_dir():
            raise refuse(
                option,
                f"{printable_name(base)} is only in the package below ./{OUT}; begin the command with "
                f"PYTHONPATH={OUT}",
            )
        remedy = "; PYTHONPATH=DIR takes the package of another build"
        raise unknown_revision(option, base, (*package.REVISIONS, *others), remedy=remedy)
    if extensions:
        module_of(package, revision, option)


def check_built(revision: str) -> None:
    """Refuse a pinned revision that the package lacks."""
    if revision in revisions_package().REVISIONS or (OUT / "mcp_revisions" / module(revision)).is_dir():
        check_revision("mcp_revisions", revision)
    else:
        message = f"lacks {printable_name(revision)}, which is pinned; run mcpgen build --out DIR, then begin"
        raise refuse("mcp_revisions", f"{message} the command with PYTHONPATH=DIR")


def module_of(package: Any, revision: str, option: str = "--revision") -> Any:
    """Return the module of a revision, or its composition with extensions (`REVISION+EXTENSION`).

    An unknown extension is refused at `option`.
    """
    base, *names = revision.split("+")
    if not names:
        return package.revision(base)
    known = {package.extension(one).__name__.rpartition(".")[2]: one for one in package.EXTENSIONS}
    try:
        return package.compose(base, *(known.get(name, name) for name in names))
    except ValueError as error:
        raise refuse(option, str(error)) from None
