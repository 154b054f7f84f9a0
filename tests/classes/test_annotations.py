"""The annotations of the public functions and classes of revision modules."""

from __future__ import annotations

import ast
import inspect
from collections.abc import Iterator
from importlib import import_module
from pathlib import Path
from types import ModuleType

import mcp_revisions as mr
import pytest
from mcp_revisions import _signatures
from mcp_revisions._runtime.messages.codec import Codec
from mcp_revisions._runtime.messages.encoder import Encoder

from mcpgen.emit.module_contexts import PUBLIC

Function = ast.FunctionDef | ast.AsyncFunctionDef

CODEC = ("decode", "encode", "to_builtins", "json_schema")
"""The functions of a revision module that are methods of its codec."""

TYPE_FORMS = {"Method.params", "Method.results", "Method.result"}
"""They hold unions and plain types besides classes. Python 3.10 has no annotation for these."""

OPEN = {
    "convert",  # JSON values, and a `TypedDict`
    "NoCounterpart.reply",  # the form of the message that was converted
    "NoCounterpart.__init__",
    "Router.composed",  # a module
    "Router.on",  # each revision has overloads
    "Composition.decode_message",  # each composition has overloads
    "VendorMessage.vendor_method",  # any vendor method
    "VendorMessage.params",  # the type that the vendor chose
}
"""The uses of `Any` in the exports of `mcp_revisions`."""

UNLISTED = (
    *("Context", "ELSEWHERE", "annotations", "dicts", "interface", "methods", "types"),
    *(f"{side}Message" for side in ("Client", "Server", "App", "Host")),
)
"""The names of a module that its `Interface` does not set: modules, and what occurs only in annotations."""

NAMES = [*mr.REVISIONS, *(f"2026-07-28+{name}" for name in mr.EXTENSIONS)]


def tree_of(value: object) -> ast.Module:
    """Return the source of a module as a syntax tree. It includes the part for type checkers."""
    file = inspect.getsourcefile(value)  # type: ignore[arg-type]
    assert file is not None
    return ast.parse(Path(file).read_text("utf-8"))


def has_any(annotation: ast.AST | None) -> bool:
    """Return whether an annotation uses `Any`."""
    names = ("Any", "_t.Any", "typing.Any")
    return annotation is not None and any(ast.unparse(node) in names for node in ast.walk(annotation))


def visible(body: list[ast.stmt]) -> Iterator[ast.stmt]:
    """Yield the statements that a type checker sees. If a function has overloads, they hide what follows."""
    overloaded = set()
    for node in body:
        if isinstance(node, ast.If):
            yield from visible(node.body)
        elif isinstance(node, Function):
            if any("overload" in ast.unparse(each) for each in node.decorator_list):
                overloaded.add(node.name)
                yield node
            elif node.name not in overloaded:
                yield node
        else:
            yield node


def uses(body: list[ast.stmt], owner: str = "") -> Iterator[str]:
    """Yield the names of the public functions, attributes and aliases whose annotation uses `Any`."""
    for node in visible(body):
        if isinstance(node, ast.ClassDef):
            yield from uses(node.body, f"{node.name}.")
        elif isinstance(node, Function):
            if node.name.startswith("_") and node.name != "__init__":
                continue
            each = node.args
            given = [*each.posonlyargs, *each.args, *each.kwonlyargs, each.vararg, each.kwarg]
            if has_any(node.returns) or any(has_any(one.annotation) for one in given if one is not None):
                yield f"{owner}{node.name}"
        elif isinstance(node, ast.AnnAssign) and not ast.unparse(node.target).startswith("_"):
            value = node.value if "TypeAlias" in ast.unparse(node.annotation) else None
            if has_any(node.annotation) or has_any(value):
                yield f"{owner}{ast.unparse(node.target)}"


def exported() -> Iterator[ast.stmt]:
    """Yield the classes, functions and modules that `mcp_revisions` exports, as statements."""
    for name, _, _ in PUBLIC:
        value = getattr(mr, name)
        if isinstance(value, ModuleType):
            names = getattr(value, "__all__", dir(value))
            public = (node for node in tree_of(value).body if getattr(node, "name", "_") in names)
            yield from (node for node in public if not node.name.startswith("_"))
        elif inspect.isfunction(value):
            module = _signatures if hasattr(_signatures, name) else inspect.getmodule(value)
            yield from (node for node in visible(tree_of(module).body) if getattr(node, "name", "") == name)
        elif isinstance(value, type) and value.__module__.startswith("mcp_revisions."):
            yield from class_body(value)


def class_body(value: type) -> list[ast.stmt]:
    """Return a class of the runtime in a list, from the source of its module."""
    body = tree_of(inspect.getmodule(value)).body
    return [node for node in body if isinstance(node, ast.ClassDef) and node.name == value.__name__]


@pytest.mark.parametrize("name", NAMES)
def test_a_module_names_the_types_of_its_functions(name: str) -> None:
    """No public function, alias or class of a revision's `__init__.py` uses `Any`."""
    module = mr.revision(name)
    source = module if isinstance(module, ModuleType) else inspect.getmodule(type(module))
    tree = tree_of(source)
    found = {node.name for node in ast.walk(tree) if isinstance(node, (ast.ClassDef, ast.FunctionDef))}
    assert {"Router", "decode_message", "on"} <= found
    assert list(uses(tree.body)) == []


def test_the_package_names_the_types_of_its_exports() -> None:
    """No export of `mcp_revisions` uses `Any`, except where a comment in `OPEN` says why."""
    statements = list(exported())
    assert len(statements) > len(PUBLIC) / 2
    found = {*uses(tree_of(mr).body), *uses(tree_of(_signatures).body), *uses(statements)}
    assert found == OPEN


@pytest.mark.parametrize("identifier", mr.EXTENSIONS)
def test_an_extension_names_the_types_of_its_functions(identifier: str) -> None:
    """No public function of an extension uses `Any`. Its tables hold type forms."""
    assert set(uses(tree_of(mr.extension(identifier)).body)) == {"ANSWERS", "ADDITIONS"}


@pytest.mark.parametrize("name", [*NAMES, *mr.EXTENSIONS])
def test_the_interface_of_a_module_has_its_names(name: str) -> None:
    """For type checkers, `mr.revision` and `mr.extension` return an object with all names of the module."""
    module = mr.extension(name) if name in mr.EXTENSIONS else mr.revision(name)
    package = module.__name__ if isinstance(module, ModuleType) else type(module).__module__
    interface = import_module(f"{package}.interface")
    assert set(interface.Types.__annotations__) == set(module.types.__all__)
    if isinstance(module, ModuleType):
        public = {name for name in vars(module) if not name.startswith("_")}
        assert vars(interface.Interface()).keys() == public - {*UNLISTED, *module.types.__all__}


@pytest.mark.parametrize("kind", ["Method", "Response", "ErrorResponse"])
def test_a_class_of_every_module_names_its_types(kind: str) -> None:
    """The classes that revision modules share use `Any` only for type forms."""
    body = class_body(getattr(mr.revision(mr.LATEST), kind))
    assert body and set(uses(body)) <= TYPE_FORMS


def test_the_functions_of_a_codec_name_their_types() -> None:
    """`decode`, `encode`, `to_builtins` and `json_schema` do not use `Any`."""
    functions = []
    for cls in (Codec, Encoder):
        (body,) = class_body(cls)
        assert isinstance(body, ast.ClassDef)
        functions += [
            node for node in visible(body.body) if isinstance(node, Function) and node.name in CODEC
        ]
    assert {node.name for node in functions} == set(CODEC)
    assert list(uses(list(functions))) == []


def test_the_check_finds_any() -> None:
    """The check sees the part for type checkers, and implementations only of functions without overloads."""
    source = """
import typing as _t
if _t.TYPE_CHECKING:
    Alias: _t.TypeAlias = list[_t.Any]
    @_t.overload
    def one(a: int) -> int: ...
    def one(*args: _t.Any) -> _t.Any: ...
    @_t.overload
    def two(a: _t.Any) -> int: ...
class Three:
    four: dict[str, _t.Any]
    def five(self, *, a: Any = None) -> None: ...
"""
    assert list(uses(ast.parse(source).body)) == ["Alias", "two", "Three.four", "Three.five"]


def test_latest_is_the_newest_revision() -> None:
    """`from mcp_revisions import latest` imports the module of `mr.LATEST`."""
    from mcp_revisions import latest

    assert latest is mr.revision(mr.LATEST) and latest.REVISION == mr.LATEST and "latest" in dir(mr)
