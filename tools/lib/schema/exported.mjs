// The classes that programs import from the package, as the compiler knows them.
import { relative } from "node:path";
import ts from "typescript";
import { inRoot, readJson, root } from "../files.mjs";

/** Base classes by what their subclasses are in the schema. */
const SORTS = { LbResource: "resource", SpecComponent: "component", ExplicitProvider: "connection" };

/** First part of the tokens of what an entry exports; that of every other entry is its name. */
const MODULES = { cluster: "kubernetes" };

/**
 * Every resource, component and connection that an entry of package.json exports, in the order of names: `{ module, name, sort, type, args, file }`
 * with the types of the instance and of its arguments, and the module of the sources.
 */
export function exportedClasses() {
  const entries = Object.entries(readJson(inRoot("package.json")).exports).flatMap(([entry, { types }]) =>
    types && entry.startsWith("./") ? [[entry.slice(2), inRoot(types.replace(/^\.\/dist\//, "").replace(/\.d\.ts$/, ".ts"))]] : [],
  );
  const { config } = ts.readConfigFile(inRoot("tsconfig.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, inRoot("."));
  const program = ts.createProgram(
    entries.map(([, file]) => file),
    options,
  );
  const checker = program.getTypeChecker();
  const classes = entries.flatMap(([entry, file]) => {
    const module = MODULES[entry] ?? entry;
    return checker.getExportsOfModule(checker.getSymbolAtLocation(program.getSourceFile(file))).flatMap((exported) => {
      const symbol = exported.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(exported) : exported;
      if (!(symbol.flags & ts.SymbolFlags.Class)) return [];
      const type = checker.getDeclaredTypeOfSymbol(symbol);
      const sort = sortOf(checker, type);
      if (!sort) return [];
      const [signature] = checker.getSignaturesOfType(checker.getTypeOfSymbol(symbol), ts.SignatureKind.Construct);
      const args = checker.getNonNullableType(checker.getTypeOfSymbol(signature.parameters[1]));
      const file = relative(root, symbol.declarations[0].getSourceFile().fileName).replace(/\.ts$/, "");
      return [{ module, name: exported.name, sort, type, args, file }];
    });
  });
  return { checker, classes: classes.sort((a, b) => (`${a.module}:${a.name}` < `${b.module}:${b.name}` ? -1 : 1)) };
}

function sortOf(checker, type) {
  for (const base of checker.getBaseTypes(type)) {
    const sort = SORTS[base.symbol.name] ?? sortOf(checker, base.target ?? base);
    if (sort) return sort;
  }
}
