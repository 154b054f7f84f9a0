// A server of the official TypeScript SDK, version 1, whose tool asks for a choice.
import { McpServer } from "@modelcontextprotocol/sdk/server/mcp.js";
import { StdioServerTransport } from "@modelcontextprotocol/sdk/server/stdio.js";
import { z } from "zod";

const server = new McpServer({ name: "server", version: "1", icons: [{ src: "https://example.com/s.png" }] });
const properties = { size: { type: "string", oneOf: [{ const: "s", title: "Small" }] } };
server.registerTool("echo", { inputSchema: { text: z.string() } }, async ({ text }) => {
  const answer = await server.server.elicitInput({ message: "Which?", requestedSchema: { type: "object", properties } });
  return { content: [{ type: "text", text: text + JSON.stringify(answer.content) }] };
});
await server.connect(new StdioServerTransport());
