import { readSpecs } from "../../sdk/frontends";
import type { ResolveOptions } from "../../sdk/routing";
import { aviObjects } from "../../sdk/targets/avi/objects";
import { translateToAvi } from "../../sdk/targets/avi/translate";
import { octaviaObjects } from "../../sdk/targets/octavia/plan";
import { translateToOctavia } from "../../sdk/targets/octavia/translate";
import { root, route, to } from "./contour";
import { endpoints, ingress, node, service } from "./manifests";
import { loadBalancers, pools } from "./planned";

/** A target that reads no front end. */
export const READS_NOTHING: ResolveOptions = {
  reads: [],
  members: () => () => ({ servers: [] }),
  services: { concerns: () => false, unused: () => [] },
  hosts: { admits: () => true, admitted: "", defaultHost: () => undefined, scope: () => "" },
};

/** Servers by pool: the lists that a target would write, and whether those that are there stay. */
export type Lists = Map<string, { servers: unknown[]; kept: boolean }>;

const specsOf = (objects: readonly unknown[]) => readSpecs(objects.map((value) => ({ value })));

/** A plan as the lists of servers by pool, whatever the target. */
export function toAvi(objects: readonly unknown[], settings: object) {
  const plan = translateToAvi(specsOf(objects), { settings: { clusterName: "c1", ...settings } });
  const lists: Lists = new Map(
    pools(plan).map(({ name, inputs }) => [
      name,
      { servers: (inputs.pool.servers as unknown[]) ?? [], kept: inputs.keep?.includes("servers") === true },
    ]),
  );
  const all = aviObjects(plan);
  return { ...plan, ...plan.facts, lists, names: Object.keys(all.owners), text: JSON.stringify(all) };
}

function toOctavia(objects: readonly unknown[], settings: object) {
  const plan = translateToOctavia(specsOf(objects), { settings: { subnet_id: "s", service_subnet_id: "s", ...settings } });
  const lists: Lists = new Map();
  for (const { inputs } of loadBalancers(plan)) {
    const { pools = [], listeners = [] } = inputs.loadBalancer;
    for (const pool of [...pools, ...listeners.flatMap(({ default_pool }) => (default_pool ? [default_pool] : []))]) {
      if ("members" in pool) lists.set(pool.name, { servers: pool.members as unknown[], kept: inputs.keep?.includes(pool.name) === true });
    }
  }
  const all = octaviaObjects(plan);
  return { ...plan, ...plan.facts, lists, names: Object.keys(all.owners), text: JSON.stringify(all) };
}

/** Every way in which a target finds servers, and the kind of object that tells them. */
export const TARGETS = [
  { target: "Avi, ClusterIP", kind: "avi", run: (objects: readonly unknown[]) => toAvi(objects, {}), needs: "Endpoints" },
  {
    target: "Avi, NodePort",
    kind: "avi",
    run: (objects: readonly unknown[]) => toAvi(objects, { serviceType: "NodePort" }),
    needs: "Node",
  },
  {
    target: "Octavia, kuryr",
    kind: "octavia",
    run: (objects: readonly unknown[]) => toOctavia(objects, { naming: "kuryr" }),
    needs: "Endpoints",
  },
  { target: "Octavia, occm", kind: "octavia", run: (objects: readonly unknown[]) => toOctavia(objects, { naming: "occm" }), needs: "Node" },
] as const;

export const backend = (type = "NodePort") => service("web", [{ name: "http", port: 80, nodePort: 30080 }], type);

const openShift = (tls?: object) => ({
  apiVersion: "route.openshift.io/v1",
  kind: "Route",
  metadata: { name: "shop", namespace: "default" },
  spec: { host: "shop.example.com", to: { kind: "Service", name: "web" }, tls },
});

const v1 = {
  apiVersion: "networking.k8s.io/v1",
  kind: "Ingress",
  metadata: { name: "shop", namespace: "default" },
  spec: {
    rules: ["/", "/x"].map((path) => ({
      host: "shop.example.com",
      http: { paths: [{ path, pathType: "Prefix", backend: { service: { name: "web", port: { number: 80 } } } }] },
    })),
  },
};

/** One object of every kind that asks for load balancing, after the Service that it leads to. */
export const FRONT_ENDS = [
  { frontEnd: "Service", objects: [backend("LoadBalancer")], state: "partial" },
  {
    frontEnd: "Ingress v1beta1",
    objects: [backend(), ingress({ name: "shop", rules: [{ host: "shop.example.com", path: "/", service: "web" }] })],
    state: "partial",
  },
  { frontEnd: "Ingress v1", objects: [backend(), v1], state: "partial" },
  { frontEnd: "OpenShift Route", objects: [backend(), openShift()], state: "partial" },
  { frontEnd: "passthrough Route", objects: [backend(), openShift({ termination: "passthrough" })], state: "partial" },
  {
    frontEnd: "IngressRoute",
    objects: [backend(), root("default/shop", { fqdn: "shop.example.com", routes: [to("/", "web")] })],
    state: "valid",
  },
  {
    frontEnd: "Contour Route",
    objects: [
      backend(),
      route("default/shop", {
        host: "shop.example.com",
        routes: [{ pathPrefix: "/", upstreams: [{ serviceName: "web", servicePort: 80 }] }],
      }),
    ],
    state: "Valid",
  },
];

/** Objects from which the servers are read. */
export const INPUTS = [
  endpoints("web", ["10.1.0.5", "10.1.0.6"], [{ name: "http", port: 8080 }]),
  node("n1", "10.0.0.1"),
  node("n2", "10.0.0.2"),
];
