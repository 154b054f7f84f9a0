"""The pool of sessions: how requests without a session wait for one."""

from __future__ import annotations

import asyncio
import time
from types import SimpleNamespace
from typing import Any, NoReturn, cast

import pytest

from mcp_bridge.http_trust import Refusal
from mcp_bridge.session_pool import VERSION, SessionPool


def test_a_wait_that_ends_while_a_session_is_freed_is_refused() -> None:
    """The time is over in the turn of the loop in which a session is freed. The request gets an error."""

    async def scenario() -> None:
        loop = asyncio.get_running_loop()
        freed = asyncio.Event()
        identity = SimpleNamespace(
            waiting=0, line=asyncio.Lock(), usable=[], active=1, caller=SimpleNamespace(freed=freed)
        )

        async def opened(*_: Any) -> NoReturn:
            await asyncio.Event().wait()
            raise AssertionError("not reached: the wait is cancelled")

        pool = SimpleNamespace(
            options=SimpleNamespace(request_time=0.02, parallel=1),
            open=opened,
            _end_oldest_awaiting_retry=lambda identity: None,
            _busy=lambda: Refusal(503, "busy"),
        )

        def free() -> None:
            identity.active = 0
            freed.set()

        wait = SessionPool._wait_for_turn(
            cast(Any, pool),
            cast(Any, identity),
            cast(Any, SimpleNamespace(headers={VERSION: "2026-07-28"})),
            logs=False,
        )
        task = asyncio.create_task(wait)
        await asyncio.sleep(0)  # the request waits
        loop.call_later(0.01, free)
        time.sleep(0.1)  # both times pass, so that the loop handles both in one turn
        with pytest.raises(Refusal, match="busy"):
            await task
        assert identity.waiting == 0

    asyncio.run(scenario())
