"""Ingest: an official schema file → the snapshot that the project keeps, and its pin.

The snapshot states the wire facts of the official file (names, types, required members, constants) in the file's
order, without a word of its prose. `schema/pins.json` records for each revision the specification commit and the
SHA-256 of every official file known to state these facts: released files were edited after their release. Those that
stated other facts are `superseded`, each with the reason.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from mcpgen.frontend.json_pointer import pointer
from mcpgen.frontend.load import load, read_json
from mcpgen.frontend.prose import without_prose
from mcpgen.problems import refuse


def ingest(
    data: bytes, source: str, revision: str, schema_root: Path, *, commit: str | None, update: bool
) -> tuple[dict[Path, str], list[str]]:
    """Return the files to write for an official file, and a line for each wire fact that differs from the pinned.

    A file that states other facts than the pinned one, or is known to be superseded, is refused unless `update`; one
    that states the same facts only adds its SHA-256 to the pin.
    """
    schema = load(data, source)
    snapshot = without_prose(schema)
    path = schema_root / revision / "schema.json"
    pins = read_pins(schema_root)
    pin = dict(pins.get(revision, {}))
    digest = hashlib.sha256(data).hexdigest()
    superseded = dict(pin.get("superseded", {}))
    if digest in superseded and not update:
        raise refuse(
            source,
            f"superseded: {superseded[digest]} (take the file of today, or pass --update to pin this one)",
        )
    text = json.dumps(snapshot, indent=2, ensure_ascii=False) + "\n"
    differences: list[str] = []
    if path.exists():
        data = path.read_bytes()
        pinned = read_json(data, f"schema/{revision}/schema.json")
        differences = list(difference(pinned, snapshot))
        if differences and not update:
            listed = "; ".join(differences[:5]) + ("; …" if len(differences) > 5 else "")
            raise refuse(
                source,
                f"{len(differences)} wire facts differ from the pinned {revision}: {listed}"
                " (pass --update to pin this file instead)",
            )
        if not differences:  # the order of members is no fact: keep the one that is pinned
            text = data.decode("utf-8")
    known = pin.get("sha256", [])
    if differences:
        superseded.update({sha: "pinned until a file with other facts was" for sha in known})
        known = []
    superseded.pop(digest, None)
    pin = {
        "commit": commit or (None if differences else pin.get("commit")),
        "sha256": [*known, *([] if digest in known else [digest])],
        "snapshot": hashlib.sha256(text.encode()).hexdigest(),
        **({"superseded": superseded} if superseded else {}),
    }
    pins[revision] = pin
    return {
        path: text,
        schema_root / "pins.json": json.dumps(dict(sorted(pins.items())), indent=2, ensure_ascii=False)
        + "\n",
    }, differences


def read_pins(schema_root: Path) -> dict[str, Any]:
    """Return the pins by revision."""
    path = schema_root / "pins.json"
    pins = read_json(path.read_bytes(), "schema/pins.json") if path.exists() else {}
    if not isinstance(pins, dict):
        raise refuse("schema/pins.json", "not an object of pins by revision")
    return pins


def difference(old: Any, new: Any, at: str = "") -> Iterator[str]:
    """Yield a line for each place where two snapshots differ, by JSON Pointer; member order is no fact."""
    if isinstance(old, dict) and isinstance(new, dict):
        for name in [*old, *(name for name in new if name not in old)]:
            here = at + pointer(name)
            if name not in new:
                yield f"{here}: removed"
            elif name not in old:
                yield f"{here}: added {_short(new[name])}"
            else:
                yield from difference(old[name], new[name], here)
    elif isinstance(old, list) and isinstance(new, list) and _sorted(old) == _sorted(new):
        return
    elif old != new or type(old) is not type(new):
        yield f"{at}: {_short(old)} became {_short(new)}"


def _sorted(values: list[Any]) -> list[str]:
    return sorted(json.dumps(value, sort_keys=True) for value in values)


def _short(value: Any) -> str:
    text = json.dumps(value, ensure_ascii=False)
    return text if len(text) <= 80 else text[:80] + "…"
