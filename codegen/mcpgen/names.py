"""Names: wire names and revisions as Python names, and names that the package cannot use.

A wire name may have any character. ASCII letters and digits are kept. Other letters and digits are spelled by
their code point, and all other characters separate words. So every result is safe to print as code.
"""

from __future__ import annotations

import builtins
import keyword
import re
import unicodedata
from collections.abc import Iterable, Sequence
from difflib import get_close_matches

from mcpgen.problems import Refused, refuse

# Attributes that the runtime defines on every object.
RESERVED_MEMBERS = frozenset({"unknown", "additional", "skipped", "with_additional"})
MAPPING_MEMBERS = frozenset(name for name in dir(dict) if not name.startswith("_"))
# Names that the modules of a revision define or import.
RESERVED_DEFINITIONS = frozenset(
    {
        *("REVISION", "METHODS", "ELSEWHERE", "ERRORS", "BATCHES", "JSONRPC", "UNSET"),
        *("ClassVar", "DecodeError", "ErrorResponse", "Mapping", "Method", "Never", "Response", "Router"),
        *("Struct", "UnsetType", "Untagged", "annotations", "decode", "decode_message", "encode"),
        *("Any", "Literal", "NotRequired", "Optional", "TYPE_CHECKING", "TypeAlias", "TypedDict", "Union"),
        *("dicts", "json_schema", "methods", "revision", "to_builtins", "types"),
    }
)
_PYTHON = frozenset(dir(builtins)) | frozenset(keyword.kwlist) | frozenset(keyword.softkwlist)
_MEMBER_HAZARDS = frozenset({"str", "int", "float", "bool", "list", "dict", "tuple", "object", "None", "mro"})


def check_definition_name(name: str, location: str) -> None:
    """Refuse a definition name that cannot be a Python class in the generated package."""
    if not re.fullmatch(r"[A-Za-z][A-Za-z0-9_]{0,99}", name):
        raise refuse(
            location, f"{name[:100]!r} cannot name a type; use ASCII letters and digits, a letter first"
        )
    if name in _PYTHON or name in RESERVED_DEFINITIONS:
        raise refuse(
            location,
            f"{name!r} cannot name a type: Python or the generated package uses it; choose another name",
        )


def check_member_name(name: str, location: str) -> None:
    """Raise `Refused` for a wire name that msgspec cannot read, or `~`, which is reserved."""
    if re.search(r'["\\\x00-\x1f]', name) or name == "~":
        raise refuse(
            location,
            f"{printable_name(name)} cannot name a member: msgspec supports no quotes, backslashes or "
            "control characters there, and '~' is reserved",
        )


def unknown_revision(
    location: str, name: str, known: Iterable[str], reason: str = "is not a known revision", remedy: str = ""
) -> Refused:
    """Return the error for an unknown revision. It suggests the most similar known revision.

    `remedy` is appended to the message, and names the option for other revisions.
    """
    known = list(known)
    question = meant_revision(name, known)
    listed = f"the revisions are {', '.join(known) or 'none'}{remedy}"
    return refuse(location, f"{printable_name(name)} {reason}{question}; {listed}")


def check_revision_name(name: str) -> None:
    """Refuse a revision name that cannot be a folder and a module."""
    if not re.fullmatch(r"[A-Za-z0-9](?:[A-Za-z0-9.-]{0,62}[A-Za-z0-9])?", name) or ".." in name:
        raise refuse(
            "--revision",
            f"{printable_name(name)} cannot name a revision; use letters, digits, '-' and '.'",
        )


def printable_name(name: str) -> str:
    """Return a quoted, shortened name for a message."""
    return ascii(name[:80])


def meant(given: str, known: Iterable[str]) -> str:
    """Return ` (do you mean NAME?)` for the most similar known name, or '' if no name is similar."""

    def key(name: str) -> str:
        return re.sub(r"[^a-z0-9]", "", name.lower())

    names = {key(name): name for name in known}
    near = get_close_matches(key(given), names, 1, 0.7)
    return f" (do you mean {names[near[0]]}?)" if near else ""


def meant_revision(given: str, known: Iterable[str]) -> str:
    """Return ` (do you mean REVISION?)`, or '' if no known revision is similar.

    Recognizes `2025_11_25`, `latest` and a wrong digit.
    """
    names = list(known)
    dated = [name for name in names if name[:1].isdigit()]
    if dated and given.lower() in ("latest", "newest", "current", "last"):
        return f" (do you mean {dated[-1]}?)"
    return meant(given, names)


def revision_span(revisions: Sequence[str], order: Sequence[str]) -> str:
    """Describe revisions, such as `since 2025-06-18`. `order` has all revisions, oldest first."""
    first, last = order.index(revisions[0]), order.index(revisions[-1])
    if list(revisions) == list(order[first:]):
        return f"since {revisions[0]}"
    if list(revisions) == list(order[: last + 1]):
        return f"until {revisions[-1]}"
    if len(revisions) > 1 and list(revisions) == list(order[first : last + 1]):
        return f"from {revisions[0]} to {revisions[-1]}"
    return f"in {', '.join(revisions)}"


def module(revision: str) -> str:
    """Return the name of the module of a revision: `2025-11-25` → `v2025_11_25`."""
    return "v" + re.sub(r"[^A-Za-z0-9]", "_", revision)


def pascal(name: str) -> str:
    """Return a wire name as a part of a type name: `inputSchema` → `InputSchema`."""
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
    """Return the Python attribute of each wire name of a record. They are distinct, and not in `taken`.

    Wire names with the same spelling get `_` appended, in the order of the file.
    """
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
    """Split a name into words of ASCII letters and digits. Other letters become their code point."""
    spelled = re.sub(
        r"[^\x00-\x7f]",
        lambda c: f" u{ord(c[0]):x} " if unicodedata.category(c[0])[0] in "LNMS" else " ",
        name,
    )
    return re.findall(r"[A-Za-z0-9]+", spelled)
