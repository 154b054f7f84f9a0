// The output and the time of rules grow in proportion to the input; run by `node --test`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { runnable } from "./runnable.js";

const { convert, stringify } = await import(runnable());

const request = (method, params) => JSON.stringify({ jsonrpc: "2.0", id: 1, method, params });
const down = (text) => convert(text, "2025-11-25", "2025-06-18", { sender: "server" }).message;
const called = (text) => convert(text, "2025-11-25", "2025-06-18", { sender: "client" }).message;
const listed = (text) => convert(text, "2025-11-25", "2024-11-05", { sender: "server", answering: "tools/list" }).message;
const batched = (text) => convert(text, "2025-03-26", "2024-11-05", { sender: "server", answering: "initialize" }).message;

/** Return the least times of the processor for conversions, in milliseconds, taken in turn. */
function times(texts, work) {
  const least = texts.map(() => Infinity);
  for (let round = 0; round < 6; round++) {
    texts.forEach((text, i) => {
      const begin = process.cpuUsage();
      work(text);
      const { user, system } = process.cpuUsage(begin);
      least[i] = Math.min(least[i], (user + system) / 1000);
    });
  }
  return least;
}

/** Return a sampling message of many blocks beside large members. */
function blocks(count) {
  const further = Object.fromEntries(Array.from({ length: count }, (_, i) => [`m${i}`, i]));
  const content = Array.from({ length: count }, () => ({ type: "text", text: "a" }));
  return request("sampling/createMessage", { maxTokens: 1, messages: [{ x: further, content, role: "user", _meta: further }] });
}

/** Return a form of optional multi-select fields beside as many required fields. */
function form(count) {
  const fields = (name, schema) => Array.from({ length: count }, (_, i) => [`${name}${i}`, schema]);
  const choices = fields("choices", { type: "array", items: { type: "string", enum: ["a"] } });
  const required = fields("text", { type: "string" });
  const properties = Object.fromEntries([...choices, ...required]);
  return request("elicitation/create", { message: "m", requestedSchema: { type: "object", properties, required: required.map(([name]) => name) } });
}

test("the first of split messages keeps the further members", () => {
  const { messages } = JSON.parse(down(blocks(2))).params;
  const content = { type: "text", text: "a" };
  assert.deepEqual(messages, [{ x: { m0: 0, m1: 1 }, content, role: "user" }, { role: "user", content }]);
  for (const role of [undefined, "x".repeat(100), []]) {
    const text = request("sampling/createMessage", { maxTokens: 1, messages: [{ role, content: [content, content] }] });
    assert.throws(() => down(text), (error) => error.pointer === "/params/messages/0/role");
  }
});

test("a split message is no larger than its input", () => {
  for (const count of [1000, 8000]) assert.ok(down(blocks(count)).length < 2 * blocks(count).length);
});

/** Return a batch of results whose losses are those of several steps, so that they are merged. */
function batch(count) {
  const result = { protocolVersion: "2025-03-26", capabilities: { completions: {} }, serverInfo: { name: "s", version: "1" } };
  return JSON.stringify(Array(count / 5).fill({ jsonrpc: "2.0", id: 1, result }));
}

/** Return a list of tools with several differences each, some of them in the place of others. */
function tools(count) {
  const schema = { type: "object", $schema: "x" };
  const more = { title: "T", icons: [{ src: "x" }], execution: { taskSupport: "optional" }, outputSchema: schema, inputSchema: schema };
  return JSON.stringify({ jsonrpc: "2.0", id: 1, result: { tools: Array.from({ length: count / 4 }, (_, i) => ({ name: `t${i}`, ...more })) } });
}

/** Return a call with integers beyond a double, beside as many escapes in a text. */
function integers(count) {
  const params = { name: "t", arguments: { a: Array(count).fill(10n ** 20n), b: '"'.repeat(count) } };
  return stringify({ jsonrpc: "2.0", id: 1, method: "tools/call", params });
}

/** Return a form with choices of unknown members in a field of a long name, which the pointer of each loss would repeat. */
function choices(count) {
  const oneOf = Array.from({ length: count }, (_, i) => ({ const: `${i}`, title: "t", x: 1 }));
  return request("elicitation/create", { message: "m", requestedSchema: { type: "object", properties: { ["n".repeat(20 * count)]: { type: "string", oneOf } } } });
}

const reported = (text) => stringify(convert(text, "2025-11-25", "2025-06-18", { sender: "server" }).losses);

for (const [name, make, work] of [["integers", integers, called], ["blocks", blocks, down], ["fields", form, down], ["frames of a batch", batch, batched], ["tools", tools, listed], ["choices", choices, reported]]) {
  test(`twice the ${name} take twice the time`, () => {
    const [half, whole] = times([10_000, 20_000].map(make), work);
    assert.ok(whole < 3.3 * half + 50, `${half} ms for half, ${whole} ms for all`);
  });
}
