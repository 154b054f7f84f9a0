// Times the npm package on recorded frames, all in turn: a decode of text over JSON.parse, a conversion of text over
// JSON.parse and JSON.stringify. The last row is a long list of tools with
// several differences each.
// In: lines of {"source", "sender", "answering", "text"} on standard input; the module of the package as the argument.
// Out: a line of {"work", "frames", "ratio", "microseconds"} for the decode and for each pair.
import { createInterface } from "node:readline";
const { REVISIONS, converter, decode } = await import(process.argv[2]);

const WARM_UP = 10;
const ROUNDS = 61;
const PAGE_ROUNDS = 11;
const TOOLS = 16000;

const frames = [];
for await (const line of createInterface({ input: process.stdin })) frames.push(JSON.parse(line));

/** Return the time of the processor that works take, in milliseconds: other processes do not count. */
function pass(works) {
  const began = process.cpuUsage();
  for (const work of works) work();
  const { user, system } = process.cpuUsage(began);
  return (user + system) / 1000;
}

function median(numbers) {
  return numbers.toSorted((a, b) => a - b)[Math.floor(numbers.length / 2)];
}

/** Print the medians over rounds, each a pass of ours and a native one in turn; frames that are refused do not count. */
function measure(work, pairs, rounds) {
  const accepted = pairs.filter(([ours]) => {
    try { ours(); return true; } catch { return false; }
  });
  const [ours, native] = [0, 1].map((i) => accepted.map((pair) => pair[i]));
  const times = [];
  for (let round = 0; round < WARM_UP + rounds; round++) times.push([pass(ours), pass(native)]);
  const warm = times.slice(WARM_UP);
  const microseconds = (median(warm.map(([one]) => one)) * 1000) / ours.length;
  console.log(JSON.stringify({ work, frames: ours.length, ratio: median(warm.map(([one, other]) => one / other)), microseconds }));
}

measure("decode", frames.map(({ source, sender, answering, text }) =>
  [() => decode(text, source, { sender, answering }), () => JSON.parse(text)]), ROUNDS);
const [oldest, latest] = [REVISIONS[0], REVISIONS.at(-1)];
const steps = REVISIONS.slice(1).flatMap((newer, i) => [[REVISIONS[i], newer], [newer, REVISIONS[i]]]);
for (const [from, to] of [...steps, [oldest, latest], [latest, oldest]]) {
  const converts = { client: converter(from, to, { sender: "client" }), server: converter(from, to, { sender: "server" }) };
  measure(`${from} to ${to}`, frames.filter(({ source }) => source === from).map(({ sender, answering, text }) =>
    [() => converts[sender](text, answering), () => JSON.stringify(JSON.parse(text))]), ROUNDS);
}

const tools = Array.from({ length: TOOLS }, (_, i) => ({
  name: `tool${i}`,
  title: `Tool ${i}`,
  icons: [{ src: "https://example.org/icon.png" }],
  execution: { taskSupport: "optional" },
  inputSchema: { type: "object", properties: { text: { type: "string" } } },
  outputSchema: { type: "object" },
  annotations: { readOnlyHint: true },
  _meta: { number: i },
}));
const page = JSON.stringify({ jsonrpc: "2.0", id: 1, result: { tools } });
const convertPage = converter("2025-11-25", oldest, { sender: "server" });
const perTool = convertPage(page, "tools/list").losses.length / TOOLS;
measure(`${TOOLS.toLocaleString("en")} tools, ${perTool} differences each`,
  [[() => convertPage(page, "tools/list"), () => JSON.stringify(JSON.parse(page))]], PAGE_ROUNDS);
