// What must not compile: every marked line, under every supported version of TypeScript, strict.
import { compose, convert, converter, convertInputResponse, createSession, decode, type TypeOf, validate } from "mcp-revisions";
import { decode as decodeOne, validate as validateOne } from "mcp-revisions/2025-11-25";
import { convert as convertPair } from "mcp-revisions/2025-11-25/to/2025-06-18";
import { type PairModule, Session } from "mcp-revisions/session";
import * as upwards from "mcp-revisions/2025-11-25/to/2026-07-28";
import * as back from "mcp-revisions/2026-07-28/to/2025-11-25";
import { decode as decodeNewest } from "mcp-revisions/2026-07-28";
import type { CallToolRequest } from "mcp-revisions/2025-11-25";

declare const text: string, frame: object, request: CallToolRequest, name: string;
declare const downwards: PairModule<"2026-07-28", "2025-06-18">;
const client = { sender: "client" } as const, server = { sender: "server" } as const;

decode(text, "2025-11-2", client); //! a revision that does not exist
decode(text, name, client); //! a text that may be no revision
decode(text, "2025-11-25", { sender: "peer" }); //! a sender that does not exist
decode(text, "2025-11-25", {}); //! no sender
decode(text, "2025-11-25"); //! no options
decode(5, "2025-11-25", client); //! not a message
decode(text, "2025-11-25", { sender: "server", answering: "tools/cal" }); //! a method that does not exist
decode(text, "2025-11-25", { sender: "client", answering: "tools/call" }); //! a method that a client does not answer
decode(text, "2024-11-05", { sender: "client", answering: "elicitation/create" }); //! a method of a later revision
decode(text, "2025-11-25", { sender: "server", answer: "tools/call" }); //! an option that does not exist
decode<CallToolRequest>(text, "2025-11-25", client); //! a type that the caller chooses
decode<"2025-11-25", "server", "tools/call">(text, "2025-11-25", server).message.result; //! the options name no method
decode<"2025-11-25", "client">(text, "2025-06-18", client); //! a revision that is not that of the argument
decode(text, "2025-11-25", client).message.method; //! a response has no method
decode(text, "2025-11-25", client).message satisfies CallToolRequest; //! another message is possible
decode(text, "2025-11-25", { sender: "server", answering: "tools/call" }).message.result; //! an error has no result
decodeOne(text, { sender: "server", answering: "tools/cal" }); //! a method that does not exist
decodeOne<CallToolRequest>(text, client); //! a type that the caller chooses
decodeOne(text, "2025-11-25", client); //! the revision is that of the entry point
validate(frame, "2025-11-25", "Tol"); //! a type that does not exist
validate(frame, "2025-11-25", "Tool").message.nmae; //! a member that does not exist
validateOne(frame, "Tol"); //! a type that does not exist
validate(frame, "2026-07-28", "SubscriptionFilter").message.taskIds; //! a member that only an extension adds
compose("2025-11-25", "io.modelcontextprotocol/tasks"); //! an extension of another revision
compose("2026-07-28", "io.modelcontextprotocol/task"); //! an extension that does not exist
convert(text, "2025-11-25", "2025-06-1", client); //! a revision that does not exist
convert(text, "2025-11-25", "2025-06-18", { sender: "server", answering: "tools/cal" }); //! a method that does not exist
convert(text, "2025-11-25", "2025-06-18", { sender: "client", loss: "ignore" }); //! a choice that does not exist
convert<CallToolRequest>(text, "2025-11-25", "2025-06-18", client); //! a type that the caller chooses
convert(request, "2025-11-25", "2025-06-18", client).message.params.task; //! the target has no such member
convert(text, "2025-03-26", "2025-06-18", client).message satisfies string; //! a batch gives a list
convert(text, "2025-11-25", "2025-06-18", client).message.method; //! text gives text
convert({ jsonrpc: "2.0", id: 1, method: "tools/cal" }, "2025-11-25", "2025-06-18", client); //! a method that does not exist
convert(request, "2025-11-25", "2025-06-18", server); //! a sender that has no such method
convert({ jsonrpc: "2.0", id: 1, result: {} }, "2025-11-25", "2025-06-18", server); //! a response without the method that it answers
convertPair({ jsonrpc: "2.0", id: 1, result: {} }, server); //! a response without the method that it answers
convertPair(request, server); //! a sender that has no such method
convertPair(text, { sender: "client", unknownMethods: "pass" }); //! an option of the functions that have every revision
convert(text, "2025-11-25", "2025-06-18", { sender: "client", unknownMethods: "keep" }); //! a choice that does not exist
converter("2025-11-25", "2025-06-18", server)({ jsonrpc: "2.0", id: 1, result: {} }); //! a response without the method that it answers
converter("2025-11-25", "2025-06-18", server)(request, "ping"); //! a sender that has no such method
converter("2025-11-25", "2025-06-18", { sender: "server", answering: "tools/call" }); //! a converter takes the method with each message
converter("2025-11-25", "2025-06-18", server)(frame, "tools/cal"); //! a method that does not exist
convertPair(text, { sender: "server", answering: "tools/cal" }); //! a method that does not exist
convert(text, name, "2025-06-18", client); //! a text that may be no revision
convert(text, "2025-11-25", name, client); //! a text that may be no revision
convertPair(text, {}); //! no sender
convertPair(text, { sender: "peer" }); //! a sender that does not exist
createSession("2025-06-18", "2025-11-2"); //! a revision that does not exist
createSession("2025-06-18", "2025-11-25", { valid: true }); //! an option that does not exist
createSession("2025-06-18", "2025-11-25", { openRequests: "5" }); //! not a number
createSession("2025-06-18", "2025-11-25").fromClient(5); //! not a message
createSession("2025-06-18", "2025-11-25", { unreported: ["T4.33"] }); //! a change that does not exist
null! as TypeOf<"2025-11-25", "Tol">; //! a type that does not exist
new Session(upwards, downwards); //! not the two directions of one pair
new Session(upwards, back, { decode: { client: decodeNewest, server: decodeNewest } }); //! the function of another revision
convertInputResponse(text, "2025-06-18", "2026-07-28", { answering: "elicitation/creat" }); //! a method that does not exist
convertInputResponse(text, "2025-06-18", "2026-07-28", { answering: "ping" }); //! not the method of an input request
convertInputResponse(text, "2025-06-18", "2025-11-25", { answering: "elicitation/create" }); //! a target without input requests
