"""Measure the figures that have aims, and compare them with the limits of the machine.

In: held-out traffic (`held_out`), and messages of the sizes that the aims name. Out: a table of geometric
means of CPU times. A decode is compared with `orjson.loads`, an encode with `orjson.dumps`, a conversion with
both. As limits, msgspec checks only the grammar, decodes only the head (`jsonrpc`, `id`, `method`), or reads
and writes untyped. The works of a message take turns, and their time is the CPU time of the thread.

- `--against FOLDER` adds a column for another build of the package, measured in the same turns.
- `--only WORDS` measures only the figures whose names have these words.
- `--write`, on a quiet machine, writes this table to docs/measured.md, that of each kind of message
  (`bench_kinds`) to docs/measured-kinds.md, and the claim about speed to the README.
"""

from __future__ import annotations

import json
import re
import sys
import time
from argparse import ArgumentParser, Namespace
from collections.abc import Callable, Iterable, Iterator
from functools import cache, partial
from itertools import islice, pairwise
from pathlib import Path
from textwrap import wrap
from timeit import Timer
from typing import Any, NamedTuple

import bench_kinds
import mcp_revisions as mr
import orjson
from bench_convert import GRAMMAR, HEAD, READ, WRITE
from compare_packages import load
from mcp_revisions._runtime.revisions import per_request, with_handshake

sys.path.insert(0, str(Path(__file__).parents[1]))
from held_out import texts

from support.paths import ROOT
from support.traffic import Message

FRAMES = 120  # of a revision, or of a kind in a revision
OLDEST, LAST_SESSION, FIRST_STATELESS = mr.REVISIONS[0], with_handshake()[-1], per_request()[0]
SESSIONS = with_handshake()
Work = Callable[[], Any]


class Case(NamedTuple):
    """A message: the work of a package on it, that of `orjson`, and an untyped read and write by msgspec."""

    data: bytes
    work: Work
    plain: Work
    untyped: Work


class Figure(NamedTuple):
    """A row of the table: its name, the aim, and its cases in groups.

    The figure is the mean of the means of its groups, or with `worst` the largest of them.
    """

    name: str
    aim: float
    groups: Callable[[Any], Iterable[list[Case]]]
    worst: bool = False


class Timed(NamedTuple):
    """The times of a message over `orjson`: of this package and another one, and the three limits."""

    ours: float
    others: float
    grammar: float
    head: float
    untyped: float


def seconds(*works: Work) -> list[float]:
    """Return the least CPU time that each work takes in this thread.

    The works take turns, every second time in the reverse order, because a work is faster after its like.
    """
    timers = [Timer(work, timer=time.thread_time) for work in works]
    rounds = [max(1, int(0.0004 / (timer.timeit(3) / 3 + 1e-9))) for timer in timers]
    least = [float("inf")] * len(works)
    places = list(range(len(works)))
    for _ in range(6):
        for place in places:
            least[place] = min(least[place], timers[place].timeit(rounds[place]) / rounds[place])
        places.reverse()
    return least


def timed(case: Case, other: Case | None) -> Timed:
    """Return the times of a message over `orjson`. Without another package, its time is 0."""
    data = case.data
    limits = (lambda: GRAMMAR(data), lambda: HEAD(data), case.untyped)
    plain, ours, *others = seconds(case.plain, case.work, *limits, *([other.work] if other else []))
    grammar, head, untyped, others_time = (*(each / plain for each in others), 0.0)[:4]
    return Timed(ours / plain, others_time, grammar, head, untyped)


def mean(ratios: Iterable[float]) -> float:
    """Return the geometric mean; 0 where nothing was measured."""
    found = [ratio for ratio in ratios if ratio]
    product = 1.0
    for each in found:
        product *= each ** (1 / len(found))
    return product if found else 0.0


def measured(figure: Figure, other: Any) -> Timed:
    """Return a figure for this package, for another one if there is one, and the limits."""
    groups = list(figure.groups(mr))
    beside = list(figure.groups(other)) if other else [[None] * len(group) for group in groups]
    found = [
        [timed(case, same) for case, same in zip(group, those, strict=True)]
        for group, those in zip(groups, beside, strict=True)
    ]
    means = [Timed(*(mean(each[i] for each in group) for i in range(len(Timed._fields)))) for group in found]
    whole = max if figure.worst else mean
    return Timed(*(whole(each[i] for each in means) for i in range(len(Timed._fields))))


# The cases


@cache
def _drawn(revision: str) -> list[tuple[Message, bytes]]:
    return texts(revision, FRAMES * 25)


def drawn(revision: str, chosen: Callable[[Message], bool]) -> Iterator[tuple[Message, bytes]]:
    """Yield the held-out messages of a revision that are chosen, at most `FRAMES`."""
    return islice((each for each in _drawn(revision) if chosen(each[0])), FRAMES)


def decode_of(package: Any, message: Message, data: bytes, function: bool = False) -> Work | None:
    """Return a decode of a message, with a function for `answering` on request; None if it is invalid."""
    mcp = package.revision(message.revision)
    answering = message.answering if message.answering in mcp.METHODS else None
    asked: tuple[Any, ...] = (
        (data, message.sender) if answering is None else (data, message.sender, answering)
    )
    if function:
        asked = (data, message.sender, partial(_method, answering))
    try:
        found = mcp.decode_message(*asked)
    except (package.DecodeError, ValueError):
        return None
    return None if found.unknown else _decode_work(mcp.decode_message, *asked)


def _decode_work(decode: Callable[..., Any], data: bytes, sender: str, answering: Any = None) -> Work:
    if answering is None:
        return lambda: decode(data, sender)
    return lambda: decode(data, sender, answering)


def _decode_case(data: bytes, work: Work) -> Case:
    return Case(data, work, lambda: orjson.loads(data), lambda: READ(data))


def decodes(
    package: Any, revision: str, chosen: Callable[[Message], bool], *, function: bool = False
) -> list[Case]:
    """Return the decodes of held-out messages without unknown members."""
    works = ((data, decode_of(package, one, data, function)) for one, data in drawn(revision, chosen))
    return [_decode_case(data, work) for data, work in works if work]


def converts(
    package: Any,
    source: str,
    target: str,
    chosen: Callable[[Message], bool],
    *,
    converter: bool = True,
    function: bool = False,
) -> list[Case]:
    """Return the conversions of held-out messages by a converter, or by `convert`."""
    found = []
    for message, data in drawn(source, chosen):
        answering: Any = message.answering
        if function:
            answering = partial(_method, message.answering)
        make = _by_converter if converter else _by_convert
        work = make(package, data, source, target, message.sender, answering)
        try:
            work()
        except ValueError:
            continue
        found.append(_conversion(data, work))
    return found


def _method(method: str | None, id: Any) -> str | None:
    return method


def _by_converter(package: Any, data: bytes, source: str, target: str, sender: str, answering: Any) -> Work:
    convert = package.converter(source, target, sender=sender)
    return lambda: convert(data, answering)


def _by_convert(package: Any, data: bytes, source: str, target: str, sender: str, answering: Any) -> Work:
    convert = package.convert
    return lambda: convert(data, source, target, sender=sender, answering=answering)


def _conversion(data: bytes, work: Work) -> Case:
    return Case(data, work, lambda: orjson.dumps(orjson.loads(data)), lambda: WRITE(READ(data)))


def unchanged_errors(package: Any) -> list[Case]:
    """Return the conversions between neighbours of the error responses that stay as they are."""
    cases = [case for way in NEIGHBOURS for case in converts(package, *way, is_error)]
    return [case for case in cases if orjson.loads(case.work().message) == orjson.loads(case.data)]


def encodes(package: Any, revision: str) -> list[Case]:
    """Return the encodes of held-out messages."""
    found = []
    for message, data in drawn(revision, every):
        decode = decode_of(package, message, data)
        if decode is None:
            continue
        found.append(_encode_case(data, package.revision(revision).encode, decode()))
    return found


def _encode_case(data: bytes, encode: Callable[[Any], bytes], value: Any) -> Case:
    parsed = orjson.loads(data)
    return Case(data, lambda: encode(value), lambda: orjson.dumps(parsed), lambda: WRITE(parsed))


def with_unknown(package: Any, sender: str, frame: Any, answering: str | None) -> list[Case]:
    """Return the decode of a message with an unknown member at the end of its params or result."""
    (part,) = {"params", "result"} & frame.keys()
    frame = {"jsonrpc": "2.0", "id": 1, **frame, part: {**frame[part], "x-trace": "t1"}}
    data = json.dumps(frame).encode()
    work = _decode_work(package.revision(LAST_SESSION).decode_message, data, sender, answering)
    return [_decode_case(data, work)] * 5


def long_result(package: Any, result: Any, source: str, target: str, answering: str) -> Case:
    """Return the conversion of a long result."""
    data = orjson.dumps({"jsonrpc": "2.0", "id": 1, "result": result})
    return _conversion(data, _by_converter(package, data, source, target, "server", answering))


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


def every(message: Message) -> bool:
    """Choose every message."""
    return True


def is_error(message: Message) -> bool:
    """Choose error responses."""
    return "error" in message.frame


def is_no_error(message: Message) -> bool:
    """Choose messages other than error responses."""
    return "error" not in message.frame


def is_call(method: str) -> Callable[[Message], bool]:
    """Choose the calls of a method."""
    return lambda message: message.frame.get("method") == method


def is_any_result(message: Message) -> bool:
    """Choose responses with a result."""
    return "result" in message.frame


def is_result(method: str) -> Callable[[Message], bool]:
    """Choose the results that answer a method."""
    return lambda message: message.answering == method and "result" in message.frame


def is_notification_with_meta(message: Message) -> bool:
    """Choose notifications with `_meta`."""
    return "id" not in message.frame and "_meta" in message.frame.get("params", {})


# The figures

UP, DOWN = list(pairwise(SESSIONS)), list(pairwise(reversed(SESSIONS)))
NEIGHBOURS = [*pairwise(mr.REVISIONS), *pairwise(reversed(mr.REVISIONS))]
CALL = {"method": "tools/call", "params": {"name": "echo", "arguments": {"message": "hello"}}}
TEXT = {"result": {"content": [{"type": "text", "text": "hello"}]}}


def decode_figure(name: str, aim: float, chosen: Callable[[Message], bool], **options: Any) -> Figure:
    """Return the figure of the decodes of some messages of all revisions."""
    return Figure(name, aim, lambda p: [[c for r in mr.REVISIONS for c in decodes(p, r, chosen, **options)]])


def _convert(name: str, aim: float, ways: list[tuple[str, str]], **options: Any) -> Figure:
    """Return the figure of the conversions of held-out messages."""
    return Figure(name, aim, lambda p: [[c for way in ways for c in converts(p, *way, every, **options)]])


def _by_revision(package: Any) -> Iterator[list[Case]]:
    return (decodes(package, revision, is_no_error) for revision in mr.REVISIONS)


FIGURES = (
    Figure("decode, mean of all revisions", 1.15, _by_revision),
    Figure("decode, the slowest revision", 1.35, _by_revision, worst=True),
    decode_figure("decode of an error response", 3.0, is_error),
    decode_figure("decode, `answering` is a function", 1.8, every, function=True),
    Figure("decode of a call with an unknown member", 6.5, lambda p: [with_unknown(p, "client", CALL, None)]),
    Figure(
        "decode of a result with an unknown member",
        7.5,
        lambda p: [with_unknown(p, "server", TEXT, "tools/call")],
    ),
    Figure(
        "decode of a page of 50 kB with an unknown member",
        3.5,
        lambda p: [with_unknown(p, "server", {"result": tools(100)}, "tools/list")],
    ),
    decode_figure("decode of `elicitation/create`", 4.0, is_call("elicitation/create")),
    decode_figure("decode of a result of `resources/read`", 3.5, is_result("resources/read")),
    decode_figure("decode of a result of `tools/list`", 2.2, is_result("tools/list")),
    Figure("encode, over `orjson.dumps`", 2.3, lambda p: [[c for r in mr.REVISIONS for c in encodes(p, r)]]),
    _convert(f"`convert` between neighbours up to {LAST_SESSION}, to the newer", 1.3, UP, converter=False),
    _convert(f"`convert` between neighbours up to {LAST_SESSION}, to the older", 1.4, DOWN, converter=False),
    _convert(f"conversion between neighbours up to {LAST_SESSION}, to the newer", 1.05, UP),
    _convert(f"conversion between neighbours up to {LAST_SESSION}, to the older", 1.2, DOWN),
    _convert(f"conversion from {LAST_SESSION} to {FIRST_STATELESS}", 2.4, [(LAST_SESSION, FIRST_STATELESS)]),
    _convert(f"conversion from {FIRST_STATELESS} to {LAST_SESSION}", 2.5, [(FIRST_STATELESS, LAST_SESSION)]),
    _convert(f"conversion from {OLDEST} to {FIRST_STATELESS}", 2.7, [(OLDEST, FIRST_STATELESS)]),
    _convert(f"conversion from {FIRST_STATELESS} to {OLDEST}", 3.2, [(FIRST_STATELESS, OLDEST)]),
    Figure("conversion of an error response that stays as it is", 2.5, lambda p: [unchanged_errors(p)]),
    Figure(
        "conversion of a notification with `_meta`",
        3.0,
        lambda p: [converts(p, FIRST_STATELESS, LAST_SESSION, is_notification_with_meta)],
    ),
    _convert("conversion between neighbours, `answering` is a function", 2.0, [*UP, *DOWN], function=True),
    Figure(
        "a page of 100 tools (50 kB), to the newer neighbour",
        0.3,
        lambda p: [[long_result(p, tools(100), *way, "tools/list") for way in UP]],
    ),
    Figure(
        f"a structured result of 13 kB, {LAST_SESSION} to {FIRST_STATELESS} and back",
        0.25,
        lambda p: [
            [
                long_result(p, structured(), LAST_SESSION, FIRST_STATELESS, "tools/call"),
                long_result(
                    p,
                    {**structured(), "resultType": "complete"},
                    FIRST_STATELESS,
                    LAST_SESSION,
                    "tools/call",
                ),
            ]
        ],
    ),
)


# The pages

HEADING = [
    "| times `orjson`, geometric mean | aim | measured | limit: grammar only | limit: head only "
    "| limit: untyped msgspec |",
    "|---|---|---|---|---|---|",
]


def row(figure: Figure, found: Timed) -> str:
    """Return the row of a figure; the time of another package stands behind the one of this package."""
    against = f" (against {found.others:.2f})" if found.others else ""
    limits = (f"{each:.2f}" for each in found[2:])
    return f"| {figure.name} | {figure.aim:.2f} | {found.ours:.2f}{against} | {' | '.join(limits)} |"


def write(page: str, mark: str, table: list[str]) -> str:
    """Return a page with a table below a mark."""
    below = re.compile(rf"(<!-- {mark} -->\n)\n*(\|.*\n)*\n*")
    return below.sub(lambda found: "\n".join([found[1], *table, "", ""]), page).rstrip("\n") + "\n"


def claim(page: str) -> str:
    """Return the sentence of the README about speed, read off the table of figures of docs/measured.md."""
    ratios = {name: float(cells[1]) for name, cells in _table(page, "figures").items()}
    (decode,) = (ratio for name, ratio in ratios.items() if name.startswith("decode, mean"))
    conversions = [
        ratio
        for name, ratio in ratios.items()
        if name.startswith("conversion ") and (", to the " in name or " from " in name)
    ]
    text = (
        f"- **Fast.** On average, a typed, validated decode takes {decode:.1f} times as long as an untyped "
        f"`orjson.loads`. A conversion takes {min(conversions):.1f} to {max(conversions):.1f} times as long "
        "as `orjson.loads` and `orjson.dumps` together, depending on the two revisions. "
        "[All figures](docs/measured.md)."
    )
    return "\n".join(wrap(text, 118, subsequent_indent="  ", break_long_words=False, break_on_hyphens=False))


def _table(page: str, mark: str) -> dict[str, list[str]]:
    """Return the rows below a mark, by their first cell."""
    found = re.search(rf"<!-- {mark} -->\n\n?((\|.*\n)*)", page)
    rows = [line.strip("|").split("|") for line in found[1].splitlines()[2:]] if found else []
    return {row[0].strip(): [cell.strip().replace("–", "0") for cell in row[1:]] for row in rows}


def arguments() -> Namespace:
    """Return the options of the command."""
    parser = ArgumentParser(description="Measure the figures that have aims.")
    parser.add_argument("--against", type=Path, help="the folder of another build of mcp_revisions")
    parser.add_argument("--only", default="", help="measure only the figures whose names have these words")
    parser.add_argument("--write", action="store_true", help="write the two pages and the README")
    return parser.parse_args()


def main() -> None:
    """Print the table; with `--write`, write both tables and the claim."""
    options = arguments()
    other = load(options.against) if options.against else None
    lines = list(HEADING)
    print(*lines, sep="\n")
    for figure in FIGURES:
        if options.only in figure.name:
            lines.append(row(figure, measured(figure, other)))
            print(lines[-1], flush=True)
    if options.write:
        page, kinds, readme = ROOT / "docs/measured.md", ROOT / "docs/measured-kinds.md", ROOT / "README.md"
        text = write(page.read_text("utf-8"), "figures", lines)
        page.write_text(text, "utf-8")
        kinds.write_text(write(kinds.read_text("utf-8"), "kinds", list(bench_kinds.rows())), "utf-8")
        said = re.compile(r"- \*\*Fast\.\*\*.*?(?=\n- )", re.DOTALL)
        readme.write_text(said.sub(claim(text), readme.read_text("utf-8")), "utf-8")


if __name__ == "__main__":
    main()
