"""Store lost values in the converted message (`keep`), and restore them when it is converted back.

The converted message gets one more member, `mcp-revisions/kept`, which is called the *kept member* here. It
contains the two revisions, an RFC 6902 patch from the converted message to the original, and a signature. It
is in `_meta` of the params or the result, which every revision reserves for metadata. In an error it is in
`data`; other data than an object is replaced by an object. Rules:

- The signature is an HMAC-SHA-256. It covers the revisions, the sender, the method that a result answers, the
  converted message without the member, and the patch. So a patch is applied only to the message and the
  conversion for which it was made. If somebody copies it to another message, its signature is wrong there.
- If a kept member names other revisions than the conversion back has, the member is ordinary metadata.
- If it names the revisions of the conversion back, it is ignored unless three conditions hold: the signature
  is right, the limits are kept, and the restored message decodes in its revision. If the package was built
  without that revision, the third condition is not checked.
- An ignored kept member has no effect. The message is converted as if the member were absent, and a loss
  reports it.
- A kept member has at most `LIMIT` bytes of JSON and `OPERATIONS` operations, both when it is written and
  when it is read.
- The operations are `add`, `remove` and `replace`, so a patch can only set and remove values of its message.
  `1`, `1.0` and `true` are three different values here. `diff` writes JSON text, because operations as
  objects take much more memory. `patched` reads only patches that `diff` wrote, because they are signed.
- `diff` and `patched` take time in proportion to the size of the messages, without recursion. `diff` compares
  each value once, and replaces an array whose length differs as a whole. If a patch would have more than
  `OPERATIONS` operations or `POINTERS` characters of pointers, it replaces every member of the message.

The signature covers a canonical form: JSON with sorted members, and whole numbers without a fraction, because
peers may format the same JSON differently. The name of the kept member is legal for `_meta` in every
revision, because its prefix is not reserved.
"""

from __future__ import annotations

import hmac
import re
from collections.abc import Iterable, Iterator
from itertools import chain
from secrets import token_bytes
from typing import Any, NamedTuple

import msgspec

from ..errors import INVALID_PARAMS, INVALID_REQUEST, METHOD_NOT_FOUND, DecodeError
from ..json_line import json_line
from ..json_values import CopyOnWrite, linked_pointer, tokens
from ..sides import OTHER
from .adapter_tables import rows_along
from .chain import module_of
from .log import JsonObject, Path
from .losses import Change, LossError
from .plan import ConversionPlan

KEPT = "mcp-revisions/kept"
LIMIT = 1 << 22
KEY_BYTES = 16
OPERATIONS = 10_000
POINTERS = 1 << 20
MEMBERS = ("from", "to", "patch", "mac")

NOT_KEPT_HERE = Change(
    "R-KEEP", "The kept values were not signed with this key for this message, so they were not restored."
)
NOT_VALID = Change("R-KEEP", "The kept values would make this message invalid, so they were not restored.")

_PROCESS_KEY = token_bytes(32)
# Tokens of JSON text without spaces, except plain integers.
_TOKEN = re.compile(rb'\\.|"|(?<![0-9])-?[0-9]+(?:\.[0-9]+(?:e[+-]?[0-9]+)?|e[+-]?[0-9]+)')
_encode = msgspec.json.Encoder().encode


def signing_key(keep: bool | bytes) -> bytes | None:
    """Return the signing key that the option `keep` selects, or None for `False`.

    Raise `ValueError` for a value that is neither a bool nor a key of at least `KEY_BYTES` bytes.
    """
    if type(keep) is bool:
        return _PROCESS_KEY if keep else None
    if type(keep) is not bytes:
        raise ValueError(f"keep: expected a bool, or a key as bytes, not {type(keep).__name__}")
    if len(keep) < KEY_BYTES:
        raise ValueError(f"keep: a key must have at least {KEY_BYTES} bytes")
    return keep


Operation = dict[str, Any]


class KeptMember(NamedTuple):
    """The value and the path of the member that stores lost values in a message.

    `bare` is the message without that member.
    """

    bare: JsonObject
    member: JsonObject
    path: Path


class ValueKeeper:
    """Stores the values that messages lose in a conversion, in a member of the converted message.

    When such a message comes back, the `ValueKeeper` of the reverse plan reads the member and restores the
    values.
    """

    __slots__ = ("_key", "_plan")

    def __init__(self, plan: ConversionPlan, key: bytes) -> None:
        self._plan, self._key = plan, key

    def keep(
        self, converted: JsonObject, original: JsonObject, answers: str | None, *, as_text: bool
    ) -> None:
        """Add to `converted` the member `KEPT`, which stores the values that the conversion lost.

        The values are stored as a patch, which changes `converted` back to `original`. If `as_text` is true,
        the patch is a `msgspec.Raw` of JSON text, otherwise a parsed value. If the message is a result,
        `answers` is the method that it answers. Raise `LossError` if the new member would exceed `LIMIT`.
        """
        source, target = self._plan.source, self._plan.target
        owner = _member_owner(converted)
        owner.pop(KEPT, None)
        try:
            patch = msgspec.Raw(diff(converted, original) or b"")
            mac = self._signature(source, target, converted, self._name_in_target(answers), patch)
        except ValueError as error:
            raise DecodeError("", f"not JSON: {error}", INVALID_REQUEST) from None
        kept = dict(zip(MEMBERS, (source, target, patch, mac), strict=True))
        if not bytes(patch) or len(_encode(kept)) > LIMIT:
            raise LossError((), f"the lost values take more than {LIMIT} bytes, too many to keep")
        owner[KEPT] = kept if as_text else {**kept, "patch": msgspec.json.decode(patch)}

    def kept(self, message: JsonObject) -> KeptMember | None:
        """Find the member of `message` in which the reverse conversion stored the values that it lost.

        Return None if the message has no such member.
        """
        part, name = _location(message)
        owner: Any = message.get(part)
        place: Any = owner.get(name) if type(owner) is dict else None
        kept = place.get(KEPT) if type(place) is dict else None
        if type(kept) is not dict:
            return None
        if kept.get("from") != self._plan.target or kept.get("to") != self._plan.source:
            return None
        place = {key: value for key, value in place.items() if key != KEPT}
        return KeptMember({**message, part: {**owner, name: place}}, kept, (((None, part), name), KEPT))

    def restored(self, found: KeptMember, answers: str | None) -> bytes | Change:
        """Restore the values that `found` stores, and return the original message as one line of JSON.

        If they must not be restored, return a `Change` whose reason says why.
        """
        bare, kept, _ = found
        if len(kept) != len(MEMBERS):
            return NOT_KEPT_HERE
        try:
            if len(_encode(kept)) > LIMIT:
                return NOT_KEPT_HERE
            mac: Any = kept.get("mac")
            patch: Any = kept.get("patch")
            signature = self._signature(self._plan.target, self._plan.source, bare, answers, patch)
            if not hmac.compare_digest(mac, signature):  # a `TypeError` unless `mac` is ASCII text
                return NOT_KEPT_HERE
            original = patched(bare, patch)
            line = json_line(original)
        except (AttributeError, LookupError, TypeError, ValueError, RecursionError):
            return NOT_KEPT_HERE
        answered = self._name_in_target(answers) if "result" in original else None
        return line if self._is_valid(line, answered) else NOT_VALID

    def _name_in_target(self, answers: str | None) -> str | None:
        """Return the name that the target revision has for `answers`, the method that a result answers.

        If `answers` is None, return None.
        """
        name = answers
        if answers is not None:
            for _, row in rows_along(self._plan.adapters, OTHER[self._plan.sender], answers):
                name = getattr(row, "renamed", None) or name
        return name

    def _signature(self, source: str, target: str, bare: JsonObject, answers: str | None, patch: Any) -> str:
        """Return the signature of a patch for a message of `target` that was converted from `source`.

        `answers` is the name of the answered method in `target`.
        """
        answered = answers if "result" in bare else None
        mac = hmac.new(self._key, digestmod="sha256")
        for part in _canonical([KEPT, source, target, self._plan.sender, answered, bare, patch]):
            mac.update(part)
        return mac.hexdigest()

    def _is_valid(self, line: bytes, answers: str | None) -> bool:
        """Return whether a restored message is valid in the target revision.

        If the package does not contain that revision, return True.
        """
        try:
            module = module_of(self._plan.target)
        except ValueError:
            return True
        is_open = self._plan.vendor is not None
        try:
            known = answers if not is_open or answers in module.METHODS else None
            module.decode_message(line, sender=self._plan.sender, answering=known)
        except DecodeError as error:
            return is_open and (error.pointer, error.code) == ("/method", METHOD_NOT_FOUND)
        except ValueError:  # the method has no results in that revision
            return False
        return True


def _canonical(value: Any) -> Iterator[bytes | memoryview]:
    """Yield the canonical form of a JSON value as bytes, in parts.

    Two values have the same form if they differ only in the order of members or the notation of numbers.
    """
    text = sorted_json(value)
    start, in_string = 0, False
    for found in _TOKEN.finditer(text):
        token = found[0]
        if token == b'"':
            in_string = not in_string
        elif not in_string and (number := float(token)).is_integer():
            yield memoryview(text)[start : found.start()]
            yield b"%d" % int(number)
            start = found.end()
    yield memoryview(text)[start:]


def sorted_json(value: Any) -> bytes:
    """Encode a value as JSON with sorted members. The exceptions are those of msgspec's encoder."""
    return _encode(_sorted(value))


def _sorted(value: Any) -> Any:
    # msgspec itself sorts in quadratic time if the order of the members is unfortunate.
    if type(value) is dict:
        names = sorted(value)
        return dict(zip(names, map(_sorted, map(value.__getitem__, names)), strict=True))
    return list(map(_sorted, value)) if type(value) is list else value


def _location(message: JsonObject) -> tuple[str, str]:
    """Return the path of the object in which a message stores lost values, such as `("params", "_meta")`."""
    if "method" in message:
        return "params", "_meta"
    return ("result", "_meta") if "result" in message else ("error", "data")


def _member_owner(message: JsonObject) -> JsonObject:
    """Return the object in which a message stores lost values. Create the object if it is missing."""
    part, name = _location(message)
    owner = message.setdefault(part, {})
    if type(owner) is not dict:
        raise DecodeError("", "params, a result and an error must be objects", INVALID_PARAMS)
    place = owner.get(name)
    if type(place) is not dict:
        place = owner[name] = {} if name not in owner else {"data": place}
    return place


# Patches


def diff(old: dict[str, Any], new: dict[str, Any]) -> bytes | None:
    """Return the patch that changes `old` to `new`, as JSON with sorted members.

    Return None if the patch would have more than `OPERATIONS` operations. Raise the exceptions of msgspec's
    encoder for values that JSON cannot represent.
    """
    found = _text(_operations(old, new), POINTERS)
    members = chain(_members(old, {}, None), _members({}, new, None))
    return _text(members, None) if found is None else found


def _text(operations: Iterable[Operation], most: int | None) -> bytes | None:
    """Encode operations as a JSON array.

    Return None if there are more than `OPERATIONS`, or if all pointers together have more than `most`
    characters. If `most` is None, the pointers have no limit.
    """
    text, characters = bytearray(b"["), 0
    for number, operation in enumerate(operations):
        characters += len(operation["path"])
        if number == OPERATIONS or (most is not None and characters > most):
            return None
        text += b"," if number else b""
        text += sorted_json(operation)
    text += b"]"
    return bytes(text)


def _operations(old: Any, new: Any) -> Iterator[Operation]:
    """Yield the operations that change `old` to `new`, those on a container before those inside it."""
    left = [iter([(old, new, None)])]
    while left:
        for before, after, path in left[-1]:
            if type(before) is dict and type(after) is dict:
                yield from _members(before, after, path)
                common = [name for name in after if name in before]
                left.append(_pairs(before, after, common, path))
                break
            if type(before) is list and type(after) is list and len(before) == len(after):
                left.append(_pairs(before, after, range(len(after)), path))
                break
            if type(before) is not type(after) or before != after:
                yield _operation("replace", path, after)
        else:
            left.pop()


def _members(before: Any, after: Any, path: Any) -> Iterator[Operation]:
    """Yield the operations that remove and add the members which only one of two objects has."""
    for name in before:
        if name not in after:
            yield _operation("remove", (path, name))
    for name, value in after.items():
        if name not in before:
            yield _operation("add", (path, name), value)


def _pairs(before: Any, after: Any, keys: Iterable[Any], path: Any) -> Iterator[tuple[Any, Any, Any]]:
    """Yield `(value before, value after, path)` for each of `keys` in two containers."""
    return ((before[key], after[key], (path, key)) for key in keys)


def _operation(op: str, path: Any, value: Any = None) -> Operation:
    operation = {"op": op, "path": linked_pointer(path)}
    return operation if op == "remove" else {**operation, "value": value}


def patched(message: Any, patch: Any) -> Any:
    """Apply a patch that `diff` made to a message, and return the result.

    Neither argument changes. The result shares the containers that no operation edits. A patch that `diff`
    did not make may raise `AttributeError`, `LookupError`, `TypeError` or `ValueError`.
    """
    if len(patch) > OPERATIONS:
        raise ValueError(f"more than {OPERATIONS} operations")
    edited = CopyOnWrite(message)
    for operation in patch:
        *above, last = tokens(operation["path"])
        owner = edited.value
        for token in above:
            owner = edited.owned(owner, _key(owner, token))
        key, op = _key(owner, last), operation["op"]
        if op == "remove":
            del owner[key]
        elif op in ("add", "replace"):
            owner[key] = operation["value"]
        else:
            raise ValueError(f"{op} is not an operation of a JSON Patch")
    return edited.value


def _key(owner: Any, token: str) -> Any:
    return int(token) if type(owner) is list else token
