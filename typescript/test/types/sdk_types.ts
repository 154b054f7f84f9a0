// What both versions of the official SDK take and give, as the messages of this package.
import { convert, createSession, decode } from "mcp-revisions";
import { decode as decodeOne } from "mcp-revisions/2025-11-25";
import { convert as convertPair } from "mcp-revisions/2025-11-25/to/2025-06-18";
import type { JSONRPCMessage as Message1 } from "@modelcontextprotocol/sdk/types.js";
import type { JSONRPCMessage as ClientMessage2 } from "@modelcontextprotocol/client";
import type { JSONRPCMessage as ServerMessage2 } from "@modelcontextprotocol/server";

declare const one: Message1, fromClient: ClientMessage2, fromServer: ServerMessage2;

decode(one, "2025-11-25", { sender: "client" }).message satisfies Message1;
decodeOne(fromServer, { sender: "server" }).message satisfies ServerMessage2;
decode(fromClient, "2026-07-28", { sender: "client" }).message satisfies ClientMessage2;
decode(fromServer, "2026-07-28", { sender: "server", answering: "tools/call" }).message satisfies ServerMessage2;
convert(one, "2025-11-25", "2025-06-18", { sender: "client", answering: "ping" }).message satisfies Message1;
convert(fromServer, "2026-07-28", "2025-06-18", { sender: "server", answering: "tools/call" }).message satisfies ServerMessage2;
convertPair(fromServer, { sender: "server", answering: "tools/call" }).message satisfies ClientMessage2;

const session = createSession("2025-06-18", "2026-07-28");
for (const { frame } of session.fromClient(one)) if (frame) frame satisfies Message1;
for (const { frame } of session.fromServer(fromServer)) if (frame) frame satisfies ClientMessage2 & ServerMessage2;
