import { expect, it } from "vitest";
import { rbacManifests } from "../../../sdk/kubernetes";
import { TARGETS } from "../../../sdk/targets";
import { avi, ingress, service, translate } from "../../unit/sdk/targets/avi/ako-world";

// Clusters with Antrea run AKO with serviceType NodePortLocal: the setting was refused (LB1309), Pods were not read, and there was no way to take
// such a cluster over.

const pod = {
  apiVersion: "v1",
  kind: "Pod",
  metadata: {
    name: "web-1",
    namespace: "default",
    labels: { app: "web" },
    annotations: { "nodeportlocal.antrea.io": '[{"podPort":80,"nodeIP":"10.0.0.1","nodePort":61000,"protocol":"tcp"}]' },
  },
  spec: { containers: [{ name: "web", image: "web", env: [{ name: "A", value: "b" }] }], tolerations: [] },
  status: { phase: "Running", hostIP: "10.0.0.1", qosClass: "BestEffort" },
};
const objects = [avi(), service("web", { selector: { app: "web" } }), ingress("shop", "shop.avi.internal"), pod];

it.each(["ako-2", "ako-2-evh"])("servers with %s are the ports of nodes", (naming) => {
  const { plan, objects: made, said } = translate({ naming, serviceType: "nodeportlocal", cniPlugin: "antrea" }, ...objects);
  expect(made.pool).toMatchObject([{ servers: [{ ip: { addr: "10.0.0.1" }, port: 61000, enabled: true }] }]);
  expect([said("LB1309"), said("LB1006"), plan.statuses.map(({ state }) => state)]).toEqual([[], [], ["ready"]]);
});

it("the first generation has no such servers, and says which has", () => {
  const { said } = translate({ serviceType: "NodePortLocal" }, ...objects);
  expect(said("LB1309")).toMatchObject([{ severity: "error", message: expect.stringContaining("naming ako-2") }]);
});

it("another network plugin contradicts it", () => {
  const { said } = translate({ naming: "ako-2", serviceType: "NodePortLocal", cniPlugin: "calico" }, ...objects);
  expect(said("LB1305")).toMatchObject([{ pointer: "/serviceType", message: expect.stringContaining("cniPlugin is calico") }]);
});

it("whose servers are no Pods says of each that it is not read", () => {
  const { said } = translate({ naming: "ako-2" }, ...objects);
  expect(said("LB1005")).toMatchObject([{ severity: "notice", object: { kind: "Pod", name: "web-1" } }]);
  expect(translate({ naming: "ako-2", serviceType: "NodePortLocal" }, ...objects).said("LB1005")).toEqual([]);
});

it("Pods of a live cluster are read in that mode alone, with the right to do it", () => {
  expect(TARGETS.avi.family({ naming: "ako-2-evh", serviceType: "NodePortLocal" })).toBe("ako-node-port-local");
  expect(TARGETS.avi.family({ naming: "ako-1.2", serviceType: "NodePortLocal" })).toBe("routing");
  const verbsOn = (serviceType?: string) =>
    rbacManifests({ target: "avi", naming: "ako-2", serviceType, follow: true, writeStatus: true })
      .flatMap(({ rules }) => (rules ?? []) as { resources: string[]; verbs: string[] }[])
      .filter(({ resources }) => resources.includes("pods"))
      .map(({ verbs }) => verbs);
  expect([verbsOn("NodePortLocal"), verbsOn("ClusterIP"), verbsOn()]).toEqual([[["list", "watch"]], [], []]);
  const rules = rbacManifests({ target: "avi", naming: "ako-2", serviceType: "NodePortLocal", writeStatus: true });
  expect(JSON.stringify(rules)).toContain("hostrules/status");
});
