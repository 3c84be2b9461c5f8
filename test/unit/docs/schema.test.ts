import { readFileSync } from "node:fs";
import { join } from "node:path";
import * as pulumi from "@pulumi/pulumi";
import { beforeAll, expect, it } from "vitest";
import { z } from "zod";
import { AVI_KEYS } from "../../../provider/avi/client/settings";
import { KUBERNETES_KEYS } from "../../../provider/kubernetes/connect";
import { MIZAR_KEYS } from "../../../provider/mizar/settings";
import { OCTAVIA_KEYS } from "../../../provider/octavia/client/settings";
import { VARIABLES } from "../../../provider/octavia/client/sources";
import { WAIT_KEYS } from "../../../provider/octavia/lock";
import * as kinds from "../../../resources";
import * as secretFields from "../../../resources/secret-fields";
import { SpecComponent } from "../../../sdk/components/component";
import * as cluster from "../../../sdk/kubernetes";
import * as clusterResources from "../../../sdk/kubernetes/resources";
import * as ownPackage from "../../../sdk/own-package";
import { LbResource } from "../../../sdk/resource";
import * as avi from "../../../sdk/targets/avi";
import * as aviResource from "../../../sdk/targets/avi/resources/resource";
import * as aviSettings from "../../../sdk/targets/avi/settings";
import * as mizar from "../../../sdk/targets/mizar";
import * as mizarResources from "../../../sdk/targets/mizar/resources/without-object";
import * as mizarSettings from "../../../sdk/targets/mizar/settings";
import * as octavia from "../../../sdk/targets/octavia";
import * as octaviaProvider from "../../../sdk/targets/octavia/resources/provider";
import * as octaviaSettings from "../../../sdk/targets/octavia/settings";

// The schema for other languages, docs/schema.json, beside what the package exports and what its kinds and settings declare.

const ROOT = join(__dirname, "../../..");

const MODULES: Readonly<Record<string, object>> = {
  "resources/index": kinds,
  "resources/secret-fields": secretFields,
  "sdk/kubernetes/resources": clusterResources,
  "sdk/own-package": ownPackage,
  "sdk/targets/avi/resources/resource": aviResource,
  "sdk/targets/avi/settings": aviSettings,
  "sdk/targets/mizar/resources/without-object": mizarResources,
  "sdk/targets/mizar/settings": mizarSettings,
  "sdk/targets/octavia/resources/provider": octaviaProvider,
  "sdk/targets/octavia/settings": octaviaSettings,
};

const ENTRIES = { avi, octavia, mizar, kubernetes: cluster };

interface Property {
  $ref?: string;
  type?: string;
  items?: Property;
  additionalProperties?: Property;
  oneOf?: Property[];
  secret?: boolean;
  description?: string;
}

interface ObjectType {
  properties?: Record<string, Property>;
  required?: string[];
  enum?: { value: string }[];
  additionalProperties?: unknown;
}

interface Resource extends ObjectType {
  description?: string;
  isComponent?: boolean;
  inputProperties: Record<string, Property>;
  requiredInputs?: string[];
  properties: Record<string, Property>;
}

const schema: {
  version: string;
  config: { variables: Record<string, Property> };
  provider: { inputProperties: Record<string, Property> };
  types: Record<string, ObjectType>;
  resources: Record<string, Resource>;
} = JSON.parse(readFileSync(join(ROOT, "docs/schema.json"), "utf8"));

type Class = new (name: string, args: object) => pulumi.Resource;

const isClass = (value: unknown): value is Class => typeof value === "function" && value.prototype instanceof pulumi.Resource;

/** Every class of an entry, with its token. */
const exported = Object.entries(ENTRIES).flatMap(([module, entry]) =>
  Object.entries<unknown>(entry).flatMap(([name, value]) => (isClass(value) ? [{ token: `k8s-lb:${module}:${name}`, Class: value }] : [])),
);
const declared = exported.filter(({ Class }) => !(Class.prototype instanceof pulumi.ProviderResource));

const typeNamed = ({ $ref = "" }: Property): ObjectType | undefined => schema.types[$ref.replace("#/types/", "")];

it("is drawn from the classes that the package exports, the kinds and the settings", { timeout: 120_000 }, async () => {
  const tool = "../../../tools/lib/schema/index.mjs";
  const { schemaTexts }: { schemaTexts(load: (name: string) => object | undefined, zod: object): { schemaText: string; untyped: string } } =
    await import(tool);
  const { schemaText, untyped } = schemaTexts((name) => MODULES[name], z);
  expect(readFileSync(join(ROOT, "docs/schema.json"), "utf8")).toBe(schemaText);
  expect(readFileSync(join(ROOT, "docs/languages.md"), "utf8")).toContain(`\n\n${untyped}\n\n<!-- /untyped -->`);
  expect(schema.version).toBe(JSON.parse(readFileSync(join(ROOT, "package.json"), "utf8")).version);
});

it("has a token for each class that programs declare, and no other", () => {
  expect(declared.map(({ token }) => token).sort()).toEqual(Object.keys(schema.resources));
  const components = declared.filter(({ Class }) => Class.prototype instanceof SpecComponent).map(({ token }) => token);
  expect(components.sort()).toEqual(Object.keys(schema.resources).filter((token) => schema.resources[token]?.isComponent));
  expect(declared.filter(({ Class }) => !(Class.prototype instanceof SpecComponent || Class.prototype instanceof LbResource))).toEqual([]);
  expect(kinds.KINDS.map(({ type }) => `k8s-lb:${type}`)).toEqual(
    expect.arrayContaining(Object.keys(schema.resources).filter((token) => !components.includes(token))),
  );
});

let registered: string[] = [];

beforeAll(async () => {
  await pulumi.runtime.setMocks({
    newResource({ type, name, inputs }) {
      registered.push(type);
      return { id: name, state: inputs };
    },
    call: ({ inputs }) => inputs,
  });
});

it.each(declared)("$token is the type that the class registers", async ({ token, Class }) => {
  registered = [];
  // a component with specs that never come registers itself alone
  const args = schema.resources[token]?.isComponent ? { specs: pulumi.output(new Promise(() => {})) } : { metadata: { name: "one" } };
  const { urn } = new Class("one", args);
  await new Promise((resolve) => urn.apply(resolve));
  expect(registered.map((type) => type.replace(/^pulumi-nodejs:dynamic\/k8s-lb-/, "k8s-lb:"))).toContain(token);
});

it("describes every resource, component and input", () => {
  const without = Object.entries(schema.resources).flatMap(([token, { description, inputProperties, properties }]) => [
    ...(description ? [] : [token]),
    ...Object.entries({ ...properties, ...inputProperties }).flatMap(([name, property]) =>
      property.description ? [] : [`${token} ${name}`],
    ),
  ]);
  expect(without).toEqual([]);
});

it("has the outputs of every kind", () => {
  for (const { type, outputs } of kinds.KINDS) {
    const resource = schema.resources[`k8s-lb:${type}`];
    if (resource) expect(Object.keys(resource.properties), type).toEqual(expect.arrayContaining(Object.keys(outputs)));
  }
});

it.each([
  ["avi", aviSettings.aviSettingsSchema],
  ["octavia", octaviaSettings.octaviaSettingsSchema],
  ["mizar", mizarSettings.mizarSettingsSchema],
] as const)(
  "settings of %s are a closed object with every setting of the schema, so that a host refuses a misspelt one",
  (target, { shape }) => {
    const type = schema.types[`k8s-lb:${target}:Settings`];
    expect(Object.keys(type?.properties ?? {})).toEqual(Object.keys(shape).sort());
    expect(type?.additionalProperties).toBeUndefined();
    expect(type?.required).toBeUndefined();
    const components = Object.entries(schema.resources).filter(
      ([token, { isComponent }]) => isComponent && token.startsWith(`k8s-lb:${target}:`),
    );
    expect(components.length).toBeGreaterThan(0);
    for (const [token, { inputProperties, requiredInputs }] of components) {
      expect(inputProperties.settings?.$ref, token).toBe(`#/types/k8s-lb:${target}:Settings`);
      expect(requiredInputs, token).toEqual(["specs"]);
    }
  },
);

it("marks every secret field of a kind, or names it where its body has no type", () => {
  for (const kind of kinds.KINDS) {
    const resource = schema.resources[`k8s-lb:${kind.type}`];
    for (const [first = "", ...below] of resource ? secretFields.secretPaths(kind) : []) {
      let property = resource?.inputProperties[first];
      const left = [...below];
      for (let type = typeNamed(property?.items ?? property ?? {}); type && left.length > 0; type = typeNamed(property ?? {}))
        property = type.properties?.[left.shift() ?? ""];
      const named = resource?.inputProperties[first]?.description?.includes(`\`${below.join(".")}\``);
      expect(left.length === 0 ? property?.secret : named, `${kind.type} ${[first, ...below].join(".")}`).toBe(true);
    }
  }
});

it("has the settings of each explicit connection, with its secrets", () => {
  const secrets = {
    avi: aviResource.SECRETS,
    octavia: octaviaProvider.SECRETS,
    mizar: mizarResources.SECRETS,
    kubernetes: clusterResources.SECRETS,
  };
  expect(schema.config.variables).toEqual(schema.provider.inputProperties);
  expect(Object.keys(schema.config.variables).sort()).toEqual(Object.keys(secrets).sort());
  for (const [target, names] of Object.entries(secrets)) {
    const connection = schema.config.variables[target] ?? {};
    expect(connection.secret, target).toBe(true);
    const properties = Object.entries(typeNamed(connection)?.properties ?? {});
    expect(
      properties
        .filter(([, { secret }]) => secret)
        .map(([name]) => name)
        .sort(),
      target,
    ).toEqual([...names].sort());
  }
});

it("has every key that a back end reads in the explicit connections, and no other", () => {
  const read: Readonly<Record<string, readonly string[]>> = {
    avi: AVI_KEYS,
    octavia: [...Object.keys(VARIABLES), ...OCTAVIA_KEYS, ...WAIT_KEYS],
    mizar: [...KUBERNETES_KEYS, ...MIZAR_KEYS],
    kubernetes: KUBERNETES_KEYS,
  };
  for (const [target, keys] of Object.entries(read)) {
    const known = Object.keys(typeNamed(schema.config.variables[target] ?? {})?.properties ?? {});
    expect(known, target).toEqual([...keys].sort());
  }
});

const isAny = ({ $ref, items, additionalProperties, oneOf = [] }: Property): boolean =>
  $ref === "pulumi.json#/Any" || [items, additionalProperties, ...oneOf].some((one) => one !== undefined && isAny(one));

it("docs/languages.md lists every property that is Any", () => {
  const inputs = Object.values(schema.resources).flatMap(({ isComponent, inputProperties }) =>
    Object.entries(inputProperties).filter(([name]) => !(isComponent && name === "specs")),
  );
  const below = Object.values(schema.types).flatMap(({ properties = {} }) => Object.entries(properties));
  const open = [...inputs, ...below].filter(([, property]) => isAny(property)).map(([name]) => name);
  const rows = [...readFileSync(join(ROOT, "docs/languages.md"), "utf8").matchAll(/^- `k8s-lb:[\w:]+`: (.*)$/gm)];
  const listed = rows.flatMap(([, paths = ""]) => paths.split(", ").map((path) => path.replaceAll("`", "").split(".").at(-1)));
  expect(open.length).toBeGreaterThan(40);
  expect(listed.sort()).toEqual(open.sort());
});
