// The package as its users call it; run by `node --test`, against this one or, with PACKAGE, an installed package.
import assert from "node:assert/strict";
import { existsSync, readFileSync } from "node:fs";
import { resolve } from "node:path";
import { test } from "node:test";
import { pathToFileURL } from "node:url";
import { runnable } from "./runnable.js";

const base = process.env.PACKAGE ?? runnable();
/** Return the address of a module that has no entry point. */
const inner = (name) => (process.env.PACKAGE ? pathToFileURL(resolve("node_modules", base, "dist", `${name}.js`)).href : runnable(name));
const { REVISIONS, compose, convert, converter, decode, validate, DecodeError, LossError, NoCounterpart, parse, stringify } = await import(base);
const { Core } = await import(inner("core"));
const { published } = await import(inner("generated/published"));

const REASONS = new URL("../../tests/data/reasons.jsonl", import.meta.url);
const OLD = "2025-06-18", NEW = "2025-11-25", LAST = "2026-07-28";
const client = { sender: "client" }, server = { sender: "server" };
const everything = published();
/** Return a copy of the data of a revision, of an extension or of a conversion. */
const types = (name) => structuredClone(everything.revisions.find(({ revision }) => revision === name));
const layer = (name) => structuredClone(everything.extensions.find(({ extension }) => extension === name));
const nameOf = ({ source, target }) => `${source}--${target}`;
const plan = (name) => {
  const { rules, ...file } = Object.values(everything.conversions).find((one) => nameOf(one) === name);
  return { ...structuredClone(file), rules };
};
const made = ({ conversions = [], ...parts }) =>
  new Core({ ...everything, revisions: [], extensions: [], ...parts, conversions: Object.fromEntries(conversions.map((one) => [nameOf(one), one])) });
const call = (more = {}) => ({ jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "t", ...more } });

test("titles of an enumeration become standard keywords", () => {
  const field = { type: "string", enum: ["s"], enumNames: ["Small"] };
  const params = { message: "?", requestedSchema: { type: "object", properties: { size: field } } };
  const asked = { jsonrpc: "2.0", id: 1, method: "elicitation/create", params };
  const before = structuredClone(asked);
  const { message, losses } = convert(asked, OLD, NEW, server);
  assert.deepEqual(message.params.requestedSchema.properties.size, { type: "string", oneOf: [{ const: "s", title: "Small" }] });
  assert.deepEqual(losses.map((one) => [one.kind, one.pointer, one.change]), [["respelled", "/params/requestedSchema/properties/size", "T3.6"]]);
  assert.deepEqual(asked, before, "the caller's tree is never changed");
});

test("the same kind of frame comes back, as one line", () => {
  const text = JSON.stringify(call({ _meta: { "x": "\u2028" } }), null, 1);
  const found = convert(text, NEW, LAST, client).message;
  assert.equal(typeof found, "string");
  assert.doesNotMatch(found, /[\n\r\u2028]/);
  const bytes = convert(new TextEncoder().encode(text), NEW, LAST, client).message;
  assert.deepEqual(JSON.parse(new TextDecoder().decode(bytes)), JSON.parse(found));
  assert.equal(typeof convert(JSON.parse(text), NEW, LAST, client).message, "object");
  const same = JSON.stringify(call());
  assert.equal(convert(same, OLD, OLD, client).message, same);
});

test("between equal ends a line comes back as it is, as text and as bytes", () => {
  const encoder = new TextEncoder(), decoder = new TextDecoder();
  const spaced = (name) => `{ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {"name": "${name}", "name": "é"} }`;
  for (const text of [spaced("t"), spaced("é"), `${spaced("é")}\n`, spaced("\u0085"), spaced("\u2028")]) {
    const found = convert(text, OLD, OLD, client).message;
    assert.equal(found === text, !/[\n\u0085\u2028]/.test(text));
    assert.equal(decoder.decode(convert(encoder.encode(text), OLD, OLD, client).message), found);
  }
});

test("a tree that comes back is the caller's own", () => {
  for (const target of [OLD, NEW]) {
    const frame = call({ arguments: { a: [] } });
    convert(frame, OLD, target, client).message.params.arguments.a.push(1);
    assert.deepEqual(frame, call({ arguments: { a: [] } }));
  }
});

test("ids and numbers beyond 2^53 survive", () => {
  const id = "123456789012345678901234567890";
  const text = `{"jsonrpc":"2.0","id":${id},"method":"tools/call","params":{"name":"a\\"${id}","arguments":{"n":-9007199254740993,"m":[${id}]}}}`;
  const { message } = convert(text, NEW, LAST, client);
  assert.ok(message.includes(`"id":${id},`) && message.includes(`"n":-9007199254740993`) && message.includes(`[${id}]`));
  assert.ok(message.includes(`"a\\"${id}"`), "digits in a string stay a string");
  assert.equal(decode(text, NEW, client).message.id, BigInt(id));
  const refused = { ...call(), id: BigInt(id), method: "logging/setLevel", params: { level: "info" } };
  assert.throws(() => convert(refused, NEW, LAST, client), (error) => error instanceof NoCounterpart && error.reply.id === BigInt(id));
});

test("__proto__ is a member like any other", () => {
  const text = '{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":{"__proto__":{"x":1}},"__proto__":{"y":1}}}';
  const { message } = convert(text, NEW, LAST, client);
  assert.ok(message.includes('"__proto__":{"x":1}') && message.includes('"__proto__":{"y":1}'));
  assert.deepEqual(decode(text, NEW, client).unknown, ["/params/__proto__"]);
  assert.equal({}.x, undefined);
});

test("depth and size have one documented error", () => {
  const deep = (levels) => `{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"t","arguments":{"a":${"[".repeat(levels)}${"]".repeat(levels)}}}}`;
  const limit = (error) => error instanceof DecodeError && error.code === -32700 && /limits/.test(error.reason);
  for (const levels of [500, 100_000]) {
    assert.throws(() => decode(deep(levels), NEW, client), limit);
    assert.throws(() => convert(deep(levels), NEW, LAST, client), limit);
  }
  assert.equal(decode(deep(300), NEW, client).unknown.length, 0);
  const cycle = { ...call() };
  cycle.params = cycle;
  assert.throws(() => convert(cycle, NEW, LAST, client), limit);
  assert.throws(() => decode(JSON.stringify(call()), NEW, { ...client, limits: { size: 10 } }), limit);
  assert.throws(() => decode(deep(500), NEW, { ...client, limits: { size: 10_000 } }), limit, "a limit that is not given stays");
  const shared = [[]];
  for (let i = 0; i < 60; i++) shared[0] = [shared[0], shared[0]];
  assert.throws(() => decode(call({ arguments: shared }), NEW, { ...client, limits: { size: 1000, depth: 400 } }), limit);
  assert.throws(() => decode(call({ arguments: shared }), NEW, client), limit, "the parts of 2^60 values are counted at once");
  const many = { list: Array(20_000).fill(0) }; // with the objects around it: 20,008 values
  assert.deepEqual(decode(call({ arguments: many }), NEW, { ...client, limits: { size: 20_008 } }).message.params.arguments, many);
  assert.throws(() => decode(call({ arguments: many }), NEW, { ...client, limits: { size: 20_007 } }), limit);
  assert.throws(() => decode("[".repeat(500), NEW, { ...client, limits: { size: undefined, depth: undefined } }), { code: -32700 });
});

test("text that is no JSON has the code of a parse error", () => {
  for (const text of ["", "{", "\ufeff{}", '{"a":"\\ud800"}', "[1e400]", "nul", '{"a":"\ud800"}', '{"a":"\\ud800","a":1}', '{"a":1e400,"a":1}']) {
    assert.throws(() => decode(text, NEW, client), (error) => error instanceof DecodeError && error.code === -32700, text);
  }
  assert.throws(() => decode(new Uint8Array([0x22, 0xff, 0x22]), NEW, client), { code: -32700 });
});

test("wrong arguments are errors of the caller", () => {
  assert.throws(() => decode(call(), "2024-01-01", client), RangeError);
  assert.throws(() => convert(call(), NEW, "2024-01-01", client), RangeError);
  assert.throws(() => decode(call(), NEW, { sender: "peer" }), RangeError);
  assert.throws(() => decode(5, NEW, client), TypeError);
  assert.throws(() => decode(call({ arguments: new Date() }), NEW, client), { message: "/params/arguments: an object of a class is not a JSON value" });
  assert.throws(() => decode(new Date(), NEW, client), { message: "frame: an object of a class is not a JSON value" });
  for (const value of [undefined, new Date(), [new Map()], { a: undefined, b: [, 1] }, () => 1, Symbol("x")]) {
    assert.throws(() => stringify(value), { name: "TypeError", message: /is not a JSON value$/ });
  }
  for (const value of [NaN, [-Infinity]]) assert.throws(() => stringify(value), DecodeError);
  assert.equal(stringify({ "\udfff": ["\ud800", "\ud83d\ude00"] }), '{"\\udfff":["\\ud800","\ud83d\ude00"]}'); // as in a message of an error
  const digits = { "\ud8006": "\ud8005", big: 2n ** 64n }; // a text is no number, whatever it looks like
  assert.equal(stringify(digits), '{"\\ud8006":"\\ud8005","big":18446744073709551616}');
  for (const name of ["2025-01-01", "__proto__", "2025-01-01+x"]) assert.throws(() => decode(call(), name, client), / is not a revision; the revisions are 2024-11-05, /);
  assert.throws(() => compose(), /'' is not a revision/);
  assert.throws(() => compose(LAST, "io.modelcontextprotocol/tasks", "io.modelcontextprotocol/tasks"), /io.modelcontextprotocol\/tasks is given twice/);
  for (const type of [undefined, 5, client]) assert.throws(() => validate({}, NEW, type), /type must be the name of a type/);
  assert.throws(() => made({}).decode(call(), NEW, client), /2025-11-25 is unknown; the names are /);
  assert.throws(() => decode(call(), NEW), /options must be an object; its members may be sender, /);
  assert.throws(() => convert(call(), NEW, LAST), /options must be an object; its members may be sender, /);
  assert.throws(() => decode(call()), /options must be an object/);
  assert.throws(() => decode(call(), undefined, client), /revision must be a string/);
  assert.throws(() => convert(call(), NEW, LAST, { ...client, context: { name: 1 } }), RangeError);
  const stated = (context) => () => convert(call(), NEW, LAST, { ...client, context });
  assert.throws(stated({ clientInfo: { name: "c" } }), { name: "RangeError", message: "context: clientInfo/version: missing, or not valid in 2026-07-28" });
  assert.throws(stated({ clientInfo: { name: "c", version: 5 } }), { name: "RangeError", message: "context: clientInfo/version: missing, or not valid in 2026-07-28" });
  assert.throws(stated({ logLevel: "loud" }), /^RangeError: context: logLevel: missing, or not valid in 2026-07-28/);
  assert.throws(() => convert(call(), OLD, LAST, { ...client, context: { clientCapabilities: { elicitation: 5 } } }), /context: clientCapabilities\/elicitation: expected an object/);
  assert.throws(() => convert({ jsonrpc: "2.0", id: 1, result: {} }, NEW, LAST, { ...server, answering: "no" }), RangeError);
  for (const [answering, found] of [[{ ...server, answering: "ping" }, "an object"], [["ping"], "an array"], [5, "5"], [true, "true"]]) {
    const expected = { name: "TypeError", message: `answering must be the method of the answered request, such as "tools/call", not ${found}` };
    for (const message of [call(), { jsonrpc: "2.0", id: 1, result: {} }]) {
      assert.throws(() => converter(NEW, LAST, server)(message, answering), expected);
      assert.throws(() => convert(message, NEW, LAST, { ...server, answering }), expected);
      assert.throws(() => decode(message, NEW, { ...server, answering }), expected);
    }
  }
});

test("a name or a limit that is a typo is refused by every function that takes it", () => {
  const ofCaller = (error) => error.constructor === RangeError || error.constructor === TypeError;
  const every = (options) => [
    () => decode(call(), NEW, options), () => convert(call(), OLD, NEW, options), () => converter(OLD, NEW, options), () => converter(NEW, NEW, options),
  ];
  const wrong = [{ Sender: "client" }, { ...client, los: "error" }, { ...client, limit: { size: 1 } }, [], new Map([["sender", "client"]])];
  const limits = [5, "x", null, [], { sizes: 1 }, { size: NaN }, { size: -1 }, { depth: "4" }, { depth: null }, { size: 4n }, { depth: {} }];
  for (const options of [...wrong, ...limits.map((one) => ({ ...client, limits: one }))]) {
    for (const run of every(options)) assert.throws(run, ofCaller, JSON.stringify(options, (_, value) => String(value)));
  }
  for (const one of limits) for (const run of [() => parse("1", one), () => validate({}, NEW, "Tool", one)]) assert.throws(run, ofCaller);
  for (const context of [5, "x", [], { ClientInfo: null }]) assert.throws(() => converter(OLD, LAST, { ...client, context }), ofCaller);
  for (const name of [[NEW], new String(NEW), null, undefined, 5, { toString: () => NEW }]) {
    convert(call(), OLD, NEW, client); // which keeps the conversion
    assert.throws(() => convert(call(), OLD, name, client), TypeError);
    assert.throws(() => convert(call(), name, NEW, client), TypeError);
  }
  for (const run of every({ ...client, loss: "allow", context: null, limits: { size: undefined, depth: Infinity } })) run();
});

test("a value of any JSON type is validated; a string is text of JSON", () => {
  for (const value of [5, 5n, '"a"', "5", new TextEncoder().encode("5")]) assert.equal(typeof validate(value, NEW, "RequestId").message, value === '"a"' ? "string" : typeof value === "bigint" ? "bigint" : "number");
  for (const value of [true, null, 1.5, "null", "[]", [], {}]) assert.throws(() => validate(value, NEW, "RequestId"), { code: -32602, pointer: "" });
  for (const value of ["a", ""]) assert.throws(() => validate(value, NEW, "RequestId"), { code: -32700 });
  for (const value of [undefined, Symbol("x"), () => 1]) assert.throws(() => validate(value, NEW, "RequestId"), TypeError);
});

test("levels are counted in text before the host parses it", () => {
  for (const [open, close] of [["[", "]"], ['{"a":', "}"], ['[{"]":', "}]"], ['{"\\"[": [', "]}"]]) {
    const per = open.includes("[{") || open.endsWith("[") && open.length > 1 ? 2 : 1;
    for (const depth of [2, 10, 400]) {
      const nested = (levels) => open.repeat(levels / per) + "1" + close.repeat(levels / per);
      assert.deepEqual(parse(nested(depth), { depth }), JSON.parse(nested(depth)));
      assert.throws(() => parse(nested(depth + per), { depth }), { code: -32700, message: /larger or nested more deeply/ });
    }
    const around = (inner) => open.repeat(398 / per) + inner + close.repeat(398 / per);
    assert.deepEqual(parse(around("[[]]")), JSON.parse(around("[[]]")));
    for (const inner of ["[[[]]]", "[[{}]]"]) assert.throws(() => parse(around(inner)), { code: -32700 });
    const started = process.cpuUsage().user;
    assert.throws(() => parse(open.repeat(2 ** 21)), { code: -32700 });
    assert.ok(process.cpuUsage().user - started < 1e6);
  }
  const flat = `[${Array(1000).fill('{"a[":"]}{["}').join(",")}]`;
  assert.deepEqual(parse(flat, { depth: 2 }), JSON.parse(flat));
  assert.throws(() => parse(flat, { depth: 1 }), { code: -32700 });
});

test("a fault of a union is at the tag that is missing, and null is an answer", () => {
  const called = { jsonrpc: "2.0", id: 1, result: { content: [{ $type: "text", text: [1] }] } };
  assert.throws(() => decode(called, NEW, { ...server, answering: "tools/call" }), { pointer: "/result/content/0", reason: "'type' is missing" });
  const chosen = { jsonrpc: "2.0", id: 1, result: { action: "accept", content: { days: [null] } } };
  assert.equal(convert(chosen, NEW, OLD, { ...client, answering: "elicitation/create" }).message.result.content.days, null);
});

test("the error of an invalid message has the pointer, the code and the reason of Python", { skip: !existsSync(REASONS) }, () => {
  const lines = readFileSync(REASONS, "utf8").trim().split("\n");
  assert.ok(lines.length > 40);
  for (const line of lines) {
    const { revision, sender, answering, frame, pointer, code, reason } = JSON.parse(line);
    const own = reason.replace(/( is not one of .*) in \d{4}-\d\d-\d\d$/, "$1"); // Python and Go name the revision
    assert.throws(() => decode(frame, revision, { sender, answering }), { pointer, code, reason: own }, line);
  }
});

test("only an error answers what is not a request of the revision", () => {
  const result = { jsonrpc: "2.0", id: 1, result: { action: "accept" } }, error = { jsonrpc: "2.0", id: 1, error: { code: -32601, message: "m" } };
  for (const answering of ["elicitation/create", "ping"]) {
    assert.throws(() => decode(result, LAST, { ...client, answering }), RangeError);
    assert.throws(() => convert(result, LAST, NEW, { ...client, answering }), RangeError);
    assert.deepEqual(decode(error, LAST, { ...server, answering }).unknown, []);
  }
});

test("an unknown resultType is refused by name", () => {
  const receipt = { jsonrpc: "2.0", id: 1, result: { resultType: "receipt", content: [] } };
  assert.throws(() => decode(receipt, LAST, { ...server, answering: "tools/call" }), { pointer: "/result/resultType" });
});

test("an error has the id of the message", () => {
  const id = 2n ** 60n, faulty = { jsonrpc: "2.0", id, method: "tools/call", params: {} };
  assert.throws(() => decode(faulty, NEW, client), { id, code: -32602 });
  assert.throws(() => decode(faulty, NEW, { ...server, answering: "ping" }), { id, code: -32600 });
  assert.throws(() => decode({ jsonrpc: "2.0", id, result: 5 }, NEW, { ...client, answering: "tools/call" }), { id, code: -32600 });
  assert.throws(() => convert({ ...faulty, method: "no" }, NEW, OLD, client), { id, code: -32601 });
  assert.throws(() => decode(JSON.stringify([call(), call({ name: 5 })]), "2025-03-26", client), { id: 1, pointer: "/1/params/name" });
  for (const one of [1.5, null, {}, true]) assert.throws(() => decode({ ...faulty, id: one }, NEW, client), { id: null });
  assert.throws(() => decode("{", NEW, client), { id: null, name: "DecodeError" });
});

test("loss modes: report, error, allow", () => {
  const listed = { jsonrpc: "2.0", id: 1, result: { tools: [{ name: "t", inputSchema: { type: "object" }, icons: [{ src: "x" }] }] } };
  const asked = { ...server, answering: "tools/list" };
  assert.equal(convert(listed, NEW, OLD, asked).losses[0].kind, "dropped");
  assert.deepEqual(convert(listed, NEW, OLD, { ...asked, loss: "allow" }).losses, []);
  assert.throws(() => convert(listed, NEW, OLD, { ...asked, loss: "error" }), (error) => error instanceof LossError && error.losses.length === 1);
});

test("what loses nothing is no error, and neither is what is not reported", () => {
  const answered = { ...server, answering: "tools/call", loss: "error" };
  convert({ jsonrpc: "2.0", id: 1, result: { resultType: "complete", content: [] } }, LAST, NEW, answered);
  const asked = convert(call(), NEW, LAST, { ...client, loss: "error" }).message;
  assert.throws(() => convert(asked, LAST, NEW, { ...client, loss: "error" }), (error) => error instanceof LossError && error.losses.every((one) => one.change === "T4.3"));
  const back = convert(asked, LAST, NEW, { ...client, loss: "error", unreported: ["T4.3", "other"] });
  assert.deepEqual(back.message, call());
  assert.deepEqual(converter(LAST, NEW, { ...client, unreported: ["T4.3"] })(asked).losses, []);
  assert.ok(convert(asked, LAST, NEW, { ...client, unreported: [] }).losses.length);
  for (const unreported of ["T4.3", [1], {}, null]) assert.throws(() => converter(LAST, NEW, { ...client, unreported }), TypeError);
});

test("the context of a session is repeated in each request", () => {
  const context = { clientInfo: { name: "c", version: "1" }, clientCapabilities: { roots: {} } };
  const up = converter("2025-03-26", LAST, { ...client, context });
  const meta = up(call()).message.params._meta;
  assert.deepEqual(meta["io.modelcontextprotocol/clientInfo"], context.clientInfo);
  assert.equal(meta["io.modelcontextprotocol/protocolVersion"], LAST);
});

test("a batch gives a list of frames", () => {
  const { message, losses } = convert(JSON.stringify([call(), call()]), "2025-03-26", OLD, client);
  assert.deepEqual(message.map((one) => JSON.parse(one).id), [1, 1]);
  assert.equal(losses[0].change, "T2.1");
});

test("a revision with an extension is a revision", () => {
  const tasks = "io.modelcontextprotocol/tasks";
  const both = compose(LAST, tasks);
  const created = { jsonrpc: "2.0", id: 1, result: { resultType: "task", taskId: "1", status: "working", createdAt: "2026-01-01T00:00:00Z", lastUpdatedAt: "2026-01-01T00:00:00Z", ttlMs: null } };
  assert.deepEqual(decode(created, both, { ...server, answering: "tools/call" }).unknown, []);
  assert.throws(() => decode(created, LAST, { ...server, answering: "tools/call" }), DecodeError);
  const asked = { jsonrpc: "2.0", id: 1, method: "tasks/get", params: { taskId: "1" } };
  assert.throws(() => convert(asked, both, LAST, client), (error) => error instanceof NoCounterpart && error.change === "R-EXT");
  assert.deepEqual(convert(asked, both, both, client).message, asked);
  const answered = { ...server, answering: "tools/call" };
  assert.throws(() => convert(created, both, LAST, answered), (error) => error instanceof NoCounterpart && error.change === "R-EXT" && error.pointer.startsWith("/result"));
  const core = convert(created, both, NEW, answered);
  assert.deepEqual(core.message.result.task.ttl, null);
  const names = Object.keys(created.result).filter((name) => name !== "resultType");
  assert.deepEqual(core.losses.map((one) => [one.kind, one.pointer]), [["respelled", "/result/resultType"], ...names.map((name) => ["respelled", `/result/${name}`])]);
  assert.throws(() => convert(created, both, OLD, answered), NoCounterpart);
  const named = compose(LAST, tasks, "io.modelcontextprotocol/ui");
  assert.deepEqual(convert(created, named, NEW, answered).message, core.message, "an extension without a plan has no part");
});

test("two extensions convert together, and a name has one meaning", () => {
  const tasks = "io.modelcontextprotocol/tasks", widgets = "example/widgets", named = `${LAST}+${widgets}`;
  const own = {
    extension: widgets, extends: LAST, answers: {}, additions: {},
    methods: { "widgets/turn": { kind: "request", senders: ["client"], message: "TurnRequest", results: [] } },
    $defs: { TurnRequest: { type: "object", properties: {} } },
  };
  const modern = `${LAST}+${tasks}`, [ownOff, tasksOff] = [`${named}--${LAST}`, `${modern}--${LAST}`];
  const off = { ...plan(tasksOff), source: named };
  off.methods.client["widgets/turn"] = { kind: "removed", change: { id: "R-EXT", reason: "No widgets." }, code: -32601 };
  for (const method of ["tasks/get", "tasks/update", "tasks/cancel"]) delete off.methods.client[method];
  const conversions = [plan(tasksOff), off, plan(`${modern}--${NEW}`), plan(`${LAST}--${NEW}`)];
  const ways = structuredClone(everything.ways);
  ways[named] = {};
  ways[`${LAST}+${widgets}+${tasks}`] = { [named]: [tasksOff], [modern]: [ownOff], [LAST]: [tasksOff, ownOff], [NEW]: [ownOff, `${modern}--${NEW}`] };
  const data = { ways, conversions, revisions: [types(LAST)], extensions: [layer(tasks), own] };
  const core = made(data);
  const both = core.compose(LAST, widgets, tasks);
  const turn = { jsonrpc: "2.0", id: 1, method: "widgets/turn", params: {} };
  const asked = { jsonrpc: "2.0", id: 1, method: "tasks/get", params: { taskId: "1" } };
  const refused = (error) => error instanceof NoCounterpart && error.change === "R-EXT" && error.reply.error.code === -32601;
  assert.deepEqual(core.convert(turn, both, named, client).message, turn);
  assert.throws(() => core.convert(asked, both, named, client), refused);
  for (const target of [LAST, NEW, modern]) assert.throws(() => core.convert(turn, both, target, client), refused);
  assert.deepEqual(core.convert(asked, both, NEW, client).message, asked);
  assert.throws(() => core.convert({ ...turn, method: "no" }, both, LAST, client), { code: -32601 });
  own.$defs.CancelTaskRequest = {};
  assert.throws(() => made(data).compose(LAST, tasks, widgets), /CancelTaskRequest has one meaning in io.modelcontextprotocol\/tasks and another/);
});

test("an entry point has one pair, or one revision", async () => {
  const entry = (name) => import(process.env.PACKAGE ? `${base}/${name}` : runnable(`generated/entry/${name}`));
  const pair = await entry(`${OLD}/to/${NEW}`);
  assert.deepEqual([pair.SOURCE, pair.TARGET], [OLD, NEW]);
  assert.deepEqual(pair.convert(call(), client).message, call());
  assert.deepEqual(pair.converter(client)(call()).message, call());
  assert.throws(() => pair.convert(call({ name: "t" }), { sender: "peer" }), /sender must be "client" or "server", not peer/);
  assert.throws(() => pair.convert({ ...call(), method: "no" }, client), DecodeError);
  const one = await entry(NEW);
  assert.equal(one.REVISION, NEW);
  assert.deepEqual(one.decode(call(), client), decode(call(), NEW, client));
  assert.throws(() => one.decode({ ...call(), method: "no" }, client), (error) => error instanceof DecodeError && error instanceof one.DecodeError);
  assert.throws(() => one.validate({}, "Tool"), DecodeError);
  for (const source of REVISIONS) {
    for (const target of REVISIONS.filter((name) => name !== source)) assert.equal(typeof (await entry(`${source}/to/${target}`)).convert, "function");
  }
});

test("members and methods that are renamed, by a plan of an invented pair", () => {
  const file = plan(`${OLD}--${NEW}`);
  const change = { id: "X", reason: "A new name." };
  const removal = { id: "Y", reason: "Another member has this name." };
  file.functions.renamed = { kind: "object", edits: [{ kind: "move", source: ["name"], target: ["tool"], makes: false, clears: 0, change, removal }] };
  file.methods.client["tools/call"] = { kind: "passes", params: "renamed", renamed: "tools/run", renaming: change };
  const { message, losses } = made({ conversions: [file], revisions: [types(OLD)] }).convert(call({ tool: 1 }), OLD, NEW, client);
  assert.deepEqual(message, { ...call(), method: "tools/run", params: { tool: "t" } });
  assert.deepEqual(losses.map((one) => [one.kind, one.pointer, one.change]), [["respelled", "/method", "X"], ["dropped", "/params/tool", "Y"], ["respelled", "/params/name", "X"]]);
});

test("data with an unknown kind, rule or keyword is refused", () => {
  const changed = (change) => {
    const file = plan(`${OLD}--${NEW}`);
    change(file);
    return () => made({ conversions: [file], revisions: [types(OLD)] }).convert(call(), OLD, NEW, client);
  };
  const first = (file) => Object.values(file.functions)[0];
  assert.throws(changed((file) => { first(file).kind = "guess"; }), RangeError);
  assert.throws(changed((file) => { first(file).edits[0].kind = "guess"; }), RangeError);
  assert.throws(changed((file) => { file.errors = { edit: { kind: "rule", rule: "guess", change: "T3_3" } }; }), RangeError);
  assert.throws(changed((file) => { file.methods.client["tools/call"] = { kind: "guess" }; }), RangeError);
  const file = types(NEW);
  file.$defs.CallToolRequest.oneOf = [];
  assert.throws(() => made({ revisions: [file] }).decode(call(), NEW, client), RangeError);
});

test("a part of a frame is validated by a type", () => {
  const tool = { name: "t", inputSchema: { type: "object" }, x: 2n ** 64n };
  assert.deepEqual(validate(tool, NEW, "Tool"), { message: tool, unknown: ["/x"] });
  assert.deepEqual(validate('"user"', NEW, "Role"), { message: "user", unknown: [] });
  assert.throws(() => validate({ ...tool, name: [] }, NEW, "Tool"), { name: "DecodeError", pointer: "/name", code: -32602 });
  assert.throws(() => validate("{", NEW, "Tool"), { name: "DecodeError", code: -32700 });
  assert.throws(() => validate("[[1]]", NEW, "Tool", { depth: 1 }), { name: "DecodeError", code: -32700 });
  for (const name of ["No", "", "__proto__", "constructor"]) assert.throws(() => validate({}, NEW, name), { name: "RangeError", message: `${name} is not the name of a type` });
  assert.throws(() => validate({}, NEW), TypeError);
  assert.deepEqual(validate({ taskId: "1" }, compose(LAST, "io.modelcontextprotocol/tasks"), "TaskIdParams").unknown, []);
});

test("a pattern is read as in every other language", () => {
  const apps = compose(LAST, "io.modelcontextprotocol/ui");
  const date = "2025-02-28T00:00:00Z";
  for (const lastModified of [date, "2024-02-29T23:59:59.5+14:00"]) assert.deepEqual(validate({ lastModified }, apps, "McpUiAnnotations").unknown, []);
  for (const lastModified of [`${date}\n`, `\n${date}`, `${date}\r`, date.replace("2", "\u0662"), date.replace("2", "\uff12"), ""]) {
    assert.throws(() => validate({ lastModified }, apps, "McpUiAnnotations"), { name: "DecodeError", pointer: "/lastModified" });
  }
});

test("the revisions are in order", () => {
  assert.deepEqual(REVISIONS, [...REVISIONS].sort());
});

test("an error of decode lists the options of decode", () => {
  const names = /its members may be sender, answering, limits, unknownMethods$/;
  assert.throws(() => decode("{}", OLD), { name: "TypeError", message: names });
  assert.throws(() => decode("{}", OLD, { sender: "client", los: 1 }), { name: "RangeError", message: names });
  assert.throws(() => convert("{}", OLD, NEW), /unknownMethods, context, loss, unreported$/);
});
