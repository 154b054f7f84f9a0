"""The entry point of `mcp-bridge` and of `python -m mcp_bridge`.

Signal handlers are installed before any large module is imported.
"""

from __future__ import annotations

from typing import NoReturn

from mcp_bridge import signals


def main() -> NoReturn:
    """Run the command and exit."""
    signals.install()
    from mcp_bridge.cli import main as run_command

    run_command()


if __name__ == "__main__":
    main()
