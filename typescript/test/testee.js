// The testee of this package for `mcpgen testees` (docs/testees.md): lines of JSON on stdin, an answer a line on stdout.
import { createInterface } from "node:readline";
import { runnable } from "./runnable.js";

const { LATEST, REVISIONS, compose, decode, convert, parse, stringify, DecodeError, NoCounterpart } = await import(runnable());

const limits = { size: 2 ** 30, depth: 10_000 }; // of a question, which holds a frame
const operations = {
  hello: () => ({ implementation: "mcp-revisions (TypeScript)", version: "0.1.0", language: "TypeScript", revisions: [...REVISIONS, compose(LATEST, "io.modelcontextprotocol/tasks")], operations: ["decode", "convert"], claim: "by revision" }),
  decode({ revision, sender, answering, frame, text, unknownMethods }) {
    try {
      const { message, unknown } = decode(text ?? frame, revision, { sender, answering, unknownMethods });
      return { verdict: "valid", unknown, frame: message };
    } catch (error) {
      if (error instanceof DecodeError) return { verdict: "invalid", pointer: error.pointer, code: error.code, reason: error.reason };
      if (error instanceof RangeError || error instanceof TypeError) return { verdict: "inapplicable", reason: error.message };
      throw error;
    }
  },
  convert({ source, target, sender, answering, context, frame, text, unknownMethods }) {
    try {
      return { outcome: "converted", ...convert(text ?? frame, source, target, { sender, answering, context, unknownMethods }) };
    } catch (error) {
      if (error instanceof NoCounterpart) return { outcome: "refused", change: error.change, pointer: error.pointer, reason: error.reason, reply: error.reply };
      if (error instanceof DecodeError) return { outcome: "unconverted", pointer: error.pointer, code: error.code, reason: error.reason };
      if (error instanceof RangeError || error instanceof TypeError) return { outcome: "unconverted", reason: error.message };
      throw error;
    }
  },
};

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  const { id, op, ...asked } = parse(line, limits);
  process.stdout.write(`${stringify({ id, ...(operations[op]?.(asked) ?? { error: `no operation ${op}` }) })}\n`);
}
