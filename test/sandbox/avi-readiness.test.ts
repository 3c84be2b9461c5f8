// Health monitors that follow the readinessProbe of Pods: a controller takes them, and a preview after that is empty.
import { describe, expect, test } from "vitest";
import { container, endpoints, get, ingress, planned, service, workload } from "../support/readiness";
import { world, writes } from "./lib/avi-world";
import { Resource } from "./lib/engine";
import type { Props } from "./lib/host";

const started = world();

const specs = (readinessProbe: object) => [
  service({ type: "LoadBalancer" }),
  endpoints,
  ingress,
  workload([
    container(readinessProbe, {
      ports: [
        { name: "http", containerPort: 8080 },
        { name: "admin", containerPort: 9000 },
      ],
    }),
  ]),
];
const FOLLOWING = { healthMonitor: "readiness" };

/** Brings a plan to the controller. */
async function deployed(objects: object[], settings: object, known = new Map<string, Resource>()): Promise<Map<string, Resource>> {
  for (const { kind, name, inputs } of planned("avi", objects, settings)) {
    const resource = known.get(`${kind} ${name}`) ?? new Resource(started.host, kind);
    await resource.up(structuredClone(inputs) as Props);
    known.set(`${kind} ${name}`, resource);
  }
  return known;
}

async function expectEmpty(resources: ReadonlyMap<string, Resource>, objects: object[], settings: object): Promise<void> {
  for (const { kind, name, inputs } of planned("avi", objects, settings)) {
    const resource = resources.get(`${kind} ${name}`);
    const own = structuredClone(inputs) as Props;
    expect(await resource?.preview(own), name).toEqual({ changes: false, replaces: [] });
    expect(await resource?.refresh(), name).toBe(true);
    expect(await resource?.preview(own), name).toEqual({ changes: false, replaces: [] });
  }
}

const monitors = () => started.avi.store.list("healthmonitor").filter(({ name }) => !String(name).startsWith("System-"));

describe.each<[what: string, probe: object, body: object]>([
  [
    "a request",
    { ...get("/healthz"), periodSeconds: 5 },
    {
      type: "HEALTH_MONITOR_HTTP",
      send_interval: 5,
      receive_timeout: 1,
      successful_checks: 1,
      failed_checks: 3,
      http_monitor: { http_request: "GET /healthz HTTP/1.1", http_response_code: ["HTTP_2XX", "HTTP_3XX"] },
    },
  ],
  [
    "a request over TLS at another port",
    { httpGet: { path: "/ready?full=1", port: "admin", scheme: "HTTPS" } },
    { type: "HEALTH_MONITOR_HTTPS", monitor_port: 9000, https_monitor: { http_request: "GET /ready?full=1 HTTP/1.1" } },
  ],
  ["a connection", { tcpSocket: { port: "http" }, timeoutSeconds: 4 }, { type: "HEALTH_MONITOR_TCP", receive_timeout: 4 }],
])("Pods that are ready by %s", (_what, probe, body) => {
  test("have their monitors, which nothing is left to do about", async () => {
    const resources = await deployed(specs(probe), FOLLOWING);
    expect(monitors()).toHaveLength(2);
    for (const monitor of monitors()) expect(monitor).toMatchObject(body);
    await expectEmpty(resources, specs(probe), FOLLOWING);
  });
});

test("another path of the probe is one write per monitor, and without the setting the monitors go", async () => {
  const resources = await deployed(specs(get("/healthz")), FOLLOWING);
  started.avi.resetCalls();
  await deployed(specs(get("/ready")), FOLLOWING, resources);
  expect(writes(started.avi)).toEqual(["PUT healthmonitor", "PUT healthmonitor"]);
  await deployed(specs(get("/ready")), {}, resources);
  expect(monitors()).toEqual([]);
  await expectEmpty(resources, specs(get("/ready")), {});
});
