"""Index the exported document and corpus, and define the address of every page of the atlas.

The document is what `mcpgen export` writes to `protocol.json`. In the document, the *place* of a change is a
method, a type, or `Type.member`. A *step* is a pair of adjacent revisions with the changes between them.
Addresses are relative to the top of the site. The address of a name never changes.
"""

from __future__ import annotations

import hashlib
import json
import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import Any, TypeAlias

JsonObject: TypeAlias = dict[str, Any]
History: TypeAlias = dict[str, JsonObject]  # the definition of a method, type or error code by revision


@dataclass(frozen=True)
class PlacedChange:
    """A change, the step from one revision to the next in which it occurs, and the entry that names it.

    `named` is the entry of `schema/changes/`. It is None if no entry names the change.
    """

    step: JsonObject
    change: JsonObject
    named: JsonObject | None


class Book:
    """What `mcpgen export` writes: the facts about all revisions, and the messages of the corpus.

    The attributes map a name, such as that of a method or type, to its definition in each revision.
    """

    def __init__(self, document: JsonObject, corpus: Sequence[JsonObject]) -> None:
        self.document = document
        self.corpus = corpus
        self.revisions: tuple[str, ...] = tuple(each["revision"] for each in document["revisions"])
        self.by_revision: dict[str, JsonObject] = {each["revision"]: each for each in document["revisions"]}
        self.methods = self._histories("methods", "name")
        self.types = self._histories("types", "name")
        self.errors = self._histories("errors", "code")
        self.members = {name: _members_of(history) for name, history in self.types.items()}
        pairs: list[JsonObject] = document["pairs"]
        self.steps = [each for each in pairs if each["newer"] in self.by_revision]
        self.extension_steps = [each for each in pairs if each["newer"] not in self.by_revision]
        self._placed = list(self._placed_changes())
        self._order = {id(one.change): index for index, one in enumerate(self._placed)}
        self._changes = self._changes_by_owner()
        self.fidelity: dict[tuple[str, str, str, str], JsonObject] = {
            (row["source"], row["target"], row["method"], row["sender"]): row for row in document["fidelity"]
        }
        self.addresses = {id(entry): message_address(entry) for entry in corpus}

    @cached_property
    def users(self) -> dict[str, dict[str, list[str]]]:
        """For each type and revision, the names of the methods, members and aliases that use the type."""
        found: dict[str, dict[str, list[str]]] = {}
        for revision in self.document["revisions"]:
            uses = [(each["name"], _named_types(each)) for each in revision["methods"]]
            for each in revision["types"]:
                uses += [
                    (f"{each['name']}.{m['name']}", names_of_types(m["type"]))
                    for m in each.get("members", ())
                ]
            uses += [
                (each["name"], names_of_types(each["type"])) for each in revision["types"] if "type" in each
            ]
            for user, names in uses:
                for name in names:
                    found.setdefault(name, {}).setdefault(revision["revision"], []).append(user)
        return found

    def types_inside(self, method: JsonObject, revision: str) -> set[str]:
        """Return the names of all types in the messages of a method of `revision`, at any depth."""
        types = self.types
        waiting, found = [*_named_types(method)], set[str]()
        while waiting:
            name = waiting.pop()
            if name not in found and revision in types.get(name, ()):
                found.add(name)
                definition = types[name][revision]
                inner = [member["type"] for member in definition.get("members", ())]
                inner += [definition[key] for key in ("type", "furtherMembers") if definition.get(key)]
                waiting += (each for type_ in inner for each in names_of_types(type_))
        return found

    @property
    def latest(self) -> str:
        """The newest revision."""
        return self.revisions[-1]

    def pairs(self) -> Iterator[tuple[str, str]]:
        """Yield every pair of revisions, the older one first."""
        for index, older in enumerate(self.revisions):
            for newer in self.revisions[index + 1 :]:
                yield older, newer

    def steps_between(self, older: str, newer: str) -> list[JsonObject]:
        """Return the steps from revision `older` to `newer`: pairs of adjacent revisions, in order."""
        first, last = self.revisions.index(older), self.revisions.index(newer)
        return self.steps[first:last]

    def changes_of(self, *names: str) -> list[PlacedChange]:
        """Return the changes of all methods and types in `names`, without duplicates.

        They are in the order of the document, the oldest first. The order of `names` is irrelevant.
        """
        found = {id(one.change): one for name in names for one in self._changes.get(name, ())}
        return sorted(found.values(), key=lambda one: self._order[id(one.change)])

    def entries_of(self, method: str) -> list[JsonObject]:
        """Return the corpus entries of a method: messages that have it, and responses to its requests."""
        return [entry for entry in self.corpus if entry["method"] == method]

    def change_address(self, id: str) -> str | None:
        """Return the address of the entry of `schema/changes/` with this id, or None if the id is unknown."""
        for step in self.steps:
            if any(named["id"] == id for named in step["named"]):
                return f"{pair_address(step['older'], step['newer'])}#{id}"
        if any(named["id"] == id for _, named in self.extension_changes()):
            return f"extensions.html#{id}"
        return None

    def extension_changes(self) -> Iterator[tuple[JsonObject, JsonObject]]:
        """Yield each named change that only extensions make.

        An item has two parts: the pair of revisions, one of them with extensions, and the change between
        them.
        """
        known = {named["id"] for step in self.steps for named in step["named"]}
        for step in self.extension_steps:
            yield from ((step, named) for named in step["named"] if named["id"] not in known)

    def _histories(self, part: str, key: str) -> dict[str, History]:
        found: dict[str, History] = {}
        for revision in self.document["revisions"]:
            for each in revision[part]:
                found.setdefault(str(each[key]), {})[revision["revision"]] = each
        return dict(sorted(found.items()))

    def _placed_changes(self) -> Iterator[PlacedChange]:
        """Yield every change between adjacent revisions, oldest first."""
        for step in self.steps:
            yield from (PlacedChange(step, each, None) for each in step["unnamed"])
            for named in step["named"]:
                yield from (PlacedChange(step, each, named) for each in named["changes"])

    def _changes_by_owner(self) -> dict[str, list[PlacedChange]]:
        found: dict[str, list[PlacedChange]] = {}
        for one in self._placed:
            places = {one.change["place"], one.change["formerPlace"]}
            for owner in places | {place.partition(".")[0] for place in places}:
                found.setdefault(owner, []).append(one)
        return found


def _members_of(history: History) -> dict[str, History]:
    """Return, for each member of a type, its definition in each revision that has the member."""
    found: dict[str, History] = {}
    for revision, definition in history.items():
        for member in definition.get("members", ()):
            found.setdefault(member["name"], {})[revision] = member
    return found


def names_of_types(type_: JsonObject) -> set[str]:
    """Return the names of the types to which a type refers, at any depth."""
    if type_["kind"] == "reference":
        return {str(type_["name"])}
    inner: list[Any] = [type_[name] for name in ("items", "values") if isinstance(type_.get(name), dict)]
    if type_["kind"] == "union":
        inner += type_["members"]
    return set().union(*map(names_of_types, inner))


def _named_types(method: JsonObject) -> set[str]:
    return {each for each in (method["message"], method["params"], *method["results"]) if each}


def concerns_extensions(named: JsonObject) -> bool:
    """Return whether the title or reason of an entry of `schema/changes/` mentions extensions."""
    return "extension" in f"{named['title']} {named['reason']}".lower()


def anchor_of(name: str) -> str:
    """Return a name as an HTML anchor. White space, `%` and `#` are replaced by `-`."""
    return re.sub(r"[\s%#]+", "-", name)


def extension_address(identifier: str, name: str) -> str:
    """Return the address of a method or type of an extension, relative to the top of the site."""
    return f"extensions.html#{anchor_of(f'{identifier}.{name}')}"


def member_address(owner: str, member: str) -> str:
    """Return the address of a member of a type."""
    return f"{type_address(owner)}#{anchor_of(member)}"


def method_address(method: str) -> str:
    """Return the address of a method's page."""
    return f"methods/{_file_name(method.replace('/', '.'))}.html"


def type_address(name: str) -> str:
    """Return the address of a type's page."""
    return f"types/{_file_name(name)}.html"


def pair_address(older: str, newer: str) -> str:
    """Return the address of the page that compares two revisions."""
    return f"changes/{older}--{newer}.html"


def _file_name(name: str) -> str:
    """Convert the name of a method or type to a file name that is safe in paths and links.

    If this replaces a character, a hash is added, so that different names give different file names.
    """
    if re.fullmatch(r"[\w$-][\w$.-]{0,99}", name, re.ASCII) and name != "index":
        return name
    kept = re.sub(r"[^A-Za-z0-9_-]+", "-", name)[:60]
    return f"{kept}-{hashlib.sha256(name.encode()).hexdigest()[:8]}"


def message_address(entry: JsonObject) -> str:
    """Return the address of a message's page.

    The address contains a hash of the message and of how the message was sent.
    """
    facts = [entry[name] for name in ("revision", "sender", "answering", "context", "frame")]
    digest = hashlib.sha256(json.dumps(facts, sort_keys=True).encode()).hexdigest()[:8]
    method = (entry["method"] or "batch").replace("/", ".")
    return f"frames/{entry['revision']}-{_file_name(method)}-{entry['shape']}-{digest}.html"
