"""Find violations of the specification: one function for each rule, one module for each chapter.

In: a `MessageContext`. Out: the locations that break the rule, with a reason. The name of a function is the
id of its rule, and its docstring is the requirement. `@rule` or `@advice` states severity, section and
revisions.
"""

from . import basic, client, elicitation, server, tools  # noqa: F401 - registers them
