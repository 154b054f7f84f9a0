"""What every conversation across the bridge needs: requests on their way, ids of our own, timers, and what to send.

In: frames as JSON trees that a `Bridge` has read. Out: `Send`s, collected in order. Rules kept here:

- *Ids.* Towards each side we number requests ourselves; the asker's id, of whatever type, comes back with the answer.
- *Exactly one answer.* A request is an `Exchange` from its arrival to its answer. `answer` and `fail` end it; what comes
  later, or for nothing, is dropped. A cancelled request is ended without an answer.
- *Bounds.* At most `Limits.pending` requests of a side are open. What is refused is answered.
- *Progress* belongs to a request: towards the other side the token is our id, and the asker's own token comes back.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any, Literal, NamedTuple

import msgspec

from ..conversion.convert import Converter, converter
from ..conversion.losses import Change, Converted, Loss, NoCounterpart
from ..errors import INTERNAL_ERROR, INVALID_PARAMS, INVALID_REQUEST, DecodeError
from .rules import speaks

Side = Literal["client", "server"]
Tree = dict[str, Any]
Then = Callable[["Exchange", Tree], None]

OTHER: dict[Side, Side] = {"client": "server", "server": "client"}
_encode = msgspec.json.Encoder().encode

WITHDRAWN = Change("R-CANCEL", "Nobody waits for it any more.")
PROGRESS = Change("R-PROG", "No request that reports progress is open under this token.")
SAID = "T4.3"  # the change whose inventions and losses are none here: the bridge says in one place what it was told in another
SHOWING = ("tools/call", "prompts/get")  # their results hold content
LATE = Change("answer", "It answers no open request.")


class Send(NamedTuple):
    """A frame to send to a side, and what was lost on its way; `to` is None for a frame that ends here.

    A frame is a tree, or where both sides speak the same revision, and for a frame that is not JSON, the very frame that came.
    """

    to: Side | None
    frame: Any
    losses: tuple[Loss, ...] = ()

    @property
    def data(self) -> bytes:
        """The frame as JSON text on one line."""
        return self.frame if type(self.frame) is bytes else _encode(self.frame)


class Limits(NamedTuple):
    """Bounds of a bridge's memory and patience; times are in seconds of the clock that `tick` is given."""

    pending: int = 1024  # open requests of one side
    held: int = 256  # frames that wait until the server has answered the handshake
    streams: int = 256  # open subscription streams
    rounds: int = 10  # of questions within one request
    opening: float = 60.0  # for the server to answer a handshake or a subscription
    probe: float = 10.0  # for the server to answer `server/discover` before it is taken for an older one
    patience: float = 600.0  # for the client to come back with the answers to a question
    pause: float = 0.05  # before a request is repeated that the server put off; doubles each time


class Exchange:
    """A request on its way: who asked, in the asker's terms, and where it went."""

    __slots__ = ("asker", "call", "id", "key", "method", "own", "then", "timer", "to", "token")

    def __init__(self, asker: Side | None, id: Any, method: str, token: Any = None) -> None:
        self.asker: Side | None = asker  # None: it is our own
        self.id = id
        self.key = (type(id), id)
        self.method = method
        self.token = token  # the asker's progress token
        self.to: Side | None = None  # where we passed it on,
        self.own: int | str = 0  # under which id (a number, unless it is set before),
        self.then: Then | None = None  # and what happens with the answer
        self.timer = 0
        self.call: Any = None  # what a conversation remembers of it


class Core:
    """The requests that are open, the timers, and what has been sent since the last frame."""

    def __init__(self, client: str, server: str, limits: Limits, nonce: Callable[[], str]) -> None:
        self.revision: dict[Side, str] = {"client": client, "server": server}
        self.limits = limits
        self.nonce = nonce
        self.now = 0.0
        self.out: list[Send] = []
        self.asked: dict[Side, dict[Any, Exchange]] = {"client": {}, "server": {}}  # by the asker's id
        self.sent: dict[Side, dict[int | str, Exchange]] = {"client": {}, "server": {}}  # by our id
        self.timers: dict[int, tuple[float, Callable[[], None]]] = {}
        self._numbers: dict[str, int] = {}
        self._converters: dict[tuple[str, str, str, bool], tuple[Any, Converter]] = {}

    # What goes out

    def send(self, to: Side, frame: Tree, losses: tuple[Loss, ...] = ()) -> None:
        """Send a frame."""
        self.out.append(Send(to, frame, losses))

    def drop(self, frame: Any, change: Change, reason: str | None = None) -> None:
        """Report that a frame ends here."""
        self.out.append(Send(None, frame, (Loss("dropped", "", frame, reason or change.reason, change.id),)))

    def number(self, kind: str) -> int:
        """Return a number that was never used for this kind of thing."""
        self._numbers[kind] = number = self._numbers.get(kind, 0) + 1
        return number

    # Requests

    def begin(self, asker: Side, frame: Tree) -> Exchange | None:
        """Open the exchange of a request; refuse one whose id is in use, or one too many."""
        open_ = self.asked[asker]
        exchange = Exchange(asker, frame["id"], frame["method"], token_of(frame))
        if exchange.key in open_:
            self._refuse(
                exchange, INVALID_REQUEST, f"the id {exchange.id!r} belongs to a request that is still open"
            )
        elif len(open_) >= self.limits.pending:
            self._refuse(
                exchange,
                INTERNAL_ERROR,
                f"more than {self.limits.pending} requests are open; answer some first",
            )
        else:
            open_[exchange.key] = exchange
            return exchange
        return None

    def _refuse(self, exchange: Exchange, code: int, message: str) -> None:
        assert exchange.asker is not None
        self.send(exchange.asker, failure(exchange.id, code, message))

    def ask(
        self,
        to: Side,
        frame: Tree,
        exchange: Exchange,
        then: Then,
        losses: tuple[Loss, ...] = (),
        seconds: float = 0,
    ) -> None:
        """Pass a request on under an id of our own; `then` gets the answer, or an error when `seconds` have passed."""
        own = exchange.own if type(exchange.own) is str else self.number(to)
        exchange.to, exchange.own, exchange.then = to, own, then
        self.sent[to][own] = exchange
        frame = with_token(frame, None if exchange.token is None else own)
        if seconds:
            late = failure(own, INTERNAL_ERROR, f"no answer to {frame['method']} in {seconds:g} seconds")
            exchange.timer = self.later(seconds, lambda: self._late(exchange, late))
        self.send(to, {**frame, "id": own}, losses)

    def own(
        self,
        to: Side,
        method: str,
        params: Tree | None,
        then: Then,
        seconds: float = 0,
        call: Any = None,
        id: int | str = 0,
    ) -> Exchange:
        """Send a request of our own, under a number or under the text `id`."""
        exchange = Exchange(None, None, method)
        exchange.own = id
        exchange.call = call
        frame: Tree = {"jsonrpc": "2.0", "method": method}
        if params is not None:
            frame["params"] = params
        self.ask(to, frame, exchange, then, seconds=seconds)
        return exchange

    def crowded(self, side: Side) -> bool:
        """Say whether a side leaves so much unanswered that nothing of our own should be added."""
        return len(self.sent[side]) >= 2 * self.limits.pending

    def settle(self, side: Side, frame: Tree) -> None:
        """Give an answer to whom it concerns."""
        own = frame.get("id")
        exchange = self.sent[side].get(own) if isinstance(own, (int, str)) and type(own) is not bool else None
        if exchange is None:
            self.drop(frame, LATE)
            return
        self._landed(exchange)
        assert exchange.then is not None
        exchange.then(exchange, frame)

    def answer(self, exchange: Exchange, frame: Tree, losses: tuple[Loss, ...] = ()) -> None:
        """Answer a request with a response frame, whatever its id."""
        if self._end(exchange) and exchange.asker is not None:
            self.send(exchange.asker, {**frame, "id": exchange.id}, losses)

    def result(self, exchange: Exchange, result: Tree, losses: tuple[Loss, ...] = ()) -> None:
        """Answer a request with a result."""
        self.answer(exchange, {"jsonrpc": "2.0", "id": None, "result": result}, losses)

    def fail(self, exchange: Exchange, code: int, message: str, data: Any = None) -> None:
        """Answer a request with an error."""
        self.answer(exchange, failure(None, code, message, data))

    def forget(self, exchange: Exchange) -> bool:
        """End a request without an answer, because its asker does not want one; say whether it was open."""
        return self._end(exchange)

    def _end(self, exchange: Exchange) -> bool:
        if exchange.asker is None:
            return True
        open_ = self.asked[exchange.asker]
        if open_.get(exchange.key) is not exchange:
            return False
        del open_[exchange.key]
        return True

    def withdraw(self, exchange: Exchange, reason: str | None = None) -> bool:
        """Tell the side that works on a request that nobody waits for it; say whether it worked on one."""
        if self._landed(exchange) is None:
            return False
        params: Tree = {"requestId": exchange.own}
        if reason is not None:
            params["reason"] = reason
        if exchange.method != "initialize":  # the one request that is never cancelled
            assert exchange.to is not None
            self.send(exchange.to, {"jsonrpc": "2.0", "method": "notifications/cancelled", "params": params})
        return True

    def _late(self, exchange: Exchange, answer: Tree) -> None:
        if self.withdraw(exchange) and exchange.then is not None:
            exchange.then(exchange, answer)

    def _landed(self, exchange: Exchange) -> Exchange | None:
        if exchange.timer:
            self.timers.pop(exchange.timer, None)
            exchange.timer = 0
        return self.sent[exchange.to].pop(exchange.own, None) if exchange.to is not None else None

    # Time

    def later(self, seconds: float, call: Callable[[], Any]) -> int:
        """Call something when so many seconds have passed; return the number of the timer."""
        timer = self.number("timer")
        self.timers[timer] = (self.now + seconds, call)
        return timer

    def tick(self, now: float) -> None:
        """Call what is due."""
        self.now = max(self.now, now)
        if not self.timers:
            return
        for when, timer in sorted(
            (when, timer) for timer, (when, _) in self.timers.items() if when <= self.now
        ):
            _, call = self.timers.pop(timer, (when, _nothing))
            call()

    # Conversion

    def carry(
        self, frame: Tree, sender: Side, answering: str | None = None, context: Any = None, source: str = ""
    ) -> Converted:
        """Return a frame as the other side knows it; `source` is its revision where it is not the sender's."""
        carried = self._converts(source or self.revision[sender], sender, context)(frame, answering)
        losses = carried.losses
        if not any(loss.change == SAID for loss in losses):
            return carried
        return Converted(carried.message, tuple(loss for loss in losses if loss.change != SAID))

    def _converts(self, source: str, sender: Side, context: Any) -> Converter:
        """Return what converts the frames of a side for the other; a context stays the same object as long as it says the same."""
        target = self.revision[OTHER[sender]]
        kind = source, target, sender, context is None
        said, converts = self._converters.get(kind, (None, None))
        if converts is None or said is not context:
            converts = converter(source, target, sender=sender, context=context)
            self._converters[kind] = context, converts
        return converts


class Conversation:
    """Both sides have a handshake, or neither has: frames are converted one by one and nothing is remembered.

    Subclasses list in `routes` what they treat differently: by sender and method, a function of the exchange (None for a
    notification) and the frame.
    """

    def __init__(self, core: Core) -> None:
        self.core = core
        self.routes: dict[tuple[Side, str], Callable[[Any, Tree], None]] = {
            ("client", "initialize"): self._initialize,
        }

    def request(self, side: Side, exchange: Exchange, frame: Tree) -> None:
        """Treat a request."""
        route = self.routes.get((side, frame["method"]))
        if route is not None:
            route(exchange, frame)
        else:
            self.forward(side, exchange, frame)

    def notification(self, side: Side, frame: Tree) -> None:
        """Treat a notification."""
        method = frame["method"]
        route = self.routes.get((side, method))
        if route is not None:
            route(None, frame)
        elif method == "notifications/cancelled":
            self.cancelled(side, frame)
        elif method == "notifications/progress":
            self.progress(side, frame)
        else:
            self.relay(side, frame)

    def closed(self, side: Side) -> None:
        """End everything, because a side is gone: what the other side asked is answered, what it works on is withdrawn."""
        core, other = self.core, OTHER[side]
        core.timers.clear()
        for exchange in list(core.sent[other].values()):
            core.withdraw(exchange, f"the {side} is gone")
        for exchange in list(core.asked[other].values()):
            core.fail(exchange, INTERNAL_ERROR, f"the {side} is gone")
        core.asked[side].clear()
        core.sent[side].clear()

    def context(self) -> Mapping[str, Any] | None:
        """Return what the receiver of every request has to be told with it."""
        return None

    def forward(self, side: Side, exchange: Exchange, frame: Tree) -> None:
        """Pass a request on, converted."""
        try:
            carried, losses = self.core.carry(frame, side, context=self.context())
        except (NoCounterpart, DecodeError) as refusal:
            self.refuse(exchange, refusal)
            return
        self.passed(exchange, carried)
        self.core.ask(OTHER[side], carried, exchange, self.answered, losses + self.beyond(exchange))

    def beyond(self, exchange: Exchange) -> tuple[Loss, ...]:
        """Return what a request loses besides its conversion."""
        return ()

    def passed(self, exchange: Exchange, frame: Tree) -> None:
        """Remember a request that is passed on."""

    def answered(self, exchange: Exchange, frame: Tree) -> None:
        """Pass an answer back, converted."""
        assert exchange.asker is not None
        side = OTHER[exchange.asker]
        try:
            source = self.core.revision[side]
            if exchange.method in SHOWING:
                source = speaks(frame.get("result"), source)
            carried, losses = self.core.carry(frame, side, exchange.method, source=source)
        except (NoCounterpart, DecodeError) as refusal:
            self.core.fail(
                exchange, INTERNAL_ERROR, f"the answer of the {side} cannot be passed on: {refusal}"
            )
            return
        self.core.answer(exchange, carried, losses)

    def refuse(self, exchange: Exchange, refusal: NoCounterpart | DecodeError) -> None:
        """Answer a request that the other side cannot be asked."""
        if isinstance(refusal, DecodeError):
            self.core.fail(exchange, refusal.code, str(refusal))
        elif refusal.reply is not None:
            self.core.answer(exchange, refusal.reply)
        else:
            self.core.fail(exchange, INTERNAL_ERROR, str(refusal))

    def relay(self, side: Side, frame: Tree) -> None:
        """Pass a notification on, converted."""
        try:
            carried, losses = self.core.carry(frame, side)
        except (NoCounterpart, DecodeError) as refusal:
            self.core.drop(frame, change_of(refusal))
            return
        self.core.send(OTHER[side], carried, losses)

    def cancelled(self, side: Side, frame: Tree) -> None:
        """Cancel a request of the sender's (R-CANCEL)."""
        id = params_of(frame).get("requestId")
        exchange = self.core.asked[side].get((type(id), id)) if type(id) in (str, int, float) else None
        if exchange is None or exchange.method == "initialize":
            self.core.drop(frame, WITHDRAWN)
            return
        self.core.forget(exchange)
        reason = params_of(frame).get("reason")
        self.stopped(exchange, reason if type(reason) is str else None)

    def stopped(self, exchange: Exchange, reason: str | None) -> None:
        """Stop working on a request that its asker cancelled."""
        self.core.withdraw(exchange, reason)

    def progress(self, side: Side, frame: Tree) -> None:
        """Report progress to whom it concerns (R-PROG)."""
        token = params_of(frame).get("progressToken")
        exchange = self.core.sent[side].get(token) if type(token) is int else None
        if exchange is None or exchange.token is None or exchange.asker is None:
            self.core.drop(frame, PROGRESS)
        else:
            self.relay(side, {**frame, "params": {**frame["params"], "progressToken": exchange.token}})

    def _initialize(self, exchange: Exchange, frame: Tree) -> None:
        # Each side agrees on the revision that it speaks (basic/lifecycle#version-negotiation).
        core = self.core
        asked = params_of(frame).get("protocolVersion")
        try:
            carried, losses = core.carry(frame, "client")
        except (NoCounterpart, DecodeError) as refusal:
            self.refuse(exchange, refusal)
            return
        if type(carried.get("params")) is dict and type(asked) is str:
            carried = {**carried, "params": {**carried["params"], "protocolVersion": core.revision["server"]}}
        core.ask("server", carried, exchange, self._initialized, losses)

    def _initialized(self, exchange: Exchange, frame: Tree) -> None:
        core = self.core
        result = frame.get("result")
        if type(result) is dict:
            spoken = result.get("protocolVersion")
            if not adopt(core, spoken):
                data = {"supported": [core.revision["client"]], "requested": core.revision["client"]}
                core.fail(exchange, INVALID_PARAMS, f"the server speaks {spoken!r}", data)
                return
            frame = {**frame, "result": {**result, "protocolVersion": core.revision["client"]}}
        self.answered(exchange, frame)


def adopt(core: Core, spoken: Any) -> bool:
    """Take the revision that a server answered the handshake with for its own; say whether it is one that we know."""
    from ..revisions import HANDSHAKE

    if spoken in HANDSHAKE:
        core.revision["server"] = spoken
    return spoken in HANDSHAKE


def failure(id: Any, code: int, message: str, data: Any = None) -> Tree:
    """Return an error frame; `data` is left out if it is None."""
    error: Tree = {"code": code, "message": message}
    if data is not None:
        error["data"] = data
    return {"jsonrpc": "2.0", "id": id, "error": error}


def params_of(frame: Tree) -> Tree:
    """Return the params of a frame, empty if there are none."""
    params = frame.get("params")
    return params if type(params) is dict else {}


def token_of(frame: Tree) -> Any:
    """Return the progress token of a request, None if there is none."""
    meta = params_of(frame).get("_meta")
    token = meta.get("progressToken") if type(meta) is dict else None
    return token if type(token) in (str, int) else None


def with_token(frame: Tree, token: int | str | None) -> Tree:
    """Return a request that has a progress token with another, or with none."""
    params = frame.get("params")
    meta = params.get("_meta") if type(params) is dict else None
    if type(params) is not dict or type(meta) is not dict or "progressToken" not in meta:
        return frame
    if token is None:
        meta = {name: value for name, value in meta.items() if name != "progressToken"}
    else:
        meta = {**meta, "progressToken": token}
    return {**frame, "params": {**params, "_meta": meta}}


def change_of(refusal: NoCounterpart | DecodeError) -> Change:
    """Return why a frame cannot be passed on, as a change to cite."""
    if isinstance(refusal, NoCounterpart):
        return Change(refusal.change, refusal.reason)
    return Change("malformed", str(refusal))


def _nothing() -> None:
    pass
