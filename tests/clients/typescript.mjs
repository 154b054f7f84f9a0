// A TypeScript SDK as a client that obeys lines: `typescript.mjs PACKAGE TARGET MODE`. See matrix.py for the lines.
// The target is a URL, or a command as a JSON array.
import { createInterface } from "node:readline";

const [name, target, mode] = process.argv.slice(2);
const isFirst = name === "@modelcontextprotocol/sdk";
const sdk = isFirst
  ? {
      ...(await import(`${name}/client/index.js`)),
      ...(await import(`${name}/client/streamableHttp.js`)),
      ...(await import(`${name}/client/stdio.js`)),
      types: await import(`${name}/types.js`),
    }
  : { ...(await import(name)), ...(await import(`${name}/stdio`)) };
const [command, ...args] = target.startsWith("[") ? JSON.parse(target) : [];
const say = (line) => process.stdout.write(JSON.stringify(line) + "\n");
const handled = {
  "roots/list": [sdk.types?.ListRootsRequestSchema, { roots: [] }],
  "elicitation/create": [sdk.types?.ElicitRequestSchema, { action: "accept", content: {} }],
};
const aborts = new Map();
let client;

async function connect() {
  await client?.close().catch(() => {});
  const negotiation = mode === "auto" && !isFirst ? { versionNegotiation: { mode: "auto" } } : {};
  const capabilities = { roots: { listChanged: true }, elicitation: { form: {} } };
  client = new sdk.Client({ name: "c", version: "1" }, { capabilities, ...negotiation });
  for (const [method, [schema, answer]] of Object.entries(handled))
    client.setRequestHandler(isFirst ? schema : method, () => (say({ handled: method }), answer));
  const changed = "notifications/tools/list_changed";
  client.setNotificationHandler(isFirst ? sdk.types.ToolListChangedNotificationSchema : changed, () =>
    say({ handled: changed }),
  );
  client.onerror = (error) => say({ error: String(error) });
  const over = command
    ? new sdk.StdioClientTransport({ command, args })
    : new sdk.StreamableHTTPClientTransport(new URL(target));
  await client.connect(over);
  if (mode === "auto") listen(client);
}

/** Subscribe, and again whenever the subscription ends, as a program does that wants every change. */
async function listen(subscriber) {
  for (let reason; reason !== "local" && subscriber === client; ) {
    try {
      const subscription = await subscriber.listen({ toolsListChanged: true });
      say({ listening: true });
      reason = await subscription.closed;
    } catch (error) {
      say({ error: String(error) });
    }
    await new Promise((resume) => setTimeout(resume, 500));
  }
}

async function call(id, tool) {
  const abort = new AbortController();
  aborts.set(id, abort);
  const options = { signal: abort.signal, onprogress: ({ progress }) => say({ progress }) };
  const given = isFirst ? [{ name: tool }, undefined, options] : [{ name: tool }, options];
  return (await client.callTool(...given)).content[0].text;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { id, connect: isConnect, call: tool, cancel } = JSON.parse(line);
  if (cancel !== undefined) aborts.get(cancel).abort();
  else
    (isConnect ? connect() : call(id, tool)).then(
      (text) => say({ id, text: text ?? "" }),
      (error) => say({ id, failed: String(error) }),
    );
}
process.exit(0);
