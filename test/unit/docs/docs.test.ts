import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { parse, parseAllDocuments } from "yaml";
import { z } from "zod";
import { CODES } from "../../../provider/lifecycle/messages/codes";
import { leastRole } from "../../../resources/avi/rights";
import type { FieldTable } from "../../../resources/field-table";
import * as mizarObjects from "../../../resources/mizar/objects";
import * as octaviaFields from "../../../resources/octavia/fields";
import * as octaviaLoadBalancer from "../../../resources/octavia/load-balancer";
import { leastAccessRules } from "../../../resources/octavia/rights";
import * as octaviaVersions from "../../../resources/octavia/versions";
import { SANDBOX_CODES } from "../../../sandbox/codes";
import { EFFECTS } from "../../../sdk/cli/explain";
import { EXIT_RULE } from "../../../sdk/cli/grammar";
import { rbacManifests } from "../../../sdk/kubernetes";
import { SPEC_CODES } from "../../../sdk/specs/codes";
import { aviSettingsSchema } from "../../../sdk/targets/avi/settings";
import { mizarSettingsSchema } from "../../../sdk/targets/mizar/settings";
import { octaviaSettingsSchema } from "../../../sdk/targets/octavia/settings";
import { routesSettingsSchema } from "../../../sdk/targets/routes/settings";

const LOADED = {
  "octavia/fields": octaviaFields,
  "octavia/versions": octaviaVersions,
  "octavia/load-balancer": octaviaLoadBalancer,
  "mizar/objects": mizarObjects,
};

const page = (name: string) => readFileSync(join(__dirname, "../../../docs", name), "utf8");

it("docs/errors.md has every code and no other", () => {
  const documented = [...page("errors.md").matchAll(/^### (LB\w+): /gm)].map(([, code]) => code);
  expect(documented).toEqual([SPEC_CODES, CODES, SANDBOX_CODES].flatMap((codes) => Object.keys(codes).sort()));
});

it("docs/errors.md says what to do about every code of specs", () => {
  // pages that a remedy names are links
  const errors = page("errors.md").replace(/\[(docs\/[^\]]+)\]\([^)]+\)/g, "$1");
  for (const { remedy, example } of Object.values(SPEC_CODES)) {
    expect(errors).toContain(`\n${remedy} _`);
    expect(errors).toContain(example);
  }
});

it("docs/errors.md explains each effect that a code has", () => {
  for (const { effect } of Object.values(SPEC_CODES)) {
    if (effect !== "none") expect(page("errors.md")).toContain(`\n- _${effect}_: ${EFFECTS[effect]}\n`);
  }
});

it("docs/command-line.md has the rule of exit codes", () => {
  for (const { code, when } of EXIT_RULE) expect(page("command-line.md")).toContain(`| ${code} | ${when} |`);
});

it("docs/gateway-api.md has what the reports of the conformance suite say", async () => {
  const tool = "../../../tools/lib/conformance-table.mjs";
  const {
    conformanceTable,
    conformanceReports,
  }: {
    conformanceTable(reports: object[]): string;
    conformanceReports(parse: (text: string) => object): object[];
  } = await import(tool);
  expect(page("gateway-api.md")).toContain(`\n\n${conformanceTable(conformanceReports(parse))}\n\n<!-- /conformance -->`);
  const core = { result: "partial", statistics: { Passed: 32, Failed: 1, Skipped: 1 }, failedTests: ["A"], skippedTests: ["B"] };
  const report = {
    ...{ gatewayAPIVersion: "v1.6.3", gatewayAPIChannel: "standard", implementation: { version: "v0.1.0" } },
    profiles: [
      { name: "GATEWAY-HTTP", core, extended: { statistics: { Passed: 9, Failed: 0, Skipped: 0 } } },
      { name: "GATEWAY-TCP", core: {} },
    ],
  };
  expect(
    conformanceTable([{ file: "standard-octavia-report.yaml", report }])
      .split("\n")
      .slice(2),
  ).toEqual([
    "| octavia | [v0.1.0](conformance/standard-octavia-report.yaml) | v1.6.3, standard | GATEWAY-HTTP | 32 passed, 1 failed, 1 skipped | 9 passed |",
    "| octavia | [v0.1.0](conformance/standard-octavia-report.yaml) | v1.6.3, standard | GATEWAY-TCP | - | - |",
    "",
    "- octavia, GATEWAY-HTTP, failed: A",
    "- octavia, GATEWAY-HTTP, skipped: B",
  ]);
});

it("docs/rbac has the rights on load balancers", () => {
  expect(JSON.parse(page("rbac/avi-role.json"))).toEqual(leastRole());
  expect(JSON.parse(page("rbac/octavia-access-rules.json"))).toEqual(leastAccessRules());
});

it.each(["avi", "octavia", "mizar"] as const)("docs/rbac has the manifests of %s", (target) => {
  for (const writeStatus of [false, true]) {
    const text = page(`rbac/${target}${writeStatus ? "-write-status" : ""}.yaml`);
    expect(parseAllDocuments(text).map((document) => document.toJS())).toEqual(rbacManifests({ target, writeStatus }));
  }
});

it.each([
  ["avi.md", aviSettingsSchema],
  ["contour.md", routesSettingsSchema],
  ["mizar.md", mizarSettingsSchema],
  ["octavia.md", octaviaSettingsSchema],
])("docs/%s has every setting with its meaning", (name, schema) => {
  const { properties } = z.toJSONSchema(schema, { io: "output", unrepresentable: "any" });
  for (const [key, property] of Object.entries(properties ?? {})) {
    expect(page(name)).toMatch(new RegExp(`^- \`${key}\`[ :]`, "m"));
    expect(page(name)).toContain(String((property as { description?: string }).description));
  }
});

it("docs/resources.md has every input of every kind, and what replaces it", async () => {
  const kinds = join(__dirname, "../../../resources");
  const files = readdirSync(kinds, { recursive: true, encoding: "utf8" }).filter((file) => file.endsWith(".ts"));
  const modules: object[] = await Promise.all(files.map((file) => import(join(kinds, file))));
  const declared = modules.flatMap((module) => Object.values(module)).filter(isKind);
  expect(declared.length).toBeGreaterThanOrEqual(12);
  const text = page("resources.md");
  for (const { type, schema, fields } of declared) {
    const start = text.indexOf(`#### ${type.replace(":", ".")}\n`);
    expect(start, type).toBeGreaterThan(0);
    const part = text.slice(start, text.indexOf("\n#### ", start + 1) >>> 0);
    for (const input of Object.keys(schema.shape)) expect(part, `${type} ${input}`).toContain(`\n- \`${input}\` (`);
    for (const [field, { fixed }] of Object.entries(fields)) if (fixed === true) expect(part, type).toContain(`\`${field}\``);
  }
});

function isKind(value: unknown): value is { type: string; schema: { shape: object }; fields: FieldTable } {
  return typeof value === "object" && value !== null && "schema" in value && "fields" in value;
}

it("sdk/targets/avi/types.ts is drawn from the schemas of the API", async () => {
  const tool = "../../../tools/lib/avi-types.mjs";
  const { aviTypes }: { aviTypes(): string } = await import(tool);
  expect(readFileSync(join(__dirname, "../../../sdk/targets/avi/types.ts"), "utf8")).toBe(aviTypes());
});

it("provider/avi/schema.ts is drawn from the same schemas", async () => {
  const tool = "../../../tools/lib/avi-schema.mjs";
  const { aviSchema }: { aviSchema(): string } = await import(tool);
  expect(readFileSync(join(__dirname, "../../../provider/avi/schema.ts"), "utf8")).toBe(aviSchema());
});

it("the types of bodies are drawn from the schemas of resources/, and from Kubernetes' own", { timeout: 120_000 }, async () => {
  const [kinds, kubernetes] = ["../../../tools/lib/kind-types.mjs", "../../../tools/lib/kubernetes-types.mjs"];
  const { kindTypes }: { kindTypes(load: (name: string) => object | undefined): Record<string, string> } = await import(kinds);
  const { kubernetesTypes }: { kubernetesTypes(): string } = await import(kubernetes);
  const drawn = kindTypes((name) => Object.entries(LOADED).find(([path]) => path === name)?.[1]);
  for (const [path, text] of Object.entries({ ...drawn, "sdk/targets/mizar/kubernetes-types.ts": kubernetesTypes() }))
    expect(readFileSync(join(__dirname, "../../..", path), "utf8"), path).toBe(text);
});
