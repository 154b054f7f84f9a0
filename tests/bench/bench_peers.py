"""Compare our decode with other ways to validate the same messages: how fast, and how exact.

In: the recorded messages of one revision, and mutated ones from a fixed seed. Out: a row for each peer. The
speed is the geometric mean of CPU times over `orjson.loads`, on recorded messages that all peers accept; the
works of a message take turns. The exactness is how many mutated messages a peer accepts although the official
schema refuses them, and the reverse.
"""

from __future__ import annotations

import importlib.util
import json
import subprocess
import sys
import tempfile
from collections.abc import Callable
from pathlib import Path
from random import Random
from typing import Any

import mcp_revisions as mr
import mcp_types
import mcp_types.methods as official
import msgspec
import orjson
from bench_figures import mean, seconds

sys.path.insert(0, str(Path(__file__).parents[1]))
from support.frame_mutations import mutated
from support.oracle import oracle
from support.traffic import Message, messages

REVISION = "2025-11-25"
MUTANTS = 3000
mcp: Any = mr.revision(REVISION)
Read = Callable[[bytes, Any, str, "str | None"], Any]
"""A decode of a text, given its parsed value, its sender and the method that it answers. It may raise."""


def ours(data: bytes, frame: Any, sender: str, answering: str | None) -> Any:
    """Decode with this package."""
    return mcp.decode_message(data, sender, answering)


DECODERS: dict[Any, Any] = {}


def msgspec_alone(data: bytes, frame: Any, sender: str, answering: str | None) -> Any:
    """Decode with msgspec and the generated types, without our strict decoder."""
    kind = frame.get("method", "error" if "error" in frame else ("result", answering))
    if kind not in DECODERS:
        type_ = mcp.METHODS[frame["method"]].type if "method" in frame else mcp.ErrorResponse[mcp.Error]
        if "result" in frame:
            type_ = mcp.Response[mcp.METHODS[answering].result]
        DECODERS[kind] = msgspec.json.Decoder(type_, dec_hook=_hook).decode
    return DECODERS[kind](data)


def _hook(type_: Any, value: Any) -> Any:
    return type_(value)


def json_schema(data: bytes, frame: Any, sender: str, answering: str | None) -> Any:
    """Parse with orjson, and validate with the official schema of the message's type."""
    parsed, schema = orjson.loads(data), oracle(REVISION)
    if "method" in frame:
        fits = schema.fits(mcp.METHODS[frame["method"]].type.__name__, parsed)
    elif "error" in frame:
        fits = schema.fits(schema.error, parsed)
    else:
        result = mcp.METHODS[answering].result.__name__
        fits = schema.fits(schema.response, parsed) and schema.fits(result, parsed["result"])
    if not fits:
        raise ValueError("refused")
    return parsed


def fits_schema(data: bytes, frame: Any, sender: str, answering: str | None) -> Any:
    """Validate as the official schema and the rules of JSON-RPC do: the answer that all are compared with."""
    if not oracle(REVISION).frame_fits(orjson.loads(data), sender, answering):
        raise ValueError("refused")


def pydantic_models(folder: str) -> Read:
    """Return a decode with pydantic models of the same schema, written into a folder."""
    command = ["build", "--models", "pydantic", "--revision", REVISION, "--out", folder]
    subprocess.run([sys.executable, "-m", "mcpgen", *command], check=True, capture_output=True)
    (path,) = Path(folder).rglob("v*.py")
    spec = importlib.util.spec_from_file_location("models", path)
    assert spec is not None and spec.loader is not None
    models: Any = importlib.util.module_from_spec(spec)
    sys.modules["models"] = models
    spec.loader.exec_module(models)

    def read(data: bytes, frame: Any, sender: str, answering: str | None) -> Any:
        if "method" in frame:
            return getattr(models, mcp.METHODS[frame["method"]].type.__name__).model_validate_json(data)
        if "error" in frame:
            return models.JSONRPCErrorResponse.model_validate_json(data)
        response = models.JSONRPCResultResponse.model_validate_json(data)
        result = orjson.loads(data)["result"]
        return response, getattr(models, mcp.METHODS[answering].result.__name__).model_validate(result)

    return read


def official_types(data: bytes, frame: Any, sender: str, answering: str | None) -> Any:
    """Decode with the types of the official Python SDK."""
    found: Any = mcp_types.jsonrpc_message_adapter.validate_json(data)
    if "error" in frame:
        return found
    kind = "result" if "result" in frame else "request" if "id" in frame else "notification"
    parse: Any = getattr(official, f"parse_{sender}_{kind}")
    if kind == "result":
        return parse(answering, REVISION, found.result)
    return parse(found.method, REVISION, found.params)


def accepts(read: Read, data: bytes, frame: Any, message: Message) -> bool:
    """Return whether a peer accepts a message. Any exception refuses it."""
    try:
        read(data, frame, message.sender, message.answering)
    except Exception:
        return False
    return True


def mutants() -> list[tuple[Message, Any, bytes]]:
    """Return mutated messages whose kind and method can be told."""
    rng, traffic = Random(11), _typed()
    donors = [message.frame for message in traffic]
    found = []
    while len(found) < MUTANTS:
        message = rng.choice(traffic)
        frame = mutated(message.frame, rng, donors)
        if isinstance(frame, dict) and _kind(frame) == _kind(message.frame):
            found.append((message, frame, json.dumps(frame).encode()))
    return found


def _kind(frame: Any) -> Any:
    method = frame.get("method")
    return method if isinstance(method, str) else None, "result" in frame, "error" in frame, "id" in frame


def _typed() -> list[Message]:
    known = mcp.METHODS
    return [m for m in messages(REVISION) if "result" not in m.frame or m.answering in known]


def main() -> None:
    """Print the table."""
    with tempfile.TemporaryDirectory() as folder:
        peers: dict[str, Read] = {
            "ours": ours,
            "msgspec alone, with our types": msgspec_alone,
            "orjson with jsonschema-rs (no types)": json_schema,
            "pydantic models of the same schema": pydantic_models(folder),
            "mcp-types": official_types,
        }
        rows = [(m, m.frame, json.dumps(m.frame).encode()) for m in _typed()]
        shared = [row for row in rows if all(accepts(p, row[2], row[1], row[0]) for p in peers.values())]
        times: dict[str, list[float]] = {name: [] for name in peers}
        for message, frame, data in shared[:: max(1, len(shared) // 150)]:
            works = [
                lambda p=p, d=data, f=frame, m=message: p(d, f, m.sender, m.answering) for p in peers.values()
            ]
            plain, *found = seconds(lambda d=data: orjson.loads(d), *works)
            for name, each in zip(peers, found, strict=True):
                times[name].append(each / plain)
        judged = [(row, accepts(fits_schema, row[2], row[1], row[0])) for row in mutants()]
        print(f"| {REVISION} | over `orjson.loads` | accepts wrongly | refuses wrongly |")
        print("|---|---|---|---|")
        for name, peer in peers.items():
            verdicts = [(accepts(peer, d, f, m), valid) for (m, f, d), valid in judged]
            wrongly = [sum(a and not v for a, v in verdicts), sum(v and not a for a, v in verdicts)]
            print(f"| {name} | {mean(times[name]):.2f} | {wrongly[0]} | {wrongly[1]} |", flush=True)
        print(f"{len(shared)} of {len(rows)} recorded messages are accepted by all; {MUTANTS} mutated ones")


if __name__ == "__main__":
    main()
