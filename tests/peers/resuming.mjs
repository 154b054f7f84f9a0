// The official TypeScript SDK as a client with a session, over a while; prints what reached it as JSON.
// Arguments: the URL of a server like tests/support/asking_server.py, and the seconds of silence at the end.
import { Client } from "@modelcontextprotocol/sdk/client/index.js";
import { StreamableHTTPClientTransport } from "@modelcontextprotocol/sdk/client/streamableHttp.js";
import * as types from "@modelcontextprotocol/sdk/types.js";

const [url, silence] = process.argv.slice(2);
const seen = { gets: 0, roots: 0, elicitations: 0, changes: 0, errors: [] };
const sleep = (seconds) => new Promise((resolve) => setTimeout(resolve, seconds * 1000));
const counting = (address, init) => {
  seen.gets += init?.method === "GET" ? 1 : 0;
  return fetch(address, init);
};

const capabilities = { roots: { listChanged: true }, elicitation: {} };
const client = new Client({ name: "c", version: "1" }, { capabilities });
client.setRequestHandler(types.ListRootsRequestSchema, () => {
  seen.roots += 1;
  return { roots: [] };
});
client.setRequestHandler(types.ElicitRequestSchema, () => {
  seen.elicitations += 1;
  return { action: "accept", content: {} };
});
client.setNotificationHandler(types.ToolListChangedNotificationSchema, () => {
  seen.changes += 1;
});
client.onerror = (error) => seen.errors.push(String(error));

await client.connect(new StreamableHTTPClientTransport(new URL(url), { fetch: counting }));
const call = (name, options) => client.callTool({ name }, undefined, options);
const abort = new AbortController();
setTimeout(() => abort.abort(), 2500);
seen.cancelled = await call("slow", { signal: abort.signal }).then(() => false, () => true);
seen.failed = await call("fails").then(() => false, () => true);
seen.asked = await call("asks").then((result) => result.content[0].text);
await sleep(Number(silence));
seen.getsAfterSilence = seen.gets;
await sleep(Number(silence));
seen.last = await call("quick").then((result) => result.content[0].text);
await client.close();
console.log(JSON.stringify(seen));
process.exit(0);
