"""The loopback address to which a browser returns with the code of a login (RFC 8252, section 7.3).

`bind` takes a port, `visit` opens the browser, `answer` waits for the redirect, `close` gives the port back.
A redirect whose `state` is not that of the visit is answered with 400 and changes nothing.
"""

from __future__ import annotations

import asyncio
import os
import secrets
import webbrowser
from collections.abc import Callable, Iterable
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from threading import Thread
from urllib.parse import parse_qs, urlsplit

from mcp_bridge.http_client import LoginFailed

HOST, PATH = "127.0.0.1", "/callback"
PORT = 33428  # where it is free: a client that is registered by hand names its redirects
PATIENCE = 300.0  # seconds for a person to log in
SLOW = 10.0  # seconds for a browser to send its request
DONE = "You are logged in. This window can be closed."
REFUSED = "The login was refused. This window can be closed."
STRANGE = "This is no answer to the login that is under way."


class Redirect:
    """The listener for one login at a time. `say` gets the line for the person."""

    def __init__(self, say: Callable[[str], None]) -> None:
        self._say = say
        self._server: _Listener | None = None

    def bind(self, uris: Iterable[str]) -> str:
        """Bind the port of one of the `uris`, else `PORT`, else any, and return the URI of the redirect."""
        ports = [port for uri in uris if (port := urlsplit(uri).port) is not None]
        for port in (*ports, PORT, 0):
            try:
                self._server = _Listener((HOST, port), _Answer)
            except OSError:
                continue
            return f"http://{HOST}:{self._server.server_port}{PATH}"
        raise LoginFailed(f"no port of {HOST} is free for the redirect")

    async def visit(self, url: str) -> None:
        """Open the page of the authorization server in a browser, and say its address."""
        server = self._server
        assert server is not None
        (server.state,) = parse_qs(urlsplit(url).query)["state"]
        loop = asyncio.get_running_loop()
        server.redirected = redirected = loop.create_future()
        server.arrived = lambda query: loop.call_soon_threadsafe(_resolve, redirected, query)
        Thread(target=server.serve_forever, kwargs={"poll_interval": 0.1}, daemon=True).start()
        self._say(f"log in at {url}")
        Thread(target=webbrowser.open, args=[url], daemon=True).start()  # some browsers return when they end

    async def answer(self) -> dict[str, str]:
        """Wait for the redirect and return its parameters; raise `LoginFailed` for none and for a refusal."""
        server = self._server
        assert server is not None
        try:
            query = await asyncio.wait_for(server.redirected, PATIENCE)
        except (asyncio.TimeoutError, TimeoutError):
            raise LoginFailed(f"nobody has logged in for {PATIENCE:.0f} seconds") from None
        finally:
            await asyncio.to_thread(server.shutdown)
        if "error" in query:
            raise LoginFailed(f"the authorization server refuses, {_word(query['error'])}")
        return query

    def close(self) -> None:
        """Give the port back."""
        if self._server is not None:
            self._server.server_close()
            self._server = None


class _Listener(ThreadingHTTPServer):
    """The server behind the address; a thread calls `arrived` with the parameters of the redirect.

    A browser opens connections that it does not use: none may delay the one with the redirect.
    """

    allow_reuse_address = os.name == "posix"  # elsewhere another process could take the port
    state: str
    redirected: asyncio.Future[dict[str, str]]
    arrived: Callable[[dict[str, str]], object]


class _Answer(BaseHTTPRequestHandler):
    """One request of a browser."""

    server: _Listener
    timeout = SLOW
    server_version = "mcp-bridge"
    sys_version = ""

    def do_GET(self) -> None:
        """Take the redirect, or refuse a request that is none."""
        parts = urlsplit(self.path)
        try:
            query = {name: values[0] for name, values in parse_qs(parts.query, max_num_fields=20).items()}
        except ValueError:
            query = {}
        expected = self.server.state
        if parts.path != PATH or not secrets.compare_digest(
            query.get("state", "").encode(), expected.encode()
        ):
            self._reply(400, STRANGE)
            return
        self._reply(200, REFUSED if "error" in query else DONE)
        self.server.arrived(query)

    def _reply(self, status: int, text: str) -> None:
        page = f"<!doctype html><meta charset=utf-8><title>mcp-bridge</title><p>{text}".encode()
        self.send_response(status)
        self.send_header("Content-Type", "text/html; charset=utf-8")
        self.send_header("Content-Length", str(len(page)))
        self.send_header("Cache-Control", "no-store")
        self.send_header("Connection", "close")
        self.end_headers()
        self.wfile.write(page)

    def log_message(self, format: str, *args: object) -> None:
        """Log nothing: the line of a request holds the code."""


def _resolve(future: asyncio.Future[dict[str, str]], query: dict[str, str]) -> None:
    if not future.done():
        future.set_result(query)


def _word(text: str) -> str:
    """Return an error code of RFC 6749 as it is, and nothing else."""
    return text if text.isascii() and text.replace("_", "").isalnum() and len(text) < 50 else "without a code"
