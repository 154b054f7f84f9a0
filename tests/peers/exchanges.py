"""What a client does with each kind of server, and since which revision both ends can express it.

An exchange is a name, the first revision that has it, and, for each server, what to ask and what must come
back. Clients get the recipe as JSON, so that they can run with any release of `mcp`.
"""

from __future__ import annotations

from typing import Any, NamedTuple

ALWAYS, LINKS, PAGES = "2024-11-05", "2025-06-18", "2025-11-25"


class Exchange(NamedTuple):
    """One thing that a client and a server do together."""

    name: str
    kind: str  # which function of the client does it
    since: str  # the first revision that has it
    recipes: dict[str, list[Any]]  # by server: arguments, the last is what the outcome must hold
    until: str = "2026-07-28"  # the last revision whose client has it


README = "file:///project/readme.md"
STEPS = {"duration": 0.2, "steps": 2}
EXCHANGES = (
    Exchange("ping", "ping", ALWAYS, {"everything": [""], "v1": [""], "v2": [""]}, until="2025-11-25"),
    Exchange("tools/list", "tools", ALWAYS, {"everything": ["echo"], "v1": ["add"], "v2": ["add"]}),
    Exchange(
        "tools/call",
        "call",
        ALWAYS,
        {
            "everything": ["echo", {"message": "héllo"}, "héllo"],
            "v1": ["add", {"a": 1, "b": 2.5}, "3.5"],
            "v2": ["add", {"a": 1, "b": 2.5}, "3.5"],
        },
    ),
    Exchange("every content", "call", ALWAYS, {"v2": ["show", {}, "Every kind"]}),
    Exchange(
        "structured content",
        "call",
        ALWAYS,
        {
            "everything": ["get-structured-content", {"location": "Chicago"}, "humidity"],
            "v2": ["primes", {}, "7"],
        },
    ),
    Exchange(
        "resource links", "call", ALWAYS, {"everything": ["get-resource-links", {"count": 2}, "demo://"]}
    ),
    Exchange(
        "a tool that fails",
        "refused",
        ALWAYS,
        {
            "everything": ["no-such-tool", {}, "no-such-tool"],
            "v1": ["fail", {}, "did not work"],
            "v2": ["fail", {}, "not work"],
        },
    ),
    Exchange(
        "progress",
        "progress",
        ALWAYS,
        {
            "everything": ["trigger-long-running-operation", STEPS, "2"],
            "v1": ["work", {}, "2"],
            "v2": ["work", {}, "1.5"],
        },
    ),
    Exchange(
        "a call given up",
        "give_up",
        ALWAYS,
        {
            "everything": ["trigger-long-running-operation", {"duration": 30, "steps": 1}, ""],
            "v1": ["sleep", {}, ""],
            "v2": ["sleep", {}, ""],
        },
    ),
    Exchange(
        "prompts/list",
        "prompts",
        ALWAYS,
        {"everything": ["args-prompt"], "v1": ["question"], "v2": ["question"]},
    ),
    Exchange(
        "prompts/get",
        "prompt",
        ALWAYS,
        {
            "everything": ["args-prompt", {"city": "Paris"}, "Paris"],
            "v1": ["question", {"subject": "tea"}, "tea"],
            "v2": ["question", {"subject": "tea"}, "tea"],
        },
    ),
    Exchange(
        "resources/list", "resources", ALWAYS, {"everything": ["demo://"], "v1": [README], "v2": [README]}
    ),
    Exchange(
        "resources/templates/list",
        "templates",
        ALWAYS,
        {"everything": ["demo://"], "v1": ["people"], "v2": ["project"]},
    ),
    Exchange(
        "resources/read",
        "read",
        ALWAYS,
        {
            "everything": ["demo://resource/dynamic/text/1", ""],
            "v1": [README, "Read me"],
            "v2": [README, "Read me"],
        },
    ),
    Exchange("a resource that is not there", "unread", ALWAYS, {"v2": ["file:///project/none", "not found"]}),
    Exchange(
        "updates of a resource",
        "updates",
        ALWAYS,
        {
            "everything": ["demo://resource/dynamic/text/1", "toggle-subscriber-updates", "demo://"],
            "v2": [README, "change", "readme"],
        },
    ),
    Exchange("changes of lists", "changes", ALWAYS, {"v2": ["change", "tools"]}),
    Exchange(
        "completion/complete",
        "complete",
        ALWAYS,
        {
            "everything": ["completable-prompt", "department", "S", "Sales"],
            "v2": ["question", "subject", "par", "paris"],
        },
    ),
    Exchange(
        "log messages",
        "log",
        ALWAYS,
        {"everything": ["toggle-simulated-logging", ""], "v2": ["work", ""]},
    ),
    Exchange(
        "sampling",
        "call",
        ALWAYS,
        {
            "everything": ["trigger-sampling-request", {"prompt": "Two and two?", "maxTokens": 20}, "Four."],
            "v1": ["opinion", {}, "Four."],
            "v2": ["opinion", {}, "Four."],
        },
    ),
    Exchange(
        "roots",
        "call",
        ALWAYS,
        {
            "everything": ["get-roots-list", {}, "alpha"],
            "v1": ["where", {}, "alpha"],
            "v2": ["where", {}, "alpha"],
        },
    ),
    Exchange("several input requests", "call", ALWAYS, {"v2": ["several", {}, "alpha"]}),
    Exchange("rounds of input requests", "call", ALWAYS, {"v2": ["rounds", {}, "alpha"]}),
    Exchange(
        "elicitation, a form",
        "call",
        LINKS,
        {
            "everything": ["trigger-elicitation-request", {}, "Ada"],
            "v1": ["form", {}, "Ada"],
            "v2": ["form", {}, "Ada"],
        },
    ),
    Exchange(
        "elicitation, a page",
        "call",
        PAGES,
        {
            "everything": [
                "trigger-url-elicitation",
                {"url": "https://example.com/sign-in", "elicitationId": "e-1"},
                "accept",
            ],
            "v2": ["visit", {}, "visited"],
        },
    ),
    Exchange("sampling with tools", "call", "2026-07-28", {"v2": ["tools", {}, "Four."]}),
)


def recipe(server: str, client: str, spoken: str) -> list[list[Any]]:
    """Return the exchanges of a client at one revision with a server at another: name, kind, arguments.

    Servers of `mcp` 1.6.0 and 1.9.4 end when a request is cancelled, without a bridge too, so they are spared
    it.
    """
    spared = ("give_up",) if server == "v1" and spoken <= "2025-03-26" else ()
    return [
        [e.name, e.kind, e.recipes[server]]
        for e in EXCHANGES
        if server in e.recipes
        and e.kind not in spared
        and e.since <= min(client, spoken)
        and client <= e.until
    ]
