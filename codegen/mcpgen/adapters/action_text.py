"""Split the actions of a decision file, such as `drop; fill:"a;b"@Tool.title`, into their parts.

`;` separates actions, `@` introduces the locations of an action, and `,` separates locations. Inside a JSON
string, these characters have no meaning. A name after `rename:`, a pointer after `move:` and a location may
therefore be written as a JSON string: `rename:"@type"`.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from typing import NamedTuple

_PIECE = re.compile(r'"(?:[^"\\]|\\.)*"|.', re.DOTALL)  # a JSON string, or one character
PAIRING = ("rename", "move")  # verbs whose argument is a name or a path in the other revision


class ActionText(NamedTuple):
    """One action: in `fill:0@Tool.title`, `verb` is `fill`, `argument` is `0`, and there is one location.

    The argument of `rename` and `move` is the name or pointer without quotes.
    """

    verb: str
    argument: str
    locations: tuple[str, ...]

    def __str__(self) -> str:
        """Return the verb and the argument as a decision file writes them, such as `rename:"@type"`."""
        return action_text(self.verb, self.argument)


def parse_actions(text: str) -> Iterator[ActionText]:
    """Yield each action in `text`.

    `text` is the value of `up` or `down` in an entry. If that value is a table, `text` is the value of one of
    its keys.
    """
    for part in filter(None, map(str.strip, _split(text, ";"))):
        phrase, *rest = _split(part, "@", 1)
        verb, _, argument = phrase.strip().partition(":")
        argument = _plain(argument) if verb in PAIRING else argument
        locations = (each.strip() for at in rest for each in _split(at, ","))
        yield ActionText(verb, argument, tuple(_plain(each) for each in locations if each))


def verbs(text: str) -> list[str]:
    """Return the verbs of actions: `drop; refuse:-32000@Tool.name` has `drop` and `refuse`."""
    return [action.verb for action in parse_actions(text)]


def other_end(text: str) -> ActionText | None:
    """Return the first action in `text` that is a `rename` or `move` with an argument, or None.

    The argument of this action is the name or path in the other revision. An action with locations is
    skipped, because it applies only to these locations.
    """
    found = (each for each in parse_actions(text) if each.verb in PAIRING and each.argument)
    return next((each for each in found if not each.locations), None)


def action_text(verb: str, argument: str = "", locations: Sequence[str] = ()) -> str:
    """Return an action as a decision file writes it. Names with special characters are quoted."""
    argument = quoted_name(argument) if verb in PAIRING and argument else argument
    said = f"{verb}:{argument}" if argument else verb
    return f"{said}@{','.join(map(quoted_name, locations))}" if locations else said


def quoted_name(name: str) -> str:
    """Return a name as an action states it: a JSON string if it has a character with another meaning."""
    is_plain = name == name.strip() and not set(name) & set('"@;,') and name.isprintable()
    return name if is_plain else json.dumps(name)


def _plain(name: str) -> str:
    """Return a name without the quotes of a JSON string."""
    name = name.strip()
    if name.startswith('"'):
        try:
            return str(json.loads(name))
        except ValueError:
            pass
    return name


def _split(text: str, separator: str, most: int = -1) -> list[str]:
    """Split a text at each `separator` that is not in a JSON string.

    The text is split at most `most` times. A negative `most` means no limit.
    """
    parts = [""]
    for piece in _PIECE.findall(text):
        if piece == separator and len(parts) != most + 1:
            parts.append("")
        else:
            parts[-1] += piece
    return parts
