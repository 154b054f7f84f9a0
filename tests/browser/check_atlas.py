"""Open the atlas in Chromium: errors, links, search, form, accessibility, widths; keep screenshots.

Run by `make atlas-check`, with a folder that has the site and with the file of axe-core:
`check_atlas.py SITE AXE [--shots DIR]`. Checked are both colour schemes, a phone and a desktop, every
kind of page, from files: as shown, as printed, by keyboard alone; then the served site with its form. Any
finding is printed, and the exit status is 1.
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
    "2024-11-05 2026-07-28": "changes/2024-11-05--2026-07-28.html",
    "echo tools/call": "frames/*.html",
    "Tool.inputSchema": "types/Tool.html#inputSchema",
    "elicitation.url": "capabilities.html#client.elicitation.url",
    "extensions": "extensions.html",
    "tasks/update": "extensions.html#io.modelcontextprotocol/tasks.tasks/update",
    "2025-06-18": "index.html#2025-06-18",
}
FOCUS = """() => {
    const stop = document.activeElement;
    return [!!stop.closest("main"), getComputedStyle(stop).outlineStyle !== "none"];
}"""  # whether the stop of the keyboard is in the content, and whether it shows the focus
ANCHORS = {"types/Tool.html": "name", "errors.html": "-32602", "extensions.html": "T4.15"}
COVERED = """(id) => {
    const box = document.getElementById(id).getBoundingClientRect();
    const top = document.elementFromPoint(box.left + 8, box.top + 4);
    return !(box.top >= 0 && box.top < innerHeight && document.getElementById(id).contains(top));
}"""  # whether the element that an address names is out of sight or below another one
HIDDEN_CELLS = """() => [...document.querySelectorAll(".scroll")].some((frame) => {
    frame.scrollLeft = 9999;
    const cells = [...frame.querySelectorAll("tbody tr:first-child > *")].slice(0, 2);
    if (frame.scrollLeft < 60 || cells.length < 2) return false;
    const [head, cell] = cells.map((each) => each.getBoundingClientRect());
    return head.right > frame.getBoundingClientRect().left + frame.clientWidth / 2;
})"""  # whether the first column of a scrolled table hides half of the table

BESIDE = """() => [...document.querySelectorAll("table")].some((table) => {
    const [head, body] = ["thead", "tbody"].map((part) => table.querySelector(part));
    if (!table.checkVisibility() || getComputedStyle(head).position === "absolute") return false;
    return head.getBoundingClientRect().bottom > body.getBoundingClientRect().top + 1;
})"""  # whether the body of a table stands beside its head; a phone shows no head

OVERLAPS = """() => [...document.querySelectorAll("tbody th, td")].some(
    (cell) => cell.checkVisibility() && cell.clientWidth && cell.scrollWidth > cell.clientWidth + 1
)"""  # whether the text of a cell reaches into the next cell


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
                if page.evaluate(BESIDE):
                    yield f"{name}: the body of a table stands beside its head"
                if page.evaluate(OVERLAPS):
                    yield f"{name}: the text of a cell reaches into the next cell"
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


def checked_anchors(browser: Browser, site: Path) -> Iterator[str]:
    """Yield the anchors that the bar covers, and the tables whose first column covers the others."""
    for size, (width, height) in SIZES.items():
        page = browser.new_page(viewport={"width": width, "height": height})
        for address, anchor in ANCHORS.items():
            page.goto(f"{(site / address).as_uri()}#{anchor}")
            page.wait_for_timeout(100)
            if page.evaluate(COVERED, anchor):
                yield f"{address}#{anchor} is covered ({size})"
        for path in kinds_of_pages(site):
            page.goto(path.as_uri())
            if page.evaluate(HIDDEN_CELLS):
                yield f"{path.relative_to(site)}: the first column covers the table ({size})"
        page.close()


def checked_print(browser: Browser, site: Path, shots: Path | None) -> Iterator[str]:
    """Yield the pages that print dark after a switch to the dark theme, or with parts closed."""
    page = browser.new_page()
    for path in kinds_of_pages(site):
        page.goto(path.as_uri())
        page.emulate_media(media="screen", color_scheme="light")
        page.evaluate("document.documentElement.dataset.theme = 'dark'")
        page.emulate_media(media="print")
        page.wait_for_timeout(20)
        paper = page.evaluate("getComputedStyle(document.body).backgroundColor")
        if min(int(each) for each in paper.strip("rgb()").split(",")) < 240:
            yield f"{path.relative_to(site)}: prints on {paper}"
        closed = "[...document.querySelectorAll('details table')].some((each) => !each.checkVisibility())"
        if page.evaluate(closed):
            yield f"{path.relative_to(site)}: a closed part is not printed"
        if shots:
            page.pdf(path=shots / f"print-{'-'.join(path.relative_to(site).with_suffix('').parts[-2:])}.pdf")
    page.close()


def checked_keyboard(browser: Browser, site: Path) -> Iterator[str]:
    """Yield the pages where a key leads to an element that shows no focus, or never to the content."""
    page = browser.new_page()
    for path in kinds_of_pages(site):
        page.goto(path.as_uri())
        page.keyboard.press("Tab")
        if page.evaluate("document.activeElement.className") != "skip-link":
            yield f"{path.relative_to(site)}: the first stop is no way to the content"
        page.keyboard.press("Enter")
        inside = False
        for _ in range(25):
            page.keyboard.press("Tab")
            here, shown = page.evaluate(FOCUS)
            inside |= here
            if here and not shown:
                yield f"{path.relative_to(site)}: a stop shows no focus"
        if not inside:
            yield f"{path.relative_to(site)}: no stop inside the content"
    page.close()


def checked_form(browser: Browser, axe: str, shots: Path | None) -> Iterator[str]:
    """Yield the findings on the served form and on the page of a pasted frame."""
    command = [sys.executable, "-m", "mcpgen", "atlas", "--serve", "--port", "0"]
    with subprocess.Popen(command, stderr=subprocess.PIPE, text=True) as server:
        try:
            assert server.stderr
            address = next(line for line in server.stderr if line.startswith("http")).split()[0]
            page = browser.new_page()
            said: list[str] = []
            page.on("console", lambda message: said.append(message.text))
            page.goto(f"{address}frames/")
            yield from (f"form: {text}" for text in violations(page, axe))
            for revision, is_valid in (("2025-11-25", True), ("2026-07-28", False)):
                page.goto(f"{address}frames/")
                page.fill("textarea", FRAME)
                page.fill("input[name=answering]", "tools/list")
                page.select_option("select[name=revision]", revision)
                page.select_option("select[name=sender]", "server")
                page.click("button[type=submit]")
                page.wait_for_load_state("load")
                panels, refusals = (page.locator(each).count() for each in (".panel", "p.warning"))
                if (panels > 1, refusals == 0) != (is_valid, is_valid):
                    yield f"form: {panels} conversions, {refusals} refusals by {revision} at {page.url}"
                yield from (f"judged frame: {text}" for text in [*violations(page, axe), *said])
                if shots:
                    page.screenshot(path=shots / f"frames-judged-{revision}.png")
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
        yield from checked_anchors(browser, site)
        yield from checked_print(browser, site, shots)
        yield from checked_keyboard(browser, site)
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
