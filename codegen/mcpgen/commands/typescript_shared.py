"""Replace repeated parts in the data of the npm package by constants, which one module declares.

The input is the data of several modules. The output is the text of each module, in which names of constants
replace repeated parts, and the text of the module that declares the constants. Bundlers include only the
constants that a program uses. The name of a constant is a hash of the part, so a change of the data does not
rename other constants.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterable, Iterator
from hashlib import sha256
from typing import Any

LONG_NAME = 12
SHORTEST = 6  # the minimum characters of a part that becomes a constant
FEWEST_USES = 2
FEWEST_USES_OF_TEXT = 3  # a text that occurs twice is often only once in a bundle


def expression(value: Any) -> str:
    """Return a JSON value as a TypeScript expression."""
    if isinstance(value, dict) and value:
        return f"{{ {', '.join(f'{member_name(name)}: {expression(one)}' for name, one in value.items())} }}"
    if isinstance(value, list):
        return f"[{', '.join(map(expression, value))}]"
    return json.dumps(value, ensure_ascii=False)


def member_name(name: str) -> str:
    """Return a member name as it is written in an object literal.

    `__proto__` is written as a computed name, because a plain `"__proto__"` would set the object's prototype.
    """
    return '["__proto__"]' if name == "__proto__" else json.dumps(name, ensure_ascii=False)


class SharedParts:
    """The TypeScript constants that replace parts which occur repeatedly in the data of `modules`."""

    def __init__(self, modules: Iterable[Any] = ()) -> None:
        self._used: Counter[str] = Counter()
        self._names: dict[str, str] = {}
        self._declared: list[str] = []
        for data in modules:
            for value in data.values() if isinstance(data, dict) else data:
                self._count(value)

    def _count(self, value: Any) -> None:
        """Count how often a value and each part of it occur.

        If a part occurs again, parts in it are not counted again.
        """
        text = expression(value)
        self._used[text] += 1
        if self._used[text] == 1:
            for inner in _inside(value):
                self._count(inner)
            self._used.update(map(json.dumps, value if isinstance(value, dict) else ()))

    def expression(self, value: Any) -> str:
        """Return a JSON value as a TypeScript expression in which constants replace repeated parts."""
        text = expression(value)
        fewest = FEWEST_USES_OF_TEXT if isinstance(value, str) else FEWEST_USES
        if len(text) < SHORTEST or self._used[text] < fewest:
            return self._written(value)
        if text not in self._names:
            written = self._written(value)
            self._names[text] = f"x{sha256(text.encode()).hexdigest()[:8]}"
            self._declared.append(
                f"/** @internal */\nexport const {self._names[text]} = {written} as const;\n"
            )
        return self._names[text]

    def _written(self, value: Any) -> str:
        if isinstance(value, dict) and value:
            members = (f"{member_name(name)}: {self.expression(one)}" for name, one in value.items())
            return f"{{ {', '.join(members)} }}"
        if isinstance(value, list):
            return f"[{', '.join(map(self.expression, value))}]"
        return expression(value)

    def literal(self, value: Any) -> str:
        """Return an object as a TypeScript literal, in which constants replace repeated long member names.

        In an object that is itself the value of a constant, names are not replaced: a replaced name is a
        computed key (`[NAME]: ...`), and a bundler keeps an unused constant whose object has computed keys.
        """
        if not isinstance(value, dict) or not value:
            return self.expression(value)
        members = (f"{self._member(name)}: {self.expression(one)}" for name, one in value.items())
        return f"{{ {', '.join(members)} }}"

    def _member(self, name: str) -> str:
        written = self.expression(name) if len(name) >= LONG_NAME else ""
        return f"[{written}]" if written == self._names.get(expression(name), '"') else member_name(name)

    def names_in(self, text: str) -> list[str]:
        """Return the sorted names of the constants that the text of a module uses."""
        return sorted(set(re.findall(r"\bx[0-9a-f]{8}\b", text)) & set(self._names.values()))

    def declarations(self) -> str:
        """Return the declarations of all constants, each one after those that it uses."""
        return "".join(self._declared)


def _inside(value: Any) -> Iterator[Any]:
    if isinstance(value, dict):
        yield from value.values()
    elif isinstance(value, list):
        yield from value
