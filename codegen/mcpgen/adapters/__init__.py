"""Plan and print the adapters, the generated modules that convert messages between two adjacent revisions."""
