"""Convert a message between revisions along the chain of generated adapters."""
