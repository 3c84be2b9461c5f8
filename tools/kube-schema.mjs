// node tools/kube-schema.mjs: writes sandbox/kubernetes/schema/builtin.json, the fields and list types of the built-in
// kinds that the sandbox serves, from the OpenAPI document in the module k8s.io/kubernetes, and what is left out when empty from its Go types.
import { readdirSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { inRoot } from "./lib/files.mjs";
import { findGo } from "./lib/go-build.mjs";
import { main, run, Stop } from "./lib/process.mjs";

const VERSION = "36.3";

/** Folders of the Go types of a package. */
const PACKAGES = [
  [/^api\.(\w+)\.(\w+)$/, (group, version) => ["k8s.io/api", `${group}/${version}`]],
  [/^apimachinery\.pkg\.apis\.meta\.v1$/, () => ["k8s.io/apimachinery", "pkg/apis/meta/v1"]],
  [/^apiextensions-apiserver\.pkg\.apis\.apiextensions\.v1$/, () => ["k8s.io/apiextensions-apiserver", "pkg/apis/apiextensions/v1"]],
];

/** Kinds by the package of their type. */
const ROOTS = {
  "api.core.v1": "Namespace Node Pod Service Endpoints Event Secret ConfigMap ServiceAccount",
  "api.discovery.v1": "EndpointSlice",
  "api.networking.v1": "Ingress IngressClass",
  "api.coordination.v1": "Lease",
  "api.rbac.v1": "Role ClusterRole RoleBinding ClusterRoleBinding",
  "apiextensions-apiserver.pkg.apis.apiextensions.v1": "CustomResourceDefinition",
};

const short = (name) => name.replace(/^#\/definitions\//, "").replace(/^io\.k8s\./, "");

/** Extensions for patches that the sandbox does not serve, and for the name that the key has already. */
const UNUSED = /^x-kubernetes-(patch-|group-version-kind$)/;

/** Without prose, references by short names. */
function bare(value) {
  if (Array.isArray(value)) return value.map(bare);
  if (typeof value !== "object" || value === null) return value;
  const entries = Object.entries(value)
    .filter(([key, inner]) => !(key === "description" && typeof inner === "string") && !UNUSED.test(key))
    .map(([key, inner]) => [key, key === "$ref" && typeof inner === "string" ? short(inner) : bare(inner)]);
  return Object.fromEntries(entries);
}

function collect(definitions, name, collected) {
  if (collected[name]) return;
  const definition = definitions[`io.k8s.${name}`];
  if (!definition) throw new Stop(`Kubernetes has no definition io.k8s.${name}`);
  collected[name] = bare(definition);
  for (const [, reference] of JSON.stringify(collected[name]).matchAll(/"\$ref":"([^"]+)"/g)) collect(definitions, reference, collected);
}

/** The folder of a module of this version of Kubernetes. */
async function download(module) {
  const release = module === "k8s.io/kubernetes" ? `v1.${VERSION}` : `v0.${VERSION}`;
  const args = ["mod", "download", "-json", `${module}@${release}`];
  const { stdout, code, output } = await run(findGo(), args, { cwd: inRoot("tools") });
  if (code !== 0) throw new Stop(`${module} ${release} cannot be had:\n${output}`);
  return JSON.parse(stdout).Dir;
}

/** Adds the letters of the Go fields as `x-go`. */
async function addGo(collected) {
  const packages = new Map();
  for (const [name, { properties = {} }] of Object.entries(collected)) {
    const [, path, struct] = /^(.+)\.(\w+)$/.exec(name);
    const [pattern, place] = PACKAGES.find(([expression]) => expression.test(path)) ?? [];
    if (!pattern) continue;
    if (!packages.has(path)) {
      const [module, folder] = place(...pattern.exec(path).slice(1));
      packages.set(path, goStructs(join(await download(module), folder)));
    }
    const letters = packages.get(path).lettersOf(struct);
    for (const [field, schema] of Object.entries(properties)) if (letters[field]) schema["x-go"] = letters[field];
  }
}

// Fields of Go structs as their JSON tags say: what is a pointer, what is left out when empty.

const FIELD = /^\t(?:(\w+)\s+)?([*\w.[\]]+)\s+`.*json:"([^"]*)"/;

/** Struct -> JSON field -> letters: `p` a pointer, `a` always written, `z` left out when zero even as a struct. */
function goStructs(folder) {
  const structs = new Map();
  for (const file of readdirSync(folder)) {
    if (!/types.*\.go$/.test(file) || file.endsWith("_test.go")) continue;
    let current;
    for (const line of readFileSync(join(folder, file), "utf8").split("\n")) {
      const start = /^type (\w+) struct \{/.exec(line);
      if (start) {
        current = [];
        structs.set(start[1], current);
      } else if (line === "}") current = undefined;
      else if (current) addField(current, line);
    }
  }
  return { lettersOf: (name) => letters(structs, name) };
}

function addField(fields, line) {
  const match = FIELD.exec(line);
  if (!match) return;
  const [, , type, tag] = match;
  const [name, ...options] = tag.split(",");
  if (options.includes("inline") || (name === "" && tag !== "-")) return fields.push({ inline: type.replace(/^\*/, "") });
  const omits = options.includes("omitempty");
  const zero = options.includes("omitzero");
  fields.push({ name, letters: `${type.startsWith("*") ? "p" : ""}${omits || zero ? "" : "a"}${zero ? "z" : ""}` });
}

function letters(structs, name) {
  const byField = {};
  for (const field of structs.get(name) ?? []) {
    if (field.inline) Object.assign(byField, letters(structs, field.inline));
    else byField[field.name] = field.letters;
  }
  return byField;
}

await main(async () => {
  const { definitions } = JSON.parse(readFileSync(join(await download("k8s.io/kubernetes"), "api/openapi-spec/swagger.json"), "utf8"));
  const collected = {};
  for (const [path, kinds] of Object.entries(ROOTS))
    for (const kind of kinds.split(" ")) collect(definitions, `${path}.${kind}`, collected);
  await addGo(collected);
  const lines = Object.entries(collected).sort(([a], [b]) => (a < b ? -1 : 1));
  const text = lines.map(([name, definition]) => `${JSON.stringify(name)}:${JSON.stringify(definition)}`).join(",\n");
  writeFileSync(inRoot("sandbox/kubernetes/schema/builtin.json"), `{\n${text}\n}\n`);
});
