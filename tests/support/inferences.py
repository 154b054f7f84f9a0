"""Write `tests/inferences/answers_*.py`: the type of the answer to each method.

In: the method table of each revision. Out: a module of `assert_type` for each revision, which `make lint`
gives to mypy and pyright. `make golden` runs this module.
"""

from __future__ import annotations

import mcp_revisions as mr

from support.paths import TESTS

FOLDER = TESTS / "inferences"
PEER = {"client": "server", "server": "client"}
HEAD = '''"""The inferred type of the answer to each method of {revision}. Written by `make golden`."""

from mcp_revisions import {module} as mcp
from typing_extensions import assert_type

data = b""
'''


def answers(revision: str) -> str:
    """Return the expected inferences of a revision as Python source."""
    module = mr.revision(revision)
    lines = [HEAD.format(revision=revision, module=module.__name__.rpartition(".")[2])]
    error = "mcp.ErrorResponse[mcp.Error]"
    for method in module.METHODS.values():
        results = " | ".join(f"mcp.{result.__name__}" for result in method.results)
        for sender in method.senders if results else ():
            expected = f"mcp.Response[{results}] | {error}"
            if module.BATCHES:
                expected += f" | list[{expected}]"
            given = f'data, sender="{PEER[sender]}", answering="{method.name}"'
            lines.append(f"assert_type(\n    mcp.decode_message({given}),\n    {expected},\n)")
    return "\n".join(lines) + "\n"


def files() -> dict[str, str]:
    """Return the modules by file name, formatted."""
    from mcpgen.emit.style import style

    return {f"answers_{revision.replace('-', '_')}.py": style(answers(revision)) for revision in mr.REVISIONS}


if __name__ == "__main__":
    for name, text in files().items():
        (FOLDER / name).write_text(text, encoding="utf-8")
