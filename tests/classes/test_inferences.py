"""The modules of `tests/inferences/`, which `make lint` gives to mypy and pyright."""

from __future__ import annotations

import mcp_revisions as mr
import pytest

from support.inferences import FOLDER, files


def test_the_answer_to_every_method_has_an_expected_type() -> None:
    """The expected inferences cover every request method of every revision, and none besides."""
    written = {path.name: path.read_text("utf-8") for path in FOLDER.glob("answers_*.py")}
    assert written == files(), "run `make golden`"
    assert all(text.count("assert_type(") > 5 for text in written.values())
    assert all(text.count("assert_type(await call(") > 5 for text in written.values())


@pytest.mark.parametrize("name", [*mr.REVISIONS, "2026-07-28+io.modelcontextprotocol/tasks"])
def test_requests_and_no_other_messages_are_requests(name: str) -> None:
    """`mr.Request` is a base class of exactly those message types that have results."""
    for method in mr.revision(name).METHODS.values():
        assert issubclass(method.type, mr.Request) == bool(method.results)
    assert not issubclass(mr.revision(name).Response, mr.Request)


def test_a_composition_has_the_request_classes_of_its_revision() -> None:
    """Other results of a request are a matter of type checkers: at run time, its class is the revision's."""
    from mcp_revisions import v2026_07_28
    from mcp_revisions.extensions import v2026_07_28_tasks

    assert v2026_07_28_tasks.CallToolRequest is v2026_07_28.CallToolRequest
