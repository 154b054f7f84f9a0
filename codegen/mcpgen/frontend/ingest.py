"""Ingest: an official schema file → the snapshot that the project keeps, and its pin.

A snapshot states the wire facts of the official file (names, types, required members, constants) in the order
of the file, without prose. `schema/pins.json` records the commit of the specification for each revision, and
the SHA-256 of every official file that states the facts of the snapshot. Released files were edited after
their release. Files that stated other facts are `superseded`, each with the reason.
"""

from __future__ import annotations

import hashlib
import json
from collections import Counter
from collections.abc import Iterator
from os.path import commonprefix
from pathlib import Path
from typing import Any

from mcpgen.frontend.json_schema import violations
from mcpgen.frontend.load import load, read_json
from mcpgen.frontend.prose import without_prose
from mcpgen.frontend.toml_document import form_schema, shown
from mcpgen.problems import Problem, Refused, refuse
from mcpgen.runtime.json_values import json_pointer


def ingest(
    data: bytes, source: str, revision: str, schema_root: Path, *, commit: str | None, update: bool
) -> tuple[dict[Path, str], list[str]]:
    """Return the files to write for an official file, and a line for each wire fact that changes.

    A file with the pinned facts adds its SHA-256 to the pin. A file with other facts, or a superseded file,
    is refused unless `update`.
    """
    snapshot = without_prose(load(data, source))
    path = schema_root / revision / "schema.json"
    pins = read_pins(schema_root)
    pin = pins.get(revision, {})
    digest = hashlib.sha256(data).hexdigest()
    superseded = pin.get("superseded", {})
    if digest in superseded and not update:
        reason = f"superseded: {superseded[digest]}"
        raise refuse(source, f"{reason} (ingest the current file, or pass --update to pin this file)")
    text = json_text(snapshot)
    differences: list[str] = []
    if revision in pins and path.exists():
        pinned = path.read_bytes()
        differences = list(difference(read_json(pinned, f"schema/{revision}/schema.json"), snapshot))
        if differences and not update:
            raise other_facts(source, revision, differences)
        if not differences:  # the order of members is no fact: keep the pinned order
            text = pinned.decode("utf-8")
    snapshot_digest = hashlib.sha256(text.encode()).hexdigest()
    pins[revision] = repinned(pin, digest, snapshot_digest, commit, is_replaced=bool(differences))
    return {path: text, schema_root / "pins.json": json_text(dict(sorted(pins.items())))}, differences


def other_facts(source: str, revision: str, differences: list[str]) -> Refused:
    """Return the refusal of a file whose facts differ from those that are pinned."""
    listed = "; ".join(differences[:5]) + ("; …" if len(differences) > 5 else "")
    return refuse(
        source,
        f"{len(differences)} wire fact{'s differ' if len(differences) > 1 else ' differs'}"
        f" from the pinned {revision}: {listed}"
        " (pass --update to pin this file instead)",
    )


def repinned(
    pin: dict[str, Any], digest: str, snapshot: str, commit: str | None, *, is_replaced: bool
) -> dict[str, Any]:
    """Return the pin with a file added; if the file replaces the pinned facts, supersede the known files."""
    known, superseded = pin.get("sha256", []), dict(pin.get("superseded", {}))
    if is_replaced:
        superseded |= dict.fromkeys(known, "pinned until a file with other facts replaced it")
        known = []
    superseded.pop(digest, None)
    return {
        "commit": commit or (None if is_replaced else pin.get("commit")),
        "sha256": list(dict.fromkeys([*known, digest])),
        "snapshot": snapshot,
        **({"superseded": superseded} if superseded else {}),
    }


def json_text(value: Any) -> str:
    """Return a value as the JSON text of a pin or snapshot."""
    return json.dumps(value, indent=2, ensure_ascii=False) + "\n"


def read_pins(schema_root: Path) -> dict[str, Any]:
    """Return the pins by revision."""
    path = schema_root / "pins.json"
    return parse_pins(path.read_bytes()) if path.exists() else {}


def parse_pins(data: bytes) -> dict[str, Any]:
    """Return the pins in `schema/pins.json` by revision."""
    return _in_form(data, "schema/pins.json", form_schema("pins"))


def parse_pin(data: bytes, location: str) -> dict[str, Any]:
    """Return the pin of an extension."""
    form = form_schema("pins")
    return _in_form(data, location, {**form, **form["definitions"]["pin"]})


def _in_form(data: bytes, location: str, form: dict[str, Any]) -> dict[str, Any]:
    tree: dict[str, Any] = read_json(data, location)
    if problems := [
        Problem(
            location,
            f"{json_pointer(one.path)} is {shown(one.value)}; write {one.subschema['title']}".lstrip(),
        )
        for one in violations(tree, form)
    ]:
        raise Refused(problems)
    return tree


def difference(old: Any, new: Any, at: str = "") -> Iterator[str]:
    """Yield a line with a JSON Pointer for each difference of two snapshots; ignore the order of members.

    A long value is cut, but never at the cost of the difference.
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
    """Yield a line for each item removed or added, or one line where one item replaces another."""
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
    """Return both texts, each cut to a window that starts a little before their first difference."""
    same = len(commonprefix([old, new]))
    start = max(0, same - 20) if max(len(old), len(new)) > 80 else 0
    return f"{_window(old, start)} became {_window(new, start)}"


def _window(text: str, start: int) -> str:
    end = start + 80
    return ("…" if start else "") + text[start:end] + ("…" if len(text) > end else "")


def _short(value: Any) -> str:
    return _window(_text(value), 0)
