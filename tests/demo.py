"""Decode a few real messages with the package that was just built, and print what they became.

In: `tests/recordings/everything-2025-11-25.jsonl`, a live session of the reference server. Out: the message
and its object, one below the other; every message is encoded again and compared. Ends with a message that is
refused.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
from mcp_revisions import DecodeError
from mcp_revisions import v2025_11_25 as mcp

SESSION = Path(__file__).parent / "recordings" / "everything-2025-11-25.jsonl"
WANTED = ("ping", "tools/call", "completion/complete", "elicitation/create")
WIDTH = 116
NAMELESS = b'{"jsonrpc": "2.0", "id": 7, "method": "tools/call", "params": {"arguments": {"a": 1}}}'


def exchanges() -> Iterator[tuple[str, str, bytes, bytes]]:
    """Yield the asker, the method, a request and its answer, for the first of each wanted method."""
    other = {"client": "server", "server": "client"}
    wanted, asked = list(WANTED), {}
    for line in SESSION.read_text("utf-8").splitlines():
        row = json.loads(line)
        sender, frame = row["from"], row["message"]
        key = (other[sender], frame.get("id"))
        if frame.get("method") in wanted and len(line) < 600:
            wanted.remove(frame["method"])
            asked[sender, frame["id"]] = frame
        elif "result" in frame and key in asked:
            request = asked.pop(key)
            yield key[0], request["method"], _bytes(request), _bytes(frame)


def shown(value: Any) -> str:
    """Return an object as Python would build it, without the members that were absent."""
    if isinstance(value, msgspec.Struct):
        members = [(name, getattr(value, name)) for name in value.__struct_fields__ if name != "jsonrpc"]
        inside = (f"{name}={shown(member)}" for name, member in members if member is not msgspec.UNSET)
        return f"{type(value).__name__}({', '.join(inside)})"
    if isinstance(value, list):
        return f"[{', '.join(map(shown, value))}]"
    return repr(value)


def show(sender: str, data: bytes, message: Any) -> None:
    """Print a message as it came and as it was decoded."""
    text = data.decode()
    print(f"\n{sender:>6}  {text if len(text) <= WIDTH else text[: WIDTH - 3] + '...'}")
    print(f"     →  {shown(message)[:WIDTH]}")
    assert json.loads(mcp.encode(message)) == json.loads(data), "an encoded message equals what was decoded"


def main() -> None:
    """Print four exchanges of the session and a refusal."""
    print(f"\nReal messages, decoded with mcp_revisions.v2025_11_25 ({len(mcp.METHODS)} methods):")
    answers = {"client": "server", "server": "client"}
    for asker, method, request, answer in exchanges():
        show(asker, request, mcp.decode_message(request, sender=asker))
        show(answers[asker], answer, mcp.decode_message(answer, sender=answers[asker], answering=method))
    print(f"\nrefused {NAMELESS.decode()}")
    try:
        mcp.decode_message(NAMELESS, sender="client")
    except DecodeError as error:
        print(f"     →  DecodeError {error.code} at {error.pointer}: {error.reason}")


def _bytes(frame: Any) -> bytes:
    return json.dumps(frame, ensure_ascii=False).encode()


if __name__ == "__main__":
    main()
