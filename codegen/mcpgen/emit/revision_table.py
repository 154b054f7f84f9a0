"""Produce the table of facts about each revision, `revision_table.py`, which the runtime reads.

The facts are derived from the `Protocol` of each revision. The runtime also assumes some things that no
schema can promise, such as where a request names its revision, and how a session opens. If a pinned revision
breaks an assumption, the build refuses the revision and names the location in its schema.
"""

from __future__ import annotations

import ast
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import pairwise

from mcpgen.classes.class_bodies import INPUT_REQUIRED
from mcpgen.frontend.methods import capability_paths
from mcpgen.ir import Alias, Array, Choice, Constant, Method, Protocol, Record, Ref, Type, flatten
from mcpgen.problems import Problem, Refused
from mcpgen.runtime.revision_facts import RevisionFacts
from mcpgen.runtime.specification.form_subset import kind_of_field

FILE = "_runtime/revision_table.py"
LEVELS = "LoggingLevel"
CAPABILITIES = ("ClientCapabilities", "ServerCapabilities")
FIELDS = "PrimitiveSchemaDefinition"
# Errors that the runtime sends in a revision without a handshake.
ANSWERED = ("UNSUPPORTED_PROTOCOL_VERSION", "MISSING_REQUIRED_CLIENT_CAPABILITY")


def table_context(
    protocols: Iterable[Protocol],
    kept: Mapping[str, str],
    compositions: Iterable[str],
    methods: Iterable[str],
) -> dict[str, object]:
    """Return the variables of the template `revisions.py.jinja`.

    `protocols` are the revisions to describe. `kept` has facts from an old table, which are printed last.
    `compositions` are names of revisions with extensions. `methods` are the names of all methods.
    """
    rows = {protocol.revision: facts_source(revision_facts(protocol)) for protocol in protocols}
    rows |= kept
    return {
        "rows": [{"revision": repr(name), "facts": row} for name, row in rows.items()],
        "revision_names": _any_of([*rows, *sorted(compositions)]),
        "method_names": _any_of(sorted(set(methods))),
    }


def _any_of(names: Sequence[str]) -> str:
    """Return the source of a `Literal` type with the given names, or `str` if there are no names."""
    return f"Literal[{', '.join(map(repr, names))}]" if names else "str"


def method_names(source: str) -> list[str]:
    """Return the method names in the source of a generated `revision_table.py`."""
    found = re.search(r"^MethodName: TypeAlias = Literal(\[[^]]*\])", source, re.MULTILINE)
    return list(ast.literal_eval(found[1])) if found else []


def facts_source(facts: RevisionFacts) -> str:
    """Return the facts about a revision as a Python expression.

    Facts with their default value are omitted.
    """
    default = RevisionFacts()._asdict()
    stated = {name: value for name, value in facts._asdict().items() if value != default[name]}
    return f"RevisionFacts({', '.join(f'{name}={value!r}' for name, value in stated.items())})"


def table_rows(source: str) -> dict[str, str]:
    """Return the facts about each revision from the source of a generated `revision_table.py`.

    The result maps revisions to Python expressions.
    """
    return {
        ast.literal_eval(key): ast.unparse(value)
        for node in ast.walk(ast.parse(source))
        if isinstance(node, ast.Dict)
        for key, value in zip(node.keys, node.values, strict=True)
        if key is not None and isinstance(value, ast.Call)
    }


def revision_facts(protocol: Protocol) -> RevisionFacts:
    """Derive the facts about a revision from its `Protocol`."""
    calls = [method for method in protocol.methods.values() if method.kind != "embedded"]
    requests = [method for method in calls if method.kind == "request" and "client" in method.senders]
    levels = protocol.definitions.get(LEVELS) if LEVELS in protocol.ordered else None
    ordered = levels.type.values if isinstance(levels, Alias) and isinstance(levels.type, Choice) else ()
    return RevisionFacts(
        handshake="initialize" in {method.name for method in requests},
        batches=protocol.batches,
        error_id_required=_is_error_id_required(protocol),
        capabilities=tuple(
            sorted({path for name in CAPABILITIES for path in capability_paths(protocol, name)})
        ),
        errors={error.name: error.code for error in protocol.errors},
        levels=tuple(map(str, ordered)),
        content=tuple(sorted(_content_kinds(protocol))),
        input_methods=tuple(method.name for method in requests if INPUT_REQUIRED in method.results),
        forms=_form_keywords(protocol),
        formats=tuple(sorted(map(str, _choices(protocol, "StringSchema", "format")))),
        request_meta=_meta_keys(protocol, (method.params for method in requests)),
        notification_meta=_meta_keys(protocol, (m.params for m in calls if m.kind == "notification")),
        result_meta=_meta_keys(protocol, (result for method in calls for result in method.results)),
        filters={name: member.capability for name, member in protocol.filters.items()},
        list_changes={one.notification: name for name, one in protocol.filters.items() if one.notification},
    )


def _is_error_id_required(protocol: Protocol) -> bool:
    """Return whether an error response must have an `id`.

    In JSON-RPC, an error response must have an `id`. The schema of a revision can make the `id` optional.
    """
    error = protocol.response("error")
    id = error.field("id") if error is not None else None
    return id is None or id.required


def _content_kinds(protocol: Protocol) -> Iterator[str]:
    """Yield the value of `type` for each kind of content block that a tool may return: `text` and others."""
    call = protocol.methods.get("tools/call")
    for result in call.results if call is not None else ():
        content = _member(protocol, Ref(result), "content")
        blocks = protocol.resolve(content) if content is not None else None
        for variant in flatten(blocks.items, protocol.definitions) if isinstance(blocks, Array) else ():
            if isinstance(variant, Ref):
                yield from map(str, _choices(protocol, variant.name, "type"))


def _form_keywords(protocol: Protocol) -> dict[str, tuple[str, ...]]:
    """Return the keywords that an elicitation form may use, and those of each kind of form field."""
    found: dict[str, set[str]] = {}
    for variant in flatten(Ref(FIELDS), protocol.definitions):
        record = protocol.resolve(variant)
        if isinstance(record, Record):
            names = {field.name for field in record.fields}
            type_ = next(iter(_choices(protocol, record.name, "type")), "")
            found.setdefault(kind_of_field({**dict.fromkeys(names), "type": type_}), set()).update(names)
    for name in protocol.definitions:
        form = _member(protocol, Ref(name), "requestedSchema")
        fields = protocol.resolve(form) if form is not None else None
        if isinstance(fields, Record):
            found["form"] = {field.name for field in fields.fields}
    return {kind: tuple(sorted(names)) for kind, names in sorted(found.items())} if "form" in found else {}


def _choices(protocol: Protocol, owner: str, name: str) -> tuple[Constant, ...]:
    """Return the possible values of a member that is an enumeration, otherwise ()."""
    type_ = _member(protocol, Ref(owner), name) if owner in protocol.definitions else None
    found = protocol.resolve(type_) if type_ is not None else None
    return found.values if isinstance(found, Choice) else ()


def _meta_keys(protocol: Protocol, owners: Iterable[str | None]) -> dict[str, str]:
    """Return the prefixed keys that the `_meta` of some records declares, by the name after the prefix.

    For example, `clientInfo` is mapped to `io.modelcontextprotocol/clientInfo`.
    """
    found: dict[str, str] = {}
    for owner in owners:
        meta = _member(protocol, Ref(owner), "_meta") if owner else None
        record = protocol.resolve(meta) if meta is not None else None
        for field in record.fields if isinstance(record, Record) else ():
            prefix, _, name = field.name.rpartition("/")
            if prefix:
                found[name] = field.name
    return dict(sorted(found.items()))


def _member(protocol: Protocol, owner: Type, name: str) -> Type | None:
    """Return the type of the member `name` of a record, or None."""
    record = protocol.resolve(owner)
    field = record.field(name) if isinstance(record, Record) else None
    return field.type if field is not None else None


# Assumptions of the runtime


def check_assumptions(protocols: Sequence[Protocol]) -> None:
    """Refuse revisions that break an assumption of the runtime. `protocols` are in order, oldest first."""
    problems = [problem for protocol in protocols for problem in _broken_in(protocol)]
    problems += [problem for older, newer in pairwise(protocols) for problem in _broken_between(older, newer)]
    if problems:
        raise Refused(problems)


def _broken_between(older: Protocol, newer: Protocol) -> Iterator[Problem]:
    """Yield a problem for each wrong assumption of the runtime about two successive revisions.

    For example, the runtime assumes that a revision is stateless if the revision before it is.
    """
    before, after = revision_facts(older), revision_facts(newer)
    at = f"{_folder(newer)}/schema.json"
    for name in ("request_meta", "notification_meta", "result_meta"):
        keys = getattr(before, name)
        for short, key in getattr(after, name).items():
            if keys.get(short, key) != key:
                must = f"the `_meta` key of `{short}` must be {keys[short]}, as in {older.revision}"
                yield Problem(at, f"{must}, not {key}")
    if before.per_request and after.handshake:
        message = (
            f"has `initialize`, but the older revision {older.revision} is stateless; remove the method, "
            "or extend the runtime: today, all later revisions must be stateless too"
        )
        yield Problem(at, message)
    if (before.handshake or before.per_request) and not (after.handshake or after.per_request):
        message = (
            "has neither `initialize` nor `…/protocolVersion` in the `_meta` of requests; add one of them, "
            "so that a client can tell the server its revision"
        )
        yield Problem(at, message)


def _broken_in(protocol: Protocol) -> Iterator[Problem]:
    """Yield a problem for each wrong assumption of the runtime about a single revision."""
    facts = revision_facts(protocol)
    at = f"{_folder(protocol)}/schema.json"
    if facts.handshake:
        for part in ("params", "result"):
            if not _names_revision(protocol, protocol.methods["initialize"], part):
                yield Problem(at, f"the {part} of `initialize` must have a string `protocolVersion`")
    if facts.per_request:
        if "clientCapabilities" not in facts.request_meta:
            yield Problem(at, "the `_meta` of requests must declare a member `…/clientCapabilities`")
        discover = protocol.methods.get("server/discover")
        if discover is None or not _lists_revisions(protocol, discover):
            message = (
                "must have `server/discover` with `supportedVersions` in its result, for the negotiation"
            )
            yield Problem(at, message)
        for name in ANSWERED:
            if name not in facts.errors:
                message = f"needs an [[error]] entry {name}, which the runtime sends if there is no handshake"
                yield Problem(f"{_folder(protocol)}/overlay.toml", message)


def _folder(protocol: Protocol) -> str:
    """Return the folder of a revision, or of the extension with which a revision is composed."""
    base, _, extension = protocol.revision.partition("+")
    return f"schema/extensions/{extension}/{base}" if extension else f"schema/{base}"


def _names_revision(protocol: Protocol, method: Method, part: str) -> bool:
    owner = method.params if part == "params" else next(iter(method.results), None)
    return owner is not None and _member(protocol, Ref(owner), "protocolVersion") is not None


def _lists_revisions(protocol: Protocol, discover: Method) -> bool:
    return any(_member(protocol, Ref(name), "supportedVersions") is not None for name in discover.results)
