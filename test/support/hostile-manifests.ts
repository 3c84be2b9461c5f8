import { UNKNOWN } from "../../sdk/specs/object";
import { endpoints, node, secret } from "./manifests";

type HostileField = Record<string, unknown>;

/** An Ingress with one path; each part may be replaced. */
export const ingress = (
  over: { host?: unknown; tls?: unknown; backend?: unknown; path?: HostileField; metadata?: HostileField; apiVersion?: string } = {},
) => {
  const backend = over.backend ?? { service: { name: "web", port: { number: 80 } } };
  const path = { path: "/a", pathType: "Prefix", backend, ...over.path };
  return {
    apiVersion: over.apiVersion ?? "networking.k8s.io/v1",
    kind: "Ingress",
    metadata: { name: "i", ...over.metadata },
    spec: { tls: over.tls, rules: [{ host: "host" in over ? over.host : "a.com", http: { paths: [path] } }] },
  };
};
const named = (name: unknown) => ingress({ metadata: { name } });
export const hosted = (host: unknown) => ingress({ host });
export const pathed = (path: unknown, pathType = "Prefix") => ingress({ path: { path, pathType } });
const backed = (backend: unknown) => ingress({ backend });
const ported = (port: unknown) => backed({ service: { name: "web", port } });
const old = (backend: HostileField) => ingress({ apiVersion: "networking.k8s.io/v1beta1", backend });
export const svc = (spec: HostileField, metadata: HostileField = {}) => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "s", ...metadata },
  spec: { ports: [{ port: 80 }], ...spec },
});
const port = (...ports: HostileField[]) => svc({ ports: ports.map((one) => ({ port: 80, ...one })) });
const kinds = (apiVersion: string, kind: string, name: unknown, spec: HostileField = {}) => ({
  apiVersion,
  kind,
  metadata: { name },
  spec,
});
export const route = (spec: HostileField) =>
  kinds("route.openshift.io/v1", "Route", "r", { host: "a.com", to: { kind: "Service", name: "web" }, ...spec });
export const root = (fqdn: unknown, match: unknown = "/") =>
  kinds("contour.heptio.com/v1beta1", "IngressRoute", "x", {
    virtualhost: { fqdn },
    routes: [{ match, services: [{ name: "web", port: 80 }] }],
  });
const slice = (over: HostileField) => ({
  apiVersion: "discovery.k8s.io/v1",
  kind: "EndpointSlice",
  metadata: { name: "e", labels: { "kubernetes.io/service-name": "web" } },
  addressType: "IPv4",
  endpoints: [{ addresses: ["10.0.0.1"] }],
  ports: [{ port: 80 }],
  ...over,
});
const [host, path, type] = ["/spec/rules/0/host", "/spec/rules/0/http/paths/0/path", "/spec/rules/0/http/paths/0/pathType"];
const backend = "/spec/rules/0/http/paths/0/backend";
const portAt = `${backend}/service/port`;
export const long = "a".repeat(64);
let deep: unknown = {};
for (let i = 0; i < 20_000; i++) deep = { deep };

/** Objects as no API server takes them: what, the object, the code and the field that must be reported. */
export const REFUSED: [string, unknown, string, string][] = [
  ["a name with NUL", named("a\0b"), "LB1009", "/metadata/name"],
  ["a name with a newline", named("a\nb"), "LB1009", "/metadata/name"],
  ["a name that climbs", named("../b"), "LB1009", "/metadata/name"],
  ["a name with a slash", named("a/b"), "LB1009", "/metadata/name"],
  ["a name with capitals", named("Web"), "LB1009", "/metadata/name"],
  ["a name with a space", named("a b"), "LB1009", "/metadata/name"],
  ["a name that begins with a dash", named("-a"), "LB1009", "/metadata/name"],
  ["a name that ends with a dot", named("a."), "LB1009", "/metadata/name"],
  ["a name of 254 characters", named("a".repeat(254)), "LB1009", "/metadata/name"],
  ["a number as name", named(123), "LB1003", "/metadata/name"],
  ["a boolean as name", named(true), "LB1003", "/metadata/name"],
  ["a mapping as name", named({ a: 1 }), "LB1003", "/metadata/name"],
  ["a name that a preview does not know", named(UNKNOWN), "LB1003", "/metadata/name"],
  ["a number as namespace", ingress({ metadata: { namespace: 5 } }), "LB1003", "/metadata/namespace"],
  ["a namespace with a dot", ingress({ metadata: { namespace: "a.b" } }), "LB1009", "/metadata/namespace"],
  ["a namespace that climbs", ingress({ metadata: { namespace: "../kube-system" } }), "LB1009", "/metadata/namespace"],
  ["a namespace of 64 characters", ingress({ metadata: { namespace: long } }), "LB1009", "/metadata/namespace"],
  ["a number as annotation", ingress({ metadata: { annotations: { a: 1 } } }), "LB1003", "/metadata/annotations/a"],
  ["a list as labels", ingress({ metadata: { labels: ["a"] } }), "LB1003", "/metadata/labels"],
  ["a Service with a dot in its name", svc({}, { name: "a.b" }), "LB1009", "/metadata/name"],
  ["a Service with a name of 64 characters", svc({}, { name: long }), "LB1009", "/metadata/name"],
  ["a Secret with a newline in its name", secret("a\nb", "CERT", "KEY"), "LB1009", "/metadata/name"],
  ["a Node with a slash in its name", node("a/b", "10.0.0.1"), "LB1009", "/metadata/name"],
  ["an Endpoints object that climbs", endpoints("../a", ["10.0.0.1"], 80), "LB1009", "/metadata/name"],
  ["a Route with a space in its name", { ...route({}), metadata: { name: "a b" } }, "LB1009", "/metadata/name"],
  ["an IngressRoute that climbs", { ...root("a.com"), metadata: { name: "../x" } }, "LB1009", "/metadata/name"],
  ["a Contour Route with NUL", kinds("contour.heptio.com/v1beta1", "Route", "a\0", {}), "LB1009", "/metadata/name"],
  ["an IngressClass with a newline", kinds("networking.k8s.io/v1", "IngressClass", "a\nb", {}), "LB1009", "/metadata/name"],

  ["a host with a space", hosted("a b.com"), "LB1010", host],
  ["a host with a newline", hosted("a.com\n"), "LB1010", host],
  ["a host with a leading dash", hosted("-a.com"), "LB1010", host],
  ["a label that begins with a dash", hosted("a.-b.com"), "LB1010", host],
  ["a wildcard in the middle", hosted("a.*.b"), "LB1010", host],
  ["a wildcard within a label", hosted("a*.b.com"), "LB1010", host],
  ["two wildcards", hosted("*.*.com"), "LB1010", host],
  ["a wildcard alone", hosted("*"), "LB1010", host],
  ["an empty label", hosted("a..com"), "LB1010", host],
  ["a dot at the end", hosted("a.com."), "LB1010", host],
  ["a host with a port", hosted("a.com:80"), "LB1010", host],
  ["a host with a scheme", hosted("http://a.com"), "LB1010", host],
  ["an address as host", hosted("10.0.0.1"), "LB1010", host],
  ["an IPv6 address as host", hosted("::1"), "LB1010", host],
  ["an underscore", hosted("a_b.com"), "LB1010", host],
  ["a host of 254 characters", hosted(`${"a.".repeat(126)}com`), "LB1010", host],
  ["a script as host", hosted('a"]]os.exit()'), "LB1010", host],
  ["a number as host", hosted(5), "LB1003", host],
  ["a TLS host with a space", ingress({ tls: [{ hosts: ["a.com", "b c"], secretName: "s" }] }), "LB1010", "/spec/tls/0/hosts/1"],
  ["a number as TLS host", ingress({ tls: [{ hosts: [1] }] }), "LB1003", "/spec/tls/0/hosts/0"],

  ["a relative path", pathed("a"), "LB1011", path],
  ["a relative path of any type", pathed("a", "ImplementationSpecific"), "LB1011", path],
  [
    "a relative path of an older version",
    ingress({
      apiVersion: "extensions/v1beta1",
      path: { path: "a", pathType: undefined, backend: { serviceName: "web", servicePort: 80 } },
    }),
    "LB1011",
    path,
  ],
  ["an empty path", pathed(""), "LB1011", path],
  ["no path at all", pathed(undefined), "LB1011", path],
  ["an empty exact path", pathed("", "Exact"), "LB1011", path],
  ["a path that climbs", pathed("/a/../b"), "LB1011", path],
  ["a path that ends in dots", pathed("/a/.."), "LB1011", path],
  ["a path with a dot segment", pathed("/./a", "Exact"), "LB1011", path],
  ["two slashes", pathed("/a//b"), "LB1011", path],
  ["an escaped slash", pathed("/a%2Fb"), "LB1011", path],
  ["a URL as path", pathed("https://a.com/"), "LB1011", path],
  ["a regular expression as type", pathed("/a.*", "Regex"), "LB1011", type],
  ["a type in small letters", pathed("/a", "prefix"), "LB1011", type],
  ["no type", ingress({ path: { pathType: undefined } }), "LB1011", type],
  [
    "a type that an older version does not know",
    ingress({ apiVersion: "networking.k8s.io/v1beta1", path: { pathType: "Regex" } }),
    "LB1011",
    type,
  ],
  ["a number as path", pathed(5), "LB1003", path],

  ["an empty port", ported({}), "LB1012", portAt],
  ["no port", ported(undefined), "LB1012", portAt],
  ["port 0", ported({ number: 0 }), "LB1012", portAt],
  ["port 70000", ported({ number: 70_000 }), "LB1012", portAt],
  ["port -1", ported({ number: -1 }), "LB1012", portAt],
  ["an empty port name", ported({ name: "" }), "LB1012", portAt],
  ["a port name of 16 characters", ported({ name: "a".repeat(16) }), "LB1012", portAt],
  ["a port with name and number", ported({ name: "http", number: 80 }), "LB1012", portAt],
  ["a port number as text", ported({ number: "80" }), "LB1003", `${portAt}/number`],
  ["half a port", ported({ number: 80.5 }), "LB1003", `${portAt}/number`],
  ["an old backend without port", old({ serviceName: "web" }), "LB1012", `${backend}/servicePort`],
  ["an old backend with port 0", old({ serviceName: "web", servicePort: 0 }), "LB1012", `${backend}/servicePort`],
  ["an old backend in the new version", backed({ serviceName: "web", servicePort: 80 }), "LB1012", `${backend}/serviceName`],
  ["a Service and a resource", backed({ service: { name: "web", port: { number: 80 } }, resource: { kind: "Bucket" } }), "LB1012", backend],
  ["a Service that climbs", backed({ service: { name: "../web", port: { number: 80 } } }), "LB1009", `${backend}/service/name`],
  ["a Service without name", backed({ service: { port: { number: 80 } } }), "LB1003", `${backend}/service/name`],
  [
    "a default backend without port",
    { ...ingress(), spec: { defaultBackend: { service: { name: "web" } } } },
    "LB1012",
    "/spec/defaultBackend/service/port",
  ],
  ["no backend", ingress({ path: { backend: undefined } }), "LB1003", backend],

  ["a port of a Service as text", port({ port: "eighty" }), "LB1003", "/spec/ports/0/port"],
  ["port 70000 of a Service", port({ port: 70_000 }), "LB1003", "/spec/ports/0/port"],
  ["port 0 of a Service", port({ port: 0 }), "LB1003", "/spec/ports/0/port"],
  ["a protocol that does not exist", port({ protocol: "HTTP" }), "LB1003", "/spec/ports/0/protocol"],
  ["target port 70000", port({ targetPort: 70_000 }), "LB1003", "/spec/ports/0/targetPort"],
  ["a target port with a space", port({ targetPort: "a b" }), "LB1003", "/spec/ports/0/targetPort"],
  ["node port 70000", port({ nodePort: 70_000 }), "LB1003", "/spec/ports/0/nodePort"],
  ["a port name with a newline", port({ name: "a\nb" }), "LB1003", "/spec/ports/0/name"],
  ["the same port twice", port({ name: "a" }, { name: "b" }), "LB1003", "/spec/ports/1/port"],
  ["a type of Service that does not exist", svc({ type: "Loadbalancer" }), "LB1003", "/spec/type"],
  ["a clusterIP that is no address", svc({ clusterIP: "300.1.1.1" }), "LB1003", "/spec/clusterIP"],
  ["an affinity that does not exist", svc({ sessionAffinity: "Cookie" }), "LB1003", "/spec/sessionAffinity"],
  ["a traffic policy that does not exist", svc({ externalTrafficPolicy: "local" }), "LB1003", "/spec/externalTrafficPolicy"],
  ["a Service without spec", { apiVersion: "v1", kind: "Service", metadata: { name: "s" } }, "LB1003", "/spec"],
  ["an address of Endpoints that is none", endpoints("web", ["300.1.1.1"], 80), "LB1003", "/subsets/0/addresses/0/ip"],
  [
    "an address of a slice that is none",
    slice({ endpoints: [{ addresses: ["10.0.0.1", "pod-1"] }] }),
    "LB1003",
    "/endpoints/0/addresses/1",
  ],
  ["port 70000 of a slice", slice({ ports: [{ port: 70_000 }] }), "LB1003", "/ports/0/port"],
  ["a Route with a space in its host", route({ host: "a b.com" }), "LB1003", "/spec/host"],
  ["a Route with a relative path", route({ path: "a" }), "LB1003", "/spec/path"],
  ["a weight of 300", route({ to: { kind: "Service", name: "web", weight: 300 } }), "LB1003", "/spec/to/weight"],
  ["a termination that does not exist", route({ tls: { termination: "Edgy" } }), "LB1003", "/spec/tls/termination"],
  ["an fqdn with a space", root("a b.com"), "LB1502", "/spec/virtualhost/fqdn"],
  ["an fqdn with a newline", root("a.com\nb.com"), "LB1502", "/spec/virtualhost/fqdn"],
  ["an fqdn with a leading dash", root("-a.com"), "LB1502", "/spec/virtualhost/fqdn"],
  ["an fqdn with an empty label", root("a..com"), "LB1502", "/spec/virtualhost/fqdn"],
  ["an object that is nested 20000 levels", { ...ingress(), spec: deep }, "LB1013", ""],
];

/** Objects that are odd but legal. */
export const LEGAL: [string, unknown][] = [
  ["no path, ImplementationSpecific", ingress({ path: { path: undefined, pathType: "ImplementationSpecific" } })],
  [
    "no path and no type, an older version",
    ingress({
      apiVersion: "networking.k8s.io/v1beta1",
      path: { path: undefined, pathType: undefined, backend: { serviceName: "web", servicePort: "80" } },
    }),
  ],
  ["a path with a dot", pathed("/a.b/.well-known", "Exact")],
  ["two slashes, ImplementationSpecific", pathed("/a//b", "ImplementationSpecific")],
  ["a wildcard host", hosted("*.foo.com")],
  ["a host with capitals", hosted("A.foo.com")],
  ["a host of one label", hosted("localhost")],
  ["a host of digits", hosted("1.2.3")],
  ["no host", hosted(undefined)],
  ["a port by name", ported({ name: "http-web" })],
  ["an empty namespace", ingress({ metadata: { namespace: "" } })],
  ["a null namespace", ingress({ metadata: { namespace: null } })],
  ["a name with dots", named("a.b-c.d")],
  ["a name and a generateName", ingress({ metadata: { generateName: "i-" } })],
  ["a Service that begins with a digit", svc({}, { name: "1a" })],
  [
    "empty texts for defaults",
    svc({ type: "", sessionAffinity: "", externalTrafficPolicy: "", ports: [{ port: 80, protocol: "", targetPort: "" }] }),
  ],
  ["target port 0", port({ targetPort: 0 })],
  ["named ports of two protocols", port({ name: "dns", protocol: "UDP" }, { name: "dns-tcp", protocol: "TCP" })],
  ["a clusterIP with leading zeros", svc({ clusterIP: "010.096.0.1" })],
  ["an IPv6 clusterIP", svc({ clusterIP: "fd00::1" })],
  ["a Service without ports", svc({ ports: undefined, clusterIP: "None" })],
  ["any loadBalancerIP", svc({ loadBalancerIP: "web.example.com" })],
  ["a slice of names", slice({ addressType: "FQDN", endpoints: [{ addresses: ["a.example.com"] }] })],
  ["a slice without ports", slice({ ports: [{}] })],
  ["a Route of a host with capitals", route({ host: "A.com" })],
];
