/**
 * Everything that the package publishes, for the entry point with every revision.
 *
 * Written by `mcpgen build --language typescript`.
 */

import type { Published } from "../core.ts";
import facts from "./data/facts.ts";
import ways from "./data/ways.ts";
import data1 from "./data/types/2024-11-05.ts";
import data2 from "./data/types/2025-03-26.ts";
import data3 from "./data/types/2025-06-18.ts";
import data4 from "./data/types/2025-11-25.ts";
import data5 from "./data/types/2026-07-28.ts";
import data6 from "./data/extensions/apps.ts";
import data7 from "./data/extensions/tasks.ts";
import data8 from "./data/conversions/2024-11-05--2025-03-26.ts";
import data9 from "./data/conversions/2025-03-26--2024-11-05.ts";
import data10 from "./data/conversions/2025-03-26--2025-06-18.ts";
import data11 from "./data/conversions/2025-06-18--2025-03-26.ts";
import data12 from "./data/conversions/2025-06-18--2025-11-25.ts";
import data13 from "./data/conversions/2025-11-25--2025-06-18.ts";
import data14 from "./data/conversions/2025-11-25--2026-07-28.ts";
import data15 from "./data/conversions/2026-07-28--2025-11-25.ts";
import data16 from "./data/conversions/2026-07-28--2026-07-28+tasks.ts";
import data17 from "./data/conversions/2026-07-28+tasks--2026-07-28.ts";
import data18 from "./data/conversions/2025-11-25--2026-07-28+tasks.ts";
import data19 from "./data/conversions/2026-07-28+tasks--2025-11-25.ts";

/** Return the data of every revision, extension and conversion. */
export function published(): Published {
  return {
    facts,
    ways,
    revisions: [data1, data2, data3, data4, data5],
    extensions: [data6, data7],
    conversions: [data8, data9, data10, data11, data12, data13, data14, data15, data16, data17, data18, data19],
  };
}
