"""The headers that a function of the program returns for each HTTP request, such as a renewed token."""

from __future__ import annotations

import logging
from collections.abc import Awaitable

from mcp_bridge.http_client import UpstreamFailure
from mcp_bridge.options import HeadersFunction, check_headers, misfits
from mcp_bridge.problems import Refused

_logger = logging.getLogger("mcp_bridge")


async def new_headers(function: HeadersFunction) -> dict[str, str]:
    """Return the headers that `function` returns, with names in lower case.

    Raise `UpstreamFailure` if the function fails, or returns anything but valid headers.
    """
    try:
        called = function()
        found = await called if isinstance(called, Awaitable) else called
        if problems := misfits("", {"headers": found}, {"headers": dict}):
            raise Refused(problems)
        check_headers(found)
    except Refused as refused:
        reason = "; ".join(problem.message for problem in refused.problems)
        raise UpstreamFailure(
            f"the function `headers` returned headers that cannot be sent: {reason}"
        ) from None
    except Exception as error:
        _logger.error("the function `headers` raised an exception", exc_info=error)
        reason = f"{type(error).__name__}; its log has the traceback"
        raise UpstreamFailure(f"the function `headers` raised {reason}") from None
    return {name.lower(): value for name, value in found.items()}
