import { describe, expect, it } from "vitest";
import {
  checkedRoute,
  container,
  endpoints,
  get,
  ingress,
  ingressClass,
  monitored,
  node,
  service,
  workload,
} from "../../../support/readiness";

// Health monitors that ask what makes Pods ready, on both targets.

const FOLLOWING = { healthMonitor: "readiness" };
const probe = get("/healthz", { httpHeaders: [{ name: "Host", value: "shop.example.com" }] });
const times = { periodSeconds: 7, timeoutSeconds: 3, successThreshold: 2, failureThreshold: 4 };
const pods = workload([container({ ...probe, ...times })]);
const specs = [service(), endpoints, ingress];
const follow = (to: "avi" | "octavia", objects: object[], settings: object = {}) => monitored(to, objects, { ...FOLLOWING, ...settings });

const AVI_BODY = {
  type: "HEALTH_MONITOR_HTTP",
  send_interval: 7,
  receive_timeout: 3,
  successful_checks: 2,
  failed_checks: 4,
  http_monitor: { http_request: "GET /healthz HTTP/1.1\r\nHost: shop.example.com", http_response_code: ["HTTP_2XX", "HTTP_3XX"] },
};
const OCTAVIA_BODY = {
  type: "HTTP",
  delay: 7,
  timeout: 3,
  max_retries: 2,
  max_retries_down: 4,
  http_method: "GET",
  url_path: "/healthz",
  expected_codes: "200-399",
  http_version: 1.1,
  domain_name: "shop.example.com",
};

describe("the request, its times and counts", () => {
  it("on Avi", () => {
    const { monitors, bodies, said } = follow("avi", [...specs, pods]);
    expect(monitors).toEqual([expect.objectContaining(AVI_BODY)]);
    expect(JSON.stringify(bodies)).toContain(`"health_monitor_refs":["/api/healthmonitor?name=${monitors[0]?.name}"]`);
    expect([said("LB1320"), said("LB1321"), said("LB1005")]).toEqual([[], [], []]);
  });

  it.each(["kuryr", "occm"])("on Octavia with %s", (naming) => {
    const { monitors, members } = follow("octavia", [...specs, node, pods], { naming, subnet_id: "s" });
    expect(monitors).toEqual([expect.objectContaining(OCTAVIA_BODY)]);
    expect(members).toEqual([expect.not.objectContaining({ monitor_port: expect.anything() })]);
  });

  it("of Services with a load balancer of their own", () => {
    const own = service({ type: "LoadBalancer", clusterIP: "10.5.0.1" });
    const bodies = [
      [own, endpoints, pods],
      [own, node, pods],
    ].map((objects, index) =>
      follow("octavia", objects, index === 0 ? {} : { naming: "occm", subnet_id: "s" }).monitors.map(({ name: _name, ...body }) => body),
    );
    expect(bodies).toEqual([[OCTAVIA_BODY], [OCTAVIA_BODY]]);
    expect(follow("avi", [own, endpoints, pods]).monitors).toEqual([expect.objectContaining(AVI_BODY)]);
  });

  it("of a connection", () => {
    const connection = workload([container({ tcpSocket: { port: "http" }, periodSeconds: 20 })]);
    expect(follow("avi", [...specs, connection]).monitors).toEqual([
      expect.objectContaining({ type: "HEALTH_MONITOR_TCP", send_interval: 20, receive_timeout: 1, failed_checks: 3, tcp_monitor: {} }),
    ]);
    const [monitor] = follow("octavia", [...specs, connection]).monitors;
    expect(monitor).toEqual({ name: "shop/web:80", type: "TCP", delay: 20, timeout: 1, max_retries: 1, max_retries_down: 3 });
  });

  it("within what the load balancer takes", () => {
    const slow = { periodSeconds: 4000, timeoutSeconds: 5000, successThreshold: 60, failureThreshold: 70 };
    const objects = [...specs, workload([container({ ...get("/"), ...slow })])];
    expect(follow("avi", objects).monitors).toEqual([
      expect.objectContaining({ send_interval: 3600, receive_timeout: 2400, successful_checks: 50, failed_checks: 50 }),
    ]);
    expect(follow("octavia", objects).monitors).toEqual([
      expect.objectContaining({ delay: 4000, timeout: 4000, max_retries: 10, max_retries_down: 10 }),
    ]);
  });

  it("over TLS, with terms of its own where the servers are not known to speak it", () => {
    const objects = [...specs, workload([container(get("/", { scheme: "HTTPS" }))])];
    expect(follow("octavia", objects).monitors).toEqual([expect.objectContaining({ type: "HTTPS", url_path: "/" })]);
    const [monitor] = follow("avi", objects).monitors;
    expect(monitor).toMatchObject({
      type: "HEALTH_MONITOR_HTTPS",
      https_monitor: { ssl_attributes: { ssl_profile_ref: "/api/sslprofile?name=System-Standard" } },
    });
  });

  it("of several workloads that ask the same, with the longest times", () => {
    const other = workload([container({ ...probe, ...times, periodSeconds: 30, failureThreshold: 2 })], { name: "canary" });
    const { monitors } = follow("octavia", [...specs, pods, other]);
    expect(monitors).toEqual([expect.objectContaining({ ...OCTAVIA_BODY, delay: 30, max_retries_down: 4 })]);
  });
});

describe("a probe of another port", () => {
  const ports = [
    { name: "http", containerPort: 8080 },
    { name: "admin", containerPort: 9000 },
  ];
  const admin = workload([container({ httpGet: { path: "/healthz", port: "admin" } }, { ports })]);
  const mapped = service({
    ports: [
      { name: "http", port: 80, targetPort: "http", nodePort: 30080 },
      { name: "admin", port: 90, targetPort: "admin", nodePort: 30090 },
    ],
  });

  it("is asked at that port of the Pods", () => {
    expect(follow("avi", [...specs, admin]).monitors).toEqual([expect.objectContaining({ monitor_port: 9000 })]);
    const { monitors, members } = follow("octavia", [...specs, admin]);
    expect([monitors, members]).toEqual([
      [expect.objectContaining({ url_path: "/healthz" })],
      [expect.objectContaining({ protocol_port: 8080, monitor_port: 9000 })],
    ]);
  });

  it("is asked at the node port that leads to it, and nowhere if none does", () => {
    const octavia = { naming: "occm", subnet_id: "s" };
    const nodes = { avi: { serviceType: "NodePort" }, octavia };
    expect(follow("avi", [mapped, node, ingress, admin], nodes.avi).monitors).toEqual([expect.objectContaining({ monitor_port: 30090 })]);
    expect(follow("octavia", [mapped, node, ingress, admin], octavia).members).toEqual([
      expect.objectContaining({ protocol_port: 30080, monitor_port: 30090 }),
    ]);
    for (const to of ["avi", "octavia"] as const) {
      const { monitors, said } = follow(to, [service(), node, ingress, admin], nodes[to]);
      expect(monitors).toEqual([]);
      expect(said("LB1321")).toEqual([
        "warning Service web /spec/selector: the health monitor of port 80 does not follow what makes Pods ready: the readinessProbe of Deployment shop/web asks port 9000, to which no node port of the Service leads",
      ]);
    }
  });

  it("is not asked where each Pod has a port of its node", () => {
    const { said, monitors } = follow("avi", [ingressClass, service(), node, ingress, admin], {
      naming: "ako-2",
      serviceType: "NodePortLocal",
    });
    expect([monitors, said("LB1321")]).toEqual([[], [expect.stringContaining("cannot ask another port of each node")]]);
  });
});

/** Probes that no load balancer can ask, and the reason. */
const UNFOLLOWED: [because: string, objects: object[], severity?: string][] = [
  ["no workload among the specs has Pods of the Service", [], "notice"],
  ["Deployment shop/web has no readinessProbe", [workload([container()])], "notice"],
  ["Deployment shop/web has no port named http", [workload([container(undefined, { ports: [] })])], "notice"],
  ["the readinessProbe of Deployment shop/web runs a command in the Pod", [workload([container({ exec: { command: ["x"] } })])]],
  ["the readinessProbe of Deployment shop/web is a call of gRPC", [workload([container({ grpc: { port: 8080 } })])]],
  ["the readinessProbe of Deployment shop/web asks another host", [workload([container(get("/", { host: "a.com" }))])]],
  [
    "the readinessProbe of Deployment shop/web names a port that its container does not have: web",
    [workload([container({ httpGet: { path: "/", port: "web" } })])],
  ],
  [
    "the readinessProbe of Deployment shop/web sends the header Authorization",
    [workload([container(get("/", { httpHeaders: [{ name: "Authorization", value: "Bearer secret" }] }))])],
  ],
  [
    "the readinessProbe of Deployment shop/web sends an invalid Host header",
    [workload([container(get("/", { httpHeaders: [{ name: "Host", value: "a\r\nX: y" }] }))])],
  ],
  ["the readinessProbe of Deployment shop/web has a path that is not plain", [workload([container(get("/a b"))])]],
  ["the readinessProbe of Deployment shop/web has a path that is not plain", [workload([container(get("/a\r\nHost: b"))])]],
  ["the readinessProbe of Deployment shop/web has a path that is not plain", [workload([container(get("//b"))])]],
  ["the readinessProbe of Deployment shop/web has a path that is not plain", [workload([container(get(`/${"a".repeat(255)}`))])]],
  [
    "Deployment shop/a and Deployment shop/b are ready by different requests",
    [workload([container(get("/1"))], { name: "b" }), workload([container(get("/2"))], { name: "a" })],
  ],
];

describe.each(["avi", "octavia"] as const)("%s keeps the usual monitor", (to) => {
  it.each(UNFOLLOWED)("where %s", (because, objects, severity = "warning") => {
    const { monitors, said, bodies } = follow(to, [...specs, ...objects]);
    const usual = monitored(to, [...specs, ...objects]);
    expect([monitors, bodies]).toEqual([[], usual.bodies]);
    expect(said("LB1321")).toEqual([expect.stringContaining(because)]);
    expect(said("LB1321")[0]).toMatch(new RegExp(`^${severity} `));
    expect(JSON.stringify(said("LB1321"))).not.toContain("Bearer");
    expect(follow(to, [...objects, ...specs].reverse()).said("LB1321")).toEqual(said("LB1321"));
  });

  it("and asks for the workloads where the specs have none", () => {
    const { diagnostics } = follow(to, specs);
    expect(diagnostics.filter(({ code }) => code === "LB1321")).toEqual([
      expect.objectContaining({
        severity: "notice",
        remedy: "Add the workloads to the specs; for a live cluster set readWorkloads: true.",
      }),
    ]);
  });

  it("without a word where no Pods can be known", () => {
    const own = service({ selector: undefined });
    expect(follow(to, [own, endpoints, ingress, pods]).said("LB1321")).toEqual([]);
  });

  it("by default, whatever the Pods ask", () => {
    expect(monitored(to, [...specs, pods]).bodies).toEqual(monitored(to, specs).bodies);
  });
});

describe("what the user says wins", () => {
  it("a health check of a spec, which is compared", () => {
    const { monitors, said } = follow("octavia", [service(), endpoints, checkedRoute({ path: "/own" }), pods]);
    expect([monitors, said("LB1320").length]).toEqual([[expect.objectContaining({ url_path: "/own", expected_codes: "200" })], 1]);
  });

  it("annotations of the OpenStack cloud provider", () => {
    const of = (annotations: object, more: object = {}) => {
      const names = Object.entries(annotations).map(([name, value]) => [`loadbalancer.openstack.org/${name}`, value]);
      const own = service({ type: "LoadBalancer", ...more }, Object.fromEntries(names));
      return follow("octavia", [own, node, endpoints, pods], { naming: "occm", subnet_id: "s" }).monitors;
    };
    expect(of({ "enable-health-monitor": "false" })).toEqual([]);
    expect(of({ "health-monitor-delay": "60" })).toEqual([expect.objectContaining({ delay: 60, timeout: 3, url_path: "/healthz" })]);
    const local = { externalTrafficPolicy: "Local", healthCheckNodePort: 31000 };
    // kube-proxy counts ready Pods
    expect(of({ "enable-health-monitor": "true" }, local)).toEqual([expect.objectContaining({ type: "HTTP", expected_codes: "200" })]);
  });

  it("monitors that an HTTPRule or an L4Rule names, which are compared where they are known", () => {
    const ready = {
      name: "ready",
      type: "HEALTH_MONITOR_HTTP",
      http_monitor: { http_request: "GET /healthz HTTP/1.0", http_response_code: ["HTTP_2XX", "HTTP_3XX"] },
    };
    const root = {
      name: "root",
      type: "HEALTH_MONITOR_HTTP",
      http_monitor: { http_request: "HEAD / HTTP/1.0", http_response_code: ["HTTP_2XX"] },
    };
    const missing = {
      name: "missing",
      type: "HEALTH_MONITOR_HTTP",
      http_monitor: { http_request: "GET /healthz HTTP/1.0", http_response_code: ["HTTP_4XX"] },
    };
    const controllerObjects = [ready, root, missing, { name: "tcp", type: "HEALTH_MONITOR_TCP" }].map((body) => ({
      type: "healthmonitor",
      body,
    }));
    const rule = (kind: string, spec: object) => ({
      apiVersion: `ako.vmware.com/${kind === "L4Rule" ? "v1alpha2" : "v1alpha1"}`,
      kind,
      metadata: { name: "r", namespace: "shop" },
      spec,
    });
    const httpRule = (healthMonitors: string[]) => rule("HTTPRule", { fqdn: "shop.example.com", paths: [{ target: "/", healthMonitors }] });
    const of = (names: string[]) => follow("avi", [ingressClass, ...specs, pods, httpRule(names)], { naming: "ako-2", controllerObjects });
    const { monitors, said } = of(["ready", "root", "tcp"]);
    expect(monitors).toEqual([]);
    expect(said("LB1320")).toEqual([
      "warning HTTPRule r /spec/paths/0/healthMonitors/1: the load balancer asks HEAD / of Service shop/web and wants 2xx; Pods of Deployment shop/web are ready by GET /healthz: a Pod that is ready gets no requests while HEAD / fails",
    ]);
    expect(of(["missing"]).said("LB1320")).toEqual([
      expect.stringMatching(
        /^warning .* with 200 to 399: a Pod with another answer may get requests although it is not ready, or none although it is$/,
      ),
    ]);
    expect(of(["ready"]).said("LB1320")).toEqual([]);
    const own = service({ type: "LoadBalancer" }, { "ako.vmware.com/l4rule": "r" });
    const l4Rule = rule("L4Rule", { backendProperties: [{ port: 80, protocol: "TCP", healthMonitorRefs: ["root"] }] });
    const layer4 = follow("avi", [own, endpoints, pods, l4Rule], { naming: "ako-2", controllerObjects });
    expect([layer4.monitors, layer4.said("LB1320")]).toEqual([
      [],
      [expect.stringContaining("L4Rule r /spec/backendProperties/0/healthMonitorRefs/0: ")],
    ]);
  });
});

describe("what a cloud cannot do", () => {
  it("no Host header below 2.10", () => {
    const { monitors, said } = follow("octavia", [...specs, pods], { octavia_version: "2.5" });
    expect([monitors, said("LB1321")]).toEqual([[], [expect.stringContaining("it needs Octavia API 2.10")]]);
  });

  it("no request with the provider ovn", () => {
    const own = service({ type: "LoadBalancer", clusterIP: "10.5.0.1" });
    const { monitors, said } = follow("octavia", [own, endpoints, pods], { provider: "ovn" });
    expect([monitors, said("LB1321")]).toEqual([[], [expect.stringContaining("the provider ovn checks TCP and UDP only")]]);
  });

  it("ports of UDP keep theirs", () => {
    const own = service({ type: "LoadBalancer", clusterIP: "10.5.0.1", ports: [{ name: "dns", port: 53, protocol: "UDP" }] });
    for (const to of ["avi", "octavia"] as const) expect(follow(to, [own, endpoints, pods]).monitors).toEqual([]);
  });
});
