// Everything with a ServiceAccount that has only the rights that `k8s-lb rbac --to mizar` prints.
import { expect, test } from "vitest";
import { rbacManifests } from "../../../sdk/kubernetes";
import { Resource } from "../lib/engine";
import { withValue } from "../lib/fields";
import { SAMPLES } from "../lib/mizar-samples";
import { type MizarWorld, mizarWorld } from "../lib/mizar-world";
import { expectQuiet } from "../lib/world";

const PLURALS: { [kind: string]: string } = {
  ServiceAccount: "/api/v1/namespaces/default/serviceaccounts",
  ClusterRole: "/apis/rbac.authorization.k8s.io/v1/clusterroles",
  ClusterRoleBinding: "/apis/rbac.authorization.k8s.io/v1/clusterrolebindings",
};

/** A token of the ServiceAccount, after it was given its role. */
async function limited(api: MizarWorld["api"]): Promise<string> {
  for (const manifest of rbacManifests({ target: "mizar" })) await api("POST", PLURALS[manifest.kind] ?? "", manifest);
  const request = { apiVersion: "authentication.k8s.io/v1", kind: "TokenRequest", spec: { audiences: [] } };
  const { status } = await api("POST", `${PLURALS.ServiceAccount}/pulumi-k8s-lb/token`, request);
  return String((status as { token: string }).token);
}

const world = mizarWorld({}, { authorization: "RBAC" }, limited);

test.each(SAMPLES)("$kind: made, changed, refreshed and deleted", async ({ kind, make }) => {
  const inputs = await make(world);
  const resource = new Resource(world.host, `mizar:${kind}`);
  await resource.up(inputs);
  await expectQuiet(resource, inputs);
  await resource.up(withValue(inputs, "metadata.labels.team", "b"));
  await resource.destroy();
  expect(world.proxy.calls.filter(({ status }) => status === 403 || status === 401)).toEqual([]);
});

test("what it may not do is refused with the rule that is missing", async () => {
  const rules = "/apis/rbac.authorization.k8s.io/v1/clusterroles/pulumi-k8s-lb-mizar";
  const { rules: all } = (await world.api("GET", rules)) as { rules: { resources: string[] }[] };
  await world.api("PATCH", rules, { rules: all.filter(({ resources }) => !resources.includes("vpcs")) });
  // a real server takes a moment to know
  await new Promise((done) => setTimeout(done, 300));
  const inputs = await (SAMPLES[0] as (typeof SAMPLES)[0]).make(world);
  const failed: Error = await new Resource(world.host, "mizar:Vpc").up(inputs).catch((error) => error);
  expect(failed.message).toMatch(/LB2104: Vpc default\/vpc-\d+: .*cannot create resource "vpcs"/);
  expect(failed.message).toContain('{ apiGroups: ["mizar.com"], resources: ["vpcs"], verbs: ["create"] }');
});

test("an inventory says at preview what may not be created", async () => {
  const inventory = (...names: string[]) => ({ names });
  const resource = new Resource(world.host, "mizar:Inventory");
  const rules = "/apis/rbac.authorization.k8s.io/v1/clusterroles/pulumi-k8s-lb-mizar";
  const { rules: all } = (await world.api("GET", rules)) as { rules: { resources: string[] }[] };
  await world.api("PATCH", rules, { rules: all.filter(({ resources }) => !resources.includes("pods") && !resources.includes("vpcs")) });
  await new Promise((done) => setTimeout(done, 300));
  const failed: Error = await resource.up(inventory("pods/shop/nginx", "vpcs/v1", "networks/n1")).catch((error) => error);
  expect(failed.message).toContain('LB2075: the user may not create pods in the namespace "shop"');
  expect(failed.message).toContain("LB2075: the user may not create vpcs");
  expect(failed.message).toContain('{ apiGroups: [""], resources: ["pods"], verbs: ["create"] }');
  expect(failed.message).not.toContain("networks");
  await resource.up({ ...inventory("pods/shop/nginx"), preflight: false });
  world.proxy.calls.splice(0);
  expect(await resource.preview(inventory("pods/shop/nginx"))).toEqual({ changes: false, replaces: [] });
  expect(world.proxy.calls).toEqual([]);
  await world.api("PATCH", rules, { rules: all });
  await new Promise((done) => setTimeout(done, 300));
  expect(await resource.up(inventory("pods/shop/nginx", "networks/n1"))).toBe("updated");
});
