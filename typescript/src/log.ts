/**
 * The log of one conversion: edits change the frame and report events, which are losses.
 *
 * An event is a kind of loss, a path, a value and a change. A member that is `renamed` is respelled by its name or path
 * alone. One that is `omitted` is respelled too: it was removed because its absence means the same. One that is `replaced` is
 * reshaped. An event `moved` is a table of new and old paths, `made` an object that a move
 * needs. Events of several plans, or about values that moved, are merged (`losses.ts`).
 */

import { DecodeError, INTERNAL_ERROR, INVALID_PARAMS, type Loss, NoCounterpart } from "./errors.ts";
import {
  copied, formOf, has, isObject, type Json, type JsonObject, type Key, lossPointer, member, pointerOf, put, sameJson, valueAt, Walk, WORDS,
} from "./json.ts";
import { type Edited, lossOf, merged } from "./losses.ts";
import type { Plan } from "./plan.ts";
import type { Change, Move } from "./published.ts";

export type Moved = [to: Key[], from: Key[]];
export type Event = Edited | { kind: "moved"; moves: Moved[]; change: Change } | { kind: "made"; keys: Key[] };

/** The members of `_meta` that the target repeats. */
export interface Context {
  stated: Map<string, Json>;
  /** The plan that has the types of all such members. */
  plan: Plan;
  /** The member that each request has, empty if none is known. */
  capabilities: string;
}

/** Values by their JSON type. */
type Formed = { array: Json[]; object: JsonObject; [form: string]: Json };

/** The walk of edits. Their `way` leads from the value of the edit to the object or value they speak of. */
export class Log extends Walk {
  readonly events: Event[] = [];
  /** The method that a response answers. */
  readonly answering: string | null;
  readonly context: Context | null;
  readonly #reply: (code: number, reason: string) => NoCounterpart["reply"];
  #severalTrees: boolean;

  /** `reply` returns the answer to a refused frame, `null` for one that is no request. Events of several plans are merged. */
  constructor(answering: string | null, context: Context | null, reply: (code: number, reason: string) => NoCounterpart["reply"], plans: number = 1) {
    super();
    this.#severalTrees = plans > 1;
    this.answering = answering;
    this.context = context;
    this.#reply = reply;
  }

  /** Return the error for a value of another form than the source allows. */
  expected(form: string, ...way: Key[]): DecodeError {
    return new DecodeError(pointerOf([...this.keys, ...way]), `expected ${form}`);
  }

  /** Return a value that must be of a JSON type. */
  formed<Form extends string>(value: Json | undefined, form: Form, ...way: Key[]): Formed[Form] {
    if (formOf(value) !== form) throw this.expected(WORDS[form]!, ...way);
    return value as Formed[Form];
  }

  /** Report an edit of a value; `value` is the one before it, of an invention the new one. */
  report(kind: Edited["kind"], way: readonly Key[], value: Json, change: Change): void {
    const stated = kind === "dropped" || kind === "omitted" || kind === "invented" ? value : copied(value);
    this.events.push({ kind, keys: [...this.keys, ...way], value: stated, change });
  }

  /** Report the members of a value that its other form, which is reported before, has no place for. */
  leftOut(owner: JsonObject, names: readonly string[], change: Change, way: readonly Key[] = []): void {
    for (const name of names) if (has(owner, name)) this.report("dropped", [...way, name], owner[name]!, change);
  }

  /** Report values that moved, all at once. */
  moved(moves: Moved[], change: Change): void {
    this.#severalTrees = true;
    const { keys } = this;
    this.events.push({ kind: "moved", moves: moves.map(([to, from]) => [[...keys, ...to], [...keys, ...from]]), change });
  }

  /** Note an object that stands in no other frame, and is no loss. */
  made(way: readonly Key[]): void {
    this.#severalTrees = true;
    this.events.push({ kind: "made", keys: [...this.keys, ...way] });
  }

  /** Remove a member that is present. */
  drop(owner: JsonObject, name: string, change: Change, way: readonly Key[] = []): void {
    this.report("dropped", [...way, name], owner[name]!, change);
    delete owner[name];
  }

  /** Give a member the path that it has in the target; another there is unknown and goes. */
  move(owner: JsonObject, { source, target, makes, clears, change, removal }: Omit<Move, "kind">): void {
    const [name, now] = [source.at(-1)!, target.at(-1)!];
    const [above, below] = [source.slice(0, -1), target.slice(0, -1)];
    const stray = objectIn(owner, below);
    if (stray && has(stray, now)) this.drop(stray, now, removal, below);
    const holder = objectIn(owner, above);
    if (!holder || !has(holder, name)) {
      this.#severalTrees ||= this.events.length > 0; // the member may have been dropped before its holder goes
      return;
    }
    let into = owner;
    for (const [i, next] of below.entries()) {
      if (!isObject(member(into, next))) {
        this.#severalTrees = true; // events inside the value may be in the log
        if (!makes) return this.drop(holder, name, removal, above);
        if (has(into, next)) this.drop(into, next, removal, below.slice(0, i));
        put(into, next, {});
        this.made(below.slice(0, i + 1));
      }
      into = into[next] as JsonObject;
    }
    const value = holder[name]!;
    this.report("renamed", source, value, change);
    delete holder[name];
    put(into, now, value);
    this.moved([[[...target], [...source]]], change);
    for (let way = above; way.length > Math.max(above.length - clears, 0) && isEmpty(valueAt(owner, way)); way = way.slice(0, -1)) {
      delete objectIn(owner, way.slice(0, -1))![way.at(-1)!];
    }
  }

  /** Set a member: invented where it is absent, reshaped where it differs. */
  fill(owner: JsonObject, name: string, value: Json, change: Change, way: readonly Key[] = []): void {
    const old = member(owner, name);
    if (old !== undefined && sameJson(old, value)) return;
    const made = copied(value); // a plan is shared by all frames
    if (old === undefined) this.report("invented", [...way, name], made, change);
    else this.report("replaced", [...way, name], old, change);
    put(owner, name, made);
  }

  /**
   * Remove a member if it has a value, an object if it has these members; refuse the frame otherwise. Absence says the
   * same in the target, but not what further members of the object said: with them, it is dropped.
   */
  dropOnly(owner: JsonObject, name: string, value: Json, change: Change): void {
    const stated = owner[name]!;
    this.formed(stated, formOf(value), name);
    const whole = isObject(value) ? { ...(stated as JsonObject), ...value } : value;
    if (!sameJson(stated, whole)) this.refuse(change, INVALID_PARAMS, name);
    const isMore = isObject(value) && Object.keys(stated).length > Object.keys(value).length;
    this.report(isMore ? "dropped" : "omitted", [name], stated, change);
    delete owner[name];
  }

  /** Remove members of the object under a name; with `clears` also the object if nothing else is left. */
  dropInside(owner: JsonObject, name: string, names: readonly string[], change: Change, clears = false): void {
    const inner = this.formed(owner[name], "object", name);
    const found = names.filter((key) => has(inner, key));
    for (const key of found) this.drop(inner, key, change, [name]);
    if (clears && found.length && isEmpty(inner)) delete owner[name];
  }

  /** Remove the items of an array that a check accepts. */
  dropItems(owner: JsonObject, name: string, goes: (item: Json) => boolean, change: Change): void {
    const items = this.formed(owner[name], "array", name);
    const isGone = items.map(goes);
    const stay = [...items.keys()].filter((i) => !isGone[i]);
    if (stay.length === items.length) return;
    items.forEach((item, i) => isGone[i] && this.report("dropped", [name, i], item, change));
    this.moved(stay.map((old, now): Moved => [[name, now], [name, old]]), change);
    put(owner, name, stay.map((i) => items[i]!));
  }

  /** Keep the first items of an array that has more than `most`, and set `flag` then. */
  truncate(owner: JsonObject, name: string, most: number, flag: string, change: Change): void {
    const items = this.formed(owner[name], "array", name);
    if (items.length <= most) return;
    this.report("weakened", [name], items, change);
    put(owner, name, items.slice(0, most));
    this.fill(owner, flag, true, change);
  }

  /** Throw `NoCounterpart` because of a value; `code` answers a request. */
  refuse({ id, reason, refusal = reason }: Change, code: number = INTERNAL_ERROR, ...way: Key[]): never {
    throw new NoCounterpart(this.#reply(code, refusal), refusal, id, pointerOf([...this.keys, ...way]));
  }

  /** Return the losses in the order of their events, by the frame that was converted and the one that came out; `start` begins their pointers. */
  losses(first: () => Json, last: Json, start?: string): Loss[] {
    const found = this.#severalTrees ? merged(this.events, first, last) : (this.events as Edited[]);
    return found.map(({ kind, keys, value, change }) => ({
      kind: lossOf(kind),
      pointer: lossPointer(keys, start),
      value: kind === "invented" ? copied(value) : value,
      reason: change.reason,
      change: change.id,
    }));
  }
}

export function isEmpty(value: Json | undefined): boolean {
  return isObject(value) && Object.keys(value).length === 0;
}

function objectIn(owner: JsonObject, way: readonly string[]): JsonObject | undefined {
  const found = valueAt(owner, way);
  return isObject(found) ? found : undefined;
}
