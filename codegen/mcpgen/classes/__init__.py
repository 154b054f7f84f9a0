"""Decide which Python class or alias each definition becomes, with its attribute names and docstring."""
