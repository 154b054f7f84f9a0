/**
 * What to report of a value that is not valid: the mismatch of a union that helps most, and the reason in words.
 *
 * Only the decoder needs the reason. A conversion asks only whether a value is valid.
 */

import { formOf, has, isInteger, isObject, type Json, type JsonObject, pointerOf, shown, WORDS } from "./json.ts";
import { type Arm, codePoints, type Mismatch, type ObjectSchema, type Visit } from "./types.ts";

const KINDS: Readonly<Record<string, string>> = { ...WORDS, integer: "an integer" };

/** Say what is wrong with a value, in a few words. */
export function reasonOf(mismatch: Mismatch): string {
  const { schema, value, failures } = mismatch;
  if (failures) return ofVariants(failures, value);
  if (!schema) return "this member is not allowed";
  if (schema.enum) {
    const allowed = [...new Set(schema.enum)];
    return allowed.length === 1 ? unexpected(shown(allowed[0]!), value) : `${shown(value)} is not one of ${allowed.join(", ")}`;
  }
  switch (schema.type) {
    case "array": return Array.isArray(value) ? limited(schema, value.length, "Items", "items") : unexpected(WORDS.array!, value);
    case "string": return typeof value === "string" ? ofString(schema, value) : unexpected(WORDS.string!, value);
    case "integer": return isInteger(value) ? ofNumber(schema, value) : unexpected("an integer", value);
    case "number": return formOf(value) === "number" ? ofNumber(schema, value) : unexpected(WORDS.number!, value);
    case "object": if (isObject(value)) return ofMissing(missing(mismatch));
  }
  return unexpected(WORDS[schema.type!]!, value);
}

/** Say why a value fits no variant: once if the reason is one for all. */
function ofVariants(failures: readonly [Arm, Mismatch][], value: Json): string {
  const types = failures.map(([arm]) => arm.schema.type ?? "");
  const isKind = failures.every(([arm], i) => arm.form !== formOf(value) || types[i] === "integer");
  if (isKind && types.every((type) => KINDS[type])) {
    const words = [...new Set(types.filter((type) => type !== "object")), ...types.filter((type) => type === "object").slice(0, 1)];
    return unexpected(words.map((type) => KINDS[type]).join(" or "), value);
  }
  const reasons = new Set(failures.map(([, inner]) => reasonOf(inner)));
  if (reasons.size === 1) return [...reasons][0]!;
  return `fits no variant: ${failures.map(([arm, inner]) => `${arm.name} (${reasonOf(inner)})`).join(", ")}`;
}

/** Return the required members that an object lacks. */
export function missing({ schema, value }: Mismatch): string[] {
  return schema && isObject(value) ? (schema.required ?? []).filter((name) => !has(value, name)) : [];
}

function unexpected(expected: string, value: Json): string {
  return `expected ${expected}, got ${shown(value)}`;
}

function ofMissing(names: string[]): string {
  return `${names.map((name) => `'${name}'`).join(names.length === 2 ? " and " : ", ")} ${names.length === 1 ? "is" : "are"} missing`;
}

/** Say which limit the length of an array or of a text does not keep. */
function limited(schema: ObjectSchema, length: number, what: "Items" | "Length", parts: string): string {
  const most = schema[`max${what}`] ?? Infinity;
  return length > most ? `at most ${most} ${parts} are allowed, not ${length}` : `at least ${schema[`min${what}`]} ${parts} are needed, not ${length}`;
}

function ofString(schema: ObjectSchema, value: string): string {
  const { minLength = 0, maxLength = Infinity, pattern } = schema;
  const length = codePoints(value);
  const isLimited = length < minLength || length > maxLength;
  return isLimited ? limited(schema, length, "Length", "characters") : `${shown(value)} does not match ${pattern}`;
}

function ofNumber({ minimum, maximum }: ObjectSchema, value: Json): string {
  const isLow = minimum !== undefined && (value as number) < minimum;
  return unexpected(isLow ? `a number at least ${minimum}` : `a number at most ${maximum}`, value);
}

/** Return the constants one of which a mismatch expected, if it expected one. */
function expectedOf({ schema, failures }: Mismatch): readonly Json[] | undefined {
  return schema && !failures ? schema.enum : undefined;
}

type Constants = readonly [name: string, values: readonly Json[]][];
const constants = new WeakMap<Arm, Constants>();

/** Return the members of a variant that must be one of several texts, with these texts. */
function constantsOf(arm: Arm): Constants {
  let found = constants.get(arm);
  if (!found) {
    found = Object.entries(arm.schema.properties ?? {})
      .map(([name, one]): [string, readonly Json[]] => [name, (one && arm.types.resolved(one).enum) || []])
      .filter(([, values]) => values.length && values.every((value) => typeof value === "string"));
    constants.set(arm, found);
  }
  return found;
}

/** Return the members for which an object has another constant than a variant demands. */
function contradictions(arm: Arm, value: JsonObject): string[] {
  return constantsOf(arm).filter(([name, values]) => has(value, name) && !values.includes(value[name]!)).map(([name]) => name);
}

/**
 * Return the variants that the sender of an object may have meant.
 *
 * A variant is excluded if the object has a wrong constant in one of its members, and if that member is also declared by another
 * variant, for which the object has no wrong constants. For example, if only one variant has a member `action`, the sender of an
 * `action` meant that variant, even if the value is wrong. If the object has all required members of some variants that are not
 * excluded, only those are returned.
 */
function meantBy(failures: [Arm, Mismatch][], value: JsonObject): [Arm, Mismatch][] {
  const declares = (arm: Arm, name: string) => Object.hasOwn(arm.schema.properties ?? {}, name);
  const right = failures.filter(([arm]) => !contradictions(arm, value).length);
  if (!right.length) return failures;
  const possible = failures.filter(([arm]) => !contradictions(arm, value).some((name) => right.some(([other]) => declares(other, name))));
  const complete = possible.filter(([arm]) => arm.required.every((name) => has(value, name)));
  return complete.length ? complete : possible;
}

/**
 * Return the mismatch that helps most, which is that of Python too.
 *
 * Of variants with a tag: that of the variant whose tag the object has, else one at the tag. Of other variants: the
 * deepest mismatch of those that are meant, the first of equals.
 */
export function mostHelpful(tried: [Arm, Mismatch][], value: Json, visit: Visit): Mismatch {
  const alike = tried.filter(([arm]) => arm.form === formOf(value));
  const isFraction = formOf(value) === "number" && alike.every(([arm]) => arm.schema.type === "integer");
  const all = alike.length && !isFraction ? alike : tried;
  let failures = all;
  if (isObject(value)) {
    const tag = tagOf(failures.map(([arm]) => arm));
    if (tag !== undefined) {
      if (!has(value, tag)) return visit.mismatch({ type: "object", required: [tag] }, value);
      const allowed = ([arm]: [Arm, Mismatch]) => constantsOf(arm).find(([name]) => name === tag)![1];
      const meant = failures.find((one) => allowed(one).includes(value[tag]!));
      if (meant) return meant[1];
      return visit.inner((stated: Json) => visit.mismatch({ enum: failures.flatMap(allowed) }, stated), tag, value[tag]!);
    }
    failures = meantBy(failures, value);
  }
  const depth = (mismatch: Mismatch) => mismatch.keys.length;
  const deepest = Math.max(...failures.map(([, mismatch]) => depth(mismatch)));
  if (deepest === visit.keys.length && failures.length > 1) {
    return { ...visit.mismatch({}, value), failures: all };
  }
  const chosen = failures.map(([, mismatch]) => mismatch).filter((mismatch) => depth(mismatch) === deepest);
  const first = chosen[0]!;
  const place = pointerOf(first.keys);
  const same = chosen.filter((one) => expectedOf(one) && pointerOf(one.keys) === place);
  if (!expectedOf(first) || same.length < 2) return first;
  return { ...first, schema: { enum: same.flatMap((one) => expectedOf(one)!) } };
}

/** Return the required member that has constants of its own in each variant. */
function tagOf(arms: Arm[]): string | undefined {
  return arms[0]!.required.find((name) => {
    const values = arms.map((arm) => (arm.required.includes(name) && constantsOf(arm).find(([one]) => one === name)?.[1]) || []);
    return arms.length > 1 && values.every((own) => own.length) && new Set(values.flat()).size === values.flat().length;
  });
}

