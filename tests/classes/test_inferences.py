"""The modules of `tests/inferences/`, which `make lint` gives to mypy and pyright."""

from __future__ import annotations

from support.inferences import FOLDER, files


def test_the_answer_to_every_method_has_an_expected_type() -> None:
    """The expected inferences cover every request method of every revision, and none besides."""
    written = {path.name: path.read_text("utf-8") for path in FOLDER.glob("answers_*.py")}
    assert written == files(), "run `make golden`"
    assert all(text.count("assert_type(") > 5 for text in written.values())
