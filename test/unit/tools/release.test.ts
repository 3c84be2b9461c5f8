import { existsSync, readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { beforeAll, expect, test } from "vitest";
import { parse } from "yaml";
import { root } from "../../cli/pr/harness";

// Parts of a release: its notes, and changes that break programs in other languages.

interface Break {
  name: string;
  what: string;
}

let changelog: { notesOf(tag: string, text: string, repository: string): string; unreleased(text: string): string };
let schemas: {
  namesOf(schema: object): Map<string, string>;
  breaks(old: Map<string, string>, now: Map<string, string>): Break[];
  unnamed(found: Break[], section: string): string[];
  schemaFaults(): string[];
};

beforeAll(async () => {
  const load = (name: string) => import(join(root, "tools/release", name));
  [changelog, schemas] = await Promise.all([load("changelog.mjs"), load("schema-changes.mjs")]);
});

const TEXT = `# Changelog

## 1.3.0 (unreleased)

- \`avi:Pool.pool\` is gone

## 1.2.0 (2027-01-31)

### New

- [Gateways](docs/gateway-api.md#new), [a site](https://example.com)

## 1.1.0 (2026-12-24)

## 1.0.0

- First
`;

const notes = (tag: string) => changelog.notesOf(tag, TEXT, "https://example.com/r");

test("the notes of a tag are its section, with links into the repository at that tag", () => {
  expect(notes("v1.2.0")).toBe(
    "### New\n\n- [Gateways](https://example.com/r/blob/v1.2.0/docs/gateway-api.md#new), [a site](https://example.com)\n",
  );
});

test.each([
  ["v1.4.0", /no section for v1\.4\.0/],
  ["v1.3.0", /"\(unreleased\)" in place of the date/],
  ["v1.1.0", /is empty/],
  ["v1.0.0", /in place of the date/],
])("%s has no notes", (tag, why) => expect(() => notes(tag)).toThrow(why));

test("the unreleased section is what the next release will say", () => {
  expect(changelog.unreleased(TEXT)).toBe("- `avi:Pool.pool` is gone");
  expect(changelog.unreleased("# Changelog\n\n## 1.0.0 (2026-12-01)\n\n- x\n")).toBe("");
  expect(changelog.unreleased(readFileSync(join(root, "CHANGELOG.md"), "utf8")).length).toBeGreaterThan(0);
});

const schema = (edit: (schema: ReturnType<typeof small>) => void = () => {}) => {
  const made = small();
  edit(made);
  return schemas.namesOf(made);
};

const small = () => ({
  provider: {
    inputProperties: { avi: { $ref: "#/types/k8s-lb:index:Connection" } } as Record<string, object>,
    requiredInputs: [] as string[],
  },
  types: {
    "k8s-lb:index:Connection": {
      type: "object",
      properties: { url: { type: "string" } } as Record<string, object>,
      required: [] as string[],
    },
    "k8s-lb:avi:Size": { type: "string", enum: [{ value: "SMALL" }, { value: "LARGE" }] },
  } as Record<string, object>,
  resources: {
    "k8s-lb:avi:Pool": {
      inputProperties: {
        pool: { type: "object", additionalProperties: { type: "string" } },
        size: { type: "array", items: { type: "string" } },
      },
      requiredInputs: ["pool"],
      properties: { address: { type: "string" } },
      required: ["address"],
    },
  } as Record<string, { inputProperties: Record<string, object>; requiredInputs: string[]; properties: object; required: string[] }>,
});

const POOL = "k8s-lb:avi:Pool";
const pool = (made: ReturnType<typeof small>) => made.resources[POOL] as NonNullable<(typeof made.resources)[string]>;

test.each<[string, (made: ReturnType<typeof small>) => void, string[]]>([
  ["nothing", () => {}, []],
  ["a new resource", (made) => Object.assign(made.resources, { "k8s-lb:avi:New": pool(made) }), []],
  ["a new optional property", (made) => Object.assign(pool(made).inputProperties, { more: { type: "string" } }), []],
  ["a resource that goes", (made) => Reflect.deleteProperty(made.resources, POOL), ["avi:Pool is removed"]],
  ["a property that goes", (made) => Reflect.deleteProperty(pool(made).inputProperties, "size"), ["avi:Pool.size is removed"]],
  ["an output that goes", (made) => Object.assign(pool(made), { properties: {} }), ["avi:Pool#address is removed"]],
  [
    "another name",
    (made) => Object.assign(pool(made), { inputProperties: { pool: pool(made).inputProperties.pool, sizes: { type: "string" } } }),
    ["avi:Pool.size is removed"],
  ],
  [
    "another type",
    (made) => Object.assign(pool(made).inputProperties, { size: { type: "array", items: { type: "integer" } } }),
    ["avi:Pool.size is of type integer[], was string[]"],
  ],
  ["a property that is required", (made) => pool(made).requiredInputs.push("size"), ["avi:Pool.size is required now"]],
  [
    "a new property that is required",
    (made) =>
      Object.assign(pool(made), {
        inputProperties: { ...pool(made).inputProperties, more: { type: "string" } },
        requiredInputs: ["pool", "more"],
      }),
    ["avi:Pool.more is new, and required"],
  ],
  ["a property that is required no more", (made) => Object.assign(pool(made), { requiredInputs: [] }), []],
  ["an output that may be missing", (made) => Object.assign(pool(made), { required: [] }), ["avi:Pool#address may be without a value now"]],
  [
    "a value of an enumeration that goes",
    (made) => Object.assign(made.types, { "k8s-lb:avi:Size": { type: "string", enum: [{ value: "SMALL" }] } }),
    ["avi:Size=LARGE is removed"],
  ],
  [
    "a setting of a connection",
    (made) => Object.assign(made.types, { "k8s-lb:index:Connection": { type: "object", properties: {} } }),
    ["index:Connection.url is removed"],
  ],
  ["a connection that goes", (made) => Reflect.deleteProperty(made.provider.inputProperties, "avi"), ["provider.avi is removed"]],
])("of the schema breaks a program: %s", (_, edit, expected) => {
  const found = schemas.breaks(schema(), schema(edit));
  expect(found.map(({ name, what }) => `${name} ${what}`)).toEqual(expected);
});

test("a break passes when the unreleased section has its name", () => {
  const found = schemas.breaks(
    schema(),
    schema((made) => pool(made).requiredInputs.push("size")),
  );
  expect(schemas.unnamed(found, "- `avi:Pool.pool` is required")).toEqual([
    "CHANGELOG.md does not say that `avi:Pool.size` is required now",
  ]);
  expect(schemas.unnamed(found, "- `avi:Pool.size` is required")).toEqual([]);
});

test("the schema breaks no program of the last release without a word in CHANGELOG.md", () => expect(schemas.schemaFaults()).toEqual([]));

test("actions are pinned by the digest of a commit, with the release that it is", () => {
  const workflows = join(root, ".github/workflows");
  expect(existsSync(workflows)).toBe(true);
  const lines = readdirSync(workflows).flatMap((file) => readFileSync(join(workflows, file), "utf8").split("\n"));
  const uses = lines.filter((line) => /^\s*-?\s*uses: (?!\.\/)/.test(line));
  expect(uses.length).toBeGreaterThan(5);
  expect(uses.filter((line) => !/uses: [\w./-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$/.test(line))).toEqual([]);
});

interface Job {
  environment?: string;
  permissions?: string | Record<string, string>;
  steps: { uses?: string; run?: string; with?: Record<string, unknown> }[];
}

interface Workflow {
  permissions?: Job["permissions"];
  jobs: Record<string, Job>;
}

const workflow = (file: string): Workflow => parse(readFileSync(join(root, ".github/workflows", file), "utf8"));

/** A job whose token may write, or that runs what publishes. A workflow without `permissions` has those of the repository, maybe all. */
function publishes({ permissions = "write-all", steps }: Job): boolean {
  const mayWrite = typeof permissions === "string" ? permissions !== "read-all" : Object.values(permissions).includes("write");
  const runs = steps.flatMap(({ uses = "", run = "" }) => [uses, ...run.split("\n")]);
  return mayWrite || runs.some((line) => /\b(npm|twine|yarn|pnpm) (publish|upload)\b|\bgh release (create|upload)\b|publish@/.test(line));
}

const publishing = (file: string, { permissions, jobs }: Workflow): [string, string | undefined][] =>
  Object.entries(jobs).flatMap(([name, job]) => (publishes({ permissions, ...job }) ? [[`${file} ${name}`, job.environment]] : []));

test("nothing is published before the approval of an environment", () => {
  const found = readdirSync(join(root, ".github/workflows")).flatMap((file) => publishing(file, workflow(file)));
  expect(Object.fromEntries(found)).toEqual({
    "release.yml github": "release",
    "release.yml npm": "npm",
    "release.yml pypi": "pypi",
  });
});

test.each<[string, Workflow, string[]]>([
  ["a token that writes", { permissions: {}, jobs: { a: { permissions: { contents: "write" }, steps: [] } } }, ["a"]],
  ["a token of the workflow that writes", { permissions: "write-all", jobs: { a: { steps: [] } } }, ["a"]],
  ["a token without limits", { jobs: { a: { steps: [] } } }, ["a"]],
  ["a command", { permissions: {}, jobs: { a: { steps: [{ run: "cd x\nnpm publish" }] } } }, ["a"]],
  ["an action", { permissions: {}, jobs: { a: { steps: [{ uses: "pypa/gh-action-pypi-publish@1" }] } } }, ["a"]],
  ["nothing", { permissions: { contents: "read" }, jobs: { a: { steps: [{ run: "npm test" }] } } }, []],
])("a job publishes with %s", (_, made, expected) =>
  expect(publishing("f", made).map(([name]) => name)).toEqual(expected.map((name) => `f ${name}`)),
);

test("a release is made of a tag on main only", () => {
  const { files, ...others } = workflow("release.yml").jobs;
  const runs = files?.steps.map(({ run }) => run) ?? [];
  const check = runs.indexOf('git merge-base --is-ancestor "$GITHUB_SHA" origin/main');
  expect(check).toBeGreaterThan(-1);
  expect(runs.slice(0, check).filter((run) => run !== undefined)).toEqual([]);
  // with the history: a shallow checkout has no origin/main
  expect(files?.steps.find(({ uses }) => uses?.startsWith("actions/checkout@"))?.with).toMatchObject({ "fetch-depth": 0 });
  expect(Object.values(others).filter((job) => !("needs" in job))).toEqual([]);
});
