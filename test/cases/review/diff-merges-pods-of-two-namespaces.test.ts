import { expect, test } from "vitest";
import { changesBetween, type Objects } from "../../../sdk/cli/diff/changes";
import { readMizarSpecs } from "../../../sdk/frontends";
import { parseManifests } from "../../../sdk/specs";
import { mizarObjects } from "../../../sdk/targets/mizar/objects";
import { translateToMizar } from "../../../sdk/targets/mizar/translate";

// Pods and Services of one name in two namespaces, and Networks of two tenants, were one object to `diff --to mizar`: what came or went was
// no difference, or the other one had changed its namespace. None of them had an owner.

const NETWORK = `
apiVersion: mizar.com/v1
kind: Vpc
metadata: { name: v }
spec: { ip: 10.0.0.0, prefix: "16" }
---
apiVersion: mizar.com/v1
kind: Subnet
metadata: { name: s }
spec: { ip: 10.0.1.0, prefix: "24", vpc: v }
---
apiVersion: arktos.futurewei.com/v1
kind: Network
metadata: { name: default, tenant: one }
spec: { type: mizar, vpcID: v }
`;
const web = (namespace: string) => `
---
apiVersion: v1
kind: Pod
metadata: { name: web, namespace: ${namespace}, tenant: one }
spec: { containers: [{ name: web, image: web }] }
---
apiVersion: v1
kind: Service
metadata: { name: web, namespace: ${namespace}, tenant: one }
spec: { ports: [{ port: 80 }] }
`;

const NETWORK_OF_TWO = `
---
apiVersion: arktos.futurewei.com/v1
kind: Network
metadata: { name: default, tenant: two }
spec: { type: mizar, vpcID: v }
`;

const meaning = (text: string) => {
  const { objects, diagnostics } = parseManifests(text, "specs.yaml");
  const { objects: found, owners } = mizarObjects(translateToMizar(readMizarSpecs(objects, diagnostics)));
  return { objects: JSON.parse(JSON.stringify(found)) as Objects, owners };
};

test("what came has its own line, and its owner", () => {
  const before = meaning(NETWORK + web("a"));
  const after = meaning(NETWORK + web("a") + web("b") + NETWORK_OF_TWO);
  const changes = changesBetween(before.objects, after.objects, after.owners).filter(({ type }) => type !== "stores");
  expect(changes.map(({ change, type, name, owners }) => [change, type, name, owners])).toEqual([
    ["added", "networks", "two/default", ["Network/two/default"]],
    ["added", "pods", expect.stringContaining("web-b"), ["Pod/one/b/web"]],
    ["added", "services", expect.stringContaining("web-b"), ["Service/one/b/web"]],
  ]);
});
