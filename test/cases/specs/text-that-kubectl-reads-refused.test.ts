import { expect, test } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { parseManifests } from "../../../sdk/specs/manifests";

// Files that kubectl applies were refused, or stopped the run: its decoder reads YAML 1.1 and JSON by rules of its own.

const service = (metadata: string, spec = "ports: [{ port: 80 }]") =>
  `apiVersion: v1\nkind: Service\nmetadata:\n  name: web\n${metadata}spec:\n  ${spec}\n`;

/** Values of a text, and what is said about it. */
function read(text: string) {
  const { objects, diagnostics } = parseManifests(text, "f");
  const specs = readSpecs(objects, diagnostics);
  return {
    values: objects.map(({ value }) => value),
    lines: objects.map(({ line }) => line),
    faults: specs.diagnostics.filter(({ severity }) => severity === "error").map(({ code, message }) => `${code} ${message}`),
  };
}

const note = (text: string) => service(`  annotations:\n    note: ${text}\n`);

test.each([
  ["text in single quotes at the column of its key", note("'one\n    two'"), "one two"],
  ["text in single quotes at the margin", note("'it''s one\ntwo'"), "it's one two"],
  ["text in double quotes at the margin", note('"one \\"\ntwo\\\n  three"'), 'one " twothree'],
  ["unquoted time", note("2026-01-01T00:00:00Z"), "2026-01-01T00:00:00Z"],
  ["unquoted time below a line for YAML 1.1", `%YAML 1.1\n---\n${note("2026-01-01")}`, "2026-01-01"],
  ["null as a text", note(""), null],
])("annotation: %s", (_, text, value) => {
  expect(read(text)).toMatchObject({ faults: [], values: [{ metadata: { annotations: { note: value } } }] });
});

test("metadata: null for a label is an empty text", () => {
  const { objects } = parseManifests(service("  labels: { team: }\n"), "f");
  const specs = readSpecs(objects);
  expect([specs.diagnostics, specs.services.get("default/web")?.meta.labels]).toEqual([[], { team: "" }]);
});

test.each(["ports: [{ port: 80,\n  name: a },\n{ port: 81, name: b }\n]", "ports: [\n{ port: 80, name: a },\n  { port: 81,\nname: b }]"])(
  "list in brackets goes on at the margin: %j",
  (spec) => {
    expect(read(service("", spec))).toMatchObject({ faults: [], values: [{ spec: { ports: [{ port: 80 }, { port: 81, name: "b" }] } }] });
  },
);

test("brackets end with their document", () => {
  const two = `${service("", "ports: [{ port: 80 }")}---\n${service("")}`;
  expect(read(two)).toMatchObject({ values: [{ kind: "Service" }], faults: [expect.stringContaining("LB1001 f, document 1")] });
});

const json = (name: string) => JSON.stringify({ apiVersion: "v1", kind: "Service", metadata: { name, annotations: { a: '}{"' } } });

test.each([
  ["one below the other", `${json("a")}\n${json("b")}\n`, [1, 2]],
  ["indented, with blank lines", `\n${JSON.stringify(JSON.parse(json("a")), null, 2)}\n\n${json("b")}`, [2, 13]],
  ["back to back", json("a") + json("b"), [1, 1]],
])("JSON objects: %s", (_, text, lines) => {
  const { values, lines: found } = read(text);
  expect([values, found]).toEqual([[JSON.parse(json("a")), JSON.parse(json("b"))], lines]);
});

test.each([`${json("a")}\n{"kind":`, `${json("a")} }`, `${json("a")} x ${json("b")}`])("JSON objects: a broken one is told: %j", (text) => {
  expect(read(text).faults).toEqual([expect.stringMatching(/^LB1001/)]);
});

const ingressRoute = (word: string) => `apiVersion: contour.heptio.com/v1beta1
kind: IngressRoute
metadata: { name: web }
spec:
  virtualhost: { fqdn: a.com }
  routes: [{ match: /, permitInsecure: ${word}, services: [{ name: web, port: 80 }] }]
`;

test.each([
  ["true", "yes"],
  ["true", "On"],
  ["false", "off"],
])("%s as %s where the field is a boolean", (value, word) => {
  const specsOf = (text: string) => readSpecs(parseManifests(text, "f").objects);
  const [as, plain] = [word, value].map((one) => specsOf(ingressRoute(one)));
  expect(as?.diagnostics).toEqual([]);
  expect([...(as?.objects.values() ?? [])]).toEqual([...(plain?.objects.values() ?? [])]);
});

test.each(["maybe", "'yes'"])("%s is still a fault there", (word) => {
  expect(read(ingressRoute(word)).faults).toEqual([expect.stringMatching(/^LB1003.*permitInsecure/)]);
});

test("an alias may be used more than a thousand times, and not to make gigabytes", () => {
  const many = `a: &a { port: 80 }\nlist: [${"*a, ".repeat(1_100)}]\n`;
  expect(parseManifests(many, "f").diagnostics).toEqual([]);
  const levels = Array.from({ length: 9 }, (_, i) => `l${i + 1}: &l${i + 1} [${`*l${i},`.repeat(10)}]`);
  const [fault] = parseManifests(`l0: &l0 [x]\n${levels.join("\n")}\n`, "f").diagnostics;
  expect(fault).toMatchObject({ code: "LB1001", message: expect.stringContaining("aliases make more than") });
});

test.each(["items: null", "items:", "metadata: { resourceVersion: '1' }", "metadata: { name: '' }\nitems: null"])(
  "List without items: %s",
  (rest) => {
    const text = `apiVersion: v1\nkind: List\n${rest}\n---\napiVersion: networking.k8s.io/v1\nkind: IngressList\n${rest}\n---\n${service("")}`;
    expect(read(text)).toMatchObject({ faults: [], values: [{ kind: "Service" }] });
  },
);

test("an object whose kind ends with List and that has a name is no list", () => {
  const text = "apiVersion: example.com/v1\nkind: AllowList\nmetadata: { name: a }\nspec: {}\n";
  expect(read(text).values).toMatchObject([{ kind: "AllowList" }]);
});

test("differences from kubectl that docs/helm-and-kustomize.md lists", () => {
  expect(read(note("yes")).values).toMatchObject([{ metadata: { annotations: { note: "yes" } } }]);
  expect(read(note("a\n    note: b")).faults).toEqual([expect.stringMatching(/^LB1001.*The key note is twice in one mapping/)]);
  expect(read(service("", "ports: [{ port: 0120 }]")).faults).toEqual([expect.stringMatching(/^LB1003/)]);
  expect(read(`${"[".repeat(300)}${"]".repeat(300)}`).faults).toEqual([expect.stringMatching(/^LB1001.*nested deeper/)]);
});

test("a key of such a word is a text, and may not be twice", () => {
  const { objects } = parseManifests("kind: A\nmetadata: { on: 1, y: no, list: [yes, { n: off }] }\n", "f");
  expect(objects[0]?.value).toEqual({ kind: "A", metadata: { on: 1, y: "no", list: ["yes", { n: "off" }] } });
  expect(parseManifests("on: 1\non: 2\n", "f").diagnostics).toMatchObject([
    { code: "LB1001", message: expect.stringContaining("key on is twice") },
  ]);
});
