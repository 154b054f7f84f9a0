"""Decide the Python form of every definition: its class, attribute names, docstring and source."""
