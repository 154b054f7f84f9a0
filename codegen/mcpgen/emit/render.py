"""Render: a template and its context → the source of one generated file, by Jinja.

Templates hold loops and prints alone. `module_contexts` computes the contexts of modules; text that came from
a schema is in such a context only as `repr` or as an escaped docstring. Templates of pages escape every text.
"""

from __future__ import annotations

from collections.abc import Mapping
from pathlib import Path
from typing import Any


class Renderer:
    """Renders the templates of one folder."""

    def __init__(self, templates: Path) -> None:
        import jinja2

        self.templates = templates
        self._environment = jinja2.Environment(
            loader=jinja2.FileSystemLoader(templates),
            undefined=jinja2.StrictUndefined,
            trim_blocks=True,
            lstrip_blocks=True,
            keep_trailing_newline=True,
            autoescape=_is_page,
        )

    def render(self, template: str, context: Mapping[str, Any]) -> str:
        """Return `template` filled with `context`."""
        return self._environment.get_template(template).render(context)


def _is_page(template: str | None) -> bool:
    """Return whether a template writes HTML."""
    return template is not None and template.endswith(".html.jinja")
