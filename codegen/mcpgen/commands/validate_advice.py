"""Advice for `mcpgen validate --advice`: a message and the earlier ones of its connection → findings.

`mcp_revisions.advise` states the rules of the specification, `mcp_revisions.capabilities` the gates. The
state that both need is remembered here: declared capabilities, the last lists of tools and prompts, progress.
Of lists and progress tokens longer than `REMEMBERED`, the oldest entries are dropped.
"""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Iterator
from typing import Any

from mcpgen.commands.logs import reserved_key
from mcpgen.commands.validate_report import Advice

REMEMBERED = 20_000


class Advisor:
    """Advise on the messages of one connection in their order."""

    def __init__(self, package: Any) -> None:
        self._package = package
        self._revision = ""
        self._declared: dict[str, Any] = {}  # capabilities by side
        self._lists: dict[str, list[Any]] = {}
        self._complete: set[str] = set()  # the lists whose last page was seen
        self._progress: OrderedDict[Any, float] = OrderedDict()

    def follow(self, revision: str) -> None:
        """Go on with the rules of another revision."""
        self._revision = revision

    def advise(self, message: Any, sender: str, request: Any) -> Iterator[Advice]:
        """Yield the advice on a message that answers `request`, and remember the state that it declares."""
        yield from self._gate(message, sender, request)
        for finding in self._package.advise(
            message,
            self._revision,
            sender=sender,
            request=request,
            tools=self._lists.get("tools") if "tools" in self._complete else None,
            prompts=self._lists.get("prompts") if "prompts" in self._complete else None,
            progress=self._progress,
        ):
            yield Advice(finding.rule, finding.severity, finding.pointer, finding.reason, finding.reference)
        if isinstance(message, dict):
            self._remember(message, request if isinstance(request, dict) else {})

    def _gate(self, message: Any, sender: str, request: Any) -> Iterator[Advice]:
        """Yield the capability that the other side had to declare before the message."""
        declared = dict(self._declared)
        for frame in (request, message):
            client = _at(frame, "params", "_meta", reserved_key("clientCapabilities"))
            if client is not None:
                declared["client"] = client
        allowed = self._package.capabilities.allows(self._revision, sender, message, **declared)
        owner = (allowed.gate or "").partition(":")[0]
        if allowed.gate and owner in declared:
            severity = "should" if allowed.ok else "must"
            reference = f"https://modelcontextprotocol.io/specification/{self._revision}"
            yield Advice("capability-gate", severity, "", allowed.reason, reference)

    def _remember(self, frame: dict[str, Any], request: dict[str, Any]) -> None:
        method, answered = frame.get("method"), request.get("method")
        if method == "initialize":
            self._declared = {"client": _at(frame, "params", "capabilities") or {}}
            self._lists.clear()
            self._complete.clear()
            self._progress.clear()
        if answered in ("initialize", "server/discover") and "result" in frame:
            self._declared["server"] = _at(frame, "result", "capabilities") or {}
        for name in ("tools", "prompts"):
            if answered == f"{name}/list":
                self._add_page(name, frame, request)
            if method == f"notifications/{name}/list_changed":
                self._complete.discard(name)
        if method == "notifications/progress":
            self._add_progress(_at(frame, "params", "progressToken"), _at(frame, "params", "progress"))

    def _add_page(self, name: str, response: dict[str, Any], request: dict[str, Any]) -> None:
        """Append a page to a list; a page without a cursor starts the list again."""
        page = _at(response, "result", name)
        if not isinstance(page, list):
            return
        if _at(request, "params", "cursor") is None:
            self._lists[name] = []
        self._lists.setdefault(name, []).extend(page)
        del self._lists[name][:-REMEMBERED]
        (self._complete.discard if _at(response, "result", "nextCursor") else self._complete.add)(name)

    def _add_progress(self, token: Any, value: Any) -> None:
        if isinstance(token, (str, int)) and isinstance(value, (int, float)):
            self._progress[token] = value
            self._progress.move_to_end(token)
            if len(self._progress) > REMEMBERED:
                self._progress.popitem(last=False)


def _at(value: Any, *path: str) -> Any:
    for name in path:
        value = value.get(name) if isinstance(value, dict) else None
    return value
