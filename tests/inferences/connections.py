"""The inferred results of a call to a server, and the functions that may answer input requests."""

# pyright: reportUnnecessaryTypeIgnoreComment=true

import mcp_revisions as mr
from mcp_revisions import latest as mcp
from mcp_revisions import v2024_11_05 as old
from typing_extensions import assert_type

import mcp_bridge


def form(params: mcp.ElicitRequestFormParams) -> mcp.ElicitResult:
    """Answer a form."""
    return mcp.ElicitResult(action="accept", content={"name": "Ada"})


async def visit(params: mcp.ElicitRequestURLParams) -> mcp.ElicitResult:
    """Answer the visit of a page."""
    return mcp.ElicitResult(action="accept")


def either(params: mcp.ElicitRequestFormParams | mcp.ElicitRequestURLParams) -> mcp.ElicitResult:
    """Answer both modes."""
    return mcp.ElicitResult(action="cancel")


def roots(params: mcp.ListRootsRequestParams) -> mcp.ListRootsResult:
    """Answer with the roots."""
    return mcp.ListRootsResult(roots=[])


def show(params: mcp.ProgressNotificationParams) -> None:
    """Take the progress of a call."""


def show_old(params: old.ProgressNotificationParams) -> None:
    """Take the progress of a call in the oldest revision."""


def count(params: int) -> None:
    """Take something else."""


async def progress(server: mcp_bridge.ServerConnection, peer: mr.Peer, all: mcp.ListToolsRequest) -> None:
    """A function of progress takes params, in a peer those of any revision."""
    seen: list[float] = []
    await server.call(all, on_progress=show)
    await server.call(all, on_progress=lambda params: seen.append(params.progress))
    assert_type(await peer.call(all, on_progress=show), mcp.ListToolsResult)
    await peer.call(old.ListToolsRequest(id=0), on_progress=show_old)
    await peer.call(all, on_progress=lambda params: seen.append(params.progress))
    peer.send(all, on_progress=lambda _: seen.clear())
    await server.call(all, on_progress=count)  # type: ignore[arg-type]
    await peer.call(all, on_progress=count)  # type: ignore[type-var]
    peer.send(all, on_progress=lambda params: params.wrong)  # type: ignore[attr-defined]


async def calls(
    server: mcp_bridge.ServerConnection, call: mcp.CallToolRequest, all: mcp.ListToolsRequest
) -> None:
    """With `inputs`, a call has the final result."""
    inputs: mcp_bridge.InputHandlers = {"roots/list": lambda params: mcp.ListRootsResult(roots=[])}
    assert_type(await server.call(call), mcp.CallToolResult | mcp.InputRequiredResult)
    assert_type(await server.call(call, inputs=inputs), mcp.CallToolResult)
    assert_type(await server.call(all, inputs=inputs), mcp.ListToolsResult)
    assert_type(await server.call(call, inputs={}), mcp.CallToolResult)
    for elicit in form, either:
        await server.call(call, inputs={"elicitation/create": elicit, "roots/list": roots})
    await server.call(call, inputs={"elicitation/create": visit})


async def calls_of_a_peer(peer: mr.Peer, call: mcp.CallToolRequest, all: mcp.ListToolsRequest) -> None:
    """With `inputs`, a call of a peer has the final result, too."""
    inputs: mcp_bridge.InputHandlers = {"roots/list": lambda params: mcp.ListRootsResult(roots=[])}
    assert_type(await peer.call(call), mcp.CallToolResult | mcp.InputRequiredResult)
    assert_type(await peer.call(call, inputs=inputs), mcp.CallToolResult)
    assert_type(await peer.call(all, inputs={"roots/list": roots}), mcp.ListToolsResult)
    assert_type(await mr.call_with_inputs(peer.call, call, inputs), mcp.CallToolResult)
    assert_type(await mr.answer_input(mcp.ListRootsRequest(), inputs), mcp.ListRootsResult)
    await peer.call(call, inputs=[roots])  # type: ignore[call-overload]
    await peer.call(call, renew_deadline=1)  # type: ignore[call-overload]


async def mistakes(server: mcp_bridge.ServerConnection, call: mcp.CallToolRequest) -> None:
    """Both type checkers report these."""
    await server.call(call, inputs={"roots/lst": roots})  # type: ignore[call-overload]
    await server.call(call, inputs={"roots/list": form})  # type: ignore[call-overload]
    await server.call(call, inputs={"elicitation/create": roots})  # type: ignore[call-overload]
    await server.call(call, inputs={"roots/list": None})  # type: ignore[call-overload]
    await server.call(call, inputs=[roots])  # type: ignore[call-overload]
    wrong: mcp_bridge.InputHandlers = {"sampling/createMessage": roots}  # type: ignore[typeddict-item]
    await server.call(call, inputs=wrong)


def notifications(
    server: mcp_bridge.ServerConnection,
    context: mcp.Context,
    peer: mr.Peer,
    changed: mcp.ToolListChangedNotification,
    all: mcp.ListToolsRequest,
) -> None:
    """Every entry point sends notifications, and no request."""
    for notify in server.notify, context.notify, peer.notify:
        notify(changed)
        notify(old.InitializedNotification())
    server.notify(all)  # type: ignore[arg-type]
    context.notify(all)  # type: ignore[arg-type]
    peer.notify(all)  # type: ignore[arg-type]
