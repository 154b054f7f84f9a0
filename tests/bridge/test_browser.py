"""A web page in Chromium as a client of `mcp-bridge --listen`: of an allowed origin, and of another one."""

from __future__ import annotations

import json
import shutil
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from queue import Queue
from typing import Any

import pytest

from support.http_bridge import listening
from support.paths import PEERS, ROOT
from support.waiting import CEILING

SERVER = ROOT / "docs" / "examples" / "server.py"
CHROMIUM = next(filter(None, map(shutil.which, ("chromium", "chromium-browser", "google-chrome"))), None)
FLAGS = ("--headless", "--no-sandbox", "--disable-gpu", "--disable-background-networking")
NAMES = "--host-resolver-rules=MAP *.example 127.0.0.1"
WELL = {
    "withSession": [200, 202, 2, 200, True, 200, 404],
    "stateless": 2,
    "oneStream": 2,
    "refused": -32600,
}
BLOCKED = "TypeError: Failed to fetch"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(CHROMIUM is None, reason="needs Chromium, which is not installed"),
]


class Site(ThreadingHTTPServer):
    """A server of the page. `reports` gets what the page found."""

    daemon_threads = True

    def __init__(self) -> None:
        self.reports: Queue[dict[str, Any]] = Queue()
        reports = self.reports

        class Handler(BaseHTTPRequestHandler):
            def do_GET(self) -> None:
                self._answer((PEERS / "page.html").read_bytes())

            def do_POST(self) -> None:
                reports.put(json.loads(self.rfile.read(int(self.headers["content-length"]))))
                self._answer(b"")

            def _answer(self, body: bytes) -> None:
                self.send_response(200)
                self.send_header("content-type", "text/html; charset=utf-8")
                self.send_header("content-length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, format: str, *args: Any) -> None:
                pass

        super().__init__(("127.0.0.1", 0), Handler)


@contextmanager
def site() -> Iterator[Site]:
    """Serve the page until the block ends."""
    with Site() as server:
        thread = threading.Thread(target=server.serve_forever, daemon=True)
        thread.start()
        try:
            yield server
        finally:
            server.shutdown()


def visit(server: Site, host: str, bridge: str, folder: Path) -> dict[str, Any]:
    """Open the page in Chromium at a host name; return what it reports."""
    assert CHROMIUM is not None
    page = f"http://{host}:{server.server_port}/?bridge={bridge}"
    command = [CHROMIUM, *FLAGS, NAMES, f"--user-data-dir={folder}", page]
    browser = subprocess.Popen(command, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        return server.reports.get(timeout=CEILING)
    finally:
        browser.kill()
        browser.wait(CEILING)


def test_a_page_uses_the_bridge_only_from_an_allowed_origin(tmp_path: Path) -> None:
    """With a session, without one, and on the HTTP+SSE transport. Another page reads nothing at all."""
    with site() as server:
        allowed = f"http://app.example:{server.server_port}"
        command = ("--allow-origin", allowed, "--quiet", "--", sys.executable, str(SERVER))
        with listening(*command) as bridge:
            assert visit(server, "app.example", bridge, tmp_path / "allowed") == WELL
            assert visit(server, "evil.example", bridge, tmp_path / "other") == {
                **dict.fromkeys(WELL, BLOCKED),
                "oneStream": "Error: the stream broke",
            }
            assert visit(server, "127.0.0.1", bridge, tmp_path / "local") == {
                **dict.fromkeys(WELL, BLOCKED),
                "oneStream": "Error: the stream broke",
            }


def test_a_page_of_any_origin_uses_a_bridge_that_allows_all(tmp_path: Path) -> None:
    """The option is `*`."""
    with site() as server:
        command = ("--allow-origin", "*", "--quiet", "--", sys.executable, str(SERVER))
        with listening(*command) as bridge:
            assert visit(server, "other.example", bridge, tmp_path) == WELL
