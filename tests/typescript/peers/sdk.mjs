// Clients and servers of the official SDK, versions 1 and 2, through the transport of examples/sdk.ts; prints what each sees.
// The client speaks 2025-11-25, the server 2025-06-18; the client of version 1 meets the server of version 2, and the reverse.
import { Client as Client1 } from "@modelcontextprotocol/sdk/client/index.js";
import { McpServer as Server1 } from "@modelcontextprotocol/sdk/server/mcp.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";
import { Client as Client2 } from "@modelcontextprotocol/client";
import { McpServer as Server2 } from "@modelcontextprotocol/server";
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
process.exit();
