// Sessions of a stateless client with a server that has a handshake; run by `node --test`, against this package or, with PACKAGE, an installed one.
import assert from "node:assert/strict";
import { test } from "node:test";
import { runnable } from "./runnable.js";

const { createSession, decode, DecodeError, LossError, NoCounterpart, OpenRequestsError, validate } = await import(process.env.PACKAGE ?? runnable());

const NEW = "2025-11-25", LAST = "2026-07-28", OLDER = ["2024-11-05", "2025-03-26", "2025-06-18", NEW];
const reserved = (name) => `io.modelcontextprotocol/${name}`;
const info = { name: "c", version: "1" }, about = { name: "s", version: "2" };
const facts = (more = {}) => ({ [reserved("protocolVersion")]: LAST, [reserved("clientInfo")]: info, [reserved("clientCapabilities")]: { roots: {}, sampling: {}, elicitation: { form: {}, url: {} } }, ...more });
const request = (id, method, params = {}, meta = {}) => ({ jsonrpc: "2.0", id, method, params: { ...params, _meta: facts(meta) } });
const call = (id, params = {}, meta = {}) => request(id, "tools/call", { name: "t", ...params }, meta);
const reply = (id, result) => ({ jsonrpc: "2.0", id, result });
const cancel = (requestId) => ({ jsonrpc: "2.0", method: "notifications/cancelled", params: { requestId } });
const capabilities = { tools: { listChanged: true }, resources: { subscribe: true, listChanged: true }, logging: {} };
const form = { message: "?", requestedSchema: { type: "object", properties: {} } };
const elicit = (id, params = form) => ({ jsonrpc: "2.0", id, method: "elicitation/create", params });
const roots = (id) => ({ jsonrpc: "2.0", id, method: "roots/list" });
const content = [{ type: "text", text: "hi" }];

/** Return a session after the handshake, each message of which is valid. */
function opened(server = NEW, options = {}, offered = capabilities) {
  const session = createSession(LAST, server, { validate: true, ...options });
  const [{ to, frame, losses }, ...more] = session.fromClient(request(0, "server/discover"));
  assert.deepEqual([to, frame.method, frame.params.protocolVersion, more], ["server", "initialize", server, []]);
  decode(frame, server, { sender: "client" });
  const [ready, answer, ...others] = session.fromServer(reply(frame.id, { protocolVersion: server, capabilities: offered, serverInfo: about, instructions: "Ask." }));
  assert.deepEqual([ready.to, ready.frame, others], ["server", { jsonrpc: "2.0", method: "notifications/initialized" }, []]);
  return { session, answer, losses };
}
/** Check that a notification is dropped because nobody misses it, and that a difference says why. */
function unneeded([{ to, frame, losses: [loss, ...others], error, request }, ...more], receiver, change) {
  assert.deepEqual([to, frame, loss.kind, loss.pointer, loss.change, others, error, request, more], [receiver, null, "dropped", "", change, [], null, null, []]);
  assert.ok(loss.reason && loss.value.method.startsWith("notifications/"));
}
/** Return the result that asks the client for input. */
function required([delivery, ...more], id, revision = LAST) {
  assert.deepEqual([delivery.to, delivery.frame.id, delivery.frame.result.resultType, more], ["client", id, "input_required", []]);
  decode(delivery.frame, revision, { sender: "server", answering: "tools/call" });
  return delivery.frame.result;
}

test("the first request opens the session, and discover is answered from what the server said", () => {
  for (const server of OLDER) {
    const { session, answer } = opened(server, {}, { tools: {} });
    decode(answer.frame, LAST, { sender: "server", answering: "server/discover" });
    const { supportedVersions, capabilities, instructions, _meta, ttlMs, cacheScope } = answer.frame.result;
    assert.deepEqual([supportedVersions, capabilities, instructions, _meta, ttlMs, cacheScope], [[LAST], { tools: {} }, "Ask.", { [reserved("serverInfo")]: about }, 0, "private"]);
    assert.equal(session.open, 0);
    assert.equal(session.fromClient(request(9, "server/discover"))[0].frame.id, 9);
  }
});

test("requests wait for the handshake, and lose their facts", () => {
  const session = createSession(LAST, NEW, { validate: true });
  const [opening] = session.fromClient(JSON.stringify(call(1)));
  assert.deepEqual(session.fromClient(request("b", "tools/list")), []);
  assert.deepEqual(session.fromClient(call(3)), []);
  assert.equal(session.open, 3);
  assert.match(session.fromClient(call(3))[0].error.message, /still open/);
  assert.deepEqual(session.fromClient(cancel(3)), []);
  const sent = session.fromServer(reply(JSON.parse(opening.frame).id, { protocolVersion: NEW, capabilities, serverInfo: about }));
  assert.deepEqual(sent.map(({ frame, losses, request }) => [frame.method, frame.id, frame.params, losses, request]), [
    ["notifications/initialized", undefined, undefined, [], null],
    ["tools/call", 1, { name: "t" }, [], { sender: "client", id: 1, method: "tools/call" }],
    ["tools/list", "b", undefined, [], { sender: "client", id: "b", method: "tools/list" }],
  ]);
  const [listed] = session.fromServer(reply("b", { tools: [] }));
  decode(listed.frame, LAST, { sender: "server", answering: "tools/list" });
  assert.deepEqual([listed.losses, listed.request, session.open], [[], { sender: "client", id: "b", method: "tools/list" }, 1]);
});

test("a handshake that fails ends the requests that wait, and can be repeated", () => {
  const session = createSession(LAST, NEW);
  const [first] = session.fromClient(call(1));
  session.fromClient(call(2));
  const refused = session.fromServer({ jsonrpc: "2.0", id: first.frame.id, error: { code: -32603, message: "no" } });
  assert.deepEqual(refused.map(({ to, frame }) => [to, frame.id, frame.error.message]), [["client", 1, "no"], ["client", 2, "no"]]);
  for (const result of [{ protocolVersion: "2024-11-05", capabilities: {}, serverInfo: about }, { protocolVersion: NEW, capabilities: 5, serverInfo: about }]) {
    const [again] = session.fromClient(call(3));
    const [{ to, frame, error }] = session.fromServer(reply(again.frame.id, result));
    assert.ok(to === "client" && frame.id === 3 && frame.error.code === -32603 && error instanceof DecodeError);
  }
  const [{ frame, error }] = session.fromClient(call(4, {}, { [reserved("clientCapabilities")]: 5 }));
  assert.deepEqual([frame.id, frame.error.code, error.pointer], [4, -32602, "/params/_meta/io.modelcontextprotocol~1clientCapabilities"]);
  assert.deepEqual(session.fromClient({ jsonrpc: "2.0", id: 5, method: "tools/list" })[0].frame.error.code, -32602);
  assert.equal(session.open, 0);
});

test("a request of the server for input becomes a result, and the retry answers it", () => {
  for (const server of ["2025-06-18", NEW]) {
    const { session } = opened(server);
    session.fromClient(call(1));
    const first = required(session.fromServer(elicit(7)), 1);
    const [name] = Object.keys(first.inputRequests);
    assert.equal(first.inputRequests[name].params.message, "?");
    assert.deepEqual(session.fromServer(roots("r")), [], "the client is asked when it comes back");
    const [answered, again, ...more] = session.fromClient(call(2, { requestState: first.requestState, inputResponses: { [name]: { action: "decline" } } }));
    assert.deepEqual([answered.to, answered.frame, answered.error], ["server", reply(7, { action: "decline" }), null]);
    decode(answered.frame, server, { sender: "client", answering: "elicitation/create" });
    const second = required([again, ...more], 2);
    assert.notEqual(second.requestState, first.requestState);
    const twice = session.fromClient(call(3, { requestState: first.requestState }));
    assert.deepEqual([twice[0].frame.error.code, twice[0].error.pointer], [-32602, "/params/requestState"], "a state counts once");
    const [other] = Object.keys(second.inputRequests);
    const [told, ...none] = session.fromClient(call(4, { requestState: second.requestState, inputResponses: { [other]: { roots: [] } } }));
    assert.deepEqual([told.frame, none], [reply("r", { roots: [] }), []]);
    const [done] = session.fromServer(reply(1, { content }));
    decode(done.frame, LAST, { sender: "server", answering: "tools/call" });
    assert.deepEqual([done.frame.id, done.frame.result.content, done.request], [4, content, { sender: "client", id: 4, method: "tools/call" }]);
    assert.equal(session.open, 0);
  }
});

test("a response that comes before the retry waits for it, and refuses what is left", () => {
  const { session } = opened();
  session.fromClient(call(1));
  const { requestState } = required(session.fromServer(elicit(7)), 1);
  assert.deepEqual(session.fromServer(reply(1, { content })), []);
  assert.equal(session.open, 2);
  assert.deepEqual(session.fromClient(call(1)).map(({ to, frame }) => [to, frame.id]), [["server", 1]], "the id is free at both sides");
  const [refused, done] = session.fromClient(call(2, { requestState }));
  assert.deepEqual([refused.to, refused.frame.id, refused.frame.error.code], ["server", 7, -32603]);
  assert.deepEqual([done.to, done.frame.id, done.frame.result.content], ["client", 2, content]);
  assert.equal(session.open, 1);
});

test("a request state is refused with another request than the one that got it", () => {
  const { session } = opened();
  const args = { n: 1, list: [1, 2], more: { a: true, b: 2n ** 64n } };
  session.fromClient(call(1, { arguments: args }));
  const { requestState, inputRequests } = required(session.fromServer(roots(7)), 1), [name] = Object.keys(inputRequests);
  const again = { requestState, inputResponses: { [name]: { roots: [] } } };
  const others = [
    request(2, "tools/call", { name: "other", arguments: args, ...again }),
    ...[{ ...args, n: 2 }, { ...args, list: [2, 1] }, { ...args, n: "1" }, { n: 1, list: [1, 2] }, { ...args, x: null }, { ...args, more: { a: true, b: 2n ** 64n + 1n } }].map((one) => call(2, { arguments: one, ...again })),
    call(2, again),
    call(2, { arguments: args, further: 1, ...again }),
    call(2, { arguments: args, ["__proto__"]: {}, ...again }),
    request(2, "prompts/get", { name: "t", ...again }),
    request(2, "resources/read", { uri: "t", ...again }),
  ];
  for (const other of others) {
    const [{ to, frame, error }, ...more] = session.fromClient(other);
    assert.deepEqual([to, frame.id, frame.error.code, error.pointer, more], ["client", 2, -32602, "/params/requestState", []]);
    assert.match(frame.error.message, /belongs to a request with another method or other params; repeat that request$/);
  }
  const same = `{"jsonrpc":"2.0","method":"tools/call","id":3,"params":{"arguments":{"more":{"b":18446744073709551616,"a":true},"\\u006cist":[1.0,2],"n":1e0},"_meta":${JSON.stringify(facts({ progressToken: 5 }))},"name":"t","inputResponses":{"${name}":{"roots":[]}},"requestState":"${requestState}"}}`;
  const [answered, ...more] = session.fromClient(same);
  assert.deepEqual([answered.to, JSON.parse(answered.frame), more], ["server", reply(7, { roots: [] }), []]);
  assert.equal(session.fromServer(reply(1, { content }))[0].frame.id, 3);
  assert.equal(session.open, 0);
});

test("the session stores the params of open calls only, within its limit", () => {
  const { session } = opened(NEW, { storedSize: 1000 });
  const large = { arguments: { a: "x".repeat(400) } };
  for (let id = 1; id <= 5; id++) {
    assert.equal(session.fromClient(call(id, large))[0].to, "server");
    const ends = [() => session.fromServer(reply(id, { content })), () => session.fromClient(cancel(id)), () => session.fromServer({ jsonrpc: "2.0", id, error: { code: 1, message: "no" } })];
    ends[id % 3]();
    assert.ok(session.fromClient(call(id, { ...large, arguments: 5 }))[0].error instanceof DecodeError, "a refused call is not stored");
    assert.ok(session.fromClient({ ...call(id, large), result: {} })[0].error instanceof DecodeError);
  }
  session.fromClient(call(6, large));
  const [{ to, frame }] = session.fromClient(call(7, large));
  assert.deepEqual([to, frame.id, frame.error.code], ["client", 7, -32603]);
  assert.match(frame.error.message, /store more than 1000 characters/);
  assert.equal(session.fromClient(call(8, large, { [reserved("clientCapabilities")]: {} }))[0].to, "server", "the server cannot ask about this call");
  assert.equal(session.open, 2);
});

test("an error that loses something ends each request that waits for the handshake", () => {
  const session = createSession(LAST, NEW, { loss: "error" });
  const [first] = session.fromClient(call(1));
  session.fromClient(call(2));
  const refused = session.fromServer({ jsonrpc: "2.0", id: first.frame.id, error: { code: -32042, message: "no", data: { elicitations: [] } } });
  assert.deepEqual(refused.map(({ to, frame, error }) => [to, frame.id, frame.error.code, error instanceof LossError]), [["client", 1, -32603, true], ["client", 2, -32603, true]]);
  assert.equal(session.open, 0);
});

test("an id that the server still has gets another one there", () => {
  const { session } = opened();
  session.fromClient(call(1));
  const { requestState } = required(session.fromServer(elicit(7)), 1);
  const [{ frame }] = session.fromClient(call(1, { name: "other" }));
  assert.notEqual(frame.id, 1);
  session.fromClient(call(2, { requestState }));
  assert.equal(session.fromServer(reply(frame.id, { content }))[0].frame.id, 1);
  assert.deepEqual(session.fromServer(reply(1, { content })), []);
});

test("a request that names another revision gets the error of its schema", () => {
  const meta = { [reserved("protocolVersion")]: "2027-01-01" };
  for (const session of [createSession(LAST, NEW), opened().session]) {
    for (const one of [call(4, {}, meta), request(4, "server/discover", {}, meta), request(4, "subscriptions/listen", { notifications: {} }, meta)]) {
      const [{ to, frame, error }, ...more] = session.fromClient(one);
      assert.deepEqual([to, frame.error, more], ["client", { code: -32022, message: "Unsupported protocol version", data: { supported: [LAST], requested: "2027-01-01" } }, []]);
      validate(frame, LAST, "UnsupportedProtocolVersionError");
      assert.ok(error instanceof DecodeError);
      assert.deepEqual([error.pointer, error.reply], ["/params/_meta/io.modelcontextprotocol~1protocolVersion", frame]);
    }
    assert.equal(session.open, 0);
  }
});

test("what nobody misses is a difference also if losses are refused, and is not reported if the caller does not want it", () => {
  const late = { jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: 1, progress: 1 } };
  for (const [options, count] of [[{ loss: "error" }, 1], [{ loss: "allow" }, 0], [{ unreported: ["R-PROG"] }, 0]]) {
    const [{ to, frame, losses, error }, ...more] = opened(NEW, options).session.fromServer(late);
    assert.deepEqual([to, frame, losses.length, error, more], ["client", null, count, null, []]);
  }
  const session = createSession(LAST, NEW);
  session.fromClient(request(1, "tools/list"));
  unneeded(session.fromClient(cancel(9)), "server", "R-CANCEL"); // before the session is open
});

test("progress has the token of the client's last request, and is dropped while there is none", () => {
  const { session } = opened();
  const progress = (progressToken) => session.fromServer({ jsonrpc: "2.0", method: "notifications/progress", params: { progressToken, progress: 1 } });
  const found = (token) => progress(token).map(({ to, frame, request }) => [to, frame.params.progressToken, request.id]);
  session.fromClient(call(1, {}, { progressToken: "a" }));
  assert.deepEqual(found("a"), [["client", "a", 1]]);
  const { requestState } = required(session.fromServer(elicit(7)), 1);
  unneeded(progress("a"), "client", "R-PROG"); // the client has no open request
  const [{ frame }] = session.fromClient(call(2, {}, { progressToken: "a" }));
  const { progressToken } = frame.params._meta;
  assert.notEqual(progressToken, "a", "the server still has the token of the first call");
  assert.deepEqual(found(progressToken), [["client", "a", 2]]);
  session.fromClient(call(3, { requestState, inputResponses: {} }, { progressToken: 5 }));
  unneeded(progress("a"), "client", "R-PROG"); // the session has asked again
  session.fromServer(reply(2, { content }));
  for (const late of [progressToken, "b"]) unneeded(progress(late), "client", "R-PROG");
  const other = opened().session;
  other.fromClient(call(1, {}, { progressToken: "a" }));
  const asked = required(other.fromServer(roots(7)), 1), [name] = Object.keys(asked.inputRequests);
  other.fromClient(call(2, { requestState: asked.requestState, inputResponses: { [name]: { roots: [] } } }, { progressToken: 5 }));
  const [again] = other.fromServer({ jsonrpc: "2.0", method: "notifications/progress", params: { progressToken: "a", progress: 1 } });
  assert.deepEqual([again.frame.params.progressToken, again.request], [5, { sender: "client", id: 2, method: "tools/call" }]);
});

test("a request for input goes to the call on whose stream it came", () => {
  const { session } = opened();
  session.fromClient(call(1));
  session.fromClient(call(2));
  required(session.fromServer(elicit("a"), { during: 1 }), 1);
  assert.equal(session.fromServer(elicit("b"), { during: 9 })[0].frame.error.code, -32601);
  required(session.fromServer(elicit("c")), 2);
  assert.throws(() => session.fromServer(elicit("d"), { call: 1 }), RangeError);
});

test("the newest call that can have a question gets it; without one the server gets an error", () => {
  const { session } = opened();
  const none = (message) => session.fromServer(message).map(({ to, frame, error }) => [to, frame.id, frame.error.code, error.pointer]);
  assert.deepEqual(none(elicit(1)), [["server", 1, -32601, "/method"]]);
  session.fromClient(request(1, "tools/list"));
  assert.deepEqual(none(roots(2)), [["server", 2, -32601, "/method"]]);
  session.fromClient(call(2));
  session.fromClient(call(3, {}, { [reserved("clientCapabilities")]: { roots: {} } }));
  required(session.fromServer(roots("a")), 3);
  required(session.fromServer(elicit("b")), 2);
  assert.deepEqual(none({ jsonrpc: "2.0", id: 9, method: "sampling/createMessage", params: { messages: [], maxTokens: 1, tools: [] } }), [["server", 9, -32601, "/method"]]);
  assert.match(session.fromServer(roots("a"))[0].error.message, /still open/);
  assert.equal(session.fromServer(elicit("c", { message: 5 }))[0].frame.error.code, -32602);
});

test("more capabilities than those of the first request are a difference", () => {
  const session = createSession(LAST, NEW);
  const [{ frame }] = session.fromClient(request(0, "server/discover", {}, { [reserved("clientCapabilities")]: {} }));
  session.fromServer(reply(frame.id, { protocolVersion: NEW, capabilities: {}, serverInfo: about }));
  assert.deepEqual(session.fromClient(call(1))[0].losses.map(({ kind, change }) => [kind, change]), [["weakened", "R-INIT"]]);
  assert.deepEqual(session.fromClient(request(2, "tools/list"))[0].losses, []);
  const strict = createSession(LAST, NEW, { loss: "error" });
  const [opening] = strict.fromClient(request(0, "server/discover", {}, { [reserved("clientCapabilities")]: {} }));
  strict.fromServer(reply(opening.frame.id, { protocolVersion: NEW, capabilities: {}, serverInfo: about }));
  const [refused] = strict.fromClient(call(1));
  assert.ok(refused.to === "client" && refused.error instanceof LossError && refused.frame.error.code === -32600);
});

test("an answer that the server cannot get is an error for it, and the call goes on", () => {
  const { session } = opened("2025-06-18");
  const sample = { jsonrpc: "2.0", id: "s", method: "sampling/createMessage", params: { messages: [{ role: "user", content: { type: "text", text: "?" } }], maxTokens: 1, _meta: { x: 1 } } };
  session.fromClient(call(1));
  const [asked] = session.fromServer(sample);
  assert.deepEqual(asked.losses.map(({ kind, pointer, change }) => [kind, pointer, change]), [["dropped", "/params/_meta", "R-MRTR"]]);
  const { requestState, inputRequests } = required([asked], 1);
  const [name] = Object.keys(inputRequests);
  assert.equal(session.fromClient(call(9, { requestState, inputResponses: { [name]: 5 } }))[0].frame.error.code, -32602, "which is not valid");
  const answer = { role: "assistant", model: "m", content: { type: "tool_use", id: "1", name: "t", input: {} } };
  const [{ to, frame, error }, ...more] = session.fromClient(call(2, { requestState, inputResponses: { [name]: answer } }));
  assert.ok(to === "server" && frame.id === "s" && frame.error.code === -32603 && (error instanceof NoCounterpart || error instanceof DecodeError) && !more.length);
  assert.equal(session.fromServer(reply(1, { content }))[0].frame.id, 2);
});

test("cancellations reach the server, with an error for each question", () => {
  const { session } = opened();
  session.fromClient(call(1));
  const { requestState } = required(session.fromServer(elicit(7)), 1);
  unneeded(session.fromClient(cancel(1)), "server", "R-CANCEL"); // the client has its response
  session.fromClient(call(2, { requestState }));
  const left = session.fromClient(call(3));
  assert.equal(left[0].to, "server");
  const { requestState: state } = required(session.fromServer(roots(8)), 3);
  session.fromClient(call(4, { requestState: state }));
  assert.equal(session.open, 4, "two calls and two questions");
  assert.deepEqual(session.fromServer(cancel(8)), []);
  unneeded(session.fromServer(cancel(99)), "client", "R-CANCEL");
  assert.equal(session.open, 3);
});

test("a cancelled retry cancels the call", () => {
  const { session } = opened();
  session.fromClient(call(1));
  const { requestState, inputRequests } = required(session.fromServer(elicit(7)), 1);
  session.fromClient(call(2, { requestState, inputResponses: { [Object.keys(inputRequests)[0]]: { action: "cancel" } } }));
  const [{ to, frame, request }, ...more] = session.fromClient(cancel(2));
  assert.deepEqual([to, frame.params.requestId, request, more], ["server", 1, { sender: "client", id: 2, method: "tools/call" }, []]);
  assert.equal(session.open, 0);
  assert.equal(session.fromServer(reply(1, { content }))[0].frame, null);
});

test("the server is asked for the most verbose level, and other messages are dropped", () => {
  const { session } = opened();
  const level = (level) => ({ [reserved("logLevel")]: level });
  const log = (level) => session.fromServer({ jsonrpc: "2.0", method: "notifications/message", params: { level, data: 1 } }).filter(({ frame, losses }) => frame || losses[0].change !== "R-LOG").length;
  assert.equal(log("emergency"), 0);
  const [set, asked] = session.fromClient(call(1, {}, level("warning")));
  assert.deepEqual([set.frame.method, set.frame.params, asked.frame.method], ["logging/setLevel", { level: "warning" }, "tools/call"]);
  assert.deepEqual(session.fromServer(reply(set.frame.id, {})), []);
  assert.deepEqual([log("error"), log("warning"), log("info")], [1, 1, 0]);
  assert.equal(session.fromClient(call(2, {}, level("error"))).length, 1);
  assert.equal(session.fromClient(call(3, {}, level("debug"))).length, 2);
  assert.equal(log("debug"), 1);
  for (const id of [1, 3]) session.fromServer(reply(id, { content }));
  assert.deepEqual([log("debug"), log("error")], [0, 1]);
  assert.equal(session.fromClient(request(4, "tools/list", {}, level("loud")))[0].frame.error.code, -32602);
  const quiet = opened(NEW, {}, { tools: {} }).session;
  assert.equal(quiet.fromClient(call(1, {}, level("debug"))).length, 1, "the server has no log");
});

test("pings of the server are answered, and requests that a client of the revision lacks are refused", () => {
  const { session } = opened();
  assert.deepEqual(session.fromServer({ jsonrpc: "2.0", id: "p", method: "ping" }), [{ to: "server", frame: reply("p", {}), losses: [], error: null, request: null }]);
  const [tasks] = session.fromServer({ jsonrpc: "2.0", id: 1, method: "tasks/list" });
  assert.ok(tasks.to === "server" && tasks.error && tasks.frame.error.code === -32601);
  for (const method of ["ping", "initialize", "resources/subscribe"]) assert.equal(session.fromClient({ jsonrpc: "2.0", id: 1, method })[0].frame.error.code, -32601);
  assert.equal(session.fromClient(reply(1, {}))[0].frame, null, "a client without a handshake answers nothing");
});

test("subscriptions share those of the session", () => {
  const { session } = opened();
  const listen = (id, notifications) => session.fromClient(request(id, "subscriptions/listen", { notifications }));
  const [subscribing, ...none] = listen("a", { toolsListChanged: true, promptsListChanged: true, resourceSubscriptions: ["file:///x"] });
  assert.deepEqual([subscribing.to, subscribing.frame.method, subscribing.frame.params, none], ["server", "resources/subscribe", { uri: "file:///x" }, []]);
  const tools = { jsonrpc: "2.0", method: "notifications/tools/list_changed" };
  unneeded(session.fromServer(tools), "client", "R-SUB"); // before the acknowledgement, nothing is sent
  const [ready] = session.fromServer(reply(subscribing.frame.id, {}));
  decode(ready.frame, LAST, { sender: "server" });
  assert.deepEqual(ready.frame.params, { _meta: { [reserved("subscriptionId")]: "a" }, notifications: { toolsListChanged: true, resourceSubscriptions: ["file:///x"] } });
  const [second] = listen(5, { resourceSubscriptions: ["file:///x"] });
  assert.deepEqual(second.frame.params.notifications, { resourceSubscriptions: ["file:///x"] });
  const changed = session.fromServer(tools);
  assert.deepEqual(changed.map(({ frame, request }) => [frame.params._meta, request]), [[{ [reserved("subscriptionId")]: "a" }, { sender: "client", id: "a", method: "subscriptions/listen" }]]);
  decode(changed[0].frame, LAST, { sender: "server" });
  const updated = session.fromServer({ jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri: "file:///x/y" } });
  assert.deepEqual(updated.map(({ frame }) => frame.params), ["a", 5].map((id) => ({ uri: "file:///x/y", _meta: { [reserved("subscriptionId")]: id } })));
  assert.equal(session.open, 2);
  assert.match(session.fromClient(call(5))[0].error.message, /still open/);
  assert.deepEqual(session.fromClient(cancel("a")), []);
  assert.deepEqual(session.fromClient(cancel(5)).map(({ frame }) => [frame.method, frame.params]), [["resources/unsubscribe", { uri: "file:///x" }]]);
  assert.equal(session.open, 0);
  const [denied] = listen(6, { resourceSubscriptions: ["file:///z"] });
  const [narrowed] = session.fromServer({ jsonrpc: "2.0", id: denied.frame.id, error: { code: 1, message: "no" } });
  assert.deepEqual(narrowed.frame.params.notifications, {});
  const [cancelled] = listen(7, { resourceSubscriptions: ["file:///w"] });
  assert.deepEqual(session.fromClient(cancel(7)), []);
  assert.deepEqual(session.fromServer(reply(cancelled.frame.id, {})).map(({ frame }) => frame.method), ["resources/unsubscribe"]);
});

test("what the session stores has limits", () => {
  const { session } = opened(NEW, { openRequests: 2 });
  session.fromClient(call(1));
  const first = required(session.fromServer(elicit(1)), 1);
  session.fromClient(call(2));
  const [ended, stopped, next] = session.fromClient(call(3));
  assert.deepEqual([ended.to, ended.frame.id, ended.frame.error.code], ["server", 1, -32603], "the call that waits longest ends");
  assert.deepEqual([stopped.frame.method, stopped.frame.params.requestId, next.frame.id], ["notifications/cancelled", 1, 3]);
  assert.equal(session.fromClient(call(4, { requestState: first.requestState }))[0].error.pointer, "/params/requestState");
  const [many] = session.fromClient(call(5));
  assert.ok(many.to === "client" && many.error instanceof OpenRequestsError && many.frame.id === 5);
  const small = createSession(LAST, NEW, { storedSize: 600 });
  small.fromClient(call(1));
  const [full] = small.fromClient(call(2, { arguments: { a: "x".repeat(600) } }));
  assert.match(full.error.message, /store more than 600 characters/);
  const large = createSession(LAST, NEW, { storedSize: 600 });
  assert.match(large.fromClient(call(1, { arguments: { a: "x".repeat(600) } }))[0].error.message, /store more than/);
  assert.equal(large.fromClient(call(2))[0].frame.method, "initialize", "a refused request does not open the session");
  const crowded = createSession(LAST, NEW, { openRequests: 1 });
  crowded.fromClient(call(1));
  assert.ok(crowded.fromClient(call(2))[0].error instanceof OpenRequestsError);
  const { session: listening } = opened(NEW, { openRequests: 2 });
  const [crowd] = listening.fromClient(request(1, "subscriptions/listen", { notifications: { resourceSubscriptions: ["a:", "b:", "c:"] } }));
  assert.ok(crowd.error instanceof OpenRequestsError);
  assert.throws(() => createSession(LAST, NEW, { storedSize: -1 }), /storedSize must be/);
});

test("a call ends after ten rounds without an answer", () => {
  const { session } = opened();
  session.fromClient(call(0.0));
  let { requestState } = required(session.fromServer(elicit(7)), 0);
  for (let round = 2; round <= 10; round++) ({ requestState } = required(session.fromClient(call(round, { requestState })), round));
  const ended = session.fromClient(call(11, { requestState }));
  assert.deepEqual(ended.map(({ to, frame }) => [to, frame.id ?? frame.params.requestId]), [["server", 7], ["server", 0], ["client", 11]]);
  assert.equal(session.open, 0);
});

test("many calls and questions may be open", () => {
  const { session } = opened();
  const number = 3000;
  for (let i = 1; i <= number; i++) session.fromClient(call(i, {}, { [reserved("logLevel")]: "info" }));
  for (let i = 1; i <= number; i++) assert.equal(session.fromServer(roots(i)).length, 1);
  assert.equal(session.open, 2 * number);
});

/** Return a function that returns a number below 1, the same ones for the same seed. */
function generator(seed) {
  return () => (seed = (seed * 1103515245 + 12345) % 2 ** 31) / 2 ** 31;
}

const ANSWERS = { "roots/list": { roots: [] }, "sampling/createMessage": { role: "assistant", model: "m", content: content[0] }, "elicitation/create": { action: "cancel" } };
const RESULTS = { "tools/call": { content }, "tools/list": { tools: [] }, "resources/read": { contents: [] } };

/** A client and a server of a session, which check that each request has one answer, that it is valid, and that no id is used twice. */
class Peers {
  asked = new Map(); // the open requests of the client: their methods, by id
  questions = new Map(); // those of the server
  calls = new Map(); // what the server has to answer
  states = [];
  number = 0;

  constructor(server, random, options) {
    [this.server, this.random, this.session] = [server, random, createSession(LAST, server, options)];
  }

  pick(values) {
    return values[Math.floor(this.random() * values.length)];
  }

  take(deliveries) {
    for (const { to, frame } of deliveries) {
      if (!frame) continue;
      const [sender, revision, open] = to === "server" ? ["client", this.server, this.questions] : ["server", LAST, this.asked];
      decode(frame, revision, { sender, answering: frame.method ? null : open.get(frame.id) });
      if (!frame.method) {
        const method = open.get(frame.id);
        assert.ok(open.delete(frame.id), `an answer to ${frame.id}, which is not open`);
        if (frame.result?.resultType === "input_required") this.states.push({ method, ...frame.result });
      } else if (to === "server" && "id" in frame) {
        assert.ok(!this.calls.has(frame.id), `${frame.id} is open twice`);
        this.calls.set(frame.id, frame.method);
      } else if (frame.method === "notifications/cancelled") {
        assert.ok(this.calls.delete(frame.params.requestId), "the server has no such request");
      }
    }
  }

  ask(method, params = {}, id = this.pick([this.number++, `c${this.number++}`, Math.max(0, this.number - 3)])) {
    if (this.asked.has(id)) return;
    this.asked.set(id, method);
    this.take(this.session.fromClient(request(id, method, { name: "t", uri: "a:b", ...params }, this.pick([{}, { [reserved("logLevel")]: "info" }, { [reserved("clientCapabilities")]: { roots: {} } }]))));
  }

  retry() {
    const [{ method, requestState, inputRequests }] = this.states.splice(Math.floor(this.random() * this.states.length), 1);
    const given = Object.entries(inputRequests).filter(() => this.random() < 0.7);
    this.ask(method, { requestState, inputResponses: Object.fromEntries(given.map(([name, one]) => [name, ANSWERS[one.method]])) }, `r${this.number++}`);
  }

  question() {
    const id = this.pick([this.number++, `q${this.number++}`]), method = this.pick(Object.keys(ANSWERS).concat("ping"));
    this.questions.set(id, method);
    const params = { "sampling/createMessage": { messages: [], maxTokens: 1 }, "elicitation/create": form }[method];
    this.take(this.session.fromServer({ jsonrpc: "2.0", id, method, ...(params && { params }) }));
  }

  answer() {
    const id = this.pick([...this.calls.keys()]), method = this.calls.get(id);
    this.calls.delete(id);
    const opening = { protocolVersion: this.server, capabilities: this.pick([{}, capabilities]), serverInfo: about };
    const result = method === "initialize" ? opening : RESULTS[method] ?? {};
    this.take(this.session.fromServer(this.random() < 0.85 ? reply(id, result) : { jsonrpc: "2.0", id, error: { code: -1, message: "no" } }));
  }

  cancel(from) {
    const [open, send] = from === "client" ? [this.asked, "fromClient"] : [this.questions, "fromServer"], id = this.pick([...open.keys()]);
    open.delete(id);
    this.take(this.session[send](cancel(id)));
  }

  step() {
    const kind = this.random();
    if (kind < 0.3) this.ask(this.pick(["tools/call", "tools/call", "tools/list", "server/discover", "resources/read"]));
    else if (kind < 0.35) this.ask("subscriptions/listen", { notifications: { toolsListChanged: true, resourceSubscriptions: this.pick([[], ["a:b"], ["a:b", "c:d"]]) } });
    else if (kind < 0.55 && this.calls.size) this.answer();
    else if (kind < 0.7) this.question();
    else if (kind < 0.85 && this.states.length) this.retry();
    else if (kind < 0.92 && this.asked.size) this.cancel("client");
    else if (kind < 0.96 && this.questions.size) this.cancel("server");
    else this.take(this.session.fromServer({ jsonrpc: "2.0", method: "notifications/resources/updated", params: { uri: "a:b" } }));
  }

  end() {
    while (this.calls.size || this.states.length) this.states.length ? this.retry() : this.answer();
    for (const [id, method] of [...this.asked]) if (method === "subscriptions/listen") this.asked.delete(id) && this.take(this.session.fromClient(cancel(id)));
    while (this.calls.size) this.answer();
  }
}

test("in random sessions, each request has one answer, and nothing is left", () => {
  for (let seed = 1; seed <= 120; seed++) {
    const random = generator(seed), server = ["2025-06-18", NEW][seed % 2];
    const peers = new Peers(server, random, { validate: seed % 3 === 0, openRequests: [2, 5, 1000][seed % 3], storedSize: [1000, 5000, 10 ** 6][seed % 3] });
    for (let i = 0; i < 80; i++) peers.step();
    peers.end();
    assert.deepEqual([[...peers.asked], [...peers.questions], peers.session.open], [[], [], 0], `seed ${seed}`);
  }
});
