// The official TypeScript SDK, version 1: one set of zod schemas for all revisions that it supports.
import { readFileSync } from "node:fs";
import * as sdk from "@modelcontextprotocol/sdk/types.js";
import { serveZod } from "../zod.js";

const at = new URL("../../package.json", import.meta.resolve("@modelcontextprotocol/sdk/types.js"));
const { version } = JSON.parse(readFileSync(at, "utf8"));
const revisions = ["2024-11-05", "2025-03-26", "2025-06-18", "2025-11-25"];
await serveZod(sdk, { implementation: "@modelcontextprotocol/sdk", version, language: "TypeScript", revisions, claim: "version-free" });
