"""Read official schema files and overlays, and return one `Protocol` (the IR) for each revision."""
