import { expect, test } from "vitest";
import { stopOnFaults } from "../../../sdk/components/sources";
import { readSpecs } from "../../../sdk/frontends";
import { parseManifests } from "../../../sdk/specs";

const MISSPELT = `
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: web, namespace: shop, lables: {} }
spec:
  rules:
    - http:
        paths:
          - { path: /, pathTpye: Prefix, backend: { service: { name: web, port: { number: 80 } } } }
---
{ apiVersion: v1, kind: Service, metadata: { name: web, namespace: shop }, spec: { ports: [{ prot: 80, protocool: TCP }] } }
`;

test("a run that stops for a missing field names the misspelt one beside it, and no other", () => {
  const { objects, diagnostics } = parseManifests(MISSPELT, "web.yaml");
  const specs = readSpecs(objects, diagnostics);
  const message = catching(() => stopOnFaults(specs.diagnostics));
  expect(message.split("\n").map((line) => line.trim().replace(/^(LB\d+) .*(spec\.\S+|the field \w+) .*/, "$1 $2"))).toEqual([
    "LB1003: the specs have 2 faults, nothing is changed:",
    "LB1003 spec.ports[0].port",
    "LB1006 the field prot",
    "LB1006 the field protocool",
    "LB1011 spec.rules[0].http.paths[0].pathType",
    "LB1006 the field pathTpye",
  ]);
});

function catching(act: () => void): string {
  try {
    act();
  } catch (error) {
    return (error as Error).message;
  }
  return "nothing was thrown";
}
