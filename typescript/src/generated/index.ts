/**
 * Every published file, and the names of the revisions.
 *
 * Written by `mcpgen build --language typescript`.
 */

import type { PublishedFile } from "../plan.ts";
import revisions from "./revisions.json" with { type: "json" };
import file2 from "./types/2024-11-05.json" with { type: "json" };
import file3 from "./types/2025-03-26.json" with { type: "json" };
import file4 from "./types/2025-06-18.json" with { type: "json" };
import file5 from "./types/2025-11-25.json" with { type: "json" };
import file6 from "./types/2026-07-28.json" with { type: "json" };
import file7 from "./types/apps.json" with { type: "json" };
import file8 from "./types/tasks.json" with { type: "json" };
import file9 from "./conversions/2024-11-05--2025-03-26.json" with { type: "json" };
import file10 from "./conversions/2025-03-26--2024-11-05.json" with { type: "json" };
import file11 from "./conversions/2025-03-26--2025-06-18.json" with { type: "json" };
import file12 from "./conversions/2025-06-18--2025-03-26.json" with { type: "json" };
import file13 from "./conversions/2025-06-18--2025-11-25.json" with { type: "json" };
import file14 from "./conversions/2025-11-25--2025-06-18.json" with { type: "json" };
import file15 from "./conversions/2025-11-25--2026-07-28.json" with { type: "json" };
import file16 from "./conversions/2026-07-28--2025-11-25.json" with { type: "json" };
import file17 from "./conversions/2026-07-28--2026-07-28+tasks.json" with { type: "json" };
import file18 from "./conversions/2026-07-28+tasks--2026-07-28.json" with { type: "json" };
import file19 from "./conversions/2025-11-25--2026-07-28+tasks.json" with { type: "json" };
import file20 from "./conversions/2026-07-28+tasks--2025-11-25.json" with { type: "json" };

export const facts: PublishedFile = revisions;
export const conversions: readonly PublishedFile[] = [file9, file10, file11, file12, file13, file14, file15, file16, file17, file18, file19, file20];
export const types: readonly PublishedFile[] = [file2, file3, file4, file5, file6, file7, file8];

/** The names of the revisions, oldest first. */
export type Revision = "2024-11-05" | "2025-03-26" | "2025-06-18" | "2025-11-25" | "2026-07-28";
/** The revisions that have batches. */
export type Batching = "2025-03-26";
/** The identifiers of the extensions. */
export type Extension = "io.modelcontextprotocol/ui" | "io.modelcontextprotocol/tasks";
