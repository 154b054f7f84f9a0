"""Measure what each step saves that makes decode and convert fast: this build beside one without the step.

In: this package, and a copy of it for each step, from whose source the step is removed. Out: a row for each
figure of a step, without the step and with it, and the share of the time that the step saves. Both builds
take turns. A step is kept if it saves 15 % of a figure.
"""

from __future__ import annotations

import shutil
import sys
import tempfile
from pathlib import Path
from typing import Any, NamedTuple

import mcp_revisions as mr
from bench_figures import FIGURES, decode_figure, is_any_result, measured
from compare_packages import load

sys.path.insert(0, str(Path(__file__).parents[1]))
from support.plain_path import without_printed_decoders

FOLDER = Path(mr.__file__).parent
CODEC, CONVERT, PLAN = "messages/codec.py", "conversion/convert.py", "conversion/plan.py"
RESULTS = decode_figure("decode of a result of any method", 0, is_any_result)
BY_NAME = {figure.name: figure for figure in (*FIGURES, RESULTS)}


class Step(NamedTuple):
    """A step: its name, the names of its figures, and the edits that remove it.

    An edit is a module of the runtime, a text of its source, and the text that replaces it. The step without
    edits is that of the printed decoders.
    """

    name: str
    figures: tuple[str, ...]
    edits: tuple[tuple[str, str, str], ...] = ()


STEPS = (
    Step(
        "a function for `answering` gets the `id` from a decode of the head",
        ("decode, `answering` is a function", "conversion between neighbours, `answering` is a function"),
        (
            (CODEC, "                answering = answered(data, answering)\n", "                pass\n"),
            (CONVERT, "                answering = answered(message, answering)\n", ""),
        ),
    ),
    Step(
        'a result is decoded without a search for `"error"`',
        (RESULTS.name, "decode of an error response"),
        (
            (
                CODEC,
                "            return self._likely[sender][answering](data)\n        except REFUSED:\n",
                "            decode = self._likely[sender][answering]\n"
                "            if answering is not None and type(data) is bytes:\n"
                "                if data.find(ERROR_MARK, 0, 64) >= 0:\n"
                "                    return self._error_response(data)\n"
                "            return decode(data)\n        except REFUSED:\n",
            ),
        ),
    ),
    Step(
        "a converter finds its decoders in one table",
        ("conversion between neighbours up to 2025-11-25, to the newer",),
        (
            (
                CONVERT,
                "            try:\n                check_unchanged, edit_text = self._readers[answering]"
                "  # type: ignore[index]\n            except (KeyError, TypeError):\n",
                "            if True:\n",
            ),
        ),
    ),
    Step(
        "`convert` finds its converter in one table",
        ("`convert` between neighbours up to 2025-11-25, to the newer",),
        ((CONVERT, "    if is_plain and keep is False", "    if False and keep is False"),),
    ),
    Step(
        "an error response that stays unchanged passes as text",
        ("conversion of an error response that stays as it is",),
        (
            (
                CONVERT,
                "            if self._plan.errors.is_unchanged(message, answering):",
                "            if False:",
            ),
        ),
    ),
    Step(
        "the strict decoder of a class is printed",
        ("decode of a result with an unknown member", "decode of `elicitation/create`"),
    ),
    Step(
        "members of `_meta` are removed without parsing the others",
        ("conversion from 2026-07-28 to 2025-11-25", "conversion of a notification with `_meta`"),
        (
            (
                PLAN,
                "        if self.removed or self.renamed or comes or goes:\n",
                "        flats = [edit for step in editing for edit in step.flat.edits]\n"
                "        inner = any(hasattr(edit, 'names') for edit in flats)\n"
                "        if self.removed or self.renamed or comes or goes or inner:\n",
            ),
        ),
    ),
)


def without(step: Step, folder: Path, name: str) -> Any:
    """Write a copy of this package without a step to `folder`, and import it as `name`."""
    shutil.copytree(FOLDER, folder, ignore=shutil.ignore_patterns("__pycache__"))
    for module, old, new in step.edits:
        path = folder / "_runtime" / module
        text = path.read_text("utf-8")
        if text.count(old) != 1:
            raise ValueError(f"{module} has not exactly one {old!r}; correct the edits of {step.name!r}")
        path.write_text(text.replace(old, new), "utf-8")
    package = load(folder, name)
    return package if step.edits else without_printed_decoders(package)


def main() -> None:
    """Print the table."""
    print("| step | figure | without it | with it | time saved |")
    print("|---|---|---|---|---|")
    with tempfile.TemporaryDirectory() as folder:
        for place, step in enumerate(STEPS):
            package = without(step, Path(folder, f"p{place}"), f"without_{place}")
            for figure in step.figures:
                found = measured(BY_NAME[figure], package)
                saved = 1 - found.ours / found.others
                row = f"{found.others:.2f} | {found.ours:.2f} | {saved:.0%}"
                print(f"| {step.name} | {figure} | {row} |", flush=True)


if __name__ == "__main__":
    main()
