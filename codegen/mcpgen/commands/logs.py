"""Parse the records of a log, and track who sent a message and which request a response answers.

A record is a message, a batch, or `{"from": "client"|"server", "message": …}`. With an extension, `from` may
also be another side. Every command that reads a log follows these rules:

- A response answers the open request of the other side that has the same id (`1` is not `"1"`). That request
  decides the type of the response. `initialize` starts a session and closes all earlier requests.
- If a request or notification has no `from`, its sender is the side that may send its method. If a response
  has no `from`, its sender is the receiver of the request. If both sides are possible, both are tried.
- If more than `OPEN_REQUESTS` requests are open, the oldest are dropped. Thus memory is bounded.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterable, Mapping, Sequence
from functools import cache
from pathlib import Path
from types import ModuleType
from typing import Any, NamedTuple, TypeAlias

import msgspec

from mcpgen.commands.log_files import LogRecord
from mcpgen.names import module, printable_name, unknown_revision
from mcpgen.problems import refuse

# Imported from the generator's own runtime: these modules need no generated data.
from mcpgen.runtime.json_flaws import json_flaw
from mcpgen.runtime.json_line import json_line
from mcpgen.runtime.json_values import is_request_id, table_key
from mcpgen.runtime.messages.mismatch import shown
from mcpgen.runtime.sides import OTHER

Side: TypeAlias = str  # `client`, `server`, or a side of an extension
Message: TypeAlias = dict[str, Any]

AUTO = "auto"  # the value of `--revision` and `--from` if the log states the revision
OPEN_REQUESTS = 20_000
UNANSWERED = "answers a request that is not in the log"

_decode = msgspec.json.Decoder().decode
_decode_messages = msgspec.json.Decoder(list[dict[str, Any]]).decode
_decode_raw = msgspec.json.Decoder(msgspec.Raw).decode
_decode_members = msgspec.json.Decoder(dict[str, msgspec.Raw]).decode


class LogLine(msgspec.Struct):
    """A parsed record of a log.

    Attributes:
        number: Its line number.
        message: The text of its message, or of the whole record if it cannot be read.
        value: The parsed message.
        sender: The sender that the record names, or None.
        wrapper: If the record is an object with a `message`, its other members.
        flaw: Why the record cannot be read, or None.
        revision: The revision of the line.
        side: The connection that a bridge's log names.
        note: A note that the stated revision is unknown.
    """

    number: int
    message: bytes
    value: Any = None
    sender: Side | None = None
    wrapper: Mapping[str, Any] | None = None
    flaw: str | None = None
    revision: str = ""
    side: str | None = None
    note: str | None = None

    @property
    def messages(self) -> list[Message]:
        """The messages of a batch, or the single message. Values that are not objects are omitted."""
        if isinstance(self.value, dict):
            return [self.value]
        return [item for item in self.value if isinstance(item, dict)] if isinstance(self.value, list) else []

    def wrapped(self, message: bytes) -> bytes:
        """Return the text of the record after `message` has replaced the message in it."""
        if self.wrapper is None:
            return message
        return json_line({**self.wrapper, "message": msgspec.Raw(message)})


class OpenRequest(NamedTuple):
    """A request without a response so far: its method, and the whole message if it was stored."""

    method: str
    message: Message | None = None


def read_record(record: LogRecord, sides: Sequence[Side] = tuple(OTHER)) -> LogLine:
    """Parse a record. The result has a flaw if the record cannot be read.

    A record cannot be read if it is not valid JSON, or if it names a sender that is not in `sides`.
    """
    line = text = record.text
    if record.flaw is not None:
        return LogLine(record.line, line, flaw=record.flaw)
    try:
        members = _decode_members(line) if line[:1] == b"{" else {}
        if "message" not in members or "method" in members:
            return LogLine(record.line, line, _decode(line))
        message = text = bytes(members["message"])
        wrapper = {name: None if name == "message" else _decode(value) for name, value in members.items()}
        if "from" in wrapper and wrapper["from"] not in sides:
            named = " or ".join(f'"{side}"' for side in sides)
            flaw = f"/from: must be {named}, not {shown(wrapper['from'])}"
        else:
            return LogLine(record.line, message, _decode(message), wrapper.get("from"), wrapper)
    except RecursionError:
        flaw = "nested too deeply"
    except ValueError as error:  # not JSON, or not UTF-8
        flaw = _flaw(error, text)
    return LogLine(record.line, line, flaw=flaw)


def read_followed(record: LogRecord, sides: Sequence[Side]) -> LogLine:
    """Parse a record that is read only to learn which requests are open.

    The text of the line may be omitted from the result.
    """
    try:
        value = _decode(record.text)
    except (ValueError, RecursionError):
        return read_record(record, sides)
    if type(value) is not dict or "message" not in value or "method" in value:
        return LogLine(record.line, record.text, value)
    if value.get("from") not in sides:  # without a sender, the text may be needed to find it
        return read_record(record, sides)
    return LogLine(record.line, b"", value["message"], value["from"])


def starts_session(text: bytes) -> bool:
    """Return whether a line of a log is `initialize`, so that it closes all earlier requests."""
    value = read_record(LogRecord(1, text.strip())).value
    return isinstance(value, dict) and value.get("method") == "initialize"


class LoggedRequests:
    """Keeps the open requests of one connection, by sender and id."""

    def __init__(self) -> None:
        self._methods: Mapping[str, Any] = {}
        self._peers: Mapping[Side, Side] = OTHER
        self._requests: OrderedDict[tuple[Side, Any], OpenRequest] = OrderedDict()

    def follow(self, module: Any) -> None:
        """Use the methods and sides of another revision from now on. Open requests stay open.

        `module` is the module of the revision.
        """
        self._methods, self._peers = module.METHODS, module.Router.codec.peers

    def answered(self, sender: Side, id: Any) -> OpenRequest | None:
        """Return the open request that a response with this id from `sender` answers, or None."""
        return self._requests.get((self._peers[sender], table_key(id))) if is_request_id(id) else None

    def likely_senders(self, messages: Sequence[Message]) -> Sequence[Side]:
        """Return the sides that may have sent a message or batch, the most likely first."""
        calls = [message["method"] for message in messages if isinstance(message.get("method"), str)]
        if calls:
            row = self._methods.get(calls[0])
            return row.senders if row else ("client", "server")
        asked = [side for side in self._peers if any(self.answered(side, id) for id in answer_ids(messages))]
        return asked or ("server", "client")

    def close(self, sender: Side, messages: Iterable[Message]) -> None:
        """Remove the open requests that messages of `sender` answer."""
        for id in answer_ids(messages):
            self._requests.pop((self._peers[sender], table_key(id)), None)

    def open(self, sender: Side, messages: Iterable[Message], *, keep: bool = False) -> list[Any]:
        """Record the requests among the messages of `sender`.

        Return the ids that another open request already has.

        If `keep` is true, store the whole messages. An `initialize` request removes all earlier requests.
        """
        repeated: list[Any] = []
        for message in messages:
            if "method" not in message:
                continue
            method, id = message["method"], message.get("id")
            if method == "initialize":
                self._requests.clear()
            if not isinstance(method, str) or not is_request_id(id):
                continue
            key = sender, table_key(id)
            if key in self._requests:
                repeated.append(id)
            self._requests[key] = OpenRequest(method, message if keep else None)
            if len(self._requests) > OPEN_REQUESTS:
                self._requests.popitem(last=False)
        return repeated


def answer_ids(messages: Iterable[Message]) -> list[Any]:
    """Return the ids of the responses in `messages`."""
    return [
        message["id"] for message in messages if "method" not in message and is_request_id(message.get("id"))
    ]


def _flaw(error: ValueError, text: bytes) -> str:
    """Say why `text` cannot be parsed. `error` is the exception of the decoder."""
    if isinstance(error, UnicodeDecodeError) or "utf-8" in str(error):
        return "not UTF-8"
    return "a number out of range" if "out of range" in str(error) else f"not JSON: {json_flaw(error, text)}"


def is_json(text: bytes) -> bool:
    """Return whether a line is JSON.

    If it is nested too deeply, return True, so that `read_record` reports it.
    """
    try:
        _decode_raw(text)
    except RecursionError:
        return True
    except ValueError:  # not JSON, or not UTF-8
        return False
    return True


def is_batch(text: bytes) -> bool:
    """Return whether a JSON array can be a JSON-RPC batch.

    A batch has only requests and notifications, without `initialize`, or it has only responses.
    """
    try:
        messages = _decode_messages(text)
    except (ValueError, RecursionError):
        return False
    methods = [message.get("method") for message in messages]
    if any("message" in message for message in messages) or "initialize" in methods:
        return False
    return all(methods) or not any(methods)


def revisions_package() -> ModuleType:
    """Import and return `mcp_revisions`. If it is not installed, refuse with a hint.

    The import is not at the top, because the commands that generate the package must run without it.
    """
    try:
        import mcp_revisions
    except ModuleNotFoundError:
        remedy = "run in a checkout of mcpgen: pip install ./generated"
        raise refuse("mcp_revisions", f"is not installed; {remedy}") from None
    return mcp_revisions


@cache
def reserved_key(name: str) -> str:
    """Return the full `_meta` key whose last part is `name`, such as `…/protocolVersion`."""
    revisions_package()
    from mcp_revisions._runtime import revisions

    return revisions.reserved_key(name)


OUT = Path("generated")  # the folder to which `mcpgen build` writes by default


def check_revision(option: str, revision: str, *others: str) -> None:
    """Refuse a revision, or a revision with extensions, that the package does not have.

    `option` is the option in the error message. `others` are other values that the option accepts.
    """
    package = revisions_package()
    base, _, extensions = revision.partition("+")
    if base not in (*package.REVISIONS, *others):
        if (OUT / "mcp_revisions" / module(base)).is_dir():
            raise refuse(
                option,
                f"{printable_name(base)} is only in the package below ./{OUT}; run the command with "
                f"PYTHONPATH={OUT}",
            )
        remedy = "; to use another build, set PYTHONPATH=DIR"
        raise unknown_revision(option, base, (*package.REVISIONS, *others), remedy=remedy)
    if extensions:
        module_of(package, revision, option)


def check_built(revision: str) -> None:
    """Refuse a pinned revision that is not in the installed package."""
    if revision in revisions_package().REVISIONS or (OUT / "mcp_revisions" / module(revision)).is_dir():
        check_revision("mcp_revisions", revision)
    else:
        message = f"the installed package does not have the pinned revision {printable_name(revision)}"
        remedy = "run mcpgen build --out DIR, then run this command again with PYTHONPATH=DIR"
        raise refuse("mcp_revisions", f"{message}; {remedy}")


@cache
def module_of(package: Any, revision: str, option: str = "--revision") -> Any:
    """Return the module of a revision, or the object for a revision with extensions (`mr.compose`).

    `revision` is `REVISION` or `REVISION+EXTENSION`. Refuse an unknown extension. The error then names the
    command-line option `option`.
    """
    base, *names = revision.split("+")
    if not names:
        return package.revision(base)
    known = {package.extension(one).__name__.rpartition(".")[2]: one for one in package.EXTENSIONS}
    try:
        return package.compose(base, *(known.get(name, name) for name in names))
    except ValueError as error:
        raise refuse(option, str(error)) from None
