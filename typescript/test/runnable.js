// The package as this Node runs it: the source where the host strips types, else `dist`, built where it is older than the source.
import { execSync } from "node:child_process";
import { existsSync, readdirSync, statSync } from "node:fs";
import { fileURLToPath } from "node:url";

const at = (path) => new URL(`../${path}`, import.meta.url);
const changed = (path) => (existsSync(at(path)) ? statSync(at(path)).mtimeMs : 0);

/** Return the URL of a module. */
export function runnable(name = "index") {
  if (process.features.typescript) return at(`src/${name}.ts`).href;
  const newest = Math.max(...readdirSync(at("src"), { recursive: true }).map((path) => changed(`src/${path}`)));
  if (changed("dist/index.js") < newest) {
    const run = (command) => execSync(command, { cwd: fileURLToPath(at(".")), stdio: ["ignore", 2, 2] });
    if (!existsSync(at("node_modules/typescript"))) run("npm ci --silent");
    run("node node_modules/typescript/bin/tsc --project tsconfig.build.json");
  }
  return at(`dist/${name}.js`).href;
}
