"""Conversion rules: one function for each change between revisions that needs code. Adapters call them.

A rule takes a JSON value that it may edit, the path of the value, the `ConversionLog`, and the `Change` that
losses cite. How a rule is called depends on the location that `schema/changes/*.toml` names:

- A member (`Tool.title`): called with the *owner* of the member, if the member is present or the target
  requires it. The rule edits the owner in place.
- A type (`EnumSchema`) or a variant of a union (`ContentBlock.AudioContent`): called with the value. The rule
  returns the new value.
- `errors`: called with an error response. The rule edits it in place.

The rule of a member runs before all other edits of its owner. The rule of a type runs before the edits of the
values inside, and the rule of a variant runs after them. A rule raises `DecodeError` for a value that the
source revision does not allow. If the target revision cannot express the value in one message, the rule
refuses the message (`log.refuse`). Adapters find all functions in this namespace, and `RULES` has them by
name. `own` holds the rules of a schema folder.
"""

from .content import *  # noqa: F403
from .envelopes import *  # noqa: F403
from .errors import *  # noqa: F403
from .forms import *  # noqa: F403
from .own import *  # noqa: F403
from .registry import *  # noqa: F403
from .tools import *  # noqa: F403
