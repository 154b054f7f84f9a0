// The official TypeScript SDK, versions 1 and 2: a message is parsed as JSON-RPC, then by the schema of its method.
import { serve, verdictOf } from "./lines.js";

const OTHER = { client: "Server", server: "Client" };
const SIDE = { client: "Client", server: "Server" };
// The schema of the result of each method, as the client and server classes of the SDK parse it.
const RESULTS = {
  "initialize": "InitializeResult", "server/discover": "DiscoverResult", "tools/list": "ListToolsResult",
  "tools/call": "CallToolResult", "prompts/list": "ListPromptsResult", "prompts/get": "GetPromptResult",
  "resources/list": "ListResourcesResult", "resources/read": "ReadResourceResult",
  "resources/templates/list": "ListResourceTemplatesResult", "completion/complete": "CompleteResult",
  "sampling/createMessage": "CreateMessageResultWithTools", "roots/list": "ListRootsResult",
  "elicitation/create": "ElicitResult", "tasks/get": "GetTaskResult", "tasks/list": "ListTasksResult",
  "tasks/cancel": "CancelTaskResult", "tasks/result": "GetTaskPayloadResult", "ping": "EmptyResult",
  "logging/setLevel": "EmptyResult", "resources/subscribe": "EmptyResult", "resources/unsubscribe": "EmptyResult",
  "subscriptions/listen": "SubscriptionsListenResult",
};

/** The schema of a union whose literal `method` has a name. */
const ofMethod = (union, name) => union.options.find((one) => [...(one.shape.method.values ?? [one.shape.method.value])].includes(name));

export function serveZod(sdk, hello) {
  return serve(hello, ({ sender, answering, frame }) => {
    const envelope = () => sdk.JSONRPCMessageSchema.parse(frame);
    if (Array.isArray(frame)) return { verdict: "skipped" }; // the SDK splits a batch before it parses
    if ("method" in frame) {
      const kind = "id" in frame ? "Request" : "Notification";
      const schema = ofMethod(sdk[`${SIDE[sender]}${kind}Schema`], frame.method);
      return verdictOf([envelope, () => { if (!schema) throw new Error(`no ${frame.method} from the ${sender}`); schema.parse(frame); }]);
    }
    if (!("result" in frame)) return verdictOf([envelope]);
    const schema = sdk[`${RESULTS[answering]}Schema`];
    return schema && ofMethod(sdk[`${OTHER[sender]}RequestSchema`], answering)
      ? verdictOf([envelope, () => schema.parse(frame.result)])
      : verdictOf(answering === null ? [envelope] : undefined);
  });
}
