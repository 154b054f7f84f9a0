"""The rules of a schema folder. A build replaces this module with the folder's `rules.py`."""
