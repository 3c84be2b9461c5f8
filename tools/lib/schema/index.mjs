// docs/schema.json: the schema of the package for programs in other languages, from the classes that the package exports and the schemas of
// kinds and settings; and the list of what has no type in it (docs/languages.md).
import { inRoot, readJson } from "../files.mjs";
import { commentOf, docText } from "./comments.mjs";
import { exportedClasses } from "./exported.mjs";
import { markSecrets } from "./secrets.mjs";
import { isOptional, isOurs, isOutput, nothingLearnt, pascal, Types } from "./types.mjs";

/** More than this other languages cannot write. */
const SPECS = {
  type: "array",
  items: { $ref: "pulumi.json#/Any" },
  description:
    "The specs: files, folders, globs, plain objects, or a live cluster, `{ liveCluster: { kubeconfig, context, namespaces } }`, with every field optional.",
};

const SETTINGS = { avi: "aviSettingsSchema", octavia: "octaviaSettingsSchema", mizar: "mizarSettingsSchema" };

/**
 * The text of docs/schema.json, and the list of docs/languages.md of what has no type in it.
 *
 * @param load gives a module of the sources, e.g. `resources/index`
 * @param z zod
 */
export function schemaTexts(load, z) {
  const exported = exportedClasses();
  const learnt = nothingLearnt();
  const jsons = jsonSchemas(load, z);
  const draw = () => drawn(exported, learnt, load, jsons);
  draw();
  learnt.ambiguous.clear(); // some types were drawn before their JSON schema was known
  draw();
  const { schema, open } = draw();
  return {
    schemaText: `${JSON.stringify(packageOf(schema, load("sdk/own-package")), null, 2)}\n`,
    untyped: untypedList(open),
  };
}

function drawn({ checker, classes }, learnt, load, jsons) {
  const tokenOf = ({ module, name }) => `k8s-lb:${module}:${name}`;
  const types = new Types(checker, new Set(classes.map(tokenOf)), learnt);
  const { kindOf } = load("resources/index");
  const { secretPaths } = load("resources/secret-fields");
  const schema = { types: types.named, resources: {}, connections: {} };
  for (const { module, name, sort, type, args, file } of classes) {
    const token = tokenOf({ module, name });
    const at = { owner: token, path: [] };
    const description = docText(checker, type.symbol);
    if (sort === "connection") {
      schema.connections[module] = connection(types, module, args, load(file).SECRETS);
      continue;
    }
    const isComponent = sort === "component";
    const kind = isComponent ? undefined : kindOf(`${module}:${name}`);
    if (!isComponent && !kind) throw new Error(`${file} exports ${name}, and there is no kind ${module}:${name}`);
    const settings = jsons.settings[module];
    const json = kind ? jsons.kinds[kind.type] : { properties: { part: settings.properties.part } };
    const replaced = isComponent ? { specs: SPECS, settings: settingsOf(types, args, module, settings) } : {};
    const inputs = types.object(args, json, at, replaced);
    const outputs = outputsOf(types, type, inputs, at);
    schema.resources[token] = {
      description,
      ...(isComponent ? { isComponent } : {}),
      inputProperties: inputs.properties,
      ...(inputs.required ? { requiredInputs: inputs.required } : {}),
      ...outputs,
    };
    if (kind) markSecrets(schema, token, secretPaths(kind));
  }
  return { schema, open: types.open };
}

/** The JSON schemas of kinds and settings, as a program writes them. */
function jsonSchemas(load, z) {
  const jsonOf = (schema, io) => z.toJSONSchema(schema, { io, unrepresentable: "any", reused: "inline", cycles: "ref" });
  const kinds = load("resources/index").KINDS.map(({ type, schema }) => [type, jsonOf(schema, "input")]);
  const settings = Object.entries(SETTINGS).map(([module, name]) => {
    const schema = load(`sdk/targets/${module}/settings`)[name];
    // which numbers are whole only the settings that were read know
    return [module, withWhole(jsonOf(schema, "input"), jsonOf(schema, "output"))];
  });
  return { kinds: Object.fromEntries(kinds), settings: Object.fromEntries(settings) };
}

/** The settings of a target: one type for all of its components. */
function settingsOf(types, args, module, json) {
  const { checker } = types;
  const symbol = checker.getPropertyOfType(args, "settings");
  const token = `k8s-lb:${module}:Settings`;
  const description = docText(checker, symbol);
  const type = checker.getNonNullableType(checker.getTypeOfSymbol(symbol));
  const settings = () => types.object(type, json, { module, owner: token, path: [], byJson: true });
  types.named[token] ??= { type: "object", description, ...settings() };
  return { $ref: `#/types/${token}`, description };
}

function withWhole(written, read) {
  if (read?.type === "integer") return { ...written, type: "integer" };
  const properties = Object.entries(written?.properties ?? {}).map(([name, property]) => [
    name,
    withWhole(property, read?.properties?.[name]),
  ]);
  const items = written?.items && { items: withWhole(written.items, read?.items) };
  return { ...written, ...(written?.properties ? { properties: Object.fromEntries(properties) } : {}), ...items };
}

/** The settings of a connection. One with a secret is a secret as a whole: SDKs look no deeper. */
function connection(types, module, args, secrets) {
  const token = `k8s-lb:index:${pascal(module)}Connection`;
  const description = docText(types.checker, args.symbol);
  const settings = types.object(args, undefined, { module: "index", owner: token, path: [] });
  for (const key of secrets) settings.properties[key].secret = true;
  types.named[token] = { type: "object", description, ...settings };
  return { $ref: `#/types/${token}`, description, ...(secrets.size > 0 ? { secret: true } : {}) };
}

/** Outputs that a class declares. One that is an input too is as the program wrote it. */
function outputsOf(types, type, inputs, at) {
  const { checker } = types;
  const outputs = checker
    .getPropertiesOfType(type)
    .filter((symbol) => isOurs(symbol) && isOutput(checker.getTypeOfSymbol(symbol)))
    .sort((a, b) => (a.name < b.name ? -1 : 1));
  const drawn = outputs.map((symbol) => {
    const { name } = symbol;
    const input = inputs.properties[name];
    if (input) return [name, { ...input, description: commentOf(checker, symbol) }];
    return [name, types.property(symbol, checker.getTypeOfSymbol(symbol), undefined, at)];
  });
  const required = outputs.filter((symbol) => !isOptional(checker.getTypeOfSymbol(symbol))).map(({ name }) => name);
  return { properties: Object.fromEntries(drawn), ...(required.length > 0 ? { required } : {}) };
}

function packageOf({ types, resources, connections }, { repositoryAddress, pluginAddress }) {
  const manifest = readJson(inRoot("package.json"));
  const { version, description, license, keywords, homepage, author } = manifest;
  const address = repositoryAddress(manifest);
  const sorted = (entries) => Object.fromEntries(Object.entries(entries).sort(([a], [b]) => (a < b ? -1 : 1)));
  return {
    ...{ name: "k8s-lb", version, displayName: "Kubernetes load balancing", description, license, keywords },
    // programs in other languages get the plugin of their release from there
    ...{
      homepage,
      publisher: author,
      repository: address,
      pluginDownloadURL: pluginAddress(manifest),
    },
    meta: { moduleFormat: "(.*)" },
    config: { variables: connections },
    provider: { description: "Connections to load balancers and clusters.", inputProperties: connections },
    types: sorted(types),
    resources: sorted(resources),
    language: {
      python: { pyproject: { enabled: true }, respectSchemaVersion: true },
      go: { importBasePath: `${address.replace("https://", "")}/sdk/go/k8slb`, respectSchemaVersion: true },
    },
  };
}

/** Places without a type, by the reason. */
function untypedList(open) {
  const places = [...open].map(([place, because]) => ({ because, owner: place.split(" ")[0], path: place.split(" ")[1] }));
  const part = (because) => {
    const here = places.filter((one) => one.because === because);
    const owners = [...new Set(here.map(({ owner }) => owner))].sort();
    const pathsOf = (owner) => here.filter((one) => one.owner === owner).map(({ path }) => `\`${path}\``);
    const lines = owners.map((owner) => `- \`${owner}\`: ${pathsOf(owner).join(", ")}`);
    return [`${because}:`, "", ...lines].join("\n");
  };
  return [...new Set(open.values())].sort().map(part).join("\n\n");
}
