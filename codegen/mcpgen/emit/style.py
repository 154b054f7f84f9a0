"""Style: Python source → the same source as black formats it."""

from __future__ import annotations

LINE_LENGTH = 110


def load_black() -> None:
    """Import black, so that processes forked later have black."""
    import black.mode  # noqa: F401 - kept in `sys.modules`


def style(source: str) -> str:
    """Return `source` formatted; a second pass would change nothing."""
    # The public `format_str` always formats its own output again, which is half the time of a build.
    from black import _format_str_once
    from black.mode import Mode, TargetVersion

    mode = Mode(target_versions={TargetVersion.PY310}, line_length=LINE_LENGTH)
    return _format_str_once(source, mode=mode)
