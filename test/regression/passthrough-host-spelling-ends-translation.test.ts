// A host that had a passthrough Route and no clear text, asked for by an Ingress in another spelling, ended the whole translation:
// "Cannot read properties of undefined (reading 'owner')".
import { expect, test } from "vitest";
import { parseManifests, readSpecs, translateToRoutes } from "../../sdk";

const MANIFESTS = `
apiVersion: route.openshift.io/v1
kind: Route
metadata: { name: bytes, namespace: shop, creationTimestamp: "2020-01-01T00:00:00Z" }
spec:
  host: Shop.example.com
  to: { kind: Service, name: web }
  tls: { termination: passthrough }
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: web, namespace: shop, creationTimestamp: "2021-01-01T00:00:00Z" }
spec:
  ingressClassName: contour
  rules:
    - host: shop.example.com
      http:
        paths: [{ path: /, pathType: Prefix, backend: { service: { name: web, port: { number: 80 } } } }]
---
apiVersion: v1
kind: Service
metadata: { name: web, namespace: shop }
spec: { ports: [{ port: 80 }] }
`;

test("an Ingress in another spelling of a passthrough host is told whose the host is", () => {
  const { objects, diagnostics } = parseManifests(MANIFESTS, "shop.yaml");
  const { statuses } = translateToRoutes(readSpecs(objects, diagnostics));
  const ingress = statuses.find(({ object }) => object.kind === "Ingress");
  expect(ingress?.diagnostics.find(({ code }) => code === "LB1205")?.message).toBe(
    "shop.example.com is the host Shop.example.com of Route shop/bytes in another spelling; this rule contributes nothing",
  );
});
