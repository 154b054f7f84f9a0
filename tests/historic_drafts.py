"""Build every schema file of a folder, for example all versions of the specification's `schema/draft`.

In: a folder with JSON files, and how many values of each definition to draw. Out: a line for each file that
is not built, does not run or disagrees, and the counts. A file is built as `mcpgen build --schema` builds it.
It runs if its package is imported and has a table of methods. It agrees if the package and `jsonschema-rs`
accept the same values of each definition that is not a message, and each value is encoded back as it was.
Messages get an envelope that drafts do not state, so their parameters and results are compared.

    python tests/historic_drafts.py FOLDER [--values N] [--seed S]

To get such a folder, run in a clone of the specification's repository:

    mkdir drafts
    for commit in $(git log --format=%h -- schema/draft/schema.json); do
        git show $commit:schema/draft/schema.json > drafts/$commit.json
    done
"""

from __future__ import annotations

import argparse
import json
import sys
from collections import Counter
from pathlib import Path
from tempfile import TemporaryDirectory
from types import ModuleType

from mcpgen.problems import Refused
from support.schema_judge import SchemaJudge, agreement
from support.small_schemas import Workshop


def outcome(workshop: Workshop, path: Path, values: int, seed: int) -> tuple[str, str]:
    """Return how far a file gets (`read`, `built`, `run` or `agree`), and what stopped it there."""
    try:
        package = workshop.build(path.read_bytes())
    except Refused as refused:
        return "read", str(refused.problems[0])
    if not package.METHODS:
        return "built", "the package has no methods"
    try:
        count = compared(package, SchemaJudge(json.loads(path.read_bytes())), values, seed)
    except AssertionError as error:
        return "run", str(error).replace("\n", " ")[:300]
    return ("agree", "") if count else ("run", "the file has no definition to compare")


def compared(package: ModuleType, judge: SchemaJudge, values: int, seed: int) -> int:
    """Compare the definitions that are not messages. Return their number."""
    names = [name for name, body in judge.definitions.items() if not is_message(name, body)]
    known = [name for name in names if hasattr(package, name)]
    for name in known:
        agreement(package, judge, name, values, seed)
    return len(known)


def is_message(name: str, body: object) -> bool:
    """Return whether a definition is a message, an envelope, or a union of these."""
    members = body.get("properties", {}) if isinstance(body, dict) else {}
    ends = ("Request", "Notification", "Response", "Message")
    return bool(members.keys() & {"method", "jsonrpc"}) or name.startswith("JSONRPC") or name.endswith(ends)


def main() -> None:
    """Build each file of a folder. End with status 1 if a file is not built, does not run or disagrees."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("folder", type=Path, help="a folder of JSON files")
    parser.add_argument("--values", type=int, default=10, help="values of each definition (default: 10)")
    parser.add_argument("--seed", type=int, default=0, help="another seed, other values (default: 0)")
    options = parser.parse_args()
    paths = sorted(options.folder.glob("*.json"))
    if not paths:
        raise SystemExit(f"{options.folder} has no JSON files")
    found: Counter[str] = Counter()
    with TemporaryDirectory(prefix="drafts-") as folder:
        workshop = Workshop(Path(folder))
        for path in paths:
            reached, why = outcome(workshop, path, options.values, options.seed)
            found[reached] += 1
            if why:
                print(f"{path.name}: {why}", flush=True)
    built, run, agree = (sum(found[name] for name in names) for names in STAGES)
    print(f"{len(paths)} files: {built} are built, {run} run, {agree} agree")
    sys.exit(agree < len(paths))


STAGES = (("built", "run", "agree"), ("run", "agree"), ("agree",))


if __name__ == "__main__":
    main()
