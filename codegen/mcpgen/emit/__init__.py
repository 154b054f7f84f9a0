"""Render templates, format source, and write the files or compare them with those on disk."""
