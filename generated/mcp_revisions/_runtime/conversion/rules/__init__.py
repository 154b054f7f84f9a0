"""Conversion rules: the changes between revisions that need code, one function for each; adapters call them.

In: a JSON tree that the rule may edit, its path, the `ConversionLog`, and the `Change` that losses cite. The
form of a call depends on the place that `schema/changes/*.toml` names:

- a member (`Tool.title`): called with the *owner* of the member, if the member is present or the target
  requires the member; edits the owner in place;
- a type (`EnumSchema`) or a union member (`ContentBlock.AudioContent`): called with the value, returns the
  new value;
- `errors`: called with a frame that holds an error, edits the frame.

The rule of a member runs before all other edits of its owner, that of a type before the edits inside, that
of a union member after them. A value that the source revision does not allow is a `DecodeError`. A change
that needs more than one message is refused through the log. Adapters see all functions in this one
namespace; `RULES` has them by name. `own` holds the rules that a schema folder brings along.
"""

from .content import *  # noqa: F403
from .envelopes import *  # noqa: F403
from .errors import *  # noqa: F403
from .forms import *  # noqa: F403
from .own import *  # noqa: F403
from .registry import *  # noqa: F403
from .tools import *  # noqa: F403
