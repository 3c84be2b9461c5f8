import { expect, it } from "vitest";
import { avi, ingress, service, translate } from "../../unit/sdk/targets/avi/ako-world";

// Names over 255 characters are shortened (docs/migrate-from-ako.md), but not those of a shared virtual service that an AviInfraSetting with a
// long name gives, and of the policy that rewrites the host of a name in global load balancing.
const web = service("web", { ports: [{ port: 80, name: "http" }] });
const label = "a".repeat(60);
const host = `${label}.${label}.${label}.${"b".repeat(30)}.avi.internal`;
const tooLong = ({ objects }: ReturnType<typeof translate>) =>
  Object.values(objects)
    .flat()
    .map(({ name }) => name)
    .filter((name) => name.length > 255);

it.each(["ako-2", "ako-2-evh"])("the shared virtual service of a long AviInfraSetting: %s", (naming) => {
  const name = "g".repeat(240);
  const parameters = { apiGroup: "ako.vmware.com", kind: "AviInfraSetting", name };
  const setting = { apiVersion: "ako.vmware.com/v1beta1", kind: "AviInfraSetting", metadata: { name }, spec: {} };
  const shop = ingress("shop", "shop.avi.internal");
  const plan = translate({ naming }, avi(parameters), setting, web, shop, ingress("cart", "cart.avi.internal"));
  expect(tooLong(plan)).toEqual([]);
  const [parent] = (plan.objects.virtualservice ?? []).filter(({ type }) => type === "VS_TYPE_VH_PARENT");
  const shared = `my-cluster--Shared-L7-${naming === "ako-2-evh" ? "EVH-" : ""}`;
  expect(parent?.name).toMatch(new RegExp(`^${shared}g+-[0-9a-f]{8}$`));
  expect(parent).toMatchObject({ vsvip_ref: `/api/vsvip?name=${parent?.name}` });
  for (const child of plan.children) expect(child).toMatchObject({ vh_parent_vs_uuid: `/api/virtualservice?name=${parent?.name}` });
  expect(plan.said("LB1303").filter(({ message }) => message.includes(shared))).toHaveLength(1);
});

it("the policy that gives a host its own name", () => {
  const rule = {
    apiVersion: "ako.vmware.com/v1beta1",
    kind: "HostRule",
    metadata: { name: "global", namespace: "default" },
    spec: { virtualhost: { fqdn: host, gslb: { fqdn: "shop.example.org" } } },
  };
  const plan = translate({ naming: "ako-2" }, avi(), web, ingress("shop", host), rule);
  expect(tooLong(plan)).toEqual([]);
  const [policy] = plan.objects.httppolicyset ?? [];
  expect(policy?.name).toMatch(/^my-cluster--Shared-L7-0--host-hdr-re-write--a+.*-[0-9a-f]{8}$/);
  const parent = plan.one("virtualservice", "my-cluster--Shared-L7-0");
  expect(parent).toMatchObject({ http_policies: [{ http_policy_set_ref: `/api/httppolicyset?name=${policy?.name}` }] });
});
