/**
 * The log of one conversion: edits report events, the log merges them into losses.
 *
 * An event is a kind of loss, a path, a value and a change; an event `moved` is a table of new and old paths, with the
 * value and the change of a single move. A member that is `renamed` is respelled by its name or path alone; one that is
 * `replaced` is reshaped, and `now` is its new value. Objects are `made` by a move, or left empty by it and `cleared`. The
 * tree is the frame, which each edit changes; times count the events that are kept. The rules are in
 * docs/conversion-data.md.
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

type Moved = [to: Path, from: Path];
type Kind = LossKind | "renamed" | "replaced";
type Event =
  | { kind: Kind; at: Path; value: Json; now?: Json; change: Change }
  | { kind: "moved"; moves: Moved[]; value?: Json; change?: Change }
  | { kind: "made" | "cleared"; at: Path };

/** The edit `move`: names from the object down, and what becomes of the objects on the way. */
export interface Move {
  source: string[];
  target: string[];
  makes: boolean;
  clears: boolean;
}
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

  /** Report values that moved, all at once; `value` and `change` are those of a single one. */
  moved(moves: Moved[], value?: Json, change?: Change): void {
    this.severalTrees = true;
    this.events.push({ kind: "moved", moves, value, change });
  }

  /** Remove a member that is present. */
  drop(owner: JsonObject, name: string, at: Path, change: Change): void {
    this.report("dropped", { up: at, key: name }, owner[name]!, change);
    delete owner[name];
  }

  /** Give a member the path that it has in the target; another there is unknown and goes. */
  move(owner: JsonObject, { source, target, makes, clears }: Move, at: Path, change: Change): void {
    const [last, now] = [source.at(-1)!, target.at(-1)!];
    const stray = holderOf(owner, target, at);
    if (stray && has(stray.holder, now)) this.drop(stray.holder, now, stray.at, change);
    const from = holderOf(owner, source, at);
    if (!from || !has(from.holder, last)) return;
    let [into, here] = [owner, at];
    for (const name of target.slice(0, -1)) {
      if (!isObject(member(into, name))) {
        this.severalTrees = true; // events inside the value may be in the log
        if (!makes) return this.drop(from.holder, last, from.at, change);
        if (has(into, name)) this.drop(into, name, here, change);
        put(into, name, {});
        this.events.push({ kind: "made", at: { up: here, key: name } });
      }
      [into, here] = [member(into, name) as JsonObject, { up: here, key: name }];
    }
    const old = { up: from.at, key: last };
    const value = from.holder[last]!;
    this.report("renamed", old, value, change);
    delete from.holder[last];
    put(into, now, value);
    this.moved([[{ up: here, key: now }, old]], value, change);
    for (let end = source.length - 1; clears && end > 0; end--) {
      const name = source[end - 1]!;
      const above = holderOf(owner, source.slice(0, end), at);
      if (!above || Object.keys(member(above.holder, name) as JsonObject).length) break;
      delete above.holder[name];
      this.events.push({ kind: "cleared", at: { up: above.at, key: name } });
    }
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
  const { at, ...rest } = event as Extract<Event, { kind: Kind }>;
  return { ...rest, keys: keysOf(at) };
}

const GRAVITY: readonly Kind[] = ["respelled", "reshaped", "weakened", "dropped"];

/**
 * A value of a tree: the time of its event, the keys that it came from if it moved, and its parts. Where it is
 * replaced, no edit inside concerns a value of the first tree. `own`: a value of the first tree that has moved, in either
 * tree. `made`: a move has made the object.
 */
class Node {
  time: number | undefined;
  origin: Key[] | undefined;
  replaced = false;
  own = false;
  made = false;
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
    return this.split(() => false)[0];
  }

  /** Return the nodes inside, without those apart and inside these; and those apart. */
  split(isApart: (node: Node) => boolean): [inside: Place[], apart: Place[]] {
    const found: Place[] = [{ keys: [], node: this }];
    const apart: Place[] = [];
    for (const { keys, node } of found) {
      for (const [key, inner] of node.inner) (isApart(inner) ? apart : found).push({ keys: [...keys, key], node: inner });
    }
    return [found.slice(1), apart];
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
  private time = 0;

  constructor(events: readonly Event[]) {
    for (const event of events) {
      switch (event.kind) {
        case "moved": this.move(event.moves, event.value, event.change); break;
        case "made": this.make(keysOf(event.at)); break;
        case "cleared": this.clear(keysOf(event.at)); break;
        case "invented": this.invent(keyed(event)); break;
        default: this.lose(keyed(event));
      }
    }
  }

  /** Return the events that remain, inventions by their keys in the last tree. */
  losses(): Keyed[] {
    for (const { keys, node } of timed(this.current.below())) this.events.get(node.time!)!.keys = keys;
    return [...this.events.values()];
  }

  private move(moves: Moved[], value?: Json, change?: Change): void {
    const pairs = moves.map(([to, from]): [Key[], Key[]] => [keysOf(to), keysOf(from)]);
    const changed = pairs
      .filter(([to, from]) => pointerOf(to) !== pointerOf(from))
      .map(([to, from]) => ({ to, from, node: undefined as Node | undefined, origin: this.origin(from), owner: this.owner(from) }));
    for (const one of changed.toSorted((a, b) => b.from.length - a.from.length)) {
      const holder = this.current.find(one.from.slice(0, -1));
      one.node = holder?.inner.get(one.from.at(-1)!);
      holder?.inner.delete(one.from.at(-1)!);
    }
    for (const { to, node = new Node(), origin, owner } of changed.toSorted((a, b) => a.to.length - b.to.length)) {
      node.origin = origin;
      node.own = !owner && change !== undefined;
      if (node.own) this.first.make(origin).own = true;
      this.current.make(to.slice(0, -1)).inner.set(to.at(-1)!, node);
      if (change && owner && owner !== node && !this.owner(to)) this.invent({ kind: "invented", keys: to, value: value!, change });
    }
  }

  private make(keys: Key[]): void {
    const node = new Node();
    node.made = true;
    this.current.make(keys.slice(0, -1)).inner.set(keys.at(-1)!, node);
  }

  private clear(keys: Key[]): void {
    const holder = this.current.find(keys.slice(0, -1));
    const node = holder?.inner.get(keys.at(-1)!);
    holder?.inner.delete(keys.at(-1)!);
    if (node) this.forget(node);
  }

  private invent(event: Keyed): void {
    const node = this.current.make(event.keys);
    const owner = this.owner(event.keys);
    if (owner && owner !== node) return;
    this.forget(node);
    node.time = this.note(event);
  }

  private lose(event: Keyed): void {
    const { kind, keys, change } = event;
    const node = this.current.make(keys);
    const owner = this.owner(keys);
    const at = this.origin(keys);
    const alien = owner !== undefined || node.made;
    const isGuest = (inner: Node): boolean => inner.own && (alien || !at.every((key, i) => inner.origin![i] === key));
    const [inside, guests] = node.split(isGuest);
    const gone = kind === "dropped" || kind === "replaced";
    for (const guest of kind === "renamed" ? [] : guests) {
      const value = member(ownerOf(event.value, guest.keys) as JsonObject, guest.keys.at(-1) as string)!;
      this.lose({ kind: gone ? "dropped" : kind, keys: [...keys, ...guest.keys], value, change });
    }
    if (owner) {
      if (owner !== node || !gone) return;
      node.inner.clear();
      const cause = this.events.get(node.time!)!.change;
      this.forget(node);
      if (kind === "replaced") this.invent({ kind: "invented", keys, value: event.now!, change: cause });
      return;
    }
    if (gone) {
      node.inner.clear();
      node.replaced = kind === "replaced";
    }
    if (!node.made) this.loseFirst(event, at, inside, without(event.value, [...guests, ...timed(inside)]));
  }

  /** Note the loss of a value of the first tree, `old` with the names that it has now. */
  private loseFirst(event: Keyed, at: Key[], inside: Place[], old: Json): void {
    const { change } = event;
    const renamed = event.kind === "renamed";
    const here = new Set(inside.filter(({ node }) => node.own).map(({ node }) => this.first.make(node.origin!)));
    const place = this.first.make(at);
    const whole = this.withLosses(withOldPaths(old, inside, at), timed(place.below()));
    if (!renamed) {
      // A part that has moved away goes on, until it is lost itself.
      const [lost] = place.split((node) => node.own && !here.has(node) && !this.isDropped(node));
      for (const { node } of [...inside, ...lost]) this.forget(node);
    }
    const kind = REPORTED_AS[event.kind] ?? event.kind;
    if (place.own && this.isInsideDropped(at)) {
      this.forget(place);
    } else if (place.time === undefined) {
      const edited = event.kind === "respelled" && whole !== old;
      place.time = this.note({ kind: edited ? "reshaped" : kind, keys: at, value: whole, change });
    } else {
      const earlier = this.events.get(place.time)!;
      if (GRAVITY.indexOf(kind) > GRAVITY.indexOf(earlier.kind)) {
        this.events.set(place.time, { kind, keys: at, value: earlier.value, change });
      }
    }
  }

  /** Keep an event and return its time. */
  private note(event: Keyed): number {
    this.events.set(++this.time, event);
    return this.time;
  }

  private isDropped(node: Node): boolean {
    return node.time !== undefined && this.events.get(node.time)!.kind === "dropped";
  }

  /** Return whether a value of the first tree stood in one that was dropped. */
  private isInsideDropped(keys: Key[]): boolean {
    let node = this.first;
    for (const key of keys) {
      if (this.isDropped(node)) return true;
      node = node.inner.get(key)!;
    }
    return false;
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
    let owner: Node | undefined;
    let node = this.current;
    for (const key of keys) {
      if (!owner && (node.time !== undefined || node.replaced)) owner = node;
      const inner = node.inner.get(key);
      if (!inner) return owner;
      node = inner;
      if (node.own) owner = undefined;
    }
    return !owner && node.time !== undefined ? node : owner;
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

function without(value: Json, gone: Place[]): Json {
  if (!gone.length) return value;
  const edited = copied(value);
  for (const { keys } of gone) {
    const owner = ownerOf(edited, keys) as JsonObject | Json[];
    const key = keys.at(-1)!;
    if (Array.isArray(owner)) owner.splice(Number(key), 1);
    else delete owner[key];
  }
  return edited;
}

/** Return a value, `at` in the first tree, whose parts have the names and places that they had there. */
function withOldPaths(value: Json, inside: Place[], at: Key[]): Json {
  const origins = new Map<Node | undefined, Key[] | undefined>([[undefined, at]]);
  const holders = new Map<Node, Node>();
  for (const { node } of inside) for (const inner of node.inner.values()) holders.set(inner, node);
  for (const { keys, node } of inside) {
    const above = origins.get(holders.get(node));
    origins.set(node, node.origin ?? (node.made || !above ? undefined : [...above, keys.at(-1)!]));
  }
  let edited: Json | undefined;
  const moved: { keys: Key[]; part: Json }[] = [];
  for (const { keys, node } of inside.toReversed()) {
    const [key, old] = [keys.at(-1)!, node.origin];
    const holder = origins.get(holders.get(node));
    const isMoved = node.own && (!holder || pointerOf(old!.slice(0, -1)) !== pointerOf(holder));
    const isRenamed = old !== undefined && typeof old.at(-1) === "string" && typeof key === "string" && old.at(-1) !== key;
    if (!isMoved && !isRenamed && !node.made) continue;
    edited ??= copied(value);
    const owner = ownerOf(edited, keys); // absent where an edit has replaced what held the member
    if (!isObject(owner) || typeof key !== "string" || !has(owner, key)) continue;
    const part = owner[key]!;
    delete owner[key];
    if (isMoved) moved.push({ keys: old!.slice(at.length), part });
    else if (old) put(owner, old.at(-1) as string, part);
  }
  for (const { keys, part } of moved.toSorted((a, b) => a.keys.length - b.keys.length)) {
    let owner: Json | undefined = edited;
    for (const key of keys.slice(0, -1)) {
      if (isObject(owner) && !has(owner, key as string)) put(owner, key as string, {});
      owner = ownerOf(owner as Json, [key, ""]);
    }
    if (isObject(owner)) put(owner, keys.at(-1) as string, part);
  }
  return edited ?? value;
}

/** Return the object that may hold the last member of a path, and its path; nothing where the way is none of objects. */
function holderOf(owner: JsonObject, path: string[], at: Path): { holder: JsonObject; at: Path } | undefined {
  for (const name of path.slice(0, -1)) {
    const inner = member(owner, name);
    if (!isObject(inner)) return undefined;
    [owner, at] = [inner, { up: at, key: name }];
  }
  return { holder: owner, at };
}

/** Return the container of the last of the keys. */
function ownerOf(tree: Json, keys: Key[]): Json | undefined {
  let owner: Json | undefined = tree;
  for (const key of keys.slice(0, -1)) owner = isObject(owner) || Array.isArray(owner) ? (owner as JsonObject)[key] : undefined;
  return owner;
}
