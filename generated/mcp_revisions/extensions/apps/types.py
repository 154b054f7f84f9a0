"""Message types of the extension io.modelcontextprotocol/ui of MCP 2026-07-28."""

from __future__ import annotations

import typing as _t
from typing import ClassVar  # msgspec recognises this spelling in a string annotation

import msgspec as _m

from ..._runtime.messages import base as _b
from ...v2026_07_28.types import (
    Error as Error,
    JSONRPCErrorResponse as JSONRPCErrorResponse,
    JSONRPCResponse as JSONRPCResponse,
    JSONRPCResultResponse as JSONRPCResultResponse,
    RequestId as RequestId,
    Result as Result,
)

__all__ = [
    "McpUiAnnotations",
    "McpUiAppCapabilities",
    "McpUiAudience",
    "McpUiAudioContent",
    "McpUiBlobResourceContents",
    "McpUiClientCapabilities",
    "McpUiContainerDimensions",
    "McpUiContentBlock",
    "McpUiDeviceCapabilities",
    "McpUiDisplayMode",
    "McpUiDownloadContent",
    "McpUiDownloadFileRequest",
    "McpUiDownloadFileRequestParams",
    "McpUiDownloadFileResult",
    "McpUiEmbeddedResource",
    "McpUiEmptyObject",
    "McpUiHostCapabilities",
    "McpUiHostContext",
    "McpUiHostContextChangedNotification",
    "McpUiHostCss",
    "McpUiHostStyles",
    "McpUiIcon",
    "McpUiIconTheme",
    "McpUiImageContent",
    "McpUiImplementation",
    "McpUiInitializeRequest",
    "McpUiInitializeRequestParams",
    "McpUiInitializeResult",
    "McpUiInitializedNotification",
    "McpUiJSONValue",
    "McpUiListChangedCapability",
    "McpUiMessageRequest",
    "McpUiMessageRequestParams",
    "McpUiMessageResult",
    "McpUiOpenLinkRequest",
    "McpUiOpenLinkRequestParams",
    "McpUiOpenLinkResult",
    "McpUiPlatform",
    "McpUiRequestDisplayModeRequest",
    "McpUiRequestDisplayModeRequestParams",
    "McpUiRequestDisplayModeResult",
    "McpUiRequestId",
    "McpUiRequestTeardownNotification",
    "McpUiResourceContents",
    "McpUiResourceCsp",
    "McpUiResourceLink",
    "McpUiResourceMeta",
    "McpUiResourcePermissions",
    "McpUiResourceTeardownRequest",
    "McpUiResourceTeardownResult",
    "McpUiSafeAreaInsets",
    "McpUiSamplingCapability",
    "McpUiSandboxCapability",
    "McpUiSandboxProxyReadyNotification",
    "McpUiSandboxResourceReadyNotification",
    "McpUiSandboxResourceReadyNotificationParams",
    "McpUiSizeChangedNotification",
    "McpUiSizeChangedNotificationParams",
    "McpUiStyleValue",
    "McpUiStyleVariableKey",
    "McpUiStyles",
    "McpUiSupportedContentBlockModalities",
    "McpUiTextContent",
    "McpUiTextResourceContents",
    "McpUiTheme",
    "McpUiTool",
    "McpUiToolAnnotations",
    "McpUiToolCancelledNotification",
    "McpUiToolCancelledNotificationParams",
    "McpUiToolExecution",
    "McpUiToolInfo",
    "McpUiToolInputNotification",
    "McpUiToolInputNotificationParams",
    "McpUiToolInputPartialNotification",
    "McpUiToolInputPartialNotificationParams",
    "McpUiToolInputSchema",
    "McpUiToolMeta",
    "McpUiToolOutputSchema",
    "McpUiToolResultMeta",
    "McpUiToolResultNotification",
    "McpUiToolResultNotificationParams",
    "McpUiToolTaskSupport",
    "McpUiToolVisibility",
    "McpUiUpdateModelContextRequest",
    "McpUiUpdateModelContextRequestParams",
]


class McpUiAnnotations(_b.Struct, kw_only=True):
    """Hints for the use of a block of content."""

    __closed__ = True
    audience: _b.Items[McpUiAudience] | _m.UnsetType = _m.UNSET
    """Readers that the content is meant for."""

    priority: (
        _t.Annotated[int, _m.Meta(ge=0, le=1)] | _t.Annotated[float, _m.Meta(ge=0, le=1)] | _m.UnsetType
    ) = _m.UNSET
    """Weight between 0 (optional) and 1 (required)."""

    last_modified: (
        _t.Annotated[
            str,
            _m.Meta(
                pattern="^(?:(?:[0-9][0-9][2468][048]|[0-9][0-9][13579][26]|[0-9][0-9]0[48]|[02468][048]00|[13579][26]00)-02-29|[0-9]{4}-(?:(?:0[13578]|1[02])-(?:0[1-9]|[12][0-9]|3[01])|(?:0[469]|11)-(?:0[1-9]|[12][0-9]|30)|(?:02)-(?:0[1-9]|1[0-9]|2[0-8])))T(?:(?:[01][0-9]|2[0-3]):[0-5][0-9]:[0-5][0-9](?:\\.[0-9]+)?(?:Z|([+-](?:[01][0-9]|2[0-3]):[0-5][0-9])))$(?!\\n)"
            ),
        ]
        | _m.UnsetType
    ) = _m.field(name="lastModified", default=_m.UNSET)
    """Time of the last change, in ISO 8601."""


class McpUiAppCapabilities(_b.Struct, kw_only=True):
    """The features that an app offers to its host."""

    __closed__ = True
    experimental: dict[str, dict[str, _t.Any]] | _m.UnsetType = _m.UNSET
    """Features outside the specification, by name."""

    tools: McpUiListChangedCapability | _m.UnsetType = _m.UNSET
    """The app offers tools to the host."""

    available_display_modes: _b.Items[McpUiDisplayMode] | _m.UnsetType = _m.field(
        name="availableDisplayModes", default=_m.UNSET
    )
    """The display modes that are supported."""


class McpUiAudioContent(_b.Struct, kw_only=True, tag_field="type", tag="audio"):
    """A recording."""

    type: ClassVar[_t.Literal["audio"]] = "audio"
    __closed__ = True
    data: str
    """Data in Base64."""

    mime_type: str = _m.field(name="mimeType")
    """Media type of the content."""

    annotations: McpUiAnnotations | _m.UnsetType = _m.UNSET
    """Hints for the use of this object."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class McpUiBlobResourceContents(_b.Struct, kw_only=True):
    """The binary data of a resource."""

    __closed__ = True
    uri: str
    """Address of the resource."""

    blob: str
    """Binary data in Base64."""

    mime_type: str | _m.UnsetType = _m.field(name="mimeType", default=_m.UNSET)
    """Media type of the content."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class McpUiClientCapabilities(_b.Struct, kw_only=True):
    """The value with which a client declares the extension in its capabilities."""

    __closed__ = True
    mime_types: list[str] | _m.UnsetType = _m.field(name="mimeTypes", default=_m.UNSET)
    """Media types of apps that the client can show."""


class McpUiContainerDimensions(_b.Struct, kw_only=True):
    """The space for an app, in pixels. Height and width are each fixed, or limited by a maximum."""

    __closed__ = True


class McpUiDeviceCapabilities(_b.Struct, kw_only=True):
    """The input devices of the user."""

    __closed__ = True
    touch: bool | _m.UnsetType = _m.UNSET
    """Whether the user can touch the screen."""

    hover: bool | _m.UnsetType = _m.UNSET
    """Whether the user can point without a click."""


class McpUiDownloadFileRequest(
    _b.Request["McpUiDownloadFileResult"],
    _b.FramedMessage,
    kw_only=True,
    tag_field="method",
    tag="ui/download-file",
):
    """Asks the host to save files on the user's behalf.

    Request `ui/download-file`, sent by the app.
    Answered by `McpUiDownloadFileResult`.
    """

    method: ClassVar[_t.Literal["ui/download-file"]] = "ui/download-file"
    __closed__ = True
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: McpUiDownloadFileRequestParams


class McpUiDownloadFileRequestParams(_b.Struct, kw_only=True):
    """The files to save."""

    __closed__ = True
    contents: _b.Items[McpUiDownloadContent]
    """The files."""


class McpUiDownloadFileResult(_b.OpenStruct, kw_only=True):
    """The outcome of `ui/download-file`."""

    is_error: bool | _m.UnsetType = _m.field(name="isError", default=_m.UNSET)
    """Whether the request failed."""


class McpUiEmbeddedResource(_b.Struct, kw_only=True, tag_field="type", tag="resource"):
    """A resource with its content."""

    type: ClassVar[_t.Literal["resource"]] = "resource"
    __closed__ = True
    resource: McpUiResourceContents
    annotations: McpUiAnnotations | _m.UnsetType = _m.UNSET
    """Hints for the use of this object."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class McpUiEmptyObject(_b.Struct, kw_only=True):
    """An object without members: a feature without settings, or params without content."""

    __closed__ = True


class McpUiHostCapabilities(_b.Struct, kw_only=True):
    """The features that a host offers to an app."""

    __closed__ = True
    experimental: dict[str, dict[str, _t.Any]] | _m.UnsetType = _m.UNSET
    """Features outside the specification, by name."""

    open_links: McpUiEmptyObject | _m.UnsetType = _m.field(name="openLinks", default=_m.UNSET)
    """The host opens addresses."""

    download_file: McpUiEmptyObject | _m.UnsetType = _m.field(name="downloadFile", default=_m.UNSET)
    """The host saves files."""

    server_tools: McpUiListChangedCapability | _m.UnsetType = _m.field(name="serverTools", default=_m.UNSET)
    """The host passes calls of tools on to the server."""

    server_resources: McpUiListChangedCapability | _m.UnsetType = _m.field(
        name="serverResources", default=_m.UNSET
    )
    """The host passes reads of resources on to the server."""

    logging: McpUiEmptyObject | _m.UnsetType = _m.UNSET
    """The host takes log messages."""

    sandbox: McpUiSandboxCapability | _m.UnsetType = _m.UNSET
    """Rules of the sandbox of the host."""

    update_model_context: McpUiSupportedContentBlockModalities | _m.UnsetType = _m.field(
        name="updateModelContext", default=_m.UNSET
    )
    """The kinds of content that `ui/update-model-context` may hold."""

    message: McpUiSupportedContentBlockModalities | _m.UnsetType = _m.UNSET
    """The kinds of content that `ui/message` may hold."""

    sampling: McpUiSamplingCapability | _m.UnsetType = _m.UNSET
    """The host samples from its model for the app."""


class McpUiHostContext(_b.OpenStruct, kw_only=True):
    """The surroundings of an app: the tool call, the look of the host, the device."""

    tool_info: McpUiToolInfo | _m.UnsetType = _m.field(name="toolInfo", default=_m.UNSET)
    """The tool call that the app belongs to."""

    theme: McpUiTheme | _m.UnsetType = _m.UNSET
    """Colour scheme of the host."""

    styles: McpUiHostStyles | _m.UnsetType = _m.UNSET
    """Styles to look like the host."""

    display_mode: McpUiDisplayMode | _m.UnsetType = _m.field(name="displayMode", default=_m.UNSET)
    """The current display mode."""

    available_display_modes: _b.Items[McpUiDisplayMode] | _m.UnsetType = _m.field(
        name="availableDisplayModes", default=_m.UNSET
    )
    """The display modes that are supported."""

    container_dimensions: McpUiContainerDimensions | _m.UnsetType = _m.field(
        name="containerDimensions", default=_m.UNSET
    )
    """The space for the app."""

    locale: str | _m.UnsetType = _m.UNSET
    """Language and region of the user, as a BCP 47 tag."""

    time_zone: str | _m.UnsetType = _m.field(name="timeZone", default=_m.UNSET)
    """Time zone of the user, as an IANA name."""

    user_agent: str | _m.UnsetType = _m.field(name="userAgent", default=_m.UNSET)
    """Name of the host program."""

    platform: McpUiPlatform | _m.UnsetType = _m.UNSET
    """Kind of platform on which the host runs."""

    device_capabilities: McpUiDeviceCapabilities | _m.UnsetType = _m.field(
        name="deviceCapabilities", default=_m.UNSET
    )
    """Input devices of the user."""

    safe_area_insets: McpUiSafeAreaInsets | _m.UnsetType = _m.field(name="safeAreaInsets", default=_m.UNSET)
    """Margins in pixels that parts of the device may cover."""


class McpUiHostContextChangedNotification(
    _b.Notification,
    _b.FramedMessage,
    kw_only=True,
    tag_field="method",
    tag="ui/notifications/host-context-changed",
):
    """Tells an app the parts of its surroundings that have changed.

    Notification `ui/notifications/host-context-changed`, sent by the host.
    """

    method: ClassVar[_t.Literal["ui/notifications/host-context-changed"]] = (
        "ui/notifications/host-context-changed"
    )
    __closed__ = True
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: McpUiHostContext


class McpUiHostCss(_b.Struct, kw_only=True):
    """The style sheets that a host gives an app."""

    __closed__ = True
    fonts: str | _m.UnsetType = _m.UNSET
    """CSS with `@font-face` rules or imports."""


class McpUiHostStyles(_b.Struct, kw_only=True):
    """The styles with which an app can look like its host."""

    __closed__ = True
    variables: McpUiStyles | _m.UnsetType = _m.UNSET
    """Values of the style variables."""

    css: McpUiHostCss | _m.UnsetType = _m.UNSET
    """Style sheets."""


class McpUiIcon(_b.Struct, kw_only=True):
    """An icon to show."""

    __closed__ = True
    src: str
    """Address of the icon, or its data as a data URI."""

    mime_type: str | _m.UnsetType = _m.field(name="mimeType", default=_m.UNSET)
    """Media type of the content."""

    sizes: list[str] | _m.UnsetType = _m.UNSET
    """Sizes of the icon, such as `48x48` or `any`."""

    theme: McpUiIconTheme | _m.UnsetType = _m.UNSET
    """Background that the icon is made for."""


class McpUiImageContent(_b.Struct, kw_only=True, tag_field="type", tag="image"):
    """An image."""

    type: ClassVar[_t.Literal["image"]] = "image"
    __closed__ = True
    data: str
    """Data in Base64."""

    mime_type: str = _m.field(name="mimeType")
    """Media type of the content."""

    annotations: McpUiAnnotations | _m.UnsetType = _m.UNSET
    """Hints for the use of this object."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class McpUiImplementation(_b.Struct, kw_only=True):
    """The name and version of a program."""

    __closed__ = True
    name: str
    version: str
    title: str | _m.UnsetType = _m.UNSET
    """Name for people."""

    icons: _b.Items[McpUiIcon] | _m.UnsetType = _m.UNSET
    """Icons to show."""

    website_url: str | _m.UnsetType = _m.field(name="websiteUrl", default=_m.UNSET)
    """Address of a page about the program."""

    description: str | _m.UnsetType = _m.UNSET


class McpUiInitializeRequest(
    _b.Request["McpUiInitializeResult"],
    _b.FramedMessage,
    kw_only=True,
    tag_field="method",
    tag="ui/initialize",
):
    """Opens the session between an app and its host.

    Request `ui/initialize`, sent by the app.
    Answered by `McpUiInitializeResult`.
    """

    method: ClassVar[_t.Literal["ui/initialize"]] = "ui/initialize"
    __closed__ = True
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: McpUiInitializeRequestParams


class McpUiInitializeRequestParams(_b.Struct, kw_only=True):
    """The app, its features and the revision of the apps protocol that the app speaks."""

    __closed__ = True
    app_info: McpUiImplementation = _m.field(name="appInfo")
    """The app."""

    app_capabilities: McpUiAppCapabilities = _m.field(name="appCapabilities")
    """The features of the app."""

    protocol_version: str = _m.field(name="protocolVersion")
    """Revision of the apps protocol."""


class McpUiInitializeResult(_b.OpenStruct, kw_only=True):
    """The host, its features, the agreed revision and the surroundings of the app."""

    protocol_version: str = _m.field(name="protocolVersion")
    """Revision of the apps protocol."""

    host_info: McpUiImplementation = _m.field(name="hostInfo")
    """The host."""

    host_capabilities: McpUiHostCapabilities = _m.field(name="hostCapabilities")
    """The features of the host."""

    host_context: McpUiHostContext = _m.field(name="hostContext")
    """The tool call, the look of the host, and the device."""


class McpUiInitializedNotification(
    _b.Notification, _b.FramedMessage, kw_only=True, tag_field="method", tag="ui/notifications/initialized"
):
    """Tells the host that the app is ready.

    Notification `ui/notifications/initialized`, sent by the app.
    """

    method: ClassVar[_t.Literal["ui/notifications/initialized"]] = "ui/notifications/initialized"
    __closed__ = True
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: McpUiEmptyObject | _m.UnsetType = _m.UNSET


class McpUiListChangedCapability(_b.Struct, kw_only=True):
    """Whether one side tells the other when a list has changed."""

    __closed__ = True
    list_changed: bool | _m.UnsetType = _m.field(name="listChanged", default=_m.UNSET)
    """Whether changes of the list are reported."""


class McpUiMessageRequest(
    _b.Request["McpUiMessageResult"], _b.FramedMessage, kw_only=True, tag_field="method", tag="ui/message"
):
    """Asks the host to put a message into the conversation.

    Request `ui/message`, sent by the app.
    Answered by `McpUiMessageResult`.
    """

    method: ClassVar[_t.Literal["ui/message"]] = "ui/message"
    __closed__ = True
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: McpUiMessageRequestParams


class McpUiMessageRequestParams(_b.Struct, kw_only=True, metaclass=_b.Prefilled):
    """The message and its role."""

    __closed__ = True
    __prefilled__ = {"role": "user"}
    role: _t.Literal["user"] = _b.prefilled("role")
    """The side of the conversation that speaks."""

    content: _b.Items[McpUiContentBlock]


class McpUiMessageResult(_b.OpenStruct, kw_only=True):
    """The outcome of `ui/message`."""

    is_error: bool | _m.UnsetType = _m.field(name="isError", default=_m.UNSET)
    """Whether the request failed."""


class McpUiOpenLinkRequest(
    _b.Request["McpUiOpenLinkResult"], _b.FramedMessage, kw_only=True, tag_field="method", tag="ui/open-link"
):
    """Asks the host to open an address outside the app.

    Request `ui/open-link`, sent by the app.
    Answered by `McpUiOpenLinkResult`.
    """

    method: ClassVar[_t.Literal["ui/open-link"]] = "ui/open-link"
    __closed__ = True
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: McpUiOpenLinkRequestParams


class McpUiOpenLinkRequestParams(_b.Struct, kw_only=True):
    """The address to open."""

    __closed__ = True
    url: str
    """Address to open."""


class McpUiOpenLinkResult(_b.OpenStruct, kw_only=True):
    """The outcome of `ui/open-link`."""

    is_error: bool | _m.UnsetType = _m.field(name="isError", default=_m.UNSET)
    """Whether the request failed."""


class McpUiRequestDisplayModeRequest(
    _b.Request["McpUiRequestDisplayModeResult"],
    _b.FramedMessage,
    kw_only=True,
    tag_field="method",
    tag="ui/request-display-mode",
):
    """Asks the host to show the app in another display mode.

    Request `ui/request-display-mode`, sent by the app.
    Answered by `McpUiRequestDisplayModeResult`.
    """

    method: ClassVar[_t.Literal["ui/request-display-mode"]] = "ui/request-display-mode"
    __closed__ = True
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: McpUiRequestDisplayModeRequestParams


class McpUiRequestDisplayModeRequestParams(_b.Struct, kw_only=True):
    """The display mode that the app asks for."""

    __closed__ = True
    mode: McpUiDisplayMode


class McpUiRequestDisplayModeResult(_b.OpenStruct, kw_only=True):
    """The display mode from now on; the host may keep the old mode."""

    mode: McpUiDisplayMode


class McpUiRequestTeardownNotification(
    _b.Notification,
    _b.FramedMessage,
    kw_only=True,
    tag_field="method",
    tag="ui/notifications/request-teardown",
):
    """Tells the host that the app wants to be closed; the host decides.

    Notification `ui/notifications/request-teardown`, sent by the app.
    """

    method: ClassVar[_t.Literal["ui/notifications/request-teardown"]] = "ui/notifications/request-teardown"
    __closed__ = True
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: McpUiEmptyObject | _m.UnsetType = _m.UNSET


class McpUiResourceCsp(_b.Struct, kw_only=True):
    """The origins that the content security policy of an app should allow."""

    __closed__ = True
    connect_domains: list[str] | _m.UnsetType = _m.field(name="connectDomains", default=_m.UNSET)
    """Origins for requests of scripts."""

    resource_domains: list[str] | _m.UnsetType = _m.field(name="resourceDomains", default=_m.UNSET)
    """Origins for images, styles, fonts and scripts."""

    frame_domains: list[str] | _m.UnsetType = _m.field(name="frameDomains", default=_m.UNSET)
    """Origins for nested frames."""

    base_uri_domains: list[str] | _m.UnsetType = _m.field(name="baseUriDomains", default=_m.UNSET)
    """Origins for the base address of the page."""


class McpUiResourceLink(_b.Struct, kw_only=True, tag_field="type", tag="resource_link"):
    """A link to a resource."""

    type: ClassVar[_t.Literal["resource_link"]] = "resource_link"
    __closed__ = True
    name: str
    uri: str
    """Address of the resource."""

    title: str | _m.UnsetType = _m.UNSET
    """Name for people."""

    icons: _b.Items[McpUiIcon] | _m.UnsetType = _m.UNSET
    """Icons to show."""

    description: str | _m.UnsetType = _m.UNSET
    mime_type: str | _m.UnsetType = _m.field(name="mimeType", default=_m.UNSET)
    """Media type of the content."""

    size: int | float | _m.UnsetType = _m.UNSET
    """Size in bytes."""

    annotations: McpUiAnnotations | _m.UnsetType = _m.UNSET
    """Hints for the use of this object."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class McpUiResourceMeta(_b.Struct, kw_only=True):
    """The metadata of a resource that is an app, under `_meta.ui`."""

    __closed__ = True
    csp: McpUiResourceCsp | _m.UnsetType = _m.UNSET
    """Origins for the content security policy."""

    permissions: McpUiResourcePermissions | _m.UnsetType = _m.UNSET
    """Permissions of the browser."""

    domain: str | _m.UnsetType = _m.UNSET
    """Origin under which the host should show the app."""

    prefers_border: bool | _m.UnsetType = _m.field(name="prefersBorder", default=_m.UNSET)
    """Whether the app wants a border."""


class McpUiResourcePermissions(_b.Struct, kw_only=True):
    """The permissions of the browser that an app asks for."""

    __closed__ = True
    camera: McpUiEmptyObject | _m.UnsetType = _m.UNSET
    microphone: McpUiEmptyObject | _m.UnsetType = _m.UNSET
    geolocation: McpUiEmptyObject | _m.UnsetType = _m.UNSET
    clipboard_write: McpUiEmptyObject | _m.UnsetType = _m.field(name="clipboardWrite", default=_m.UNSET)


class McpUiResourceTeardownRequest(
    _b.Request["McpUiResourceTeardownResult"],
    _b.FramedMessage,
    kw_only=True,
    tag_field="method",
    tag="ui/resource-teardown",
):
    """Asks the app to clean up before the host removes the app.

    Request `ui/resource-teardown`, sent by the host.
    Answered by `McpUiResourceTeardownResult`.
    """

    method: ClassVar[_t.Literal["ui/resource-teardown"]] = "ui/resource-teardown"
    __closed__ = True
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: McpUiEmptyObject


class McpUiSafeAreaInsets(_b.Struct, kw_only=True):
    """The margins in pixels that parts of the device may cover."""

    __closed__ = True
    top: int | float
    right: int | float
    bottom: int | float
    left: int | float


class McpUiSamplingCapability(_b.Struct, kw_only=True):
    """The features of sampling that the host offers to an app."""

    __closed__ = True
    tools: McpUiEmptyObject | _m.UnsetType = _m.UNSET
    """Sampling may use tools."""


class McpUiSandboxCapability(_b.Struct, kw_only=True):
    """The permissions and the content policy that the sandbox of the host grants."""

    __closed__ = True
    permissions: McpUiResourcePermissions | _m.UnsetType = _m.UNSET
    """Permissions of the browser."""

    csp: McpUiResourceCsp | _m.UnsetType = _m.UNSET
    """Origins for the content security policy."""


class McpUiSandboxProxyReadyNotification(
    _b.Notification,
    _b.FramedMessage,
    kw_only=True,
    tag_field="method",
    tag="ui/notifications/sandbox-proxy-ready",
):
    """Tells the host that the proxy of the sandbox can take the page of the app.

    Notification `ui/notifications/sandbox-proxy-ready`, sent by the app.
    """

    method: ClassVar[_t.Literal["ui/notifications/sandbox-proxy-ready"]] = (
        "ui/notifications/sandbox-proxy-ready"
    )
    __closed__ = True
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: McpUiEmptyObject


class McpUiSandboxResourceReadyNotification(
    _b.Notification,
    _b.FramedMessage,
    kw_only=True,
    tag_field="method",
    tag="ui/notifications/sandbox-resource-ready",
):
    """Gives the proxy of the sandbox the page of the app.

    Notification `ui/notifications/sandbox-resource-ready`, sent by the host.
    """

    method: ClassVar[_t.Literal["ui/notifications/sandbox-resource-ready"]] = (
        "ui/notifications/sandbox-resource-ready"
    )
    __closed__ = True
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: McpUiSandboxResourceReadyNotificationParams


class McpUiSandboxResourceReadyNotificationParams(_b.Struct, kw_only=True):
    """The page of the app, and the rules under which the proxy loads the page."""

    __closed__ = True
    html: str
    """The page of the app."""

    sandbox: str | _m.UnsetType = _m.UNSET
    """Value of the `sandbox` attribute of the frame."""

    csp: McpUiResourceCsp | _m.UnsetType = _m.UNSET
    """Origins for the content security policy."""

    permissions: McpUiResourcePermissions | _m.UnsetType = _m.UNSET
    """Permissions of the browser."""


class McpUiSizeChangedNotification(
    _b.Notification, _b.FramedMessage, kw_only=True, tag_field="method", tag="ui/notifications/size-changed"
):
    """Tells the host the new size of the app.

    Notification `ui/notifications/size-changed`, sent by the app.
    """

    method: ClassVar[_t.Literal["ui/notifications/size-changed"]] = "ui/notifications/size-changed"
    __closed__ = True
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: McpUiSizeChangedNotificationParams


class McpUiSizeChangedNotificationParams(_b.Struct, kw_only=True):
    """The new size in pixels."""

    __closed__ = True
    width: int | float | _m.UnsetType = _m.UNSET
    height: int | float | _m.UnsetType = _m.UNSET


class McpUiStyles(_b.Struct, kw_only=True):
    """The values of the style variables."""

    __closed__ = True
    color_background_primary: McpUiStyleValue = _m.field(name="--color-background-primary")
    color_background_secondary: McpUiStyleValue = _m.field(name="--color-background-secondary")
    color_background_tertiary: McpUiStyleValue = _m.field(name="--color-background-tertiary")
    color_background_inverse: McpUiStyleValue = _m.field(name="--color-background-inverse")
    color_background_ghost: McpUiStyleValue = _m.field(name="--color-background-ghost")
    color_background_info: McpUiStyleValue = _m.field(name="--color-background-info")
    color_background_danger: McpUiStyleValue = _m.field(name="--color-background-danger")
    color_background_success: McpUiStyleValue = _m.field(name="--color-background-success")
    color_background_warning: McpUiStyleValue = _m.field(name="--color-background-warning")
    color_background_disabled: McpUiStyleValue = _m.field(name="--color-background-disabled")
    color_text_primary: McpUiStyleValue = _m.field(name="--color-text-primary")
    color_text_secondary: McpUiStyleValue = _m.field(name="--color-text-secondary")
    color_text_tertiary: McpUiStyleValue = _m.field(name="--color-text-tertiary")
    color_text_inverse: McpUiStyleValue = _m.field(name="--color-text-inverse")
    color_text_ghost: McpUiStyleValue = _m.field(name="--color-text-ghost")
    color_text_info: McpUiStyleValue = _m.field(name="--color-text-info")
    color_text_danger: McpUiStyleValue = _m.field(name="--color-text-danger")
    color_text_success: McpUiStyleValue = _m.field(name="--color-text-success")
    color_text_warning: McpUiStyleValue = _m.field(name="--color-text-warning")
    color_text_disabled: McpUiStyleValue = _m.field(name="--color-text-disabled")
    color_border_primary: McpUiStyleValue = _m.field(name="--color-border-primary")
    color_border_secondary: McpUiStyleValue = _m.field(name="--color-border-secondary")
    color_border_tertiary: McpUiStyleValue = _m.field(name="--color-border-tertiary")
    color_border_inverse: McpUiStyleValue = _m.field(name="--color-border-inverse")
    color_border_ghost: McpUiStyleValue = _m.field(name="--color-border-ghost")
    color_border_info: McpUiStyleValue = _m.field(name="--color-border-info")
    color_border_danger: McpUiStyleValue = _m.field(name="--color-border-danger")
    color_border_success: McpUiStyleValue = _m.field(name="--color-border-success")
    color_border_warning: McpUiStyleValue = _m.field(name="--color-border-warning")
    color_border_disabled: McpUiStyleValue = _m.field(name="--color-border-disabled")
    color_ring_primary: McpUiStyleValue = _m.field(name="--color-ring-primary")
    color_ring_secondary: McpUiStyleValue = _m.field(name="--color-ring-secondary")
    color_ring_inverse: McpUiStyleValue = _m.field(name="--color-ring-inverse")
    color_ring_info: McpUiStyleValue = _m.field(name="--color-ring-info")
    color_ring_danger: McpUiStyleValue = _m.field(name="--color-ring-danger")
    color_ring_success: McpUiStyleValue = _m.field(name="--color-ring-success")
    color_ring_warning: McpUiStyleValue = _m.field(name="--color-ring-warning")
    font_sans: McpUiStyleValue = _m.field(name="--font-sans")
    font_mono: McpUiStyleValue = _m.field(name="--font-mono")
    font_weight_normal: McpUiStyleValue = _m.field(name="--font-weight-normal")
    font_weight_medium: McpUiStyleValue = _m.field(name="--font-weight-medium")
    font_weight_semibold: McpUiStyleValue = _m.field(name="--font-weight-semibold")
    font_weight_bold: McpUiStyleValue = _m.field(name="--font-weight-bold")
    font_text_xs_size: McpUiStyleValue = _m.field(name="--font-text-xs-size")
    font_text_sm_size: McpUiStyleValue = _m.field(name="--font-text-sm-size")
    font_text_md_size: McpUiStyleValue = _m.field(name="--font-text-md-size")
    font_text_lg_size: McpUiStyleValue = _m.field(name="--font-text-lg-size")
    font_heading_xs_size: McpUiStyleValue = _m.field(name="--font-heading-xs-size")
    font_heading_sm_size: McpUiStyleValue = _m.field(name="--font-heading-sm-size")
    font_heading_md_size: McpUiStyleValue = _m.field(name="--font-heading-md-size")
    font_heading_lg_size: McpUiStyleValue = _m.field(name="--font-heading-lg-size")
    font_heading_xl_size: McpUiStyleValue = _m.field(name="--font-heading-xl-size")
    font_heading_2xl_size: McpUiStyleValue = _m.field(name="--font-heading-2xl-size")
    font_heading_3xl_size: McpUiStyleValue = _m.field(name="--font-heading-3xl-size")
    font_text_xs_line_height: McpUiStyleValue = _m.field(name="--font-text-xs-line-height")
    font_text_sm_line_height: McpUiStyleValue = _m.field(name="--font-text-sm-line-height")
    font_text_md_line_height: McpUiStyleValue = _m.field(name="--font-text-md-line-height")
    font_text_lg_line_height: McpUiStyleValue = _m.field(name="--font-text-lg-line-height")
    font_heading_xs_line_height: McpUiStyleValue = _m.field(name="--font-heading-xs-line-height")
    font_heading_sm_line_height: McpUiStyleValue = _m.field(name="--font-heading-sm-line-height")
    font_heading_md_line_height: McpUiStyleValue = _m.field(name="--font-heading-md-line-height")
    font_heading_lg_line_height: McpUiStyleValue = _m.field(name="--font-heading-lg-line-height")
    font_heading_xl_line_height: McpUiStyleValue = _m.field(name="--font-heading-xl-line-height")
    font_heading_2xl_line_height: McpUiStyleValue = _m.field(name="--font-heading-2xl-line-height")
    font_heading_3xl_line_height: McpUiStyleValue = _m.field(name="--font-heading-3xl-line-height")
    border_radius_xs: McpUiStyleValue = _m.field(name="--border-radius-xs")
    border_radius_sm: McpUiStyleValue = _m.field(name="--border-radius-sm")
    border_radius_md: McpUiStyleValue = _m.field(name="--border-radius-md")
    border_radius_lg: McpUiStyleValue = _m.field(name="--border-radius-lg")
    border_radius_xl: McpUiStyleValue = _m.field(name="--border-radius-xl")
    border_radius_full: McpUiStyleValue = _m.field(name="--border-radius-full")
    border_width_regular: McpUiStyleValue = _m.field(name="--border-width-regular")
    shadow_hairline: McpUiStyleValue = _m.field(name="--shadow-hairline")
    shadow_sm: McpUiStyleValue = _m.field(name="--shadow-sm")
    shadow_md: McpUiStyleValue = _m.field(name="--shadow-md")
    shadow_lg: McpUiStyleValue = _m.field(name="--shadow-lg")


class McpUiSupportedContentBlockModalities(_b.Struct, kw_only=True):
    """The kinds of content that the host accepts."""

    __closed__ = True
    text: McpUiEmptyObject | _m.UnsetType = _m.UNSET
    image: McpUiEmptyObject | _m.UnsetType = _m.UNSET
    audio: McpUiEmptyObject | _m.UnsetType = _m.UNSET
    resource: McpUiEmptyObject | _m.UnsetType = _m.UNSET
    resource_link: McpUiEmptyObject | _m.UnsetType = _m.field(name="resourceLink", default=_m.UNSET)
    structured_content: McpUiEmptyObject | _m.UnsetType = _m.field(name="structuredContent", default=_m.UNSET)
    """Structured data that belongs to the content."""


class McpUiTextContent(_b.Struct, kw_only=True, tag_field="type", tag="text"):
    """Text."""

    type: ClassVar[_t.Literal["text"]] = "text"
    __closed__ = True
    text: str
    annotations: McpUiAnnotations | _m.UnsetType = _m.UNSET
    """Hints for the use of this object."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class McpUiTextResourceContents(_b.Struct, kw_only=True):
    """The text of a resource."""

    __closed__ = True
    uri: str
    """Address of the resource."""

    text: str
    mime_type: str | _m.UnsetType = _m.field(name="mimeType", default=_m.UNSET)
    """Media type of the content."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class McpUiTool(_b.Struct, kw_only=True):
    """The definition of the tool that was called."""

    __closed__ = True
    name: str
    input_schema: McpUiToolInputSchema = _m.field(name="inputSchema")
    """JSON Schema of the arguments."""

    title: str | _m.UnsetType = _m.UNSET
    """Name for people."""

    icons: _b.Items[McpUiIcon] | _m.UnsetType = _m.UNSET
    """Icons to show."""

    description: str | _m.UnsetType = _m.UNSET
    output_schema: McpUiToolOutputSchema | _m.UnsetType = _m.field(name="outputSchema", default=_m.UNSET)
    """JSON Schema of the structured result."""

    annotations: McpUiToolAnnotations | _m.UnsetType = _m.UNSET
    """Hints for the use of this object."""

    execution: McpUiToolExecution | _m.UnsetType = _m.UNSET
    """Ways in which the tool may be run."""

    meta: dict[str, _t.Any] | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""


class McpUiToolAnnotations(_b.Struct, kw_only=True):
    """Hints about the behaviour of a tool; do not rely on hints of an untrusted server."""

    __closed__ = True
    title: str | _m.UnsetType = _m.UNSET
    """Name for people."""

    read_only_hint: bool | _m.UnsetType = _m.field(name="readOnlyHint", default=_m.UNSET)
    """Whether the tool changes nothing."""

    destructive_hint: bool | _m.UnsetType = _m.field(name="destructiveHint", default=_m.UNSET)
    """Whether the tool may destroy something."""

    idempotent_hint: bool | _m.UnsetType = _m.field(name="idempotentHint", default=_m.UNSET)
    """Whether a second call with the same arguments has no further effect."""

    open_world_hint: bool | _m.UnsetType = _m.field(name="openWorldHint", default=_m.UNSET)
    """Whether the tool uses systems outside, such as the web."""


class McpUiToolCancelledNotification(
    _b.Notification, _b.FramedMessage, kw_only=True, tag_field="method", tag="ui/notifications/tool-cancelled"
):
    """Tells an app that the tool call was cancelled.

    Notification `ui/notifications/tool-cancelled`, sent by the host.
    """

    method: ClassVar[_t.Literal["ui/notifications/tool-cancelled"]] = "ui/notifications/tool-cancelled"
    __closed__ = True
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: McpUiToolCancelledNotificationParams


class McpUiToolCancelledNotificationParams(_b.Struct, kw_only=True):
    """The reason for the cancellation."""

    __closed__ = True
    reason: str | _m.UnsetType = _m.UNSET
    """Text for people about the reason."""


class McpUiToolExecution(_b.Struct, kw_only=True):
    """The ways in which a tool may be run."""

    __closed__ = True
    task_support: McpUiToolTaskSupport | _m.UnsetType = _m.field(name="taskSupport", default=_m.UNSET)
    """Whether a call may be a task."""


class McpUiToolInfo(_b.Struct, kw_only=True):
    """The tool call that an app belongs to."""

    __closed__ = True
    tool: McpUiTool
    id: McpUiRequestId | _m.UnsetType = _m.UNSET


class McpUiToolInputNotification(
    _b.Notification, _b.FramedMessage, kw_only=True, tag_field="method", tag="ui/notifications/tool-input"
):
    """Gives an app the complete arguments of the tool call.

    Notification `ui/notifications/tool-input`, sent by the host.
    """

    method: ClassVar[_t.Literal["ui/notifications/tool-input"]] = "ui/notifications/tool-input"
    __closed__ = True
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: McpUiToolInputNotificationParams


class McpUiToolInputNotificationParams(_b.Struct, kw_only=True):
    """The arguments of the tool call."""

    __closed__ = True
    arguments: dict[str, _t.Any] | _m.UnsetType = _m.UNSET
    """Arguments by name."""


class McpUiToolInputPartialNotification(
    _b.Notification,
    _b.FramedMessage,
    kw_only=True,
    tag_field="method",
    tag="ui/notifications/tool-input-partial",
):
    """Gives an app the arguments of the tool call as far as the model has written them.

    Notification `ui/notifications/tool-input-partial`, sent by the host.
    """

    method: ClassVar[_t.Literal["ui/notifications/tool-input-partial"]] = (
        "ui/notifications/tool-input-partial"
    )
    __closed__ = True
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: McpUiToolInputPartialNotificationParams


class McpUiToolInputPartialNotificationParams(_b.Struct, kw_only=True):
    """The arguments so far."""

    __closed__ = True
    arguments: dict[str, _t.Any] | _m.UnsetType = _m.UNSET
    """Arguments by name."""


class McpUiToolInputSchema(_b.Mapping):
    """The JSON Schema of the arguments of a tool."""

    type: _b.Member[_t.Literal["object"]] = _b.Member("type", required=True)
    properties: _b.Member[dict[str, McpUiJSONValue] | _m.UnsetType] = _b.Member("properties")
    required: _b.Member[list[str] | _m.UnsetType] = _b.Member("required")


class McpUiToolMeta(_b.Struct, kw_only=True):
    """The metadata of a tool with an app, under `_meta.ui`."""

    __closed__ = True
    resource_uri: str | _m.UnsetType = _m.field(name="resourceUri", default=_m.UNSET)
    """Address of the app that shows the tool."""

    visibility: _b.Items[McpUiToolVisibility] | _m.UnsetType = _m.UNSET
    """Sides that may see and call the tool; both by default."""


class McpUiToolOutputSchema(_b.Mapping):
    """The JSON Schema of the structured result of a tool."""

    schema: _b.Member[str | _m.UnsetType] = _b.Member("$schema")
    """Dialect of the schema."""


class McpUiToolResultMeta(_b.OpenStruct, kw_only=True):
    """Metadata about a tool result."""

    server_info: McpUiImplementation | _m.UnsetType = _m.field(
        name="io.modelcontextprotocol/serverInfo", default=_m.UNSET
    )
    """The server that answered."""


class McpUiToolResultNotification(
    _b.Notification, _b.FramedMessage, kw_only=True, tag_field="method", tag="ui/notifications/tool-result"
):
    """Gives an app the result of the tool call.

    Notification `ui/notifications/tool-result`, sent by the host.
    """

    method: ClassVar[_t.Literal["ui/notifications/tool-result"]] = "ui/notifications/tool-result"
    __closed__ = True
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: McpUiToolResultNotificationParams


class McpUiToolResultNotificationParams(_b.OpenStruct, kw_only=True):
    """The result of the tool call."""

    content: _b.Items[McpUiContentBlock]
    meta: McpUiToolResultMeta | _m.UnsetType = _m.field(name="_meta", default=_m.UNSET)
    """Metadata about this object or message; not part of its content."""

    structured_content: _t.Any | _m.UnsetType = _m.field(name="structuredContent", default=_m.UNSET)
    """Structured data that belongs to the content."""

    is_error: bool | _m.UnsetType = _m.field(name="isError", default=_m.UNSET)
    """Whether the request failed."""


class McpUiUpdateModelContextRequest(
    _b.Request["McpUiResourceTeardownResult"],
    _b.FramedMessage,
    kw_only=True,
    tag_field="method",
    tag="ui/update-model-context",
):
    """Gives content to the host, for the model to see from the next turn on. The host may answer with any
    object.

    Request `ui/update-model-context`, sent by the app.
    Answered by `McpUiResourceTeardownResult`.
    """

    method: ClassVar[_t.Literal["ui/update-model-context"]] = "ui/update-model-context"
    __closed__ = True
    id: RequestId = _b.prefilled("id")
    jsonrpc: _t.Literal["2.0"] = _b.JSONRPC
    params: McpUiUpdateModelContextRequestParams


class McpUiUpdateModelContextRequestParams(_b.Struct, kw_only=True):
    """The content for the model; new content replaces the old."""

    __closed__ = True
    content: _b.Items[McpUiContentBlock] | _m.UnsetType = _m.UNSET
    structured_content: dict[str, _t.Any] | _m.UnsetType = _m.field(
        name="structuredContent", default=_m.UNSET
    )
    """Structured data that belongs to the content."""


McpUiAudience: _t.TypeAlias = _t.Literal["user", "assistant"]
"""The readers of a block of content."""
McpUiContentBlock: _t.TypeAlias = (
    McpUiTextContent | McpUiImageContent | McpUiAudioContent | McpUiResourceLink | McpUiEmbeddedResource
)
"""A block of content."""
McpUiDisplayMode: _t.TypeAlias = _t.Literal["inline", "fullscreen", "pip"]
"""A way to show an app: inline, on the whole screen, or as a picture in a picture."""
McpUiDownloadContent: _t.TypeAlias = McpUiEmbeddedResource | McpUiResourceLink
"""A file to save: its content, or a link to the content."""
McpUiIconTheme: _t.TypeAlias = _t.Literal["light", "dark"]
"""The background that an icon is made for."""
McpUiJSONValue: _t.TypeAlias = _t.Any
"""Any JSON value."""
McpUiPlatform: _t.TypeAlias = _t.Literal["web", "desktop", "mobile"]
"""The kind of platform on which the host runs."""
McpUiRequestId: _t.TypeAlias = str | _t.Annotated[int, _m.Meta(ge=-9007199254740991, le=9007199254740991)]
"""The id of a JSON-RPC request."""
if _t.TYPE_CHECKING:
    McpUiResourceContents: _t.TypeAlias = McpUiTextResourceContents | McpUiBlobResourceContents
else:

    class McpUiResourceContents(_b.Untagged):
        """The content of a resource: text, or binary data."""

        variants = ("McpUiTextResourceContents", "McpUiBlobResourceContents")


McpUiResourceTeardownResult: _t.TypeAlias = dict[str, _t.Any]
"""The app's acknowledgement that it has cleaned up: any object."""
McpUiStyleValue: _t.TypeAlias = _t.Any
"""The value of a style variable; the schema allows any value."""
McpUiStyleVariableKey: _t.TypeAlias = _t.Literal[
    "--color-background-primary",
    "--color-background-secondary",
    "--color-background-tertiary",
    "--color-background-inverse",
    "--color-background-ghost",
    "--color-background-info",
    "--color-background-danger",
    "--color-background-success",
    "--color-background-warning",
    "--color-background-disabled",
    "--color-text-primary",
    "--color-text-secondary",
    "--color-text-tertiary",
    "--color-text-inverse",
    "--color-text-ghost",
    "--color-text-info",
    "--color-text-danger",
    "--color-text-success",
    "--color-text-warning",
    "--color-text-disabled",
    "--color-border-primary",
    "--color-border-secondary",
    "--color-border-tertiary",
    "--color-border-inverse",
    "--color-border-ghost",
    "--color-border-info",
    "--color-border-danger",
    "--color-border-success",
    "--color-border-warning",
    "--color-border-disabled",
    "--color-ring-primary",
    "--color-ring-secondary",
    "--color-ring-inverse",
    "--color-ring-info",
    "--color-ring-danger",
    "--color-ring-success",
    "--color-ring-warning",
    "--font-sans",
    "--font-mono",
    "--font-weight-normal",
    "--font-weight-medium",
    "--font-weight-semibold",
    "--font-weight-bold",
    "--font-text-xs-size",
    "--font-text-sm-size",
    "--font-text-md-size",
    "--font-text-lg-size",
    "--font-heading-xs-size",
    "--font-heading-sm-size",
    "--font-heading-md-size",
    "--font-heading-lg-size",
    "--font-heading-xl-size",
    "--font-heading-2xl-size",
    "--font-heading-3xl-size",
    "--font-text-xs-line-height",
    "--font-text-sm-line-height",
    "--font-text-md-line-height",
    "--font-text-lg-line-height",
    "--font-heading-xs-line-height",
    "--font-heading-sm-line-height",
    "--font-heading-md-line-height",
    "--font-heading-lg-line-height",
    "--font-heading-xl-line-height",
    "--font-heading-2xl-line-height",
    "--font-heading-3xl-line-height",
    "--border-radius-xs",
    "--border-radius-sm",
    "--border-radius-md",
    "--border-radius-lg",
    "--border-radius-xl",
    "--border-radius-full",
    "--border-width-regular",
    "--shadow-hairline",
    "--shadow-sm",
    "--shadow-md",
    "--shadow-lg",
]
"""The name of a style variable."""
McpUiTheme: _t.TypeAlias = _t.Literal["light", "dark"]
"""The colour scheme of the host."""
McpUiToolTaskSupport: _t.TypeAlias = _t.Literal["required", "optional", "forbidden"]
"""Whether a call of the tool may, must or must not be a task."""
McpUiToolVisibility: _t.TypeAlias = _t.Literal["model", "app"]
"""The side that may see and call a tool."""
