import { expect, test } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { UNKNOWN } from "../../../sdk/specs";
import { aviObjects } from "../../../sdk/targets/avi/objects";
import { translateToAvi } from "../../../sdk/targets/avi/translate";
import { node } from "../../support/manifests";

// A Node of the same program has no podCIDR before its cluster is there: the preview of the component ended with a TypeError.

test.each(["podCIDR", "address"])("a %s that preview cannot know is a route with something unknown", (which) => {
  const known = node("n1", "10.0.0.1", "10.244.1.0/24");
  const unknown =
    which === "podCIDR"
      ? { ...known, spec: { podCIDR: UNKNOWN, podCIDRs: [UNKNOWN] } }
      : { ...known, status: { addresses: [{ type: "InternalIP", address: UNKNOWN }] } };
  const plan = translateToAvi(readSpecs([{ value: unknown }]), { settings: { clusterName: "c1" } });
  const [context] = aviObjects(plan).objects.vrfcontext ?? [];
  expect(context).toMatchObject({ static_routes: [expect.objectContaining({ route_id: expect.any(String) })] });
  expect(plan.facts.needs).toBeDefined();
});
