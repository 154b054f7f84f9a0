"""Read the protocol: official files and overlays in, one `Protocol` (the IR) a revision out."""
