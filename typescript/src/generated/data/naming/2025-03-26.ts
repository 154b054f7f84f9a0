/** How messages of 2025-03-26 name their revision. Written by `mcpgen build --language typescript`. */
import type { Naming } from "../../../published.ts";

const data: readonly Naming[] = [{ "kind": "session", "method": "initialize", "part": "params", "path": ["protocolVersion"], "id": "R-INIT", "reason": "This message was converted to 2025-03-26, so its `protocolVersion` was changed." }, { "kind": "session", "method": "initialize", "part": "result", "path": ["protocolVersion"], "id": "R-INIT", "reason": "This message was converted to 2025-03-26, so its `protocolVersion` was changed." }];

export default data;
