"""Write `tests/inferences/answers_*.py`, with the inferred types of each method's response, and `readme.py`.

Each module has an `assert_type` for each method of a revision, and one for a call of each request.
`readme.py` has the Python code of the README.
`make lint` checks them with mypy and pyright. `make golden` runs this module.
"""

from __future__ import annotations

from types import ModuleType

import mcp_revisions as mr

from support.paths import ROOT, TESTS
from support.snippets import blocks

FOLDER = TESTS / "inferences"
PEER = {"client": "server", "server": "client"}
HEAD = '''"""The inferred type of the answer to each method of {revision}. Written by `make golden`."""

from typing import TypeVar

import mcp_revisions as mr
from mcp_revisions import {module} as mcp
from typing_extensions import assert_type

R = TypeVar("R")
data = b""


async def call(request: mr.Request[R]) -> R:
    """Send a request and return its result."""
    raise NotImplementedError


'''


def answers(revision: str) -> str:
    """Return the expected types of a revision's responses, as Python source."""
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
    return "\n".join([*lines, *calls(module)]) + "\n"


def calls(module: ModuleType) -> list[str]:
    """Return a function that checks the result of a call of each request, as lines of Python source."""
    lines = ["\n\nasync def calls(data: bytes) -> None:", '    """Call each request."""']
    for method in module.METHODS.values():
        results = " | ".join(f"mcp.{result.__name__}" for result in method.results)
        if results:
            request = f"mcp.decode(data, mcp.{method.type.__name__})"
            lines.append(f"    assert_type(await call({request}), {results})")
    return lines


def files() -> dict[str, str]:
    """Return the modules by file name, formatted."""
    from mcpgen.emit.style import style

    return {f"answers_{revision.replace('-', '_')}.py": style(answers(revision)) for revision in mr.REVISIONS}


def readme() -> str:
    """Return the Python blocks of the README as one module, formatted."""
    from mcpgen.emit.style import style

    page = (ROOT / "README.md").read_text("utf-8")
    head = '"""The Python of the README. Written by `make golden`."""\n\n# ruff: noqa: B015, B018, E501\n\n'
    return style(head + "\n".join(blocks(page, "python")))


if __name__ == "__main__":
    for name, text in {**files(), "readme.py": readme()}.items():
        (FOLDER / name).write_text(text, encoding="utf-8")
