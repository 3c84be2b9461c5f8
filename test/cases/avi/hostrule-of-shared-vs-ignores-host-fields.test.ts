import { expect, it } from "vitest";
import { avi, ingress, secret, service, translate } from "../../unit/sdk/targets/avi/ako-world";

// aliases, gslb and httpPolicy.overwrite of a HostRule that names a shared virtual service had no effect, and this was not reported.
const rule = (fqdn: string, virtualhost: object) => ({
  apiVersion: "ako.vmware.com/v1beta1",
  kind: "HostRule",
  metadata: { name: "parent", namespace: "default" },
  spec: { virtualhost: { fqdn, ...virtualhost } },
});
const world = (naming: string, ...rules: object[]) =>
  translate({ naming }, avi(), service("web"), secret("tls"), ingress("shop", "shop.avi.internal", { tls: "tls" }), ...rules);

it.each([
  ["ako-2", "my-cluster--Shared-L7-0"],
  ["ako-2-evh", "my-cluster--Shared-L7-EVH-0"],
])("%s says which words are not used", (naming, parent) => {
  const words = { aliases: ["www.avi.internal"], gslb: { fqdn: "shop.example.org" }, httpPolicy: { overwrite: true }, wafPolicy: "strict" };
  const { said, one } = world(naming, rule(`${parent}.admin.avi.internal`, words));
  expect(said("LB1312").map(({ message }) => message)).toEqual([
    `aliases, gslb, overwrite not used for ${parent}: it is a shared virtual service, not a host`,
  ]);
  expect(one("virtualservice", parent)).toMatchObject({ waf_policy_ref: "/api/wafpolicy?name=strict" });
});

it("a rule for hosts that fits the name of the shared virtual service too is no matter", () => {
  const { said } = world("ako-2", rule("*.avi.internal", { fqdnType: "Wildcard", httpPolicy: { policySets: ["own"], overwrite: true } }));
  expect(said("LB1312")).toEqual([]);
});
