"""Open the atlas in Chromium: errors, links, search, form, accessibility, widths; keep screenshots.

Run by `make atlas-check`, with a folder that has the site and with the file of axe-core:
`check_atlas.py SITE AXE [--shots DIR]`. Checked are both colour schemes, a phone and a desktop, every kind of
page, from files; then the served site with its form. Any finding is printed, and the exit status is 1.
"""

from __future__ import annotations

import argparse
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, Page, TimeoutError, sync_playwright

from mcpgen.emit import file_tree
from support.site_links import broken_links

SIZES = {"phone": (390, 844), "desktop": (1280, 900)}
SCHEMES = ("light", "dark")
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking")
FRAME = (
    '{"jsonrpc":"2.0","id":1,"result":{"tools":[{"name":"a","icons":[],"inputSchema":{"type":"object"}}]}}'
)
SEARCHES = {
    "tools/call": "methods/tools.call.html",
    "Icon": "types/Icon.html",
    "T2.6": "#T2.6",
    "-32602": "errors.html#-32602",
    "who asks": "#T4.3",
}


def kinds_of_pages(site: Path) -> Iterator[Path]:
    """Yield a page of each kind, the largest of its folder, and every page at the top."""
    yield from sorted(site.glob("*.html"))
    for folder in ("methods", "types", "changes", "frames"):
        yield site / folder / "index.html"
        pages = [path for path in (site / folder).glob("*.html") if path.name != "index.html"]
        yield max(pages, key=lambda path: path.stat().st_size)


def violations(page: Page, axe: str) -> list[str]:
    """Return the violations that axe-core finds on a page."""
    page.evaluate(axe)
    found: list[dict[str, Any]] = page.evaluate("axe.run().then((result) => result.violations)")
    return [
        f"{one['id']}: {one['help']} at {one['nodes'][0]['target']} and {len(one['nodes']) - 1} more"
        for one in found
    ]


def checked_pages(browser: Browser, site: Path, axe: str, shots: Path | None) -> Iterator[str]:
    """Yield the findings on every kind of page, at each size and in each colour scheme."""
    for size, (width, height) in SIZES.items():
        for scheme in SCHEMES:
            options: dict[str, Any] = {"viewport": {"width": width, "height": height}, "color_scheme": scheme}
            page = browser.new_context(**options).new_page()
            said: list[str] = []
            page.on("console", lambda message, said=said: said.append(f"{message.type}: {message.text}"))
            page.on("pageerror", lambda error, said=said: said.append(str(error)))
            page.on("requestfailed", lambda request, said=said: said.append(f"failed: {request.url}"))
            for path in kinds_of_pages(site):
                said.clear()
                page.goto(path.as_uri())
                name = f"{path.relative_to(site)} ({size}, {scheme})"
                yield from (f"{name}: {text}" for text in [*said, *violations(page, axe)])
                wide = page.evaluate(
                    "document.documentElement.scrollWidth - document.documentElement.clientWidth"
                )
                if wide > 0:
                    yield f"{name}: wider than the window by {wide} pixels"
                if shots:
                    shot = "-".join([*path.relative_to(site).with_suffix("").parts[-2:], size, scheme])
                    page.screenshot(path=shots / f"{shot}.png")
            page.context.close()


def checked_search(browser: Browser, site: Path) -> Iterator[str]:
    """Yield the searches that do not find their page, by keyboard alone; and a theme that does not switch."""
    page = browser.new_page()
    for words, address in SEARCHES.items():
        page.goto((site / "index.html").as_uri())
        page.keyboard.press("/")
        page.keyboard.type(words)
        page.wait_for_selector("#atlas-results a", timeout=5_000)
        page.keyboard.press("ArrowDown")
        page.keyboard.press("Enter")
        try:
            page.wait_for_url(f"**/*{address}", timeout=5_000)
        except TimeoutError:
            yield f"search for {words!r} leads to {page.url}"
    before = page.evaluate("getComputedStyle(document.body).backgroundColor")
    page.click("#atlas-theme")
    page.wait_for_timeout(50)
    if page.evaluate("getComputedStyle(document.body).backgroundColor") == before:
        yield "the switch of the theme changes nothing"


def checked_form(browser: Browser, axe: str, shots: Path | None) -> Iterator[str]:
    """Yield the findings on the served form and on the page of a pasted frame."""
    command = [sys.executable, "-m", "mcpgen", "atlas", "--serve", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stderr
            address = server.stderr.readline().split()[0]
            page = browser.new_page()
            said: list[str] = []
            page.on("console", lambda message: said.append(message.text))
            page.goto(f"{address}frames/")
            yield from (f"form: {text}" for text in violations(page, axe))
            page.fill("textarea", FRAME)
            page.fill("input[name=answering]", "tools/list")
            page.select_option("select[name=sender]", "server")
            page.click("button[type=submit]")
            if page.locator(".panel").count() < 2 or "whole" not in page.content():
                yield f"form: no conversion at {page.url}"
            yield from (f"judged frame: {text}" for text in [*violations(page, axe), *said])
            if shots:
                page.screenshot(path=shots / "frames-judged.png")
        finally:
            server.terminate()


def findings(site: Path, axe: Path, shots: Path | None) -> Iterator[str]:
    """Yield everything that is wrong with the site."""
    yield from broken_links(file_tree.read(site))
    script = axe.read_text("utf-8")
    chromium = shutil.which("chromium") or shutil.which("chromium-browser") or shutil.which("google-chrome")
    with sync_playwright() as play:
        browser = play.chromium.launch(executable_path=chromium, args=list(FLAGS))
        yield from checked_pages(browser, site, script, shots)
        yield from checked_search(browser, site)
        yield from checked_form(browser, script, shots)
        browser.close()


def main() -> int:
    """Check a site; return the exit status."""
    parser = argparse.ArgumentParser()
    parser.add_argument("site", type=Path)
    parser.add_argument("axe", type=Path)
    parser.add_argument("--shots", type=Path)
    given = parser.parse_args()
    if given.shots:
        given.shots.mkdir(parents=True, exist_ok=True)
    found = []
    for finding in findings(given.site.resolve(), given.axe, given.shots):
        print(finding, flush=True)
        found.append(finding)
    print(f"{len(found)} findings", file=sys.stderr)
    return 1 if found else 0


if __name__ == "__main__":
    raise SystemExit(main())
