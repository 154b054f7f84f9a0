"""The entry of `python -m mcp_bridge`."""

from mcp_bridge.cli import main

if __name__ == "__main__":
    main()
