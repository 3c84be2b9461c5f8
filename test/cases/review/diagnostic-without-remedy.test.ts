import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../../../resources/diagnostic";
import { toLine } from "../../../sdk/cli/output";
import { readMizarSpecs, readSpecs } from "../../../sdk/frontends";
import { diagnose, parseManifests, SPEC_CODES, type SpecCode } from "../../../sdk/specs";
import { translateToAvi } from "../../../sdk/targets/avi/translate";
import { translateToMizar } from "../../../sdk/targets/mizar/translate";
import { translateToOctavia } from "../../../sdk/targets/octavia/translate";
import { translateToRoutes } from "../../../sdk/targets/routes/translate";

// Nearly half of the errors and warnings reported what is wrong and not what to do; the table of remedies was for docs/errors.md alone.

const OBJECT = { apiVersion: "v1", kind: "Service", namespace: "default", name: "web" };

describe("a diagnostic", () => {
  it.each(Object.keys(SPEC_CODES) as SpecCode[])("%s says what to do, unless it is a notice", (code) => {
    expect(diagnose(code, OBJECT, "", "it is so", { severity: "error" }).remedy).toMatch(/^[A-Z].*\.$/);
    expect(diagnose(code, OBJECT, "", "it is so", { severity: "notice" }).remedy).toBeUndefined();
  });

  it("says what its place knows instead of what holds for all", () => {
    expect(diagnose("LB1102", OBJECT, "", "it is so", { remedy: "Do this." }).remedy).toBe("Do this.");
  });
});

const SLIPS = `
apiVersion: v1
kind: Service
metadata: { name: web, annotations: { loadbalancer.openstack.org/lb-method: BEST, k8s-lb.io/drained: 10.0.0.9 } }
spec: { type: LoadBalancer, colour: red, ports: [{ port: 80, nodePort: 30080 }], loadBalancerIP: 10.9.9.9, sessionAffinity: ClientIP }
---
apiVersion: v1
kind: Endpoints
metadata: { name: web }
subsets: [{ addresses: [{ ip: 10.0.0.1 }], ports: [{ port: 8080 }] }]
---
apiVersion: v1
kind: Service
metadata: { name: bare }
spec: { type: LoadBalancer, ports: [{ port: 81 }] }
---
apiVersion: v1
kind: Secret
metadata: { name: cert }
type: kubernetes.io/tls
data: { tls.crt: "!", tls.key: eA== }
---
apiVersion: networking.k8s.io/v1
kind: Ingress
metadata: { name: shop }
spec:
  tls: [{ hosts: [shop.example.com], secretName: cert }, { hosts: [other.example.com], secretName: gone }]
  rules:
    - host: shop.example.com
      http: { paths: [{ path: /, pathType: Prefix, backend: { service: { name: web, port: { number: 99 } } } }] }
    - host: away.example.com
      http: { paths: [{ path: /, pathType: Prefix, backend: { service: { name: gone, port: { number: 80 } } } }] }
    - host: empty.example.com
---
apiVersion: contour.heptio.com/v1beta1
kind: IngressRoute
metadata: { name: root }
spec:
  virtualhost: { fqdn: root.example.com }
  routes:
    - { match: /a, services: [{ name: web, port: 80, strategy: Fastest }, { name: web, port: 70000 }] }
    - { match: /b, delegate: { name: nobody } }
    - { match: /c, enableWebsockets: true, services: [{ name: web, port: 80 }, { name: bare, port: 81 }] }
---
apiVersion: contour.heptio.com/v1
kind: Route
metadata: { name: crd }
spec: { host: not a host, routes: [{ upstreams: [{ serviceName: web, servicePort: http }] }] }
---
apiVersion: route.openshift.io/v1
kind: Route
metadata: { name: edge }
spec: { host: edge.example.com, to: { kind: Service, name: web }, tls: { termination: edge } }
---
just text
`;

const TARGETS: { readonly [target: string]: () => Pick<ReturnType<typeof translateToAvi>, "diagnostics" | "statuses"> } = {
  avi: () => translateToAvi(specs(), { settings: { subDomains: ["example.com"], shardVSSize: "HUGE", autoFQDN: "default" } }),
  occm: () => translateToOctavia(specs(), { settings: { naming: "occm", octavia_version: "2.4" } }),
  kuryr: () => translateToOctavia(specs(), { settings: { service_subnet_cidr: "nowhere" } }),
  mizar: () => translateToMizar(readMizarSpecs(...given()), { settings: { tenant: 5 } }),
  routes: () => translateToRoutes(specs(), { settings: { rootNamespace: "roots" } }),
};

const given = () => {
  const { objects, diagnostics } = parseManifests(SLIPS, "slips.yaml");
  return [objects, diagnostics] as const;
};
const specs = () => readSpecs(...given());

const words = (text: string) => text.toLowerCase().match(/[a-z][a-z0-9.]*/g) ?? [];
const runs = (text: string) => words(text).flatMap((_, i, all) => (i + 4 > all.length ? [] : [all.slice(i, i + 4).join(" ")]));

it.each(Object.keys(TARGETS))("what is printed for %s says what to do, and nothing twice", (target) => {
  const { diagnostics, statuses } = TARGETS[target]!();
  const reported = [...diagnostics, ...statuses.flatMap((status) => status.diagnostics)].filter(({ severity }) => severity !== "notice");
  expect(reported.length).toBeGreaterThan(target === "mizar" ? 1 : 8);
  for (const one of reported as Diagnostic[]) {
    const { message, remedy = "" } = one;
    expect(toLine(one)).toMatch(/[^.:]\. ([A-Z].*\.|Did you mean \S+\?)$/);
    const messages = new Set(runs(message));
    expect(runs(remedy).filter((run) => messages.has(run))).toEqual([]);
  }
});
