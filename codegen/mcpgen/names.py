"""Convert names of members, methods and revisions to Python names, and refuse names that cannot be used.

A member name in a message may contain any character. ASCII letters and digits are kept. Other letters and
digits are replaced by their code point, such as `u00e9`. Every other character separates words. So each
resulting name is a valid part of a Python identifier.
"""

from __future__ import annotations

import builtins
import keyword
import re
import unicodedata
from collections.abc import Iterable, Sequence

from mcpgen.problems import Refused, refuse
from mcpgen.runtime.near_names import suggestion

# Attributes that the runtime defines on every object.
RESERVED_MEMBERS = frozenset({"unknown", "additional", "skipped", "with_additional"})
MAPPING_MEMBERS = frozenset(name for name in dir(dict) if not name.startswith("_"))
# Names that the generated modules of a revision define or import.
RESERVED_DEFINITIONS = frozenset(
    {
        *("REVISION", "METHODS", "Context", "ELSEWHERE", "ERRORS", "BATCHES", "JSONRPC", "UNSET"),
        *("ClassVar", "DecodeError", "ErrorResponse", "Mapping", "Method", "Never", "Response", "Router"),
        *("Struct", "UnsetType", "Untagged", "annotations", "decode", "decode_message", "encode"),
        *("Any", "Literal", "NotRequired", "Optional", "TYPE_CHECKING", "TypeAlias", "TypedDict", "Union"),
        *("dicts", "json_schema", "methods", "revision", "to_builtins", "types"),
    }
)
_PYTHON = frozenset(dir(builtins)) | frozenset(keyword.kwlist) | frozenset(keyword.softkwlist)
_MEMBER_HAZARDS = frozenset({"str", "int", "float", "bool", "list", "dict", "tuple", "object", "None", "mro"})


def check_definition_name(name: str, location: str) -> None:
    """Refuse a definition name that cannot be the name of a Python class in the generated package."""
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
    """Refuse a member name that msgspec cannot read, and the name `~`, which the runtime reserves."""
    if re.search(r'["\\\x00-\x1f]', name) or name == "~":
        raise refuse(
            location,
            f"{printable_name(name)} cannot name a member: msgspec supports no quotes, backslashes or "
            "control characters there, and '~' is reserved",
        )


def unknown_revision(
    location: str, name: str, known: Iterable[str], reason: str = "is not a known revision", remedy: str = ""
) -> Refused:
    """Return the error that a revision is unknown. It suggests the most similar name in `known`.

    `reason` says what is wrong with the name. `remedy` is added to the message. It names an option by which
    the user can select other revisions.
    """
    known = list(known)
    question = meant_revision(name, known)
    listed = f"the revisions are {', '.join(known) or 'none'}{remedy}"
    return refuse(location, f"{printable_name(name)} {reason}{question}; {listed}")


def check_revision_name(name: str, location: str = "--revision") -> None:
    """Refuse a revision name that cannot name a folder and, after conversion, a Python module.

    `location` is the file or the command-line option that has the name.
    """
    if not re.fullmatch(r"[A-Za-z0-9](?:[A-Za-z0-9.-]{0,62}[A-Za-z0-9])?", name) or ".." in name:
        raise refuse(
            location,
            f"{printable_name(name)} cannot name a revision; use letters, digits, '-' and '.'",
        )


def printable_name(name: str) -> str:
    """Return a name for use in a message: in quotes, as ASCII, and at most 80 characters long."""
    return ascii(name[:80])


def meant_revision(given: str, known: Iterable[str]) -> str:
    """Return the hint ` (do you mean REVISION?)`, with the most similar revision in `known`, or ''.

    `given` is what the user wrote. Names such as `2025_11_25`, words such as `latest`, and dates with a wrong
    digit are recognized too.
    """
    names = list(known)
    dated = [name for name in names if name[:1].isdigit()]
    if dated and given.lower() in ("latest", "newest", "current", "last"):
        return f" (do you mean {dated[-1]}?)"
    return suggestion(given, names)


def revision_span(revisions: Sequence[str], order: Sequence[str]) -> str:
    """Describe a set of revisions in words: `since 2025-06-18`. `order` lists all revisions, oldest first."""
    first, last = order.index(revisions[0]), order.index(revisions[-1])
    if list(revisions) == list(order[first:]):
        return f"since {revisions[0]}"
    if list(revisions) == list(order[: last + 1]):
        return f"until {revisions[-1]}"
    if len(revisions) > 1 and list(revisions) == list(order[first : last + 1]):
        return f"from {revisions[0]} to {revisions[-1]}"
    return f"in {', '.join(revisions)}"


def module(revision: str) -> str:
    """Return the Python module name of a revision: `2025-11-25` → `v2025_11_25`."""
    return "v" + re.sub(r"[^A-Za-z0-9]", "_", revision)


def pascal(name: str) -> str:
    """Convert any name to Pascal case, as part of a type name: `inputSchema` → `InputSchema`."""
    return "".join(word[:1].upper() + word[1:] for word in _words(name))


def snake(name: str) -> str:
    """Convert any name to snake case: `inputSchema` → `input_schema`, `tools/call` → `tools_call`."""
    split = re.sub(r"(?<=[a-z0-9])(?=[A-Z])|(?<=[A-Z])(?=[A-Z][a-z])", "_", "_".join(_words(name)))
    return split.lower()


def attribute(name: str) -> str:
    """Convert a member name to a Python attribute name: `$schema` → `schema`, `class` → `class_`.

    A prefix is removed: `io.modelcontextprotocol/clientInfo` → `client_info`.
    """
    spelling = snake(name.rsplit("/", 1)[-1]) or snake(name) or "member"
    if spelling[0].isdigit():
        spelling = "n" + spelling
    hazardous = keyword.iskeyword(spelling) or spelling in RESERVED_MEMBERS | _MEMBER_HAZARDS
    return spelling + "_" if hazardous else spelling


def attributes(names: Iterable[str], taken: Iterable[str] = ()) -> dict[str, str]:
    """Return a Python attribute name for each member name of a record.

    The names are distinct, and differ from all names in `taken`. If several members would get the same name,
    `_` is appended to the later ones.
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
    """Split a name into words of ASCII letters and digits. Other letters are replaced by their code point."""
    spelled = re.sub(
        r"[^\x00-\x7f]",
        lambda c: f" u{ord(c[0]):x} " if unicodedata.category(c[0])[0] in "LNMS" else " ",
        name,
    )
    return re.findall(r"[A-Za-z0-9]+", spelled)
