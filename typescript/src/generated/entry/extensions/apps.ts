/**
 * The messages of the extension io.modelcontextprotocol/ui of revision 2026-07-28.
 *
 * Written by `mcpgen build --language typescript`.
 */

import type { RequestId } from "../2026-07-28.ts";

/** Hints for the use of a block of content. */
export type McpUiAnnotations = {
  /** Readers that the content is meant for. */
  audience?: McpUiAudience[];
  /** Weight between 0 (optional) and 1 (required). */
  priority?: number;
  /** Time of the last change, in ISO 8601. */
  lastModified?: string;
};

/** The features that an app offers to its host. */
export type McpUiAppCapabilities = {
  /** Features outside the specification, by name. */
  experimental?: { [name: string]: { [name: string]: unknown } };
  /** The app offers tools to the host. */
  tools?: McpUiListChangedCapability;
  /** The display modes that are supported. */
  availableDisplayModes?: McpUiDisplayMode[];
};

/** The readers of a block of content. */
export type McpUiAudience = "user" | "assistant";

/** A recording. */
export type McpUiAudioContent = {
  type: "audio";
  /** Data in Base64. */
  data: string;
  /** Media type of the content. */
  mimeType: string;
  /** Hints for the use of this object. */
  annotations?: McpUiAnnotations;
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
};

/** The binary data of a resource. */
export type McpUiBlobResourceContents = {
  /** Address of the resource. */
  uri: string;
  /** Binary data in Base64. */
  blob: string;
  /** Media type of the content. */
  mimeType?: string;
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
};

/** The value with which a client declares the extension in its capabilities. */
export type McpUiClientCapabilities = {
  /** Media types of apps that the client can show. */
  mimeTypes?: string[];
};

/** The space for an app, in pixels. Height and width are each fixed, or limited by a maximum. */
export type McpUiContainerDimensions = {
};

/** A block of content. */
export type McpUiContentBlock = McpUiTextContent | McpUiImageContent | McpUiAudioContent | McpUiResourceLink | McpUiEmbeddedResource;

/** The input devices of the user. */
export type McpUiDeviceCapabilities = {
  /** Whether the user can touch the screen. */
  touch?: boolean;
  /** Whether the user can point without a click. */
  hover?: boolean;
};

/** A way to show an app: inline, on the whole screen, or as a picture in a picture. */
export type McpUiDisplayMode = "inline" | "fullscreen" | "pip";

/** A file to save: its content, or a link to the content. */
export type McpUiDownloadContent = McpUiEmbeddedResource | McpUiResourceLink;

/** Asks the host to save files on the user's behalf. */
export type McpUiDownloadFileRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "ui/download-file";
  params: McpUiDownloadFileRequestParams;
};

/** The files to save. */
export type McpUiDownloadFileRequestParams = {
  /** The files. */
  contents: McpUiDownloadContent[];
};

/** The outcome of `ui/download-file`. */
export type McpUiDownloadFileResult = {
  /** Whether the request failed. */
  isError?: boolean;
  [name: string]: unknown;
};

/** A resource with its content. */
export type McpUiEmbeddedResource = {
  type: "resource";
  resource: McpUiResourceContents;
  /** Hints for the use of this object. */
  annotations?: McpUiAnnotations;
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
};

/** An object without members: a feature without settings, or params without content. */
export type McpUiEmptyObject = {
};

/** The features that a host offers to an app. */
export type McpUiHostCapabilities = {
  /** Features outside the specification, by name. */
  experimental?: { [name: string]: { [name: string]: unknown } };
  /** The host opens addresses. */
  openLinks?: McpUiEmptyObject;
  /** The host saves files. */
  downloadFile?: McpUiEmptyObject;
  /** The host passes calls of tools on to the server. */
  serverTools?: McpUiListChangedCapability;
  /** The host passes reads of resources on to the server. */
  serverResources?: McpUiListChangedCapability;
  /** The host takes log messages. */
  logging?: McpUiEmptyObject;
  /** Rules of the sandbox of the host. */
  sandbox?: McpUiSandboxCapability;
  /** The kinds of content that `ui/update-model-context` may hold. */
  updateModelContext?: McpUiSupportedContentBlockModalities;
  /** The kinds of content that `ui/message` may hold. */
  message?: McpUiSupportedContentBlockModalities;
  /** The host samples from its model for the app. */
  sampling?: McpUiSamplingCapability;
};

/** The surroundings of an app: the tool call, the look of the host, the device. */
export type McpUiHostContext = {
  /** The tool call that the app belongs to. */
  toolInfo?: McpUiToolInfo;
  /** Colour scheme of the host. */
  theme?: McpUiTheme;
  /** Styles to look like the host. */
  styles?: McpUiHostStyles;
  /** The current display mode. */
  displayMode?: McpUiDisplayMode;
  /** The display modes that are supported. */
  availableDisplayModes?: McpUiDisplayMode[];
  /** The space for the app. */
  containerDimensions?: McpUiContainerDimensions;
  /** Language and region of the user, as a BCP 47 tag. */
  locale?: string;
  /** Time zone of the user, as an IANA name. */
  timeZone?: string;
  /** Name of the host program. */
  userAgent?: string;
  /** Kind of platform on which the host runs. */
  platform?: McpUiPlatform;
  /** Input devices of the user. */
  deviceCapabilities?: McpUiDeviceCapabilities;
  /** Margins in pixels that parts of the device may cover. */
  safeAreaInsets?: McpUiSafeAreaInsets;
  [name: string]: unknown;
};

/** Tells an app the parts of its surroundings that have changed. */
export type McpUiHostContextChangedNotification = {
  jsonrpc: "2.0";
  method: "ui/notifications/host-context-changed";
  params: McpUiHostContext;
};

/** The style sheets that a host gives an app. */
export type McpUiHostCss = {
  /** CSS with `@font-face` rules or imports. */
  fonts?: string;
};

/** The styles with which an app can look like its host. */
export type McpUiHostStyles = {
  /** Values of the style variables. */
  variables?: McpUiStyles;
  /** Style sheets. */
  css?: McpUiHostCss;
};

/** An icon to show. */
export type McpUiIcon = {
  /** Address of the icon, or its data as a data URI. */
  src: string;
  /** Media type of the content. */
  mimeType?: string;
  /** Sizes of the icon, such as `48x48` or `any`. */
  sizes?: string[];
  /** Background that the icon is made for. */
  theme?: McpUiIconTheme;
};

/** The background that an icon is made for. */
export type McpUiIconTheme = "light" | "dark";

/** An image. */
export type McpUiImageContent = {
  type: "image";
  /** Data in Base64. */
  data: string;
  /** Media type of the content. */
  mimeType: string;
  /** Hints for the use of this object. */
  annotations?: McpUiAnnotations;
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
};

/** The name and version of a program. */
export type McpUiImplementation = {
  name: string;
  version: string;
  /** Name for people. */
  title?: string;
  /** Icons to show. */
  icons?: McpUiIcon[];
  /** Address of a page about the program. */
  websiteUrl?: string;
  description?: string;
};

/** Opens the session between an app and its host. */
export type McpUiInitializeRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "ui/initialize";
  params: McpUiInitializeRequestParams;
};

/** The app, its features and the revision of the apps protocol that the app speaks. */
export type McpUiInitializeRequestParams = {
  /** The app. */
  appInfo: McpUiImplementation;
  /** The features of the app. */
  appCapabilities: McpUiAppCapabilities;
  /** Revision of the apps protocol. */
  protocolVersion: string;
};

/** The host, its features, the agreed revision and the surroundings of the app. */
export type McpUiInitializeResult = {
  /** Revision of the apps protocol. */
  protocolVersion: string;
  /** The host. */
  hostInfo: McpUiImplementation;
  /** The features of the host. */
  hostCapabilities: McpUiHostCapabilities;
  /** The tool call, the look of the host, and the device. */
  hostContext: McpUiHostContext;
  [name: string]: unknown;
};

/** Tells the host that the app is ready. */
export type McpUiInitializedNotification = {
  jsonrpc: "2.0";
  method: "ui/notifications/initialized";
  params?: McpUiEmptyObject;
};

/** Any JSON value. */
export type McpUiJSONValue = unknown;

/** Whether one side tells the other when a list has changed. */
export type McpUiListChangedCapability = {
  /** Whether changes of the list are reported. */
  listChanged?: boolean;
};

/** Asks the host to put a message into the conversation. */
export type McpUiMessageRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "ui/message";
  params: McpUiMessageRequestParams;
};

/** The message and its role. */
export type McpUiMessageRequestParams = {
  /** The side of the conversation that speaks. */
  role: "user";
  content: McpUiContentBlock[];
};

/** The outcome of `ui/message`. */
export type McpUiMessageResult = {
  /** Whether the request failed. */
  isError?: boolean;
  [name: string]: unknown;
};

/** Asks the host to open an address outside the app. */
export type McpUiOpenLinkRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "ui/open-link";
  params: McpUiOpenLinkRequestParams;
};

/** The address to open. */
export type McpUiOpenLinkRequestParams = {
  /** Address to open. */
  url: string;
};

/** The outcome of `ui/open-link`. */
export type McpUiOpenLinkResult = {
  /** Whether the request failed. */
  isError?: boolean;
  [name: string]: unknown;
};

/** The kind of platform on which the host runs. */
export type McpUiPlatform = "web" | "desktop" | "mobile";

/** Asks the host to show the app in another display mode. */
export type McpUiRequestDisplayModeRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "ui/request-display-mode";
  params: McpUiRequestDisplayModeRequestParams;
};

/** The display mode that the app asks for. */
export type McpUiRequestDisplayModeRequestParams = {
  mode: McpUiDisplayMode;
};

/** The display mode from now on; the host may keep the old mode. */
export type McpUiRequestDisplayModeResult = {
  mode: McpUiDisplayMode;
  [name: string]: unknown;
};

/** The id of a JSON-RPC request. */
export type McpUiRequestId = string | number;

/** Tells the host that the app wants to be closed; the host decides. */
export type McpUiRequestTeardownNotification = {
  jsonrpc: "2.0";
  method: "ui/notifications/request-teardown";
  params?: McpUiEmptyObject;
};

/** The content of a resource: text, or binary data. */
export type McpUiResourceContents = McpUiTextResourceContents | McpUiBlobResourceContents;

/** The origins that the content security policy of an app should allow. */
export type McpUiResourceCsp = {
  /** Origins for requests of scripts. */
  connectDomains?: string[];
  /** Origins for images, styles, fonts and scripts. */
  resourceDomains?: string[];
  /** Origins for nested frames. */
  frameDomains?: string[];
  /** Origins for the base address of the page. */
  baseUriDomains?: string[];
};

/** A link to a resource. */
export type McpUiResourceLink = {
  name: string;
  /** Address of the resource. */
  uri: string;
  type: "resource_link";
  /** Name for people. */
  title?: string;
  /** Icons to show. */
  icons?: McpUiIcon[];
  description?: string;
  /** Media type of the content. */
  mimeType?: string;
  /** Size in bytes. */
  size?: number;
  /** Hints for the use of this object. */
  annotations?: McpUiAnnotations;
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
};

/** The metadata of a resource that is an app, under `_meta.ui`. */
export type McpUiResourceMeta = {
  /** Origins for the content security policy. */
  csp?: McpUiResourceCsp;
  /** Permissions of the browser. */
  permissions?: McpUiResourcePermissions;
  /** Origin under which the host should show the app. */
  domain?: string;
  /** Whether the app wants a border. */
  prefersBorder?: boolean;
};

/** The permissions of the browser that an app asks for. */
export type McpUiResourcePermissions = {
  camera?: McpUiEmptyObject;
  microphone?: McpUiEmptyObject;
  geolocation?: McpUiEmptyObject;
  clipboardWrite?: McpUiEmptyObject;
};

/** Asks the app to clean up before the host removes the app. */
export type McpUiResourceTeardownRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "ui/resource-teardown";
  params: McpUiEmptyObject;
};

/** The app's acknowledgement that it has cleaned up: any object. */
export type McpUiResourceTeardownResult = { [name: string]: unknown };

/** The margins in pixels that parts of the device may cover. */
export type McpUiSafeAreaInsets = {
  top: number;
  right: number;
  bottom: number;
  left: number;
};

/** The features of sampling that the host offers to an app. */
export type McpUiSamplingCapability = {
  /** Sampling may use tools. */
  tools?: McpUiEmptyObject;
};

/** The permissions and the content policy that the sandbox of the host grants. */
export type McpUiSandboxCapability = {
  /** Permissions of the browser. */
  permissions?: McpUiResourcePermissions;
  /** Origins for the content security policy. */
  csp?: McpUiResourceCsp;
};

/** Tells the host that the proxy of the sandbox can take the page of the app. */
export type McpUiSandboxProxyReadyNotification = {
  jsonrpc: "2.0";
  method: "ui/notifications/sandbox-proxy-ready";
  params: McpUiEmptyObject;
};

/** Gives the proxy of the sandbox the page of the app. */
export type McpUiSandboxResourceReadyNotification = {
  jsonrpc: "2.0";
  method: "ui/notifications/sandbox-resource-ready";
  params: McpUiSandboxResourceReadyNotificationParams;
};

/** The page of the app, and the rules under which the proxy loads the page. */
export type McpUiSandboxResourceReadyNotificationParams = {
  /** The page of the app. */
  html: string;
  /** Value of the `sandbox` attribute of the frame. */
  sandbox?: string;
  /** Origins for the content security policy. */
  csp?: McpUiResourceCsp;
  /** Permissions of the browser. */
  permissions?: McpUiResourcePermissions;
};

/** Tells the host the new size of the app. */
export type McpUiSizeChangedNotification = {
  jsonrpc: "2.0";
  method: "ui/notifications/size-changed";
  params: McpUiSizeChangedNotificationParams;
};

/** The new size in pixels. */
export type McpUiSizeChangedNotificationParams = {
  width?: number;
  height?: number;
};

/** The value of a style variable; the schema allows any value. */
export type McpUiStyleValue = unknown;

/** The name of a style variable. */
export type McpUiStyleVariableKey = "--color-background-primary" | "--color-background-secondary" | "--color-background-tertiary" | "--color-background-inverse" | "--color-background-ghost" | "--color-background-info" | "--color-background-danger" | "--color-background-success" | "--color-background-warning" | "--color-background-disabled" | "--color-text-primary" | "--color-text-secondary" | "--color-text-tertiary" | "--color-text-inverse" | "--color-text-ghost" | "--color-text-info" | "--color-text-danger" | "--color-text-success" | "--color-text-warning" | "--color-text-disabled" | "--color-border-primary" | "--color-border-secondary" | "--color-border-tertiary" | "--color-border-inverse" | "--color-border-ghost" | "--color-border-info" | "--color-border-danger" | "--color-border-success" | "--color-border-warning" | "--color-border-disabled" | "--color-ring-primary" | "--color-ring-secondary" | "--color-ring-inverse" | "--color-ring-info" | "--color-ring-danger" | "--color-ring-success" | "--color-ring-warning" | "--font-sans" | "--font-mono" | "--font-weight-normal" | "--font-weight-medium" | "--font-weight-semibold" | "--font-weight-bold" | "--font-text-xs-size" | "--font-text-sm-size" | "--font-text-md-size" | "--font-text-lg-size" | "--font-heading-xs-size" | "--font-heading-sm-size" | "--font-heading-md-size" | "--font-heading-lg-size" | "--font-heading-xl-size" | "--font-heading-2xl-size" | "--font-heading-3xl-size" | "--font-text-xs-line-height" | "--font-text-sm-line-height" | "--font-text-md-line-height" | "--font-text-lg-line-height" | "--font-heading-xs-line-height" | "--font-heading-sm-line-height" | "--font-heading-md-line-height" | "--font-heading-lg-line-height" | "--font-heading-xl-line-height" | "--font-heading-2xl-line-height" | "--font-heading-3xl-line-height" | "--border-radius-xs" | "--border-radius-sm" | "--border-radius-md" | "--border-radius-lg" | "--border-radius-xl" | "--border-radius-full" | "--border-width-regular" | "--shadow-hairline" | "--shadow-sm" | "--shadow-md" | "--shadow-lg";

/** The values of the style variables. */
export type McpUiStyles = {
  "--color-background-primary": McpUiStyleValue;
  "--color-background-secondary": McpUiStyleValue;
  "--color-background-tertiary": McpUiStyleValue;
  "--color-background-inverse": McpUiStyleValue;
  "--color-background-ghost": McpUiStyleValue;
  "--color-background-info": McpUiStyleValue;
  "--color-background-danger": McpUiStyleValue;
  "--color-background-success": McpUiStyleValue;
  "--color-background-warning": McpUiStyleValue;
  "--color-background-disabled": McpUiStyleValue;
  "--color-text-primary": McpUiStyleValue;
  "--color-text-secondary": McpUiStyleValue;
  "--color-text-tertiary": McpUiStyleValue;
  "--color-text-inverse": McpUiStyleValue;
  "--color-text-ghost": McpUiStyleValue;
  "--color-text-info": McpUiStyleValue;
  "--color-text-danger": McpUiStyleValue;
  "--color-text-success": McpUiStyleValue;
  "--color-text-warning": McpUiStyleValue;
  "--color-text-disabled": McpUiStyleValue;
  "--color-border-primary": McpUiStyleValue;
  "--color-border-secondary": McpUiStyleValue;
  "--color-border-tertiary": McpUiStyleValue;
  "--color-border-inverse": McpUiStyleValue;
  "--color-border-ghost": McpUiStyleValue;
  "--color-border-info": McpUiStyleValue;
  "--color-border-danger": McpUiStyleValue;
  "--color-border-success": McpUiStyleValue;
  "--color-border-warning": McpUiStyleValue;
  "--color-border-disabled": McpUiStyleValue;
  "--color-ring-primary": McpUiStyleValue;
  "--color-ring-secondary": McpUiStyleValue;
  "--color-ring-inverse": McpUiStyleValue;
  "--color-ring-info": McpUiStyleValue;
  "--color-ring-danger": McpUiStyleValue;
  "--color-ring-success": McpUiStyleValue;
  "--color-ring-warning": McpUiStyleValue;
  "--font-sans": McpUiStyleValue;
  "--font-mono": McpUiStyleValue;
  "--font-weight-normal": McpUiStyleValue;
  "--font-weight-medium": McpUiStyleValue;
  "--font-weight-semibold": McpUiStyleValue;
  "--font-weight-bold": McpUiStyleValue;
  "--font-text-xs-size": McpUiStyleValue;
  "--font-text-sm-size": McpUiStyleValue;
  "--font-text-md-size": McpUiStyleValue;
  "--font-text-lg-size": McpUiStyleValue;
  "--font-heading-xs-size": McpUiStyleValue;
  "--font-heading-sm-size": McpUiStyleValue;
  "--font-heading-md-size": McpUiStyleValue;
  "--font-heading-lg-size": McpUiStyleValue;
  "--font-heading-xl-size": McpUiStyleValue;
  "--font-heading-2xl-size": McpUiStyleValue;
  "--font-heading-3xl-size": McpUiStyleValue;
  "--font-text-xs-line-height": McpUiStyleValue;
  "--font-text-sm-line-height": McpUiStyleValue;
  "--font-text-md-line-height": McpUiStyleValue;
  "--font-text-lg-line-height": McpUiStyleValue;
  "--font-heading-xs-line-height": McpUiStyleValue;
  "--font-heading-sm-line-height": McpUiStyleValue;
  "--font-heading-md-line-height": McpUiStyleValue;
  "--font-heading-lg-line-height": McpUiStyleValue;
  "--font-heading-xl-line-height": McpUiStyleValue;
  "--font-heading-2xl-line-height": McpUiStyleValue;
  "--font-heading-3xl-line-height": McpUiStyleValue;
  "--border-radius-xs": McpUiStyleValue;
  "--border-radius-sm": McpUiStyleValue;
  "--border-radius-md": McpUiStyleValue;
  "--border-radius-lg": McpUiStyleValue;
  "--border-radius-xl": McpUiStyleValue;
  "--border-radius-full": McpUiStyleValue;
  "--border-width-regular": McpUiStyleValue;
  "--shadow-hairline": McpUiStyleValue;
  "--shadow-sm": McpUiStyleValue;
  "--shadow-md": McpUiStyleValue;
  "--shadow-lg": McpUiStyleValue;
};

/** The kinds of content that the host accepts. */
export type McpUiSupportedContentBlockModalities = {
  text?: McpUiEmptyObject;
  image?: McpUiEmptyObject;
  audio?: McpUiEmptyObject;
  resource?: McpUiEmptyObject;
  resourceLink?: McpUiEmptyObject;
  /** Structured data that belongs to the content. */
  structuredContent?: McpUiEmptyObject;
};

/** Text. */
export type McpUiTextContent = {
  type: "text";
  text: string;
  /** Hints for the use of this object. */
  annotations?: McpUiAnnotations;
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
};

/** The text of a resource. */
export type McpUiTextResourceContents = {
  /** Address of the resource. */
  uri: string;
  text: string;
  /** Media type of the content. */
  mimeType?: string;
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
};

/** The colour scheme of the host. */
export type McpUiTheme = "light" | "dark";

/** The definition of the tool that was called. */
export type McpUiTool = {
  name: string;
  /** JSON Schema of the arguments. */
  inputSchema: McpUiToolInputSchema;
  /** Name for people. */
  title?: string;
  /** Icons to show. */
  icons?: McpUiIcon[];
  description?: string;
  /** JSON Schema of the structured result. */
  outputSchema?: McpUiToolOutputSchema;
  /** Hints for the use of this object. */
  annotations?: McpUiToolAnnotations;
  /** Ways in which the tool may be run. */
  execution?: McpUiToolExecution;
  /** Metadata about this object or message; not part of its content. */
  _meta?: { [name: string]: unknown };
};

/** Hints about the behaviour of a tool; do not rely on hints of an untrusted server. */
export type McpUiToolAnnotations = {
  /** Name for people. */
  title?: string;
  /** Whether the tool changes nothing. */
  readOnlyHint?: boolean;
  /** Whether the tool may destroy something. */
  destructiveHint?: boolean;
  /** Whether a second call with the same arguments has no further effect. */
  idempotentHint?: boolean;
  /** Whether the tool uses systems outside, such as the web. */
  openWorldHint?: boolean;
};

/** Tells an app that the tool call was cancelled. */
export type McpUiToolCancelledNotification = {
  jsonrpc: "2.0";
  method: "ui/notifications/tool-cancelled";
  params: McpUiToolCancelledNotificationParams;
};

/** The reason for the cancellation. */
export type McpUiToolCancelledNotificationParams = {
  /** Text for people about the reason. */
  reason?: string;
};

/** The ways in which a tool may be run. */
export type McpUiToolExecution = {
  /** Whether a call may be a task. */
  taskSupport?: McpUiToolTaskSupport;
};

/** The tool call that an app belongs to. */
export type McpUiToolInfo = {
  tool: McpUiTool;
  id?: McpUiRequestId;
};

/** Gives an app the complete arguments of the tool call. */
export type McpUiToolInputNotification = {
  jsonrpc: "2.0";
  method: "ui/notifications/tool-input";
  params: McpUiToolInputNotificationParams;
};

/** The arguments of the tool call. */
export type McpUiToolInputNotificationParams = {
  /** Arguments by name. */
  arguments?: { [name: string]: unknown };
};

/** Gives an app the arguments of the tool call as far as the model has written them. */
export type McpUiToolInputPartialNotification = {
  jsonrpc: "2.0";
  method: "ui/notifications/tool-input-partial";
  params: McpUiToolInputPartialNotificationParams;
};

/** The arguments so far. */
export type McpUiToolInputPartialNotificationParams = {
  /** Arguments by name. */
  arguments?: { [name: string]: unknown };
};

/** The JSON Schema of the arguments of a tool. */
export type McpUiToolInputSchema = {
  type: "object";
  properties?: { [name: string]: McpUiJSONValue };
  required?: string[];
  [name: string]: unknown;
};

/** The metadata of a tool with an app, under `_meta.ui`. */
export type McpUiToolMeta = {
  /** Address of the app that shows the tool. */
  resourceUri?: string;
  /** Sides that may see and call the tool; both by default. */
  visibility?: McpUiToolVisibility[];
};

/** The JSON Schema of the structured result of a tool. */
export type McpUiToolOutputSchema = {
  /** Dialect of the schema. */
  $schema?: string;
  [name: string]: unknown;
};

/** Metadata about a tool result. */
export type McpUiToolResultMeta = {
  /** The server that answered. */
  "io.modelcontextprotocol/serverInfo"?: McpUiImplementation;
  [name: string]: unknown;
};

/** Gives an app the result of the tool call. */
export type McpUiToolResultNotification = {
  jsonrpc: "2.0";
  method: "ui/notifications/tool-result";
  params: McpUiToolResultNotificationParams;
};

/** The result of the tool call. */
export type McpUiToolResultNotificationParams = {
  content: McpUiContentBlock[];
  /** Metadata about this object or message; not part of its content. */
  _meta?: McpUiToolResultMeta;
  /** Structured data that belongs to the content. */
  structuredContent?: unknown;
  /** Whether the request failed. */
  isError?: boolean;
  [name: string]: unknown;
};

/** Whether a call of the tool may, must or must not be a task. */
export type McpUiToolTaskSupport = "required" | "optional" | "forbidden";

/** The side that may see and call a tool. */
export type McpUiToolVisibility = "model" | "app";

/** Gives content to the host, for the model to see from the next turn on. The host may answer with any object. */
export type McpUiUpdateModelContextRequest = {
  id: RequestId;
  jsonrpc: "2.0";
  method: "ui/update-model-context";
  params: McpUiUpdateModelContextRequestParams;
};

/** The content for the model; new content replaces the old. */
export type McpUiUpdateModelContextRequestParams = {
  content?: McpUiContentBlock[];
  /** Structured data that belongs to the content. */
  structuredContent?: { [name: string]: unknown };
};

/** The messages of each method, and the results that answer its requests. */
export type Methods = {
  /** Asks the host to save files. */
  "ui/download-file": { kind: "request"; sender: "app"; message: McpUiDownloadFileRequest; result: McpUiDownloadFileResult };
  /** Opens the session between an app and its host. */
  "ui/initialize": { kind: "request"; sender: "app"; message: McpUiInitializeRequest; result: McpUiInitializeResult };
  /** Puts a message into the conversation. */
  "ui/message": { kind: "request"; sender: "app"; message: McpUiMessageRequest; result: McpUiMessageResult };
  /** Tells an app that its surroundings have changed. */
  "ui/notifications/host-context-changed": { kind: "notification"; sender: "host"; message: McpUiHostContextChangedNotification; result: never };
  /** Tells the host that the app is ready. */
  "ui/notifications/initialized": { kind: "notification"; sender: "app"; message: McpUiInitializedNotification; result: never };
  /** Tells the host that the app wants to be closed. */
  "ui/notifications/request-teardown": { kind: "notification"; sender: "app"; message: McpUiRequestTeardownNotification; result: never };
  /** Tells the host that the proxy of the sandbox is ready. */
  "ui/notifications/sandbox-proxy-ready": { kind: "notification"; sender: "app"; message: McpUiSandboxProxyReadyNotification; result: never };
  /** Gives the proxy of the sandbox the page of the app. */
  "ui/notifications/sandbox-resource-ready": { kind: "notification"; sender: "host"; message: McpUiSandboxResourceReadyNotification; result: never };
  /** Tells the host the new size of the app. */
  "ui/notifications/size-changed": { kind: "notification"; sender: "app"; message: McpUiSizeChangedNotification; result: never };
  /** Tells an app that the tool call was cancelled. */
  "ui/notifications/tool-cancelled": { kind: "notification"; sender: "host"; message: McpUiToolCancelledNotification; result: never };
  /** Gives an app the arguments of the tool call. */
  "ui/notifications/tool-input": { kind: "notification"; sender: "host"; message: McpUiToolInputNotification; result: never };
  /** Gives an app the arguments written so far. */
  "ui/notifications/tool-input-partial": { kind: "notification"; sender: "host"; message: McpUiToolInputPartialNotification; result: never };
  /** Gives an app the result of the tool call. */
  "ui/notifications/tool-result": { kind: "notification"; sender: "host"; message: McpUiToolResultNotification; result: never };
  /** Asks the host to open an address. */
  "ui/open-link": { kind: "request"; sender: "app"; message: McpUiOpenLinkRequest; result: McpUiOpenLinkResult };
  /** Asks the host to show the app in another display mode. */
  "ui/request-display-mode": { kind: "request"; sender: "app"; message: McpUiRequestDisplayModeRequest; result: McpUiRequestDisplayModeResult };
  /** Asks an app to clean up before its end. */
  "ui/resource-teardown": { kind: "request"; sender: "host"; message: McpUiResourceTeardownRequest; result: McpUiResourceTeardownResult };
  /** Gives content to the host, for the model to see in the next turn. */
  "ui/update-model-context": { kind: "request"; sender: "app"; message: McpUiUpdateModelContextRequest; result: McpUiResourceTeardownResult };
};

/** Every message of the extension that a client sends. */
export type ClientMessage =
  | never;

/** What a client answers to each request. */
export type ClientAnswers = {
};

/** Every message of the extension that a server sends. */
export type ServerMessage =
  | never;

/** What a server answers to each request. */
export type ServerAnswers = {
};

/** Every type by its name. */
export type Types = {
  McpUiAnnotations: McpUiAnnotations;
  McpUiAppCapabilities: McpUiAppCapabilities;
  McpUiAudience: McpUiAudience;
  McpUiAudioContent: McpUiAudioContent;
  McpUiBlobResourceContents: McpUiBlobResourceContents;
  McpUiClientCapabilities: McpUiClientCapabilities;
  McpUiContainerDimensions: McpUiContainerDimensions;
  McpUiContentBlock: McpUiContentBlock;
  McpUiDeviceCapabilities: McpUiDeviceCapabilities;
  McpUiDisplayMode: McpUiDisplayMode;
  McpUiDownloadContent: McpUiDownloadContent;
  McpUiDownloadFileRequest: McpUiDownloadFileRequest;
  McpUiDownloadFileRequestParams: McpUiDownloadFileRequestParams;
  McpUiDownloadFileResult: McpUiDownloadFileResult;
  McpUiEmbeddedResource: McpUiEmbeddedResource;
  McpUiEmptyObject: McpUiEmptyObject;
  McpUiHostCapabilities: McpUiHostCapabilities;
  McpUiHostContext: McpUiHostContext;
  McpUiHostContextChangedNotification: McpUiHostContextChangedNotification;
  McpUiHostCss: McpUiHostCss;
  McpUiHostStyles: McpUiHostStyles;
  McpUiIcon: McpUiIcon;
  McpUiIconTheme: McpUiIconTheme;
  McpUiImageContent: McpUiImageContent;
  McpUiImplementation: McpUiImplementation;
  McpUiInitializeRequest: McpUiInitializeRequest;
  McpUiInitializeRequestParams: McpUiInitializeRequestParams;
  McpUiInitializeResult: McpUiInitializeResult;
  McpUiInitializedNotification: McpUiInitializedNotification;
  McpUiJSONValue: McpUiJSONValue;
  McpUiListChangedCapability: McpUiListChangedCapability;
  McpUiMessageRequest: McpUiMessageRequest;
  McpUiMessageRequestParams: McpUiMessageRequestParams;
  McpUiMessageResult: McpUiMessageResult;
  McpUiOpenLinkRequest: McpUiOpenLinkRequest;
  McpUiOpenLinkRequestParams: McpUiOpenLinkRequestParams;
  McpUiOpenLinkResult: McpUiOpenLinkResult;
  McpUiPlatform: McpUiPlatform;
  McpUiRequestDisplayModeRequest: McpUiRequestDisplayModeRequest;
  McpUiRequestDisplayModeRequestParams: McpUiRequestDisplayModeRequestParams;
  McpUiRequestDisplayModeResult: McpUiRequestDisplayModeResult;
  McpUiRequestId: McpUiRequestId;
  McpUiRequestTeardownNotification: McpUiRequestTeardownNotification;
  McpUiResourceContents: McpUiResourceContents;
  McpUiResourceCsp: McpUiResourceCsp;
  McpUiResourceLink: McpUiResourceLink;
  McpUiResourceMeta: McpUiResourceMeta;
  McpUiResourcePermissions: McpUiResourcePermissions;
  McpUiResourceTeardownRequest: McpUiResourceTeardownRequest;
  McpUiResourceTeardownResult: McpUiResourceTeardownResult;
  McpUiSafeAreaInsets: McpUiSafeAreaInsets;
  McpUiSamplingCapability: McpUiSamplingCapability;
  McpUiSandboxCapability: McpUiSandboxCapability;
  McpUiSandboxProxyReadyNotification: McpUiSandboxProxyReadyNotification;
  McpUiSandboxResourceReadyNotification: McpUiSandboxResourceReadyNotification;
  McpUiSandboxResourceReadyNotificationParams: McpUiSandboxResourceReadyNotificationParams;
  McpUiSizeChangedNotification: McpUiSizeChangedNotification;
  McpUiSizeChangedNotificationParams: McpUiSizeChangedNotificationParams;
  McpUiStyleValue: McpUiStyleValue;
  McpUiStyleVariableKey: McpUiStyleVariableKey;
  McpUiStyles: McpUiStyles;
  McpUiSupportedContentBlockModalities: McpUiSupportedContentBlockModalities;
  McpUiTextContent: McpUiTextContent;
  McpUiTextResourceContents: McpUiTextResourceContents;
  McpUiTheme: McpUiTheme;
  McpUiTool: McpUiTool;
  McpUiToolAnnotations: McpUiToolAnnotations;
  McpUiToolCancelledNotification: McpUiToolCancelledNotification;
  McpUiToolCancelledNotificationParams: McpUiToolCancelledNotificationParams;
  McpUiToolExecution: McpUiToolExecution;
  McpUiToolInfo: McpUiToolInfo;
  McpUiToolInputNotification: McpUiToolInputNotification;
  McpUiToolInputNotificationParams: McpUiToolInputNotificationParams;
  McpUiToolInputPartialNotification: McpUiToolInputPartialNotification;
  McpUiToolInputPartialNotificationParams: McpUiToolInputPartialNotificationParams;
  McpUiToolInputSchema: McpUiToolInputSchema;
  McpUiToolMeta: McpUiToolMeta;
  McpUiToolOutputSchema: McpUiToolOutputSchema;
  McpUiToolResultMeta: McpUiToolResultMeta;
  McpUiToolResultNotification: McpUiToolResultNotification;
  McpUiToolResultNotificationParams: McpUiToolResultNotificationParams;
  McpUiToolTaskSupport: McpUiToolTaskSupport;
  McpUiToolVisibility: McpUiToolVisibility;
  McpUiUpdateModelContextRequest: McpUiUpdateModelContextRequest;
  McpUiUpdateModelContextRequestParams: McpUiUpdateModelContextRequestParams;
};
