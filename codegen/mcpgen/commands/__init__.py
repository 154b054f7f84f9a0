"""The commands of `mcpgen`. Each has a module or a folder. `cli` declares their options."""
