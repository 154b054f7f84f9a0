// Lists every export, and every member of an exported type, that an editor shows without documentation.
// In: the path of a TypeScript package with the API, the names without documentation that are allowed, and modules.
import { writeFileSync } from "node:fs";
import { pathToFileURL } from "node:url";

const [typescript, allowed, ...modules] = process.argv.slice(2);
const { default: ts } = await import(pathToFileURL(typescript));
const plain = new Set(JSON.parse(allowed));
writeFileSync("documented.ts", modules.map((name, i) => `export * as m${i} from "${name}";`).join("\n"));
const options = { strict: true, module: ts.ModuleKind.NodeNext, moduleResolution: ts.ModuleResolutionKind.NodeNext, target: ts.ScriptTarget.ES2023, types: [] };
const texts = new Map();
const service = ts.createLanguageService({
  ...ts.sys, useCaseSensitiveFileNames: () => ts.sys.useCaseSensitiveFileNames, getScriptFileNames: () => ["documented.ts"], getScriptVersion: () => "1", getCompilationSettings: () => options,
  getScriptSnapshot: (name) => ts.sys.fileExists(name) ? ts.ScriptSnapshot.fromString(texts.get(name) ?? ts.sys.readFile(name)) : undefined,
  getDefaultLibFileName: ts.getDefaultLibFilePath, readFile: ts.sys.readFile, fileExists: ts.sys.fileExists,
});
const program = service.getProgram(), checker = program.getTypeChecker();
const file = program.getSourceFile("documented.ts");
const said = (symbol) => ts.displayPartsToString(symbol.getDocumentationComment(checker)).trim();
const lacking = [];
let count = 0;
file.statements.forEach((statement, i) => {
  const module = checker.getSymbolAtLocation(statement.moduleSpecifier);
  for (const one of checker.getExportsOfModule(module)) {
    const symbol = one.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(one) : one;
    count++;
    if (!said(symbol)) lacking.push(`${modules[i]}: ${one.name}`);
    const isValue = symbol.flags & ts.SymbolFlags.Variable;
    const type = isValue ? checker.getTypeOfSymbolAtLocation(symbol, file) : checker.getDeclaredTypeOfSymbol(symbol);
    if (isValue) {
      for (const signature of type.getCallSignatures()) {
        count++;
        if (!ts.displayPartsToString(signature.getDocumentationComment(checker)).trim()) lacking.push(`${modules[i]}: ${one.name}(…)`);
      }
      continue;
    }
    if (one.name === "Types") continue; // its members are the names of types, which are documented themselves
    if (!(type.flags & ts.TypeFlags.Object) || checker.isArrayType(type)) continue;
    const own = type.getProperties().filter((member) => !member.name.startsWith("#") && member.declarations?.every((at) => at.getSourceFile().fileName.includes("mcp-revisions")));
    for (const member of own) {
      count++;
      if (!said(member) && !plain.has(member.name)) lacking.push(`${modules[i]}: ${one.name}.${member.name}`);
    }
  }
});
console.log(JSON.stringify({ count, lacking }));
