"""The conversion of a frame whose sender may be at fault: every refusal is one of two exceptions."""

from __future__ import annotations

from typing import Any

from ..conversion import convert as public
from ..conversion.losses import Converted, NoCounterpart
from ..errors import DecodeError
from .frames import Tree


def convert(frame: Tree, source: str, target: str, **options: Any) -> Converted:
    """Return a frame in another revision; raise `NoCounterpart` or `DecodeError`.

    The public function raises `TypeError` and `ValueError` for a tree that is no JSON (a tuple, `inf`): the
    mistake of a caller there, of a peer here.
    """
    try:
        return public.convert(frame, source, target, **options)
    except (NoCounterpart, DecodeError):
        raise
    except (TypeError, ValueError, RecursionError) as problem:
        raise DecodeError("", str(problem)) from None
