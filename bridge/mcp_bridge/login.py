"""Log in to a server for a client that cannot: the OAuth flow of the specification, with the official SDK.

`Login` is an `auth` of the HTTP client that gives each request to the server its access token. Rules
(2026-07-28, basic/authorization):

- A 401 starts the flow: metadata of the resource and of the authorization server, a client id metadata
  document or dynamic registration, PKCE, and a redirect to a loopback address (RFC 8252). A 403 about a
  missing scope starts the flow again with more scope.
- If a token has expired or the server refuses it, the token is refreshed before a person is asked again.
- A request waits for others only to obtain a token, so one slow call does not delay the others.
- URLs in metadata come from a peer. Each must be `https`, on the origin of the server, or on loopback if the
  server is. A redirect with another `state` is refused, and the login continues to wait.
- A client that a person registered, and its secret, belong to the authorization server of their first login.
  If the server names another authorization server later, that one gets neither.
- A registration is stored with the token to which it led. If the authorization server has forgotten a client
  (`invalid_client`), the client registers again. It also registers again after a login that led to no token.
- `Credentials` stores the tokens for all processes. A process uses a token that another one has refreshed,
  and one process refreshes at a time. If the refresh of one process is refused, the registration that the
  other processes use is unchanged. No error and no log contains a token, code or secret.
- A logout revokes the tokens (RFC 7009), at a URL on the same origin as the token endpoint, and nowhere else.
- The browser returns to a loopback address (RFC 8252, section 7.3), which serves one login at a time.
"""

from __future__ import annotations

import asyncio
import logging
import os
import re
import secrets
import socket
import sys
import tempfile
import time
import webbrowser
from collections.abc import AsyncGenerator, Callable, Iterable
from contextlib import ExitStack, closing, suppress
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path
from threading import Thread
from typing import Any
from urllib.parse import parse_qs, urlsplit

import keyring
from keyring.errors import KeyringError
from mcp.client.auth import (
    AuthorizationCodeResult,
    OAuthClientProvider,
    OAuthFlowError,
    OAuthRegistrationError,
    OAuthTokenError,
)
from mcp.client.auth.utils import extract_field_from_www_auth
from mcp.shared.auth import (
    OAuthClientInformationFull,
    OAuthClientMetadata,
    OAuthMetadata,
    OAuthToken,
    ProtectedResourceMetadata,
)
from mcp.shared.auth_utils import resource_url_from_server_url
from pydantic import AnyUrl, BaseModel, ValidationError

from mcp_bridge.diagnostics import public
from mcp_bridge.http_client import NETWORK, LoginFailed, UpstreamFailure, bound, fetch, is_url, post_form

FLOWS = 2  # for each request: a login, and another one for more scope or a forgotten client
SERVICE = "mcp-bridge"  # the name of the service in the keyring
TURN = 40.0  # seconds to wait for the refresh of another process, which takes at most 30
LONG_AGO = 1.0  # a time of expiry for a token that the server refuses although its time has not passed
HOST, PATH = "127.0.0.1", "/callback"
PORT = 33428  # used if it is free, because a client registered by a person has fixed redirect URIs
PATIENCE = 300.0  # seconds for a person to log in
PAGE = 32 << 10  # characters of the address of a login page: a browser, or its command line, takes no more
SLOW = 10.0  # seconds for a browser to send its request
DONE = "Return to the terminal: it says whether the login succeeds. This window can be closed."
REFUSED = "The login was refused. This window can be closed."
CHALLENGE = "S256"  # the method of PKCE
UNKNOWN_CLIENT = "invalid_client"  # an error code
STRANGE = "This is not the answer to the current login."
REPLY = (
    "HTTP/1.1 {status}\r\nContent-Type: text/html; charset=utf-8\r\nContent-Length: {length}\r\n"
    "Cache-Control: no-store\r\nConnection: close\r\n\r\n"
)

_USERINFO = re.compile(r"(?<=://)[^\s/?#]*@")  # user and password of a URL, which are removed everywhere

_TOKEN = re.compile(r"[!-~](?:[ -~]*[!-~])?")  # a token that a header can contain unchanged

_logger = logging.getLogger("mcp.client.auth")
_logger.addHandler(logging.NullHandler())
_logger.propagate = False  # its lines hold tracebacks, and answers of authorization servers


class ClientForgotten(LoginFailed):
    """The authorization server no longer knows the client that it registered (RFC 6749, section 5.2)."""


class Kept(BaseModel):
    """The results of a login that are stored for later processes."""

    tokens: OAuthToken | None = None
    client: OAuthClientInformationFull | None = None
    expires_at: float | None = None  # seconds since 1970; None if the token does not expire
    issuer: str | None = None
    server: dict[str, Any] | None = None  # metadata of the authorization server (RFC 8414)
    resource: dict[str, Any] | None = None  # metadata of the server (RFC 9728), the resource of each token
    is_doubtful: bool = False  # a page of the client was opened, and has led to no token


class Credentials:
    """The tokens of one server: in the keyring of the platform, otherwise in a file of `folder`.

    The file has mode 0600, and is written completely or not at all. A file that cannot be read counts as
    missing.
    """

    def __init__(self, url: str, folder: Path) -> None:
        self._name = resource_url_from_server_url(url)
        self._file = folder / f"{sha256(self._name.encode()).hexdigest()[:32]}.json"
        self.kept = self.read()

    @property
    def place(self) -> Path | None:
        """The file that has the tokens, or None if the keyring has them or there are none."""
        return self._file if self._file.is_file() else None

    async def get_tokens(self) -> OAuthToken | None:
        """Return the tokens."""
        return self.kept.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        """Set the tokens. The next `save` stores them, with the time at which they expire.

        Raise `LoginFailed` for a token that a header cannot contain (RFC 6750 section 2.1).
        """
        if not _TOKEN.fullmatch(tokens.access_token):
            raise LoginFailed("the authorization server sent a token that cannot be sent in a header")
        self.kept.tokens = tokens

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        """Return the registration of the client."""
        return self.kept.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        """Set the registration of the client. The next `save` stores it."""
        self.kept.client = client_info

    async def turn(self) -> ExitStack:
        """Wait for the exclusive right, among all processes, to refresh the token. Return that right.

        The right ends with `close`, or with the process. After `TURN` seconds, or if no file can be created
        or locked, the process gets the right without a lock.
        """
        held, handle = ExitStack(), None
        with suppress(OSError):
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            # The file is kept, even after a logout. Otherwise a process that waits for the lock of the
            # deleted file, and a process that creates the file anew, would both have the right.
            handle = os.open(self._file.with_suffix(".lock"), os.O_RDWR | os.O_CREAT, 0o600)
            held.callback(os.close, handle)
        end = time.monotonic() + TURN
        try:
            with suppress(OSError):  # the file system may have no locks
                while handle is not None and not _lock(handle) and time.monotonic() < end:
                    await asyncio.sleep(0.05)
        except BaseException:
            held.close()
            raise
        return held

    def doubt(self, is_dynamic: bool) -> None:
        """Record, before a login page is opened, that this client's registration has led to no token yet.

        If the login fails, the next login registers a new client. `is_dynamic` says whether the bridge
        registers its client itself. If not, this method records nothing. Tokens that another process has
        stored meanwhile remain stored. Raise `LoginFailed` if the record cannot be written, before a person
        is asked to log in.
        """
        self.kept.is_doubtful = is_dynamic
        found = self.read()
        if is_dynamic and found.client is not None and found.client == self.kept.client:
            found.is_doubtful = True
        self._write(found)

    def save(self) -> None:
        """Store the results of the login.

        Raise `LoginFailed` if neither a keyring nor a file can be written.
        """
        self._write(self.kept)

    def _write(self, kept: Kept) -> None:
        text = kept.model_dump_json(exclude_none=True)
        with suppress(KeyringError):
            keyring.set_password(SERVICE, self._name, text)
            self._file.unlink(missing_ok=True)
            return
        try:
            self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
            self._clear(time.time() - TURN)
            handle, name = tempfile.mkstemp(".tmp", f"{self._file.stem}.", self._file.parent)  # mode 0600
            try:
                with os.fdopen(handle, "w", encoding="utf-8") as file:
                    file.write(text)
                Path(name).replace(self._file)
            except BaseException:
                Path(name).unlink(missing_ok=True)
                raise
        except OSError as error:
            raise LoginFailed(f"the token cannot be stored in {self._file}: {error.strerror}") from None

    def _clear(self, until: float) -> None:
        """Delete the temporary files of interrupted writes that are older than `until`."""
        for left in self._file.parent.glob(f"{self._file.stem}.*.tmp"):
            with suppress(OSError):
                if left.stat().st_mtime <= until:
                    left.unlink()

    def forget(self) -> bool:
        """Delete everything that is stored. Return whether anything was stored."""
        is_known = self.kept != Kept()
        with suppress(KeyringError):
            keyring.delete_password(SERVICE, self._name)
        self._file.unlink(missing_ok=True)
        self._clear(time.time())
        self.kept = Kept()
        return is_known

    def read(self) -> Kept:
        """Return the stored tokens and client, which another process may have changed."""
        text = None
        with suppress(KeyringError):
            text = keyring.get_password(SERVICE, self._name)
        if text is None:
            with suppress(OSError, ValueError):
                text = self._file.read_text("utf-8")
        try:
            kept = Kept() if text is None else Kept.model_validate_json(text)
        except ValidationError:
            return Kept()
        if kept.tokens is not None and not _TOKEN.fullmatch(kept.tokens.access_token):
            kept.tokens = None  # each request with it would fail
        return kept


class Login(OAuthClientProvider):
    """The authorization of requests to the server at `url`, for the HTTP client.

    - `say`: called with lines for the person who logs in.
    - `client_id`: the id of a client that a person registered, with `client_secret`, or the URL of a client
      id metadata document. A token that is stored for another client is not used.

    Raise `ValueError` if such a URL does not use `https` or has no path.
    """

    asks_person = True

    def __init__(
        self,
        url: str,
        credentials: Credentials,
        say: Callable[[str], None],
        client_id: str | None = None,
        client_secret: str | None = None,
    ) -> None:
        if client_id is not None and client_id.startswith("http://"):
            raise ValueError("the URL of a client id metadata document must begin with https://")
        is_document = client_id is not None and client_id.startswith("https://")
        self._redirect, self._say = Redirect(say, public(url)), say
        metadata = OAuthClientMetadata(
            client_name="mcp-bridge",
            redirect_uris=None,  # known when the flow begins
            application_type="native",
        )
        super().__init__(
            _USERINFO.sub("", url),
            metadata,
            credentials,
            self._visit,
            self._answer,
            client_id if is_document else None,
        )
        self._credentials = credentials
        self._registered = None if is_document else client_id
        self._secret = client_secret
        self._is_dynamic = client_id is None
        self._turn = asyncio.Lock()
        self._is_loaded = False

    @property
    def place(self) -> Path | None:
        """The file that has the tokens, or None if the keyring has them."""
        return self._credentials.place

    @property
    def is_waiting(self) -> bool:
        """Whether the login waits for a person."""
        return self._redirect.is_waiting

    async def async_auth_flow(self, request: Any) -> AsyncGenerator[Any, Any]:
        """Yield the request with its token.

        If the server asks for a login, log in and yield the request again.

        Raise `LoginFailed` if the flow ends without a token.
        """
        context, response = self.context, None
        if not self._is_loaded:
            self._load()
        if context.is_token_valid() or not context.can_refresh_token():
            sent = context.current_tokens
            if sent is not None:
                request.headers["Authorization"] = f"Bearer {sent.access_token}"
            response = yield request
            if not _is_challenge(response):
                return
            bound(response)
            if response.status_code == 401 and sent is not None and context.current_tokens is sent:
                context.token_expiry_time = LONG_AGO
        for flows_left in reversed(range(FLOWS)):
            async with self._turn:
                held = ExitStack() if context.is_token_valid() else await self._credentials.turn()
                self._take_over()
                self._widen(response)
                flow = self._flow(request, held)
                try:
                    outgoing = await flow.__anext__()
                    while True:
                        response = yield outgoing
                        outgoing = await flow.asend(response)
                except StopAsyncIteration:
                    pass
                except ClientForgotten:
                    if not flows_left:
                        raise
                    continue
                finally:
                    held.close()
                    await flow.aclose()
            if not _asks_for_scope(response):  # a 401 for a new token: another token would be refused too
                return

    async def log_out(self) -> bool:
        """Delete and revoke the stored tokens. Return whether there was a record.

        The stored tokens are deleted first, so that no other process refreshes them. If a token cannot be
        revoked, report the reason with `say`.
        """
        held = await self._credentials.turn()
        try:
            self._credentials.kept = self._credentials.read()
            self._load()
            is_known, tokens = self._credentials.forget(), self.context.current_tokens
            if tokens is not None:
                kinds = {"refresh_token": tokens.refresh_token, "access_token": tokens.access_token}
                try:
                    for kind, token in kinds.items():
                        if token is not None:
                            await self._revoke(kind, token)
                except (UpstreamFailure, OAuthTokenError) as failure:
                    self._say(
                        f"the tokens were deleted here; the server accepts them until they expire: {failure}"
                    )
        finally:
            held.close()
        return is_known

    async def _revoke(self, kind: str, token: str) -> None:
        """Revoke a token. Raise `UpstreamFailure` with the reason if the server does not revoke it."""
        server, client = self.context.oauth_metadata, self.context.client_info
        if server is None or server.revocation_endpoint is None or client is None:
            raise LoginFailed("the authorization server does not have a revocation_endpoint (RFC 8414)")
        url = str(server.revocation_endpoint)
        self._check_address(url)
        if _origin(url) != _origin(str(server.token_endpoint)):
            raise LoginFailed(
                f"the revocation_endpoint and the token_endpoint have different origins: {_origin(url)}"
            )
        form = {"token": token, "token_type_hint": kind, "client_id": client.client_id}
        form, headers = self.context.prepare_token_auth(form, {})
        answer = await post_form(url, form, headers)
        if answer.status_code != 200:
            code = _error_code(answer)
            status = f"{answer.status_code}{f', {code}' if code else ''}"
            raise LoginFailed(f"the authorization server did not revoke the {kind}: it answered {status}")

    async def _flow(self, request: Any, held: ExitStack) -> AsyncGenerator[Any, Any]:
        """Yield the request each time that the SDK sends it.

        The SDK may first refresh the token or register the client. Requests for that are sent with `fetch`.
        `held` is the exclusive right to refresh.
        """
        flow, answer = super().async_auth_flow(request), None
        context, known = self.context, self.context.current_tokens
        try:
            self._listen()
            outgoing = await flow.__anext__()
            while True:
                if outgoing is request:
                    if context.current_tokens is None and self._take_over():  # the refresh was refused
                        assert context.current_tokens is not None
                        request.headers["Authorization"] = f"Bearer {context.current_tokens.access_token}"
                    elif context.current_tokens not in (None, known):
                        self._keep()
                    known = context.current_tokens
                    held.close()
                    answer = yield outgoing
                    if _is_challenge(answer):
                        bound(answer)
                        self._challenged()
                else:
                    self._check_issuer()
                    self._check_address(str(outgoing.url))
                    answer = await fetch(outgoing)
                    if self._is_dynamic and _error_code(answer) == UNKNOWN_CLIENT:
                        self._forget_client()
                outgoing = await flow.asend(answer)
        except StopAsyncIteration:
            pass
        except (UpstreamFailure, *NETWORK):
            raise
        except Exception as failure:  # the SDK may raise anything for an unusual answer
            is_forgotten = isinstance(failure, OAuthTokenError) and self.context.client_info is None
            raise (ClientForgotten if is_forgotten else LoginFailed)(_reason(failure, answer)) from None
        finally:
            await flow.aclose()
            self._redirect.close()

    def _challenged(self) -> None:
        """Prepare a login, because the server asks for a token.

        If the last login page that was opened for this client led to no token, register the client again.
        """
        if self._is_dynamic and self._credentials.kept.is_doubtful:
            self._forget_client()

    def _widen(self, response: Any) -> None:
        """Prepare to register the client again if the server asks for a token with more scope.

        The client is registered for the earlier scope only. The metadata of the server is read again, because
        it may name the new scope.
        """
        if not _asks_for_scope(response):
            return
        self.context.oauth_metadata = None
        if self._is_dynamic:
            self.context.client_info = self._credentials.kept.client = None

    def _take_over(self) -> bool:
        """Use a token that another process has stored meanwhile. Return whether there is one.

        The other process may have used the refresh token, and such a token may be single-use.
        """
        found = self._credentials.read()
        is_new = found.tokens is not None and found.tokens != self._credentials.kept.tokens
        if is_new and not self._is_of_another_client(found):
            self._credentials.kept = found
            self._load()
            return True
        return False

    def _load(self) -> None:
        """Use the stored results of an earlier login of the client."""
        self._is_loaded = True
        if self._is_of_another_client(self._credentials.kept):
            self._credentials.kept = Kept()
        context, kept = self.context, self._credentials.kept
        context.current_tokens = kept.tokens
        context.client_info = kept.client
        context.token_expiry_time = kept.expires_at
        context.auth_server_url = kept.issuer
        if kept.server is not None:
            with suppress(ValidationError):
                context.oauth_metadata = OAuthMetadata.model_validate(kept.server)
        if kept.resource is not None:
            with suppress(ValidationError):
                context.protected_resource_metadata = ProtectedResourceMetadata.model_validate(kept.resource)

    def _is_of_another_client(self, kept: Kept) -> bool:
        """Return whether stored results belong to another client than the one that now logs in.

        The clients are compared by their ids. The URL of the client id metadata document is the id only if
        the authorization server accepts such documents. Otherwise the client has been registered.
        """
        document = self.context.client_metadata_url
        takes_document = (kept.server or {}).get("client_id_metadata_document_supported") is True
        wanted = document if takes_document else self._registered
        return wanted is not None and kept.client is not None and kept.client.client_id != wanted

    def _listen(self) -> None:
        """Bind the address for the redirect.

        A client that was registered with another address registers again.
        """
        context, kept = self.context, self._credentials.kept
        registered = context.client_info.redirect_uris if context.client_info is not None else None
        uri = AnyUrl(self._redirect.bind([str(one) for one in registered or ()]))
        context.client_metadata.redirect_uris = [uri]
        if self._registered is not None:
            method = "none" if self._secret is None else "client_secret_basic"
            context.client_info = OAuthClientInformationFull(
                client_id=self._registered,
                client_secret=self._secret,
                redirect_uris=[uri],
                token_endpoint_auth_method=method,
                issuer=kept.issuer or (kept.server or {}).get("issuer"),
            )
            kept.client = context.client_info
        elif registered is not None and uri not in registered and not context.can_refresh_token():
            context.client_info = kept.client = None

    def _keep(self) -> None:
        """Store the tokens, with the time when they expire and the server that issued them."""
        context, kept = self.context, self._credentials.kept
        server, resource = context.oauth_metadata, context.protected_resource_metadata
        kept.is_doubtful = False
        kept.expires_at, kept.issuer = context.token_expiry_time, context.auth_server_url
        kept.server = None if server is None else server.model_dump(mode="json", exclude_none=True)
        kept.resource = None if resource is None else resource.model_dump(mode="json", exclude_none=True)
        self._credentials.save()

    def _forget_client(self) -> None:
        """Forget the client's registration in this process.

        The stored registration remains until a login succeeds.
        """
        self.context.client_info = self._credentials.kept.client = None

    async def _visit(self, url: str) -> None:
        server = self.context.oauth_metadata
        methods = None if server is None else server.code_challenge_methods_supported
        if methods is not None and CHALLENGE not in methods:
            raise LoginFailed(
                f"the authorization server does not support the PKCE method {CHALLENGE} (RFC 7636)"
            )
        endpoint, _, query = url.rpartition("?")
        url = f"{endpoint}{'&' if '?' in endpoint else '?'}{query}"  # RFC 6749, section 3.1: keep its query
        if len(url) > PAGE:
            raise LoginFailed(f"the address of the login page has more than {PAGE} characters")
        self._check_address(url)
        # The page of a client that is forgotten is an error, which only a person sees.
        self._credentials.doubt(self._is_dynamic)
        await self._redirect.visit(url)

    async def _answer(self) -> AuthorizationCodeResult:
        query = await self._redirect.answer()
        return AuthorizationCodeResult(
            code=query.get("code", ""), state=query.get("state"), iss=query.get("iss")
        )

    def _check_issuer(self) -> None:
        """Raise `LoginFailed` if the server names another authorization server than at the first login.

        Only a client that a person registered is bound to its first authorization server.
        """
        if self._registered is not None and self.context.client_info is None:
            remedy = f"if that is right, run: mcp-bridge logout {public(self.context.server_url)}"
            raise LoginFailed(
                f"the server names another authorization server than at the first login; {remedy}"
            )

    def _check_address(self, url: str) -> None:
        if not is_url(url):
            raise LoginFailed("the login uses an address that is not an http or https URL")
        if not is_trusted(url, self.context.server_url):
            raise LoginFailed(f"the login needs a URL that does not use https: {_origin(url)}")


class KeptLogin(Login):
    """The authorization with a token of an earlier login. It never asks a person.

    The token is refreshed when it expires.
    """

    asks_person = False

    def _challenged(self) -> None:
        """Raise `LoginFailed` instead of starting a login, because no person may be asked."""
        remedy = f"run: mcp-bridge login {public(self.context.server_url)}"
        raise LoginFailed(f"the server does not accept the stored token; {remedy}")


class Redirect:
    """The listener on a loopback address for the redirect of a login. It serves one login at a time.

    `say` is called with lines for the person, and `name` is the name of the server in them. Browsers open
    connections that they do not use. Such connections do not delay the one with the redirect.
    """

    def __init__(self, say: Callable[[str], None], name: str) -> None:
        self._say = say
        self._name = name
        self._socket: socket.socket | None = None
        self._server: asyncio.Server | None = None
        self._state = ""
        self._redirected: asyncio.Future[dict[str, str]]
        self.is_waiting = False

    def bind(self, uris: Iterable[str]) -> str:
        """Bind the first free port, and return the redirect URI.

        The ports of the `uris` are tried first, then `PORT`, then any port.
        """
        ports = [port for uri in uris if (port := urlsplit(uri).port) is not None]
        for port in (*ports, PORT, 0):
            with suppress(OSError):
                self._socket = socket.create_server((HOST, port))
                return f"http://{HOST}:{self._socket.getsockname()[1]}{PATH}"
        raise LoginFailed(f"no port of {HOST} is free for the redirect")

    async def visit(self, url: str) -> None:
        """Open the login page in a browser, and print its URL."""
        states = parse_qs(urlsplit(url).query).get("state", [])
        if len(states) != 1:
            raise LoginFailed("the address of the login page must not have a fragment or a parameter `state`")
        (self._state,) = states
        self._redirected = asyncio.get_running_loop().create_future()
        self.is_waiting = True
        self._server = await asyncio.start_server(self._serve, sock=self._socket)
        self._say(f"log in at {url}")
        # In a thread, because some browsers return only when they are closed.
        Thread(target=webbrowser.open, args=[url], daemon=True).start()

    async def answer(self) -> dict[str, str]:
        """Wait for the redirect and return its parameters. Raise `LoginFailed` if it fails or never comes."""
        try:
            query = await asyncio.wait_for(self._redirected, PATIENCE)
        except (asyncio.TimeoutError, TimeoutError):
            remedy = f"if the page shows an error, run: mcp-bridge logout {self._name}"
            raise LoginFailed(f"nobody logged in within {PATIENCE:.0f} seconds; {remedy}") from None
        finally:
            self.close()
        if "error" in query:
            raise LoginFailed(f"the authorization server refused the login: {_word(query['error'])}")
        return query

    def close(self) -> None:
        """Release the port."""
        self.is_waiting = False
        for one in (self._server, self._socket):
            if one is not None:
                one.close()
        self._server = self._socket = None

    async def _serve(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        """Answer one request of a browser, and record the parameters of the redirect."""
        late = (TimeoutError, asyncio.TimeoutError, asyncio.CancelledError)  # the loop may end first
        with closing(writer), suppress(OSError, EOFError, asyncio.LimitOverrunError, *late):
            head = await asyncio.wait_for(reader.readuntil(b"\r\n\r\n"), SLOW)
            query = self._parameters(head.decode("latin-1"))
            text = STRANGE if query is None else REFUSED if "error" in query else DONE
            page = f"<!doctype html><meta charset=utf-8><title>mcp-bridge</title><p>{text}".encode()
            status = "400 Bad Request" if query is None else "200 OK"
            writer.write(REPLY.format(status=status, length=len(page)).encode() + page)
            await writer.drain()
            if query is not None and not self._redirected.done():
                self._redirected.set_result(query)

    def _parameters(self, head: str) -> dict[str, str] | None:
        """Return the parameters of the redirect, or None for any other request."""
        with suppress(ValueError):
            method, target, _ = head.split(" ", 2)
            parts = urlsplit(target)
            query = {name: values[0] for name, values in parse_qs(parts.query, max_num_fields=20).items()}
            given, expected = query.get("state", "").encode(), self._state.encode()
            if method == "GET" and parts.path == PATH and secrets.compare_digest(given, expected):
                return query
        return None


def _lock(handle: int) -> bool:
    """Lock an open file for this process. Return False if another process has locked it.

    Raise `OSError` if the file cannot be locked at all.
    """
    try:
        if sys.platform == "win32":
            import msvcrt

            msvcrt.locking(handle, msvcrt.LK_NBLCK, 1)
        else:
            import fcntl

            fcntl.flock(handle, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except (BlockingIOError, PermissionError):  # raised on POSIX and on Windows
        return False
    return True


def _word(text: str) -> str:
    """Return a text if it can be an error code of RFC 6749, otherwise `without a code`."""
    return text if _is_word(text) else "without a code"


def _is_word(text: str) -> bool:
    return text.isascii() and text.replace("_", "").isalnum() and len(text) < 50


def is_trusted(url: str, server: str) -> bool:
    """Return whether a token or code may be sent to `url`.

    That is so if `url` uses https, has the server's origin, or is on loopback like the server. Another server
    may not send a token over http to loopback, because a program on this machine would get it.
    """
    parts = urlsplit(url)
    if parts.scheme == "http":
        return _origin(url) == _origin(server) or (_is_on_loopback(url) and _is_on_loopback(server))
    return parts.scheme == "https"


def _is_challenge(response: Any) -> bool:
    """Return whether the server asks for a token, or for one with more scope (RFC 6750, section 3.1)."""
    return response.status_code == 401 or _asks_for_scope(response)


def _asks_for_scope(response: Any) -> bool:
    return (
        response is not None
        and response.status_code == 403
        and extract_field_from_www_auth(response, "error") == "insufficient_scope"
    )


def _error_code(response: Any) -> str | None:
    """Return the error code in a response, or None (RFC 6749, section 5.2; RFC 7591, section 3.2.2)."""
    if response is None or response.status_code not in (400, 401):
        return None
    try:
        error = response.json()
    except (ValueError, RecursionError):
        return None
    code = error.get("error") if isinstance(error, dict) else None
    return code if isinstance(code, str) and _is_word(code) else None


def _is_on_loopback(url: str) -> bool:
    host = urlsplit(url).hostname or ""
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def _reason(failure: Exception, answer: Any) -> str:
    """Return one line about a failure of the login.

    `answer` is the last response of the authorization server. The line has no values from it, because they
    may be secret.
    """
    if isinstance(failure, ValidationError) or not isinstance(failure, (OAuthFlowError, ValueError)):
        return "an answer of the authorization server does not follow RFC 8414 and RFC 6749"
    text = _USERINFO.sub("", str(failure))  # the SDK quotes whole URLs, with credentials
    text = text.partition(": ")[0].partition(" (redirected")[0] or type(failure).__name__
    code = _error_code(answer)
    if isinstance(failure, OAuthRegistrationError):
        return f"{text}{f', {code}' if code else ''}; register a client by hand, and name it with --client-id"
    return f"{text}, {code}" if code else text
