"""Exact message types, dispatch tables and adapters for revisions of the Model Context Protocol.

Written by mcpgen from its templates and runtime: edit those, not this folder.

    import mcp_revisions as mr
    mcp = mr.revision(mr.LATEST)

Importing this package imports nothing else: revisions and functions are imported on first use.
"""

from __future__ import annotations

import typing as _t
from _thread import RLock as _RLock

__version__ = "0.1.0"

REVISIONS: tuple[RevisionName, ...] = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")
"""The revisions in this package, oldest first."""

LATEST: _t.Final = "2026-07-28"
"""The newest revision in this package."""

EXTENSIONS: tuple[str, ...] = ("io.modelcontextprotocol/tasks", "io.modelcontextprotocol/ui")
"""The identifiers of the extensions in this package."""

_MODULES = {
    "2024-11-05": "v2024_11_05",
    "2025-03-26": "v2025_03_26",
    "2025-06-18": "v2025_06_18",
    "2025-11-25": "v2025_11_25",
    "2026-07-28": "v2026_07_28",
}
_EXTENSIONS = {"io.modelcontextprotocol/tasks": "tasks", "io.modelcontextprotocol/ui": "apps"}
_COMPOSITIONS = {
    "2026-07-28+io.modelcontextprotocol/tasks": "v2026_07_28_tasks",
    "2026-07-28+io.modelcontextprotocol/tasks+io.modelcontextprotocol/ui": "v2026_07_28_tasks_apps",
    "2026-07-28+io.modelcontextprotocol/ui": "v2026_07_28_apps",
}
_LAZY = {
    "CallError": ("._runtime.errors", "CallError"),
    "Change": ("._runtime.conversion.losses", "Change"),
    "Context": ("._runtime.router", "Context"),
    "Converted": ("._runtime.conversion.losses", "Converted"),
    "Converter": ("._runtime.conversion.convert", "Converter"),
    "DecodeError": ("._runtime.errors", "DecodeError"),
    "EncodeError": ("._runtime.errors", "EncodeError"),
    "Endpoint": ("._runtime.endpoints", "Endpoint"),
    "InputRequired": ("._runtime.input_requests", "InputRequired"),
    "LOSSLESS": ("._runtime.conversion.losses", "LOSSLESS"),
    "Loss": ("._runtime.conversion.losses", "Loss"),
    "LossError": ("._runtime.conversion.losses", "LossError"),
    "LossKind": ("._runtime.conversion.losses", "LossKind"),
    "MethodName": ("._runtime.revision_table", "MethodName"),
    "NoCounterpart": ("._runtime.conversion.losses", "NoCounterpart"),
    "Notification": ("._runtime.messages.base", "Notification"),
    "Peer": ("._runtime.peer", "Peer"),
    "PeerLimits": ("._runtime.peer", "PeerLimits"),
    "PendingCall": ("._runtime.peer", "PendingCall"),
    "ProtocolError": ("._runtime.errors", "ProtocolError"),
    "PydanticUnion": ("._runtime.messages.pydantic_schemas", "PydanticUnion"),
    "Request": ("._runtime.messages.base", "Request"),
    "RevisionFacts": ("._runtime.revision_facts", "RevisionFacts"),
    "RevisionModule": ("._runtime.revision_module", "RevisionModule"),
    "RevisionName": ("._runtime.revision_table", "RevisionName"),
    "Router": ("._runtime.router", "Router"),
    "Side": ("._runtime.sides", "Side"),
    "UNSET": ("._runtime.messages.base", "UNSET"),
    "UnreadableFrame": ("._runtime.router", "UnreadableFrame"),
    "UnsetType": ("._runtime.messages.base", "UnsetType"),
    "VendorMessage": ("._runtime.messages.vendor_methods", "VendorMessage"),
    "VendorMethod": ("._runtime.messages.vendor_methods", "VendorMethod"),
    "Why": ("._runtime.errors", "Why"),
    "advise": ("._runtime.specification.spec_rules", "advise"),
    "answer_input": ("._runtime.input_requests", "answer_input"),
    "call_with_inputs": ("._runtime.input_requests", "call_with_inputs"),
    "capabilities": ("._runtime.specification.capabilities", ""),
    "Composition": ("._runtime.composition", "Composition"),
    "compose": ("._runtime.composition", "compose"),
    "convert": ("._runtime.conversion.convert", "convert"),
    "converter": ("._runtime.conversion.convert", "converter"),
    "facts": ("._runtime.facts", "facts"),
    "fidelity": ("._runtime.conversion.fidelity", "fidelity"),
    "forms": ("._runtime.specification.forms", ""),
    "known_revisions": ("._runtime.facts", "known_revisions"),
    "negotiate": ("._runtime.specification.negotiate", "negotiate"),
    "Admission": ("._runtime.specification.negotiate", "Admission"),
    "admit": ("._runtime.specification.negotiate", "admit"),
    "retry": ("._runtime.input_requests", "retry"),
    "revision_name": ("._runtime.revisions", "revision_name"),
    "spec_rules": ("._runtime.specification.spec_rules", ""),
    "vendor_notification": ("._runtime.messages.vendor_methods", "vendor_notification"),
    "vendor_request": ("._runtime.messages.vendor_methods", "vendor_request"),
    "v2024_11_05": (".v2024_11_05", ""),
    "v2025_03_26": (".v2025_03_26", ""),
    "v2025_06_18": (".v2025_06_18", ""),
    "v2025_11_25": (".v2025_11_25", ""),
    "v2026_07_28": (".v2026_07_28", ""),
    "latest": (".v2026_07_28", ""),
}

if _t.TYPE_CHECKING:
    from types import ModuleType

    from ._runtime.errors import CallError as CallError
    from ._runtime.conversion.losses import Change as Change
    from ._runtime.router import Context as Context
    from ._runtime.conversion.losses import Converted as Converted
    from ._runtime.conversion.convert import Converter as Converter
    from ._runtime.errors import DecodeError as DecodeError
    from ._runtime.errors import EncodeError as EncodeError
    from ._runtime.endpoints import Endpoint as Endpoint
    from ._runtime.input_requests import InputRequired as InputRequired
    from ._runtime.conversion.losses import LOSSLESS as LOSSLESS
    from ._runtime.conversion.losses import Loss as Loss
    from ._runtime.conversion.losses import LossError as LossError
    from ._runtime.conversion.losses import LossKind as LossKind
    from ._runtime.revision_table import MethodName as MethodName
    from ._runtime.conversion.losses import NoCounterpart as NoCounterpart
    from ._runtime.messages.base import Notification as Notification
    from ._runtime.peer import Peer as Peer
    from ._runtime.peer import PeerLimits as PeerLimits
    from ._runtime.peer import PendingCall as PendingCall
    from ._runtime.errors import ProtocolError as ProtocolError
    from ._runtime.messages.pydantic_schemas import PydanticUnion as PydanticUnion
    from ._runtime.messages.base import Request as Request
    from ._runtime.revision_facts import RevisionFacts as RevisionFacts
    from ._runtime.revision_module import RevisionModule as RevisionModule
    from ._runtime.revision_table import RevisionName as RevisionName
    from ._runtime.router import Router as Router
    from ._runtime.sides import Side as Side
    from ._runtime.messages.base import UNSET as UNSET
    from ._runtime.router import UnreadableFrame as UnreadableFrame
    from ._runtime.messages.base import UnsetType as UnsetType
    from ._runtime.messages.vendor_methods import VendorMessage as VendorMessage
    from ._runtime.messages.vendor_methods import VendorMethod as VendorMethod
    from ._runtime.errors import Why as Why
    from ._runtime.specification.spec_rules import advise as advise
    from ._runtime.input_requests import answer_input as answer_input
    from ._runtime.input_requests import call_with_inputs as call_with_inputs
    from ._runtime.specification import capabilities as capabilities
    from ._runtime.composition import Composition as Composition
    from ._runtime.facts import facts as facts
    from ._runtime.conversion.fidelity import fidelity as fidelity
    from ._runtime.specification import forms as forms
    from ._runtime.facts import known_revisions as known_revisions
    from ._runtime.specification.negotiate import negotiate as negotiate
    from ._runtime.specification.negotiate import Admission as Admission
    from ._runtime.specification.negotiate import admit as admit
    from ._runtime.input_requests import retry as retry
    from ._runtime.revisions import revision_name as revision_name
    from ._runtime.specification import spec_rules as spec_rules
    from ._runtime.messages.vendor_methods import vendor_notification as vendor_notification
    from ._runtime.messages.vendor_methods import vendor_request as vendor_request
    from . import v2024_11_05 as v2024_11_05
    from . import v2025_03_26 as v2025_03_26
    from . import v2025_06_18 as v2025_06_18
    from . import v2025_11_25 as v2025_11_25
    from . import v2026_07_28 as v2026_07_28
    from . import v2026_07_28 as latest
    from ._signatures import convert as convert
    from ._signatures import converter as converter
    from ._signatures import compose as compose
    from ._signatures import extension as extension
    from ._signatures import revision as revision


_imported: dict[str, ModuleType] = {}
# Only one thread imports at a time. While another thread imports a package, the import system removes it from
# `sys.modules` for a moment, and the import of a module inside would fail with `KeyError`.
_import_lock = _RLock()


if not _t.TYPE_CHECKING:

    def revision(name):
        """Return the module of a revision. It is imported on first use.

        For a name with extensions, return the composition. Raises `ValueError` for a revision that is not in
        this package. `revision_name` checks a name that is only known at run time.
        """
        try:
            return _imported[name]
        except (KeyError, TypeError):
            pass
        from importlib import import_module

        if isinstance(name, str) and name in _COMPOSITIONS:
            from ._runtime.composition import compose

            return compose(name)
        if not isinstance(name, str) or name not in _MODULES:
            raise ValueError(f"{name!r} is not in this package; the revisions are {', '.join(REVISIONS)}")
        with _import_lock:
            found = _imported[name] = import_module(f".{_MODULES[name]}", __name__)
        return found

    def extension(identifier):
        """Return the module of an extension. It is imported on first use.

        Raises `ValueError` if this package does not have the extension.
        """
        from importlib import import_module

        if not isinstance(identifier, str) or identifier not in _EXTENSIONS:
            known = ", ".join(_EXTENSIONS) or "none"
            raise ValueError(f"{identifier!r} is not in this package; the extensions are {known}")
        with _import_lock:
            return import_module(f".extensions.{_EXTENSIONS[identifier]}", __name__)


def __getattr__(name: str) -> _t.Any:
    from importlib import import_module

    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _LAZY[name]
    with _import_lock:
        found = import_module(module, __name__)
    value = globals()[name] = getattr(found, attribute) if attribute else found
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
