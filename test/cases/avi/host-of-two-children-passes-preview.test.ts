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

it("is said of a rule with a name in global load balancing that is another host", () => {
  const virtualhost = { gslb: { fqdn: "b.avi.internal" } };
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
  const specs = [secure("a", "a.avi.internal"), rule("ra", "a.avi.internal", { gslb: { fqdn: "b.avi.internal" } })];
  const apart = world({ naming: "ako-2", shardVSSize: "DEDICATED" }, ...specs, secure("b", "b.avi.internal"));
  const clear = world({ naming: "ako-2" }, ...specs, ingress("b", "b.avi.internal"));
  expect(apart.said("LB1301")).toEqual([]);
  expect(clear.said("LB1301")).toMatchObject([
    { object: { kind: "Ingress", name: "b" }, message: expect.stringContaining("HostRule default/ra") },
  ]);
});

// ako-live/20 and 20c of the acceptance cases: AKO says so whether the host has a rule or not
it.each([
  ["with a rule", [rule("rb", "B.avi.internal", { analyticsProfile: "x" })]],
  ["without a rule", []],
])("a rule with an alias that is the host of another object %s is rejected, as AKO does it", (_, rules) => {
  const specs = [secure("a", "a.avi.internal"), secure("b", "b.avi.internal"), ...rules];
  const theirs = world({ naming: "ako-2" }, ...specs, rule("ra", "a.avi.internal", { aliases: ["b.avi.internal"] }));
  expect(theirs.verdict("HostRule", "ra")).toEqual(["Rejected", "b.avi.internal is already in use by hostrule b.avi.internal"]);
  expect(theirs.objects).toEqual(world({ naming: "ako-2" }, ...specs).objects);
});

it("an alias that is the host of an Ingress of another class is free", () => {
  const other = secure("b", "b.avi.internal");
  const theirs = { ...other, spec: { ...other.spec, ingressClassName: "nginx" } };
  const specs = [secure("a", "a.avi.internal"), theirs, rule("ra", "a.avi.internal", { aliases: ["b.avi.internal"] })];
  expect(world({ naming: "ako-2" }, ...specs).verdict("HostRule", "ra")[0]).toBe("Accepted");
});
