/**
 * Losses: the events of several plans, or about values that moved → the values that the first frame lost and the last one gained.
 *
 * In: events, whose paths speak of the tree at their time, and both frames. Out: losses by their places and values in
 * the first frame, inventions by those in the last, in the order of the events. Events inside a value that an edit has
 * invented or replaced concern no value of the first frame.
 */

import { LOSSLESS, type LossKind } from "./errors.ts";
import { type Json, type Key, pointerOf, valueAt } from "./json.ts";
import type { Event, Moved } from "./log.ts";
import type { Change } from "./published.ts";

const GRAVITY: readonly LossKind[] = ["respelled", "reshaped", "weakened", "dropped"];

/** An edit of a value, or a loss before it is worded. */
export interface Edited {
  kind: LossKind | "omitted" | "renamed" | "replaced";
  keys: Key[];
  value: Json;
  change: Change;
}

/** Return the kind of loss that an edit reports. */
export function lossOf(kind: Edited["kind"]): LossKind {
  return kind === "renamed" || kind === "omitted" ? "respelled" : kind === "replaced" ? "reshaped" : kind;
}

/**
 * Return the losses that remain of the events, by the frame that was converted and the one that came out.
 *
 * If nothing moved, an event that concerns no value of another is a loss as it is. `first` returns the frame that was
 * converted, and is only asked about other events.
 */
export function merged(events: readonly Event[], first: () => Json, last: Json): Edited[] {
  const isApart = areApart(events);
  if (isApart.every(Boolean)) return events as Edited[];
  const trees = new Trees(first());
  events.forEach((event, i) => {
    if (isApart[i]) return trees.keep(event as Edited);
    switch (event.kind) {
      case "moved": return trees.move(event.moves, event.change);
      case "made": return trees.make(event.keys);
      case "invented": return trees.invent(event.keys, event.change);
      default: return trees.lose(event.kind, event.keys, event.change);
    }
  });
  return trees.found(last);
}

/** What happened at a place and inside: which event is the only one so far at the place, around it or in it. */
class Site {
  events = 0;
  inner: Map<Key, Site> | null = null;
}

/** Say of each event whether no other event lies at, in or around its place; of none, if something moved. */
function areApart(events: readonly Event[]): boolean[] {
  if (events.some(({ kind }) => kind === "moved" || kind === "made")) return events.map(() => false);
  const root = new Site();
  const paths = (events as readonly Edited[]).map(({ keys }) => {
    let site = root;
    for (const key of keys) {
      site.inner ??= new Map();
      let next = site.inner.get(key);
      if (!next) site.inner.set(key, (next = new Site()));
      site = next;
    }
    site.events++;
    return site;
  });
  return (events as readonly Edited[]).map(({ keys }, i) => {
    let site = root;
    for (const key of keys) {
      if (site.events) return false;
      site = site.inner!.get(key)!;
    }
    return paths[i]!.events === 1 && !paths[i]!.inner;
  });
}

interface Place {
  keys: Key[];
  part: Part;
}

/** A value of the first tree with its loss, or one of the current tree with its invention. */
class Part {
  loss: { kind: LossKind; change: Change; time: number } | undefined;
  /** The keys in the first tree of a value that has moved, in either tree; `null` for an object that a move made. */
  origin: Key[] | null | undefined;
  /** Whether the values inside came with an invention or a replacement. */
  isClosed = false;
  /** The parts inside by key, `null` without any: most parts have none. */
  #parts: Map<Key, Part> | null = null;

  get inner(): Map<Key, Part> {
    return (this.#parts ??= new Map());
  }

  /** Return the part under a key, made if there is none. */
  #under(key: Key): Part {
    const { inner } = this;
    let found = inner.get(key);
    if (!found) inner.set(key, (found = new Part()));
    return found;
  }

  /** Return the part under a key, if there is one. */
  get(key: Key): Part | undefined {
    return this.#parts?.get(key);
  }

  clear(): void {
    this.#parts = null;
  }

  /** Return this part and those on the path to keys. */
  path(keys: readonly Key[]): Part[] {
    const parts: Part[] = [this];
    for (const key of keys) parts.push(parts.at(-1)!.#under(key));
    return parts;
  }

  at(keys: readonly Key[]): Part {
    let part: Part = this;
    for (const key of keys) part = part.#under(key);
    return part;
  }

  /** Return this part and those inside, with their keys from here; and those apart, without the parts inside them. */
  split(isApart: (part: Part) => boolean): [inside: Place[], apart: Place[]] {
    const inside: Place[] = [{ keys: [], part: this }];
    const apart: Place[] = [];
    for (const { keys, part } of inside) {
      for (const [key, inner] of part.#parts ?? []) (isApart(inner) ? apart : inside).push({ keys: [...keys, key], part: inner });
    }
    return [inside, apart];
  }
}

/** The first tree with its losses, and the current one with its inventions. */
class Trees {
  readonly #frame: Json;
  readonly #first = new Part();
  readonly #current = new Part();
  readonly #kept: (Edited & { time: number })[] = [];
  #time = 0;

  constructor(frame: Json) {
    this.#frame = frame;
  }

  /** Keep a loss as it is. */
  keep(event: Edited): void {
    this.#kept.push({ ...event, time: ++this.#time });
  }

  found(last: Json): Edited[] {
    const listed = (tree: Part, frame: Json) =>
      tree.split(() => false)[0].flatMap(({ keys, part: { loss } }) => {
        const value = loss && valueAt(frame, keys);
        return value === undefined ? [] : [{ ...loss!, keys, value }];
      });
    return [...this.#kept, ...listed(this.#first, this.#frame), ...listed(this.#current, last)].sort((a, b) => a.time - b.time);
  }

  move(moves: Moved[], change: Change): void {
    const changed = moves
      .filter(([to, from]) => pointerOf(to) !== pointerOf(from))
      .map(([to, from]) => ({ to, from, part: undefined as Part | undefined, ...this.#trace(from) }));
    for (const one of changed.toSorted((a, b) => b.from.length - a.from.length)) {
      const holder = this.#current.at(one.from.slice(0, -1)).inner;
      one.part = holder.get(one.from.at(-1)!);
      holder.delete(one.from.at(-1)!);
    }
    for (const { to, part = new Part(), origin, isInside } of changed.toSorted((a, b) => a.to.length - b.to.length)) {
      this.#current.at(to.slice(0, -1)).inner.set(to.at(-1)!, part);
      if (origin) part.origin = this.#first.at(origin).origin = origin;
      else if (isInside) this.invent(to, change);
    }
  }

  make(keys: Key[]): void {
    const part = new Part();
    part.origin = null;
    this.#current.at(keys.slice(0, -1)).inner.set(keys.at(-1)!, part);
  }

  invent(keys: Key[], change: Change): void {
    if (this.#trace(keys).isInside) return;
    const part = this.#current.at(keys);
    part.loss = { kind: "invented", change, time: ++this.#time };
    part.isClosed = true;
  }

  lose(how: Edited["kind"], keys: Key[], change: Change): void {
    const { origin } = this.#trace(keys);
    const part = this.#current.at(keys);
    const isGuest = ({ origin: old }: Part): boolean => !!old && !origin?.every((key, i) => old[i] === key);
    const [inside, guests] = part.split(isGuest);
    if (how !== "renamed") for (const guest of guests) this.lose(how === "replaced" ? "dropped" : how, [...keys, ...guest.keys], change);
    const invention = part.loss;
    if (how === "dropped" || how === "omitted" || how === "replaced") {
      part.clear();
      part.isClosed = how === "replaced";
      part.loss = undefined;
    }
    if (how === "replaced" && !origin) this.invent(keys, invention?.change ?? change);
    if (origin) this.#loseFirst(how, origin, change, inside);
  }

  /** Note the loss of a value of the first tree, and with it of those `inside` unless it only has another name. */
  #loseFirst(how: Edited["kind"], keys: Key[], change: Change, inside: Place[]): void {
    let kind = lossOf(how);
    const above = this.#first.path(keys);
    const place = above.pop()!;
    if (valueAt(this.#frame, keys) === undefined) {
      // It is a part of another value, in its later form.
      const whole = above.findLast((part) => part.loss)?.loss;
      if (whole?.kind === "respelled") Object.assign(whole, { kind: "reshaped", change });
      return;
    }
    let { loss } = place;
    if (how !== "renamed") {
      // A part that has moved away goes on, until it is lost itself.
      const here = new Set(inside.map(({ part }) => part.origin && this.#first.at(part.origin)));
      const [lost, elsewhere] = place.split((part) => !!part.origin && !here.has(part) && part.loss?.kind !== "dropped");
      if (how === "respelled" && [...inside, ...lost, ...elsewhere].some(({ part }) => part.loss && part !== place)) kind = "reshaped";
      if (how === "omitted" && [...inside, ...lost].some(({ part }) => part.loss && !LOSSLESS.has(part.loss.kind))) kind = "dropped";
      for (const { part } of [...inside, ...lost]) part.loss = undefined;
    }
    if (!loss) loss = { kind, change, time: ++this.#time };
    else if (GRAVITY.indexOf(kind) > GRAVITY.indexOf(loss.kind)) loss = { ...loss, kind, change };
    const isPartOfLoss = kind === "dropped" && place.origin && above.some((part) => part.loss?.kind === "dropped");
    place.loss = isPartOfLoss ? undefined : loss;
  }

  /** Return the keys that a value of the current tree has in the first, if any, and whether it came with one that holds it. */
  #trace(keys: Key[]): { origin: Key[] | null; isInside: boolean } {
    let part: Part | undefined = this.#current;
    let origin: Key[] | null = [];
    let isInside = false;
    for (const key of keys) {
      if (part?.isClosed) [origin, isInside] = [null, true];
      part = part?.get(key);
      if (part?.origin) [origin, isInside] = [[...part.origin], false];
      else if (part?.origin === null) origin = null;
      else origin?.push(key);
    }
    return { origin: part?.loss ? null : origin, isInside };
  }
}
