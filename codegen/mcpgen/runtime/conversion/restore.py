"""Keep lost values in the converted frame, and restore them on the way back.

In: a converted frame and its original. Out: the frame with one member more, `mcp-revisions/kept`, which holds
the two revisions, an RFC 6902 patch from the converted frame to the original one, and a digest of that. It
stands in `_meta` of the params or the result, which every revision reserves for such, and in `data` of an
error, which is made an object for it. Restoring trusts nothing:

- it happens only when asked for, and only on the way back, between the two revisions that the member names;
- the member is at most `LIMIT` bytes of JSON, on the way out and on the way in;
- the patch only adds, removes and replaces, inside the message, and the id, the method and `jsonrpc` stay as
  they are;
- the frame that it gives must have the digest, so that what was altered by accident is noticed;
- that frame must convert to exactly the frame that came. So what is restored can differ from what was sent
  on, and may have been inspected, only in what the conversion loses.

Whatever breaks these rules is a `DecodeError`. The name is legal for `_meta` in every revision: its prefix is
no reserved one.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from hashlib import sha256
from typing import Any

import msgspec

from ..errors import INVALID_PARAMS, DecodeError
from ..json_values import same_json
from .json_patch import PatchError, apply, diff
from .losses import LossError, NoCounterpart

KEPT = "mcp-revisions/kept"
LIMIT = 1 << 22
_PREFIX = "io.modelcontextprotocol/"
_CONTEXT = ("clientCapabilities", "clientInfo", "logLevel")

Tree = dict[str, Any]


def keep_in(tree: Tree, original: Tree, source: str, target: str) -> None:
    """Store in `tree`, converted from `original`, what turns it back."""
    place = _made_place(tree)
    place.pop(KEPT, None)
    kept = {"from": source, "to": target, "digest": digest(original), "patch": diff(tree, original)}
    if len(msgspec.json.encode(kept)) > LIMIT:
        raise LossError((), f"what is lost takes more than {LIMIT} bytes, too many to keep")
    place[KEPT] = msgspec.to_builtins(kept)


def digest(tree: Any) -> str:
    """Return the SHA-256 of a JSON tree; the order of members and the spelling of integers do not matter."""
    return sha256(msgspec.json.encode(_whole(tree), order="sorted")).hexdigest()


def _whole(tree: Any) -> Any:
    if type(tree) is dict:
        return {name: _whole(value) for name, value in tree.items()}
    if type(tree) is list:
        return [_whole(value) for value in tree]
    return int(tree) if type(tree) is float and tree.is_integer() else tree


def restored(
    tree: Tree, source: str, target: str, again: Callable[[Tree, Mapping[str, Any] | None], Any]
) -> Tree | None:
    """Return the frame of `target` that `tree` was made of, or None if `tree` carries nothing for this way.

    `again` converts a frame of `target` to `source`, with the context that it needs.
    """
    place, at = _place(tree)
    if place is None or KEPT not in place:
        return None
    kept = place[KEPT]
    if type(kept) is not dict or kept.get("from") != target or kept.get("to") != source:
        return None
    try:
        if len(msgspec.json.encode(kept)) > LIMIT:
            raise DecodeError(at, f"larger than {LIMIT} bytes", INVALID_PARAMS)
        bare = msgspec.to_builtins(tree)
        own = _made_place(bare).pop(KEPT)
        original = apply(bare, own.get("patch"))
        if digest(original) != own.get("digest"):
            raise DecodeError(at, "a patch that gives another message than it was made for", INVALID_PARAMS)
        _check(original, bare, at, again)
    except PatchError as error:
        raise DecodeError(at, f"a patch that does not fit: {error}", INVALID_PARAMS) from None
    except (TypeError, UnicodeEncodeError):
        raise DecodeError(at, "not JSON", INVALID_PARAMS) from None
    except RecursionError:
        raise DecodeError(at, "nested too deeply", INVALID_PARAMS) from None
    return original  # type: ignore[no-any-return]


def _check(
    original: Any, bare: Tree, at: str, again: Callable[[Tree, Mapping[str, Any] | None], Any]
) -> None:
    """Refuse an original that is not what the frame that came was made of."""
    for name in ("jsonrpc", "id", "method"):
        if (name in original) is not (name in bare) or not same_json(original.get(name), bare.get(name)):
            raise DecodeError(at, f"a patch that changes the {name} of the message", INVALID_PARAMS)
    try:
        repeated = msgspec.to_builtins(again(original, _context(bare, original)))
    except (DecodeError, NoCounterpart, ValueError):
        repeated = None
    if repeated is not None:
        _made_place(repeated).pop(KEPT, None)
    if not same_json(repeated, bare):
        raise DecodeError(at, "a patch that does not belong to this message", INVALID_PARAMS)


def _context(tree: Tree, original: Tree) -> Mapping[str, Any] | None:
    """Return the context of a conversion, as far as the converted frame shows it in `_meta`."""
    if "error" in original and "result" in tree:
        return {"clientCapabilities": {"elicitation": {"url": {}}}}
    params = tree.get("params")
    meta = params.get("_meta") if type(params) is dict else None
    if type(meta) is not dict or f"{_PREFIX}clientCapabilities" not in meta:
        return None
    return {name: meta[_PREFIX + name] for name in _CONTEXT if _PREFIX + name in meta}


def _place(tree: Tree) -> tuple[Tree | None, str]:
    """Return the object that may hold the member, and the pointer to the member."""
    part = "params" if "method" in tree else "result" if "result" in tree else "error"
    inner = "data" if part == "error" else "_meta"
    owner = tree.get(part)
    place = owner.get(inner) if type(owner) is dict else None
    return (place if type(place) is dict else None), f"/{part}/{inner}/{KEPT.replace('/', '~1')}"


def _made_place(tree: Tree) -> Tree:
    """Return the object that holds the member, made where it is missing."""
    if "method" in tree:
        owner = tree.setdefault("params", {})
    else:
        owner = tree["result"] if "result" in tree else tree["error"]
    name = "_meta" if "method" in tree or "result" in tree else "data"
    if type(owner) is not dict:
        raise DecodeError("", "params, a result and an error are objects", INVALID_PARAMS)
    place = owner.get(name)
    if type(place) is not dict:
        place = owner[name] = {} if name not in owner else {"data": place}
    return place
