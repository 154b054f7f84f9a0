/**
 * The types of the extension io.modelcontextprotocol/ui of the Model Context Protocol.
 *
 * Written by `mcpgen build --language typescript`.
 */

export type * from "../../types/apps.ts";
