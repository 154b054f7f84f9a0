"""Hold every session of real peers and write what came of them into `docs/bridge-peers.md`.

In: nothing. Out: the part of the page between the two markers. A table counts how many of the exchanges that
both ends can express succeeded, by pair of revisions and by exchange. A list has every failed exchange with
its message. `--from FILE` takes the outcomes of an earlier run.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections import Counter
from pathlib import Path

import talk
from exchanges import EXCHANGES

PAGE = talk.HERE.parents[1] / "docs" / "bridge-peers.md"
BEGIN, END = "<!-- made by tests/peers/table.py -->", "<!-- end -->"
Outcomes = dict[str, dict[str, str]]  # by "client, server, spoken"; then by exchange


def sessions() -> list[tuple[str, talk.Server, str]]:
    """Return every session: the client's revision, the server, and the revision that it is asked for."""
    return [
        (c, server, spoken) for c in talk.CLIENTS for server in talk.SERVERS for spoken in server.revisions
    ]


def hold(only: str = "") -> tuple[Outcomes, list[str]]:
    """Hold the sessions; return what came of the exchanges, and the invalid frames that the bridge sent."""
    outcomes: Outcomes = {}
    invalid: list[str] = []
    for client, server, spoken in sessions():
        name = f"{client}, {server.name}, {spoken}"
        if only not in name:
            continue
        with tempfile.TemporaryDirectory() as where:
            outcome = talk.talk(client, server, spoken, Path(where))
        outcomes[name] = outcome.exchanges
        bad = [what for what, said in outcome.exchanges.items() if what != "revision" and said != "ok"]
        print(f"{name}: {len(outcome.exchanges) - 1 - len(bad)} ok; not: {bad}", file=sys.stderr, flush=True)
        if client != spoken:  # the same revision is forwarded as it is
            invalid += [f"{name}: {line}" for line in outcome.invalid]
    return outcomes, invalid


def table(outcomes: Outcomes) -> str:
    """Return the tables in Markdown."""
    good: Counter[tuple[str, str]] = Counter()
    all_: Counter[tuple[str, str]] = Counter()
    by_exchange: Counter[tuple[str, str]] = Counter()
    of_exchange: Counter[tuple[str, str]] = Counter()
    failed = []
    for name, exchanges in outcomes.items():
        client, server, spoken = name.split(", ")
        for exchange, said in exchanges.items():
            if exchange == "revision":
                continue
            all_[client, spoken] += 1
            of_exchange[exchange, client] += 1
            if said == "ok":
                good[client, spoken] += 1
                by_exchange[exchange, client] += 1
            else:
                first = said.splitlines()[0][:140].replace("`", "'")
                failed.append(
                    f"- *{exchange}* failed between a {client} client and the server {server} in {spoken}: "
                    f"`{first}`"
                )
    lines = ["", "| client \\ server | " + " | ".join(talk.REVISIONS) + " |", "|---" * 6 + "|"]
    for client, release in talk.CLIENTS.items():
        cells = [f"{good[client, s]}/{all_[client, s]}" for s in talk.REVISIONS]
        lines.append(f"| {client} ({release}) | " + " | ".join(cells) + " |")
    lines += ["", "| exchange \\ client | " + " | ".join(talk.CLIENTS) + " |", "|---" * 6 + "|"]
    for exchange in EXCHANGES:
        cells = [
            (
                f"{by_exchange[exchange.name, c]}/{of_exchange[exchange.name, c]}"
                if of_exchange[exchange.name, c]
                else "–"
            )
            for c in talk.CLIENTS
        ]
        lines.append(f"| {exchange.name} | " + " | ".join(cells) + " |")
    lines += [
        "",
        (
            "These exchanges failed, each with the error that the client reported:"
            if failed
            else "Nothing failed."
        ),
        "",
        *failed,
    ]
    return "\n".join(lines).rstrip() + "\n"


def main() -> int:
    """Hold the sessions and write the page."""
    parser = argparse.ArgumentParser(description="Make the table of pairs and exchanges.")
    parser.add_argument(
        "--only", default="", metavar="TEXT", help="only sessions whose name contains TEXT; write nothing"
    )
    parser.add_argument("--save", type=Path, metavar="FILE", help="keep the outcomes as JSON")
    parser.add_argument(
        "--from", dest="given", type=Path, metavar="FILE", help="write the page from kept outcomes"
    )
    arguments = parser.parse_args()
    if arguments.given:
        outcomes, invalid = json.loads(arguments.given.read_text()), []
    else:
        outcomes, invalid = hold(arguments.only)
    if arguments.save:
        arguments.save.write_text(json.dumps(outcomes, indent=1))
    print("\n".join(invalid), file=sys.stderr)
    if not arguments.only:
        page = PAGE.read_text(encoding="utf-8")
        before, _, rest = page.partition(BEGIN)
        PAGE.write_text(
            before + BEGIN + "\n" + table(outcomes) + "\n" + END + rest.partition(END)[2], encoding="utf-8"
        )
    return 1 if invalid else 0


if __name__ == "__main__":
    sys.exit(main())
