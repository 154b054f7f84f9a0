"""The command `mcpgen bridge`: one module for the session, one for each transport."""
