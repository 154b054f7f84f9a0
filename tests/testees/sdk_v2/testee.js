// The official TypeScript SDK, version 2: the public zod schemas of its core, one set for all revisions.
import { readFileSync } from "node:fs";
import * as sdk from "@modelcontextprotocol/core";
import { serveZod } from "../zod.js";

const at = new URL("../package.json", import.meta.resolve("@modelcontextprotocol/core"));
const { version } = JSON.parse(readFileSync(at, "utf8"));
const revisions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25", "2026-07-28"];
await serveZod(sdk, { implementation: "@modelcontextprotocol/core", version, language: "TypeScript", revisions, claim: "version-free" });
