/**
 * JSON: text to a plain tree and back, without loss, within limits.
 *
 * In: text, bytes or a tree of a caller. Out: a plain tree of its own, or `DecodeError`. Rules: an integer beyond
 * 2^53 is a `bigint`, every other number a double; members are own properties, `__proto__` included; a lone
 * surrogate and a number without a finite double are no JSON; text that leaves is one line.
 */

import { DecodeError, PARSE_ERROR } from "./errors.ts";

export type Json = null | boolean | number | bigint | string | Json[] | JsonObject;
export type JsonObject = { [name: string]: Json };
export type Key = string | number;

/** The most that a frame may hold: characters of text or values of a tree, and levels of nesting. */
export interface Limits {
  size: number;
  depth: number;
}

export const LIMITS: Limits = { size: 64 * 1024 * 1024, depth: 400 };

const MOST_DIGITS = 4300;
/** Numbers by their text (ECMAScript 2027), which the compiler does not know yet. */
const JSON_OF_TEXT = JSON as unknown as { rawJSON(text: string): unknown };
type Reviver = (name: string, value: unknown) => unknown;
// What a text may hold: an integer beyond 2^53 or a number beyond a double; half a surrogate pair.
const DOUBTFUL_NUMBER = /\d(?:[eE]\+?\d{3}|\d{15})/;
const HALF_A_PAIR = /\\u[dD]/;

export function isObject(value: unknown): value is JsonObject {
  return typeof value === "object" && value !== null && !Array.isArray(value);
}

export function has(owner: object, name: string): boolean {
  return Object.hasOwn(owner, name);
}

/** Return an own member, and `undefined` for a member that is only inherited. */
export function member(owner: JsonObject, name: string): Json | undefined {
  return Object.hasOwn(owner, name) ? owner[name] : undefined;
}

/** Set an own member, also one named `__proto__`. */
export function put(owner: JsonObject | Json[], name: Key, value: Json): void {
  if (name === "__proto__") {
    Object.defineProperty(owner, name, { value, enumerable: true, configurable: true, writable: true });
  } else {
    (owner as JsonObject)[name] = value;
  }
}

/** Return the JSON type of a value; JSON has one type of number. */
export function formOf(value: Json): string {
  if (value === null) return "null";
  if (Array.isArray(value)) return "array";
  return typeof value === "bigint" ? "number" : typeof value;
}

export const WORDS: Record<string, string> = {
  array: "an array", object: "an object", string: "a string", number: "a number", boolean: "true or false", null: "null",
};

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

/** Return a copy of a tree that is plain JSON already. */
export function copied<T extends Json>(value: T): T {
  return plain(value, Infinity, { values: Infinity }, null) as T;
}

/** Return the tree in a frame of any form, owned by the callee. */
export function treeOf(frame: unknown, limits: Limits): Json {
  if (typeof frame === "string") return parsed(frame, limits);
  if (frame instanceof Uint8Array) return parsed(textOf(frame, limits), limits);
  if (typeof frame !== "object" || frame === null) throw new TypeError("frame: text, bytes, an object or an array");
  return plain(frame, limits.depth, { values: limits.size }, null);
}

function textOf(bytes: Uint8Array, limits: Limits): string {
  if (bytes.length > limits.size) throw tooLarge();
  try {
    return new TextDecoder("utf-8", { fatal: true, ignoreBOM: true }).decode(bytes);
  } catch {
    throw new DecodeError("", "not UTF-8", PARSE_ERROR);
  }
}

export function tooLarge(): DecodeError {
  return new DecodeError("", "larger or nested more deeply than the limits", PARSE_ERROR);
}

function parsed(text: string, { size, depth }: Limits): Json {
  if (text.length > size) throw tooLarge();
  if (!text.isWellFormed()) throw notText(null);
  const isInexact = DOUBTFUL_NUMBER.test(text);
  let tree: Json;
  try {
    tree = JSON.parse(text, isInexact ? (exact as Reviver) : undefined);
  } catch (error) {
    throw error instanceof SyntaxError ? new DecodeError("", "not JSON", PARSE_ERROR) : error;
  }
  if (isInexact || HALF_A_PAIR.test(text)) return plain(tree, depth, { values: size }, null);
  if (text.length > 2 * depth && isDeeper(tree, depth)) throw tooLarge();
  return tree;
}

function isDeeper(tree: Json, depth: number): boolean {
  if (typeof tree !== "object" || tree === null) return false;
  return depth === 0 || Object.values(tree).some((inner) => isDeeper(inner, depth - 1));
}

function notText(at: Path): DecodeError {
  return new DecodeError(pointer(at), "not UTF-8: a lone surrogate", PARSE_ERROR);
}

function outOfRange(): DecodeError {
  return new DecodeError("", "a number out of range", PARSE_ERROR);
}

/** Return a number as its text states it: an integer that no double holds is a `bigint`. */
function exact(_: string, value: unknown, { source }: { source: string }): unknown {
  if (typeof value !== "number" || Number.isSafeInteger(value) || !/^-?\d+$/.test(source)) return value;
  if (source.length > MOST_DIGITS) throw outOfRange();
  return BigInt(source);
}

/** Return a copy of a tree; members that are `undefined` are absent. */
function plain(value: unknown, depth: number, rest: { values: number }, at: Path): Json {
  if (depth < 0 || rest.values-- < 0) throw tooLarge();
  switch (typeof value) {
    case "string":
      if (!value.isWellFormed()) throw notText(at);
      return value;
    case "number":
      if (!Number.isFinite(value)) throw outOfRange();
      return value;
    case "boolean":
    case "bigint":
      return value;
  }
  if (value === null) return null;
  if (Array.isArray(value)) return value.map((item, key) => plain(item, depth - 1, rest, { up: at, key }));
  const prototype = typeof value === "object" ? Object.getPrototypeOf(value) : undefined;
  if (prototype !== null && (prototype === undefined || Object.getPrototypeOf(prototype) !== null)) {
    throw new TypeError(`frame: ${pointer(at)}: a ${typeof value} is no JSON value`);
  }
  const made: JsonObject = {};
  for (const key of Object.keys(value as object)) {
    const inner = (value as JsonObject)[key];
    const place = { up: at, key };
    if (!key.isWellFormed()) throw notText(place);
    if (inner !== undefined) put(made, key, plain(inner, depth - 1, rest, place));
  }
  return made;
}

/** Return a tree as one line of JSON. */
export function line(tree: Json): string {
  const text = JSON.stringify(tree, (_, value) => (typeof value === "bigint" ? JSON_OF_TEXT.rawJSON(String(value)) : value));
  return text.replace(/[\u0085\u2028\u2029]/g, (found) => `\\u${found.charCodeAt(0).toString(16).padStart(4, "0")}`);
}

// Paths

/** The place of a value: the path of its container and the key there; `null` for the frame. */
export type Path = { up: Path; key: Key } | null;

/** Return keys as a JSON Pointer (RFC 6901). */
export function pointerOf(keys: readonly Key[]): string {
  let text = "";
  for (const key of keys) text += typeof key === "string" && /[~/]/.test(key) ? `/${key.replaceAll("~", "~0").replaceAll("/", "~1")}` : `/${key}`;
  return text;
}

/** Return the keys of a path, from the frame down. */
export function keysOf(at: Path): Key[] {
  const keys: Key[] = [];
  for (let place = at; place !== null; place = place.up) keys.push(place.key);
  return keys.reverse();
}

export function pointer(at: Path): string {
  return pointerOf(keysOf(at));
}
