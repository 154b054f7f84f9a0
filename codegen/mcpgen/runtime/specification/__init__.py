"""Answer the questions that the prose of the specification settles, as pure functions."""
