// Health monitors that follow the readinessProbe of Pods: Octavia takes them, and a preview after that is empty.
import { expect, test } from "vitest";
import { container, endpoints, get, ingress, node, planned, service, workload } from "../support/readiness";
import type { Props } from "./lib/host";
import { octaviaWorld } from "./lib/octavia-world";
import { created, expectQuiet } from "./lib/world";

const world = octaviaWorld();

const SUBNET = "11111111-1111-1111-1111-111111111111";
const FOLLOWING = { healthMonitor: "readiness", service_subnet_id: SUBNET, subnet_id: SUBNET };
const ports = [
  { name: "http", port: 80, targetPort: "http", nodePort: 30080 },
  { name: "admin", port: 90, targetPort: "admin", nodePort: 30090 },
];
const pods = (readinessProbe: object) =>
  workload([
    container(readinessProbe, {
      ports: [
        { name: "http", containerPort: 8080 },
        { name: "admin", containerPort: 9000 },
      ],
    }),
  ]);

const balancers = (objects: object[], settings: object): Props[] =>
  planned("octavia", objects, settings).map(({ inputs }) => structuredClone(inputs) as Props);

const request = { type: "HTTP", delay: 10, timeout: 1, max_retries: 1, max_retries_down: 3, http_method: "GET", expected_codes: "200-399" };

test.each<[what: string, naming: string, own: object, probe: object, monitor: object, member: object]>([
  ["hosts, endpoints", "kuryr", {}, get("/healthz"), { ...request, url_path: "/healthz" }, { protocol_port: 8080, monitor_port: null }],
  ["hosts, nodes", "occm", {}, get("/healthz"), { ...request, url_path: "/healthz" }, { protocol_port: 30080, monitor_port: null }],
  [
    "a Service, endpoints, another port",
    "kuryr",
    { type: "LoadBalancer" },
    { httpGet: { path: "/ready?full=1", port: "admin", scheme: "HTTPS" } },
    { ...request, type: "HTTPS", url_path: "/ready?full=1" },
    { protocol_port: 8080, monitor_port: 9000 },
  ],
  [
    "a Service, nodes, another port",
    "occm",
    { type: "LoadBalancer", ports },
    { httpGet: { path: "/ready", port: "admin" } },
    { ...request, url_path: "/ready" },
    { protocol_port: 30080, monitor_port: 30090 },
  ],
  ["a connection", "kuryr", {}, { tcpSocket: { port: "http" } }, { type: "TCP", delay: 10, timeout: 1 }, { monitor_port: null }],
])("%s (%s)", async (_what, naming, own, probe, monitor, member) => {
  const objects = [service(own), endpoints, node, pods(probe), ...("type" in own ? [] : [ingress])];
  const [inputs, ...others] = balancers(objects, { ...FOLLOWING, naming });
  expect(others).toEqual([]);
  const resource = await created(world, "octavia:LoadBalancer", inputs ?? {});
  const { healthmonitors } = (await world.api("GET", "/healthmonitors")) as { healthmonitors: Props[] };
  expect(healthmonitors).toEqual(expect.arrayContaining([expect.objectContaining(monitor)]));
  const { pools } = (await world.api("GET", "/pools")) as { pools: Props[] };
  const members = await Promise.all(pools.map(async ({ id }) => (await world.api("GET", `/pools/${id}/members`)).members as Props[]));
  expect(members.flat()).toEqual(expect.arrayContaining([expect.objectContaining(member)]));
  await expectQuiet(resource, inputs ?? {});
});

test("another path of the probe is one write, and without the setting the monitor goes", async () => {
  const of = (path: string, settings: object) => balancers([service(), endpoints, pods(get(path)), ingress], settings)[0] ?? {};
  const resource = await created(world, "octavia:LoadBalancer", of("/healthz", FOLLOWING));
  const writes = () =>
    world.proxy.calls
      .splice(0)
      .filter(({ method }) => method !== "GET")
      .map(({ method }) => method);
  await resource.up(of("/ready", FOLLOWING));
  expect(writes()).toEqual(["PUT"]);
  await resource.up(of("/ready", { ...FOLLOWING, healthMonitor: "default" }));
  expect(writes()).toEqual(["DELETE"]);
  expect(((await world.api("GET", "/healthmonitors")) as { healthmonitors: Props[] }).healthmonitors).toEqual([]);
});
