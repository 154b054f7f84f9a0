"""Hooks of the docs site: READMEs become pages, links to other files become names, and fences lose names.

A list of names in `api.md` becomes the documentation of these names. GitHub shows the list.

The site has the pages of `docs/` and the READMEs in `READMES`. A link to another file of the repository
becomes the file's name. The tests read a name after the language of a fence, `python fastmcp`; the site takes
such a line for text.
"""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

READMES = {"typescript/README.md": "typescript.md", "go/README.md": "go.md"}
OUTSIDE = re.compile(r"\[([^\]]+)\]\((\.\./[^)\s]+)\)")
NAMED_FENCE = re.compile(r"^(```\w+) .*$", re.MULTILINE)
DOCUMENTED = re.compile(r"^- `(mcp_[\w.]+)`$", re.MULTILINE)
RELATIVE = re.compile(r"\]\((?!https?:|#|mailto:)([^)\s]+)\)")
ROOT = Path(__file__).resolve().parents[1]


def on_files(files: Any, config: Any) -> Any:
    """Add the READMEs of the packages to the pages of the site."""
    from mkdocs.structure.files import File

    for readme, page in READMES.items():
        content = page_of(readme, (ROOT / readme).read_text("utf-8"))
        files.append(File.generated(config, page, content=content))
    return files


def page_of(readme: str, markdown: str) -> str:
    """Return a README with its relative links as they are from a page of `docs/`."""
    folder = readme.partition("/")[0]

    def moved(link: re.Match[str]) -> str:
        target = link[1]
        inside = target.removeprefix("../docs/")
        return f"]({inside})" if inside != target else f"](../{folder}/{target})".replace(f"{folder}/../", "")

    return RELATIVE.sub(moved, markdown)


def on_page_markdown(markdown: str, **_: Any) -> str:
    """Return a page whose links stay inside the site, and whose fences have a language alone."""

    def inside(link: re.Match[str]) -> str:
        file, hash, anchor = link[2].removeprefix("../").partition("#")
        return f"[{link[1]}]({READMES[file]}{hash}{anchor})" if file in READMES else f"{link[1]} (`{file}`)"

    shown = DOCUMENTED.sub(r"::: \1", markdown)
    return OUTSIDE.sub(inside, NAMED_FENCE.sub(r"\1", shown))
