"""The command `mcpgen build --models`: write pydantic models of a revision, and test them.

The input is a pinned revision. The output is one module, written by datamodel-code-generator. A line of
output counts the messages that both the models and the corrected schema accept, or that both refuse. The
messages are the recordings and samples of the revision, and mutated copies of them. For each member, there is
a copy without it and a copy in which it is null.
"""

from __future__ import annotations

import copy
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from contextlib import nullcontext
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from mcpgen.classes.corrected_schema import described_schema
from mcpgen.classes.docstrings import docstrings
from mcpgen.classes.models import models
from mcpgen.commands.export.recordings import RecordedMessage, recorded, samples
from mcpgen.commands.schema_dir import opened
from mcpgen.commands.written_files import end_with_files
from mcpgen.emit import file_tree
from mcpgen.emit.style import style
from mcpgen.frontend.json_schema import accepts
from mcpgen.frontend.package_data import data_root
from mcpgen.ir import Protocol
from mcpgen.names import module
from mcpgen.problems import refuse
from mcpgen.runtime.json_values import json_pointer
from mcpgen.schema_folder import SchemaFolder, check_pinned

HEAD = '"""Messages of MCP {} as pydantic models. Written by mcpgen build --models, which replaces it."""\n\n'
SHOWN = 5  # the number of disagreements that are printed

Validate = Callable[[str, Any], bool]
"""A function that takes the name of a class and a value; it returns whether the value is valid."""


@dataclass(frozen=True)
class ModelAgreement:
    """The number of compared messages, and how often the models and the schema disagree in each way."""

    compared: int
    differing: Mapping[str, int]

    def __str__(self) -> str:
        """Return a line with the number of messages that agree, and the most frequent disagreements."""
        if not self.compared:
            return "models and schema were not compared: there are no recorded messages of the revision"
        same = self.compared - sum(self.differing.values())
        listed = sorted(self.differing.items(), key=lambda item: -item[1])[:SHOWN]
        differences = "".join(f"; {count} differ: {difference}" for difference, count in listed)
        return f"models and schema agree on {same} of {self.compared} messages{differences}"


def build_models(schema_dir: Path | None, revision: str, out: Path, *, check: bool) -> int:
    """Write the models to `OUT/vREVISION.py`. If `check` is true, only compare them with that file.

    Return the exit status.
    """
    with nullcontext() if check else file_tree.writing(out), opened(schema_dir) as folder:
        return _build(folder, revision, out, check=check)


def _build(folder: SchemaFolder, revision: str, out: Path, *, check: bool) -> int:
    check_pinned(revision, folder.pins)
    protocol = folder.protocol(revision)
    history = [folder.protocol(name) for name in folder.revisions]
    schema = described_schema(protocol, docstrings(protocol, folder.descriptions, history))
    text = style(HEAD.format(revision) + re.sub(r"\A(#.*\n)+", "", models(schema, "pydantic")))
    path = out / f"{module(revision)}.py"
    present = {path.name: path.read_bytes().decode("utf-8", "replace")} if path.is_file() else {}

    def write() -> str:
        if HEAD.format(revision)[:40] not in present.get(path.name, HEAD.format(revision)):
            raise refuse(
                str(path), "exists and was not written by mcpgen; choose another --out or move it away"
            )
        found = agreement(protocol, schema, pydantic_validation(executed(text)))
        file_tree.replace_files({path: text})
        return f"wrote {path}: {found}"

    command = f"mcpgen build --models pydantic --revision {revision} --out {out}"
    return end_with_files(path, {path.name: text}, present, command, check=check, write=write)


def executed(source: str) -> ModuleType:
    """Execute generated source, and return it as a module. It is registered as `mcpgen_models`."""
    found = ModuleType("mcpgen_models")
    sys.modules[found.__name__] = found  # pydantic resolves references in the module of a class
    exec(compile(source, found.__name__, "exec"), vars(found))
    return found


def pydantic_validation(classes: ModuleType) -> Validate:
    """Return a function that validates JSON values with the pydantic models in `classes`, in strict mode."""
    import json

    from pydantic import TypeAdapter, ValidationError

    adapters: dict[str, Any] = {}

    def fits(name: str, value: Any) -> bool:
        if name not in adapters:
            adapters[name] = TypeAdapter(getattr(classes, name))
        try:
            adapters[name].validate_json(json.dumps(value), strict=True)
        except ValidationError:
            return False
        return True

    return fits


def agreement(protocol: Protocol, schema: dict[str, Any], fits: Validate) -> ModelAgreement:
    """Compare generated models with the corrected schema on the recorded messages of a revision.

    The function `fits` gets the name of a model and a value, and returns whether the model accepts the value.
    """
    compared, differing = 0, dict[str, int]()
    for name, value, mutation in compared_values(protocol):
        compared += 1
        accepted = accepts(value, {**schema, "$ref": f"#/$defs/{name}"})
        if fits(name, value) is not accepted:
            key = f"{name}{mutation} ({'refused' if accepted else 'accepted'} by the model)"
            differing[key] = differing.get(key, 0) + 1
    return ModelAgreement(compared, differing)


def compared_values(protocol: Protocol) -> Iterator[tuple[str, Any, str]]:
    """Yield recorded messages and mutated copies of them. Each has a type name, the value, and the mutation.

    A response is yielded as the value of its result. The mutation says how a copy was changed, and is '' for
    the original.
    """
    messages = [
        *recorded(data_root("recordings"), [protocol.revision]),
        *samples(data_root("samples") / "conversions.jsonl", [protocol.revision]),
    ]
    seen: set[str] = set()
    for message in messages:
        for name, value in _typed(protocol, message):
            for copied, mutation in [(value, ""), *_mutated(value)]:
                if (text := f"{name} {copied!r}") not in seen:
                    seen.add(text)
                    yield name, copied, mutation


def _typed(protocol: Protocol, message: RecordedMessage) -> Iterator[tuple[str, Any]]:
    """Yield the type name and the value of a message, if it is a request, a notification or a result."""
    method = protocol.methods.get(message.method)
    if method is None or not isinstance(message.value, dict):
        return
    if message.shape in ("request", "notification") and message.sender in method.senders:
        yield method.message, message.value
    elif message.shape == "result" and method.results:
        yield method.results[0], message.value["result"]


def _mutated(value: Any, at: tuple[str, ...] = ()) -> Iterator[tuple[Any, str]]:
    """Yield copies of an object in which one member is missing or null.

    A description of the mutation follows each copy. Members of nested objects are mutated too, down to the
    third level.
    """
    for name, below in value.items() if isinstance(value, dict) else ():
        without = {key: each for key, each in value.items() if key != name}
        yield without, f" without {json_pointer((*at, name))}"
        yield {**without, name: None}, f" with null at {json_pointer((*at, name))}"
        for mutated, mutation in _mutated(below, (*at, name)) if len(at) < 2 else ():
            yield {**copy.copy(value), name: mutated}, mutation
