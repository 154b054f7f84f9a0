"""The heads of requests that the front refuses, with their statuses; and the authorizations it remembers."""

from __future__ import annotations

import pytest
from starlette.datastructures import Headers

from mcp_bridge.http_trust import AcceptedTokens, Head, Refusal, check_head, reached
from mcp_bridge.options import FrontOptions

HOST = ("host", "localhost")
BOUND = 64 << 10
SIZE = BOUND - len("hostlocalhostx-a")  # of the value of `x-a` in the largest head


def head(*pairs: tuple[str, str]) -> Head:
    """Return the head of a request."""
    return Head(Headers(raw=[(name.encode(), value.encode("latin-1")) for name, value in pairs]), "peer")


@pytest.mark.parametrize(
    "pairs, status",
    [
        ([HOST], None),
        ([], 403),
        ([("host", "evil.example")], 403),
        ([("host", "localhost:65535")], None),
        ([("host", "localhost:65536")], 403),
        ([("host", "[::1]:1")], None),
        ([HOST, ("origin", "https://localhost:3000")], None),
        ([HOST, ("origin", "https://app.example")], None),
        ([HOST, ("origin", "localhost")], 403),
        ([HOST, ("origin", "https://evil.example")], 403),
        ([HOST, ("x-a", "a" * SIZE)], None),
        ([HOST, ("x-a", "a" * (SIZE + 1))], 431),
        ([HOST, ("x-a", "caf\xe9"), ("authorization", "Bearer a")], None),
        ([HOST, ("authorization", "caf\xe9")], 400),
        ([HOST, ("authorization", "a"), ("authorization", "a")], 400),
        ([HOST, ("x-a", "a"), ("x-a", "b")], None),
        ([HOST, ("mcp-name", "a"), ("mcp-name", "a")], 400),
        ([HOST, ("content-length", "1")], None),
        ([HOST, ("transfer-encoding", "chunked")], None),
        ([HOST, ("content-length", "1"), ("transfer-encoding", "chunked")], 400),
    ],
)
def test_a_head_reaches_a_server_or_is_refused(pairs: list[tuple[str, str]], status: int | None) -> None:
    """A header that is not passed on may have any value, and may come twice; the others may not."""
    options = FrontOptions(origins=("https://app.example",))
    if status is None:
        check_head(head(*pairs), options)
        return
    with pytest.raises(Refusal) as refused:
        check_head(head(*pairs), options)
    assert refused.value.status == status
    is_ambiguous = "transfer-encoding" in dict(pairs)
    assert refused.value.headers == ({"connection": "close"} if is_ambiguous else {})


def test_a_front_for_everyone_has_any_name() -> None:
    """`*` lets in every name, also none, and every origin where it stands for origins."""
    check_head(head(("host", "evil.example")), FrontOptions(hosts=("*",)))
    check_head(head(), FrontOptions(hosts=("*",)))
    check_head(head(HOST, ("origin", "null")), FrontOptions(origins=("*",)))


def test_a_limit_that_is_reached_is_503_for_a_second() -> None:
    """The operator is told of the limit by its kind."""
    refusal = reached("sessions", "too many")
    assert (refusal.status, refusal.headers, refusal.limit) == (503, {"retry-after": "1"}, "sessions")


def test_the_newest_authorizations_are_remembered() -> None:
    """A request counts for its authorization once a server has accepted it, else for its address."""
    tokens = AcceptedTokens()
    heads = [head(HOST, ("authorization", f"Bearer {number}")) for number in range(4097)]
    assert tokens.client(heads[0]) == "peer"
    for each in heads[:4096]:
        tokens.add(each.headers)
    tokens.add(heads[0].headers)  # the newest again
    tokens.add(head(HOST).headers)
    assert tokens.client(head(HOST)) == "peer"
    clients = {tokens.client(each) for each in heads[:4096]}
    assert len(clients) == 4096 and "peer" not in clients
    tokens.add(heads[4096].headers)
    assert [tokens.client(each) == "peer" for each in heads[:3]] == [False, True, False]
