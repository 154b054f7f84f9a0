"""Produce the variables of the template `types.go.jinja` from a `Protocol` and our descriptions.

A record becomes a struct that keeps its unknown members. A union of records becomes a sealed interface. Other
unions, and values of any type, become raw JSON text. Text from a schema is printed as JSON, or as a comment
of one line.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from typing import TypeAlias

from mcpgen.classes.descriptions import Descriptions
from mcpgen.ir import (
    Alias,
    Anything,
    Array,
    Choice,
    Definition,
    Extension,
    Field,
    Map,
    Protocol,
    Record,
    Ref,
    Scalar,
    Type,
    Union,
    json_value,
)
from mcpgen.problems import refuse

Context: TypeAlias = dict[str, object]

RAW = "json.RawMessage"
SIDES = ("client", "server")
_SCALARS = {"string": "string", "boolean": "bool", "integer": "json.Number", "number": "json.Number"}
_INITIALS = {"id", "json", "html", "http", "ttl", "uri", "url"}
# Names that the generated file of a revision declares or imports, and names of Go that it uses.
_RESERVED = {"Revision", "Message", "MethodResult", "DecodeMessage", "DecodeResult"}


def revision_package(revision: str) -> str:
    """Return the name of the Go package of a revision, such as `v20251125`."""
    return "v" + re.sub(r"[^a-z0-9]", "", revision.lower())


def extension_package(name: str) -> str:
    """Return the name of the Go package of an extension."""
    return re.sub(r"[^a-z0-9]", "", name.lower())


def exported(name: str) -> str:
    """Return a name as an exported Go identifier: `resourceUri` → `ResourceURI`."""
    words = re.findall(r"[A-Z]+(?![a-z])|[A-Z]?[a-z0-9]+", re.sub(r"[^A-Za-z0-9]", " ", name))
    spelled = (word.upper() if word.lower() in _INITIALS else word[:1].upper() + word[1:] for word in words)
    return "".join(spelled) or "Member"


# Exactly one of these lists gets an item, which selects how the template prints the type.
_FORMS: dict[str, list[bool]] = {"as_record": [], "as_union": [], "as_alias": []}


class GoTypes:
    """Makes the template variables for the Go types of a revision or of an extension.

    For a revision, `extension` is None and `protocol` is its protocol. For an extension, `protocol` is the
    protocol of the extension. The types of an extension refer to types of its revision, which are in another
    package.
    """

    def __init__(
        self, protocol: Protocol, descriptions: Descriptions, extension: Extension | None = None
    ) -> None:
        self._protocol, self._descriptions, self._extension = protocol, descriptions, extension
        self._own = frozenset(protocol.definitions if extension is None else extension.own)
        self._interfaces: dict[str, list[str]] = {}
        self._unions: dict[str, list[str]] = {}
        for name, definition in protocol.definitions.items():
            if name in _RESERVED or not re.fullmatch(r"[A-Z][A-Za-z0-9]*", name):
                raise refuse(
                    protocol.revision, f"{name!r} cannot name a type in Go; rename it in overlay.toml"
                )
            if isinstance(definition, Alias) and isinstance(definition.type, Union):
                records = self._records(definition.type)
                if records is not None and (name not in self._own or self._own.issuperset(records)):
                    self._unions[name] = list(dict.fromkeys(records))
        for name, records in self._unions.items():
            for record in records if name in self._own else ():
                self._interfaces.setdefault(record, []).append(name)

    def context(self, names: Context) -> Context:
        """Return the template variables of the module.

        The result includes `names`: the variables that name the Go module and the revision.
        """
        protocol, extension = self._protocol, self._extension
        answers = {} if extension is None else extension.answers
        methods = [method for method in protocol.methods.values() if method.kind != "embedded"]
        messages = {method.name: self._record(Ref(method.message)) for method in methods}
        named = {name for method in methods for name in method.results}.union(*answers.values())
        results = {name: type_ for one in sorted(named) for name, type_ in self._results(one)}
        for interface, records in (("Message", messages.values()), ("MethodResult", results.values())):
            for record in dict.fromkeys(record for record in records if record is not None):
                self._interfaces.setdefault(record, []).append(interface)
        return {
            **names,
            "constants": list(self._constants()),
            "decodes": [True] if any(side in SIDES for method in methods for side in method.senders) else [],
            "methods": [
                {"quoted": json.dumps(name), "message": record}
                for name, record in messages.items()
                if record is not None
            ],
            "results": [{"quoted": json.dumps(name), "type": record} for name, record in results.items()],
            "types": [self._type(protocol.definitions[name]) for name in sorted(self._own)],
        }

    def _results(self, name: str) -> Iterator[tuple[str, str]]:
        """Yield pairs for the result type `name`: the name of a type that can be decoded, and its Go type.

        A record has one pair. A union of records has one for each record.
        """
        record = self._record(Ref(name))
        if record is not None:
            yield name, record
        else:
            for one in self._named_records(Ref(name)) or ():
                yield one, one

    def _constants(self) -> Iterator[Context]:
        revision, docs = self._protocol.revision, self._descriptions
        for method in self._protocol.methods.values():
            name = f"Method{exported(method.name.replace('/', ' '))}"
            doc = _comment(method.doc or docs.of_method(method.name, revision))
            senders = " or ".join(method.senders)
            kind = "request for input" if method.kind == "embedded" else method.kind
            yield {
                "name": name,
                "value": json.dumps(method.name),
                "doc": [f"{name}: {doc}" if doc else f"{name} is a {kind} of the {senders}."],
            }
        for error in self._protocol.errors if self._extension is None else ():
            doc = _comment(error.doc or docs.of_error(error.name, revision))
            name = f"Code{exported(error.name.replace('_', ' ').lower())}"
            yield {
                "name": name,
                "value": error.code,
                "doc": [f"{name}: {doc}"] if doc else [],
            }

    def _records(self, union: Union) -> list[str] | None:
        """Return the names of the records in a union, in order.

        Return None if the union has a variant that is not a record.
        """
        found: list[str] = []
        for variant in union.variants:
            if isinstance(variant, Union):
                inner = self._records(variant)
            elif isinstance(variant, Ref):
                inner = self._named_records(variant)
            else:
                inner = None
            if inner is None:
                return None
            found += inner
        return found

    def _named_records(self, reference: Ref) -> list[str] | None:
        definition = self._protocol.definitions[reference.name]
        if isinstance(definition, Record):
            return [definition.name]
        if isinstance(definition.type, Union):
            return self._records(definition.type)
        return self._named_records(definition.type) if isinstance(definition.type, Ref) else None

    def _record(self, reference: Ref) -> str | None:
        """Return the name of the record that a reference leads to through aliases, or None."""
        definition = self._protocol.definitions[reference.name]
        if isinstance(definition, Record):
            return definition.name
        return self._record(definition.type) if isinstance(definition.type, Ref) else None

    def _type(self, definition: Definition) -> Context:
        name = definition.name
        doc = _comment(definition.doc or self._descriptions.of_type(name, self._protocol.revision))
        doc = f": {doc}" if doc else self._use(name)
        found: Context = {"name": name, "doc": [name + doc] if doc else []}
        if isinstance(definition, Record):
            return found | {**_FORMS, "as_record": [True], **self._struct(definition)}
        if name in self._unions:
            records = self._unions[name]
            variants = [{"quoted": json.dumps(one), "type": one} for one in self._variants(definition)]
            listed = ", ".join(f"[*{one}]" for one in records)
            return found | {
                **_FORMS,
                "as_union": [True],
                "quoted": json.dumps(name),
                "variants": variants,
                "listed": listed,
            }
        return found | {**_FORMS, "as_alias": [True], **self._alias(definition)}

    def _use(self, name: str) -> str:
        """Return how a method uses a type, as the end of a comment: ` is the request tools/call.`.

        If no method uses the type, return ''.
        """
        for method in self._protocol.methods.values():
            if method.message == name:
                kind = "request for input" if method.kind == "embedded" else method.kind
                return f" is the {kind} {_comment(method.name)}."
            if method.params == name:
                return f" has the params of {_comment(method.name)}."
            if name in method.results:
                return f" is a result of {_comment(method.name)}."
        return ""

    def _variants(self, alias: Alias) -> list[str]:
        return self._unions[alias.name]

    def _alias(self, alias: Alias) -> Context:
        type_ = alias.type
        if isinstance(type_, Choice):
            values = [json_value(value) for value in type_.values]
            if all(isinstance(value, str) for value in values):
                names = [f"{alias.name}{exported(str(value))}" for value in values]
                width = max(map(len, names))  # as gofmt aligns them
                choices = [
                    {"name": name.ljust(width), "value": json.dumps(value)}
                    for name, value in zip(names, values, strict=True)
                ]
                return {"definition": "string", "choices": [choices]}
        written = self._expression(type_)
        is_new = isinstance(type_, Scalar) and written == "string"
        return {"definition": written if is_new else f"= {written}", "choices": []}

    def _struct(self, record: Record) -> Context:
        stated: list[str] = []
        fields: list[Context] = []
        taken: set[str] = set()
        for field in record.required_first:
            constant = _constant(field)
            if constant is not None:
                stated += [json.dumps(field.name), _literal(constant)]
                continue
            name = exported(field.name)
            while name in taken:
                name += "_"
            taken.add(name)
            fields.append(self._field(record, field, name))
        rest = "Unknown" if "Unknown" not in taken else "UnknownMembers"
        is_open = record.open is not None
        return {
            "fields": fields,
            "lists": [field for field in fields if field["is_list"]],
            "checked": [field for field in fields if field["check"]],
            "rest": rest,
            "rest_doc": (
                "the further members." if is_open else "the members that the revision does not define."
            ),
            "stated": "".join(f", {one}" for one in stated),
            "dropped": [", ".join(stated[::2])] if stated else [],
            "interfaces": self._interfaces.get(record.name, []),
        }

    def _field(self, record: Record, field: Field, name: str) -> Context:
        type_, read = self._expression(field.type), self._read(field.type)
        if not field.required and self._needs_pointer(field.type):
            type_ = f"*{type_}"
            read = f"members.Plain[{type_}]"
        elif read == "members.Plain":
            read = f"members.Plain[{type_}]"
        doc = _comment(
            field.doc or self._descriptions.of_member(record.name, field.name, self._protocol.revision)
        )
        tag = json.dumps(f"{field.name}{'' if field.required else ',omitzero'}")
        return {
            "field": name,
            "type": type_,
            "read": read,
            "tag": tag,
            "quoted": json.dumps(field.name),
            "doc": [doc] if doc else [],
            "is_list": field.required and self._is_nilable(field.type),
            "check": self._check(field),
        }

    def _check(self, field: Field) -> str | None:
        """Return the Go function that finds a nil value in a field whose JSON must not be null, or None."""
        type_ = self._resolved(field.type)
        match type_:
            case Array(items):
                return "members.GivenItems" if self._is_nil_invalid(items) else None
            case Map(values):
                return "members.GivenValues" if self._is_nil_invalid(values) else None
        return "members.Given" if field.required and self._is_nil_invalid(type_) else None

    def _resolved(self, type_: Type) -> Type:
        """Follow references to aliases, and return the type at the end.

        References to records and to sealed interfaces are not followed.
        """
        while isinstance(type_, Ref) and type_.name not in self._unions:
            definition = self._protocol.definitions[type_.name]
            if isinstance(definition, Record):
                return type_
            type_ = definition.type
        return type_

    def _is_nil_invalid(self, type_: Type) -> bool:
        """Return whether the Go type can be nil, and the JSON of nil is not valid."""
        type_ = self._resolved(type_)
        if isinstance(type_, Ref):
            return type_.name in self._unions
        return self._expression(type_) == RAW and not self._admits_null(type_)

    def _admits_null(self, type_: Type) -> bool:
        match self._resolved(type_):
            case Anything():
                return True
            case Scalar(kind):
                return kind == "null"
            case Choice(values):
                return None in map(json_value, values)
            case Union(variants):
                return any(map(self._admits_null, variants))
        return False

    def _needs_pointer(self, type_: Type) -> bool:
        """Return whether an optional member of this type must be a pointer in Go.

        This is so if the zero value of the Go type is also a valid value. Only nil then means that the member
        is absent.
        """
        while isinstance(type_, Ref):
            definition = self._protocol.definitions[type_.name]
            if isinstance(definition, Record):
                return True
            if type_.name in self._unions:
                return False
            type_ = definition.type
        return self._expression(type_) not in (RAW, "json.Number") and not self._is_nilable(type_)

    def _is_nilable(self, type_: Type) -> bool:
        if isinstance(type_, Ref):
            definition = self._protocol.definitions[type_.name]
            return isinstance(definition, Alias) and self._is_nilable(definition.type)
        return isinstance(type_, (Array, Map))

    def _expression(self, type_: Type) -> str:
        """Return the Go type for a type of the protocol."""
        match type_:
            case Scalar(kind):
                return _SCALARS.get(kind, RAW)
            case Choice(values):
                return "string" if all(isinstance(json_value(one), str) for one in values) else RAW
            case Array(items):
                return f"[]{self._expression(items)}"
            case Map(values):
                return f"map[string]{self._expression(values)}"
            case Ref(name):
                return self._qualified(name)
        return RAW

    def _read(self, type_: Type) -> str:
        """Return the Go expression of the function that decodes values of a type.

        If `encoding/json` can decode the values by itself, return `members.Plain`.
        """
        match type_:
            case Array(items):
                return self._reads("List", items)
            case Map(values):
                return self._reads("Map", values)
            case Ref(name) if name in self._unions:
                return self._qualified(f"Decode{name}", name)
            case Ref(name):
                definition = self._protocol.definitions[name]
                if isinstance(definition, Alias):
                    return self._read(definition.type)
        return "members.Raw" if self._expression(type_) == RAW else "members.Plain"

    def _qualified(self, expression: str, name: str = "") -> str:
        """Return the Go expression of a type, with the package name in front for a type of another package.

        `name` is the name of the type. By default, `name` equals `expression`.
        """
        if self._extension is None or (name or expression) in self._own:
            return expression
        return f"{revision_package(self._extension.extends)}.{expression}"

    def _reads(self, kind: str, inner: Type) -> str:
        read = self._read(inner)
        return read if read == "members.Plain" else f"members.{kind}({read})"


def _constant(field: Field) -> object | None:
    """Return the only value that a required member may have, or None."""
    if field.required and isinstance(field.type, Choice) and len(field.type.values) == 1:
        value: object = json_value(field.type.values[0])
        return value
    return None


def _literal(value: object) -> str:
    """Return the JSON text of a value as a Go string literal."""
    text = json.dumps(value)
    return json.dumps(text) if "`" in text else f"`{text}`"


def _comment(text: str) -> str:
    return " ".join(text.split())
