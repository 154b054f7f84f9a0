"""Serve with PyPI `mcp` 1.x, of any release: every feature of the release, questions to the client included.

Run by an interpreter that has the release installed; the revision is the newest that the release and the
client know.
"""

from typing import Any

from mcp import types
from mcp.server.fastmcp import Context, FastMCP

app = FastMCP("old-server", log_level="CRITICAL")


@app.tool()
def add(a: float, b: float) -> str:
    """Add two numbers."""
    return str(a + b)


@app.tool()
def fail() -> str:
    """Fail."""
    raise ValueError("it did not work")


@app.tool()
async def work(ctx: Context) -> str:
    """Report progress and write to the log."""
    for step in (1, 2):
        await ctx.report_progress(step, 2)
    await ctx.info("working")
    return "worked"


@app.tool()
async def opinion(ctx: Context) -> str:
    """Ask the model."""
    asked = types.SamplingMessage(role="user", content=types.TextContent(type="text", text="Two and two?"))
    said = await ctx.session.create_message([asked], max_tokens=20)
    return "the model said " + said.content.text  # type: ignore[union-attr]


@app.tool()
async def where(ctx: Context) -> str:
    """Ask for the roots."""
    return "roots: " + ", ".join(str(root.name) for root in (await ctx.session.list_roots()).roots)


@app.tool()
async def form(ctx: Context) -> str:
    """Ask the user, where the release can."""
    asked: Any = {"type": "object", "properties": {"name": {"type": "string"}}, "required": ["name"]}
    said = await ctx.session.elicit("Who?", asked)  # type: ignore[attr-defined]
    return f"{said.action} {said.content}"


@app.tool()
async def sleep(ctx: Context) -> str:
    """Take longer than anybody waits."""
    import anyio

    await anyio.sleep(60)
    return "slept"


@app.resource("file:///project/readme.md")
def readme() -> str:
    """Be read."""
    return "# Read me"


@app.resource("file:///people/{name}")
def person(name: str) -> str:
    """Be read as a template."""
    return f"# {name}"


@app.prompt()
def question(subject: str) -> str:
    """Ask about something."""
    return f"Tell me about {subject}"


if __name__ == "__main__":
    app.run()
