// Serve 2025-11-25 with npm `@modelcontextprotocol/sdk` 1.x over stdio, or over HTTP: `npm_server_v1.mjs http` prints its port.
import { randomUUID } from "node:crypto";
import http from "node:http";
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { StreamableHTTPServerTransport } from "@modelcontextprotocol/sdk/server/streamableHttp.js";
import { z } from "zod";

const said = (text) => ({ content: [{ type: "text", text }] });
const requestedSchema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
const messages = [{ role: "user", content: { type: "text", text: "Two and two?" } }];

let cancelled = 0;

function create() {
  const server = new McpServer({ name: "npm", version: "1" }, { capabilities: { logging: {} } });
  const { server: session } = server;
  server.registerTool("add", { inputSchema: { a: z.number(), b: z.number() } }, ({ a, b }) => said(String(a + b)));
  server.registerTool("greet", {}, async () => {
    const { content } = await session.elicitInput({ message: "Who?", requestedSchema });
    return said(`Hello ${content.name}!`);
  });
  server.registerTool("wait", { inputSchema: { seconds: z.number() } }, async ({ seconds }, { _meta, sendNotification }) => {
    await sendNotification({ method: "notifications/progress", params: { progressToken: _meta.progressToken, progress: 0 } });
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
    return said("waited");
  });
  server.registerTool("opinion", {}, async () => {
    const { content } = await session.createMessage({ messages, maxTokens: 20 });
    return said(`the model said ${content.text}`);
  });
  server.registerTool("where", {}, async () => {
    const { roots } = await session.listRoots();
    return said(`roots: ${roots.map(({ name }) => name)}`);
  });
  server.registerTool("work", {}, async ({ _meta, sendNotification, requestId }) => {
    for (const progress of [1, 2])
      await sendNotification({ method: "notifications/progress", params: { progressToken: _meta.progressToken, progress } });
    await server.sendLoggingMessage({ level: "debug", data: "unheard" });
    await sendNotification({ method: "notifications/message", params: { level: "warning", data: "heard" } });
    return said("worked");
  });
  server.registerTool("grow", {}, () => {
    server.registerTool("grown", {}, () => said("grown"));
    return said("grew");
  });
  server.registerTool("stay", {}, ({ signal }) =>
    new Promise((resolve) => signal.addEventListener("abort", () => (cancelled++, resolve(said("late"))))),
  );
  server.registerTool("cancelled", {}, () => said(String(cancelled)));
  server.registerResource("readme", "file:///readme.md", {}, ({ href }) => ({ contents: [{ uri: href, text: "# Read me" }] }));
  return server;
}

if (process.argv[2] !== "http") await create().connect(new StdioServerTransport());
else {
  const sessions = new Map();
  const listener = http.createServer(async (request, response) => {
    let transport = sessions.get(request.headers["mcp-session-id"]);
    if (!transport) {
      const onsessioninitialized = (id) => sessions.set(id, transport);
      transport = new StreamableHTTPServerTransport({ sessionIdGenerator: randomUUID, onsessioninitialized });
      await create().connect(transport);
    }
    await transport.handleRequest(request, response);
  });
  listener.listen(0, "127.0.0.1", () => console.log(listener.address().port));
}
