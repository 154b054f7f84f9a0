"""Carry one JSON-RPC frame from any revision to any other, along the chain of neighbouring adapters.

In: a frame, as bytes or as a plain tree, that is valid in `source`; out: a frame that is valid in `target`, of the same kind, and
what it cost. Rules kept here:

- The input is never changed. Where nothing has to change, the very message comes back.
- Unknown members, ids and progress tokens are kept. `source == target` is the identity and looks at nothing.
- A frame of a method that `target` does not have, or that holds what `target` cannot say, raises `NoCounterpart`; a frame that
  is malformed in `source` raises `DecodeError` where a step meets it; nothing else is raised for what a message holds.
- A result is typed by the method it answers: a response with a result needs `answering`, an error does not.
- Pointers of losses speak of the message that came in and the one that goes out, whatever lies between.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from importlib import import_module
from typing import Any, Literal, TypeAlias

import msgspec
from msgspec import UNSET, Raw, UnsetType

from .errors import INVALID_REQUEST, METHOD_NOT_FOUND, PARSE_ERROR, DecodeError
from .kept import keep_in, restored
from .losses import Change, Crossing, Loss, LossError, NoCounterpart, Path, Refusal, pointer
from .rules import CAPABILITIES, CONTEXT, META, split_batch
from .shapes import fits, reader
from .steps import Direction, Gain, Gone, Outline, Passage, Verdict

Side = Literal["client", "server"]
Answering = str | Callable[[Any], str | None] | None

_OTHER = {"client": "server", "server": "client"}
_VERSION = META + "protocolVersion"
_LOSS = ("report", "error", "allow")
_CONTEXTS = 64  # how many contexts are remembered for a method

_decode = msgspec.json.Decoder().decode
_encode = msgspec.json.Encoder().encode
_members = msgspec.json.Decoder(dict[str, Raw]).decode


class _Call(msgspec.Struct, kw_only=True, forbid_unknown_fields=True, gc=False):
    """A request or notification, its members and those of its params; their values unread."""

    jsonrpc: Literal["2.0"]
    id: Raw | UnsetType = UNSET
    method: str
    params: dict[str, Raw] | UnsetType = UNSET


class _Error(msgspec.Struct, gc=False):
    """What tells an error, the rest of it unread."""

    code: int


class _Answer(msgspec.Struct, forbid_unknown_fields=True, gc=False):
    """A response, its members and those of its result; their values unread."""

    jsonrpc: Literal["2.0"]
    id: Raw
    result: dict[str, Raw] | UnsetType = UNSET
    error: _Error | UnsetType = UNSET


class Converted(msgspec.Struct, eq=False, gc=False):
    """A converted message and what it cost; a batch gives a list of messages. Unpacks as `message, losses`."""

    message: Any
    _found: Any = ()  # the losses, or what words them when they are asked for

    @property
    def losses(self) -> tuple[Loss, ...]:
        """Return what was lost, in the order in which it was met."""
        if type(self._found) is not tuple:
            self._found = self._found.losses()
        found: tuple[Loss, ...] = self._found
        return found

    def __iter__(self) -> Iterator[Any]:
        yield self.message
        yield self.losses

    def __eq__(self, other: object) -> bool:
        return isinstance(other, (Converted, tuple)) and tuple(self) == tuple(other)

    __hash__ = None  # type: ignore[assignment]

    def __reduce__(self) -> Any:
        return Converted, tuple(self)

    def __repr__(self) -> str:
        return f"Converted(message={self.message!r}, losses={self.losses!r})"


_call = msgspec.json.Decoder(_Call).decode
_answer = msgspec.json.Decoder(_Answer).decode


class Gains:
    """What every object of a kind is given on the way: its members as JSON, and the losses to report."""

    def __init__(self, gains: tuple[Gain, ...], part: str, given: dict[str, Any] | None) -> None:
        self.members: dict[str, Raw] = {}
        way, at = Crossing(), (None, part)
        for member, said, change in gains:
            value: Any = said
            if said is CONTEXT:  # see rules.fill_request_meta
                value = {**(given or {}), CAPABILITIES: {}, **(given or {})}
                for name in value:
                    way.invented(((at, member), name), value[name], change)
            else:
                way.invented((at, member), value, change)
            self.members[member] = Raw(_encode(value))
        self.alone = Raw(_encode(self.members))
        self._losses = way.losses()

    def losses(self) -> tuple[Loss, ...]:
        """Return what was invented, with values that are the caller's own."""
        return tuple(
            [
                loss._replace(value=_copied(loss[2])) if isinstance(loss[2], (dict, list)) else loss
                for loss in self._losses
            ]
        )


class _Later:
    """What edits would report, worked out when somebody asks."""

    def __init__(self, work: Callable[..., Any], members: dict[str, Any], context: Any) -> None:
        self._asked = work, members, context

    def losses(self) -> tuple[Loss, ...]:
        """Return what was lost."""
        work, members, context = self._asked
        found: tuple[Loss, ...] = work(members, context)[1].losses()
        return found


class _Route:
    """What happens to one method on the whole way: edits, or the change that ends it."""

    def __init__(self, plan: _Plan, rows: list[Passage | Gone], part: Literal["params", "result"]) -> None:
        self.part = part
        self.gone = next((row for row in rows if isinstance(row, Gone)), None)
        steps = [row for row in rows if isinstance(row, Passage)] if self.gone is None else []
        self.request = self.gone.code is not None if self.gone else steps[-1].request
        params = part == "params"
        found = [(row.params if params else row.result, row.fills, row.bare) for row in steps]
        self.edits = tuple((e.apply, fills and params, bare and params) for e, fills, bare in found if e)
        self.fills = any(fills for _, fills, _ in self.edits)
        edits = [edit for edit, _, _ in found if edit]
        signs = [edit.signs for edit in edits]
        # Texts without which a message passes as it is, if there are such texts.
        self.signs = None
        if self.gone is None and None not in signs:
            self.signs = tuple(dict.fromkeys(text for each in signs for text in each or ()))
        # What the edits look at, if that can be told, and what there is to read of it.
        self.outline = _outline([edit.outline for edit in edits]) if self.gone is None else None
        if self.fills and any(e and e.outline and e.outline.gains and not fills for e, fills, _ in found):
            self.outline = None
        self.free = self.gone is None and not self.edits
        self.carry: Carry = _carrier(self, plan)
        self.plain: Gains | None = None  # what is gained without a context
        self._gained: dict[bytes, Gains] = {}

    def gained(self, plan: _Plan, context: Mapping[str, Any] | None) -> Gains:
        """Return what a message gains that the edits have nothing else to do with."""
        assert self.outline is not None
        if context is None:
            self.plain = Gains(self.outline.gains, self.part, plan.given and plan.given[0])
            return self.plain
        try:
            key = _encode(dict(context))
        except (TypeError, ValueError, RecursionError):
            key = b""  # `_context` says what is wrong with it
        found = self._gained.get(key)
        if found is None:
            given = _context(plan, context)
            if len(self._gained) >= _CONTEXTS:
                self._gained.clear()
            found = self._gained[key] = Gains(self.outline.gains, self.part, given and given[0])
        return found


def _outline(outlines: list[Outline | None]) -> Outline | None:
    """Return the outlines of all steps as one, if there is one: what one step gives, no later one may look at."""
    members: dict[str, tuple[str, ...] | None] = {}
    reads: dict[str, tuple[str, ...]] = {}
    lists: dict[str, None] = {}
    sheds: dict[str, tuple[str, ...] | bytes | None] = {}
    still: dict[str, tuple[Any, ...]] = {}
    needs: dict[str, None] = {}
    gains: list[Gain] = []
    for outline in outlines:
        if outline is None or any(gain.member in outline.members for gain in gains):
            return None
        for name, texts in outline.members.items():
            sheds.pop(name, None)
            if name not in members and name in outline.sheds:
                sheds[name] = outline.sheds[name]
            # A member stays as it is if it does at every step that looks at it.
            shapes = still.pop(name, None if name in members else ())
            if name in outline.still and shapes is not None:
                still[name] = (*shapes, outline.still[name])
            known = members.get(name, ())
            members[name] = None if texts is None or known is None else tuple(dict.fromkeys((*known, *texts)))
        for name, looks in outline.reads.items():
            reads[name] = tuple(dict.fromkeys((*reads.get(name, ()), *looks)))
        lists.update(dict.fromkeys(outline.lists))
        needs.update(dict.fromkeys(outline.needs))
        gains += outline.gains
    read = {each for found in reads.values() for each in found}
    listed = tuple(name for name in lists if name not in read)
    return Outline(members, reads, listed, sheds, still, tuple(needs), tuple(gains))


class _Plan:
    """The way from one revision to another: its steps, and the routes that were asked for."""

    def __init__(self, steps: tuple[Direction, ...]) -> None:
        self.steps = steps
        self.requests: dict[str, dict[str, _Route]] = {"client": {}, "server": {}}
        self.results: dict[str, dict[str, _Route]] = {"client": {}, "server": {}}
        self.batches = steps[0].batches
        self.context = next((step for step in steps if step.context), None)
        self.shapes = {} if self.context is None else _prefixed(self.context.context or {})
        self.given = ({_VERSION: self.context.target}, self.shapes) if self.context else None
        self.error_signs = tuple(dict.fromkeys(text for step in steps for text in step.error_signs))
        self.mute = {side: self._mute(_OTHER[side]) for side in _OTHER}

    def _mute(self, asking: str) -> Change | None:
        """Return the change that left `asking` without requests, so that the other side has nothing to answer."""
        for step in self.steps:
            rows = step.methods[asking].values()
            if not any(isinstance(row, Passage) and row.request for row in rows):
                return next(
                    (row.change for row in rows if isinstance(row, Gone) and row.code is not None), None
                )
        return None

    def request(self, sender: str, method: str) -> _Route:
        """Return the route of a request or notification, made on first use."""
        route = self._route(sender, method, "params")
        if route is None:
            raise DecodeError(
                "/method", f"{self.steps[0].source} has no {method!r} from the {sender}", METHOD_NOT_FOUND
            )
        self.requests[sender][method] = route
        return route

    def result(self, sender: str, method: str) -> _Route:
        """Return the route of a result that answers `method`, made on first use."""
        route = self._route(_OTHER[sender], method, "result")
        if route is None or not route.request:
            source = self.steps[0].source
            raise ValueError(f"answering: {source} has no request {method!r} that a {sender} answers")
        self.results[sender][method] = route
        return route

    def _route(self, sender: str, method: str, part: Literal["params", "result"]) -> _Route | None:
        rows: list[Passage | Gone] = []
        for step in self.steps:
            row = step.methods[sender].get(method)
            if row is None:
                return None
            rows.append(row)
            if isinstance(row, Gone):
                break
        return _Route(self, rows, part)


def revisions() -> tuple[str, ...]:
    """Return every revision that the adapters know, oldest first."""
    chain: tuple[str, ...] = import_module("..adapters", __package__).CHAIN
    return chain


def _plan(source: str, target: str) -> _Plan | None:
    """Return the way between two revisions, made on first use; None where they are the same."""
    try:
        return _PLANS[source, target]
    except (KeyError, TypeError):
        chain = revisions()
    for name, revision in (("source", source), ("target", target)):
        if revision not in chain:
            raise ValueError(f"{name}: no revision {revision!r}; the revisions are {', '.join(chain)}")
    start, end = chain.index(source), chain.index(target)
    pairs = [(i, i + 1) for i in range(start, end)] or [(i, i + 1) for i in range(start - 1, end - 1, -1)]
    modules = [import_module(f"..adapters.{_module(chain[a], chain[b])}", __package__) for a, b in pairs]
    steps = tuple(module.UP if start < end else module.DOWN for module in modules)
    plan = _PLANS[source, target] = _Plan(steps) if steps else None
    return plan


def _module(older: str, newer: str) -> str:
    return f"v{older.replace('-', '_')}_to_v{newer.replace('-', '_')}"


_PLANS: dict[tuple[str, str], _Plan | None] = {}
Lane: TypeAlias = "Callable[[bytes, Any], Converted | None]"
Carry: TypeAlias = "Callable[[bytes, Any, Any, Any], Converted | None]"
_LANES: dict[tuple[Any, ...], Lane] = {}


def convert(
    message: Any,
    source: str,
    target: str,
    *,
    sender: Side,
    answering: Answering = None,
    context: Mapping[str, Any] | None = None,
    loss: Literal["report", "error", "allow"] = "report",
    keep: bool = False,
    validate: bool = False,
) -> Converted:
    """Return `message`, a frame of `source` sent by `sender`, as a frame of `target`, and what was lost.

    `message` is `bytes` or a `dict`, and the same kind comes back; an array (a batch of 2025-03-26) gives a list of
    frames. `answering` names the method that a result answers, or is a callable from its id to that name.
    `context` holds what 2026-07-28 repeats in each request and a session said once, in terms of `source`:
    `clientCapabilities`, `clientInfo`, and `logLevel`. `loss="error"` raises `LossError` instead of losing
    anything, `"allow"` reports nothing. `keep` stores what is lost in the message itself, and restores it on the way
    back. `validate` decodes the message in both revisions as well.

    Raises `NoCounterpart`, `LossError`, `DecodeError`; `ValueError` for an argument other than the message.
    """
    if loss == "report" and type(message) is bytes and not keep and not validate:
        try:
            lane = _LANES[source, target, sender, answering]
        except (KeyError, TypeError):
            lane = _lane(source, target, sender, answering)
        converted = lane(message, context)
        if converted is not None:
            return converted
    return _convert(message, source, target, sender, answering, context, loss, keep, validate)


def _convert(
    message: Any,
    source: str,
    target: str,
    sender: str,
    answering: Answering,
    context: Any,
    loss: str,
    keep: bool,
    validate: bool,
) -> Converted:
    """Convert a frame that may be anything, by reading all of it."""
    plan = _plan(source, target)
    _checked(sender, loss)
    if type(message) is bytes and loss != "report" and not keep and not validate:
        converted = convert(message, source, target, sender=sender, answering=answering, context=context)  # type: ignore[arg-type]
        if loss == "error" and converted.losses:
            raise LossError(converted.losses)
        return Converted(converted.message)
    if validate:
        _validate(message, source, sender, answering)
    if plan is None:
        return Converted(message)
    kind = type(message)
    if kind is bytes:
        try:
            tree = _decode(message)
        except (ValueError, RecursionError) as error:
            raise _unreadable(error) from None
    elif isinstance(message, (dict, list)):
        tree = message
    else:
        raise DecodeError("", f"a message is bytes, a dict or a list, not {kind.__name__}", INVALID_REQUEST)
    given = plan.given if context is None else _context(plan, context)
    if isinstance(tree, list):
        return _batch(tree, plan, kind is bytes, sender, answering, given, loss, keep, validate)
    converted = _frame(message, tree, plan, sender, answering, given, loss, keep)
    if validate and converted.message is not message:
        _validate(converted.message, target, sender, answering)
    return converted


def _lane(source: str, target: str, sender: str, answering: Answering) -> Lane:
    """Return what carries the likely frames of a kind, and `None` for those that have to be read whole."""
    plan = _plan(source, target)
    _checked(sender, "report")
    if plan is None:
        lane: Lane = _stay
    elif answering is None:
        lane = _calls(plan, sender)
    elif isinstance(answering, str):
        lane = _answers(plan, sender, answering)
    else:
        return _asking(plan, sender, answering)
    _LANES[source, target, sender, answering] = lane
    return lane


def _stay(message: bytes, context: Any) -> Converted | None:
    return Converted(message)


# A lane reads as little as it can, but looks at every byte: what is no JSON, or no UTF-8, goes to whoever words it.


def _calls(plan: _Plan, sender: str) -> Lane:
    """Return the lane of requests and notifications, and of errors that need no method."""
    routes, errors = plan.requests[sender], _errors(plan, sender)

    def lane(message: bytes, context: Any) -> Converted | None:
        try:
            head = _call(message)
            if not message.isascii():
                message.decode()
        except (ValueError, RecursionError):
            return errors(message, context)
        route = routes.get(head.method)
        if route is None:
            try:
                route = plan.request(sender, head.method)
            except DecodeError:
                return None
        return Converted(message) if route.free else route.carry(message, head, head.params, context)

    return lane


def _answers(plan: _Plan, sender: str, method: str) -> Lane:
    """Return the lane of the answers to a method."""
    try:
        route = plan.results[sender].get(method) or plan.result(sender, method)
    except ValueError:
        return _errors(plan, sender)  # nothing else answers what nobody knows
    free, carry = route.free, route.carry

    def lane(message: bytes, context: Any) -> Converted | None:
        try:
            head = _answer(message)
            if not message.isascii():
                message.decode()
        except (ValueError, RecursionError):
            return None
        result = head.result
        if result is UNSET or head.error is not UNSET:
            return _stays(message, head, plan, sender)
        return Converted(message) if free else carry(message, head, result, context)

    return lane


def _asking(plan: _Plan, sender: str, answering: Callable[[Any], str | None]) -> Lane:
    """Return the lane of frames of which `answering` tells what they answer."""

    def lane(message: bytes, context: Any) -> Converted | None:
        try:
            method = answering(_decode(_answer(message).id))
        except (ValueError, RecursionError):
            return _calls(plan, sender)(message, context)
        return _answers(plan, sender, method)(message, context) if type(method) is str else None

    return lane


def _errors(plan: _Plan, sender: str) -> Lane:
    """Return the lane of errors alone."""

    def lane(message: bytes, context: Any) -> Converted | None:
        try:
            head = _answer(message)
            if not message.isascii():
                message.decode()
        except (ValueError, RecursionError):
            return None
        return _stays(message, head, plan, sender)

    return lane


def _stays(message: bytes, head: _Answer, plan: _Plan, sender: str) -> Converted | None:
    """Return an error that is certain to stay as it is; None for any other response."""
    is_error = head.error is not UNSET and head.result is UNSET
    if is_error and not plan.mute[sender] and not _holds(message, plan.error_signs):
        return Converted(message)
    return None


def _readers(shapes: tuple[Any, ...]) -> list[Callable[[Any], Any]]:
    """Return what reads text that fits all the shapes, and raises for other text; nothing if that cannot be read."""
    found = [read for read in map(reader, shapes) if read is not None]
    return found if len(found) == len(shapes) else []


def _fits(text: Raw, readers: list[Callable[[Any], Any]]) -> bool:
    try:
        for read in readers:
            read(text)
    except (ValueError, RecursionError):
        return False
    return True


def _carrier(route: _Route, plan: _Plan) -> Carry:
    """Return what converts a frame of which no more is read than the edits look at; None for one that has to be read whole."""
    outline, signs, part, fills = route.outline, route.signs, route.part, route.fills
    if outline is None:
        return lambda message, head, members, context: (
            None if signs is None or _holds(message, signs) else Converted(message)
        )
    reads, lists = tuple(outline.reads.items()), outline.lists
    looks = [(name, texts, _readers(outline.still.get(name, ()))) for name, texts in outline.members.items()]
    apart = frozenset(outline.members).isdisjoint
    needs, gains = frozenset(outline.needs), outline.gains
    sheds = {} if fills or gains else outline.sheds
    bare = any(bare for _, _, bare in route.edits)

    def carry(message: bytes, head: Any, members: Any, context: Any) -> Converted | None:
        if members is UNSET:
            if not fills:
                return Converted(message)
            if needs or not gains:
                return None
        else:
            if needs and not needs <= members.keys():
                return None
            if not apart(members):
                shedding = False
                for name, texts, still in looks:
                    if name in members:
                        if name in sheds:
                            shedding = True
                        elif still and _fits(members[name], still):
                            continue
                        elif texts is None or _holds(message, texts):
                            return edited(message, head, members, context)
                if shedding:
                    return shed(message, head, members, context)
            if not gains:
                return Converted(message)
        gained = route.plain if context is None else None
        if gained is None:
            gained = route.gained(plan, context)
        if members is UNSET:
            head.params = gained.alone
        else:
            members.update(gained.members)
        return Converted(_encode(head), gained)

    def shed(message: bytes, head: Any, members: dict[str, Any], context: Any) -> Converted | None:
        # The edits would only remove something: that is soon done, and what they would report can wait.
        before = members.copy()
        changed = False
        for name, what in sheds.items():
            value = members.get(name)
            if value is None:
                continue
            if type(what) is tuple:
                try:
                    inner = _members(value)
                except ValueError:
                    return None
                held = len(inner)
                for each in what:
                    inner.pop(each, None)
                if len(inner) == held:
                    continue
                if inner:
                    members[name] = inner
                else:
                    del members[name]
            elif what is None or bytes(value) == what:
                del members[name]
            else:
                return edited(message, head, before, context)
            changed = True
        if not changed:
            return Converted(message)
        if bare and not members:
            head.params = UNSET
        return Converted(_encode(head), _Later(worked, before, context))

    def edited(message: bytes, head: Any, members: dict[str, Any], context: Any) -> Converted | None:
        try:
            tree, way = worked(members, context)
        except (Refusal, ValueError, RecursionError):
            return None  # whoever reads the whole frame words it
        if not way:
            return Converted(message)
        setattr(head, part, tree.get(part, UNSET))
        return Converted(_encode(head), way)

    def worked(members: dict[str, Any], context: Any) -> tuple[dict[str, Any], Crossing]:
        tree: dict[str, Any] = {part: members}
        way = Crossing()
        if plan.context is not None:
            way.context = plan.given if context is None else _context(plan, context)
        for name, read in reads:
            if name in members:
                for each in read:
                    value = members.get(each)
                    if type(value) is Raw:
                        members[each] = _decode(value)
        for name in lists:
            if name in members:
                members[name] = _members(members[name])
        _edit(tree, route, way)
        return tree, way

    return carry


def _holds(message: bytes, texts: tuple[str, ...]) -> bool:
    """Say whether a message may hold one of the texts, which are ASCII, escapes considered."""
    if not texts:
        return False
    text = message.decode("latin-1")  # a string is searched twice as fast
    for each in texts:
        if each in text:
            return True
    return "\\" in text and ("\\u" in text or "\\/" in text)


def _frame(
    message: Any,
    tree: Any,
    plan: _Plan,
    sender: str,
    answering: Answering,
    context: Any,
    loss: str,
    keep: bool,
) -> Converted:
    """Convert one frame: `tree` is `message` itself, which must not change, or was read from it."""
    if not isinstance(tree, dict):
        raise DecodeError("", "a frame is an object", INVALID_REQUEST)
    encoded = tree is not message
    if keep:
        back = _restore(tree, plan, sender, answering)
        if back is not None:
            return Converted(_written(back, encoded))
    method = tree.get("method")
    part = "params"
    answers = None
    route: _Route | None = None
    if method is not None:
        if type(method) is not str:
            raise DecodeError("/method", "expected a string", INVALID_REQUEST)
        route = plan.requests[sender].get(method) or plan.request(sender, method)
    elif "result" in tree:
        part = "result"
        answers = answering(tree.get("id")) if callable(answering) else answering
        if type(answers) is not str:
            reason = "a result can be converted only when `answering` names the method that it answers"
            raise DecodeError("", reason, INVALID_REQUEST)
        route = plan.results[sender].get(answers) or plan.result(sender, answers)
    elif "error" in tree:
        part = "error"
        answers = answering(tree.get("id")) if callable(answering) else answering
    else:
        raise DecodeError("", "a frame has a method, a result or an error", INVALID_REQUEST)
    asked = part == "params" and route is not None and route.request
    if route is not None:
        if route.gone is not None:
            raise _no_counterpart(tree, encoded, route.gone.change, route.gone.code if asked else None)
        if route.free and not keep:
            return Converted(message)
    original = tree
    if not encoded:
        tree = _copied(tree)
    elif keep:
        original = _copied(tree)
    way = Crossing()
    way.context, way.answering = context, answers
    try:
        if route is None:
            _edit_error(tree, plan, sender, way)
        else:
            _edit(tree, route, way)
    except Refusal as refusal:
        code = refusal.code if asked else None
        change = Change(refusal.change, refusal.reason)
        raise _no_counterpart(original, encoded, change, code, pointer(refusal.at)) from None
    except RecursionError:
        raise DecodeError("", "nested too deeply", INVALID_REQUEST) from None
    except UnicodeEncodeError:
        raise _surrogate() from None
    if not way and (not keep or _returns(tree, plan, sender, answering)):
        return Converted(message)
    found: Any = ()
    if loss != "allow":
        # A tree that goes out, or is still to change, may not be the same when somebody asks.
        found = way if encoded and not keep else way.losses()
        if loss == "error" and (losses := way.losses()):
            raise LossError(losses)
    if keep:
        try:
            keep_in(tree, original, plan.steps[0].source, plan.steps[-1].target)
        except UnicodeEncodeError:
            raise _surrogate() from None
    return Converted(_encode(tree) if encoded else tree, found)


def _edit(tree: dict[str, Any], route: _Route, way: Crossing) -> None:
    """Carry out the edits of a method on the params, or the result, of a frame."""
    part = route.part
    at: Path = (None, part)
    for apply, fills, bare in route.edits:
        before = len(way)
        if part in tree:
            apply(tree[part], at, way)
            if bare and not tree[part]:
                del tree[part]
        elif fills:
            tree[part] = {}
            apply(tree[part], at, way)
        way.tangled = way.tangled or 0 < before < len(way)


def _edit_error(tree: dict[str, Any], plan: _Plan, sender: str, way: Crossing) -> None:
    mute = plan.mute[sender]
    if mute is not None:
        way.refuse(None, mute)
    error = tree["error"]
    if type(error) is not dict or type(error.get("code")) is not int:
        raise DecodeError("/error", "expected an object with a code", INVALID_REQUEST)
    for step in plan.steps:
        if step.error_id is not None and "id" not in tree:
            way.refuse(None, step.error_id)
        if step.error is not None and step.error_change is not None and "error" in tree:
            before = len(way)
            step.error(tree, None, way, step.error_change)
            way.tangled = way.tangled or 0 < before < len(way)


def _batch(
    frames: list[Any],
    plan: _Plan,
    encoded: bool,
    sender: str,
    answering: Answering,
    context: Any,
    loss: str,
    keep: bool,
    validate: bool,
) -> Converted:
    """Convert the frames of a batch one by one; the first that cannot be converted raises for all."""
    if plan.batches is None:
        raise DecodeError("", f"{plan.steps[0].source} has no batches", INVALID_REQUEST)
    if not frames:
        raise DecodeError("", "a batch holds at least one frame", INVALID_REQUEST)
    way = Crossing()
    split_batch(frames, None, way, plan.batches)
    losses = list(way.losses())
    if loss == "error":
        raise LossError(tuple(losses))
    found: list[Any] = []
    for i, frame in enumerate(frames):
        message = _encode(frame) if encoded else frame
        try:
            one = _frame(message, frame, plan, sender, answering, context, loss, keep)
        except DecodeError as error:
            raise DecodeError(f"/{i}{error.pointer}", error.reason, error.code) from None
        if validate:
            _validate(one.message, plan.steps[-1].target, sender, answering)
        found.append(one.message)
        losses += [each._replace(pointer=f"/{i}{each.pointer}") for each in one.losses]
    return Converted(found, tuple(losses) if loss != "allow" else ())


def _no_counterpart(
    tree: Any, encoded: bool, change: Change, code: int | None, at: str = ""
) -> NoCounterpart:
    """Return the exception, with the error to answer a request with in the terms of its sender."""
    reply = None
    if code is not None and "id" in tree:
        error = {"code": code, "message": f"{tree['method']}: {change.reason}"}
        reply = _written({"jsonrpc": "2.0", "id": tree["id"], "error": error}, encoded)
    return NoCounterpart(reply, change.reason, change.id, at)


def _context(plan: _Plan, context: Mapping[str, Any]) -> Any:
    """Return what the sessions of the source said once as the target's requests repeat it."""
    if plan.context is None or plan.context.context is None:
        return None
    shapes = plan.context.context
    given: dict[str, Any] = {_VERSION: plan.context.target}
    for name in context:
        if name not in shapes or name == "protocolVersion":
            raise ValueError(f"context: no {name!r}; there are clientCapabilities, clientInfo and logLevel")
    for name, value in context.items():
        if value is None:
            continue
        given[META + name] = value = _copied(value)
        way = Crossing()
        for step in plan.steps:
            edit = {"clientCapabilities": step.capabilities, "clientInfo": step.implementation}.get(name)
            if edit is not None:
                try:
                    edit(value, None, way)
                except DecodeError as error:
                    raise ValueError(f"context: {name}{error.pointer}: {error.reason}") from None
            if step is plan.context:
                break
        if not fits(value, shapes[name]):
            raise ValueError(f"context: {name} is not what {plan.context.target} calls {name}")
    return given, plan.shapes


def _prefixed(shapes: dict[str, Any]) -> dict[str, Any]:
    return {META + name: shape for name, shape in shapes.items()}


def _returns(tree: dict[str, Any], plan: _Plan, sender: str, answering: Answering) -> bool:
    """Say whether a frame that did not change would come back unchanged too."""
    source, target = plan.steps[0].source, plan.steps[-1].target
    try:
        return convert(tree, target, source, sender=sender, answering=answering, loss="allow").message is tree  # type: ignore[arg-type]
    except (DecodeError, NoCounterpart):
        return False


def _restore(tree: dict[str, Any], plan: _Plan, sender: str, answering: Answering) -> Any:
    """Return the frame that `tree` was made of, if it carries what it lost; None if not."""
    source, target = plan.steps[0].source, plan.steps[-1].target

    def again(original: dict[str, Any], context: Mapping[str, Any] | None) -> Any:
        return convert(
            original, target, source, sender=sender, answering=answering, context=context, loss="allow"  # type: ignore[arg-type]
        ).message

    return restored(tree, source, target, again)


def _surrogate() -> DecodeError:
    return DecodeError("", "not JSON: a lone surrogate", INVALID_REQUEST)


def _unreadable(error: Exception) -> DecodeError:
    if isinstance(error, RecursionError):
        return DecodeError("", "nested too deeply", INVALID_REQUEST)
    return DecodeError("", f"not JSON: {error}", PARSE_ERROR)


def _copied(tree: Any) -> Any:
    try:
        return msgspec.to_builtins(tree)
    except (TypeError, ValueError) as error:
        raise DecodeError("", f"not JSON: {error}", INVALID_REQUEST) from None
    except RecursionError:
        raise DecodeError("", "nested too deeply", INVALID_REQUEST) from None


def _written(tree: Any, encoded: bool) -> Any:
    return _encode(tree) if encoded else tree


def _checked(sender: str, loss: str) -> None:
    if sender not in _OTHER:
        raise ValueError(f"sender: {sender!r} is neither 'client' nor 'server'")
    if loss not in _LOSS:
        raise ValueError(f"loss: {loss!r} is none of 'report', 'error' and 'allow'")


def _validate(message: Any, revision: str, sender: str, answering: Answering) -> None:
    """Decode a message with the types of its revision."""
    module = import_module("..", __package__).revision(revision)
    try:
        data = message if type(message) is bytes else _encode(message)
    except (TypeError, ValueError) as error:
        raise DecodeError("", f"not JSON: {error}", INVALID_REQUEST) from None
    except RecursionError:
        raise DecodeError("", "nested too deeply", INVALID_REQUEST) from None
    module.decode_message(data, sender=sender, answering=answering)


def fidelity(
    method: str,
    source: str,
    target: str,
    *,
    sender: Side | None = None,
    part: Literal["request", "result"] | None = None,
) -> Verdict:
    """Say beforehand how a method fares from one revision to another.

    `whole`: every message that uses only what `source` knows passes unchanged. `none`: no message passes. `lossy`: it passes,
    but may lose something, have something filled in, or be refused for what it holds. `sender` is who asks or notifies,
    `part` the request (or the notification) or its result; what is not given is judged together.
    """
    plan = _plan(source, target)
    steps = plan.steps if plan else ()
    known = senders(method, source)
    sides = [side for side in _OTHER if side in known and (sender is None or side == sender)]
    if not sides:
        raise ValueError(f"method: {source} has no {method!r}" + (f" from the {sender}" if sender else ""))
    verdicts: list[Verdict] = []
    for side in sides:
        rows = [step.methods[side].get(method) for step in steps]
        for index, name in enumerate(("request", "result")):
            if part is None or part == name:
                verdicts.append(_verdict(rows, index))
    if all(verdict == "none" for verdict in verdicts):
        return "none"
    return "whole" if all(verdict == "whole" for verdict in verdicts) else "lossy"


def senders(method: str, revision: str) -> list[str]:
    """Return the sides that may send a method in a revision; none for a method that it does not have."""
    chain = revisions()
    if revision not in chain:
        raise ValueError(f"source: no revision {revision!r}; the revisions are {', '.join(chain)}")
    other = chain[chain.index(revision) - 1] if revision != chain[0] else chain[1]
    plan = _plan(revision, other)
    assert plan is not None
    return [side for side, rows in plan.steps[0].methods.items() if method in rows]


def _verdict(rows: list[Passage | Gone | None], index: int) -> Verdict:
    found: Verdict = "whole"
    for row in rows:
        if row is None or isinstance(row, Gone):
            return "none"
        if row.verdicts[index] != "whole":
            found = row.verdicts[index]
    return found
