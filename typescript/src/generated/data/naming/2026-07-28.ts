/** How messages of 2026-07-28 name their revision. Written by `mcpgen build --language typescript`. */
import type { Naming } from "../../../published.ts";

const data: readonly Naming[] = [{ "kind": "request", "part": "params", "path": ["_meta", "io.modelcontextprotocol/protocolVersion"], "id": "R-INIT", "reason": "This request was converted to 2026-07-28, so the revision in its `_meta` was changed." }, { "kind": "discovery", "method": "server/discover", "part": "result", "path": ["supportedVersions"], "id": "R-INIT", "reason": "This result was converted to 2026-07-28, so its `supportedVersions` were changed." }];

export default data;
