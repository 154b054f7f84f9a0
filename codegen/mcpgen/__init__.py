"""Generate `mcp_revisions` from the official schemas of the Model Context Protocol."""

from __future__ import annotations

from typing import Any

__version__ = "0.1.0"


def bridge_app(**options: Any) -> Any:
    """Return the HTTP front of `mcpgen bridge` as an ASGI application; needs `mcpgen[http]`.

    Options: `command` or `url` of the server, `client` and `server` (revisions, default `auto`), `headers`
    for the URL, `front` (`FrontOptions`). Raises `mcpgen.problems.Refused` for options that do not fit, and
    `ImportError` with the command of the installation where the extra is missing.
    """
    try:
        from mcpgen.commands.bridge.http_client import ServerClient  # noqa: F401 - is missing first
        from mcpgen.commands.bridge.http_command import bridge_app as make
    except ModuleNotFoundError as error:
        from mcpgen.commands.bridge.options import not_installed

        raise ImportError(str(not_installed(error)), name=error.name) from None
    return make(**options)
