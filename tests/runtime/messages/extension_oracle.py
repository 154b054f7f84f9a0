"""The official schema of an extension as a judge of types and frames, alone and joined with its revision.

In: plain JSON values. Out: verdicts of `jsonschema-rs` on the official file (or its snapshot). The
differences that `docs/extensions.md` states are marked here, each with its row.
"""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from random import Random
from typing import Any

import jsonschema_rs

from mcpgen.frontend.overlay import corrected, read_overlay
from mcpgen.frontend.schema_file import with_full_references
from support.frame_mutations import instance
from support.oracle import Oracle, oracle
from support.traffic import ROOT

SHARED = ROOT.parent / "shared" / "spec" / "extensions"
EXTENSIONS = {"tasks": "io.modelcontextprotocol/tasks", "apps": "io.modelcontextprotocol/ui"}
REVISION = "2026-07-28"
OTHER = {"client": "server", "server": "client", "host": "app", "app": "host"}


def schema_file(name: str) -> Path:
    """Return the official file of an extension, or its snapshot where the official file is absent."""
    official = SHARED / name / "schema.json"
    return official if official.exists() else ROOT / "schema" / "extensions" / name / REVISION / "schema.json"


class ExtensionOracle:
    """The official schema of one extension, and the revision that it extends."""

    def __init__(self, name: str) -> None:
        folder = ROOT / "schema" / "extensions" / name / REVISION
        overlay = read_overlay((folder / "overlay.toml").read_bytes(), f"the overlay of {name}")
        # extensions.md, "references to nested definitions"
        schema = with_full_references(json.loads(schema_file(name).read_bytes()))
        schema = corrected(schema, overlay)
        self.name, self.base, self.schema = name, oracle(REVISION), schema
        self.official: dict[str, Any] = schema["$defs"]
        self.types = dict(self.official)
        for entry in overlay.table("restated"):  # extensions.md, "restated definitions"
            self.types[entry["type"]] = self.base.types[entry["type"]]
        self.overlay = overlay
        self._validators: dict[tuple[str, bool], jsonschema_rs.Validator] = {}
        self.sent = {
            (sender, self.method_of(type_)): (type_, entry["kind"])
            for entry in overlay.table("message")
            for type_ in entry["types"]
            for sender in entry["senders"]
        }
        self.results = {
            method: self.result_of(type_)
            for (_, method), (type_, kind) in self.sent.items()
            if kind == "request"
        }
        for entry in overlay.table("result"):
            self.results[entry["method"]] = entry["results"][0]
        self.framed = name == "tasks"  # extensions.md, "the frame of host and app"

    def method_of(self, type_: str) -> str:
        """Return the constant method of a message type."""
        found: list[Any] = [self.types[type_], *self.types[type_].get("allOf", ())]
        methods = [part["properties"]["method"] for part in found if "method" in part.get("properties", {})]
        return str(next(method["const"] for method in methods if "const" in method))

    def result_of(self, type_: str) -> str:
        """Return the type of the result of a request."""
        return type_.removesuffix("Request") + "Result"

    def fits(self, name: str, value: Any, *, official: bool = False) -> bool:
        """Say whether a definition accepts a value; `official` asks the file as published."""
        key = name, official
        if key not in self._validators:
            types = self.official if official else self.types
            schema = {"$schema": self.schema["$schema"], "$ref": f"#/$defs/{name}", "$defs": types}
            self._validators[key] = jsonschema_rs.validator_for(schema, validate_formats=False)
        return bool(self._validators[key].is_valid(value))

    def call_fits(self, frame: Any, sender: str) -> bool:
        """Say whether a side may send a frame that is a call of the extension."""
        method = frame.get("method")
        name, kind = self.sent.get((sender, method), ("", "")) if isinstance(method, str) else ("", "")
        if not name or not self.base.fits(f"JSONRPC{kind.title()}", frame):
            return False
        if kind == "notification" and "id" in frame:  # exactness.md, "notification with an id"
            return False
        envelope = ("jsonrpc", "id") if kind == "request" else ("jsonrpc",)
        own = frame if self.framed else {k: v for k, v in frame.items() if k not in envelope}
        if not self.fits(name, own):
            return False
        meta = frame.get("params", {}).get("_meta", {}) if self.framed else {}
        # extensions.md, "metadata of requests"
        return (
            kind != "request"
            or "_meta" not in frame.get("params", {})
            or not self.framed
            or (self.base.fits("RequestMetaObject", meta))
        )

    def answer_fits(self, frame: Any, answering: str) -> bool:
        """Say whether a frame answers a method of the extension."""
        envelope = frame if self.framed else {**frame, "result": {"resultType": "complete"}}
        is_response = "result" in frame and self.base.fits(self.base.response, envelope)
        if is_response and self.fits(self.results[answering], frame["result"]):
            return True
        return self.base.fits(self.base.error, frame)

    def frame_fits(self, frame: Any, sender: str, answering: str | None) -> bool:
        """Say whether `sender` may send a frame in the revision with this extension."""
        # exactness.md, "two readings"
        if not isinstance(frame, dict) or len({"method", "result", "error"} & frame.keys()) != 1:
            return False
        if answering in self.results:
            return self.answer_fits(frame, answering)
        if answering is None and self.call_fits(frame, sender):
            return True
        if sender not in ("client", "server"):
            return answering is None and self._plain_answer_fits(frame)
        if self.base.frame_fits(frame, sender, answering):
            return self._additions_fit(frame, sender, answering)
        return answering == "tools/call" and self._further_result_fits(frame)

    def _plain_answer_fits(self, frame: Any) -> bool:
        """Say whether a frame between other sides is a response to a method that is not named."""
        envelope = {**frame, "result": {"resultType": "complete"}}
        fits = isinstance(frame.get("result"), dict) and self.base.fits(self.base.response, envelope)
        return fits or self.base.fits(self.base.error, frame)

    def _additions_fit(self, frame: Any, sender: str, answering: str | None) -> bool:
        """Say whether the members that a call of the revision gains have their types."""
        methods = ("subscriptions/listen", "notifications/subscriptions/acknowledged")
        if self.name != "tasks" or answering is not None or frame.get("method") not in methods:
            return True
        answered = {key: value for key, value in frame.items() if key != "method"}
        if self.base.frame_fits(answered, sender):
            return True
        return self.fits("TaskSubscriptionNotifications", frame["params"]["notifications"])

    def _further_result_fits(self, frame: Any) -> bool:
        if self.name != "tasks" or not isinstance(frame.get("result"), dict):
            return False
        return self.base.fits(self.base.response, frame) and self.fits("CreateTaskResult", frame["result"])

    def made(self, name: str, rng: Random) -> Any:
        """Return a value of a definition."""
        nested = {key: one for each in self.types.values() for key, one in each.get("$defs", {}).items()}
        return instance({"$ref": f"#/$defs/{name}"}, {**self.types, **nested}, rng)


@cache
def extension_oracle(name: str) -> ExtensionOracle:
    """Return the oracle of an extension."""
    return ExtensionOracle(name)


__all__ = ["EXTENSIONS", "OTHER", "REVISION", "ExtensionOracle", "Oracle", "extension_oracle"]
