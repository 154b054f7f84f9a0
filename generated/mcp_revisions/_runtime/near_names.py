"""Suggest the known name that is most similar to a wrong one."""

from __future__ import annotations

import re
from collections.abc import Iterable


def suggestion(given: object, known: Iterable[str]) -> str:
    """Return ` (do you mean NAME?)` with the known name that is most similar to `given`, or ''."""
    from difflib import get_close_matches

    if not isinstance(given, str):
        return ""
    names = {_key(name): name for name in known}
    near = get_close_matches(_key(given[:100]), names, 1, 0.7)
    return f" (do you mean {names[near[0]]}?)" if near else ""


def _key(name: str) -> str:
    return re.sub(r"[^a-z0-9/]", "", name.lower())
