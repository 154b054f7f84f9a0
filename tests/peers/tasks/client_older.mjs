// Call tools by a release of npm `@modelcontextprotocol/sdk` for 2025-06-18: node client_older.mjs COMMAND...
// stdout: one JSON object: the revision, by tool the text of the result or the error, the progress, and the
// statuses of the server's tasks, where the server tells them, after a call that the client gave up.
import { Client } from "older-sdk/client/index.js";
import { StdioClientTransport } from "older-sdk/client/stdio.js";
import { CallToolResultSchema, ElicitRequestSchema, LATEST_PROTOCOL_VERSION } from "older-sdk/types.js";

const [command, ...args] = process.argv.slice(2);
const client = new Client({ name: "older", version: "1" }, { capabilities: { elicitation: {} } });
client.setRequestHandler(ElicitRequestSchema, () => ({ action: "accept", content: { name: "Ada" } }));
await client.connect(new StdioClientTransport({ command, args }));
const { tools } = await client.listTools();
const capabilities = client.getServerCapabilities();
const found = { revision: LATEST_PROTOCOL_VERSION, capabilities, tools: tools.map(({ name }) => name), progress: [] };
const call = (name, options) =>
  client.request({ method: "tools/call", params: { name, arguments: {} } }, CallToolResultSchema, options);
for (const { name } of tools) {
  const options = { onprogress: ({ progress, message }) => found.progress.push([name, progress, message]) };
  if (name === "stay") options.timeout = 500; // the client cancels a request that is late
  try {
    const { content, structuredContent, isError } = await call(name, options);
    found[name] = (isError ? "error: " : "") + (content[0]?.text ?? structuredContent.words);
  } catch (error) {
    found[name] = `thrown: ${error.message}`;
  }
}
if (found.tools.includes("statuses")) {
  await new Promise((resolve) => setTimeout(resolve, 300));
  found.statuses = JSON.parse((await call("statuses")).content[0].text);
}
console.log(JSON.stringify(found));
await client.close();
process.exit(0);
