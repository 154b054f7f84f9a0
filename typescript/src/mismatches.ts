/**
 * Which error of a union to report: a value that is not valid for any variant has one mismatch for each.
 *
 * Only the decoder needs this. A conversion asks only whether a value is valid.
 */

import { formOf, has, isObject, type Json, type JsonObject, pointerOf } from "./json.ts";
import { type Arm, constantOf, disallowed, type Mismatch, missed, type Visit } from "./types.ts";

/** Say whether an object has another constant than a variant demands. */
function contradicts(arm: Arm, value: JsonObject): boolean {
  return arm.constants.some(([name, values]) => has(value, name) && !values.includes(value[name]!));
}

/**
 * Return the mismatch that helps most, which is that of Python too.
 *
 * Of variants with a tag: that of the variant whose tag the object has, else one at the tag. Of other variants: the
 * deepest mismatch of those whose constants the object does not contradict, the first of equals.
 */
export function mostHelpful(tried: [Arm, Mismatch][], value: Json, visit: Visit): Mismatch {
  const alike = tried.filter(([arm]) => arm.form === formOf(value));
  let failures = alike.length ? alike : tried;
  if (isObject(value)) {
    const tag = tagOf(failures.map(([arm]) => arm));
    if (tag !== undefined) {
      if (!has(value, tag)) return missed(value, [tag], visit);
      const allowed = ([arm]: [Arm, Mismatch]) => arm.constants.find(([name]) => name === tag)![1];
      const meant = failures.find((one) => allowed(one).includes(value[tag]!));
      return meant ? meant[1] : visit.inner(constantOf(failures.flatMap(allowed)), tag, value[tag]!)!;
    }
    const intended = failures.filter(([arm]) => !contradicts(arm, value));
    if (intended.length) failures = intended;
  }
  const depth = (mismatch: Mismatch) => mismatch.keys.length;
  const deepest = Math.max(...failures.map(([, mismatch]) => depth(mismatch)));
  if (deepest === visit.keys.length && failures.length > 1) {
    return visit.fault(`fits no variant: ${failures.map(([arm, mismatch]) => `${arm.name} (${mismatch.reason})`).join(", ")}`);
  }
  const chosen = failures.map(([, mismatch]) => mismatch).filter((mismatch) => depth(mismatch) === deepest);
  const first = chosen[0]!;
  const place = pointerOf(first.keys);
  const same = chosen.filter((one) => one.allowed && pointerOf(one.keys) === place);
  if (!first.allowed || same.length < 2) return first;
  return disallowed([...new Set(same.flatMap((one) => one.allowed!))], first.constant!, first.keys);
}

/** Return the required member that has constants of its own in each variant. */
function tagOf(arms: Arm[]): string | undefined {
  return arms[0]!.required.find((name) => {
    const values = arms.map((arm) => (arm.required.includes(name) && arm.constants.find(([one]) => one === name)?.[1]) || []);
    return arms.length > 1 && values.every((own) => own.length) && new Set(values.flat()).size === values.flat().length;
  });
}

