// `npm run tools -- docs`: writes what docs/ and the types of the API take from tables of the built package and from the schemas.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { createRequire } from "node:module";
import { join } from "node:path";
import { aviSchema } from "./avi-schema.mjs";
import { aviTypes } from "./avi-types.mjs";
import { moduleOf } from "./checkout.mjs";
import { conformanceReports, conformanceTable } from "./conformance-table.mjs";
import { inRoot } from "./files.mjs";
import { kindTypes } from "./kind-types.mjs";
import { kubernetesTypes } from "./kubernetes-types.mjs";
import { schemaTexts } from "./schema/index.mjs";
import { settingsTypes } from "./settings-types.mjs";
import { faultsOfMarks, marksIn, sourceFiles, unverifiedList } from "./unverified.mjs";

/** docs/rbac: the least that each target needs in a cluster, without and with writing statuses, and on the load balancer. */
function rbacPages(load) {
  const { rbacManifests } = moduleOf("sdk/components/rbac");
  const { Document, isScalar, visit } = load("yaml");
  /** Lists of words are one line each. */
  const yamlOf = (manifest) => {
    const document = new Document(manifest, { aliasDuplicateObjects: false });
    visit(document, {
      Seq(_key, list) {
        list.flow = list.items.every(isScalar);
      },
    });
    return document.toString({ lineWidth: 140, flowCollectionPadding: false });
  };
  const pages = ["avi", "octavia", "mizar"].flatMap((target) =>
    [false, true].map((writeStatus) => {
      const text = rbacManifests({ target, writeStatus }).map(yamlOf);
      return [inRoot(`docs/rbac/${target}${writeStatus ? "-write-status" : ""}.yaml`), text.join("---\n")];
    }),
  );
  const { leastRole } = moduleOf("resources/avi/rights");
  const { leastAccessRules } = moduleOf("resources/octavia/rights");
  const rights = { "avi-role": leastRole(), "octavia-access-rules": leastAccessRules() };
  /** A right is one line. */
  const jsonOf = (value) =>
    JSON.stringify(value, null, 2).replace(/\{\s+([^{}[\]]*?)\s+\}/g, (_all, inner) => `{ ${inner.replace(/\s*\n\s*/g, " ")} }`);
  const files = Object.entries(rights).map(([name, value]) => [inRoot(`docs/rbac/${name}.json`), `${jsonOf(value)}\n`]);
  return Object.fromEntries([...pages, ...files]);
}

/** Files by their path in the checkout. */
const inRootAll = (files) => Object.fromEntries(Object.entries(files).map(([path, text]) => [inRoot(path), text]));

/** The pages as they should be, by path. */
function generatedDocs() {
  const load = createRequire(import.meta.url);
  const { SPEC_CODES } = moduleOf("sdk/specs/codes");
  const { EFFECTS } = moduleOf("sdk/cli/explain");
  const { CODES } = moduleOf("provider/lifecycle/messages/codes");
  const { SANDBOX_CODES } = load(inRoot("dist/sandbox/codes.js"));
  const { aviSettingsSchema } = moduleOf("sdk/targets/avi/settings");
  const { mizarSettingsSchema } = moduleOf("sdk/targets/mizar/settings");
  const { octaviaSettingsSchema } = moduleOf("sdk/targets/octavia/settings");
  const { routesSettingsSchema } = moduleOf("sdk/targets/routes/settings");
  const { z } = load("zod");
  const withSettings = (page, schema) => {
    const table = renderSettings(z.toJSONSchema(schema, { io: "output", unrepresentable: "any" }));
    return { [inRoot(page)]: withGenerated(readFileSync(inRoot(page), "utf8"), "settings", table) };
  };
  const { schemaText, untyped } = schemaTexts(moduleOf, z);
  return {
    [inRoot("docs/errors.md")]: renderErrors({
      specCodes: SPEC_CODES,
      effects: EFFECTS,
      providerCodes: CODES,
      sandboxCodes: SANDBOX_CODES,
    }),
    ...withSettings("docs/avi.md", aviSettingsSchema),
    ...withSettings("docs/contour.md", routesSettingsSchema),
    ...withSettings("docs/mizar.md", mizarSettingsSchema),
    ...withSettings("docs/octavia.md", octaviaSettingsSchema),
    [inRoot("docs/gateway-api.md")]: withGenerated(
      readFileSync(inRoot("docs/gateway-api.md"), "utf8"),
      "conformance",
      conformanceTable(conformanceReports(load("yaml").parse)),
    ),
    [inRoot("docs/preview.md")]: withGenerated(readFileSync(inRoot("docs/preview.md"), "utf8"), "guarded", renderGuarded()),
    [inRoot("docs/command-line.md")]: withGenerated(readFileSync(inRoot("docs/command-line.md"), "utf8"), "exit codes", renderExitCodes()),
    [inRoot("docs/verify.md")]: withAssumptions(readFileSync(inRoot("docs/verify.md"), "utf8")),
    [inRoot("docs/resources.md")]: withGenerated(readFileSync(inRoot("docs/resources.md"), "utf8"), "resources", renderResources()),
    [inRoot("provider/avi/schema.ts")]: aviSchema(),
    [inRoot("sdk/targets/avi/types.ts")]: aviTypes(),
    [inRoot("sdk/settings-types.ts")]: settingsTypes(load),
    [inRoot("sdk/targets/mizar/kubernetes-types.ts")]: kubernetesTypes(),
    ...inRootAll(kindTypes((name) => moduleOf(`resources/${name}`))),
    [inRoot("docs/schema.json")]: schemaText,
    [inRoot("docs/languages.md")]: withGenerated(readFileSync(inRoot("docs/languages.md"), "utf8"), "untyped", untyped),
    ...rbacPages(load),
  };
}

/** docs/verify.md with the assumptions about each back end, which only a real server can confirm. */
function withAssumptions(text) {
  const marks = marksIn(sourceFiles());
  const { ASSUMPTIONS } = moduleOf("resources/assumptions/index");
  const faults = faultsOfMarks(Object.assign({}, ...Object.values(ASSUMPTIONS)), marks);
  if (faults.length > 0) throw new Error(faults.join("\n"));
  return Object.entries(ASSUMPTIONS).reduce(
    (page, [name, table]) => withGenerated(page, `assumptions about ${name}`, unverifiedList(table, marks)),
    text,
  );
}

export function writeDocs() {
  for (const [path, text] of Object.entries(generatedDocs())) writeFileSync(path, text);
}

// Renders the parts of docs/ that come from tables in the code. Pure: the tables are given, the texts come back.

const intro = `# Error and diagnostic codes

Codes are stable: a code never gets another meaning. \`LB1xxx\` concern specs and settings, \`LB2xxx\` come from the provider while it communicates with a
load balancer, \`LB5xxx\` from the sandbox. \`LB\` codes with words instead of numbers belong to the target mizar ([reason](decisions/0007-mizar-codes.md)). This page is generated by \`npm run tools -- docs\`.

\`k8s-lb explain LB1302\` prints a code in the terminal, \`k8s-lb explain\` lists all of them.
`;

/** The words in italics behind a remedy, explained. */
const legend = (
  effects,
) => `The words in italics behind a remedy, such as _warning, differs_, are the severity and the effect. Without an effect all is served as the object asks.

${Object.entries(effects)
  .map(([effect, meaning]) => `- _${effect}_: ${meaning}`)
  .join("\n")}
`;

/** docs/errors.md: one heading, and so one anchor, for each code. */
function renderErrors({ specCodes, effects, providerCodes, sandboxCodes }) {
  const sorted = (codes) => Object.entries(codes).sort(([first], [second]) => (first < second ? -1 : 1));
  const heading = (code, title) => `<a id="${code.toLowerCase()}"></a>\n\n### ${code}: ${title.replace(/\.$/, "")}\n`;
  const exampleOf = ({ example }) => (example ? `\nExample: ${inCode(example)}\n` : "");
  const specs = sorted(specCodes).map(([code, entry]) => {
    const { severity, effect, title, remedy } = entry;
    return `${heading(code, title)}\n${linked(remedy)} _${[severity, ...(effect === "none" ? [] : [effect])].join(", ")}_\n${exampleOf(entry)}`;
  });
  const remedied = (codes) =>
    sorted(codes).map(([code, entry]) => {
      const [title, more] = firstSentence(sentence(entry.meaning));
      return `${heading(code, title)}\n${more && `${more}\n\n`}${linked(sentence(entry.remedy))}\n${exampleOf(entry)}`;
    });
  return [
    intro,
    "## Specs and settings\n",
    legend(effects),
    ...specs,
    "## Provider\n",
    ...remedied(providerCodes),
    "## Sandbox\n",
    ...remedied(sandboxCodes),
  ].join("\n");
}

/** Text in a code span, whatever backticks it has. */
const inCode = (text) => (text.includes("`") ? `\`\` ${text} \`\`` : `\`${text}\``);

/** A sentence, and those that follow it. */
function firstSentence(text) {
  const [first = "", ...more] = text.split(/(?<=[.!?]) (?=[A-Z])/);
  return [first, more.join(" ")];
}

/** Pages of docs/ that a remedy names, as links from docs/errors.md. */
const linked = (text) => text.replace(/(?<![\w/])docs\/([\w/-]+\.(?:md|json)(?:#[\w-]+)?)/g, (path, page) => `[${path}](${page})`);

function sentence(text) {
  const capital = text.charAt(0).toUpperCase() + text.slice(1);
  return /[.!?]$/.test(capital) ? capital : `${capital}.`;
}

/** The list of settings, from a JSON schema: a line for each, with its default. */
function renderSettings({ properties }) {
  const lines = Object.entries(properties).map(([key, property]) => {
    const initial = property.default === undefined ? "" : ` (default \`${JSON.stringify(property.default)}\`)`;
    return `- \`${key}\`${initial}: ${property.description ?? ""}`;
  });
  return lines.join("\n");
}

/** Table of the exit codes of every verb of the command line. */
function renderExitCodes() {
  const { EXIT_RULE } = moduleOf("sdk/cli/grammar");
  return ["| exit code | meaning |", "| --- | --- |", ...EXIT_RULE.map(({ code, when }) => `| ${code} | ${when} |`)].join("\n");
}

/** The guarded fields of each type of object, with their values when no one declares them. */
function renderGuarded() {
  const { AVI_TYPES } = moduleOf("resources/avi/body");
  const { FIELDS: AVI } = moduleOf("resources/avi/fields");
  const { FIELDS: OCTAVIA } = moduleOf("resources/octavia/tree");
  const { fieldsWith } = moduleOf("resources/field-table");
  const guarded = (table) => fieldsWith(table, "guarded").map((field) => [field, table[field].default ?? null]);
  const avi = Object.entries(AVI_TYPES).map(([type, { model }]) => [`Avi ${model}`, guarded(AVI[type])]);
  const octavia = Object.entries(OCTAVIA).map(([part, table]) => [`Octavia ${part}`, guarded(table)]);
  const rows = [...avi, ...octavia].filter(([, fields]) => fields.length > 0);
  const words = (fields) =>
    fields.map(([name, value]) => (value === null ? `\`${name}\`` : `\`${name}\` ${JSON.stringify(value)}`)).join(", ");
  return rows.map(([title, fields]) => `- **${title}**: ${words(fields)}`).join("\n");
}

/** A page with its generated part replaced. */
function withGenerated(page, name, text) {
  const [open, close] = [`<!-- ${name}: generated by \`npm run tools -- docs\` -->`, `<!-- /${name} -->`];
  const [start, end] = [page.indexOf(open), page.indexOf(close)];
  if (start < 0 || end < start) throw new Error(`the page has no place for ${name}`);
  return `${page.slice(0, start + open.length)}\n\n${text}\n\n${page.slice(end)}`;
}

// docs/resources.md: the inputs of every kind of resource, from the schemas and doc comments of resources/.

const TARGETS = { avi: "Avi", octavia: "Octavia", mizar: "Mizar and Arktos", kubernetes: "Kubernetes" };

/** No type in a table is longer: its content is in a table of its own, or in the API's documentation. */
const LONGEST_TYPE = 40;

/** Every `Kind` that is exported below resources/, in the order of the table of kinds, with what the compiler knows of its inputs. */
function kindsIn(ts) {
  const files = readdirSync(inRoot("resources"), { recursive: true }).filter((file) => file.endsWith(".ts"));
  const { config } = ts.readConfigFile(inRoot("tsconfig.json"), ts.sys.readFile);
  const { options } = ts.convertCompilerOptionsFromJson(config.compilerOptions, inRoot("."));
  const program = ts.createProgram(
    files.map((file) => inRoot(join("resources", file))),
    { ...options, noEmit: true },
  );
  const checker = program.getTypeChecker();
  const entries = files.flatMap((file) => {
    const module = checker.getSymbolAtLocation(program.getSourceFile(inRoot(join("resources", file))));
    const values = moduleOf(join("resources", file.replace(/\.ts$/, "")));
    return checker.getExportsOfModule(module).flatMap((symbol) => {
      const kind = values[symbol.name];
      if (!(kind?.schema && kind.fields)) return [];
      const schema = checker.getTypeOfSymbol(checker.getTypeOfSymbol(symbol).getProperty("schema"));
      const inputs = checker.getTypeOfSymbol(schema.getProperty("_output")).getProperties();
      const docText = (one) => ts.displayPartsToString(one.getDocumentationComment(checker)).replace(/\s+/g, " ").trim();
      return {
        kind,
        meaning: docText(symbol),
        inputs: inputs.map((input) => ({
          name: input.name,
          type: checker.typeToString(checker.getTypeOfSymbol(input)).replace(/ \| undefined$/, ""),
          optional: (input.flags & ts.SymbolFlags.Optional) !== 0,
          meaning: docText(input),
          fallback: ts.displayPartsToString(input.getJsDocTags(checker).find(({ name: tag }) => tag === "default")?.text),
        })),
      };
    });
  });
  return moduleOf("resources/index").KINDS.flatMap((kind) => entries.find((one) => one.kind === kind) ?? []);
}

const code = (text) => `\`${text}\``;

function typeText(type) {
  if (type.length <= LONGEST_TYPE) return code(type);
  return code(type.endsWith("[]") ? "object[]" : "object");
}

function renderKind({ kind, meaning, inputs }) {
  const rows = inputs.map(({ name, type, optional, meaning: says, fallback }) => {
    const otherwise = fallback ? `, default ${fallback.replace(/^"(.*)"$/, "`$1`")}` : optional ? "" : ", required";
    return `- ${code(name)} (${typeText(type)}${otherwise}): ${says}`;
  });
  const paths = (fact) =>
    Object.entries(kind.fields)
      .flatMap(([field, facts]) => (facts[fact] === true ? [code(field)] : []))
      .join(", ");
  const [fixed, secret] = [paths("fixed"), paths("secret")];
  return [
    `#### ${kind.type.replace(":", ".")}`,
    "",
    meaning,
    "",
    ...rows,
    "",
    fixed ? `Changing one of these replaces the resource (delete, then create): ${fixed}.` : "Everything changes in place.",
    ...(secret ? ["", `Secret in the state: ${secret}.`] : []),
    "",
  ].join("\n");
}

/** The resources of each target. */
function renderResources() {
  const kinds = kindsIn(createRequire(import.meta.url)("typescript"));
  const parts = Object.entries(TARGETS).map(([target, title]) => {
    const targetKinds = kinds.filter(({ kind }) => kind.type.startsWith(`${target}:`));
    return targetKinds.length === 0 ? "" : `### ${title}\n\n${targetKinds.map(renderKind).join("\n")}`;
  });
  return parts.filter(Boolean).join("\n").trimEnd();
}
