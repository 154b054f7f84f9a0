"""Import generated adapters with the runtime, as a package of their own with `convert` and `fidelity`."""

from __future__ import annotations

import importlib
import shutil
import sys
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from support.paths import ROOT

_PUBLIC = """
from ._runtime.conversion.convert import convert
from ._runtime.conversion.fidelity import fidelity
from ._runtime.conversion.losses import NoCounterpart
"""


# A revision without facts, which every revision that the table does not list shares.
_NO_FACTS = """
from .revision_facts import RevisionFacts
RevisionName = MethodName = str
FACTS = {"": RevisionFacts()}
"""


@contextmanager
def adapter_package(name: str, files: Mapping[str, str]) -> Iterator[Any]:
    """Import the adapters in `files` (path → source) as the package `name`, until the context ends."""
    with TemporaryDirectory() as root:
        folder = Path(root) / name
        (folder / "adapters").mkdir(parents=True)
        shutil.copytree(ROOT / "codegen" / "mcpgen" / "runtime", folder / "_runtime")
        (folder / "__init__.py").write_text(_PUBLIC, encoding="utf-8")
        for path, text in {"_runtime/revision_table.py": _NO_FACTS, **files}.items():
            (folder / path).write_text(text, encoding="utf-8")
        sys.path.insert(0, root)
        try:
            yield importlib.import_module(name)
        finally:
            sys.path.remove(root)
            for module in [module for module in sys.modules if module.partition(".")[0] == name]:
                del sys.modules[module]
