"""Play a person at a browser: open an address, fill in each form, and agree: `person.py URL`."""

from __future__ import annotations

import sys
from html.parser import HTMLParser
from urllib.parse import urljoin

import httpx2

FIELDS = {"login": "ada", "username": "ada", "password": "correct horse"}
PAGES = 20


class Form(HTMLParser):
    """The first form of a page."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.action: str | None = None
        self.fields: dict[str, str] = {}
        self._is_over = False
        self.feed(text)

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        """Take over a field, or the button that agrees."""
        given = dict(attrs)
        name, value = given.get("name"), given.get("value") or ""
        if self._is_over:
            return
        if tag == "form":
            self.action = given.get("action") or ""
        elif name and (tag == "input" or (tag == "button" and value == "accept")):
            self.fields[name] = value or FIELDS.get(name, "")

    def handle_endtag(self, tag: str) -> None:
        """End with the first form."""
        self._is_over |= tag == "form"


with httpx2.Client(follow_redirects=True, timeout=30) as http:
    page = http.get(sys.argv[1])
    for _ in range(PAGES):
        form = Form(page.text)
        if form.action is None:
            break
        page = http.post(urljoin(str(page.url), form.action), data=form.fields)
    page.raise_for_status()
