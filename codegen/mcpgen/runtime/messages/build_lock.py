"""The lock under which every msgspec decoder, struct subclass and strict decoder is built.

msgspec keeps the description of a struct on the class while that description is still incomplete. A second
thread that builds a decoder for the same class at that moment crashes the interpreter, so all revisions share
one lock.
"""

from __future__ import annotations

import threading

build_lock = threading.RLock()
