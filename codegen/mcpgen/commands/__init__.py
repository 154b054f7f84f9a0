"""The commands of `mcpgen`, one module or folder for each. `cli` declares their options."""
