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
