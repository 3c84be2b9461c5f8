import { expect, test } from "vitest";
import { objectsInState, planInState } from "../../../sdk/cli/state-plan";
import { readSpecs } from "../../../sdk/frontends";
import { TARGETS } from "../../../sdk/targets";
import { translateToAvi } from "../../../sdk/targets/avi/translate";
import { endpoints, service } from "../../support/manifests";
import { plannedResources } from "../../support/planned";

// `k8s-lb diff -s` compared the whole stack with one set of specs: in a stack of several components all of the others would have been deleted.

function component(cluster: string, name: string, owner = `pulumi-k8s-lb:shop/dev/${cluster}/${name}`) {
  const [app = ""] = name.split("/").slice(-1);
  const objects = [service(app, [80], "LoadBalancer"), endpoints(app, ["10.0.0.1"], 8080)];
  const plan = translateToAvi(readSpecs(objects.map((value) => ({ value }))), { settings: { clusterName: cluster }, owner });
  return plannedResources(plan).map(({ kind, name: resource, inputs }) => {
    const type = `pulumi-nodejs:dynamic/k8s-lb-${kind}`;
    return { type, urn: `urn:pulumi:dev::shop::${type}::${resource}`, id: resource, inputs: JSON.parse(JSON.stringify(inputs)) };
  });
}

const STATE = {
  resources: [
    ...component("prod", "web"),
    ...component("prod", "team/api"),
    ...component("test", "beta"),
    ...component("own", "raw", "pulumi-k8s-lb:shop/dev"),
  ],
};
const poolsOf = (whose?: { cluster?: string; component?: string }) =>
  [objectsInState(planInState(STATE, TARGETS.avi, whose)).pool ?? []]
    .flat()
    .map((pool) => (typeof pool === "object" && pool ? Reflect.get(pool, "name") : pool));

test("a stack is compared by the components of the cluster, or by one of them", () => {
  expect(poolsOf({ cluster: "prod" })).toEqual(["prod--default-api-80", "prod--default-web-80"]);
  expect(poolsOf({ cluster: "prod", component: "team/api" })).toEqual(["prod--default-api-80"]);
  expect(poolsOf()).toHaveLength(4);
});

test("a cluster of which nothing is in the stack has another name there", () => {
  expect(poolsOf({ cluster: "other" })).toHaveLength(4);
});

test("a component that is not there is named beside those that are", () => {
  expect(() => poolsOf({ component: "wbe" })).toThrow('there is no component "wbe" in the stack; there are: web, team/api, beta');
});
