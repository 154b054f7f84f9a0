"""Decode and convert the messages of other test suites in every revision: `python tests/harvest.py PATH...`.

In: folders of checked-out repositories. Every object literal with a member `jsonrpc` in their sources is a
message, if all of it is constant: JSON, also within a string, and literals of Python, JavaScript and Rust's
`json!`. Nothing of them is stored.

Out: the counts, and a line for each disagreement. Each message is decoded in every revision as a message of
either side; a result also as the answer to every request. The official schemas, corrected as
docs/exactness.md says, judge what is decoded and what it is converted to. The status is 1 if they disagree.
"""

from __future__ import annotations

import json
import re
import sys
from collections import Counter
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

from support.conversion_cases import Case
from support.conversion_laws import convert, law
from support.exactness import check_frame
from support.oracle import OTHER, REVISIONS, oracle

NAMED = re.compile(r".*\.(go|java|jsonc?|jsonl|m?[jt]s|tsx|md|pyi?|rs|snap|txt|txtar|ya?ml)")
SKIPPED = frozenset({".git", ".venv", "node_modules", "target", "dist"})
LARGEST = 2 << 20  # bytes of a file
LONGEST = 20_000  # characters of a message
BEFORE = 200  # characters between the beginning of an object and its member `jsonrpc`
MEMBER = re.compile(r"\bjsonrpc\b")
TOKEN = re.compile(
    r"""(?P<string>"(?:[^"\\\n]|\\.)*"|'(?:[^'\\\n]|\\.)*')|(?P<word>[A-Za-z_$][\w$]*)"""
    r"""|(?P<comment>//[^\n]*|\#[^\n]*)|(?P<other>[\s\S])"""
)
WORDS = {"true": "true", "false": "false", "null": "null", "True": "true", "False": "false", "None": "null"}
FOLLOWS = re.compile(r"\s*:")
TRAILING = re.compile(r",(\s*[}\]])")


def literal(text: str, start: int) -> Any:
    """Return the value of the object literal at a place of a text; None if it is not constant."""
    parts, depth = list[str](), 0
    for token in TOKEN.finditer(text, start, start + LONGEST):
        kind, found = token.lastgroup, token.group()
        if kind == "string":
            parts.append(json.dumps(_string(found)))
        elif kind == "word" and found in WORDS:
            parts.append(WORDS[found])
        elif kind == "word" and FOLLOWS.match(text, token.end()):
            parts.append(json.dumps(found))
        elif kind == "word" and not (found in "eE" and parts[-1].isdigit()):
            return None
        elif kind != "comment":
            parts.append(found)
        depth += {"{": 1, "}": -1}.get(found, 0)
        if depth == 0:
            break
    try:
        value = json.loads(TRAILING.sub(r"\1", "".join(parts)))
    except ValueError:
        return None
    return value if isinstance(value, dict) and isinstance(value.get("jsonrpc"), str) else None


def _string(text: str) -> str:
    body = re.sub(r"\\(['`])", r"\1", text[1:-1]).replace('\\"', '"').replace('"', '\\"')
    with suppress(ValueError):
        return str(json.loads(f'"{body}"'))
    return text[1:-1]


def literals(text: str) -> Iterator[Any]:
    """Yield the values of all constant object literals with a member `jsonrpc`."""
    for member in MEMBER.finditer(text):
        for start in range(member.start(), max(member.start() - BEFORE, -1), -1):
            if text[start] == "{":
                value = literal(text, start)
                if value is not None:
                    yield value
                    break


def harvested(folder: Path) -> Iterator[Any]:
    """Yield the messages of every source of a folder, each as often as it stands there."""
    for path in sorted(folder.rglob("*")):
        if not NAMED.fullmatch(path.name) or SKIPPED.intersection(path.parts) or not path.is_file():
            continue
        if path.stat().st_size <= LARGEST:
            text = path.read_text("utf-8", "replace")
            yield from literals(text)
            if '\\"jsonrpc\\"' in text:
                yield from literals(text.replace('\\"', '"'))


def cases(frame: Any, revision: str) -> Iterator[Case]:
    """Yield what a message can be in a revision."""
    for sender in OTHER:
        yield Case(revision, sender, None, frame)
        for asker, kind, method in oracle(revision).sent if "result" in frame else ():
            if kind == "Request" and asker == OTHER[sender]:
                yield Case(revision, sender, method, frame)


def judged(frame: Any, counts: Counter[str]) -> Iterator[str]:
    """Yield a line for each disagreement about a message."""
    for revision in REVISIONS:
        for case in cases(frame, revision):
            about = f"{revision} {case.sender} {case.answering or '-'} {json.dumps(frame)[:500]}"
            counts["decoded"] += 1
            try:
                valid = check_frame(oracle(revision), frame, case.sender, case.answering)
            except AssertionError as error:
                yield f"decode {about}: {error}"
                continue
            counts["valid"] += valid
            is_of_a_method = "result" not in frame or case.answering is not None
            for target in REVISIONS if valid and is_of_a_method else ():
                if target != revision:
                    counts["conversions"] += 1
                    counts["refused for want of an equivalent"] += convert(case, target) is None
                    if broken := law(case, target):
                        yield f"convert to {target} {about}: {broken}"


def main(folders: list[str]) -> int:
    """Print the counts of each folder, and the disagreements."""
    seen, found = set[str](), 0
    for folder in folders:
        counts = Counter[str]()
        for frame in harvested(Path(folder)):
            text = json.dumps(frame, sort_keys=True)
            counts["literals"] += 1
            if text not in seen:
                seen.add(text)
                counts["messages"] += 1
                for line in judged(frame, counts):
                    found += 1
                    print(line)
        print(f"{folder}: {', '.join(f'{name} {count}' for name, count in counts.items())}", flush=True)
    print(f"disagreements: {found}")
    return 1 if found else 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
