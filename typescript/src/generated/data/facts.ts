/** The revisions, and how a message names its revision. Written by `mcpgen build --language typescript`. */
import type { Facts } from "../../published.ts";

const data: Facts = {
  "revisions": [{ "revision": "2024-11-05", "requestMeta": {} }, { "revision": "2025-03-26", "requestMeta": {} }, { "revision": "2025-06-18", "requestMeta": {} }, { "revision": "2025-11-25", "requestMeta": {} }, { "revision": "2026-07-28", "requestMeta": { "clientCapabilities": "io.modelcontextprotocol/clientCapabilities", "clientInfo": "io.modelcontextprotocol/clientInfo", "logLevel": "io.modelcontextprotocol/logLevel", "protocolVersion": "io.modelcontextprotocol/protocolVersion" } }],
  "naming": {
    "session": { "id": "R-INIT", "reason": "{target} sessions agree on {target}, so `protocolVersion` was changed." },
    "request": { "id": "R-INIT", "reason": "{target} requests name {target} as their revision, so `_meta` was changed." },
    "discovery": { "id": "R-INIT", "reason": "{target} servers list {target}, so `supportedVersions` was changed." },
  },
};

export default data;
