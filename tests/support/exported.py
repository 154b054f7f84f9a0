"""The document and the corpus of `mcpgen export`, made once in a process, and an independent reader of them.

`Reader` is a small implementation that uses only the two schemas of the export and JSON Schema, and nothing
of mcpgen. It builds a JSON Schema for messages from the types of a revision.
"""

from __future__ import annotations

from functools import cache
from typing import Any

import jsonschema_rs

from mcpgen.commands.export.command import exported, exported_corpus
from mcpgen.commands.export.corpus import MessageChecker
from mcpgen.commands.export.published import compositions
from mcpgen.commands.testee_messages import entries_with_extensions, mutated_entries
from mcpgen.schema_folder import packaged

Tree = dict[str, Any]


@cache
def checker() -> MessageChecker:
    """Return an object that validates and converts messages with every revision."""
    return MessageChecker(packaged().revisions)


@cache
def document() -> Tree:
    """Return the document of the pinned revisions."""
    return exported(packaged(), checker())


@cache
def corpus() -> tuple[Tree, ...]:
    """Return the corpus of the recordings."""
    return tuple(exported_corpus(checker(), None))


@cache
def strict_corpus() -> tuple[Tree, ...]:
    """Return the corpus, messages of revisions with extensions, and 500 mutated messages, which come last."""
    entries = [*corpus(), *entries_with_extensions(checker(), corpus()[::4], compositions(packaged()))]
    return (*entries, *mutated_entries(checker(), entries, 500))


class Reader:
    """One revision of the document as a JSON Schema."""

    def __init__(self, revision: Tree) -> None:
        self.revision = revision
        self._types = {each["name"]: each for each in revision["types"]}
        self._methods = {each["name"]: each for each in revision["methods"]}
        self._definitions = {name: self._definition(each) for name, each in self._types.items()}
        self._validators: dict[str, jsonschema_rs.Validator] = {}

    def accepts(self, entry: Tree) -> bool:
        """Return whether the revision accepts the message of a corpus entry, or each message of a batch."""
        frame = entry["frame"]
        if isinstance(frame, list):
            return bool(self.revision["batches"]) and all(
                self.accepts({**entry, "frame": each}) for each in frame
            )
        if len(frame.keys() & {"method", "result", "error"}) != 1:
            return False
        shape = next((each for each in self.revision["frames"] if frame.keys() >= set(each["members"])), None)
        if shape is None or not (shape["envelope"] is None or self._fits(frame, shape["envelope"])):
            return False
        if shape["method"] is not None:
            method = self._methods.get(frame[shape["method"]])
            if method is None or method["kind"] != shape["shape"] or entry["sender"] not in method["senders"]:
                return False
            return self._fits(frame, method["message"])
        if shape["body"] is None:
            return True
        results = self._methods[entry["answering"]]["results"]
        return any(self._fits(frame[shape["body"]], name, guarded=True) for name in results)

    def _fits(self, value: Any, name: str, *, guarded: bool = False) -> bool:
        guard = self._types[name]["guard"] if guarded else None
        if guard and value.get(guard["member"]) != guard["value"]:
            return False
        if name not in self._validators:
            schema = {"$ref": f"#/$defs/{name}", "$defs": self._definitions}
            self._validators[name] = jsonschema_rs.Draft202012Validator(schema, validate_formats=False)
        return bool(self._validators[name].is_valid(value))

    def _definition(self, definition: Tree) -> Tree:
        if definition["kind"] == "alias":
            return self._schema(definition["type"])
        members = definition["members"]
        open_type = definition["furtherMembers"]
        return {
            "type": "object",
            "required": [each["name"] for each in members if each["required"]],
            "properties": {each["name"]: self._schema(each["type"]) for each in members},
            **({"additionalProperties": self._schema(open_type)} if open_type else {}),
        }

    def _schema(self, type_: Tree) -> Tree:
        bounds = {name: value for name, value in type_.items() if name != "kind"}
        match type_["kind"]:
            case "any":
                return {}
            case "constants":
                return {"enum": type_["values"]}
            case "array":
                return {**bounds, "type": "array", "items": self._schema(type_["items"])}
            case "object":
                return {"type": "object", "additionalProperties": self._schema(type_["values"])}
            case "union":
                return {"anyOf": [self._member(each) for each in type_["members"]]}
            case "reference":
                return {"$ref": f"#/$defs/{type_['name']}"}
            case scalar:
                return {"type": scalar, **bounds}

    def _member(self, type_: Tree) -> Tree:
        guard = self._types[type_["name"]]["guard"] if type_["kind"] == "reference" else None
        condition = {"properties": {guard["member"]: {"const": guard["value"]}}} if guard else {}
        return {**self._schema(type_), **condition}
