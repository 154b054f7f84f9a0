"""The published plans, interpreted: trees of `conversions/S--T.json` → adapters that equal the printed ones.

In: the trees. Out: the tables that the runtime reads, with functions that walk the plan. Checks of types are
left to `jsonschema-rs`, the rules to the runtime. A kind that the interpreter does not know fails.
"""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import jsonschema_rs
from mcp_revisions._runtime.conversion import rules
from mcp_revisions._runtime.conversion.adapter_tables import Adapter, MethodAdapter, MethodRemoved
from mcp_revisions._runtime.conversion.flat_edits import DropInner
from mcp_revisions._runtime.conversion.log import ConversionLog, array, expected, mapping
from mcp_revisions._runtime.conversion.losses import Change
from mcp_revisions._runtime.conversion.rules.errors import Renumbering, renumber
from mcp_revisions._runtime.errors import INTERNAL_ERROR, INVALID_PARAMS
from mcp_revisions._runtime.task_names import TASKS

Tree = dict[str, Any]
Edit = Callable[[Any, Any, ConversionLog], Any]
_FORMS = {"items": (list, "an array"), "values": (dict, "an object")}


class Plan:
    """One published plan; `adapter` makes the table of the runtime."""

    def __init__(self, tree: Tree, source_methods: Tree) -> None:
        assert tree["format"] == 1
        self.tree, self._source_methods = tree, source_methods
        self._changes = {name: Change(**change) for name, change in tree["changes"].items()}
        self._fits: dict[str, Any] = {}

    def adapter(self) -> Adapter:
        """Return the adapter of the plan."""
        tree, errors, every = self.tree, self.tree["errors"], self.tree["everyPart"]
        codes = errors["edit"]
        methods = {
            side: {
                name: self._method(
                    rows.get(name), is_request=self._source_methods[side].get(name) == "request"
                )
                for name in {**self._source_methods[side], **rows}
                if self._source_methods[side].get(name) != "embedded"
            }
            for side, rows in tree["methods"].items()
        }
        return Adapter(
            tree["source"],
            tree["target"],
            methods,
            error=codes
            and partial(
                renumber,
                rows=tuple(
                    Renumbering(**{**row, "change": self._changes[row["change"]]}) for row in codes["rows"]
                ),
            ),
            error_change=codes and self._changes[codes["rows"][0]["change"]],
            error_id=self._changes.get(errors["withoutId"]),
            batches=self._changes.get(tree["batches"]),
            capabilities=self._function(tree["capabilities"]),
            implementation=self._function(tree["implementation"]),
            every_part=every and DropInner(every["member"], every["names"], self._changes[every["change"]]),
            context={row["name"]: row["type"] for row in tree["context"]} or None,
        )

    def _method(self, row: Tree | None, *, is_request: bool) -> Any:
        if row is None:
            return MethodAdapter(None, None, is_request)
        if row["kind"] == "removed":
            return MethodRemoved(self._changes[row["change"]], row["code"])
        return MethodAdapter(
            self._function(row["params"]),
            self._function(row["result"]),
            is_request,
            tuple(row["fidelity"]),
            row["createsParams"],
            row["dropsEmptyParams"],
            row.get("renamed"),
            self._changes.get(row.get("renaming", "")),
        )

    def _function(self, name: str | None) -> Edit | None:
        return None if name is None else partial(self.call, name)

    def fits(self, value: Any, schema: Tree) -> bool:
        """Say whether a value fits a type of the plan."""
        if (key := repr(schema)) not in self._fits:
            whole = {**schema, "$defs": self.tree["$defs"]}
            self._fits[key] = jsonschema_rs.Draft202012Validator(whole, validate_formats=False)
        return bool(self._fits[key].is_valid(value))

    def call(self, name: str, value: Any, at: Any, log: ConversionLog) -> Any:
        """Run a function on a value and return its replacement, or the value."""
        function = self.tree["functions"][name]
        if function["kind"] == "union":
            return self._union(function, value, at, log)
        assert function["kind"] == "object"
        if type(value) is not dict:
            raise expected("an object", at)
        if function["call"]:
            value = self._rule(function["call"], value, at, log)
        for edit in function["edits"]:
            self._edit(edit, value, at, log)
        return value

    def _union(self, union: Tree, value: Any, at: Any, log: ConversionLog) -> Any:
        fits = partial(self.fits, value)
        for one in union["variants"]:
            read_as = one.get("readAs")
            is_of = all(map(fits, one["fits"])) and not any(map(fits, one["unfit"]))
            if is_of and (read_as is None or self._read_as(read_as, value)):
                return self._outcome(one["outcome"], value, at, log)
        if union["expected"] is not None:
            raise expected(union["expected"], at)
        return value

    def _read_as(self, read_as: Tree, value: Any) -> bool:
        """Return whether a value is read as the type at an index, or fits none of the types."""
        found: list[tuple[bool, int, int]] = []
        for index, schema in enumerate(read_as["types"]):
            guard = self.tree["$defs"].get(schema.get("$ref", "").rpartition("/")[2], {}).get("guard")
            holds = guard is None or (type(value) is dict and value.get(guard["member"]) == guard["value"])
            if (holds or not read_as["isResult"]) and self.fits(value, schema):
                is_chosen = guard is not None and holds
                found.append((not holds, 0 if is_chosen else 1 + self._unknown(value, schema), index))
        return not found or min(found)[2] == read_as["index"]

    def _unknown(self, value: Any, schema: Any) -> int:
        """Count the unknown members of a value that fits a schema; the best variant of a union counts."""
        if type(schema) is not dict:
            return 0
        if "$ref" in schema:
            return self._unknown(value, self.tree["$defs"][schema["$ref"].rpartition("/")[2]])
        if "anyOf" in schema:
            return min(self._unknown(value, one) for one in schema["anyOf"] if self.fits(value, one))
        if type(value) is list:
            return sum(self._unknown(item, schema.get("items")) for item in value)
        if type(value) is not dict or "type" not in schema:
            return 0
        declared, rest = schema.get("properties"), schema.get("additionalProperties")
        undeclared = [name for name in value if name not in (declared or {})]
        is_counted = declared is not None and rest is None and not schema.get("plain")
        inner = sum(self._unknown(item, (declared or {}).get(name, rest)) for name, item in value.items())
        return inner + (len(undeclared) if is_counted else 0)

    def _outcome(self, outcome: Tree, value: Any, at: Any, log: ConversionLog) -> Any:
        match outcome["kind"]:
            case "refuse":
                if "type" not in outcome or not self.fits(value, outcome["type"]):
                    self._refuse(outcome, at, log)
            case "become":
                return log.become(outcome["value"], value, at, self._changes[outcome["change"]])
            case "convert":
                value = self._looped(outcome, value, at, log) if outcome["function"] else value
                return self._rule(outcome["call"], value, at, log) if outcome["call"] else value
        assert outcome["kind"] == "unchanged"
        return value

    def _looped(self, node: Tree, value: Any, at: Any, log: ConversionLog) -> Any:
        if node["loop"] is None:
            return self.call(node["function"], value, at, log)
        form, words = _FORMS[node["loop"]]
        if type(value) is not form:
            raise expected(words, at)
        for key, item in list(value.items() if form is dict else enumerate(value)):
            value[key] = self.call(node["function"], item, (at, key), log)
        return value

    def _rule(self, call: Tree, value: Any, at: Any, log: ConversionLog) -> Any:
        assert call["kind"] in ("rule", "callRule")
        return getattr(rules, call["rule"])(value, at, log, self._changes[call["change"]])

    def _refuse(self, node: Tree, at: Any, log: ConversionLog) -> None:
        log.refuse(
            at, self._changes[node["change"]], INTERNAL_ERROR if node["code"] is None else node["code"]
        )

    def _edit(self, edit: Tree, owner: Tree, at: Any, log: ConversionLog) -> None:
        name, type_ = edit.get("member", ""), edit.get("type")
        change: Any = self._changes.get(edit.get("change", ""))
        is_present = name in owner
        fits = is_present and type_ is not None and self.fits(owner[name], type_)
        match edit["kind"]:
            case "move":
                ends = tuple(edit["source"]), tuple(edit["target"])
                changes = change, self._changes[edit["removal"]]
                log.move(owner, *ends, at, changes, makes=edit["makes"], clears=edit["clears"])
            case "dropOthers":
                log.drop_others(owner, edit["declared"], at, change, "never" if type_ is None else type_)
            case "fillContext" if edit.get("when") and not self.fits(owner, edit["when"]):
                pass
            case "fillContext":
                fill = rules.fill_task_meta if edit["extensions"] else rules.fill_request_meta
                assert edit["extensions"] in ([], [TASKS])
                fill(owner, at, log, change)
            case _ if fits or not (is_present or edit.get("always")):
                pass
            case _ if edit.get("when") and not self.fits(owner, edit["when"]):
                pass
            case "drop":
                log.drop(owner, name, at, change)
            case "dropOnly":
                self._drop_only(owner, name, edit["value"], at, log, change)
            case "dropInside":
                self._drop_inside(edit, owner, at, log, change)
            case "dropItems":
                self._drop_items(owner, name, edit["items"], at, log, change)
            case "truncate":
                items = array(owner, name, at)
                if len(items) > edit["most"]:
                    log.report("weakened", (at, name), items, change)
                    owner[name] = items[: edit["most"]]
                    log.fill(owner, edit["flag"], True, at, change)
            case "set":
                log.fill(owner, name, edit["value"], at, change)
            case "refuseMember":
                self._refuse(edit, (at, name) if is_present else at, log)
            case "callRule":
                self._rule(edit, owner, at, log)
            case kind:
                assert kind == "visit"
                owner[name] = self._looped(edit, owner.get(name), (at, name), log)

    def _drop_only(
        self, owner: Tree, name: str, value: Any, at: Any, log: ConversionLog, change: Change
    ) -> None:
        stated, names = owner[name], {dict: "an object", list: "an array", str: "a string"}
        names |= {bool: "true or false", int: "a number", float: "a number", type(None): "null"}
        if names[type(stated)] != names[type(value)]:
            raise expected(names[type(value)], (at, name))
        known = {key: stated[key] for key in value if key in stated} if type(value) is dict else stated
        if known != value:
            log.refuse((at, name), change, INVALID_PARAMS)
        log.report("omitted" if stated == value else "dropped", (at, name), owner.pop(name), change)

    def _drop_inside(self, edit: Tree, owner: Tree, at: Any, log: ConversionLog, change: Change) -> None:
        name = edit["member"]
        if edit["clears"]:
            log.drop_inside(owner, name, edit["names"], at, change)
            return
        inner = mapping(owner, name, at)
        for key in edit["names"]:
            if key in inner:
                log.drop(inner, key, (at, name), change)

    def _drop_items(
        self, owner: Tree, name: str, goes: Tree, at: Any, log: ConversionLog, change: Change
    ) -> None:
        items, location = array(owner, name, at), (at, name)
        stay = [i for i, item in enumerate(items) if not self.fits(item, goes)]
        for i, item in enumerate(items):
            if i not in stay:
                log.report("dropped", (location, i), item, change)
        if len(stay) < len(items):
            log.moved([((location, new), (location, old)) for new, old in enumerate(stay)], change)
            owner[name] = [items[i] for i in stay]
