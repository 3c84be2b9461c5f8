import { aviObjects, readSpecs, translateToAvi } from "../../../../../sdk";

/** Not a certificate; warnings of it are not what these tests are about. */
export const PEM = "-----BEGIN CERTIFICATE-----\nxxxx\n-----END CERTIFICATE-----\n";

/** The IngressClass of AKO, which is the default. */
export const avi = (parameters?: object) => ({
  apiVersion: "networking.k8s.io/v1",
  kind: "IngressClass",
  metadata: { name: "avi-lb", annotations: { "ingressclass.kubernetes.io/is-default-class": "true" } },
  spec: { controller: "ako.vmware.com/avi-lb", ...(parameters ? { parameters } : {}) },
});

export const service = (name: string, spec: object = {}, annotations: object = {}) => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: { name, namespace: "default", annotations },
  spec: { ports: [{ port: 80, name: "http" }], ...spec },
});

export const secret = (name: string, namespace = "default") => ({
  apiVersion: "v1",
  kind: "Secret",
  metadata: { name, namespace },
  stringData: { "tls.crt": PEM, "tls.key": "key" },
});

export const ingress = (name: string, host: string, { tls, paths = ["/"] }: { tls?: string; paths?: string[] } = {}) => ({
  apiVersion: "networking.k8s.io/v1",
  kind: "Ingress",
  metadata: { name, namespace: "default" },
  spec: {
    ...(tls ? { tls: [{ hosts: [host], secretName: tls }] } : {}),
    rules: [
      {
        host,
        http: { paths: paths.map((path) => ({ path, pathType: "Prefix", backend: { service: { name: "web", port: { number: 80 } } } })) },
      },
    ],
  },
});

/** Translates manifests of rules; returns the plan, its objects and its diagnostics. */
export function translate(settings: object, ...manifests: object[]) {
  const plan = translateToAvi(readSpecs(manifests.map((value) => ({ value }))), {
    settings: { clusterName: "my-cluster", subDomains: ["avi.internal"], shardVSSize: "SMALL", ...settings },
  });
  const { objects } = aviObjects(plan, { showSecrets: true });
  const diagnostics = [...plan.diagnostics, ...plan.statuses.flatMap((status) => status.diagnostics)];
  return {
    plan,
    objects,
    one: (type: keyof typeof objects, name: string) => (objects[type] ?? []).find((body) => body.name === name),
    children: (objects.virtualservice ?? []).filter(({ type }) => type === "VS_TYPE_VH_CHILD"),
    said: (code: string) => diagnostics.filter((diagnostic) => diagnostic.code === code),
    verdict(kind: string, name: string) {
      const { state, description } = plan.statuses.find(({ object }) => object.kind === kind && object.name === name) ?? {};
      return [state, description];
    },
  };
}

/** An EndpointSlice of the Service `web` with one Pod. */
export const slice = (addressType: string, address: string) => ({
  apiVersion: "discovery.k8s.io/v1",
  kind: "EndpointSlice",
  metadata: { name: `web-${addressType.toLowerCase()}`, namespace: "default", labels: { "kubernetes.io/service-name": "web" } },
  addressType,
  endpoints: [{ addresses: [address], conditions: { ready: true } }],
  ports: [{ name: "http", port: 8080, protocol: "TCP" }],
});
