"""Small protocols, written as IR.

The client has one request, `tools/call`, whose params have a member `x`.
"""

from __future__ import annotations

from typing import Any

from mcpgen.ir import Choice, Definition, Field, Method, Protocol, Record, Ref, Scalar, Type

STRING, INTEGER, NUMBER, NULL = Scalar("string"), Scalar("integer"), Scalar("number"), Scalar("null")


def record(name: str, *, open: Type | None = None, mapping: bool = False, **members: Type) -> Record:
    """Return a record. A member whose name ends in `_` is optional."""
    fields = tuple(Field(n.rstrip("_"), t, not n.endswith("_")) for n, t in members.items())
    return Record(name, fields, open, mapping)


def protocol_of(
    *definitions: Definition, methods: tuple[Method, ...] | None = None, **facts: Any
) -> Protocol:
    """Return a protocol with these definitions and the request `tools/call`."""
    request = record("CallToolRequest", method=Choice(("tools/call",)), params=Ref("Params"))
    ours = {d.name: d for d in (request, record("Result", content=STRING), *definitions)}
    ours.setdefault("Params", record("Params", x=STRING))
    call = Method("tools/call", "request", ("client",), "CallToolRequest", "Params", ("Result",))
    return Protocol("r", ours, {m.name: m for m in (methods or (call,))}, **facts)


def with_x(type_: Type, *more: Definition, required: bool = True, **facts: Any) -> Protocol:
    """Return a protocol in which the params have a member `x` of a type."""
    return protocol_of(Record("Params", (Field("x", type_, required, **facts),)), *more)


def decision(id: str, covers: str, up: str, down: str) -> str:
    """Return an entry of `schema/changes/` as TOML. Its title is its id."""
    members = f'id = "{id}"\ntitle = "{id}"\nreference = "r"\nreason = "r"'
    return f'[[change]]\n{members}\ncovers = ["{covers}"]\nup = "{up}"\ndown = "{down}"\n'


CALL = protocol_of().methods["tools/call"]
