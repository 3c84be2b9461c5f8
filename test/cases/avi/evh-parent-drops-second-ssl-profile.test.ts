import { expect, it } from "vitest";
import { avi, ingress, secret, service, translate } from "../../unit/sdk/targets/avi/ako-world";

// With EVH the parent ends TLS for all of its hosts. Of two HostRules with different sslProfiles one had no effect, and this was not reported.
const rule = (name: string, fqdn: string, sslProfile: string) => ({
  apiVersion: "ako.vmware.com/v1beta1",
  kind: "HostRule",
  metadata: { name, namespace: "default" },
  spec: { virtualhost: { fqdn, tls: { sslProfile } } },
});
const world = (naming: string, ...rules: object[]) =>
  translate(
    { naming },
    avi(),
    service("web"),
    secret("tls"),
    ingress("a", "a.avi.internal", { tls: "tls" }),
    ingress("b", "b.avi.internal", { tls: "tls" }),
    ...rules,
  );
const PARENT = "my-cluster--Shared-L7-EVH-0";

it("is said of the rule whose profile is not used", () => {
  const { said, one } = world("ako-2-evh", rule("ra", "a.avi.internal", "old"), rule("rb", "b.avi.internal", "new"));
  expect(one("virtualservice", PARENT)).toMatchObject({ ssl_profile_ref: "/api/sslprofile?name=new" });
  expect(said("LB1312").map(({ object, message }) => [object.name, message])).toEqual([
    ["ra", `the sslProfile is not used for a.avi.internal: ${PARENT} ends TLS for all of its hosts, with the one of b.avi.internal`],
  ]);
});

it("is said of the rule for the parent, too", () => {
  const { said } = world("ako-2-evh", rule("p", `${PARENT}.admin.avi.internal`, "old"), rule("rb", "b.avi.internal", "new"));
  expect(said("LB1312").map(({ object }) => object.name)).toEqual(["p"]);
});

it("is no matter where they want the same, or end TLS themselves", () => {
  const same = world("ako-2-evh", rule("ra", "a.avi.internal", "new"), rule("rb", "b.avi.internal", "new"));
  const own = world("ako-2", rule("ra", "a.avi.internal", "old"), rule("rb", "b.avi.internal", "new"));
  expect([same.said("LB1312"), own.said("LB1312")]).toEqual([[], []]);
});
