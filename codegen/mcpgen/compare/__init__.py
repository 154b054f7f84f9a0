"""Compare two protocols: find every difference in their messages, rate it, and show an example value."""
