/** Messages of methods that no revision and no extension defines: those of vendors. */

import type { FrameKind } from "./decode.ts";
import { METHOD_NOT_FOUND } from "./errors.ts";
import defined from "./generated/data/methods/defined.ts";
import { has, type JsonObject, lazy, member, put } from "./json.ts";
import type { Log } from "./log.ts";
import { fillContext, type Plan } from "./plan.ts";
import type { Change, Methods, Naming, Side } from "./published.ts";

const OTHER: Record<Side, Side> = { client: "server", server: "client" };
const CONTEXT: Change = { id: "R-VENDOR", reason: "Each request of the target revision states these facts about the client, so they were added." };
const RESULT_TYPE: Change = { id: "R-VENDOR", reason: "Each result of the target revision has a `resultType`, so it was added." };

const names = /* @__PURE__ */ lazy(() => new Set(defined));

/** What leads from one revision to another: plans, the methods of the source, and how messages of the target name it. */
export interface Way {
  readonly plans: readonly Plan[];
  readonly methods: Methods;
  readonly naming: readonly Naming[];
}

/** Whether a vendor may define a method of a name. JSON-RPC reserves names that start with `rpc.`. */
export function isVendorName(name: unknown): name is string {
  return typeof name === "string" && name !== "" && !name.startsWith("rpc.") && !names().has(name);
}

/**
 * Convert a message of a vendor's method, and return `true`: add only what the target requires. Return `false` for another
 * message, and where the source has no such messages.
 */
export function passVendor({ plans, methods, naming }: Way, sender: Side, tree: JsonObject, kind: FrameKind, log: Log): boolean {
  const isResult = kind === "result";
  if (kind === "error" || !isVendorName(isResult ? log.answering : tree.method)) return false;
  const part = isResult ? "result" : "params", asking = isResult ? OTHER[sender] : sender;
  if (kind !== "notification") {
    if (!methods[asking].requests?.length) return false;
    for (const { file } of plans.toReversed()) {
      const removed = file.errors?.withoutRequests?.[asking];
      if (removed) log.refuse(removed, METHOD_NOT_FOUND);
    }
  }
  const needsFacts = methods.client.requests?.includes("initialize") && naming.some((one) => one.kind === "request");
  const addsFacts = kind === "request" && sender === "client" && needsFacts;
  if (addsFacts && !has(tree, part)) put(tree, part, {});
  if (!has(tree, part)) return true;
  const owner = log.formed(tree[part], "object", part);
  if (addsFacts) log.inner((params: JsonObject) => fillContext(params, "_meta", [], CONTEXT, log), part, owner);
  if (isResult && sender === "server" && needsFacts && typeof member(owner, "resultType") !== "string") {
    log.fill(owner, "resultType", "complete", RESULT_TYPE, [part]);
  }
  return true;
}
