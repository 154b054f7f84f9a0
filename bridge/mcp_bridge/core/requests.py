"""A request in a bridge, from its arrival to its end: one record, and the table of its life.

In: requests of both sides, and of the bridge itself. `LIFE` has for each state the events of a request,
the method of `Core` that does it, and the state that follows. Rules:

- An event without a row in a state does not happen: `Core.happens` says so, and the caller refuses or drops
  the frame.
- A request has a *requestor*, a side that waits for the response, and a *receiver*, which works on it. A
  request without a requestor is the bridge's own. One whose requestor was answered while the receiver goes on
  is the bridge's own from then on, until the client comes back.
- One place forgets a request: `Core._end`. So the way of a cancelled call is `Conversation.handle_cancelled`,
  `Core.cancel`, `Core._withdraw`, `Core._end`. A request that passes as text has nothing but its id, and
  `texts` removes that.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable
from typing import Any, Literal

from mcp_revisions import Loss
from mcp_revisions.jsonrpc import request_key

from mcp_bridge.core.budget import Keeper
from mcp_bridge.core.frames import EndReason, Tree
from mcp_bridge.core.sides import Side

NO_FRAME: Tree = {}  # never changed
State = Literal["waiting", "sent", "asking", "paused", "away", "held", "subscribed", "ended"]
Happening = Literal[
    "send",
    "listen",
    "response",
    "no answer",
    "late",
    "ask",
    "pause",
    "carry",
    "send away",
    "acknowledge",
    "return",
    "let go",
    "answer",
    "cancel",
]
OnResponse = Callable[["Request", Tree], None]

STATES: dict[State, str] = {
    "waiting": "the bridge has it: in the queue, as input of the next result, or while it is handled",
    "sent": "its receiver works on it",
    "asking": "the bridge asks in its name: the client for input, the server for something else",
    "paused": "the server put it off or runs it as a task; a timer goes on",
    "away": "its client was sent away with input requests, while the server works on it",
    "held": "the same, and the response is kept for the client, which comes back",
    "subscribed": "a subscription, which stays open",
    "ended": "nothing of it is left",
}
# An event of a request in a state: the method of `Core` that does it, and the next state.
LIFE: dict[tuple[State, Happening], tuple[str, State]] = {
    ("waiting", "send"): ("_transmit", "sent"),
    ("asking", "send"): ("_transmit", "sent"),
    ("paused", "send"): ("_transmit", "sent"),
    ("waiting", "listen"): ("_transmit", "subscribed"),
    ("sent", "response"): ("_receive", "waiting"),
    ("away", "response"): ("_receive", "away"),
    ("subscribed", "response"): ("_receive", "waiting"),
    ("sent", "no answer"): ("_stop_waiting", "waiting"),
    ("subscribed", "no answer"): ("_stop_waiting", "waiting"),
    ("sent", "late"): ("_time_out", "waiting"),
    ("waiting", "ask"): ("_wait", "asking"),
    ("asking", "ask"): ("_wait", "asking"),
    ("waiting", "pause"): ("_wait", "paused"),
    ("away", "pause"): ("_wait", "away"),
    ("waiting", "carry"): ("_wait", "waiting"),
    ("asking", "carry"): ("_wait", "waiting"),
    ("sent", "send away"): ("_part", "away"),
    ("paused", "send away"): ("_part", "away"),
    ("waiting", "send away"): ("_part", "held"),
    ("sent", "acknowledge"): ("_part", "subscribed"),
    ("asking", "acknowledge"): ("_wait", "subscribed"),
    ("sent", "let go"): ("_let_go", "sent"),
    ("away", "let go"): ("_let_go", "sent"),
    ("away", "return"): ("_take_over", "sent"),
    ("held", "return"): ("_take_over", "waiting"),
    ("waiting", "answer"): ("_answer", "ended"),
    ("sent", "answer"): ("_answer", "ended"),
    ("asking", "answer"): ("_answer", "ended"),
    ("paused", "answer"): ("_answer", "ended"),
    ("subscribed", "answer"): ("_answer", "ended"),
    ("away", "answer"): ("_keep", "held"),
    ("waiting", "cancel"): ("_withdraw", "ended"),
    ("sent", "cancel"): ("_withdraw", "ended"),
    ("asking", "cancel"): ("_withdraw", "ended"),
    ("paused", "cancel"): ("_withdraw", "ended"),
    ("away", "cancel"): ("_withdraw", "ended"),
    ("held", "cancel"): ("_withdraw", "ended"),
    ("subscribed", "cancel"): ("_withdraw", "ended"),
}


class Request(Keeper):
    """A request of a side, or of the bridge. Members that a request does not need have their defaults.

    It keeps the `frame` to send again, an `answer` to each input request in its name, and the `response` for
    a client that is away. An input request is kept as the `input request` that stands in `inputRequests`,
    with its `losses`. The `status` is that of a task whose outcome the request waits for.
    """

    state: State = "waiting"

    # The requestor, which gets the response
    arrival: Arrival | None = None  # of a request of the client with a key
    stream: Hashable = None  # the key of the client's request that this belongs to, or that this is
    server_stream: Hashable = None  # the key that a request of the server came with
    progress: float = 0  # the last that the requestor was told
    is_gone = False  # the client is gone, but the request cannot be cancelled
    losses: tuple[Loss, ...] = ()  # to report with the next frame of this request

    # The receiver
    receiver: Side | None = None
    sent_id: Any = None  # the id towards the receiver; a text is kept, a number replaced
    sent_method = ""
    sent_frame: Tree = NO_FRAME  # of a client's request, while it is not kept as text
    on_response: OnResponse | None = None
    late: int | None = None  # the timer of the response

    # The time in between
    timer: int | None = None
    on_end: tuple[Callable[[Request, str | None], None], ...] = ()  # get the reason of a cancellation
    place: tuple[dict[str, Request], str] | None = (
        None  # of an input request, among those of a request or a task
    )
    input_requests: dict[str, Request]  # by key of `inputRequests`, those without an answer
    rounds = 0  # of input requests
    pauses = 0  # in a row
    request_state: Any = None  # `requestState` of the last input-required result of the bridge
    capabilities: frozenset[str] = (
        frozenset()
    )  # of a client without a session, those that the bridge asks for
    level: str | None = None  # of the log, that this request asks for
    lacks: tuple[str, str] | None = None  # a capability, and the words of an error for want of it

    # Subscriptions
    filter: Tree = NO_FRAME  # of a stream of the client
    uris: tuple[str, ...] = ()  # the resources of a stream
    unanswered: frozenset[str] = frozenset()  # resources whose subscription the server has not answered

    # Tasks
    task_wanted: Tree | None = None  # the client's `task`, if the call is to run as a task
    task_id: str | None = None  # of the task that the request waits for, or is about

    def __init__(
        self, requestor: Side | None, requestor_id: Any, method: str, progress_token: Any = None
    ) -> None:
        self.requestor: Side | None = requestor  # None: a request of the bridge
        self.requestor_id = requestor_id
        self.requestor_key = request_key(requestor_id)
        self.method = method
        self.progress_token = progress_token  # the requestor's
        self.input_requests = {}

    @property
    def frame(self) -> Tree:
        """The frame of a client's request as the receiver's conversation wrote it, to send again."""
        return self.sent_frame or self.tree("frame") or NO_FRAME


class Arrival:
    """A frame that the client sent with a key, until the requests in the frame are over."""

    __slots__ = ("end", "open", "stream")

    def __init__(self, stream: Hashable) -> None:
        self.stream = stream
        self.open: dict[Request, None] = {}
        self.end: EndReason = "taken"
