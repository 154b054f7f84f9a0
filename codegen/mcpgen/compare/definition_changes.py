"""Definition changes: the definitions of two compared protocols → findings on their names.

A definition that another finding already shows is not reported again.
"""

from __future__ import annotations

from mcpgen.compare.comparison import Comparison, Finding, Location
from mcpgen.compare.reachability import reachable, sent_by
from mcpgen.ir import Side


def compare_definitions(comparison: Comparison) -> None:
    """Add the findings on renamed, extracted, inlined, added and removed definitions, after the walk."""
    findings = list(comparison.findings)
    old, new = comparison.old.protocol, comparison.new.protocol
    shown_old = reachable(old, [finding.old for finding in findings if finding.old is not None])
    shown_new = reachable(new, [finding.new for finding in findings if finding.new is not None])
    for name in new.definitions:
        _compare_new(comparison, name, is_shown=name in shown_new)
    for name in old.definitions:
        if name not in new.definitions:
            _compare_removed(comparison, name, is_shown=name in shown_old)
        elif (name, name) not in comparison.places:
            if comparison.old.counterpart(name) is not None:
                _add(comparison, "TYPE_ADDED", None, name)
            else:
                _add(comparison, "TYPE_REMOVED", name, None)


def _compare_new(comparison: Comparison, name: str, *, is_shown: bool) -> None:
    """Compare a definition of the new protocol with its counterpart."""
    old, new = comparison.old, comparison.new
    other = new.counterpart(name)
    if isinstance(other, str) and old.counterpart(other) == name:
        if old.is_inline(other) != new.is_inline(name):
            _add(comparison, "TYPE_INLINED" if new.is_inline(name) else "TYPE_EXTRACTED", other, name)
        elif other != name and not new.is_inline(name):
            _add(comparison, "TYPE_RENAMED", other, name)
    elif new.is_inline(name) or name in old.protocol.definitions:
        return
    elif other is not None:
        _add(comparison, "TYPE_EXTRACTED", None, name)
    elif not is_shown:
        _add(comparison, "TYPE_ADDED", None, name)


def _compare_removed(comparison: Comparison, name: str, *, is_shown: bool) -> None:
    """Report a definition that only the old protocol has, unless it stands there under another name."""
    old, new = comparison.old, comparison.new
    other = old.counterpart(name)
    if old.is_inline(name) or (isinstance(other, str) and new.counterpart(other) == name):
        return
    if other is not None:
        _add(comparison, "TYPE_INLINED", name, None)
    elif not is_shown:
        _add(comparison, "TYPE_REMOVED", name, None)


def _add(comparison: Comparison, rule: str, old_name: str | None, new_name: str | None) -> None:
    """Add a finding on the definition named `old_name` in the old protocol and `new_name` in the new one."""
    old = comparison.old.protocol.definitions[old_name] if old_name is not None else None
    new = comparison.new.protocol.definitions[new_name] if new_name is not None else None
    nobody: frozenset[Side] = frozenset()
    sides = comparison.old.senders.get(old_name or "", nobody) | comparison.new.senders.get(
        new_name or "", nobody
    )
    place = Location(
        new_name or old_name or "", old_name or new_name or "", sent_by(sides), (old_name, new_name)
    )
    detail = (
        f"{old_name} → {new_name}"
        if old_name is not None and new_name is not None and old_name != new_name
        else ""
    )
    comparison.add(Finding(rule, place, old, new, detail))
