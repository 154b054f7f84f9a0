"""Express some conversion rules as edits of the published plans, so that no interpreter must implement them.

A published plan usually names the conversion rule to call for a member, and each interpreter must implement
the rule. For some rules, `rule_edits` returns edits with the same results as the rule's function in the
runtime. `schema/conversion.schema.json` describes these edits. Each applies to the object with the member.
"""

from __future__ import annotations

from typing import Any, TypeAlias

from mcpgen.classes.corrected_schema import published_schema
from mcpgen.runtime.task_names import TASKS

Tree: TypeAlias = dict[str, Any]


def _having(**members: Any) -> Tree:
    """Return a JSON Schema of the objects that have all the given members. Each member has its own schema."""
    return {"type": "object", "properties": members, "required": [*members]}


_OBJECT: Tree = {"type": "object"}
_OF_OBJECT = _having(type={"enum": ["object"]})
_ONLY_URL = {"type": "object", "properties": {"form": False}, "required": ["url"]}
_NEEDS_TASK = _having(execution=_having(taskSupport={"enum": ["required"]}))
_TOKEN: Tree = {"anyOf": [{"type": "string"}, {"type": "integer"}]}
_META_OF_TASK: Tree = {"type": "object", "properties": {"progressToken": _TOKEN}}
_FAILED = _having(status={"enum": ["completed"]}, result=_having(isError={"enum": [True]}))


def rule_edits(rule: str, change: str, *, always: bool = False) -> list[Tree] | None:
    """Return published edits that do the same as a conversion rule, or None if no edits can.

    In that case, interpreters must implement the rule as code. The edits name `change` when they report a
    difference. If `always` is true, the edits also apply if the member is absent.
    """
    match rule:
        case "completion_limit":
            found = {"kind": "truncate", "member": "values", "most": 100, "flag": "hasMore"}
            return [{**found, "change": change, "always": always}]
        case "tools_without_tasks":
            found = {"kind": "dropItems", "member": "tools", "items": published_schema(_NEEDS_TASK)}
            return [{**found, "change": change, "always": always}]
        case "output_schema_of_object":
            is_object = _having(outputSchema=_OBJECT)
            return [_drop("outputSchema", change, type=_OF_OBJECT, when=is_object)]
        case "structured_content_only_object":
            return [_drop("structuredContent", change, type=_OBJECT)]
        case "structured_content_as_object":
            found = {"kind": "callRule", "member": "structuredContent", "rule": "structured_content_as_text"}
            return [{**found, "change": change, "type": published_schema(_OBJECT), "always": always}]
        case "form_capability":
            return [_drop("elicitation", change, when=_having(elicitation=_ONLY_URL))]
        case "failed_tool":
            found = {"member": "status", "value": "failed", "change": change, "always": False, "type": None}
            return [{"kind": "set", **found, "when": published_schema(_FAILED)}]
        case "fill_request_meta":
            return [_fill_context(change, [])]
        case "fill_task_meta":
            return [_drop("_meta", change, type=_META_OF_TASK), _fill_context(change, [TASKS])]
        case "fill_call_meta":
            with_task, without_task = _having(task={}), {**_OBJECT, "properties": {"task": False}}
            return [
                _fill_context(change, [TASKS], when=with_task),
                _fill_context(change, [], when=without_task),
            ]
    return None


def changed_members(rule: str) -> set[str] | None:
    """Return the members of an object that a conversion rule may change, or None if this is not known."""
    edits = rule_edits(rule, "")
    if edits is None or any(edit["kind"] == "callRule" for edit in edits):
        return None
    return {edit[key] for edit in edits for key in ("member", "flag") if key in edit}


def _fill_context(change: str, extensions: list[str], *, when: Tree | None = None) -> Tree:
    """Return the published edit `fillContext`, which adds facts about the client and its revision to `_meta`.

    The client capabilities that the edit adds declare `extensions`. If `when` is given, the edit applies
    only to objects that are valid for `when`.
    """
    found = {"kind": "fillContext", "member": "_meta", "extensions": extensions, "change": change}
    return {**found, "when": when and published_schema(when), "always": True}


def _drop(member: str, change: str, *, type: Tree | None = None, when: Tree | None = None) -> Tree:
    """Return the published edit that drops `member` if its value is not valid for `type`.

    If `when` is given, the edit applies only to objects that are valid for `when`.
    """
    schemas = {"type": type and published_schema(type), "when": when and published_schema(when)}
    return {"kind": "drop", "member": member, "change": change, **schemas}
