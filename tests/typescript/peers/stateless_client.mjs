// A client of the official TypeScript SDK, version 1, behind examples/stateless.ts; prints what it gets.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { CreateMessageRequestSchema, ElicitRequestSchema, ListRootsRequestSchema, LoggingMessageNotificationSchema, McpError } from "@modelcontextprotocol/sdk/types.js";

const asked = [], logged = [];
const client = new Client({ name: "client", version: "1" }, { capabilities: { elicitation: {}, sampling: {}, roots: {} } });
let declines = false;
client.setRequestHandler(ElicitRequestSchema, ({ params }) => {
  if (declines) throw new McpError(-1, "declined");
  asked.push(params.requestedSchema.properties.size);
  return { action: "accept", content: { size: "s" } };
});
client.setRequestHandler(CreateMessageRequestSchema, () => ({ role: "assistant", model: "m", content: { type: "text", text: "red" } }));
client.setRequestHandler(ListRootsRequestSchema, () => ({ roots: [{ uri: "file:///a" }] }));
client.setNotificationHandler(LoggingMessageNotificationSchema, ({ params }) => void logged.push(params.data));
const command = process.execPath;
await client.connect(new StdioClientTransport({ command, args: ["stateless.ts", command, "stateless_server.mjs"], stderr: "inherit" }));
await client.ping();
await client.setLoggingLevel("debug");
const { tools } = await client.listTools();
const call = async () => JSON.parse((await client.callTool({ name: "echo", arguments: { text: "hi" } })).content[0].text);
const called = await call();
const refused = await client.subscribeResource({ uri: "file:///a" }).catch((error) => error.code);
declines = true;
const declined = await call().catch((error) => error.message);
const after = (await client.ping()) && "pong";
const [server, instructions] = [client.getServerVersion(), client.getInstructions()];
console.log(JSON.stringify({ server, instructions, tools: tools.map(({ name }) => name), asked, logged: logged.slice(0, 2), called, declined, refused, after }));
await client.close();
