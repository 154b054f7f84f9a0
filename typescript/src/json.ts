/**
 * JSON: text to a plain tree and back, without loss, within limits.
 *
 * In: text, bytes or a tree of a caller. Out: a plain tree of its own, or `DecodeError`. Rules: an integer beyond
 * 2^53 is a `bigint`, every other number a double; members are own properties, `__proto__` included; a lone
 * surrogate and a number without a finite double are no JSON; text that leaves is one line.
 */

import { DecodeError, PARSE_ERROR } from "./errors.ts";

/** A JSON value. An integer beyond 2^53 is a `bigint`. */
export type Json = null | boolean | number | bigint | string | Json[] | JsonObject;
/** A JSON object. */
export type JsonObject = { [name: string]: Json };
export type Key = string | number;

/** How large a message may be. A larger one is a `DecodeError` with the code -32700. */
export interface Limits {
  /** The most characters of text, or values of an object; by default `LIMITS.size`. */
  size?: number | undefined;
  /** The most levels of nesting; by default `LIMITS.depth`. */
  depth?: number | undefined;
}

/** The default limits: 67,108,864 characters or values, and 400 levels. */
export const LIMITS: { readonly size: number; readonly depth: number } = { size: 64 * 1024 * 1024, depth: 400 };

/** The characters of the longest integer, with its sign. */
const LONGEST_INTEGER = 4300;
/** What a text may hold that a host reads wrongly or takes for JSON: a number beyond a double, half a surrogate pair. */
const DOUBTFUL = /\d(?:e\+?\d{3}|\d{15})|\\ud/i;
/** An escape or an end of a string, or a number, which may stand in a string too. */
const TOKEN = /\\.|"|-?\d[\d.eE+-]*/g;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export const has: (owner: object, name: Key) => boolean = Object.hasOwn;

/** Return an own member, and `undefined` for a member that is only inherited. */
export function own<Value>(owner: Readonly<Record<string, Value>>, name: string): Value | undefined {
  return has(owner, name) ? owner[name] : undefined;
}

/** Return a member of a JSON object. */
export const member: (owner: JsonObject, name: string) => Json | undefined = own;

/** Set an own member, also one named `__proto__`. */
export function put(owner: JsonObject | Json[], name: Key, value: Json): void {
  if (name === "__proto__") {
    Object.defineProperty(owner, name, { value, enumerable: true, configurable: true, writable: true });
  } else {
    (owner as JsonObject)[name] = value;
  }
}

/** Return the JSON type of a value; JSON has one type of number. */
export function formOf(value: Json | undefined): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "bigint" ? "number" : typeof value;
}

/** The reason why a number cannot be read. */
const NUMBER_LIMITS = "a number out of range; the limits are those of a double, and 4,300 digits for an integer";

export const WORDS: Record<string, string> = {
  array: "an array", object: "an object", string: "a string", number: "a number", boolean: "true or false", null: "null",
};

/** Return a value as messages of errors show it. */
export function shown(value: Json): string {
  if (typeof value === "object" && value !== null) return WORDS[formOf(value)]!;
  const text = typeof value === "string" ? `'${value}'` : String(value);
  return text.length <= 62 ? text : `${text.slice(0, 62)}...`;
}

export function isInteger(value: unknown): boolean {
  return typeof value === "bigint" || (typeof value === "number" && Number.isInteger(value));
}

/** Say whether two trees are one JSON value. */
export function sameJson(a: Json | undefined, b: Json | undefined): boolean {
  if (Array.isArray(a)) return Array.isArray(b) && a.length === b.length && a.every((item, i) => sameJson(item, b[i]));
  if (isObject(a)) {
    if (!isObject(b)) return false;
    const names = Object.keys(a);
    return names.length === Object.keys(b).length && names.every((name) => has(b, name) && sameJson(a[name], b[name]));
  }
  if (typeof a === "bigint" || typeof b === "bigint") return typeof a !== "string" && typeof b !== "string" && a == b;
  return a === b;
}

/** Return a copy of a tree of JSON; a string may have half a surrogate pair, as a text of JSON may by an escape. */
export function copied<Tree extends Json>(tree: Tree): Tree {
  return typeof tree === "string" ? tree : (plain(tree, Infinity, false) as Tree);
}

/** Check an argument of named values: another name is a typo. An error lists the names that `stated` has. */
export function checkNames(argument: string, value: unknown, names: readonly string[], stated = names): void {
  const allowed = `; its members may be ${stated.join(", ")}`;
  if (!isObject(value)) throw new TypeError(`${argument} must be an object${allowed}`);
  const other = Object.keys(value).find((name) => !names.includes(name));
  if (other !== undefined) throw new RangeError(`${argument} has the unknown member ${other}${allowed}`);
}

/** Return limits with their defaults. */
export function boundsOf(limits: Limits = {}): Record<keyof Limits, number> {
  checkNames("limits", limits, Object.keys(LIMITS));
  const { size = LIMITS.size, depth = LIMITS.depth } = limits;
  for (const bound of [size, depth]) if (!(typeof bound === "number" && bound >= 0)) throw new RangeError(`limits must be numbers of at least 0, not ${String(bound)}`);
  return { size, depth };
}

/** Return the tree in a frame of any form, owned by the callee. */
export function treeOf(frame: unknown, limits?: Limits): Json {
  const { size, depth } = limits === undefined ? LIMITS : boundsOf(limits);
  if (typeof frame === "string") return parsed(frame, size, depth);
  if (frame instanceof Uint8Array) return parsed(decodedText(frame, size), size, depth);
  if (typeof frame !== "object" || frame === null) throw new TypeError("a message must be text, bytes or an object");
  if (weight(frame, depth, new Map()) > size) throw tooLarge();
  return plain(frame, depth);
}

function decodedText(bytes: Uint8Array, size: number): string {
  if (bytes.length > size) throw tooLarge();
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw noJson("not UTF-8");
  }
}

function noJson(reason: string, keys: readonly Key[] = []): DecodeError {
  return new DecodeError(pointerOf(keys), reason, PARSE_ERROR);
}

/** Refuse a text with half of a surrogate pair. */
function checkPairs(text: string, keys?: readonly Key[]): void {
  if (!text.isWellFormed()) throw noJson("not UTF-8: a lone surrogate", keys);
}

export function tooLarge(): DecodeError {
  return noJson("larger or nested more deeply than the limits");
}

function parsed(text: string, size: number, depth: number): Json {
  if (text.length > size) throw tooLarge();
  checkPairs(text);
  const most = depth + 1;
  const mayBeDeep = text.length > most && text.split("[", most).length + text.split("{", most).length > most;
  if (mayBeDeep && levelsOf(text, most) === most) throw tooLarge();
  let tree: Json;
  try {
    tree = JSON.parse(text) as Json;
  } catch (error) {
    const hint = text === "" ? ": an empty text" : text.startsWith("\ufeff") ? ": a byte order mark" : "";
    throw error instanceof SyntaxError ? noJson(`not JSON${hint}`) : error;
  }
  if (!DOUBTFUL.test(text)) return tree;
  tree = plain(exact(tree, JSON.parse(quoted(text)) as Json), depth);
  // The tree lacks the values of members that occur again.
  checkPairs(text.replace(/\\\\|\\ud.../gi, (escape) => JSON.parse(`"${escape}"`) as string));
  return tree;
}

/** Return how deep a text nests, `most` at the most; the parser of a host takes seconds for millions of levels. */
function levelsOf(text: string, most: number): number {
  let [level, deepest, isInString] = [0, 0, false];
  for (let i = 0; i < text.length && deepest < most; i++) {
    const char = text[i];
    if (char === '"') isInString = !isInString;
    else if (char === "\\") i++;
    else if (!isInString && (char === "[" || char === "{")) deepest = Math.max(deepest, ++level);
    else if (!isInString && (char === "]" || char === "}")) level--;
  }
  return deepest;
}

/** Return a text of JSON with each integer that no double holds as a string. */
function quoted(text: string): string {
  let isInString = false;
  return text.replace(TOKEN, (token) => {
    if (token === '"') isInString = !isInString;
    const isDouble = /[.e]/i.test(token);
    if (isInString || token.length < 3 || (isDouble ? isFinite : Number.isSafeInteger)(+token)) return token;
    if (isDouble || token.length > LONGEST_INTEGER) throw noJson(NUMBER_LIMITS);
    return `"${token}"`;
  });
}

/** Return a tree with each number that is `stated` as a string as a `bigint`. */
function exact(tree: Json, stated: Json): Json {
  if (typeof tree === "number" && typeof stated === "string") return BigInt(stated);
  if (typeof tree === "object" && tree !== null) {
    const [owner, other] = [tree, stated] as [JsonObject, JsonObject]; // of the same form; an array has keys too
    for (const key of Object.keys(owner)) put(owner, key, exact(owner[key]!, other[key]!));
  }
  return tree;
}

/** Return a copy of a tree; members that are `undefined` are absent. A tree to send has `whole` characters alone. */
function plain(tree: unknown, depth: number, whole = true): Json {
  const copy = (value: unknown, walk: Walk): Json => {
    const { keys } = walk;
    switch (typeof value) {
      case "string":
        if (whole) checkPairs(value, keys);
        return value;
      case "number":
        if (!isFinite(value)) throw noJson(NUMBER_LIMITS);
        return value;
      case "boolean":
      case "bigint":
        return value;
    }
    if (value === null) return null;
    if (keys.length >= depth) throw tooLarge();
    if (Array.isArray(value)) return Array.from(value, (item, i) => walk.inner(copy, i, item)); // holes too
    const kind = typeof value === "object" ? "an object of a class" : typeof value;
    if (!isPlain(value)) throw new TypeError(`${keys.length ? pointerOf(keys) : "frame"}: ${kind} is not a JSON value`);
    const made: JsonObject = {};
    for (const key of Object.keys(value as object)) {
      const inner = (value as JsonObject)[key];
      if (whole) checkPairs(key, [...keys, key]);
      if (inner !== undefined) put(made, key, walk.inner(copy, key, inner));
    }
    return made;
  };
  return copy(tree, new Walk());
}

/** Return how many values a tree holds. A shared part is looked at once: sharing can double the values at each level. */
function weight(value: unknown, depth: number, known: Map<object, number>): number {
  if (typeof value !== "object" || value === null) return 1;
  if (depth < 1) throw tooLarge();
  return once(known, value, () => Object.values(value).reduce((sum: number, inner) => sum + weight(inner, depth - 1, known), 1));
}

function isPlain(value: unknown): boolean {
  if (typeof value !== "object") return false;
  const prototype = Object.getPrototypeOf(value);
  return prototype === null || Object.getPrototypeOf(prototype) === null;
}

/** Return a tree as JSON, in which a string may have any character that JSON allows. */
export function textOf(tree: Json): string {
  try {
    return "toJSON" in BigInt.prototype ? exactly(tree) : JSON.stringify(tree); // many times faster than with a replacer
  } catch {
    return exactly(tree);
  }
}

/** Return a tree as one line of JSON. */
export function line(tree: Json): string {
  return textOf(tree).replace(/[\u0085\u2028\u2029]/g, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

const MARK = `bigint ${Math.random()}:`; // which no peer can know
const MARKED = new RegExp(`"${MARK.replace(".", "\\.")}(-?\\d+)"`, "g");

/** Write an integer by its digits, whatever `toJSON` of a program makes of one. */
function exactly(tree: Json): string {
  const marked = JSON.stringify(tree, function (this: JsonObject, name, value: unknown) {
    return typeof this[name] === "bigint" ? `${MARK}${this[name]}` : value;
  });
  return marked.replace(MARKED, "$1");
}

/**
 * Parse JSON text. An integer beyond 2^53 becomes a `bigint`, which `JSON.parse` would round.
 *
 * @throws {DecodeError} The text is not JSON, or larger than the limits.
 */
export function parse(text: string, limits?: Limits): Json {
  return guarded(() => treeOf(text, limits));
}

/**
 * Write a value as one line of JSON, a `bigint` by its digits.
 *
 * @throws {TypeError} JSON has no such value, such as a `Date`.
 * @throws {DecodeError} A number is not finite.
 */
export function stringify(value: unknown): string {
  return guarded(() => line(copied(value as Json)));
}

/** Say whether a frame is text that may leave as it came. */
export function isOneLine(frame: unknown): boolean {
  const text = frame instanceof Uint8Array ? new TextDecoder().decode(frame) : frame;
  return typeof text === "string" && !/[\n\r\u0085\u2028\u2029]/.test(text);
}

/** Return the function that gives a tree the form of a frame. */
export function spelling(frame: unknown): (tree: Json) => unknown {
  if (typeof frame === "string") return line;
  return frame instanceof Uint8Array ? (tree) => new TextEncoder().encode(line(tree)) : (tree) => tree;
}

/** Return the error for a name in the published data that this version does not have. */
export function outdated(what: string, name: string | undefined): RangeError {
  return new RangeError(`unknown ${what} ${name}; update mcp-revisions`);
}

/** Run a step; a stack that overflows on a small host is the documented error of the limits. */
export function guarded<T>(step: () => T): T {
  try {
    return step();
  } catch (error) {
    if (error instanceof RangeError && /stack/i.test(error.message)) throw tooLarge();
    throw error;
  }
}

/** Return a function that makes a value when it is first called. */
export function lazy<Found>(make: () => Found): () => Found {
  let found: { value: Found } | undefined;
  return () => (found ??= { value: make() }).value;
}

/** Return the value of a map under a key, made once. */
export function once<Name, Found>(map: Map<Name, Found>, key: Name, make: () => Found): Found {
  let found = map.get(key);
  if (found === undefined) map.set(key, (found = make()));
  return found;
}

// Places

/** A walk of a value, with the keys that lead to the part it looks at. */
export class Walk {
  readonly keys: Key[] = [];

  /** Look at the part under a key of the current one. */
  inner<Value, Found>(look: (value: Value, walk: this) => Found, key: Key, value: Value): Found {
    this.keys.push(key);
    const found = look(value, this);
    this.keys.pop();
    return found;
  }
}

/** Return a key as a part of a JSON Pointer. */
function partOf(key: Key): string {
  return typeof key === "string" && /[~/]/.test(key) ? `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}` : `/${key}`;
}

/** Return keys as a JSON Pointer (RFC 6901). */
export function pointerOf(keys: readonly Key[]): string {
  let text = "";
  for (const key of keys) text += partOf(key);
  return text;
}

/** Return the pointer of a loss or an unknown member: one of more than 1,024 characters is cut, and ends with an ellipsis. */
export function lossPointer(keys: readonly Key[], start = ""): string {
  let text = start;
  for (const key of keys) {
    if (text.length > 2048) break; // a character has at most two code units
    text += partOf(typeof key === "string" ? key.slice(0, 2048) : key);
  }
  return text.length > 1024 ? text.replace(/^([^]{1023})[^]{2}[^]*/u, "$1…") : text;
}

/** Return the value at keys from a tree down, `undefined` where there is none. */
export function valueAt(tree: Json, keys: readonly Key[]): Json | undefined {
  let value: Json | undefined = tree;
  for (const key of keys) {
    value = typeof value === "object" && value !== null && has(value, key) ? (value as JsonObject)[key] : undefined;
  }
  return value;
}
