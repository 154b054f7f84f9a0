"""`TypedDict` and `NotRequired` for the generated modules `dicts`, with or without `typing_extensions`.

Before Python 3.12, pydantic accepts only the `TypedDict` of `typing_extensions`, which is therefore used if
it is installed. A `TypedDict` does not recognize `NotRequired` in an annotation that is a string, and in
Python 3.10, `typing` has no `NotRequired`. Therefore the generated modules call `state_optional_keys` at
their end.
"""

from __future__ import annotations

import typing
from collections.abc import Mapping
from importlib import import_module
from typing import Annotated, Any

try:
    _source: Any = import_module("typing_extensions")
except ImportError:
    _source = typing

_OPTIONAL = object()


class _NotRequired:
    """A replacement for `typing.NotRequired` in Python 3.10. It marks a `TypedDict` member as optional."""

    def __class_getitem__(cls, type_: Any) -> Any:
        return Annotated[type_, _OPTIONAL]


TypedDict: Any = _source.TypedDict
NotRequired: Any = getattr(_source, "NotRequired", _NotRequired)


def state_optional_keys(names: Mapping[str, Any]) -> None:
    """Set `__required_keys__` and `__optional_keys__` of each `TypedDict` in a module's namespace.

    The keys are read from the annotations, which may be strings.
    """
    for found in list(names.values()):
        if hasattr(found, "__optional_keys__"):
            annotations = found.__annotations__
            optional = frozenset(name for name in annotations if _is_optional(annotations[name]))
            found.__optional_keys__ = optional
            found.__required_keys__ = frozenset(annotations) - optional


def _is_optional(annotation: Any) -> bool:
    """Return whether an annotation is a `NotRequired`. The annotation may be a string."""
    text = getattr(annotation, "__forward_arg__", annotation)
    if isinstance(text, str):
        return text.startswith("NotRequired[")
    return typing.get_origin(annotation) is NotRequired or _OPTIONAL in getattr(
        annotation, "__metadata__", ()
    )
