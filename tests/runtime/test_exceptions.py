"""Every public function raises the exceptions that its docstring documents, and no other."""

from __future__ import annotations

import inspect
import pickle
from collections.abc import Callable
from types import ModuleType
from typing import Any

import mcp_revisions as mr
import pytest
from mcp_revisions._runtime.messages.codec import Codec

import mcp_bridge
from support.exception_fuzzer import CALLS, Call, Raised, check, silent

SEEDS = 400


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.__name__.strip("_"))
def test_only_documented_exceptions(call: Call) -> None:
    """Hostile arguments raise what the docstring says; the exceptions can be copied and pickled."""
    with silent():
        for seed in range(SEEDS):
            check(call, seed)


@pytest.mark.long
@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.__name__.strip("_"))
def test_only_documented_exceptions_at_length(call: Call) -> None:
    """Half a minute and more of other seeds."""
    with silent():
        for seed in range(SEEDS, SEEDS + 30_000):
            check(call, seed)


_OF_CODEC = {name for name in dir(Codec) if name[0] != "_" and callable(getattr(Codec, name))}


def public() -> dict[str, Callable[..., Any]]:
    """Return every public function and method that takes content of a peer, by name."""
    found: dict[str, Callable[..., Any]] = {}
    latest = mr.revision(mr.LATEST)
    for name in dir(mr):
        value = getattr(mr, name)
        if isinstance(value, ModuleType) and name in ("capabilities", "forms", "spec_rules"):
            functions = inspect.getmembers(value, inspect.isfunction)
            own = [f for each, f in functions if f.__module__ == value.__name__ and each[0] != "_"]
            found |= {f"{name}.{f.__name__}": f for f in own}
        elif inspect.isfunction(value) and "mcp_revisions" in value.__module__ and name[0] != "_":
            found[name] = value
    found |= {each: getattr(latest._codec, each) for each in vars(latest) if each in _OF_CODEC}
    methods = {f"Bridge.{each}": f for each, f in inspect.getmembers(mcp_bridge.Bridge, inspect.isfunction)}
    found |= {name: f for name, f in methods.items() if "._" not in name} | {"Bridge": mcp_bridge.Bridge}
    found |= {"Converter.__call__": mr.Converter.__call__}
    found |= {"Router.handle": latest.Router.handle, "Router.on": latest._r.Router.on}
    return found


@pytest.mark.parametrize("name", sorted(public()))
def test_the_docstring_says_what_is_raised(name: str) -> None:
    """A docstring has a sentence on exceptions, even if there are none."""
    assert "raise" in (public()[name].__doc__ or "").lower()


def test_every_public_function_is_called() -> None:
    """The fuzzer reaches each public function."""
    assert sorted(name for row in CALLS.values() for name in row.functions) == sorted(public())


@pytest.mark.parametrize("call", CALLS, ids=lambda call: call.__name__.strip("_"))
def test_the_docstrings_name_the_exceptions(call: Call) -> None:
    """Each type that the fuzzer accepts is named in the docstring of a function that it calls."""
    texts = " ".join(public()[name].__doc__ or "" for name in CALLS[call].functions)
    if "`convert`" in texts:
        texts += mr.convert.__doc__ or ""
    wanted = {each.__name__ for each in CALLS[call].raises if each is not Raised}
    assert {name for name in wanted if f"`{name}`" not in texts} == set()


def test_an_unhashable_key_of_a_stream_is_refused() -> None:
    """The methods of a bridge that take a key raise `TypeError`, as they say."""
    bridge = mcp_bridge.Bridge(mr.LATEST, mr.LATEST)
    for call in (
        bridge.gone,
        lambda key: bridge.from_client(b"{}", key),
        lambda key: bridge.from_server({}, key),
    ):
        with pytest.raises(TypeError, match="unhashable"):
            call([])


@pytest.mark.parametrize(("source", "target"), [("2025-11-25", "2026-07-28"), ("2026-07-28", "2025-11-25")])
def test_an_error_may_answer_a_method_that_the_target_lacks(source: str, target: str) -> None:
    """`validate=True` checks an error in both revisions, whatever method the error answers."""
    lacking = mr.revision(source).METHODS.keys() - mr.revision(target).METHODS.keys()
    answers = [name for name in lacking if mr.revision(source).METHODS[name].results]
    assert answers
    for name in answers:
        sender = "server" if "client" in mr.revision(source).METHODS[name].senders else "client"
        frame = {"jsonrpc": "2.0", "id": 1, "error": {"code": -32603, "message": "m"}}
        for answering in (name, lambda id, name=name: name):
            try:
                found = mr.convert(frame, source, target, sender=sender, answering=answering, validate=True)  # type: ignore[arg-type]
            except mr.NoCounterpart:
                continue  # the sender answers no request in the target
            assert found.message["error"]["message"] == "m"


def test_answering_is_not_asked_for_ids_of_no_request() -> None:
    """A dictionary serves as `answering` whatever an id is: no object or array is looked up."""
    for id in ({}, [], [1], None, True, {"a": 1}):
        frame = {"jsonrpc": "2.0", "id": id, "result": {}}
        for revision in mr.REVISIONS:
            with pytest.raises(mr.DecodeError):
                mr.convert(frame, revision, "2025-06-18" if revision != "2025-06-18" else "2025-11-25",
                           sender="server", answering={1: "ping"}.__getitem__)  # fmt: skip
            with pytest.raises(mr.DecodeError):
                mr.revision(revision)._codec.decode_parsed(frame, "server", {1: "ping"}.__getitem__)


def test_a_callable_that_answers_none_is_asked_once() -> None:
    """A response to an unknown request is asked for once, though its result has no type."""
    for revision in mr.REVISIONS:
        calls: list[Any] = []
        mr.revision(revision).decode_message(
            b'{"jsonrpc":"2.0","id":7,"result":{"x":1,"resultType":"complete"}}', "server", calls.append
        )
        assert calls == [7]


def test_exceptions_can_be_pickled() -> None:
    """The exceptions that carry values survive a process boundary."""
    loss = mr.Loss("dropped", "/a", {"b": 1}, "because", "T1.1")
    for error in (
        mr.DecodeError("/a", "b", -32600),
        mr.NoCounterpart({"id": 1}, "b", "T1.1", "/c"),
        mr.LossError((loss,), ""),
        mr.LossError((), "too large"),
        mr.ProtocolError(1, "m", {"d": []}),
        mr.EncodeError("a"),
        mr.forms.InvalidSchema("/a", "b"),
        mr.forms.MissingExtra("c"),
    ):
        again = pickle.loads(pickle.dumps(error))
        assert (type(again), str(again), vars(again)) == (type(error), str(error), vars(error))
