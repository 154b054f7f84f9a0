"""Exact types and adapters for every MCP revision."""
