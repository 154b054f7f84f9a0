// What must compile without `strict`: the types of results are the same as with it.
import { convert, createSession, decode, type Message, type Revision } from "mcp-revisions";
import { decode as decodeOne } from "mcp-revisions/2025-11-25";
import type { CallToolRequest, CallToolResult, ClientMessage, CreateTaskResult, ErrorResponse, Response } from "mcp-revisions/2025-11-25";
import type * as older from "mcp-revisions/2025-06-18";

/** Compiles if both types are one type. */
type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
type Mutual<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;
function is<_Expected extends true>(): void {}

declare const text: string, revision: Revision, request: CallToolRequest, single: ClientMessage;
const sent = decode(text, "2025-11-25", { sender: "client" }).message;
is<Same<typeof sent, ClientMessage>>();
const one = decodeOne(text, { sender: "client" }).message;
is<Same<typeof one, ClientMessage>>();
const some = decode(text, revision, { sender: "client" }).message;
is<Same<typeof some, Message<Revision, "client">>>();
const answer = decode(text, "2025-11-25", { sender: "server", answering: "tools/call" }).message;
is<Mutual<typeof answer, Response<CallToolResult | CreateTaskResult> | ErrorResponse>>();
const converted = convert(request, "2025-11-25", "2025-06-18", { sender: "client" }).message;
is<Same<typeof converted, older.CallToolRequest>>();
convert(single, "2025-11-25", "2025-06-18", { sender: "client" }).message satisfies older.ClientMessage;
createSession("2025-06-18", "2025-11-25").fromClient(text)[0].frame satisfies string;
