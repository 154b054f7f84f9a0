"""The HTTP proxy of the environment: which requests of the bridge go through it, and how errors name it.

`HTTP_PROXY`, `HTTPS_PROXY`, `ALL_PROXY` and `NO_PROXY` apply as in `urllib.request`. Requests to this machine
never go through a proxy, because a proxy would send a request for a loopback address to its own machine.
"""

from __future__ import annotations

from contextlib import suppress
from ipaddress import ip_address
from urllib.parse import urlsplit
from urllib.request import getproxies, proxy_bypass

from mcp_bridge.diagnostics import public


def proxy_of(url: str) -> str | None:
    """Return the URL of the proxy for requests to `url`, or None if they go through none."""
    parts = urlsplit(url)
    host, found = parts.hostname or "", getproxies()
    proxy = found.get(parts.scheme) or found.get("all")
    if not proxy or _is_loopback(host) or proxy_bypass(host):
        return None
    return proxy if "://" in proxy else f"http://{proxy}"


def through(url: str) -> str:
    """Return ` through the proxy URL` for an error about a request to `url`, or '' if there is no proxy."""
    proxy, shown = proxy_of(url), ""
    with suppress(ValueError):  # the environment may have any text
        shown = "" if proxy is None else f" {public(proxy)}"
    return "" if proxy is None else f" through the proxy{shown} of the environment"


def _is_loopback(host: str) -> bool:
    with suppress(ValueError):
        return ip_address(host).is_loopback
    return host == "localhost"
