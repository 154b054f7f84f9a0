/** How messages of 2026-07-28 name their revision. Written by `mcpgen build --language typescript`. */
import type { Naming } from "../../../published.ts";

const data: readonly Naming[] = [{ "kind": "request", "part": "params", "path": ["_meta", "io.modelcontextprotocol/protocolVersion"], "id": "R-INIT", "reason": "2026-07-28 requests name 2026-07-28 as their revision, so `_meta` was changed." }, { "kind": "discovery", "method": "server/discover", "part": "result", "path": ["supportedVersions"], "id": "R-INIT", "reason": "2026-07-28 servers list 2026-07-28, so `supportedVersions` was changed." }];

export default data;
