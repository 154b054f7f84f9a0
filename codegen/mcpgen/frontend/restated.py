"""Restated definitions: the definitions of an extension's file × those of its revision → where they differ.

Two definitions are equal if they accept the same values. References are followed where their names differ; a
reference to a name that both files define is a difference of that name alone.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

from mcpgen.ir import (
    Anything,
    Array,
    Choice,
    Definition,
    Map,
    Record,
    Ref,
    Scalar,
    Type,
    Union,
    flatten,
    is_any_object,
    is_anything,
    resolved,
)

Definitions = Mapping[str, Definition]


def differences(own: Definitions, base: Definitions) -> dict[str, str]:
    """Return for each name that both define the place of the first difference, '' for equal definitions."""
    return {name: _Comparison(own, base).of(name) for name in own if name in base}


class _Comparison:
    """Compares two definitions of one name; pairs of other names that are being compared count as equal."""

    def __init__(self, own: Definitions, base: Definitions) -> None:
        self.own, self.base = own, base
        self.assumed: set[tuple[str, str]] = set()

    def of(self, name: str) -> str:
        """Return the place of the first difference of a name, or ''."""
        return self._definitions(self.own[name], self.base[name], name)

    def _definitions(self, own: Definition, base: Definition, at: str) -> str:
        if is_anything(Ref(own.name), self.own) and is_anything(Ref(base.name), self.base):
            return ""
        if isinstance(own, Record) and isinstance(base, Record):
            return self._records(own, base, at)
        mine = resolved(Ref(own.name), self.own)
        theirs = resolved(Ref(base.name), self.base)
        if isinstance(mine, Record) or isinstance(theirs, Record):
            return "" if is_any_object(mine, self.own) and is_any_object(theirs, self.base) else at
        return self._types(mine, theirs, at)

    def _records(self, own: Record, base: Record, at: str) -> str:
        mine, theirs = ({one.name: one for one in record.fields} for record in (own, base))
        for name in sorted(mine.keys() | theirs.keys()):
            if name not in mine or name not in theirs or mine[name].required != theirs[name].required:
                return f"{at}.{name}"
        if (own.closed, set(own.absent)) != (base.closed, set(base.absent)):
            return at
        if not own.closed and (found := self._types(own.open or Anything(), base.open or Anything(), at)):
            return found
        places = (self._types(mine[name].type, theirs[name].type, f"{at}.{name}") for name in mine)
        return next(filter(None, places), "")

    def _types(self, own: Type, base: Type, at: str) -> str:
        """Return `at`, or a place below, where two types differ, or ''."""
        if isinstance(own, Ref) and isinstance(base, Ref):
            return self._references(own.name, base.name, at)
        if is_anything(own, self.own) and is_anything(base, self.base):
            return ""
        mine, theirs = resolved(own, self.own), resolved(base, self.base)
        match mine, theirs:
            case Record(), Record():
                return self._references(mine.name, theirs.name, at)
            case Array(items, least, most), Array(others, fewest, greatest):
                return at if (least, most) != (fewest, greatest) else self._types(items, others, at)
            case Map(values, names), Map(others, limit):
                return at if names != limit else self._types(values, others, at)
            case Union(), Union():
                return self._unions(own, base, at)
            case Scalar(), Scalar():
                return "" if replace(mine, format=None) == replace(theirs, format=None) else at
            case Choice(), Choice():
                return "" if mine == theirs else at
        return "" if is_any_object(mine, self.own) and is_any_object(theirs, self.base) else at

    def _references(self, own: str, base: str, at: str) -> str:
        if own == base and own in self.base and own in self.own:
            return ""  # judged by itself
        if (own, base) in self.assumed:
            return ""
        before = set(self.assumed)
        self.assumed.add((own, base))
        found = self._definitions(self.own[own], self.base[base], at)
        if found:  # conclusions from the pair were no proof
            self.assumed = before
        return found

    def _unions(self, own: Type, base: Type, at: str) -> str:
        mine, left = flatten(own, self.own), flatten(base, self.base)
        if len(mine) != len(left):
            return at
        for arm in mine:
            match_ = next((other for other in left if not self._types(arm, other, at)), None)
            if match_ is None:
                return at
            left.remove(match_)
        return ""
