// Converts input requests and responses for a test: lines of JSON on stdin, an answer a line on stdout.
import { createInterface } from "node:readline";
import { runnable } from "./runnable.js";

const { convertInputRequest, convertInputResponse, LATEST, parse, stringify, DecodeError, NoCounterpart } = await import(runnable());

function answer({ value, older, answering }) {
  try {
    return answering === undefined
      ? convertInputRequest(value, LATEST, older, { id: "q" })
      : convertInputResponse(value, older, LATEST, { answering });
  } catch (error) {
    if (error instanceof NoCounterpart) return { refused: error.change, pointer: error.pointer };
    if (error instanceof DecodeError) return { malformed: error.pointer };
    throw error;
  }
}

for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
  process.stdout.write(`${stringify(answer(parse(line)))}\n`);
}
