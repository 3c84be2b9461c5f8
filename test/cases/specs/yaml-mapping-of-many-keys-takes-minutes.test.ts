import { expect, it } from "vitest";
import { parseManifests } from "../../../sdk/specs";

/** The YAML parser compares each key with all before it: 100,000 keys took minutes. */
it("a mapping of many keys is read in seconds", () => {
  const keys = Array.from({ length: 40_000 }, (_, i) => `  k${i}: "1"`);
  const text = ["apiVersion: v1", "kind: ConfigMap", "metadata: {name: c}", "data:", ...keys].join("\n");
  const before = process.cpuUsage();
  expect(parseManifests(text, "many.yaml")).toMatchObject({ objects: [{}], diagnostics: [] });
  const { user, system } = process.cpuUsage(before);
  expect((user + system) / 1e6).toBeLessThan(8);
});

it("a key that is there twice is told with its place still, at any depth", () => {
  const twice = "apiVersion: v1\nkind: Service\nmetadata: {name: s}\nspec:\n  ports:\n    - port: 80\n      port: 81\n";
  expect(parseManifests(twice, "twice.yaml").diagnostics).toMatchObject([
    { code: "LB1001", message: expect.stringContaining("The key port is twice in one mapping at line 7, column 7") },
  ]);
});

it("merge keys may stand twice", () => {
  const merged = "apiVersion: v1\nkind: Service\nmetadata: {name: s}\nspec:\n  a: &a {x: 1}\n  b: &b {y: 1}\n  c: {<<: *a, <<: *b}\n";
  const { objects, diagnostics } = parseManifests(merged, "merged.yaml");
  expect(diagnostics).toEqual([]);
  expect(objects).toMatchObject([{ value: { spec: { c: { x: 1, y: 1 } } } }]);
});
