"""Find the links of a static site that lead nowhere, and anchors that are defined twice."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from html import unescape
from posixpath import dirname, join, normpath
from urllib.parse import unquote, urldefrag

UNCHECKED = r"https?:|data:|mailto:"


def broken_links(files: Mapping[str, str]) -> Iterator[str]:
    """Yield each link whose file or anchor does not exist. `files` are the texts of the site by path."""
    pages = {path: text for path, text in files.items() if path.endswith(".html")}
    anchors = {path: set(map(unescape, re.findall(r'\bid="([^"]*)"', text))) for path, text in pages.items()}
    for path, text in pages.items():
        for href in sorted(set(map(unescape, re.findall(r'\b(?:href|src)="([^"]*)"', text)))):
            if re.match(UNCHECKED, href):
                continue
            address, fragment = urldefrag(href)
            target = normpath(join(dirname(path), unquote(address))) if address else path
            if target not in files:
                yield f"{path}: {href} leads to no file"
            elif fragment and unquote(fragment) not in anchors.get(target, set()):
                yield f"{path}: {href} leads to no anchor"


def repeated_anchors(files: Mapping[str, str]) -> Iterator[str]:
    """Yield each anchor that a page defines twice."""
    for path, text in files.items():
        found = re.findall(r'\bid="([^"]*)"', text) if path.endswith(".html") else []
        yield from (f"{path}: {anchor}" for anchor in sorted({a for a in found if found.count(a) > 1}))
