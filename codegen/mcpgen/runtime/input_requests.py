"""Calls whose result may ask for input: the functions that give the input, and the retries of the request."""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from copy import copy
from importlib import import_module
from inspect import isawaitable
from typing import Any, Protocol, TypeAlias, TypeVar

from msgspec import UNSET

from .errors import CallError
from .messages.base import Request, Struct, UnsetType, codec_of
from .messages.options import checked_kind

R = TypeVar("R")
F = TypeVar("F")
InputHandlers: TypeAlias = Mapping[str, object]
"""The functions, plain or async, that answer input requests, by method. They get the params."""
Decline: TypeAlias = "Callable[[Any, Mapping[str, str]], object]"
Abandon: TypeAlias = "Callable[[Any, BaseException], object]"
INPUT_REQUIRED = "input_required"
ROUNDS = 32  # how often a server may ask for input before it answers a call


class InputRequired(Protocol):
    """What an `InputRequiredResult` has in every revision that defines one."""

    @property
    def input_requests(self) -> Mapping[str, object] | UnsetType:
        """The input requests, by the keys that the answers must have."""
        ...

    @property
    def request_state(self) -> str | UnsetType:
        """The state that the retry must return."""
        ...


async def call_with_inputs(
    call: Callable[[Request[R, F]], Awaitable[R]],
    request: Request[R, F],
    inputs: InputHandlers,
    *,
    decline: Decline | None = None,
    abandon: Abandon | None = None,
) -> F:
    """Call `call` with a request, and answer the input requests in the result, until the result is final.

    `call` sends a request and returns its result. `inputs` has a function for each method of input requests.
    The function, plain or async, takes the params and returns the result. If an input request has no
    function, `decline(result, methods)` is called with the `InputRequiredResult`: `methods` maps the key of
    each such input request to its method. The retry then has no answer to these.

    If an exception ends the call after a result that asked for input, for example one of a function, no retry
    follows, and `abandon(result, exception)` is called with the last such result. A peer behind a
    `mcp_bridge.Bridge` must pass both functions, which call the methods of the bridge with the same names:
    a server with a handshake waits for an answer to each of its requests.

    Raises `CallError` if an input request has no function and there is no `decline`, and after 32 results
    that ask for input. Raises `ValueError` or `TypeError` for `inputs` that it cannot use, and `TypeError` if
    a function returns another type. Exceptions of `call` and of the functions pass through.
    """
    if not callable(call):
        raise TypeError(f"call: expected a function, not {type(call).__name__}")
    for name, function in (("decline", decline), ("abandon", abandon)):
        if not (function is None or callable(function)):
            raise TypeError(f"{name}: expected a function, not {type(function).__name__}")
    checked_kind("request", request, (Struct,), "a request object of a revision module")
    codec = codec_of(type(request))
    _check_inputs(inputs, _methods(codec), codec.revision)
    last: Any = None
    try:
        for _ in range(ROUNDS):
            result: Any = await call(request)
            if getattr(result, "result_type", None) != INPUT_REQUIRED:
                found: F = result
                return found
            last = result
            asked: Mapping[str, Any] = result.input_requests or {}
            missing = {key: each.method for key, each in asked.items() if each.method not in inputs}
            if missing:
                if decline is None:
                    raise _no_function(next(iter(missing.values())))
                decline(result, missing)
                asked = {key: each for key, each in asked.items() if key not in missing}
            answers = {key: await answer_input(each, inputs) for key, each in asked.items()}
            request = retry(request, result, answers)
        raise CallError("invalid", f"the server has asked for input {ROUNDS} times")
    except BaseException as failure:
        if last is not None and abandon is not None:
            abandon(last, failure)
        raise


def retry(request: Request[R, F], result: InputRequired, answers: Mapping[str, object]) -> Request[R, F]:
    """Return a copy of a request, with the answers to the input requests of its result.

    `answers` has the results of input requests, such as `ElicitResult`, by the keys of
    `result.input_requests`. The copy also has the `request_state` of the result.

    Raises `TypeError` for an argument of another type.
    """
    for name, value, part in (("request", request, "params"), ("result", result, "input_requests")):
        if not (isinstance(value, Struct) and hasattr(value, part)):
            raise TypeError(f"{name}: expected a {name} with {part}, not {type(value).__name__}")
    checked_kind("answers", answers, (Mapping,), "a dict that maps keys to results")
    again: Any = copy(request)
    if not hasattr(again.params, "input_responses"):
        raise TypeError(
            f"request: a {type(request).__name__} has no member for the answers to input requests"
        )
    again.params = copy(again.params)
    again.params.input_responses = dict(answers) or UNSET
    again.params.request_state = result.request_state
    return again  # type: ignore[no-any-return]


async def answer_input(request: Request[R], inputs: InputHandlers) -> R:
    """Return the answer of the function in `inputs` to one input request, such as an `ElicitRequest`.

    `inputs` is as for `call_with_inputs`. Raises `CallError` if it has no function for the request. Raises
    `TypeError` or `ValueError` for arguments that it cannot use, and `TypeError` if the function returns
    another type. Exceptions of the function pass through.
    """
    checked_kind("request", request, (Struct,), "an input request of a revision module")
    codec = codec_of(type(request))
    methods = _methods(codec)
    _check_inputs(inputs, methods, codec.revision)
    name: str = getattr(request, "method", "")
    method = methods.get(name)
    if method is None or method.kind != "embedded":
        raise TypeError(f"request: expected an input request, not {type(request).__name__}")
    function: Any = inputs.get(name)
    if function is None:
        raise _no_function(name)
    answer = function(getattr(request, "params", None) or method.params())
    if isawaitable(answer):
        answer = await answer
    if not isinstance(answer, method.results):
        kind = type(answer).__name__
        raise TypeError(f"inputs: the function of {name} returned {kind}")
    return answer  # type: ignore[no-any-return]


def _no_function(method: str) -> CallError:
    """Return the exception for an input request that has no function."""
    return CallError("invalid", f"the server asks for {method}, and `inputs` has no function for it")


def _methods(codec: Any) -> Mapping[str, Any]:
    """Return the methods of a codec. If it is of an extension, add those of the revision that it extends."""
    package: Any = import_module(__name__.rsplit(".", 2)[0])
    if codec.revision not in package.EXTENSIONS:
        found: Mapping[str, Any] = codec.methods
        return found
    return {**package.revision(package.extension(codec.revision).EXTENDS).METHODS, **codec.methods}


def _check_inputs(inputs: object, methods: Mapping[str, Any], revision: str) -> None:
    """Raise an error unless `inputs` is a mapping of methods of input requests to functions."""
    if not isinstance(inputs, Mapping):
        raise TypeError(
            f"inputs: expected a dict that maps methods to functions, not {type(inputs).__name__}"
        )
    known = [each.name for each in methods.values() if each.kind == "embedded"]
    for method, function in inputs.items():
        if not known:
            raise ValueError(f"inputs: {revision} has no input requests; leave `inputs` out")
        if method not in known:
            raise ValueError(
                f"inputs: {method!r:.100} is not an input request; these are: {', '.join(known)}"
            )
        if not callable(function):
            raise TypeError(f"inputs: expected a function for {method}, not {type(function).__name__}")
