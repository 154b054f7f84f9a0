"""Add or remove keys and tables in a TOML text without changing any other line.

Each edit is verified: the new text is parsed, and must have the expected data. If keys cannot be added or
removed as whole lines, the edit is refused, and the user must edit the file.
"""

from __future__ import annotations

import copy
import json
import re
from collections.abc import Container, Sequence
from typing import Any

from mcpgen.frontend.toml_document import Path, TomlDocument, parse_toml
from mcpgen.problems import refuse


def quoted(text: str) -> str:
    """Return a string as a TOML string in quotes. Unprintable characters are escaped."""
    shown = json.dumps(text, ensure_ascii=False)
    return shown if shown.isprintable() else "".join(c if c.isprintable() else _escape(c) for c in shown)


def _escape(character: str) -> str:
    return f"\\u{ord(character):04x}" if character <= "\uffff" else f"\\U{ord(character):08x}"


def key(name: str) -> str:
    """Return a TOML key. It is in quotes if TOML requires them."""
    return name if re.fullmatch(r"[A-Za-z0-9_-]+", name) else quoted(name)


def array(name: str, texts: Sequence[str]) -> str:
    """Return a TOML line with an array of strings: `name = ["...", "..."]`.

    A long array has one line for each string.
    """
    line = f"{key(name)} = [{', '.join(map(quoted, texts))}]"
    if len(line) <= 110:
        return line
    return "\n".join([f"{key(name)} = [", *(f"    {quoted(text)}," for text in texts), "]"])


def entry_text(table: str, /, **values: Any) -> str:
    """Return an entry of an array of tables, `[[table]]` and its keys, as TOML."""
    lines = [f"[[{table}]]"]
    for name, value in values.items():
        if isinstance(value, Sequence) and all(isinstance(item, str) for item in value):
            lines.append(f"{name} = {quoted(value)}" if isinstance(value, str) else array(name, value))
        else:
            lines.append(f"{name} = {inline(value)}")
    return "\n".join(lines)


def checked(text: str, source: str, expected: Any) -> str:
    """Return an edited TOML text. Refuse the edit if its data are not the `expected` ones.

    `source` is the location of the file, for the message.
    """
    if parse_toml(text) == expected:
        return text
    raise refuse(source, "mcpgen cannot edit this layout; write each key on its own line")


def appended(text: str, block: str) -> str:
    """Return a TOML text with a block of lines appended. A newline at the end of the text is kept."""
    if not text or text.endswith("\n"):
        return f"{text}{block}\n"
    return f"{text}\n{block}"


def inserted(text: str, line: int, block: str) -> str:
    """Return a TOML text with a block of lines inserted after line number `line`."""
    lines = text.split("\n")
    return "\n".join([*lines[:line], *block.split("\n"), *lines[line:]])


def end_of(document: TomlDocument, path: Path) -> int:
    """Return the number of the line on which the value at a path ends.

    For a table, this is the line on which its last value ends.
    """
    below = [line for each, line in document.lines.items() if each[: len(path)] == path]
    start = max(below)
    lines = document.text.split("\n")
    if lines[start - 1].lstrip().startswith("["):
        return start
    ends = range(start, len(lines) + 1)
    return next((end for end in ends if parse_toml("\n".join(lines[start - 1 : end])) is not None), start)


def inline(value: Any) -> str:
    """Return a JSON value other than null as TOML on one line."""
    match value:
        case str():
            return quoted(value)
        case dict():
            return "{ " + ", ".join(f"{key(name)} = {inline(below)}" for name, below in value.items()) + " }"
        case list():
            return f"[{', '.join(map(inline, value))}]"
        case _:
            return json.dumps(value)


def without_inline_key(document: TomlDocument, path: Path) -> str:
    """Return the text of a document without the key at `path`, which is in an inline table: `{ key = 1 }`.

    If the inline table is then empty, it is removed too.
    """
    at = next(n for n in range(len(path), 0, -1) if path[:n] in document.lines)
    value: Any = document.data
    for step in path[:at]:
        value = value[step]
    value = copy.deepcopy(value)
    delete(value, path[at:])
    if not value:
        return removed(document, [path[:at]])
    lines, start = document.text.split("\n"), document.lines[path[:at]]
    name = lines[start - 1].partition(" =")[0]
    lines[start - 1 : end_of(document, path[:at])] = [f"{name} = {inline(value)}"]
    return "\n".join(lines)


def delete(data: dict[Any, Any], path: Path, lines: Container[Path] = ()) -> None:
    """Delete the value at `path` from `data`, and each table around it that is then empty.

    A table whose path is in `lines` is kept, because it has a line of its own in the file, such as
    `[fields]`.
    """
    tables = [data]
    for step in path[:-1]:
        tables.append(tables[-1][step])
    del tables[-1][path[-1]]
    for depth in range(len(path) - 1, 0, -1):
        if tables[depth] or path[:depth] in lines:
            break
        del tables[depth - 1][path[depth - 1]]


def removed(document: TomlDocument, paths: Sequence[Path]) -> str:
    """Return the text of a document without the keys and tables at `paths`.

    The blank line above a removed table is removed with the table.
    """
    lines = document.text.split("\n")
    gone: set[int] = set()
    for path in paths:
        for each, start in document.lines.items():
            if each[: len(path)] != path:
                continue
            is_table = lines[start - 1].lstrip().startswith("[")
            end = start if is_table else end_of(document, each)
            gone.update(range(start, end + 1))
            if is_table and start > 1 and not lines[start - 2].strip():
                gone.add(start - 1)
    return "\n".join(line for number, line in enumerate(lines, 1) if number not in gone)
