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
    "CallError": ("._runtime.peer", "CallError"),
    "Change": ("._runtime.conversion.losses", "Change"),
    "Context": ("._runtime.router", "Context"),
    "Converted": ("._runtime.conversion.losses", "Converted"),
    "Converter": ("._runtime.conversion.convert", "Converter"),
    "DecodeError": ("._runtime.errors", "DecodeError"),
    "EncodeError": ("._runtime.errors", "EncodeError"),
    "Endpoint": ("._runtime.endpoints", "Endpoint"),
    "LOSSLESS": ("._runtime.conversion.losses", "LOSSLESS"),
    "Loss": ("._runtime.conversion.losses", "Loss"),
    "LossError": ("._runtime.conversion.losses", "LossError"),
    "LossKind": ("._runtime.conversion.losses", "LossKind"),
    "MethodName": ("._runtime.revision_table", "MethodName"),
    "NoCounterpart": ("._runtime.conversion.losses", "NoCounterpart"),
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
    "advise": ("._runtime.specification.spec_rules", "advise"),
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

    from ._runtime.peer import CallError as CallError
    from ._runtime.conversion.losses import Change as Change
    from ._runtime.router import Context as Context
    from ._runtime.conversion.losses import Converted as Converted
    from ._runtime.conversion.convert import Converter as Converter
    from ._runtime.errors import DecodeError as DecodeError
    from ._runtime.errors import EncodeError as EncodeError
    from ._runtime.endpoints import Endpoint as Endpoint
    from ._runtime.conversion.losses import LOSSLESS as LOSSLESS
    from ._runtime.conversion.losses import Loss as Loss
    from ._runtime.conversion.losses import LossError as LossError
    from ._runtime.conversion.losses import LossKind as LossKind
    from ._runtime.revision_table import MethodName as MethodName
    from ._runtime.conversion.losses import NoCounterpart as NoCounterpart
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
    from ._runtime.specification.spec_rules import advise as advise
    from ._runtime.specification import capabilities as capabilities
    from ._runtime.composition import Composition as Composition
    from ._runtime.facts import facts as facts
    from ._runtime.conversion.fidelity import fidelity as fidelity
    from ._runtime.specification import forms as forms
    from ._runtime.facts import known_revisions as known_revisions
    from ._runtime.specification.negotiate import negotiate as negotiate
    from ._runtime.specification.negotiate import Admission as Admission
    from ._runtime.specification.negotiate import admit as admit
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
    from typing_extensions import Unpack as _Unpack

    from ._runtime.endpoints import Composed as _Composed
    from ._runtime.endpoints import Endpoint as _Endpoint
    from ._runtime.conversion.convert import ConverterArguments as _ConverterArguments
    from ._runtime.conversion.convert import ConverterOptions as _ConverterOptions
    from ._runtime.conversion.convert import ConvertArguments as _ConvertArguments
    from ._runtime.conversion.convert import ConvertOptions as _ConvertOptions
    from ._runtime.conversion.convert import T_co as _M_co
    from ._runtime.messages.base import Message as _Message
    from ._runtime.messages.options import Answering as _Answering

    # The sources without batches: one message in, one message out.
    _Single: _t.TypeAlias = (
        _t.Literal[
            "2024-11-05",
            "2025-06-18",
            "2025-11-25",
            "2026-07-28",
            "2026-07-28+io.modelcontextprotocol/tasks",
            "2026-07-28+io.modelcontextprotocol/ui",
            "2026-07-28+io.modelcontextprotocol/tasks+io.modelcontextprotocol/ui",
        ]
        | _Composed
    )

    @_t.overload
    def convert(
        message: bytes, source: _Single, target: _Endpoint, **options: _Unpack[_ConvertOptions]
    ) -> Converted[bytes]: ...
    @_t.overload
    def convert(
        message: str, source: _Single, target: _Endpoint, **options: _Unpack[_ConvertOptions]
    ) -> Converted[str]: ...

    @_t.overload
    def convert(
        message: bytes, source: _Endpoint, target: _Endpoint, **options: _Unpack[_ConvertOptions]
    ) -> Converted[bytes | list[bytes]]: ...

    @_t.overload
    def convert(
        message: str, source: _Endpoint, target: _Endpoint, **options: _Unpack[_ConvertOptions]
    ) -> Converted[str | list[str]]: ...

    @_t.overload
    def convert(
        message: _Message,
        source: _Endpoint,
        target: _t.Literal["2024-11-05"],
        *,
        sender: _t.Literal["client"],
        **options: _Unpack[_ConvertArguments],
    ) -> Converted[v2024_11_05.ClientMessage]: ...

    @_t.overload
    def convert(
        message: _Message,
        source: _Endpoint,
        target: _t.Literal["2024-11-05"],
        *,
        sender: _t.Literal["server"],
        **options: _Unpack[_ConvertArguments],
    ) -> Converted[v2024_11_05.ServerMessage]: ...

    @_t.overload
    def convert(
        message: _Message,
        source: _Endpoint,
        target: _t.Literal["2025-03-26"],
        *,
        sender: _t.Literal["client"],
        **options: _Unpack[_ConvertArguments],
    ) -> Converted[v2025_03_26.ClientMessage]: ...

    @_t.overload
    def convert(
        message: _Message,
        source: _Endpoint,
        target: _t.Literal["2025-03-26"],
        *,
        sender: _t.Literal["server"],
        **options: _Unpack[_ConvertArguments],
    ) -> Converted[v2025_03_26.ServerMessage]: ...

    @_t.overload
    def convert(
        message: _Message,
        source: _Endpoint,
        target: _t.Literal["2025-06-18"],
        *,
        sender: _t.Literal["client"],
        **options: _Unpack[_ConvertArguments],
    ) -> Converted[v2025_06_18.ClientMessage]: ...

    @_t.overload
    def convert(
        message: _Message,
        source: _Endpoint,
        target: _t.Literal["2025-06-18"],
        *,
        sender: _t.Literal["server"],
        **options: _Unpack[_ConvertArguments],
    ) -> Converted[v2025_06_18.ServerMessage]: ...

    @_t.overload
    def convert(
        message: _Message,
        source: _Endpoint,
        target: _t.Literal["2025-11-25"],
        *,
        sender: _t.Literal["client"],
        **options: _Unpack[_ConvertArguments],
    ) -> Converted[v2025_11_25.ClientMessage]: ...

    @_t.overload
    def convert(
        message: _Message,
        source: _Endpoint,
        target: _t.Literal["2025-11-25"],
        *,
        sender: _t.Literal["server"],
        **options: _Unpack[_ConvertArguments],
    ) -> Converted[v2025_11_25.ServerMessage]: ...

    @_t.overload
    def convert(
        message: _Message,
        source: _Endpoint,
        target: _t.Literal["2026-07-28"],
        *,
        sender: _t.Literal["client"],
        **options: _Unpack[_ConvertArguments],
    ) -> Converted[v2026_07_28.ClientMessage]: ...

    @_t.overload
    def convert(
        message: _Message,
        source: _Endpoint,
        target: _t.Literal["2026-07-28"],
        *,
        sender: _t.Literal["server"],
        **options: _Unpack[_ConvertArguments],
    ) -> Converted[v2026_07_28.ServerMessage]: ...

    @_t.overload
    def convert(
        message: _Message, source: _Endpoint, target: _Endpoint, **options: _Unpack[_ConvertOptions]
    ) -> Converted[_Message]: ...

    @_t.overload
    def convert(
        message: dict[str, _t.Any], source: _Endpoint, target: _Endpoint, **options: _Unpack[_ConvertOptions]
    ) -> Converted[dict[str, _t.Any]]: ...

    @_t.overload
    def convert(
        message: list[_t.Any], source: _Endpoint, target: _Endpoint, **options: _Unpack[_ConvertOptions]
    ) -> Converted[list[_t.Any]]: ...

    @_t.overload
    def convert(
        message: _t.Mapping[str, object],
        source: _Endpoint,
        target: _Endpoint,
        **options: _Unpack[_ConvertOptions],
    ) -> Converted[_t.Any]: ...
    def convert(*args: object, **kwargs: object) -> object:
        """Convert a message from one revision to another, and report every difference."""
        ...

    from .extensions.v2026_07_28_apps import Composition as v2026_07_28_apps
    from .extensions.v2026_07_28_tasks import Composition as v2026_07_28_tasks
    from .extensions.v2026_07_28_tasks_apps import Composition as v2026_07_28_tasks_apps
    from .v2024_11_05.interface import Interface as _v2024_11_05
    from .v2025_03_26.interface import Interface as _v2025_03_26
    from .v2025_06_18.interface import Interface as _v2025_06_18
    from .v2025_11_25.interface import Interface as _v2025_11_25
    from .v2026_07_28.interface import Interface as _v2026_07_28
    from .extensions.apps.interface import Interface as _apps
    from .extensions.tasks.interface import Interface as _tasks

    @_t.overload
    def compose(
        revision: _t.Literal["2026-07-28"], *extensions: ModuleType | str
    ) -> v2026_07_28_tasks_apps: ...
    @_t.overload
    def compose(revision: RevisionName, *extensions: ModuleType | str) -> Composition: ...
    def compose(*args: object, **kwargs: object) -> object:
        """Return the composition of a revision and extensions."""
        ...

    class _SingleConverter(Converter[_M_co]):
        @_t.overload
        def __call__(self, message: bytes, answering: _Answering = None) -> Converted[bytes]: ...

        @_t.overload
        def __call__(self, message: str, answering: _Answering = None) -> Converted[str]: ...

        @_t.overload
        def __call__(self, message: _Message, answering: _Answering = None) -> Converted[_M_co]: ...

        @_t.overload
        def __call__(
            self, message: dict[str, _t.Any], answering: _Answering = None
        ) -> Converted[dict[str, _t.Any]]: ...

        @_t.overload
        def __call__(
            self, message: list[_t.Any], answering: _Answering = None
        ) -> Converted[list[_t.Any]]: ...

        @_t.overload
        def __call__(
            self, message: _t.Mapping[str, object], answering: _Answering = None
        ) -> Converted[_t.Any]: ...

        def __call__(self, message: object, answering: _Answering = None) -> Converted[object]: ...

    @_t.overload
    def converter(
        source: _Single,
        target: _t.Literal["2024-11-05"],
        *,
        sender: _t.Literal["client"],
        **options: _Unpack[_ConverterArguments],
    ) -> _SingleConverter[v2024_11_05.ClientMessage]: ...

    @_t.overload
    def converter(
        source: _Single,
        target: _t.Literal["2024-11-05"],
        *,
        sender: _t.Literal["server"],
        **options: _Unpack[_ConverterArguments],
    ) -> _SingleConverter[v2024_11_05.ServerMessage]: ...

    @_t.overload
    def converter(
        source: _Single,
        target: _t.Literal["2025-03-26"],
        *,
        sender: _t.Literal["client"],
        **options: _Unpack[_ConverterArguments],
    ) -> _SingleConverter[v2025_03_26.ClientMessage]: ...

    @_t.overload
    def converter(
        source: _Single,
        target: _t.Literal["2025-03-26"],
        *,
        sender: _t.Literal["server"],
        **options: _Unpack[_ConverterArguments],
    ) -> _SingleConverter[v2025_03_26.ServerMessage]: ...

    @_t.overload
    def converter(
        source: _Single,
        target: _t.Literal["2025-06-18"],
        *,
        sender: _t.Literal["client"],
        **options: _Unpack[_ConverterArguments],
    ) -> _SingleConverter[v2025_06_18.ClientMessage]: ...

    @_t.overload
    def converter(
        source: _Single,
        target: _t.Literal["2025-06-18"],
        *,
        sender: _t.Literal["server"],
        **options: _Unpack[_ConverterArguments],
    ) -> _SingleConverter[v2025_06_18.ServerMessage]: ...

    @_t.overload
    def converter(
        source: _Single,
        target: _t.Literal["2025-11-25"],
        *,
        sender: _t.Literal["client"],
        **options: _Unpack[_ConverterArguments],
    ) -> _SingleConverter[v2025_11_25.ClientMessage]: ...

    @_t.overload
    def converter(
        source: _Single,
        target: _t.Literal["2025-11-25"],
        *,
        sender: _t.Literal["server"],
        **options: _Unpack[_ConverterArguments],
    ) -> _SingleConverter[v2025_11_25.ServerMessage]: ...

    @_t.overload
    def converter(
        source: _Single,
        target: _t.Literal["2026-07-28"],
        *,
        sender: _t.Literal["client"],
        **options: _Unpack[_ConverterArguments],
    ) -> _SingleConverter[v2026_07_28.ClientMessage]: ...

    @_t.overload
    def converter(
        source: _Single,
        target: _t.Literal["2026-07-28"],
        *,
        sender: _t.Literal["server"],
        **options: _Unpack[_ConverterArguments],
    ) -> _SingleConverter[v2026_07_28.ServerMessage]: ...

    @_t.overload
    def converter(
        source: _t.Literal["2025-03-26"],
        target: _t.Literal["2024-11-05"],
        *,
        sender: _t.Literal["client"],
        **options: _Unpack[_ConverterArguments],
    ) -> Converter[v2024_11_05.ClientMessage]: ...

    @_t.overload
    def converter(
        source: _t.Literal["2025-03-26"],
        target: _t.Literal["2024-11-05"],
        *,
        sender: _t.Literal["server"],
        **options: _Unpack[_ConverterArguments],
    ) -> Converter[v2024_11_05.ServerMessage]: ...

    @_t.overload
    def converter(
        source: _t.Literal["2025-03-26"],
        target: _t.Literal["2025-03-26"],
        *,
        sender: _t.Literal["client"],
        **options: _Unpack[_ConverterArguments],
    ) -> Converter[v2025_03_26.ClientMessage]: ...

    @_t.overload
    def converter(
        source: _t.Literal["2025-03-26"],
        target: _t.Literal["2025-03-26"],
        *,
        sender: _t.Literal["server"],
        **options: _Unpack[_ConverterArguments],
    ) -> Converter[v2025_03_26.ServerMessage]: ...

    @_t.overload
    def converter(
        source: _t.Literal["2025-03-26"],
        target: _t.Literal["2025-06-18"],
        *,
        sender: _t.Literal["client"],
        **options: _Unpack[_ConverterArguments],
    ) -> Converter[v2025_06_18.ClientMessage]: ...

    @_t.overload
    def converter(
        source: _t.Literal["2025-03-26"],
        target: _t.Literal["2025-06-18"],
        *,
        sender: _t.Literal["server"],
        **options: _Unpack[_ConverterArguments],
    ) -> Converter[v2025_06_18.ServerMessage]: ...

    @_t.overload
    def converter(
        source: _t.Literal["2025-03-26"],
        target: _t.Literal["2025-11-25"],
        *,
        sender: _t.Literal["client"],
        **options: _Unpack[_ConverterArguments],
    ) -> Converter[v2025_11_25.ClientMessage]: ...

    @_t.overload
    def converter(
        source: _t.Literal["2025-03-26"],
        target: _t.Literal["2025-11-25"],
        *,
        sender: _t.Literal["server"],
        **options: _Unpack[_ConverterArguments],
    ) -> Converter[v2025_11_25.ServerMessage]: ...

    @_t.overload
    def converter(
        source: _t.Literal["2025-03-26"],
        target: _t.Literal["2026-07-28"],
        *,
        sender: _t.Literal["client"],
        **options: _Unpack[_ConverterArguments],
    ) -> Converter[v2026_07_28.ClientMessage]: ...

    @_t.overload
    def converter(
        source: _t.Literal["2025-03-26"],
        target: _t.Literal["2026-07-28"],
        *,
        sender: _t.Literal["server"],
        **options: _Unpack[_ConverterArguments],
    ) -> Converter[v2026_07_28.ServerMessage]: ...

    @_t.overload
    def converter(
        source: _Single, target: _Endpoint, **options: _Unpack[_ConverterOptions]
    ) -> _SingleConverter[_Message]: ...
    @_t.overload
    def converter(
        source: _Endpoint, target: _Endpoint, **options: _Unpack[_ConverterOptions]
    ) -> Converter[_Message]: ...
    def converter(*args: object, **kwargs: object) -> object:
        """Return a function that converts the messages of one sender."""
        ...


_imported: dict[str, ModuleType] = {}
# Only one thread imports at a time. While another thread imports a package, the import system removes it from
# `sys.modules` for a moment, and the import of a module inside would fail with `KeyError`.
_import_lock = _RLock()


if _t.TYPE_CHECKING:

    @_t.overload
    def revision(name: _t.Literal["2024-11-05"]) -> _v2024_11_05: ...
    @_t.overload
    def revision(name: _t.Literal["2025-03-26"]) -> _v2025_03_26: ...
    @_t.overload
    def revision(name: _t.Literal["2025-06-18"]) -> _v2025_06_18: ...
    @_t.overload
    def revision(name: _t.Literal["2025-11-25"]) -> _v2025_11_25: ...
    @_t.overload
    def revision(name: _t.Literal["2026-07-28"]) -> _v2026_07_28: ...
    @_t.overload
    def revision(name: _t.Literal["2026-07-28+io.modelcontextprotocol/tasks"]) -> v2026_07_28_tasks: ...
    @_t.overload
    def revision(
        name: _t.Literal["2026-07-28+io.modelcontextprotocol/tasks+io.modelcontextprotocol/ui"],
    ) -> v2026_07_28_tasks_apps: ...
    @_t.overload
    def revision(name: _t.Literal["2026-07-28+io.modelcontextprotocol/ui"]) -> v2026_07_28_apps: ...
    @_t.overload
    def revision(name: RevisionName) -> RevisionModule: ...
    def revision(name: object) -> object:
        """Return the module of a revision, or the composition of a name with extensions."""
        ...

    @_t.overload
    def extension(identifier: _t.Literal["io.modelcontextprotocol/tasks"]) -> _tasks: ...
    @_t.overload
    def extension(identifier: _t.Literal["io.modelcontextprotocol/ui"]) -> _apps: ...
    @_t.overload
    def extension(identifier: str) -> ModuleType: ...
    def extension(identifier: str) -> ModuleType:
        """Return the module of an extension. It is imported on first use."""
        ...

else:

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
