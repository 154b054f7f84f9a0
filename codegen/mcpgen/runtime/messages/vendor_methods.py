"""Methods that no revision defines: a vendor registers them with types of its own."""

from __future__ import annotations

from functools import lru_cache
from typing import TYPE_CHECKING, Any, ClassVar, Generic, Literal, TypeVar, cast, get_args

from msgspec import UNSET, UnsetType
from msgspec import inspect as mi

from ..revision_table import MethodName
from .base import JSONRPC, Mapping, Message, Request
from .caller_types import checked_type
from .frames import Method
from .options import checked_option, checked_text
from .type_info import is_generated

P = TypeVar("P")
R = TypeVar("R")
P_contra = TypeVar("P_contra", contravariant=True)
R_co = TypeVar("R_co", covariant=True)
SENDERS: dict[str, tuple[str, ...]] = {
    "client": ("client",),
    "server": ("server",),
    "both": ("client", "server"),
}
OWNERS = ("receiver", "sender", "client", "server", "both")
RESERVED = "rpc."  # JSON-RPC 2.0, section 4

if TYPE_CHECKING:
    Sender = Literal["client", "server", "both"]
    Owner = Literal["receiver", "sender", "client", "server", "both"]


def is_vendor_name(name: object) -> bool:
    """Return whether a vendor may define a method called `name`.

    The names of all revisions and extensions of this package are taken, and so are those that start with
    `rpc.`.
    """
    return isinstance(name, str) and name != "" and name not in _taken() and not name.startswith(RESERVED)


@lru_cache(maxsize=1)
def _taken() -> frozenset[str]:
    return frozenset(get_args(MethodName))


class VendorMessage(Message, Request[R_co], kw_only=True):
    """A request or notification of a vendor method. `VendorMethod.message` creates it.

    Each vendor method has a subclass, whose `vendor_method` is the record of the method.
    """

    vendor_method: ClassVar[VendorMethod[Any, Any] | None] = None
    jsonrpc: Literal["2.0"] = JSONRPC
    id: str | int | UnsetType = UNSET
    method: str
    params: Any = UNSET


class VendorMethod(Method, Generic[P_contra, R_co], frozen=True, kw_only=True):
    """A method that no revision defines, with its types.

    `vendor_request` and `vendor_notification` return such methods. `Router.on` takes a `VendorMethod` to
    handle the method. `decode_message` takes it as `answering` or in `methods`. `Peer` sends what
    `VendorMethod.message` returns.
    """

    def message(self, params: P_contra, id: str | int | None = None) -> VendorMessage[R_co]:
        """Return a message with these params. A `Peer` sets the `id` of a request. `encode` needs one."""
        members: dict[str, Any] = {"id": id} if self.kind == "request" else {}
        return cast("VendorMessage[R_co]", self.type(method=self.name, params=params, **members))


def vendor_request(
    name: str,
    params: type[P],
    result: type[R],
    *,
    sender: Sender,
    capability: str | None = None,
    owner: Owner = "receiver",
) -> VendorMethod[P, R]:
    """Return the record of a request that no revision defines.

    `params` and `result` are types of JSON objects: a `msgspec.Struct`, a dataclass, `dict[str, Any]` or a
    generated type. They follow the rules of `decode`. `sender` is the side that sends the request. If it
    needs a `capability`, such as `extensions["com.example/search"]`, `owner` is the side that declares it.

    Raises `ValueError` for a name that a revision, an extension or JSON-RPC defines, and `TypeError` for an
    unsuitable type.
    """
    return _made("request", name, params, (_object_type("result", result),), sender, capability, owner)


def vendor_notification(
    name: str,
    params: type[P],
    *,
    sender: Sender,
    capability: str | None = None,
    owner: Owner = "receiver",
) -> VendorMethod[P, None]:
    """Return the record of a notification that no revision defines.

    The arguments are those of `vendor_request`.

    Raises `ValueError` for a name that a revision, an extension or JSON-RPC defines, and `TypeError` for an
    unsuitable type.
    """
    return _made("notification", name, params, (), sender, capability, owner)


def _made(
    kind: Any, name: str, params: Any, results: tuple[Any, ...], sender: str, capability: Any, owner: Any
) -> VendorMethod[Any, Any]:
    if not is_vendor_name(checked_text("name", name)):
        raise ValueError(f"name: {name!r:.100} is reserved; use a name with a prefix, as in 'acme/search'")
    checked_option("owner", owner, OWNERS)
    metaclass: Any = type(VendorMessage)
    type_ = metaclass("VendorMessage", (VendorMessage,), {"__module__": __name__}, kw_only=True)
    made: VendorMethod[Any, Any] = VendorMethod(
        name=cast("Any", name),
        kind=kind,
        senders=SENDERS[checked_option("sender", sender, tuple(SENDERS))],
        type=type_,
        params=_object_type("params", params),
        results=results,
        capability=None if capability is None else checked_text("capability", capability),
        owner=None if capability is None else cast("Any", owner),
    )
    type_.vendor_method = made
    return made


def _object_type(argument: str, type_: Any) -> Any:
    """Return `type_`. Raise `TypeError` unless its values are JSON objects that `isinstance` can check."""
    node = checked_type(type_)
    is_object = isinstance(node, (mi.StructType, mi.DataclassType, mi.DictType))
    is_mapping = isinstance(node, mi.CustomType) and is_generated(node) and issubclass(node.cls, Mapping)
    if not (is_object or is_mapping) or getattr(node, "array_like", False):
        raise TypeError(f"{argument}: expected a Struct, a dataclass or dict[str, Any], not {type_!r:.100}")
    return type_
