"""The part of `mcp_revisions` that is the same for every revision: copied, not generated."""
