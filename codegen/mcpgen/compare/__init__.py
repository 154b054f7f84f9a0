"""Compare two `Protocol`s: every difference on the wire, named, rated and shown by a witness."""
