"""Validate and convert each recorded message with every revision, and select a small corpus.

`schema/corpus.schema.json` defines a line of the corpus. Recorded messages are grouped by method, sender,
shape and outcome. The outcome consists of the validation results, and of the losses: the kind of each, and
the id of the change between revisions that it cites. The *used names* of a message are the types and members
in it, such as `Tool` and `Tool.title`. The envelope of a response is not a type in the schema, so it has no
used name.

`select` keeps the shortest message of each group. It also keeps the shortest message for each used name that
no selected message has. So the corpus has every outcome and every used name of the recordings.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator
from functools import partial
from itertools import product
from typing import Any, TypeAlias

from mcpgen.commands.export.recordings import RecordedMessage
from mcpgen.commands.logs import check_built, revisions_package
from mcpgen.ir import Protocol
from mcpgen.runtime.json_values import cut_pointer

JsonObject: TypeAlias = dict[str, Any]

FACTS = ("origin", "change", "revision", "sender", "answering", "method", "shape", "context")


class MessageChecker:
    """Validates and converts messages with `mcp_revisions`.

    The constructor refuses `revisions` that the installed package does not have.
    """

    def __init__(self, revisions: tuple[str, ...]) -> None:
        self._package = revisions_package()
        self.revisions = revisions
        self._finders: dict[str, UsedNameFinder] = {}
        for revision in revisions:
            check_built(revision)

    def entry(self, recorded: RecordedMessage) -> JsonObject:
        """Return the corpus entry of a message: a line of `corpus.jsonl`."""
        others = [revision for revision in self.revisions if revision != recorded.revision]
        return {
            **{name: getattr(recorded, name) for name in FACTS},
            "frame": recorded.value,
            "uses": self.uses(recorded),
            "verdicts": {revision: self.validation(recorded, revision) for revision in self.revisions},
            "conversions": {revision: self.conversion(recorded, revision) for revision in others},
        }

    def validation(self, recorded: RecordedMessage, revision: str) -> JsonObject:
        """Validate a message against a revision.

        Return the outcome, which a corpus entry has in `verdicts[revision]`.
        """
        module: Any = self._package.revision(revision)
        try:
            message = _decoded(module, recorded)
        except self._package.DecodeError as error:
            located = {"pointer": error.pointer, "reason": error.reason, "code": error.code}
            return {"verdict": "invalid", **located}
        except ValueError:  # no message of the revision is the request that the result answers
            return {"verdict": "inapplicable", "reason": f"{revision} has no request {recorded.answering!r}"}
        if not isinstance(message, list | tuple):
            return {"verdict": "valid", "unknown": [*message.unknown]}
        unknown = [cut_pointer(f"/{i}{path}") for i, one in enumerate(message) for path in one.unknown]
        return {"verdict": "valid", "unknown": unknown}

    def uses(self, recorded: RecordedMessage) -> list[str]:
        """Return the names of the types and members in a message, as `Type` and `Type.member`.

        If the message is invalid, return [].
        """
        module: Any = self._package.revision(recorded.revision)
        finder = self._finders.setdefault(recorded.revision, UsedNameFinder(module, self._package.UNSET))
        try:
            return finder.names(_decoded(module, recorded))
        except (self._package.DecodeError, ValueError):
            return []

    def conversion(self, recorded: RecordedMessage, target: str) -> JsonObject:
        """Convert a message to `target`, and return the outcome.

        The outcome is the converted message and its losses, or the reason why there is no converted message.
        A corpus entry has the outcome in `conversions[target]`.
        """
        package = self._package
        try:
            message, losses = package.convert(
                json.loads(json.dumps(recorded.value)),
                recorded.revision,
                target,
                sender=recorded.sender,
                answering=recorded.answering,
                context=recorded.context,
            )
        except package.NoCounterpart as refused:
            refusal = {name: getattr(refused, name) for name in ("change", "pointer", "reason", "reply")}
            return {"outcome": "refused", **refusal}
        except package.DecodeError as error:
            located = {"pointer": error.pointer, "code": error.code}
            return {"outcome": "unconverted", **located, "reason": str(error)}
        except ValueError as error:
            return {"outcome": "unconverted", "reason": str(error)}
        return {"outcome": "converted", "message": message, "losses": [loss._asdict() for loss in losses]}

    def fidelity(self, protocols: Iterable[Protocol]) -> Iterator[JsonObject]:
        """Yield how faithfully each method is converted: an item for each sender and each pair of revisions.

        An item has the fidelity of the request or notification (`call`), and that of the result.
        """
        for source, method in ((one.revision, each) for one in protocols for each in one.methods.values()):
            for sender, target in product(method.senders, self.revisions):
                if method.kind != "embedded" and target != source:
                    grade = partial(self._package.fidelity, method.name, source, target, sender=sender)
                    result = grade(part="result") if method.kind == "request" else None
                    ends = {"source": source, "target": target, "method": method.name, "sender": sender}
                    yield {**ends, "call": grade(part="request"), "result": result}


class UsedNameFinder:
    """Finds which types and members of the schema occur in decoded messages of one revision.

    `module` is the module of the revision. `unset` is the value of attributes that have no value.
    """

    def __init__(self, module: Any, unset: object) -> None:
        self._module = module
        self._unset = unset
        self._classes: dict[Any, tuple[str | None, list[tuple[str, str]]]] = {}

    def names(self, message: Any) -> list[str]:
        """Return the used names of a decoded message, sorted and without duplicates.

        A used name is `Type` or `Type.member`.
        """
        return sorted(set(self._names(message)))

    def _names(self, value: Any) -> Iterator[str]:
        if isinstance(value, dict | list | tuple):
            for inner in value.values() if isinstance(value, dict) else value:
                yield from self._names(inner)
        elif hasattr(value, "__struct_fields__"):
            name, members = self._members(type(value))
            if name:
                yield name
            for attribute, member in members:
                inner = getattr(value, attribute)
                if inner is not self._unset and inner is not None:
                    if name:
                        yield f"{name}.{member}"
                    yield from self._names(inner)

    def _members(self, of_value: Any) -> tuple[str | None, list[tuple[str, str]]]:
        """Return the name of a generated class, and its attributes with their member names.

        The name is None for a class that is not public.
        """
        if of_value not in self._classes:
            name = next((e.__name__ for e in of_value.__mro__ if hasattr(self._module, e.__name__)), None)
            attributes, members = of_value.__struct_fields__, of_value.__struct_encode_fields__
            self._classes[of_value] = name, list(zip(attributes, members, strict=True))
        return self._classes[of_value]


def select(entries: Iterable[JsonObject]) -> list[JsonObject]:
    """Return a small selection of corpus entries, in their order.

    It has the shortest entry of each method, sender, shape and outcome. For each type and member whose name
    these entries lack, it also has the shortest entry with that name.
    """
    found = [(len(json.dumps(entry["frame"])), index, entry) for index, entry in enumerate(entries)]
    kept: dict[int, JsonObject] = {}
    shown: set[Any] = set()
    for _, index, entry in sorted(found, key=lambda item: item[:2]):
        if (outcome := _outcome(entry)) not in shown:
            kept[index] = entry
            shown |= {outcome, *_used(entry)}
    for _, index, entry in sorted(found, key=lambda item: item[:2]):
        if not shown.issuperset(_used(entry)):
            kept[index] = entry
            shown |= _used(entry)
    return [entry for _, entry in sorted(kept.items())]


def _used(entry: JsonObject) -> set[tuple[str, str]]:
    return {(entry["revision"], name) for name in entry["uses"]}


def _decoded(module: Any, recorded: RecordedMessage) -> Any:
    text = json.dumps(recorded.value).encode()
    return module.decode_message(text, sender=recorded.sender, answering=recorded.answering)


def _outcome(entry: JsonObject) -> tuple[Any, ...]:
    """Return a key that is equal for two entries with the same validation results and conversions."""
    call = tuple(entry[name] for name in ("change", "revision", "sender", "method", "shape"))
    verdicts = tuple((r, one["verdict"], bool(one.get("unknown"))) for r, one in entry["verdicts"].items())
    conversions = tuple(
        (revision, one["outcome"], one.get("change"), frozenset(cited_losses(one)))
        for revision, one in entry["conversions"].items()
    )
    return (*call, verdicts, conversions)


def cited_losses(conversion: JsonObject) -> Iterator[tuple[str, str]]:
    """Yield the kind of each loss of a conversion, and the id of the change that the loss cites."""
    for loss in conversion.get("losses", ()):
        yield loss["kind"], loss["change"]
