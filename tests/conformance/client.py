"""Play the client that a scenario of the official suite asks for: `client.py [OPTION...] URL`.

Written with PyPI `mcp` 2.x. `--mode` is its mode: `legacy` (a handshake, 2025-11-25) or `auto` (2026-07-28).
The suite names the scenario in the environment. With `--behind http` or `--behind stdio` the client reaches
the server through `mcp-bridge`, with `--behind login` through a bridge on stdio that logs in for it.

A server that asks for authorization names itself by its URL, and a client compares that name with its own
URL. So requests for the server's path go to the bridge, while the URL and all other paths stay. That is a
gateway at the server's public name that routes one path to the bridge.
"""

from __future__ import annotations

import argparse
import json
import os
import subprocess
import sys
from collections.abc import AsyncIterator, Awaitable, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, suppress
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any
from urllib.parse import parse_qs, urlsplit

import anyio
import httpx2
import mcp_types as types
from mcp.client import Client
from mcp.client.auth import AuthorizationCodeResult, OAuthClientProvider, TokenStorage
from mcp.client.stdio import StdioServerParameters, stdio_client
from mcp.client.streamable_http import streamable_http_client
from mcp.shared.auth import OAuthClientInformationFull, OAuthClientMetadata
from mcp.shared.exceptions import MCPError
from pydantic import AnyUrl

BRIDGE = [sys.executable, "-m", "mcp_bridge", "--quiet"]
SCENARIO = os.environ.get("MCP_CONFORMANCE_SCENARIO", "")
CONTEXT = json.loads(os.environ.get("MCP_CONFORMANCE_CONTEXT") or "{}")
CALLBACK = "http://localhost:3000/callback"
METADATA = "https://conformance-test.local/client-metadata.json"


async def list_only(client: Client) -> None:
    """List the tools."""
    await client.list_tools()


async def add(client: Client) -> None:
    """Call the tool that adds."""
    await client.list_tools()
    await client.call_tool("add_numbers", {"a": 5, "b": 3})


async def call_every(client: Client) -> None:
    """Call every listed tool."""
    for tool in (await client.list_tools()).tools:
        with suppress(MCPError):
            await client.call_tool(tool.name, {name: "x" for name in tool.input_schema.get("required", [])})


async def use_everything(client: Client) -> None:
    """List and use tools, resources and prompts."""
    await call_every(client)
    for resource in (await client.list_resources()).resources:
        await client.read_resource(str(resource.uri))
    for prompt in (await client.list_prompts()).prompts:
        await client.get_prompt(prompt.name)


async def call_context(client: Client) -> None:
    """Make the calls that the suite hands over."""
    await client.list_tools()
    for one in CONTEXT["toolCalls"]:
        await client.call_tool(one["name"], one["arguments"])


async def echo_schema(client: Client) -> None:
    """Send the schema of the first tool back as an argument of the second."""
    focal, echo = (await client.list_tools()).tools
    await client.call_tool(echo.name, {"schema": focal.input_schema})


async def call_first(client: Client) -> None:
    """Call the first tool, where authorization is asked again."""
    tools = (await client.list_tools()).tools
    if tools:
        with suppress(MCPError):
            await client.call_tool(tools[0].name, {})


SCENARIOS: dict[str, Callable[[Client], Awaitable[None]]] = {
    "initialize": list_only,
    "tools_call": add,
    "elicitation-sep1034-client-defaults": call_every,
    "sse-retry": call_every,
    "request-metadata": list_only,
    "http-standard-headers": use_everything,
    "http-custom-headers": call_context,
    "http-invalid-tool-headers": call_every,
    "json-schema-ref-no-deref": list_only,
    "json-schema-2020-12-preservation": echo_schema,
    "sep-2322-client-request-state": call_every,
}


async def elicit(context: Any, params: Any) -> types.ElicitResult:
    """Accept a form with its defaults."""
    properties = params.requested_schema.get("properties", {})
    content = {name: one["default"] for name, one in properties.items() if "default" in one}
    return types.ElicitResult(action="accept", content=content)


# Authorization


class Memory(TokenStorage):
    """Tokens and the registration of one run."""

    def __init__(self) -> None:
        self.tokens: Any = None
        self.registration: Any = None
        if "client_secret" in CONTEXT:
            self.registration = OAuthClientInformationFull(
                client_id=CONTEXT["client_id"],
                client_secret=CONTEXT["client_secret"],
                redirect_uris=[AnyUrl(CALLBACK)],
                token_endpoint_auth_method="client_secret_basic",
                issuer=CONTEXT.get("issuer"),
            )

    async def get_tokens(self) -> Any:
        """Return the tokens."""
        return self.tokens

    async def set_tokens(self, tokens: Any) -> None:
        """Keep the tokens."""
        self.tokens = tokens

    async def get_client_info(self) -> Any:
        """Return the registration."""
        return self.registration

    async def set_client_info(self, client_info: Any) -> None:
        """Keep the registration."""
        self.registration = client_info


def authorization(url: str) -> OAuthClientProvider:
    """Return the official authorization of a client, with a user who agrees at once."""
    answers: list[AuthorizationCodeResult] = []

    async def agree(address: str) -> None:
        async with httpx2.AsyncClient() as http:
            response = await http.get(address)
        found = parse_qs(urlsplit(response.headers["location"]).query)
        state, issuer = found.get("state"), found.get("iss")
        answers.append(
            AuthorizationCodeResult(
                code=found["code"][0],
                state=state[0] if state else None,
                iss=issuer[0] if issuer else None,
            )
        )

    async def answered() -> AuthorizationCodeResult:
        return answers.pop()

    metadata = OAuthClientMetadata(
        client_name="conformance-client",
        redirect_uris=[AnyUrl(CALLBACK)],
        grant_types=["authorization_code", "refresh_token"],
        response_types=["code"],
    )
    return OAuthClientProvider(url, metadata, Memory(), agree, answered, client_metadata_url=METADATA)


# The way to the server


class Gateway(httpx2.AsyncBaseTransport):
    """A transport that sends the requests for one URL to the bridge, and all others to their address."""

    def __init__(self, url: str, bridge: str) -> None:
        self._from, self._to = httpx2.URL(url), httpx2.URL(bridge)
        self._inner = httpx2.AsyncHTTPTransport()

    async def handle_async_request(self, request: httpx2.Request) -> httpx2.Response:
        """Send a request."""
        if request.url == self._from:
            request.url = self._to
        return await self._inner.handle_async_request(request)

    async def aclose(self) -> None:
        """Close the connections."""
        await self._inner.aclose()


@contextmanager
def front(url: str, revision: str) -> Iterator[str]:
    """Run the bridge in front of a server; yield its URL."""
    command = [*BRIDGE, "--listen", "127.0.0.1:0", "--client", "auto", "--server", revision, "--connect", url]
    running = subprocess.Popen(command, stderr=subprocess.PIPE, text=True)
    assert running.stderr is not None
    try:
        yield running.stderr.readline().removeprefix("--listen: ").strip()
    finally:
        running.terminate()
        print(running.communicate()[1], file=sys.stderr)


@asynccontextmanager
async def reached(url: str, behind: str, revision: str) -> AsyncIterator[Any]:
    """Yield a transport to the server, directly or through the bridge."""
    if behind in ("stdio", "login"):
        arguments = [*BRIDGE[1:], "--client", "auto", "--server", revision, "--connect", url]
        with TemporaryDirectory() as home:
            more = {}
            if behind == "login":
                browser = Path(__file__).with_name("browser.py")
                arguments += ["--login", "--client-id", CONTEXT.get("client_id", METADATA)]
                more = {"XDG_CONFIG_HOME": home, "BROWSER": f"{sys.executable} {browser} %s"}
                more |= {"MCP_BRIDGE_CLIENT_SECRET": CONTEXT.get("client_secret", "")}
            environment = {**os.environ, **more}
            yield stdio_client(StdioServerParameters(command=BRIDGE[0], args=arguments, env=environment))
        return
    auth = authorization(url) if SCENARIO.startswith("auth/") else None
    with front(url, revision) if behind == "http" else _nothing() as bridge:
        transport = None if bridge is None else Gateway(url, bridge)
        timeout = httpx2.Timeout(30.0, read=60.0)
        async with httpx2.AsyncClient(auth=auth, transport=transport, timeout=timeout) as http:
            yield streamable_http_client(url, http_client=http)


@contextmanager
def _nothing() -> Iterator[None]:
    yield None


async def main() -> None:
    """Run one scenario."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--mode", default="auto")
    parser.add_argument("--behind", default="nothing")
    parser.add_argument("--server", default="auto")
    parser.add_argument("url")
    options = parser.parse_args()
    async with (
        reached(options.url, options.behind, options.server) as transport,
        Client(transport, mode=options.mode, elicitation_callback=elicit) as client,
    ):
        await SCENARIOS.get(SCENARIO, call_first)(client)


if __name__ == "__main__":
    anyio.run(main)
