"""The functions of `mcp_revisions` for type checkers: their overloads name the types of each revision.

Nothing imports this module at run time.
"""

from __future__ import annotations

import typing as _t
from types import ModuleType as _ModuleType

from . import v2024_11_05 as v2024_11_05
from . import v2025_03_26 as v2025_03_26
from . import v2025_06_18 as v2025_06_18
from . import v2025_11_25 as v2025_11_25
from . import v2026_07_28 as v2026_07_28
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
from ._runtime.composition import Composition as _Composition
from ._runtime.conversion.convert import Converter as _Converter
from ._runtime.conversion.convert import T_co as _M_co
from ._runtime.conversion.losses import ConvertedPair as _ConvertedPair
from ._runtime.endpoints import Composed as _Composed
from ._runtime.endpoints import Endpoint as _Endpoint
from ._runtime.messages.base import Message as _Message
from ._runtime.messages.options import Answering as _Answering
from ._runtime.revision_module import RevisionModule as _RevisionModule
from ._runtime.revision_table import RevisionName as _RevisionName

if _t.TYPE_CHECKING:
    from typing_extensions import Unpack as _Unpack

    from ._runtime.conversion.convert import ConverterArguments as _ConverterArguments
    from ._runtime.conversion.convert import ConverterOptions as _ConverterOptions
    from ._runtime.conversion.convert import ConvertArguments as _ConvertArguments
    from ._runtime.conversion.convert import ConvertOptions as _ConvertOptions

# The sources without batches: one message in, one message out.
_Single: _t.TypeAlias = (
    _t.Literal[
        "2024-11-05",
        "2025-06-18",
        "2025-11-25",
        "2026-07-28",
        "2026-07-28+io.modelcontextprotocol/tasks",
        "2026-07-28+io.modelcontextprotocol/tasks+io.modelcontextprotocol/ui",
        "2026-07-28+io.modelcontextprotocol/ui",
    ]
    | _Composed
)


@_t.overload
def convert(
    message: bytes, source: _Single, target: _Endpoint, **options: _Unpack[_ConvertOptions]
) -> _ConvertedPair[bytes]: ...
@_t.overload
def convert(
    message: str, source: _Single, target: _Endpoint, **options: _Unpack[_ConvertOptions]
) -> _ConvertedPair[str]: ...
@_t.overload
def convert(
    message: bytes, source: _Endpoint, target: _Endpoint, **options: _Unpack[_ConvertOptions]
) -> _ConvertedPair[bytes | list[bytes]]: ...
@_t.overload
def convert(
    message: str, source: _Endpoint, target: _Endpoint, **options: _Unpack[_ConvertOptions]
) -> _ConvertedPair[str | list[str]]: ...
@_t.overload
def convert(
    message: _Message,
    source: _Endpoint,
    target: _t.Literal["2024-11-05"],
    *,
    sender: _t.Literal["client"],
    **options: _Unpack[_ConvertArguments],
) -> _ConvertedPair[v2024_11_05.ClientMessage]: ...
@_t.overload
def convert(
    message: _Message,
    source: _Endpoint,
    target: _t.Literal["2024-11-05"],
    *,
    sender: _t.Literal["server"],
    **options: _Unpack[_ConvertArguments],
) -> _ConvertedPair[v2024_11_05.ServerMessage]: ...
@_t.overload
def convert(
    message: _Message,
    source: _Endpoint,
    target: _t.Literal["2025-03-26"],
    *,
    sender: _t.Literal["client"],
    **options: _Unpack[_ConvertArguments],
) -> _ConvertedPair[v2025_03_26.ClientMessage]: ...
@_t.overload
def convert(
    message: _Message,
    source: _Endpoint,
    target: _t.Literal["2025-03-26"],
    *,
    sender: _t.Literal["server"],
    **options: _Unpack[_ConvertArguments],
) -> _ConvertedPair[v2025_03_26.ServerMessage]: ...
@_t.overload
def convert(
    message: _Message,
    source: _Endpoint,
    target: _t.Literal["2025-06-18"],
    *,
    sender: _t.Literal["client"],
    **options: _Unpack[_ConvertArguments],
) -> _ConvertedPair[v2025_06_18.ClientMessage]: ...
@_t.overload
def convert(
    message: _Message,
    source: _Endpoint,
    target: _t.Literal["2025-06-18"],
    *,
    sender: _t.Literal["server"],
    **options: _Unpack[_ConvertArguments],
) -> _ConvertedPair[v2025_06_18.ServerMessage]: ...
@_t.overload
def convert(
    message: _Message,
    source: _Endpoint,
    target: _t.Literal["2025-11-25"],
    *,
    sender: _t.Literal["client"],
    **options: _Unpack[_ConvertArguments],
) -> _ConvertedPair[v2025_11_25.ClientMessage]: ...
@_t.overload
def convert(
    message: _Message,
    source: _Endpoint,
    target: _t.Literal["2025-11-25"],
    *,
    sender: _t.Literal["server"],
    **options: _Unpack[_ConvertArguments],
) -> _ConvertedPair[v2025_11_25.ServerMessage]: ...
@_t.overload
def convert(
    message: _Message,
    source: _Endpoint,
    target: _t.Literal["2026-07-28"],
    *,
    sender: _t.Literal["client"],
    **options: _Unpack[_ConvertArguments],
) -> _ConvertedPair[v2026_07_28.ClientMessage]: ...
@_t.overload
def convert(
    message: _Message,
    source: _Endpoint,
    target: _t.Literal["2026-07-28"],
    *,
    sender: _t.Literal["server"],
    **options: _Unpack[_ConvertArguments],
) -> _ConvertedPair[v2026_07_28.ServerMessage]: ...
@_t.overload
def convert(
    message: _Message, source: _Endpoint, target: _Endpoint, **options: _Unpack[_ConvertOptions]
) -> _ConvertedPair[_Message]: ...
@_t.overload
def convert(
    message: dict[str, _t.Any], source: _Endpoint, target: _Endpoint, **options: _Unpack[_ConvertOptions]
) -> _ConvertedPair[dict[str, _t.Any]]: ...
@_t.overload
def convert(
    message: list[_t.Any], source: _Endpoint, target: _Endpoint, **options: _Unpack[_ConvertOptions]
) -> _ConvertedPair[list[_t.Any]]: ...
@_t.overload
def convert(
    message: _t.Mapping[str, object],
    source: _Endpoint,
    target: _Endpoint,
    **options: _Unpack[_ConvertOptions],
) -> _ConvertedPair[_t.Any]: ...
def convert(*args: object, **kwargs: object) -> object:
    """Convert a message from one revision to another, and report every difference."""
    raise NotImplementedError


class _SingleConverter(_Converter[_M_co]):
    @_t.overload
    def __call__(self, message: bytes, answering: _Answering = None) -> _ConvertedPair[bytes]: ...
    @_t.overload
    def __call__(self, message: str, answering: _Answering = None) -> _ConvertedPair[str]: ...
    @_t.overload
    def __call__(self, message: _Message, answering: _Answering = None) -> _ConvertedPair[_M_co]: ...
    @_t.overload
    def __call__(
        self, message: dict[str, _t.Any], answering: _Answering = None
    ) -> _ConvertedPair[dict[str, _t.Any]]: ...
    @_t.overload
    def __call__(
        self, message: list[_t.Any], answering: _Answering = None
    ) -> _ConvertedPair[list[_t.Any]]: ...
    @_t.overload
    def __call__(
        self, message: _t.Mapping[str, object], answering: _Answering = None
    ) -> _ConvertedPair[_t.Any]: ...
    def __call__(self, message: object, answering: _Answering = None) -> _ConvertedPair[object]:
        raise NotImplementedError


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
) -> _Converter[v2024_11_05.ClientMessage]: ...
@_t.overload
def converter(
    source: _t.Literal["2025-03-26"],
    target: _t.Literal["2024-11-05"],
    *,
    sender: _t.Literal["server"],
    **options: _Unpack[_ConverterArguments],
) -> _Converter[v2024_11_05.ServerMessage]: ...
@_t.overload
def converter(
    source: _t.Literal["2025-03-26"],
    target: _t.Literal["2025-03-26"],
    *,
    sender: _t.Literal["client"],
    **options: _Unpack[_ConverterArguments],
) -> _Converter[v2025_03_26.ClientMessage]: ...
@_t.overload
def converter(
    source: _t.Literal["2025-03-26"],
    target: _t.Literal["2025-03-26"],
    *,
    sender: _t.Literal["server"],
    **options: _Unpack[_ConverterArguments],
) -> _Converter[v2025_03_26.ServerMessage]: ...
@_t.overload
def converter(
    source: _t.Literal["2025-03-26"],
    target: _t.Literal["2025-06-18"],
    *,
    sender: _t.Literal["client"],
    **options: _Unpack[_ConverterArguments],
) -> _Converter[v2025_06_18.ClientMessage]: ...
@_t.overload
def converter(
    source: _t.Literal["2025-03-26"],
    target: _t.Literal["2025-06-18"],
    *,
    sender: _t.Literal["server"],
    **options: _Unpack[_ConverterArguments],
) -> _Converter[v2025_06_18.ServerMessage]: ...
@_t.overload
def converter(
    source: _t.Literal["2025-03-26"],
    target: _t.Literal["2025-11-25"],
    *,
    sender: _t.Literal["client"],
    **options: _Unpack[_ConverterArguments],
) -> _Converter[v2025_11_25.ClientMessage]: ...
@_t.overload
def converter(
    source: _t.Literal["2025-03-26"],
    target: _t.Literal["2025-11-25"],
    *,
    sender: _t.Literal["server"],
    **options: _Unpack[_ConverterArguments],
) -> _Converter[v2025_11_25.ServerMessage]: ...
@_t.overload
def converter(
    source: _t.Literal["2025-03-26"],
    target: _t.Literal["2026-07-28"],
    *,
    sender: _t.Literal["client"],
    **options: _Unpack[_ConverterArguments],
) -> _Converter[v2026_07_28.ClientMessage]: ...
@_t.overload
def converter(
    source: _t.Literal["2025-03-26"],
    target: _t.Literal["2026-07-28"],
    *,
    sender: _t.Literal["server"],
    **options: _Unpack[_ConverterArguments],
) -> _Converter[v2026_07_28.ServerMessage]: ...
@_t.overload
def converter(
    source: _Single, target: _Endpoint, **options: _Unpack[_ConverterOptions]
) -> _SingleConverter[_Message]: ...
@_t.overload
def converter(
    source: _Endpoint, target: _Endpoint, **options: _Unpack[_ConverterOptions]
) -> _Converter[_Message]: ...
def converter(*args: object, **kwargs: object) -> object:
    """Return a function that converts the messages of one sender."""
    raise NotImplementedError


@_t.overload
def compose(revision: _t.Literal["2026-07-28"], *extensions: _ModuleType | str) -> v2026_07_28_tasks_apps: ...
@_t.overload
def compose(revision: _RevisionName, *extensions: _ModuleType | str) -> _Composition: ...
def compose(*args: object, **kwargs: object) -> object:
    """Return the composition of a revision and extensions."""
    raise NotImplementedError


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
def revision(name: _RevisionName) -> _RevisionModule: ...
def revision(name: object) -> object:
    """Return the module of a revision. For a name with extensions, return its `Composition`."""
    raise NotImplementedError


@_t.overload
def extension(identifier: _t.Literal["io.modelcontextprotocol/tasks"]) -> _tasks: ...
@_t.overload
def extension(identifier: _t.Literal["io.modelcontextprotocol/ui"]) -> _apps: ...
@_t.overload
def extension(identifier: str) -> _ModuleType: ...
def extension(identifier: str) -> _ModuleType:
    """Return the module of an extension. It is imported on first use."""
    raise NotImplementedError
