// A server of the official TypeScript SDK, version 2, that speaks 2026-07-28 only. Its tool asks for all kinds of input.
import { inputRequired, inputResponse, McpServer } from "@modelcontextprotocol/server";
import { serveStdio } from "@modelcontextprotocol/server/stdio";
import { z } from "zod";

const properties = { size: { type: "string", oneOf: [{ const: "s", title: "Small" }] } };
const messages = [{ role: "user", content: { type: "text", text: "Colour?" } }];
serveStdio(() => {
  const server = new McpServer({ name: "server", version: "1" }, { capabilities: { logging: {} }, instructions: "Ask." });
  server.registerTool("echo", { inputSchema: z.object({ text: z.string() }) }, async ({ text }, context) => {
    const { inputResponses: responses } = context.mcpReq;
    await context.mcpReq.log?.("debug", "called");
    const progressToken = context.mcpReq._meta?.progressToken;
    if (progressToken !== undefined) await context.mcpReq.notify({ method: "notifications/progress", params: { progressToken, progress: 1 } });
    const views = ["size", "colour", "roots"].map((name) => inputResponse(responses, name));
    if (views.some(({ kind }) => kind === "missing")) {
      return inputRequired({
        inputRequests: {
          size: inputRequired.elicit({ message: "Which?", requestedSchema: { type: "object", properties } }),
          colour: inputRequired.createMessage({ messages, maxTokens: 5 }),
          roots: inputRequired.listRoots(),
        },
      });
    }
    const [{ content }, { result }, { roots }] = views;
    return { content: [{ type: "text", text: JSON.stringify([text, content, result.content.text, roots]) }] };
  });
  return server;
}, { legacy: "reject", onerror: (error) => console.error(String(error)) });
