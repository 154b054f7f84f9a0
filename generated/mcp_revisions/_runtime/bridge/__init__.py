"""Carry a conversation between a client and a server of different revisions, without I/O."""
