"""Test tools for messages of a revision. Only this module needs hypothesis."""

from ._runtime.testing import Sample as Sample
from ._runtime.testing import assert_round_trip as assert_round_trip
from ._runtime.testing import flaw_of as flaw_of
from ._runtime.testing import frames as frames
from ._runtime.testing import nearly_valid_frames as nearly_valid_frames
