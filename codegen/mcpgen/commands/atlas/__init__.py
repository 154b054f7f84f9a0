"""The command `mcpgen atlas`: a static site of methods, types, changes and frames, from the export."""
