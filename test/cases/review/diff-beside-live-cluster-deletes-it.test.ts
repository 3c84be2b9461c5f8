import { describe, expect, it } from "vitest";
import { NO_FACTS } from "../../../requests/review/facts";
import { hideInputs } from "../../../resources/hidden";
import { INVENTORY_HIDDEN } from "../../../resources/inventory";
import { DYNAMIC } from "../../../resources/resource-type";
import { kindsOfLastRun, refuseWithoutCluster } from "../../../sdk/cli/cluster-sources";
import { componentInState } from "../../../sdk/cli/state-component";
import { kindsOf } from "../../../sdk/kubernetes/kinds";
import { factsText } from "../../../sdk/plan";

// `k8s-lb diff -f manifests -s STACK` beside a program that also reads a live cluster called everything of that cluster deleted.

const OWNER = "pulumi-k8s-lb:shop/dev/c1/web";
const FILES = { "manifests/shop.yaml": { Service: 2, Ingress: 1 } };
const SOURCES = { ...FILES, "cluster prod": { Node: 3, EndpointSlice: 4 } };

const resource = (kind: string, inputs: object) => {
  const type = `${DYNAMIC}avi:${kind}`;
  return { type, urn: `urn:pulumi:dev::shop::${type}::web`, id: kind, inputs: { owner: OWNER, ...inputs } };
};
const known = (sources: object) =>
  componentInState(
    {
      resources: [
        resource("Summary", { __facts: factsText(NO_FACTS) }),
        resource("Inventory", hideInputs({ sources }, INVENTORY_HIDDEN)),
        resource("Inventory", { owner: `${OWNER}2`, ...hideInputs({ sources: {} }, INVENTORY_HIDDEN) }),
      ],
    },
    "avi",
    {},
  )!;

describe("a state of files and a cluster", () => {
  it("names what each of them gave", () => expect(known(SOURCES).sources).toEqual(SOURCES));

  it("is not compared with the files alone", () =>
    expect(() => refuseWithoutCluster({}, known(SOURCES), FILES)).toThrow(
      "the last run of web read cluster prod too (4 EndpointSlice, 3 Node), and these inputs do not: everything of it would count as deleted. " +
        "Add --kubeconfig [FILE], or an export of the cluster with -f (kubectl get -A -o yaml)",
    ));

  it.each([
    ["the cluster", { kubeconfig: "k" } as const, SOURCES, FILES],
    ["the cluster of the environment", { kubeconfig: true } as const, SOURCES, FILES],
    ["a context", { context: "prod" }, SOURCES, FILES],
    ["an export", {}, SOURCES, { ...FILES, "export.yaml": { Node: 2, EndpointSlice: 5 } }],
    ["a stack of files", {}, FILES, {}],
    ["a state that names no sources", {}, {}, FILES],
  ])("is compared with %s", (_what, options, sources, given) => {
    expect(() => refuseWithoutCluster(options, known(sources), given)).not.toThrow();
  });

  it("is refused where files have some of a kind, as before, and the cluster had more", () => {
    const sources = { ...FILES, "cluster prod": { Service: 9 } };
    expect(() => refuseWithoutCluster({}, known(sources), FILES)).toThrow("(9 Service)");
  });

  it("reads the kinds that the last run read", () => {
    expect(kindsOfLastRun(known(SOURCES), kindsOf("routing"))).toEqual(["Endpoints", "EndpointSlice", "Node"]);
    expect(kindsOfLastRun(known({ "cluster prod": { Service: 2, Node: 1 } }), kindsOf("routing"))).toBeUndefined();
    expect(kindsOfLastRun(known(FILES), kindsOf("routing"))).toBeUndefined();
  });
});
