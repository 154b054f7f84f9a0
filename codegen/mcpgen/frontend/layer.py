"""Read an extension from its schema file and its overlay.

- The file may repeat definitions of the revision. If a definition is equal, the revision's type is used. If
  it differs, an overlay entry `[[restated]]` must decide: use the revision's type, or give the extension's
  type a new name.
- An anonymous type that occurs only inside such a definition is treated like the definition.
- `[[message]]` entries state the senders of messages. Every method of an extension needs the extension as a
  capability, unless the overlay lists the method in `[[ungated]]`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import Literal, cast

from mcpgen.frontend.methods import SIDES, MethodMessage, assemble, method_of, result_flaw
from mcpgen.frontend.overlay import Overlay, overlay_of
from mcpgen.frontend.read import SchemaSource, read_definitions
from mcpgen.frontend.toml_edit import entry_text
from mcpgen.ir import (
    Anything,
    Array,
    Choice,
    Definition,
    Extension,
    MethodKind,
    Protocol,
    Record,
    Ref,
    Restated,
    Side,
    Type,
    closure,
    is_anything,
    reachable,
    references,
    with_types,
)
from mcpgen.names import check_definition_name, pascal
from mcpgen.problems import Problem, Refused, refuse
from mcpgen.subtypes import Subtypes

Definitions = Mapping[str, Definition]
Warn = Callable[[Problem], None]


@dataclass(frozen=True)
class ExtensionEntry:
    """The `[[extension]]` entry of an overlay.

    `identifier` is the identifier of the extension, and `extends` the revision that it extends. `sides` are
    the sides that exchange its messages. The sides in `declared_by` must declare the extension.
    """

    identifier: str
    extends: str
    sides: tuple[Side, Side] = SIDES
    declared_by: tuple[Side, ...] = SIDES


def extension_entry(overlay: Overlay) -> ExtensionEntry | None:
    """Return the `[[extension]]` entry of an overlay, or None. Refuse an overlay with two such entries."""
    entries = overlay.table("extension")
    if len(entries) > 1:
        raise refuse(
            overlay.located("extension", 1),
            "an overlay can describe only one extension; keep one [[extension]] entry",
        )
    for entry in entries:
        sides = tuple(entry.get("sides", SIDES))
        if len(set(sides)) != 2 or len(sides) != 2:
            raise refuse(overlay.located("extension", 0), "`sides` must name two different sides")
        return ExtensionEntry(
            entry["identifier"],
            entry["extends"],
            (sides[0], sides[1]),
            tuple(sorted(set(entry.get("declared_by", SIDES)))),
        )
    return None


def read_layer(schema: SchemaSource, name: str, base: Protocol, warn: Warn) -> Extension:
    """Return the extension that a schema file and its overlay define.

    The overlay should state the sender of each message. It should also state what to do with each definition
    that differs from the definition in the revision. For a missing entry, a default is used, and `warn`
    receives a problem. `name` is the identifier of the extension if the overlay has no `[[extension]]` entry.
    """
    overlay, source = schema.overlay, schema.location
    if overlay.inherits:
        message = f"inherits {overlay.inherits}, but the overlay of an extension has no revision before it"
        raise refuse(overlay.source, f"{message}; remove `inherits`")
    stated = extension_entry(overlay) or ExtensionEntry(name, base.revision)
    if stated.extends != base.revision:
        message = (
            f"`extends` is {stated.extends}, but the folder is for {base.revision}; write {base.revision}"
        )
        raise refuse(overlay.located("extension", 0), message)
    notes: list[Problem] = []
    definitions = read_definitions(schema, notes.append)
    restated = _restated(name, schema, definitions, base, warn)
    own = _own(definitions, restated, base, source)
    for note in notes:
        if note.kind != "name" or note.subject in own:
            warn(note)
    own = _with_additions(own, overlay, base)
    everything = {**base.definitions, **own}
    _check_methods(own, restated, source, base)
    messages = list(_messages(own, stated.sides, schema, base, warn))
    protocol = assemble(base.revision, everything, overlay, source, warn, messages, stated.sides)
    protocol = _gated(protocol, stated, overlay)
    names = tuple(found for found in protocol.definitions if found not in base.definitions)
    additions = {
        type_: entry["members_of"]
        for entry in overlay.table("addition")
        for type_ in entry["types"]
        if type_ in base.definitions
    }
    problems = [
        *_unusable_answers(protocol, base, overlay),
        *_unusable_additions(protocol, overlay),
        *_foreign_guards(base, overlay),
    ]
    if problems:
        raise Refused(problems)
    answers: dict[str, tuple[str, ...]] = {}
    for entry in overlay.table("answer"):
        answers[entry["method"]] = (*answers.get(entry["method"], ()), entry["result"])
    return Extension(
        name,
        stated.identifier,
        stated.extends,
        protocol,
        names,
        restated,
        answers,
        additions,
        stated.declared_by,
    )


# Repeated definitions


def _restated(
    extension: str, schema: SchemaSource, definitions: Definitions, base: Protocol, warn: Warn
) -> tuple[Restated, ...]:
    """Return the definitions of the revision that the schema file of an extension repeats.

    For each of them, the overlay of the extension decides whether the extension uses the definition of the
    revision or its own. If the two differ and the overlay does not decide, the extension uses its own, and
    `warn` receives a problem.
    """
    overlay = schema.overlay
    decided = overlay.index("restated", lambda entry: [entry["type"]])
    differing = _with_holders(differences(definitions, base.definitions), definitions, decided)
    for index, type_ in enumerate(decided):
        if not differing.get(type_):
            message = f"{type_} is the same type in {base.revision}; remove the entry"
            raise refuse(overlay.located("restated", index), message)
    found = []
    for type_, difference in differing.items():
        own = ""
        if difference and type_ in decided:
            own = decided[type_].get("name", "")
        elif difference:
            own = pascal(extension) + type_
            at = f"{schema.location}#{definitions[type_].at}"
            warn(_unstated(Restated(type_, difference, own), base.revision, at))
        found.append(Restated(type_, difference, own))
    return tuple(found)


def _with_holders(
    differing: Mapping[str, str], definitions: Definitions, decided: Mapping[str, Mapping[str, str]]
) -> dict[str, str]:
    """Return `differing` with more definitions that count as different.

    `differing` has the name of each definition that the extension repeats from the revision. It maps the name
    to the location of a difference between the two definitions, or to '' if they are equal. An equal
    definition counts as different if it refers to a type that the extension defines differently. Then the
    result maps its name to a text about that type. `decided` maps a type to its `[[restated]]` entry. An
    entry without a `name` selects the revision's definition.
    """
    taken = {name for name, entry in decided.items() if "name" not in entry}

    def below(name: str) -> list[str]:
        return [one for one in references(definitions[name]) if one not in taken]

    result = {name: location for name, location in differing.items() if location}
    own = result.keys() - taken
    for name in differing:
        inner = own & closure([name], below).keys()
        if inner and name not in result and name not in taken:
            result[name] = f"{name}, which contains {min(inner)}"
    return result | {name: "" for name in differing if name not in result}


def _unstated(one: Restated, revision: str, at: str) -> Problem:
    """Return the problem that no `[[restated]]` entry says which of two different definitions is used.

    `one` is a definition of the extension. It differs from the definition with this name in `revision`.
    """
    difference = f"differs from {revision} at {one.difference}"
    entry = entry_text("restated", type=one.type, name=one.name, reason=f"It {difference}.")
    message = f"{one.type} {difference}; add a [[restated]] entry that says which of the two is used"
    summary = f"the extension uses its own {one.type}, named {one.name}"
    return Problem(at, message, entry=entry, summary=summary)


def _own(
    definitions: Definitions, restated: Sequence[Restated], base: Protocol, source: str
) -> dict[str, Definition]:
    """Return the definitions that belong to the extension, under the names that its overlay states.

    `definitions` are all definitions of its schema file. Those that it takes from the revision are left out.
    """
    names = {one.type: one.name or one.type for one in restated}
    taken = {one.type for one in restated if not one.name}
    kept = {name: definition for name, definition in definitions.items() if name not in taken}
    roots = [name for name, definition in kept.items() if definition.at.count("/") == 2 or name in names]
    needed = closure(roots, lambda name: kept.keys() & references(definitions[name]))
    result: dict[str, Definition] = {}
    for name in definitions:
        if name not in needed:
            continue
        new = names.get(name, name)
        check_definition_name(new, f"{source}#{definitions[name].at}")
        if new in result or new in base.definitions:
            message = f"{new} is the name of two types; give one of them another name"
            raise refuse(f"{source}#{definitions[name].at}", message)
        definition = replace(definitions[name], name=new)
        result[new] = with_types(
            definition, lambda one: Ref(names.get(one.name, one.name)) if isinstance(one, Ref) else one
        )
    _check_imports(result, taken, {one.type for one in restated if one.name}, base, source)
    return result


def _check_imports(
    own: Definitions, taken: set[str], separate: set[str], base: Protocol, source: str
) -> None:
    """Refuse a type that an extension uses from its revision and that contains a type in `separate`.

    `taken` has the types that the extension uses from its revision. `separate` has the types for which the
    extension has its own definition. A contained type in `separate` would have two definitions.
    """
    used = {name for definition in own.values() for name in references(definition) if name in taken}
    for name in sorted(used):
        mixed = sorted(separate.intersection(reachable([name], base.definitions)))
        if mixed:
            message = (
                f"{name} of {base.revision} contains {mixed[0]}, for which the extension has its own type; "
                f"add a [[restated]] entry for {name} too"
            )
            raise refuse(source, message)


# Members, messages, gates


def _with_additions(own: Definitions, overlay: Overlay, base: Protocol) -> dict[str, Definition]:
    """Return the extension's definitions with the members that `[[addition]]` entries of its overlay add.

    The added members are optional.
    """
    result = dict(own)
    for entry in overlay.table("addition"):
        source = own.get(entry["members_of"]) or base.definitions.get(entry["members_of"])
        for name in entry["types"]:
            record = result.get(name)
            if not isinstance(record, Record) or not isinstance(source, Record):
                continue
            added = (replace(f, required=False) for f in source.fields if record.field(f.name) is None)
            result[name] = replace(record, fields=(*record.fields, *added))
    return result


def _check_methods(own: Definitions, restated: Sequence[Restated], source: str, base: Protocol) -> None:
    """Refuse a message of the extension if the revision already has its method."""
    known = {one.name for one in restated}
    for type_, definition in own.items():
        method = method_of(definition)
        if method in base.methods and type_ not in known:
            message = (
                f"{type_} has the method {method}, which {base.revision} already has; choose another name"
            )
            raise refuse(f"{source}#{definition.at}", message)


def _messages(
    own: Definitions, sides: tuple[Side, Side], schema: SchemaSource, base: Protocol, warn: Warn
) -> Iterator[MethodMessage]:
    """Yield the messages of an extension.

    A message that both sides send is yielded twice, once for each side.

    The `[[message]]` entry of a message states the sides that send it. Without such an entry, both sides may
    send the message, and `warn` receives a problem.
    """
    overlay = schema.overlay
    stated = overlay.index("message", lambda entry: entry["types"])
    for type_, statement in stated.items():
        method = method_of(own[type_]) if type_ in own else None
        if method is None:
            raise refuse(
                overlay.source, f"[[message]]: {type_} is not a message of the extension; remove the name"
            )
        for side in statement["senders"]:
            if side not in sides:
                known = " and ".join(sides)
                raise refuse(
                    overlay.source,
                    f"[[message]] of {type_}: the sender cannot be {side}; the senders are {known}",
                )
            yield MethodMessage(method, type_, statement["kind"], side)
    for type_, definition in own.items():
        method = method_of(definition)
        if method is None or type_ in stated or method in base.methods:
            continue
        kind: MethodKind = "notification" if type_.endswith("Notification") else "request"
        reason = "The schema file does not state the sender."
        entry = entry_text("message", types=[type_], kind=kind, senders=sides, reason=reason)
        either = " or ".join(sides)
        message = f"{method} is assumed to be a {kind} from {either}; if it is not, add a [[message]] entry"
        summary = f"{method} is a {kind} from {either}"
        at = f"{schema.location}#{definition.at}"
        warn(Problem(at, message, entry=entry, summary=summary))
        for side in sides:
            yield MethodMessage(method, type_, kind, side)


def _gated(protocol: Protocol, stated: ExtensionEntry, overlay: Overlay) -> Protocol:
    """Return a protocol in which each method needs the capability that declares the extension.

    Methods that the overlay lists in `[[ungated]]` need no capability.
    """
    free = overlay.index("ungated", lambda entry: entry["methods"])
    owner = "both" if len(stated.declared_by) > 1 else stated.declared_by[0]
    declared = cast('Literal["client", "server", "both"]', owner)
    path = extension_path(stated.identifier)
    methods = {
        name: method if name in free else replace(method, capability=path, owner=declared)
        for name, method in protocol.methods.items()
    }
    return replace(protocol, methods=methods)


def extension_path(identifier: str) -> str:
    """Return the path of the capability by which a peer declares an extension: `extensions["ID"]`."""
    return f'extensions["{identifier}"]'


def _unusable_answers(protocol: Protocol, base: Protocol, overlay: Overlay) -> Iterator[Problem]:
    for index, entry in enumerate(overlay.table("answer")):
        at, result = overlay.located("answer", index), entry["result"]
        method = base.methods.get(entry["method"])
        if method is None or not method.results:
            yield Problem(at, f"{base.revision} has no request {entry['method']}; remove the entry")
        if result not in protocol.definitions:
            yield Problem(at, f"the schema has no type {result}; remove the entry")
        elif result in base.definitions:
            message = f"{result} is a type of {base.revision}; name a type of the extension"
            yield Problem(at, message)
        elif flaw := result_flaw(result, protocol.definitions):
            yield Problem(at, f"{flaw}; name the type of a result")
        elif result not in protocol.guards:
            yield Problem(
                at,
                f"{result} has no [[guard]]; add one, with the member that only this result has",
            )


def _foreign_guards(base: Protocol, overlay: Overlay) -> Iterator[Problem]:
    """Yield a problem for each `[[guard]]` entry about a type that belongs to the revision.

    Only the overlay of the revision may say how such a type differs from the other variants of a union.
    """
    for index, entry in enumerate(overlay.table("guard")):
        if entry["type"] in base.definitions:
            fact = f"{entry['type']} is a type of {base.revision}, not of the extension"
            message = f"{fact}; write the [[guard]] in {overlay_of(base.revision)}, or remove the entry"
            yield Problem(overlay.located("guard", index), message)


def _unusable_additions(protocol: Protocol, overlay: Overlay) -> Iterator[Problem]:
    for index, entry in enumerate(overlay.table("addition")):
        for name in (*entry["types"], entry["members_of"]):
            if not isinstance(protocol.definitions.get(name), Record):
                yield Problem(
                    overlay.located("addition", index), f"{name} is not an object type; remove the name"
                )


# Two definitions of the same name are equal if they accept the same values. If they differ in a definition to
# which they refer, and both files have that definition, the difference is reported only for that one.


def differences(own: Definitions, base: Definitions) -> dict[str, str]:
    """Return where definitions of an extension differ from its revision's definitions with the same names.

    The result maps each name to the location of the first difference, or to '' if the two definitions are
    equal.
    """
    shared: dict[str, Type] = {name: Choice((f"the type {name}",)) for name in own if name in base}
    shared |= {name: Anything() for name in shared if all(is_anything(Ref(name), one) for one in (own, base))}
    whole, apart = _Comparison(own, base), _Comparison(
        _with_stand_ins(own, shared), _with_stand_ins(base, shared)
    )
    pairs = {name: (Ref(name), Ref(name)) for name in shared}
    return {
        name: "" if whole.equal(*pair) else apart.first_difference(*pair, name)
        for name, pair in pairs.items()
    }


def _with_stand_ins(definitions: Definitions, shared: Mapping[str, Type]) -> Definitions:
    """Return definitions in which `shared[name]` replaces each reference to a name in `shared`."""

    def stand_in(type_: Type) -> Type:
        return shared.get(type_.name, type_) if isinstance(type_, Ref) else type_

    return {name: with_types(definition, stand_in) for name, definition in definitions.items()}


class _Comparison:
    """Compares types of an extension with types of its revision."""

    def __init__(self, own: Definitions, base: Definitions) -> None:
        self._own, self._base = Protocol("", own, {}), Protocol("", base, {})
        self._up, self._down = Subtypes(self._own, self._base), Subtypes(self._base, self._own)

    def equal(self, own: Type, base: Type) -> bool:
        """Return whether two types accept the same values."""
        return self._up.holds(own, base) and self._down.holds(base, own)

    def first_difference(
        self, own: Type, base: Type, at: str, above: frozenset[tuple[Type, Type]] = frozenset()
    ) -> str:
        """Return the location of the first difference between two types, or '' if they are equal.

        Types are equal if they accept the same values. `at` is the location of both types. `above` has the
        pairs of types that contain them. A recursive type contains itself, so the search ends at a pair that
        is in `above`.
        """
        if self.equal(own, base):
            return ""
        if (own, base) in above:
            return at
        above |= {(own, base)}
        match self._own.resolve(own), self._base.resolve(base):
            case Array(items), Array(others):
                return self.first_difference(items, others, at, above) or at
            case Record() as mine, Record() as theirs:
                for name in sorted({*mine.by_name, *theirs.by_name}):
                    one, other = mine.field(name), theirs.field(name)
                    if one is None or other is None or one.required != other.required:
                        return f"{at}.{name}"
                    if found := self.first_difference(one.type, other.type, f"{at}.{name}", above):
                        return found
        return at
