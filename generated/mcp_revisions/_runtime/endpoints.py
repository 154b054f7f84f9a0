"""The names of endpoints. An endpoint is a revision, or a composition (a revision with extensions).

The name of a composition joins the revision and the sorted identifiers of its extensions:
`2026-07-28+io.modelcontextprotocol/tasks`. Tables of this package use these names as keys.
"""

from __future__ import annotations

from typing import Any, Protocol

from .revision_table import RevisionName

JOINT = "+"


class Composed(Protocol):
    """The type of a revision with extensions, with the attributes that the runtime reads.

    `gates` lists the parts of messages that need an extension, each as an `ExtensionGate`
    (`capabilities.py`).
    """

    @property
    def REVISION(self) -> str:  # noqa: N802 - the name in a revision module
        """The name of the revision."""
        ...

    @property
    def EXTENSIONS(self) -> tuple[str, ...]:  # noqa: N802
        """The identifiers of the extensions."""
        ...

    METHODS: dict[str, Any]
    gates: tuple[Any, ...]


Endpoint = RevisionName | Composed
AnyEndpoint = str | Composed
"""An endpoint that is not checked yet: there may be no revision with that name."""


def name_of(endpoint: Any) -> Any:
    """Return the name of a revision or a composition. Return any other value unchanged."""
    extensions = getattr(endpoint, "EXTENSIONS", None)
    revision = getattr(endpoint, "REVISION", None)
    return endpoint if extensions is None or revision is None else with_extensions(revision, *extensions)


def with_extensions(revision: str, *extensions: str) -> str:
    """Return the name of the composition of a revision and extensions."""
    return JOINT.join([revision, *sorted(extensions)])


def revision_in(name: str) -> str:
    """Return the revision in the name of a composition. Return the name of a plain revision unchanged."""
    return name.partition(JOINT)[0]


def extensions_in(name: str) -> list[str]:
    """Return the extension identifiers in the name of a composition. A plain revision has none."""
    return name.split(JOINT)[1:]
