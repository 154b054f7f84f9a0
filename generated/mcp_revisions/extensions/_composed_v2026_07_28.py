"""MCP 2026-07-28 with extensions, for type checkers: nothing imports this module."""

from __future__ import annotations

import typing as _t

from .._runtime import composition as _p
from .._runtime import handlers as _h
from .._runtime import router as _r
from .._runtime.messages import options as _o
from .._runtime.messages.frames import ErrorResponse, Response
from ..v2026_07_28 import types as base
from .apps import types as apps_types
from .tasks import types as tasks_types

ClientMessage: _t.TypeAlias = (
    base.CompleteRequest
    | base.CancelledNotification
    | base.GetPromptRequest
    | base.ListPromptsRequest
    | base.ListResourcesRequest
    | base.ReadResourceRequest
    | base.ListResourceTemplatesRequest
    | base.DiscoverRequest
    | base.SubscriptionsListenRequest
    | tasks_types.CancelTaskRequest
    | tasks_types.GetTaskRequest
    | tasks_types.UpdateTaskRequest
    | base.CallToolRequest
    | base.ListToolsRequest
    | Response[_t.Any]
    | ErrorResponse[base.Error]
)
ServerMessage: _t.TypeAlias = (
    base.CancelledNotification
    | base.LoggingMessageNotification
    | base.ProgressNotification
    | base.PromptListChangedNotification
    | base.ResourceListChangedNotification
    | base.ResourceUpdatedNotification
    | base.SubscriptionsAcknowledgedNotification
    | tasks_types.TaskStatusNotification
    | base.ToolListChangedNotification
    | Response[_t.Any]
    | ErrorResponse[base.Error]
)
HostMessage: _t.TypeAlias = (
    apps_types.McpUiHostContextChangedNotification
    | apps_types.McpUiSandboxResourceReadyNotification
    | apps_types.McpUiToolCancelledNotification
    | apps_types.McpUiToolInputNotification
    | apps_types.McpUiToolInputPartialNotification
    | apps_types.McpUiToolResultNotification
    | apps_types.McpUiResourceTeardownRequest
    | Response[_t.Any]
    | ErrorResponse[base.Error]
)
AppMessage: _t.TypeAlias = (
    apps_types.McpUiDownloadFileRequest
    | apps_types.McpUiInitializeRequest
    | apps_types.McpUiMessageRequest
    | apps_types.McpUiInitializedNotification
    | apps_types.McpUiRequestTeardownNotification
    | apps_types.McpUiSandboxProxyReadyNotification
    | apps_types.McpUiSizeChangedNotification
    | apps_types.McpUiOpenLinkRequest
    | apps_types.McpUiRequestDisplayModeRequest
    | apps_types.McpUiUpdateModelContextRequest
    | Response[_t.Any]
    | ErrorResponse[base.Error]
)
_Error: _t.TypeAlias = ErrorResponse[base.Error]


class ComposedRouter(_r.Router):
    """Calls the handlers for the requests and notifications of one side."""

    if _t.TYPE_CHECKING:

        @_t.overload
        def on(
            self, method: _t.Literal["completion/complete"]
        ) -> _h.On[base.CompleteRequestParams, base.CompleteResult]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["notifications/cancelled"]
        ) -> _h.On[base.CancelledNotificationParams, None]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["notifications/message"]
        ) -> _h.On[base.LoggingMessageNotificationParams, None]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["notifications/progress"]
        ) -> _h.On[base.ProgressNotificationParams, None]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["notifications/prompts/list_changed"]
        ) -> _h.On[base.NotificationParams, None]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["notifications/resources/list_changed"]
        ) -> _h.On[base.NotificationParams, None]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["notifications/resources/updated"]
        ) -> _h.On[base.ResourceUpdatedNotificationParams, None]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["notifications/subscriptions/acknowledged"]
        ) -> _h.On[base.SubscriptionsAcknowledgedNotificationParams, None]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["notifications/tasks"]
        ) -> _h.On[tasks_types.TaskStatusNotificationParams, None]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["notifications/tools/list_changed"]
        ) -> _h.On[base.NotificationParams, None]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["prompts/get"]
        ) -> _h.On[base.GetPromptRequestParams, base.GetPromptResult | base.InputRequiredResult]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["prompts/list"]
        ) -> _h.On[base.PaginatedRequestParams, base.ListPromptsResult]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["resources/list"]
        ) -> _h.On[base.PaginatedRequestParams, base.ListResourcesResult]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["resources/read"]
        ) -> _h.On[base.ReadResourceRequestParams, base.ReadResourceResult | base.InputRequiredResult]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["resources/templates/list"]
        ) -> _h.On[base.PaginatedRequestParams, base.ListResourceTemplatesResult]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["server/discover"]
        ) -> _h.On[base.RequestParams, base.DiscoverResult]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["subscriptions/listen"]
        ) -> _h.On[base.SubscriptionsListenRequestParams, base.SubscriptionsListenResult]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["tasks/cancel"]
        ) -> _h.On[tasks_types.TaskIdParams, tasks_types.CancelTaskResult]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["tasks/get"]
        ) -> _h.On[tasks_types.TaskIdParams, tasks_types.GetTaskResult]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["tasks/update"]
        ) -> _h.On[tasks_types.UpdateTaskRequestParams, tasks_types.UpdateTaskResult]: ...

        @_t.overload
        def on(self, method: _t.Literal["tools/call"]) -> _h.On[
            base.CallToolRequestParams,
            base.CallToolResult | base.InputRequiredResult | tasks_types.CreateTaskResult,
        ]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["tools/list"]
        ) -> _h.On[base.PaginatedRequestParams, base.ListToolsResult]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["ui/download-file"]
        ) -> _h.On[apps_types.McpUiDownloadFileRequestParams, apps_types.McpUiDownloadFileResult]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["ui/initialize"]
        ) -> _h.On[apps_types.McpUiInitializeRequestParams, apps_types.McpUiInitializeResult]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["ui/message"]
        ) -> _h.On[apps_types.McpUiMessageRequestParams, apps_types.McpUiMessageResult]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["ui/notifications/host-context-changed"]
        ) -> _h.On[apps_types.McpUiHostContext, None]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["ui/notifications/initialized"]
        ) -> _h.On[apps_types.McpUiEmptyObject, None]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["ui/notifications/request-teardown"]
        ) -> _h.On[apps_types.McpUiEmptyObject, None]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["ui/notifications/sandbox-proxy-ready"]
        ) -> _h.On[apps_types.McpUiEmptyObject, None]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["ui/notifications/sandbox-resource-ready"]
        ) -> _h.On[apps_types.McpUiSandboxResourceReadyNotificationParams, None]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["ui/notifications/size-changed"]
        ) -> _h.On[apps_types.McpUiSizeChangedNotificationParams, None]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["ui/notifications/tool-cancelled"]
        ) -> _h.On[apps_types.McpUiToolCancelledNotificationParams, None]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["ui/notifications/tool-input"]
        ) -> _h.On[apps_types.McpUiToolInputNotificationParams, None]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["ui/notifications/tool-input-partial"]
        ) -> _h.On[apps_types.McpUiToolInputPartialNotificationParams, None]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["ui/notifications/tool-result"]
        ) -> _h.On[apps_types.McpUiToolResultNotificationParams, None]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["ui/open-link"]
        ) -> _h.On[apps_types.McpUiOpenLinkRequestParams, apps_types.McpUiOpenLinkResult]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["ui/request-display-mode"]
        ) -> _h.On[
            apps_types.McpUiRequestDisplayModeRequestParams, apps_types.McpUiRequestDisplayModeResult
        ]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["ui/resource-teardown"]
        ) -> _h.On[apps_types.McpUiEmptyObject, apps_types.McpUiResourceTeardownResult]: ...

        @_t.overload
        def on(
            self, method: _t.Literal["ui/update-model-context"]
        ) -> _h.On[
            apps_types.McpUiUpdateModelContextRequestParams, apps_types.McpUiResourceTeardownResult
        ]: ...
        def on(self, method: _t.Any) -> _t.Any: ...


class Composition(_p.Composition):
    """A revision with extensions, as `compose` returns it."""

    if _t.TYPE_CHECKING:

        @property
        def Router(self) -> type[ComposedRouter]:
            """The router of the composition."""
            ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["completion/complete"],
        **options: _o.Unpack[_o.DecodeOptions],
    ) -> Response[base.CompleteResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["client"],
        answering: _t.Literal["elicitation/create"],
        **options: _o.Unpack[_o.DecodeOptions],
    ) -> Response[base.ElicitResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["prompts/get"],
        **options: _o.Unpack[_o.DecodeOptions],
    ) -> Response[base.GetPromptResult | base.InputRequiredResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["prompts/list"],
        **options: _o.Unpack[_o.DecodeOptions],
    ) -> Response[base.ListPromptsResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["resources/list"],
        **options: _o.Unpack[_o.DecodeOptions],
    ) -> Response[base.ListResourcesResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["resources/read"],
        **options: _o.Unpack[_o.DecodeOptions],
    ) -> Response[base.ReadResourceResult | base.InputRequiredResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["resources/templates/list"],
        **options: _o.Unpack[_o.DecodeOptions],
    ) -> Response[base.ListResourceTemplatesResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["client"],
        answering: _t.Literal["roots/list"],
        **options: _o.Unpack[_o.DecodeOptions],
    ) -> Response[base.ListRootsResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["client"],
        answering: _t.Literal["sampling/createMessage"],
        **options: _o.Unpack[_o.DecodeOptions],
    ) -> Response[base.CreateMessageResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["server/discover"],
        **options: _o.Unpack[_o.DecodeOptions],
    ) -> Response[base.DiscoverResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["subscriptions/listen"],
        **options: _o.Unpack[_o.DecodeOptions],
    ) -> Response[base.SubscriptionsListenResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["tasks/cancel"],
        **options: _o.Unpack[_o.DecodeOptions],
    ) -> Response[tasks_types.CancelTaskResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["tasks/get"],
        **options: _o.Unpack[_o.DecodeOptions],
    ) -> Response[tasks_types.GetTaskResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["tasks/update"],
        **options: _o.Unpack[_o.DecodeOptions],
    ) -> Response[tasks_types.UpdateTaskResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["tools/call"],
        **options: _o.Unpack[_o.DecodeOptions],
    ) -> Response[base.CallToolResult | base.InputRequiredResult | tasks_types.CreateTaskResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _t.Literal["tools/list"],
        **options: _o.Unpack[_o.DecodeOptions],
    ) -> Response[base.ListToolsResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["host"],
        answering: _t.Literal["ui/download-file"],
        **options: _o.Unpack[_o.DecodeOptions],
    ) -> Response[apps_types.McpUiDownloadFileResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["host"],
        answering: _t.Literal["ui/initialize"],
        **options: _o.Unpack[_o.DecodeOptions],
    ) -> Response[apps_types.McpUiInitializeResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["host"],
        answering: _t.Literal["ui/message"],
        **options: _o.Unpack[_o.DecodeOptions],
    ) -> Response[apps_types.McpUiMessageResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["host"],
        answering: _t.Literal["ui/open-link"],
        **options: _o.Unpack[_o.DecodeOptions],
    ) -> Response[apps_types.McpUiOpenLinkResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["host"],
        answering: _t.Literal["ui/request-display-mode"],
        **options: _o.Unpack[_o.DecodeOptions],
    ) -> Response[apps_types.McpUiRequestDisplayModeResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["app"],
        answering: _t.Literal["ui/resource-teardown"],
        **options: _o.Unpack[_o.DecodeOptions],
    ) -> Response[apps_types.McpUiResourceTeardownResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["host"],
        answering: _t.Literal["ui/update-model-context"],
        **options: _o.Unpack[_o.DecodeOptions],
    ) -> Response[apps_types.McpUiResourceTeardownResult] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["client", "server", "host", "app"],
        answering: str,
        **options: _o.Unpack[_o.DecodeOptions],
    ) -> Response[_t.Any] | _Error: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["client"],
        answering: _o.AnsweredMethod | None = None,
        **options: _o.Unpack[_o.DecodeOptions],
    ) -> ClientMessage: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["server"],
        answering: _o.AnsweredMethod | None = None,
        **options: _o.Unpack[_o.DecodeOptions],
    ) -> ServerMessage: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["host"],
        answering: _o.AnsweredMethod | None = None,
        **options: _o.Unpack[_o.DecodeOptions],
    ) -> HostMessage: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: _t.Literal["app"],
        answering: _o.AnsweredMethod | None = None,
        **options: _o.Unpack[_o.DecodeOptions],
    ) -> AppMessage: ...

    @_t.overload
    def decode_message(
        self,
        data: _o.Data,
        sender: str,
        answering: _o.Answering = None,
        **options: _o.Unpack[_o.DecodeOptions],
    ) -> _t.Any: ...
    def decode_message(self, *args: _t.Any, **kwargs: _t.Any) -> _t.Any: ...
