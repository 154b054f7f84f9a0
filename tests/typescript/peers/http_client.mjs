// A client of the official TypeScript SDK, version 1, and plain requests, before examples/http.ts; prints what they get.
import { spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import { setTimeout as pause } from "node:timers/promises";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import { CreateMessageRequestSchema, ElicitRequestSchema, ListRootsRequestSchema, LoggingMessageNotificationSchema } from "@modelcontextprotocol/sdk/types.js";

const gateways = [];
/** Start the gateway with limits, and return its address. */
async function start(limits) {
  const gateway = spawn(process.execPath, ["http.ts", "0", process.execPath, "stateless_server.mjs"], { env: { ...process.env, ...limits }, stdio: ["ignore", "pipe", "inherit"] });
  gateways.push(gateway);
  const [line] = await once(createInterface({ input: gateway.stdout }), "line");
  return line;
}
const initialize = { jsonrpc: "2.0", id: 1, method: "initialize", params: { protocolVersion: "2025-06-18", capabilities: {}, clientInfo: { name: "c", version: "1" } } };
const headers = { "Content-Type": "application/json", Accept: "application/json, text/event-stream" };
const post = (url, message, more = {}) => fetch(url, { method: "POST", headers: { ...headers, ...more }, body: JSON.stringify(message) });

try {
  const url = await start({ SESSIONS: "1" });
  const failed = await post(url, { ...initialize, params: {} });
  const failure = [failed.headers.get("mcp-session-id"), (await failed.json()).error.code];
  const asked = [], logged = [], progress = [];
  const client = new Client({ name: "client", version: "1" }, { capabilities: { elicitation: {}, sampling: {}, roots: {} } });
  client.setRequestHandler(ElicitRequestSchema, ({ params }) => (asked.push(params.requestedSchema.properties.size), { action: "accept", content: { size: "s" } }));
  client.setRequestHandler(CreateMessageRequestSchema, () => ({ role: "assistant", model: "m", content: { type: "text", text: "red" } }));
  client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: "file:///a" }] }));
  client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void logged.push(params.data));
  const transport = new StreamableHTTPClientTransport(new URL(url));
  await client.connect(transport);
  await client.setLoggingLevel("debug");
  const { tools } = await client.listTools();
  const called = JSON.parse((await client.callTool({ name: "echo", arguments: { text: "hi" } }, undefined, { onprogress: (one) => progress.push(one.progress) })).content[0].text);
  const statuses = {
    full: (await post(url, initialize)).status,
    origin: (await post(url, initialize, { Origin: "https://example.com" })).status,
    unknown: (await post(url, initialize, { "Mcp-Session-Id": "no" })).status,
    unopened: (await post(url, { jsonrpc: "2.0", id: 1, method: "tools/list" })).status,
    text: (await fetch(url, { method: "POST", headers, body: "nope" })).status,
    batch: (await post(url, [initialize])).status,
    put: (await fetch(url, { method: "PUT", headers })).status,
  };
  const faults = await Promise.all([fetch(url, { method: "POST", headers, body: "nope" }), post(url, initialize, { "MCP-Protocol-Version": "1999-01-01" })].map(async (one) => {
    const response = await one, { id, error } = await response.json();
    return [response.status, id, error.code];
  }));
  const session = { "Mcp-Session-Id": transport.sessionId };
  const twice = (await (await post(url, initialize, session)).json()).error.code;
  await transport.terminateSession();
  statuses.ended = (await post(url, { jsonrpc: "2.0", id: 1, method: "ping" }, session)).status;
  await client.close();

  const idle = await start({ IDLE: "200" });
  const opened = await post(idle, initialize);
  const id = { "Mcp-Session-Id": opened.headers.get("mcp-session-id") };
  const { result } = await opened.json();
  // The only stream of the session ends when the session does; each POST would keep it.
  const stream = await fetch(idle, { headers: { Accept: "text/event-stream", ...id } });
  await stream.text();
  while ((await fetch(idle, { headers: id })).status !== 404) await pause(50);

  const third = await start({});
  const asking = await post(third, { ...initialize, params: { ...initialize.params, capabilities: { elicitation: {}, sampling: {}, roots: {} } } });
  const own = { "Mcp-Session-Id": asking.headers.get("mcp-session-id"), "MCP-Protocol-Version": "2025-06-18" };
  await asking.text();
  const call = await post(third, { jsonrpc: "2.0", id: 2, method: "tools/call", params: { name: "echo", arguments: { text: "hi" }, _meta: { progressToken: "t" } } }, own);
  const chunks = call.body.pipeThrough(new TextDecoderStream())[Symbol.asyncIterator]();
  let streamed = "";
  while (!streamed.includes("roots/list")) streamed += (await chunks.next()).value;
  const cancelled = await post(third, { jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: 2 } }, own);
  for (let next; !(next = await chunks.next()).done; ) streamed += next.value; // until the gateway ends the stream
  const types = [call.headers.get("content-type"), cancelled.status, streamed.match(/"progressToken":"t"/g)?.length];
  console.log(JSON.stringify({ progress, faults, types, failure, tools: tools.map(({ name }) => name), asked, logged: logged.length, called, statuses, twice, revision: result.protocolVersion }));
} finally {
  for (const gateway of gateways) gateway.kill();
}
process.exit();
