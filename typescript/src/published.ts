/**
 * The published data as types: corrected schemas of revisions and extensions, and plans of conversions.
 *
 * The data is that of `mcpgen export`, less what this package does not read. A member
 * that is absent here is `null`, `false` or empty there. A schema has no `kind` here, and is `false` if no value is valid.
 */

import type { ChangeId } from "./errors.ts";
import type { Json } from "./json.ts";
import type { Rule } from "./rules.ts";

/** The two sides of a connection. */
export type Side = "client" | "server";

/** A JSON Schema; a file with another keyword needs a newer reader. */
export interface Schema {
  readonly type?: "object" | "array" | "string" | "integer" | "number" | "boolean" | "null";
  readonly enum?: readonly Json[];
  /** The name of a type. */
  readonly $ref?: string;
  readonly anyOf?: readonly Schema[];
  readonly items?: Schema;
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly pattern?: string;
  /** `false` forbids a member. */
  readonly properties?: Readonly<Record<string, Schema | false>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema | false;
  readonly propertyNames?: Schema;
  /** The member and the value that admit a variant of a union. */
  readonly guard?: { readonly member: string; readonly value: Json };
  /** No member is unknown, nor is any inside. */
  readonly plain?: boolean;
}

/** A method of a revision: who sends it, its message and the results that answer it. */
export interface Method {
  readonly kind: "request" | "notification" | "embedded";
  readonly senders: readonly string[];
  readonly message: string;
  readonly results?: readonly string[];
}

/** The corrected schema of a revision. */
export interface RevisionTypes {
  readonly revision: string;
  readonly batches?: boolean;
  /** The envelopes of responses. */
  readonly frames: { readonly result: Schema; readonly error: Schema };
  readonly methods: Readonly<Record<string, Method>>;
  readonly $defs: Readonly<Record<string, Schema>>;
}

/** What an extension adds to the schema of a revision. */
export interface ExtensionTypes {
  readonly extension: string;
  readonly extends: string;
  readonly methods: Readonly<Record<string, Method>>;
  /** Further results of methods of the revision. */
  readonly answers: Readonly<Record<string, readonly string[]>>;
  /** By a type of the revision: the type whose members it gets. */
  readonly additions: Readonly<Record<string, string>>;
  readonly $defs: Readonly<Record<string, Schema>>;
}

/** The requests and the notifications that each side sends in a revision, and whether an error must have an id. */
export type Methods = Readonly<Record<Side, { readonly requests?: readonly string[]; readonly notifications?: readonly string[] }>> & {
  readonly errorIdRequired?: boolean;
};

/** The names of methods. */
export type MethodNames = readonly string[];

/** A member in which messages of a revision name it. A conversion to this revision cites the change. */
export interface Naming {
  readonly kind: "session" | "request" | "discovery";
  /** The method; absent for every request of the client. */
  readonly method?: string;
  readonly part: "params" | "result";
  readonly path: readonly string[];
  readonly id: ChangeId;
  readonly reason: string;
}

/** The names of the plans between two ends, by source and target, in order. */
export type Ways = Readonly<Record<string, Readonly<Record<string, readonly string[]>>>>;

/** A change between two revisions, as a difference cites it. A refused message gets `refusal`, if there is one. */
export interface Change {
  readonly id: ChangeId;
  readonly reason: string;
  readonly refusal?: string;
}

export interface RuleCall {
  readonly kind: "rule";
  readonly rule: string;
  readonly change: Change;
}

type Loop = "items" | "values";

/** An edit acts where the member is present and does not fit `type`; and, if it is `always` made, where it is absent. */
interface MemberEdit<Kind extends string> {
  readonly kind: Kind;
  readonly member: string;
  readonly change: Change;
  readonly type?: Schema;
  readonly always?: boolean;
}

export interface Visit {
  readonly kind: "visit";
  readonly member: string;
  readonly function: string;
  readonly loop?: Loop;
  readonly always?: boolean;
  readonly type?: never;
}

/** Names from the object down, and whether the objects on the path are made or cleared. */
export interface Move {
  readonly kind: "move";
  readonly source: readonly string[];
  readonly target: readonly string[];
  readonly makes?: boolean;
  readonly clears: number;
  readonly change: Change;
  /** The change that dropped values cite. */
  readonly removal: Change;
}

export type DropInside = MemberEdit<"dropInside"> & { readonly names: readonly string[]; readonly clears?: boolean };

/** The edit acts only if the object that has the member fits the type. */
interface Conditional {
  readonly when?: Schema;
}

export type Edit =
  | (MemberEdit<"drop"> & Conditional)
  | (MemberEdit<"dropOthers"> & { readonly declared?: readonly string[] })
  | (MemberEdit<"dropOnly"> & { readonly value: Json })
  | DropInside
  | (MemberEdit<"dropItems"> & { readonly items: Schema })
  | (MemberEdit<"truncate"> & { readonly most: number; readonly flag: string })
  | (MemberEdit<"set"> & Conditional & { readonly value: Json })
  | (MemberEdit<"fillContext"> & Conditional & { readonly extensions?: readonly string[] })
  | (MemberEdit<"refuseMember"> & { readonly code?: number })
  | (MemberEdit<"callRule"> & { readonly rule: string })
  | Visit
  | Move;

export type Outcome =
  | { readonly kind: "unchanged" }
  | { readonly kind: "refuse"; readonly change: Change; readonly code?: number; readonly type?: Schema }
  | { readonly kind: "become"; readonly value?: Json; readonly change: Change }
  | { readonly kind: "convert"; readonly function?: string; readonly loop?: Loop; readonly call?: RuleCall };

/** A value is read as the type at `index` (0 if absent) of several, as a decode chooses among them. */
export interface ReadAs {
  readonly types: readonly Schema[];
  readonly index?: number;
  readonly isResult?: boolean;
}

/** A value is of a variant if it fits every type of `fits` and none of `unfit`, and `readAs` holds if it is there. */
export interface Variant {
  readonly fits?: readonly Schema[];
  readonly unfit?: readonly Schema[];
  readonly readAs?: ReadAs;
  readonly outcome: Outcome;
}

/** A function of a plan; it edits an object unless it says `union`. */
export type PlanFunction =
  | { readonly kind?: "object"; readonly edits?: readonly Edit[]; readonly call?: RuleCall }
  | { readonly kind: "union"; readonly variants?: readonly Variant[]; readonly expected?: string };

/** A method that both revisions have, with the functions of its params and result; or one that the target lacks. A method without a row passes unchanged. */
export type PlanRow =
  | {
      readonly kind: "passes";
      readonly params?: string;
      readonly result?: string;
      readonly createsParams?: boolean;
      readonly dropsEmptyParams?: boolean;
      readonly renamed?: string;
      readonly renaming?: Change;
    }
  | { readonly kind: "removed"; readonly change: Change; readonly code?: number };

/** A row for error codes from `first` to `last`. */
interface Renumbering {
  readonly first: number;
  readonly last: number;
  readonly to: number;
  readonly answering?: readonly string[];
  readonly having?: string;
  readonly wraps?: boolean;
  readonly change: Change;
}

/** The edit of the codes of errors. */
export interface Renumber {
  readonly kind: "renumber";
  readonly rows: readonly Renumbering[];
}

/** A member of `_meta` that the target repeats in each request: its name in the context of a caller, and its key. */
export interface ContextMember {
  readonly name: string;
  readonly key: string;
  readonly type: Schema;
}

/** The plan of a conversion between two neighbouring revisions. */
export interface Conversion {
  readonly source: string;
  readonly target: string;
  readonly everyPart?: DropInside;
  readonly functions: Readonly<Record<string, PlanFunction>>;
  readonly methods: Readonly<Record<Side, Readonly<Record<string, PlanRow>>>>;
  readonly errors?: {
    readonly edit?: Renumber | RuleCall;
    readonly withoutId?: Change;
    readonly withoutRequests?: { readonly [asking in Side]?: Change };
  };
  readonly batches?: Change;
  readonly capabilities?: string;
  readonly implementation?: string;
  readonly context?: readonly ContextMember[];
  readonly $defs?: Readonly<Record<string, Schema>>;
  /** The rules that the plan names. */
  readonly rules?: Readonly<Record<string, Rule>>;
}
