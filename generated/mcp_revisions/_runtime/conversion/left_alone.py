"""Left alone: one msgspec decoder for the frames of a side that every edit of a chain leaves as they are.

In: for each method, the joined shapes of the edits of its params, or of its result (`value_checks.both`).
Out: a function of a text. A text that decodes passes unread; any other is for the edits, fitting or not.
A part without a shape is checked by msgspec against the grammar of JSON and not read: a number out of range
and a name that is given twice pass there.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from functools import reduce
from operator import or_
from typing import Annotated, Any, Literal

import msgspec
from msgspec import UNSET, Raw, UnsetType

from ..messages.build_lock import build_lock, json_decoder
from .value_checks import NEVER, Shape, parts

Decode = Callable[[bytes], Any]

_ABSENT: Any = Annotated[int, msgspec.Meta(ge=1, le=0)]  # no value fits: a member that is present is refused
_SCALARS: dict[str, Any] = {
    NEVER: _ABSENT,
    "string": str,
    "integer": int,
    "number": int | float,
    "boolean": bool,
    "null": None,
}
_OTHER_KINDS: dict[str, Shape] = {"result": NEVER, "error": NEVER}


class _Object(msgspec.Struct, gc=False):
    """An object of which no member is read; the text is checked against the grammar of JSON."""


any_object: Decode = json_decoder(_Object).decode
"""The decoder of every object."""


def decoder_of(shape: Shape) -> Decode:
    """Return the decoder of the values that fit a shape."""
    with build_lock:
        return json_decoder(_Shapes().type(shape)).decode


def calls_decoder(params: Mapping[str, tuple[bool, Shape]]) -> Decode | None:
    """Return the decoder of the calls that pass, None where none do.

    `params` has, by method, whether the method is a request, and the shape of the frame's further members.
    """
    frames = [_call(method, is_request, shape) for method, (is_request, shape) in params.items()]
    return decoder_of(("union", *frames)) if frames else None


def result_decoder(shape: Shape) -> Decode:
    """Return the decoder of the responses that pass; `shape` is that of an object with the result."""
    return decoder_of(("object", {**parts(shape)[0], "method": NEVER, "error": NEVER}, ("result",)))


def error_decoder(shape: Shape) -> Decode:
    """Return the decoder of the responses that pass; `shape` is that of an object with the error."""
    members, required, _ = parts(shape)
    return decoder_of(("object", {**members, "id": None, "method": NEVER, "result": NEVER}, required))


def _call(method: str, is_request: bool, shape: Shape) -> Shape:
    """Return the shape of a call; `shape` is that of an object with the params."""
    members, required, _ = parts(shape)
    own = {"method": ("choice", method), "id": None if is_request else NEVER, **_OTHER_KINDS}
    needed = ("method", *(("id",) if is_request else ()), *required)
    return ("object", {**own, **members}, needed)


class _Shapes:
    """Makes types of msgspec from shapes; the type of a value that fits may refuse it, never the reverse."""

    def type(self, shape: Shape) -> Any:
        """Return the type of the values of a shape."""
        if shape is None:
            return Raw
        if type(shape) is str:
            return _SCALARS[shape]
        made: Any = getattr(self, f"_{shape[0]}")(*shape[1:])
        return made

    def _choice(self, *values: Any) -> Any:
        same = len({type(value) for value in values}) == 1 and type(values[0]) in (str, int)
        return Literal[values] if same else _ABSENT

    def _array(self, items: Shape = None, least: int | None = None, most: int | None = None) -> Any:
        made: Any = list[self.type(items)]  # type: ignore[misc]
        if least is most is None:
            return made
        return Annotated[made, msgspec.Meta(min_length=least, max_length=most)]

    def _map(self, values: Shape = None, names: Shape = None) -> Any:
        if values is names is None:
            return _Object
        return dict[str, self.type(values)] if names is None else _ABSENT  # type: ignore[misc]

    def _object(
        self, members: dict[str, Shape], required: tuple[str, ...] = (), rest: Shape = None, tag: str = ""
    ) -> Any:
        if rest not in (None, NEVER):
            return _ABSENT
        fields: list[Any] = []
        for name, shape in members.items():
            if name == tag:
                continue
            if name in required:
                fields.append((f"m{len(fields)}", self.type(shape), msgspec.field(name=name)))
            elif shape is not None or rest == NEVER:
                absent = msgspec.field(name=name, default=UNSET)
                fields.append((f"m{len(fields)}", self.type(shape) | UnsetType, absent))
        options: dict[str, Any] = {"gc": False, "kw_only": True, "forbid_unknown_fields": rest == NEVER}
        if tag:
            options |= {"tag_field": tag, "tag": members[tag][1]}
        return msgspec.defstruct("Shape", fields, **options)

    def _union(self, *shapes: Shape) -> Any:
        """Return the union; of objects that no tag tells apart, none."""
        objects = [shape for shape in shapes if shape[0] == "object"]
        tag = _tag(objects) if len(objects) > 1 else ""
        if tag is None:
            objects = []
        others = [self.type(shape) for shape in shapes if shape[0] != "object"]
        made = [self._object(*parts(shape), tag=tag or "") for shape in objects]
        return reduce(or_, [*made, *others]) if made or others else _ABSENT

    def _string(self, *limits: Any) -> Any:
        return _ABSENT

    def _number(self, *limits: Any) -> Any:
        return _ABSENT


def _tag(objects: list[Shape]) -> str | None:
    """Return the member whose one constant tells objects apart, None if there is no such."""
    for name, first in objects[0][1].items():
        constants = [shape[1].get(name) for shape in objects]
        is_tag = all(
            type(c) is tuple and c[0] == "choice" and len(c) == 2 and type(c[1]) is str for c in constants
        )
        if first is not None and is_tag and len(set(constants)) == len(constants):
            return str(name)
    return None
