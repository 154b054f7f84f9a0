"""Find violations of the specification: one function for each rule, one module for each chapter.

A function takes a `MessageContext`, and yields a location and a reason for each violation. Its name becomes
the id of the rule, and its docstring states the requirement. `@rule` or `@advice` states severity, section
and revisions.
"""

from . import basic, client, elicitation, server, tools  # noqa: F401 - registers them
