// Opens a file in tsserver, as an editor does, and prints what it shows at each mark.
// In: the path of tsserver.js and of a file, in which `/*N*/` stands before a name or a text. Out: a line of JSON by mark, with the text on
// hover, the completions and the file of the definition.
import { spawn } from "node:child_process";
import { readFileSync } from "node:fs";
import { resolve } from "node:path";

const [tsserver, name] = process.argv.slice(2);
const file = resolve(name), text = readFileSync(file, "utf8");
const server = spawn(process.execPath, [tsserver, "--disableAutomaticTypingAcquisition"], { stdio: ["pipe", "pipe", "inherit"] });
const waiting = new Map();
let received = "", last = 0;
server.stdout.setEncoding("utf8").on("data", (part) => {
  received += part;
  for (let end; (end = received.indexOf("\n")) >= 0; received = received.slice(end + 1)) {
    const line = received.slice(0, end);
    if (!line.startsWith("{")) continue; // a header
    const message = JSON.parse(line);
    if (message.type === "response") waiting.get(message.request_seq)?.(message.body);
  }
});
const send = (command, args) => server.stdin.write(`${JSON.stringify({ seq: ++last, type: "request", command, arguments: args })}\n`);
const ask = (command, args) => new Promise((done) => {
  send(command, args);
  waiting.set(last, done);
});

send("open", { file });
const found = {};
for (const { index, 1: mark, 0: { length } } of text.matchAll(/\/\*(\w+)\*\//g)) {
  const before = text.slice(0, index + length).split("\n");
  const isText = text[index + length] === '"'; // the place is inside of it
  const at = { file, line: before.length, offset: before.at(-1).length + 1 + Number(isText) };
  const hover = await ask("quickinfo", at);
  const completions = await ask("completions", at);
  const definition = await ask("definition", at);
  found[mark] = {
    hover: hover && `${hover.displayString}\n${typeof hover.documentation === "string" ? hover.documentation : (hover.documentation ?? []).map((one) => one.text).join("")}`,
    completions: (completions ?? []).map((one) => one.name),
    definition: definition?.[0]?.file,
  };
}
console.log(JSON.stringify(found));
server.stdin.end();
server.kill();
