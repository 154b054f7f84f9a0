"""Load a schema folder's own conversion rules from `schema/rules.py`.

Decision files may use them like the rules of the package. The build runs the file, and copies it to
`_runtime/conversion/rules/own.py` of the output. Therefore its imports are relative, as in the rules of the
package (`from ..log import ConversionLog, Path`, `from .registry import rule`). The file is trusted code. If
it fails, or if an adapter cannot call one of its rules, it is refused at the line of the error.
"""

from __future__ import annotations

import inspect
import sys
import traceback
from collections.abc import Callable, Mapping
from functools import lru_cache
from types import ModuleType

from mcpgen.frontend.sources import Sources
from mcpgen.problems import refuse
from mcpgen.runtime.conversion.rules import RULES, own
from mcpgen.runtime.conversion.rules.registry import ConversionRule

FILE = "schema/rules.py"
NO_CALL = inspect.CO_COROUTINE | inspect.CO_GENERATOR | inspect.CO_ASYNC_GENERATOR
COPY = "_runtime/conversion/rules/own.py"


def load_rules(sources: Sources) -> Mapping[str, ConversionRule]:
    """Return the conversion rules of the package and those of a schema folder, by name."""
    data = sources.get(FILE)
    return RULES if data is None else {**RULES, **_run(data)}


@lru_cache(maxsize=8)
def _run(data: bytes) -> Mapping[str, ConversionRule]:
    """Run the text of `schema/rules.py`, and return the rules that it registers.

    The text registers rules in `RULES`, the table of the runtime. Afterwards, this function removes the rules
    from that table.
    """
    module = ModuleType(own.__name__)
    module.__package__ = own.__package__
    before = dict(RULES)
    try:
        code = compile(data, FILE, "exec")
    except (SyntaxError, ValueError) as error:  # the text contains a null byte
        message = f"is not valid Python: {error}"
        raise refuse(f"{FILE}:{getattr(error, 'lineno', None) or 1}", message) from None
    try:
        exec(code, module.__dict__)  # noqa: S102 - the user's folder is trusted
        found = {name: rule for name, rule in RULES.items() if name not in before or before[name] is not rule}
        if wrong := [name for name, rule in found.items() if not isinstance(rule, ConversionRule)]:
            raise TypeError(f"{wrong[0]!a} is not a rule; register a function with @rule()")
    except (Exception, SystemExit) as error:
        lines = [frame.lineno for frame in traceback.extract_tb(sys.exc_info()[2]) if frame.filename == FILE]
        message = f"cannot be run: {type(error).__name__}: {error}"
        raise refuse(f"{FILE}:{lines[-1] if lines else 1}", message) from None
    finally:
        RULES.clear()
        RULES.update(before)
    defined = {id for rule in before.values() for id in rule.ids}
    for name, rule in found.items():
        body = getattr(rule.function, "__code__", None)
        location = f"{FILE}:{body.co_firstlineno if body else 1}"
        for id in rule.ids:
            if id not in defined:
                message = f"{id} is not an id in docs/rules.md; register your own rule with @rule()"
                raise refuse(location, message)
        if name in before:
            raise refuse(location, f"{name} is a rule of the package; choose another name")
        if body is None or body.co_flags & NO_CALL or not _takes_four(rule.function):
            message = f"{name} cannot be a rule; write the function def {name}(value, at, log, change)"
            raise refuse(location, message)
    return found


def _takes_four(function: Callable[..., object]) -> bool:
    """Return whether a function accepts four arguments: a value, its path, the log and the change."""
    try:
        inspect.signature(function).bind(*"1234")
    except TypeError:
        return False
    return True
