"""Generate `mcp_revisions` from the official schemas of the Model Context Protocol."""
