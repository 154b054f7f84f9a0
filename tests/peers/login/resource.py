"""Serve a tool behind an authorization server: `resource.py PORT ISSUER INTROSPECTION AUDIENCE SCOPE...`.

Written with PyPI `mcp` 2.x. Each token is judged by the authorization server (RFC 7662). `AUDIENCE` is
`resource` where a token names the server that it is for (RFC 8707), else `client`.
"""

from __future__ import annotations

import sys
from typing import Any

import httpx2
import uvicorn
from mcp.server.auth.provider import AccessToken
from mcp.server.auth.settings import AuthSettings
from mcp.server.mcpserver import MCPServer

port, issuer, introspection, named, *scopes = sys.argv[1:]
checks = named == "resource"


class Verifier:
    """The words of the authorization server about a token."""

    async def verify_token(self, token: str) -> AccessToken | None:
        """Return what is known of a token."""
        async with httpx2.AsyncClient() as http:
            answer = await http.post(introspection, data={"token": token}, auth=("resource", "secret"))
        said: Any = answer.json()
        if not said.get("active"):
            return None
        known = {"client_id": said["client_id"], "scopes": said.get("scope", "").split()}
        return AccessToken(token=token, resource=said["aud"] if checks else None, **known)


settings = AuthSettings(
    issuer_url=issuer,  # type: ignore[arg-type]
    resource_server_url=f"http://127.0.0.1:{port}/mcp",  # type: ignore[arg-type]
    required_scopes=scopes,
    validate_token_resource=checks,
)
server = MCPServer("adder", token_verifier=Verifier(), auth=settings)


@server.tool()
def add(a: int, b: int) -> int:
    """Add two numbers."""
    return a + b


uvicorn.run(server.streamable_http_app(), port=int(port), log_level="error")
