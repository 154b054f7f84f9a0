"""Adapters between neighbouring revisions: one module for each pair, imported when a conversion needs it."""

CHAIN: tuple[str, ...] = ("2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28")
