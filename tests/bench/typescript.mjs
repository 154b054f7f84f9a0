// Times the official TypeScript SDK on recorded frames: JSON.parse alone, and with its schemas.
// In: lines of {"revision", "sender", "result", "data"} on standard input, `result` naming the schema of a response.
// Out: a line of {"revision", "ratio"} for each frame that the schemas accept.
import { createInterface } from "node:readline";
const sdk = await import(process.argv[2]);

function microseconds(work) {
  for (let i = 0; i < 200; i++) work();
  let best = Infinity;
  for (let round = 0; round < 7; round++) {
    const began = process.hrtime.bigint();
    for (let i = 0; i < 300; i++) work();
    best = Math.min(best, Number(process.hrtime.bigint() - began) / 300000);
  }
  return best;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { revision, sender, result, data } = JSON.parse(line);
  const side = sender === "client" ? "Client" : "Server";
  const frame = JSON.parse(data);
  const inner = result ? sdk[`${result}Schema`] : sdk[side + ("id" in frame ? "Request" : "Notification") + "Schema"];
  if (!inner) continue;
  const read = () => {
    const message = sdk.JSONRPCMessageSchema.parse(JSON.parse(data));
    return inner.parse(result ? message.result : { method: message.method, params: message.params });
  };
  try { read(); } catch { continue; }
  console.log(JSON.stringify({ revision, ratio: microseconds(read) / microseconds(() => JSON.parse(data)) }));
}
