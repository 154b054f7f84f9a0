"""validate"""

from __future__ import annotations

from mcpgen.runtime import advice

_ADVICE = """# Advice

What the specification states with MUST or SHOULD and no schema can see: `mr.advise(message, revision)` in Python and
`mcpgen validate --advice` at a terminal. Advice never changes what is accepted. This page is written from the rules.

"""


def advice_page() -> str:
    """Return `docs/advice.md`."""
    return _ADVICE + advice.table()
