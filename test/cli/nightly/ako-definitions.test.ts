import { beforeAll, describe, expect, test } from "vitest";
import { akoDefinitions } from "../../../sdk";
import { readCluster } from "../../../sdk/kubernetes";
import { create, type RuleManifest, recordedRules, wrongRules } from "../../sandbox/lib/ako-rules";
import { clusterWorld } from "../../sandbox/lib/cluster-world";
import { Resource } from "../../sandbox/lib/engine";
import { startHost } from "../../sandbox/lib/host";

// Output of `k8s-lb crds`, on a real API server that enforces RBAC.

const world = clusterWorld(akoDefinitions());

describe("our definitions of AKO's custom resources", () => {
  test.each(recordedRules)("take %s", async (_name, rule) => {
    const { status, body } = await create(world.api, rule);
    expect([status, body.message]).toEqual([201, undefined]);
  });

  test.each(wrongRules)("refuse a wrong %s", async (field, rule) => {
    const { status, body } = await create(world.api, rule);
    expect(status).toBe(422);
    expect(body.message).toContain(field);
  });
});

describe("with the manifests of `k8s-lb rbac --naming ako-2 --write-status`", () => {
  const rule: RuleManifest = {
    apiVersion: "ako.vmware.com/v1beta1",
    kind: "HostRule",
    metadata: { name: "shop" },
    spec: { virtualhost: { fqdn: "shop.example.com" } },
  };
  const setting: RuleManifest = { apiVersion: "ako.vmware.com/v1beta1", kind: "AviInfraSetting", metadata: { name: "gold" }, spec: {} };
  let kubeconfig: string;
  beforeAll(async () => {
    for (const one of [rule, setting]) expect((await create(world.api, one, false)).status).toBe(201);
    const serviceAccount = { namespace: "default", name: "writer" };
    kubeconfig = await world.limited({ target: "avi", naming: "ako-2", writeStatus: true, serviceAccount });
  });

  test("rules are read, of all namespaces and of one", async () => {
    const kinds = async (namespaces?: string[]) =>
      (await readCluster({ kubeconfig, ...(namespaces ? { namespaces } : {}) }, "ako")).objects.map(({ kind }) => kind);
    expect(await kinds()).toEqual(expect.arrayContaining(["HostRule", "AviInfraSetting", "Namespace"]));
    expect(await kinds(["default"])).toEqual(expect.arrayContaining(["HostRule", "AviInfraSetting"]));
  });

  test("their statuses are written, of namespaces and of the cluster", async () => {
    const host = await startHost({ config: { "kubernetes:kubeconfig": kubeconfig } });
    try {
      const status = { status: "Rejected", error: 'wafpolicy "x" not found on controller' };
      for (const [{ apiVersion, kind, metadata }, place] of [
        [rule, { namespace: "default" }],
        [setting, {}],
      ] as const) {
        const reported = new Resource(host, "kubernetes:ObjectStatus");
        const inputs = { apiVersion, kind, name: metadata.name, ...place, status };
        await reported.up(inputs);
        const folder = "namespace" in place ? "namespaces/default/hostrules" : "aviinfrasettings";
        const live = async () => (await world.api("GET", `/apis/ako.vmware.com/v1beta1/${folder}/${metadata.name}`)).body;
        expect((await live()).status).toEqual(status);
        await reported.up({ ...inputs, status: { status: "Accepted", error: "" } });
        expect((await live()).status).toEqual({ status: "Accepted", error: "" });
      }
    } finally {
      await host.stop();
    }
  });
});
