"""Module contexts: IR, class source, sentences → the values that the templates of generated modules print."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from mcpgen import __version__
from mcpgen.classes.annotations import annotation
from mcpgen.classes.class_bodies import AliasBody, Body, RecordBody
from mcpgen.classes.class_forms import record_tags
from mcpgen.classes.dicts import Dictionaries
from mcpgen.classes.docstrings import literal
from mcpgen.classes.sentences import Sentences
from mcpgen.emit.file_tree import MARK
from mcpgen.frontend.envelopes import ERROR_RESPONSES
from mcpgen.ir import Alias, Choice, Extension, Method, Protocol, Record, Side
from mcpgen.names import module, snake
from mcpgen.runtime.endpoints import JOINT
from mcpgen.runtime.messages.revision_tables import PEER

# The exports of `mcp_revisions` beside its revisions: public name, runtime module, attribute ('': the
# module).
PUBLIC = (
    ("Bridge", "bridge.bridge", "Bridge"),
    ("BridgeBudget", "bridge.budget", "Budget"),
    ("BridgeEnded", "bridge.frames", "Ended"),
    ("BridgeFrame", "bridge.frames", "Frame"),
    ("BridgeLimits", "bridge.budget", "Limits"),
    ("Context", "handlers", "Context"),
    ("Converted", "conversion.losses", "Converted"),
    ("Converter", "conversion.convert", "Converter"),
    ("DecodeError", "errors", "DecodeError"),
    ("EncodeError", "errors", "EncodeError"),
    ("Loss", "conversion.losses", "Loss"),
    ("LossError", "conversion.losses", "LossError"),
    ("NoCounterpart", "conversion.losses", "NoCounterpart"),
    ("ProtocolError", "errors", "ProtocolError"),
    ("UNSET", "messages.base", "UNSET"),
    ("UnreadableFrame", "router", "UnreadableFrame"),
    ("UnsetType", "messages.base", "UnsetType"),
    ("advise", "specification.spec_advice", "advise"),
    ("capabilities", "specification.capabilities", ""),
    ("Composition", "composition", "Composition"),
    ("compose", "composition", "compose"),
    ("convert", "conversion.convert", "convert"),
    ("converter", "conversion.convert", "converter"),
    ("fidelity", "conversion.fidelity", "fidelity"),
    ("forms", "specification.forms", ""),
    ("negotiate", "specification.negotiate", "negotiate"),
    ("requested_revision", "specification.negotiate", "requested_revision"),
    ("spec_rules", "specification.spec_rules", ""),
)


@dataclass(frozen=True)
class Assignment:
    """A module-level name, the expression of its value, and the docstring with a blank line below."""

    name: str
    value: str
    docstring: str


@dataclass(frozen=True)
class MethodEntry:
    """An entry of `METHODS`: the key, and the arguments of its `Method`."""

    key: str
    arguments: tuple[str, ...]


@dataclass(frozen=True)
class Handler:
    """A method that a router handles, with the types of its params and its result."""

    method: str
    params: str
    result: str


@dataclass(frozen=True)
class Sender:
    """A side that sends frames, the alias of its frames, and the type of a decoded text."""

    sender: str
    alias: str
    types: str
    decoded: str


@dataclass(frozen=True)
class Answer:
    """Methods that have the same results, the sides that answer them, and the type of a decoded answer."""

    senders: str
    methods: str
    types: str


@dataclass(frozen=True)
class Home:
    """The package of generated modules: its name in docstrings, and the dots to `mcp_revisions`."""

    title: str
    root: str = ".."


@dataclass(frozen=True)
class TypesContext:
    """The context of `types.py.jinja`; two blank lines stand between the groups."""

    title: str
    root: str
    names: str
    imports: tuple[str, ...]
    groups: Sequence[Sequence[Body]]


@dataclass(frozen=True)
class DictsContext:
    """The context of `dicts.py.jinja`."""

    title: str
    root: str
    names: str
    imports: tuple[str, ...]
    typing: str
    source: str


@dataclass(frozen=True)
class MethodsContext:
    """The context of `methods.py.jinja`."""

    title: str
    root: str
    methods: tuple[MethodEntry, ...]
    constants: tuple[Assignment, ...]
    error_names: str
    batches: bool
    elsewhere: str


@dataclass(frozen=True)
class RevisionContext:
    """The context of `revision.py.jinja` and `composition.py.jinja`.

    `receiver` has the first parameter of `decode_message` as a method.
    """

    revision: str
    root: str
    receiver: tuple[str, ...]
    constants: tuple[Assignment, ...]
    codec_arguments: str
    senders: str
    docstring: str
    handlers: tuple[Handler, ...]
    sides: tuple[Sender, ...]
    answers: tuple[Answer, ...]
    any_answer: str
    error_response: str


@dataclass(frozen=True)
class CompositionContext(RevisionContext):
    """The context of `composition.py.jinja`; `gates` has the arguments of each gate."""

    extensions: str
    gates: tuple[str, ...]


@dataclass(frozen=True)
class ComposedRevision:
    """A revision, and the module of its composition with all extensions."""

    revision: str
    module: str


@dataclass(frozen=True)
class ConvertedForm:
    """The type of a message that a conversion takes, and of the message that the conversion gives."""

    taken: str
    given: str


@dataclass(frozen=True)
class ConverterClass:
    """A class of converters for type checkers, with an overload for each form."""

    name: str
    base: str
    converted: tuple[ConvertedForm, ...]


@dataclass(frozen=True)
class PackageContext:
    """The context of `package.py.jinja`."""

    mark: str
    version: str
    revisions: str
    latest: str
    modules: str
    extensions: str
    composed: str
    identifiers: str
    lazy: str
    imports: tuple[str, ...]
    single: str  # the type of the sources without batches
    converted: tuple[ConvertedForm, ...]
    converters: tuple[ConverterClass, ...]
    compositions: tuple[tuple[ComposedRevision, ...], ...]  # the overloads of `compose`, if there are any


def home_of(protocol: Protocol) -> Home:
    """Return the package of a revision."""
    return Home(f"MCP {protocol.revision}")


def types_context(
    home: Home, names: Iterable[str], bodies: Sequence[Body], imports: Iterable[str] = ()
) -> TypesContext:
    """Return the context of the module of structs."""
    groups: list[list[Body]] = []
    for body in bodies:
        if groups and isinstance(groups[-1][-1], AliasBody) and not isinstance(body, RecordBody):
            groups[-1].append(body)
        else:
            groups.append([body])
    return TypesContext(home.title, home.root, repr(sorted(names)), tuple(imports), groups)


def dicts_context(
    home: Home, names: Iterable[str], dicts: Dictionaries, imports: Iterable[str] = ()
) -> DictsContext:
    """Return the context of the module of dictionaries."""
    names = repr(sorted(names))
    return DictsContext(home.title, home.root, names, tuple(imports), dicts.typing, dicts.source)


def methods_context(
    home: Home, protocol: Protocol, sentences: Sentences, history: Sequence[Protocol]
) -> MethodsContext:
    """Return the context of methods; `history`: every pinned revision, oldest first, or none."""
    revision = protocol.revision
    errors = [
        Assignment(error.name, str(error.code), f"{literal(text, indent=0)}\n" if text else "")
        for error in protocol.errors
        for text in [sentences.of_error(error.name, revision)]
    ]
    return MethodsContext(
        home.title,
        home.root,
        tuple(MethodEntry(repr(name), tuple(_arguments(m))) for name, m in protocol.methods.items()),
        (*errors, *_orders(protocol)),
        repr({error.code: error.name for error in protocol.errors}),
        protocol.batches,
        repr(_tags_elsewhere(protocol, history)),
    )


def revision_context(
    home: Home, protocol: Protocol, constants: Sequence[Assignment] = (), name: str = "REVISION"
) -> RevisionContext:
    """Return the context of an interface; `name` is the expression that names the package in messages."""
    methods = [method for method in protocol.methods.values() if method.kind != "embedded"]
    handlers = [
        Handler(
            repr(method.name),
            _qualified(method.params) if method.params else "None",
            " | ".join(map(_qualified, method.results)) or "None",
        )
        for method in methods
    ]
    error_response = f"ErrorResponse[{_error_type(protocol)}]"
    sides = [
        Sender(
            repr(side),
            f"{side.capitalize()}Message",
            " | ".join(
                [
                    *(_qualified(method.message) for method in methods if side in method.senders),
                    "Response[_t.Any]",
                    error_response,
                ]
            ),
            _decoded(f"{side.capitalize()}Message", protocol.batches),
        )
        for side in protocol.sides
    ]
    docstring = literal(f"{home.title}: its message types, methods and codec.", indent=0)
    arguments = f"{name}, types, methods.METHODS, batches=methods.BATCHES, elsewhere=methods.ELSEWHERE"
    if (peers := peers_of(protocol.sides)) != PEER:
        arguments += f", peers={peers!r}"
    return RevisionContext(
        repr(protocol.revision),
        home.root,
        (),
        tuple(constants),
        arguments,
        _constants(protocol.sides),
        docstring,
        tuple(handlers),
        tuple(sides),
        tuple(_answers(protocol)),
        _decoded("Response[_t.Any] | _Error", protocol.batches),
        error_response,
    )


def composition_context(
    home: Home, protocol: Protocol, extensions: Sequence[Extension], gates: tuple[str, ...]
) -> CompositionContext:
    """Return the context of a composed revision."""
    name = repr(home.title.removeprefix("MCP "))
    values = {**vars(revision_context(home, protocol, name=name)), "receiver": ("self",)}
    identifiers = tuple(one.identifier for one in extensions)
    return CompositionContext(**values, extensions=repr(identifiers), gates=gates)


# The exports whose types for checkers are overloads in the template.
OVERLOADED = ("convert", "converter")
# No type of a result follows from a `TypedDict` of the source, hence the last form.
DECODED = (
    ConvertedForm("_Message", "_Message"),
    ConvertedForm("dict[str, _t.Any]", "dict[str, _t.Any]"),
    ConvertedForm("list[_t.Any]", "list[_t.Any]"),
    ConvertedForm("_t.Mapping[str, object]", "_t.Any"),
)
CONVERTED = (ConvertedForm("bytes", "bytes | list[bytes]"), *DECODED)
CONVERTERS = (
    ConverterClass("_AnyConverter", "Converter", CONVERTED),
    ConverterClass("_SingleConverter", "_AnyConverter", (ConvertedForm("bytes", "bytes"), *DECODED)),
)


def package_context(
    revisions: Sequence[str],
    latest: str,
    single: Iterable[str],
    extensions: Mapping[str, str],
    compositions: Mapping[str, str],
) -> PackageContext:
    """Return the context of a package that holds revisions, oldest first, and extensions by identifier.

    The revisions in `single` have no batches; `compositions` are the modules of composed revisions by name.
    A type checker takes every composition for the one of the most extensions: it cannot tell which are named.
    """
    overloaded = {*OVERLOADED, *(["compose"] if compositions else [])}
    members = _constants(single)
    largest = {
        name.partition(JOINT)[0]: found
        for name, found in sorted(compositions.items(), key=lambda item: item[0].count(JOINT))
    }
    composed = tuple(ComposedRevision(repr(revision), found) for revision, found in sorted(largest.items()))
    return PackageContext(
        MARK,
        repr(__version__),
        repr(tuple(revisions)),
        repr(latest),
        repr({revision: module(revision) for revision in revisions}),
        repr(dict(sorted(extensions.items()))),
        repr(dict(sorted(compositions.items()))),
        repr(tuple(sorted(extensions))),
        repr({name: (f"._runtime.{source}", attribute) for name, source, attribute in PUBLIC}),
        tuple(_import_statement(*entry) for entry in PUBLIC if entry[0] not in overloaded),
        f"_t.Literal[{members}] | _Composition" if members else "_Composition",
        CONVERTED,
        CONVERTERS,
        (composed,) if composed else (),
    )


def _answers(protocol: Protocol) -> Iterator[Answer]:
    """Yield the methods that have answers, those with the same answers from the same sides together."""
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
        yield Answer(_constants(senders), _constants(names), _decoded(response, protocol.batches))


def _decoded(frame: str, batches: bool) -> str:
    """Return the type of a decoded text, which is a list of frames for an array where a revision has any."""
    return f"{frame} | list[{frame}]" if batches else frame


def _qualified(name: str) -> str:
    """Return the expression of a type in an interface."""
    return f"types.{name}"


def peers_of(sides: Sequence[Side]) -> dict[Side, Side]:
    """Return the other side of each side."""
    return {side: sides[index ^ 1] for index, side in enumerate(sides)}


def _error_type(protocol: Protocol) -> str:
    """Return the type of the error in an error response."""
    for name in ERROR_RESPONSES:
        definition = protocol.definitions.get(name)
        field = definition.field("error") if isinstance(definition, Record) else None
        if field is not None:
            return annotation(field.type, {name: _qualified(name) for name in protocol.definitions})
    return "_t.Any"


def _constants(values: Iterable[str]) -> str:
    return ", ".join(map(repr, values))


def _import_statement(name: str, source: str, attribute: str) -> str:
    if attribute:
        return f"from ._runtime.{source} import {attribute} as {name}"
    folder, _, own = source.rpartition(".")
    return f"from ._runtime.{folder} import {own} as {name}"


def _arguments(method: Method) -> Iterator[str]:
    """Yield the keyword arguments of a `Method`."""
    yield f"name={method.name!r}"
    yield f"kind={method.kind!r}"
    yield f"senders={method.senders!r}"
    yield f"type=_types.{method.message}"
    if method.params:
        yield f"params=_types.{method.params}"
    if method.results:
        yield f"results={_tuple([f'_types.{result}' for result in method.results], 8)}"
    if method.capability:
        yield f"capability={method.capability!r}"
        yield f"owner={method.owner!r}"


def _tuple(items: Sequence[str], indent: int) -> str:
    """Return a tuple of one item on a line, of more items on a line for each."""
    if len(items) == 1:
        return f"({items[0]},)"
    margin = " " * indent
    return "\n".join(["(", *(f"{margin}    {item}," for item in items), f"{margin})"])


def _orders(protocol: Protocol) -> Iterator[Assignment]:
    """Yield a constant for each enumeration whose values have an order."""
    for name in protocol.ordered:
        alias = protocol.definitions[name]
        if isinstance(alias, Alias) and isinstance(alias.type, Choice):
            docstring = literal(f"The values of `{name}`, in ascending order.", indent=0)
            yield Assignment(f"{snake(name).upper()}S", repr(alias.type.values), f"{docstring}\n")


def _tags_elsewhere(protocol: Protocol, history: Sequence[Protocol]) -> dict[tuple[str, str], str]:
    """Return the revisions of the tags that this revision lacks, in words, by member and value."""
    revisions = [other.revision for other in history]
    if protocol.revision not in revisions:
        return {}
    holders: dict[tuple[str, str], list[str]] = {}
    for other in history:
        for tag in dict.fromkeys(record_tags(other).values()):
            holders.setdefault((tag[0], str(tag[1])), []).append(other.revision)
    return {
        tag: _range(holding, protocol.revision, revisions)
        for tag, holding in sorted(holders.items())
        if protocol.revision not in holding and tag[1] not in protocol.methods
    }


def _range(holding: Sequence[str], own: str, revisions: Sequence[str]) -> str:
    """Return in words, as seen from the revision `own`, the revisions that hold a tag."""
    first, last, latest = holding[0], holding[-1], revisions[-1]
    if revisions.index(first) < revisions.index(own):
        return f"only in {first}" if first == last else f"until {last}"
    if last == latest:
        return f"since {first}"
    return f"only in {first}" if first == last else f"from {first} to {last}"
