"""`TypedDict` types for type checkers: the messages of the extension io.modelcontextprotocol/ui of MCP 2026-07-28 as plain dictionaries.

The keys are the wire names, and absent members have no key. `decode_message` takes such a dictionary, and
`to_builtins` returns one. No other module imports this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Literal, TypeAlias

if TYPE_CHECKING:
    from typing_extensions import NotRequired, TypedDict
else:
    from ..._runtime.typed_dicts import NotRequired, TypedDict, state_optional_keys
from ...v2026_07_28.dicts import (
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


class McpUiAnnotations(TypedDict):
    """Hints for the use of a block of content."""

    audience: NotRequired[list[McpUiAudience]]
    """Readers that the content is meant for."""
    priority: NotRequired[float]
    """Weight between 0 (optional) and 1 (required)."""
    lastModified: NotRequired[str]
    """Time of the last change, in ISO 8601."""


class McpUiAppCapabilities(TypedDict):
    """The features that an app offers to its host."""

    experimental: NotRequired[dict[str, dict[str, Any]]]
    """Features outside the specification, by name."""
    tools: NotRequired[McpUiListChangedCapability]
    """The app offers tools to the host."""
    availableDisplayModes: NotRequired[list[McpUiDisplayMode]]
    """The display modes that are supported."""


class McpUiAudioContent(TypedDict):
    """A recording."""

    type: Literal["audio"]
    data: str
    """Data in Base64."""
    mimeType: str
    """Media type of the content."""
    annotations: NotRequired[McpUiAnnotations]
    """Hints for the use of this object."""
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""


class McpUiBlobResourceContents(TypedDict):
    """The binary data of a resource."""

    uri: str
    """Address of the resource."""
    blob: str
    """Binary data in Base64."""
    mimeType: NotRequired[str]
    """Media type of the content."""
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""


class McpUiClientCapabilities(TypedDict):
    """The value with which a client declares the extension in its capabilities."""

    mimeTypes: NotRequired[list[str]]
    """Media types of apps that the client can show."""


class McpUiContainerDimensions(TypedDict):
    """The space for an app, in pixels."""


class McpUiDeviceCapabilities(TypedDict):
    """The input devices of the user."""

    touch: NotRequired[bool]
    """Whether the user can touch the screen."""
    hover: NotRequired[bool]
    """Whether the user can point without a click."""


class McpUiDownloadFileRequest(TypedDict):
    """Asks the host to save files on the user's behalf."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["ui/download-file"]
    params: McpUiDownloadFileRequestParams


class McpUiDownloadFileRequestParams(TypedDict):
    """The files to save."""

    contents: list[McpUiDownloadContent]
    """The files."""


class McpUiDownloadFileResult(TypedDict):
    """The outcome of `ui/download-file`."""

    isError: NotRequired[bool]
    """Whether the request failed."""


class McpUiEmbeddedResource(TypedDict):
    """A resource with its content."""

    type: Literal["resource"]
    resource: McpUiResourceContents
    annotations: NotRequired[McpUiAnnotations]
    """Hints for the use of this object."""
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""


class McpUiEmptyObject(TypedDict):
    """An object without members: a feature without settings, or params without content."""


class McpUiHostCapabilities(TypedDict):
    """The features that a host offers to an app."""

    experimental: NotRequired[dict[str, dict[str, Any]]]
    """Features outside the specification, by name."""
    openLinks: NotRequired[McpUiEmptyObject]
    """The host opens addresses."""
    downloadFile: NotRequired[McpUiEmptyObject]
    """The host saves files."""
    serverTools: NotRequired[McpUiListChangedCapability]
    """The host passes calls of tools on to the server."""
    serverResources: NotRequired[McpUiListChangedCapability]
    """The host passes reads of resources on to the server."""
    logging: NotRequired[McpUiEmptyObject]
    """The host takes log messages."""
    sandbox: NotRequired[McpUiSandboxCapability]
    """Rules of the sandbox of the host."""
    updateModelContext: NotRequired[McpUiSupportedContentBlockModalities]
    """The kinds of content that `ui/update-model-context` may hold."""
    message: NotRequired[McpUiSupportedContentBlockModalities]
    """The kinds of content that `ui/message` may hold."""
    sampling: NotRequired[McpUiSamplingCapability]
    """The host samples from its model for the app."""


class McpUiHostContext(TypedDict):
    """The surroundings of an app: the tool call, the look of the host, the device."""

    toolInfo: NotRequired[McpUiToolInfo]
    """The tool call that the app belongs to."""
    theme: NotRequired[McpUiTheme]
    """Colour scheme of the host."""
    styles: NotRequired[McpUiHostStyles]
    """Styles to look like the host."""
    displayMode: NotRequired[McpUiDisplayMode]
    """The current display mode."""
    availableDisplayModes: NotRequired[list[McpUiDisplayMode]]
    """The display modes that are supported."""
    containerDimensions: NotRequired[McpUiContainerDimensions]
    """The space for the app."""
    locale: NotRequired[str]
    """Language and region of the user, as a BCP 47 tag."""
    timeZone: NotRequired[str]
    """Time zone of the user, as an IANA name."""
    userAgent: NotRequired[str]
    """Name of the host program."""
    platform: NotRequired[McpUiPlatform]
    """Kind of platform on which the host runs."""
    deviceCapabilities: NotRequired[McpUiDeviceCapabilities]
    """Input devices of the user."""
    safeAreaInsets: NotRequired[McpUiSafeAreaInsets]
    """Margins in pixels that parts of the device may cover."""


class McpUiHostContextChangedNotification(TypedDict):
    """Tells an app the parts of its surroundings that have changed."""

    jsonrpc: Literal["2.0"]
    method: Literal["ui/notifications/host-context-changed"]
    params: McpUiHostContext


class McpUiHostCss(TypedDict):
    """The style sheets that a host gives an app."""

    fonts: NotRequired[str]
    """CSS with `@font-face` rules or imports."""


class McpUiHostStyles(TypedDict):
    """The styles with which an app can look like its host."""

    variables: NotRequired[McpUiStyles]
    """Values of the style variables."""
    css: NotRequired[McpUiHostCss]
    """Style sheets."""


class McpUiIcon(TypedDict):
    """An icon to show."""

    src: str
    """Address of the icon, or its data as a data URI."""
    mimeType: NotRequired[str]
    """Media type of the content."""
    sizes: NotRequired[list[str]]
    """Sizes of the icon, such as `48x48` or `any`."""
    theme: NotRequired[McpUiIconTheme]
    """Background that the icon is made for."""


class McpUiImageContent(TypedDict):
    """An image."""

    type: Literal["image"]
    data: str
    """Data in Base64."""
    mimeType: str
    """Media type of the content."""
    annotations: NotRequired[McpUiAnnotations]
    """Hints for the use of this object."""
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""


class McpUiImplementation(TypedDict):
    """The name and version of a program."""

    name: str
    version: str
    title: NotRequired[str]
    """Name for people."""
    icons: NotRequired[list[McpUiIcon]]
    """Icons to show."""
    websiteUrl: NotRequired[str]
    """Address of a page about the program."""
    description: NotRequired[str]


class McpUiInitializeRequest(TypedDict):
    """Opens the session between an app and its host."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["ui/initialize"]
    params: McpUiInitializeRequestParams


class McpUiInitializeRequestParams(TypedDict):
    """The app, its features and the revision of the apps protocol that the app speaks."""

    appInfo: McpUiImplementation
    """The app."""
    appCapabilities: McpUiAppCapabilities
    """The features of the app."""
    protocolVersion: str
    """Revision of the apps protocol."""


class McpUiInitializeResult(TypedDict):
    """The host, its features, the agreed revision and the surroundings of the app."""

    protocolVersion: str
    """Revision of the apps protocol."""
    hostInfo: McpUiImplementation
    """The host."""
    hostCapabilities: McpUiHostCapabilities
    """The features of the host."""
    hostContext: McpUiHostContext
    """The tool call, the look of the host, and the device."""


class McpUiInitializedNotification(TypedDict):
    """Tells the host that the app is ready."""

    jsonrpc: Literal["2.0"]
    method: Literal["ui/notifications/initialized"]
    params: NotRequired[McpUiEmptyObject]


class McpUiListChangedCapability(TypedDict):
    """Whether one side tells the other when a list has changed."""

    listChanged: NotRequired[bool]
    """Whether changes of the list are reported."""


class McpUiMessageRequest(TypedDict):
    """Asks the host to put a message into the conversation."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["ui/message"]
    params: McpUiMessageRequestParams


class McpUiMessageRequestParams(TypedDict):
    """The message and its role."""

    role: Literal["user"]
    """The side of the conversation that speaks."""
    content: list[McpUiContentBlock]


class McpUiMessageResult(TypedDict):
    """The outcome of `ui/message`."""

    isError: NotRequired[bool]
    """Whether the request failed."""


class McpUiOpenLinkRequest(TypedDict):
    """Asks the host to open an address outside the app."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["ui/open-link"]
    params: McpUiOpenLinkRequestParams


class McpUiOpenLinkRequestParams(TypedDict):
    """The address to open."""

    url: str
    """Address to open."""


class McpUiOpenLinkResult(TypedDict):
    """The outcome of `ui/open-link`."""

    isError: NotRequired[bool]
    """Whether the request failed."""


class McpUiRequestDisplayModeRequest(TypedDict):
    """Asks the host to show the app in another display mode."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["ui/request-display-mode"]
    params: McpUiRequestDisplayModeRequestParams


class McpUiRequestDisplayModeRequestParams(TypedDict):
    """The display mode that the app asks for."""

    mode: McpUiDisplayMode


class McpUiRequestDisplayModeResult(TypedDict):
    """The display mode from now on; the host may keep the old mode."""

    mode: McpUiDisplayMode


class McpUiRequestTeardownNotification(TypedDict):
    """Tells the host that the app wants to be closed; the host decides."""

    jsonrpc: Literal["2.0"]
    method: Literal["ui/notifications/request-teardown"]
    params: NotRequired[McpUiEmptyObject]


class McpUiResourceCsp(TypedDict):
    """The origins that the content security policy of an app should allow."""

    connectDomains: NotRequired[list[str]]
    """Origins for requests of scripts."""
    resourceDomains: NotRequired[list[str]]
    """Origins for images, styles, fonts and scripts."""
    frameDomains: NotRequired[list[str]]
    """Origins for nested frames."""
    baseUriDomains: NotRequired[list[str]]
    """Origins for the base address of the page."""


class McpUiResourceLink(TypedDict):
    """A link to a resource."""

    name: str
    uri: str
    """Address of the resource."""
    type: Literal["resource_link"]
    title: NotRequired[str]
    """Name for people."""
    icons: NotRequired[list[McpUiIcon]]
    """Icons to show."""
    description: NotRequired[str]
    mimeType: NotRequired[str]
    """Media type of the content."""
    size: NotRequired[float]
    """Size in bytes."""
    annotations: NotRequired[McpUiAnnotations]
    """Hints for the use of this object."""
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""


class McpUiResourceMeta(TypedDict):
    """The metadata of a resource that is an app, under `_meta.ui`."""

    csp: NotRequired[McpUiResourceCsp]
    """Origins for the content security policy."""
    permissions: NotRequired[McpUiResourcePermissions]
    """Permissions of the browser."""
    domain: NotRequired[str]
    """Origin under which the host should show the app."""
    prefersBorder: NotRequired[bool]
    """Whether the app wants a border."""


class McpUiResourcePermissions(TypedDict):
    """The permissions of the browser that an app asks for."""

    camera: NotRequired[McpUiEmptyObject]
    microphone: NotRequired[McpUiEmptyObject]
    geolocation: NotRequired[McpUiEmptyObject]
    clipboardWrite: NotRequired[McpUiEmptyObject]


class McpUiResourceTeardownRequest(TypedDict):
    """Asks the app to clean up before the host removes the app."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["ui/resource-teardown"]
    params: McpUiEmptyObject


class McpUiSafeAreaInsets(TypedDict):
    """The margins in pixels that parts of the device may cover."""

    top: float
    right: float
    bottom: float
    left: float


class McpUiSamplingCapability(TypedDict):
    """The features of sampling that the host offers to an app."""

    tools: NotRequired[McpUiEmptyObject]
    """Sampling may use tools."""


class McpUiSandboxCapability(TypedDict):
    """The permissions and the content policy that the sandbox of the host grants."""

    permissions: NotRequired[McpUiResourcePermissions]
    """Permissions of the browser."""
    csp: NotRequired[McpUiResourceCsp]
    """Origins for the content security policy."""


class McpUiSandboxProxyReadyNotification(TypedDict):
    """Tells the host that the proxy of the sandbox can take the page of the app."""

    jsonrpc: Literal["2.0"]
    method: Literal["ui/notifications/sandbox-proxy-ready"]
    params: McpUiEmptyObject


class McpUiSandboxResourceReadyNotification(TypedDict):
    """Gives the proxy of the sandbox the page of the app."""

    jsonrpc: Literal["2.0"]
    method: Literal["ui/notifications/sandbox-resource-ready"]
    params: McpUiSandboxResourceReadyNotificationParams


class McpUiSandboxResourceReadyNotificationParams(TypedDict):
    """The page of the app, and the rules under which the proxy loads the page."""

    html: str
    """The page of the app."""
    sandbox: NotRequired[str]
    """Value of the `sandbox` attribute of the frame."""
    csp: NotRequired[McpUiResourceCsp]
    """Origins for the content security policy."""
    permissions: NotRequired[McpUiResourcePermissions]
    """Permissions of the browser."""


class McpUiSizeChangedNotification(TypedDict):
    """Tells the host the new size of the app."""

    jsonrpc: Literal["2.0"]
    method: Literal["ui/notifications/size-changed"]
    params: McpUiSizeChangedNotificationParams


class McpUiSizeChangedNotificationParams(TypedDict):
    """The new size in pixels."""

    width: NotRequired[float]
    height: NotRequired[float]


class McpUiSupportedContentBlockModalities(TypedDict):
    """The kinds of content that the host accepts."""

    text: NotRequired[McpUiEmptyObject]
    image: NotRequired[McpUiEmptyObject]
    audio: NotRequired[McpUiEmptyObject]
    resource: NotRequired[McpUiEmptyObject]
    resourceLink: NotRequired[McpUiEmptyObject]
    structuredContent: NotRequired[McpUiEmptyObject]
    """Structured data that belongs to the content."""


class McpUiTextContent(TypedDict):
    """Text."""

    type: Literal["text"]
    text: str
    annotations: NotRequired[McpUiAnnotations]
    """Hints for the use of this object."""
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""


class McpUiTextResourceContents(TypedDict):
    """The text of a resource."""

    uri: str
    """Address of the resource."""
    text: str
    mimeType: NotRequired[str]
    """Media type of the content."""
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""


class McpUiTool(TypedDict):
    """The definition of the tool that was called."""

    name: str
    inputSchema: McpUiToolInputSchema
    """JSON Schema of the arguments."""
    title: NotRequired[str]
    """Name for people."""
    icons: NotRequired[list[McpUiIcon]]
    """Icons to show."""
    description: NotRequired[str]
    outputSchema: NotRequired[McpUiToolOutputSchema]
    """JSON Schema of the structured result."""
    annotations: NotRequired[McpUiToolAnnotations]
    """Hints for the use of this object."""
    execution: NotRequired[McpUiToolExecution]
    """Ways in which the tool may be run."""
    _meta: NotRequired[dict[str, Any]]
    """Metadata about this object or message; not part of its content."""


class McpUiToolAnnotations(TypedDict):
    """Hints about the behaviour of a tool; do not rely on hints of an untrusted server."""

    title: NotRequired[str]
    """Name for people."""
    readOnlyHint: NotRequired[bool]
    """Whether the tool changes nothing."""
    destructiveHint: NotRequired[bool]
    """Whether the tool may destroy something."""
    idempotentHint: NotRequired[bool]
    """Whether a second call with the same arguments has no further effect."""
    openWorldHint: NotRequired[bool]
    """Whether the tool uses systems outside, such as the web."""


class McpUiToolCancelledNotification(TypedDict):
    """Tells an app that the tool call was cancelled."""

    jsonrpc: Literal["2.0"]
    method: Literal["ui/notifications/tool-cancelled"]
    params: McpUiToolCancelledNotificationParams


class McpUiToolCancelledNotificationParams(TypedDict):
    """The reason for the cancellation."""

    reason: NotRequired[str]
    """Text for people about the reason."""


class McpUiToolExecution(TypedDict):
    """The ways in which a tool may be run."""

    taskSupport: NotRequired[McpUiToolTaskSupport]
    """Whether a call may be a task."""


class McpUiToolInfo(TypedDict):
    """The tool call that an app belongs to."""

    tool: McpUiTool
    id: NotRequired[McpUiRequestId]


class McpUiToolInputNotification(TypedDict):
    """Gives an app the complete arguments of the tool call."""

    jsonrpc: Literal["2.0"]
    method: Literal["ui/notifications/tool-input"]
    params: McpUiToolInputNotificationParams


class McpUiToolInputNotificationParams(TypedDict):
    """The arguments of the tool call."""

    arguments: NotRequired[dict[str, Any]]
    """Arguments by name."""


class McpUiToolInputPartialNotification(TypedDict):
    """Gives an app the arguments of the tool call as far as the model has written them."""

    jsonrpc: Literal["2.0"]
    method: Literal["ui/notifications/tool-input-partial"]
    params: McpUiToolInputPartialNotificationParams


class McpUiToolInputPartialNotificationParams(TypedDict):
    """The arguments so far."""

    arguments: NotRequired[dict[str, Any]]
    """Arguments by name."""


class McpUiToolMeta(TypedDict):
    """The metadata of a tool with an app, under `_meta.ui`."""

    resourceUri: NotRequired[str]
    """Address of the app that shows the tool."""
    visibility: NotRequired[list[McpUiToolVisibility]]
    """Sides that may see and call the tool; both by default."""


class McpUiToolResultNotification(TypedDict):
    """Gives an app the result of the tool call."""

    jsonrpc: Literal["2.0"]
    method: Literal["ui/notifications/tool-result"]
    params: McpUiToolResultNotificationParams


class McpUiToolResultNotificationParams(TypedDict):
    """The result of the tool call."""

    content: list[McpUiContentBlock]
    _meta: NotRequired[McpUiToolResultMeta]
    """Metadata about this object or message; not part of its content."""
    structuredContent: NotRequired[Any]
    """Structured data that belongs to the content."""
    isError: NotRequired[bool]
    """Whether the request failed."""


class McpUiUpdateModelContextRequest(TypedDict):
    """Gives content to the host, for the model to see from the next turn on."""

    id: RequestId
    jsonrpc: Literal["2.0"]
    method: Literal["ui/update-model-context"]
    params: McpUiUpdateModelContextRequestParams


class McpUiUpdateModelContextRequestParams(TypedDict):
    """The content for the model; new content replaces the old."""

    content: NotRequired[list[McpUiContentBlock]]
    structuredContent: NotRequired[dict[str, Any]]
    """Structured data that belongs to the content."""


McpUiAudience: TypeAlias = Literal["user", "assistant"]
"""The readers of a block of content."""

McpUiDisplayMode: TypeAlias = Literal["inline", "fullscreen", "pip"]
"""A way to show an app: inline, on the whole screen, or as a picture in a picture."""

McpUiIconTheme: TypeAlias = Literal["light", "dark"]
"""The background that an icon is made for."""

McpUiJSONValue: TypeAlias = Any
"""Any JSON value."""

McpUiPlatform: TypeAlias = Literal["web", "desktop", "mobile"]
"""The kind of platform on which the host runs."""

McpUiRequestId: TypeAlias = str | int
"""The id of a JSON-RPC request."""

McpUiResourceTeardownResult: TypeAlias = dict[str, Any]
"""The app's acknowledgement that it has cleaned up: any object."""

McpUiStyleValue: TypeAlias = Any
"""The value of a style variable; the schema allows any value."""

McpUiStyleVariableKey: TypeAlias = Literal[
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

McpUiStyles = TypedDict(
    "McpUiStyles",
    {
        "--color-background-primary": McpUiStyleValue,
        "--color-background-secondary": McpUiStyleValue,
        "--color-background-tertiary": McpUiStyleValue,
        "--color-background-inverse": McpUiStyleValue,
        "--color-background-ghost": McpUiStyleValue,
        "--color-background-info": McpUiStyleValue,
        "--color-background-danger": McpUiStyleValue,
        "--color-background-success": McpUiStyleValue,
        "--color-background-warning": McpUiStyleValue,
        "--color-background-disabled": McpUiStyleValue,
        "--color-text-primary": McpUiStyleValue,
        "--color-text-secondary": McpUiStyleValue,
        "--color-text-tertiary": McpUiStyleValue,
        "--color-text-inverse": McpUiStyleValue,
        "--color-text-ghost": McpUiStyleValue,
        "--color-text-info": McpUiStyleValue,
        "--color-text-danger": McpUiStyleValue,
        "--color-text-success": McpUiStyleValue,
        "--color-text-warning": McpUiStyleValue,
        "--color-text-disabled": McpUiStyleValue,
        "--color-border-primary": McpUiStyleValue,
        "--color-border-secondary": McpUiStyleValue,
        "--color-border-tertiary": McpUiStyleValue,
        "--color-border-inverse": McpUiStyleValue,
        "--color-border-ghost": McpUiStyleValue,
        "--color-border-info": McpUiStyleValue,
        "--color-border-danger": McpUiStyleValue,
        "--color-border-success": McpUiStyleValue,
        "--color-border-warning": McpUiStyleValue,
        "--color-border-disabled": McpUiStyleValue,
        "--color-ring-primary": McpUiStyleValue,
        "--color-ring-secondary": McpUiStyleValue,
        "--color-ring-inverse": McpUiStyleValue,
        "--color-ring-info": McpUiStyleValue,
        "--color-ring-danger": McpUiStyleValue,
        "--color-ring-success": McpUiStyleValue,
        "--color-ring-warning": McpUiStyleValue,
        "--font-sans": McpUiStyleValue,
        "--font-mono": McpUiStyleValue,
        "--font-weight-normal": McpUiStyleValue,
        "--font-weight-medium": McpUiStyleValue,
        "--font-weight-semibold": McpUiStyleValue,
        "--font-weight-bold": McpUiStyleValue,
        "--font-text-xs-size": McpUiStyleValue,
        "--font-text-sm-size": McpUiStyleValue,
        "--font-text-md-size": McpUiStyleValue,
        "--font-text-lg-size": McpUiStyleValue,
        "--font-heading-xs-size": McpUiStyleValue,
        "--font-heading-sm-size": McpUiStyleValue,
        "--font-heading-md-size": McpUiStyleValue,
        "--font-heading-lg-size": McpUiStyleValue,
        "--font-heading-xl-size": McpUiStyleValue,
        "--font-heading-2xl-size": McpUiStyleValue,
        "--font-heading-3xl-size": McpUiStyleValue,
        "--font-text-xs-line-height": McpUiStyleValue,
        "--font-text-sm-line-height": McpUiStyleValue,
        "--font-text-md-line-height": McpUiStyleValue,
        "--font-text-lg-line-height": McpUiStyleValue,
        "--font-heading-xs-line-height": McpUiStyleValue,
        "--font-heading-sm-line-height": McpUiStyleValue,
        "--font-heading-md-line-height": McpUiStyleValue,
        "--font-heading-lg-line-height": McpUiStyleValue,
        "--font-heading-xl-line-height": McpUiStyleValue,
        "--font-heading-2xl-line-height": McpUiStyleValue,
        "--font-heading-3xl-line-height": McpUiStyleValue,
        "--border-radius-xs": McpUiStyleValue,
        "--border-radius-sm": McpUiStyleValue,
        "--border-radius-md": McpUiStyleValue,
        "--border-radius-lg": McpUiStyleValue,
        "--border-radius-xl": McpUiStyleValue,
        "--border-radius-full": McpUiStyleValue,
        "--border-width-regular": McpUiStyleValue,
        "--shadow-hairline": McpUiStyleValue,
        "--shadow-sm": McpUiStyleValue,
        "--shadow-md": McpUiStyleValue,
        "--shadow-lg": McpUiStyleValue,
    },
)
"""The values of the style variables."""

McpUiTheme: TypeAlias = Literal["light", "dark"]
"""The colour scheme of the host."""

McpUiToolInputSchema: TypeAlias = dict[str, Any]
"""The JSON Schema of the arguments of a tool."""

McpUiToolOutputSchema: TypeAlias = dict[str, Any]
"""The JSON Schema of the structured result of a tool."""

McpUiToolTaskSupport: TypeAlias = Literal["required", "optional", "forbidden"]
"""Whether a call of the tool may, must or must not be a task."""

McpUiToolVisibility: TypeAlias = Literal["model", "app"]
"""The side that may see and call a tool."""

McpUiResourceContents: TypeAlias = McpUiTextResourceContents | McpUiBlobResourceContents
"""The content of a resource: text, or binary data."""

McpUiToolResultMeta = TypedDict(
    "McpUiToolResultMeta",
    {
        "io.modelcontextprotocol/serverInfo": NotRequired[McpUiImplementation],
    },
)
"""Metadata about a tool result."""

McpUiContentBlock: TypeAlias = (
    McpUiTextContent | McpUiImageContent | McpUiAudioContent | McpUiResourceLink | McpUiEmbeddedResource
)
"""A block of content."""

McpUiDownloadContent: TypeAlias = McpUiEmbeddedResource | McpUiResourceLink
"""A file to save: its content, or a link to the content."""

if not TYPE_CHECKING:
    state_optional_keys(globals())
