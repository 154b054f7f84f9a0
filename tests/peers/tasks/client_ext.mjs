// Run tools by npm `@modelcontextprotocol/ext-tasks` over stdio: node client_ext.mjs v1|v2|plain COMMAND...
// stdout: one JSON object, by tool: how the call ended. The port below is the host's part of the package.
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { withTasks } from "@modelcontextprotocol/ext-tasks/client";

const [generation, command, ...args] = process.argv.slice(2);
const child = spawn(command, args, { stdio: ["pipe", "pipe", "inherit"] });
const META = "io.modelcontextprotocol/";
const TASKS = META + "tasks";
const info = { name: "ext-tasks", version: "1" };
const modern = generation !== "v1"; // plain: a client of 2026-07-28 without the extension
const open = new Map();
const listeners = { request: new Set(), notification: new Set() };
let counted = 0;

const send = (frame) => child.stdin.write(JSON.stringify({ jsonrpc: "2.0", ...frame }) + "\n");
function ask(method, params = {}) {
  const id = ++counted;
  const extensions = generation === "v2" ? { [TASKS]: {} } : {};
  const clientCapabilities = { elicitation: { form: {} }, extensions };
  const meta = {
    ...params._meta,
    [META + "protocolVersion"]: "2026-07-28",
    [META + "clientInfo"]: info,
    [META + "clientCapabilities"]: clientCapabilities,
  };
  send({ id, method, params: modern ? { ...params, _meta: meta } : params });
  return new Promise((resolve) => open.set(id, resolve));
}
createInterface({ input: child.stdout }).on("line", async (line) => {
  const frame = JSON.parse(line);
  if (frame.method === undefined) {
    open.get(frame.id)?.("error" in frame ? { kind: "error", error: frame.error } : { kind: "result", result: frame.result });
    open.delete(frame.id);
  } else if (frame.id === undefined) {
    for (const listener of listeners.notification) listener(frame);
  } else {
    let response;
    for (const listener of listeners.request) response ??= await listener({ request: frame, requestContext: undefined });
    const { kind, ...body } = response ?? { error: { code: -32601, message: "no listener" } };
    send({ id: frame.id, ...body });
  }
});

let capabilities;
if (modern) {
  capabilities = (await ask("server/discover")).result.capabilities;
} else {
  const params = { protocolVersion: "2025-11-25", capabilities: { elicitation: { form: {} } }, clientInfo: info };
  capabilities = (await ask("initialize", params)).result.capabilities;
  send({ method: "notifications/initialized" });
}
const declared = modern
  ? generation === "plain" || capabilities.extensions?.[TASKS] === undefined ? { generation: "none" } : { generation: "v2", capabilities: {} }
  : capabilities.tasks === undefined ? { generation: "none" } : { generation: "v1", capabilities: capabilities.tasks };
const listened = (set) => (listener) => (set.add(listener), () => set.delete(listener));
const port = {
  endpointId: "bridge",
  taskCapabilities: declared,
  dispatch: (request) => ask(request.method, request.params),
  onServerRequest: listened(listeners.request),
  onNotification: listened(listeners.notification),
  onInvalidated: () => () => {},
  invalidated: false,
};
const listed = (await ask("tools/list")).result.tools;
const errors = [];
const session = withTasks(port, {
  onInputRequest: async () => ({ action: "accept", content: { name: "Ada" } }),
  onError: (error) => errors.push(String(error)),
});
const found = { capabilities: declared, kinds: {} };
for (const { name, execution } of listed) {
  if (name === "stay" && generation === "plain") continue;
  const declaration = { name, inputSchema: { type: "object" }, ...(execution ?? {}) };
  const options = { declaration, task: { preference: execution === undefined && !modern ? "allow" : "prefer" } };
  try {
    const call = await session.callTool(name, {}, options);
    found.kinds[name] = call.kind;
    if (name === "stay") await call.cancel();
    const { outcome } = await call.settle();
    found[name] = outcome.status === "completed" ? outcome.result : `${outcome.status}: ${outcome.error?.message ?? ""}`;
  } catch (error) {
    found[name] = `${error.name}: ${error.message}`;
  }
}
console.log(JSON.stringify({ ...found, errors }));
child.stdin.end();
process.exit(0);
