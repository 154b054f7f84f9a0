"""Exact message types, dispatch tables and adapters for revisions of the Model Context Protocol.

Written by mcpgen; change its templates and runtime, not this folder.

    import mcp_revisions as mr
    mcp = mr.revision(mr.LATEST)

A revision is imported when it is asked for, the rest when it is used.
"""

from __future__ import annotations

import typing as _t

REVISIONS: tuple[str, ...] = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")
"""The revisions in this package, oldest first."""

LATEST = "2026-07-28"

_MODULES = {
    "2024-11-05": "v2024_11_05",
    "2025-03-26": "v2025_03_26",
    "2025-06-18": "v2025_06_18",
    "2025-11-25": "v2025_11_25",
    "2026-07-28": "v2026_07_28",
}
_LAZY = {
    "Bridge": ("._runtime.bridge", "Bridge"),
    "BridgeLimits": ("._runtime.bridge_core", "Limits"),
    "Converted": ("._runtime.losses", "Converted"),
    "Converter": ("._runtime.convert", "Converter"),
    "DecodeError": ("._runtime.errors", "DecodeError"),
    "EncodeError": ("._runtime.errors", "EncodeError"),
    "Loss": ("._runtime.losses", "Loss"),
    "LossError": ("._runtime.losses", "LossError"),
    "NoCounterpart": ("._runtime.losses", "NoCounterpart"),
    "ProtocolError": ("._runtime.errors", "ProtocolError"),
    "advise": ("._runtime.advice", "advise"),
    "capabilities": ("._runtime.capabilities", ""),
    "conduct": ("._runtime.conduct", ""),
    "convert": ("._runtime.convert", "convert"),
    "converter": ("._runtime.convert", "converter"),
    "fidelity": ("._runtime.convert", "fidelity"),
    "forms": ("._runtime.forms", ""),
    "negotiate": ("._runtime.negotiate", "negotiate"),
}

if _t.TYPE_CHECKING:
    from types import ModuleType

    from ._runtime.bridge import Bridge as Bridge
    from ._runtime.bridge_core import Limits as BridgeLimits
    from ._runtime.losses import Converted as Converted
    from ._runtime.convert import Converter as Converter
    from ._runtime.errors import DecodeError as DecodeError
    from ._runtime.errors import EncodeError as EncodeError
    from ._runtime.losses import Loss as Loss
    from ._runtime.losses import LossError as LossError
    from ._runtime.losses import NoCounterpart as NoCounterpart
    from ._runtime.errors import ProtocolError as ProtocolError
    from ._runtime.advice import advise as advise
    from ._runtime import capabilities as capabilities
    from ._runtime import conduct as conduct
    from ._runtime.convert import convert as convert
    from ._runtime.convert import converter as converter
    from ._runtime.convert import fidelity as fidelity
    from ._runtime import forms as forms
    from ._runtime.negotiate import negotiate as negotiate


def revision(name: str) -> ModuleType:
    """Return the module of a revision, imported on first use; `ValueError` names those that there are."""
    from importlib import import_module

    if name not in _MODULES:
        raise ValueError(f"{name!r} is not in this package; the revisions are {', '.join(REVISIONS)}")
    return import_module(f".{_MODULES[name]}", __name__)


def __getattr__(name: str) -> _t.Any:
    from importlib import import_module

    if name not in _LAZY:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    module, attribute = _LAZY[name]
    found = import_module(module, __name__)
    value = globals()[name] = getattr(found, attribute) if attribute else found
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *_LAZY})
