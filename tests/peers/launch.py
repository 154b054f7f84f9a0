"""Run the bridge as `mcpgen bridge` does: `launch.py --client R --server R [--log FILE] -- COMMAND...`."""

from __future__ import annotations

import argparse
import sys
from pathlib import Path

from mcpgen.bridge_command import bridge
from mcpgen.problems import Refused

if __name__ == "__main__":
    parser = argparse.ArgumentParser()
    parser.add_argument("--client", required=True)
    parser.add_argument("--server", required=True)
    parser.add_argument("--log", type=Path)
    parser.add_argument("command", nargs="*")
    given = parser.parse_args()
    try:
        sys.exit(bridge(given.client, given.server, given.command, log=given.log))
    except Refused as refused:
        print(refused, file=sys.stderr)
        sys.exit(2)
