/**
 * The types of a revision, or of a revision with extensions: its messages, its answers and its other types.
 *
 * `generated/revisions.ts` has a table for each revision, and one for each extension. An entry of an extension replaces
 * that of its revision.
 */

import type { Batching, Extension, Extensions, Revision, Revisions } from "./generated/revisions.ts";
import type { Side } from "./published.ts";

declare const composed: unique symbol;

/** A revision with extensions, as `compose` returns it. */
export type Composed<Base extends Revision = Revision, Added extends Extension = Extension> = string & {
  readonly [composed]: [Base, Added];
};

/** The name of a revision, or of a revision with extensions. */
export type RevisionName = Revision | Composed;

/** The extensions of a revision. */
export type ExtensionOf<Base extends Revision> = {
  [Name in Extension]: Base extends Extensions[Name]["extends"] ? Name : never;
}[Extension];

/** The revision of a name, without extensions. */
type Base<Name> = Name extends Revision ? Name : Name extends { readonly [composed]: [infer One extends Revision, Extension] } ? One : never;

/** The extensions of a name. */
type Added<Name> = Name extends { readonly [composed]: [Revision, infer One extends Extension] } ? One : never;

/** A table of the extensions of a name, by method or by type. Extensions that add to one type give it the members of all. */
type Addition<Name, Part extends "methods" | "types"> = Every<Extensions[Added<Name>][Part]>;

/** The intersection of the variants of a union. */
type Every<Table> = (Table extends unknown ? (table: Table) => void : never) extends (table: infer Whole) => void ? Whole : never;

/** The types of the variants of a union that have a member. */
type At<Table, Key> = Table extends unknown ? (Key extends keyof Table ? Table[Key] : never) : never;

/** The names of the members of all variants of a union. */
type Keys<Table> = Table extends unknown ? keyof Table : never;

/** An entry of a table: that of the extensions of a name, or else that of its revision. */
type Entry<Name, Part extends "methods" | "types", Key> = Key extends keyof Addition<Name, Part>
  ? Addition<Name, Part>[Key]
  : At<Revisions[Base<Name>][Part], Key>;

/** A message, or a list of them where a revision has batches. */
export type Batched<Name, Message> = Base<Name> extends Batching ? Message | Message[] : Message;

/** The answers of a side in a revision, by the method that they answer. */
type RevisionAnswers<Name, Sender extends Side> = At<Revisions[Base<Name>]["answers"], Sender>;

/** The answers of a side that extensions add or change, by the method that they answer. */
type AddedAnswers<Name, Sender extends Side> = At<Extensions[Added<Name>]["answers"], Sender>;

/** The methods of the requests that a side answers in a revision. */
export type Answered<Name extends RevisionName, Sender extends Side> = Name extends RevisionName
  ? Keys<RevisionAnswers<Name, Sender>> | Keys<AddedAnswers<Name, Sender>>
  : never;

/** The names of the types of a revision. */
export type TypeName<Name extends RevisionName> = Name extends RevisionName
  ? Keys<At<Revisions[Base<Name>], "types">> | Keys<Extensions[Added<Name>]["types"]>
  : never;

/** A type of a revision, by its name. */
export type TypeOf<Name extends RevisionName, Type extends TypeName<Name>> = Name extends RevisionName ? Entry<Name, "types", Type> : never;

/** A message that a side sends in a revision: a request, a notification or a response; or a batch, where the revision has batches. */
export type Message<Name extends RevisionName, Sender extends Side> = Name extends Revision
  ? RevisionMessage<Name, Sender>
  : Name extends Composed
    ? Exclude<RevisionMessage<Base<Name>, Sender>, { method: keyof Addition<Name, "methods"> }> | Sent<Addition<Name, "methods">, Sender>
    : never;

type RevisionMessage<Name extends Revision, Sender extends Side> = At<Revisions[Name]["messages"], Sender>;

/** The calls of a table of methods that a side sends. */
type Sent<Methods, Sender extends Side> = {
  [Name in keyof Methods]: Methods[Name] extends { kind: "request" | "notification"; sender: infer From; message: infer One }
    ? Sender extends From ? One : never
    : never;
}[keyof Methods];

/** A request or a notification that a side sends in a revision. */
export type Call<Name extends RevisionName, Sender extends Side> = Extract<Message<Name, Sender>, { method: string }>;

/** A response of a side in a revision, to a request of a method. */
export type Answer<Name extends RevisionName, Sender extends Side, Method> = Name extends RevisionName
  ? AnswerTo<Name, Sender, string extends Method ? Answered<Name, Sender> : Method>
  : never;

type AnswerTo<Name, Sender extends Side, Method> = Method extends Keys<AddedAnswers<Name, Sender>>
  ? At<AddedAnswers<Name, Sender>, Method>
  : At<RevisionAnswers<Name, Sender>, Method>;

/** A response with an error in a revision. */
export type ErrorOf<Name extends RevisionName> = Name extends RevisionName ? At<Revisions[Base<Name>], "error"> : never;

/** The call of a method in a revision; of any method, if the method is not known or the revision lacks it. */
export type CallOf<Name extends RevisionName, Sender extends Side, Method> = Entry<Name, "methods", Method> extends infer Row
  ? [Row] extends [never] ? Call<Name, Sender> : At<Row, "message">
  : never;

/** A response with a result in the target to a request of a method; with any result, if the target lacks the method. */
export type ResultOf<Name extends RevisionName, Sender extends Side, Method> = Method extends null | undefined
  ? never
  : Extract<Answer<Name, Sender, Method extends Answered<Name, Sender> ? Method : string>, { result: unknown }>;

/** The methods of the input requests in the results of a revision. */
export type InputMethod<Name extends RevisionName> = Name extends RevisionName ? Embedded<At<Revisions[Base<Name>], "methods">> : never;

type Embedded<Methods> = { [Name in keyof Methods]: Methods[Name] extends { kind: "embedded" } ? Name : never }[keyof Methods];
