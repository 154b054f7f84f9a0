"""Pure functions for rules that only the text of the specification states: capabilities, forms and others."""
