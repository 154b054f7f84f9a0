"""Write the same JSON value in many ways, and check that output is one line of valid JSON.

A seeded `Random` chooses white space between tokens, line separators in strings, raw or escaped, and members
that occur twice.
"""

from __future__ import annotations

import json
from random import Random
from typing import Any, NoReturn

SPACES = ("", "", "", " ", "\t", "\n", "\r", "\r\n", "\n\n", "\n\n  \t")
# Characters at which some reader ends a line: raw in a string where JSON admits that.
ENDS = "\u2028\u2029\x85"
TOO_DEEP = 1_000_000  # levels that no interpreter's stack holds
NOT_JSON = (
    b"", b" ", b"\n", b"x", b"{", b"{}{}", b"{}\n{}", b"\xef\xbb\xbf{}", b'{"a":NaN}', b"[Infinity]", b"\xff",
    b"'a'", b'{"a":"\n"}', b'{"a":"\x85"}', b'{"a":"\xe2\x80"}', b'{"a":"\xed\xa0\x80"}', b'{"a":01}',
    b"{}\0", b"{}\x0c", b"\xc2\x85{}", b"{}\xe2\x80\xa8", b"{a:1}", b'{"a":1,}', b'{"a":1}//',
    "{}".encode("utf-16"), b"[" * 100_000, b'{"a":' * TOO_DEEP + b"1" + b"}" * TOO_DEEP,
)  # fmt: skip


def spelled(value: Any, rng: Random, *, twice: bool = False) -> bytes:
    """Return a JSON value as a text that a usual encoder would not write. `twice` repeats some members."""
    return "".join(_tokens(value, rng, twice)).encode()


def _tokens(value: Any, rng: Random, twice: bool) -> list[str]:
    found = [rng.choice(SPACES)]
    if isinstance(value, dict):
        members = list(value.items())
        if twice and members and rng.random() < 0.5:
            members.insert(0, (rng.choice(members)[0], rng.choice([None, 1, "earlier", {"a": 1}])))
        for i, (name, item) in enumerate(members):
            found += [",{"[i == 0], *_tokens(name, rng, twice), ":", *_tokens(item, rng, twice)]
        found += ["}" if members else "{}"]
    elif isinstance(value, list):
        for i, item in enumerate(value):
            found += [",["[i == 0], *_tokens(item, rng, twice)]
        found += ["]" if value else "[]"]
    elif isinstance(value, str):
        found += [json.dumps(value, ensure_ascii=rng.random() < 0.5)]
    else:
        found += [json.dumps(value)]
    return [*found, rng.choice(SPACES)]


def with_line_ends(value: Any, rng: Random) -> Any:
    """Return a copy of a value in which some long strings contain characters that end a line."""
    if isinstance(value, dict):
        return {name: with_line_ends(item, rng) for name, item in value.items()}
    if isinstance(value, list):
        return [with_line_ends(item, rng) for item in value]
    if isinstance(value, str) and " " in value and rng.random() < 0.5:
        return value.replace(" ", rng.choice(ENDS))
    return value


def read_line(line: bytes) -> Any:
    """Return the value of one line of JSON in UTF-8. Fail for any other bytes."""
    text = line.decode("utf-8")
    assert len(text.splitlines()) == 1, line
    assert not text.startswith("\ufeff"), line
    return json.loads(text, parse_constant=_refuse)


def _refuse(name: str) -> NoReturn:
    raise AssertionError(f"{name} is no JSON")
