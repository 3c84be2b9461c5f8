import type { Diagnostic } from "../../resources/diagnostic";
import type { PlannedResource } from "../../sdk/plan";
import { TARGETS, type TargetName } from "../../sdk/targets";
import { translateTo } from "./planned";

/** Namespace of everything here. */
const meta = (name: string, more: object = {}) => ({ name, namespace: "shop", ...more });

/** A Service with one port, served by one endpoint; of a type that has no load balancer of its own. */
export const service = (spec: object = {}, annotations: object = {}) => ({
  apiVersion: "v1",
  kind: "Service",
  metadata: meta("web", { annotations }),
  spec: { type: "NodePort", selector: { app: "web" }, ports: [{ name: "http", port: 80, targetPort: "http", nodePort: 30080 }], ...spec },
});

export const endpoints = {
  apiVersion: "v1",
  kind: "Endpoints",
  metadata: meta("web"),
  subsets: [{ addresses: [{ ip: "10.0.0.1" }], ports: [{ name: "http", port: 8080 }] }],
};

export const node = {
  apiVersion: "v1",
  kind: "Node",
  metadata: { name: "n1" },
  status: { addresses: [{ type: "InternalIP", address: "10.1.0.1" }], conditions: [{ type: "Ready", status: "True" }] },
};

/** A container with the port `http` and a readinessProbe. */
export const container = (readinessProbe?: object, more: object = {}) => ({
  name: "web",
  ports: [{ name: "http", containerPort: 8080 }],
  ...(readinessProbe ? { readinessProbe } : {}),
  ...more,
});

export const get = (path: string, more: object = {}) => ({ httpGet: { path, port: "http", ...more } });

/** Pods of these containers. */
export const workload = (
  containers: object[],
  { kind = "Deployment", name = "web", labels = { app: "web" }, ...more }: WorkloadOptions = {},
) => {
  const pod = { metadata: { labels }, spec: { containers, ...more } };
  return kind === "Pod"
    ? { apiVersion: "v1", kind, metadata: meta(name, { labels }), spec: pod.spec }
    : { apiVersion: "apps/v1", kind, metadata: meta(name), spec: { selector: { matchLabels: labels }, template: pod } };
};

interface WorkloadOptions {
  kind?: string;
  name?: string;
  labels?: object;
  initContainers?: object[];
}

/** A path that has a health check of its own. */
export const checkedRoute = (healthCheck: object = { path: "/" }) => ({
  apiVersion: "contour.heptio.com/v1beta1",
  kind: "IngressRoute",
  metadata: meta("web"),
  spec: { virtualhost: { fqdn: "shop.example.com" }, routes: [{ match: "/", services: [{ name: "web", port: 80, healthCheck }] }] },
});

export const ingress = {
  apiVersion: "networking.k8s.io/v1",
  kind: "Ingress",
  metadata: meta("web"),
  spec: {
    rules: [
      {
        host: "shop.example.com",
        http: { paths: [{ path: "/", pathType: "Prefix", backend: { service: { name: "web", port: { number: 80 } } } }] },
      },
    ],
  },
};

/** The default IngressClass of AKO. */
export const ingressClass = {
  apiVersion: "networking.k8s.io/v1",
  kind: "IngressClass",
  metadata: { name: "avi", annotations: { "ingressclass.kubernetes.io/is-default-class": "true" } },
  spec: { controller: "ako.vmware.com/avi-lb" },
};

/** Settings with which a target reaches the endpoints. */
export const SETTINGS = { avi: { clusterName: "c" }, octavia: { service_subnet_id: "s" } } as const;

/** Translates objects; returns the health monitors and members of the pools, and what is reported of monitors. */
export function monitored(to: keyof typeof SETTINGS & TargetName, objects: readonly object[], settings: object = {}) {
  const given = { objects: objects.map((value) => ({ value })), diagnostics: [] };
  const plan = translateTo(to, given, { ...SETTINGS[to], ...settings });
  const all: Diagnostic[] = [...plan.diagnostics, ...plan.statuses.flatMap(({ diagnostics }) => diagnostics)];
  const said = (code: string) =>
    all
      .filter((one) => one.code === code)
      .map(({ severity, object, pointer, message }) => `${severity} ${object.kind} ${object.name} ${pointer}: ${message}`);
  const bodies = plan.objects as { healthmonitor?: object[] };
  const monitors = to === "avi" ? (bodies.healthmonitor ?? []) : below(bodies, "healthmonitor");
  return {
    monitors: monitors as { [field: string]: unknown }[],
    members: below(bodies, "members").flat() as { [field: string]: unknown }[],
    said,
    diagnostics: all,
    bodies,
  };
}

/** The resources of a plan that have an object on a server. */
export function planned(to: keyof typeof SETTINGS & TargetName, objects: readonly object[], settings: object): PlannedResource[] {
  const target = TARGETS[to];
  const plan = target.translate(target.read(objects.map((value) => ({ value }))), { settings: { ...SETTINGS[to], ...settings } });
  return [...plan.resources];
}

/** Everything of this name in a tree. */
function below(tree: unknown, field: string): unknown[] {
  if (typeof tree !== "object" || tree === null) return [];
  return Object.entries(tree).flatMap(([key, value]) => [...(key === field ? [value] : []), ...below(value, field)]);
}
