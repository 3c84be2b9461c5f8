import fc from "fast-check";
import { afterAll, beforeAll, expect, it } from "vitest";
import { type KubernetesSandbox, startKubernetesSandbox } from "../../../sandbox/index";
import { draws } from "../../support/tier";

const CASES = draws(12);
const PACE = { delayMs: 1, retryMs: 5 };
const LATEST_MS = 10_000;

type SandboxFields = { [field: string]: unknown };

const custom = (kind: string, name: string, spec: SandboxFields) => ({
  apiVersion: "mizar.com/v1",
  kind,
  metadata: { name },
  spec: { ...spec, status: "Init" },
});
const pod = (name: string, vpc: string, subnet: string) => ({
  ...{ apiVersion: "v1", kind: "Pod" },
  metadata: { name, annotations: { "mizar.com/vpc": vpc, "mizar.com/subnet": subnet } },
  spec: { containers: [{ name: "app", image: "app" }] },
});

/** Two VPCs with three subnets and five Pods: every object but the droplet waits for another one. */
const OBJECTS = [
  custom("Droplet", "worker", { main_ip: "172.18.0.3", ip: "172.18.0.3", mac: "02:42:ac:12:00:03" }),
  custom("Vpc", "red", { ip: "12.0.0.0", prefix: "8", dividers: 2 }),
  custom("Vpc", "blue", { ip: "13.0.0.0", prefix: "8", dividers: 1 }),
  custom("Subnet", "red-1", { vpc: "red", ip: "12.1.0.0", prefix: "16", bouncers: 2 }),
  custom("Subnet", "red-2", { vpc: "red", ip: "12.2.0.0", prefix: "29", bouncers: 1 }),
  custom("Subnet", "blue-1", { vpc: "blue", ip: "13.1.0.0", prefix: "24", bouncers: 1 }),
  pod("a", "red", "red-1"),
  pod("b", "red", "red-1"),
  pod("c", "red", "red-2"),
  pod("d", "blue", "blue-1"),
  pod("lost", "green", "green-1"),
];

let cluster: KubernetesSandbox;
beforeAll(async () => {
  cluster = await startKubernetesSandbox({ https: false, operator: { ...PACE, defaults: false, droplets: [] } });
});
afterAll(() => cluster?.close());

async function send(method: string, path: string, body?: unknown): Promise<SandboxFields> {
  const headers = { Authorization: `Bearer ${cluster.token}`, "Content-Type": "application/json" };
  const response = await fetch(cluster.url + path, { method, headers, body: body === undefined ? undefined : JSON.stringify(body) });
  const answer = (await response.json()) as SandboxFields;
  if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${JSON.stringify(answer)}`);
  return answer;
}

const pathOf = (kind: string) => `${kind === "Pod" ? "/api/v1" : "/apis/mizar.com/v1"}/namespaces/default/${kind.toLowerCase()}s`;

interface Item {
  metadata: { name: string };
  spec: SandboxFields;
}

const list = async (kind: string) => (await send("GET", pathOf(kind))).items as Item[];

/** Everything that is provisioned, without what chance or the order decides: ids, vnis, and which Pod got which address. */
async function provisionedSet() {
  const names = async (kind: string) => (await list(kind)).filter(({ spec }) => spec.status === "Provisioned");
  const below = async (kind: string, parent: string) => (await names(kind)).map(({ spec }) => `${kind} of ${spec[parent]}`);
  const own = (await Promise.all(["Vpc", "Subnet", "Droplet"].map(names))).flat().map(({ metadata }) => metadata.name);
  const endpoints = await names("Endpoint");
  return [
    ...own,
    ...(await below("Divider", "vpc")),
    ...(await below("Bouncer", "net")),
    ...endpoints.map(({ metadata, spec }) => (spec.type === "host" ? `host of ${spec.vpc}` : `${metadata.name} in ${spec.net}`)),
    ...endpoints.filter(({ spec }) => spec.type === "simple").map(({ spec }) => String(spec.ip)),
  ].sort();
}

const EXPECTED = [
  ...["red", "blue", "red-1", "red-2", "blue-1", "worker"],
  ...["Divider of red", "Divider of red", "Divider of blue"],
  ...["Bouncer of red-1", "Bouncer of red-1", "Bouncer of red-2", "Bouncer of blue-1"],
  ...["host of red", "host of blue"],
  ...["a-default--eth0 in red-1", "b-default--eth0 in red-1", "c-default--eth0 in red-2", "d-default--eth0 in blue-1"],
  ...["12.1.0.2", "12.1.0.3", "12.2.0.2", "13.1.0.2"],
].sort();

it("whatever is created first, the same is provisioned in the end", { timeout: 120_000 }, async () => {
  await fc.assert(
    fc.asyncProperty(fc.shuffledSubarray(OBJECTS, { minLength: OBJECTS.length }), async (objects) => {
      await send("POST", "/_lab/given", PACE);
      for (const object of objects) await send("POST", pathOf(object.kind), object);
      const end = Date.now() + LATEST_MS;
      let found = await provisionedSet();
      while (found.join() !== EXPECTED.join() && Date.now() < end) {
        await new Promise((resolve) => setTimeout(resolve, 20));
        found = await provisionedSet();
      }
      expect(found).toEqual(EXPECTED);
    }),
    { numRuns: CASES },
  );
});
