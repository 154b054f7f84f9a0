// Clients and servers of the official SDK, versions 1 and 2, through the transport of examples/sdk.ts; prints what each sees.
// The client speaks 2025-11-25, the server 2025-06-18; the client of version 1 meets the server of version 2, and the reverse.
// Then each is of 2025-11-25, and its peer of 2026-07-28: a server of version 2, and messages of a client.
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { McpServer as Server1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { Client as Client2 } from "@modelcontextprotocol/client";
import { McpServer as Server2 } from "@modelcontextprotocol/server";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { z } from "zod";
import { converting } from "./sdk.ts";

const OLD = "2025-06-18", NEW = "2025-11-25";
const info = { name: "peer", version: "1" };
const form = {
  message: "Which?", requestedSchema: { type: "object", properties: { size: { type: "string", enum: ["s"], enumNames: ["Small"] } } },
};

/** Return two transports that send to each other; `seen` gets each message. */
function linked(seen) {
  const ends = [0, 1].map((i) => ({
    start: async () => {}, close: async () => {},
    send: async (message) => { seen.push(message); setTimeout(() => ends[1 - i].onmessage?.(message)); },
  }));
  return ends;
}

const servers = { 1: new Server1(info), 2: new Server2(info) };
const answer = (schema, asked) => (asked.push(schema.properties.size), { action: "accept", content: { size: "s" } });
const clients = { 1: new Client1(info, { capabilities: { elicitation: {} } }), 2: new Client2(info, { capabilities: { elicitation: {} } }) };
for (const [version, server] of Object.entries(servers)) {
  server.registerTool("echo", { inputSchema: z.object({ text: z.string() }) }, async ({ text }) => {
    const found = await server.server.elicitInput(form);
    return { content: [{ type: "text", text: `${text} ${JSON.stringify(found.content)} ${version}` }] };
  });
}
for (const [one, other] of [[1, 2], [2, 1]]) {
  const asked = [], seen = [];
  const [left, right] = linked(seen);
  const client = clients[one];
  client.setRequestHandler(one === 1 ? ElicitRequestSchema : "elicitation/create", ({ params }) => answer(params.requestedSchema, asked));
  await servers[other].connect(right);
  await client.connect(converting(left, "client", NEW, OLD));
  const { content } = await client.callTool({ name: "echo", arguments: { text: "hi" } });
  const revisions = seen.flatMap(({ params, result }) => params?.protocolVersion ?? result?.protocolVersion ?? []);
  console.log(JSON.stringify({ asked, content, revisions }));
}

const stateless = new Client1(info, { capabilities: { elicitation: {}, sampling: {}, roots: {} } });
const wire = new StdioClientTransport({ command: process.execPath, args: ["stateless_server.mjs"], stderr: "inherit" });
await stateless.connect(converting(wire, "client", NEW, "2026-07-28"));
const { tools } = await stateless.listTools();
await stateless.close();

const seen = [];
const [left, right] = linked(seen);
const server = new Server1(info);
server.registerTool("echo", { inputSchema: z.object({ text: z.string() }) }, async ({ text }) => ({ content: [{ type: "text", text }] }));
await server.connect(converting(right, "server", NEW, "2026-07-28"));
const _meta = { "io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {} };
const answered = new Promise((resolve) => (left.onmessage = resolve));
await left.send({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "echo", arguments: { text: "hi" }, _meta } });
const { id, result } = await answered;
console.log(JSON.stringify({ tools: tools.map(({ name }) => name), id, content: result.content, type: result.resultType }));
process.exit();
