// Input without a meaning passed silently: negative times and relative paths of health checks went to the load balancer, authorities of
// Routes were not checked, misspelt fields of Pods, of Mizar's endpoints, of metadata and beside a missing field were not named.
import { expect, test } from "vitest";
import type { TargetName } from "../../../sdk/targets";
import { CERTIFICATE, PRIVATE_KEY } from "../../support/pem";
import { translateTo } from "../../support/planned";

const metadata = { name: "x", namespace: "shop" };
const messages = (to: TargetName, ...objects: object[]) => {
  const { statuses, diagnostics } = translateTo(to, { objects: objects.map((value) => ({ value })), diagnostics: [] }, {});
  const all = [...statuses.flatMap((status) => status.diagnostics), ...diagnostics];
  return all.filter(({ object }) => object.name === "x").map(({ code, pointer }) => `${code} ${pointer}`);
};
const service = { apiVersion: "v1", kind: "Service", metadata: { name: "web", namespace: "shop" }, spec: { ports: [{ port: 80 }] } };

test("a health check of an IngressRoute that no server can pass", () => {
  const healthCheck = { path: "healthz", intervalSeconds: -5, timeoutSeconds: -1 };
  const spec = { virtualhost: { fqdn: "example.com" }, routes: [{ match: "/", services: [{ name: "web", port: 80, healthCheck }] }] };
  const route = { apiVersion: "contour.heptio.com/v1beta1", kind: "IngressRoute", metadata, spec };
  const at = "/spec/routes/0/services/0/healthCheck";
  expect(messages("routes", route, service).filter((line) => line.startsWith("LB1116"))).toEqual(
    ["path", "intervalSeconds", "timeoutSeconds"].map((field) => `LB1116 ${at}/${field}`),
  );
  const { objects } = translateTo("routes", { objects: [route, service].map((value) => ({ value })), diagnostics: [] }, {});
  expect(JSON.stringify(objects)).not.toContain("-5");
  expect(JSON.stringify(objects)).toContain('"/healthz"');
});

test.each(["routes", "avi"] as const)("authorities of a Route that cannot be read, --to %s", (to) => {
  const tls = {
    termination: "reencrypt",
    certificate: CERTIFICATE,
    key: PRIVATE_KEY,
    caCertificate: "none",
    destinationCACertificate: "none",
  };
  const spec = { host: "example.com", to: { kind: "Service", name: "web" }, tls };
  const route = { apiVersion: "route.openshift.io/v1", kind: "Route", metadata, spec };
  expect(messages(to, route, service)).toEqual(
    expect.arrayContaining(["LB1109 /spec/tls/caCertificate", "LB1109 /spec/tls/destinationCACertificate"]),
  );
  const edge = { ...spec, tls: { ...tls, termination: "edge", caCertificate: undefined } };
  expect(messages(to, { ...route, spec: edge }, service)).toContain("LB1117 /spec/tls/destinationCACertificate");
});

test("a name that no certificate can be asked for ends no preview", () => {
  const tls = { secretName: "cert" };
  const spec = { virtualhost: { fqdn: "\0", tls }, routes: [{ match: "/", services: [{ name: "web", port: 80 }] }] };
  const route = { apiVersion: "contour.heptio.com/v1beta1", kind: "IngressRoute", metadata, spec };
  const stringData = { "tls.crt": CERTIFICATE, "tls.key": PRIVATE_KEY };
  const secret = { apiVersion: "v1", kind: "Secret", metadata: { ...metadata, name: "cert" }, type: "kubernetes.io/tls", stringData };
  expect(messages("routes", route, service, secret)).toContain("LB1502 /spec/virtualhost/fqdn");
});

test("misspelt fields of a Pod and of an endpoint of Mizar", () => {
  const pod = { apiVersion: "v1", kind: "Pod", metadata: { ...metadata, annotation: {} }, spec: { containers: [], hostNetwrk: true } };
  expect(messages("mizar", { ...pod, statos: {} })).toEqual(
    expect.arrayContaining(["LB1006 /metadata/annotation", "LB1006 /spec/hostNetwrk", "LB1006 /statos"]),
  );
  const endpoint = { apiVersion: "mizar.com/v1", kind: "Endpoint", metadata, spec: { adress: "10.0.0.1", net: "nowhere", gw: "10.0.0.1" } };
  expect(messages("mizar", endpoint)).toEqual(["LB1006 /spec/adress", "LB1609 /spec/net"]);
});

test("a field that is missing because it is misspelt is named beside what is missing", () => {
  const ingress = { apiVersion: "networking.k8s.io/v1", kind: "Ingress", metadata };
  const paths = [{ path: "/", pathType: "Prefix", backends: { service: { name: "web", port: { number: 80 } } } }];
  const at = "/spec/rules/0/http/paths/0";
  expect(messages("avi", { ...ingress, spec: { rules: [{ host: "example.com", http: { paths } }] } }, service)).toEqual([
    `LB1003 ${at}/backend`,
    `LB1006 ${at}/backends`,
  ]);
});
