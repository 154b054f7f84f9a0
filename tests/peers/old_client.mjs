// The official TypeScript SDK 1.0 as a client over the HTTP+SSE transport; prints what came of each exchange.
// Arguments: the URL of tests/peers/server_v2.py behind the bridge.
import EventSource from "eventsource";
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { SSEClientTransport } from "@modelcontextprotocol/sdk/client/sse.js";
import * as types from "@modelcontextprotocol/sdk/types.js";

globalThis.EventSource = EventSource;
const found = { errors: [], progress: [], asked: [] };
const client = new Client({ name: "c", version: "1" }, { capabilities: { roots: {}, sampling: {} } });
client.setRequestHandler(types.ListRootsRequestSchema, () => {
  found.asked.push("roots");
  return { roots: [{ uri: "file:///alpha", name: "alpha" }] };
});
client.setRequestHandler(types.CreateMessageRequestSchema, () => {
  found.asked.push("sampling");
  return { role: "assistant", content: { type: "text", text: "Four." }, model: "m" };
});
// SDK 1.0 handles a notification after a response that arrived behind it, and then knows no such request.
client.onerror = ({ message }) => message.includes("progress notification for an unknown") || found.errors.push(message);

const transport = new SSEClientTransport(new URL(process.argv[2]));
await client.connect(transport);
const handle = transport.onmessage;
transport.onmessage = (message) => {
  if (message.method === "notifications/progress") found.progress.push(message.params.progress);
  handle(message);
};
const call = async (name, args = {}, options = {}) => {
  const result = await client.callTool({ name, arguments: args }, undefined, options);
  return result.content.map((block) => block.text).join(" ");
};
found.tools = (await client.listTools()).tools.length;
found.add = await call("add", { a: 1, b: 2.5 });
found.together = await Promise.all([...Array(20).keys()].map((n) => call("add", { a: 100, b: n })));
found.work = await call("work", {}, { onprogress: () => {} });
found.where = await call("where");
found.opinion = await call("opinion");
const abort = new AbortController();
setTimeout(() => abort.abort(), 500);
found.cancelled = await call("sleep", {}, { signal: abort.signal }).then(() => false, () => true);
found.refused = await client.readResource({ uri: "file:///project/none" }).then(() => false, () => true);
found.last = await call("add", { a: 2, b: 3 });
await client.close();
console.log(JSON.stringify(found));
process.exit(0);
