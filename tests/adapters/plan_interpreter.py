"""The published plans, interpreted: trees of `conversions/S--T.json` → adapters that equal the printed ones.

In: the trees. Out: the tables that the runtime reads, with functions that walk the plan. Checks of types are
left to `jsonschema-rs`, the rules to the runtime. A kind that the interpreter does not know fails.
"""

from __future__ import annotations

import re
from collections.abc import Callable
from typing import Any

import jsonschema_rs
from mcp_revisions._runtime.conversion import rules
from mcp_revisions._runtime.conversion.adapter_tables import Adapter, MethodAdapter, MethodRemoved
from mcp_revisions._runtime.conversion.flat_edits import DropInner
from mcp_revisions._runtime.conversion.log import ConversionLog, array, expected, mapping
from mcp_revisions._runtime.conversion.losses import Change
from mcp_revisions._runtime.errors import INTERNAL_ERROR

Tree = dict[str, Any]
Edit = Callable[[Any, Any, ConversionLog], Any]


def renumbering(rows: list[Tree]) -> Any:
    """Return the edit of the codes of errors."""

    def edit(frame: Tree, at: Any, log: ConversionLog, change: Change) -> None:
        error, place = frame["error"], (at, "error")
        data = error.get("data")
        for row in rows:
            if not row["first"] <= error["code"] <= row["last"]:
                continue
            if row["answering"] and log.answering not in row["answering"]:
                continue
            if row["having"] is not None and not (type(data) is dict and row["having"] in data):
                continue
            if row["wraps"]:
                whole = {"code": error["code"], **({"data": data} if "data" in error else {})}
                if "data" in error:
                    log.report("reshaped", (place, "data"), data, change)
                else:
                    log.report("invented", (place, "data"), whole, change)
                error["data"] = whole
            log.fill(error, "code", row["to"], place, change)
            return

    return edit


class Plan:
    """One published plan; `adapter` makes the table of the runtime."""

    def __init__(self, tree: Tree) -> None:
        assert tree["format"] == 1
        self.tree = tree
        self._changes = {name: Change(**change) for name, change in tree["changes"].items()}
        self._fits: dict[str, Any] = {}

    def adapter(self) -> Adapter:
        """Return the adapter of the plan."""
        tree, errors, every = self.tree, self.tree["errors"], self.tree["everyPart"]
        rule = errors["edit"]
        return Adapter(
            tree["source"],
            tree["target"],
            {
                side: {n: self._method(row) for n, row in rows.items()}
                for side, rows in tree["methods"].items()
            },
            error=renumbering(rule["renumber"]) if rule else None,
            error_change=self._changes[rule["change"]] if rule else None,
            error_id=self._changes.get(errors["withoutId"]),
            batches=self._changes.get(tree["batches"]),
            capabilities=self._edit(tree["capabilities"]),
            implementation=self._edit(tree["implementation"]),
            every_part=every
            and DropInner(every["member"], tuple(every["names"]), self._changes[every["change"]]),
            context={key.rpartition("/")[2]: type_ for key, type_ in tree["context"].items()} or None,
        )

    def _method(self, row: Tree) -> Any:
        if row["kind"] == "removed":
            return MethodRemoved(self._changes[row["change"]], row["code"])
        params, result = self._edit(row["params"]), self._edit(row["result"])
        options = row["isRequest"], tuple(row["fidelity"]), row["createsParams"], row["dropsEmptyParams"]
        change = self._changes.get(row.get("renaming", ""))
        return MethodAdapter(params, result, *options, renamed=row.get("renamed"), renaming=change)

    def _edit(self, name: str | None) -> Edit | None:
        return None if name is None else lambda value, at, log: self.call(name, value, at, log)

    def fits(self, value: Any, schema: Tree) -> bool:
        """Say whether a value fits a type of the plan."""
        if (key := repr(schema)) not in self._fits:
            whole = {**schema, "$defs": self.tree["$defs"]}
            self._fits[key] = jsonschema_rs.Draft202012Validator(whole, validate_formats=False)
        return bool(self._fits[key].is_valid(value))

    def call(self, name: str, value: Any, at: Any, log: ConversionLog) -> Any:
        """Run a function on a value and return its replacement, or the value."""
        function = self.tree["functions"][name]
        if function["kind"] == "loop":
            self._loop(function["function"], _container(value, function["loop"], at), at, log)
        elif function["kind"] == "object":
            if type(value) is not dict:
                raise expected("an object", at)
            if function["rule"]:
                value = self._rule(function["rule"], value, at, log)
            for edit in function["edits"]:
                getattr(self, _snake(edit["kind"]))(edit, value, at, log)
        else:
            assert function["kind"] == "union"
            value = self._outcome(self._variant(function, value)["outcome"], value, at, log)
        return value

    def _loop(self, name: str, container: Any, at: Any, log: ConversionLog) -> None:
        for key, item in list(container.items() if type(container) is dict else enumerate(container)):
            container[key] = self.call(name, item, (at, key), log)

    def _rule(self, call: Tree, value: Any, at: Any, log: ConversionLog) -> Any:
        return getattr(rules, call["rule"])(value, at, log, self._changes[call["change"]])

    # Unions

    def _variant(self, union: Tree, value: Any) -> Tree:
        def fits(type_: Tree) -> bool:
            return self.fits(value, type_)

        for one in union["variants"]:
            if all(map(fits, one["fits"])) and not any(map(fits, one["unfit"])):
                found: Tree = one
                return found
        return {"outcome": {"kind": "unchanged"}}

    def _outcome(self, outcome: Tree, value: Any, at: Any, log: ConversionLog) -> Any:
        if outcome["kind"] == "malformed":
            raise expected(outcome["expected"], at)
        if outcome["kind"] == "refuse":
            self._refuse(outcome, at, log)
        if outcome["kind"] == "convert":
            if outcome["loop"]:
                self._loop(outcome["function"], value, at, log)
            elif outcome["function"]:
                value = self.call(outcome["function"], value, at, log)
            if outcome["rule"]:
                value = self._rule(outcome["rule"], value, at, log)
        return value

    def _refuse(self, node: Tree, at: Any, log: ConversionLog) -> None:
        code = node.get("code")
        log.refuse(at, self._changes[node["change"]], INTERNAL_ERROR if code is None else code)

    # Edits: one function for each kind

    def _drop(self, edit: Tree, owner: Tree, at: Any, log: ConversionLog) -> None:
        if edit["member"] in owner:
            log.drop(owner, edit["member"], at, self._changes[edit["change"]])

    def _move(self, edit: Tree, owner: Tree, at: Any, log: ConversionLog) -> None:
        paths, change = (tuple(edit["source"]), tuple(edit["target"])), self._changes[edit["change"]]
        log.move(owner, *paths, at, change, makes=edit["makes"], clears=edit["clears"])

    def _drop_others(self, edit: Tree, owner: Tree, at: Any, log: ConversionLog) -> None:
        shape = "never" if edit["type"] is None else edit["type"]
        log.drop_others(owner, tuple(edit["declared"]), at, self._changes[edit["change"]], shape)

    def _drop_unfit(self, edit: Tree, owner: Tree, at: Any, log: ConversionLog) -> None:
        if edit["member"] in owner and not self.fits(owner[edit["member"]], edit["type"]):
            self._drop(edit, owner, at, log)

    def _drop_only(self, edit: Tree, owner: Tree, at: Any, log: ConversionLog) -> None:
        if edit["member"] in owner:
            log.drop_only(owner, edit["member"], edit["value"], at, self._changes[edit["change"]])

    def _drop_inside(self, edit: Tree, owner: Tree, at: Any, log: ConversionLog) -> None:
        if edit["member"] in owner:
            log.drop_inside(owner, edit["member"], edit["names"], at, self._changes[edit["change"]])

    def _set(self, edit: Tree, owner: Tree, at: Any, log: ConversionLog) -> None:
        if edit["always"] or edit["member"] in owner:
            log.fill(owner, edit["member"], edit["value"], at, self._changes[edit["change"]])

    def _require(self, edit: Tree, owner: Tree, at: Any, log: ConversionLog) -> None:
        absent = edit["member"] not in owner
        if edit["always"] if absent else not self.fits(owner[edit["member"]], edit["type"]):
            log.fill(owner, edit["member"], edit["value"], at, self._changes[edit["change"]])

    def _refuse_present(self, edit: Tree, owner: Tree, at: Any, log: ConversionLog) -> None:
        if edit["member"] in owner:
            self._refuse(edit, (at, edit["member"]), log)

    def _refuse_absent(self, edit: Tree, owner: Tree, at: Any, log: ConversionLog) -> None:
        if edit["member"] not in owner:
            self._refuse(edit, at, log)

    def _refuse_unfit(self, edit: Tree, owner: Tree, at: Any, log: ConversionLog) -> None:
        if edit["member"] in owner and not self.fits(owner[edit["member"]], edit["type"]):
            self._refuse(edit, (at, edit["member"]), log)

    def _call_rule(self, edit: Tree, owner: Tree, at: Any, log: ConversionLog) -> None:
        if edit["always"] or edit["member"] in owner:
            self._rule(edit, owner, at, log)

    def _visit(self, edit: Tree, owner: Tree, at: Any, log: ConversionLog) -> None:
        member, loop = edit["member"], edit["loop"]
        if not edit["required"] and member not in owner:
            return
        if loop:
            container = array(owner, member, at) if loop == "items" else mapping(owner, member, at)
            self._loop(edit["function"], container, (at, member), log)
        else:
            value = self.call(edit["function"], owner.get(member), (at, member), log)
            if value is not owner.get(member):
                owner[member] = value


def _snake(kind: str) -> str:
    return "_" + re.sub(r"[A-Z]", lambda found: f"_{found[0].lower()}", kind)


def _container(value: Any, loop: str, at: Any) -> Any:
    if type(value) is not (list if loop == "items" else dict):
        raise expected("an array" if loop == "items" else "an object", at)
    return value
