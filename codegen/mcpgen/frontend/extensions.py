"""Read the extensions of revisions, and combine a revision with extensions to a composed revision.

An extension is read from its own schema file and overlay, by the same stages as a revision. A composed
revision is an ordinary `Protocol`. It has the definitions and methods of a revision and of some of its
extensions, and is made in these steps:

- `compositions` yields each `ComposedRevision` of a build, and `joined` makes its `Protocol`.
- `widened` finds the types that need a class of their own in the composed revision.
  `emit.folders.composition_texts` generates the module with these classes.
- At run time, `compose` (`runtime/composition.py`) finds the module.

The generator names a composed revision by the folder of the extension (`2026-07-28+tasks`). The runtime uses
the identifier of the extension (`2026-07-28+io.modelcontextprotocol/tasks`).
"""

from __future__ import annotations

import keyword
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, fields, replace
from itertools import combinations
from typing import Any, TypeAlias

from mcpgen.frontend.ingest import parse_pin
from mcpgen.frontend.layer import extension_entry
from mcpgen.frontend.read import SchemaSource, pinned_source
from mcpgen.frontend.sources import Sources, source
from mcpgen.ir import Extension, Protocol, Record, closure, references
from mcpgen.names import snake
from mcpgen.problems import Problem, Refused, refuse
from mcpgen.runtime.endpoints import with_extensions

FOLDER = "extensions"
EXTENSION_NAME = "use letters, digits and '-'"
# The facts of a protocol that overlays state. An extension may add to each of them.
FACTS = tuple(
    one.name for one in fields(Protocol) if one.name not in ("revision", "definitions", "methods", "batches")
)
Facts: TypeAlias = Mapping[str, Any] | tuple[Any, ...]
_NAME = re.compile(r"(?!v\d)[A-Za-z][A-Za-z0-9-]{0,62}")


def is_extension_name(name: str) -> bool:
    """Return whether a name is valid for an extension. The extension's Python package has the same name."""
    return bool(_NAME.fullmatch(name)) and not keyword.iskeyword(snake(name))


def layer_folders(sources: Sources) -> dict[str, str]:
    """Return the folder of each extension, by the name of the extension.

    Refuse an extension that has two folders, because it can extend only one revision. Refuse a name that
    cannot name a Python package, and two names that would give the same package.
    """
    found: dict[str, str] = {}
    packages: dict[str, str] = {}
    for location in sources:
        match = re.fullmatch(rf"(schema/{FOLDER}/([^/]+)/[^/]+)/[^/]+", location)
        if match and match[2] not in found:
            if not is_extension_name(match[2]):
                raise refuse(match[1].rpartition("/")[0], f"is not a valid extension name; {EXTENSION_NAME}")
            other = packages.setdefault(snake(match[2]), match[2])
            if other != match[2]:
                message = f"has the same Python package as the extension {other}; rename one of them"
                raise refuse(match[1].rpartition("/")[0], message)
        if match and found.get(match[2], match[1]) != match[1]:
            message = f"describes the same extension as {found[match[2]]}; remove one of the two folders"
            raise refuse(match[1], message)
        if match:
            found[match[2]] = match[1]
    return found


def extended(sources: Sources, name: str) -> str:
    """Return the name of the revision that the extension `name` extends."""
    return layer_folders(sources)[name].rpartition("/")[2]


def pinned_layer(sources: Sources, name: str) -> SchemaSource:
    """Return the schema file of a pinned extension, with its overlay."""
    folder = layer_folders(sources)[name]
    pin = parse_pin(source(sources, f"{folder}/pin.json"), f"{folder}/pin.json")
    found = pinned_source(sources, folder, pin.get("snapshot"))
    if extension_entry(found.overlay) is None:
        message = "has no [[extension]] entry; add one with the identifier and the revision that it extends"
        raise refuse(found.overlay.source, message)
    return found


def summary(extension: Extension, location: str) -> Problem:
    """Return a note for a build to print, about the definitions of its revision that an extension repeats.

    The note says how many of these definitions are equal, and where the others differ.
    """
    differing = [one for one in extension.restated if one.difference]
    equal = len(extension.restated) - len(differing)
    message = f"{len(extension.restated)} definitions are also in {extension.extends}: {equal} are equal"
    for one in differing:
        decision = (
            f"the extension uses its own, {one.name}" if one.name else f"that of {extension.extends} is used"
        )
        message += f"; {one.type} differs at {one.difference} ({decision})"
    return Problem(location, message)


@dataclass(frozen=True)
class ComposedRevision:
    """A composed revision: its `protocol`, and the extensions that it combines with the revision `base`."""

    base: str
    extensions: tuple[Extension, ...]
    protocol: Protocol

    @property
    def name(self) -> str:
        """The name of the composed revision at run time."""
        return with_extensions(self.base, *(one.identifier for one in self.extensions))


def joined(base: Protocol, extensions: Sequence[Extension]) -> Protocol:
    """Return the composed revision of a revision and some of its extensions.

    The result has every fact of the revision and of the extensions. Refuse an extension of another revision.
    Refuse two extensions that define the same name differently, and different facts about the same name.
    """
    result = base
    for one in extensions:
        if one.extends != base.revision:
            message = f"{one.name} extends {one.extends}, not {base.revision}; give {one.extends}+{one.name}"
            raise refuse("--revision", message)
        _check_clashes(result, one)
        added, definitions = one.protocol, {**result.definitions}
        definitions |= {name: added.definitions[name] for name in one.own}
        for name, owner in one.additions.items():
            record, addition = definitions[name], added.definitions[owner]
            if isinstance(record, Record) and isinstance(addition, Record):
                definitions[name] = replace(record, fields=(*record.fields, *addition.fields))
        methods = {**result.methods, **added.methods}
        for name, answers in one.answers.items():
            methods[name] = replace(methods[name], results=(*methods[name].results, *answers))
        facts: dict[str, Any] = {
            name: _with_facts(getattr(result, name), getattr(added, name)) for name in FACTS
        }
        result = replace(
            result,
            revision=f"{result.revision}+{one.name}",
            definitions=definitions,
            methods=dict(sorted(methods.items())),
            **facts,
        )
    return result


def _with_facts(facts: Facts, more: Facts) -> Facts:
    """Merge facts of a revision with facts of an extension. Both are mappings, or both are tuples."""
    if isinstance(facts, Mapping) and isinstance(more, Mapping):
        return {**facts, **more}
    return tuple(dict.fromkeys((*facts, *more)))


def composed_with(base: Protocol, extension: Extension) -> Protocol:
    """Return the composed revision of a revision and one extension, under its name at run time."""
    name = with_extensions(base.revision, extension.identifier)
    return replace(joined(base, [extension]), revision=name)


def compositions(
    base: Protocol, extensions: Iterable[Extension], warn: Callable[[Problem], None]
) -> Iterator[ComposedRevision]:
    """Yield the composed revisions of a revision: with each extension, each pair of them, and all together.

    If two extensions define the same name differently, they are not combined, and `warn` receives the
    problem.
    """
    ordered = sorted(
        (one for one in extensions if one.extends == base.revision), key=lambda one: one.identifier
    )
    for size in sorted({1, 2, len(ordered)} if ordered else ()):
        for chosen in combinations(ordered, size):
            try:
                protocol = joined(base, chosen)
            except Refused as refused:
                for problem in refused.problems:
                    message = f"{problem.message}; no package that combines them is built"
                    warn(replace(problem, message=message))
            else:
                yield ComposedRevision(base.revision, chosen, protocol)


def widened(composed: Protocol, extensions: Sequence[Extension]) -> set[str]:
    """Return the names of the definitions that differ in a composed revision, because extensions add members.

    The result has the definitions with added members, and all that contain one of these at any depth.
    """
    above: dict[str, list[str]] = {}
    for name, definition in composed.definitions.items():
        for below in references(definition):
            above.setdefault(below, []).append(name)
    roots = (name for one in extensions for name in one.additions)
    return set(closure(roots, lambda name: above.get(name, ())))


def _check_clashes(composed: Protocol, one: Extension) -> None:
    """Refuse an extension that defines something which `composed` already has.

    The clash may be a type, a method, a member, a result with the same guard, or an error code. Also refuse
    an extension if `composed` has exactly one of its two sides (such as `client` and `server`), or if any
    other fact contradicts a fact of `composed`.
    """
    added = one.protocol
    clashes = [f"the type {name}" for name in one.own if name in composed.definitions]
    clashes += [f"the method {name}" for name in added.methods if name in composed.methods]
    for name, owner in one.additions.items():
        record, addition = composed.definitions[name], added.definitions[owner]
        if isinstance(record, Record) and isinstance(addition, Record):
            clashes += [f"the member {f.name} of {name}" for f in addition.fields if record.field(f.name)]
    for name, answers in one.answers.items():
        taken = [composed.guards.get(result) for result in composed.methods[name].results]
        clashes += [
            "{} {!r} of {}".format(*added.guards[result], name)
            for result in answers
            if added.guards[result] in taken
        ]
    if 0 < len(set(added.sides) & set(composed.sides)) < len(added.sides):
        sides = " and ".join(added.sides)
        clashes.append(f"a side of {sides}")
    known = {key: error for error in composed.errors for key in (error.name, error.code)}
    for error in added.errors:
        clashes += [f"the error {key}" for key in (error.name, error.code) if known.get(key, error) != error]
    if clashes:
        message = (
            f"{clashes[0]} has one meaning in {composed.revision} and another in {one.name};"
            " rename it in one of them"
        )
        raise refuse(f"schema/{FOLDER}/{one.name}", message)
    for table in FACTS:
        facts, more = getattr(composed, table), getattr(added, table)
        for name in more if isinstance(more, Mapping) else ():
            if facts.get(name, more[name]) != more[name]:
                message = f"the overlay of {one.name} says {more[name]!r} of {name} ({table})"
                message += f", and {composed.revision} says {facts[name]!r}; say the same in both"
                raise refuse(f"schema/{FOLDER}/{one.name}", message)
