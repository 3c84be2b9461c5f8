import { mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, expect, test } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { readManifestFiles, SourceLocations } from "../../../sdk/specs";

// Output of `kubectl get -A -o yaml` holds objects of one name in several namespaces: a fault of the second was shown at the first. Broken
// YAML was shown where its document begins.

const folder = mkdtempSync(join(tmpdir(), "places-"));
afterAll(() => rmSync(folder, { recursive: true, force: true }));

function linesOf(text: string): [code: string, line: number | undefined][] {
  const file = join(folder, "specs.yaml");
  writeFileSync(file, text);
  const { objects, diagnostics } = readManifestFiles([file]);
  const places = new SourceLocations();
  return [...readSpecs(objects, diagnostics).diagnostics].map((one) => [one.code, places.of(one)?.line]);
}

const service = (namespace: string, port: number) => `
- apiVersion: v1
  kind: Service
  metadata: { name: web${namespace} }
  spec:
    ports:
    - port: ${port}`;

const listOf = (...services: string[]) => `apiVersion: v1\nkind: List\nitems:${services.join("")}\n`;

test.each([
  ["another namespace", ", namespace: a", ", namespace: b"],
  ["the default namespace, named", ", namespace: a", ", namespace: default"],
  ["the default namespace, unnamed", ", namespace: a", ""],
])("of two objects of one name the one in %s is found", (_what, first, second) => {
  expect(linesOf(listOf(service(first, 80), service(second, 99999)))).toEqual([["LB1003", 15]]);
});

test("broken YAML is shown where it breaks", () => {
  expect(linesOf("apiVersion: v1\n---\napiVersion: v1\nkind: Service\nmetadata:\n  name: [a\nspec: {}\n")).toContainEqual(["LB1001", 6]);
  expect(linesOf('kind: Service\n---\nmetadata:\n  name: "a" b\nspec: {}\n')).toContainEqual(["LB1001", 4]);
});
