import { describe, expect, it } from "vitest";
import { checkedRoute, container, endpoints, get, monitored, service, workload } from "../../../support/readiness";

// The health check of a spec beside the readinessProbe of the Pods behind it.

const TARGETS = ["avi", "octavia"] as const;
const compared = (to: (typeof TARGETS)[number], objects: object[], check: object = { path: "/healthz" }, own: object = service()) =>
  monitored(to, [own, endpoints, checkedRoute(check), ...objects]).said("LB1320");

const sidecar = (readinessProbe: object, more: object = {}) => ({ name: "proxy", readinessProbe, ...more });

/** Pods that say nothing else than the health check `GET /healthz`, or nothing that can be compared. */
const QUIET: [why: string, pods: object[], own?: object][] = [
  ["no workload is among the specs", []],
  ["the workload is that of other Pods", [workload([container(get("/"))], { labels: { app: "other" } })]],
  ["it is of another namespace", [{ ...workload([container(get("/"))]), metadata: { name: "web", namespace: "other" } }]],
  ["its Pods have no readinessProbe", [workload([container()])]],
  ["they are ready by a connection", [workload([container({ tcpSocket: { port: "http" } })])]],
  ["they are ready by a command", [workload([container({ exec: { command: ["true"] } })])]],
  ["they are ready by a call of gRPC", [workload([container({ grpc: { port: 8080 } })])]],
  ["another host is asked", [workload([container(get("/", { host: "10.9.9.9" }))])]],
  ["only another container asks another port", [workload([container(), sidecar({ httpGet: { path: "/", port: 15021 } })])]],
  ["the Service has no selector", [workload([container(get("/"))])], service({ selector: undefined })],
  ["the Service is of type ExternalName", [workload([container(get("/"))])], service({ type: "ExternalName", externalName: "a.b" })],
  [
    "its target port is none of theirs",
    [workload([container(get("/"))])],
    service({ ports: [{ name: "http", port: 80, targetPort: "web" }] }),
  ],
  ["the Pod has ended", [{ ...workload([container(get("/"))], { kind: "Pod" }), status: { phase: "Succeeded" } }]],
  ["the probe cannot be read", [workload([container({ httpGet: { path: "/", port: {} } })])]],
  ["another kind has the same fields", [{ ...workload([container(get("/"))]), kind: "ReplicaSet" }]],
];

/** Words about the health check `GET /healthz`. */
const DIFFERENT: [what: string, pods: object[], message: string, own?: object][] = [
  [
    "another path",
    [workload([container(get("/"))])],
    "Pods of Deployment shop/web are ready by GET /: a Pod that is ready gets no requests",
  ],
  ["no path is /", [workload([container({ httpGet: { port: 8080 } })])], "are ready by GET /:"],
  ["another scheme", [workload([container(get("/healthz", { scheme: "HTTPS" }))])], "asks GET /healthz over HTTP of Service shop/web"],
  ["another port", [workload([container({ httpGet: { path: "/healthz", port: 9000 } })])], "are ready by GET /healthz at port 9000:"],
  ["a StatefulSet", [workload([container(get("/"))], { kind: "StatefulSet" })], "Pods of StatefulSet shop/web are ready by GET /:"],
  ["a DaemonSet", [workload([container(get("/"))], { kind: "DaemonSet" })], "Pods of DaemonSet shop/web are ready by GET /:"],
  ["a Pod", [workload([container(get("/"))], { kind: "Pod" })], "Pods of Pod shop/web are ready by GET /:"],
  [
    "one of two workloads",
    [workload([container(get("/healthz"))]), workload([container(get("/ready"))], { name: "canary" })],
    "Pods of Deployment shop/canary are ready by GET /ready:",
  ],
  [
    "both of two workloads",
    [workload([container(get("/a"))], { name: "b" }), workload([container(get("/c"))], { name: "a" })],
    "Pods of Deployment shop/a (and 1 more) are ready by GET /c:",
  ],
  [
    "a name that means another port in each container",
    [workload([container(get("/x")), sidecar({ httpGet: { path: "/", port: "http" } }, { ports: [{ name: "http", containerPort: 1 }] })])],
    "are ready by GET /x:",
  ],
  ["another container that asks the same port", [workload([container(), sidecar({ httpGet: { path: "/p", port: 8080 } })])], "GET /p:"],
  [
    "a sidecar among the init containers",
    [workload([container()], { initContainers: [sidecar({ httpGet: { path: "/i", port: 8080 } }, { restartPolicy: "Always" })] })],
    "GET /i:",
  ],
  [
    "a container without ports",
    [workload([container({ httpGet: { path: "/n", port: 8080 } }, { ports: [] })])],
    "GET /n:",
    service({ ports: [{ name: "http", port: 80, targetPort: 8080 }] }),
  ],
  [
    "the target port is the port",
    [workload([container({ httpGet: { path: "/", port: 80 } }, { ports: [{ containerPort: 80 }] })])],
    "GET /:",
    service({ ports: [{ name: "http", port: 80 }] }),
  ],
];

describe.each(TARGETS)("%s", (to) => {
  it.each(QUIET)("says nothing where %s", (_why, pods, own) => {
    expect(compared(to, pods, undefined, own)).toEqual([]);
  });

  it.each(DIFFERENT)("names %s", (_what, pods, message, own) => {
    const found = compared(to, pods, undefined, own);
    expect(found).toEqual([expect.stringContaining(message)]);
    expect(found[0]).toMatch(/^warning IngressRoute web \/spec\/routes\/0\/services\/0\/healthCheck: the load balancer asks GET \/healthz/);
    expect(compared(to, [...pods].reverse(), undefined, own)).toEqual(found);
  });

  it("is a notice where only the answers differ, which a spec of this kind cannot change", () => {
    const [first, ...rest] = compared(to, [workload([container(get("healthz"))])]);
    expect([first, rest]).toEqual([expect.stringContaining("with 200 to 399: a Pod that answers another code gets no requests"), []]);
    expect(first).toMatch(/^notice /);
  });

  it("compares any of several probes of the port", () => {
    const both = [container(get("/live")), sidecar({ httpGet: { path: "/healthz", port: 8080 } })];
    expect(compared(to, [workload(both)])).toEqual([expect.stringMatching(/^notice /)]);
  });

  it("has nothing to say of connections", () => {
    const own = service({ type: "LoadBalancer", clusterIP: "10.5.0.1" });
    const settings = to === "octavia" ? { create_monitor: true, naming: "occm", subnet_id: "s" } : {};
    expect(monitored(to, [own, endpoints, workload([container(get("/"))])], settings).said("LB1320")).toEqual([]);
  });
});

it("names the health check of a Contour Route where it is defined", () => {
  const route = (lbHealthCheck: object, ofUpstream: object) => ({
    apiVersion: "contour.heptio.com/v1alpha1",
    kind: "Route",
    metadata: { name: "web", namespace: "shop" },
    spec: { host: "a.com", lbHealthCheck, routes: [{ upstreams: [{ serviceName: "web", servicePort: 80, ...ofUpstream }] }] },
  });
  const of = (...[spec, upstream]: [object, object]) =>
    monitored("octavia", [service(), endpoints, route(spec, upstream), workload([container(get("/healthz"))])]).said("LB1320");
  expect(of({ path: "/" }, {})).toEqual([expect.stringContaining("warning Route web /spec/lbHealthCheck: ")]);
  expect(of({ path: "/" }, { lbHealthCheck: { path: "/x" } })).toEqual([
    expect.stringContaining("warning Route web /spec/routes/0/upstreams/0/lbHealthCheck: the load balancer asks GET /x"),
  ]);
});
