"""Serve the tools, resources and prompts that the official conformance suite asks for: `fixture.py [PORT]`.

Written with PyPI `mcp` 2.x. It serves stdio, or Streamable HTTP on a loopback port. Questions of a tool are
requests of the server up to 2025-11-25, and input-required results at 2026-07-28. The names and texts are
those that the suite compares with.
"""

from __future__ import annotations

import hmac
import json
import sys
import warnings
from hashlib import sha256
from typing import Any

import anyio
import mcp_types as types
from mcp.server import NotificationOptions, Server, ServerRequestContext
from mcp.server.stdio import stdio_server
from mcp.server.subscriptions import (
    InMemorySubscriptionBus,
    ListenHandler,
    PromptsListChanged,
    ToolsListChanged,
)
from mcp.shared.exceptions import MCPError

warnings.simplefilter("ignore")

Context = ServerRequestContext[Any, Any]
LATEST = "2026-07-28"
INVALID_PARAMS, MISSING_CAPABILITY, NOT_FOUND = -32602, -32021, -32002
PIXEL = "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAQAAAC1HAwCAAAAC0lEQVR42mNk+A8AAQUBAScY42YAAAAASUVORK5CYII="
SOUND = "UklGRiQAAABXQVZFZm10IBAAAAABAAEAQB8AAEAfAAABAAgAZGF0YQAAAAA="
KEY = b"conformance"
ANSWERS: dict[str, Any] = {
    "elicitation/create": types.ElicitResult,
    "sampling/createMessage": types.CreateMessageResult,
    "roots/list": types.ListRootsResult,
}

bus = InMemorySubscriptionBus()
listening = ListenHandler(bus)


def text(value: str, **others: Any) -> types.CallToolResult:
    """Return a tool result of one text block."""
    return types.CallToolResult(content=[types.TextContent(type="text", text=value)], **others)


def embedded(uri: str, mime_type: str, value: str) -> types.EmbeddedResource:
    """Return a text resource as a block."""
    resource = types.TextResourceContents(uri=uri, mime_type=mime_type, text=value)
    return types.EmbeddedResource(type="resource", resource=resource)


IMAGE = types.ImageContent(type="image", data=PIXEL, mime_type="image/png")
AUDIO = types.AudioContent(type="audio", data=SOUND, mime_type="audio/wav")
BLOCKS: dict[str, list[Any]] = {
    "test_simple_text": [types.TextContent(type="text", text="This is a simple text response for testing.")],
    "test_image_content": [IMAGE],
    "test_audio_content": [AUDIO],
    "test_embedded_resource": [
        embedded("test://embedded-resource", "text/plain", "This is an embedded resource content.")
    ],
    "test_multiple_content_types": [
        types.TextContent(type="text", text="Multiple content types test:"),
        IMAGE,
        embedded("test://mixed-content-resource", "application/json", '{"test":"data","value":123}'),
    ],
}


def form(message: str, properties: dict[str, Any], required: list[str] | None = None) -> types.ElicitRequest:
    """Return a question to the user."""
    schema = {"type": "object", "properties": properties, **({"required": required} if required else {})}
    return types.ElicitRequest(params=types.ElicitRequestFormParams(message=message, requested_schema=schema))


def sample(prompt: str, tokens: int) -> types.CreateMessageRequest:
    """Return a question to the model."""
    message = types.SamplingMessage(role="user", content=types.TextContent(type="text", text=prompt))
    params = types.CreateMessageRequestParams(messages=[message], max_tokens=tokens)
    return types.CreateMessageRequest(params=params)


NAME = form("What is your name?", {"name": {"type": "string"}}, ["name"])
CONFIRM = form("Please confirm", {"ok": {"type": "boolean"}}, ["ok"])
COLOR = form("Step 2: What is your favorite color?", {"color": {"type": "string"}}, ["color"])
STEP = form("Step 1: What is your name?", {"name": {"type": "string"}}, ["name"])
CAPITAL = sample("What is the capital of France?", 100)
GREETING = sample("Generate a greeting", 50)
ROOTS = types.ListRootsRequest(params=types.RequestParams())
TITLED = [
    {"const": f"value{number}", "title": f"{word} Option"}
    for number, word in enumerate(("First", "Second", "Third"), 1)
]
CHOICES = [{**one, "title": one["title"].replace("Option", "Choice")} for one in TITLED]
OPTIONS = ["option1", "option2", "option3"]
ENUMS = {
    "untitledSingle": {"type": "string", "enum": OPTIONS},
    "titledSingle": {"type": "string", "oneOf": TITLED},
    "legacyEnum": {
        "type": "string",
        "enum": ["opt1", "opt2", "opt3"],
        "enumNames": ["Option One", "Option Two", "Option Three"],
    },
    "untitledMulti": {"type": "array", "items": {"type": "string", "enum": OPTIONS}},
    "titledMulti": {"type": "array", "items": {"anyOf": CHOICES}},
}
DEFAULTS = {
    "name": {"type": "string", "default": "John Doe"},
    "age": {"type": "integer", "default": 30},
    "score": {"type": "number", "default": 95.5},
    "status": {"type": "string", "enum": ["active", "inactive", "pending"], "default": "active"},
    "verified": {"type": "boolean", "default": True},
}
ACCOUNT = {
    "username": {"type": "string", "description": "User's response"},
    "email": {"type": "string", "description": "User's email address"},
}


async def answer(ctx: Context, params: Any, question: Any, kind: Any) -> Any:
    """Return the answer to a question, or the result that asks it, as the revision prescribes."""
    if ctx.protocol_version != LATEST:
        return await ctx.session.send_request(question, kind)
    reply = (params.input_responses or {}).get("question")
    return types.InputRequiredResult(input_requests={"question": question}) if reply is None else reply


async def elicited(ctx: Context, params: Any, question: types.ElicitRequest, says: str) -> Any:
    """Ask the user before answering."""
    found = await answer(ctx, params, question, types.ElicitResult)
    if isinstance(found, types.InputRequiredResult):
        return found
    return text(f"{says} action={found.action}, content={json.dumps(found.content)}")


async def log(ctx: Context, params: Any) -> types.CallToolResult:
    """Log three times."""
    for message in ("Tool execution started", "Tool processing data", "Tool execution completed"):
        await ctx.session.send_log_message("info", message, related_request_id=ctx.request_id)
        await anyio.sleep(0.05)
    return text("logged")


async def progress(ctx: Context, params: Any) -> types.CallToolResult:
    """Report progress three times."""
    for part in (0, 50, 100):
        await ctx.session.report_progress(part, 100, f"Completed step {part} of 100")
        await anyio.sleep(0.05)
    return text("done")


async def ask_model(ctx: Context, params: types.CallToolRequestParams) -> Any:
    """Ask the model before answering."""
    question = sample((params.arguments or {})["prompt"], 100)
    found = await answer(ctx, params, question, types.CreateMessageResult)
    if isinstance(found, types.InputRequiredResult):
        return found
    return text(f"LLM response: {found.content.text}")


async def ask_user(ctx: Context, params: types.CallToolRequestParams) -> Any:
    """Ask the user before answering."""
    question = form((params.arguments or {})["message"], ACCOUNT, ["username", "email"])
    return await elicited(ctx, params, question, "User response:")


async def defaults(ctx: Context, params: Any) -> Any:
    """Ask with a default for every kind of field."""
    return await elicited(ctx, params, form("Please review", DEFAULTS), "Elicitation completed:")


async def enums(ctx: Context, params: Any) -> Any:
    """Ask with every kind of choice."""
    return await elicited(ctx, params, form("Please choose", ENUMS), "Elicitation completed:")


async def reconnect(ctx: Context, params: Any) -> types.CallToolResult:
    """Take longer than a stream may stay open."""
    await anyio.sleep(1.5)
    return text("Reconnection test completed successfully.")


async def headers(ctx: Context, params: types.CallToolRequestParams) -> types.CallToolResult:
    """Return the arguments."""
    return text(json.dumps(params.arguments or {}))


async def change_tools(ctx: Context, params: Any) -> types.CallToolResult:
    """Tell listeners that the tools changed."""
    await bus.publish(ToolsListChanged())
    return text("changed")


async def change_prompts(ctx: Context, params: Any) -> types.CallToolResult:
    """Tell listeners that the prompts changed."""
    await bus.publish(PromptsListChanged())
    return text("changed")


async def fail(ctx: Context, params: Any) -> types.CallToolResult:
    """Fail."""
    return text("This tool intentionally returns an error for testing", is_error=True)


async def needs_sampling(ctx: Context, params: Any) -> types.CallToolResult:
    """Demand a capability that the client has to declare; a server of 2025-11-25 asks the model at once."""
    if ctx.protocol_version != LATEST:
        found = await ctx.session.send_request(CAPITAL, types.CreateMessageResult)
        return text(f"LLM response: {found.content.text}")
    if _able(ctx).sampling is None:
        required = {"requiredCapabilities": {"sampling": {}}}
        raise MCPError(MISSING_CAPABILITY, "Missing required client capability: sampling", data=required)
    return text("able")


def _able(ctx: Context) -> types.ClientCapabilities:
    params = ctx.session.client_params
    return params.capabilities if params is not None else types.ClientCapabilities()


# Questions in results, as 2026-07-28 asks


def signed(state: str) -> str:
    """Return a state that cannot be changed unnoticed."""
    return f"{state}.{hmac.new(KEY, state.encode(), sha256).hexdigest()}"


def is_signed(state: str | None) -> bool:
    """Say whether a state is one of ours."""
    return state is not None and hmac.compare_digest(signed(state.partition(".")[0]), state)


def asking(questions: dict[str, Any], *, state: str | None = None, says: str = "state-ok") -> Any:
    """Return a tool that asks until every question has an answer."""

    async def tool(ctx: Context, params: Any) -> Any:
        if ctx.protocol_version != LATEST:
            found: dict[str, Any] = {}

            async def ask(key: str, one: Any) -> None:
                found[key] = _plain(await ctx.session.send_request(one, ANSWERS[one.method]))

            async with anyio.create_task_group() as group:
                for key, one in questions.items():
                    group.start_soon(ask, key, one)
            return text(f"{says}: {json.dumps(found)}")
        replies = params.input_responses or {}
        if params.request_state is not None and not is_signed(params.request_state):
            raise MCPError(INVALID_PARAMS, "The request state was changed")
        missing = {key: one for key, one in questions.items() if not _is_answer(replies.get(key))}
        if missing or (state is not None and params.request_state is None):
            kept = signed(state) if state is not None else None
            return types.InputRequiredResult(input_requests=missing or questions, request_state=kept)
        return text(f"{says}: {json.dumps({key: _plain(one) for key, one in replies.items()})}")

    return tool


async def rounds(ctx: Context, params: Any) -> Any:
    """Ask twice, one question after the other."""
    if ctx.protocol_version != LATEST:
        await ctx.session.send_request(STEP, types.ElicitResult)
        await ctx.session.send_request(COLOR, types.ElicitResult)
        return text("Both steps are done")
    replies = params.input_responses or {}
    if is_signed(params.request_state) and params.request_state.startswith("2") and "step2" in replies:
        return text("Both steps are done")
    if is_signed(params.request_state) and "step1" in replies:
        return types.InputRequiredResult(input_requests={"step2": COLOR}, request_state=signed("2"))
    return types.InputRequiredResult(input_requests={"step1": STEP}, request_state=signed("1"))


async def able(ctx: Context, params: Any) -> Any:
    """Ask only what the client can answer."""
    declared = _able(ctx)
    questions: dict[str, Any] = {}
    if declared.sampling is not None:
        questions["capital_question"] = CAPITAL
    if declared.elicitation is not None:
        questions["user_name"] = NAME
    return await asking(questions)(ctx, params)


def _is_answer(reply: Any) -> bool:
    plain = _plain(reply)
    return isinstance(plain, dict) and bool(plain.keys() & {"action", "role", "roots"})


def _plain(value: Any) -> Any:
    return (
        value.model_dump(mode="json", by_alias=True, exclude_none=True)
        if hasattr(value, "model_dump")
        else value
    )


NO_ARGUMENTS: dict[str, Any] = {"type": "object", "properties": {}}
SCHEMA_2020 = {
    "$schema": "https://json-schema.org/draft/2020-12/schema",
    "type": "object",
    "$defs": {
        "address": {
            "$anchor": "addressDef",
            "type": "object",
            "properties": {"street": {"type": "string"}, "city": {"type": "string"}},
        }
    },
    "properties": {
        "name": {"type": "string"},
        "address": {"$ref": "#/$defs/address"},
        "contactMethod": {"type": "string", "enum": ["phone", "email"]},
        "phone": {"type": "string"},
        "email": {"type": "string"},
    },
    "allOf": [{"anyOf": [{"required": ["phone"]}, {"required": ["email"]}]}],
    "if": {"properties": {"contactMethod": {"const": "phone"}}, "required": ["contactMethod"]},
    "then": {"required": ["phone"]},
    "else": {"required": ["email"]},
    "additionalProperties": False,
}
MARKED = {
    "type": "object",
    "properties": {
        "region": {"type": "string", "description": "A region", "x-mcp-header": "Region"},
        "query": {"type": "string"},
    },
}
ONE_STRING = {"test_sampling": "prompt", "test_elicitation": "message"}
TOOLS: dict[str, Any] = {
    "test_tool_with_logging": log,
    "test_error_handling": fail,
    "test_tool_with_progress": progress,
    "test_sampling": ask_model,
    "test_elicitation": ask_user,
    "test_elicitation_sep1034_defaults": defaults,
    "test_elicitation_sep1330_enums": enums,
    "test_reconnection": reconnect,
    "json_schema_2020_12_tool": headers,
    "test_custom_headers": headers,
    "test_trigger_tool_change": change_tools,
    "test_trigger_prompt_change": change_prompts,
    "test_missing_capability": needs_sampling,
    "test_logging_tool": log,
    "test_input_required_result_elicitation": asking({"user_name": NAME}, says="Hello"),
    "test_input_required_result_sampling": asking({"capital_question": CAPITAL}),
    "test_input_required_result_list_roots": asking({"client_roots": ROOTS}),
    "test_input_required_result_request_state": asking({"confirm": CONFIRM}, state="state"),
    "test_input_required_result_multiple_inputs": asking(
        {"user_name": NAME, "greeting": GREETING, "client_roots": ROOTS}, state="many"
    ),
    "test_input_required_result_multi_round": rounds,
    "test_input_required_result_tampered_state": asking({"confirm": CONFIRM}, state="sealed"),
    "test_input_required_result_capabilities": able,
    "test_streaming_elicitation": asking({"user_name": NAME}),
}


def _schema(name: str) -> dict[str, Any]:
    if name in ONE_STRING:
        key = ONE_STRING[name]
        return {"type": "object", "properties": {key: {"type": "string"}}, "required": [key]}
    return {"json_schema_2020_12_tool": SCHEMA_2020, "test_custom_headers": MARKED}.get(name, NO_ARGUMENTS)


async def list_tools(ctx: Context, params: Any) -> types.ListToolsResult:
    """List the tools."""
    names = [*BLOCKS, *TOOLS]
    tools = [types.Tool(name=name, description=f"Tool {name}", input_schema=_schema(name)) for name in names]
    return types.ListToolsResult(tools=tools)


async def call_tool(ctx: Context, params: types.CallToolRequestParams) -> Any:
    """Call a tool."""
    if params.name in BLOCKS:
        return types.CallToolResult(content=BLOCKS[params.name])
    if params.name not in TOOLS:
        raise MCPError(INVALID_PARAMS, f"Unknown tool: {params.name}")
    return await TOOLS[params.name](ctx, params)


async def list_resources(ctx: Context, params: Any) -> types.ListResourcesResult:
    """List the resources."""
    known = {"static-text": "text/plain", "static-binary": "image/png", "watched-resource": "text/plain"}
    return types.ListResourcesResult(
        resources=[
            types.Resource(uri=f"test://{name}", name=name, description=f"Resource {name}", mime_type=kind)
            for name, kind in known.items()
        ]
    )


async def list_templates(ctx: Context, params: Any) -> types.ListResourceTemplatesResult:
    """List the template."""
    template = types.ResourceTemplate(
        uri_template="test://template/{id}/data", name="template", mime_type="application/json"
    )
    return types.ListResourceTemplatesResult(resource_templates=[template])


async def read_resource(ctx: Context, params: types.ReadResourceRequestParams) -> types.ReadResourceResult:
    """Read a resource."""
    uri, contents = str(params.uri), None
    if uri in ("test://static-text", "test://watched-resource"):
        said = "This is the content of the static text resource."
        contents = types.TextResourceContents(uri=uri, mime_type="text/plain", text=said)
    elif uri == "test://static-binary":
        contents = types.BlobResourceContents(uri=uri, mime_type="image/png", blob=PIXEL)
    elif uri.startswith("test://template/") and uri.endswith("/data"):
        number = uri.split("/")[-2]
        data = {"id": number, "templateTest": True, "data": f"Data for ID: {number}"}
        contents = types.TextResourceContents(uri=uri, mime_type="application/json", text=json.dumps(data))
    if contents is None:
        code = INVALID_PARAMS if ctx.protocol_version == LATEST else NOT_FOUND
        raise MCPError(code, "Resource not found", data={"uri": uri})
    return types.ReadResourceResult(contents=[contents])


async def list_prompts(ctx: Context, params: Any) -> types.ListPromptsResult:
    """List the prompts."""
    arguments = {
        "test_simple_prompt": [],
        "test_prompt_with_arguments": ["arg1", "arg2"],
        "test_prompt_with_embedded_resource": ["resourceUri"],
        "test_prompt_with_image": [],
        "test_input_required_result_prompt": [],
    }
    return types.ListPromptsResult(
        prompts=[
            types.Prompt(
                name=name,
                description=f"Prompt {name}",
                arguments=[types.PromptArgument(name=key, description=key, required=True) for key in keys],
            )
            for name, keys in arguments.items()
        ]
    )


async def get_prompt(ctx: Context, params: types.GetPromptRequestParams) -> Any:
    """Get a prompt."""
    given = params.arguments or {}
    said = {
        "test_simple_prompt": ["This is a simple prompt for testing."],
        "test_prompt_with_arguments": [
            f"Prompt with arguments: arg1='{given.get('arg1')}', arg2='{given.get('arg2')}'"
        ],
        "test_prompt_with_embedded_resource": [
            embedded(given.get("resourceUri", ""), "text/plain", "Embedded resource content for testing."),
            "Please process the embedded resource above.",
        ],
        "test_prompt_with_image": [IMAGE, "Please analyze the image above."],
    }
    if params.name == "test_input_required_result_prompt":
        question = form("What context should the prompt use?", {"context": {"type": "string"}}, ["context"])
        if ctx.protocol_version != LATEST:
            await ctx.session.send_request(question, types.ElicitResult)
        elif not _is_answer((params.input_responses or {}).get("user_context")):
            return types.InputRequiredResult(input_requests={"user_context": question})
        said[params.name] = ["The context is known."]
    if params.name not in said:
        raise MCPError(INVALID_PARAMS, f"Unknown prompt: {params.name}")
    return types.GetPromptResult(
        messages=[
            types.PromptMessage(
                role="user",
                content=types.TextContent(type="text", text=one) if isinstance(one, str) else one,
            )
            for one in said[params.name]
        ]
    )


async def complete(ctx: Context, params: types.CompleteRequestParams) -> types.CompleteResult:
    """Complete an argument."""
    values = [one for one in ("paris", "park", "party") if one.startswith(params.argument.value)]
    return types.CompleteResult(completion=types.Completion(values=values, total=len(values), has_more=False))


async def accept(ctx: Context, params: Any) -> types.EmptyResult:
    """Accept a subscription or a log level."""
    return types.EmptyResult()


def made() -> Server[Any]:
    """Return the server."""
    return Server(
        "conformance-fixture",
        version="1.0.0",
        on_list_tools=list_tools,
        on_call_tool=call_tool,
        on_list_resources=list_resources,
        on_list_resource_templates=list_templates,
        on_read_resource=read_resource,
        on_subscribe_resource=accept,
        on_unsubscribe_resource=accept,
        on_subscriptions_listen=listening,
        on_list_prompts=list_prompts,
        on_get_prompt=get_prompt,
        on_completion=complete,
        on_set_logging_level=accept,
    )


async def stdio() -> None:
    """Serve stdin and stdout."""
    server = made()
    changes = NotificationOptions(tools_changed=True, prompts_changed=True)
    async with stdio_server() as (read, write):
        await server.run(read, write, server.create_initialization_options(changes))


if __name__ == "__main__":
    if len(sys.argv) > 1:
        import uvicorn

        uvicorn.run(made().streamable_http_app(), port=int(sys.argv[1]), log_level="error")
    else:
        anyio.run(stdio)
