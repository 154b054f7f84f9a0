"""The workflows: pinned actions, artifacts that a job uploads, settings that the page on releases names."""

from __future__ import annotations

import re

import pytest

from support.paths import ROOT

FOLDER = ROOT / ".github" / "workflows"
WORKFLOWS = {path.name: path.read_text("utf-8") for path in sorted(FOLDER.glob("*.yml"))}
TEXTS = {**WORKFLOWS, "action.yml": (ROOT / "action.yml").read_text("utf-8")}
RELEASING = (ROOT / "docs" / "releasing.md").read_text("utf-8")
STEP = re.compile(r"^      - .*\n(?:(?:        .*)?\n)*", re.MULTILINE)


def steps(workflow: str, action: str) -> list[str]:
    """Return the steps of a workflow that use an action, `name` or another word before `uses` included."""
    return [step for step in STEP.findall(workflow) if f"uses: {action}@" in step]


def given(step: str, word: str) -> str | None:
    """Return an input of a step."""
    found = re.search(rf"^          {word}: (\S+)", step, re.MULTILINE)
    return found and found[1]


@pytest.mark.parametrize("name", sorted(TEXTS))
def test_actions_are_pinned_by_digest(name: str) -> None:
    """Each action is a commit, with its version beside it."""
    used = re.findall(r"uses: (.*)", TEXTS[name])
    assert used
    assert [each for each in used if not re.fullmatch(r"[\w./-]+@[0-9a-f]{40} # v[0-9.]+", each)] == []


def test_an_action_has_one_digest() -> None:
    """Two files that use an action use the same commit; the page on CI shows it, too."""
    texts = [*TEXTS.values(), (ROOT / "docs" / "ci.md").read_text("utf-8")]
    used = {tuple(each.split("@")) for text in texts for each in re.findall(r"uses: (actions/\S+)", text)}
    assert len({action for action, _ in used}) == len(used)


@pytest.mark.parametrize("name", sorted(WORKFLOWS))
def test_each_job_downloads_what_a_job_uploads(name: str) -> None:
    """A download names its artifact: the build of a container uploads one that cannot be downloaded."""
    uploaded = {given(step, "name") for step in steps(WORKFLOWS[name], "actions/upload-artifact")}
    for step in steps(WORKFLOWS[name], "actions/download-artifact"):
        assert given(step, "name") in uploaded, step


def test_the_page_names_every_setting_of_a_release() -> None:
    """The person makes each environment, and sets each variable, of which the release reads."""
    release = WORKFLOWS["release.yml"]
    settings = re.findall(r"environment: (\S+)|vars\.(\w+)|secrets\.(\w+)", release)
    names = {name for found in settings for name in found if name} - {"GITHUB_TOKEN"}
    assert len(names) >= 4
    assert [name for name in sorted(names) if f"`{name}`" not in RELEASING] == []
