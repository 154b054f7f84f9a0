"""The rules of a schema folder: its `rules.py` stands here in the package that is built from it."""
