import type { TargetName } from "../../sdk/targets";
import { CERTIFICATE, PRIVATE_KEY } from "./pem";

/** A field for certificates of one kind of object: specs with a text in it. */
export interface PublicField {
  field: string;
  /** The object that is told of it, and where. */
  told: string;
  at: string;
  to: readonly TargetName[];
  specs(text: string): object[];
  /** The field of the certificate itself: a key in its place is swapped with it. */
  swapped?(text: string, key: string): object[];
}

const meta = (name: string, namespace = "shop") => ({ name, namespace });
const secret = (name: string, stringData: object, namespace = "shop", type = "kubernetes.io/tls") => ({
  ...{ apiVersion: "v1", kind: "Secret", metadata: meta(name, namespace), type },
  data: Object.fromEntries(Object.entries(stringData).map(([key, value]) => [key, Buffer.from(String(value)).toString("base64")])),
});
const pair = (name: string, certificate: string, key = PRIVATE_KEY, namespace = "shop") =>
  secret(name, { "tls.crt": certificate, "tls.key": key }, namespace);

/** A Service with a server, and the class that makes Ingresses ours. */
const COMMON = [
  {
    apiVersion: "networking.k8s.io/v1",
    kind: "IngressClass",
    metadata: { name: "avi", annotations: { "ingressclass.kubernetes.io/is-default-class": "true" } },
    spec: { controller: "ako.vmware.com/avi-lb" },
  },
  {
    apiVersion: "v1",
    kind: "Service",
    metadata: { ...meta("web"), annotations: { "contour.heptio.com/upstream-protocol.tls": "443" } },
    spec: { type: "ClusterIP", ports: [{ name: "https", port: 443 }] },
  },
  {
    apiVersion: "v1",
    kind: "Endpoints",
    metadata: meta("web"),
    subsets: [{ addresses: [{ ip: "10.1.0.5" }], ports: [{ name: "https", port: 8443 }] }],
  },
];

const ingress = (annotations: object = {}, tls: object[] = [{ hosts: ["example.com"], secretName: "tls" }]) => ({
  ...{ apiVersion: "networking.k8s.io/v1", kind: "Ingress", metadata: { ...meta("web"), annotations } },
  spec: {
    tls,
    rules: [
      {
        host: "example.com",
        http: { paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: "web", port: { number: 443 } } } }] },
      },
    ],
  },
});
const route = (tls: object) => ({
  ...{ apiVersion: "route.openshift.io/v1", kind: "Route", metadata: meta("web") },
  spec: {
    host: "example.com",
    to: { kind: "Service", name: "web" },
    port: { targetPort: "https" },
    tls: { termination: "reencrypt", ...tls },
  },
});
const ingressRoute = (virtualhost: object, service: object = {}) => ({
  ...{ apiVersion: "contour.heptio.com/v1beta1", kind: "IngressRoute", metadata: meta("web") },
  spec: {
    virtualhost: { fqdn: "example.com", ...virtualhost },
    routes: [{ match: "/", services: [{ name: "web", port: 443, ...service }] }],
  },
});
const gateway = (tls: object) => [
  {
    apiVersion: "gateway.networking.k8s.io/v1",
    kind: "GatewayClass",
    metadata: { name: "lb" },
    spec: { controllerName: "k8s-lb.io/octavia" },
  },
  {
    ...{ apiVersion: "gateway.networking.k8s.io/v1", kind: "Gateway", metadata: meta("edge") },
    spec: {
      gatewayClassName: "lb",
      listeners: [{ name: "https", port: 443, protocol: "HTTPS", tls: { certificateRefs: [{ name: "tls" }] } }],
      ...tls,
    },
  },
];
const akoRule = (kind: string, spec: object) => ({ apiVersion: "ako.vmware.com/v1beta1", kind, metadata: meta("web"), spec });

const ALL = ["avi", "octavia", "routes"] as const;
const inRoute = (field: string, swapped?: PublicField["swapped"]): PublicField => ({
  ...{ field: `Route ${field}`, told: "Route shop/web", at: `/spec/tls/${field}`, to: ["avi", "octavia"] },
  specs: (text) => [...COMMON, route({ certificate: CERTIFICATE, key: PRIVATE_KEY, [field]: text })],
  ...(swapped ? { swapped } : {}),
});
const inTls = (rest: Pick<PublicField, "field" | "told" | "at" | "to">, user: object[], name = "tls", namespace = "shop"): PublicField => ({
  ...rest,
  specs: (text) => [...COMMON, pair(name, text, PRIVATE_KEY, namespace), ...user],
  swapped: (text, key) => [...COMMON, pair(name, text, key, namespace), ...user],
});

const TLS_OF_INGRESS = { told: "Ingress shop/web", at: "/spec/tls/0/secretName" };
const FRONTEND = { tls: { frontend: { default: { validation: { caCertificateRefs: [{ group: "", kind: "ConfigMap", name: "ca" }] } } } } };

/** Every field for certificates that a front end reads. */
export const PUBLIC_FIELDS: readonly PublicField[] = [
  inTls({ field: "tls.crt of an Ingress", ...TLS_OF_INGRESS, to: ["avi", "octavia"] }, [ingress()]),
  {
    ...{ field: "alt.crt of an Ingress", ...TLS_OF_INGRESS, to: ["avi"] },
    specs: (text) => [
      ...COMMON,
      secret("tls", { "tls.crt": CERTIFICATE, "tls.key": PRIVATE_KEY, "alt.crt": text, "alt.key": PRIVATE_KEY }),
      ingress(),
    ],
  },
  inTls(
    { field: "tls.crt of the cluster", told: "Ingress shop/web", at: "/metadata/annotations", to: ["avi"] },
    [ingress({ "passthrough.ako.vmware.com/enabled": "false", "ako.vmware.com/enable-tls": "true" }, [])],
    "router-certs-default",
    "avi-system",
  ),
  inRoute("certificate", (text, key) => [...COMMON, route({ certificate: text, key })]),
  inRoute("caCertificate"),
  inRoute("destinationCACertificate"),
  inTls({ field: "tls.crt of a Route", told: "Route shop/web", at: "/spec/tls/externalCertificate/name", to: ["avi", "octavia"] }, [
    route({ externalCertificate: { name: "tls" } }),
  ]),
  inTls({ field: "tls.crt of an IngressRoute", told: "IngressRoute shop/web", at: "/spec/virtualhost/tls/secretName", to: ALL }, [
    ingressRoute({ tls: { secretName: "tls" } }),
  ]),
  {
    ...{ field: "ca.crt of an IngressRoute", told: "IngressRoute shop/web", at: "/spec/routes/0/services/0/validation/caSecret", to: ALL },
    specs: (text) => [
      ...COMMON,
      secret("ca", { "ca.crt": text }, "shop", "Opaque"),
      ingressRoute({}, { validation: { caSecret: "ca", subjectName: "web" } }),
    ],
  },
  inTls(
    { field: "tls.crt of a Gateway", told: "Gateway shop/edge", at: "/spec/listeners/0/tls/certificateRefs/0", to: ["octavia"] },
    gateway({}),
  ),
  {
    ...{ field: "ca.crt of a Gateway", told: "Gateway shop/edge", to: ["octavia"] },
    at: "/spec/tls/frontend/default/validation/caCertificateRefs/0",
    specs: (text) => [
      ...COMMON,
      pair("tls", CERTIFICATE),
      { apiVersion: "v1", kind: "ConfigMap", metadata: meta("ca"), data: { "ca.crt": text } },
      ...gateway(FRONTEND),
    ],
  },
  inTls({ field: "tls.crt of a HostRule", told: "HostRule shop/web", at: "/spec/virtualhost/tls/sslKeyCertificate/name", to: ["avi"] }, [
    ingress({}, []),
    akoRule("HostRule", { virtualhost: { fqdn: "example.com", tls: { sslKeyCertificate: { name: "tls", type: "secret" } } } }),
  ]),
  {
    ...{ field: "destinationCA of an HTTPRule", told: "HTTPRule shop/web", at: "/spec/paths/0/tls/destinationCA", to: ["avi"] },
    specs: (text) => [
      ...COMMON,
      pair("tls", CERTIFICATE),
      ingress(),
      akoRule("HTTPRule", { fqdn: "example.com", paths: [{ target: "/", tls: { type: "reencrypt", destinationCA: text } }] }),
    ],
  },
];

/** Settings of each target with which all of these kinds are read. */
export const PUBLIC_SETTINGS = {
  avi: { naming: "ako-2", clusterName: "c", subDomains: ["com"] },
  octavia: { naming: "occm", cluster_name: "c", subnet_id: "s", member_mode: "endpoints" },
  routes: {},
  mizar: {},
};
