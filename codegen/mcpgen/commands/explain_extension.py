"""The page of an extension for `mcpgen explain`: its declaration, methods, further results and members."""

from __future__ import annotations

from collections.abc import Iterator

from mcpgen.commands.explain_rows import row
from mcpgen.ir import Extension, Record
from mcpgen.schema_folder import SchemaFolder


def named_extension(folder: SchemaFolder, name: str) -> Extension | None:
    """Return the extension with a name or an identifier, None if there is none."""
    found = map(folder.extension, folder.extensions)
    return next((one for one in found if name in (one.name, one.identifier)), None)


def extension_page(extension: Extension) -> str:
    """Return the page of an extension."""
    revision = f"{extension.extends}+{extension.name}"
    lines = [f"{extension.identifier} · extension of {extension.extends}", ""]
    for label, text in _facts(extension):
        lines += row(label, text)
    lines += ["", f"its names: mcpgen explain NAME --revision {revision}"]
    return "\n".join(lines) + "\n"


def _facts(extension: Extension) -> Iterator[tuple[str, str]]:
    """Yield the rows of the page: a label and a text."""
    protocol = extension.protocol
    yield "in Python", f"mr.extension({extension.identifier!r})"
    yield "sides", " and ".join(protocol.sides)
    yield "declared by", " and ".join(extension.declared_by) or "no side"
    yield "methods", ", ".join(protocol.methods) or "none"
    for method, results in extension.answers.items():
        yield "results", f"{method} may be answered by {' or '.join(results)}"
    for base, owner in extension.additions.items():
        record = protocol.definitions[owner]
        if isinstance(record, Record):
            yield "members", f"{base} gains {', '.join(field.name for field in record.fields)}"
    yield "types", ", ".join(extension.own)
