"""Test tools: hypothesis strategies for the messages of a revision, and a check of the round trip.

The strategies draw `Sample`s. A sample is a message as plain JSON, with the side that sends it. Only this
module of the package needs hypothesis. Rules:

- `frames` draws valid messages: the revision decodes each of them.
- `nearly_valid_frames` draws messages with one value replaced, removed or added. Some are still valid.
  `flaw_of` says which, and any other implementation should agree.
- An argument of a wrong type is a `TypeError` that names it, and a wrong value is a `ValueError`.
"""

from __future__ import annotations

import json
from collections.abc import Callable, Collection, Iterator, Mapping
from functools import lru_cache
from importlib import import_module
from typing import Any, NamedTuple

from .errors import DecodeError
from .json_values import equal_json
from .sides import OTHER

try:
    from hypothesis import strategies as st
except ImportError:
    raise ImportError(
        "mcp_revisions.testing needs hypothesis;"
        " run in a checkout of mcpgen: pip install './generated[testing]'"
    ) from None

JsonObject = dict[str, Any]
Location = tuple[Any, ...]

_SCALARS: Any = (
    st.none()
    | st.booleans()
    | st.integers(-(2**53), 2**53)
    | st.floats(allow_nan=False, allow_infinity=False)
    | st.text(max_size=8)
)
_ANYTHING: Any = st.recursive(
    _SCALARS,
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=8), inner, max_size=3),
    max_leaves=5,
)
_KINDS: Mapping[str, Any] = {
    "string": st.text(max_size=12),
    "boolean": st.booleans(),
    "null": st.none(),
    "number": st.integers(-(2**53), 2**53) | st.floats(allow_nan=False, allow_infinity=False),
}


class Sample(NamedTuple):
    """A message of `revision`, as plain JSON in `frame`.

    `sender` is the side that sends it. For a response, `answering` is the method that it answers; otherwise
    it is None.
    """

    revision: str
    sender: str
    answering: str | None
    frame: JsonObject


def frames(revision: str, *, methods: Collection[str] | None = None) -> st.SearchStrategy[Sample]:
    """Return a strategy for the valid messages of a revision: requests, notifications and responses.

    `methods` names the methods to draw from; by default, all. Raises `ValueError` for an unknown revision or
    method, and for an empty collection.
    """
    named = None
    if methods is not None:
        _check("methods", methods, Collection, "a collection of names or None")
        for name in methods:
            _check("methods", name, str, "a string")
        named = tuple(methods)
        if isinstance(methods, str) or not named:
            raise ValueError("methods: give a collection of names, or None for all")
    _module(revision)  # raises `ValueError` for an unknown revision
    _samples(revision, named)  # raises `ValueError` for an unknown method
    return _sample(revision, named).filter(lambda sample: flaw_of(sample) is None)


def nearly_valid_frames(
    revision: str, *, methods: Collection[str] | None = None
) -> st.SearchStrategy[Sample]:
    """Return a strategy for the messages of `frames` in which one value is replaced, removed or added."""

    def changed(sample: Sample) -> st.SearchStrategy[Sample]:
        locations = st.sampled_from([*_locations(sample.frame)])
        edits = st.tuples(locations, st.sampled_from(("replace", "remove", "add")), _ANYTHING)
        return edits.map(lambda edit: sample._replace(frame=_changed(sample.frame, *edit)))

    return frames(revision, methods=methods).flatmap(changed)


def flaw_of(sample: Sample) -> DecodeError | None:
    """Return the `DecodeError` that decoding a sample raises, or None if the sample is valid."""
    _check("sample", sample, Sample, "a Sample")
    try:
        _module(sample.revision).decode_message(sample.frame, sample.sender, sample.answering)
    except DecodeError as error:
        return error
    return None


def assert_round_trip(sample: Sample, through: Callable[[JsonObject], Any] | None = None) -> None:
    """Assert that a message is the same JSON value after it was decoded and encoded (`1` equals `1.0`).

    `through` is the implementation under test. It takes the message as plain JSON, decodes and encodes it,
    and returns plain JSON, text or bytes. The default is the decoder and encoder of the revision. Raises
    `AssertionError` that shows both messages.
    """
    _check("sample", sample, Sample, "a Sample")
    if not (through is None or callable(through)):
        raise TypeError(f"through: expected a function or None, not {type(through).__name__}")
    found = _through(sample) if through is None else through(json.loads(json.dumps(sample.frame)))
    if not equal_json(_parsed(found), sample.frame):
        shown = found.decode("utf-8", "replace") if isinstance(found, bytes) else found
        text = shown if isinstance(shown, str) else json.dumps(shown, default=repr)
        raise AssertionError(f"{sample.revision}: {json.dumps(sample.frame)} came back as {text}")


def _check(name: str, value: Any, kind: type, expected: str) -> None:
    """Raise `TypeError` that names the argument `name`, unless `value` is a `kind`."""
    if not isinstance(value, kind):
        raise TypeError(f"{name}: expected {expected}, not {type(value).__name__}")


def _parsed(frame: Any) -> Any:
    """Parse a message if it is text or bytes. Return None for text that is not JSON."""
    try:
        return json.loads(frame) if isinstance(frame, (str, bytes)) else frame
    except ValueError:
        return None


def _through(sample: Sample) -> Any:
    module = _module(sample.revision)
    return module.encode(module.decode_message(sample.frame, sample.sender, sample.answering))


def _module(revision: str) -> Any:
    package: Any = import_module("..", __package__)
    return package.revision(revision)


@st.composite
def _sample(draw: st.DrawFn, revision: str, methods: tuple[str, ...] | None) -> Sample:
    # A function, so that hypothesis reports its arguments instead of 30 kB of strategies.
    return draw(_samples(revision, methods))


@lru_cache(maxsize=32)
def _samples(revision: str, methods: tuple[str, ...] | None) -> st.SearchStrategy[Sample]:
    module = _module(revision)
    unknown = [name for name in methods or () if name not in module.METHODS]
    if unknown:
        raise ValueError(f"methods: {revision} has no {unknown[0]!r}")
    drawn = []
    for name, row in module.METHODS.items():
        if (methods is not None and name not in methods) or row.kind == "embedded":
            continue
        for sender in row.senders:
            drawn.append(_of_type(module, revision, sender, None, row.type))
            if row.kind == "request":
                answers = (_of_type(module, revision, OTHER[sender], name, one) for one in row.results)
                drawn += [each.map(_as_response) for each in answers]
    return st.one_of(drawn)


def _of_type(
    module: Any, revision: str, sender: str, answering: str | None, type_: Any
) -> st.SearchStrategy[Sample]:
    schema = module.json_schema(type_)
    values: st.SearchStrategy[JsonObject] = _values(schema, schema.get("$defs", {}), {})
    return values.map(lambda frame: Sample(revision, sender, answering, frame))


def _as_response(sample: Sample) -> Sample:
    return sample._replace(frame={"jsonrpc": "2.0", "id": 1, "result": sample.frame})


def _values(schema: JsonObject, definitions: JsonObject, known: dict[str, Any]) -> Any:
    """Return a strategy for the values that a schema accepts.

    The schema must be one that `mr.json_schema` wrote, or a part of it. `definitions` is the `$defs` of the
    whole schema. `known` caches the strategy of each definition by name.
    """
    if "$ref" in schema:
        name = schema["$ref"].rpartition("/")[2]
        if name not in known:
            known[name] = st.deferred(lambda: _values(definitions[name], definitions, known))
        return known[name]
    if "anyOf" in schema:
        return st.one_of([_values(each, definitions, known) for each in schema["anyOf"]])
    if "const" in schema:
        return st.just(schema["const"])
    if "enum" in schema:
        return st.sampled_from(schema["enum"])
    kind = schema.get("type")
    if kind == "array":
        items = _values(schema.get("items", {}), definitions, known)
        return st.lists(items, min_size=schema.get("minItems", 0), max_size=min(3, schema.get("maxItems", 3)))
    if kind == "object":
        return _objects(schema, definitions, known)
    if kind in ("integer", "number") and (kind == "integer" or {"minimum", "maximum"} & schema.keys()):
        return st.integers(schema.get("minimum", -(2**53)), schema.get("maximum", 2**53))
    return _KINDS.get(str(kind), _ANYTHING)


def _objects(schema: JsonObject, definitions: JsonObject, known: dict[str, Any]) -> Any:
    members = {name: _values(each, definitions, known) for name, each in schema.get("properties", {}).items()}
    required = {name: members.pop(name) for name in schema.get("required", ()) if name in members}
    declared = st.fixed_dictionaries(required, optional=members)
    further = schema.get("additionalProperties", {})
    if further is False:
        return declared
    values = _values(further, definitions, known) if isinstance(further, dict) and further else _ANYTHING
    others = st.dictionaries(st.text(max_size=8), values, max_size=1)
    return st.tuples(others, declared).map(lambda made: {**made[0], **made[1]})


def _locations(value: Any, at: Location = ()) -> Iterator[Location]:
    """Yield the location of each value inside a JSON value, as a tuple of keys that starts with `at`."""
    is_container = isinstance(value, (dict, list))
    children = value.items() if isinstance(value, dict) else enumerate(value if is_container else ())
    for key, child in children:
        yield (*at, key)
        yield from _locations(child, (*at, key))


def _changed(message: Any, location: Location, edit: str, value: Any) -> Any:
    """Return a copy of a message with one edit.

    If `edit` is `replace` or `remove`, the value at `location` is replaced by `value`, or removed. If `edit`
    is `add`, `value` is added to the container around that location.
    """
    copy = dict(message) if isinstance(message, dict) else list(message)
    key, *rest = location
    if rest:
        copy[key] = _changed(copy[key], tuple(rest), edit, value)
    elif edit == "replace":
        copy[key] = value
    elif edit == "remove":
        del copy[key]
    elif isinstance(copy, dict):
        copy[f"{key}x"] = value
    else:
        copy.append(value)
    return copy
