"""Convert an official schema file to the snapshot that the project stores, and record its digest in a pin.

A snapshot has the facts of the official file (names, types, required members, constants) in the order of the
file, without descriptions. `schema/pins.json` has a pin for each revision. The pin has the commit of the
specification, and the SHA-256 of every official file that states the same facts as the snapshot. There can be
several such files, because released files were edited later. Official files that state other facts are listed
as `superseded`, each with a reason.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator, Mapping
from os.path import commonprefix
from typing import Any

from mcpgen.frontend.load import load, read_json
from mcpgen.frontend.prose import without_prose
from mcpgen.frontend.sources import Sources
from mcpgen.frontend.toml_document import check_form, form_schema
from mcpgen.names import check_revision_name, module
from mcpgen.problems import Problem, Refused, refuse
from mcpgen.runtime.json_values import json_pointer

PINS = "schema/pins.json"


def ingest(
    data: bytes, source: str, revision: str, sources: Sources, *, commit: str | None, update: bool
) -> tuple[dict[str, str], list[str]]:
    """Return the files to write for an official schema file, and a text for each changed fact.

    A changed fact is a difference between this file and the snapshot that is pinned now. `sources` are the
    files of the schema folder, by names such as `schema/pins.json`. Nothing is written. Raise `Refused` in
    the cases that `repinned` describes.
    """
    name, pins = f"schema/{revision}/schema.json", parse_pins(sources.get(PINS, b"{}"))
    pinned = sources.get(name) if revision in pins else None
    pin = pins.get(revision, {})
    text, pins[revision], differences = repinned(
        data, source, revision, pinned, pin, commit=commit, update=update
    )
    return {name: text, PINS: json_text(dict(sorted(pins.items())))}, differences


def repinned(
    data: bytes,
    source: str,
    name: str,
    pinned: bytes | None,
    pin: Mapping[str, Any],
    *,
    commit: str | None,
    update: bool,
) -> tuple[str, dict[str, Any], list[str]]:
    """Return the new snapshot and pin for an official schema file, and a text for each changed fact.

    `pinned` and `pin` are the stored snapshot and pin of the revision or extension. If the official file
    states the same facts as the snapshot, its SHA-256 is added to the pin. If it states other facts, or if
    its SHA-256 is listed as superseded, raise `Refused` unless `update` is true.
    """
    snapshot = without_prose(load(data, source))
    digest = hashlib.sha256(data).hexdigest()
    known, superseded = pin.get("sha256", []), dict(pin.get("superseded", {}))
    if digest in superseded and not update:
        reason = f"this file is superseded: {superseded[digest]}"
        raise refuse(source, f"{reason} (pass the newer file instead, or accept this file with --update)")
    if pinned is not None and hashlib.sha256(pinned).hexdigest() != pin.get("snapshot"):
        if not update:
            step = "restore schema.json, or pass --update to pin this file instead"
            raise refuse(
                source, f"cannot be compared, because schema.json of {name} differs from its pin; {step}"
            )
        known = []  # the digests in the pin belong to another snapshot
    text, before = json_text(snapshot), pin.get("commit")
    old = snapshot if pinned is None else read_json(pinned, f"the pinned {name}")
    differences = list(difference(old, snapshot))
    if differences and not update:
        raise _other_facts(source, name, differences)
    if differences:
        superseded |= dict.fromkeys(known, "another file, which describes other messages, replaced it")
        known, before = [], None
    elif pinned is not None:  # equal facts in another order: keep the pinned order
        text = pinned.decode("utf-8")
    superseded.pop(digest, None)
    new = {
        "commit": commit or before,
        "sha256": list(dict.fromkeys([*known, digest])),
        "snapshot": hashlib.sha256(text.encode()).hexdigest(),
        **({"superseded": superseded} if superseded else {}),
    }
    return text, new, differences


def _other_facts(source: str, name: str, differences: list[str]) -> Refused:
    """Return the error for an official schema file whose facts differ from the pinned snapshot."""
    listed = "; ".join(differences[:5]) + ("; …" if len(differences) > 5 else "")
    return refuse(
        source,
        f"the file has {len(differences)} protocol difference{'s' if len(differences) > 1 else ''}"
        f" from the pinned {name}: {listed}"
        " (pass --update to pin this file instead)",
    )


def json_text(value: Any) -> str:
    """Return a pin or a snapshot as the JSON text that its file contains."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def parse_pins(data: bytes) -> dict[str, Any]:
    """Parse the content of `schema/pins.json`, and return the pin of each revision.

    Refuse a name that no ingest accepts, and two names that would give the same Python module.
    """
    pins, modules = _in_form(data, PINS, form_schema("pins")), dict[str, str]()
    for name in pins:
        check_revision_name(name, PINS)
        other = modules.setdefault(module(name), name)
        if other != name:
            raise refuse(PINS, f"{name} would use the same folder as {other}; rename one of them")
    return pins


def parse_pin(data: bytes, location: str) -> dict[str, Any]:
    """Parse the `pin.json` of an extension, and return its pin."""
    form = form_schema("pins")
    return _in_form(data, location, {**form, **form["definitions"]["pin"]})


def _in_form(data: bytes, location: str, form: dict[str, Any]) -> dict[str, Any]:
    value: dict[str, Any] = read_json(data, location)
    check_form(value, form, lambda path, message: Problem(location, _below(path[:-1], message)))
    return value


def _below(path: tuple[str | int, ...], message: str) -> str:
    return f"{json_pointer(path)}: {message}" if path else message


def difference(old: Any, new: Any, at: str = "") -> Iterator[str]:
    """Yield a line for each difference between two snapshots, such as `/$defs/Tool: removed`.

    The order of members does not count. Long values are shortened to the part that differs.
    """
    if isinstance(old, dict) and isinstance(new, dict):
        for name in [*old, *(name for name in new if name not in old)]:
            here = at + json_pointer((name,))
            if name not in new:
                yield f"{here}: removed"
            elif name not in old:
                yield f"{here}: added {_short(new[name])}"
            else:
                yield from difference(old[name], new[name], here)
    elif isinstance(old, list) and isinstance(new, list):
        yield from _list_difference(old, new, at)
    elif old != new or type(old) is not type(new):
        yield f"{at}: {_became(_text(old), _text(new))}"


def _list_difference(old: list[Any], new: list[Any], at: str) -> Iterator[str]:
    """Yield a line for each item that only one of two lists has.

    If one item was replaced by another, there is a single line.
    """
    before, after = Counter(map(_text, old)), Counter(map(_text, new))
    removed, added = list((before - after).elements()), list((after - before).elements())
    if len(removed) == len(added) == 1:
        yield f"{at}: {_became(removed[0], added[0])}"
        return
    yield from (f"{at}: removed {text}" for text in removed)
    yield from (f"{at}: added {text}" for text in added)


def _text(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def _became(old: str, new: str) -> str:
    """Return the phrase `OLD became NEW` about a changed fact.

    Long texts are shortened to the part around their first difference.
    """
    same = len(commonprefix([old, new]))
    start = max(0, same - 20) if max(len(old), len(new)) > 80 else 0
    return f"{_window(old, start)} became {_window(new, start)}"


def _window(text: str, start: int) -> str:
    end = start + 80
    return ("…" if start else "") + text[start:end] + ("…" if len(text) > end else "")


def _short(value: Any) -> str:
    return _window(_text(value), 0)
