/**
 * The rules that plans call by name.
 *
 * A rule gets a value, the log at its place, and the change that events cite. It edits the value in place, or returns the
 * replacement. A value that the source does not allow is a `DecodeError`.
 */

import { INVALID_PARAMS } from "./errors.ts";
import { has, isObject, type Json, type JsonObject, member, put, sameJson, textOf, treeOf, valueAt } from "./json.ts";
import type { Log, Moved } from "./log.ts";
import type { Change } from "./published.ts";

/** Edits a value in place and returns nothing, or returns the replacement. */
export type Rule = (value: Json, log: Log, change: Change) => Json | void;

// Code points that Python calls white space, which the rules follow.
const SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const SPACES = /* @__PURE__ */ new RegExp(`[${SPACE}]+`, "g");
const NOT_IN_DESTINATION = /* @__PURE__ */ new RegExp(`[${SPACE}\\x00-\\x1f\\x7f<>\\\\\`]`, "g");
const LINK_ONLY = ["type", "uri", "name", "title", "description", "mimeType", "size", "_meta", "icons", "text"];

function without(tree: JsonObject, removed: readonly string[]): JsonObject {
  return Object.fromEntries(Object.entries(tree).filter(([name]) => !removed.includes(name)));
}

/** Return a Markdown link whose label and destination end where they should, for every text. */
function link(label: string, uri: string): string {
  const words = label.replace(SPACES, " ").replace(/^ | $/g, "").replace(/[\\`[\]<]/g, "\\$&");
  const target = uri.replace(NOT_IN_DESTINATION, encodeURIComponent);
  return /[()]/.test(target) ? `[${words}](<${target}>)` : `[${words}](${target})`;
}

function isText(block: Json): block is JsonObject & { text: string } {
  return isObject(block) && member(block, "type") === "text" && typeof member(block, "text") === "string";
}

function says(text: string, value: Json): boolean {
  if (value === text) return true;
  try {
    return sameJson(treeOf(text, { size: Infinity, depth: Infinity }), value);
  } catch {
    return false;
  }
}

function areStrings(value: Json | undefined): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isOption(option: Json): option is { const: string; title: string } {
  return isObject(option) && areStrings([member(option, "const") ?? null, member(option, "title") ?? null]);
}

export function audio_as_resource(tree: Json, log: Log, change: Change): Json | void {
  const block = log.formed(tree, "object");
  const data = member(block, "data");
  const mimeType = member(block, "mimeType");
  if (typeof data !== "string" || typeof mimeType !== "string") throw log.expected("audio with `data` and `mimeType`");
  log.report("reshaped", [], block, change);
  log.leftOut(block, ["resource"], change);
  const resource = { uri: `urn:mcp:audio:${sha256(data)}`, mimeType, blob: data };
  return { type: "resource", resource, ...without(block, ["type", "data", "mimeType", "resource"]) };
}

export function resource_link_as_text(tree: Json, log: Log, change: Change): Json | void {
  const block = log.formed(tree, "object");
  const uri = member(block, "uri");
  const name = member(block, "name");
  const label = has(block, "title") ? member(block, "title") : name;
  const description = member(block, "description");
  if (typeof uri !== "string" || typeof name !== "string" || typeof label !== "string") {
    throw log.expected("a resource link with `uri` and `name`");
  }
  log.report("reshaped", [], block, change);
  log.leftOut(block, ["text"], change);
  const text = link(label, uri) + (typeof description === "string" ? ` — ${description}` : "");
  const rest = without(block, LINK_ONLY);
  const annotations = member(rest, "annotations");
  if (isObject(annotations)) rest.annotations = without(annotations, ["lastModified"]);
  return { type: "text", text, ...rest };
}

export function title_as_annotation(tree: Json, log: Log, change: Change): Json | void {
  const tool = log.formed(tree, "object");
  const title = tool.title!;
  log.drop(tool, "title", change);
  const annotations = member(tool, "annotations") ?? null;
  if (annotations === null) {
    tool.annotations = { title };
    log.report("invented", ["annotations"], tool.annotations, change);
  } else {
    log.fill(log.formed(tool.annotations, "object", "annotations"), "title", title, change, ["annotations"]);
  }
}

export function structured_content_as_text(tree: Json, log: Log, change: Change): Json | void {
  const result = log.formed(tree, "object");
  const value = result.structuredContent!;
  const content = log.formed(result.content, "array", "content");
  log.drop(result, "structuredContent", change);
  const values = isObject(value) ? Object.values(value) : [];
  const only = values.length === 1 ? values[0]! : value;
  const texts = content.filter(isText).map((block) => block.text);
  if (texts.some((text) => says(text, value) || says(text, only))) return;
  const items = Array.isArray(only) ? only : [];
  if (texts.length && texts.length === items.length && texts.every((text, i) => says(text, items[i]!))) return;
  const block = { type: "text", text: textOf(value) };
  content.push(block);
  log.report("invented", ["content", content.length - 1], block, change);
}



export function schema_of_objects(tree: Json, log: Log, change: Change): Json | void {
  const schema = log.formed(tree, "object");
  const properties = member(schema, "properties");
  if (isObject(properties)) {
    for (const [name, value] of Object.entries(properties)) {
      if (value === true || value === false) {
        log.report("reshaped", ["properties", name], value, change);
        put(properties, name, value ? {} : { not: {} });
      } else if (!isObject(value)) {
        log.drop(properties, name, change, ["properties"]);
      }
    }
  } else if (properties !== undefined) {
    log.drop(schema, "properties", change);
  }
  if (has(schema, "required") && !areStrings(member(schema, "required"))) log.drop(schema, "required", change);
}



export function titled_enum(tree: Json, log: Log, change: Change): Json | void {
  const schema = log.formed(tree, "object");
  const values = member(schema, "enum");
  const names = member(schema, "enumNames");
  if (!areStrings(values) || !areStrings(names) || values.length !== names.length) return schema;
  log.report(has(schema, "oneOf") ? "reshaped" : "respelled", [], schema, change);
  return { ...without(schema, ["enum", "enumNames"]), oneOf: values.map((value, i) => ({ const: value, title: names[i]! })) };
}

export function legacy_enum(tree: Json, log: Log, change: Change): Json | void {
  const schema = log.formed(tree, "object");
  const options = member(schema, "oneOf");
  if (!Array.isArray(options) || !options.every(isOption)) return schema;
  const removed = ["default", "enum", "enumNames"];
  const isBare = options.every((option) => Object.keys(option).length === 2);
  log.report(isBare && !removed.some((name) => has(schema, name)) ? "respelled" : "reshaped", [], schema, change);
  options.forEach((option, k) => log.leftOut(option, Object.keys(without(option, ["const", "title"])), change, ["oneOf", k]));
  const [values, titles] = [options.map((option) => option.const), options.map((option) => option.title)];
  return { ...without(schema, ["oneOf", "default"]), enum: values, enumNames: titles };
}

export function no_multi_select(tree: Json, log: Log, change: Change): Json | void {
  const form = log.formed(tree, "object");
  const properties = log.formed(form.properties, "object", "properties");
  const names = Object.keys(properties);
  const multiple = names.filter((name) => isObject(properties[name]) && valueAt(properties, [name, "type"]) === "array");
  const stated = member(form, "required");
  const required = new Set(Array.isArray(stated) ? stated : []);
  for (const name of multiple) {
    if (multiple.length === names.length || required.has(name)) log.refuse(change, INVALID_PARAMS, "properties", name);
  }
  for (const name of multiple) log.drop(properties, name, change, ["properties"]);
}

export function single_answers(answers: Json, log: Log, change: Change): Json | void {
  const value = log.formed(answers, "array");
  if (value.length !== 1) log.refuse(change, INVALID_PARAMS);
  log.report("reshaped", [], value, change);
  return value[0]!;
}

export function single_blocks(tree: Json, log: Log, change: Change): Json | void {
  const params = log.formed(tree, "object");
  const messages = log.formed(params.messages, "array", "messages");
  if (!messages.some((message) => isObject(message) && Array.isArray(member(message, "content")))) return;
  const split: Json[] = [];
  const moves: Moved[] = [];
  messages.forEach((message, i) => {
    const here = ["messages", i];
    const whole = message as JsonObject;
    const blocks = isObject(message) ? member(message, "content") : undefined;
    if (!Array.isArray(blocks)) {
      moves.push([["messages", split.length], here]);
      split.push(message);
      return;
    }
    const role = member(whole, "role");
    if (blocks.length > 1 && role !== "user" && role !== "assistant") throw log.expected("`user` or `assistant`", ...here, "role");
    if (!blocks.length) log.report("dropped", here, message, change);
    else if (blocks.length === 1) log.report("reshaped", [...here, "content"], blocks, change);
    else log.report("reshaped", here, whole, change);
    blocks.forEach((block, k) => {
      const there = ["messages", split.length];
      moves.push([[...there, "content"], [...here, "content", k]], [there, here]);
      split.push(k ? { role: role!, content: block } : whole);
    });
    if (blocks.length) whole.content = blocks[0]!;
  });
  params.messages = split;
  log.moved(moves, change);
}

export function one_block(tree: Json, log: Log, change: Change): Json | void {
  const result = log.formed(tree, "object");
  const blocks = result.content;
  if (!Array.isArray(blocks)) return;
  if (blocks.length === 1) {
    log.report("reshaped", ["content"], blocks, change);
    log.moved([[["content"], ["content", 0]]], change);
    result.content = blocks[0]!;
  } else if (blocks.length && blocks.every(isText)) {
    log.report("weakened", ["content"], blocks, change);
    blocks.forEach((block, k) => log.leftOut(block, Object.keys(without(block, ["type", "text"])), change, ["content", k]));
    result.content = { type: "text", text: blocks.map((block) => block.text).join("\n") };
  } else {
    log.refuse(change, INVALID_PARAMS, "content");
  }
}




// SHA-256 (FIPS 180-4); browsers have an asynchronous one only

const CONSTANTS = /* @__PURE__ */ fractions(64, 1 / 3);
const START = /* @__PURE__ */ fractions(8, 1 / 2);

/** Return the first 32 bits of the fractions of roots of the first primes. */
function fractions(count: number, power: number): Uint32Array {
  const found: number[] = [];
  for (let n = 2; found.length < count; n++) {
    let prime = true;
    for (let d = 2; d * d <= n && prime; d++) prime = n % d !== 0;
    if (prime) found.push(((n ** power) % 1) * 2 ** 32);
  }
  return Uint32Array.from(found, Math.floor);
}

/** Return the SHA-256 of a text in UTF-8, in hexadecimal. */
function sha256(text: string): string {
  const bytes = new TextEncoder().encode(text);
  const padded = new Uint8Array((bytes.length + 72) & ~63);
  padded.set(bytes);
  padded[bytes.length] = 0x80;
  const view = new DataView(padded.buffer);
  view.setUint32(padded.length - 8, Math.floor(bytes.length / 2 ** 29));
  view.setUint32(padded.length - 4, bytes.length * 8);
  const hash = START.slice();
  const words = new Uint32Array(64);
  for (let at = 0; at < padded.length; at += 64) {
    for (let i = 0; i < 64; i++) {
      if (i < 16) words[i] = view.getUint32(at + 4 * i);
      else words[i] = mixed(words[i - 2]!, 17, 19, 10) + words[i - 7]! + mixed(words[i - 15]!, 7, 18, 3) + words[i - 16]!;
    }
    let [a, b, c, d, e, f, g, h] = hash as unknown as [number, number, number, number, number, number, number, number];
    for (let i = 0; i < 64; i++) {
      const one = h + (turned(e, 6) ^ turned(e, 11) ^ turned(e, 25)) + ((e & f) ^ (~e & g)) + CONSTANTS[i]! + words[i]!;
      const two = (turned(a, 2) ^ turned(a, 13) ^ turned(a, 22)) + ((a & b) ^ (a & c) ^ (b & c));
      [h, g, f, e, d, c, b, a] = [g, f, e, (d + one) >>> 0, c, b, a, (one + two) >>> 0];
    }
    [a, b, c, d, e, f, g, h].forEach((word, i) => (hash[i] = hash[i]! + word));
  }
  return [...hash].map((word) => word.toString(16).padStart(8, "0")).join("");
}

function turned(word: number, bits: number): number {
  return (word >>> bits) | (word << (32 - bits));
}

function mixed(word: number, one: number, two: number, shift: number): number {
  return turned(word, one) ^ turned(word, two) ^ (word >>> shift);
}
