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

    The three tables of `_meta` keys map the name after the prefix to the whole key: `clientInfo` →
    `io.modelcontextprotocol/clientInfo`.

    Attributes:
        handshake: Whether a session starts with `initialize`, which agrees on the revision.
        batches: Whether a message may be an array of messages.
        error_id_required: Whether an error response must have an `id`.
        capabilities: The capabilities that a client or a server may declare, as dotted paths.
        errors: The error codes that the revision defines, by name.
        levels: The levels of log messages, the least severe first.
        content: The kinds of content that a tool result may hold.
        input_methods: The requests whose results may hold input requests.
        forms: The schema keywords that are allowed in a form. The key `form` has the keywords of the form
            itself. The other keys are kinds of fields, with the keywords of such fields. Empty if the
            revision has no forms.
        formats: The formats of a text field in a form.
        request_meta: The `_meta` keys of a client's requests.
        notification_meta: The `_meta` keys of notifications.
        result_meta: The `_meta` keys of results.
        filters: The members of a `subscriptions/listen` filter, each with the server capability it needs.
        list_changes: The notifications of changed lists, each with the filter member that requests it.
    """

    handshake: bool = False
    batches: bool = False
    error_id_required: bool = True
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
        """Return whether each request of a client states its revision in `_meta` (a stateless revision)."""
        return "protocolVersion" in self.request_meta
