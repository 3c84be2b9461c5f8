import { expect, it } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { sharingConflict } from "../../../sdk/targets/octavia/lower/sharing";
import { translateToOctavia } from "../../../sdk/targets/octavia/translate";
import { node, service } from "../../support/manifests";
import { loadBalancers } from "../../support/planned";

const PREFIX = "loadbalancer.openstack.org/";
const INTERNAL = { "service.beta.kubernetes.io/openstack-internal-load-balancer": "true" };
const translate = (annotations: Record<string, string>, settings: Record<string, unknown> = {}) => {
  const base = service("web", [{ port: 80, nodePort: 30080 }], "LoadBalancer");
  const objects = [{ ...base, metadata: { ...base.metadata, annotations } }, node("n", "10.0.0.1")];
  const given = { naming: "occm", subnet_id: "s", ...settings };
  return translateToOctavia(readSpecs(objects.map((value) => ({ value }))), { settings: given });
};
const joins = { [`${PREFIX}load-balancer-id`]: "6c1b" };

it.each([
  ["by annotation", { ...joins, ...INTERNAL }, {}],
  ["by setting", joins, { internal_lb: true }],
])("an internal Service (%s) does not join a load balancer of others, as with the cloud provider", (_how, annotations, settings) => {
  const plan = translate(annotations, settings);
  expect(loadBalancers(plan)).toEqual([]);
  expect(plan.statuses).toMatchObject([
    {
      state: "rejected",
      description: "internal Service cannot share a load balancer",
      diagnostics: [{ code: "LB1408", severity: "error", remedy: expect.stringContaining("load-balancer-id") }],
    },
  ]);
});

it("one that the cloud provider has served is on a load balancer of its own: it gives an internal Service no other", () => {
  const plan = translate({ ...joins, ...INTERNAL, [`${PREFIX}load-balancer-address`]: "10.0.0.9" });
  expect(plan.statuses).toMatchObject([{ state: "ready" }]);
  expect(loadBalancers(plan)[0]?.inputs).toMatchObject({ loadBalancer: { id: "6c1b" }, own: { required: true } });
});

it("external Services share as ever, and the owner may be internal", () => {
  expect(translate(joins).statuses[0]?.state).toBe("ready");
  const at = { id: "6c1b", service: "mine", present: [], shared: 1, internal: true };
  expect(sharingConflict([], at)).toBe("internal Service cannot share a load balancer");
  expect(sharingConflict([], { ...at, owner: true })).toBeUndefined();
});
