"""Templates hold loops and prints alone: every decision is made in Python."""

from __future__ import annotations

from pathlib import Path

import jinja2
import pytest
from jinja2 import nodes

from support.paths import ROOT

TEMPLATES = sorted((ROOT / "templates").rglob("*.jinja*"))
DECIDING = {"revision.py.jinja"}  # each leaves this set when its decisions move to Python
PRINTS = (
    nodes.Assign,
    nodes.Call,
    nodes.For,
    nodes.Getattr,
    nodes.Getitem,
    nodes.Include,
    nodes.Name,
    nodes.Output,
    nodes.Template,
    nodes.TemplateData,
)


def decisions(source: str) -> list[str]:
    """Return the names of the nodes of a template that neither loop nor print."""
    found = jinja2.Environment().parse(source).find_all(nodes.Node)
    return [
        type(node).__name__
        for node in found
        if not isinstance(node, PRINTS) or (isinstance(node, nodes.For) and (node.test or node.else_))
    ]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_templates_loop_and_print(path: Path) -> None:
    """A template has loops and prints alone; `DECIDING` names no template that has nothing else."""
    assert bool(decisions(path.read_text("utf-8"))) == (path.name in DECIDING)


@pytest.mark.parametrize(
    "source",
    [
        "{% if one %}two{% endif %}",
        "{{ one if two else three }}",
        "{{ one == two }}",
        "{{ one | join }}",
        "{{ one is defined }}",
        "{{ not one }}",
        "{% for one in two if one %}{{ one }}{% endfor %}",
        "{% for one in two %}{{ one }}{% else %}none{% endfor %}",
        "{% macro one() %}two{% endmacro %}",
    ],
)
def test_a_decision_is_noticed(source: str) -> None:
    """The check notices each kind of decision."""
    assert decisions(source)
