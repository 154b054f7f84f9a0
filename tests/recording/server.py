"""Serve 2026-07-28, and every revision before, over stdio with the official Python SDK (`mcp` 2.x).

In: frames on stdin. Out: frames on stdout. The server puts questions to its user in the way of the revision
of the connection: by an input-required result at 2026-07-28, by a request of its own before.
"""

from __future__ import annotations

import warnings
from collections.abc import Awaitable, Callable
from typing import Any

import anyio
import mcp_types as types
from mcp.server import CacheHint, NotificationOptions, Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.server.subscriptions import (
    InMemorySubscriptionBus,
    ListenHandler,
    PromptsListChanged,
    ResourcesListChanged,
    ResourceUpdated,
    ToolsListChanged,
)
from mcp.shared.exceptions import MCPError

warnings.simplefilter("ignore")

Context = ServerRequestContext[Any, Any]
CallResult = types.CallToolResult | types.InputRequiredResult
LATEST = "2026-07-28"
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
SOUND = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA="
ICON = types.Icon(src="https://example.com/icon.svg", mime_type="image/svg+xml", sizes=["any"], theme="dark")
FILES = [
    types.Resource(
        uri=f"file:///project/{name}",
        name=name,
        title=name.title(),
        description=f"File {number}",
        mime_type=mime_type,
        size=120 * number,
        icons=[ICON] if number == 1 else None,
        annotations=types.Annotations(audience=["user"], priority=0.5, last_modified="2026-01-02T03:04:05Z"),
    )
    for number, (name, mime_type) in enumerate(
        [("readme.md", "text/markdown"), ("logo.png", "image/png"), ("data.json", "application/json")], 1
    )
]

bus = InMemorySubscriptionBus()
listening = ListenHandler(bus)


def text(value: str, **others: Any) -> types.CallToolResult:
    """Return a tool result of one text block."""
    return types.CallToolResult(content=[types.TextContent(type="text", text=value)], **others)


async def add(ctx: Context, params: types.CallToolRequestParams) -> CallResult:
    """Add two numbers, with structured output."""
    given = params.arguments or {}
    total = given["a"] + given["b"]
    return text(
        str(total), structured_content={"total": total, "exact": isinstance(total, int), "note": None}
    )


async def primes(ctx: Context, params: types.CallToolRequestParams) -> CallResult:
    """Return structured content that is an array: legal from 2026-07-28."""
    found = [2, 3, 5, 7]
    return text(str(found), structured_content=found if ctx.protocol_version == LATEST else {"primes": found})


async def show(ctx: Context, params: types.CallToolRequestParams) -> CallResult:
    """Return a block of every kind."""
    marked = types.Annotations(
        audience=["user", "assistant"], priority=1, last_modified="2026-01-02T03:04:05Z"
    )
    return types.CallToolResult(
        content=[
            types.TextContent(type="text", text="Every kind", annotations=marked, _meta={"com.example/n": 1}),
            types.ImageContent(type="image", data=PIXEL, mime_type="image/png", annotations=marked),
            types.AudioContent(type="audio", data=SOUND, mime_type="audio/wav"),
            types.ResourceLink(type="resource_link", **FILES[0].model_dump()),
            types.EmbeddedResource(
                type="resource",
                resource=types.TextResourceContents(
                    uri="file:///project/a.txt", mime_type="text/plain", text=""
                ),
            ),
            types.EmbeddedResource(
                type="resource",
                resource=types.BlobResourceContents(uri="file:///project/logo.png", blob=PIXEL),
            ),
        ],
        _meta={"com.example/cost": 0.25},
    )


async def fail(ctx: Context, params: types.CallToolRequestParams) -> CallResult:
    """Fail in the tool, or, if told so, in the protocol."""
    if (params.arguments or {}).get("protocol"):
        raise MCPError(-32000, "The backend is away", data={"retryAfter": 1.5, "hosts": ["a", None]})
    return text("It did not work", is_error=True)


async def work(ctx: Context, params: types.CallToolRequestParams) -> CallResult:
    """Report progress and write to the log on the way."""
    for step in range(1, 4):
        await ctx.session.report_progress(step / 2, 1.5, f"step {step}")
        await ctx.session.send_log_message(
            "info", {"step": step, "of": 3}, logger="work", related_request_id=ctx.request_id
        )
    return text("worked")


async def sleep(ctx: Context, params: types.CallToolRequestParams) -> CallResult:
    """Take longer than anybody waits."""
    await anyio.sleep(60)
    return text("slept")


def requests(revision: str) -> dict[str, Any]:
    """Return one question of each kind; `tools` and multi-select came with 2025-11-25."""
    form: dict[str, Any] = {
        "type": "object",
        "properties": {
            "name": {"type": "string", "title": "Name", "minLength": 1, "maxLength": 40},
            "age": {"type": "integer", "minimum": 0, "maximum": 150},
            "height": {"type": "number", "default": 1.75},
            "news": {"type": "boolean", "default": False},
            "color": {"type": "string", "enum": ["red", "green"]},
            "size": {
                "type": "string",
                "oneOf": [{"const": "s", "title": "Small"}, {"const": "l", "title": "Large"}],
            },
        },
        "required": ["name"],
    }
    if revision >= "2025-11-25":
        days = {"type": "array", "items": {"type": "string", "enum": ["mon", "tue"]}, "minItems": 1}
        form["properties"]["days"] = days
    question = types.SamplingMessage(role="user", content=types.TextContent(type="text", text="Two and two?"))
    used = types.ToolUseContent(type="tool_use", id="use-1", name="add", input={"a": 2, "b": 2})
    found = types.TextContent(type="text", text="4")
    answered = types.ToolResultContent(
        type="tool_result", tool_use_id="use-1", content=[found], structured_content={"total": 4}
    )
    told = types.SamplingMessage(role="user", content=[answered])
    return {
        "form": types.ElicitRequest(
            params=types.ElicitRequestFormParams(message="Who?", requested_schema=form)
        ),
        "opinion": types.CreateMessageRequest(
            params=types.CreateMessageRequestParams(
                messages=[question],
                max_tokens=50,
                temperature=0.5,
                system_prompt="Be brief.",
                stop_sequences=["\n"],
                model_preferences=types.ModelPreferences(
                    hints=[types.ModelHint(name="small")], cost_priority=1
                ),
            )
        ),
        "where": types.ListRootsRequest(),
        "tools": types.CreateMessageRequest(
            params=types.CreateMessageRequestParams(
                messages=[question, types.SamplingMessage(role="assistant", content=[used]), told],
                max_tokens=50,
                tools=[TOOLS["add"][1]],
                tool_choice=types.ToolChoice(mode="auto"),
                metadata={"com.example/run": 7},
            )
        ),
    }


async def progressed(progress: float, total: float | None, message: str | None = None) -> None:
    """Receive the client's progress."""


async def ask(ctx: Context, params: types.CallToolRequestParams) -> CallResult:
    """Ask the user and the model before answering, in two rounds at 2026-07-28."""
    questions = requests(ctx.protocol_version)
    if ctx.protocol_version == LATEST:
        replies = params.input_responses or {}
        if params.request_state is None:
            return types.InputRequiredResult(
                input_requests={"form": questions["form"]}, request_state="round-1"
            )
        if params.request_state == "round-1":
            more = {key: questions[key] for key in ("opinion", "where", "tools")}
            return types.InputRequiredResult(input_requests=more, request_state="round-2")
        return text(f"answered: {sorted(replies)}")
    wanted = (params.arguments or {}).get("kinds", ["opinion", "where"])
    results: dict[str, Any] = {
        "form": types.ElicitResult,
        "opinion": types.CreateMessageResult,
        "where": types.ListRootsResult,
        "tools": types.CreateMessageResultWithTools,
    }
    await ctx.session.send_ping()
    for kind in wanted:
        await ctx.session.send_request(questions[kind], results[kind], progress_callback=progressed)
    return text(f"answered: {sorted(wanted)}")


async def hurry(ctx: Context, params: types.CallToolRequestParams) -> CallResult:
    """Ask the model and give up before it answers (up to 2025-11-25)."""
    question = requests(ctx.protocol_version)["opinion"]
    question.params.system_prompt = "Take your time."
    try:
        await ctx.session.send_request(question, types.CreateMessageResult, request_read_timeout_seconds=0.2)
    except MCPError as problem:
        return text(problem.error.message, is_error=True)
    return text("in time")


async def visit(ctx: Context, params: types.CallToolRequestParams) -> CallResult:
    """Send the user to a page."""
    url, message = "https://example.com/sign-in", "Sign in, please"
    if ctx.protocol_version == LATEST:
        if params.input_responses:
            return text("visited")
        page = types.ElicitRequest(params=types.ElicitRequestURLParams(message=message, url=url))
        return types.InputRequiredResult(input_requests={"page": page})
    await ctx.session.elicit_url(message, url, "visit-1", ctx.request_id)
    await ctx.session.send_elicit_complete("visit-1", ctx.request_id)
    return text("visited")


async def change(ctx: Context, params: types.CallToolRequestParams) -> CallResult:
    """Tell whoever listens that everything changed; end the streams if told so."""
    if (params.arguments or {}).get("close"):
        listening.close()
        return text("closed")
    if ctx.protocol_version == LATEST:
        for event in (ToolsListChanged(), PromptsListChanged(), ResourcesListChanged()):
            await bus.publish(event)
        await bus.publish(ResourceUpdated(uri="file:///project/readme.md"))
        return text("told")
    await ctx.session.send_tool_list_changed()
    await ctx.session.send_prompt_list_changed()
    await ctx.session.send_resource_list_changed()
    await ctx.session.send_resource_updated("file:///project/readme.md")
    return text("told")


TOOLS: dict[
    str, tuple[Callable[[Context, types.CallToolRequestParams], Awaitable[CallResult]], types.Tool]
] = {
    "add": (
        add,
        types.Tool(
            name="add",
            title="Add",
            description="Adds two numbers",
            input_schema={
                "$schema": "https://json-schema.org/draft/2020-12/schema",
                "type": "object",
                "properties": {"a": {"type": "number"}, "b": {"type": "number"}},
                "required": ["a", "b"],
            },
            output_schema={
                "type": "object",
                "properties": {"total": {"type": "number"}},
                "required": ["total"],
            },
            annotations=types.ToolAnnotations(title="Addition", read_only_hint=True, open_world_hint=False),
            icons=[ICON],
            _meta={"com.example/stable": True},
        ),
    ),
    "show": (show, types.Tool(name="show", input_schema={"type": "object"})),
    "fail": (fail, types.Tool(name="fail", input_schema={"type": "object", "additionalProperties": True})),
    "work": (work, types.Tool(name="work", input_schema={"type": "object", "properties": {}})),
    "sleep": (sleep, types.Tool(name="sleep", input_schema={"type": "object"})),
    "ask": (ask, types.Tool(name="ask", input_schema={"type": "object"})),
    "hurry": (hurry, types.Tool(name="hurry", input_schema={"type": "object"})),
    "visit": (visit, types.Tool(name="visit", input_schema={"type": "object"})),
    "change": (change, types.Tool(name="change", input_schema={"type": "object"})),
    "primes": (primes, types.Tool(name="primes", input_schema={"type": "object"})),
}


async def list_tools(ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListToolsResult:
    """List the tools on two pages."""
    tools = [tool for _, tool in TOOLS.values()]
    if ctx.protocol_version == LATEST:
        anything = tools[-1].model_copy(
            update={"output_schema": {"type": "array", "items": {"type": "integer"}}}
        )
        tools = [*tools[:-1], anything]
    if params is not None and params.cursor == "page-2":
        return types.ListToolsResult(tools=tools[5:])
    return types.ListToolsResult(tools=tools[:5], next_cursor="page-2")


async def call_tool(ctx: Context, params: types.CallToolRequestParams) -> CallResult:
    """Call a tool."""
    if params.name not in TOOLS:
        raise MCPError(-32602, f"Unknown tool: {params.name}")
    return await TOOLS[params.name][0](ctx, params)


async def list_resources(
    ctx: Context, params: types.PaginatedRequestParams | None
) -> types.ListResourcesResult:
    """List the resources on two pages, fresh for a minute."""
    if params is not None and params.cursor == "2":
        return types.ListResourcesResult(resources=FILES[2:])
    return types.ListResourcesResult(resources=FILES[:2], next_cursor="2", ttl_ms=60000, cache_scope="public")


async def list_templates(
    ctx: Context, params: types.PaginatedRequestParams | None
) -> types.ListResourceTemplatesResult:
    """List the one resource template."""
    template = types.ResourceTemplate(
        uri_template="file:///project/{path}",
        name="file",
        title="A file",
        description="Any file",
        icons=[ICON],
    )
    return types.ListResourceTemplatesResult(resource_templates=[template])


async def read_resource(
    ctx: Context, params: types.ReadResourceRequestParams
) -> types.ReadResourceResult | types.InputRequiredResult:
    """Read text and bytes; one resource asks first at 2026-07-28."""
    if params.uri.endswith("secret.txt") and ctx.protocol_version == LATEST and not params.input_responses:
        return types.InputRequiredResult(input_requests={"where": types.ListRootsRequest()})
    if params.uri.endswith("logo.png"):
        contents: Any = types.BlobResourceContents(uri=params.uri, mime_type="image/png", blob=PIXEL)
    elif params.uri.endswith((".md", ".txt")):
        contents = types.TextResourceContents(uri=params.uri, mime_type="text/markdown", text="# Read me\n")
    else:
        code = -32602 if ctx.protocol_version == LATEST else -32002
        raise MCPError(code, "Resource not found", data={"uri": params.uri})
    return types.ReadResourceResult(contents=[contents], _meta={"com.example/etag": "e-1"})


async def list_prompts(ctx: Context, params: types.PaginatedRequestParams | None) -> types.ListPromptsResult:
    """List the prompts."""
    subject = types.PromptArgument(
        name="subject", title="Subject", description="What to ask about", required=True
    )
    tone = types.PromptArgument(name="tone")
    return types.ListPromptsResult(
        prompts=[
            types.Prompt(name="question", title="A question", description="Asks", arguments=[subject, tone]),
            types.Prompt(name="interview"),
        ]
    )


async def get_prompt(
    ctx: Context, params: types.GetPromptRequestParams
) -> types.GetPromptResult | types.InputRequiredResult:
    """Get a prompt; the interview asks the user first at 2026-07-28."""
    given = params.arguments or {}
    if params.name == "interview" and ctx.protocol_version == LATEST and not params.input_responses:
        return types.InputRequiredResult(
            input_requests={"form": requests(ctx.protocol_version)["form"]}, request_state="interview"
        )
    if params.name == "question" and "subject" not in given:
        raise MCPError(-32602, "Missing argument: subject")
    said = types.TextContent(type="text", text=f"Tell me about {given.get('subject', 'yourself')}")
    shown = types.ImageContent(type="image", data=PIXEL, mime_type="image/png")
    return types.GetPromptResult(
        description="A question",
        messages=[
            types.PromptMessage(role="user", content=said),
            types.PromptMessage(role="assistant", content=shown),
        ],
    )


async def complete(ctx: Context, params: types.CompleteRequestParams) -> types.CompleteResult:
    """Complete with what starts alike."""
    known = ["paris", "park", "party"] if params.context is None else ["parsec"]
    values = [value for value in known if value.startswith(params.argument.value)]
    return types.CompleteResult(completion=types.Completion(values=values, total=len(values), has_more=False))


async def acknowledge(ctx: Context, params: Any) -> types.EmptyResult:
    """Accept a subscription or a log level of the earlier revisions."""
    return types.EmptyResult()


async def main() -> None:
    """Serve one connection on stdin and stdout."""
    server: Server[Any] = Server(
        "recorded-server",
        version="1.0.0",
        title="The recorded server",
        description="Answers for the record",
        instructions="Call `add` to add.",
        website_url="https://example.com",
        icons=[ICON],
        cache_hints={"tools/list": CacheHint(ttl_ms=5000, scope="public")},
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
        on_subscribe_resource=acknowledge,
        on_unsubscribe_resource=acknowledge,
        on_subscriptions_listen=listening,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
        on_completion=complete,
        on_set_logging_level=acknowledge,
    )
    server.extensions = {"com.example/recording": {"lines": True}}
    options = server.create_initialization_options(
        NotificationOptions(prompts_changed=True, resources_changed=True, tools_changed=True),
        experimental_capabilities={"com.example/lab": {"enabled": True}},
    )
    async with stdio_server() as (read_stream, write_stream):
        await server.run(read_stream, write_stream, options)


if __name__ == "__main__":
    anyio.run(main)
