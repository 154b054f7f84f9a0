"""The folders that the package carries beside its code: `schema` and `templates`."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parents[1]


def data_root(name: str) -> Path:
    """Return a data folder: inside the package in a wheel, at the top of the repository in a checkout."""
    packaged = PACKAGE / name
    return packaged if packaged.is_dir() else PACKAGE.parents[1] / name
