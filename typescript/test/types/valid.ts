// What must compile, under every supported version of TypeScript, strict: the type of each result, as a user sees it.
import { compose, convert, converter, type Converter, convertInputRequest, convertInputResponse, createSession, decode, isRevision, LATEST, type Message, type Revision, REVISIONS, type TypeOf, validate } from "mcp-revisions";
import { decode as decodeOne, REVISION, validate as validateOne } from "mcp-revisions/2025-11-25";
import type { CallToolRequest, CallToolResult, ClientMessage, CreateTaskResult, ElicitRequest, ErrorResponse, Response, ServerAnswers, ServerMessage, Tool } from "mcp-revisions/2025-11-25";
import type * as oldest from "mcp-revisions/2024-11-05";
import type * as batching from "mcp-revisions/2025-03-26";
import type * as older from "mcp-revisions/2025-06-18";
import type * as newest from "mcp-revisions/2026-07-28";
import type * as tasks from "mcp-revisions/extensions/tasks";
import { convert as convertPair, converter as converterPair, type ErrorReply, NoCounterpart } from "mcp-revisions/2025-11-25/to/2025-06-18";

import { Session } from "mcp-revisions/session";
import { decode as decodeNewest } from "mcp-revisions/2026-07-28";
import * as upwards from "mcp-revisions/2025-11-25/to/2026-07-28";
import * as downwards from "mcp-revisions/2026-07-28/to/2025-11-25";

/** Compiles if both types are one type. */
type Same<One, Other> = (<T>() => T extends One ? 1 : 2) extends <T>() => T extends Other ? 1 : 2 ? true : false;
function is<_Expected extends true>(): void {}
type Mutual<One, Other> = [One] extends [Other] ? ([Other] extends [One] ? true : false) : false;

declare const text: string, bytes: Uint8Array, frame: object, revision: Revision, side: "client" | "server", answered: string | undefined;

// A message follows from its revision and sender.
const sent = decode(text, "2025-11-25", { sender: "client" });
is<Same<typeof sent.message, ClientMessage>>();
is<Same<typeof sent.unknown, string[]>>();
if ("method" in sent.message && sent.message.method === "tools/call") {
  is<Same<typeof sent.message, CallToolRequest>>();
  sent.message.params.name satisfies string;
}
if ("error" in sent.message) is<Same<typeof sent.message, ErrorResponse>>();
if ("result" in sent.message) sent.message.result satisfies object;
const received = decode(bytes, "2025-11-25", { sender: "server" }).message;
is<Same<typeof received, ServerMessage>>();
if ("method" in received) {
  switch (received.method) {
    case "elicitation/create": is<Same<typeof received, ElicitRequest>>(); break;
    case "notifications/progress": received.params.progress satisfies number; break;
    case "ping": break;
  }
}

// A response follows from the method that it answers.
const called = decode(frame, "2025-11-25", { sender: "server", answering: "tools/call" }).message;
is<Mutual<typeof called, Response<CallToolResult | CreateTaskResult> | ErrorResponse>>();
if ("result" in called && "content" in called.result) for (const block of called.result.content) if (block.type === "text") block.text satisfies string;
const pinged = decode(frame, "2025-11-25", { sender: "client", answering: "ping" }).message;
if ("result" in pinged) pinged.result satisfies object;

// `null` and `undefined` say that nothing is known.
is<Same<typeof unasked, ClientMessage>>();
const unasked = decode(text, "2025-11-25", { sender: "client", answering: null }).message;
const omitted = decode(text, "2025-11-25", { sender: "client", answering: undefined, limits: { size: undefined } }).message;
is<Same<typeof omitted, ClientMessage>>();

// A method that is only known at run time gives every response.
const dynamic = decode(text, "2025-11-25", { sender: "server", answering: answered }).message;
is<Mutual<typeof dynamic, ServerMessage | typeof everyAnswer>>();
const everyAnswer = decode(text, "2025-11-25", { sender: "server", answering: answered! }).message;
called satisfies typeof everyAnswer;
const choice = decode(text, "2025-11-25", { sender: "server", answering: "tools/call" as "tools/call" | "tools/list" | null }).message;
called satisfies typeof choice;
received satisfies typeof choice;

// A generic wrapper has the type of the answer, inferred or stated.
function inferred<Method extends keyof ServerAnswers>(method: Method) {
  return decodeOne(text, { sender: "server", answering: method }).message;
}
function declared<Method extends keyof ServerAnswers>(method: Method): ServerAnswers[Method] {
  return decodeOne(text, { sender: "server", answering: method }).message as ServerAnswers[Method];
}
inferred("tools/call") satisfies typeof called;
called satisfies ReturnType<typeof inferred<"tools/call">>;
is<Same<ReturnType<typeof declared<"tools/call">>, ServerAnswers["tools/call"]>>();

// A batch is a list, in the revision that has batches.
const batch = decode(text, "2025-03-26", { sender: "client" }).message;
is<Mutual<typeof batch, batching.ClientMessage | batching.ClientMessage[]>>();
const answers = decode(text, "2025-03-26", { sender: "server", answering: "tools/call" }).message;
if (Array.isArray(answers)) for (const one of answers) if ("result" in one) one.result.content satisfies batching.CallToolResult["content"];

// A revision that is only known at run time gives the union over all.
const some = decode(text, revision, { sender: "server" }).message;
received satisfies typeof some;
declare const ofEach: [oldest.ServerMessage, batching.ServerMessage[], older.ServerMessage, newest.ServerMessage];
ofEach satisfies (typeof some)[];
is<Same<typeof some, Message<Revision, "server">>>();
const either = decode(text, "2025-06-18", { sender: side }).message;
is<Mutual<typeof either, older.ClientMessage | older.ServerMessage>>();
declare const stated: unknown;
if (isRevision(stated)) decode(text, stated, { sender: "client", answering: "elicitation/create" });
for (const one of REVISIONS) decode(text, one, { sender: "client" });
decode(text, LATEST, { sender: "client" }).message satisfies Message<typeof LATEST, "client">;

// A part of a message follows from the name of its type.
is<Same<ReturnType<typeof tool>, Tool>>();
function tool() {
  return validate(frame, "2025-11-25", "Tool").message;
}
is<Same<typeof one, Tool>>();
const one = validateOne(frame, "Tool").message;

// An extension adds its messages, results and types.
const withTasks = compose("2026-07-28", "io.modelcontextprotocol/tasks");
const asked = decode(text, withTasks, { sender: "client" }).message;
if ("method" in asked && asked.method === "tasks/get") is<Same<typeof asked, tasks.GetTaskRequest>>();
const created = decode(text, withTasks, { sender: "server", answering: "tools/call" }).message;
if ("result" in created) created.result satisfies newest.CallToolResult | newest.InputRequiredResult | tasks.CreateTaskResult;
decode(text, withTasks, { sender: "server", answering: "tasks/get" });
if ("error" in created) created.error.code satisfies number;
const polled = decode(text, withTasks, { sender: "server", answering: "tasks/get" }).message;
if ("error" in polled) is<Same<typeof polled, newest.ErrorResponse>>();
else polled.result satisfies tasks.GetTaskResult;
validate(frame, withTasks, "CreateTaskResult").message satisfies tasks.CreateTaskResult;

// It adds members to types of its revision, and so to the messages that have them.
is<Same<typeof filter, tasks.SubscriptionFilter>>();
const filter = validate(frame, withTasks, "SubscriptionFilter").message;
if ("method" in asked && asked.method === "subscriptions/listen") {
  is<Same<typeof asked, tasks.SubscriptionsListenRequest>>();
  asked.params.notifications.taskIds satisfies string[] | undefined;
}
if ("method" in asked && asked.method === "tools/call") is<Same<typeof asked, newest.CallToolRequest>>();
const heard = decode(text, withTasks, { sender: "server" }).message;
if ("method" in heard && heard.method === "notifications/subscriptions/acknowledged") heard.params.notifications.taskIds satisfies string[] | undefined;
if ("method" in heard && heard.method === "notifications/tasks") heard.params.taskId satisfies string;
is<Same<typeof carried, string[] | undefined>>();
const carried = convert({ jsonrpc: "2.0", id: 1, method: "subscriptions/listen" }, "2026-07-28", withTasks, { sender: "client" }).message.params.notifications.taskIds;

// Several extensions add together.
const withBoth = compose("2026-07-28", "io.modelcontextprotocol/tasks", "io.modelcontextprotocol/ui");
const both = decode(text, withBoth, { sender: "client" }).message;
if ("method" in both && both.method === "subscriptions/listen") both.params.notifications.taskIds satisfies string[] | undefined;
validate(frame, withBoth, "McpUiResourceMeta").message satisfies object;

// One revision.
REVISION satisfies "2025-11-25";
const single = decodeOne(text, { sender: "client" }).message;
is<Same<typeof single, ClientMessage>>();
const answer = decodeOne(text, { sender: "server", answering: "tools/call" }).message;
is<Same<typeof answer, typeof called>>();

// A conversion returns what it takes, in the types of the target.
is<Same<typeof fromText, string>>();
const fromText = convert(text, "2025-11-25", "2025-06-18", { sender: "client" }).message;
const fromBytes = convert(bytes, "2025-11-25", "2025-06-18", { sender: "client", answering: answered }).message;
is<Same<typeof fromBytes, Uint8Array>>();
const lines = convert(text, "2025-03-26", "2025-06-18", { sender: "client" }).message;
is<Same<typeof lines, string | string[]>>();
declare const request: CallToolRequest;
const converted = convert(request, "2025-11-25", "2025-06-18", { sender: "client" }).message;
is<Same<typeof converted, older.CallToolRequest>>();
const inline = convert({ jsonrpc: "2.0", id: 1, method: "tools/list" }, "2025-11-25", "2025-06-18", { sender: "client" }).message;
is<Same<typeof inline, older.ListToolsRequest>>();
const whole = convert(single, "2025-11-25", "2025-06-18", { sender: "client" }).message;
whole satisfies older.ClientMessage;
const response = convert(called, "2025-11-25", "2025-06-18", { sender: "server", answering: "tools/call" }).message;
is<Mutual<typeof response, Response<older.CallToolResult> | older.ErrorResponse>>();
const anything = convert(frame, "2025-11-25", "2025-06-18", { sender: "server", answering: "tools/call" }).message;
is<Mutual<typeof anything, Response<older.CallToolResult> | older.ErrorResponse | Extract<older.ServerMessage, { method: string }>>>();
convert(request, revision, "2025-06-18", { sender: "client", loss: undefined, context: null });
const wide = convert(request, "2025-11-25", revision, { sender: "client" }).message;
converted satisfies typeof wide;

// A method of a vendor converts with the option that lets it pass.
is<Same<typeof search, string>>();
const search = convert(text, "2025-11-25", "2025-06-18", { sender: "client", unknownMethods: "pass" }).message;
convert({ jsonrpc: "2.0", id: 1, method: "acme/search" }, "2025-11-25", "2025-06-18", { sender: "client", unknownMethods: "pass" });
converter("2025-11-25", "2025-06-18", { sender: "client", unknownMethods: "pass" })({ jsonrpc: "2.0", id: 1, method: "acme/search" });
declare const named: { jsonrpc: "2.0"; id: number; method: string };
convert(named, "2025-11-25", "2025-06-18", { sender: "client" });
convert(sent.message, "2025-11-25", "2025-06-18", { sender: "client" });
convert({ jsonrpc: "2.0", id: 1, result: {} }, "2025-11-25", "2025-06-18", { sender: "server", answering: answered! });
convert({ jsonrpc: "2.0", id: 1, error: { code: 1, message: "no" } }, "2025-11-25", "2025-06-18", { sender: "server" });

// Each pair of revisions has a session.
createSession("2026-07-28", "2025-06-18", { storedSize: 1000, unknownMethods: "pass" }) satisfies Session<"2026-07-28", "2025-06-18">;

// So do converters, and the functions of one pair.
const down = converter("2025-11-25", "2025-06-18", { sender: "server", loss: "error" });
down satisfies Converter<"2025-11-25", "2025-06-18", "server">;
is<Same<typeof throughText, string>>();
const throughText = down(text, answered).message;
const through = down(called, "tools/call").message;
is<Same<typeof through, typeof response>>();
const pair = convertPair(request, { sender: "client" });
is<Same<typeof pair.message, older.CallToolRequest>>();
is<Same<(typeof pair.losses)[number]["kind"], "dropped" | "invented" | "weakened" | "reshaped" | "respelled">>();
const pairConverter = converterPair({ sender: "client" });
is<Same<ReturnType<typeof passed>, older.CallToolRequest>>();
function passed() {
  return pairConverter(request).message;
}

// Errors tell themselves apart by class and by name.
declare const error: unknown;
if (error instanceof NoCounterpart) error.name satisfies "NoCounterpart";
if (error instanceof NoCounterpart && error.reply !== null && typeof error.reply === "object" && "error" in error.reply) error.reply.error.code satisfies number;
if (error instanceof NoCounterpart) is<Same<typeof error.reply, string | Uint8Array | ErrorReply | null>>();
if (NoCounterpart.isFor(error, text)) is<Same<typeof error.reply, string | null>>();
if (NoCounterpart.isFor(error, bytes)) is<Same<typeof error.reply, Uint8Array | null>>();
if (NoCounterpart.isFor(error, request)) is<Same<typeof error.reply, ErrorReply | null>>();

// An id is that of the SDK; at run time, one beyond 2^53 is a bigint.
if ("result" in called) is<Same<typeof called.id, string | number>>();

// A session returns the kind of message that it gets.
const session = createSession("2025-06-18", "2026-07-28", { validate: true, openRequests: 5, context: null });
is<Same<NonNullable<ReturnType<typeof deliveredText>>, string>>();
function deliveredText() {
  return session.fromClient(text)[0]!.frame;
}
for (const { to, frame, error } of session.fromServer(request)) {
  to satisfies "client" | "server";
  if (frame && "id" in frame) frame.id satisfies string | number | undefined;
  if (error instanceof NoCounterpart) error.reply satisfies ErrorReply | string | Uint8Array | null;
  if (error?.name === "NoCounterpart") error.reply satisfies ErrorReply | null;
}
const pairs = new Session(upwards, downwards, { decode: { client: decodeOne, server: decodeNewest } });
pairs satisfies Session<"2025-11-25", "2026-07-28">;

// An input request becomes a request of the server, and a response the value for `inputResponses`.
is<Same<typeof visit, older.CreateMessageRequest | older.ListRootsRequest | older.ElicitRequest>>();
const visit = convertInputRequest(frame, "2026-07-28", "2025-06-18", { id: 1 }).message;
is<Same<typeof response2, newest.InputResponse>>();
const response2 = convertInputResponse(text, "2025-06-18", "2026-07-28", { answering: "elicitation/create" }).message;
convertInputResponse(text, "2025-06-18", "2026-07-28", { answering: answered! });

// The tag of a variant narrows a union, and a difference names a change that `unreported` takes.
const tagged = decodeNewest(text, { sender: "server", answering: "tools/call" }).message;
if ("result" in tagged && tagged.result.resultType === "complete") is<Same<typeof tagged.result, newest.CallToolResult>>();
if ("result" in tagged && tagged.result.resultType !== "input_required") tagged.result.content satisfies unknown[];
const lost = convertPair(text, { sender: "client" }).losses.map(({ change }) => change);
createSession("2025-06-18", "2025-11-25", { unreported: [...lost, "T4.3", "R-INIT"] });
is<Same<TypeOf<"2025-11-25", "Tool">, Tool>>();
createSession("2026-07-28", "2025-11-25").fromServer(text, { during: 1 });
