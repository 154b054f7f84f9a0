/**
 * The names of the revisions and of the extensions, and the types of each.
 *
 * Written by `mcpgen build --language typescript`.
 */

import type * as revision1 from "./entry/2024-11-05.ts";
import type * as revision2 from "./entry/2025-03-26.ts";
import type * as revision3 from "./entry/2025-06-18.ts";
import type * as revision4 from "./entry/2025-11-25.ts";
import type * as revision5 from "./entry/2026-07-28.ts";
import type * as extension1 from "./entry/extensions/apps.ts";
import type * as extension2 from "./entry/extensions/tasks.ts";

/** Every revision, oldest first. */
export const REVISIONS = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"] as const;

/** The name of a revision. */
export type Revision = (typeof REVISIONS)[number];

/** The newest revision. */
export const LATEST = "2026-07-28";

/** The revisions that have batches: a message may be a list of messages. */
export type Batching = "2025-03-26";

/** The identifiers of the extensions. */
export type Extension = "io.modelcontextprotocol/ui" | "io.modelcontextprotocol/tasks";

/** The changes between two revisions that a difference or a refusal can name, by id, with a reason of each. */
export interface Changes {
  /** Only the extension defines this, so it was removed. */
  "R-EXT": true;
  /** Revisions before 2025-03-26 have no JSON-RPC batches, so this batch was split into single messages. */
  "T1.1": true;
  /** Revisions before 2025-03-26 have no audio content, so this audio became an embedded resource with the same data. */
  "T1.2": true;
  /** Progress notifications before 2025-03-26 have no `message`, so it was removed. */
  "T1.4": true;
  /** Revisions before 2025-03-26 have no `completions` capability, so it was removed. */
  "T1.5": true;
  /** Revisions before 2025-03-26 have no tool annotations, so they were removed. */
  "T1.6": true;
  /** Before 2025-03-26, sampling has only text and images, so this message with audio was refused. */
  "T1.7": true;
  /** 2025-06-18 removed JSON-RPC batches, so this batch was split into single messages. */
  "T2.1": true;
  /** Titles are new in 2025-06-18, so this one was removed; a tool's became `annotations.title` if possible. */
  "T2.2": true;
  /** Revisions before 2025-06-18 define no `_meta` here, so it was removed. */
  "T2.3": true;
  /** Revisions before 2025-06-18 have no structured tool output, so it was removed; a tool result states it as text instead. */
  "T2.5": true;
  /** Revisions before 2025-06-18 have no resource links, so this link became a text block with a Markdown link. */
  "T2.6": true;
  /** Revisions before 2025-06-18 have no elicitation, so this capability was removed. */
  "T2.7": true;
  /** Completion requests before 2025-06-18 have no `context`, so it was removed. */
  "T2.8": true;
  /** Annotations before 2025-06-18 have no `lastModified`, so it was removed. */
  "T2.10": true;
  /** Before 2025-11-25, errors require an `id`, so this error without one was refused. */
  "T3.2": true;
  /** Revisions before 2025-11-25 have no icons, so they were removed. */
  "T3.3": true;
  /** Clients and servers before 2025-11-25 have no `description` or `websiteUrl`, so it was removed. */
  "T3.4": true;
  /** Clients before 2025-11-25 cannot open URLs, so this message was refused. */
  "T3.5": true;
  /** Since 2025-11-25, the titles of options are in `oneOf` instead of `enumNames`, so this enumeration was rewritten. */
  "T3.6": true;
  /** Before 2025-11-25, form fields of this kind have no `default`, so it was removed. */
  "T3.7": true;
  /** Before 2025-11-25, a form answer holds one choice per field, so this list of one choice became that choice. */
  "T3.8": true;
  /** Sampling before 2025-11-25 has no tools, so this unused setting was removed. */
  "T3.9": true;
  /** Revisions before 2025-11-25 have no tasks, so this was removed. */
  "T3.10": true;
  /** Before 2025-11-25, cancellations require a `requestId`, so this one without it was refused. */
  "T3.11": true;
  /** Revisions before 2025-11-25 do not define `$schema` here, so it was removed. */
  "T3.12": true;
  /** Before 2025-11-25, elicitation has only forms and does not name its mode, so this was removed. */
  "T3.13": true;
  /** Form fields before 2025-11-25 hold one choice, so this optional field for several was removed. */
  "T3.15": true;
  /** Sampling messages before 2025-11-25 hold one content block, so this list was unwrapped, split, joined or removed. */
  "T3.16": true;
  /** Sampling messages before 2025-11-25 have no `_meta`, so it was removed. */
  "T3.17": true;
  /** Before 2025-11-25, the `sampling` capability has no members, so this one was removed. */
  "T3.18": true;
  /** 2026-07-28 removed the handshake, so this message was refused. */
  "T4.1": true;
  /** Revisions before 2026-07-28 have no `server/discover`, so this message was refused; `initialize` states the same facts. */
  "T4.2": true;
  /** Since 2026-07-28, each request states the client and the revision in `_meta`, so they were set there. */
  "T4.3": true;
  /** Revisions before 2026-07-28 do not define this key of `_meta`, so it was removed. */
  "T4.4": true;
  /** Since 2026-07-28, every result has a `resultType`, so it was set to `complete`. */
  "T4.5": true;
  /** Since 2026-07-28, lists and resources have cache hints, so they were set to forbid caching. */
  "T4.6": true;
  /** Since 2026-07-28, servers ask inside results instead of sending requests, so this message was refused. */
  "T4.7": true;
  /** 2026-07-28 replaced this method by `subscriptions/listen`, so this message was refused. */
  "T4.8": true;
  /** 2026-07-28 removed `ping`, so this message was refused. */
  "T4.9": true;
  /** 2026-07-28 removed `logging/setLevel`, so this message was refused; each request states its log level instead. */
  "T4.10": true;
  /** Since 2026-07-28, clients do not announce changed roots, so `listChanged` was removed. */
  "T4.11": true;
  /** Since 2026-07-28, tasks are only an extension, so this was removed. */
  "T4.12": true;
  /** Since 2026-07-28, no notification says that a URL elicitation is complete, so this one was refused. */
  "T4.13": true;
  /** Since 2026-07-28, cancellations require a `requestId` and servers cancel only subscriptions, so this one was refused. */
  "T4.14": true;
  /** 2026-07-28 adds the `extensions` capability, and no message of earlier revisions contains it, so nothing was changed. */
  "T4.15": true;
  /** Before 2026-07-28, a tool schema describes an object, without boolean subschemas, so this one was rewritten or removed. */
  "T4.16": true;
  /** Before 2026-07-28, structured content is an object, so this value was removed; a tool result states it as text. */
  "T4.17": true;
  /** 2026-07-28 defines other error codes than earlier revisions, so the code of this error was replaced. */
  "T4.18": true;
  /** Since 2026-07-28, a completion has at most 100 values, so the others were removed and `hasMore` was set. */
  "T4.21": true;
  /** Before 2026-07-28, `inputResponses` and `requestState` have no meaning, so this was removed. */
  "T4.25": true;
  /** Since 2026-07-28, clients do not report progress, so this notification was refused. */
  "T4.27": true;
  /** The tasks extension does not define this key of `_meta`, so it was removed. */
  "X1.1": true;
  /** The tasks extension has no `tasks/list`, so this message was refused. */
  "X1.2": true;
  /** The tasks extension has no `tasks/result`, so this message was refused; use `tasks/get`. */
  "X1.3": true;
  /** Core tasks have no `tasks/update`, so this message was refused; answer each request. */
  "X1.4": true;
  /** Core tasks name this notification `notifications/tasks/status`, and the tasks extension `notifications/tasks`, so it was renamed. */
  "X1.5": true;
  /** The tasks extension has milliseconds in the names of these members, and core tasks do not, so they were renamed. */
  "X1.6": true;
  /** Core tasks have the members of a created task in `task`, and the tasks extension in the result, so they were moved. */
  "X1.7": true;
  /** With the tasks extension, a result that creates a task has the `resultType` `task`, so it was set. */
  "X1.8": true;
  /** The tasks extension states the outcome or the input requests of a task with this status, and core tasks do not, so this message was refused. */
  "X1.9": true;
  /** The tasks extension answers `tasks/cancel` without the task, so the task was removed. */
  "X1.10": true;
  /** Since 2026-07-28, each request states the client and the revision in `_meta`, so they were set there. */
  "X1.11": true;
  /** Only core tasks have `execution` in tools, so it was added or removed. */
  "X1.12": true;
  /** The tasks extension requires `ttlMs`, and limits times to 2^53 - 1 milliseconds, so this was changed. */
  "X1.13": true;
}

/** The types of each revision. */
export interface Revisions {
  "2024-11-05": {
    messages: { client: revision1.ClientMessage; server: revision1.ServerMessage };
    answers: { client: revision1.ClientAnswers; server: revision1.ServerAnswers };
    methods: revision1.Methods;
    types: revision1.Types;
    error: revision1.ErrorResponse;
  };
  "2025-03-26": {
    messages: { client: revision2.ClientMessage | revision2.ClientMessage[]; server: revision2.ServerMessage | revision2.ServerMessage[] };
    answers: { client: revision2.ClientAnswers; server: revision2.ServerAnswers };
    methods: revision2.Methods;
    types: revision2.Types;
    error: revision2.ErrorResponse;
  };
  "2025-06-18": {
    messages: { client: revision3.ClientMessage; server: revision3.ServerMessage };
    answers: { client: revision3.ClientAnswers; server: revision3.ServerAnswers };
    methods: revision3.Methods;
    types: revision3.Types;
    error: revision3.ErrorResponse;
  };
  "2025-11-25": {
    messages: { client: revision4.ClientMessage; server: revision4.ServerMessage };
    answers: { client: revision4.ClientAnswers; server: revision4.ServerAnswers };
    methods: revision4.Methods;
    types: revision4.Types;
    error: revision4.ErrorResponse;
  };
  "2026-07-28": {
    messages: { client: revision5.ClientMessage; server: revision5.ServerMessage };
    answers: { client: revision5.ClientAnswers; server: revision5.ServerAnswers };
    methods: revision5.Methods;
    types: revision5.Types;
    error: revision5.ErrorResponse;
  };
}

/** The types of each extension: its own, and those of its revision that it changes. */
export interface Extensions {
  "io.modelcontextprotocol/ui": {
    extends: "2026-07-28";
    answers: { client: extension1.ClientAnswers; server: extension1.ServerAnswers };
    methods: extension1.Methods;
    types: extension1.Types;
  };
  "io.modelcontextprotocol/tasks": {
    extends: "2026-07-28";
    answers: { client: extension2.ClientAnswers; server: extension2.ServerAnswers };
    methods: extension2.Methods;
    types: extension2.Types;
  };
}
