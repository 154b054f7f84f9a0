"""The runtime of every revision: `mcpgen build` copies it from `codegen/mcpgen/runtime/`; edit it there."""
