"""A project with one revision more: invented changes of the latest revision, pinned, decided and built.

`sources` returns a schema folder in memory; `package` builds some of its revisions and imports them.
"""

from __future__ import annotations

import hashlib
import importlib
import json
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from itertools import count
from pathlib import Path
from typing import Any

from mcpgen import pipeline
from mcpgen.classes.sentences import Sentences, read_sentences
from mcpgen.frontend.sources import Sources
from mcpgen.ir import Protocol, Record
from support.invented_changes import CHANGES, Invented

REVISION = "2027-01-31"
_packages = count()


def sources(names: Iterable[str], revision: str = REVISION, base: Sources | None = None) -> Sources:
    """Return a schema folder with a revision that has these invented changes, after the latest of `base`."""
    found = dict(pipeline.pinned_sources() if base is None else base)
    changes = [CHANGES[name] for name in names]
    pins = json.loads(found["schema/pins.json"])
    latest = list(pins)[-1]
    schema = json.loads(found[f"schema/{latest}/schema.json"])
    overlay = found[f"schema/{latest}/overlay.toml"].decode()
    for change in changes:
        change.edit(schema["$defs"])
        for old, new in change.overlay:
            assert old in overlay, old
            overlay = overlay.replace(old, new) if old else f"{overlay}\n{new}"
    data = json.dumps(schema, indent=2).encode()
    digest = hashlib.sha256(data).hexdigest()
    pins[revision] = {"commit": "0" * 40, "sha256": [digest], "snapshot": digest}
    found |= {
        "schema/pins.json": json.dumps(pins, indent=2).encode(),
        f"schema/{revision}/schema.json": data,
        f"schema/{revision}/overlay.toml": overlay.encode(),
        f"schema/changes/{latest}--{revision}.toml": _entries(changes, len(pins) - 1).encode(),
    }
    docs = found["schema/docs.toml"].decode()
    found["schema/docs.toml"] = _with_stubs(docs, pipeline.parse_pinned(found, revision)).encode()
    return found


def _entries(changes: Iterable[Invented], number: int) -> str:
    """Return the entries that decide the changes."""
    decisions = [decision for change in changes for decision in change.decisions]
    return "".join(
        f'[[change]]\nid = "T{number}.{index}"\ntitle = "An invented change"\nreference = "SEP-1"\n'
        f'covers = {json.dumps(covers)}\nup = {up!r}\ndown = {down!r}\nreason = "It is invented."\n\n'
        for index, (covers, up, down) in enumerate(decisions, 1)
    )


def _with_stubs(text: str, protocol: Protocol) -> str:
    """Return `docs.toml` with a stub for each name without a sentence; members get none."""
    revision, sentences = protocol.revision, _sentences(text)
    missing = {
        "types": [name for name in protocol.definitions if not sentences.of_type(name, revision)],
        "methods": [name for name in protocol.methods if not sentences.of_method(name, revision)],
        "errors": [each.name for each in protocol.errors if not sentences.of_error(each.name, revision)],
    }
    for table, names in missing.items():
        for name in names:
            text += f'\n[{table}."{name}"]\ndoc = "An invented name."\n'
    sentences = _sentences(text)
    plain = {
        field.name
        for name, record in protocol.definitions.items()
        for field in (record.fields if isinstance(record, Record) else ())
        if field.name not in sentences.plain and not sentences.of_member(name, field.name, revision)
    }
    return text.replace("plain = [", f"plain = [{''.join(f'{name!r}, ' for name in sorted(plain))}", 1)


def _sentences(text: str) -> Sentences:
    return read_sentences(text.encode(), "schema/docs.toml")


def build(folder: Sources, revisions: Sequence[str]) -> pipeline.Files:
    """Return the files of a package of some revisions, not formatted."""

    def unformatted(function: Callable[[Any], Any], items: Iterable[Any]) -> Iterable[Any]:
        return items if function is pipeline.style else map(function, items)

    return pipeline.build(folder, pipeline.Selection(tuple(revisions)), unformatted)


@contextmanager
def package(root: Path, files: Mapping[str, str]) -> Iterator[Any]:
    """Write the files of a package below a folder, and import the package until the context ends."""
    name = f"sixth{next(_packages)}"
    for path, text in files.items():
        (root / name / path).parent.mkdir(parents=True, exist_ok=True)
        (root / name / path).write_text(text, encoding="utf-8")
    sys.path.insert(0, str(root))
    try:
        yield importlib.import_module(name)
    finally:
        sys.path.remove(str(root))
        for module in [module for module in sys.modules if module.partition(".")[0] == name]:
            del sys.modules[module]
