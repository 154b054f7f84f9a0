"""Plan and generate adapters: changes and their decisions in, one module for each pair of neighbours out."""
