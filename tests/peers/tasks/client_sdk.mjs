// Run tools as tasks by npm `@modelcontextprotocol/sdk` 1.x: node client_sdk.mjs COMMAND...
// stdout: one JSON object, by tool: the messages of the stream and how the call ended; then plain calls.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StdioClientTransport } from "@modelcontextprotocol/sdk/client/stdio.js";
import { CallToolResultSchema, ElicitRequestSchema } from "@modelcontextprotocol/sdk/types.js";

const [command, ...args] = process.argv.slice(2);
const client = new Client({ name: "sdk", version: "1" }, { capabilities: { elicitation: { form: {} } } });
client.setRequestHandler(ElicitRequestSchema, () => ({ action: "accept", content: { name: "Ada" } }));
await client.connect(new StdioClientTransport({ command, args }));
const found = { capabilities: client.getServerCapabilities().tasks, plain: {}, progress: [] };
const { tools } = await client.listTools();
for (const { name } of tools) {
  const seen = [];
  try {
    const options = { task: { ttl: 60000 } };
    for await (const message of client.experimental.tasks.callToolStream({ name, arguments: {} }, CallToolResultSchema, options)) {
      seen.push(message.type);
      if (message.type === "taskCreated" && name === "stay") await client.experimental.tasks.cancelTask(message.task.taskId);
      if (message.type === "result") found[name] = message.result;
      if (message.type === "error") found[name] = `error: ${message.error.message}`;
    }
  } catch (error) {
    found[name] = `thrown: ${error.message}`;
  }
  found[`${name} messages`] = [...new Set(seen)];
}
for (const name of ["slow", "ask", "bad", "fail", "quick"]) {
  const onprogress = ({ progress, message }) => found.progress.push([progress, message]);
  try {
    const result = await client.request(
      { method: "tools/call", params: { name, arguments: {} } },
      CallToolResultSchema,
      { onprogress },
    );
    found.plain[name] = result.content[0].text;
  } catch (error) {
    found.plain[name] = `error: ${error.message}`;
  }
}
console.log(JSON.stringify(found));
await client.close();
process.exit(0);
