// docs/resources.md: the inputs of every kind of resource, from the schemas and doc comments of kinds/.
import { readdirSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { inRoot } from "./files.mjs";

const TARGETS = { avi: "Avi", octavia: "Octavia", mizar: "Mizar and Arktos", kubernetes: "Kubernetes" };

/** No type in a table is longer: what is inside it stands in the table of its own, or in the API's documentation. */
const LONGEST_TYPE = 40;

/** Every `Kind` that is exported below kinds/, with what the compiler knows of its inputs. */
function kindsIn(ts, load) {
  const files = readdirSync(inRoot("kinds"), { recursive: true }).filter((file) => file.endsWith(".ts"));
  const { config } = ts.readConfigFile(inRoot("tsconfig.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, inRoot("."));
  const program = ts.createProgram(
    files.map((file) => inRoot(join("kinds", file))),
    { ...options, noEmit: true },
  );
  const checker = program.getTypeChecker();
  return files.sort().flatMap((file) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(inRoot(join("kinds", file))));
    const values = load(inRoot(join("dist/kinds", file.replace(/\.ts$/, ".js"))));
    const kinds = Object.entries(values).filter(([, value]) => value?.schema && value.replaces && value.secrets);
    return kinds.map(([name, kind]) => {
      const symbol = checker.getExportsOfModule(module).find((one) => one.name === name);
      const schema = checker.getTypeOfSymbol(checker.getTypeOfSymbol(symbol).getProperty("schema"));
      const inputs = checker.getTypeOfSymbol(schema.getProperty("_output")).getProperties();
      const textOf = (one) => ts.displayPartsToString(one.getDocumentationComment(checker)).replace(/\s+/g, " ").trim();
      return {
        kind,
        meaning: textOf(symbol),
        inputs: inputs.map((input) => ({
          name: input.name,
          type: checker.typeToString(checker.getTypeOfSymbol(input)).replace(/ \| undefined$/, ""),
          optional: (input.flags & ts.SymbolFlags.Optional) !== 0,
          meaning: textOf(input),
          fallback: ts.displayPartsToString(input.getJsDocTags(checker).find(({ name: tag }) => tag === "default")?.text),
        })),
      };
    });
  });
}

const cell = (text) => text.replaceAll("|", "\\|");
const code = (text) => `\`${cell(text)}\``;

function typeCell(type) {
  if (type.length <= LONGEST_TYPE) return code(type);
  return code(type.endsWith("[]") ? "object[]" : "object");
}

function renderKind({ kind, meaning, inputs }) {
  const rows = inputs.map(({ name, type, optional, meaning: says, fallback }) => {
    const otherwise = fallback ? ` Default: ${fallback.replace(/^"(.*)"$/, "`$1`")}.` : optional ? "" : " Required.";
    return `| ${code(name)} | ${typeCell(type)} | ${cell(says)}${cell(otherwise)} |`;
  });
  const paths = (list) => list.map((path) => code(path.join("."))).join(", ");
  return [
    `### ${kind.type.replace(":", ".")}`,
    "",
    meaning,
    "",
    "| input | type | meaning |",
    "| --- | --- | --- |",
    ...rows,
    "",
    kind.replaces.length > 0
      ? `Another value replaces the resource (delete, then create): ${paths(kind.replaces)}.`
      : "Everything changes in place.",
    ...(kind.secrets.length > 0 ? ["", `Secret in the state: ${paths(kind.secrets)}.`] : []),
    "",
  ].join("\n");
}

/** The whole page. */
export function renderResources() {
  const load = createRequire(import.meta.url);
  const kinds = kindsIn(load("typescript"), load);
  const parts = Object.entries(TARGETS).map(([target, title]) => {
    const own = kinds.filter(({ kind }) => kind.type.startsWith(`${target}:`));
    return own.length === 0 ? "" : `## ${title}\n\n${own.map(renderKind).join("\n")}`;
  });
  const intro = `# Resources

What each resource takes, drawn from \`kinds/\` by \`npm run tools -- docs\`. Components make these resources from Kubernetes specs; programs may also make them by hand. The
bodies are those of the API of the load balancer: a field that the API has may stand in them.
`;
  return [intro, ...parts.filter(Boolean)].join("\n");
}
