import { expect, it } from "vitest";
import { readSpecs } from "../../../../sdk/frontends";
import * as avi from "../../../../sdk/targets/avi/components/cluster";
import { translateToAvi } from "../../../../sdk/targets/avi/translate";
import { recordResources } from "../../../../sdk/testing";
import { eventually } from "../../../support/eventually";
import { endpoints, service } from "../../../support/manifests";
import { l4Vs, pools } from "../../../support/planned";
import { writtenStatuses } from "../../../support/written-statuses";

const resources = recordResources();

function ofClass(name: string, loadBalancerClass: string | undefined) {
  const base = service(name, [80], "LoadBalancer");
  return { ...base, spec: { ...base.spec, loadBalancerClass } };
}
const specs = [
  ofClass("theirs", "service.k8s.aws/nlb"),
  ofClass("ours", "ako.vmware.com/avi-lb"),
  ofClass("plain", undefined),
  ...["theirs", "ours", "plain"].map((name) => endpoints(name, ["10.0.0.1"], 8080)),
];

it("a Service of another controller's class is no subject of Avi and has no status", () => {
  const plan = translateToAvi(readSpecs(specs.map((value) => ({ value }))), { settings: { clusterName: "c" } });
  expect(l4Vs(plan).map(({ name }) => name)).toEqual(["c--default-ours", "c--default-plain"]);
  expect(pools(plan).map(({ name }) => name)).toEqual(["c--default-ours-80", "c--default-plain-80"]);
  expect(plan.statuses.map(({ object, state }) => [object.name, state])).toEqual([
    ["ours", "ready"],
    ["plain", "ready"],
  ]);
  expect(plan.statuses.flatMap(({ diagnostics }) => diagnostics)).toEqual([]);
});

it("its status is left to the controller that serves it", async () => {
  new avi.KubernetesCluster("prod", { specs: specs as never, settings: { clusterName: "c" }, writeStatus: true });
  const written = () => writtenStatuses(resources).map(({ name }) => name);
  await eventually(() => expect(written()).toHaveLength(2));
  expect(written().sort()).toEqual(["ours", "plain"]);
});

it("the component for one Service passes over those of other classes", async () => {
  resources.length = 0;
  new avi.Service("one", { specs: specs.filter(({ metadata }) => metadata.name !== "plain") as never, settings: { clusterName: "c" } });
  const made = () => resources.filter(({ type }) => type.endsWith("avi:L4VS")).map(({ name }) => name);
  await eventually(() => expect(made()).toEqual(["c--default-ours"]));
});
