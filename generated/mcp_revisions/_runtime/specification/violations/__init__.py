"""One function for each rule of the specification, in a module for each chapter of the specification.

In: a `FrameContext`. Out: the places that break the rule, with a reason. The name of a function is the id of
its rule, the docstring states the requirement. `spec_rules.RULES` and `spec_advice.RULES` hold severity,
section and revisions of each.
"""
