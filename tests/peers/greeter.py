"""Serve the tools of docs/examples/server.py with PyPI `mcp`, any release. `greet` asks nothing."""

import anyio

try:
    from mcp.server.fastmcp import Context, FastMCP
except ImportError:  # from release 2 on
    from mcp.server.mcpserver import Context
    from mcp.server.mcpserver import MCPServer as FastMCP

app = FastMCP("greeter", log_level="CRITICAL")


@app.tool()
async def wait(seconds: float, ctx: Context) -> str:
    """Report progress, and wait."""
    await ctx.report_progress(0)
    await anyio.sleep(seconds)
    return "waited"


@app.tool()
def greet() -> str:
    """Greet a stranger."""
    return "Hello!"


if __name__ == "__main__":
    app.run()
