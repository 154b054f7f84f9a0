"""An oracle for decoding: which values and messages are valid for the corrected official schema.

`jsonschema-rs` validates with the official file (or its snapshot), to which the corrections of the overlay
are applied. `docs/exactness.md` lists the deliberate differences of our decoder. Those that concern
acceptance are marked here, each with its row.
"""

from __future__ import annotations

import json
from functools import cache, cached_property
from typing import Any

import jsonschema_rs

from mcpgen.frontend.inheritance import fitted
from mcpgen.frontend.overlay import Overlay, corrected
from mcpgen.schema_folder import packaged
from support.traffic import EMPTY_RESULTS, REVISIONS, TASK_METHODS, schema_path

OTHER = {"client": "server", "server": "client"}
ROLES = {
    f"{sender.title()}{kind}": (sender, kind) for sender in OTHER for kind in ("Request", "Notification")
}
__all__ = ["OTHER", "REVISIONS", "Oracle", "oracle"]


class Oracle:
    """The corrected official schema of one revision."""

    def __init__(self, revision: str, schema: bytes, overlay: Overlay) -> None:
        self.revision = revision
        official = json.loads(schema)
        self.schema = corrected(official, fitted(official, overlay))
        self.root = "definitions" if "definitions" in self.schema else "$defs"
        self.types: dict[str, Any] = self.schema[self.root]
        self._validators: dict[str, jsonschema_rs.Validator] = {}
        modern = "JSONRPCResultResponse" in self.types
        self.response = "JSONRPCResultResponse" if modern else "JSONRPCResponse"
        self.error = "JSONRPCErrorResponse" if modern else "JSONRPCError"
        self.framed = "jsonrpc" not in self.types["ListToolsRequest"]["properties"]

    def fits(self, name: str, value: Any) -> bool:
        """Return whether the definition `name` accepts a value."""
        if name not in self._validators:
            schema = {
                "$schema": self.schema["$schema"],
                "$ref": f"#/{self.root}/{name}",
                self.root: self.types,
            }
            self._validators[name] = jsonschema_rs.validator_for(schema, validate_formats=False)
        return bool(self._validators[name].is_valid(value))

    @cached_property
    def sent(self) -> dict[tuple[str, str, str], str]:
        """The names of the message types, by sender, "Request" or "Notification", and method."""
        table = {}
        for sender in ("client", "server"):
            for kind in ("Request", "Notification"):
                union = self.types.get(f"{sender.title()}{kind}", {})
                for arm in union.get("anyOf", [union]) if union else []:
                    name = arm["$ref"].rsplit("/", 1)[1] if "$ref" in arm else f"Cancelled{kind}"
                    table[sender, kind, self.types[name]["properties"]["method"]["const"]] = name
        return table

    @cached_property
    def requests(self) -> dict[str, str]:
        """The type of each request by method, for either sender."""
        return {method: name for (_, kind, method), name in self.sent.items() if kind == "Request"}

    @cached_property
    def messages(self) -> dict[str, str]:
        """The name of the envelope of each message type, by the name of the type."""
        # A `PaginatedRequest` is no message, and shares its params with those that are.
        return {name: f"JSONRPC{kind}" for (_, kind, _), name in self.sent.items()} | {
            "PaginatedRequest": "JSONRPCRequest"
        }

    def result_types(self, method: str) -> tuple[str, ...]:
        """Return the types of a method's results."""
        if method in EMPTY_RESULTS:
            return ("EmptyResult",)
        plain = self.requests[method].removesuffix("Request") + "Result"
        if self.revision == "2025-11-25" and method in TASK_METHODS:
            return (plain, "CreateTaskResult")
        response = self.types.get(f"{plain}Response", {}).get("properties", {})
        arms = response.get("result", {}).get("anyOf", [])
        names = [arm["$ref"].rpartition("/")[2] for arm in arms]
        return (plain, *(name for name in names if name != plain))

    def result_fits(self, method: str, result: Any) -> bool:
        """Return whether a value is a valid result of a method."""
        for name in self.result_types(method):
            # exactness.md, "vacuous InputRequiredResult"
            if name == "InputRequiredResult" and result.get("resultType") != "input_required":
                continue
            if self.fits(name, result):
                return True
        return False

    def type_fits(self, name: str, value: Any) -> bool:
        """Return whether decoding as the type `name` must accept a value."""
        if not self.fits(name, value):
            return False
        if not self.framed or name not in ROLES:
            return not self.framed or name not in self.messages or self._framed_fits(name, value)
        # A union of messages: one whose frame fits as well.
        sender, kind = ROLES[name]
        message = self.sent.get((sender, kind, value["method"]))
        return message is not None and self._framed_fits(message, value)

    def _framed_fits(self, name: str, value: Any) -> bool:
        # exactness.md, "frame members of message types"
        own = {k: v for k, v in value.items() if name != "PaginatedRequest" or k == "params"}
        return self.fits(self.messages[name], {"jsonrpc": "2.0", "id": 0, "method": "m", **own})

    def frame_fits(self, frame: Any, sender: str, answering: str | None = None) -> bool:
        """Return whether a message of `sender` is valid.

        `answering` is the method that a response answers.
        """
        if isinstance(frame, list):
            if not self.fits("JSONRPCMessage", frame) or not frame:  # exactness.md, "empty batch"
                return False
            frames = [item for item in frame if isinstance(item, dict)]
            calls = answering is None and all(self._call_fits(item, sender) for item in frames)
            answers = all(self._answer_fits(item, answering) for item in frames)
            return len(frames) == len(frame) and (calls or answers)
        if not isinstance(frame, dict):
            return False
        called = answering is None and self._call_fits(frame, sender)
        return called or self._answer_fits(frame, answering)

    def _call_fits(self, frame: Any, sender: str) -> bool:
        if "result" in frame or "error" in frame:  # exactness.md, "two readings"
            return False
        for kind in ("Request", "Notification"):
            if kind == "Notification" and "id" in frame:  # exactness.md, "notification with an id"
                continue
            method = frame.get("method")
            name = self.sent.get((sender, kind, method)) if isinstance(method, str) else None
            if name is not None and self.fits(name, frame) and self.fits(f"JSONRPC{kind}", frame):
                return True
        return False

    def _answer_fits(self, frame: Any, answering: str | None) -> bool:
        if len({"method", "result", "error"} & frame.keys()) > 1:  # exactness.md, "two readings"
            return False
        fits = self.fits(self.response, frame)
        if fits and (answering is None or self.result_fits(answering, frame["result"])):
            return True
        return self.fits(self.error, frame)


INVENTED: dict[str, Oracle] = {}
"""The oracles of revisions that tests invented, by revision."""


def oracle(revision: str) -> Oracle:
    """Return the oracle for a revision, which may be an invented one."""
    return INVENTED[revision] if revision in INVENTED else _pinned(revision)


@cache
def _pinned(revision: str) -> Oracle:
    return Oracle(revision, schema_path(revision).read_bytes(), packaged().schema(revision).overlay)
