"""Rules that hold for the conversion of every valid message to every revision.

The corrected official schema of the target decides whether a converted message is valid. The tested code has
no part in that decision.
"""

from __future__ import annotations

import copy
import json
from typing import Any

import mcp_revisions as mr

from support.conversion_cases import Case, same, unaccounted
from support.oracle import OTHER, REVISIONS, oracle


def convert(case: Case, target: str, **options: Any) -> mr.Converted | None:
    """Return the conversion of a case, or None if the target has no equivalent of the message."""
    try:
        return mr.convert(case.frame, case.revision, target, **{**case.options, **options})
    except mr.NoCounterpart:
        return None


def law(case: Case, target: str) -> str | None:
    """Return the rule that the conversion of a case breaks, if any."""
    source, frame = case.revision, case.frame
    before = copy.deepcopy(frame)
    try:
        converted = convert(case, target)
        if frame != before:
            return "the input changed"
        if converted is None:
            return refusal_law(case, target)
        message, losses = converted
        if not oracle(target).frame_fits(message, case.sender, known(target, case.answering)):
            return f"not valid in {target}: {json.dumps(message)}"
        found = unaccounted(frame, message, losses)
        if found:
            return found
        if message.get("id") != frame.get("id") or type(message.get("id")) is not type(frame.get("id")):
            return "another id"
        data = mr.convert(json.dumps(frame).encode(), source, target, **case.options)  # type: ignore[arg-type]
        if not same(json.loads(data.message), message) or not same(data.losses, losses):
            return "bytes convert differently"
        return (
            chain_law(case, target, message)
            or kept_law(case, target)
            or back_law(case, target, message, losses)
        )
    except Exception as error:  # noqa: BLE001 the law is that there is none
        return repr(error)


def known(revision: str, method: str | None) -> str | None:
    """Return a method if the revision has it, otherwise None."""
    return method if method in oracle(revision).requests else None


def refusal_law(case: Case, target: str) -> str | None:
    """Check that a refused request gets an error, and that no other message gets one.

    The error must be valid in the revision of the request, and have its id.
    """
    try:
        mr.convert(case.frame, case.revision, target, **case.options)  # type: ignore[arg-type]
    except mr.NoCounterpart as error:
        asked = case.answering is None and case.frame.get("method") in oracle(case.revision).requests
        if (error.reply is not None) != asked:
            return f"reply: {error.reply}"
        if asked:
            if error.reply["id"] != case.frame["id"]:
                return "a reply with another id"
            if not oracle(case.revision).frame_fits(error.reply, OTHER[case.sender]):
                return f"a reply that is not valid: {error.reply}"
        return None
    return "refused once"


def chain_law(case: Case, target: str, message: Any) -> str | None:
    """Check that a conversion step by step gives the same as a direct conversion."""
    start, end = REVISIONS.index(case.revision), REVISIONS.index(target)
    step = 1 if start < end else -1
    current = case.frame
    for i in range(start, end, step):
        current = mr.convert(current, REVISIONS[i], REVISIONS[i + step], **case.options).message  # type: ignore[arg-type]
    return None if same(current, message) else "the chain gives another message"


def kept_law(case: Case, target: str) -> str | None:
    """Check that with `keep`, the converted message is valid, and converting it back gives the original.

    The second part holds only for a valid original.
    """
    kept = mr.convert(case.frame, case.revision, target, keep=True, **case.options)  # type: ignore[arg-type]
    if not oracle(target).frame_fits(kept.message, case.sender, known(target, case.answering)):
        return f"kept, but not valid: {json.dumps(kept.message)}"
    back = mr.convert(kept.message, target, case.revision, keep=True, **case.options)  # type: ignore[arg-type]
    if any(loss.change == "R-KEEP" for loss in back.losses):
        valid = oracle(case.revision).frame_fits(
            case.frame, case.sender, known(case.revision, case.answering)
        )
        return f"valid, but not restored: {json.dumps(back.message)}" if valid else None
    return None if same(back.message, case.frame) else f"kept, but not restored: {json.dumps(back.message)}"


def back_law(case: Case, target: str, message: Any, losses: tuple[mr.Loss, ...]) -> str | None:
    """Check that if both directions lose nothing, converting back gives the original."""
    if losses:
        return None
    try:
        back = mr.convert(message, target, case.revision, **case.options)  # type: ignore[arg-type]
    except mr.NoCounterpart:
        return None
    return None if back.losses or same(back.message, case.frame) else "back without loss, but another message"
