// The lines of a testee (docs/testees.md): each question on stdin is answered by its operation.
import { createInterface } from "node:readline";

export const claims = { byRevision: "by revision", byEra: "by era", versionFree: "version-free" };

/** Answer every question; `decode` returns a verdict for { revision, sender, answering, frame }. */
export async function serve(hello, decode) {
  const operations = { hello: () => ({ ...hello, operations: ["decode"] }), decode };
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    const { id, op, ...asked } = JSON.parse(line);
    process.stdout.write(`${JSON.stringify({ id, ...operations[op](asked) })}\n`);
  }
}

/** Return the verdict of checks that throw; `undefined` instead of a list of checks is skipped. */
export function verdictOf(checks) {
  if (!checks) return { verdict: "skipped" };
  try {
    for (const check of checks) check();
    return { verdict: "valid" };
  } catch (error) {
    return { verdict: "invalid", reason: String(error?.message ?? error).slice(0, 200) };
  }
}
