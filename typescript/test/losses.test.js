// The losses of several plans: random edits of random frames keep the law of losses; run by `node --test`.
import assert from "node:assert/strict";
import { test } from "node:test";
import { runnable } from "./runnable.js";

const { Log } = await import(runnable("log"));
const { merged } = await import(runnable("losses"));
const { valueAt } = await import(runnable("json"));

const SEQUENCES = 5000;
const NAMES = ["a", "b", "c", "d"];
let state = 1;
let count = 0;
/** The leaves of values that were removed because absence says the same. */
const omitted = new Set();

/** Return a pseudo-random integer below a bound. */
function below(bound) {
  state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0;
  return Math.floor((state / 2 ** 32) * bound);
}
const name = () => NAMES[below(NAMES.length)];
const names = () => Array.from({ length: 1 + below(3) }, name);

/** Return a random value; its leaves are like no others. */
function tree(depth) {
  if (!depth || !below(4)) return `leaf ${++count}`;
  if (!below(4)) return Array.from({ length: below(4) }, () => tree(depth - 1));
  return Object.fromEntries(NAMES.filter(() => below(2)).map((one) => [one, tree(depth - 1)]));
}

/** Return the keys of each object in a value, or of each array, or the keys of each leaf by the leaf. */
function walked(value, keys = [], found = { objects: [], arrays: [], leaves: new Map() }) {
  if (typeof value === "string") found.leaves.set(value, keys);
  else {
    (Array.isArray(value) ? found.arrays : found.objects).push(keys);
    for (const [key, inner] of Object.entries(value)) walked(inner, [...keys, Array.isArray(value) ? Number(key) : key], found);
  }
  return found;
}

/** Edit a frame once, as plans and rules do. */
function edit(frame, log, change) {
  const { objects, arrays } = walked(frame);
  const keys = objects[below(objects.length)];
  const [owner, one] = [valueAt(frame, keys), name()];
  log.keys.splice(0, Infinity, ...keys);
  switch (below(7)) {
    case 0: if (one in owner) log.drop(owner, one, change); break;
    case 6: { // absence says the same as the value, or as some members of an object
      if (!(one in owner)) break;
      const value = owner[one];
      const isPart = typeof value === "object" && !Array.isArray(value);
      const part = isPart ? Object.fromEntries(Object.entries(value).slice(0, below(5))) : value;
      if (!isPart || Object.keys(part).length === Object.keys(value).length) for (const leaf of walked(value).leaves.keys()) omitted.add(leaf);
      log.dropOnly(owner, one, part, change);
      break;
    }
    case 1: log.fill(owner, one, tree(2), change); break;
    case 2: if (keys.length) log.report(["reshaped", "weakened", "respelled"][below(3)], [], owner, change); break;
    case 3: { // items are dropped, as by `tools_without_tasks`
      if (!arrays.length) break;
      const place = arrays[below(arrays.length)];
      log.keys.length = 0;
      const items = valueAt(frame, place);
      const stay = [...items.keys()].filter((i) => {
        if (!below(3)) return !log.report("dropped", [...place, i], items[i], change) && false;
        return true;
      });
      log.moved(stay.map((old, now) => [[...place, now], [...place, old]]), change);
      items.splice(0, items.length, ...stay.map((i) => items[i]));
      break;
    }
    default: {
      const [source, target] = [names(), names()];
      const isInside = source.every((key, i) => i >= target.length || key === target[i]);
      if (!isInside) log.move(owner, { source, target, makes: !!below(2), clears: !!below(2), change, removal: change });
    }
  }
}

const holds = (above, keys) => above.every((key, i) => String(keys[i]) === key);

/** Return the keys of a JSON Pointer of names that need no escape. */
const keysOf = (pointer) => pointer.split("/").slice(1);

test("each value that is lost or gained is reported, at its place, and no other", () => {
  let reported = 0;
  for (let sequence = 0; sequence < SEQUENCES; sequence++) {
    const frame = { params: tree(4) };
    const first = structuredClone(frame);
    const log = new Log(null, null, () => null, 2); // losses of several plans are merged
    const began = state;
    for (let left = 2 + below(11); left > 0; left--) edit(frame, log, { id: `C${left}`, reason: "" });
    const facts = (losses) => losses.map(({ keys, kind, change }) => [keys, kind, change]);
    const every = [...log.events, { kind: "moved", moves: [], change: null }]; // then no event is a loss as it is
    const lossOf = ([keys, kind, change]) => [keys, { omitted: "respelled", renamed: "respelled", replaced: "reshaped" }[kind] ?? kind, change];
    assert.deepEqual(facts(merged(log.events, () => first, frame)).map(lossOf), facts(merged(every, () => first, frame)), "where events concern no value of another");
    const losses = log.losses(() => first, frame).map((one) => ({ ...one, keys: keysOf(one.pointer) }));
    const said = JSON.stringify({ sequence, began, first, frame, losses }, null, 1);
    const [lost, gained] = [losses.filter(({ kind }) => kind !== "invented"), losses.filter(({ kind }) => kind === "invented")];
    for (const { kind, keys, value } of losses) assert.deepEqual(value, valueAt(kind === "invented" ? frame : first, keys), said);
    for (const part of [lost, gained]) assert.equal(new Set(part.map((one) => one.pointer)).size, part.length, said);
    const [before, after] = [walked(first).leaves, walked(frame).leaves];
    for (const [leaf, keys] of before) {
      const kinds = lost.filter((one) => holds(one.keys, keys)).map((one) => one.kind);
      if (!after.has(leaf) && omitted.has(leaf)) assert.ok(kinds.length, `${leaf} is gone\n${said}`);
      else if (!after.has(leaf)) assert.ok(kinds.some((kind) => kind !== "respelled"), `${leaf} is lost\n${said}`);
      else assert.ok(!kinds.length || kinds.some((kind) => kind !== "dropped"), `${leaf} is not lost\n${said}`);
    }
    for (const [leaf, keys] of after) {
      const over = gained.filter((one) => holds(one.keys, keys));
      // A value that moved is respelled, unless it also has a more serious loss.
      const hasMoved = lost.some((one) => before.has(leaf) && one.kind !== "dropped" && holds(one.keys, before.get(leaf)));
      if (before.has(leaf)) assert.ok(!over.length || hasMoved, `${leaf} is not invented\n${said}`);
      else assert.ok(over.length || lost.some(({ kind }) => kind === "reshaped" || kind === "weakened"), `${leaf} is invented\n${said}`);
    }
    reported += losses.length;
  }
  assert.ok(reported > SEQUENCES);
});
