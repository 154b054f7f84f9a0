// Serves a client with a handshake, over stdio, from a server of 2026-07-28: node stateless.ts COMMAND [ARGUMENT...]
import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { createInterface } from "node:readline";
import {
  convert, convertInputRequest, convertInputResponse, createSession, decode, DecodeError, type Delivery, isRevision, type JsonObject, LATEST,
  NoCounterpart, parse, type RequestContext, type Revision, type Session, stringify,
} from "mcp-revisions";
import type { InputRequiredResult, InputResponses } from "mcp-revisions/2026-07-28";

const HANDSHAKE = "2025-11-25", ROUNDS = 10; // the newest revision with a handshake; how often a server may ask for input
const PASSED_ON = ["tools", "prompts", "resources", "completions", "logging"] as const;

/** A request of the client at the server. */
interface Call {
  clientId: unknown; // the id that the client gave it
  sent: JsonObject; // what the server got last, with an id of ours if it is a retry
  rounds: number;
  answers: InputResponses;
}

const server = spawn(process.argv[2]!, process.argv.slice(3), { stdio: ["pipe", "pipe", "inherit"] });
const outputs = { client: process.stdout, server: server.stdin };
const calls = new Map<unknown, Call>(); // by the id at the server
const questions = new Map<unknown, { call: Call; key: string; method: string }>(); // input requests at the client, by id
let revision: Exclude<Revision, typeof LATEST> = HANDSHAKE;
let context: RequestContext = {};
let session: Session = createSession(revision, LATEST, { validate: true });
let opening: unknown; // the id of `initialize` while the server is asked about itself

const send = (to: "client" | "server", message: object) => outputs[to].write(stringify(message) + "\n");

function deliver(deliveries: Delivery<JsonObject>[]) {
  for (const { to, frame, error } of deliveries) {
    if (error) console.error(String(error));
    if (frame === null) continue;
    if (to === "server" && "method" in frame && "id" in frame) calls.set(frame.id, { clientId: frame.id, sent: frame, rounds: 0, answers: {} });
    send(to, frame);
  }
}

function fromClient(message: JsonObject) {
  const { id, method } = message;
  const question = method === undefined ? questions.get(id) : undefined;
  if (question) return answer(message, question);
  if (method === "initialize") return initialize(message);
  if (method === "ping") return send("client", { jsonrpc: "2.0", id, result: {} });
  if (method === "notifications/cancelled") return cancel(message);
  if (method !== "logging/setLevel") return deliver(session.fromClient(message));
  const request = decode(message, revision, { sender: "client" }).message;
  if (!("method" in request) || request.method !== "logging/setLevel") return;
  context = { ...context, logLevel: request.params.level };
  session.setContext(context); // each further request states the level
  send("client", { jsonrpc: "2.0", id, result: {} });
}

/** Ask the server about itself, in order to answer the handshake. */
function initialize(message: JsonObject) {
  const asked = (message.params as JsonObject | undefined)?.protocolVersion;
  revision = isRevision(asked) && asked !== LATEST ? asked : HANDSHAKE;
  const request = decode(message, revision, { sender: "client" }).message;
  if (!("method" in request) || request.method !== "initialize") return;
  context = { clientCapabilities: request.params.capabilities, clientInfo: request.params.clientInfo };
  session = createSession(revision, LATEST, { validate: true, context });
  const list = { jsonrpc: "2.0", id: 0, method: "tools/list" } as const; // has the metadata that each request needs
  const { _meta } = convert(list, revision, LATEST, { sender: "client", context }).message.params;
  opening = message.id;
  send("server", { jsonrpc: "2.0", id: opening, method: "server/discover", params: { _meta } });
}

/** Answer the handshake from what the server says about itself. */
function discovered(message: JsonObject) {
  opening = undefined;
  const { id } = message;
  const response = decode(message, LATEST, { sender: "server", answering: "server/discover" }).message;
  if ("error" in response) return send("client", response);
  const { capabilities, instructions, _meta } = response.result;
  const result = {
    protocolVersion: HANDSHAKE,
    capabilities: Object.fromEntries(PASSED_ON.flatMap((name) => (capabilities[name] ? [[name, {}]] : []))), // this gateway does not subscribe
    serverInfo: _meta?.["io.modelcontextprotocol/serverInfo"] ?? { name: "server", version: "0" },
    ...(instructions !== undefined && { instructions }),
  };
  send("client", convert({ jsonrpc: "2.0", id, result }, HANDSHAKE, revision, { sender: "server", answering: "initialize" }).message);
}

function fromServer(message: JsonObject) {
  if (opening !== undefined && message.id === opening) return discovered(message);
  const call = message.method === undefined ? calls.get(message.id) : undefined;
  if (!call) return deliver(session.fromServer(message));
  calls.delete(message.id);
  const { result } = message as { result?: InputRequiredResult };
  if (result?.resultType !== "input_required") return finish(call, message);
  try {
    decode(message, LATEST, { sender: "server", answering: call.sent.method as string });
    ask(call, result);
  } catch (error) {
    fail(call, error);
  }
}

/** Send the input requests of a result to the client. The server wants the state back in each case. */
function ask(call: Call, { inputRequests = {}, requestState }: InputRequiredResult) {
  if (++call.rounds > ROUNDS) throw new Error(`the server asked for input ${call.rounds} times`);
  const asked = Object.entries(inputRequests).map(([key, one]) => {
    const id = randomUUID();
    return { id, key, method: one.method, message: convertInputRequest(one, LATEST, revision, { id }).message };
  });
  const { requestState: _, ...params } = call.sent.params as JsonObject;
  Object.assign(call, { answers: {}, sent: { ...call.sent, id: randomUUID(), params: { ...params, ...(requestState !== undefined && { requestState }) } } });
  calls.set(call.sent.id, call);
  for (const { id, key, method, message } of asked) {
    questions.set(id, { call, key, method });
    send("client", message);
  }
  if (!asked.length) send("server", call.sent);
}

/** Take an answer of the client, and repeat the request with the answers after the last one. */
function answer(message: JsonObject, { call, key, method }: { call: Call; key: string; method: string }) {
  questions.delete(message.id);
  try {
    decode(message, revision, { sender: "client", answering: method });
    call.answers[key] = convertInputResponse(message, revision, LATEST, { answering: method }).message;
  } catch (error) {
    return fail(call, error);
  }
  if ([...questions.values()].some((one) => one.call === call)) return;
  send("server", { ...call.sent, params: { ...(call.sent.params as JsonObject), inputResponses: call.answers } });
}

/** Cancel a request under the id that the server knows, and forget the input requests of it. */
function cancel(message: JsonObject) {
  const call = [...calls.values()].find((one) => one.clientId === (message.params as JsonObject | undefined)?.requestId);
  for (const delivery of session.fromClient(message)) {
    if (call && delivery.frame) (delivery.frame.params as JsonObject).requestId = call.sent.id!;
    deliver([delivery]);
  }
  if (call) forget(call);
}

function forget(call: Call) {
  calls.delete(call.sent.id);
  for (const [id, one] of questions) if (one.call === call) questions.delete(id);
}

function finish(call: Call, response: JsonObject) {
  forget(call);
  deliver(session.fromServer({ ...response, id: call.clientId as string }));
}

function fail(call: Call, error: unknown) {
  finish(call, { jsonrpc: "2.0", error: { code: -32603, message: error instanceof Error ? error.message : String(error) } });
}

/** Handle each line of a side. A line that cannot be read ends nothing. */
function receive(from: "client" | "server", input: NodeJS.ReadableStream, handle: (message: JsonObject) => void) {
  return createInterface({ input }).on("line", (line) => {
    let message: JsonObject | undefined;
    try {
      handle((message = parse(line) as JsonObject));
    } catch (error) {
      if (!(error instanceof DecodeError || error instanceof NoCounterpart)) throw error;
      console.error(String(error));
      const code = error instanceof DecodeError ? error.code : -32603;
      if (from === "client" && message?.id !== undefined) send("client", { jsonrpc: "2.0", id: message.id, error: { code, message: error.message } });
    }
  });
}

receive("client", process.stdin, fromClient).on("close", () => server.stdin.end());
receive("server", server.stdout, fromServer);
for (const one of [server, server.stdin]) one.on("error", (error: Error) => console.error(String(error)));
server.on("close", (code) => { process.exitCode = code ?? 1; process.stdin.destroy(); });
