import { describe, expect, it } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { aviObjects } from "../../../sdk/targets/avi/objects";
import { translateToAvi } from "../../../sdk/targets/avi/translate";
import { served } from "../../support/manifests";

const avi = {
  apiVersion: "networking.k8s.io/v1",
  kind: "IngressClass",
  metadata: { name: "avi" },
  spec: { controller: "ako.vmware.com/avi-lb" },
};

function translated(naming: string, ...rules: object[]) {
  const path = { path: "/", pathType: "Prefix", backend: { service: { name: "web", port: { number: 80 } } } };
  const half = {
    apiVersion: "networking.k8s.io/v1",
    kind: "Ingress",
    metadata: { name: "half" },
    spec: { ingressClassName: "avi", rules: [{ host: "a.com", http: { paths: [path] } }, ...rules] },
  };
  const plan = translateToAvi(readSpecs([...served("web", 1), avi, half].map((value) => ({ value }))), {
    settings: { clusterName: "c", naming },
  });
  return {
    pools: aviObjects(plan).objects.pool?.map(({ name }) => name),
    status: plan.statuses.find(({ object }) => object.kind === "Ingress"),
  };
}

describe("an Ingress with a rule that has no paths", () => {
  it.each(["ako-2", "ako-2-evh"])("comes to nothing with %s, and says so", (naming) => {
    const { pools, status } = translated(naming, { host: "b.com" });
    expect(pools).toBeUndefined();
    expect(status).toMatchObject({ state: "rejected", diagnostics: [{ code: "LB1110", pointer: "/spec/rules/1" }] });
    expect(translated(naming).pools).toHaveLength(1);
  });

  it("keeps its other rules with ako-1.2", () => {
    const { pools, status } = translated("ako-1.2", { host: "b.com" });
    expect(pools).toEqual(["c--a.com_-default-half"]);
    expect(status).toMatchObject({ state: "partial", diagnostics: [{ code: "LB1110" }] });
  });
});
