import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { apiFor } from "../../../../provider/avi/client/api";
import { connect } from "../../../../provider/kubernetes/connect";
import type { ResourceType } from "../../../../provider/kubernetes/types";
import { configSource } from "../../../../provider/lifecycle/config";
import { connect as connectOpenStack } from "../../../../provider/octavia/client";
import { type Sandbox, startSandbox } from "../../../../sandbox/index";
import { callsOf, isWrite, logTable, resetSandbox } from "../../../../sdk/cli/sandbox/calls";
import { editByHand } from "../../../../sdk/cli/sandbox/edit";

let sandbox: Sandbox;

beforeAll(async () => {
  sandbox = await startSandbox({ rateLimit: "off", octaviaAuth: "keystone" });
});
afterAll(() => sandbox?.close());

const edit = (type: string, name: string, changes: string[], on?: string) => editByHand(sandbox.addresses(), type, name, changes, on);

describe("k8s-lb sandbox edit", () => {
  it("changes fields of an object of Avi through its API, at any depth, in any tenant", async () => {
    const { store: inspect } = sandbox.backends.avi;
    const api = apiFor(configSource("avi", undefined, sandbox.env));
    await api.create("pool", { name: "web", servers: [{ ip: { addr: "10.0.0.1", type: "V4" } }] }, { tenant: "admin", cloud: "" });
    expect(await edit("pool", "web", ["servers.0.enabled=false", "lb_algorithm=LB_ALGORITHM_ROUND_ROBIN"], "avi")).toBe(
      "pool web: servers.0.enabled was true, is false\n" +
        'pool web: lb_algorithm was "LB_ALGORITHM_LEAST_CONNECTIONS", is "LB_ALGORITHM_ROUND_ROBIN"\n',
    );
    expect(inspect.get("pool", "web")).toMatchObject({ servers: [{ enabled: false }], lb_algorithm: "LB_ALGORITHM_ROUND_ROBIN" });
  });

  it("changes load balancers, pools and members of Octavia", async () => {
    const { octavia, network } = connectOpenStack(configSource("octavia", undefined, sandbox.env));
    const [subnet] = await network.list("/v2.0/subnets", "subnets");
    const members = [{ name: "web-0", address: "10.0.0.7", protocol_port: 80 }];
    const pools = [{ name: "web", protocol: "HTTP", lb_algorithm: "ROUND_ROBIN", members }];
    await octavia.post("/v2/lbaas/loadbalancers", { loadbalancer: { name: "lb", vip_subnet_id: String(subnet?.id), pools } });
    await expect.poll(async () => (await octavia.list("/v2/lbaas/pools", "pools"))[0]?.provisioning_status).toBe("ACTIVE");
    expect(await edit("pool", "web", ["admin_state_up=false"], "octavia")).toBe("pool web: admin_state_up was true, is false\n");
    await expect.poll(async () => (await octavia.list("/v2/lbaas/pools", "pools"))[0]?.provisioning_status).toBe("ACTIVE");
    await edit("member", "web-0", ["weight=0"]);
    const [pool] = await octavia.list("/v2/lbaas/pools", "pools");
    expect(pool).toMatchObject({ admin_state_up: false });
    expect(await octavia.list(`/v2/lbaas/pools/${String(pool?.id)}/members`, "members")).toMatchObject([{ weight: 0 }]);
  });

  it("changes objects of Kubernetes by what is named, and leaves the rest", async () => {
    const type: ResourceType = { group: "mizar.com", version: "v1", plural: "vpcs", kind: "Vpc", namespaced: true, tenanted: true };
    const client = connect({ kubeconfig: sandbox.kubernetes.kubeconfig });
    const spec = { ip: "20.0.0.0", prefix: "8", dividers: 1, status: "Init" };
    await client.create({ type, name: "net" }, { apiVersion: "mizar.com/v1", kind: "Vpc", metadata: { name: "net" }, spec });
    await edit("vpc", "net", ["spec.dividers=3"]);
    expect((await client.get({ type, name: "net" }))?.spec).toMatchObject({ ip: "20.0.0.0", dividers: 3 });
  });

  it.each([
    [["pool", "webb", ["enabled=false"], "avi"], "did you mean web"],
    [["pool", "nothing-like-it", ["enabled=false"], "avi"], "there are web"],
    [["pool", "web", ["enabled=false"]], "say which with --on"],
    [["virtualservise", "web", ["enabled=false"]], "did you mean virtualservice"],
    [["virtualservice", "web", ["enabled=false"]], "it has none"],
    [["pool", "web", ["enabled"], "avi"], "write FIELD=VALUE"],
    [["pool", "web", ["a.b=1"], "avi"], "a holds no fields"],
  ] as const)("says what is wrong with %j", async ([type, name, changes, on], messages) => {
    await expect(edit(type, name, [...changes], on)).rejects.toThrow(messages);
  });

  it("logs what was asked of every back end, and resets all of them", async () => {
    const calls = await callsOf(sandbox.addresses());
    expect(new Set(calls.map(({ backend }) => backend))).toEqual(new Set(["avi", "octavia", "kubernetes"]));
    expect(calls.filter(isWrite).map(({ backend, method }) => `${backend} ${method}`)).toEqual(
      expect.arrayContaining(["avi PUT", "octavia POST", "octavia PUT", "kubernetes POST", "kubernetes PATCH"]),
    );
    expect(logTable(calls)).toMatch(/^TIME \(UTC\) +BACK END +METHOD +STATUS +TOOK +PATH *\n/);
    await resetSandbox(sandbox.addresses());
    expect(sandbox.backends.avi.store.get("pool", "web")).toBeUndefined();
    expect(logTable((await callsOf(sandbox.addresses())).filter(isWrite))).toBe("No requests.\n");
  });
});
