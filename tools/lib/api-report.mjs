// `npm run tools -- api`: what programs can import, as one text per entry point in docs/api, without comments, each declaration once. `npm
// run lint` fails where dist/ says something else: a change of the public API is seen in review.
import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import ts from "typescript";
import { inRoot, readJson } from "./files.mjs";

const home = inRoot("docs/api");

/** Folders of the declarations that a package publishes as `dist`. */
const PACKAGES = { ".": "dist", sandbox: "dist/sandbox" };

/** Files whose types are drawn from schemas: a test compares them with these, so the reports name them alone. */
const GENERATED = /\/(targets\/avi\/types|targets\/mizar\/kubernetes-types|octavia\/types|mizar\/types|settings-types)\.d\.ts$/;

/** Entry points with types, by the name of their report. */
function entryPoints() {
  return Object.entries(PACKAGES).flatMap(([folder, declarations]) => {
    const { name, exports } = readJson(inRoot(join(folder, "package.json")));
    return Object.entries(exports).flatMap(([path, { types }]) => {
      if (!types) return [];
      const entry = `${name}${path.slice(1)}`;
      return [{ name: entry, report: `${entry.replaceAll("/", ".")}.txt`, file: inRoot(types.replace("./dist", declarations)) }];
    });
  });
}

/** The reports by file name, and what is in them that is not ours. */
function apiReports() {
  const entries = entryPoints();
  const program = ts.createProgram(
    entries.map(({ file }) => file),
    {
      ...{ strict: true, target: ts.ScriptTarget.ES2022, module: ts.ModuleKind.Node16, moduleResolution: ts.ModuleResolutionKind.Node16 },
      paths: { "pulumi-k8s-lb-sandbox": [inRoot("dist/sandbox/index.d.ts")] },
    },
  );
  const homes = homesOf(program, entries);
  const drawn = entries.map((entry) => [entry.report, reportOf(program, entry, homes)]);
  return {
    reports: Object.fromEntries(drawn.map(([name, { text }]) => [name, text])),
    faults: drawn.flatMap(([name, { faults }]) => faults.map((one) => `${name}: ${one}`)),
    names: Object.fromEntries(entries.map((entry, index) => [entry.name, drawn[index][1].names])),
  };
}

const targetOf = (checker, symbol) => (symbol.flags & ts.SymbolFlags.Alias ? checker.getAliasedSymbol(symbol) : symbol);

function exportsOf(program, { file }) {
  const checker = program.getTypeChecker();
  const source = checker.getSymbolAtLocation(program.getSourceFile(file));
  return checker.getExportsOfModule(source).map((symbol) => [symbol.name, targetOf(checker, symbol)]);
}

/** The report that prints each declaration: that of the entry point with the fewest exports that has it. */
function homesOf(program, entries) {
  const bySize = entries.map((entry) => [entry, exportsOf(program, entry)]).sort(([, first], [, second]) => first.length - second.length);
  const homes = new Map();
  for (const [{ report }, exported] of bySize) for (const [, symbol] of exported) if (!homes.has(symbol)) homes.set(symbol, report);
  return homes;
}

/** @param homes where a declaration is printed; gets what the report prints besides its exports */
function reportOf(program, entry, homes) {
  const checker = program.getTypeChecker();
  const printer = ts.createPrinter({ removeComments: true });
  const target = (symbol) => targetOf(checker, symbol);
  const [exported, elsewhere] = [[], new Map()];
  for (const [as, symbol] of exportsOf(program, entry)) {
    const home = homes.get(symbol);
    if (home === entry.report) exported.push([as, symbol]);
    else elsewhere.set(home, [...(elsewhere.get(home) ?? []), as === symbol.name ? as : `${symbol.name} as ${as}`]);
  }
  const seen = new Set(exported.map(([, symbol]) => symbol));
  const [queue, generated, foreign] = [[], [], new Set()];

  /** The text of a declaration; what it speaks of is put into the queue. */
  const declarationTexts = (symbol) =>
    symbol.declarations.map((declaration) => {
      const node = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
      visit(node, symbol);
      return printer.printNode(ts.EmitHint.Unspecified, node, declaration.getSourceFile()).replace(/^export /, "");
    });

  const visit = (node, from) => {
    if (ts.isIdentifier(node)) follow(checker.getSymbolAtLocation(node), from);
    ts.forEachChild(node, (child) => visit(child, from));
  };

  const follow = (symbol, from) => {
    const resolved = symbol && target(symbol);
    const declaration = resolved?.declarations?.[0];
    if (!declaration || seen.has(resolved) || homes.has(resolved)) return;
    const path = declaration.getSourceFile().fileName;
    if (path.includes("/node_modules/zod/")) foreign.add(from);
    const statement = ts.isVariableDeclaration(declaration) ? declaration.parent.parent : declaration;
    if (path.includes("/node_modules/") || !ts.isSourceFile(statement.parent)) return;
    seen.add(resolved);
    homes.set(resolved, entry.report);
    if (GENERATED.test(path)) generated.push(resolved.name);
    else queue.push(resolved);
  };

  const draw = ([as, symbol]) => {
    if (symbol.flags & ts.SymbolFlags.ValueModule)
      return `export * as ${as}: ${checker
        .getExportsOfModule(symbol)
        .map(({ name: exportName }) => exportName)
        .sort()
        .join(", ")}`;
    return [as === symbol.name ? "" : `// as ${as}\n`, ...declarationTexts(symbol)].join("\n").trim();
  };
  const byName = ([first], [second]) => (first < second ? -1 : 1);
  const texts = exported.sort(byName).map(draw);
  const faults = exported
    .filter(([, symbol]) => foreign.has(symbol))
    .map(([exportName]) => `${exportName} speaks of zod: declare its type`);
  const inner = [];
  for (let symbol = queue.shift(); symbol; symbol = queue.shift()) {
    const length = queue.length;
    const text = declarationTexts(symbol).join("\n");
    // a schema says in its own declaration what it takes, in zod's words; here it counts that it is spoken of
    if (foreign.has(symbol)) queue.length = length;
    inner.push([symbol.name, foreign.has(symbol) ? `// ${symbol.name}: from a schema` : text]);
  }
  const more = inner.length > 0 ? ["// not exported, but spoken of above", ...inner.sort(byName).map(([, text]) => text)] : [];
  const drawn = generated.length > 0 ? [`// generated from schemas: ${generated.sort().join(", ")}`] : [];
  const others = [...elsewhere].sort(byName).map(([home, names]) => `// in ${home}:\n//   ${names.sort().join(", ")}`);
  const text = `${[`// ${entry.name}`, ...others, ...texts, ...more, ...drawn].join("\n\n")}\n`;
  return { text, faults, names: exportsOf(program, entry).map(([exportName]) => exportName) };
}

export function writeApi() {
  rmSync(home, { recursive: true, force: true });
  mkdirSync(home, { recursive: true });
  const { reports } = apiReports();
  for (const [name, text] of Object.entries(reports)) writeFileSync(join(home, name), text);
}

/** Faults of the reports in git, and of the page that lists the exports of the root, a line each. */
export function apiFaults() {
  const { reports, faults, names } = apiReports();
  const existingFiles = existsSync(home) ? readdirSync(home) : [];
  const stale = Object.entries(reports).filter(
    ([name, text]) => !existingFiles.includes(name) || readFileSync(join(home, name), "utf8") !== text,
  );
  const removed = existingFiles.filter((name) => !(name in reports));
  const says = [...stale.map(([name]) => name), ...removed].map(
    (name) => `${relative(inRoot("."), join(home, name))} is not what dist/ exports: npm run tools -- api, and look at the difference`,
  );
  const [, exportSection = ""] = readFileSync(inRoot("docs/resources.md"), "utf8").split("\n### Exports of the root\n");
  const documented = new Set([...exportSection.split("\n## ", 1)[0].matchAll(/`(\w+)`/g)].map(([, exportName]) => exportName));
  const root = names["pulumi-k8s-lb"];
  const untold = root
    .filter((one) => !documented.delete(one))
    .map((one) => `the root exports ${one}, which docs/resources.md does not list`);
  return [...says, ...faults, ...untold, ...[...documented].map((one) => `docs/resources.md lists ${one}, which the root does not export`)];
}
