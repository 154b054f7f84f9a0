// Hostile frames, as trees, text and bytes: the documented errors alone; run by `node --test`.
import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";
import { runnable } from "./runnable.js";

const { compose, convert, decode, DecodeError, NoCounterpart, REVISIONS, stringify } = await import(runnable());

const FRAMES = 4000;
const TASKS = compose("2026-07-28", "io.modelcontextprotocol/tasks");
const NAMES = ["__proto__", "constructor", "toString", "hasOwnProperty", "toJSON", "", "a/b~c", "type", "_meta", "method", "id", "result", "error", "params", "content", "\ud800"];
let state = 1;

/** Return a pseudo-random integer below a bound. */
function below(bound) {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * bound);
}
const pick = (list) => list[below(list.length)];

function nested(levels, wrap) {
  let value = 1;
  for (let i = 0; i < levels; i++) value = wrap(value);
  return value;
}
function cycle() {
  const object = {};
  return (object.a = object);
}

const POLLUTING = '{"__proto__":{"polluted":1,"type":"text"},"constructor":{"prototype":{"polluted":1}},"toString":1,"":3}';
/** What JSON has. */
const VALUES = [
  () => null, () => true, () => -0, () => 1.5, () => 1e308, () => 2 ** 53 + 2, () => 10n ** 30n, () => -5n, () => "", () => "__proto__", () => "\u0000\u2028",
  () => [], () => ({}), () => [null], () => [[]], () => JSON.parse(POLLUTING), () => [JSON.parse(POLLUTING)], () => Object.create(null),
  () => nested(380, (value) => [value]), () => nested(380, (value) => ({ type: "object", items: value })),
  () => Array.from({ length: 200 }, () => ({})), () => Object.fromEntries(NAMES.map((name, i) => [`${name}${i}`, i])),
];
/** Values that a tree may hold beside JSON, and values that no frame may. */
const ODD = [
  () => NaN, () => Infinity, () => "\ud800", () => undefined, () => [undefined], () => [, 1], () => Symbol("x"), () => () => 1, () => new Date(), () => new Map(),
  () => new Uint8Array(3), () => new (class Own { a = 1; })(), () => Object.create({ type: "text" }), () => ({ toJSON: () => 5 }), cycle, () => new Proxy({}, {}),
  () => ({ get a() { return [1]; } }), () => Object.assign([1], { x: 1 }), () => nested(5000, (value) => [value]), () => nested(5000, (value) => ({ a: value })),
];

/** Return each place of a value: an owner and a key of it. */
function places(value, depth = 0, found = []) {
  if (typeof value !== "object" || value === null || depth > 20) return found;
  for (const key of Object.keys(value)) {
    found.push([value, key]);
    places(value[key], depth + 1, found);
  }
  return found;
}

/** Change a frame at some places. */
function spoil(frame, values) {
  for (let count = 1 + below(3); count > 0; count--) {
    const every = places(frame).filter(([owner]) => Array.isArray(owner) || Object.getPrototypeOf(owner) === Object.prototype);
    if (!every.length) return;
    const [owner, key] = pick(every);
    const name = below(3) ? key : pick(NAMES);
    if (!below(10)) delete owner[key];
    else Object.defineProperty(owner, name, { value: pick(values)(), enumerable: true, configurable: true, writable: true });
  }
}

/** Return the text of a tree, some of its numbers beyond every double. */
function textOf(tree) {
  // `stringify` refuses holes, which `spoil` makes.
  const text = JSON.stringify(tree, (_, value) => (typeof value === "bigint" ? `bigint ${value}` : value)).replace(/"bigint (-?\d+)"/g, "$1");
  return below(4) ? text : text.replace(/:1\b/g, pick([":1e400", `:${"1".repeat(5000)}`, ":-0", ":1.0", ":1e2"]));
}

const path = new URL("../../tests/data/conversions.jsonl", import.meta.url);
const recorded = readFileSync(path, "utf8").split("\n").filter(Boolean).map((line) => JSON.parse(line));

/** Say whether an error is of the frame, or of an argument of the caller. */
function isDocumented(error, isTree) {
  if (error instanceof DecodeError || error instanceof NoCounterpart) return true;
  if (error instanceof RangeError) return error.message.startsWith("answering: ");
  return isTree && error instanceof TypeError && error.message.endsWith("is not a JSON value");
}

/** Decode and convert a frame in a form; return how many of both succeed. */
function run(form, { source, sender, answering }) {
  let passed = 0;
  const target = pick([...REVISIONS, TASKS]);
  const decoding = () => decode(form, source, { sender, answering });
  for (const work of [decoding, () => convert(form, source, target, { sender, answering })]) {
    try {
      const { message, losses = [] } = work();
      passed++;
      const isLine = (one) => typeof one === "string" || one instanceof Uint8Array;
      const isTree = work === decoding || !isLine(form);
      for (const one of isTree ? [message] : [message].flat()) {
        assert.notEqual(isLine(one), isTree);
        const line = isTree ? stringify(one) : typeof one === "string" ? one : new TextDecoder().decode(one);
        assert.doesNotMatch(line, /[\n\r\u0085\u2028\u2029]/);
        JSON.parse(line);
      }
      stringify(losses);
    } catch (error) {
      if (!isDocumented(error, typeof form === "object" && !(form instanceof Uint8Array))) throw error;
    }
  }
  assert.equal({}.polluted, undefined);
  assert.equal({}.type, undefined);
  return passed;
}

test("a hostile frame raises the documented errors alone, and touches no prototype", () => {
  let passed = 0;
  for (let i = 0; i < FRAMES; i++) {
    const one = pick(recorded);
    const asked = { ...one, sender: below(10) ? one.sender : pick(["client", "server"]), answering: below(10) ? one.answering : pick(NAMES) };
    const frame = structuredClone(one.before);
    spoil(frame, VALUES);
    const text = textOf(frame);
    for (const form of [frame, text, new TextEncoder().encode(text)]) passed += run(form, asked);
    spoil(frame, ODD);
    run(frame, asked);
  }
  assert.ok(passed > FRAMES, `${passed} pass`);
});

test("a hole in an array is not a JSON value", () => {
  const frame = { jsonrpc: "2.0", id: 1, method: "tools/call", params: { name: "t", arguments: { a: [, 1] } } };
  assert.throws(() => decode(frame, "2025-11-25", { sender: "client" }), { name: "TypeError", message: "/params/arguments/a/0: undefined is not a JSON value" });
});

test("integers keep their digits where a program spells a bigint as a string", () => {
  const text = '{"jsonrpc":"2.0","id":12345678901234567890,"method":"ping"}';
  BigInt.prototype.toJSON = function () { return String(this); };
  try {
    assert.equal(convert(text, "2024-11-05", "2025-03-26", { sender: "client" }).message, text);
  } finally {
    delete BigInt.prototype.toJSON;
  }
});
