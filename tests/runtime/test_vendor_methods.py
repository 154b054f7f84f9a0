"""Methods that no revision defines: registered, decoded, sent, received and converted; refused by default."""

from __future__ import annotations

import asyncio
import json
from dataclasses import dataclass
from itertools import permutations, product
from typing import Any

import mcp_revisions as mr
import msgspec
import pytest
from mcp_revisions import latest, v2025_03_26, v2025_11_25

CAPABILITY = 'extensions["com.acme/search"]'
OLD, NEW = "2025-11-25", mr.LATEST


class Query(msgspec.Struct):
    """The params of a search."""

    query: str


@dataclass
class Hits:
    """The result of a search."""

    hits: list[str]


SEARCH = mr.vendor_request("acme/search", Query, Hits, sender="client", capability=CAPABILITY)
INDEXED = mr.vendor_notification("acme/indexed", dict[str, Any], sender="both")
META = latest.RequestMetaObject(
    protocol_version=latest.REVISION,
    client_info=latest.Implementation(name="caller", version="1"),
    client_capabilities=latest.ClientCapabilities(),
)


def request(method: str = "acme/search", **params: Any) -> dict[str, Any]:
    """Return a request as plain JSON."""
    return {"jsonrpc": "2.0", "id": 7, "method": method, "params": params}


def response(**result: Any) -> dict[str, Any]:
    """Return a response as plain JSON."""
    return {"jsonrpc": "2.0", "id": 7, "result": result}


def replied(router: mr.Router, message: Any) -> Any:
    """Return the reply of a router, parsed."""
    reply = asyncio.run(router.handle(message))
    return reply and json.loads(reply)


# Records


@pytest.mark.parametrize("name", ["tools/call", "tasks/update", "ui/open-link", "rpc.list", ""])
def test_a_vendor_cannot_take_a_reserved_name(name: str) -> None:
    """The names of revisions, extensions and JSON-RPC are not free."""
    with pytest.raises(ValueError, match="is reserved; use a name with a prefix"):
        mr.vendor_request(name, Query, Hits, sender="client")


@pytest.mark.parametrize("type_", [str, list[str], None, set[str], Query | None])
def test_params_and_results_are_objects(type_: Any) -> None:
    """A type whose values are not JSON objects is refused."""
    with pytest.raises(TypeError, match="expected a Struct, a dataclass or dict"):
        mr.vendor_request("acme/x", type_, Hits, sender="client")
    with pytest.raises(TypeError, match="expected a Struct, a dataclass or dict"):
        mr.vendor_request("acme/x", Query, type_, sender="client")


def test_arguments_of_a_record_are_checked() -> None:
    """A wrong side, owner or name raises a documented exception."""
    with pytest.raises(ValueError, match="sender: expected 'client', 'server' or 'both', not 'host'"):
        mr.vendor_request("acme/x", Query, Hits, sender="host")  # type: ignore[arg-type]
    with pytest.raises(ValueError, match="owner: expected"):
        mr.vendor_request("acme/x", Query, Hits, sender="client", capability="x", owner="me")  # type: ignore[arg-type]
    with pytest.raises(TypeError, match="name: expected a string"):
        mr.vendor_request(7, Query, Hits, sender="client")  # type: ignore[arg-type]


# Decode


@pytest.mark.parametrize("revision", mr.REVISIONS)
def test_a_vendor_method_is_decoded_only_on_request(revision: str) -> None:
    """Without the record, its request is refused. With the record, it has the types of the vendor."""
    mcp = mr.revision(mr.revision_name(revision))
    meta = mcp.to_builtins(META) if mr.facts(mr.revision_name(revision)).per_request else {}
    asked, answer = request(query="x", _meta=meta), response(hits=["x"], resultType="complete")
    with pytest.raises(mr.DecodeError, match="'acme/search' is not a method of") as raised:
        mcp.decode_message(asked, sender="client")
    assert (raised.value.code, raised.value.id) == (-32601, 7)
    for data in (asked, json.dumps(asked), json.dumps(asked).encode()):
        message = mcp.decode_message(data, sender="client", methods=[SEARCH])
        assert message.params == Query("x")
        assert message.vendor_method is SEARCH
    assert mcp.decode_message(answer, "server", answering=SEARCH).result == Hits(["x"])
    assert mcp.decode_message(answer, "server", lambda id: "acme/search", methods=[SEARCH]).result == Hits(
        ["x"]
    )
    with pytest.raises(ValueError, match="'acme/search' is not a request of"):
        mcp.decode_message(answer, "server", answering="acme/search")
    assert "acme/search" not in mcp.METHODS


@pytest.mark.parametrize(
    ("message", "pointer", "code"),
    [
        (request(query=1), "/params/query", -32602),
        (request(), "/params", -32602),
        ({"jsonrpc": "2.0", "id": 7, "method": "acme/search"}, "", -32602),
        ({"jsonrpc": "2.0", "method": "acme/search", "params": {"query": "x"}}, "", -32600),
        ({**request(query="x"), "id": None}, "/id", -32600),
        ({**request(query="x"), "params": ["x"]}, "/params", -32602),
        ({**request("acme/indexed")}, "/id", -32600),
        ({**request(query="x", _meta=1)}, "/params/_meta", -32602),
        (request("acme/other"), "/method", -32601),
    ],
)
def test_a_malformed_message_of_a_vendor_is_refused(message: Any, pointer: str, code: int) -> None:
    """The envelope is that of the revision, and the params fit both types."""
    with pytest.raises(mr.DecodeError) as raised:
        v2025_11_25.decode_message(message, sender="client", methods=[SEARCH, INDEXED])
    assert (raised.value.pointer, raised.value.code) == (pointer, code)


def test_a_response_to_a_vendor_method_fits_both_types() -> None:
    """A result must fit the result type of the revision, and the type of the vendor."""
    for result, pointer in (
        ({"hits": ["x"]}, "/result"),
        ({"hits": [1], "resultType": "complete"}, "/result/hits/0"),
    ):
        with pytest.raises(mr.DecodeError) as raised:
            latest.decode_message(response(**result), "server", answering=SEARCH)
        assert raised.value.pointer == pointer
    lenient = latest.decode_message(
        response(hits=[]), "server", answering=SEARCH, absent_result_type="complete"
    )
    assert isinstance(lenient, latest.Response)
    with pytest.raises(mr.DecodeError, match="a client does not answer acme/search"):
        latest.decode_message(response(hits=[], resultType="complete"), "client", answering=SEARCH)


def test_the_methods_of_the_revision_are_decoded_as_before() -> None:
    """With vendor methods, other messages have the same outcome, in batches too."""
    other = mr.vendor_request("acme/search", Query, Query, sender="client")
    ping = {"jsonrpc": "2.0", "id": 1, "method": "ping"}
    assert v2025_03_26.decode_message(ping, "client", methods=[SEARCH]) == v2025_03_26.PingRequest(id=1)
    both = v2025_03_26.decode_message([ping, request(query="x")], "client", methods=[SEARCH])
    assert [each.method for each in both] == ["ping", "acme/search"]  # type: ignore[union-attr]
    with pytest.raises(ValueError, match="two methods have the name 'acme/search'"):
        v2025_03_26.decode_message(ping, "client", methods=[SEARCH, other])
    with pytest.raises(TypeError, match="methods: expected a `VendorMethod`, not str"):
        v2025_03_26.decode_message(ping, "client", methods=["acme/search"])  # type: ignore[list-item]


# Router and peer


def test_two_peers_call_a_vendor_method() -> None:
    """A client calls the method, gets the notification of the handler, and the typed result."""
    server, client = latest.Router("client", validate=True), latest.Router("server", validate=True)
    seen: list[Any] = []

    @server.on(SEARCH)
    def search(params: Query, context: mr.Context) -> Hits:
        seen.append((context.meta, context.client_capabilities))
        context.notify(INDEXED.message({"done": True}))
        return Hits([params.query])

    client.on(INDEXED)(seen.append)

    async def talk() -> Hits:
        tasks = []

        def start(peer: str, data: bytes) -> None:
            tasks.append(asyncio.create_task(peers[peer].receive(data)))

        peers = {
            "server": mr.Peer(server, lambda data, related: start("client", data)),
            "client": mr.Peer(client, lambda data, related: start("server", data), meta=META),
        }
        found = await peers["client"].call(SEARCH.message(Query("x")))
        await asyncio.gather(*tasks)
        return found

    assert asyncio.run(talk()) == Hits(["x"])
    assert seen == [(META, META.client_capabilities), {"done": True}]


def test_a_router_without_the_record_refuses_the_method() -> None:
    """A request gets -32601. A notification gets no reply."""
    router = v2025_11_25.Router("client")
    assert replied(router, request(query="x"))["error"]["code"] == -32601
    assert replied(router, {"jsonrpc": "2.0", "method": "acme/indexed"}) is None
    with pytest.raises(ValueError, match="a client does not send 'acme/search'"):
        router.on("acme/search")  # type: ignore[call-overload]
    v2025_11_25.Router("client").on(SEARCH)(lambda params: Hits([]))  # concerns only this router
    assert replied(router, request(query="x"))["error"]["code"] == -32601


def test_a_router_checks_the_side_and_the_capability_of_a_vendor_method() -> None:
    """A method of the other side cannot be registered, and an undeclared capability refuses the request."""
    with pytest.raises(ValueError, match="a server does not send 'acme/search'"):
        v2025_11_25.Router("server").on(SEARCH)
    for declared, code in (({}, -32601), ({"extensions": {"com.acme/search": {}}}, None)):
        router = v2025_11_25.Router("client", capabilities=declared)
        router.on(SEARCH)(lambda params: Hits([params.query]))
        reply = replied(router, request(query="x"))
        assert reply.get("error", {}).get("code") == code
        assert code or reply["result"] == {"hits": ["x"]}


def test_a_vendor_request_states_its_revision() -> None:
    """In a stateless revision, a vendor request needs `_meta`, and another revision is refused."""
    router = latest.Router("client")
    router.on(SEARCH)(lambda params: Hits([]))
    assert (
        replied(router, request(query="x"))["error"]["message"]
        == "Invalid params: /params: '_meta' is missing"
    )
    meta = latest.to_builtins(META)
    assert replied(router, request(query="x", _meta=meta))["result"] == {"hits": [], "resultType": "complete"}
    meta["io.modelcontextprotocol/protocolVersion"] = "2030-01-01"
    assert replied(router, request(query="x", _meta=meta))["error"]["code"] == -32022


class Closed(msgspec.Struct, forbid_unknown_fields=True):
    """A result without other members."""

    hits: list[str]


@pytest.mark.parametrize("revision", [OLD, NEW])
@pytest.mark.parametrize("type_", [dict[str, list[str]], Closed, dict[str, Any]])
def test_the_members_of_the_protocol_do_not_concern_the_type_of_a_vendor(revision: str, type_: Any) -> None:
    """The reply has the `resultType` that the revision requires, and both sides accept it."""
    search: Any = mr.vendor_request("acme/find", dict[str, list[str]], type_, sender="client")
    module, seen = mr.revision(revision), list[Any]()
    router = module.Router(sender="client", validate=True)

    def find(params: Any) -> Any:
        seen.append(params)
        return Closed(["x"]) if type_ is Closed else {"hits": ["x"]}

    router.on(search)(find)
    meta = {"_meta": latest.to_builtins(META)} if revision == NEW else {"_meta": {}}
    reply = replied(router, request("acme/find", words=["x"], **meta))
    completed = {"resultType": "complete"} if revision == NEW else {}
    assert reply["result"] == {"hits": ["x"], **completed}
    assert seen == [{"words": ["x"]}]
    result = module.decode_message(reply, sender="server", answering=search).result
    if type_ is Closed:
        assert result == Closed(["x"])
    else:
        assert result == {"hits": ["x"], **(completed if type_ == dict[str, Any] else {})}
    if type_ == dict[str, list[str]]:
        with pytest.raises(mr.DecodeError, match="more"):
            module.decode_message(response(hits=[], more="x", **completed), sender="server", answering=search)


def test_a_handler_must_return_the_type_of_the_vendor() -> None:
    """Another result is an internal error, as for the methods of a revision."""
    router = v2025_11_25.Router("client")
    router.on(SEARCH)(lambda params: {"hits": []})  # type: ignore[arg-type,return-value]
    assert replied(router, request(query="x"))["error"]["code"] == -32603


def test_a_peer_refuses_a_vendor_message_of_the_other_side() -> None:
    """Only the side that the record names can send the message."""
    peer = mr.Peer(latest.Router("client"), lambda data, related: None)
    with pytest.raises(ValueError, match="'acme/search' is not a request that a server sends"):
        peer.send(SEARCH.message(Query("x")))
    with pytest.raises(ValueError, match="'acme/indexed' is not a request"):
        peer.send(INDEXED.message({}))


# Conversion

PAIRS = [(one, other) for one in mr.REVISIONS for other in mr.REVISIONS if one != other]


@pytest.mark.parametrize(("source", "target"), PAIRS)
def test_a_converter_passes_vendor_methods_on_request(source: str, target: str) -> None:
    """The params and the result stay, with what the target requires. The default refuses both messages."""
    names = mr.revision_name(source), mr.revision_name(target)
    is_stateless = [mr.facts(name).per_request for name in names]
    meta = {**latest.to_builtins(META), "io.modelcontextprotocol/protocolVersion": source}
    asked = request(query="x", **({"_meta": meta} if is_stateless[0] else {}))
    answer = response(hits=["x"], **({"resultType": "complete"} if is_stateless[0] else {}))
    with pytest.raises(mr.DecodeError, match="has no 'acme/search' from the client"):
        mr.convert(asked, *names, sender="client")
    with pytest.raises(ValueError, match="has no request 'acme/search'"):
        mr.convert(answer, *names, sender="server", answering=lambda id: "acme/search")
    cases: tuple[tuple[Any, mr.Side, Any], ...] = (
        (asked, "client", None),
        (answer, "server", lambda id: "acme/search"),
    )
    for message, sender, answering in cases:
        convert = mr.converter(*names, sender=sender, unknown_methods="pass", validate=True)
        found = convert(json.dumps(message).encode(), answering)
        decoded = mr.revision(names[1]).decode_message(
            found.message, sender, SEARCH if answering else None, methods=[SEARCH]
        )
        assert (decoded.result if answering else decoded.params) == (Hits(["x"]) if answering else Query("x"))
        changes = {(loss.kind, loss.change) for loss in found.losses}
        assert changes <= {("invented", "R-VENDOR"), ("respelled", "R-INIT")}
        names_revision = sender == "client" or not is_stateless[0]
        assert bool(changes) == (is_stateless[1] and names_revision)
        kept = mr.convert(
            message, *names, sender=sender, answering=answering, keep=True, unknown_methods="pass"
        )
        back = mr.convert(
            kept.message, *names[::-1], sender=sender, answering=answering, keep=True, unknown_methods="pass"
        )
        assert back.message == message


def test_what_a_revision_removed_is_not_passed() -> None:
    """`pass` concerns only methods that no revision and no extension defines."""
    for method in ("ping", "tasks/list", "rpc.x", "ui/open-link"):
        with pytest.raises((mr.NoCounterpart, mr.DecodeError)):
            mr.convert(request(method), OLD, NEW, sender="client", unknown_methods="pass")
    with pytest.raises(mr.DecodeError):
        mr.convert(request("sampling/createMessage"), NEW, OLD, sender="server", unknown_methods="pass")


@pytest.mark.parametrize("target", [mr.REVISIONS[0], NEW])
def test_validation_accepts_only_vendor_methods(target: str) -> None:
    """Validation refuses other names, also between equal revisions, and invalid calls."""
    convert = mr.converter(
        mr.REVISIONS[0], mr.revision_name(target), sender="client", unknown_methods="pass", validate=True
    )
    assert convert(request()).message["method"] == "acme/search"
    for method in ("tasks/list", "rpc.x", "", "ui/open-link"):
        with pytest.raises(mr.DecodeError) as raised:
            convert(request(method))
        assert (raised.value.pointer, raised.value.code) == ("/method", -32601)
    for member, value, code in (("id", [1], -32600), ("jsonrpc", "1.0", -32600), ("params", 5, -32602)):
        for message in ({**request(), member: value}, json.dumps({**request(), member: value}).encode()):
            with pytest.raises(mr.DecodeError) as raised:
                convert(message)
            assert (raised.value.pointer, raised.value.code) == (f"/{member}", code)
    with pytest.raises(mr.DecodeError, match="'jsonrpc' is missing"):
        convert({"id": 1, "method": "acme/search"})
    batches = mr.converter(
        "2025-03-26", mr.revision_name(target), sender="client", unknown_methods="pass", validate=True
    )
    assert len(batches([request(), request("tools/list")]).message) == 2
    for second in (request("rpc.x"), {**request(), "id": [1]}):
        with pytest.raises(mr.DecodeError) as raised:
            batches([request(), second])
        assert raised.value.pointer in ("/1/method", "/1/id")
    with pytest.raises(mr.DecodeError, match="either calls or responses"):
        batches([request(), {"jsonrpc": "2.0", "id": 1, "error": {"code": 1, "message": ""}}])
    answers = mr.converter(
        mr.REVISIONS[0], mr.revision_name(target), sender="server", unknown_methods="pass", validate=True
    )
    assert answers(response(), "acme/search").losses is not None
    with pytest.raises(ValueError, match="answering: 'tasks/list' is not a request of 2024-11-05"):
        answers(response(), "tasks/list")


@pytest.mark.parametrize("names", [*permutations(["jsonrpc", "id", "params"])])
def test_the_first_fault_of_several_is_that_of_any_method(names: tuple[str, ...]) -> None:
    """A message of a vendor's method has the same first fault as one of a method of the revision."""
    convert = mr.converter(OLD, OLD, sender="client", unknown_methods="pass", validate=True)
    values = {"jsonrpc": ["2.0", "1.0", None], "id": [1, [], 1.5, None], "params": [{}, True, None]}
    for members in product(*(values[name] for name in names)):
        found = set()
        for method in ("acme/search", "tools/list"):
            stated = {name: value for name, value in zip(names, members, strict=True) if value is not None}
            try:
                convert(json.dumps({**stated, "method": method}).encode())
            except mr.DecodeError as error:
                found.add((error.pointer, error.code))
            else:
                found.add(("valid", 0))
        if stated.get("id") is not None:  # without an id, it is not the request that the revision defines
            assert len(found) == 1, (members, found)


def test_a_stateless_client_gets_no_vendor_request() -> None:
    """A stateless server cannot send requests, so a vendor request of the server has no equivalent."""
    with pytest.raises(mr.NoCounterpart) as raised:
        mr.convert(request("acme/ask"), OLD, NEW, sender="server", unknown_methods="pass")
    assert raised.value.reply["error"]["code"] == -32601
    with pytest.raises(mr.NoCounterpart):
        mr.convert(
            response(), OLD, NEW, sender="client", answering=lambda id: "acme/ask", unknown_methods="pass"
        )
    with pytest.raises(mr.DecodeError, match="has no 'acme/ask' from the server"):
        mr.convert(request("acme/ask"), NEW, OLD, sender="server", unknown_methods="pass")


@pytest.mark.parametrize(
    "message",
    [
        {**request("acme/x"), "params": [1]},
        {**request("acme/x"), "method": 7},
        {**request("acme/x"), "result": {}},
        {"jsonrpc": "2.0", "id": 1, "method": ["acme/x"]},
    ],
)
def test_a_converter_does_not_pass_what_is_not_a_message(message: Any) -> None:
    """The params of a passed message are an object, and its method a string."""
    with pytest.raises(mr.DecodeError):
        mr.convert(message, OLD, NEW, sender="client", unknown_methods="pass")
    with pytest.raises(mr.DecodeError):
        mr.convert(json.dumps(message).encode(), OLD, NEW, sender="client", unknown_methods="pass")


def test_a_typed_message_of_a_vendor_is_converted() -> None:
    """The converted message has the type of the vendor."""
    message = SEARCH.message(Query("x"), id="a")
    found = mr.convert(message, OLD, "2025-06-18", sender="client", unknown_methods="pass").message
    assert found == message


def test_the_option_is_checked() -> None:
    """A wrong value is named."""
    with pytest.raises(ValueError, match="unknown_methods: expected 'refuse' or 'pass', not 'keep'"):
        mr.convert(request(), OLD, NEW, sender="client", unknown_methods="keep")  # type: ignore[arg-type]
