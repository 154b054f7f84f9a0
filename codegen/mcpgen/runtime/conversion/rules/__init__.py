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
namespace; `RULES` has them by name.
"""

from .content import audio_as_resource, resource_link_as_text
from .envelopes import (
    complete_result,
    completion_limit,
    discovery_edit,
    drop_notification_meta,
    drop_request_meta,
    drop_result_meta,
    drop_task_meta,
    fill_request_meta,
    handshake_edit,
    only_complete,
    request_edit,
    split_batch,
    task_meta_edit,
)
from .errors import errors_down, errors_up
from .forms import form_capability, legacy_enum, no_multi_select, single_answers, titled_enum
from .registry import RULES
from .sampling import no_tool_choice, no_tools, one_block, single_blocks
from .tasks import (
    created_task_down,
    created_task_up,
    declaring_tasks,
    task_acknowledged_up,
    task_notification_down,
    task_notification_up,
    task_request_meta,
    task_status_down,
    task_status_up,
    tools_as_tasks,
    tools_with_tasks,
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
    "audio_as_resource",
    "complete_result",
    "completion_limit",
    "created_task_down",
    "created_task_up",
    "declaring_tasks",
    "discovery_edit",
    "drop_notification_meta",
    "drop_request_meta",
    "drop_result_meta",
    "drop_task_meta",
    "errors_down",
    "errors_up",
    "fill_request_meta",
    "form_capability",
    "handshake_edit",
    "legacy_enum",
    "no_multi_select",
    "no_tool_choice",
    "no_tools",
    "one_block",
    "only_complete",
    "output_schema_of_object",
    "request_edit",
    "resource_link_as_text",
    "schema_of_objects",
    "single_answers",
    "single_blocks",
    "split_batch",
    "structured_content_as_object",
    "structured_content_as_text",
    "structured_content_only_object",
    "task_acknowledged_up",
    "task_meta_edit",
    "task_notification_down",
    "task_notification_up",
    "task_request_meta",
    "task_status_down",
    "task_status_up",
    "title_as_annotation",
    "titled_enum",
    "tools_as_tasks",
    "tools_with_tasks",
    "tools_without_tasks",
]
