"""Style: Python source → the same source as black formats it."""

from __future__ import annotations

LINE_LENGTH = 110


def style(source: str) -> str:
    """Return `source` formatted; a second pass would change nothing."""
    import black
    from black.mode import Mode, TargetVersion

    mode = Mode(target_versions={TargetVersion.PY310}, line_length=LINE_LENGTH)
    return black.format_str(source, mode=mode)
