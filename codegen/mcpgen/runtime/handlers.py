"""Handlers: the functions that a router calls, the context that they may take, and their registration.

A handler gets the params, and a `Context` if it has a parameter for the context. That parameter is called
`context`, with or without a default, or is the second positional parameter and has no default.
"""

from __future__ import annotations

import functools
from collections.abc import Awaitable, Callable, Hashable
from typing import Any, Generic, Protocol, TypeVar, overload

from msgspec import UNSET

from .revisions import reserved_key

P = TypeVar("P")
R = TypeVar("R")
P_contra = TypeVar("P_contra", contravariant=True)
R_co = TypeVar("R_co", covariant=True)
Handler = Callable[..., Any]


class Context:
    """The message of a handler: its method, id and metadata, and whether the peer has cancelled it.

    `id` is None for a notification. `connection` is the value that the transport gave to `Router.handle`.
    """

    __slots__ = ("cancelled", "connection", "id", "meta", "method")

    def __init__(self, message: Any, connection: Hashable) -> None:
        self.method: str = message.method
        self.id: str | int | None = set_or_none(getattr(message, "id", None))
        self.meta: Any = _metadata(set_or_none(getattr(message, "params", None)))
        self.connection = connection
        self.cancelled = False

    @property
    def progress_token(self) -> str | int | None:
        """Return the token for `notifications/progress`, None if the peer wants no progress."""
        token: str | int | None = _member(self.meta, "progress_token", "progressToken")
        return token

    @property
    def client_capabilities(self) -> Any:
        """Return the capabilities that the request declares, None in revisions that declare them once."""
        return _member(self.meta, "client_capabilities", reserved_key("clientCapabilities"))


class Cancelled(Exception):
    """The peer has cancelled the request."""


class KeywordHandler(Protocol[P_contra, R_co]):
    """A handler whose context is a keyword-only parameter."""

    def __call__(self, params: P_contra, /, *, context: Context) -> R_co | Awaitable[R_co]:
        """Return the result, or an awaitable of the result."""
        raise NotImplementedError


class On(Generic[P, R]):
    """A decorator that registers a handler, plain or async, and returns the handler."""

    def __init__(self, register: Callable[[Handler], None]) -> None:
        self._register = register

    @overload
    def __call__(self, handler: Callable[[P], R | Awaitable[R]]) -> Callable[[P], R | Awaitable[R]]: ...
    @overload
    def __call__(
        self, handler: Callable[[P, Context], R | Awaitable[R]]
    ) -> Callable[[P, Context], R | Awaitable[R]]: ...
    @overload
    def __call__(self, handler: KeywordHandler[P, R]) -> KeywordHandler[P, R]: ...
    def __call__(self, handler: Any) -> Any:
        """Register the handler and return it."""
        self._register(handler)
        return handler


def context_parameter(handler: Handler) -> str | None:
    """Return the name of the parameter for the context, "" for a positional parameter, None for no such.

    A `context` that `functools.partial` gives by keyword is the caller's own.
    """
    parameters = _parameters(handler)
    positional = [
        each.name for each in parameters if each.kind in (each.POSITIONAL_ONLY, each.POSITIONAL_OR_KEYWORD)
    ]
    bound = handler.keywords if isinstance(handler, functools.partial) else {}
    named = next((each for each in parameters if each.name == "context" and "context" not in bound), None)
    if named is not None and named.name not in positional[:1]:
        return "" if positional[1:2] == ["context"] else named.name
    second = next((each for each in parameters if each.name in positional[1:2]), None)
    return "" if second is not None and second.default is second.empty else None


def check_handler(method: str, handler: Handler, context: str | None) -> None:
    """Raise `TypeError` for a handler that cannot be called with params, and with its context parameter."""
    import inspect

    if not callable(handler):
        raise TypeError(f"the handler of {method}: a {type(handler).__name__} is not callable")
    try:
        signature = inspect.signature(handler, follow_wrapped=False)
    except (TypeError, ValueError):  # a callable without a signature
        return
    try:
        signature.bind(None, *([None] if context == "" else []), **({context: None} if context else {}))
    except TypeError:
        raise TypeError(
            f"the handler of {method}: {signature} takes neither the params alone nor params and a context"
        ) from None


def _parameters(handler: Handler) -> list[Any]:
    """Return the parameters with which a handler is called, those of the wrapped function for `*args`."""
    import inspect

    try:
        own = list(inspect.signature(handler, follow_wrapped=False).parameters.values())
        if any(each.kind is each.VAR_POSITIONAL for each in own):
            return list(inspect.signature(handler).parameters.values())
    except (TypeError, ValueError):  # a callable without a signature
        return []
    return own


def set_or_none(value: Any) -> Any:
    """Return a value, None for `UNSET`."""
    return None if value is UNSET else value


def _metadata(params: Any) -> Any:
    """Return the `_meta` of params; those of an extension need not declare the member."""
    if params is None or isinstance(params, dict) or hasattr(params, "meta"):
        return _member(params, "meta", "_meta")
    return params.additional.get("_meta")


def _member(value: Any, attribute: str, name: str) -> Any:
    """Return a member of an object, typed or plain, None if absent."""
    if isinstance(value, dict):
        return value.get(name)
    return set_or_none(getattr(value, attribute, None))
