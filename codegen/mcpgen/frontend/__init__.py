"""Frontend: official schema files and overlays → one `Protocol` (the IR) for each revision."""
