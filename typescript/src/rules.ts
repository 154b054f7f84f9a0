/**
 * The rules that plans call by name; docs/conversion-data.md specifies each.
 *
 * A rule gets a value, its path, the log and the change that events cite. It edits the value in place, or returns the
 * replacement. A value that the source does not allow is a `DecodeError`.
 */

import { INTERNAL_ERROR, INVALID_PARAMS } from "./errors.ts";
import { copied, has, isObject, type Json, type JsonObject, line, member, type Path, put, sameJson } from "./json.ts";
import { arrayAt, type Change, expected, type Log, objectAt } from "./log.ts";
import { sha256 } from "./sha256.ts";

export type Rule = (value: any, at: Path, log: Log, change: Change) => Json | void;

// Code points that Python calls white space, which the rules follow.
const SPACE = "\\t-\\r\\x1c-\\x20\\x85\\xa0\\u1680\\u2000-\\u200a\\u2028\\u2029\\u202f\\u205f\\u3000";
const SPACES = new RegExp(`[${SPACE}]+`, "g");
const NOT_IN_DESTINATION = new RegExp(`[${SPACE}\\x00-\\x1f\\x7f<>\\\\\`]`, "g");
const LINK_ONLY = ["type", "uri", "name", "title", "description", "mimeType", "size", "_meta", "icons", "text"];

const to = (at: Path, key: string | number): Path => ({ up: at, key });

function without(tree: JsonObject, names: readonly string[]): JsonObject {
  const made: JsonObject = {};
  for (const name of Object.keys(tree)) if (!names.includes(name)) put(made, name, tree[name]!);
  return made;
}

/** Return a Markdown link whose label and destination end where they should, for every text. */
function link(label: string, uri: string): string {
  const words = label.replace(SPACES, " ").replace(/^ | $/g, "").replace(/[\\`[\]<]/g, "\\$&");
  const bytes = (found: string) =>
    [...new TextEncoder().encode(found)].map((byte) => `%${byte.toString(16).toUpperCase().padStart(2, "0")}`).join("");
  const target = uri.replace(NOT_IN_DESTINATION, bytes);
  return /[()]/.test(target) ? `[${words}](<${target}>)` : `[${words}](${target})`;
}

function isText(block: Json): block is JsonObject {
  return isObject(block) && member(block, "type") === "text" && typeof member(block, "text") === "string";
}

function says(text: string, value: Json, only: Json): boolean {
  if (only === text) return true;
  try {
    return sameJson(JSON.parse(text), value);
  } catch {
    return false;
  }
}

function needsTask(tool: Json): boolean {
  const execution = isObject(tool) ? member(tool, "execution") : undefined;
  return isObject(execution) && member(execution, "taskSupport") === "required";
}

function areStrings(value: Json | undefined): value is string[] {
  return Array.isArray(value) && value.every((item) => typeof item === "string");
}

function isOption(option: Json): boolean {
  return isObject(option) && typeof member(option, "const") === "string" && typeof member(option, "title") === "string";
}

/** Return a copy with a member under a new name, in its place, and without the removed members. */
function replaced(tree: JsonObject, name: string, now: string, value: Json, removed: string[]): JsonObject {
  const made: JsonObject = {};
  for (const key of Object.keys(tree)) {
    if (key === name) put(made, now, value);
    else if (!removed.includes(key)) put(made, key, tree[key]!);
  }
  return made;
}

const TASKS = "io.modelcontextprotocol/tasks";
const UNITS = [["ttl", "ttlMs"], ["pollInterval", "pollIntervalMs"]] as const;
const TASK_MEMBERS = ["taskId", "status", "statusMessage", "createdAt", "lastUpdatedAt", "ttlMs", "pollIntervalMs"];

/** Rename a member silently; one that has the new name already goes. */
function renamed(task: JsonObject, old: string, now: string, at: Path, log: Log, change: Change): void {
  if (has(task, now)) log.drop(task, now, at, change);
  if (!has(task, old)) return;
  task[now] = task[old]!;
  delete task[old];
}

function unitsUp(task: JsonObject, at: Path, log: Log, change: Change): void {
  if (!has(task, "ttl")) task.ttl = null; // a server that is in wide use leaves out the required null
  for (const [older, newer] of UNITS) {
    renamed(task, older, newer, at, log, change);
    const value = member(task, newer);
    if ((typeof value !== "number" && typeof value !== "bigint") || (value <= Number.MAX_SAFE_INTEGER && value >= Number.MIN_SAFE_INTEGER)) continue;
    log.report("weakened", to(at, older), value, change);
    task[newer] = value > 0 ? Number.MAX_SAFE_INTEGER : Number.MIN_SAFE_INTEGER;
  }
}

function capabilitiesIn(log: Log): string {
  return [...log.context!.fits.keys()].find((name) => name.endsWith("/clientCapabilities"))!;
}

function fillMeta(params: JsonObject, at: Path, log: Log, change: Change, stated: Map<string, Json>): void {
  const place = to(at, "_meta");
  if (!has(params, "_meta")) params._meta = {};
  const meta = objectAt(params, "_meta", at);
  for (const [name, check] of log.context!.fits) {
    if (!stated.has(name) && has(meta, name) && !check(meta[name]!)) log.drop(meta, name, place, change);
  }
  for (const [name, value] of stated) log.fill(meta, name, value, place, change);
  const capabilities = capabilitiesIn(log);
  if (!has(meta, capabilities)) log.fill(meta, capabilities, {}, place, change);
}

const NOT_FOUND = -32002;
const HEADER_MISMATCH = -32020;
const MISSING_CAPABILITY = -32021;
const UNSUPPORTED_VERSION = -32022;

export const RULES: Record<string, Rule> = {
  audio_as_resource(block, at, log, change) {
    const data = member(block, "data");
    const mimeType = member(block, "mimeType");
    if (typeof data !== "string" || typeof mimeType !== "string") throw expected("audio with `data` and `mimeType`", at);
    log.report("reshaped", at, block, change);
    const resource = { uri: `urn:mcp:audio:${sha256(data)}`, mimeType, blob: data };
    return { type: "resource", resource, ...without(block, ["type", "data", "mimeType", "resource"]) };
  },

  resource_link_as_text(block, at, log, change) {
    const uri = member(block, "uri");
    const name = member(block, "name");
    const label = has(block, "title") ? block.title : name;
    const description = member(block, "description");
    if (typeof uri !== "string" || typeof name !== "string" || typeof label !== "string") {
      throw expected("a resource link with `uri` and `name`", at);
    }
    log.report("reshaped", at, block, change);
    const text = link(label, uri) + (typeof description === "string" ? ` — ${description}` : "");
    const rest = without(block, LINK_ONLY);
    const annotations = member(rest, "annotations");
    if (isObject(annotations)) rest.annotations = without(annotations, ["lastModified"]);
    return { type: "text", text, ...rest };
  },

  title_as_annotation(tool, at, log, change) {
    const title = tool.title!;
    log.drop(tool, "title", at, change);
    const annotations = member(tool, "annotations") ?? null;
    if (annotations === null) {
      tool.annotations = { title };
      log.report("invented", to(at, "annotations"), tool.annotations, change);
    } else if (!isObject(annotations)) {
      throw expected("an object", to(at, "annotations"));
    } else {
      log.fill(annotations, "title", title, to(at, "annotations"), change);
    }
  },

  structured_content_as_text(result, at, log, change) {
    const value = result.structuredContent!;
    const content = arrayAt(result, "content", at);
    log.drop(result, "structuredContent", at, change);
    const values = isObject(value) ? Object.values(value) : [];
    const only = values.length === 1 ? values[0]! : value;
    if (content.some((block) => isText(block) && says(block.text as string, value, only))) return;
    const block = { type: "text", text: line(value) };
    content.push(block);
    log.report("invented", to(to(at, "content"), content.length - 1), block, change);
  },

  structured_content_as_object(result, at, log, change) {
    if (!isObject(result.structuredContent)) RULES.structured_content_as_text!(result, at, log, change);
  },

  output_schema_of_object(tool, at, log, change) {
    const schema = objectAt(tool, "outputSchema", at);
    if (member(schema, "type") !== "object") log.drop(tool, "outputSchema", at, change);
  },

  schema_of_objects(schema, at, log, change) {
    const properties = member(schema, "properties");
    const place = to(at, "properties");
    if (isObject(properties)) {
      for (const [name, value] of Object.entries(properties)) {
        if (value === true || value === false) {
          log.report("reshaped", to(place, name), value, change);
          put(properties, name, value ? {} : { not: {} });
        } else if (!isObject(value)) {
          log.drop(properties, name, place, change);
        }
      }
    } else if (properties !== undefined) {
      log.drop(schema, "properties", at, change);
    }
    if (has(schema, "required") && !areStrings(schema.required)) log.drop(schema, "required", at, change);
    return schema;
  },

  tools_without_tasks(result, at, log, change) {
    const tools = arrayAt(result, "tools", at);
    const place = to(at, "tools");
    const stay: number[] = [];
    tools.forEach((tool, i) => {
      if (needsTask(tool)) log.report("dropped", to(place, i), tool, change);
      else stay.push(i);
    });
    if (stay.length === tools.length) return;
    log.moved(stay.map((old, now): [Path, Path] => [to(place, now), to(place, old)]));
    result.tools = stay.map((i) => tools[i]!);
  },

  form_capability(capabilities, at, log, change) {
    const modes = objectAt(capabilities, "elicitation", at);
    if (has(modes, "url") && !has(modes, "form")) return log.drop(capabilities, "elicitation", at, change);
    for (const name of ["form", "url"]) if (has(modes, name)) log.drop(modes, name, to(at, "elicitation"), change);
  },

  titled_enum(schema, at, log, change) {
    const values = member(schema, "enum");
    const names = member(schema, "enumNames");
    if (!areStrings(values) || !areStrings(names) || values.length !== names.length) return schema;
    log.report(has(schema, "oneOf") ? "reshaped" : "respelled", at, schema, change);
    const options = values.map((value, i) => ({ const: value, title: names[i]! }));
    return replaced(schema, "enum", "oneOf", options, ["enumNames", "oneOf"]);
  },

  legacy_enum(schema, at, log, change) {
    const options = member(schema, "oneOf");
    if (!Array.isArray(options) || !options.every(isOption)) return schema;
    const bare = options.every((option) => Object.keys(option as JsonObject).length === 2);
    const whole = bare && !["default", "enum", "enumNames"].some((name) => has(schema, name));
    log.report(whole ? "respelled" : "reshaped", at, schema, change);
    const titles = options as { const: string; title: string }[];
    const values = titles.map((option) => option.const);
    const changed = replaced(schema, "oneOf", "enum", values, ["enum", "enumNames", "default"]);
    return { ...changed, enumNames: titles.map((option) => option.title) };
  },

  no_multi_select(form, at, log, change) {
    const properties = objectAt(form, "properties", at);
    const names = Object.keys(properties);
    const multiple = names.filter((name) => {
      const field = properties[name];
      return isObject(field) && member(field, "type") === "array";
    });
    const required = member(form, "required");
    for (const name of multiple) {
      if (multiple.length === names.length || (Array.isArray(required) && required.includes(name))) {
        log.refuse(to(to(at, "properties"), name), change, INVALID_PARAMS);
      }
    }
    for (const name of multiple) log.drop(properties, name, to(at, "properties"), change);
  },

  single_answers(value, at, log, change) {
    if (value.length !== 1) log.refuse(at, change, INVALID_PARAMS);
    log.report("reshaped", at, value, change);
    return value[0]!;
  },

  single_blocks(params, at, log, change) {
    const messages = arrayAt(params, "messages", at);
    if (!messages.some((message) => isObject(message) && Array.isArray(member(message, "content")))) return;
    const place = to(at, "messages");
    const split: Json[] = [];
    const moves: [Path, Path][] = [];
    messages.forEach((message, i) => {
      const here = to(place, i);
      const blocks = isObject(message) ? member(message, "content") : undefined;
      const there = to(place, split.length);
      if (!Array.isArray(blocks)) {
        moves.push([there, here]);
        split.push(message);
      } else if (!blocks.length) {
        log.report("dropped", here, message, change);
      } else if (blocks.length === 1) {
        log.report("reshaped", to(here, "content"), blocks, change);
        moves.push([to(there, "content"), to(to(here, "content"), 0)], [there, here]);
        (message as JsonObject).content = blocks[0]!;
        split.push(message);
      } else {
        log.report("reshaped", here, message, change);
        blocks.forEach((block, k) => {
          const next = to(place, split.length);
          moves.push([to(next, "content"), to(to(here, "content"), k)], [next, here]);
          split.push({ ...copied({ ...(message as JsonObject), content: null }), content: block });
        });
      }
    });
    params.messages = split;
    log.moved(moves);
  },

  one_block(result, at, log, change) {
    const blocks = result.content;
    if (!Array.isArray(blocks)) return;
    const place = to(at, "content");
    if (blocks.length === 1) {
      log.report("reshaped", place, blocks, change);
      log.moved([[place, to(place, 0)]]);
      result.content = blocks[0]!;
    } else if (blocks.length && blocks.every(isText)) {
      log.report("weakened", place, blocks, change);
      result.content = { type: "text", text: blocks.map((block) => block.text).join("\n") };
    } else {
      log.refuse(place, change, INVALID_PARAMS);
    }
  },

  fill_request_meta(params, at, log, change) {
    fillMeta(params, at, log, change, log.context!.stated);
  },

  fill_task_meta(params, at, log, change) {
    const stated = new Map(log.context!.stated);
    const name = capabilitiesIn(log);
    const own = (stated.get(name) ?? {}) as JsonObject;
    stated.set(name, { ...own, extensions: { ...(isObject(own.extensions ?? null) ? (own.extensions as JsonObject) : {}), [TASKS]: {} } });
    fillMeta(params, at, log, change, stated);
  },

  task_units_up(task, at, log, change) {
    log.report("respelled", at, task, change);
    unitsUp(task, at, log, change);
  },

  created_task_up(result, at, log, change) {
    const task = objectAt(result, "task", at);
    log.report("respelled", at, result, change);
    delete result.task;
    unitsUp(task, to(at, "task"), log, change);
    for (const name of ["_meta", "resultType"]) if (has(task, name)) log.drop(task, name, to(at, "task"), change);
    for (const name of Object.keys(result)) if (has(task, name) || TASK_MEMBERS.includes(name)) log.drop(result, name, at, change);
    for (const name of Object.keys(task)) put(result, name, task[name]!);
    return result;
  },

  task_units_down(task, at, log, change) {
    log.report("respelled", at, task, change);
    for (const [older, newer] of UNITS) renamed(task, newer, older, at, log, change);
    return task;
  },

  failed_tool(task, at, log, change) {
    if (member(task, "status") !== "completed" || !isObject(task.result) || member(task.result, "isError") !== true) return;
    log.report("reshaped", to(at, "status"), "completed", change);
    task.status = "failed";
  },

  created_task_down(result) {
    const task: JsonObject = {};
    for (const name of Object.keys(result)) {
      if (name === "_meta") continue;
      put(task, name, result[name]!);
      delete result[name];
    }
    result.task = task;
  },

  completion_limit(completion, at, log, change) {
    const values = arrayAt(completion, "values", at);
    if (values.length <= 100) return;
    log.report("weakened", to(at, "values"), values, change);
    completion.values = values.slice(0, 100);
    log.fill(completion, "hasMore", true, at, change);
  },

  errors_up(frame, at, log, change) {
    const error = frame.error as JsonObject;
    const code = Number(error.code);
    const data = member(error, "data");
    const place = to(at, "error");
    const answering = log.answering ?? "";
    let now = INTERNAL_ERROR;
    if (code === INVALID_PARAMS && answering === "initialize") {
      if (!isObject(data) || !has(data, "supported")) return;
      now = UNSUPPORTED_VERSION;
    } else if (code !== NOT_FOUND && !(code >= -32099 && code <= HEADER_MISMATCH)) {
      return;
    } else if (code === NOT_FOUND && ["resources/read", "resources/subscribe"].includes(answering)) {
      now = INVALID_PARAMS;
    } else {
      const original: JsonObject = { code: error.code! };
      if (data === undefined) {
        log.report("invented", to(place, "data"), original, change);
      } else {
        original.data = data;
        log.report("reshaped", to(place, "data"), data, change);
      }
      error.data = original;
    }
    log.fill(error, "code", now, place, change);
  },

  errors_down(frame, at, log, change) {
    const error = frame.error as JsonObject;
    const data = member(error, "data");
    const code = Number(error.code);
    let now: number;
    if (code === HEADER_MISMATCH) now = INTERNAL_ERROR;
    else if (code === MISSING_CAPABILITY) now = INVALID_PARAMS;
    else if (code === UNSUPPORTED_VERSION && log.answering === "initialize") now = INVALID_PARAMS;
    else if (code === INVALID_PARAMS && log.answering === "resources/read" && isObject(data) && has(data, "uri")) now = NOT_FOUND;
    else return;
    log.fill(error, "code", now, to(at, "error"), change);
  },
};
