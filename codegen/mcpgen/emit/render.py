"""Render Jinja templates to the source of generated files.

Templates only have loops and prints. Their variables are computed elsewhere, those of modules in
`module_contexts`. A variable has text from a schema only as `repr` or as an escaped docstring. Templates of
web pages escape all text.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import cache
from typing import Any

from mcpgen.frontend.package_data import data_root


def render(template: str, context: Mapping[str, object]) -> str:
    """Render a template with the variables in `context`. A process compiles each template only once."""
    return str(_environment().get_template(template).render(context))


@cache
def _environment() -> Any:
    import jinja2

    return jinja2.Environment(
        loader=jinja2.FileSystemLoader(data_root("templates")),
        undefined=jinja2.StrictUndefined,
        trim_blocks=True,
        lstrip_blocks=True,
        keep_trailing_newline=True,
        autoescape=_is_page,
    )


def _is_page(template: str | None) -> bool:
    """Return whether a template produces HTML, for which text must be escaped."""
    return template is not None and template.endswith(".html.jinja")
