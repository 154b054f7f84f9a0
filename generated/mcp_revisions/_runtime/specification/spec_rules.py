"""Rules of conduct: what the specification's prose demands of messages that are well-formed, with the code to answer.

In: one frame, the revision, and what the caller remembers of the exchange (the request that a response answers, the
prompts and tools that a server lists, cursors issued, progress reported). Out: findings. A rule has an id, a severity
("must" or "should"), a section of the specification, the revisions that have it, and a function from an `Exchange`
to the places that break it. A rule that lacks what it needs finds nothing; none ever changes what is accepted.
`advice` holds the rules that have no code; the two tables share the forms declared here.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from typing import Any, Literal, NamedTuple

import msgspec

from ..json_tree import listed, mapping, tree
from ..revisions import ORDER, within

Severity = Literal["must", "should", "not-run"]
Found = Iterator[tuple[str, str]]  # JSON Pointer into the frame, and what is wrong there

_SPECIFICATION = "https://modelcontextprotocol.io/specification"
_MOVED = {"basic/utilities/progress": "basic/patterns/progress"}  # pages that 2026-07-28 has elsewhere
_INVALID_REQUEST, _NOT_FOUND, _INVALID_PARAMS = -32600, -32601, -32602
_RESOURCE_NOT_FOUND, _URL_REQUIRED = -32002, -32042


class Finding(msgspec.Struct, frozen=True):
    """A place in a frame that breaks a rule; `not-run` is a rule that would apply and could not be run."""

    rule: str
    severity: Severity
    pointer: str
    reason: str
    reference: str
    code: int | None = None


class Exchange(NamedTuple):
    """A frame with what is known around it; absent parts are empty."""

    revision: str
    sender: str | None
    frame: Mapping[str, Any]
    method: str | None
    params: Mapping[str, Any]
    result: Mapping[str, Any]
    error: Mapping[str, Any]
    answers: str | None  # the method of the request that a response answers
    asked: Mapping[str, Any]  # the params of that request
    prompts: list[Any] | None
    tools: list[Any] | None
    cursors: frozenset[str] | None
    progress: Mapping[Any, Any] | None
    batch: list[Any] | None


class Rule(NamedTuple):
    """One rule; `find` yields the places that break it, `needs` names the package that it cannot do without."""

    id: str
    severity: Severity
    section: str
    since: str
    until: str | None
    summary: str
    find: Callable[[Exchange], Found]
    code: int | None = None
    needs: str | None = None


def rule(
    severity: Severity,
    section: str,
    since: str = ORDER[0],
    until: str | None = None,
    code: int | None = None,
    needs: str | None = None,
) -> Callable[[Callable[[Exchange], Found]], Rule]:
    """Make a rule of a function: its name is the id, its docstring the summary."""

    def made(find: Callable[[Exchange], Found]) -> Rule:
        id = find.__name__.replace("_", "-")
        return Rule(id, severity, section, since, until, find.__doc__ or id, find, code, needs)

    return made


def check(
    message: Any,
    revision: str,
    *,
    sender: str | None = None,
    request: Any = None,
    answering: str | None = None,
    prompts: Any = None,
    tools: Any = None,
    cursors: Iterable[str] | None = None,
    progress: Mapping[Any, Any] | None = None,
) -> tuple[Finding, ...]:
    """Return where a frame breaks the rules of conduct of a revision.

    `request` is the frame that a response answers (or `answering` its method alone), `prompts` and `tools` are what
    the server lists, `cursors` those it issued, `progress` maps a progress token to the last value reported.
    """
    facts = (sender, request, answering, prompts, tools, cursors, progress)
    return tuple(findings(RULES, message, revision, facts))


def findings(rules: Iterable[Rule], message: Any, revision: str, facts: tuple[Any, ...]) -> Iterator[Finding]:
    """Yield what some rules find in a frame, or in each frame of a batch, in the order of the rules."""
    frame = tree(message)
    applying = [rule for rule in rules if within(revision, rule.since, rule.until)]
    exchange = _exchange(frame, revision, *facts)
    for rule in applying:
        for where, reason in rule.find(exchange):
            yield finding(rule, revision, where, reason)
    for place, item in enumerate(exchange.batch or []):
        for found in findings(applying, item, revision, facts):
            yield msgspec.structs.replace(found, pointer=f"/{place}{found.pointer}")


def finding(
    rule: Rule, revision: str, pointer: str, reason: str, severity: Severity | None = None
) -> Finding:
    """Return the finding of a rule at a place."""
    return Finding(rule.id, severity or rule.severity, pointer, reason, reference(rule, revision), rule.code)


def reference(rule: Rule, revision: str) -> str:
    """Return the address of the section that states a rule."""
    page, _, anchor = rule.section.partition("#")
    moved = _MOVED.get(page, page) if within(revision, "2026-07-28") else page
    return f"{_SPECIFICATION}/{revision}/{moved}" + (f"#{anchor}" if anchor else "")


def _exchange(
    frame: Any,
    revision: str,
    sender: str | None,
    request: Any,
    answering: str | None,
    prompts: Any,
    tools: Any,
    cursors: Iterable[str] | None,
    progress: Mapping[Any, Any] | None,
) -> Exchange:
    batch = frame if isinstance(frame, list) else None
    frame, asked = mapping(frame), mapping(tree(request))
    method, answers = frame.get("method"), answering or asked.get("method")
    return Exchange(
        revision,
        sender,
        frame,
        method if isinstance(method, str) else None,
        mapping(frame.get("params")),
        mapping(frame.get("result")),
        mapping(frame.get("error")),
        answers if isinstance(answers, str) and method is None else None,
        mapping(asked.get("params")),
        None if prompts is None else listed(tree(prompts)),
        None if tools is None else listed(tree(tools)),
        None if cursors is None else frozenset(cursors),
        progress,
        batch,
    )


# --- answers that the specification prescribes ------------------------------------------------------------


def error(id: str | int, code: int, message: str, data: Any = None) -> dict[str, Any]:
    """Return an error frame; `data` is left out if it is `None`."""
    body = {"code": code, "message": message} | ({} if data is None else {"data": data})
    return {"jsonrpc": "2.0", "id": id, "error": body}


def resource_not_found(revision: str, id: str | int, uri: str) -> dict[str, Any]:
    """Return the answer to `resources/read` of what is not there: -32002 up to 2025-11-25, then -32602."""
    code = _INVALID_PARAMS if within(revision, "2026-07-28") else _RESOURCE_NOT_FOUND
    return error(id, code, "Resource not found", {"uri": uri})


def url_elicitation_required(
    revision: str, id: str | int, elicitations: Any, message: str = "URL elicitation required"
) -> dict[str, Any]:
    """Return error -32042 of 2025-11-25 with its data; raise `ValueError` elsewhere and for what is not URL mode."""
    if not within(revision, "2025-11-25", "2025-11-25"):
        raise ValueError(f"{revision} has no error {_URL_REQUIRED}")
    frame = error(id, _URL_REQUIRED, message, {"elicitations": listed(tree(elicitations))})
    for found in findings((url_elicitation_required_data,), frame, revision, (None,) * 7):
        raise ValueError(f"{found.pointer}: {found.reason}")
    return frame


def mode(params: Any) -> str:
    """Return the mode of an elicitation: `form` unless it says otherwise."""
    return str(mapping(tree(params)).get("mode", "form"))


# --- where things are in a frame --------------------------------------------------------------------------


def part(*path: Any) -> str:
    """Return the JSON Pointer of a path."""
    return "".join("/" + str(p).replace("~", "~0").replace("/", "~1") for p in path)


def asking(exchange: Exchange, method: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the params of every request of a method that a frame is or carries."""
    if exchange.method == method:
        yield "/params", exchange.params
    for key, request in mapping(exchange.result.get("inputRequests")).items():
        if mapping(request).get("method") == method:
            yield part("result", "inputRequests", key, "params"), mapping(request.get("params"))
    if method == "elicitation/create" and exchange.error.get("code") == _URL_REQUIRED:
        for place, params in enumerate(listed(mapping(exchange.error.get("data")).get("elicitations"))):
            yield part("error", "data", "elicitations", place), mapping(params)


def answered(exchange: Exchange, method: str, member: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield every result that a client gives to a method: a response, or a retry's one that has `member`."""
    if exchange.result and exchange.answers == method:
        yield "/result", exchange.result
    for key, response in mapping(exchange.params.get("inputResponses")).items():
        if member in mapping(response):
            yield part("params", "inputResponses", key), response


def blocks(content: Any, pointer: str) -> Iterator[tuple[str, Mapping[str, Any]]]:
    """Yield the content blocks of one block or a list of them."""
    if isinstance(content, list):
        for place, block in enumerate(content):
            yield f"{pointer}/{place}", mapping(block)
    elif isinstance(content, Mapping):
        yield pointer, content


# --- the rules --------------------------------------------------------------------------------------------

_FORMS, _RICH, _MODERN = (
    "2025-06-18",
    "2025-11-25",
    "2026-07-28",
)  # what came when: forms, modes and tasks, results


def _named(things: list[Any] | None, name: object) -> Mapping[str, Any]:
    return next((mapping(thing) for thing in things or [] if mapping(thing).get("name") == name), {})


@rule("should", "server/prompts#error-handling", code=_INVALID_PARAMS)
def prompt_unknown(exchange: Exchange) -> Found:
    """`prompts/get` names a prompt that the server has."""
    name = exchange.params.get("name")
    if (
        exchange.method == "prompts/get"
        and exchange.prompts is not None
        and not _named(exchange.prompts, name)
    ):
        yield "/params/name", f"no prompt has the name {name!r}"


@rule("should", "server/prompts#error-handling", code=_INVALID_PARAMS)
def prompt_argument_missing(exchange: Exchange) -> Found:
    """`prompts/get` gives every required argument."""
    if exchange.method == "prompts/get":
        given = mapping(exchange.params.get("arguments"))
        prompt = _named(exchange.prompts, exchange.params.get("name"))
        for argument in map(mapping, listed(prompt.get("arguments"))):
            if argument.get("required") is True and argument.get("name") not in given:
                yield part("params", "arguments", argument.get("name")), "a required argument is missing"


@rule("should", "server/tools#error-handling", code=_INVALID_PARAMS)
def tool_unknown(exchange: Exchange) -> Found:
    """`tools/call` names a tool that the server has."""
    name = exchange.params.get("name")
    named = exchange.method == "tools/call" and isinstance(name, str)
    if named and exchange.tools is not None and not _named(exchange.tools, name):
        yield "/params/name", f"no tool has the name {name!r}"


@rule("must", "basic/utilities/tasks#tool-level-negotiation", _RICH, _RICH, code=_NOT_FOUND)
def tool_task_support(exchange: Exchange) -> Found:
    """`task` agrees with the tool's `execution.taskSupport`."""
    tool = _named(exchange.tools, exchange.params.get("name")) if exchange.method == "tools/call" else {}
    support = mapping(tool.get("execution")).get("taskSupport", "forbidden")
    if tool and "task" in exchange.params and support == "forbidden":
        yield "/params/task", "the tool does not run as a task"
    if tool and "task" not in exchange.params and support == "required":
        yield "/params", "the tool runs as a task only"


@rule("should", "server/utilities/pagination#error-handling", code=_INVALID_PARAMS)
def cursor_unknown(exchange: Exchange) -> Found:
    """A cursor is one that the server gave out, unchanged."""
    cursor = exchange.params.get("cursor")
    if (
        exchange.method
        and exchange.cursors is not None
        and isinstance(cursor, str)
        and cursor not in exchange.cursors
    ):
        yield "/params/cursor", "not a cursor that the server gave out"


@rule("should", "server/resources#error-handling")
def resource_not_found_code(exchange: Exchange) -> Found:
    """A resource that is not found is -32002, from 2026-07-28 on -32602."""
    code, uri = exchange.error.get("code"), mapping(exchange.error.get("data")).get("uri")
    late = within(exchange.revision, _MODERN)
    if late and code == _RESOURCE_NOT_FOUND:
        yield "/error/code", "-32002 is of earlier revisions; a resource that is not found is -32602"
    early = not late and exchange.answers == "resources/read" and uri is not None
    if early and code == _INVALID_PARAMS and uri == exchange.asked.get("uri"):
        yield "/error/code", "a resource that is not found is -32002"


@rule("must", "basic#error-codes", _MODERN)
def error_code_reserved(exchange: Exchange) -> Found:
    """Of -32020 to -32099 only the codes that the revision defines are sent."""
    code = exchange.error.get("code")
    if isinstance(code, int) and -32099 <= code <= -32020 and code not in (-32020, -32021, -32022):
        yield "/error/code", f"{code} is reserved, and the revision does not define it"


def _sampling(exchange: Exchange) -> Iterator[list[tuple[str, str, list[Mapping[str, Any]]]]]:
    # The messages of each request: pointer, role and blocks.
    for where, params in asking(exchange, "sampling/createMessage"):
        messages = enumerate(map(mapping, listed(params.get("messages"))))
        yield [
            (
                f"{where}/messages/{place}",
                str(m.get("role")),
                [block for _, block in blocks(m.get("content"), "")],
            )
            for place, m in messages
        ]


def _of_kind(found: list[Mapping[str, Any]], kind: str, key: str) -> list[Any]:
    return [block.get(key) for block in found if block.get("type") == kind]


@rule("must", "client/sampling#tool-result-messages", _RICH, code=_INVALID_PARAMS)
def sampling_results_mixed(exchange: Exchange) -> Found:
    """A message with tool results has nothing else in it, and is the user's."""
    for messages in _sampling(exchange):
        for pointer, role, found in messages:
            results = _of_kind(found, "tool_result", "toolUseId")
            if results and (len(results) < len(found) or role != "user"):
                yield f"{pointer}/content", "tool results stand alone, in a message of the user"


@rule("must", "client/sampling#tool-use-and-result-balance", _RICH, code=_INVALID_PARAMS)
def sampling_results_missing(exchange: Exchange) -> Found:
    """Every tool use is answered in the next message, and every tool result answers one."""
    for messages in _sampling(exchange):
        before, uses = "", list[Any]()
        for pointer, role, found in [*messages, ("", "", [])]:
            results = _of_kind(found, "tool_result", "toolUseId")
            for use in uses:
                if use not in results:
                    yield before, f"the tool use {use!r} has no result in the message that follows"
            for result in results:
                if result not in uses:
                    yield pointer, f"the tool result {result!r} answers no tool use of the message before"
            before, uses = pointer, _of_kind(found, "tool_use", "id") if role == "assistant" else []


@rule("must", "client/roots#root")
def root_uri(exchange: Exchange) -> Found:
    """A root is a `file://` URI."""
    for where, result in answered(exchange, "roots/list", "roots"):
        for place, root in enumerate(listed(result.get("roots"))):
            uri = mapping(root).get("uri")
            if isinstance(uri, str) and not uri.startswith("file://"):
                yield f"{where}/roots/{place}/uri", "a root is a file:// URI"


@rule("must", "basic/utilities/progress")
def progress_increases(exchange: Exchange) -> Found:
    """The progress of a token only increases."""
    token, value = exchange.params.get("progressToken"), exchange.params.get("progress")
    if exchange.method == "notifications/progress" and exchange.progress and isinstance(token, (str, int)):
        last = exchange.progress.get(token)
        if last is not None and isinstance(value, (int, float)) and value <= last:
            yield "/params/progress", f"progress was {last} before; it increases with each notification"


@rule("should", "client/elicitation#response-actions", _FORMS)
def elicitation_content_without_accept(exchange: Exchange) -> Found:
    """Only `accept` carries content."""
    for where, result in answered(exchange, "elicitation/create", "action"):
        if "content" in result and result.get("action") != "accept":
            yield f"{where}/content", f"content belongs to `accept`, not to {result.get('action')!r}"


@rule("should", "client/elicitation#response-actions", _RICH)
def elicitation_content_of_url_mode(exchange: Exchange) -> Found:
    """An answer to the URL mode has no content."""
    if (
        exchange.answers == "elicitation/create"
        and mode(exchange.asked) == "url"
        and "content" in exchange.result
    ):
        yield "/result/content", "an answer to the URL mode has no content"


@rule("should", "client/elicitation#response-actions", _FORMS)
def elicitation_content_missing(exchange: Exchange) -> Found:
    """An accepted form comes back with its content."""
    form = exchange.answers == "elicitation/create" and "requestedSchema" in exchange.asked
    if form and exchange.result.get("action") == "accept" and "content" not in exchange.result:
        yield "/result", "an accepted form comes back with its content"


@rule("must", "client/elicitation#url-elicitation-required-error", _RICH, _RICH)
def url_elicitation_required_data(exchange: Exchange) -> Found:
    """Error -32042 lists elicitations, all of URL mode and with an id."""
    if exchange.error.get("code") == _URL_REQUIRED:
        if not listed(mapping(exchange.error.get("data")).get("elicitations")):
            yield "/error/data", "the error lists the elicitations that are required"
        for where, params in asking(exchange, "elicitation/create"):
            if mode(params) != "url":
                yield f"{where}/mode", "only elicitations in URL mode can be required"
            if not isinstance(params.get("elicitationId"), str):
                yield f"{where}/elicitationId", "a required elicitation has an id"


@rule("must", "basic/patterns/mrtr#server-requirements-basic-workflow", _MODERN)
def input_required_empty(exchange: Exchange) -> Found:
    """An input-required result has input requests, a request state, or both."""
    result = exchange.result
    if (
        result.get("resultType") == "input_required"
        and not result.get("inputRequests")
        and "requestState" not in result
    ):
        yield "/result", "an input-required result has input requests, a request state, or both"


@rule("must", "basic/patterns/mrtr#supported-requests", _MODERN)
def input_required_method(exchange: Exchange) -> Found:
    """Only `tools/call`, `prompts/get` and `resources/read` are answered with an input-required result."""
    may = (None, "tools/call", "prompts/get", "resources/read")
    if exchange.result.get("resultType") == "input_required" and exchange.answers not in may:
        yield "/result/resultType", f"{exchange.answers} is not answered with an input-required result"


@rule("must", "server/utilities/completion#completion-results", until=_RICH)
def completion_values(exchange: Exchange) -> Found:
    """A completion has at most 100 values; from 2026-07-28 on the schema says so."""
    values = listed(mapping(exchange.result.get("completion")).get("values"))
    if len(values) > 100:
        yield "/result/completion/values", f"{len(values)} values; a completion has at most 100"


@rule("must", "basic#batching", "2025-03-26", "2025-03-26", code=_INVALID_REQUEST)
def batch_empty(exchange: Exchange) -> Found:
    """A batch is not empty."""
    if exchange.batch is not None and not exchange.batch:
        yield "", "a batch is not empty"


@rule("must", "basic/lifecycle#initialization", "2025-03-26", "2025-03-26", code=_INVALID_REQUEST)
def batch_initialize(exchange: Exchange) -> Found:
    """`initialize` is no part of a batch."""
    for place, frame in enumerate(exchange.batch or []):
        if mapping(frame).get("method") == "initialize":
            yield f"/{place}/method", "`initialize` is no part of a batch"


RULES = tuple(value for value in list(vars().values()) if isinstance(value, Rule))
