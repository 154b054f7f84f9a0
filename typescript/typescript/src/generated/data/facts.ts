/** The revisions, and how a message names its revision. Written by `mcpgen build --language typescript`. */
import type { Facts } from "../../published.ts";

const data: Facts = {
  "revisions": [{ "revision": "2024-11-05", "requestMeta": {  } }, { "revision": "2025-03-26", "requestMeta": {  } }, { "revision": "2025-06-18", "requestMeta": {  } }, { "revision": "2025-11-25", "requestMeta": {  } }, { "revision": "2026-07-28", "requestMeta": { "clientCapabilities": "io.modelcontextprotocol/clientCapabilities", "clientInfo": "io.modelcontextprotocol/clientInfo", "logLevel": "io.modelcontextprotocol/logLevel", "protocolVersion": "io.modelcontextprotocol/protocolVersion" } }],
  "naming": {
    "session": { "id": "R-INIT", "reason": "The revision of a session: frames of {target} agree on {target}." },
    "request": { "id": "R-INIT", "reason": "The revision of a request: requests of {target} name {target}." },
    "discovery": { "id": "R-INIT", "reason": "The revisions of a server: frames of {target} agree on {target}." },
  },
};

export default data;
