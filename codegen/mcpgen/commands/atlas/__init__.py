"""The command `mcpgen atlas`: a static site of methods, types, changes and messages, from the export."""
