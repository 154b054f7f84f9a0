"""A client that resumes streams as the official TypeScript SDK does (`client/streamableHttp.ts`, 1.32.2).

The SDK resumes a response that ends with the last event id *of that response*, unless the response had a
result. It also resumes a response to GET without an event. Such a request has no event id, so it opens
another standalone SSE stream. A failed GET is tried twice more.
"""

from __future__ import annotations

import asyncio
import json
from collections import Counter
from collections.abc import AsyncIterator, Mapping
from typing import Any

import anyio
import httpx2

from support.bridge_process import HELLO
from support.http_bridge import ACCEPT, INITIALIZED

RETRIES = 2
Event = tuple[str | None, bytes]  # id and data


class ResumingClient:
    """A client with a session. It counts the messages that reach it, and the streams that it opens."""

    def __init__(self, http: httpx2.AsyncClient, url: str, version: str) -> None:
        self.gets = 0
        self.handled: Counter[str] = Counter()  # requests and notifications of the server, by method
        self.errors: list[str] = []
        self._http, self._url, self._version = http, url, version
        self._headers: dict[str, str] = {}
        self._answers: dict[Any, asyncio.Future[Any]] = {}
        self._tasks: set[asyncio.Task[Any]] = set()
        self._responses: list[httpx2.Response] = []  # of GET, that are open
        self._retry = 1.0

    async def connect(self) -> None:
        """Open a session and its standalone SSE stream."""
        params = {**HELLO["params"], "protocolVersion": self._version}
        capabilities = {"roots": {"listChanged": True}, "elicitation": {}}
        await self.request({**HELLO, "params": {**params, "capabilities": capabilities}})
        self._headers["mcp-protocol-version"] = self._version
        await self.send(INITIALIZED)

    async def request(self, frame: Mapping[str, Any]) -> Any:
        """Send a request, and return its answer."""
        answer = self._answers[frame["id"]] = asyncio.get_running_loop().create_future()
        await self.send(frame)
        return await answer

    async def send(self, frame: Mapping[str, Any]) -> None:
        """Post a message, and read the responses in a task."""
        request = self._http.build_request(
            "POST", self._url, headers={**ACCEPT, **self._headers}, content=json.dumps(frame)
        )
        response = await self._http.send(request, stream=True)
        if "mcp-session-id" in response.headers:
            self._headers["mcp-session-id"] = response.headers["mcp-session-id"]
        if response.status_code == 202:
            await response.aclose()
            if frame.get("method") == INITIALIZED["method"]:
                self._start(self._resume(None))
        elif response.headers["content-type"].startswith("text/event-stream"):
            self._start(self._read(response, is_get=False))
        else:
            await self._receive(json.loads(await response.aread()))

    async def cut(self) -> None:
        """Break each open response to GET."""
        for response in list(self._responses):
            await response.aclose()

    async def close(self) -> None:
        """Close the connections. The session is not ended."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)

    def _start(self, work: Any) -> None:
        task = asyncio.get_running_loop().create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def _resume(self, last: str | None) -> None:
        """Open the standalone SSE stream, or resume a response after an event."""
        for attempt in range(RETRIES + 1):
            if attempt:
                await asyncio.sleep(self._retry)
            self.gets += 1
            headers = {**self._headers, "accept": "text/event-stream"}
            if last is not None:
                headers["last-event-id"] = last
            request = self._http.build_request("GET", self._url, headers=headers)
            response = await self._http.send(request, stream=True)
            if response.status_code in (204, 405):
                await response.aclose()
                return
            if response.status_code == 200:
                await self._read(response, is_get=True)
                return
            await response.aclose()
            self.errors.append(f"GET answers {response.status_code}")

    async def _read(self, response: httpx2.Response, *, is_get: bool) -> None:
        last, has_result = None, False
        if is_get:
            self._responses.append(response)
        try:
            async for id, data in self._events(response):
                last = id or last
                if data:
                    frame = json.loads(data)
                    has_result |= "result" in frame
                    await self._receive(frame)
        except (httpx2.StreamError, anyio.ClosedResourceError):  # it is cut
            pass
        finally:
            await response.aclose()
            if is_get:
                self._responses.remove(response)
        if (is_get or last is not None) and not has_result:
            await asyncio.sleep(self._retry)
            self._start(self._resume(last))

    async def _events(self, response: httpx2.Response) -> AsyncIterator[Event]:
        text = b""
        async for part in response.aiter_raw():
            *whole, text = (text + part).replace(b"\r\n", b"\n").split(b"\n\n")
            for event in whole:
                fields = dict(line.partition(b":")[::2] for line in event.split(b"\n"))
                if b"retry" in fields:
                    self._retry = int(fields[b"retry"]) / 1000
                if b"id" in fields or b"data" in fields:
                    id = fields.get(b"id", b"").strip().decode()
                    yield id or None, fields.get(b"data", b"").strip()

    async def _receive(self, frame: dict[str, Any]) -> None:
        if "method" not in frame:
            self._answers.pop(frame["id"]).set_result(frame)
            return
        self.handled[frame["method"]] += 1
        results = {"roots/list": {"roots": []}, "elicitation/create": {"action": "accept", "content": {}}}
        if "id" in frame:
            await self.send({"jsonrpc": "2.0", "id": frame["id"], "result": results[frame["method"]]})
