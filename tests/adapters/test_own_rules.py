"""The rules of a schema folder: refused at their line, and without an effect on the rules of the package."""

from __future__ import annotations

import pytest

from mcpgen.adapters.own_rules import FILE, load_rules
from mcpgen.problems import Refused
from mcpgen.runtime.conversion.rules import RULES

RULE = """from .registry import JsonObject, rule


@rule()
def {}(owner: JsonObject, at, log, change) -> None:
    owner.clear()
"""


def test_rules_stand_beside_those_of_the_package() -> None:
    """A folder adds its rules to those of the package, which stay as they are for every other folder."""
    before = dict(RULES)
    found = load_rules({FILE: RULE.format("cleared").encode()})
    assert found.keys() - before.keys() == {"cleared"}
    assert before == RULES == load_rules({})


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("def x(:\n", f"{FILE}:1: is not valid Python: "),
        ("\x00", f"{FILE}:1: is not valid Python"),
        ("import math\n\nmath.nothing\n", f"{FILE}:3: cannot be run: AttributeError: "),
        ("raise SystemExit(0)\n", f"{FILE}:1: cannot be run: SystemExit: 0"),
        (
            "from .registry import rule\n@rule('R-NO')\ndef f(value, at, log, change): ...\n",
            f"{FILE}:2: R-NO is not an id in docs/rules.md",
        ),
        (RULE.format("split_batch"), f"{FILE}:4: split_batch is a rule of the package; choose another name"),
    ],
)  # fmt: skip
def test_a_file_that_fails_is_refused_at_its_line(text: str, line: str) -> None:
    """A file that fails in any way is refused in one line, and the rules of the package stay."""
    before = dict(RULES)
    with pytest.raises(Refused) as refused:
        load_rules({FILE: text.encode()})
    assert str(refused.value).startswith(line)
    assert before == RULES


@pytest.mark.parametrize(
    ("old", "new"),
    [
        (", change)", ")"),
        ("change)", "change, more)"),
        ("def", "async def"),
        ("owner.clear()", "yield owner"),
    ],
)
def test_a_rule_that_no_adapter_can_call_is_refused(old: str, new: str) -> None:
    """A function that does not take the four values of a rule, or ends later, is refused by the build."""
    with pytest.raises(Refused) as refused:
        load_rules({FILE: RULE.format("wrong").replace(old, new).encode()})
    reason = "wrong cannot be a rule; write the function def wrong(value, at, log, change)"
    assert str(refused.value) == f"{FILE}:4: {reason}"


def test_a_class_is_no_rule() -> None:
    """Only functions edit frames."""
    with pytest.raises(Refused, match=r"rules.py:1: dict cannot be a rule; write the function def dict\("):
        load_rules({FILE: b"from .registry import rule\nrule()(dict)\n"})
