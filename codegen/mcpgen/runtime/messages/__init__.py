"""Decode and encode the messages of one revision."""
