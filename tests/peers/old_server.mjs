// A server of the official TypeScript SDK 1.0 over the HTTP+SSE transport, for one client at a time.
// Argument: the port on 127.0.0.1.
import http from "node:http";
import { Server } from "@modelcontextprotocol/sdk/server/index.js";
import { SSEServerTransport } from "@modelcontextprotocol/sdk/server/sse.js";
import * as types from "@modelcontextprotocol/sdk/types.js";

const transports = new Map();

const serve = async (response) => {
  const server = new Server({ name: "old", version: "1" }, { capabilities: { tools: {} } });
  server.setRequestHandler(types.ListToolsRequestSchema, () => ({
    tools: [{ name: "add", inputSchema: { type: "object" } }],
  }));
  server.setRequestHandler(types.CallToolRequestSchema, async ({ params }) => {
    const progressToken = params._meta?.progressToken;
    if (progressToken !== undefined)
      await server.notification({ method: "notifications/progress", params: { progressToken, progress: 1, total: 2 } });
    const { a, b } = params.arguments;
    return { content: [{ type: "text", text: String(a + b) }] };
  });
  const transport = new SSEServerTransport("/messages", response);
  await server.connect(transport);
  transports.set(transport.sessionId, transport);
  response.on("close", () => transports.delete(transport.sessionId));
};

http
  .createServer((request, response) => {
    const url = new URL(request.url, "http://localhost");
    const transport = transports.get(url.searchParams.get("sessionId"));
    if (request.method === "GET" && url.pathname === "/sse") serve(response);
    else if (request.method === "POST" && transport) transport.handlePostMessage(request, response);
    else response.writeHead(404).end();
  })
  .listen(Number(process.argv[2]), "127.0.0.1");
