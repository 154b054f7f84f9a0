/**
 * Everything that the package publishes, for the entry point with every revision.
 *
 * Written by `mcpgen build --language typescript`.
 */

import type { Published } from "../core.ts";
import ways from "./data/ways.ts";
import data1 from "./data/naming/2024-11-05.ts";
import data2 from "./data/naming/2025-03-26.ts";
import data3 from "./data/naming/2025-06-18.ts";
import data4 from "./data/naming/2025-11-25.ts";
import data5 from "./data/naming/2026-07-28.ts";
import data6 from "./data/conversions/2024-11-05--2025-03-26.ts";
import data7 from "./data/conversions/2025-03-26--2024-11-05.ts";
import data8 from "./data/conversions/2025-03-26--2025-06-18.ts";
import data9 from "./data/conversions/2025-06-18--2025-03-26.ts";
import data10 from "./data/conversions/2025-06-18--2025-11-25.ts";
import data11 from "./data/conversions/2025-11-25--2025-06-18.ts";
import data12 from "./data/conversions/2025-11-25--2026-07-28.ts";
import data13 from "./data/conversions/2026-07-28--2025-11-25.ts";
import data14 from "./data/conversions/2026-07-28--2026-07-28+tasks.ts";
import data15 from "./data/conversions/2026-07-28+tasks--2026-07-28.ts";
import data16 from "./data/conversions/2025-11-25--2026-07-28+tasks.ts";
import data17 from "./data/conversions/2026-07-28+tasks--2025-11-25.ts";
import data18 from "./data/types/2024-11-05.ts";
import data19 from "./data/types/2025-03-26.ts";
import data20 from "./data/types/2025-06-18.ts";
import data21 from "./data/types/2025-11-25.ts";
import data22 from "./data/types/2026-07-28.ts";
import data23 from "./data/extensions/apps.ts";
import data24 from "./data/extensions/tasks.ts";

/** Return the data of every revision, extension and conversion. */
export function published(): Published {
  return {
    ways,
    revisions: [data18, data19, data20, data21, data22],
    extensions: [data23, data24],
    naming: { "2024-11-05": data1, "2025-03-26": data2, "2025-06-18": data3, "2025-11-25": data4, "2026-07-28": data5 },
    conversions: { "2024-11-05--2025-03-26": data6, "2025-03-26--2024-11-05": data7, "2025-03-26--2025-06-18": data8, "2025-06-18--2025-03-26": data9, "2025-06-18--2025-11-25": data10, "2025-11-25--2025-06-18": data11, "2025-11-25--2026-07-28": data12, "2026-07-28--2025-11-25": data13, "2026-07-28--2026-07-28+tasks": data14, "2026-07-28+tasks--2026-07-28": data15, "2025-11-25--2026-07-28+tasks": data16, "2026-07-28+tasks--2025-11-25": data17 },
  };
}
