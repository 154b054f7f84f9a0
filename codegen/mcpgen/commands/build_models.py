"""The command `mcpgen build --models`: the models of a revision for another library, checked against frames.

In: a pinned revision. Out: one module of pydantic models by datamodel-code-generator, and on stderr the
number of frames on which models and schema agree. The frames are the recordings and samples of the revision,
and copies of each: one without each member, one with null there.
"""

from __future__ import annotations

import copy
import re
import sys
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from pathlib import Path
from types import ModuleType
from typing import Any

from mcpgen.classes.corrected_schema import described_schema
from mcpgen.classes.docstrings import docstrings
from mcpgen.classes.models import models
from mcpgen.commands.export.frames import RecordedFrame, recorded, samples
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
SHOWN = 5  # places of disagreement that are printed

Validate = Callable[[str, Any], bool]
"""Returns whether a value fits the class of that name."""


@dataclass(frozen=True)
class ModelAgreement:
    """The frames that were judged, and the places on which a model and the schema disagree, with counts."""

    judged: int
    differing: Mapping[str, int]

    def __str__(self) -> str:
        """Return the count of frames with one verdict, and the first places of the others."""
        if not self.judged:
            return "models and schema were not compared: the revision has no frames"
        same = self.judged - sum(self.differing.values())
        listed = sorted(self.differing.items(), key=lambda item: -item[1])[:SHOWN]
        places = "".join(f"; {count} differ: {place}" for place, count in listed)
        return f"models and schema agree on {same} of {self.judged} frames{places}"


def build_models(folder: SchemaFolder, revision: str, out: Path, *, check: bool) -> int:
    """Write `OUT/vREVISION.py`, or compare it; return the exit status."""
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
    """Return a module of generated source, which no import finds afterwards."""
    found = ModuleType("mcpgen_models")
    sys.modules[found.__name__] = found  # pydantic resolves references in the module of a class
    exec(compile(source, found.__name__, "exec"), vars(found))
    return found


def pydantic_validation(classes: ModuleType) -> Validate:
    """Return the judgement of the classes of a module by pydantic, in the strict mode for JSON."""
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
    """Return the agreement of classes with the corrected schema on the frames of a revision."""
    judged, differing = 0, dict[str, int]()
    for name, value, place in judged_values(protocol):
        judged += 1
        accepted = accepts(value, {**schema, "$ref": f"#/$defs/{name}"})
        if fits(name, value) is not accepted:
            key = f"{name}{place} ({'refused' if accepted else 'accepted'} by the model)"
            differing[key] = differing.get(key, 0) + 1
    return ModelAgreement(judged, differing)


def judged_values(protocol: Protocol) -> Iterator[tuple[str, Any, str]]:
    """Yield the type and the value of each message and result, then of its copies with the place changed."""
    frames = [
        *recorded(data_root("recordings"), [protocol.revision]),
        *samples(data_root("samples") / "conversions.jsonl", [protocol.revision]),
    ]
    seen: set[str] = set()
    for frame in frames:
        for name, value in _typed(protocol, frame):
            for copied, place in [(value, ""), *_changed(value)]:
                if (text := f"{name} {copied!r}") not in seen:
                    seen.add(text)
                    yield name, copied, place


def _typed(protocol: Protocol, frame: RecordedFrame) -> Iterator[tuple[str, Any]]:
    """Yield the type of a call with its frame, or of the result that a response holds."""
    method = protocol.methods.get(frame.method)
    if method is None or not isinstance(frame.tree, dict):
        return
    if frame.shape in ("request", "notification") and frame.sender in method.senders:
        yield method.message, frame.tree
    elif frame.shape == "result" and method.results:
        yield method.results[0], frame.tree["result"]


def _changed(value: Any, at: tuple[str, ...] = ()) -> Iterator[tuple[Any, str]]:
    """Yield copies of an object, each with one member left out or null, at two levels."""
    for name, below in value.items() if isinstance(value, dict) else ():
        without = {key: each for key, each in value.items() if key != name}
        yield without, f" without {json_pointer((*at, name))}"
        yield {**without, name: None}, f" with null at {json_pointer((*at, name))}"
        for changed, place in _changed(below, (*at, name)) if len(at) < 2 else ():
            yield {**copy.copy(value), name: changed}, place
