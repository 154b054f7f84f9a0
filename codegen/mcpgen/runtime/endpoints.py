"""Endpoints: the names of revisions, and of revisions with extensions.

In: a revision string, or a composition (a revision with `EXTENSIONS`). Out: a name such as
`2026-07-28+io.modelcontextprotocol/tasks`, with the identifiers in order. Tables of the package use these
names as keys.
"""

from __future__ import annotations

from typing import Any, Protocol

from .revision_table import RevisionName

JOINT = "+"


class Composed(Protocol):
    """A revision with extensions, as `compose` returns it.

    `gates` are the parts of messages that need an extension (`specification.capabilities.ExtensionGate`).
    """

    @property
    def REVISION(self) -> str:  # noqa: N802 - the name in a revision module
        """The revision."""
        ...

    @property
    def EXTENSIONS(self) -> tuple[str, ...]:  # noqa: N802
        """The identifiers of the extensions."""
        ...

    METHODS: dict[str, Any]
    gates: tuple[Any, ...]


Endpoint = RevisionName | Composed
AnyEndpoint = str | Composed
"""An endpoint inside the runtime. No revision may have its name."""


def name_of(endpoint: Any) -> Any:
    """Return the name of a revision or a composition. Return any other value unchanged."""
    extensions = getattr(endpoint, "EXTENSIONS", None)
    revision = getattr(endpoint, "REVISION", None)
    return endpoint if extensions is None or revision is None else with_extensions(revision, *extensions)


def with_extensions(revision: str, *extensions: str) -> str:
    """Return the name of a revision with extensions."""
    return JOINT.join([revision, *sorted(extensions)])


def revision_in(name: str) -> str:
    """Return the revision in the name of an endpoint."""
    return name.partition(JOINT)[0]


def extensions_in(name: str) -> list[str]:
    """Return the identifiers of the extensions in the name of an endpoint."""
    return name.split(JOINT)[1:]
