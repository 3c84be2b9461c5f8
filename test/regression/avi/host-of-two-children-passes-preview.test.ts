import { expect, it } from "vitest";
import { avi, ingress, secret, service, translate } from "../../unit/sdk/targets/avi/ako-world";

// A controller takes a host from one child of a parent only. Specs that give it to two passed the preview as ready, and `up` failed.
const rule = (name: string, fqdn: string, virtualhost: object) => ({
  apiVersion: "ako.vmware.com/v1beta1",
  kind: "HostRule",
  metadata: { name, namespace: "default" },
  spec: { virtualhost: { fqdn, ...virtualhost } },
});
const world = (settings: object, ...rest: object[]) => translate(settings, avi(), service("web"), secret("tls"), ...rest);
const secure = (name: string, host: string) => ingress(name, host, { tls: "tls" });

it("is said of the younger of two Ingresses that share a host under namespace shards", () => {
  const old = { naming: "ako-1.2", l7ShardingScheme: "namespace" };
  const { said } = world(old, secure("a", "one.avi.internal"), secure("b", "one.avi.internal"));
  expect(said("LB1301").map(({ object, severity, message }) => [object.name, severity, message])).toEqual([
    [
      "b",
      "error",
      "Ingress default/a gives one.avi.internal to a virtual service below my-cluster--Shared-L7-0 already, and a controller takes a name from one child only: it refuses that of one.avi.internal",
    ],
  ]);
});

it.each([
  ["an alias", { aliases: ["b.avi.internal"] }],
  ["a name in global load balancing", { gslb: { fqdn: "b.avi.internal" } }],
])("is said of a rule with %s that is another host", (_what, virtualhost) => {
  const specs = [secure("a", "a.avi.internal"), secure("b", "b.avi.internal"), rule("ra", "a.avi.internal", virtualhost)];
  expect(world({ naming: "ako-2" }, ...specs).said("LB1301")).toMatchObject([{ object: { name: "ra" }, pointer: "/spec/virtualhost" }]);
  const enhanced = world({ naming: "ako-2-evh" }, ...specs);
  expect([enhanced.said("LB1301"), enhanced.said("LB1302").filter(({ object }) => object.name === "ra")]).toMatchObject([
    [],
    [{ severity: "warning" }],
  ]);
});

it("is said of the second of two rules with one name in global load balancing", () => {
  const gslb = { gslb: { fqdn: "g.example.com" } };
  const rules = [rule("ra", "a.avi.internal", gslb), rule("rb", "b.avi.internal", gslb)];
  const { said } = world({ naming: "ako-2" }, secure("a", "a.avi.internal"), secure("b", "b.avi.internal"), ...rules);
  expect(said("LB1301").map(({ object }) => object.name)).toEqual(["rb"]);
});

it("is no matter for virtual services of their own; a host in clear text loses its requests to the redirect", () => {
  const specs = [secure("a", "a.avi.internal"), rule("ra", "a.avi.internal", { aliases: ["b.avi.internal"] })];
  const apart = world({ naming: "ako-2", shardVSSize: "DEDICATED" }, ...specs, secure("b", "b.avi.internal"));
  const clear = world({ naming: "ako-2" }, ...specs, ingress("b", "b.avi.internal"));
  expect(apart.said("LB1301")).toEqual([]);
  expect(clear.said("LB1301")).toMatchObject([
    { object: { kind: "Ingress", name: "b" }, message: expect.stringContaining("HostRule default/ra") },
  ]);
});
