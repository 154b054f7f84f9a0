"""Changes: `Protocol` × `Protocol` → every fact of the wire that differs, as a sorted tuple of `Change`.

Facts only: what to do about a change is decided in `decisions`, how it is printed in `diff`. Rules kept here:

- *Values are compared, not names.* The walk starts at the methods and follows both revisions in step, so a type that
  is extracted, inlined or renamed is compared with what stood in its place; a raw diff would hide what changed
  inside it. Unions, enumerations and members have no order.
- *A change is located* by `at`: `Type.member` or a method, in the names of the new revision. What is anonymous there
  is named by its place (`ClientCapabilities.roots.listChanged`). `was` is the same place in the names of the old one.
- *`sender`* is who puts that value on the wire: computed from the methods whose messages and results reach the type;
  `both` where neither side is excluded, also for types that no method reaches.
- *Severity has a direction.* `to_old` says what happens to a receiver that speaks OLD when the sender speaks NEW,
  `to_new` the reverse: `safe`; `dangerous` (legal, but what was meant is lost or read differently); `breaking` (the
  receiver's schema rejects the frame, or the receiver does not know the method). A receiver is always the side
  opposite to `sender`, so what breaks a client is not what breaks a server. `severity` is the worse of the two.
  Unknown members are legal in every MCP object, so an added optional member is safe.
- *An unknown request* is breaking, an unknown notification dangerous. So is a request behind a capability that the
  receiver's revision does not have: a correct peer never sends it, but what it was for is not to be had.
- *A type that no frame reaches* is safe: it is a base of others, whose own changes are judged where they stand.
- *Every rule has a mirror*: `find(new, old)` gives the mirrored rules with the directions swapped.
"""

from __future__ import annotations

import json
from collections import Counter, deque
from collections.abc import Iterable
from dataclasses import dataclass

from mcpgen.compare.change_rules import (
    OTHER,
    RULES,
    Change,
    Node,
    Rule,
    Sender,
    Severity,
    describe,
    mirrored,
    severities,
)
from mcpgen.compare.matching import Key, Part, Revision, alike, covers, matched
from mcpgen.compare.reachability import gated_away, reach, sender_of
from mcpgen.ir import (
    Anything,
    Array,
    Choice,
    Field,
    Map,
    Method,
    Protocol,
    Record,
    Ref,
    Scalar,
    Side,
    Type,
)

__all__ = ["RULES", "Change", "Rule", "describe", "find", "mirrored"]

# Unions that only list messages: what their arms mean on the wire, METHOD_*, DIRECTION_* and RESULT_* say.
MESSAGE_UNIONS = frozenset(
    side + kind for side in ("Client", "Server") for kind in ("Request", "Notification", "Result")
)

# With how many types one type is compared member by member; none of a real revision needs five.
COUNTERPARTS = 16


def find(old: Protocol, new: Protocol) -> tuple[Change, ...]:
    """Return every change from `old` to `new`, sorted by place."""
    return _Comparison(old, new).run()


@dataclass(frozen=True, slots=True)
class _Place:
    """Where two values are compared: a pair of definitions, and the member in it."""

    key: Key
    member: str | None = None


@dataclass(frozen=True, slots=True)
class _Draft:
    """A change whose place is not named yet."""

    rule: str
    place: _Place
    old: Node | None
    new: Node | None
    detail: str


class _Comparison:
    """Walks two protocols in step once; `drafts` collects what differs, `places` where each pair stands."""

    def __init__(self, old: Protocol, new: Protocol) -> None:
        self.old, self.new = Revision(old), Revision(new)
        self.places: dict[Key, dict[_Place, None]] = {}
        self.roots: set[Key] = set()  # pairs that are compared wherever they stand
        self.titles: dict[Key, list[tuple[str, str, Sender]]] = {}
        self.queue: deque[Key] = deque()
        self.drafts: dict[_Draft, None] = {}
        self.found: dict[Change, None] = {}

    def run(self) -> tuple[Change, ...]:
        old, new = self.old.protocol, self.new.protocol
        if old.batches != new.batches:
            rule = "BATCHES_ADMITTED" if new.batches else "BATCHES_REFUSED"
            self.add(rule, "JSONRPCMessage", "both", None, None, owners=self.shared("JSONRPCMessage"))
        self.methods()
        self.errors()
        self.annotations()
        if "JSONRPCMessage" in old.definitions and "JSONRPCMessage" in new.definitions:
            self.pair("JSONRPCMessage", "JSONRPCMessage")
        self.drain()
        for name in old.definitions:
            if name in new.definitions and not self.reused(name):
                self.pair(name, name)
        self.drain()
        for key in self.places:  # in the order of the walk: a place is met after the pair that it is in
            self.titles[key] = self.titled(key, 1)
        for key in self.places:
            self.titles[key] = self.titled(key, COUNTERPARTS)
        for draft in self.drafts:
            self.settle(draft)
        self.names()
        return tuple(sorted(self.found, key=Change.sort_key))

    # Methods and errors

    def methods(self) -> None:
        old, new = self.old.protocol.methods, self.new.protocol.methods
        gone = [method for method in old.values() if method.name not in new]
        come = [method for method in new.values() if method.name not in old]
        for before in old.values():
            if before.name in new:
                self.both(before, new[before.name])
        for before in list(gone):
            after = next((m for m in come if m.message == before.message), None)
            if after is not None:
                gone.remove(before)
                come.remove(after)
                harm = unknown(after)
                self.method("METHOD_RENAMED", before, after, f"{before.name} → {after.name}", harm=harm)
                self.both(before, after)
        for before in gone:
            self.method("METHOD_REMOVED", before, None, before.kind, harm=unknown(before, self.new.protocol))
        for after in come:
            self.method("METHOD_ADDED", None, after, after.kind, harm=unknown(after, self.old.protocol))

    def both(self, before: Method, after: Method) -> None:
        """Compare a method that both revisions have."""
        self.pair(before.message, after.message)
        if before.kind != after.kind:
            self.method("KIND_CHANGED", before, after, f"{before.kind} → {after.kind}")
        if (before.owner, before.capability) != (after.owner, after.capability):
            self.method("CAPABILITY_CHANGED", before, after, f"{gate_of(before)} → {gate_of(after)}")
        sides: tuple[Side, ...] = ("client", "server")
        for side in sides:
            if side in after.senders and side not in before.senders:
                harm = unknown(after, self.old.protocol)
                self.method("DIRECTION_ADDED", before, after, f"sent by the {side}", (side,), harm=harm)
            if side in before.senders and side not in after.senders:
                harm = unknown(before, self.new.protocol)
                self.method("DIRECTION_REMOVED", before, after, f"sent by the {side}", (side,), harm=harm)
        self.results(before, after)

    def results(self, before: Method, after: Method) -> None:
        """Compare what may answer a method."""
        gone: list[Type] = [Ref(name) for name in before.results if name not in after.results]
        come: list[Type] = [Ref(name) for name in after.results if name not in before.results]
        same = matched(self.old, self.new, gone, come) + [
            (Ref(n), Ref(n)) for n in before.results if n in after.results
        ]
        for one, other in same:
            self.pair(as_part(one), as_part(other))
        answering = tuple(OTHER[side] for side in after.senders)
        for result in come:
            if result not in [other for _, other in same]:
                self.method("RESULT_ADDED", before, after, describe(result), answering, (None, result))
        for result in gone:
            if result not in [one for one, _ in same]:
                self.method("RESULT_REMOVED", before, after, describe(result), answering, (result, None))

    def method(
        self,
        rule: str,
        before: Method | None,
        after: Method | None,
        detail: str,
        sent_by: Iterable[Side] | None = None,
        nodes: tuple[Node | None, Node | None] | None = None,
        *,
        harm: Severity | None = None,
    ) -> None:
        """Add a change of a method; `sent_by` where it is not sent by its senders, `nodes` where it is not the method."""
        present = after or before
        assert present is not None
        self.add(
            rule,
            present.name,
            sender_of(present.senders if sent_by is None else sent_by),
            *(nodes or (before, after)),
            detail,
            was=(before or present).name,
            owners=(
                (None, None)
                if nodes
                else (before.message if before else None, after.message if after else None)
            ),
            harm=harm,
        )

    def errors(self) -> None:
        old = {error.code: error for error in self.old.protocol.errors}
        new = {error.code: error for error in self.new.protocol.errors}
        for code in dict.fromkeys([*old, *new]):
            before, after = old.get(code), new.get(code)
            present = after or before
            assert present is not None
            if before is None or after is None:
                rule = "ERROR_CODE_ADDED" if before is None else "ERROR_CODE_RETIRED"
                owners = (before.type if before else None, after.type if after else None)
                self.add(rule, present.type or present.name, "both", before, after, str(code), owners=owners)

    def annotations(self) -> None:
        """Compare what the specification says beside the schema: known values of open strings, deprecations."""
        old, new = self.old.protocol, self.new.protocol
        for at in dict.fromkeys([*old.known, *new.known]):
            before, after = old.known.get(at, ()), new.known.get(at, ())
            for value in [*after, *before]:
                if (value in before) != (value in after):
                    rule = "KNOWN_VALUE_ADDED" if value in after else "KNOWN_VALUE_REMOVED"
                    self.noted(rule, at, json.dumps(value))
        for at in dict.fromkeys([*old.deprecated, *new.deprecated]):
            if (at in old.deprecated) != (at in new.deprecated):
                rule = "DEPRECATED" if at in new.deprecated else "REINSTATED"
                use = new.deprecated.get(at) or old.deprecated.get(at, "")
                self.noted(rule, at, f"use {use}" if use else "")

    def noted(self, rule: str, at: str, detail: str) -> None:
        """Add what an annotation says of a place that both revisions have."""
        name, _, member = at.partition(".")
        owners = self.shared(name)
        for revision in (self.old, self.new):
            if at in revision.protocol.methods:
                sides: Iterable[Side] = revision.protocol.methods[at].senders
                owners, member = (None, None), ""
                break
        else:
            if None in owners and rule.startswith("KNOWN_VALUE"):
                return  # the type itself is new or gone, which says more
            sides = self.old.senders.get(name, frozenset()) | self.new.senders.get(name, frozenset())
        self.add(rule, at, sender_of(sides), None, None, detail, owners=owners, member=member or None)

    # Walk

    def pair(self, a: Part, b: Part, place: _Place | None = None) -> None:
        """Have two definitions (or inline types) compared once, and remember every place where they stand."""
        key = (a, b)
        if key not in self.places:
            self.places[key] = {}
            self.queue.append(key)
            if place is None:
                self.roots.add(key)
        if place is not None:
            if place in self.places[key]:
                return
            self.places[key][place] = None
        for revision, part, other in ((self.old, a, b), (self.new, b, a)):
            if isinstance(part, str):
                revision.uses.setdefault(part, Counter())[other] += 1

    def drain(self) -> None:
        while self.queue:
            key = self.queue.popleft()
            a, b = key
            if a == b and a in MESSAGE_UNIONS:
                self.listing(key)
                continue
            one, other = self.old.body(a), self.new.body(b)
            if isinstance(one, Record) and isinstance(other, (Record, Map)):
                self.records(key, one, as_record(other))
            elif isinstance(one, Map) and isinstance(other, Record):
                self.records(key, as_record(one), other)
            else:
                self.values(as_type(one), as_type(other), _Place(key))

    def reused(self, name: str) -> bool:
        """Return whether a name only changed its bearer: a record became a union of what other names held, or back."""
        for here, there in ((self.old, self.new), (self.new, self.old)):
            counterpart = here.counterpart(name)
            if counterpart is None or counterpart == name or not isinstance(here.body(name), Record):
                continue
            arms = there.arms(Ref(name))
            if len(arms) > 1 and all(isinstance(arm, Ref) and there.uses.get(arm.name) for arm in arms):
                return True
        return False

    def listing(self, key: Key) -> None:
        """Compare two unions that only list messages, by name."""
        place = _Place(key)
        old, new = (side.arms(Ref(str(part))) for side, part in zip((self.old, self.new), key, strict=True))
        renamed = matched(
            self.old, self.new, [a for a in old if a not in new], [a for a in new if a not in old]
        )
        for arm in old:
            if arm not in new and arm not in [a for a, _ in renamed]:
                self.draft("MESSAGE_UNLISTED", place, arm, None, describe(arm))
        for arm in new:
            if arm not in old and arm not in [b for _, b in renamed]:
                self.draft("MESSAGE_LISTED", place, None, arm, describe(arm))

    def records(self, key: Key, old: Record, new: Record) -> None:
        """Compare two records member by member."""
        for name in dict.fromkeys([f.name for f in (*new.fields, *old.fields)]):
            place = _Place(key, name)
            before, after = old.field(name), new.field(name)
            if before is None and after is not None:
                self.draft("FIELD_ADDED_" + necessity(after), place, None, after)
                if (
                    old.mapping
                    and old.open is not None
                    and not after.required
                    and not self.new.anything(after.type)
                ):
                    self.draft(
                        "TYPE_NARROWED",
                        place,
                        old.open,
                        after.type,
                        f"{describe(old.open)} → {describe(after.type)}",
                    )
            elif before is not None and after is None:
                self.draft("FIELD_REMOVED_" + necessity(before), place, before, None)
                if (
                    new.mapping
                    and new.open is not None
                    and not before.required
                    and not self.old.anything(before.type)
                ):
                    self.draft(
                        "TYPE_WIDENED",
                        place,
                        before.type,
                        new.open,
                        f"{describe(before.type)} → {describe(new.open)}",
                    )
            elif before is not None and after is not None:
                self.members(before, after, place)
        before_open, after_open = (None if record.opened else record.open for record in (old, new))
        self.openness(before_open, after_open, _Place(key))

    def members(self, before: Field, after: Field, place: _Place) -> None:
        """Compare a member that both records have."""
        if before.required != after.required:
            self.draft("FIELD_BECAME_" + necessity(after), place, before, after)
        if before.framed != after.framed:
            self.draft("FIELD_UNDECLARED" if after.framed else "FIELD_DECLARED", place, before, after)
        if before.default != after.default:
            detail = f"{json.dumps(before.default)} → {json.dumps(after.default)}"
            self.draft("DEFAULT_CHANGED", place, before, after, detail)
        self.compare(before.type, after.type, place)

    def openness(self, old: Type | None, new: Type | None, place: _Place) -> None:
        """Compare what two records say of members that they do not name."""
        if old is not None and new is not None:
            self.compare(old, new, place)
        elif new is not None:
            self.draft("MEMBERS_OPENED", place, None, new)
            if not self.new.anything(new):
                self.draft("TYPE_NARROWED", place, Anything(), new, f"anything → {describe(new)}")
        elif old is not None:
            self.draft("MEMBERS_CLOSED", place, old, None)
            if not self.old.anything(old):
                self.draft("TYPE_WIDENED", place, old, Anything(), f"{describe(old)} → anything")

    def compare(self, old: Type, new: Type, place: _Place) -> None:
        """Compare two values in the same place; what has a name is compared once, under that name."""
        if not isinstance(old, Ref) and not isinstance(new, Ref):
            return self.values(old, new, place)
        if isinstance(old, Ref) and isinstance(new, Ref) and old.name != new.name:
            one, other = self.old.record(old), self.new.record(new)
            unlike = one is not None and other is not None and not alike(one, other)
            if unlike or self.crowded(old.name, new.name):
                return self.differ(old, new, place)
        return self.pair(as_part(old), as_part(new), place)

    def crowded(self, a: str, b: str) -> bool:
        """Return whether two names have been compared with so many others that one more is only another type."""
        uses = self.old.uses.get(a, ()), self.new.uses.get(b, ())
        return (a, b) not in self.places and max(map(len, uses)) >= COUNTERPARTS

    def values(self, old: Type, new: Type, place: _Place) -> None:
        """Compare two types by what they accept."""
        wide, wider = self.old.anything(old), self.new.anything(new)
        if wide or wider:
            if wide != wider:
                self.differ(old, new, place)
            return
        olds, news = self.old.arms(old), self.new.arms(new)
        if len(olds) == len(news) == 1:
            return self.single(olds[0], news[0], place)
        null = Scalar("null")
        if (null in olds) != (null in news):
            self.draft("NULL_ADMITTED" if null in news else "NULL_REFUSED", place, old, new)
            olds, news = [a for a in olds if a != null], [a for a in news if a != null]
            if len(olds) == len(news) == 1:
                return self.single(olds[0], news[0], place)
        same = matched(self.old, self.new, olds, news)
        if not same:
            return self.differ(old, new, place)
        for one, other in same:
            self.single(one, other, place)
        for arm in olds:
            if arm not in [a for a, _ in same]:
                self.draft("UNION_ARM_REMOVED", place, arm, None, describe(arm))
        for arm in news:
            if arm not in [b for _, b in same]:
                self.draft("UNION_ARM_ADDED", place, None, arm, describe(arm))

    def single(self, old: Type, new: Type, place: _Place) -> None:
        """Compare two types that are no unions."""
        match old, new:
            case (Ref(), Ref()):
                self.compare(old, new, place)
            case (Ref(), Map()) | (Map(), Ref()):
                self.pair(as_part(old), as_part(new), place)
            case (Map(), Map()):
                self.compare(old.values, new.values, place)
            case (Array(), Array()):
                self.bounds(old, new, place)
                self.compare(old.items, new.items, place)
            case (Choice(), Choice()):
                self.choices(old, new, place)
            case (Scalar(), Scalar()) if old.kind == new.kind:
                self.bounds(old, new, place)
                if old.format != new.format:
                    detail = f"{old.format or 'none'} → {new.format or 'none'}"
                    self.draft("FORMAT_CHANGED", place, old, new, detail)
            case _:
                self.differ(old, new, place)

    def choices(self, old: Choice, new: Choice, place: _Place) -> None:
        """Compare two enumerations; one constant for another is a constant that changed."""
        if old == new:
            return
        gone = [value for value in old.values if Choice((value,)) not in [Choice((v,)) for v in new.values]]
        come = [value for value in new.values if Choice((value,)) not in [Choice((v,)) for v in old.values]]
        if len(old.values) == len(new.values) == 1:
            self.draft("CONST_CHANGED", place, old, new, f"{describe(old)} → {describe(new)}")
            return
        for value in gone:
            self.draft("ENUM_VALUE_REMOVED", place, Choice((value,)), None, json.dumps(value))
        for value in come:
            self.draft("ENUM_VALUE_ADDED", place, None, Choice((value,)), json.dumps(value))

    def bounds(self, old: Scalar | Array, new: Scalar | Array, place: _Place) -> None:
        """Compare the constraints of two scalars of one kind, or of two arrays."""
        for name, grows in BOUNDS.items():
            before, after = getattr(old, name, None), getattr(new, name, None)
            if before == after:
                continue
            detail = f"{name} {json.dumps(before)} → {name} {json.dumps(after)}"
            if before is not None and after is not None and grows == 0:
                self.draft("CONSTRAINT_TIGHTENED", place, old, new, detail)
                self.draft("CONSTRAINT_LOOSENED", place, old, new, detail)
            else:
                loosened = after is None or (before is not None and (after - before) * grows > 0)
                self.draft(
                    "CONSTRAINT_LOOSENED" if loosened else "CONSTRAINT_TIGHTENED", place, old, new, detail
                )

    def differ(self, old: Type, new: Type, place: _Place) -> None:
        """Add that the accepted values differ: wider, narrower, or other."""
        wider, narrower = covers(self.new, new, old), covers(self.old, old, new)
        rule = "TYPE_CHANGED" if wider == narrower else "TYPE_WIDENED" if wider else "TYPE_NARROWED"
        self.draft(rule, place, old, new, f"{describe(old)} → {describe(new)}")

    # Naming

    def draft(self, rule: str, place: _Place, old: Node | None, new: Node | None, detail: str = "") -> None:
        self.drafts[_Draft(rule, place, old, new, detail)] = None

    def settle(self, draft: _Draft) -> None:
        """Turn a draft into a change, once for each place that its pair of definitions stands for."""
        a, b = draft.place.key
        suffix = "" if draft.place.member is None else f".{draft.place.member}"
        for was, at, sender in self.titles[draft.place.key]:
            change = Change(
                draft.rule,
                at + suffix,
                was + suffix,
                sender,
                draft.detail,
                *severities(draft.rule, None if self.framed(draft.place.key) else "safe"),
                draft.old,
                draft.new,
                owners=(a if isinstance(a, str) else None, b if isinstance(b, str) else None),
                member=draft.place.member,
                holders=(as_type(a), as_type(b)),
            )
            self.found[change] = None

    def titled(self, key: Key, limit: int) -> list[tuple[str, str, Sender]]:
        """Return the old name, the new name and the sender of a pair: one, or one for each place if it has no name."""
        a, b = key
        places = list(self.places[key])
        old_title = a if isinstance(a, str) and (key in self.roots or self.old.titles(a, b)) else None
        new_title = b if isinstance(b, str) and (key in self.roots or self.new.titles(b, a)) else None
        if old_title is None and new_title is None:
            return [(self.path(p, 0), self.path(p, 1), self.sender(p.key)) for p in places[:limit]]
        several = len(places) > 1
        was = old_title or (new_title if several else None) or self.path(places[0], 0)
        at = new_title or (old_title if several else None) or self.path(places[0], 1)
        return [(was, at, self.sender(key))]

    def path(self, place: _Place, index: int) -> str:
        """Return the name of a place in the old (0) or new (1) revision."""
        name = self.titles[place.key][0][index]
        return name if place.member is None else f"{name}.{place.member}"

    def sender(self, key: Key) -> Sender:
        """Return who sends the values of a pair in both revisions; where that is nobody, in either."""
        a, b = key
        if a == b and a in MESSAGE_UNIONS:
            return "client" if str(a).startswith("Client") else "server"
        before = self.old.senders.get(a) if isinstance(a, str) else None
        after = self.new.senders.get(b) if isinstance(b, str) else None
        if before is None and after is None:
            if isinstance(a, str) or isinstance(b, str) or not self.places[key]:
                return "both"
            return self.sender(next(iter(self.places[key])).key)
        if before is None or after is None:
            return sender_of(before or after or ())
        return sender_of(before & after or before | after)

    def framed(self, key: Key) -> bool:
        """Return whether a frame of either revision can hold the values of a pair."""
        a, b = key
        named = isinstance(a, str) or isinstance(b, str)
        return not named or a in self.old.wire or b in self.new.wire

    def add(
        self,
        rule: str,
        at: str,
        sender: Sender,
        old: Node | None,
        new: Node | None,
        detail: str = "",
        *,
        was: str | None = None,
        owners: tuple[str | None, str | None] = (None, None),
        member: str | None = None,
        harm: Severity | None = None,
    ) -> None:
        """Add a change that is no value's: a method's, an error's, a name's."""
        degrees = severities(rule, harm)
        change = Change(
            rule, at, at if was is None else was, sender, detail, *degrees, old, new, owners, member
        )
        self.found[change] = None

    def shared(self, name: str) -> tuple[str | None, str | None]:
        old, new = self.old.protocol.definitions, self.new.protocol.definitions
        return (name if name in old else None, name if name in new else None)

    # Types

    def names(self) -> None:
        """Add what happened to the names of types that no other change shows."""
        shown_old = reach(self.old.protocol, [c.old for c in self.found if c.old is not None])
        shown_new = reach(self.new.protocol, [c.new for c in self.found if c.new is not None])
        renamed: set[str] = set()
        for b in self.new.protocol.definitions:
            a = self.new.counterpart(b)
            mutual = isinstance(a, str) and self.old.counterpart(a) == b
            if self.new.anonymous(b):
                if mutual and isinstance(a, str) and not self.old.anonymous(a):
                    self.named("TYPE_INLINED", a, b)
            elif mutual and isinstance(a, str):
                if self.old.anonymous(a):
                    self.named("TYPE_EXTRACTED", a, b)
                elif a != b:
                    self.named("TYPE_RENAMED", a, b)
                    renamed.add(a)
            elif b in self.old.protocol.definitions:
                continue
            elif a is not None:
                self.named("TYPE_EXTRACTED", None, b)
            elif b not in shown_new:
                self.named("TYPE_ADDED", None, b)
        for a in self.old.protocol.definitions:
            b_part = self.old.counterpart(a)
            if self.old.anonymous(a) or (isinstance(b_part, str) and self.new.counterpart(b_part) == a):
                continue
            if a in self.new.protocol.definitions:
                continue
            if b_part is not None:
                self.named("TYPE_INLINED", a, None)
            elif a not in shown_old:
                self.named("TYPE_REMOVED", a, None)
        for name in self.old.protocol.definitions:
            if name in self.new.protocol.definitions and (name, name) not in self.places:
                if self.old.counterpart(name) is not None:
                    self.named("TYPE_ADDED", None, name)
                else:
                    self.named("TYPE_REMOVED", name, None)

    def named(self, rule: str, a: str | None, b: str | None) -> None:
        old = self.old.protocol.definitions[a] if a is not None else None
        new = self.new.protocol.definitions[b] if b is not None else None
        sides = self.old.senders.get(a or "", frozenset()) | self.new.senders.get(b or "", frozenset())
        detail = f"{a} → {b}" if a is not None and b is not None and a != b else ""
        self.add(rule, b or a or "", sender_of(sides), old, new, detail, was=a or b, owners=(a, b))


# How each bound moves when it loosens: up, down, or not comparable.
BOUNDS: dict[str, int] = {
    "minimum": -1,
    "maximum": 1,
    "min_length": -1,
    "max_length": 1,
    "min_items": -1,
    "max_items": 1,
    "pattern": 0,
}


def unknown(method: Method, receiver: Protocol | None = None) -> Severity:
    """Return what it does to a receiver not to know a method: only a request that may really come breaks it."""
    gated = receiver is not None and gated_away(method, receiver)
    return "dangerous" if gated or method.kind == "notification" else "breaking"


def gate_of(method: Method) -> str:
    """Return the capability that a method needs, after the side that declares it."""
    return "none" if method.capability is None else f"{method.owner}:{method.capability}"


def as_record(body: Record | Map) -> Record:
    """Return an object with free names as a record that names no member."""
    return body if isinstance(body, Record) else Record("", (), open=body.values)


def as_type(part: Part | Record) -> Type:
    """Return one half of a pair as a type: a definition is referred to."""
    return Ref(part) if isinstance(part, str) else Ref(part.name) if isinstance(part, Record) else part


def as_part(type_: Type) -> Part:
    """Return a type as one half of a pair."""
    return type_.name if isinstance(type_, Ref) else type_


def necessity(member: Field) -> str:
    """Return how a rule says whether a member is required."""
    return "REQUIRED" if member.required else "OPTIONAL"
