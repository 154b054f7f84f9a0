// Serve with npm `@modelcontextprotocol/server` 2.x over stdio, or over HTTP: `npm_server_v2.mjs http` prints its port.
import http from "node:http";
import { Readable } from "node:stream";
import { createMcpHandler, inputRequired, inputResponse, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const said = (text) => ({ content: [{ type: "text", text }] });
const requestedSchema = { type: "object", properties: { name: { type: "string" } }, required: ["name"] };
const messages = [{ role: "user", content: { type: "text", text: "Two and two?" } }];
const questions = {
  greet: inputRequired.elicit({ message: "Who?", requestedSchema }),
  opinion: inputRequired.createMessage({ messages, maxTokens: 20 }),
  where: inputRequired.listRoots(),
};
const answers = {
  greet: ({ content }) => `Hello ${content.name}!`,
  opinion: ({ result }) => `the model said ${result.content.text}`,
  where: ({ roots }) => `roots: ${roots.map(({ name }) => name)}`,
};
let cancelled = 0;
let handler;

function create() {
  const server = new McpServer({ name: "npm", version: "1" }, { capabilities: { logging: {}, tools: { listChanged: true } } });
  server.registerTool("add", { inputSchema: z.object({ a: z.number(), b: z.number() }) }, ({ a, b }) => said(String(a + b)));
  for (const name of Object.keys(questions))
    server.registerTool(name, {}, ({ mcpReq: { inputResponses } }) => {
      const view = inputResponse(inputResponses, name);
      return view.kind === "missing" ? inputRequired({ inputRequests: { [name]: questions[name] } }) : said(answers[name](view));
    });
  server.registerTool("wait", { inputSchema: z.object({ seconds: z.number() }) }, async ({ seconds }, { mcpReq: { _meta, notify } }) => {
    await notify({ method: "notifications/progress", params: { progressToken: _meta.progressToken, progress: 0 } });
    await new Promise((resolve) => setTimeout(resolve, 1000 * seconds));
    return said("waited");
  });
  server.registerTool("work", {}, async ({ mcpReq: { _meta, log, notify } }) => {
    for (const progress of [1, 2])
      await notify({ method: "notifications/progress", params: { progressToken: _meta.progressToken, progress } });
    await log("debug", "unheard");
    await log("warning", "heard");
    return said("worked");
  });
  server.registerTool("grow", {}, () => {
    if (handler) handler.notify.toolsChanged();
    else server.sendToolListChanged();
    return said("grew");
  });
  server.registerTool("stay", {}, ({ mcpReq: { signal } }) =>
    new Promise((resolve) => signal.addEventListener("abort", () => (cancelled++, resolve(said("late"))))),
  );
  server.registerTool("cancelled", {}, () => said(String(cancelled)));
  server.registerResource("readme", "file:///readme.md", {}, ({ href }) => ({ contents: [{ uri: href, text: "# Read me" }] }));
  return server;
}

if (process.argv[2] !== "http") serveStdio(create);
else {
  handler = createMcpHandler(create);
  const listener = http.createServer(async (asked, response) => {
    const gone = new AbortController();
    response.on("close", () => gone.abort());
    const { method, headers } = asked;
    const sent = method === "POST" ? { body: Readable.toWeb(asked), duplex: "half" } : {};
    const request = new Request(`http://${headers.host}${asked.url}`, { method, headers, signal: gone.signal, ...sent });
    const { status, headers: given, body } = await handler.fetch(request);
    response.writeHead(status, Object.fromEntries(given));
    if (body) Readable.fromWeb(body).on("error", () => response.destroy()).pipe(response);
    else response.end();
  });
  listener.listen(0, "127.0.0.1", () => console.log(listener.address().port));
}
