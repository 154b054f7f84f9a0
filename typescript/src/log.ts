/**
 * The log of one conversion: edits report events, the log merges them into losses.
 *
 * An event is a kind of loss, a path, a value and a change; an event `moved` is a table of new and old paths. A member
 * that is `renamed` is respelled by its name alone; one that is `replaced` is reshaped, and `now` is its new value. The
 * tree is the frame, which each edit changes; the time of an event is its index. The rules are in docs/conversion-data.md.
 */

import { DecodeError, INTERNAL_ERROR, INVALID_PARAMS, type Loss, type LossKind } from "./errors.ts";
import {
  copied, formOf, has, isObject, type Json, type JsonObject, type Key, keysOf, member, type Path, pointer, pointerOf, put,
  sameJson, WORDS,
} from "./json.ts";

export interface Change {
  id: string;
  reason: string;
}

type Move = [to: Path, from: Path];
type Kind = LossKind | "renamed" | "replaced";
type Event = { kind: Kind; at: Path; value: Json; now?: Json; change: Change } | { kind: "moved"; moves: Move[] };
const REPORTED_AS: { [kind: string]: LossKind } = { renamed: "respelled", replaced: "reshaped" };

/** An edit refuses the frame; `code` answers a request. */
export class Refusal extends Error {
  readonly at: Path;
  readonly change: Change;
  readonly code: number | null;

  constructor(at: Path, change: Change, code: number | null) {
    super(change.reason);
    this.at = at;
    this.change = change;
    this.code = code;
  }
}

/** The members of `_meta` that the target repeats: the stated ones, and the checks of all such members. */
export interface Context {
  stated: Map<string, Json>;
  fits: Map<string, (value: Json) => boolean>;
}

export function expected(form: string, at: Path): DecodeError {
  return new DecodeError(pointer(at), `expected ${form}`);
}

/** Return a member that must be an array. */
export function arrayAt(owner: JsonObject, name: string, at: Path): Json[] {
  const value = member(owner, name);
  if (!Array.isArray(value)) throw expected("an array", { up: at, key: name });
  return value;
}

/** Return a member that must be an object. */
export function objectAt(owner: JsonObject, name: string, at: Path): JsonObject {
  const value = member(owner, name);
  if (!isObject(value)) throw expected("an object", { up: at, key: name });
  return value;
}

export class Log {
  readonly events: Event[] = [];
  /** The method that a response answers. */
  readonly answering: string | null;
  readonly context: Context | null;
  private severalTrees = false;

  constructor(answering: string | null, context: Context | null) {
    this.answering = answering;
    this.context = context;
  }

  report(kind: LossKind | "renamed", at: Path, value: Json, change: Change): void {
    this.events.push({ kind, at, value: kind === "dropped" || kind === "invented" ? value : copied(value), change });
  }

  /** Report values that moved, all at once. */
  moved(moves: Move[]): void {
    this.severalTrees = true;
    this.events.push({ kind: "moved", moves });
  }

  /** Remove a member that is present. */
  drop(owner: JsonObject, name: string, at: Path, change: Change): void {
    this.report("dropped", { up: at, key: name }, owner[name]!, change);
    delete owner[name];
  }

  /** Give a member the name that it has in the target; another of that name is unknown and goes. */
  rename(owner: JsonObject, name: string, now: string, at: Path, change: Change): void {
    if (has(owner, now)) this.drop(owner, now, at, change);
    if (!has(owner, name)) return;
    const value = owner[name]!;
    this.report("renamed", { up: at, key: name }, value, change);
    put(owner, now, value);
    delete owner[name];
    this.moved([[{ up: at, key: now }, { up: at, key: name }]]);
  }

  /** Set a member: invented where it is absent, reshaped where it differs. */
  fill(owner: JsonObject, name: string, value: Json, at: Path, change: Change): void {
    const old = member(owner, name);
    if (old !== undefined && sameJson(old, value)) return;
    const made = copied(value); // a plan is shared by all frames
    const place = { up: at, key: name };
    if (old === undefined) this.report("invented", place, made, change);
    else this.events.push({ kind: "replaced", at: place, value: copied(old), now: made, change });
    put(owner, name, made);
  }

  /** Remove a member if it has a value, an object if it has these members; refuse the frame otherwise. */
  dropOnly(owner: JsonObject, name: string, value: Json, at: Path, change: Change): void {
    const stated = owner[name]!;
    const place = { up: at, key: name };
    if (formOf(stated) !== formOf(value)) throw expected(WORDS[formOf(value)]!, place);
    const matches = isObject(value)
      ? Object.keys(value).every((key) => sameJson(member(stated as JsonObject, key), value[key]))
      : sameJson(stated, value);
    if (!matches) this.refuse(place, change, INVALID_PARAMS);
    this.drop(owner, name, at, change);
  }

  /** Remove members of the object under a name, and the object if nothing else is left. */
  dropInside(owner: JsonObject, name: string, names: readonly string[], at: Path, change: Change): void {
    const inner = objectAt(owner, name, at);
    const found = names.filter((key) => has(inner, key));
    for (const key of found) this.drop(inner, key, { up: at, key: name }, change);
    if (found.length && Object.keys(inner).length === 0) delete owner[name];
  }

  refuse(at: Path, change: Change, code: number | null = null): never {
    throw new Refusal(at, change, code ?? INTERNAL_ERROR);
  }

  /** Note that a plan reported events after those of earlier plans. */
  endStep(before: number): void {
    if (before > 0 && before < this.events.length) this.severalTrees = true;
  }

  /** Return the losses in the order of their events. */
  losses(): Loss[] {
    const merged = this.severalTrees ? new Merged(this.events).losses() : this.events.map(keyed);
    return merged.map(({ kind, keys, value, change }) => ({
      kind: REPORTED_AS[kind] ?? (kind as LossKind),
      pointer: pointerOf(keys),
      value: kind === "invented" ? copied(value) : value,
      reason: change.reason,
      change: change.id,
    }));
  }
}

interface Keyed {
  kind: Kind;
  keys: Key[];
  value: Json;
  now?: Json;
  change: Change;
}

function keyed(event: Event): Keyed {
  const { at, ...rest } = event as Exclude<Event, { kind: "moved" }>;
  return { ...rest, keys: keysOf(at) };
}

const GRAVITY: readonly Kind[] = ["respelled", "reshaped", "weakened", "dropped"];

/**
 * A value of a tree: the time of its event, the keys that it came from if it moved, and its parts. Where it is
 * replaced, no edit inside concerns a value of the first tree.
 */
class Node {
  time: number | undefined;
  origin: Key[] | undefined;
  replaced = false;
  readonly inner = new Map<Key, Node>();

  find(keys: Key[]): Node | undefined {
    let node: Node | undefined = this;
    for (const key of keys) node = node?.inner.get(key);
    return node;
  }

  make(keys: Key[]): Node {
    let node: Node = this;
    for (const key of keys) {
      let next = node.inner.get(key);
      if (!next) node.inner.set(key, (next = new Node()));
      node = next;
    }
    return node;
  }

  /** Return the nodes inside with their keys from here, each after those that hold it. */
  below(): Place[] {
    const found: Place[] = [{ keys: [], node: this }];
    for (const { keys, node } of found) {
      for (const [key, inner] of node.inner) found.push({ keys: [...keys, key], node: inner });
    }
    return found.slice(1);
  }
}

interface Place {
  keys: Key[];
  node: Node;
}

/** Return the places with an event, in the order of the events. */
function timed(places: Place[]): Place[] {
  return places.filter((one) => one.node.time !== undefined).sort((a, b) => a.node.time! - b.node.time!);
}

/** The events so far: losses in the first tree; inventions, and what moved, in the current tree. */
class Merged {
  private readonly events = new Map<number, Keyed>();
  private readonly first = new Node();
  private readonly current = new Node();

  constructor(events: readonly Event[]) {
    events.forEach((event, time) => {
      if (event.kind === "moved") this.move(event.moves);
      else if (event.kind === "invented") this.invent(time, keyed(event));
      else this.lose(time, keyed(event));
    });
  }

  /** Return the events that remain, inventions by their keys in the last tree. */
  losses(): Keyed[] {
    for (const { keys, node } of timed(this.current.below())) this.events.get(node.time!)!.keys = keys;
    return [...this.events.values()];
  }

  private move(moves: Move[]): void {
    const pairs = moves.map(([to, from]): [Key[], Key[]] => [keysOf(to), keysOf(from)]);
    const changed = pairs
      .filter(([to, from]) => pointerOf(to) !== pointerOf(from))
      .map(([to, from]) => ({ to, from, node: undefined as Node | undefined, origin: this.origin(from) }));
    for (const one of changed.toSorted((a, b) => b.from.length - a.from.length)) {
      const owner = this.current.find(one.from.slice(0, -1));
      one.node = owner?.inner.get(one.from.at(-1)!);
      owner?.inner.delete(one.from.at(-1)!);
    }
    for (const { to, node = new Node(), origin } of changed.toSorted((a, b) => a.to.length - b.to.length)) {
      node.origin = origin;
      this.current.make(to.slice(0, -1)).inner.set(to.at(-1)!, node);
    }
  }

  private invent(time: number, event: Keyed): void {
    const node = this.current.make(event.keys);
    const owner = this.owner(event.keys);
    if (owner && owner !== node) return;
    this.forget(node);
    node.time = time;
    this.events.set(time, event);
  }

  private lose(time: number, event: Keyed): void {
    const { keys, change } = event;
    const node = this.current.make(keys);
    const owner = this.owner(keys);
    if (owner) {
      if (owner !== node) return;
      if (event.kind === "replaced") {
        const cause = this.events.get(node.time!)!.change;
        this.invent(time, { kind: "invented", keys, value: event.now!, change: cause });
      } else if (event.kind === "dropped") this.forget(node);
      return;
    }
    const inside = node.below();
    const at = this.origin(keys);
    const place = this.first.make(at);
    const lost = place.below();
    const old = without(event.value, timed(inside));
    const whole = this.withLosses(withOldNames(old, inside), timed(lost));
    if (event.kind !== "renamed") for (const part of [...inside, ...lost]) this.forget(part.node);
    if (event.kind === "dropped" || event.kind === "replaced") {
      node.inner.clear();
      node.replaced = event.kind === "replaced";
    }
    const kind = REPORTED_AS[event.kind] ?? event.kind;
    if (place.time === undefined) {
      place.time = time;
      const edited = event.kind === "respelled" && whole !== old;
      this.events.set(time, { kind: edited ? "reshaped" : kind, keys: at, value: whole, change });
      return;
    }
    const earlier = this.events.get(place.time)!;
    if (GRAVITY.indexOf(kind) > GRAVITY.indexOf(earlier.kind)) {
      this.events.set(place.time, { kind, keys: at, value: earlier.value, change });
    }
  }

  private forget(node: Node): void {
    if (node.time !== undefined) this.events.delete(node.time);
    node.time = undefined;
  }

  /** Return keys of the current tree as keys of the first. */
  private origin(keys: Key[]): Key[] {
    let node: Node | undefined = this.current;
    let origin: Key[] = [];
    let known = 0;
    for (const [i, key] of keys.entries()) {
      node = node.inner.get(key);
      if (!node) break;
      if (node.origin) [origin, known] = [node.origin, i + 1];
    }
    return [...origin, ...keys.slice(known)];
  }

  /** Return the invention at keys of the current tree, or what holds them: invented, or replaced. */
  private owner(keys: Key[]): Node | undefined {
    let node: Node | undefined = this.current;
    for (const key of keys) {
      if (!node || node.time !== undefined || node.replaced) return node;
      node = node.inner.get(key);
    }
    return node?.time === undefined ? undefined : node;
  }

  private withLosses(value: Json, lost: Place[]): Json {
    if (!lost.length) return value;
    const edited = copied(value);
    for (const { keys, node } of lost.reverse()) {
      const { kind, value: part } = this.events.get(node.time!)!;
      const owner = ownerOf(edited, keys) as JsonObject | Json[];
      const key = keys.at(-1)!;
      if (kind === "dropped" && Array.isArray(owner)) owner.splice(Number(key), 0, part);
      else put(owner, key, part);
    }
    return edited;
  }
}

function without(value: Json, invented: Place[]): Json {
  if (!invented.length) return value;
  const edited = copied(value);
  for (const { keys } of invented) {
    const owner = ownerOf(edited, keys) as JsonObject | Json[];
    const key = keys.at(-1)!;
    if (Array.isArray(owner)) owner.splice(Number(key), 1);
    else delete owner[key];
  }
  return edited;
}

/** Return a value whose members have the names that they had in the first tree. */
function withOldNames(value: Json, inside: Place[]): Json {
  const renamed = inside.filter(({ keys, node: { origin } }) => origin && typeof origin.at(-1) === "string" && origin.at(-1) !== keys.at(-1));
  if (!renamed.length) return value;
  const edited = copied(value);
  for (const { keys, node } of renamed.reverse()) {
    const owner = ownerOf(edited, keys); // absent where an edit has replaced what held the member
    const key = keys.at(-1)!;
    if (!isObject(owner) || typeof key !== "string" || !has(owner, key)) continue;
    put(owner, node.origin!.at(-1) as string, owner[key]!);
    delete owner[key];
  }
  return edited;
}

/** Return the container of the last of the keys. */
function ownerOf(tree: Json, keys: Key[]): Json | undefined {
  let owner: Json | undefined = tree;
  for (const key of keys.slice(0, -1)) owner = isObject(owner) || Array.isArray(owner) ? (owner as JsonObject)[key] : undefined;
  return owner;
}
