import { expect, test } from "vitest";
import type { ListQueries } from "../../../../provider/lifecycle/preview/existing-objects";
import { inventoryKind } from "../../../../provider/lifecycle/preview/inventory";
import { readSpecs } from "../../../../sdk/frontends";
import { aviObjects } from "../../../../sdk/targets/avi/objects";
import { translateToAvi } from "../../../../sdk/targets/avi/translate";
import { endpoints, node, service } from "../../../support/manifests";

// With nodes among the specs a component has routes in the VRF context, which stays whatever goes. So "all of at least 3" was never all: of a
// small cluster everything could go, by an empty folder or a new clusterName, and no guard stopped the run.

const OWNER = "pulumi-k8s-lb:shop/dev/c1/main";
const NODE = { ...node("n1", "10.0.0.1"), spec: { podCIDR: "10.244.1.0/24" } };
const SPECS = [NODE, service("web", [80], "LoadBalancer"), endpoints("web", ["10.244.1.7"], 8080)];

const namesOf = (specs: readonly object[], clusterName = "c1") =>
  Object.keys(aviObjects(translateToAvi(readSpecs(specs.map((value) => ({ value }))), { settings: { clusterName } })).owners);

/** Result of the check on a controller that has all of the objects. */
async function verdict(before: string[], after: string[]): Promise<string> {
  const lookout: ListQueries = (_config, { names }) => {
    const objects = names.filter((name) => !name.startsWith("vrfcontext/"));
    return { at: {}, queries: [{ key: "all", names: objects, take: async () => objects.map((name) => ({ name, owner: OWNER })) }] };
  };
  const ctx = { config: { get: () => undefined }, progress: () => undefined, notice: () => undefined };
  const failures = await inventoryKind({ name: "avi", listQueries: lookout }).inspect?.(ctx, { names: before, owner: OWNER }, {
    names: after,
    owner: OWNER,
  } as never);
  return failures?.[0]?.reason ?? "";
}

test("everything but the routes is everything", async () => {
  const before = namesOf(SPECS);
  expect(before).toContain("vrfcontext/global");
  expect(await verdict(before, namesOf([NODE]))).toMatch(/^LB2017: \d+ of \d+ objects would be deleted: /);
  expect(await verdict(before, namesOf(SPECS, "c2"))).toContain("LB2017");
  expect(await verdict(before, before)).toBe("");
  expect(
    await verdict(
      before,
      before.filter((name) => !name.startsWith("vrfcontext/")),
    ),
  ).toBe("");
});
