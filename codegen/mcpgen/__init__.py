"""Generate `mcp_revisions` from the official schemas of the Model Context Protocol."""

__version__ = "0.1.0"
