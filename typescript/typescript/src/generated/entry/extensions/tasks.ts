/**
 * The types of the extension io.modelcontextprotocol/tasks of the Model Context Protocol.
 *
 * Written by `mcpgen build --language typescript`.
 */

export type * from "../../types/tasks.ts";
