// Opens a page in Chromium that imports the package from its folder, and prints what it does there.
import { readFileSync } from "node:fs";
import { createServer } from "node:http";
import chromium from "@sparticuz/chromium";
import puppeteer from "puppeteer-core";

const root = process.argv[2];
const types = { js: "text/javascript", json: "application/json" };
const run = readFileSync(new URL("./run.mjs", import.meta.url), "utf8").replace('"mcp-revisions"', '"/index.js"');
const server = createServer(({ url }, answer) => {
  answer.setHeader("content-type", types[url.split(".").at(-1)] ?? "text/html");
  if (url === "/") return answer.end(`<script type="module">${run}; document.title = "done"</script>`);
  if (url === "/favicon.ico") return answer.end();
  answer.end(readFileSync(root + decodeURIComponent(url)));
}).listen(0, "127.0.0.1");
const browser = await puppeteer.launch({
  args: [...chromium.args, "--no-sandbox"], executablePath: await chromium.executablePath(), headless: "shell",
});
const page = await browser.newPage();
page.on("pageerror", (error) => console.log(error.message));
page.on("console", (message) => console.log(message.text()));
await page.goto(`http://127.0.0.1:${server.address().port}/`);
await page.waitForFunction("document.title === 'done'", { timeout: 30_000 });
await browser.close();
server.close();
