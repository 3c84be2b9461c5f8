import * as pulumi from "@pulumi/pulumi";
import { unknown } from "@pulumi/pulumi/output";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import * as avi from "../../../../sdk/targets/avi";
import * as octavia from "../../../../sdk/targets/octavia";
import { recordResources } from "../../../../sdk/testing";
import { ingressV1, node, served, service } from "../../../support/manifests";

// `requests` of a component: what preview does not know is a notice, and a part is held to the requests of the whole cluster.

recordResources({ preview: true });

beforeEach(() => {
  for (const level of ["info", "warn"] as const) vi.spyOn(pulumi.log, level).mockResolvedValue();
});
afterEach(() => vi.restoreAllMocks());

/** Failures are warnings here: an error of a component ends the whole program. */
const allowed = { allowFailedRequests: true };
const reports = (level: "info" | "warn") =>
  vi.mocked(pulumi.log[level]).mock.calls.flatMap(([text]) => (text.startsWith("LB1124 ") ? [text] : []));
/** Names of the objects that a component plans, after all reports. */
const inventoryOf = ({ inventory }: { inventory: pulumi.Output<string[]> }): Promise<string[]> =>
  Reflect.get(inventory, "promise").call(inventory);
const route = (host: string) => ingressV1(host, [{ host, path: "/", type: "Prefix", service: "web" }]);

it("is a notice for what preview does not know yet, and a failure for what it knows", async () => {
  const nodePort = pulumi.output(unknown as never) as never;
  const requests = [
    { request: "http://a.example.com/", to: "default/web:80", servers: ["10.0.0.1:30080"] },
    { request: "http://a.example.com/cart", to: "default/cart:80", servers: ["10.0.0.1:30080"] },
  ];
  const cluster = new avi.KubernetesCluster("open", {
    specs: [service("web", [{ port: 80, nodePort }], "NodePort"), node("n1", "10.0.0.1"), route("a.example.com")],
    ...{ settings: { clusterName: "c1", serviceType: "NodePort" }, requests, ...allowed },
  });
  await inventoryOf(cluster);
  expect(reports("info")).toEqual(["LB1124 GET http://a.example.com/: preview does not know yet what it gets; the run holds it"]);
  expect(reports("warn")).toEqual([
    expect.stringMatching(/^LB1124 requests: 1 of 2 requests fail:\nFAILED {2}GET http:\/\/a\.example\.com\/cart\n/),
  ]);
});

const HOSTS = ["a", "b", "c", "d", "e", "f", "g", "h"].map((name) => `${name}.example.com`);
const specs = [...served("web", 1), ...HOSTS.map(route)];

it.each([
  ["Avi", avi.KubernetesCluster, { clusterName: "c1", shardVSSize: "LARGE" }],
  ["Octavia", octavia.KubernetesCluster, { service_subnet_id: "s" }],
] as const)("holds each part on %s to the requests of all parts", async (target, Component, settings) => {
  const requests = [...HOSTS, "none.example.com"].map((host) => ({ request: `http://${host}/`, to: "default/web:80" }));
  const planned = (name: string, more: object) =>
    inventoryOf(new Component(`${target}-${name}`, { specs, settings: settings as object, ...more }));
  const whole = await planned("whole", {});
  for (const index of [0, 1]) {
    vi.mocked(pulumi.log.warn).mockClear();
    const part = await planned(String(index), { part: { index, of: 2 }, requests, ...allowed });
    expect(part.length).toBeLessThan(whole.length);
    expect(reports("warn")).toEqual([expect.stringMatching(/^LB1124 requests: 1 of 9 requests fail:\nFAILED {2}GET http:\/\/none\./)]);
  }
});
