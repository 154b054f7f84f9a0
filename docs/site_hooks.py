"""Hooks of the docs site: links to files outside `docs/` become their names, and fences lose names.

The tests read a name after the language of a fence, `python fastmcp`; the site takes such a line for text.
"""

from __future__ import annotations

import re
from typing import Any

OUTSIDE = re.compile(r"\[([^\]]+)\]\((\.\./[^)\s]+)\)")
NAMED_FENCE = re.compile(r"^(```\w+) .*$", re.MULTILINE)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Return a page whose links stay inside the site, and whose fences have a language alone."""
    plain = NAMED_FENCE.sub(r"\1", markdown)
    return OUTSIDE.sub(lambda link: f"{link[1]} (`{link[2].removeprefix('../')}`)", plain)
