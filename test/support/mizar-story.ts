import { writeFileSync } from "node:fs";
import { join } from "node:path";
import type { EngineEvent, Stack } from "@pulumi/pulumi/automation";
import { afterAll, beforeAll, expect, test } from "vitest";
import { PulumiLab, withoutOutputs } from "../cli/pr/harness";

/** An API server with the Mizar kinds and the stand-in for Mizar's operator. */
export interface MizarServer {
  url: string;
  token: string;
  ca?: string;
  /** Text, or the path of a file. */
  kubeconfig: string;
  stop(): Promise<void>;
}

const label = { "arktos.futurewei.com/network": "vpc-1" };
const pod = (name: string, nic?: object) => ({
  apiVersion: "v1",
  kind: "Pod",
  metadata: { name, labels: label, annotations: nic ? { "arktos.futurewei.com/nic": JSON.stringify(nic) } : {} },
  spec: { containers: [{ name: "main", image: "nginx" }] },
});
const subnet = { vpc: "vpc-1a2b3c4d", ip: "10.10.1.0", prefix: "24" };
const base = [
  { apiVersion: "mizar.com/v1", kind: "Vpc", metadata: { name: "vpc-1a2b3c4d" }, spec: { ip: "10.10.0.0", prefix: 16, dividers: 1 } },
  { apiVersion: "mizar.com/v1", kind: "Subnet", metadata: { name: "net1" }, spec: subnet },
  { apiVersion: "arktos.futurewei.com/v1", kind: "Network", metadata: { name: "vpc-1" }, spec: { type: "mizar", vpcID: "vpc-1a2b3c4d" } },
];
const service = {
  apiVersion: "v1",
  kind: "Service",
  metadata: { name: "my-service", labels: label },
  spec: { selector: { app: "MyApp" }, ports: [{ port: 80, targetPort: 9376 }] },
};
const VPCS = "/apis/mizar.com/v1/namespaces/default/vpcs";
const SUBNETS = "/apis/mizar.com/v1/namespaces/default/subnets";

/**
 * The real engine with the seed's Network, Pods and Service, from preview over drift to destroy; with `changes` also what happens to it
 * meanwhile. Steps build on each other.
 */
export function mizarStory(start: () => Promise<MizarServer>, { changes }: { changes: boolean }): void {
  let server: MizarServer;
  let lab: PulumiLab;
  let stack: Stack;
  let api: (method: string, path: string, body?: object) => Promise<{ [field: string]: unknown }>;
  let close: () => void;
  let specs: object[] = [];
  let options: object = {};

  beforeAll(async () => {
    server = await start();
    const { requestsTo } = await import(join(__dirname, "../../tools/kube-server/requests.mjs"));
    const requests = requestsTo(server);
    close = requests.close;
    api = async (method, path, body) => {
      const headers = { "Content-Type": "application/merge-patch+json" };
      return (await requests.send({ method, path, body, ...(method === "PATCH" ? { headers } : {}) })).body;
    };
    lab = new PulumiLab();
    if (server.kubeconfig.includes("\n")) writeFileSync(join(lab.program, "kubeconfig"), server.kubeconfig);
    lab.env.KUBECONFIG = server.kubeconfig.includes("\n") ? join(lab.program, "kubeconfig") : server.kubeconfig;
    stack = await lab.inlineStack(async () => {
      const mizar = await import("pulumi-k8s-lb/mizar");
      const { addresses, pods, services, inventory } = new mizar.KubernetesCluster("c", { specs: specs as never, ...options });
      return { addresses, pods, services, inventory };
    });
  });
  afterAll(async () => {
    lab?.dispose();
    close?.();
    await server?.stop();
  });

  /** Lists the operations of a run on resources. */
  async function steps(run: (events: { onEvent: (event: EngineEvent) => void }) => Promise<unknown>): Promise<string[]> {
    const seen: string[] = [];
    await run({
      onEvent({ resourcePreEvent: event }) {
        const { type, op, urn } = event?.metadata ?? { type: "", op: "same", urn: "" };
        if (type.startsWith("pulumi-nodejs:dynamic/") && op !== "same" && op !== "refresh")
          seen.push(`${op} ${type.split(":").at(-1)} ${urn.slice(urn.lastIndexOf("::") + 2)}`);
      },
    });
    return seen.sort();
  }
  const items = async (path: string) => (await api("GET", path)).items as { metadata: { name: string; annotations?: object } }[];
  const own = (path: string, ...names: string[]) =>
    items(path).then((all) => all.map(({ metadata }) => metadata.name).filter((one) => names.includes(one)));

  test("preview makes nothing and says how many addresses are left; up makes everything in its order", async () => {
    specs = [...base, pod("nginx", { name: "eth0", ip: "10.10.1.12", subnet: "net1" }), pod("any"), service];
    const lines: string[] = [];
    const preview = await steps(({ onEvent }) =>
      stack.preview({
        onEvent(event) {
          lines.push(event.diagnosticEvent?.message ?? "");
          onEvent(event);
        },
      }),
    );
    expect(preview).toEqual([
      "create Addresses c-addresses",
      "create ArktosNetwork vpc-1",
      "create Inventory c-inventory",
      "create PlacedPod default/any",
      "create PlacedPod default/nginx",
      "create PlacedService default/my-service",
      "create Subnet net1",
      "create Summary c-summary",
      "create Vpc vpc-1a2b3c4d",
    ]);
    expect(lines.join("\n")).toContain("addresses left: net1 (10.10.1.0/24) 251 of 254");
    expect(await own(VPCS, "vpc-1a2b3c4d")).toEqual([]);
    const { outputs } = await stack.up();
    expect(outputs.addresses?.value).toMatchObject({ "nginx-default--eth0": "10.10.1.12", "any-default--eth0": "10.10.1.2" });
    expect(outputs.services?.value).toEqual({ "default/my-service": expect.stringMatching(/^10\./) });
    expect(await api("GET", `${VPCS}/vpc-1a2b3c4d`)).toMatchObject({ spec: { status: "Provisioned" } });
    expect(await steps((on) => withoutOutputs(stack).up({ ...on, expectNoChanges: true }))).toEqual([]);
    await stack.refresh({ expectNoChanges: true });
    expect(await steps((on) => stack.preview({ ...on, expectNoChanges: true }))).toEqual([]);
  });

  if (changes) {
    test("a new Pod that comes first takes nobody's address, and who asks for one in use is told who has it", async () => {
      specs = [pod("first"), ...specs];
      expect(await steps((on) => withoutOutputs(stack).up(on))).toEqual([
        "create PlacedPod default/first",
        "update Addresses c-addresses",
        "update Inventory c-inventory",
        "update Summary c-summary",
      ]);
      const { addresses } = await stack.outputs();
      expect(addresses?.value).toMatchObject({ "any-default--eth0": "10.10.1.2" });
      const lines: string[] = [];
      specs = [pod("greedy", { ip: "10.10.1.2" }), ...specs];
      await stack.preview({ onEvent: ({ diagnosticEvent }) => void lines.push(diagnosticEvent?.message ?? "") });
      expect(lines.join("\n")).toMatch(/LBIpInUse Pod default\/greedy.*10\.10\.1\.2 .*held by any-default--eth0/s);
      specs = specs.slice(1);
    });
  }

  test("refresh names what was changed by hand, and the next up repairs it", async () => {
    await api("PATCH", `${VPCS}/vpc-1a2b3c4d`, { spec: { dividers: 3 } });
    const { stdout } = await stack.refresh();
    expect(stdout).toMatch(/vpc-1a2b3c4d .*\[diff: ~spec\]/);
    expect(await steps((on) => withoutOutputs(stack).up(on))).toEqual(["update Vpc vpc-1a2b3c4d"]);
    expect(await api("GET", `${VPCS}/vpc-1a2b3c4d`)).toMatchObject({ spec: { dividers: 1, status: "Provisioned" } });
  });

  if (changes) {
    test("a live field changes in place, a place replaces the Pod", async () => {
      const net = { ...base[1], spec: { ...subnet, bouncers: 2 } };
      specs = [...specs.map((one) => (one === base[1] ? net : one)).filter((one) => one !== specs[0]), pod("first", { ip: "10.10.1.77" })];
      expect(await steps((on) => withoutOutputs(stack).up(on))).toEqual([
        "create-replacement PlacedPod default/first",
        "delete-replaced PlacedPod default/first",
        "replace PlacedPod default/first",
        "update Addresses c-addresses",
        "update Subnet net1",
        "update Summary c-summary",
      ]);
      expect(await api("GET", `${SUBNETS}/net1`)).toMatchObject({ spec: { bouncers: 2, status: "Provisioned" } });
      expect(await steps((on) => stack.preview({ ...on, expectNoChanges: true }))).toEqual([]);
    });

    test("an object that somebody else made is refused by name", async () => {
      await api("POST", VPCS, {
        apiVersion: "mizar.com/v1",
        kind: "Vpc",
        metadata: { name: "theirs" },
        spec: { ip: "10.20.0.0", prefix: "16" },
      });
      specs = [...specs, { ...base[0], metadata: { name: "theirs" }, spec: { ip: "10.20.0.0", prefix: 16 } }];
      await expect(stack.up()).rejects.toThrow(/LB2003: Vpc default\/theirs: exists and has no owner mark of this package/);
      options = { adopt: true };
      await stack.up();
      expect(await api("GET", `${VPCS}/theirs`)).toMatchObject({ spec: { status: "Provisioned" } });
    });

    test("with the live cluster beside the manifests, the plan goes by the addresses that Pods have, and replaces nothing", async () => {
      const { liveCluster } = await import("pulumi-k8s-lb/cluster");
      const declared = specs;
      specs = [liveCluster({ kubeconfig: server.kubeconfig }), ...declared];
      const seen = await steps((on) => withoutOutputs(stack).up(on));
      expect(seen.filter((step) => !step.startsWith("update "))).toEqual([]);
      expect(await steps((on) => stack.preview({ ...on, expectNoChanges: true }))).toEqual([]);
      const { addresses, pods } = await stack.outputs();
      expect(addresses?.value["any-default--eth0"]).toBe(pods?.value["default/any"]);
      specs = declared;
    });

    test("another range of the VPC replaces what is in it too, and what is in it goes first", async () => {
      const wider = { ...base[0], spec: { ip: "10.8.0.0", prefix: 13, dividers: 1 } };
      specs = specs.map((one) => (one === base[0] ? wider : one));
      const done = await steps((on) => withoutOutputs(stack).up(on));
      expect(done.filter((step) => step.startsWith("replace "))).toEqual(
        [
          "PlacedPod default/any",
          "PlacedPod default/first",
          "PlacedPod default/nginx",
          "PlacedService default/my-service",
          "Subnet net1",
          "Vpc vpc-1a2b3c4d",
        ].map((name) => `replace ${name}`),
      );
      expect(await api("GET", `${VPCS}/vpc-1a2b3c4d`)).toMatchObject({ spec: { ip: "10.8.0.0", status: "Provisioned" } });
      expect(await steps((on) => stack.preview({ ...on, expectNoChanges: true }))).toEqual([]);
    });
  }

  test("destroy leaves nothing", async () => {
    await stack.destroy();
    expect(await own(VPCS, "vpc-1a2b3c4d", "theirs")).toEqual([]);
    expect(await own(SUBNETS, "net1")).toEqual([]);
    expect(await own("/api/v1/namespaces/default/pods", "nginx", "any", "first")).toEqual([]);
    expect(await own("/apis/arktos.futurewei.com/v1/networks", "vpc-1")).toEqual([]);
    const endpoints = await items("/apis/mizar.com/v1/namespaces/default/endpoints");
    expect(endpoints.filter(({ metadata }) => /^(nginx|any|first|my-service)-/.test(metadata.name))).toEqual([]);
  });
}
