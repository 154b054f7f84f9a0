"""Log in to a server for a client that cannot: the OAuth flow of the specification, by the official SDK.

In: the URL of a server, and the id of a client where one is registered already. Out: a `Login`, the `auth` of
an HTTP client, which gives each request the access token. Rules (2026-07-28, basic/authorization):

- A 401 begins the flow: metadata of the resource and of the authorization server, a client id metadata
  document or dynamic registration, PKCE, and a redirect to a loopback address (RFC 8252). A 403 for want of
  scope begins it again with more scope.
- A token that has expired, or that the server refuses, is refreshed before a person is asked again.
- A request takes its turn only where a token is to be had: one slow call delays no other.
- Addresses in metadata are words of a peer. Each is `https`, on loopback, or on the origin of the server. A
  redirect with another `state` is refused, and the wait goes on.
- Tokens are kept by `Credentials`. No token, code or secret stands in an error or a log.
"""

from __future__ import annotations

import asyncio
import logging
import os
import tempfile
from collections.abc import AsyncGenerator, Callable
from contextlib import suppress
from hashlib import sha256
from ipaddress import ip_address
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import keyring
from keyring.errors import KeyringError
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider, OAuthFlowError
from mcp.client.auth.utils import extract_field_from_www_auth
from mcp.shared.auth import OAuthClientInformationFull, OAuthClientMetadata, OAuthMetadata, OAuthToken
from mcp.shared.auth_utils import resource_url_from_server_url
from pydantic import AnyUrl, BaseModel, ValidationError

from mcp_bridge.http_client import LoginFailed, bound, fetch
from mcp_bridge.redirect import Redirect

FLOWS = 2  # for a request: a login, and one more for a scope that only the request itself shows
SERVICE = "mcp-bridge"  # in the keyring
LONG_AGO = 1.0  # a time of expiry, in seconds of the clock: the server knows better than the clock

_logger = logging.getLogger("mcp.client.auth")
_logger.addHandler(logging.NullHandler())
_logger.propagate = False  # its lines hold tracebacks, and answers of authorization servers


class Kept(BaseModel):
    """The results of a login."""

    tokens: OAuthToken | None = None
    client: OAuthClientInformationFull | None = None
    expires_at: float | None = None  # seconds since 1970; None where the token has no end
    issuer: str | None = None
    server: dict[str, Any] | None = None  # metadata of the authorization server (RFC 8414)


class Credentials:
    """The tokens of one server: in the keyring of the platform, else in a file of `folder`.

    The file has mode 0600, and is written whole or not at all. Text that cannot be read counts as none.
    """

    def __init__(self, url: str, folder: Path) -> None:
        self._name = resource_url_from_server_url(url)
        self._file = folder / f"{sha256(self._name.encode()).hexdigest()[:32]}.json"
        self.kept = self._read()

    async def get_tokens(self) -> OAuthToken | None:
        """Return the tokens."""
        return self.kept.tokens

    async def set_tokens(self, tokens: OAuthToken) -> None:
        """Keep the tokens."""
        self.kept.tokens = tokens
        self.save()

    async def get_client_info(self) -> OAuthClientInformationFull | None:
        """Return the registration of the client."""
        return self.kept.client

    async def set_client_info(self, client_info: OAuthClientInformationFull) -> None:
        """Keep the registration of the client."""
        self.kept.client = client_info
        self.save()

    def save(self) -> None:
        """Write everything. Raise `OSError` where neither a keyring nor a file takes it."""
        text = self.kept.model_dump_json(exclude_none=True)
        with suppress(KeyringError):
            keyring.set_password(SERVICE, self._name, text)
            self._file.unlink(missing_ok=True)
            return
        self._file.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        handle, name = tempfile.mkstemp(dir=self._file.parent)  # mode 0600
        try:
            with os.fdopen(handle, "w", encoding="utf-8") as file:
                file.write(text)
            Path(name).replace(self._file)
        except BaseException:
            Path(name).unlink(missing_ok=True)
            raise

    def forget(self) -> bool:
        """Delete everything; return whether there was anything."""
        is_known = self.kept != Kept()
        with suppress(KeyringError):
            keyring.delete_password(SERVICE, self._name)
        self._file.unlink(missing_ok=True)
        self.kept = Kept()
        return is_known

    def _read(self) -> Kept:
        text = None
        with suppress(KeyringError):
            text = keyring.get_password(SERVICE, self._name)
        if text is None:
            with suppress(OSError, ValueError):
                text = self._file.read_text("utf-8")
        try:
            return Kept() if text is None else Kept.model_validate_json(text)
        except ValidationError:
            return Kept()


class Login(OAuthClientProvider):
    """The authorization of requests to the server at `url`.

    `say` gets lines for the person who logs in. `client_id` is an id that was registered by hand, with its
    secret, or the URL of a client id metadata document. Raise `ValueError` for such a URL without a path.
    """

    def __init__(
        self,
        url: str,
        credentials: Credentials,
        say: Callable[[str], None],
        client_id: str | None = None,
        client_secret: str | None = None,
    ) -> None:
        is_document = client_id is not None and client_id.startswith("https://")
        self._redirect = Redirect(say)
        metadata = OAuthClientMetadata(
            client_name="mcp-bridge",
            redirect_uris=None,  # known when the flow begins
            application_type="native",
        )
        super().__init__(
            url, metadata, credentials, self._visit, self._answer, client_id if is_document else None
        )
        self._credentials = credentials
        self._registered = None if is_document else client_id
        self._secret = client_secret
        self._is_dynamic = client_id is None
        self._turn = asyncio.Lock()
        self._is_loaded = False

    async def async_auth_flow(self, request: Any) -> AsyncGenerator[Any, Any]:
        """Yield the request with its token; log in where the server asks for it, and yield it again.

        Raise `LoginFailed` where the flow ends without a token.
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
        for _ in range(FLOWS):
            async with self._turn:
                if self._is_dynamic and _asks_for_scope(response):
                    context.client_info = None  # registered for the scope of before: register for the new one
                flow = self._flow(request)
                try:
                    outgoing = await flow.__anext__()
                    while True:
                        response = yield outgoing
                        outgoing = await flow.asend(response)
                except StopAsyncIteration:
                    pass
                finally:
                    await flow.aclose()
            if not _is_challenge(response):
                return

    async def _flow(self, request: Any) -> AsyncGenerator[Any, Any]:
        """Yield the request as the provider sends it; its own requests go through `fetch`."""
        flow = super().async_auth_flow(request)
        try:
            self._listen()
            outgoing = await flow.__anext__()
            while True:
                if outgoing is request:
                    answer = yield outgoing
                    if _is_challenge(answer):
                        bound(answer)
                else:
                    self._check_address(str(outgoing.url))
                    answer = await fetch(outgoing)
                outgoing = await flow.asend(answer)
        except StopAsyncIteration:
            self._keep()
        except (OAuthFlowError, ValidationError, ValueError) as failure:
            raise LoginFailed(_reason(failure)) from None
        finally:
            await flow.aclose()
            self._redirect.close()

    def _load(self) -> None:
        """Take over the results of an earlier login."""
        self._is_loaded = True
        context, kept = self.context, self._credentials.kept
        context.current_tokens = kept.tokens
        context.client_info = kept.client
        context.token_expiry_time = kept.expires_at
        context.auth_server_url = kept.issuer
        if kept.server is not None:
            with suppress(ValidationError):
                context.oauth_metadata = OAuthMetadata.model_validate(kept.server)

    def _listen(self) -> None:
        """Bind the address of the redirect; a client that is registered with another one registers again."""
        context = self.context
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
            )
            self._credentials.kept.client = context.client_info
        elif registered is not None and uri not in registered and not context.can_refresh_token():
            context.client_info = self._credentials.kept.client = None

    def _keep(self) -> None:
        """Keep facts beside the tokens: when they expire, and who issued them."""
        context, kept = self.context, self._credentials.kept
        server = context.oauth_metadata
        kept.expires_at, kept.issuer = context.token_expiry_time, context.auth_server_url
        kept.server = None if server is None else server.model_dump(mode="json", exclude_none=True)
        self._credentials.save()

    async def _visit(self, url: str) -> None:
        self._check_address(url)
        await self._redirect.visit(url)

    async def _answer(self) -> AuthorizationCodeResult:
        query = await self._redirect.answer()
        return AuthorizationCodeResult(
            code=query.get("code", ""), state=query.get("state"), iss=query.get("iss")
        )

    def _check_address(self, url: str) -> None:
        if not is_trusted(url, self.context.server_url):
            raise LoginFailed(f"an address of the login has no https: {_origin(url)}")


def is_trusted(url: str, server: str) -> bool:
    """Whether a token or code may go to `url`: by https, on loopback, or to the origin of the server."""
    parts = urlsplit(url)
    return parts.scheme == "https" or (
        parts.scheme == "http" and (_origin(url) == _origin(server) or _is_loopback(parts.hostname or ""))
    )


def _is_challenge(response: Any) -> bool:
    """Whether the server asks for a token, or for one with more scope (RFC 6750, section 3.1)."""
    return response.status_code == 401 or _asks_for_scope(response)


def _asks_for_scope(response: Any) -> bool:
    return (
        response is not None
        and response.status_code == 403
        and extract_field_from_www_auth(response, "error") == "insufficient_scope"
    )


def _is_loopback(host: str) -> bool:
    try:
        return host == "localhost" or ip_address(host).is_loopback
    except ValueError:
        return False


def _origin(url: str) -> str:
    parts = urlsplit(url)
    return f"{parts.scheme}://{parts.netloc.rpartition('@')[2]}"


def _reason(failure: Exception) -> str:
    """Return one line about a failure, without values: those of an authorization server may be secret."""
    if isinstance(failure, ValidationError):
        return "an answer of the authorization server has another form than RFC 8414 and RFC 6749 say"
    return str(failure).partition(": ")[0] or type(failure).__name__
