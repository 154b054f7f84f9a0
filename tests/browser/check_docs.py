"""Open the docs site in Chromium: links, figures, messages of the console, requests to other sites.

Run by `make docs-check`: `check_docs.py SITE [--shots DIR]`. Every page is opened from its file, at the width
of a phone and of a desktop. Any finding is printed, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import shutil
import sys
from collections.abc import Iterator
from pathlib import Path

from playwright.sync_api import Browser, sync_playwright

from support.site_links import broken_links

SIZES = {"phone": (390, 844), "desktop": (1280, 900)}
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking")
UNDRAWN = """() => [...document.querySelectorAll(".mermaid")].filter(
    (figure) => figure.tagName === "PRE" || figure.getBoundingClientRect().height < 100).length"""


def pages_of(site: Path) -> list[Path]:
    """Return the pages of the site, without those of the atlas and the page that a server gives for none."""
    pages = (path for path in sorted(site.rglob("*.html")) if path.name != "404.html")
    return [path for path in pages if "atlas" not in path.relative_to(site).parts]


def checked_links(site: Path) -> Iterator[str]:
    """Yield the links that lead nowhere; the page for missing pages names addresses of a server."""
    texts = {
        path.relative_to(site).as_posix(): path.read_text("utf-8", "replace")
        for path in site.rglob("*")
        if path.is_file() and path.name != "404.html"
    }
    yield from broken_links(texts)


def checked_pages(browser: Browser, site: Path, shots: Path | None) -> Iterator[str]:
    """Yield the findings on each page at each size."""
    for size, (width, height) in SIZES.items():
        page = browser.new_page(viewport={"width": width, "height": height})
        said: list[str] = []
        page.on("console", lambda message, said=said: said.append(f"{message.type}: {message.text}"))
        page.on("pageerror", lambda error, said=said: said.append(str(error)))
        page.on(
            "request",
            lambda request, said=said: (
                said.append(f"asks for {request.url}") if request.url.startswith("http") else None
            ),
        )
        for path in pages_of(site):
            said.clear()
            page.goto(path.as_uri())
            page.wait_for_timeout(1_000 if page.locator(".mermaid").count() else 50)
            name = f"{path.relative_to(site)} ({size})"
            yield from (f"{name}: {text}" for text in said)
            if page.evaluate(UNDRAWN):
                yield f"{name}: a figure is not drawn"
            if "```" in page.locator("body").inner_text():
                yield f"{name}: shows a fence as text"
            if shots and path.stem in ("index", "design", "api", "tutorial-gateway"):
                page.screenshot(path=shots / f"docs-{path.stem}-{size}.png")
        page.close()


def main() -> int:
    """Check a site; return the exit status."""
    parser = argparse.ArgumentParser()
    parser.add_argument("site", type=Path)
    parser.add_argument("--shots", type=Path)
    given = parser.parse_args()
    if given.shots:
        given.shots.mkdir(parents=True, exist_ok=True)
    site = given.site.resolve()
    found = list(checked_links(site))
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=list(FLAGS))
        found += checked_pages(browser, site, given.shots)
        browser.close()
    for finding in found:
        print(finding)
    print(f"{len(found)} findings", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
