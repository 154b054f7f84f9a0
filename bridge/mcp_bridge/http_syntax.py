"""The syntax of headers and of host names."""

from __future__ import annotations

import re
from ipaddress import ip_address

BLANK = " \t"  # around the value of a header (RFC 9110, section 5.5)
# The name of a header, and a value that is visible ASCII (RFC 9110, section 5).
HEADER_NAME = re.compile(r"[!#$%&'*+.^_`|~0-9A-Za-z-]+")
HEADER_VALUE = re.compile(r"(?:[!-~](?:[\t -~]*[!-~])?)?")
_LABEL = r"[a-z0-9_-]{1,63}"
_HOST = re.compile(rf"{_LABEL}(?:\.{_LABEL})*\.?")


def is_host(name: str) -> bool:
    """Return whether a lower-case name is a valid host name or an address."""
    try:
        return bool(_HOST.fullmatch(name)) or bool(ip_address(name))
    except ValueError:
        return False
