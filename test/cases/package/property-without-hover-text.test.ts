import { join } from "node:path";
import ts from "typescript";
import { expect, test } from "vitest";

// An editor showed `ids: Output<...>` and nothing else. Each input and output of a resource, and each field below an input that is ours,
// says what it is.

const ROOT = join(__dirname, "../../..");
const entries = ["targets/avi", "targets/octavia", "targets/mizar", "kubernetes"].map((name) => join(ROOT, "sdk", name, "index.ts"));
const { config } = ts.readConfigFile(join(ROOT, "tsconfig.json"), ts.sys.readFile);
const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, ROOT);
const program = ts.createProgram(entries, { ...options, noEmit: true });
const checker = program.getTypeChecker();

const isOurs = (symbol: ts.Symbol) => symbol.declarations?.some((one) => !one.getSourceFile().fileName.includes("node_modules")) ?? false;
const isShown = (symbol: ts.Symbol) => !symbol.name.startsWith("_") && !(symbol.flags & (ts.SymbolFlags.Method | ts.SymbolFlags.Accessor));

/** Properties of a type that say nothing, as `Pool.uuids`. */
function silent(name: string, type: ts.Type): string[] {
  const properties = checker.getPropertiesOfType(type).filter((property) => isOurs(property) && isShown(property));
  return properties
    .filter((property) => property.getDocumentationComment(checker).length === 0)
    .map((property) => `${name}.${property.name}`);
}

/** The resource classes of an entry with the types of their arguments. */
function typesOf(entry: string): [string, ts.Type][] {
  const module = checker.getSymbolAtLocation(program.getSourceFile(entry) as ts.SourceFile) as ts.Symbol;
  return checker.getExportsOfModule(module).flatMap((exported) => {
    const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
    const isClass = (symbol.flags & ts.SymbolFlags.Class) !== 0;
    const isArgs = /Args$/.test(exported.name);
    return isClass || isArgs ? [[exported.name, checker.getDeclaredTypeOfSymbol(symbol)]] : [];
  });
}

test.each(entries)("%s", (entry) => {
  const types = typesOf(entry);
  expect(types.length).toBeGreaterThan(0);
  expect(types.flatMap(([name, type]) => silent(name, type))).toEqual([]);
});
