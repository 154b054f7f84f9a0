"""Annotation changes: known values of open strings and deprecations of two protocols → findings."""

from __future__ import annotations

import json

from mcpgen.compare.comparison import Comparison, Finding, Location
from mcpgen.compare.reachability import sent_by


def compare_annotations(comparison: Comparison) -> None:
    """Add the findings on the facts that the specification states beside the schema."""
    old, new = comparison.old.protocol, comparison.new.protocol
    for at in dict.fromkeys([*old.known, *new.known]):
        before, after = old.known.get(at, ()), new.known.get(at, ())
        place = _location(comparison, at)
        if place.at not in (*old.methods, *new.methods) and None in place.owners:
            continue  # the change that adds or removes the type covers its values
        for value in [*after, *before]:
            if (value in before) != (value in after):
                rule = "KNOWN_VALUE_ADDED" if value in after else "KNOWN_VALUE_REMOVED"
                comparison.add(Finding(rule, place, detail=json.dumps(value)))
    for at in dict.fromkeys([*old.deprecated, *new.deprecated]):
        if (at in old.deprecated) != (at in new.deprecated):
            rule = "DEPRECATED" if at in new.deprecated else "REINSTATED"
            use = new.deprecated.get(at) or old.deprecated.get(at, "")
            comparison.add(Finding(rule, _location(comparison, at), detail=f"use {use}" if use else ""))


def _location(comparison: Comparison, at: str) -> Location:
    """Return the location of a method, a type or a `Type.member`."""
    for protocol in (comparison.old.protocol, comparison.new.protocol):
        if at in protocol.methods:
            return Location(at, at, sent_by(protocol.methods[at].senders))
    name, _, member = at.partition(".")
    sides = comparison.old.senders.get(name, frozenset()) | comparison.new.senders.get(name, frozenset())
    return Location(at, at, sent_by(sides), comparison.same_name(name), member or None)
