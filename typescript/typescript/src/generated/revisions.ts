/**
 * The names of the revisions and of the extensions, and the types of each.
 *
 * Written by `mcpgen build --language typescript`.
 */

import type * as revision1 from "./types/2024-11-05.ts";
import type * as revision2 from "./types/2025-03-26.ts";
import type * as revision3 from "./types/2025-06-18.ts";
import type * as revision4 from "./types/2025-11-25.ts";
import type * as revision5 from "./types/2026-07-28.ts";
import type * as extension1 from "./types/apps.ts";
import type * as extension2 from "./types/tasks.ts";

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
    client: revision1.ClientMessage;
    server: revision1.ServerMessage;
    results: { client: revision1.ClientResults; server: revision1.ServerResults };
    methods: revision1.Methods;
    types: revision1.Types;
    error: revision1.ErrorResponse;
  };
  "2025-03-26": {
    client: revision2.ClientMessage;
    server: revision2.ServerMessage;
    results: { client: revision2.ClientResults; server: revision2.ServerResults };
    methods: revision2.Methods;
    types: revision2.Types;
    error: revision2.ErrorResponse;
  };
  "2025-06-18": {
    client: revision3.ClientMessage;
    server: revision3.ServerMessage;
    results: { client: revision3.ClientResults; server: revision3.ServerResults };
    methods: revision3.Methods;
    types: revision3.Types;
    error: revision3.ErrorResponse;
  };
  "2025-11-25": {
    client: revision4.ClientMessage;
    server: revision4.ServerMessage;
    results: { client: revision4.ClientResults; server: revision4.ServerResults };
    methods: revision4.Methods;
    types: revision4.Types;
    error: revision4.ErrorResponse;
  };
  "2026-07-28": {
    client: revision5.ClientMessage;
    server: revision5.ServerMessage;
    results: { client: revision5.ClientResults; server: revision5.ServerResults };
    methods: revision5.Methods;
    types: revision5.Types;
    error: revision5.ErrorResponse;
  };
}

/** The types of each extension. */
export interface Extensions {
  "io.modelcontextprotocol/ui": {
    extends: "2026-07-28";
    client: extension1.ClientMessage;
    server: extension1.ServerMessage;
    results: { client: extension1.ClientResults; server: extension1.ServerResults };
    methods: extension1.Methods;
    types: extension1.Types;
  };
  "io.modelcontextprotocol/tasks": {
    extends: "2026-07-28";
    client: extension2.ClientMessage;
    server: extension2.ServerMessage;
    results: { client: extension2.ClientResults; server: extension2.ServerResults };
    methods: extension2.Methods;
    types: extension2.Types;
  };
}
