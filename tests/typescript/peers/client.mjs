// A client of the official TypeScript SDK, version 1, behind the gateway of typescript/README.md; prints what it gets.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const asked = [];
const client = new Client({ name: "client", version: "1" }, { capabilities: { elicitation: {} } });
client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
  asked.push(params.requestedSchema.properties.size);
  return { action: "accept", content: { size: "s" } };
});
const command = process.execPath;
await client.connect(new StdioClientTransport({ command, args: ["gateway.ts", command, "server.mjs"], stderr: "inherit" }));
const called = await client.callTool({ name: "echo", arguments: { text: "hi" } });
console.log(JSON.stringify({ asked, called: called.content }));
await client.close();
