"""Find the data folders of the package: schemas, templates, docs, recordings and samples."""

from __future__ import annotations

from pathlib import Path

PACKAGE = Path(__file__).parents[1]
IN_CHECKOUT = {"recordings": "tests/recordings", "samples": "tests/data"}


def is_in_wheel() -> bool:
    """Return whether the data folders are inside the package, as they are in a wheel."""
    return PACKAGE.joinpath("schema").is_dir()


def data_root(name: str) -> Path:
    """Return the path of a data folder: inside the package in a wheel, in the repository in a checkout."""
    packaged = PACKAGE / name
    return packaged if is_in_wheel() else PACKAGE.parents[1] / IN_CHECKOUT.get(name, name)
