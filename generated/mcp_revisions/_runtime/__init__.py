"""The runtime that all revisions share.

`mcpgen build` copies it from `codegen/mcpgen/runtime/`: edit it there.
"""
