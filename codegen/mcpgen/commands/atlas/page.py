"""Define a page of the site before it is rendered, and the template variables that all pages share."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

SITE = "MCP Atlas"
NAVIGATION = (
    ("Overview", "index.html"),
    ("Methods", "methods/index.html"),
    ("Types", "types/index.html"),
    ("Changes", "changes/index.html"),
    ("Errors", "errors.html"),
    ("Capabilities", "capabilities.html"),
    ("Extensions", "extensions.html"),
    ("Messages", "frames/index.html"),
    ("Data", "data.html"),
)

PARTS = {f"{name}_template": f"atlas/{name}.html.jinja" for name in ("pieces", "plot", "history", "panel")}


@dataclass(frozen=True)
class Page:
    """A page of the site: its address, its template, and the variables of the template.

    The address is relative to the top of the site.
    """

    address: str
    template: str
    title: str
    summary: str
    content: Mapping[str, Any] = field(default_factory=dict)

    @property
    def root(self) -> str:
        """The relative path from the page to the top of the site, such as `../`."""
        return "../" * self.address.count("/")

    def context(self) -> dict[str, Any]:
        """Return the variables for the template: for the shared layout, and for the content of the page."""
        folder = self.address.partition("/")[0]
        navigation = [
            {
                "text": text,
                "href": self.root + address,
                "state": "current" if address.partition("/")[0] == folder else "other",
                "current": "page" if address == self.address else "false",
            }
            for text, address in NAVIGATION
        ]
        return {
            "body": self.template,
            "title": self.title,
            "window_title": SITE if self.title == SITE else f"{self.title} · {SITE}",
            "summary": self.summary,
            "root": self.root,
            "navigation": navigation,
            **PARTS,
            **self.content,
        }
