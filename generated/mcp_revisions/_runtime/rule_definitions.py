"""The ids that losses and dropped frames cite besides the named changes of `schema/changes/`.

An id that starts with `R-` names a rule of translation: a sentence, the change of the specification behind
the rule, and the revisions between which the rule holds. The other ids name states of a bridge.
`docs/rules.md` lists all ids with the code that carries them out.
"""

from __future__ import annotations

from typing import NamedTuple

_TO_2025_03_26 = "2024-11-05 – 2025-03-26"
_TO_2025_06_18 = "2025-03-26 – 2025-06-18"
_TO_2025_11_25 = "2025-06-18 – 2025-11-25"
_TO_2026_07_28 = "2025-11-25 – 2026-07-28"
_ANY = "any"
_PAGES = "https://modelcontextprotocol.io/specification"


class RuleDefinition(NamedTuple):
    """The meaning of an id.

    Attributes:
        sentence: The rule, or the state of the bridge.
        references: SEPs, pull requests and pages of the specification; empty for a state of the bridge.
        revisions: The neighbours between which the rule holds.
    """

    id: str
    sentence: str
    references: tuple[str, ...] = ()
    revisions: tuple[str, ...] = (_ANY,)


_TABLE = (
    RuleDefinition(
        "R-42",
        "A URL elicitation has an id only in 2025-11-25. In a bridge, error -32042 becomes an input-required"
        " result for a client that opens URLs.",
        ("SEP-1036", f"{_PAGES}/2025-11-25/client/elicitation#url-elicitation-required-error"),
        (_TO_2026_07_28,),
    ),
    RuleDefinition(
        "R-AUDIO",
        "An audio block of a tool result or prompt becomes an embedded resource with the same bytes.",
        (f"{_PAGES}/2025-03-26/server/tools#audio-content",),
        (_TO_2025_03_26,),
    ),
    RuleDefinition(
        "R-BATCH",
        "A JSON-RPC batch becomes single frames, in order. No batch is sent.",
        ("PR #228", "PR #416"),
        (_TO_2025_03_26, _TO_2025_06_18),
    ),
    RuleDefinition(
        "R-CANCEL",
        "A cancellation reaches only the peer that answers the request."
        " In 2026-07-28 a server cancels nothing but a subscription stream.",
        (f"{_PAGES}/2026-07-28/basic/patterns/cancellation",),
    ),
    RuleDefinition(
        "R-CAPS",
        "A capability is declared only to a peer whose revision has the feature.",
        ("SEP-2575", "SEP-2663"),
        (_TO_2026_07_28,),
    ),
    RuleDefinition(
        "R-ELICIT-CAP",
        "The capability `elicitation: {}` means the form mode. A client with URL mode alone declares no"
        " elicitation to an older server.",
        ("SEP-1036", f"{_PAGES}/2025-11-25/client/elicitation#capabilities"),
        (_TO_2025_11_25,),
    ),
    RuleDefinition(
        "R-ENUM",
        "The titles of choices are `oneOf` or `anyOf` from 2025-11-25 on, and `enumNames` before."
        " An older form has no multi-select field.",
        ("SEP-1330", "SEP-1034"),
        (_TO_2025_11_25,),
    ),
    RuleDefinition(
        "R-ERES",
        "The answer of a multi-select field becomes a single value if it has exactly one choice.",
        ("SEP-1330",),
        (_TO_2025_11_25,),
    ),
    RuleDefinition(
        "R-ERR",
        "Error codes whose meaning changed are renumbered by the method that they answer."
        " A code without a counterpart becomes -32603, with the old code in `data`.",
        (f"{_PAGES}/2026-07-28/basic#error-codes",),
        (_TO_2026_07_28,),
    ),
    RuleDefinition(
        "R-ERRID",
        "An error without an id answers no request that the other side knows, and is dropped.",
        (f"{_PAGES}/2025-11-25/schema",),
    ),
    RuleDefinition(
        "R-EXT",
        "A method of an extension passes between two ends that have the extension, and has no counterpart at"
        " an end without.",
        (f"{_PAGES}/2026-07-28/changelog",),
    ),
    RuleDefinition(
        "R-INIT",
        "`initialize` and its result name the revision of their frames, and so do the requests of revisions"
        " without a handshake."
        " The handshake and the `_meta` of requests state the same facts:"
        " revision, capabilities, implementation."
        " The result of `server/discover` states the facts of the server.",
        ("SEP-2575", f"{_PAGES}/2025-11-25/basic/lifecycle#version-negotiation"),
    ),
    RuleDefinition(
        "R-KEEP",
        "Kept values are restored only under the key that signed them, for the same message,"
        " and only where the restored message is valid. Others are dropped.",
        (f"{_PAGES}/2025-11-25/basic#meta",),
    ),
    RuleDefinition(
        "R-LOG",
        "The log level of a session is the most verbose level of the open requests."
        " A message below the level of every request is dropped.",
        ("SEP-2575",),
        (_TO_2026_07_28,),
    ),
    RuleDefinition(
        "R-META5",
        "Every request of 2026-07-28 repeats in `_meta` the revision, the capabilities and the client."
        " Older revisions have no such members.",
        ("SEP-2575",),
        (_TO_2026_07_28,),
    ),
    RuleDefinition(
        "R-MRTR",
        "A request of a legacy server is an input request in the result of a modern server."
        " The retried request carries the responses.",
        ("SEP-2322", f"{_PAGES}/2026-07-28/basic/patterns/mrtr"),
        (_TO_2026_07_28,),
    ),
    RuleDefinition(
        "R-PING",
        "The bridge answers `ping`, which 2026-07-28 does not have.",
        ("SEP-2575",),
        (_TO_2026_07_28,),
    ),
    RuleDefinition(
        "R-PROG",
        "Progress is sent under the progress token of the requestor."
        " In 2026-07-28 only the server reports progress.",
        (f"{_PAGES}/2026-07-28/basic/patterns/progress",),
    ),
    RuleDefinition(
        "R-RLINK",
        "A resource link becomes a text block with a Markdown link, whose label and destination are escaped.",
        ("PR #603",),
        (_TO_2025_06_18,),
    ),
    RuleDefinition(
        "R-SAMP",
        "An older sampling message has a single content block, and neither tools nor tool results.",
        ("SEP-1577",),
        (_TO_2025_11_25,),
    ),
    RuleDefinition(
        "R-STRUCT",
        "Structured content and output schemas become text or are dropped where the older revision has no"
        " such member, or admits only objects.",
        ("PR #371", "SEP-2106"),
        (_TO_2025_06_18, _TO_2026_07_28),
    ),
    RuleDefinition(
        "R-SUB",
        "Subscriptions and changes of lists arrive on one stream of `subscriptions/listen` in 2026-07-28,"
        " and in the session before.",
        ("SEP-2575", f"{_PAGES}/2026-07-28/basic/patterns/subscriptions"),
        (_TO_2026_07_28,),
    ),
    RuleDefinition(
        "R-TASK",
        "2025-11-25 has tasks in its core, 2026-07-28 in an extension with other methods. A message"
        " that decides alone is converted between both. A tool that only runs as a task is hidden from a"
        " target without tasks, unless the bridge waits for its tasks. Metadata that relates a message to a"
        " task is dropped.",
        ("SEP-1686", "SEP-2663"),
        (_TO_2025_11_25, _TO_2026_07_28),
    ),
    RuleDefinition(
        "R-TITLE",
        "The title of a tool becomes the title of its annotations, where older clients display it."
        " It takes precedence over a title there.",
        ("PR #663",),
        (_TO_2025_06_18,),
    ),
    RuleDefinition("answer", "A response answers no open request, and is dropped."),
    RuleDefinition("closed", "One side of the session is gone, and the frame is dropped."),
    RuleDefinition("gone", "The client that asked is gone, and the answer is dropped."),
    RuleDefinition("unicode", "Half of a surrogate pair becomes U+FFFD (RFC 8259, section 8.2)."),
    RuleDefinition("limit", "A limit of the bridge is reached, and the frame is dropped."),
    RuleDefinition("malformed", "The sender's revision does not allow the frame, and the frame is dropped."),
)
DEFINITIONS = {definition.id: definition for definition in _TABLE}
