"""The record of the facts about one revision that the runtime uses."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import NamedTuple

_EMPTY: Mapping[str, str] = MappingProxyType({})
_NO_FORMS: Mapping[str, tuple[str, ...]] = MappingProxyType({})
_NO_CODES: Mapping[str, int] = MappingProxyType({})


class RevisionFacts(NamedTuple):
    """The facts about one revision.

    The tables of `_meta` keys are from the name after the prefix to the key: `clientInfo` →
    `io.modelcontextprotocol/clientInfo`.

    Attributes:
        handshake: A session starts with `initialize`, which agrees on the revision.
        batches: A message may be an array of messages.
        capabilities: The capabilities that a client or a server may declare, as dotted paths.
        errors: The error codes with a meaning, by name.
        levels: The levels of log messages, the least severe first.
        content: The kinds of content that the result of a tool may hold.
        input_methods: The requests whose results may hold input requests.
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
        """Return whether each request of a client names its revision in `_meta`."""
        return "protocolVersion" in self.request_meta
