"""The interface of `mcp_revisions` in Python: a name → the kind, signature and docstring of its object.

A name is a path from the package (`mr.convert`, `mcp_revisions.Bridge`) or from the module of a revision
(`v2025_11_25.decode_message`, `mcp.Router.handle`), with or without that start. Only public names are found.
"""

from __future__ import annotations

import inspect
import re
import textwrap
from collections.abc import Iterator
from reprlib import Repr
from typing import Any

from mcpgen.commands.logs import revisions_package

WIDTH = 100
_START = re.compile(r"^(?:mcp_revisions|mr|mcp|v\d\w*)(?:\.|$)")
_IN_MODULE = re.compile(r"^(?:mcp_revisions\.)?(?:mcp|v\d\w*)(?:\.|$)")
_KINDS = (
    ("module", inspect.ismodule),
    ("class", inspect.isclass),
    ("attribute", lambda found: isinstance(found, property)),
    ("function", callable),
)


def python_page(name: str, revision: str | None) -> str | None:
    """Return the page of a public name, as the revision or the latest has it; None for any other name."""
    package = revisions_package()
    module = package.revision(revision or package.LATEST)
    path = name.strip("'\"`() ")
    owners = (module, package) if _IN_MODULE.match(path) else (package, module)
    if not path:
        return None
    while start := _START.match(path):
        path = path[start.end() :]
    for owner in owners:
        found = _found(owner, path.split(".") if path else [])
        if found is not None:
            return "\n".join(_page(f"{owner.__name__}.{path}".rstrip("."), found)) + "\n"
    return None


def python_names() -> Iterator[str]:
    """Yield the public names of the package and of the module of a revision, but no generated types."""
    package = revisions_package()
    for owner in (package, package.revision(package.LATEST)):
        for name in _public(owner):
            value = getattr(owner, name)
            if str(getattr(value, "__module__", "")).endswith(".types"):
                continue
            yield name
            is_part = inspect.ismodule(value) and owner is package and not _IN_MODULE.match(name)
            if is_part or inspect.isclass(value):
                yield from (f"{name}.{inner}" for inner in _public(value))


def _found(owner: Any, path: list[str]) -> Any:
    """Return the object at the end of a path of public names, None if there is no such path."""
    for name in path:
        if name not in _public(owner):
            return None
        owner = getattr(owner, name)
    return owner


def _public(owner: Any) -> list[str]:
    """Return the public names that a module or class has, none of those that it inherits from a library."""
    if inspect.isclass(owner):
        bases = [base for base in owner.__mro__ if base.__module__.startswith("mcp_revisions")]
        names = [name for base in bases for name in (*getattr(base, "__annotations__", ()), *vars(base))]
    else:
        names = getattr(owner, "__all__", None) or dir(owner)
    return [name for name in dict.fromkeys(names) if not name.startswith("_") and hasattr(owner, name)]


def _page(title: str, found: Any) -> Iterator[str]:
    kind = next((kind for kind, test in _KINDS if test(found)), "value")
    yield f"{title} · {kind} in Python"
    if kind == "value":
        short = Repr()
        short.maxother = short.maxstring = WIDTH
        yield from ("", *textwrap.wrap(short.repr(found), WIDTH))
        return
    if kind in ("class", "function"):
        yield from textwrap.wrap(_signature(title.rpartition(".")[2], found), WIDTH, subsequent_indent="    ")
    yield from ("", inspect.getdoc(found) or "")
    names = _public(found) if kind in ("class", "module") else []
    if names:
        yield from (
            "",
            "names",
            textwrap.fill(", ".join(names), WIDTH, initial_indent="  ", subsequent_indent="  "),
        )


def _signature(name: str, found: Any) -> str:
    """Return a call with the parameters, their annotations unquoted."""
    try:
        text = str(inspect.signature(found))
    except (TypeError, ValueError):  # a builtin without a signature
        return name
    return name + re.sub(r"(: |-> )'([^']*)'", r"\1\2", text)
