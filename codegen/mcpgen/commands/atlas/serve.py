"""Serve the atlas on a loopback address, with a form that validates and converts a pasted message.

The server only answers requests whose `Host` is its address, and only accepts forms whose `Origin` is its
address. It answers others with 403. Thus no other site can use the server, not even through a name that
resolves to 127.0.0.1. A form has at most `LIMIT` bytes. All files are in memory. No request reads from the
disk.
"""

from __future__ import annotations

import socket
import sys
import threading
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import dataclass
from http import HTTPStatus
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import parse_qs, unquote

from mcpgen.commands.atlas.book import Book
from mcpgen.commands.atlas.message_pages import DETECT, INDEX, LIMIT, RESULT, index_page, message_page
from mcpgen.commands.atlas.panels import PASTED
from mcpgen.commands.atlas.site import Files, atlas_files, page_text
from mcpgen.commands.export.command import exported, exported_corpus
from mcpgen.commands.export.corpus import MessageChecker
from mcpgen.commands.export.recordings import RecordedMessage
from mcpgen.commands.log_files import LogRecord
from mcpgen.commands.logs import read_record
from mcpgen.commands.terminal import working
from mcpgen.problems import refuse
from mcpgen.schema_folder import SchemaFolder

ADDRESS = "127.0.0.1"
TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".json": "application/json; charset=utf-8",
    ".jsonl": "application/x-ndjson; charset=utf-8",
}
POLICY = "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self' data:; form-action 'self'"
SECONDS = 10  # the maximum time to read a whole request
FIELDS = 20  # the maximum number of fields of a form


class Unusable(Exception):
    """Raised for a form that has no usable message. The text says why."""


@dataclass(frozen=True)
class Atlas:
    """The files of the site, and the objects that validate and convert a pasted message."""

    files: Files
    book: Book
    checker: MessageChecker

    def checked(self, form: Mapping[str, str]) -> str:
        """Return the HTML page for the message in a form.

        For an unusable form, return the form with the reason.
        """
        try:
            page = message_page(self.book, self.checker.entry(read_form(form, self.book)), RESULT)
        except (Unusable, RecursionError) as problem:
            reason = str(problem) if isinstance(problem, Unusable) else "The message is nested too deeply."
            page = index_page(self.book, served=True, given=form, problem=reason)
        return page_text(page)


def read_form(form: Mapping[str, str], book: Book) -> RecordedMessage:
    """Return the message in a submitted form.

    Raise `Unusable` if the message cannot be read, or if a field is missing.
    """
    line = read_record(LogRecord(1, form.get("frame", "").encode("utf-8", "replace")))
    if line.flaw is not None:
        raise Unusable(f"The message cannot be read: {line.flaw}.")
    message = line.value
    if not isinstance(message, dict | list):
        raise Unusable("A message is a JSON object, or an array of objects.")
    revision, sender, answering = (form.get(name, "") for name in ("revision", "sender", "answering"))
    if revision not in book.revisions or sender not in (DETECT, "client", "server"):
        raise Unusable("Choose a revision and a sender.")
    is_response = isinstance(message, dict) and "method" not in message
    if is_response and revision not in book.methods.get(answering, {}):
        raise Unusable(f"This is a response. Name the method of {revision} that it answers.")
    answered = answering if is_response else None
    is_client = sender == "client" or (
        sender == DETECT and _sent_by_client(message, revision, answered, book)
    )
    return RecordedMessage(PASTED, revision, "client" if is_client else "server", answered, message)


def _sent_by_client(message: Any, revision: str, answering: str | None, book: Book) -> bool:
    """Return whether a message is from the client, according to its method or to the method that it answers.

    If both sides may send the message, return True.
    """
    first = message[0] if isinstance(message, list) and message else message
    method = answering or (first.get("method") if isinstance(first, dict) else None)
    row = book.methods.get(method, {}).get(revision) if isinstance(method, str) else None
    senders = row["senders"] if row else ["client", "server"]
    return ("server" if answering else "client") in senders


def serve(folder: SchemaFolder, recordings: Path | None, port: int) -> None:
    """Serve the atlas until the user interrupts the command."""
    print("reading the protocol and its recorded messages", file=sys.stderr, flush=True)
    with working("reading"):
        checker = MessageChecker(folder.revisions)
        document, corpus = exported(folder, checker), exported_corpus(checker, recordings)
        atlas = Atlas(atlas_files(document, corpus, served=True), Book(document, corpus), checker)
    with bound_server(atlas, port) as bound:
        site = f"http://{ADDRESS}:{bound.server_address[1]}/"
        print(
            f"{site} (stop with Ctrl-C)",
            f"check a message: {site}{INDEX}",
            sep="\n",
            file=sys.stderr,
            flush=True,
        )
        bound.serve_forever()


def bound_server(atlas: Atlas, port: int) -> ThreadingHTTPServer:
    """Return a server that listens on the loopback address. Refuse a port that cannot be used."""

    class BoundHandler(AtlasHandler):
        site = atlas

    try:
        return AtlasServer((ADDRESS, port), BoundHandler)
    except OSError as error:
        raise refuse(
            "--port", f"{port}: {error.strerror}; choose another port, or 0 for any free port"
        ) from None


class AtlasServer(ThreadingHTTPServer):
    """A server that prints no traceback if a client disconnects before it is answered."""

    def handle_error(self, request: Any, client_address: Any) -> None:
        """Print an error of a request, unless the client has closed the connection."""
        if not isinstance(sys.exc_info()[1], ConnectionError):
            super().handle_error(request, client_address)


class AtlasHandler(BaseHTTPRequestHandler):
    """Answers GET with a file of the site, and POST with the page of the pasted message."""

    site: Atlas
    timeout = SECONDS
    server_version, sys_version = "mcpgen", ""

    def setup(self) -> None:
        """Start a timer for the whole request, because the timeout of the socket restarts with each byte."""
        super().setup()
        self._deadline = threading.Timer(SECONDS, self._stop_reading)
        self._deadline.daemon = True
        self._deadline.start()

    def finish(self) -> None:
        """Stop the timer of the request."""
        self._deadline.cancel()
        super().finish()

    def do_GET(self) -> None:  # noqa: N802
        """Answer with a file of the site."""
        if not self._is_addressed():
            return
        path = unquote(self.path.partition("?")[0]).lstrip("/")
        name = f"{path}index.html" if path in ("", "frames/", "methods/", "types/", "changes/") else path
        text = self.site.files.get(name)
        if text is None:
            self._answer(HTTPStatus.NOT_FOUND, "text/plain; charset=utf-8", "no such page\n")
        else:
            self._answer(HTTPStatus.OK, TYPES[PurePosixPath(name).suffix], text)

    def do_POST(self) -> None:  # noqa: N802
        """Answer a submitted form with the page for the message in it.

        Check `Host`, `Origin` and the length first.
        """
        origin = self.headers.get("Origin")
        if not self._is_addressed():
            return
        if origin not in {f"http://{host}" for host in self._hosts()}:
            self._answer(
                HTTPStatus.FORBIDDEN,
                "text/plain; charset=utf-8",
                "the form was not sent by a page of this site\n",
            )
            return
        length = self.headers.get("Content-Length", "")
        if not length.isascii() or not length.isdigit():
            self._answer(
                HTTPStatus.LENGTH_REQUIRED, "text/plain; charset=utf-8", "Content-Length is missing\n"
            )
        elif len(length) > len(str(LIMIT)) or int(length) > LIMIT:
            self._answer(
                HTTPStatus.REQUEST_ENTITY_TOO_LARGE, "text/plain; charset=utf-8", "the form is too long\n"
            )
        elif self.path != f"/{RESULT}":
            self._answer(
                HTTPStatus.NOT_FOUND, "text/plain; charset=utf-8", "this address accepts no submitted form\n"
            )
        else:
            self._check(self.rfile.read(int(length)), int(length))

    def _check(self, body: bytes, length: int) -> None:
        """Answer with the page for the message in a submitted form.

        `length` is the length that the client announced in `Content-Length`.
        """
        if len(body) < length:
            self._answer(HTTPStatus.REQUEST_TIMEOUT, "text/plain; charset=utf-8", "the form is incomplete\n")
            return
        try:
            fields = parse_qs(body.decode("utf-8", "replace"), keep_blank_values=True, max_num_fields=FIELDS)
        except ValueError:
            self._answer(
                HTTPStatus.BAD_REQUEST, "text/plain; charset=utf-8", "the form has too many fields\n"
            )
            return
        form = {name: values[0] for name, values in fields.items()}
        self._answer(HTTPStatus.OK, TYPES[".html"], self.site.checked(form))

    def _stop_reading(self) -> None:
        with suppress(OSError):  # the connection is closed already
            self.connection.shutdown(socket.SHUT_RD)

    def log_message(self, format: str, *args: Any) -> None:
        """Do nothing. Requests are not logged, because stderr is only for problems."""

    def _hosts(self) -> set[str]:
        port = self.connection.getsockname()[1]
        return {f"{ADDRESS}:{port}", f"localhost:{port}"}

    def _is_addressed(self) -> bool:
        """Return whether the `Host` of a request is the address of this server.

        If it is not, answer with 403.
        """
        if self.headers.get("Host") in self._hosts():
            return True
        self._answer(
            HTTPStatus.FORBIDDEN, "text/plain; charset=utf-8", "Host is not the name of this server\n"
        )
        return False

    def _answer(self, status: HTTPStatus, media_type: str, text: str) -> None:
        data = text.encode("utf-8", "replace")
        self.send_response(status)
        for name, value in (
            ("Content-Type", media_type),
            ("Content-Length", str(len(data))),
            ("Content-Security-Policy", POLICY),
            ("X-Content-Type-Options", "nosniff"),
            ("Cache-Control", "no-store"),
            ("Connection", "close"),
        ):
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(data)
