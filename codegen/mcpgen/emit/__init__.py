"""Render templates, format the source, and write the files or compare them with the files on disk."""
