"""Give every definition its Python form: class, attribute names, docstring, source."""
