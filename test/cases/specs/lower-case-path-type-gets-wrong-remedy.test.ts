import { expect, test } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { parseManifests } from "../../../sdk/specs";

test.each([
  ["prefix", "Write Prefix."],
  ["EXACT", "Write Exact."],
  ["Regex", "Write Prefix or Exact."],
])("the remedy of pathType %s is: %s", (pathType, remedy) => {
  const text = `
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: web, namespace: shop }
spec: { rules: [{ http: { paths: [{ path: /, pathType: ${pathType}, backend: { service: { name: web, port: { number: 80 } } } }] } }] }
`;
  const { objects, diagnostics } = parseManifests(text, "web.yaml");
  expect(readSpecs(objects, diagnostics).diagnostics).toMatchObject([{ code: "LB1011", remedy }]);
});
