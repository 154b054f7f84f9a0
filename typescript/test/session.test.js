// Sessions, and the conversion of input requests; run by `node --test`, against this package or, with PACKAGE, an installed one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { runnable } from "./runnable.js";

const base = process.env.PACKAGE ?? runnable();
const { convert, convertInputRequest, convertInputResponse, createSession, decode, DecodeError, LossError, NoCounterpart, OpenRequestsError, ROUTINE_CHANGES } = await import(base);
const { Session } = await import(process.env.PACKAGE ? `${base}/session` : runnable("session"));
const entry = (name) => import(process.env.PACKAGE ? `${base}/${name}` : runnable(`generated/entry/${name}`));

const OLD = "2025-06-18", NEW = "2025-11-25", LAST = "2026-07-28";
const call = (id, more = {}) => ({ jsonrpc: "2.0", id, method: "tools/call", params: { name: "t", ...more } });
const result = (id, more = {}) => ({ jsonrpc: "2.0", id, result: { content: [], ...more } });
const cancel = (requestId) => ({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });

test("a session knows the method that a response answers", () => {
  const session = createSession(OLD, NEW);
  const request = JSON.stringify(call(1));
  assert.deepEqual(session.fromClient(request), [{ to: "server", frame: request, losses: [], error: null, request: { sender: "client", id: 1, method: "tools/call" } }]);
  assert.equal(session.open, 1);
  const [{ to, frame, losses, request: answered }] = session.fromServer(new TextEncoder().encode(JSON.stringify(result(1, { content: [{ type: "resource_link", name: "n", uri: "u:", icons: [] }] }))));
  assert.deepEqual([to, JSON.parse(new TextDecoder().decode(frame)).id, losses.length], ["client", 1, 1]);
  assert.deepEqual(answered, { sender: "client", id: 1, method: "tools/call" });
  assert.equal(session.open, 0);
  const [again] = session.fromServer(result(1));
  assert.ok(again.frame === null && again.to === "client" && /no open request has the id 1/.test(again.error.message));
});

test("the two sides have ids of their own, and a number is not a text", () => {
  const session = createSession(OLD, NEW);
  session.fromClient(call(1));
  session.fromClient(call("1"));
  session.fromServer({ jsonrpc: "2.0", id: 1, method: "roots/list" });
  assert.equal(session.open, 3);
  assert.deepEqual(session.fromClient({ jsonrpc: "2.0", id: 1, result: { roots: [] } })[0].to, "server");
  assert.equal(session.open, 2);
  session.fromServer({ jsonrpc: "2.0", id: "1", error: { code: -1, message: "no" } });
  assert.equal(session.open, 1);
  const id = 2n ** 70n;
  session.fromClient(call(id));
  assert.equal(session.fromServer(`{"jsonrpc":"2.0","id":${id},"result":{"content":[]}}`)[0].error, null);
});

test("an id that is open is refused, and so is a request beyond the limit", () => {
  const session = createSession(OLD, NEW, { openRequests: 1 });
  session.fromClient(call(1));
  const [twice] = session.fromClient(call(1));
  assert.ok(twice.to === "client" && twice.error instanceof DecodeError && twice.frame.error.code === -32600);
  const [many] = session.fromClient(call(2));
  assert.ok(many.to === "client" && many.error instanceof OpenRequestsError && many.error.limit === 1 && many.frame.error.code === -32603);
  assert.equal(session.fromServer({ jsonrpc: "2.0", id: 1, method: "ping" })[0].error, null, "the limit is that of each side");
});

test("a cancelled request is forgotten, except initialize", () => {
  const session = createSession(OLD, NEW);
  session.fromClient({ jsonrpc: "2.0", id: 0, method: "initialize", params: { protocolVersion: OLD, capabilities: {}, clientInfo: { name: "c", version: "1" } } });
  session.fromClient(call(1));
  for (const id of [0, 1, 2]) assert.equal(session.fromClient(cancel(id))[0].to, "server");
  assert.equal(session.open, 1);
  assert.equal(session.fromServer(result(1))[0].frame, null);
  const broken = session.fromClient({ jsonrpc: "2.0", method: "notifications/cancelled", params: 5 });
  assert.equal(broken.length, 1);
});

test("what cannot be converted is answered, and a notification dropped", async () => {
  const session = new Session(await entry(`${OLD}/to/${LAST}`), await entry(`${LAST}/to/${OLD}`));
  const [ping] = session.fromClient(JSON.stringify({ jsonrpc: "2.0", id: 3, method: "ping" }));
  assert.ok(ping.to === "client" && ping.error instanceof NoCounterpart && ping.error.reply === ping.frame);
  assert.equal(JSON.parse(ping.frame).error.code, -32601);
  const [ready] = session.fromClient({ jsonrpc: "2.0", method: "notifications/initialized" });
  assert.ok(ready.frame === null && ready.error instanceof NoCounterpart);
  session.fromClient(call(4));
  const [asked] = session.fromServer({ jsonrpc: "2.0", id: 4, result: { resultType: "input_required", inputRequests: {} } });
  assert.ok(asked.to === "client" && asked.error instanceof NoCounterpart && asked.frame.error.code === -32603 && asked.frame.id === 4);
  assert.equal(session.open, 0);
  for (const [text, code] of [["nope", -32700], ["5", -32600], ["[]", -32600], ["{}", -32600], ['{"id":null,"method":"ping"}', -32600]]) {
    const [{ to, frame, error }] = session.fromServer(text);
    assert.ok(to === "server" && error instanceof DecodeError);
    assert.deepEqual([JSON.parse(frame).id, JSON.parse(frame).error.code], [undefined, code]);
  }
});

test("a session can decode each message first", () => {
  const bad = call(1, { arguments: 5 });
  assert.equal(createSession(OLD, NEW).fromClient(bad)[0].to, "server");
  const session = createSession(OLD, NEW, { validate: true });
  const [{ to, frame }] = session.fromClient(bad);
  assert.deepEqual([to, frame.error.code, frame.id], ["client", -32602, 1]);
  session.fromClient(call(2));
  const [answer] = session.fromServer(result(2, { content: 5 }));
  assert.deepEqual([answer.to, answer.frame.error.code, answer.error.pointer], ["client", -32603, "/result/content"]);
});

test("a session with a limit on losses refuses them", () => {
  const session = createSession(NEW, OLD, { loss: "error" });
  const [{ to, frame, error }] = session.fromClient(call(1, { task: {} }));
  assert.ok(to === "client" && error instanceof LossError && frame.error.code === -32600);
  assert.equal(session.open, 0);
});

test("an error that loses something is refused as a result is", () => {
  const error = { code: -32042, message: "no", data: { elicitations: [] } };
  const { losses } = convert({ jsonrpc: "2.0", id: 1, error }, NEW, LAST, { sender: "server" });
  assert.deepEqual(losses.map(({ kind, pointer }) => [kind, pointer]), [["reshaped", "/error/data"], ["reshaped", "/error/code"]]);
  for (const id of [1, undefined]) {
    const frame = { jsonrpc: "2.0", ...(id && { id }), error };
    assert.throws(() => convert(frame, NEW, LAST, { sender: "server", loss: "error" }), (thrown) => thrown instanceof LossError && thrown.losses.length === 2);
  }
  const session = createSession(LAST, NEW, { loss: "error" });
  const [{ frame: opening }] = session.fromClient({ jsonrpc: "2.0", id: 1, method: "tools/list", params: { _meta: meta } });
  session.fromServer({ jsonrpc: "2.0", id: opening.id, result: { protocolVersion: NEW, capabilities: { tools: {} }, serverInfo: info } });
  const [{ to, frame, error: refusal }] = session.fromServer({ jsonrpc: "2.0", id: 1, error });
  assert.deepEqual([to, frame.id, frame.error.code, refusal instanceof LossError, session.open], ["client", 1, -32603, true, 0]);
});

test("a response that answers no open request is reported once, and nothing is sent", () => {
  for (const [client, server] of [[OLD, NEW], [OLD, LAST], [LAST, NEW]]) {
    for (const validate of [false, true]) {
      const session = createSession(client, server, { validate });
      for (const response of [result(7), result("7"), { jsonrpc: "2.0", id: 7, error: { code: 1, message: "no" } }]) {
        for (const [send, receiver] of [["fromServer", "client"], ["fromClient", "server"]]) {
          const [{ to, frame, error, request }, ...more] = session[send](response);
          assert.deepEqual([to, frame, error.pointer, error.id, error.reply, request, more], [receiver, null, "/id", response.id, null, null, []]);
        }
      }
      assert.equal(session.open, 0);
    }
  }
});

test("a batch gives a delivery for each message", () => {
  const session = createSession("2025-03-26", NEW);
  const found = session.fromClient(JSON.stringify([call(1), call(2), { jsonrpc: "2.0", id: 3, method: "no" }]));
  assert.deepEqual(found.map(({ to, frame }) => [to, JSON.parse(frame).id]), [["server", 1], ["server", 2], ["client", 3]]);
  const [refused] = createSession(OLD, NEW).fromClient(JSON.stringify([call(1)]));
  assert.ok(refused.to === "client" && refused.error instanceof DecodeError);
});

test("the context can be set later", () => {
  const session = createSession(OLD, LAST);
  const meta = (id) => session.fromClient(call(id))[0].frame.params._meta;
  assert.deepEqual(Object.keys(meta(1)).map((name) => name.split("/")[1]), ["protocolVersion", "clientCapabilities"]);
  const context = { clientInfo: { name: "c", version: "1" }, clientCapabilities: {}, logLevel: "debug" };
  session.setContext(context);
  context.logLevel = "error";
  assert.equal(meta(2)["io.modelcontextprotocol/logLevel"], "debug");
  assert.throws(() => session.setContext({ logLevel: "loud" }), RangeError);
  assert.equal(session.open, 2);
});

test("a session of two pairs is the same", async () => {
  const [up, down, client, server] = [await entry(`${OLD}/to/${LAST}`), await entry(`${LAST}/to/${OLD}`), await entry(OLD), await entry(LAST)];
  const decoders = { client: client.decode, server: server.decode };
  const session = new Session(up, down, { decode: decoders, openRequests: 2, unreported: ["T4.3"] });
  assert.deepEqual(session.fromClient(call(1)), createSession(OLD, LAST, { validate: true }).fromClient(call(1)));
  assert.equal(session.fromClient(call(2, { arguments: 5 }))[0].error.pointer, "/params/arguments");
  assert.throws(() => new Session(up, up), RangeError);
  assert.throws(() => new Session(up, down, { openRequests: -1 }), RangeError);
  const swapped = { client: server.decode, server: client.decode };
  assert.throws(() => new Session(up, down, { decode: swapped }), new RangeError(`the client speaks ${OLD}, but decode.client decodes messages of ${LAST}`));
  assert.throws(() => new Session(up, down, { decode: { ...decoders, server: client.decode } }), RangeError);
  new Session(up, down, { decode: { client: (...all) => client.decode(...all), server: (...all) => server.decode(...all) } });
  assert.throws(() => createSession(OLD, LAST, { validate: 1 }), TypeError);
  assert.throws(() => createSession(OLD, LAST, { unreported: "T4.3" }), TypeError);
  assert.throws(() => createSession(OLD, LAST, { valid: true }), RangeError);
});

const form = { mode: "form", message: "?", requestedSchema: { type: "object", properties: { a: { type: "string", oneOf: [{ const: "s", title: "S" }] } } } };
const lossy = { mode: "form", message: "?", requestedSchema: { type: "object", properties: { a: { type: "string", default: "s" } } } };
const page = { mode: "url", message: "?", url: "https://example.com" };

const meta = { "io.modelcontextprotocol/protocolVersion": LAST, "io.modelcontextprotocol/clientInfo": { name: "c", version: "1" }, "io.modelcontextprotocol/clientCapabilities": {} };

test("an input request becomes a request of each older revision", () => {
  const found = (params, target, method = "elicitation/create") => convertInputRequest({ method, params }, LAST, target, { id: "q" });
  const { message, losses } = found(form, OLD);
  assert.deepEqual(message.params.requestedSchema.properties.a, { type: "string", enum: ["s"], enumNames: ["S"] });
  assert.deepEqual(losses.map(({ kind, pointer }) => [kind, pointer]), [["respelled", "/params/mode"], ["respelled", "/params/requestedSchema/properties/a"]]);
  decode(message, OLD, { sender: "server" });
  const visit = found(page, NEW);
  assert.equal(visit.message.params.elicitationId, "q");
  assert.deepEqual(visit.losses.map(({ kind, change }) => [kind, change]), [["invented", "R-42"]]);
  decode(visit.message, NEW, { sender: "server" });
  assert.equal(convertInputRequest({ method: "elicitation/create", params: page }, LAST, NEW, { id: 1, elicitationId: "e" }).message.params.elicitationId, "e");
  for (const target of [OLD, "2024-11-05"]) assert.throws(() => found(page, target), NoCounterpart);
  assert.deepEqual(convertInputRequest({ method: "roots/list" }, LAST, "2024-11-05", { id: 1 }).message, { jsonrpc: "2.0", id: 1, method: "roots/list" });
});

test("tools and messages of an input request get objects", () => {
  const content = [{ type: "tool_result", toolUseId: "a", content: [], structuredContent: 5 }];
  const tools = [{ name: "a", inputSchema: { type: "object", properties: { x: true } }, outputSchema: { type: "string" } }];
  const params = { maxTokens: 1, messages: [{ role: "user", content }, { role: "user", content: content[0] }], tools };
  const before = structuredClone(params);
  const { message, losses } = convertInputRequest({ method: "sampling/createMessage", params }, LAST, NEW, { id: 1 });
  decode(message, NEW, { sender: "server" });
  assert.deepEqual(params, before, "the caller's object is never changed");
  assert.deepEqual(losses.map(({ kind, pointer, change }) => [kind, pointer, change]), [
    ["reshaped", "/params/tools/0/inputSchema/properties/x", "R-STRUCT"],
    ["dropped", "/params/tools/0/outputSchema", "R-STRUCT"],
    ["dropped", "/params/messages/0/content/0/structuredContent", "R-STRUCT"],
    ["dropped", "/params/messages/1/content/structuredContent", "R-STRUCT"],
  ]);
});

test("a response becomes an input response", () => {
  const response = { jsonrpc: "2.0", id: 1, result: { action: "accept", content: { a: "s" }, _meta: { x: 1 } } };
  const found = (answering, one = response) => convertInputResponse(one, OLD, LAST, { answering });
  assert.deepEqual(found("elicitation/create").message, { action: "accept", content: { a: "s" } });
  assert.deepEqual(found("elicitation/create").losses.map(({ kind, pointer, change }) => [kind, pointer, change]), [["dropped", "/result/_meta", "R-MRTR"]]);
  assert.deepEqual(found("sampling/createMessage", JSON.stringify({ ...response, result: { _meta: {} } })).message, { _meta: {} });
  assert.throws(() => found("roots/list", { jsonrpc: "2.0", id: 1, error: { code: -1, message: "no" } }), { name: "NoCounterpart", change: "R-MRTR", pointer: "/error" });
});

test("faults of input requests are placed, and wrong arguments are errors of the caller", () => {
  const fault = (value, code, pointer) => assert.throws(() => convertInputRequest(value, LAST, OLD, { id: 1 }), { name: "DecodeError", code, pointer });
  fault({}, -32601, "/method");
  fault({ method: "tools/call", params: {} }, -32601, "/method");
  fault({ method: "elicitation/create", params: 5 }, -32602, "/params");
  fault([], -32600, "");
  const answer = (one) => assert.throws(() => convertInputResponse(one, OLD, LAST, { answering: "roots/list" }), DecodeError);
  for (const one of ["nope", call(1), {}, { jsonrpc: "2.0", id: 1, result: 5 }]) answer(one);
  const request = { method: "roots/list" };
  for (const [source, target] of [[NEW, OLD], [LAST, LAST], [OLD, LAST], ["no", OLD]]) assert.throws(() => convertInputRequest(request, source, target, { id: 1 }), RangeError);
  assert.throws(() => convertInputRequest(request, LAST, OLD, {}), TypeError);
  assert.throws(() => convertInputRequest(request, LAST, OLD, { id: 1, sender: "server" }), RangeError);
  assert.throws(() => convertInputResponse({}, OLD, LAST, { answering: "ping" }), RangeError);
});

// A client with a handshake, a stateless server

const info = { name: "c", version: "1" };
const initialize = (id = 0) => ({ jsonrpc: "2.0", id, method: "initialize", params: { protocolVersion: NEW, capabilities: { elicitation: {}, roots: {} }, clientInfo: info } });
const about = { resultType: "complete", supportedVersions: [LAST], capabilities: { tools: { listChanged: true }, logging: {} }, ttlMs: 0, cacheScope: "private", instructions: "Ask.", _meta: { "io.modelcontextprotocol/serverInfo": info } };
const asking = (id, inputRequests, requestState = "s") => ({ jsonrpc: "2.0", id, result: { resultType: "input_required", inputRequests, requestState } });
const roots = { method: "roots/list" };
/** Return a session after the handshake; each message in it must be valid. */
function opened(revision = NEW, options = {}) {
  const session = createSession(revision, LAST, { validate: true, ...options });
  const [{ to, frame }] = session.fromClient(initialize());
  assert.deepEqual([to, frame.method, frame.id], ["server", "server/discover", 0]);
  decode(frame, LAST, { sender: "client" });
  const [answer] = session.fromServer({ jsonrpc: "2.0", id: 0, result: about });
  assert.deepEqual(session.fromClient({ jsonrpc: "2.0", method: "notifications/initialized" }), []);
  return { session, answer };
}
const frames = (deliveries, to) => deliveries.flatMap((one) => (one.to === to && one.frame ? [one.frame] : []));

test("the handshake is answered from what the server says about itself", () => {
  for (const revision of ["2024-11-05", "2025-03-26", OLD, NEW]) {
    const { session, answer } = opened(revision);
    assert.equal(answer.to, "client");
    decode(answer.frame, revision, { sender: "server", answering: "initialize" });
    const { protocolVersion, capabilities, serverInfo, instructions } = answer.frame.result;
    assert.deepEqual([protocolVersion, capabilities, serverInfo, instructions], [revision, { tools: { listChanged: true }, logging: {} }, info, "Ask."]);
    assert.equal(session.open, 0);
  }
});

test("a handshake that fails can be repeated", () => {
  const session = createSession(NEW, LAST);
  assert.equal(session.fromClient({ ...initialize(), params: {} })[0].frame.error.code, -32602);
  session.fromClient(JSON.stringify(initialize(1)));
  assert.equal(session.open, 1);
  assert.match(session.fromClient(initialize(2))[0].frame.error.message, /the session is already initialized/);
  const [refused] = session.fromServer(JSON.stringify({ jsonrpc: "2.0", id: 1, error: { code: -32022, message: "no", data: { supported: [], requested: LAST } } }));
  assert.deepEqual([refused.to, JSON.parse(refused.frame).id, typeof JSON.parse(refused.frame).error.code], ["client", 1, "number"]);
  session.fromClient(initialize(3));
  const [broken] = session.fromServer({ jsonrpc: "2.0", id: 3, result: { ...about, capabilities: 5 } });
  assert.ok(broken.to === "client" && broken.error instanceof DecodeError && broken.frame.id === 3 && broken.frame.error.code === -32603);
  session.fromClient(initialize(4));
  assert.equal(session.fromServer({ jsonrpc: "2.0", id: 4, result: about })[0].frame.result.protocolVersion, NEW);
});

test("pings are answered, and the level is repeated in each request", () => {
  const { session } = opened();
  assert.deepEqual(session.fromClient({ jsonrpc: "2.0", id: "p", method: "ping" })[0], { to: "client", frame: { jsonrpc: "2.0", id: "p", result: {} }, losses: [], error: null, request: null });
  assert.deepEqual(session.fromClient({ jsonrpc: "2.0", id: 5, method: "logging/setLevel", params: { level: "debug" } })[0].frame.result, {});
  assert.equal(session.fromClient({ jsonrpc: "2.0", id: 6, method: "logging/setLevel", params: { level: "loud" } })[0].frame.error.code, -32602);
  const [{ frame: { params: { _meta: meta } }, losses }] = session.fromClient(call(7));
  assert.deepEqual(losses, [], "the facts are those of the handshake");
  assert.deepEqual([meta["io.modelcontextprotocol/logLevel"], meta["io.modelcontextprotocol/clientInfo"]], ["debug", info]);
});

test("input requests go to the client, and the request is repeated with the answers", () => {
  const { session } = opened();
  session.fromClient(call(1));
  const asked = frames(session.fromServer(asking(1, { form: { method: "elicitation/create", params: form }, roots })), "client");
  assert.deepEqual(asked.map(({ method }) => method), ["elicitation/create", "roots/list"]);
  const answeredAgain = () => session.fromServer({ ...result(1), result: { content: [], resultType: "complete" } }).map(({ to, frame, error }) => [to, frame, error.message]);
  assert.deepEqual(answeredAgain(), [["client", null, "/id: no open request has the id 1"]], "the server has answered already");
  for (const one of asked) decode(one, NEW, { sender: "server" });
  assert.deepEqual(session.fromClient({ jsonrpc: "2.0", id: asked[0].id, result: { action: "accept", content: { a: "s" } } }), []);
  const [{ to, frame }] = session.fromClient({ jsonrpc: "2.0", id: asked[1].id, result: { roots: [] } });
  decode(frame, LAST, { sender: "client" });
  assert.deepEqual([to, frame.params.requestState, frame.params.inputResponses], ["server", "s", { form: { action: "accept", content: { a: "s" } }, roots: { roots: [] } }]);
  assert.ok(frame.id !== 1, "a retry has a new id");
  assert.deepEqual(answeredAgain(), [["client", null, "/id: no open request has the id 1"]], "the retry has another id");
  const [again] = session.fromServer({ ...asking(frame.id, {}), result: { resultType: "input_required", requestState: "t" } });
  assert.deepEqual([again.to, again.frame.params.requestState, again.frame.params.inputResponses], ["server", "t", undefined]);
  assert.equal(session.fromServer({ ...result(frame.id), result: { ...result(1).result, resultType: "complete" } })[0].frame, null, "an old id is unknown");
  const [done] = session.fromServer({ ...result(again.frame.id), result: { content: [], resultType: "complete" } });
  assert.deepEqual([done.to, done.frame], ["client", result(1)]);
  assert.equal(session.open, 0);
});

test("a request ends where the client, or its revision, cannot answer", () => {
  const { session } = opened();
  session.fromClient(call(1));
  const [first, second] = frames(session.fromServer(asking(1, { a: roots, b: roots })), "client");
  const ended = session.fromClient({ jsonrpc: "2.0", id: first.id, error: { code: -1, message: "no" } });
  assert.deepEqual(frames(ended, "client").map(({ id, params, error }) => id ?? params.requestId), [second.id, 1]);
  assert.ok(ended.at(-1).error instanceof NoCounterpart && ended.at(-1).frame.error.code === -32603);
  assert.equal(session.fromClient({ jsonrpc: "2.0", id: second.id, result: { roots: [] } })[0].frame, null);
  session.fromClient(call(2));
  const [faulty] = frames(session.fromServer(asking(2, { a: roots })), "client");
  assert.equal(session.fromClient({ jsonrpc: "2.0", id: faulty.id, result: { roots: 5 } }).at(-1).error.pointer, "/result/roots");
  session.fromClient(call(3));
  assert.equal(session.fromServer(asking(3, { a: { method: "no" } })).at(-1).frame.id, 3);
  session.fromClient(call(4));
  const [visit] = frames(session.fromServer(asking(4, { a: { method: "elicitation/create", params: form } })), "client");
  const task = { taskId: "1", status: "working", createdAt: "2026-01-02T03:04:05Z", lastUpdatedAt: "2026-01-02T03:04:05Z", ttl: 1 };
  const started = session.fromClient({ jsonrpc: "2.0", id: visit.id, result: { task } }).at(-1);
  assert.deepEqual([started.to, started.frame.id, started.error.pointer], ["client", 4, "/params/inputResponses/a"]);
  const careless = createSession(NEW, LAST);
  careless.fromClient({ jsonrpc: "2.0", id: 5, method: "tools/call" });
  assert.equal(careless.fromServer(asking(5, {})).at(-1).frame.error.code, -32603, "without params");
  const older = opened("2025-03-26").session;
  older.fromClient(call(1));
  const [refused] = older.fromServer(asking(1, { a: { method: "elicitation/create", params: form } }));
  assert.ok(refused.to === "client" && refused.error instanceof NoCounterpart && refused.frame.id === 1);
  assert.equal(session.open + older.open, 0);
});

test("a server may ask ten times, for so many inputs as requests may be open", () => {
  const { session } = opened(NEW, { openRequests: 2 });
  session.fromClient(call(1));
  const many = session.fromServer(asking(1, { a: roots, b: roots, c: roots }));
  assert.match(many.at(-1).error.message, /more than 2 input requests would be open/);
  session.fromClient(call(2));
  for (let id = 2, round = 1; round <= 11; round++) {
    const [{ to, frame, error }] = session.fromServer(asking(id, {}));
    if (round <= 10) id = frame.id;
    assert.deepEqual([to, error?.message], round <= 10 ? ["server", undefined] : ["client", "/result: the server asked for input 11 times"]);
  }
  assert.equal(session.open, 0);
});

test("a cancellation names the request that the server knows, and cancels input requests", () => {
  const { session } = opened();
  session.fromClient(call(1));
  const [question] = frames(session.fromServer(asking(1, { a: roots })), "client");
  const waiting = session.fromClient(cancel(1));
  assert.deepEqual(frames(waiting, "client").map(({ params }) => params.requestId), [question.id]);
  assert.deepEqual(frames(waiting, "server"), [], "the server has no such request");
  session.fromClient(call(2));
  const [{ frame }] = session.fromServer(asking(2, {}));
  const [{ to, frame: cancelled }] = session.fromClient(cancel(2));
  assert.deepEqual([to, cancelled.params.requestId], ["server", frame.id]);
  assert.equal(session.fromServer(result(frame.id))[0].frame, null);
  session.fromClient(call(3));
  session.fromServer(asking(3, {}));
  assert.equal(session.fromClient(cancel(4))[0].frame.params.requestId, 4, "another id passes");
  assert.equal(session.open, 1);
});

test("the ids of retries are those of nobody else", () => {
  const { session } = opened(), other = opened().session;
  const retried = [session, other].map((one) => {
    one.fromClient(call(1));
    return one.fromServer(asking(1, {}))[0].frame.id;
  });
  assert.match(retried[0], /^mcp-revisions-[0-9a-f]{16}-\d+$/);
  assert.notEqual(retried[0], retried[1], "a client cannot know them");
  assert.match(session.fromClient(call(retried[0]))[0].frame.error.message, /belongs to a request that is still open/);
  assert.equal(session.fromServer({ ...result(retried[0]), result: { content: [], resultType: "complete" } })[0].frame.id, 1);
});

test("each delivery of a call names the request of the client", () => {
  const { session } = opened();
  const request = { sender: "client", id: 1, method: "tools/call" };
  const [asked] = session.fromClient(call(1));
  const [question] = session.fromServer(asking(1, { a: roots }));
  const [retry] = session.fromClient({ jsonrpc: "2.0", id: question.frame.id, result: { roots: [] } });
  const [done] = session.fromServer({ ...result(retry.frame.id), result: { content: [], resultType: "complete" } });
  for (const one of [asked, question, retry, done]) assert.deepEqual(one.request, request);
  session.fromClient(call(2));
  assert.deepEqual(session.fromClient(cancel(2))[0].request, { ...request, id: 2 });
  const progress = (progressToken) => ({ jsonrpc: "2.0", method: "notifications/progress", params: { progressToken, progress: 1 } });
  assert.equal(session.fromServer(progress(1))[0].request, null);
  for (const other of [session, createSession(OLD, NEW)]) {
    other.fromClient(call(5, { _meta: { progressToken: "t" } }));
    assert.deepEqual(other.fromServer(progress("t"))[0].request, { ...request, id: 5 });
    const [answer] = other.fromServer({ ...result(5), result: { content: [], resultType: "complete" } });
    assert.deepEqual([answer.request.id, other.fromServer(progress("t"))[0].request], [5, null]);
  }
  const older = createSession(OLD, NEW);
  older.fromServer({ jsonrpc: "2.0", id: 6, method: "ping", params: { _meta: { progressToken: 2n ** 70n } } });
  assert.deepEqual(older.fromClient(progress(2n ** 70n))[0].request, { sender: "server", id: 6, method: "ping" });
});

test("an error without an id is not sent to a side whose revision requires the id", async () => {
  const error = { jsonrpc: "2.0", error: { code: -1, message: "no" } };
  const older = [createSession(OLD, NEW), createSession(OLD, OLD), createSession(OLD, LAST), new Session(await entry(`${OLD}/to/${NEW}`), await entry(`${NEW}/to/${OLD}`))];
  for (const session of older) {
    const [{ to, frame, error: reason }] = session.fromServer(error);
    assert.ok(frame === null && reason !== null, to);
    assert.equal(session.fromClient("nope")[0].frame, null);
    assert.equal(session.fromClient("nope")[0].error.code, -32700);
  }
  for (const session of [createSession(NEW, OLD), createSession(NEW, NEW)]) {
    assert.deepEqual(session.fromServer(error)[0].frame, error);
    assert.equal(JSON.parse(session.fromClient("nope")[0].frame).error.code, -32700);
  }
});

test("the options hold for what the session makes itself", () => {
  const answer = (options, more = {}, revision = OLD) => {
    const session = createSession(revision, LAST, options);
    session.fromClient(initialize());
    return session.fromServer({ jsonrpc: "2.0", id: 0, result: { ...about, _meta: { "io.modelcontextprotocol/serverInfo": { ...info, icons: [{ src: "https://example.com/i" }] } }, ...more } })[0];
  };
  assert.deepEqual(answer({}).losses.map(({ kind, pointer }) => [kind, pointer]), [["dropped", "/result/serverInfo/icons"], ["respelled", "/result/protocolVersion"]]);
  const refused = answer({ loss: "error" });
  assert.ok(refused.to === "client" && refused.error instanceof LossError && refused.frame.error.code === -32603 && refused.frame.id === 0);
  assert.deepEqual([answer({ loss: "allow" }).losses, answer({ loss: "error", unreported: [answer({}).losses[0].change] }).error], [[], null]);
  const unnamed = { _meta: {} };
  assert.deepEqual(answer({}, unnamed).losses.map(({ kind, pointer, change }) => [kind, pointer, change]), [["respelled", "/result/protocolVersion", "R-INIT"], ["invented", "/result/serverInfo", "R-INIT"]]);
  assert.deepEqual(answer({ loss: "allow" }, unnamed).losses, []);
  assert.equal(answer({ unreported: ["R-INIT"] }, unnamed).losses.length, 0);

  const asked = (options) => {
    const { session } = opened(OLD, options);
    session.fromClient(call(1));
    return { session, deliveries: session.fromServer(asking(1, { a: { method: "elicitation/create", params: lossy } })) };
  };
  assert.equal(asked({}).deliveries[0].losses.length, 2);
  assert.deepEqual(asked({ loss: "allow" }).deliveries[0].losses, []);
  const [ended] = asked({ loss: "error" }).deliveries;
  assert.ok(ended.to === "client" && ended.error instanceof LossError && ended.frame.error.code === -32603 && ended.frame.id === 1);
  for (const [loss, count] of [["report", 1], ["allow", 0], ["error", null]]) {
    const { session } = opened(OLD, { loss });
    session.fromClient(call(1));
    const [question] = frames(session.fromServer(asking(1, { a: roots })), "client");
    const [{ to, losses, error }] = session.fromClient({ jsonrpc: "2.0", id: question.id, result: { roots: [], _meta: { x: 1 } } });
    if (count !== null) assert.deepEqual([to, losses.length, error], ["server", count, null]);
    else assert.ok(to === "client" && error instanceof LossError);
  }
});

test("an ordinary session loses nothing that counts", () => {
  const { session, answer } = opened(NEW, { loss: "error" });
  assert.deepEqual([answer.error, answer.losses], [null, []]);
  session.fromClient({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const tools = { tools: [], resultType: "complete", ttlMs: 5, cacheScope: "public", _meta: { "io.modelcontextprotocol/serverInfo": info } };
  const [{ to, losses, error }] = session.fromServer({ jsonrpc: "2.0", id: 1, result: tools });
  assert.deepEqual([to, error, losses], ["client", null, []]);
  assert.deepEqual(ROUTINE_CHANGES, ["T4.3", "T4.4", "T4.5", "T4.6", "T4.11"]);
});

test("an error of an option names it, and what it allows", async () => {
  const wrong = (options, message) => assert.throws(() => createSession(OLD, NEW, options), message);
  wrong({ openRequest: 1 }, /options has the unknown member openRequest; its members may be limits, .*openRequests, storedSize, validate$/);
  wrong({ openRequests: "5" }, /openRequests must be a number of at least 0, not 5/);
  wrong({ validate: 1 }, /validate must be true or false, not 1/);
  wrong({ unknownMethods: "keep" }, /unknownMethods must be "refuse" or "pass", not keep/);
  wrong({ loss: "no" }, /loss must be "report", "error" or "allow", not no/);
  assert.throws(() => createSession(OLD, NEW).fromServer(call(1), { within: 1 }), /unknown member within; its members may be during/);
  wrong(5, /options must be an object; its members may be/);
  const [up, down] = [await entry(`${OLD}/to/${NEW}`), await entry(`${NEW}/to/${OLD}`)];
  assert.throws(() => new Session(up, down, { decode: { client: decode } }), /decode must be { client, server }.*; its server is undefined/);
  assert.throws(() => new Session(up, down, { validate: true }), /its members may be .*decode$/);
});

test("methods of vendors pass if you ask for it", () => {
  const search = { jsonrpc: "2.0", id: 1, method: "acme/search", params: { q: 1 } };
  for (const validate of [false, true]) {
    for (const [older, newer] of [[OLD, NEW], [NEW, LAST]]) {
      const session = createSession(older, newer, { validate, unknownMethods: "pass" });
      const [{ to, frame }] = session.fromClient(search);
      assert.deepEqual([to, frame.method, frame.params.q], ["server", "acme/search", 1]);
      const [answer] = session.fromServer({ jsonrpc: "2.0", id: 1, result: { resultType: "complete", hits: [] } });
      assert.deepEqual([answer.to, answer.frame.result.hits], ["client", []]);
      assert.equal(session.fromServer({ jsonrpc: "2.0", method: "acme/indexed" })[0].to, "client");
      assert.equal(session.fromClient({ ...search, method: "rpc.search" })[0].frame.error.code, -32601);
    }
    assert.equal(createSession(OLD, NEW, { validate }).fromClient(search)[0].frame.error.code, -32601);
  }
  for (const [params, pointer] of [[5, "/params"], [undefined, null], [{}, null]]) {
    const run = () => decode({ ...search, params }, OLD, { sender: "server", unknownMethods: "pass" });
    if (pointer === null) assert.deepEqual(run().unknown, []);
    else assert.throws(run, { name: "DecodeError", pointer, code: -32602 });
  }
  assert.throws(() => decode({ ...search, id: null }, OLD, { sender: "client", unknownMethods: "pass" }), { pointer: "/id" });
  assert.throws(() => decode({ jsonrpc: "2.0", id: 1, result: 5 }, OLD, { sender: "client", answering: "acme/x", unknownMethods: "pass" }), { pointer: "/result" });
  assert.deepEqual(decode({ jsonrpc: "2.0", id: 1, result: { a: 1 } }, OLD, { sender: "client", answering: "acme/x", unknownMethods: "pass" }).unknown, []);
});

test("a DecodeError has the reply to a request", () => {
  const fault = (frame) => {
    try {
      return decode(frame, OLD, { sender: "client" });
    } catch (error) {
      return error.reply;
    }
  };
  assert.deepEqual(fault({ jsonrpc: "2.0", id: 7, method: "no" }), { jsonrpc: "2.0", id: 7, error: { code: -32601, message: "/method: 'no' is not a method of a client in 2025-06-18" } });
  assert.equal(fault("nope"), null);
  for (const response of [{ jsonrpc: "2.0", id: 7, result: 5 }, { jsonrpc: "2.0", id: 7, error: 5 }]) assert.equal(fault(response), null, "a response gets none");
  assert.equal(fault({ jsonrpc: "2.0", id: 7 }).error.code, -32600);
});

test("the options hold for input requests and responses", () => {
  const request = (options) => convertInputRequest({ method: "elicitation/create", params: lossy }, LAST, OLD, { id: "q", ...options });
  assert.throws(() => request({ loss: "error" }), LossError);
  assert.deepEqual(request({ loss: "allow" }).losses, []);
  assert.equal(request({ unreported: [request({}).losses[0].change] }).losses.length, 1);
  assert.throws(() => request({ loss: "no" }), RangeError);
  const response = (options) => convertInputResponse({ jsonrpc: "2.0", id: 1, result: { roots: [], _meta: {} } }, OLD, LAST, { answering: "roots/list", ...options });
  assert.throws(() => response({ loss: "error" }), LossError);
  for (const options of [{ loss: "allow" }, { loss: "error", unreported: ["R-MRTR"] }]) assert.deepEqual(response(options).losses, []);
  assert.throws(() => response({ unreported: "R-MRTR" }), TypeError);
});

test("two stateless sides have an ordinary session", () => {
  assert.equal(createSession(LAST, LAST).fromClient(call(1))[0].to, "server");
});

test("a server without the revision of the session ends the handshake", () => {
  const session = createSession(NEW, LAST);
  session.fromClient(initialize());
  const [{ to, frame, error }] = session.fromServer({ jsonrpc: "2.0", id: 0, result: { ...about, supportedVersions: ["2027-01-01"] } });
  assert.deepEqual([to, frame.id, frame.error.code, error.pointer], ["client", 0, -32603, "/result/supportedVersions"]);
});

test("an id that nobody can answer is refused", () => {
  for (const session of [createSession(NEW, OLD), createSession(NEW, LAST), createSession(LAST, NEW)]) {
    for (const id of [1.5, null, {}, true]) {
      for (const method of ["tools/call", "initialize", "ping", "notifications/initialized", "notifications/cancelled"]) {
        const [{ to, frame, error }] = session.fromClient({ jsonrpc: "2.0", id, method, params: {} });
        assert.deepEqual([to, error.pointer, "id" in frame, frame.error.code], ["client", "/id", false, -32600]);
      }
      const [{ frame, error }] = session.fromServer({ jsonrpc: "2.0", id, result: {} });
      assert.deepEqual([frame, error.pointer], [null, "/id"]);
      if (id !== null) assert.equal(session.fromServer({ jsonrpc: "2.0", id, error: { code: 1, message: "no" } })[0].frame, null);
    }
    assert.equal(session.fromServer({ jsonrpc: "2.0", error: { code: 1, message: "no" } })[0].to, "client");
    assert.equal(session.open, 0);
  }
});

test("invalid messages of the handshake have errors with pointers", () => {
  for (const [more, pointer] of [[{ clientInfo: { ...info, title: 5 } }, "/params/clientInfo/title"], [{ capabilities: { roots: 5 } }, "/params/capabilities/roots"]]) {
    const [{ frame, error }] = createSession(OLD, LAST).fromClient({ ...initialize(), params: { ...initialize().params, ...more } });
    assert.ok(error instanceof DecodeError);
    assert.deepEqual([error.pointer, error.id, frame.id, frame.error.code], [pointer, 0, 0, -32602]);
  }
  const [level] = opened().session.fromClient({ jsonrpc: "2.0", id: 6, method: "logging/setLevel", params: { level: "loud" } });
  assert.equal(level.error.pointer, "/params/level");
});

test("notifications that a stateless server does not need end in the session", () => {
  assert.deepEqual(opened().session.fromClient({ jsonrpc: "2.0", method: "notifications/roots/list_changed" }), []);
  const session = createSession(NEW, LAST, { validate: true });
  session.fromClient(initialize(7));
  const [{ to, frame, error }] = session.fromClient(cancel(7));
  assert.deepEqual([to, frame, error.pointer, error.code], ["client", null, "/params/requestId", -32600], "initialize cannot be cancelled");
  const [bad] = session.fromClient({ jsonrpc: "2.0", method: "notifications/initialized", params: 5 });
  assert.deepEqual([bad.frame, bad.error.pointer], [null, "/params"]);
  assert.match(session.fromClient(call(7))[0].error.message, /still open/);
  assert.equal(session.fromServer({ jsonrpc: "2.0", id: 7, result: about })[0].frame.result.protocolVersion, NEW);
});

test("a server may ask only for what the client declared, and only where the revision allows it", () => {
  const ask = (capabilities, one, revision = NEW) => {
    const session = createSession(revision, LAST);
    session.fromClient({ ...initialize(), params: { ...initialize().params, capabilities } });
    session.fromServer({ jsonrpc: "2.0", id: 0, result: about });
    session.fromClient(call(1));
    return session.fromServer(asking(1, { a: one })).at(-1);
  };
  const elicit = (params) => ({ method: "elicitation/create", params });
  const sample = (more) => ({ method: "sampling/createMessage", params: { maxTokens: 1, messages: [], ...more } });
  const declared = [
    [{ roots: {} }, roots], [{ elicitation: {} }, elicit(form)], [{ elicitation: { form: {} } }, elicit(form)],
    [{ elicitation: { url: {} } }, elicit(page)], [{ sampling: {} }, sample({})], [{ sampling: { tools: {} } }, sample({ tools: [] })],
  ];
  for (const [capabilities, one] of declared) assert.deepEqual(ask(capabilities, one).error, null);
  const undeclared = [
    [{}, roots], [{ roots: {} }, elicit(form)], [{ elicitation: {} }, elicit(page)], [{ elicitation: { url: {} } }, elicit(form)],
    [{ elicitation: {} }, sample({})], [{ sampling: {} }, sample({ tools: [] })],
  ];
  for (const [capabilities, one] of undeclared) {
    const { to, frame, error } = ask(capabilities, one);
    assert.deepEqual([to, frame.id, frame.error.code, error.pointer], ["client", 1, -32603, "/result/inputRequests/a"]);
  }
  const { session } = opened();
  session.fromClient({ jsonrpc: "2.0", id: 1, method: "tools/list" });
  const [{ to, error }] = session.fromServer({ jsonrpc: "2.0", id: 1, result: { ...about, tools: [], resultType: "input_required", inputRequests: { a: roots } } });
  assert.deepEqual([to, error.pointer, error.code], ["client", "/result/resultType", -32603]);
  assert.equal(session.open, 0);
});

test("one subscription asks for the list changes that the server offers", () => {
  const resources = { listChanged: false, subscribe: true };
  const start = (session, id = 0) => {
    session.fromClient(initialize(id));
    return session.fromServer({ jsonrpc: "2.0", id, result: { ...about, capabilities: { tools: { listChanged: true }, prompts: { listChanged: true }, resources, experimental: { x: {} } } } });
  };
  const session = createSession(NEW, LAST, { validate: true });
  const [answer, listen, ...more] = start(session);
  assert.deepEqual(answer.frame.result.capabilities, { tools: { listChanged: true }, prompts: { listChanged: true }, resources, experimental: { x: {} } });
  assert.deepEqual(answer.losses, []);
  assert.deepEqual([listen.to, listen.frame.params.notifications, more, session.open], ["server", { toolsListChanged: true, promptsListChanged: true }, [], 0]);
  decode(listen.frame, LAST, { sender: "client" });
  const { id } = listen.frame, _meta = { "io.modelcontextprotocol/subscriptionId": id };
  assert.deepEqual(session.fromServer({ jsonrpc: "2.0", method: "notifications/subscriptions/acknowledged", params: { notifications: {}, _meta } }), []);
  const [{ to, frame, losses, error }] = session.fromServer({ jsonrpc: "2.0", method: "notifications/tools/list_changed", params: { _meta } });
  assert.deepEqual([to, frame.method, losses, error], ["client", "notifications/tools/list_changed", [], null]);
  decode(frame, NEW, { sender: "server" });
  assert.match(session.fromClient(call(id))[0].frame.error.message, /still open/);
  const again = session.fromClient(initialize(8));
  assert.deepEqual(again.map(({ to, frame, error }) => [to, frame.id, frame.error.code, error.reason]), [["client", 8, -32600, "the session is already initialized"]]);
  assert.deepEqual(session.fromServer({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: id } }), []);
  assert.equal(session.fromClient(call(id))[0].to, "server", "the subscription has ended");
  const [second, third] = [createSession(NEW, LAST), createSession(NEW, LAST)];
  assert.deepEqual(second.fromServer({ jsonrpc: "2.0", id: start(second)[1].frame.id, result: { resultType: "complete", _meta } }), []);
  const [refused] = third.fromServer({ jsonrpc: "2.0", id: start(third)[1].frame.id, error: { code: -32601, message: "no" } });
  assert.deepEqual([refused.frame, refused.error.pointer], [null, "/error"]);
  assert.match(refused.error.message, /the server refused the subscription: no/);
  assert.equal(start(createSession(NEW, LAST, { loss: "error" }))[0].error, null);
});

const subscribe = (id, uri, method = "resources/subscribe") => ({ jsonrpc: "2.0", id, method, params: { uri } });
const acknowledge = ({ id, params }, granted = params.notifications.resourceSubscriptions) => ({
  jsonrpc: "2.0", method: "notifications/subscriptions/acknowledged",
  params: { notifications: { ...params.notifications, resourceSubscriptions: granted }, _meta: { "io.modelcontextprotocol/subscriptionId": id } },
});
const updated = ({ id }, uri) => ({ jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri, _meta: { "io.modelcontextprotocol/subscriptionId": id } } });
/** Return a session with a server that has subscriptions to resources, and the request that opened the subscription to its lists. */
function subscribing(capabilities = { tools: { listChanged: true }, resources: { subscribe: true } }, options = {}) {
  const session = createSession(NEW, LAST, { validate: true, ...options });
  session.fromClient(initialize());
  const [, listen] = session.fromServer({ jsonrpc: "2.0", id: 0, result: { ...about, capabilities } });
  return { session, lists: listen?.frame };
}
const short = (deliveries) => deliveries.map(({ to, frame, request }) => [to, frame.method ?? (frame.error ? frame.error.code : frame.result), frame.id ?? frame.params?.requestId ?? frame.params?.uri, request?.id]);

test("one subscription has the lists and the resources, and a new one replaces it", () => {
  const { session, lists } = subscribing();
  session.fromServer(acknowledge(lists, undefined));
  const [{ to, frame: first, request }, ...more] = session.fromClient(subscribe(1, "a:b"));
  assert.deepEqual([to, request, more, session.open], ["server", null, [], 1]);
  assert.deepEqual(first.params.notifications, { toolsListChanged: true, resourceSubscriptions: ["a:b"] });
  decode(first, LAST, { sender: "client" });
  assert.match(session.fromClient(call(1))[0].error.message, /still open/);
  assert.deepEqual(session.fromClient(subscribe(2, "c:d")), [], "one at a time");
  const [answer, cancelled, { frame: second }, ...none] = session.fromServer(JSON.stringify(acknowledge(first))).map((one) => ({ ...one, frame: JSON.parse(one.frame) }));
  assert.deepEqual([answer.frame, answer.request, none], [{ jsonrpc: "2.0", id: 1, result: {} }, { sender: "client", id: 1, method: "resources/subscribe" }, []]);
  assert.deepEqual([cancelled.to, cancelled.frame.params.requestId], ["server", lists.id]);
  decode(cancelled.frame, LAST, { sender: "client" });
  assert.deepEqual(second.params.notifications.resourceSubscriptions, ["a:b", "c:d"]);
  const [update] = session.fromServer(updated(first, "a:b/x"));
  assert.deepEqual([update.to, update.frame, update.losses], ["client", { jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri: "a:b/x" } }, []]);
  assert.deepEqual(session.fromServer(updated(second, "a:b")), [], "the server has not acknowledged it");
  assert.deepEqual(short(session.fromServer(acknowledge(second))), [["client", {}, 2, 2], ["server", "notifications/cancelled", first.id, undefined]]);
  assert.deepEqual([session.fromServer(updated(first, "a:b")), session.fromServer(updated(second, "a:b")).length, session.fromServer(updated(second, "A:b")).length], [[], 1, 1], "delivered once");
  assert.deepEqual(session.fromServer({ jsonrpc: "2.0", id: first.id, result: { resultType: "complete" } }), [], "what the server says about a cancelled one has no receiver");
  assert.deepEqual(short(session.fromClient(subscribe(3, "c:d"))), [["client", {}, 3, undefined]], "it is subscribed already");
  const [done, { frame: third }] = session.fromClient(subscribe(4, "a:b", "resources/unsubscribe"));
  assert.deepEqual([done.frame.result, third.params.notifications.resourceSubscriptions], [{}, ["c:d"]]);
  assert.deepEqual(session.fromServer(updated(second, "a:b")), []);
  assert.deepEqual(short(session.fromServer(acknowledge(third))), [["server", "notifications/cancelled", second.id, undefined]]);
  assert.equal(session.open, 0);
});

test("a request to subscribe gets the error of the subscription", () => {
  const { session, lists } = subscribing();
  session.fromServer(acknowledge(lists, undefined));
  const [{ frame: first }] = session.fromClient(subscribe(1, "a:b"));
  session.fromClient(subscribe(2, "c:d"));
  const [failed, { frame: second }] = session.fromServer({ jsonrpc: "2.0", id: first.id, error: { code: -32602, message: "no" } });
  assert.deepEqual([failed.to, failed.frame, failed.error.pointer, failed.request.id], ["client", { jsonrpc: "2.0", id: 1, error: { code: -32602, message: "no" } }, "/error", 1]);
  assert.deepEqual(second.params.notifications.resourceSubscriptions, ["c:d"]);
  assert.equal(session.fromServer({ jsonrpc: "2.0", method: "notifications/tools/list_changed", params: { _meta: { "io.modelcontextprotocol/subscriptionId": lists.id } } })[0].to, "client", "the old one stays");
  assert.deepEqual(short(session.fromServer(acknowledge(second, []))), [["client", -32602, 2, 2], ["server", "notifications/cancelled", lists.id, undefined]]);
  const [{ frame: third }] = session.fromClient(subscribe(3, "e:f"));
  assert.deepEqual(short(session.fromServer({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId: third.id } })), [["client", -32603, 3, 3]]);
  const [{ frame: fourth }] = session.fromClient(subscribe(4, "e:f"));
  assert.deepEqual(short(session.fromServer({ jsonrpc: "2.0", id: fourth.id, error: 5 })), [["client", -32603, 4, 4]]);
  session.fromClient(subscribe(5, "g:h"));
  assert.deepEqual(short(session.fromClient(subscribe(6, "g:h", "resources/unsubscribe"))), [["client", -32603, 5, 5], ["client", {}, 6, undefined]]);
  session.fromClient(subscribe(7, "i:j"));
  assert.deepEqual(session.fromClient(cancel(7)), []);
  assert.equal(session.open, 0);
});

test("a request to subscribe that waits for another change is answered when that fails", () => {
  const { session, lists } = subscribing();
  assert.deepEqual(session.fromClient(subscribe(1, "a:b")), [], "the server has not acknowledged the first subscription");
  const [told, { frame: first }, ...none] = session.fromServer({ jsonrpc: "2.0", id: lists.id, error: { code: -32603, message: "no" } });
  assert.deepEqual([told.frame, told.error.pointer, none], [null, "/error", []]);
  assert.deepEqual(short(session.fromServer(acknowledge(first))), [["client", {}, 1, 1]]);
  const [, { frame: second }] = session.fromClient(subscribe(2, "a:b", "resources/unsubscribe"));
  assert.equal(second.params.notifications.resourceSubscriptions, undefined);
  assert.deepEqual(session.fromClient(subscribe(3, "a:b")), []);
  const [, answer, ...more] = session.fromServer({ jsonrpc: "2.0", id: second.id, error: { code: -32603, message: "no" } });
  assert.deepEqual([short([answer]), more], [[["client", {}, 3, 3]], []], "the old one has the resource");
  assert.equal(session.fromServer(updated(first, "a:b"))[0].to, "client");
  assert.equal(session.open, 0);
});

test("subscriptions to resources are bounded, and need the offer of the server", () => {
  assert.deepEqual(short(subscribing({ resources: {} }).session.fromClient(subscribe(1, "a:b"))), [["client", -32601, 1, undefined]]);
  assert.equal(createSession(NEW, LAST).fromClient(subscribe(1, "a:b"))[0].frame.error.code, -32601, "before the handshake");
  const { session, lists } = subscribing({ resources: { subscribe: true } }, { openRequests: 2 });
  assert.equal(lists, undefined);
  const [{ frame }] = session.fromClient(subscribe(1, "a:b"));
  assert.equal(session.fromClient(subscribe(2, "c:d"))[0].error.name, "OpenRequestsError");
  assert.deepEqual(short(session.fromServer(acknowledge(frame))), [["client", {}, 1, 1]]);
  const [done, ended, ...none] = session.fromClient(subscribe(3, "a:b", "resources/unsubscribe"));
  assert.deepEqual([done.frame.result, ended.frame.params.requestId, none], [{}, frame.id, []], "nothing is left to listen to");
});
