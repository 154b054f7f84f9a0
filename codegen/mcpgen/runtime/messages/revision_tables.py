"""The generated tables of one revision, and the lookups in them that a decode needs."""

from __future__ import annotations

from collections.abc import Mapping
from functools import cached_property
from typing import Any, NamedTuple

import msgspec

from ..errors import INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, DecodeError
from ..near_names import suggestion
from ..sides import OTHER
from .frames import Method
from .mismatch import Mismatch, shown

# Method names that published pages show although no revision has them, with a hint for the error.
HINTS = {
    # docs/learn/client-concepts shows it.
    "elicitation/requestInput": (
        "no revision has it: the method is `elicitation/create`, its form is under `requestedSchema`, "
        "not `schema`"
    ),
}


def hint(method: object) -> str | None:
    """Return advice about a method name that no revision has, or None.

    Some published pages show such names, for example `elicitation/requestInput`. The advice names the real
    method.
    """
    return HINTS.get(method) if isinstance(method, str) else None


class ErrorShape(NamedTuple):
    """The type of an error object in a revision, and whether an error response must have an id."""

    type: Any
    id_required: bool


class RevisionTables(msgspec.Struct, dict=True):
    """The types and methods of a revision.

    - `revision`: the name of the revision in error messages.
    - `peers`: the other side of each side: client → server, server → client.
    - `elsewhere`: texts for error messages. The keys are the name of a member and a constant that this
      revision does not allow in that member. The text says which revisions or extensions allow it.
    - `vendor`: the names of the registered vendor methods.
    """

    revision: str
    types: Any
    methods: dict[str, Method]
    batches: bool
    elsewhere: dict[tuple[str, str], str]
    peers: Mapping[str, str]
    vendor: frozenset[str] = frozenset()

    def call_types(self, sender: str) -> tuple[Any, ...]:
        """Return the types of the revision's requests and notifications that `sender` may send."""
        return tuple(
            m.type
            for m in self.methods.values()
            if sender in m.senders and m.kind != "embedded" and m.name not in self.vendor
        )

    def call(self, name: Any, sender: str) -> Method:
        """Return the `Method` for a request or notification of `sender` with the method `name`.

        Raise `Mismatch` if `sender` may not send the method.
        """
        method = self.methods.get(name) if type(name) is str else None
        if method is not None and sender in method.senders and method.kind != "embedded":
            return method
        if method is None:
            meant = hint(name)
            reason = f"{shown(name)} is not a method of {self.revision}" + (f"; {meant}" if meant else "")
        elif method.kind == "embedded":
            reason = f"{shown(name)} is sent only inside a result in {self.revision}"
        else:
            reason = f"a {sender} does not send {shown(name)} in {self.revision}"
        raise Mismatch(reason, constant=name, path=["method"])

    def not_sent(self, name: object, sender: str) -> str:
        """Return why `sender` does not send a request or notification called `name`, as an error message.

        The message also says which revisions or extensions have the method, or names a similar method.
        """
        reason = f"a {sender} does not send {name!r:.100} in {self.revision}"
        other = self.elsewhere.get(("method", name)) if isinstance(name, str) else None
        if other is None:
            sent = (m.name for m in self.methods.values() if sender in m.senders and m.kind != "embedded")
            return reason + suggestion(name, sent)
        step = "; `mr.compose` adds extensions" if "extension" in other else ""
        return f"{reason}; it exists {other}{step}"

    def answered(self, name: str, sender: str) -> Method:
        """Return the `Method` of the request `name`, whose result `sender` sends.

        Raise `DecodeError` if `sender` does not answer that request. Raise `ValueError` if the revision has
        no such request, or if it is an embedded request, which is answered in the params of a later request
        and not by a response.
        """
        method = self.request(name, sender)
        if method is None:
            requests = ", ".join(m.name for m in self.methods.values() if m.kind == "request")
            reason = f"{name!r:.100} is not a request of {self.revision}; these are: {requests}"
            raise ValueError(f"answering: {reason}")
        return method

    def request(self, name: str, sender: str) -> Method | None:
        """Return the `Method` of the request `name`, or None if the revision has no such request.

        An error response may answer a method that the revision lacks, because that is the reason for the
        error. Raise `DecodeError` if `sender` does not answer the request.
        """
        method = self.methods.get(name)
        if method is None or method.kind != "request":
            return None
        if self.peers[sender] not in method.senders:
            raise DecodeError("", f"a {sender} does not answer {name} in {self.revision}", INVALID_REQUEST)
        return method

    def result_type(self, sender: str) -> Any:
        """Return the type with which to decode a result if the answered method is not known."""
        return getattr(self.types, "Result", dict[str, Any]) if sender in OTHER else dict[str, Any]

    def params_type(self, kind: str) -> Any:
        """Return the type that the params of all requests, or of all notifications, have in common."""
        name = "RequestParams" if kind == "request" else "NotificationParams"
        return getattr(self.types, name, dict[str, Any])

    @cached_property
    def closed_envelopes(self) -> frozenset[str]:
        """Return the kinds of responses in which undeclared members are forbidden.

        `"result"` stands for successful responses, and `"error"` for error responses.
        """
        envelopes = {
            "JSONRPCResponse": "result",
            "JSONRPCResultResponse": "result",
            "JSONRPCError": "error",
            "JSONRPCErrorResponse": "error",
        }
        types = ((getattr(self.types, name, None), member) for name, member in envelopes.items())
        return frozenset(member for type_, member in types if getattr(type_, "__closed__", False))

    @cached_property
    def error_shape(self) -> ErrorShape:
        """Return the `ErrorShape` of the revision."""
        for name in ("JSONRPCErrorResponse", "JSONRPCError"):
            cls = getattr(self.types, name, None)
            if cls is not None:
                fields = {field.encode_name: field for field in msgspec.structs.fields(cls)}
                return ErrorShape(fields["error"].type, fields["id"].required)
        return ErrorShape(Any, True)

    def decode_error(self, mismatch: Mismatch, code: int = INVALID_PARAMS) -> DecodeError:
        """Return the `DecodeError` for a mismatch.

        If other revisions allow the constant that was found, the reason says so.
        """
        reason = mismatch.reason
        if len(mismatch.allowed) > 1:
            reason += f" in {self.revision}"
        member = next((step for step in mismatch.path if isinstance(step, str)), "")
        if isinstance(mismatch.constant, str) and (other := self.elsewhere.get((member, mismatch.constant))):
            reason += f"; {mismatch.constant} exists {other}"
        return DecodeError(mismatch.pointer, reason, code)

    def frame_error(self, mismatch: Mismatch) -> DecodeError:
        """Return the `DecodeError` for a mismatch in a message.

        The error code is -32602 for a mismatch in the params, -32601 for an unknown method, otherwise -32600.
        """
        path = mismatch.path
        if (path and path[-1] == "params") or (not path and mismatch.missing == ("params",)):
            return self.decode_error(mismatch, INVALID_PARAMS)
        if path == ["method"] and isinstance(mismatch.constant, str):
            return self.decode_error(mismatch, METHOD_NOT_FOUND)
        return self.decode_error(mismatch, INVALID_REQUEST)
