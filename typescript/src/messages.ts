/**
 * The types of the interface: what `decode`, `validate`, `convert` and `converter` take and return.
 *
 * The type of a message follows from its revision, its sender and the method that it answers (`tables.ts`).
 */

import type { ChangeId, Loss, MessageId } from "./errors.ts";
import type { Revision } from "./generated/revisions.ts";
import type { Limits } from "./json.ts";
import type { Side } from "./published.ts";
import type { Session, SessionOptions } from "./session.ts";
import type {
  Answer, Answered, Batched, Call, CallOf, Composed, ErrorOf, ExtensionOf, InputMethod, Message, ResultOf, RevisionName, TypeName, TypeOf,
} from "./tables.ts";

export type { AnyMessage, Response } from "./response.ts";
export type { Answer, Answered, Call, Composed, ExtensionOf, InputMethod, Message, RevisionName, TypeName, TypeOf } from "./tables.ts";

/** A message: JSON text, its bytes in UTF-8, or the parsed JSON value. */
export type Frame = string | Uint8Array | object;

/** What a side sends: its answer to a method, or any message if the method is `null`. */
type Received<Name extends RevisionName, Sender extends Side, Method> = Method extends null | undefined
  ? Message<Name, Sender>
  : Answer<Name, Sender, Method>;

/** What a message of some type becomes in a target: text stays text, a request of a method stays a request of that method. */
export type Counterpart<Source extends RevisionName, Target extends RevisionName, Sender extends Side, Method, From> =
  From extends string ? Batched<Source, string>
  : From extends Uint8Array ? Batched<Source, Uint8Array>
  : From extends readonly (infer Item)[] ? Counterpart<Source, Target, Sender, Method, Item>[]
  : From extends { method: infer Name } ? CallOf<Target, Sender, Name>
  : From extends { result: unknown } ? ResultOf<Target, Sender, Method>
  : From extends { error: unknown } ? ErrorOf<Target>
  : Batched<Source, Call<Target, Sender> | ResultOf<Target, Sender, Method> | ErrorOf<Target>>;

/** The type of a message to convert, or a text that says what is wrong with it, for the error of the compiler. */
export type Convertible<Source extends RevisionName, Sender extends Side, Method, Unknown, From> =
  Unknown extends "pass" ? From
  : [From] extends [{ method: infer Name extends string }]
    ? string extends Name ? From : [Extract<Name, Call<Source, Sender>["method"]>] extends [never] ? `no ${Sender} sends ${Name} in ${Source}` : From
    : [From] extends [{ result: unknown }] ? ([Method] extends [null | undefined] ? "answering is required for a response" : From) : From;

/** The option `answering`: a literal must name a request that the sender answers; a method that is only known at run time is a `string`. */
export type Answering<Name extends RevisionName, Sender extends Side, Method> =
  [Method] extends [null | undefined] ? Method : string extends Method ? Method : Answered<Name, Sender> | null | undefined;

/** The method of a literal that is wrong does not count. */
type Known<Name extends RevisionName, Sender extends Side, Method> =
  Method extends null | undefined ? Method : string extends Method ? Method : Method extends Answered<Name, Sender> ? Method : null;

/** What to do about a method that no revision and no extension of this package defines. */
export type UnknownMethods = "refuse" | "pass";

/** How to decode a message. */
export interface DecodeOptions<Name extends RevisionName = RevisionName, Sender extends Side = Side, Method = string | null | undefined> {
  /** The side that sent the message: `"client"` or `"server"`. */
  sender: Sender;
  /** The method of the request that the message answers, such as `"tools/call"`. The result is then decoded as a result of that method. */
  answering?: Answering<Name, Sender, Method>;
  /** How large a message may be. */
  limits?: Limits | undefined;
  /**
   * What to do about a method that no revision and no extension of this package defines: `"refuse"` throws `DecodeError` (the
   * default), `"pass"` accepts any message of such a method that JSON-RPC allows. The types do not have these messages.
   */
  unknownMethods?: UnknownMethods | undefined;
}

/** A decoded message. */
export interface Decoded<Message> {
  /** The message as plain JSON values. An integer beyond 2^53 is a `bigint`. */
  message: Message;
  /** The JSON Pointers of the members that the revision does not define. The message keeps them. A pointer has at most 1,024 characters. */
  unknown: string[];
}

/** The facts that a client states once in a session, and that each request of 2026-07-28 and later repeats. */
export interface RequestContext {
  /** The capabilities of the client, as its `initialize` request stated them. */
  clientCapabilities?: object | null | undefined;
  /** The name and version of the client, as its `initialize` request stated them. */
  clientInfo?: object | null | undefined;
  /** The level of log messages that the client asked for. */
  logLevel?: string | null | undefined;
}

/** What to do about differences. */
export interface LossOptions {
  /**
   * What to do about differences: `"report"` lists them (the default), `"error"` throws `LossError` if one of them
   * loses something, `"allow"` does not list them.
   */
  loss?: "report" | "error" | "allow" | undefined;
  /**
   * The ids of changes whose differences are not listed and do not count for `loss: "error"`. A gateway that told the
   * server the facts of the client in `initialize` gives `ROUTINE_CHANGES`. Changes between other revisions have no effect.
   */
  unreported?: readonly ChangeId[] | undefined;
}

/** How to convert messages of one sender. */
export interface ConverterOptions<Sender extends Side = Side, Unknown extends UnknownMethods = UnknownMethods> extends LossOptions {
  /** The side that sent the message: `"client"` or `"server"`. */
  sender: Sender;
  /** How large a message may be. */
  limits?: Limits | undefined;
  /** The facts of the session, for a source with a session and a target whose requests repeat them. They are copied. */
  context?: RequestContext | null | undefined;
  /**
   * What to do about a method that no revision and no extension of this package defines: `"refuse"` throws `DecodeError` (the
   * default), `"pass"` keeps its params and its result, and only adds the `_meta` and the `resultType` that the target requires.
   * Only the functions of `mcp-revisions` have this option, not those of a pair.
   */
  unknownMethods?: Unknown | undefined;
}

/** How to convert a message. */
export interface ConvertOptions<
  Source extends RevisionName = RevisionName, Sender extends Side = Side, Method = string | null | undefined, Unknown extends UnknownMethods = UnknownMethods,
> extends ConverterOptions<Sender, Unknown> {
  /** The method of the request that the message answers, such as `"tools/call"`. Without it, a result throws `DecodeError`; a request ignores it. */
  answering?: Answering<Source, Sender, Method>;
}

/** How to convert messages of one sender, for the entry point of a pair. */
export interface PairConverterOptions<Sender extends Side = Side> extends Omit<ConverterOptions<Sender>, "unknownMethods"> {}

/** How to convert a message, for the entry point of a pair. */
export interface PairOptions<Source extends RevisionName = RevisionName, Sender extends Side = Side, Method = string | null | undefined>
  extends Omit<ConvertOptions<Source, Sender, Method>, "unknownMethods"> {}

/** A converted message. */
export interface Converted<Message> {
  /** The message in the target revision, of the kind that you gave: text, bytes or an object. */
  message: Message;
  /** Every difference between the original and the converted message. */
  losses: Loss[];
}

/** The function `decode` for every revision. */
export interface Decode {
  /**
   * Decode a message of a revision: text, bytes or an object.
   *
   * The message is valid if and only if the schema of the revision, with its published errors corrected, accepts it.
   * The type of the result follows from the revision, the sender and `answering`.
   *
   * @throws {DecodeError} The message is not valid; `pointer` says where, `reason` why, `code` is for your reply.
   * @throws {RangeError | TypeError} An argument is wrong.
   */
  <Name extends `${Revision}` | Composed, Sender extends Side, Method extends string | null | undefined = undefined>(
    frame: Frame, revision: Name, options: DecodeOptions<Name, Sender, Method>,
  ): Decoded<Received<Name, Sender, Known<Name, Sender, Method>>>;
}

/** The function `decode` for one revision. */
export interface DecodeOne<Name extends RevisionName> {
  /**
   * Decode a message of this revision: text, bytes or an object.
   *
   * The message is valid if and only if the schema of the revision, with its published errors corrected, accepts it.
   * The type of the result follows from the sender and `answering`.
   *
   * @throws {DecodeError} The message is not valid; `pointer` says where, `reason` why, `code` is for your reply.
   * @throws {RangeError | TypeError} An argument is wrong.
   */
  <Sender extends Side, Method extends string | null | undefined = undefined>(
    frame: Frame, options: DecodeOptions<Name, Sender, Method>,
  ): Decoded<Received<Name, Sender, Known<Name, Sender, Method>>>;
  /** The revision of the messages that the function decodes. */
  readonly revision?: Name | undefined;
}

/** The function `validate` for every revision. */
export interface Validate {
  /**
   * Validate a part of a message by a type of a revision, such as `"Tool"`.
   *
   * Text and bytes are JSON, so the string `a` is `'"a"'`. Any other value stands for itself.
   *
   * @throws {DecodeError} The value is not valid; `pointer` says where, `reason` why.
   * @throws {RangeError | TypeError} An argument is wrong.
   */
  <Name extends `${Revision}` | Composed, Type extends TypeName<Name>>(value: unknown, revision: Name, type: Type, limits?: Limits): Decoded<TypeOf<Name, Type>>;
}

/** The function `validate` for one revision. */
export interface ValidateOne<Name extends RevisionName> {
  /**
   * Validate a part of a message by a type of this revision, such as `"Tool"`.
   *
   * Text and bytes are JSON, so the string `a` is `'"a"'`. Any other value stands for itself.
   *
   * @throws {DecodeError} The value is not valid; `pointer` says where, `reason` why.
   * @throws {RangeError | TypeError} An argument is wrong.
   */
  <Type extends TypeName<Name>>(value: unknown, type: Type, limits?: Limits): Decoded<TypeOf<Name, Type>>;
}

/** The function `convert` for every pair of revisions. */
export interface Convert {
  /**
   * Convert a message from the revision `source` to the revision `target`.
   *
   * The same kind of message comes back: text, bytes or an object. Your object is not changed. `convert` reads only what
   * it has to edit; call `decode` first for a message that you do not trust.
   *
   * @throws {NoCounterpart} The target has no equivalent; `reply` answers the sender of a request.
   * @throws {DecodeError} The message is malformed.
   * @throws {LossError} Something would be lost, and `loss` is `"error"`.
   * @throws {RangeError | TypeError} An argument is wrong.
   */
  <
    const From extends Frame, Source extends `${Revision}` | Composed, Target extends `${Revision}` | Composed, Sender extends Side,
    Method extends string | null | undefined = undefined, Unknown extends UnknownMethods = "refuse",
  >(
    frame: Convertible<Source, Sender, Method, Unknown, From>, source: Source, target: Target, options: ConvertOptions<Source, Sender, Method, Unknown>,
  ): Converted<Counterpart<Source, Target, Sender, Known<Source, Sender, Method>, From>>;
}

/** The function `convert` for one pair of revisions. */
export interface ConvertPair<Source extends RevisionName, Target extends RevisionName> {
  /**
   * Convert a message of this pair of revisions.
   *
   * The same kind of message comes back: text, bytes or an object. Your object is not changed. `convert` reads only what
   * it has to edit; call `decode` first for a message that you do not trust.
   *
   * @throws {NoCounterpart} The target has no equivalent; `reply` answers the sender of a request.
   * @throws {DecodeError} The message is malformed.
   * @throws {LossError} Something would be lost, and `loss` is `"error"`.
   * @throws {RangeError | TypeError} An argument is wrong.
   */
  <const From extends Frame, Sender extends Side, Method extends string | null | undefined = undefined>(
    frame: Convertible<Source, Sender, Method, "refuse", From>, options: PairOptions<Source, Sender, Method>,
  ): Converted<Counterpart<Source, Target, Sender, Known<Source, Sender, Method>, From>>;
}

/** A conversion for many messages of one sender; it throws as `convert` does. */
export interface Converter<
  Source extends RevisionName = RevisionName, Target extends RevisionName = RevisionName, Sender extends Side = Side, Unknown extends UnknownMethods = "refuse",
> {
  /** Convert a message. A result needs `answering`, the method of the request that it answers. */
  <const From extends Frame, Method extends string | null | undefined = undefined>(
    frame: Convertible<Source, Sender, Method, Unknown, From>, answering?: Answering<Source, Sender, Method>,
  ): Converted<Counterpart<Source, Target, Sender, Known<Source, Sender, Method>, From>>;
  /** Whether a message of the source may be a batch: a list of messages. */
  readonly batches: boolean;
  /** Whether an error response of the source must have an id. */
  readonly errorIdRequired: boolean;
}

/** The function `converter` for every pair of revisions. */
export interface MakeConverter {
  /**
   * Return a conversion for many messages of one sender, with its options checked once.
   *
   * The conversion throws as `convert` does.
   *
   * @throws {RangeError | TypeError} An argument is wrong.
   */
  <Source extends `${Revision}` | Composed, Target extends `${Revision}` | Composed, Sender extends Side, Unknown extends UnknownMethods = "refuse">(
    source: Source, target: Target, options: ConverterOptions<Sender, Unknown>,
  ): Converter<Source, Target, Sender, Unknown>;
}

/** The function `converter` for one pair of revisions. */
export interface MakePairConverter<Source extends RevisionName, Target extends RevisionName> {
  /**
   * Return a conversion for many messages of one sender, with its options checked once.
   *
   * The conversion throws as `convert` does.
   *
   * @throws {RangeError | TypeError} An argument is wrong.
   */
  <Sender extends Side>(options: PairConverterOptions<Sender>): Converter<Source, Target, Sender>;
}

/** The function `compose`. */
export interface Compose {
  /**
   * Return the name of a revision with extensions, which every function accepts as a revision.
   *
   * @throws {RangeError | TypeError} An argument is wrong, or the extension extends another revision.
   */
  <Name extends Revision, Added extends ExtensionOf<Name>>(revision: Name, ...extensions: Added[]): Composed<Name, Added>;
}

/** How to convert an input request. */
export interface InputRequestOptions extends LossOptions {
  /** The id of the request to the client. */
  id: MessageId;
  /** The id of the elicitation, if the client shall visit a URL and its revision has such ids; by default the text of `id`. */
  elicitationId?: string | undefined;
  /** How large the request may be. */
  limits?: Limits | undefined;
}

/** The function `convertInputRequest`. */
export interface ConvertInputRequest {
  /**
   * Convert an input request, which is an entry of `inputRequests` in a result, to a request that a server of an older revision sends.
   *
   * @throws {NoCounterpart} The target has no such request.
   * @throws {DecodeError} The input request is malformed.
   * @throws {LossError} Something would be lost, and `loss` is `"error"`.
   * @throws {RangeError | TypeError} An argument is wrong, or not exactly one of the revisions has input requests.
   */
  <Source extends `${Revision}` | Composed, Target extends `${Revision}` | Composed>(
    inputRequest: object, source: Source, target: Target, options: InputRequestOptions,
  ): Converted<Extract<Call<Target, "server">, { method: InputMethod<Source> }>>;
}

/** How to convert the response to an input request. */
export interface InputResponseOptions<Target extends RevisionName = RevisionName, Method = string> extends LossOptions {
  /** The method of the input request, such as `"elicitation/create"`. */
  answering: string extends Method ? Method : InputMethod<Target>;
  /** How large the response may be. */
  limits?: Limits | undefined;
}

/** The function `convertInputResponse`. */
export interface ConvertInputResponse {
  /**
   * Convert the client's response to an input request to an entry of `inputResponses`.
   *
   * @throws {NoCounterpart} The response is an error, which `inputResponses` cannot carry.
   * @throws {DecodeError} The response is malformed.
   * @throws {LossError} Something would be lost, and `loss` is `"error"`.
   * @throws {RangeError | TypeError} An argument is wrong, or not exactly one of the revisions has input requests.
   */
  <Source extends `${Revision}` | Composed, Target extends `${Revision}` | Composed, Method extends string>(
    response: Frame, source: Source, target: Target, options: InputResponseOptions<Target, Method>,
  ): Converted<TypeOf<Target, Extract<"InputResponse", TypeName<Target>>>>;
}

/** The function `createSession`. */
export interface CreateSession {
  /**
   * Return a session between a client and a server that speak different revisions.
   *
   * If only the revision of the client has a handshake, the session answers `initialize` from the server's answer to
   * `server/discover`, answers `ping`, repeats the client's facts and log level in each request, and sends the input requests
   * in a result to the client. It opens one subscription to the list changes that the server offers and to the resources of
   * `resources/subscribe`, which it answers when the server has acknowledged the subscription. If the server ends the
   * subscription, only the next `resources/subscribe` opens it again.
   *
   * If only the revision of the server has a handshake, the first request of the client opens the session, and requests wait
   * until it is open. A request that names another revision gets the error -32022. The session answers `server/discover`,
   * `subscriptions/listen` and the server's `ping`, and sets the log level. A request of the server for input becomes the result of
   * the newest call whose client declared the capability (see `during` of `fromServer`). The client's retry, with the same method
   * and params, gives the answers to the server. Three things are not carried: the session does not use capabilities that only
   * later requests declare, it does not offer tasks of the server, and the error that asks for a visit to a URL stays an error.
   * Only the client ends a subscription, so end those that are open if the server is gone.
   *
   * In both cases, the session does not report `ROUTINE_CHANGES`.
   *
   * @throws {RangeError | TypeError} An argument is wrong.
   */
  <Client extends `${Revision}` | Composed, Server extends `${Revision}` | Composed>(client: Client, server: Server, options?: CreateSessionOptions): Session<Client, Server>;
}

/** The options of `createSession`. */
export interface CreateSessionOptions extends SessionOptions {
  /** Whether the session decodes each message before it converts it, and so refuses what is not valid; by default `false`. */
  validate?: boolean | undefined;
}
