"""Compute the template variables of the generated Python modules."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TypeAlias

from mcpgen import __version__
from mcpgen.classes.class_bodies import ALIAS, STRUCT, Body, annotation
from mcpgen.classes.class_forms import record_tags
from mcpgen.classes.descriptions import Descriptions
from mcpgen.classes.dicts import Dictionaries
from mcpgen.classes.docstrings import literal
from mcpgen.emit.file_tree import MARK
from mcpgen.ir import Alias, Choice, Extension, Method, Protocol, Record, Ref, Side, Type, mapped
from mcpgen.names import module, snake
from mcpgen.runtime.endpoints import JOINT
from mcpgen.runtime.sides import OTHER

# What `mcp_revisions` exports besides its revisions: the public name, the module of the runtime, and the
# attribute of that module. If the attribute is '', the module itself is exported.
PUBLIC = (
    ("CallError", "errors", "CallError"),
    ("Change", "conversion.losses", "Change"),
    ("Context", "router", "Context"),
    ("Converted", "conversion.losses", "Converted"),
    ("Converter", "conversion.convert", "Converter"),
    ("DecodeError", "errors", "DecodeError"),
    ("EncodeError", "errors", "EncodeError"),
    ("Endpoint", "endpoints", "Endpoint"),
    ("InputRequired", "input_requests", "InputRequired"),
    ("LOSSLESS", "conversion.losses", "LOSSLESS"),
    ("Loss", "conversion.losses", "Loss"),
    ("LossError", "conversion.losses", "LossError"),
    ("LossKind", "conversion.losses", "LossKind"),
    ("MethodName", "revision_table", "MethodName"),
    ("NoCounterpart", "conversion.losses", "NoCounterpart"),
    ("Notification", "messages.base", "Notification"),
    ("Peer", "peer", "Peer"),
    ("PeerLimits", "peer", "PeerLimits"),
    ("PendingCall", "peer", "PendingCall"),
    ("ProtocolError", "errors", "ProtocolError"),
    ("PydanticUnion", "messages.pydantic_schemas", "PydanticUnion"),
    ("Request", "messages.base", "Request"),
    ("RevisionFacts", "revision_facts", "RevisionFacts"),
    ("RevisionModule", "revision_module", "RevisionModule"),
    ("RevisionName", "revision_table", "RevisionName"),
    ("Router", "router", "Router"),
    ("Side", "sides", "Side"),
    ("UNSET", "messages.base", "UNSET"),
    ("UnreadableFrame", "router", "UnreadableFrame"),
    ("UnsetType", "messages.base", "UnsetType"),
    ("VendorMessage", "messages.vendor_methods", "VendorMessage"),
    ("VendorMethod", "messages.vendor_methods", "VendorMethod"),
    ("Why", "errors", "Why"),
    ("advise", "specification.spec_rules", "advise"),
    ("answer_input", "input_requests", "answer_input"),
    ("call_with_inputs", "input_requests", "call_with_inputs"),
    ("capabilities", "specification.capabilities", ""),
    ("Composition", "composition", "Composition"),
    ("compose", "composition", "compose"),
    ("convert", "conversion.convert", "convert"),
    ("converter", "conversion.convert", "converter"),
    ("facts", "facts", "facts"),
    ("fidelity", "conversion.fidelity", "fidelity"),
    ("forms", "specification.forms", ""),
    ("known_revisions", "facts", "known_revisions"),
    ("negotiate", "specification.negotiate", "negotiate"),
    ("Admission", "specification.negotiate", "Admission"),
    ("admit", "specification.negotiate", "admit"),
    ("retry", "input_requests", "retry"),
    ("revision_name", "revisions", "revision_name"),
    ("spec_rules", "specification.spec_rules", ""),
    ("vendor_notification", "messages.vendor_methods", "vendor_notification"),
    ("vendor_request", "messages.vendor_methods", "vendor_request"),
)


CAPABILITIES = "/clientCapabilities"
"""The end of the name of the member of `_meta` that declares the capabilities of the client."""

Context: TypeAlias = dict[str, object]
"""The values that a template prints."""


@dataclass(frozen=True)
class Home:
    """The package that a module belongs to.

    `title` names the package in docstrings. `root` are the dots with which a relative import in the module
    reaches `mcp_revisions`.
    """

    title: str
    root: str = ".."


def assignment(name: str, value: str, docstring: str = "") -> dict[str, str]:
    """Return the template variables of an assignment: its name, its value and its docstring.

    If there is a docstring, a blank line follows it.
    """
    docstring = f"{literal(docstring, indent=0)}\n" if docstring else ""
    return {"name": name, "value": value, "docstring": docstring}


def types_context(
    home: Home, names: Iterable[str], bodies: Sequence[Body], imports: Iterable[str] = ()
) -> Context:
    """Return the variables of the template `types.py.jinja`.

    Classes and aliases are in separate groups, because two blank lines precede a class, and one precedes an
    alias.
    """
    groups: list[list[Body]] = []
    for body in bodies:
        if groups and groups[-1][-1]["template"] == ALIAS and body["template"] != STRUCT:
            groups[-1].append(body)
        else:
            groups.append([body])
    return {**vars(home), "names": repr(sorted(names)), "imports": imports, "groups": groups}


def dicts_context(
    home: Home, names: Iterable[str], dicts: Dictionaries, imports: Iterable[str] = ()
) -> Context:
    """Return the variables of the template `dicts.py.jinja`."""
    return {**vars(home), **vars(dicts), "names": repr(sorted(names)), "imports": imports}


def methods_context(
    home: Home,
    protocol: Protocol,
    descriptions: Descriptions,
    history: Sequence[Protocol],
    extensions: Iterable[Extension] = (),
) -> Context:
    """Return the variables of the template `methods.py.jinja`.

    `history` has all pinned revisions, oldest first. It is empty for an extension, and for a schema file that
    is not pinned. `extensions` are those of the revision.
    """
    errors = [
        assignment(error.name, str(error.code), descriptions.of_error(error.name, protocol.revision))
        for error in protocol.errors
    ]
    return {
        **vars(home),
        "methods": [{"key": repr(n), "arguments": _arguments(m)} for n, m in protocol.methods.items()],
        "constants": [*errors, *_orders(protocol)],
        "error_names": repr({error.code: error.name for error in protocol.errors}),
        "batches": protocol.batches,
        "elsewhere": repr(_tags_elsewhere(protocol, history, extensions)),
    }


def revision_context(
    home: Home,
    protocol: Protocol,
    constants: Sequence[object] = (),
    name: str = "REVISION",
    answered: Collection[str] = (),
    types: Collection[str] | None = None,
) -> Context:
    """Return the variables of the template `revision.py.jinja`.

    - `name` is a Python expression for the name of the revision in error messages.
    - `types` names the types that the module `types` has. If it is None, the module has all definitions.
    - `answered` has the requests that have two classes: one in the plain revision, and one in the revision
      with extensions, because an extension adds results. The type of a decoded message includes both.
    - In a revision with extensions, `decode_message` is a method, so the variable `receiver` has `self`.
    """
    methods = [method for method in protocol.methods.values() if method.kind != "embedded"]
    in_module = protocol.definitions if types is None else types
    handlers = [
        {
            "method": repr(method.name),
            "senders": _constants(method.senders),
            "type": f"_{method.message}Handler",
            "params": _qualified(method.params) if method.params else "None",
            "result": " | ".join(map(_qualified, method.results)) or "None",
            "context": _context_type(method, protocol, in_module),
        }
        for method in methods
    ]
    told = [
        one["context"] for one, method in zip(handlers, methods, strict=True) if method.kind == "notification"
    ]
    contexts = [one["context"] for one, method in zip(handlers, methods, strict=True) if method.results]
    error_response = f"ErrorResponse[{_error_type(protocol)}]"
    sides = []
    for side in protocol.sides:
        messages = [method.message for method in methods if side in method.senders]
        sent = [*map(_qualified, messages), *(f"_revision.{name}" for name in messages if name in answered)]
        alias = _alias(side)
        types, decoded = " | ".join([*sent, "Response[object]", error_response]), _decoded(alias, protocol)
        sides.append({"sender": repr(side), "alias": alias, "types": types, "decoded": decoded})
    arguments = f"{name}, types, methods.METHODS, batches=methods.BATCHES, elsewhere=methods.ELSEWHERE"
    if (peers := peers_of(protocol.sides)) != OTHER:
        arguments += f", peers={peers!r}"
    context = max(contexts, key=contexts.count, default="_r.Context")
    notification_context = max(told, key=told.count, default="_r.Context")
    return {
        "revision": repr(protocol.revision),
        "root": home.root,
        "receiver": (),
        "constants": constants,
        "codec_arguments": arguments,
        "senders": _constants(protocol.sides),
        "docstring": literal(f"{home.title}: its message types, methods and codec.", indent=0),
        "handlers": handlers,
        "unhandled": [] if handlers else [""],
        "sides": sides,
        "aliases": " or ".join(f"`{side['alias']}`" for side in sides),
        "answers": list(_answers(protocol)),
        "any_answer": _decoded("Response[object] | _Error", protocol, batch="_t.Sequence"),
        "vendor_answer": _decoded("Response[_v.R] | _Error", protocol),
        "error_response": error_response,
        "context": context,
        "notification_contexts": [notification_context] if notification_context != context else [],
    }


# The names that every module of a revision or an extension has, besides its types and error codes.
INTERFACE = (
    *("METHODS", "ERRORS", "BATCHES", "ErrorResponse", "Method", "Response", "Router"),
    *("decode", "decode_message", "encode", "json_schema", "to_builtins"),
)


def interface_context(
    home: Home, protocol: Protocol, types: Iterable[str], own: str = "", constants: Iterable[str] = ()
) -> Context:
    """Return the variables of the template `interface.py.jinja`.

    - `types`: the names of the types in the module that the interface describes.
    - `own`: the name of that module in the package around it. It is '' for a revision with extensions,
      because that is an object at run time and not a module.
    - `constants`: the names of the constants in the module, apart from the error codes.
    """
    is_class = {name: isinstance(protocol.definitions[name], Record) for name in types}
    orders = [order["name"] for order in _orders(protocol)]
    return {
        **vars(home),
        "types": [
            {"name": name, "form": "type" if is_class[name] else "_TypeForm"} for name in sorted(is_class)
        ],
        "owners": [own] if own else [],
        "revision": repr(protocol.revision),
        "aliases": [_alias(side) for side in protocol.sides],
        "names": [*constants, *(error.name for error in protocol.errors), *orders, *INTERFACE],
    }


def composition_context(
    home: Home,
    protocol: Protocol,
    extensions: Sequence[Extension],
    gates: Sequence[str],
    answered: Collection[str],
) -> Context:
    """Return the variables of the template `composition.py.jinja`.

    `gates` has the arguments of each gate as source. A gate is a part of a message that may be sent only if
    an extension is declared.
    """
    name = repr(home.title.removeprefix("MCP "))
    return {
        **revision_context(home, protocol, name=name, answered=answered),
        "receiver": ("self",),
        "extensions": repr(tuple(one.identifier for one in extensions)),
        "gates": gates,
        "base": module(protocol.revision),
    }


# The types that a conversion accepts, each with the type that it returns. The last one is for a `TypedDict`.
# Its result is `Any`, so that the caller can assign it to a `TypedDict` of the target.
PLAIN = [
    {"taken": "dict[str, _t.Any]", "given": "dict[str, _t.Any]"},
    {"taken": "list[_t.Any]", "given": "list[_t.Any]"},
    {"taken": "_t.Mapping[str, object]", "given": "_t.Any"},
]
TEXTS = ("bytes", "str")


@dataclass(frozen=True)
class Package:
    """The contents of a generated package.

    - `revisions` are in order, oldest first.
    - `latest` is the revision whose module the package exports as `latest`.
    - Revisions in `single` have no JSON-RPC batches.
    - `extensions` maps identifiers to folders.
    - `compositions` maps the names of revisions with extensions to folders.
    """

    revisions: Sequence[str]
    latest: str
    single: Collection[str]
    extensions: Mapping[str, str]
    compositions: Mapping[str, str]

    @property
    def overloaded(self) -> tuple[str, ...]:
        """The functions that have overloads for type checkers, in the module `_signatures`."""
        return ("convert", "converter", *(["compose"] if self.compositions else []), "extension", "revision")


def package_context(package: Package) -> Context:
    """Return the variables of the template `package.py.jinja`."""
    revisions, extensions = package.revisions, package.extensions
    lazy = {name: (f"._runtime.{source}", attribute) for name, source, attribute in PUBLIC}
    modules = {
        **{module(revision): module(revision) for revision in revisions},
        "latest": module(package.latest),
    }
    lazy |= {name: (f".{own}", "") for name, own in modules.items()}
    return {
        "mark": MARK,
        "version": repr(__version__),
        "revisions": repr(tuple(revisions)),
        "latest": repr(package.latest),
        "modules": repr({revision: module(revision) for revision in revisions}),
        "extensions": repr(dict(sorted(extensions.items()))),
        "composed": repr(dict(sorted(package.compositions.items()))),
        "identifiers": repr(tuple(sorted(extensions))),
        "lazy": repr(lazy),
        "imports": [
            *(_import_statement(*entry) for entry in PUBLIC if entry[0] not in package.overloaded),
            *(f"from . import {own} as {name}" for name, own in modules.items()),
            *(f"from ._signatures import {name} as {name}" for name in package.overloaded),
        ],
    }


def signatures_context(package: Package) -> Context:
    """Return the variables of the template `signatures.py.jinja`.

    Type checkers cannot know which extensions a call of `compose` names. For them, the result of the call is
    the revision with the most extensions.
    """
    revisions, compositions = package.revisions, package.compositions
    members = _constants(package.single)
    batching = [name for name in revisions if name not in package.single]
    largest = {
        name.partition(JOINT)[0]: found
        for name, found in sorted(compositions.items(), key=lambda item: item[0].count(JOINT))
    }
    composed = [{"revision": repr(name), "module": found} for name, found in sorted(largest.items())]
    folders = [*map(module, revisions), *(f"extensions.{own}" for own in sorted(package.extensions.values()))]
    return {
        "imports": [
            *(f"from . import {own} as {own}" for own in map(module, revisions)),
            *(f"from .extensions.{own} import Composition as {own}" for own in sorted(compositions.values())),
            *(f"from .{own}.interface import Interface as _{own.rpartition('.')[2]}" for own in folders),
        ],
        "revision_overloads": [
            *({"name": f"_t.Literal[{name!r}]", "module": f"_{module(name)}"} for name in revisions),
            *({"name": f"_t.Literal[{name!r}]", "module": own} for name, own in sorted(compositions.items())),
            {"name": "_RevisionName", "module": "_RevisionModule"},
        ],
        "extension_overloads": [*_extension_overloads(package.extensions)],
        "single": f"_t.Literal[{members}] | _Composed" if members else "_Composed",
        "sources": [
            {"type": "_Single", "converter": "_SingleConverter"},
            *({"type": f"_t.Literal[{name!r}]", "converter": "_Converter"} for name in batching),
        ],
        "texts": TEXTS,
        "plain": PLAIN,
        "targets": [
            {"name": repr(name), "side": repr(side), "messages": f"{module(name)}.{_alias(side)}"}
            for name in revisions
            for side in OTHER
        ],
        "compositions": [composed] if composed else [],
    }


def _extension_overloads(extensions: Mapping[str, str]) -> Iterator[dict[str, str]]:
    """Yield the overloads of `mr.extension`. Without extensions, yield nothing."""
    for name, found in sorted(extensions.items()):
        yield {"identifier": f"_t.Literal[{name!r}]", "module": f"_{found}"}
    if extensions:
        yield {"identifier": "str", "module": "_ModuleType"}


def _answers(protocol: Protocol) -> Iterator[dict[str, str]]:
    """Yield the template variables for groups of request methods that have the same type of response.

    In a group, the same sides answer the requests, and the result types are equal.
    """
    found: dict[tuple[tuple[str, ...], tuple[str, ...]], list[str]] = {}
    for method in protocol.methods.values():
        if method.results:
            answering = tuple(
                side for side, peer in peers_of(protocol.sides).items() if peer in method.senders
            )
            found.setdefault((answering, method.results), []).append(method.name)
    for (senders, results), names in found.items():
        result = " | ".join(map(_qualified, results))
        response = f"Response[{result}] | _Error"
        decoded = _decoded(response, protocol)
        yield {"senders": _constants(senders), "methods": _constants(names), "types": decoded}


def _decoded(frame: str, protocol: Protocol, batch: str = "list") -> str:
    """Return the annotation of a decoded message: `frame`, and a list of it if the revision has batches.

    `batch` is the type of that list: `list` or `Sequence`. The overload that returns messages of any type
    needs `Sequence`, because for type checkers, a list of one message type is not a list of all of them.
    """
    return f"{frame} | {batch}[{frame}]" if protocol.batches else frame


def _alias(side: Side) -> str:
    """Return the name of the union of the messages that a side sends."""
    return f"{side.capitalize()}Message"


def _qualified(name: str) -> str:
    """Return the name of a type as the `__init__.py` of a revision refers to it: `types.Tool`."""
    return f"types.{name}"


def peers_of(sides: Sequence[Side]) -> dict[Side, Side]:
    """Return the side with which each side exchanges messages: `{"client": "server", "server": "client"}`."""
    return {side: sides[index ^ 1] for index, side in enumerate(sides)}


def _error_type(protocol: Protocol) -> str:
    """Return the annotation for the member `error` of error responses."""
    response = protocol.response("error")
    if response is None:
        return "object"
    return _qualified_annotation(response.by_name["error"].type)


def _qualified_annotation(type_: Type) -> str:
    """Return a type as an annotation in the `__init__.py` of a revision, such as `list[types.Tool]`."""
    return annotation(mapped(type_, lambda one: Ref(_qualified(one.name)) if isinstance(one, Ref) else one))


def _context_type(method: Method, protocol: Protocol, in_module: Collection[str]) -> str:
    """Return the annotation of the context that a handler of a method receives, such as `_r.Context[...]`.

    The first type argument of `Context` is the type of `params._meta`. The second one is the type of the
    client capabilities in that `_meta`. A type argument is omitted if the module `types` lacks its class.
    """
    params = protocol.record_of(Ref(method.params)) if method.params else None
    metadata = params.field("_meta") if params else None
    record = protocol.record_of(metadata.type) if metadata else None
    if metadata is None or record is None:
        return "_r.Context"
    fields = [metadata, *(one for one in record.fields if one.name.endswith(CAPABILITIES))]
    arguments = [
        _qualified_annotation(one.type) + " | None" * (not one.required)
        for one in fields
        if isinstance(one.type, Ref) and one.type.name in in_module
    ]
    return f"_r.Context[{', '.join(arguments)}]" if arguments else "_r.Context"


def _constants(values: Iterable[str]) -> str:
    return ", ".join(map(repr, values))


def _import_statement(name: str, source: str, attribute: str) -> str:
    folder, _, own = source.rpartition(".")
    if not attribute:
        return f"from ._runtime.{folder} import {own} as {name}"
    return f"from ._runtime.{source} import {attribute} as {name}"


def _arguments(method: Method) -> Iterator[str]:
    """Yield the keyword arguments for the constructor of a `Method`."""
    yield f"name={method.name!r}"
    yield f"kind={method.kind!r}"
    yield f"senders={method.senders!r}"
    yield f"type=_types.{method.message}"
    if method.params:
        yield f"params=_types.{method.params}"
    if method.results:
        yield f"results={_tuple([f'_types.{result}' for result in method.results])}"
    if method.capability:
        yield f"capability={method.capability!r}"
        yield f"owner={method.owner!r}"


def _tuple(items: Sequence[str]) -> str:
    """Return the source of a tuple, formatted as black formats it in an argument.

    One item is on the same line. Several items have a line each.
    """
    if len(items) == 1:
        return f"({items[0]},)"
    return "\n".join(["(", *(f"{' ' * 12}{item}," for item in items), f"{' ' * 8})"])


def _orders(protocol: Protocol) -> Iterator[dict[str, str]]:
    """Yield a constant for each enumeration whose values have an order, such as log levels.

    Each is an assignment in the module `methods` of the revision.
    """
    for name in protocol.ordered:
        alias = protocol.definitions[name]
        if isinstance(alias, Alias) and isinstance(alias.type, Choice):
            docstring = f"The values of `{name}`, in ascending order."
            yield assignment(f"{snake(name).upper()}S", repr(alias.type.values), docstring)


def _tags_elsewhere(
    protocol: Protocol, history: Sequence[Protocol], extensions: Iterable[Extension]
) -> dict[tuple[str, str], str]:
    """Return the tags that `protocol` does not have, but another revision or one of its extensions has.

    A tag is the name and the constant of a member that selects a variant, such as `("method", "tasks/get")`.
    Of an extension, only the methods count. The result maps each tag to a phrase for error messages about the
    revisions that have it, such as `since 2025-11-25`.
    """
    revisions = [other.revision for other in history]
    if protocol.revision not in revisions:
        return {}
    holders: dict[tuple[str, str], list[str]] = {}
    for other in history:
        for tag in dict.fromkeys(record_tags(other).values()):
            holders.setdefault((tag[0], str(tag[1])), []).append(other.revision)
    phrases = {
        tag: _range(holding, protocol.revision, revisions)
        for tag, holding in holders.items()
        if protocol.revision not in holding and tag[1] not in protocol.methods
    }
    for extension in extensions:
        for method in extension.protocol.methods.keys() - protocol.methods.keys():
            older = phrases.get(("method", method))
            where = f"in the extension {extension.identifier}"
            phrases["method", method] = f"{older}, and {where}" if older else f"only {where}"
    return dict(sorted(phrases.items()))


def _range(holding: Sequence[str], own: str, revisions: Sequence[str]) -> str:
    """Return a phrase for the revisions in `holding`, such as `since 2025-06-18`.

    The phrase is part of an error message for a user of the revision `own`.
    """
    first, last, latest = holding[0], holding[-1], revisions[-1]
    if revisions.index(first) < revisions.index(own):
        return f"only in {first}" if first == last else f"until {last}"
    if last == latest:
        return f"since {first}"
    return f"only in {first}" if first == last else f"from {first} to {last}"
