// Serves a client with a handshake, over stdio, from a server of 2026-07-28: node stateless.ts COMMAND [ARGUMENT...]
import { spawn } from "node:child_process";
import { createInterface } from "node:readline";
import { createSession, DecodeError, type Delivery, isRevision, type JsonObject, LATEST, parse, type Revision, type Session } from "mcp-revisions";

const server = spawn(process.argv[2]!, process.argv.slice(3), { stdio: ["pipe", "pipe", "inherit"] });
const outputs = { client: process.stdout, server: server.stdin };
let session: Session | undefined;

/** Return the revision that the client offers in its first message, or the newest one with a handshake. */
function offered(line: string): Exclude<Revision, typeof LATEST> {
  try {
    const { params } = Object(parse(line)) as { params?: JsonObject };
    const name = params?.protocolVersion;
    if (isRevision(name) && name !== LATEST) return name;
  } catch (error) {
    if (!(error instanceof DecodeError)) throw error; // the session answers a line that is not JSON
  }
  return "2025-11-25";
}

function send(deliveries: Delivery<string>[]) {
  for (const { to, frame, losses, error } of deliveries) {
    if (error) console.error(String(error));
    if (frame === null) continue; // if there is no error, nobody misses the notification
    for (const { kind, pointer, reason } of losses) console.error(`to the ${to}: ${kind} ${pointer}: ${reason}`);
    outputs[to].write(frame + "\n");
  }
}

createInterface({ input: process.stdin })
  .on("line", (line) => {
    session ??= createSession(offered(line), LATEST, { validate: true });
    send(session.fromClient(line));
  })
  .on("close", () => server.stdin.end());
createInterface({ input: server.stdout }).on("line", (line) => session && send(session.fromServer(line)));
for (const one of [server, server.stdin]) one.on("error", (error: Error) => console.error(String(error)));
server.on("close", (code) => {
  process.exitCode = code ?? 1;
  process.stdin.destroy();
});
