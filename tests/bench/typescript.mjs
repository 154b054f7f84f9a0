// Times the official TypeScript SDK on recorded frames: JSON.parse alone, then with the schema of the message, then with
// that of the envelope before it, as the SDK's transport and its handlers do between them.
// In: lines of {"revision", "result", "data", "timed"} on standard input, `result` naming the schema of a result.
// Out: a line of {"revision", "message", "both"} for each frame: whether the schemas accept it, or, if it is timed and
// they do, their ratios to JSON.parse.
import { createInterface } from "node:readline";
const sdk = await import(process.argv[2]);

// The schema of each request and notification, by method, as the SDK's handlers name theirs.
const calls = {};
for (const [name, schema] of Object.entries(sdk)) {
  const method = schema?.shape?.method?.value;
  if (/(Request|Notification)Schema$/.test(name) && typeof method === "string") calls[method] ??= schema;
}

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

function accepts(work) {
  try {
    work();
  } catch {
    return false;
  }
  return true;
}

for await (const line of createInterface({ input: process.stdin })) {
  const { revision, result, data, timed } = JSON.parse(line);
  const frame = JSON.parse(data);
  const call = "method" in frame ? calls[frame.method] : sdk.JSONRPCErrorResponseSchema;
  const inner = result ? sdk[`${result}Schema`] : call;
  const carried = (message) => (result ? message.result : message);
  const message = () => inner.parse(carried(JSON.parse(data)));
  const both = () => inner.parse(carried(sdk.JSONRPCMessageSchema.parse(JSON.parse(data))));
  const accepted = { message: accepts(message), both: accepts(both) };
  if (!timed) console.log(JSON.stringify({ revision, ...accepted }));
  if (!timed || !accepted.message || !accepted.both) continue;
  const plain = microseconds(() => JSON.parse(data));
  console.log(JSON.stringify({ revision, message: microseconds(message) / plain, both: microseconds(both) / plain }));
}
