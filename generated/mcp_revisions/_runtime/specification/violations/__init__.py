"""One function for each rule of the specification, in a module for each chapter of the specification.

In: a `FrameContext`. Out: the places that break the rule, with a reason. The name of a function is the id of
its rule, the docstring states the requirement, and `@rule` or `@advice` severity, section and revisions.
"""

from . import basic, client, elicitation, server, tools  # noqa: F401 - registers them
