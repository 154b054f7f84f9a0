"""Reach: which definitions a node of the protocol leads to, and so who puts which type on the wire."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from mcpgen.compare.change_rules import OTHER, Node, Sender
from mcpgen.ir import (
    Alias,
    Anything,
    Array,
    Choice,
    ErrorCode,
    Field,
    Map,
    Method,
    Protocol,
    Record,
    Ref,
    Scalar,
    Side,
    Type,
    Union,
)


def senders(protocol: Protocol) -> dict[str, frozenset[Side]]:
    """Return, for each definition that a method reaches, the sides that put it on the wire."""
    result: dict[str, frozenset[Side]] = {}
    for side in ("client", "server"):
        one: Side = side
        sent = [m.message for m in protocol.methods.values() if one in m.senders]
        sent += [m.params for m in protocol.methods.values() if one in m.senders and m.params is not None]
        sent += [name for m in protocol.methods.values() if OTHER[one] in m.senders for name in m.results]
        for name in reach(protocol, [Ref(name) for name in sent]):
            result[name] = result.get(name, frozenset()) | {one}
    return result


def sender_of(sides: Iterable[Side]) -> Sender:
    """Return one word for a set of sides."""
    named = set(sides)
    return next(iter(named)) if len(named) == 1 else "both"


def reach(protocol: Protocol, nodes: Iterable[Node]) -> set[str]:
    """Return the names of the definitions that the nodes lead to, through any number of steps."""
    found: set[str] = set()
    pending = [name for node in nodes for name in references(node)]
    while pending:
        name = pending.pop()
        if name not in found and name in protocol.definitions:
            found.add(name)
            pending += references(protocol.definitions[name])
    return found


def references(node: Node) -> Iterator[str]:
    """Yield the names that a node refers to directly."""
    match node:
        case Ref(name):
            yield name
        case Union(arms):
            for arm in arms:
                yield from references(arm)
        case Array(items):
            yield from references(items)
        case Map(values):
            yield from references(values)
        case Field():
            yield from references(node.type)
        case Record():
            for member in node.fields:
                yield from references(member)
            if node.open is not None:
                yield from references(node.open)
        case Alias():
            yield from references(node.type)
        case Method():
            yield from (node.message, *node.results, *([node.params] if node.params else []))
        case ErrorCode():
            yield from [node.type] if node.type else []
        case Anything() | Scalar() | Choice():
            return


def gated_away(method: Method, receiver: Protocol) -> bool:
    """Return whether a peer may send the method only after the receiver announced what its revision does not have."""
    if method.capability is None:
        return False
    receivers = {OTHER[sender] for sender in method.senders}
    announcing = receivers if method.owner == "receiver" else receivers & {method.owner}
    return bool(announcing) and not any(announces(receiver, side, method.capability) for side in announcing)


def announces(protocol: Protocol, side: Side, path: str) -> bool:
    """Return whether a side can announce the capability at that dotted path."""
    current: Type = Ref("ClientCapabilities" if side == "client" else "ServerCapabilities")
    for member in path.split("."):
        if isinstance(current, Ref) and current.name not in protocol.definitions:
            return True  # a hand-made protocol without capabilities says nothing
        record = protocol.resolve(current)
        found = record.field(member) if isinstance(record, Record) else None
        if found is None:
            return False
        current = found.type
    return True
