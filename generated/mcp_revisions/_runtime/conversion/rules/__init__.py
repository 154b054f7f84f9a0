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

from .content import audio_as_resource, resource_link_as_text
from .envelopes import (
    completion_limit,
    discovery_edit,
    fill_request_meta,
    handshake_edit,
    request_edit,
    split_batch,
)
from .errors import STANDARD_CODES, errors_down, errors_up, stable_codes
from .forms import form_capability, legacy_enum, no_multi_select, single_answers, titled_enum
from .own import *  # noqa: F403
from .registry import RULES
from .sampling import one_block, single_blocks
from .tasks import (
    created_task_down,
    created_task_up,
    failed_tool,
    fill_task_meta,
    task_units_down,
    task_units_up,
)
from .tools import (
    output_schema_of_object,
    schema_of_objects,
    structured_content_as_object,
    structured_content_as_text,
    structured_content_only_object,
    title_as_annotation,
    tools_without_tasks,
)

__all__ = [
    "RULES",
    "STANDARD_CODES",
    "audio_as_resource",
    "completion_limit",
    "created_task_down",
    "created_task_up",
    "discovery_edit",
    "errors_down",
    "errors_up",
    "failed_tool",
    "fill_request_meta",
    "fill_task_meta",
    "form_capability",
    "handshake_edit",
    "legacy_enum",
    "no_multi_select",
    "one_block",
    "output_schema_of_object",
    "request_edit",
    "resource_link_as_text",
    "schema_of_objects",
    "single_answers",
    "single_blocks",
    "split_batch",
    "stable_codes",
    "structured_content_as_object",
    "structured_content_as_text",
    "structured_content_only_object",
    "task_units_down",
    "task_units_up",
    "title_as_annotation",
    "titled_enum",
    "tools_without_tasks",
]
