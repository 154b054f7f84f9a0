"""Compositions: a revision and extensions → the interface of a revision module that reads the frames of all.

A composition has one table of methods and one codec, so a frame of the revision and a frame of an extension
are decoded by the same call. An object that gains members is a subclass of the revision's class, and so is
each object that contains the object: `isinstance` with the revision's classes holds. A clash is refused when
the composition is made: two meanings of a method, of a type name, of a member, or of a kind of result.

Compositions are made once for the same revision and extensions, under `build_lock`.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from importlib import import_module
from types import ModuleType, SimpleNamespace
from typing import TYPE_CHECKING, Any, NamedTuple, TypeVar, overload

from msgspec.structs import replace

from . import router
from .errors import ProtocolError
from .handlers import Context
from .messages.build_lock import build_lock
from .messages.codec import Codec
from .messages.encoder import encode
from .messages.frames import ErrorResponse, Method, Response
from .messages.options import Answering, Data
from .messages.revision_tables import PEER
from .messages.wider_structs import WiderStructs

if TYPE_CHECKING:
    from .messages.options import DecodeOptions, TypeForm, Unpack

T = TypeVar("T")
FRAMES = {"ErrorResponse": ErrorResponse, "Method": Method, "Response": Response}


class ExtensionGate(NamedTuple):
    """A part of a frame that needs an extension: the members at a path of params, or a kind of result.

    `method` is the method of the frame; `path` leads to the member, whose presence needs the extension, or to
    the member of a result whose `value` does.
    """

    identifier: str
    declared_by: tuple[str, ...]
    method: str
    path: tuple[str, ...]
    value: str | None = None


class Composition:
    """A revision with extensions: the interface of a revision module.

    `REVISION` is the name of the revision, `EXTENSIONS` are the identifiers, `METHODS` the methods of all.
    Types and constants of the revision and of the extensions are attributes, and those of `types`.
    """

    REVISION: str
    EXTENSIONS: tuple[str, ...]
    METHODS: dict[str, Method]
    encode = staticmethod(encode)
    to_builtins = staticmethod(Codec.to_builtins)
    json_schema = staticmethod(Codec.json_schema)

    if TYPE_CHECKING:  # attributes of the object: a method of the class would add a call to each frame

        @overload
        def decode(self, data: Data, type_: type[T], **options: Unpack[DecodeOptions]) -> T: ...
        @overload
        def decode(self, data: Data, type_: TypeForm[T], **options: Unpack[DecodeOptions]) -> T: ...
        def decode(self, data: Data, type_: Any, **options: Any) -> Any:
            """Return the object of that type in `data`, as a revision module does."""

        def decode_message(
            self, data: Data, sender: str, answering: Answering = None, **options: Unpack[DecodeOptions]
        ) -> Any:
            """Return the frame of the revision or of an extension in `data`, sent by `sender`."""

        @property
        def Router(self) -> type[router.Router]:  # noqa: N802 - the name in a revision module
            """The router of the composition."""
            ...

    def __init__(self, base: Any, extensions: Sequence[Any]) -> None:
        self.REVISION = base.REVISION
        self.EXTENSIONS = tuple(extension.IDENTIFIER for extension in extensions)
        names = _names(base, extensions)
        wider = WiderStructs(names, _additions(base, extensions))
        self.types: Any = SimpleNamespace(**{name: wider.type(found) for name, found in names.items()})
        rows = _methods(base, extensions)
        self.METHODS = {name: _widened(row, wider) for name, row in sorted(rows.items())}
        changed = [row for name, row in self.METHODS.items() if row is not rows[name]]
        self.gates = tuple(_gates(changed, extensions))
        self.peers = _peers(extensions)
        self._codec = Codec(
            str(self),
            self.types,
            self.METHODS,
            batches=base.BATCHES,
            elsewhere={tag: where for tag, where in base.ELSEWHERE.items() if tag[1] not in self.METHODS},
            peers=self.peers,
        )
        self._constants = {name: value for name, value in vars(base.methods).items() if name.isupper()}
        vars(self).update(decode=self._codec.decode, decode_message=self._codec.decode_message)
        vars(self)["Router"] = _router(self)

    def __getattr__(self, name: str) -> Any:
        """Return a type or a constant of the revision or of an extension."""
        own = vars(self)
        for found in (vars(own["types"]) if "types" in own else {}, FRAMES, own.get("_constants", {})):
            if name in found:
                return found[name]
        raise AttributeError(f"{type(self).__name__} has no attribute {name!r}")

    def __dir__(self) -> list[str]:
        return sorted({*super().__dir__(), *vars(self.types), *self._constants, *FRAMES})

    def __str__(self) -> str:
        """Return the revision and the extensions in words."""
        return f"{self.REVISION} with {' and '.join(self.EXTENSIONS)}" if self.EXTENSIONS else self.REVISION

    def __repr__(self) -> str:
        return f"<{self}>"

    def __reduce__(self) -> Any:
        return compose, (self.REVISION, *self.EXTENSIONS)


_made: dict[tuple[str, ...], Composition] = {}


def compose(revision: str, *extensions: ModuleType | str) -> Composition:
    """Return a revision with extensions, given as modules or identifiers; the same object for the same.

    Raises `ValueError` for an unknown revision or extension, and for an extension of another revision. Raises
    `ValueError` for two meanings of a method, a type name, a member or a kind of result too.
    """
    package: Any = import_module(__name__.rsplit(".", 2)[0])
    base = package.revision(revision)
    found = [package.extension(one) if isinstance(one, str) else one for one in extensions]
    for one in found:
        _check_extension(one, base)
    key = (revision, *sorted(one.IDENTIFIER for one in found))
    if len(set(key)) < len(key):
        raise ValueError(f"an extension is named twice: {', '.join(key[1:])}")
    with build_lock:
        if key not in _made:
            _made[key] = Composition(base, sorted(found, key=lambda one: str(one.IDENTIFIER)))
        return _made[key]


def _check_extension(extension: Any, base: Any) -> None:
    """Refuse a value that is no extension of a revision of this package."""
    if not isinstance(getattr(extension, "_codec", None), Codec) or not hasattr(extension, "IDENTIFIER"):
        raise ValueError(f"{extension!r} is no extension of this package; mr.extension returns one")
    if extension.EXTENDS != base.REVISION:
        raise ValueError(f"{extension.IDENTIFIER} extends {extension.EXTENDS}, not {base.REVISION}")


def _clash(part: str, first: str, second: str) -> ValueError:
    return ValueError(f"{part} has one meaning in {first} and another in {second}")


# The parts of a composition


def _names(base: Any, extensions: Sequence[Any]) -> dict[str, Any]:
    """Return the types of all by name."""
    found = {name: getattr(base.types, name) for name in base.types.__all__}
    owners = dict.fromkeys(found, str(base.REVISION))
    for extension in extensions:
        for name in extension.types.__all__:
            if name in found:
                raise _clash(f"the type {name}", owners[name], extension.IDENTIFIER)
            found[name], owners[name] = getattr(extension.types, name), extension.IDENTIFIER
    return found


def _additions(base: Any, extensions: Sequence[Any]) -> dict[str, list[Any]]:
    """Return the types whose members join each object of the revision, by the name of the object."""
    found: dict[str, list[Any]] = {}
    owners: dict[tuple[str, str], str] = {}
    for extension in extensions:
        for name, added in extension.ADDITIONS.items():
            taken = vars(base.types)[name].__struct_encode_fields__
            for member in added.__struct_encode_fields__:
                owner = base.REVISION if member in taken else owners.get((name, member))
                if owner is not None:
                    raise _clash(f"the member {member} of {name}", owner, extension.IDENTIFIER)
                owners[name, member] = extension.IDENTIFIER
            found.setdefault(name, []).append(added)
    return found


def _methods(base: Any, extensions: Sequence[Any]) -> dict[str, Method]:
    """Return the methods of all; methods of the revision have the further results."""
    rows: dict[str, Method] = dict(base.METHODS)
    owners = dict.fromkeys(rows, str(base.REVISION))
    for extension in extensions:
        for name, row in extension.METHODS.items():
            if name in rows:
                raise _clash(f"the method {name}", owners[name], extension.IDENTIFIER)
            rows[name], owners[name] = row, extension.IDENTIFIER
    for extension in extensions:
        for name, results in extension.ANSWERS.items():
            for result in results:
                guards: list[Any] = [getattr(other, "__guard__", None) for other in rows[name].results]
                if result.__guard__ in guards:
                    member, value = result.__guard__
                    raise _clash(f"{member} {value!r} of {name}", "another result", extension.IDENTIFIER)
            rows[name] = replace(rows[name], results=(*rows[name].results, *results))
    return rows


def _widened(row: Method, wider: WiderStructs) -> Method:
    """Return a method whose types hold the objects with further members."""
    results = tuple(map(wider.type, row.results))
    type_, params = wider.type(row.type), row.params and wider.type(row.params)
    if (type_, params, results) == (row.type, row.params, row.results):
        return row
    return replace(row, type=type_, params=params, results=results)


def _gates(methods: Sequence[Method], extensions: Sequence[Any]) -> Iterator[ExtensionGate]:
    """Yield the parts of frames that need an extension; `methods` are those with further members."""
    for extension in extensions:
        sides = extension.IDENTIFIER, extension.DECLARED_BY
        for name, results in extension.ANSWERS.items():
            for result in results:
                yield ExtensionGate(*sides, name, (result.__guard__[0],), result.__guard__[1])
        added = {name: cls.__struct_encode_fields__ for name, cls in extension.ADDITIONS.items()}
        for method in methods:
            for path, owner in WiderStructs.objects(method.params):
                for member in added.get(owner, ()):
                    yield ExtensionGate(*sides, method.name, (*path, member))


def _peers(extensions: Sequence[Any]) -> dict[str, str]:
    """Return the other side of each side."""
    found = dict(PEER)
    for extension in extensions:
        for side, peer in extension._codec.peers.items():
            if found.setdefault(side, peer) != peer:
                raise _clash(f"the side {side}", "another extension", extension.IDENTIFIER)
    return found


def _router(composition: Composition) -> type[router.Router]:
    """Return the router of a composition."""

    class ComposedRouter(router.Router):
        """Calls the handlers for the requests and notifications of one side.

        With `capabilities`, a frame that needs an extension is refused unless this side declared the
        extension and the request declares it; so is the reply of a handler.
        """

        codec = composition._codec

        def _admit(self, message: Any, context: Context, batched: bool) -> None:
            if self.sender in PEER and self.capabilities is not None:
                self._judge(message, self.sender, context)
            else:
                super()._admit(message, context, batched)

        def _admit_reply(self, reply: bytes, context: Context) -> None:
            if self.sender in PEER and self.capabilities is not None:
                self._judge(reply, PEER[self.sender], context)

        def _judge(self, message: Any, sender: str, context: Context) -> None:
            from .specification.capabilities import allows

            sides = {PEER[self.sender]: self.capabilities}
            if self.sender == "client":
                sides["client"] = context.client_capabilities or {}
            found = allows(composition, sender, message, **sides)
            stated = str(found.gate).partition(":")[0] in sides
            if not found and found.code is not None and stated:
                raise ProtocolError(found.code, found.reason, found.data)

    ComposedRouter.__name__ = ComposedRouter.__qualname__ = "Router"
    return ComposedRouter
