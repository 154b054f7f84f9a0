"""Plan and print adapters: a module for each pair of adjacent revisions, from the decided changes."""
