"""Reachability: the definitions that a node of the protocol leads to, and the sides that send them."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Literal, TypeAlias

from mcpgen.ir import Alias, Array, ErrorCode, Field, Map, Method, Protocol, Record, Ref, Side, Type, Union

SentBy: TypeAlias = Literal["client", "server", "both"]
ProtocolNode: TypeAlias = Type | Field | Method | ErrorCode | Record | Alias

OTHER_SIDE: dict[Side, Side] = {"client": "server", "server": "client"}


def senders_by_definition(protocol: Protocol) -> dict[str, frozenset[Side]]:
    """Return, for each definition that a method reaches, the sides that send its values."""
    result: dict[str, frozenset[Side]] = {}
    methods = protocol.methods.values()
    for side, other in OTHER_SIDE.items():
        sent = [m.message for m in methods if side in m.senders]
        sent += [m.params for m in methods if side in m.senders and m.params is not None]
        sent += [name for m in methods if other in m.senders for name in m.results]
        for name in reachable(protocol, [Ref(name) for name in sent]):
            result[name] = result.get(name, frozenset()) | {side}
    return result


def sent_by(sides: Iterable[Side]) -> SentBy:
    """Return one word for a set of sides: `both` also for no side."""
    named = set(sides)
    return "client" if named == {"client"} else "server" if named == {"server"} else "both"


def reachable(protocol: Protocol, nodes: Iterable[ProtocolNode]) -> set[str]:
    """Return the names of the definitions that the nodes lead to, through any number of steps."""
    found: set[str] = set()
    pending = [name for node in nodes for name in _references(node)]
    while pending:
        name = pending.pop()
        if name not in found and name in protocol.definitions:
            found.add(name)
            pending += _references(protocol.definitions[name])
    return found


def _references(node: ProtocolNode) -> Iterator[str]:
    """Yield the names that a node refers to directly."""
    if isinstance(node, Ref):
        yield node.name
    for child in _children(node):
        yield from _references(child)


def _children(node: ProtocolNode) -> tuple[ProtocolNode, ...]:
    """Return the nodes that a node is made of."""
    match node:
        case Union(arms):
            return arms
        case Array(below) | Map(below):
            return (below,)
        case Field() | Alias():
            return (node.type,)
        case Record():
            return node.fields if node.open is None else (*node.fields, node.open)
        case Method():
            params = [node.params] if node.params else []
            return tuple(Ref(name) for name in (node.message, *node.results, *params))
        case ErrorCode():
            return (Ref(node.type),) if node.type else ()
        case _:
            return ()


def is_gated_away(method: Method, receiver: Protocol) -> bool:
    """Return whether the receiver's revision lacks the capability that a peer must see before it sends."""
    if method.capability is None:
        return False
    receivers = {OTHER_SIDE[sender] for sender in method.senders}
    declaring = receivers if method.owner == "receiver" else receivers & {method.owner}
    return bool(declaring) and not any(can_declare(receiver, side, method.capability) for side in declaring)


def can_declare(protocol: Protocol, side: Side, path: str) -> bool:
    """Return whether a side can declare the capability at that dotted path."""
    current: Type = Ref("ClientCapabilities" if side == "client" else "ServerCapabilities")
    for member in path.split("."):
        if isinstance(current, Ref) and current.name not in protocol.definitions:
            return True  # a protocol without the type of capabilities excludes none
        record = protocol.resolve(current)
        found = record.field(member) if isinstance(record, Record) else None
        if found is None:
            return False
        current = found.type
    return True
