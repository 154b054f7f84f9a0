"""What happens to a frame along a chain of adapters: the plan of each method, and that of errors.

In: a frame as a tree. Out: the same tree, edited by the functions of the adapters in order, and the events in
the log. A plan also says which frames need no edit (`leaves`), and which are edited at the top alone
(`flat`): `unread` converts those without reading them.
"""

from __future__ import annotations

from functools import reduce
from typing import Literal, NamedTuple

import msgspec

from ..errors import INVALID_REQUEST, DecodeError
from ..json_values import is_integer
from .adapter_tables import Adapter, Edit, MethodRemoved
from .flat_edits import Flat, joined
from .log import ConversionLog, FrameRefused, Tree
from .losses import Change
from .rules import STANDARD_CODES, stable_codes
from .value_checks import NEVER, Shape

Part = Literal["params", "result"]


class Step(NamedTuple):
    """The edit of one adapter on the params, or the result, of a method."""

    edit: Edit
    creates_params: bool = False
    drops_empty_params: bool = False
    flat: Flat = Flat()


class MethodPlan(msgspec.Struct, frozen=True, gc=False):
    """A method along the chain: the steps of its params, or of its result, or the change that removes it."""

    part: Part
    steps: tuple[Step, ...]
    removed: MethodRemoved | None
    is_request: bool
    renamed: tuple[str, Change] | None = None  # the name of a call in the target, and the change behind it

    @property
    def unchanged(self) -> bool:
        """Say whether every frame of the method passes unchanged."""
        return not (self.steps or self.removed or self.renamed)

    @property
    def creates_params(self) -> bool:
        """Say whether the target requires params, and the source does not."""
        return any(step.creates_params for step in self.steps)

    @property
    def flat(self) -> Flat:
        """Return the steps as flat edits, of no value where some are not, or where params come and go."""
        editing = [step for step in self.steps if step.flat.edits]
        comes = self.creates_params and not all(step.creates_params for step in editing)
        goes = any(step.drops_empty_params for step in editing[:-1])
        if self.removed or self.renamed or comes or goes:
            return Flat()
        return reduce(joined, (step.flat for step in self.steps), Flat(None))

    @property
    def leaves(self) -> Shape:
        """Return the shape of the frames that every step leaves alone, apart from the name of the method."""
        others, edits = self.flat
        if edits or others == NEVER:
            return NEVER
        if self.part == "result":
            return ("object", {"result": others, "error": NEVER, "method": NEVER}, ("result",))
        required = *(["id"] if self.is_request else []), *(["params"] if self.creates_params else [])
        id = None if self.is_request else NEVER
        return ("object", {"id": id, "params": others, "result": NEVER, "error": NEVER}, required)

    def apply(self, tree: Tree, log: ConversionLog) -> None:
        """Edit the params, or the result, of a frame in place; raise `FrameRefused` for a removed method."""
        if self.removed is not None:
            raise FrameRefused(None, self.removed.change, self.removed.code)
        if self.renamed is not None:
            log.respell((None, "method"), tree["method"], self.renamed[1])
        part = self.part
        at = (None, part)
        for edit, creates_params, drops_empty_params, _ in self.steps:
            before = len(log)
            if part in tree:
                was_empty = not tree[part]
                edit(tree[part], at, log)
                if drops_empty_params and not tree[part] and not was_empty:
                    del tree[part]
            elif creates_params:
                params: Tree = {}
                tree[part] = params
                edit(params, at, log)
                if not log:
                    log.moved([])  # nothing is lost, and yet the frame is another
            if before:
                log.end_step(before)
        if self.renamed is not None:  # last, since a refusal names the method of the source
            tree["method"] = self.renamed[0]


class ErrorPlan(msgspec.Struct, frozen=True, gc=False):
    """The errors along the chain; `refuses` is the change after which the other side has no requests."""

    adapters: tuple[Adapter, ...]  # those that edit or refuse an error
    refuses: Change | None
    is_request: bool = False

    @property
    def unchanged(self) -> bool:
        """Say whether every error passes unchanged."""
        return not (self.adapters or self.refuses)

    def leaves(self, answering: str) -> Shape:
        """Return the shape of the frames with an error that every adapter leaves alone."""
        if self.refuses is not None:
            return NEVER
        stable = [set(stable_codes(each.error, answering)) for each in self.adapters if each.error]
        codes = sorted(set(STANDARD_CODES).intersection(*stable))
        error = ("object", {"code": ("choice", *codes)}, ("code",)) if self.adapters else None
        required = ("error", "id") if any(adapter.error_id for adapter in self.adapters) else ("error",)
        frame = ("object", {"id": None, "error": error, "result": NEVER, "method": NEVER}, required)
        return frame if codes else NEVER

    def apply(self, tree: Tree, log: ConversionLog) -> None:
        """Edit a frame that holds an error in place."""
        if self.refuses is not None:
            log.refuse(None, self.refuses)
        error = tree["error"]
        if type(error) is not dict or not is_integer(error.get("code")):
            raise DecodeError("/error", "expected an object with a code", INVALID_REQUEST)
        for adapter in self.adapters:
            if adapter.error_id is not None and "id" not in tree:
                log.refuse(None, adapter.error_id)
            if adapter.error is not None and adapter.error_change is not None and "error" in tree:
                before = len(log)
                adapter.error(tree, None, log, adapter.error_change)
                log.end_step(before)
