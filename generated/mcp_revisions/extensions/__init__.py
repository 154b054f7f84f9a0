"""Extensions: a package for each, imported by `mcp_revisions.extension`."""
