"""Hooks of the docs site: links to files outside `docs/` become the names of these files."""

from __future__ import annotations

import re
from typing import Any

OUTSIDE = re.compile(r"\[([^\]]+)\]\((\.\./[^)\s]+)\)")


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Return a page whose links stay inside the site."""
    return OUTSIDE.sub(lambda link: f"{link[1]} (`{link[2].removeprefix('../')}`)", markdown)
