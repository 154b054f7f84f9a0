"""Measure the figures that have aims, and compare them with the limits of the machine.

In: held-out traffic (`held_out`), and messages of the sizes that the aims name. Out: a table of geometric
means of CPU times. A decode is compared with `orjson.loads`, an encode with `orjson.dumps`, a conversion with
both. As limits, msgspec checks only the grammar, decodes only the head (`jsonrpc`, `id`, `method`), or reads
and writes untyped. On a quiet machine, `--write` writes this table, that of each kind of message
(`bench_kinds`) and the slow kinds to docs/measured.md, and the claim about speed to the README.
"""

from __future__ import annotations

import json
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from itertools import pairwise
from pathlib import Path
from textwrap import wrap
from typing import Any, NamedTuple

import bench_kinds
import mcp_revisions as mr
import orjson
from bench_convert import GRAMMAR, HEAD, READ, WRITE, microseconds
from mcp_revisions._runtime.revisions import per_request, with_handshake

sys.path.insert(0, str(Path(__file__).parents[1]))
from held_out import texts

from support.paths import ROOT

FRAMES = 150  # of a revision
OLDEST, LAST_SESSION, FIRST_STATELESS = mr.REVISIONS[0], with_handshake()[-1], per_request()[0]
SESSIONS = with_handshake()


class Timed(NamedTuple):
    """The time of a frame, and of the three limits, over `orjson`."""

    ours: float
    grammar: float
    head: float
    untyped: float


class Figure(NamedTuple):
    """A row of the table: its title, the aim, and the frames; `worst` compares the worst of them."""

    name: str
    aim: float
    frames: list[Timed]
    worst: bool = False

    def cells(self) -> tuple[str, ...]:
        """Return the cells of the row."""
        measured = max(each.ours for each in self.frames) if self.worst else mean(t.ours for t in self.frames)
        limits = (mean(each[i] for each in self.frames) for i in range(1, len(Timed._fields)))
        return (
            self.name,
            f"{self.aim:.2f}",
            *(f"{each:.2f}" if each else "–" for each in (measured, *limits)),
        )


def mean(ratios: Iterable[float]) -> float:
    """Return the geometric mean; 0 where nothing was measured."""
    found = [ratio for ratio in ratios if ratio]
    product = 1.0
    for each in found:
        product *= each ** (1 / len(found))
    return product if found else 0.0


def decoded(data: bytes, work: Callable[[], Any]) -> Timed:
    """Return the time of a decode."""
    plain, *others = microseconds(
        lambda: orjson.loads(data),
        work,
        lambda: GRAMMAR(data),
        lambda: HEAD(data),
        lambda: READ(data),
    )
    return Timed(*(each / plain for each in others))


def converted(data: bytes, work: Callable[[], Any]) -> Timed:
    """Return the time of a conversion."""
    plain, *others = microseconds(
        lambda: orjson.dumps(orjson.loads(data)),
        work,
        lambda: GRAMMAR(data),
        lambda: HEAD(data),
        lambda: WRITE(READ(data)),
    )
    return Timed(*(each / plain for each in others))


def conversions(source: str, target: str) -> Iterator[Timed]:
    """Yield the times of the held-out frames that pass between two revisions."""
    for message, data in texts(source, FRAMES):
        convert = mr.converter(source, target, sender=message.sender)
        try:
            convert(data, message.answering)
        except ValueError:
            continue
        yield converted(data, lambda convert=convert, d=data, m=message: convert(d, m.answering))


def decodes(revision: str, *, error: bool = False) -> Iterator[Timed]:
    """Yield the times of the held-out frames without unknown members: those with an error, or the others."""
    decode = mr.revision(revision).decode_message
    for message, data in texts(revision, FRAMES * (6 if error else 1)):
        if ("error" in message.frame) is not error:
            continue
        answering = message.answering if message.answering in mr.revision(revision).METHODS else None
        asked = (data, message.sender) if answering is None else (data, message.sender, answering)
        try:
            found = decode(*asked)
        except (mr.DecodeError, ValueError):
            continue
        if not found.unknown:
            yield decoded(data, lambda asked=asked: decode(*asked))


def encodes(revision: str) -> Iterator[Timed]:
    """Yield the times of the encodes of held-out frames; msgspec's untyped write is the limit."""
    codec = mr.revision(revision)
    for message, data in texts(revision, FRAMES):
        answering = message.answering if message.answering in codec.METHODS else None
        try:
            found = codec.decode_message(data, message.sender, answering)
        except (mr.DecodeError, ValueError):
            continue
        tree = orjson.loads(data)
        plain, *others = microseconds(
            lambda tree=tree: orjson.dumps(tree),
            lambda found=found: codec.encode(found),
            lambda tree=tree: WRITE(tree),
        )
        yield Timed(others[0] / plain, 0.0, 0.0, others[1] / plain)


def unknown_member(sender: Any, frame: Any, answering: str | None) -> Timed:
    """Return the time of a frame with an unknown member at the end of its params or result."""
    (part,) = {"params", "result"} & frame.keys()
    frame = {"jsonrpc": "2.0", "id": 1, **frame, part: {**frame[part], "x-trace": "t1"}}
    data, decode = json.dumps(frame).encode(), mr.revision(LAST_SESSION).decode_message
    return min(decoded(data, lambda: decode(data, sender, answering)) for _ in range(5))


def long_result(result: Any, source: str, target: str, answering: str) -> Timed:
    """Return the time of the conversion of a long result."""
    data = orjson.dumps({"jsonrpc": "2.0", "id": 1, "result": result})
    convert = mr.converter(source, target, sender="server")
    return converted(data, lambda: convert(data, answering))


def tools(count: int) -> dict[str, Any]:
    """Return a page of tools of 500 bytes each."""
    named = {name: {"type": "string", "description": "t" * 60} for name in "abc"}
    schema = {"type": "object", "properties": named}
    page = [{"name": f"t{i}", "description": "d" * 120, "inputSchema": schema} for i in range(count)]
    return {"tools": page}


def structured() -> dict[str, Any]:
    """Return a structured result of 13 kB."""
    rows = [{"id": i, "title": f"row {i}", "tags": ["a", "b"], "score": i / 7} for i in range(200)]
    return {"content": [{"type": "text", "text": "200 rows"}], "structuredContent": {"rows": rows}}


def figures() -> Iterator[Figure]:
    """Yield the figures in the order of the table."""
    by_revision = {revision: list(decodes(revision)) for revision in mr.REVISIONS}
    limits = range(len(Timed._fields))
    means = [Timed(*(mean(each[i] for each in found) for i in limits)) for found in by_revision.values()]
    yield Figure("decode, mean of all revisions", 1.25, means)
    yield Figure("decode, the slowest revision", 1.4, means, worst=True)
    yield Figure(
        "decode of an error response", 2.5, [t for r in mr.REVISIONS for t in decodes(r, error=True)]
    )
    call = {"method": "tools/call", "params": {"name": "echo", "arguments": {"message": "hello"}}}
    text = {"result": {"content": [{"type": "text", "text": "hello"}]}}
    yield Figure("decode of a call with an unknown member", 8, [unknown_member("client", call, None)])
    yield Figure(
        "decode of a result with an unknown member", 9, [unknown_member("server", text, "tools/call")]
    )
    yield Figure(
        "decode of a page of 50 kB with an unknown member",
        4,
        [unknown_member("server", {"result": tools(100)}, "tools/list")],
    )
    yield Figure("encode, over `orjson.dumps`", 2.6, [t for r in mr.REVISIONS for t in encodes(r)])
    up, down = list(pairwise(SESSIONS)), list(pairwise(reversed(SESSIONS)))
    for name, aim, ways in (
        (f"conversion between neighbouring revisions up to {LAST_SESSION}, to the newer", 1.3, up),
        (f"conversion between neighbouring revisions up to {LAST_SESSION}, to the older", 1.4, down),
        (
            f"conversion from {LAST_SESSION} to {FIRST_STATELESS}, where every request and result changes",
            2.7,
            [(LAST_SESSION, FIRST_STATELESS)],
        ),
        (f"conversion from {FIRST_STATELESS} to {LAST_SESSION}", 2.7, [(FIRST_STATELESS, LAST_SESSION)]),
        (f"conversion from {OLDEST} to {FIRST_STATELESS}", 3.2, [(OLDEST, FIRST_STATELESS)]),
        (f"conversion from {FIRST_STATELESS} to {OLDEST}", 3.5, [(FIRST_STATELESS, OLDEST)]),
    ):
        yield Figure(name, aim, [timed for way in ways for timed in conversions(*way)])
    pages = [long_result(tools(100), *way, "tools/list") for way in up]
    yield Figure("a page of 100 tools (50 kB), to the newer neighbour", 0.35, pages)
    complete = {**structured(), "resultType": "complete"}
    across = [
        long_result(structured(), LAST_SESSION, FIRST_STATELESS, "tools/call"),
        long_result(complete, FIRST_STATELESS, LAST_SESSION, "tools/call"),
    ]
    yield Figure(f"a structured result of 13 kB, {LAST_SESSION} to {FIRST_STATELESS} and back", 0.45, across)


HEADING = [
    "| times `orjson`, geometric mean | aim | measured | limit: grammar only | limit: head only "
    "| limit: untyped msgspec |",
    "|---|---|---|---|---|---|",
]


def write(page: str, mark: str, table: list[str]) -> str:
    """Return docs/measured.md with a table below a mark."""
    below = re.compile(rf"(<!-- {mark} -->\n)\n*(\|.*\n)*\n*")
    return below.sub(lambda found: "\n".join([found[1], *table, "", ""]), page).rstrip("\n") + "\n"


SLOW = 3  # times `orjson`, in the median of a kind


def slow(page: str) -> list[str]:
    """Return the table of the slow kinds of messages, read off the table of kinds of docs/measured.md."""
    kinds = _table(page, "kinds")
    lines = [f"| median of {SLOW} and more | kinds of messages |", "|---|---|"]
    operations = ("decode", f"convert to {bench_kinds.NEWER}", f"convert to {bench_kinds.OLDER}")
    for column, operation in enumerate(operations, 1):
        found = [name for name, cells in kinds.items() if float(cells[column].split(",")[0]) >= SLOW]
        lines.append(f"| {operation} | {'; '.join(found) or 'none'} |")
    return lines


def claim(page: str) -> str:
    """Return the sentences of the README about speed, read off the table of figures of docs/measured.md."""
    ratios = {name: float(cells[1]) for name, cells in _table(page, "figures").items()}
    (decode,) = (ratio for name, ratio in ratios.items() if name.startswith("decode, mean"))
    conversions = [ratio for name, ratio in ratios.items() if name.startswith("conversion")]
    text = (
        f"- **Fast.** On average, a typed, validated decode takes {decode:.1f} times as long as an untyped "
        f"`orjson.loads`, and a conversion {min(conversions):.1f} to {max(conversions):.1f} times as long as "
        "a parse and a dump. Messages with unknown members take longer. [All figures](docs/measured.md)."
    )
    return "\n".join(wrap(text, 118, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False))


def _table(page: str, mark: str) -> dict[str, list[str]]:
    """Return the rows below a mark, by their first cell."""
    found = re.search(rf"<!-- {mark} -->\n\n?((\|.*\n)*)", page)
    rows = [line.strip("|").split("|") for line in found[1].splitlines()[2:]] if found else []
    return {row[0].strip(): [cell.strip().replace("–", "0") for cell in row[1:]] for row in rows}


def main() -> None:
    """Print the table; with `--write`, write both tables and the claim."""
    lines = list(HEADING)
    print(*lines, sep="\n")
    for figure in figures():
        lines.append(f"| {' | '.join(figure.cells())} |")
        print(lines[-1], flush=True)
    if "--write" in sys.argv:
        page, readme = ROOT / "docs" / "measured.md", ROOT / "README.md"
        text = write(page.read_text("utf-8"), "figures", lines)
        text = write(text, "kinds", list(bench_kinds.rows()))
        text = write(text, "slow", slow(text))
        page.write_text(text, "utf-8")
        said = re.compile(r"- \*\*Fast\.\*\*.*?(?=\n- )", re.DOTALL)
        readme.write_text(said.sub(claim(text), readme.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
