"""Templates hold loops and prints alone: every decision is made in Python."""

from __future__ import annotations

from pathlib import Path

import jinja2
import pytest
from jinja2 import nodes

from support.paths import ROOT

TEMPLATES = sorted((ROOT / "templates").rglob("*.jinja*"))
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
    tree = jinja2.Environment().parse(source)
    named = [include.template for include in tree.find_all(nodes.Include)]
    return [
        type(node).__name__
        for node in tree.find_all(nodes.Node)
        if not (isinstance(node, PRINTS) or (isinstance(node, nodes.Const) and node in named))
        or (isinstance(node, nodes.For) and (node.test or node.else_))
    ]


@pytest.mark.parametrize("path", TEMPLATES, ids=lambda path: path.name)
def test_templates_loop_and_print(path: Path) -> None:
    """A template has loops and prints alone."""
    assert not decisions(path.read_text("utf-8"))


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
