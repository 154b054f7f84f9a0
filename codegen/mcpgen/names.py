"""Python spellings of wire names: ASCII identifiers, never a keyword, a builtin or a name the package needs.

A wire name may hold anything. What is no ASCII letter or digit separates words or is spelled by its code point, so
the result is safe to print as code; two wire names of one record that would share a spelling get `_` appended.
"""

from __future__ import annotations

import builtins
import keyword
import re
import unicodedata
from collections.abc import Iterable

from mcpgen.problems import refuse

RESERVED_MEMBERS = frozenset(
    {"unknown", "additional", "skipped", "with_additional"}
)  # offered on every object
MAPPING_MEMBERS = frozenset(name for name in dir(dict) if not name.startswith("_"))
RESERVED_DEFINITIONS = frozenset(
    {
        "REVISION",
        "ClassVar",
        "METHODS",
        "ELSEWHERE",
        "Method",
        "Response",
        "ErrorResponse",
        "Router",
        "DecodeError",
    }
    | {"Struct", "Never", "JSONRPC", "UNSET", "UnsetType", "Mapping", "Untagged", "ERRORS", "BATCHES"}
    | {"decode", "encode", "decode_message", "types", "methods", "annotations", "revision"}
)
_PYTHON = frozenset(dir(builtins)) | frozenset(keyword.kwlist) | frozenset(keyword.softkwlist)
_MEMBER_HAZARDS = frozenset({"str", "int", "float", "bool", "list", "dict", "tuple", "object", "None", "mro"})


def check_definition_name(name: str, location: str) -> None:
    """Refuse a definition name that cannot name a Python class in the generated package."""
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]{0,99}", name):
        raise refuse(
            location, f"{name[:100]!r} cannot name a type; use ASCII letters and digits, a letter first"
        )
    if name in _PYTHON or name in RESERVED_DEFINITIONS:
        raise refuse(
            location, f"{name!r} cannot name a type: Python or the generated package needs that name"
        )


def check_member_name(name: str, location: str) -> None:
    """Refuse a wire name that msgspec cannot read or that the runtime keeps its own member under."""
    if re.search(r'["\\\x00-\x1f]', name) or name == "~":
        raise refuse(
            location,
            f"{printable_name(name)} cannot name a member; quotes, backslashes, control characters and '~' alone cannot",
        )


def check_revision_name(name: str) -> None:
    """Refuse a revision name that cannot name a folder and a module."""
    if not re.fullmatch(r"[A-Za-z0-9](?:[A-Za-z0-9.-]{0,62}[A-Za-z0-9])?", name) or ".." in name:
        raise refuse(
            "--revision", f"{printable_name(name)} cannot name a revision; use letters, digits, '-' and '.'"
        )


def printable_name(name: str) -> str:
    """Return a quoted, shortened name for a message."""
    return ascii(name[:80])


def module(revision: str) -> str:
    """Return the module that holds a revision: `2025-11-25` → `v2025_11_25`."""
    return "v" + re.sub(r"[^A-Za-z0-9]", "_", revision)


def pascal(name: str) -> str:
    """Return a wire name as part of a type name: `inputSchema` → `InputSchema`."""
    return "".join(word[:1].upper() + word[1:] for word in _words(name))


def snake(name: str) -> str:
    """Return any name in snake case: `inputSchema` → `input_schema`, `tools/call` → `tools_call`."""
    split = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", "_".join(_words(name)))
    return split.lower()


def attribute(name: str) -> str:
    """Return a wire name as a Python attribute: `$schema` → `schema`, `class` → `class_`.

    A reserved key such as `io.modelcontextprotocol/clientInfo` loses its prefix.
    """
    spelling = snake(name.rsplit("/", 1)[-1]) or snake(name) or "member"
    if spelling[0].isdigit():
        spelling = "n" + spelling
    hazardous = keyword.iskeyword(spelling) or spelling in RESERVED_MEMBERS | _MEMBER_HAZARDS
    return spelling + "_" if hazardous else spelling


def attributes(names: Iterable[str], taken: Iterable[str] = ()) -> dict[str, str]:
    """Return the Python attribute for each wire name of one record, all distinct and none of `taken`."""
    result: dict[str, str] = {}
    used = set(taken)
    for name in names:
        spelling = attribute(name)
        while spelling in used:
            spelling += "_"
        used.add(spelling)
        result[name] = spelling
    return result


def _words(name: str) -> list[str]:
    """Split at what is no ASCII letter or digit; spell other letters and digits by code point."""
    spelled = "".join(
        c if c.isascii() else f" u{ord(c):x} " if unicodedata.category(c)[0] in "LNMS" else " " for c in name
    )
    return re.findall(r"[A-Za-z0-9]+", spelled)
