import { expect, test } from "vitest";
import { parseAllDocuments, stringify } from "yaml";
import { answer } from "../../../../requests/answer/answer";
import type { Request } from "../../../../requests/answer/request";
import { parseRequest } from "../../../../requests/answer/request";
import { servedByAvi } from "../../../../requests/avi";
import { readSpecs } from "../../../../sdk/frontends";
import { aviObjects } from "../../../../sdk/targets/avi/objects";
import { translateToAvi } from "../../../../sdk/targets/avi/translate";
import { CERTIFICATE, PRIVATE_KEY } from "../../../support/pem";

const service = (name: string, address: string, port = 80) => `
apiVersion: v1
kind: Service
metadata: { name: ${name} }
spec: { ports: [{ port: ${port}, targetPort: 8080 }] }
---
apiVersion: v1
kind: Endpoints
metadata: { name: ${name} }
subsets: [{ addresses: [{ ip: ${address} }], ports: [{ port: 8080 }] }]
`;

const COMMON = ["web", "cart", "api"].map((name, i) => service(name, `10.0.0.${i + 1}`)).join("---\n");

const ingress = (name: string, host: string, paths: string, more = "") => `---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: ${name} }
spec:
  rules: [{ host: ${host}, http: { paths: [${paths}] } }]
  ${more}
`;
const path = (value: string, to: string, type = "Prefix") =>
  `{ path: "${value}", pathType: ${type}, backend: { service: { name: ${to}, port: { number: 80 } } } }`;

/** Answer to each request, in short. */
function answersOf(manifests: string, settings: object, requests: readonly (string | Request)[]): string[] {
  const objects = parseAllDocuments(`${COMMON}\n${manifests}`).map((document) => ({ value: document.toJS() }));
  const made = aviObjects(translateToAvi(readSpecs(objects), { settings: { clusterName: "c", ...settings } })).objects;
  const served = servedByAvi(made, { service: (pool) => made.pool?.find(({ name }) => name === pool)?.name });
  return requests.map((request) => {
    const sent = parseRequest(typeof request === "string" ? { url: request } : request);
    if (!sent) throw new Error(`no request: ${JSON.stringify(request)}`);
    const { answer: got } = answer(served, sent);
    if (got.kind === "redirect") return `${got.status} ${got.location}`;
    if (got.kind === "status") return `status ${got.status}`;
    if (got.kind === "closed") return "closed";
    const to = got.to.map(({ servers = [], share, status }) => `${status ?? servers.join(" ")} ${Math.round(share * 100)}`).join(", ");
    return [to, ...(got.path ? [`path ${got.path}`] : []), ...(got.host ? [`host ${got.host}`] : [])].join(", ");
  });
}

const TLS = "tls: [{ hosts: [tls.h.com], secretName: none }]";
const SECRET = `---
${stringify({ apiVersion: "v1", kind: "Secret", type: "kubernetes.io/tls", metadata: { name: "crt" }, stringData: { "tls.crt": CERTIFICATE, "tls.key": PRIVATE_KEY } })}`;

const CLASS = `---
apiVersion: networking.k8s.io/v1
kind: IngressClass
metadata: { name: avi, annotations: { ingressclass.kubernetes.io/is-default-class: "true" } }
spec: { controller: ako.vmware.com/avi-lb }
`;

test("labels of a shared virtual service are prefixes of characters, and no label is an unknown status", () => {
  const manifests = ingress("i", "shop.com", `${path("/", "web")}, ${path("/cart", "cart")}`, TLS);
  expect(
    answersOf(manifests, {}, ["http://shop.com/x", "http://shop.com/CART", "http://shop.com:80/cartoon", "http://other.com/"]),
  ).toEqual(["10.0.0.1:8080 100", "10.0.0.2:8080 100", "10.0.0.2:8080 100", "status null"]);
  expect(answersOf(manifests, {}, ["https://shop.com/"])).toEqual(["closed"]);
});

for (const naming of ["ako-1.2", "ako-2", "ako-2-evh"])
  test(`a host with TLS redirects clear text and has its own rules: ${naming}`, () => {
    const secure =
      SECRET +
      CLASS +
      ingress(
        "i",
        "example.com",
        `${path("/", "web")}, ${path("/cart", "cart", "Exact")}`,
        "tls: [{ hosts: [example.com], secretName: crt }]",
      );
    expect(
      answersOf(secure, { naming, defaultIngController: "true" }, [
        "http://example.com/cart?a=1",
        "https://example.com/cart",
        "https://example.com/cart/x",
      ]),
    ).toEqual(["302 https://example.com/cart?a=1", "10.0.0.2:8080 100", "10.0.0.1:8080 100"]);
  });

test("a Service of layer 4 is asked by its port and protocol", () => {
  const db = `---${service("db", "10.0.1.1", 5432).replace("spec: {", "spec: { type: LoadBalancer, ")}`;
  for (const naming of ["ako-1.2", "ako-1.2.1", "ako-2"])
    expect(
      answersOf(
        db,
        { naming },
        ["tcp://any:5432", "udp://any:5432", "tcp://any:80"].map((url) => ({ url, group: "hosts" })),
      ),
    ).toEqual(["10.0.1.1:8080 100", "closed", "closed"]);
});

/** The wildcard has the requests that no rule of the host takes. */
const SHARED = "10.0.0.3:8080 25, 10.0.0.1:8080 75";

const route = (to: string, more: string) => `---
apiVersion: gateway.networking.k8s.io/v1
kind: HTTPRoute
metadata: { name: ${to} }
spec:
  parentRefs: [{ name: edge }]
  ${more}
`;

test("rules of a Gateway compare host, path, method, headers and query, and the last answers 404", () => {
  const manifests = `---
apiVersion: gateway.networking.k8s.io/v1
kind: GatewayClass
metadata: { name: avi }
spec: { controllerName: k8s-lb.io/avi }
---
apiVersion: gateway.networking.k8s.io/v1
kind: Gateway
metadata: { name: edge }
spec: { gatewayClassName: avi, listeners: [{ name: http, port: 80, protocol: HTTP }] }
${route("web", 'hostnames: ["*.g.com"]\n  rules: [{ backendRefs: [{ name: web, port: 80, weight: 3 }, { name: api, port: 80, weight: 1 }] }]')}
${route(
  "cart",
  `hostnames: ["a.g.com"]
  rules:
    - matches: [{ path: { value: /cart }, method: POST }, { path: { value: /v }, headers: [{ name: x-a, value: b }] }, { path: { value: /q }, queryParams: [{ name: a, value: b.c }] }]
      backendRefs: [{ name: cart, port: 80 }]
    - matches: [{ path: { value: /old } }]
      filters: [{ type: RequestRedirect, requestRedirect: { hostname: new.com, statusCode: 301 } }]
    - matches: [{ path: { value: /api } }]
      filters: [{ type: URLRewrite, urlRewrite: { path: { type: ReplacePrefixMatch, replacePrefixMatch: /v1 } } }]
      backendRefs: [{ name: api, port: 80 }]`,
)}`;
  const headers = { "X-A": "b" };
  expect(
    answersOf(manifests, { controllerVersion: "22.1.2" }, [
      "http://b.c.g.com/",
      { url: "http://a.g.com/cart/x", method: "POST" },
      "http://a.g.com/cart",
      { url: "http://a.g.com/v", headers },
      "http://a.g.com/q?z=1&a=b.c",
      "http://a.g.com/q?a=bxc",
      "http://a.g.com/old/1?q=2",
      "http://a.g.com/api/x",
      "http://a.g.com/api",
      "http://g.com/",
    ]),
  ).toEqual([
    SHARED,
    "10.0.0.2:8080 100",
    SHARED,
    "10.0.0.2:8080 100",
    "10.0.0.2:8080 100",
    SHARED,
    "301 http://new.com/old/1?q=2",
    "10.0.0.3:8080 100, path /v1/x",
    "10.0.0.3:8080 100, path /v1",
    "status 404",
  ]);
});

test("passthrough hosts are picked by the name of the handshake", () => {
  const manifests = `---
apiVersion: route.openshift.io/v1
kind: Route
metadata: { name: bank }
spec: { host: bank.com, to: { kind: Service, name: web }, tls: { termination: passthrough, insecureEdgeTerminationPolicy: Redirect } }
`;
  expect(answersOf(manifests, {}, ["https://bank.com/x", "tls://bank.com", "http://bank.com/x", "tls://other.com"])).toEqual([
    "10.0.0.1:8080 100",
    "10.0.0.1:8080 100",
    "302 https://bank.com/x",
    "closed",
  ]);
});

test("a path that is served in clear text is left out of the redirect of its host", () => {
  const manifests = `${SECRET}---
apiVersion: contour.heptio.com/v1beta1
kind: IngressRoute
metadata: { name: r }
spec:
  virtualhost: { fqdn: example.com, tls: { secretName: crt } }
  routes:
    - { match: /, services: [{ name: web, port: 80 }] }
    - { match: /health, permitInsecure: true, services: [{ name: api, port: 80 }] }
`;
  expect(answersOf(manifests, {}, ["http://example.com/", "http://example.com/health", "https://example.com/health"])).toEqual([
    "301 https://example.com/",
    "10.0.0.3:8080 100",
    "10.0.0.3:8080 100",
  ]);
});
