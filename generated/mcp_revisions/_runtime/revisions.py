"""The revisions in their order, and the facts about each by which the runtime decides.

In: revision strings. Out: positions, booleans and facts. `mcpgen build` derives the facts from the schema and
the overlay of each revision, and prints them into `_revisions.py` beside the runtime. The table has the
revisions of the whole chain, also those that a partial build leaves out. The table is read on first use:
the generator imports parts of the runtime, and has no table.

An unknown revision (a draft, a revision of next year) is no error. An unknown revision counts as later than
every known revision, and has the facts of the last. No code compares revisions as text.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache, lru_cache
from importlib import import_module
from types import MappingProxyType
from typing import NamedTuple

_EMPTY: Mapping[str, str] = MappingProxyType({})
_NO_FORMS: Mapping[str, tuple[str, ...]] = MappingProxyType({})
_NO_CODES: Mapping[str, int] = MappingProxyType({})


class RevisionFacts(NamedTuple):
    """The facts about one revision.

    The keys of `_meta` are those with a prefix, by the name after the prefix: `clientInfo` →
    `io.modelcontextprotocol/clientInfo`.

    Attributes:
        handshake: A session opens with `initialize`, which agrees on the revision.
        batches: A frame may be an array of frames.
        capabilities: The capabilities that a client or a server may declare, as dotted paths.
        errors: The error codes with a meaning, by name.
        levels: The levels of log messages, the least severe first.
        content: The kinds of content that the result of a tool may hold.
        input_methods: The requests that may be answered with questions.
        forms: The keywords of a form (`form`) and of each kind of field, by kind; empty without forms.
        formats: The formats of a text field.
        request_meta: The keys in `_meta` of requests of a client.
        notification_meta: The keys in `_meta` of notifications.
        result_meta: The keys in `_meta` of results.
        filters: The members of a filter of subscriptions, with the capability that the server needs for each.
        list_changes: The notifications of changed lists, with the member of the filter that asks for each.
    """

    handshake: bool = False
    batches: bool = False
    capabilities: tuple[str, ...] = ()
    errors: Mapping[str, int] = _NO_CODES
    levels: tuple[str, ...] = ()
    content: tuple[str, ...] = ()
    input_methods: tuple[str, ...] = ()
    forms: Mapping[str, tuple[str, ...]] = _NO_FORMS
    formats: tuple[str, ...] = ()
    request_meta: Mapping[str, str] = _EMPTY
    notification_meta: Mapping[str, str] = _EMPTY
    result_meta: Mapping[str, str] = _EMPTY
    filters: Mapping[str, str] = _EMPTY
    list_changes: Mapping[str, str] = _EMPTY

    @property
    def per_request(self) -> bool:
        """Say whether each request of a client names its revision in `_meta`."""
        return "protocolVersion" in self.request_meta


@cache
def _table() -> Mapping[str, RevisionFacts]:
    table: Mapping[str, RevisionFacts] = import_module(".._revisions", __package__).FACTS
    return table


@cache
def order() -> tuple[str, ...]:
    """Return the known revisions, oldest first."""
    return tuple(_table())


def latest() -> str:
    """Return the last known revision."""
    return order()[-1]


@cache
def with_handshake() -> tuple[str, ...]:
    """Return the known revisions that open a session with `initialize` (legacy), oldest first."""
    return tuple(revision for revision, facts in _table().items() if facts.handshake)


@cache
def per_request() -> tuple[str, ...]:
    """Return the known revisions whose requests name their revision (modern), oldest first."""
    return tuple(revision for revision, facts in _table().items() if facts.per_request)


def facts_of(revision: str) -> RevisionFacts:
    """Return the facts about a revision; an unknown revision has those of the last known one."""
    table = _table()
    return table[revision] if revision in table else table[latest()]


def first_modern() -> RevisionFacts:
    """Return the facts about the first revision whose requests name their revision, else about the last."""
    return facts_of(next(iter(per_request()), ""))


@cache
def reserved_key(name: str) -> str:
    """Return the key of `_meta` with a name after its prefix; no known revisions spell a key differently.

    A name that no known revision has is its own key.
    """
    return key_in(_table(), name)


def key_in(table: Mapping[str, RevisionFacts], name: str) -> str:
    """Return the reserved key with a name after its prefix, by a table of facts."""
    for facts in table.values():
        for keys in (facts.request_meta, facts.notification_meta, facts.result_meta):
            if name in keys:
                return keys[name]
    return name


@cache
def filters() -> Mapping[str, str]:
    """Return the members of a filter of subscriptions in any known revision, with their capabilities."""
    return {name: path for facts in _table().values() for name, path in facts.filters.items()}


@lru_cache(maxsize=256)
def position(revision: str) -> int:
    """Return the place of a revision in the order of publication; unknown revisions come last."""
    known = order()
    return known.index(revision) if revision in known else len(known)


@lru_cache(maxsize=256)  # a bridge calls this for every frame
def within(revision: str, since: str | None, until: str | None = None) -> bool:
    """Say whether a revision is `since` or later, and `until` or earlier; None is no limit."""
    place = position(revision)
    return (since is None or position(since) <= place) and (until is None or place <= position(until))
