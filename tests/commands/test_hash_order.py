"""No output depends on the order of a set: two processes with different string hashes print the same."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from pathlib import Path

import pytest

from support import hash_order_outputs


@pytest.mark.slow
def test_no_output_depends_on_hash_order() -> None:
    """`explain` of each name, `diff`, `atlas`, the export and `ingest` print the same for two hash seeds."""
    helper = Path(hash_order_outputs.__file__)
    processes = [
        subprocess.Popen(
            [sys.executable, str(helper)],
            env={**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(helper.parents[1])},
            stdout=subprocess.PIPE,
        )
        for seed in ("1", "2")
    ]
    first, second = (json.loads(process.communicate()[0]) for process in processes)
    assert [process.returncode for process in processes] == [0, 0]
    assert {name.partition(" ")[0] for name in first} == {"explain", "diff", "atlas", "init", "ingest"}
    assert [name for name in first if first[name] != second[name]] == []
    assert first == second
