/**
 * The evaluator of the corrected schemas: a value and a type → whether the value fits, and its unknown members.
 *
 * In: schemas of `types/R.json` or of a plan, whose keywords are closed. Out: `Types.fits`, true or false, and checks
 * that return the mismatch that says most; `mismatches.ts` says what is wrong. Each place of a value is checked once.
 */

import { formOf, has, isInteger, isObject, type Json, type Key, member, once, outdated, sameJson, Walk } from "./json.ts";
import type { ReadAs, Schema } from "./published.ts";

const KEYWORDS = new Set(
  ("type enum $ref anyOf items minItems maxItems minimum maximum minLength maxLength pattern properties required " +
    "additionalProperties propertyNames guard plain").split(" "),
);

/** A value that does not fit a schema. */
export interface Mismatch {
  /** The keys that lead to the value. */
  keys: Key[];
  value: Json;
  /** The schema that the value itself does not fit; `false` for a member that is not allowed. */
  schema: ObjectSchema | false;
  /** For a value that fits no variant of a union: the mismatch of each variant. */
  failures?: [Arm, Mismatch][];
}

/** The walk of checks, and their findings beside the verdict. */
export class Visit extends Walk {
  unknown: Key[][] = [];
  #outcomes: Map<Judge, Map<Json, Outcome>> | undefined; // which scalars need not

  /** Judge a value with its unknown members apart. */
  apart(check: Check, value: Json): Outcome {
    const before = this.unknown;
    const unknown = (this.unknown = []);
    const mismatch = check(value, this);
    this.unknown = before;
    return { mismatch, unknown };
  }

  /** Judge a value as before. */
  again(judge: Judge, value: Json): Outcome {
    return once(once((this.#outcomes ??= new Map()), judge, () => new Map<Json, Outcome>()), value, () => judge(value, this));
  }

  /** Return the mismatch of a value at the current place. */
  mismatch(schema: ObjectSchema | false, value: Json): Mismatch {
    return { keys: [...this.keys], schema, value };
  }
}

interface Outcome {
  mismatch: Mismatch | null;
  /** The variant that was chosen. */
  arm?: Arm;
  unknown: Key[][];
}

export type Check = (value: Json, visit: Visit) => Mismatch | null;
type Judge = (value: Json, visit: Visit) => Outcome;

/** A schema of an object, with checks in the place of some schemas. */
export type ObjectSchema = Omit<Schema, "properties"> & { readonly properties?: Readonly<Record<string, Schema | Check | false>> };

/** A variant: its check, and the facts that tell whether a value means it. */
export type Arm = ReturnType<Types["arm"]>;

/** Chooses the mismatch to report for a value that fits no variant of a union; each variant has one. */
export type Explain = (failures: [Arm, Mismatch][], value: Json, visit: Visit) => Mismatch;

const firstOf: Explain = (failures) => failures[0]![1];

const anything: Check = () => null;

export class Types {
  readonly #definitions: (reference: string) => Schema | undefined;
  readonly #explain: Explain;
  readonly #readings = new Map<ReadAs, (value: Json) => boolean>();
  readonly #made = new Map<Schema, Check>();

  /** `definitions` finds the schema of a reference. `explain` chooses the mismatch to report for a union. */
  constructor(definitions: (reference: string) => Schema | undefined, explain: Explain = firstOf) {
    this.#definitions = definitions;
    this.#explain = explain;
  }

  /** Say whether a value fits a schema; an unknown keyword in it is a `RangeError`. */
  fits(schema: Schema, value: Json): boolean {
    return this.of(schema)(value, new Visit()) === null;
  }

  /** Return whether decode reads a value as the type at `index`. A value that fits none of the types passes. */
  isReadAs(reading: ReadAs, value: Json): boolean {
    const read = once(this.#readings, reading, () => {
      const arms = reading.types.map((one) => this.arm(one));
      const choose = chooser(arms, reading.isResult ?? false, this.#explain);
      return (value: Json) => {
        const { arm } = choose(value, new Visit());
        return !arm || arms.indexOf(arm) === (reading.index ?? 0);
      };
    });
    return read(value);
  }

  /** Return the check of a schema, made once; a check stands for itself. */
  of(schema: Schema | Check): Check {
    return typeof schema === "function" ? schema : once(this.#made, schema, () => this.#make(schema));
  }

  /** Return the schema behind references. */
  resolved(schema: Schema): Schema {
    return schema.$ref === undefined ? schema : this.resolved(this.definition(schema.$ref));
  }

  /** Return a schema as a variant. */
  arm(schema: Schema) {
    const found = this.resolved(schema);
    const form: string | undefined = found.type === "integer" ? "number" : found.type ?? (found.enum && formOf(found.enum[0]));
    const name: string = schema.$ref ?? form ?? "";
    const { required = [], guard } = found;
    return { name, check: this.of(schema), schema: found, form, required, guard, types: this as Types };
  }

  definition(reference: string): Schema {
    const found = this.#definitions(reference);
    if (!found) throw new RangeError(`${reference} is not the name of a type`);
    return found;
  }

  #make(schema: Schema): Check {
    const other = Object.keys(schema).find((keyword) => !KEYWORDS.has(keyword));
    if (other) throw outdated("keyword", other);
    if (schema.$ref !== undefined) return this.#reference(schema.$ref);
    if (schema.enum) return constant(schema);
    if (schema.anyOf) return trial(schema.anyOf.map((one) => this.arm(one)), false, this.#explain);
    switch (schema.type) {
      case undefined: return anything;
      case "object": return this.object(schema);
      case "array": return this.#array(schema);
      case "string": return string(schema);
      case "integer": return number(schema, isInteger);
      case "number": return number(schema, (value) => formOf(value) === "number");
      case "boolean":
      case "null": return simple(schema, (value) => formOf(value) === schema.type);
    }
    throw outdated("type", schema.type);
  }

  /** Types may contain themselves, so a definition is made when it is first needed. */
  #reference(name: string): Check {
    let check: Check | undefined;
    return (value, visit) => (check ??= this.of(this.definition(name)))(value, visit);
  }

  #array(schema: Schema): Check {
    const item = schema.items ? this.of(schema.items) : anything;
    const { minItems = 0, maxItems = Infinity } = schema;
    return (value, visit) => {
      if (!Array.isArray(value) || value.length > maxItems || value.length < minItems) return visit.mismatch(schema, value);
      if (item === anything) return null;
      for (let i = 0; i < value.length; i++) {
        const mismatch = visit.inner(item, i, value[i]!);
        if (mismatch) return mismatch;
      }
      return null;
    };
  }

  /** Return the check of an object; checks may stand in the place of schemas of its members. */
  object(schema: ObjectSchema): Check {
    const { additionalProperties: further, required = [], plain = false } = schema;
    const forbidden: Check = (value, visit) => visit.mismatch(false, value);
    const unknown: Check = (_, visit) => {
      visit.unknown.push([...visit.keys]);
      return null;
    };
    const properties = Object.entries(schema.properties ?? {});
    const known = new Map(properties.flatMap(([name, one]): [string, Check][] => (one ? [[name, this.of(one)]] : [])));
    const never = new Set(properties.filter(([, one]) => !one).map(([name]) => name));
    const isFree = !schema.properties || plain;
    const others = further ? this.of(further) : further === false ? forbidden : isFree ? anything : unknown;
    const names = this.of(schema.propertyNames ?? {});
    return (value, visit) => {
      if (!isObject(value)) return visit.mismatch(schema, value);
      const found = visit.unknown.length;
      const later: string[] = [];
      for (const name of Object.keys(value)) {
        const check = known.get(name);
        const mismatch = check ? visit.inner(check, name, value[name]!) : null;
        if (mismatch) return mismatch;
        if (!check) later.push(name);
      }
      for (const name of required) if (!has(value, name)) return visit.mismatch(schema, value);
      for (const name of later) {
        const mismatch = visit.inner(names, name, name) ?? visit.inner(never.has(name) ? forbidden : others, name, value[name]!);
        if (mismatch) return mismatch;
      }
      if (plain) visit.unknown.length = found;
      return null;
    };
  }
}

/**
 * Return the check that takes the variant with the fewest unknown members, the first of equals. A member whose
 * guard holds is tried first and taken if the value fits; one whose guard does not is tried last, or never.
 */
export function trial(arms: Arm[], guardRequired: boolean, explain: Explain): Check {
  if (arms.some((arm) => Object.keys(arm.schema).length === 0)) return anything;
  const judge = chooser(arms, guardRequired, explain);
  // Union members that are tried in turn judge the same nested values: without memory, twice as often each level.
  return (value, visit) => {
    const { mismatch, unknown } = typeof value === "object" && value !== null ? visit.again(judge, value) : judge(value, visit);
    for (const keys of unknown) visit.unknown.push(keys);
    return mismatch;
  };
}

/** Return the function that chooses a variant, with its unknown members, or says why a value fits none. */
function chooser(arms: Arm[], guardRequired: boolean, explain: Explain): Judge {
  const guarded = arms.filter((arm) => arm.guard);
  const unguarded = arms.filter((arm) => !arm.guard);
  return (value, visit) => {
    const holds = ({ guard }: Arm) => isObject(value) && sameJson(member(value, guard!.member), guard!.value);
    const ranks = guarded.length ? [guarded.filter(holds), unguarded] : [unguarded];
    if (!guardRequired && guarded.length) ranks.push(guarded.filter((arm) => !holds(arm)));
    const failures: [Arm, Mismatch][] = [];
    for (const rank of ranks) {
      let best: Outcome | null = null;
      for (const arm of rank) {
        const outcome = visit.apart(arm.check, value);
        if (outcome.mismatch) failures.push([arm, outcome.mismatch]);
        else if (!best || outcome.unknown.length < best.unknown.length || arm.guard) best = { ...outcome, arm };
        if (best && (!best.unknown.length || arm.guard)) break;
      }
      if (best) return best;
    }
    return { mismatch: explain(failures, value, visit), unknown: [] };
  };
}

/** Return the check of a schema that concerns a value as a whole. */
function simple(schema: Schema, fits: (value: Json) => boolean): Check {
  return (value, visit) => (fits(value) ? null : visit.mismatch(schema, value));
}

function constant(schema: Schema): Check {
  const allowed = [...new Set(schema.enum)];
  return simple(schema, (value) => allowed.includes(value) || allowed.some((one) => sameJson(one, value)));
}

function string(schema: Schema): Check {
  const { minLength = 0, maxLength = Infinity, pattern } = schema;
  const expression = pattern === undefined ? null : new RegExp(pattern, "u");
  const isLimited = minLength > 0 || maxLength < Infinity;
  return simple(schema, (value) => {
    if (typeof value !== "string") return false;
    const length = isLimited ? codePoints(value) : minLength;
    return length >= minLength && length <= maxLength && (!expression || expression.test(value));
  });
}

/** Return the length of a text in code points. */
export function codePoints(text: string): number {
  return text.replace(/[\ud800-\udbff]./g, "_").length;
}

function number(schema: Schema, is: (value: Json) => boolean): Check {
  const { minimum = -Infinity, maximum = Infinity } = schema;
  return simple(schema, (value) => is(value) && (value as number) >= minimum && (value as number) <= maximum);
}
