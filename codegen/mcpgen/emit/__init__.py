"""Render templates, format source, and write the tree of files or compare it with the one on disk."""
