import type { TargetName } from "../../../../sdk/targets";
import { gateway, gatewayClass, http, https } from "../../../support/gateway-manifests";
import { secret } from "../../../support/manifests";
import { OTHER_CERTIFICATE, PRIVATE_KEY, WILDCARD_CERTIFICATE } from "../../../support/pem";
import { httpRule } from "./http-rules";
import type { Draw } from "./world";

/** Random specs of all front ends that answer requests, out of few words so that they meet. */

/** Servers as the specs tell them: each Service its own, all Services the same, or none at all. */
export type Slices = "own" | "shared" | "none";

// biome-ignore lint/suspicious/noExplicitAny: a manifest is whatever its kind says
export type Manifest = { apiVersion: string; kind: string; metadata: { name: string; [key: string]: unknown }; [key: string]: any };

export const HOSTS = ["h.com", "i.com", "a.w.com", "*.w.com", "example.com"];
export const PATHS = ["/", "/a", "/a/", "/a/b", "/ab", "/A", "/a.b", "/b"];
export const SERVICES = ["s1", "s2", "s3"];
const KINDS = [
  ...(["Ingress", "Ingress", "Route", "Route", "IngressRoute", "IngressRoute", "TLSRoute", "GRPCRoute"] as const),
  ...Array.from({ length: 6 }, () => "HTTPRoute" as const),
];

const some = <T>(draw: Draw, most: number, make: () => T): T[] => Array.from({ length: 1 + draw.below(most) }, make);

function ingressSpec(draw: Draw): object {
  const backend = () => ({ service: { name: draw.pick(SERVICES), port: { number: 80 } } });
  const path = () => ({
    path: draw.pick(PATHS),
    pathType: draw.pick(["Prefix", "Prefix", "Exact", "ImplementationSpecific"]),
    backend: backend(),
  });
  const hosts = some(draw, 2, () => draw.pick(HOSTS));
  return {
    ingressClassName: "lb",
    rules: hosts.map((host) => ({ host, http: { paths: some(draw, 2, path) } })),
    ...(draw.chance(0.4) ? { tls: [{ hosts, secretName: draw.pick(["cert", "other"]) }] } : {}),
  };
}

function routeSpec(draw: Draw): object {
  const to = () => ({ kind: "Service", name: draw.pick(SERVICES), weight: draw.pick([1, 1, 50, 256]) });
  const edge = { termination: "edge", certificate: draw.pick([WILDCARD_CERTIFICATE, OTHER_CERTIFICATE]), key: PRIVATE_KEY };
  const tls = draw.pick([
    edge,
    { ...edge, insecureEdgeTerminationPolicy: draw.pick(["None", "Allow", "Redirect"]) },
    { termination: "passthrough" },
  ]);
  return {
    host: draw.pick(HOSTS.filter((host) => !host.startsWith("*"))),
    ...(draw.chance(0.6) ? { path: draw.pick(PATHS) } : {}),
    to: to(),
    ...(draw.chance(0.3) ? { alternateBackends: [to()] } : {}),
    ...(draw.chance(0.5) ? { tls } : {}),
  };
}

function ingressRouteSpec(draw: Draw): object {
  const services = () =>
    some(draw, 2, () => ({ name: draw.pick(SERVICES), port: 80, ...(draw.chance(0.3) ? { weight: draw.below(4) } : {}) }));
  const route = () => ({
    match: draw.pick(PATHS),
    services: services(),
    ...(draw.chance(0.2) ? { timeoutPolicy: { request: draw.pick(["1s", "5s", "infinity"]) } } : {}),
    ...(draw.chance(0.2) ? { prefixRewrite: draw.pick(["/", "/new"]) } : {}),
    ...(draw.chance(0.2) ? { permitInsecure: true } : {}),
  });
  const fqdn = draw.pick(HOSTS.filter((host) => !host.startsWith("*")));
  return { virtualhost: { fqdn, ...(draw.chance(0.4) ? { tls: { secretName: "cert" } } : {}) }, routes: some(draw, 3, route) };
}

const backends = (draw: Draw) => some(draw, 2, () => ({ name: draw.pick(SERVICES), port: 80, weight: draw.pick([1, 1, 9, 0]) }));

function grpcRule(draw: Draw): object {
  const method = draw.pick([{ service: "shop.Cart" }, { service: "shop.Cart", method: "Add" }, { service: "shop.Car" }]);
  return { ...(draw.chance(0.8) ? { matches: [{ method }] } : {}), backendRefs: backends(draw) };
}

const parent = (draw: Draw, names: readonly string[]) => ({ name: "web", ...(draw.chance(0.5) ? { sectionName: draw.pick(names) } : {}) });

const hostnames = (draw: Draw) => HOSTS.filter(() => draw.chance(0.4));

/** An object of one of the kinds, under the name. */
export function routed(draw: Draw, name: string, kind: (typeof KINDS)[number] = draw.pick(KINDS)): Manifest {
  const metadata = { name, namespace: "default" };
  const gatewayApi = "gateway.networking.k8s.io/v1";
  const ofHttp = { parentRefs: [parent(draw, ["http", "https"])], hostnames: hostnames(draw) };
  switch (kind) {
    case "Ingress":
      return { apiVersion: "networking.k8s.io/v1", kind, metadata, spec: ingressSpec(draw) };
    case "Route":
      return { apiVersion: "route.openshift.io/v1", kind, metadata, spec: routeSpec(draw) };
    case "IngressRoute":
      return { apiVersion: "contour.heptio.com/v1beta1", kind, metadata, spec: ingressRouteSpec(draw) };
    case "HTTPRoute":
      return { apiVersion: gatewayApi, kind, metadata, spec: { ...ofHttp, rules: some(draw, 3, () => httpRule(draw)) } };
    case "GRPCRoute":
      return { apiVersion: gatewayApi, kind, metadata, spec: { ...ofHttp, rules: some(draw, 2, () => grpcRule(draw)) } };
    case "TLSRoute": {
      const spec = {
        parentRefs: [parent(draw, ["tls"])],
        hostnames: some(draw, 2, () => draw.pick(HOSTS)),
        rules: [{ backendRefs: backends(draw) }],
      };
      return { apiVersion: "gateway.networking.k8s.io/v1alpha2", kind, metadata, spec };
    }
  }
}

/** Everything that routes need, the same on both sides of a change. */
export function common(to: TargetName, slices: Slices): Manifest[] {
  const controller = to === "avi" ? "ako.vmware.com/avi-lb" : "openstack.org/octavia-ingress-controller";
  const listeners = [http("http"), https("https", "cert"), { name: "tls", port: 8443, protocol: "TLS", tls: { mode: "Passthrough" } }];
  const metadata = (name: string) => ({ name, namespace: "default" });
  return [
    { apiVersion: "networking.k8s.io/v1", kind: "IngressClass", metadata: { name: "lb" }, spec: { controller } },
    gatewayClass("ours", `k8s-lb.io/${to}`),
    gateway("web", listeners),
    ...["cert", "other"].map((name) => ({
      ...secret(name, name === "cert" ? WILDCARD_CERTIFICATE : OTHER_CERTIFICATE, PRIVATE_KEY),
      type: "kubernetes.io/tls",
    })),
    ...SERVICES.flatMap((name, i): object[] => [
      {
        apiVersion: "v1",
        kind: "Service",
        metadata: metadata(name),
        spec: { selector: { app: name }, ports: [{ port: 80, targetPort: 8080 }] },
      },
      ...(slices === "none"
        ? []
        : [
            {
              ...{ apiVersion: "discovery.k8s.io/v1", kind: "EndpointSlice", addressType: "IPv4", ports: [{ port: 8080 }] },
              metadata: { ...metadata(`${name}-1`), labels: { "kubernetes.io/service-name": name } },
              endpoints: [{ addresses: [slices === "shared" ? "10.1.0.1" : `10.1.0.${i + 1}`] }],
            },
          ]),
    ]),
  ] as Manifest[];
}
