// Bundles a module by esbuild, minified, in the current folder; prints its bytes, plain and with gzip, and the modules in it.
import { createRequire } from "node:module";
import { gzipSync } from "node:zlib";

const { buildSync } = createRequire(`${process.cwd()}/`)("esbuild");
const stdin = { contents: process.argv[2], resolveDir: process.cwd() };
const { metafile, outputFiles: [{ contents }] } = buildSync({ stdin, bundle: true, minify: true, format: "esm", write: false, metafile: true });
const [{ inputs }] = Object.values(metafile.outputs);
const used = Object.keys(inputs).filter((path) => inputs[path].bytesInOutput);
console.log(JSON.stringify({ size: contents.length, compressed: gzipSync(contents, { level: 9 }).length, inputs: used }));
