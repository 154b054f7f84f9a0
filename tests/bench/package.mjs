// Times the npm package on recorded frames, all in turn: a decode of text over JSON.parse, a conversion of text over
// JSON.parse and JSON.stringify.
// In: lines of {"source", "sender", "answering", "text"} on standard input; the module of the package as the argument.
// Out: a line of {"work", "frames", "ratio", "microseconds"} for the decode and for each pair.
import { createInterface } from "node:readline";
const { REVISIONS, converter, decode } = await import(process.argv[2]);

const frames = [];
for await (const line of createInterface({ input: process.stdin })) frames.push(JSON.parse(line));

/** Return the time of the processor that works take, in milliseconds: other processes do not count. */
function pass(works) {
  const began = process.cpuUsage();
  for (const work of works) work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

/** Print the least time of our passes over the least time of native ones; frames that are refused do not count. */
function measure(work, pairs) {
  const accepted = pairs.filter(([ours]) => {
    try { ours(); return true; } catch { return false; }
  });
  const [ours, native] = [0, 1].map((i) => accepted.map((pair) => pair[i]));
  let best = [Infinity, Infinity];
  for (let round = 0; round < 40; round++) best = [Math.min(best[0], pass(ours)), Math.min(best[1], pass(native))];
  console.log(JSON.stringify({ work, frames: ours.length, ratio: best[0] / best[1], microseconds: (best[0] * 1000) / ours.length }));
}

measure("decode", frames.map(({ source, sender, answering, text }) =>
  [() => decode(text, source, { sender, answering }), () => JSON.parse(text)]));
const [oldest, latest] = [REVISIONS[0], REVISIONS.at(-1)];
const steps = REVISIONS.slice(1).flatMap((newer, i) => [[REVISIONS[i], newer], [newer, REVISIONS[i]]]);
for (const [from, to] of [...steps, [oldest, latest], [latest, oldest]]) {
  const converts = { client: converter(from, to, { sender: "client" }), server: converter(from, to, { sender: "server" }) };
  measure(`${from} to ${to}`, frames.filter(({ source }) => source === from).map(({ sender, answering, text }) =>
    [() => converts[sender](text, answering), () => JSON.stringify(JSON.parse(text))]));
}
