"""Compositions. A composition is a revision with extensions, and has the interface of a revision module.

The build writes one module for each set of extensions that a revision supports. `compose` imports that
module, and returns an object whose attributes are the names of the module. Two calls with the same revision
and extensions return the same object.
"""

from __future__ import annotations

from collections.abc import Sequence
from importlib import import_module
from types import ModuleType
from typing import TYPE_CHECKING, Any, TypeVar, overload

from .endpoints import extensions_in, revision_in, with_extensions
from .messages.codec import Codec

if TYPE_CHECKING:
    from .messages.base import Message
    from .messages.frames import Method
    from .messages.options import Data, DecodeOptions, MessageOptions, TypeForm, Unpack
    from .revision_table import RevisionName
    from .router import Router
    from .specification.capabilities import ExtensionGate

T = TypeVar("T")


class Composition:
    """A revision with extensions. It has the interface of a revision module.

    `REVISION` is the name of the revision, and `EXTENSIONS` are the identifiers of the extensions. `METHODS`
    holds the methods of the revision and of the extensions. Their types and constants are attributes of the
    composition and of its `types`.
    """

    REVISION: RevisionName
    EXTENSIONS: tuple[str, ...] = ()
    METHODS: dict[str, Method]
    ERRORS: dict[int, str]
    BATCHES: bool
    gates: tuple[ExtensionGate, ...] = ()
    to_builtins = staticmethod(Codec.to_builtins)
    json_schema = staticmethod(Codec.json_schema)

    if TYPE_CHECKING:  # attributes of the object: methods of the class would add a call for each message

        @overload
        def decode(self, data: Data, type_: type[T], **options: Unpack[DecodeOptions]) -> T: ...
        @overload
        def decode(self, data: Data, type_: TypeForm[T], **options: Unpack[DecodeOptions]) -> T: ...
        def decode(self, data: object, type_: object, **options: object) -> object:
            """Decode `data` as `type_`, as a revision module does."""

        # `Any`, because each composition has overloads of its own.
        def decode_message(
            self, data: Data, sender: Any, answering: Any = None, **options: Unpack[MessageOptions]
        ) -> Message | Sequence[Message]:
            """Decode a message of the revision or of an extension, as a revision module does."""
            ...

        def encode(self, value: object, validate: bool = False) -> bytes:
            """Encode an object of a generated type, or plain JSON, as a revision module does."""
            ...

        @property
        def Router(self) -> type[Router]:  # noqa: N802 - the name in a revision module
            """The class of routers for messages of the composition."""
            ...

    else:

        def __getattr__(self, name: str) -> Any:
            """Return the union type `ClientMessage` or `ServerMessage` of all messages that a side sends.

            Raise `AttributeError` for another name.
            """
            if "_codec" not in vars(self):
                raise AttributeError(name)
            return vars(self).setdefault(name, self._codec.message_types(name))

    def __init__(self, interface: ModuleType) -> None:
        names = {name: value for name, value in vars(interface).items() if not name.startswith("_")}
        vars(self).update(names, _codec=vars(interface)["_codec"])

    def __str__(self) -> str:
        """Return the name for error messages: `2026-07-28 with io.modelcontextprotocol/tasks`."""
        return f"{self.REVISION} with {' and '.join(self.EXTENSIONS)}" if self.EXTENSIONS else self.REVISION

    def __repr__(self) -> str:
        return f"<{self}>"

    def __reduce__(self) -> Any:
        return compose, (self.REVISION, *self.EXTENSIONS)


_made: dict[str, Composition] = {}


def compose(revision: RevisionName, *extensions: ModuleType | str) -> Composition:
    """Return the composition of a revision and extensions.

    Each extension is a module of this package or an identifier. `revision` may also name extensions, as in
    `2026-07-28+io.modelcontextprotocol/tasks`. The same arguments return the same object.

    Raises `ValueError` for an unknown revision or extension, for an extension of another revision, and for a
    set of extensions that was not built into this package.
    """
    package: Any = import_module(__name__.rsplit(".", 2)[0])
    named = extensions_in(revision) if isinstance(revision, str) else []
    base = package.revision(revision_in(revision) if named else revision)
    extensions = (*named, *extensions)
    found = [package.extension(one) if isinstance(one, str) else one for one in extensions]
    for one in found:
        if not isinstance(getattr(one, "_codec", None), Codec) or not hasattr(one, "IDENTIFIER"):
            raise ValueError(f"{one!r} is not an extension of this package; mr.extension returns one")
        if one.EXTENDS != base.REVISION:
            raise ValueError(f"{one.IDENTIFIER} extends {one.EXTENDS}, not {base.REVISION}")
    identifiers = [one.IDENTIFIER for one in found]
    if len(set(identifiers)) < len(identifiers):
        raise ValueError(f"an extension is named twice: {', '.join(sorted(identifiers))}")
    name = with_extensions(base.REVISION, *identifiers)
    if name not in _made:
        _made.setdefault(name, _composition(package, name) if identifiers else Composition(base))
    return _made[name]


def _composition(package: Any, name: str) -> Composition:
    """Return the composition called `name`. Raise `ValueError` if this package does not contain it."""
    folders: dict[str, str] = package._COMPOSITIONS
    if name not in folders:
        known = [one for one in folders if revision_in(one) == revision_in(name)]
        raise ValueError(
            f"{name!r} is not in this package; its revisions with extensions are {', '.join(known)}"
        )
    with package._import_lock:
        interface: Any = import_module(f"{package.__name__}.extensions.{folders[name]}")
    made: Composition = interface.Composition(interface)
    return made
