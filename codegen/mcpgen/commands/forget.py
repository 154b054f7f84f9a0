"""The command `mcpgen forget`: undo the ingest of a revision or an extension.

For a revision, it deletes the folder of the revision, its decision files in `schema/changes/`, and the
folders of its extensions. If another overlay inherits the overlay of the revision, the inherited entries are
written to it. The pin of the revision, its list of pages, and descriptions that no other revision uses are
removed. For `REVISION+EXTENSION`, it deletes the folder and the decision file of the extension. If nobody
edited the files after the ingest, they have the same bytes as before the ingest.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from pathlib import Path

from mcpgen.adapters.decisions import source_of
from mcpgen.classes.stubs import without_descriptions
from mcpgen.commands.schema_dir import cite_files, replace, writable
from mcpgen.frontend import ingest as snapshot
from mcpgen.frontend.carry_over import PinnedOverlay, carry_over, copied_text
from mcpgen.frontend.extensions import FOLDER, extended, layer_folders
from mcpgen.frontend.overlay import NO_OVERLAY, overlay_of, read_overlay
from mcpgen.frontend.read import pinned_source
from mcpgen.frontend.sources import Sources
from mcpgen.ir import Protocol
from mcpgen.names import unknown_revision
from mcpgen.problems import Problem, Refused, refuse
from mcpgen.schema_folder import folder_of, read_pins

DOCS, PINS = "schema/docs.toml", "schema/pins.json"


def forget(revision: str, schema_dir: Path | None) -> list[str]:
    """Remove a revision or an extension from the schema folder. Return a line for each changed file."""
    with writable(schema_dir) as folder:
        sources = folder.sources
        _check_end(sources, revision)
        files = dict.fromkeys([*_files_of_extensions(sources, revision), *_decisions(sources, revision)])
        files |= {} if "+" in revision else dict(_undone(sources, revision))
        if not files:
            known = [*folder.pins, *_layers(sources)]
            raise unknown_revision("REVISION", revision, known, "is not pinned")
        order = sorted(files, key=lambda name: (name != DOCS, name != PINS, name))
        lines = [f"{name}: {_outcome(name, files[name])}" for name in order]
        option = f" --schema-dir {schema_dir}" if schema_dir is not None else ""
        lines.append(f"next: mcpgen build{option}, to remove {revision} from the package")
        for language, package in (("typescript", "npm package"), ("go", "Go module")):
            lines.append(f"then: mcpgen build --language {language}{option}, if you build the {package} too")
        return [cite_files(line, folder.path) for line in (*lines, *replace(folder, files))]


def _outcome(name: str, text: str | None) -> str:
    """Return what happens to a file, as a phrase. `text` is its new content, or None if it is deleted."""
    if text is None:
        return "deleted"
    return "has the entries that it inherited" if name.endswith("/overlay.toml") else "restored"


def _check_end(sources: Sources, revision: str) -> None:
    """Refuse to remove a revision between two others if there is no decision file for these two."""
    order = list(read_pins(sources))
    if revision in order[1:-1]:
        at = order.index(revision)
        file = source_of(order[at - 1], order[at + 1])
        if file not in sources:
            message = (
                f"{revision} is between {order[at - 1]} and {order[at + 1]}, but {file} with their "
                f"changes is missing; forget the newest ({order[-1]}) or oldest revision ({order[0]}) first"
            )
            raise refuse("REVISION", message)


def _undone(sources: Sources, revision: str) -> Iterable[tuple[str, str | None]]:
    """Yield the files that the ingest of a revision wrote or edited, each with its text without the revision.

    The text is None if the file must be deleted.
    """
    pins = read_pins(sources)
    for name in sources:
        if name.startswith(f"schema/{revision}/"):
            yield name, None
    others = [_parsed(sources, name, revision) for name in pins if name != revision]
    if DOCS in sources:
        text = sources[DOCS].decode("utf-8")
        kept = without_descriptions(text, DOCS, revision, others)
        if kept != text:
            yield DOCS, kept
    if revision in pins:
        yield from _heirs(sources, revision)
        yield PINS, snapshot.json_text({name: pin for name, pin in pins.items() if name != revision})


def _decisions(sources: Sources, revision: str) -> Iterator[str]:
    """Yield the files in `schema/changes/` for a revision and its extensions.

    If `revision` is `REVISION+EXTENSION`, yield only the files for that extension.
    """
    for name in sources:
        pair = Path(name).stem.split("--") if name.startswith("schema/changes/") else []
        if any(f"{end}+".startswith(f"{revision}+") for end in pair):
            yield name


def _heirs(sources: Sources, revision: str) -> Iterable[tuple[str, str]]:
    """Yield each overlay that inherits from a revision, with its new text.

    The new text states the inherited entries itself.
    """
    for name in read_pins(sources):
        location = overlay_of(name)
        if name == revision or read_overlay(sources[location], location).inherits != revision:
            continue
        schema = pinned_source(sources, f"schema/{name}", None)
        facts = json.loads(schema.data)
        text = copied_text(name, facts, schema.overlay)
        alone = PinnedOverlay(name, facts, NO_OVERLAY)
        yield location, carry_over(schema, name, alone, text, location, proposing=False).text


def _layers(sources: Sources) -> dict[str, str]:
    """Map the name of each extension, such as `2026-07-28+tasks`, to its folder."""
    found = layer_folders(sources)
    return {f"{extended(sources, name)}+{name}": f"schema/{FOLDER}/{name}/" for name in found}


def _files_of_extensions(sources: Sources, revision: str) -> Iterable[str]:
    """Return the files in the folders of a revision's extensions.

    If `revision` is `REVISION+EXTENSION`, return only the files of that extension.
    """
    folders = [at for name, at in _layers(sources).items() if f"{name}+".startswith(f"{revision}+")]
    return (name for name in sources if name.startswith(tuple(folders)))


def _parsed(sources: Sources, name: str, forgotten: str) -> Protocol:
    """Return the protocol of a revision that stays, to find which descriptions are still used."""
    try:
        return folder_of(sources).protocol(name)
    except Refused as refused:
        message = (
            f"{forgotten} was not removed, because {name} does not build; correct the problems below first"
        )
        raise Refused([Problem("--revision", message), *refused.problems]) from None
