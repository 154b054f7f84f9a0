"""The folders beside the code that the package carries: schemas, templates, docs, recordings and samples."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parents[1]
IN_CHECKOUT = {"recordings": "tests/recordings", "samples": "tests/data"}


def is_in_wheel() -> bool:
    """Return whether the data is inside the package, as in a wheel."""
    return PACKAGE.joinpath("schema").is_dir()


def data_root(name: str) -> Path:
    """Return a data folder. It is inside the package in a wheel, and in the repository in a checkout."""
    packaged = PACKAGE / name
    return packaged if is_in_wheel() else PACKAGE.parents[1] / IN_CHECKOUT.get(name, name)
