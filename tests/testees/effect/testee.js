// Effect: the protocol adapters of `effect/ai/McpProtocol`, one for each revision.
import { readFileSync } from "node:fs";
import { Effect, Schema } from "effect";
import * as protocols from "effect/ai/McpProtocol";
import { serve, verdictOf } from "../lines.js";

const { version } = JSON.parse(readFileSync(new URL("../package.json", import.meta.resolve("effect")), "utf8"));
const byRevision = Object.fromEntries(Object.values(protocols).filter((one) => one?.protocolVersion).map((one) => [one.protocolVersion, one]));

const payload = (protocol, rpc, params) => () => Effect.runSync(protocol.payloadCodecs(rpc).decode(params));

await serve(
  { implementation: "effect", version, language: "TypeScript", revisions: Object.keys(byRevision), claim: "by revision" },
  ({ revision, sender, answering, frame }) => {
    const protocol = byRevision[revision];
    if (Array.isArray(frame) || "error" in frame) return { verdict: "skipped" }; // left to the transport
    const requests = (side) => (side === "client" ? protocol.clientRpcs : protocol.serverRequestRpcs).requests;
    const notices = (sender === "client" ? protocol.clientNotificationRpcs : protocol.serverNotificationRpcs).requests;
    if ("method" in frame) {
      const rpc = ("id" in frame ? requests(sender) : notices).get(frame.method);
      return verdictOf([() => { if (!rpc) throw new Error(`no ${frame.method}`); }, payload(protocol, rpc, frame.params ?? {})]);
    }
    const rpc = requests(sender === "client" ? "server" : "client").get(answering);
    return verdictOf(rpc && [() => Schema.decodeUnknownSync(rpc.successSchema)(frame.result)]);
  },
);
