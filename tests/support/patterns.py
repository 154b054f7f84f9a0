"""Random regular expressions of every construct that a pattern can be searched with."""

from __future__ import annotations

from random import Random

ATOMS = (
    *("a", "b", "1", r"\d", r"\w", r"\s", "[ab]", "[^a]", ".", "é", "^", "$", r"\b", r"\B", r"\Z"),
    *("(?i:A)", ""),
)
REPEATS = ("*", "+", "?", "{2}", "{1,3}", "{0,2}", "{2,}", "*?", "+?", "??")


def made_pattern(rng: Random, depth: int, atoms: tuple[str, ...] = ATOMS) -> str:
    """Return a pattern of atoms, at most `depth` levels deep."""
    kind = rng.random() if depth else 0
    if kind < 0.3:
        return rng.choice(atoms)
    below = made_pattern(rng, depth - 1, atoms)
    if kind < 0.5:
        return below + made_pattern(rng, depth - 1, atoms)
    if kind < 0.6:
        return f"(?:{below}|{made_pattern(rng, depth - 1, atoms)})"
    if kind < 0.85:
        return f"({below}){rng.choice(REPEATS)}"
    if kind < 0.95:
        return f"{rng.choice(['(?=', '(?!'])}{below})"
    return f"{rng.choice(['(?<=', '(?<!'])}{rng.choice(['a', 'ab', '^', '[ab]1'])})"
