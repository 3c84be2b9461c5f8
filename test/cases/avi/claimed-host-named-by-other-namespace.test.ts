import { expect, it } from "vitest";
import { avi, ingress, secret, service, translate } from "../../unit/sdk/targets/avi/ako-world";

// A HostRule or a Service of another namespace changed or took a claimed host, which an Ingress of that namespace was refused.
const CLAIMS = [{ hosts: ["shop.avi.internal", "*.shop.avi.internal"], namespaces: ["default"] }];
const SHOP = "shop.avi.internal";
const moved = <T extends { metadata: object }>(one: T, namespace = "team6") => ({ ...one, metadata: { ...one.metadata, namespace } });
const hostRule = (namespace: string, virtualhost: object) => ({
  apiVersion: "ako.vmware.com/v1beta1",
  kind: "HostRule",
  metadata: { name: "hr", namespace },
  spec: { virtualhost },
});
const world = (settings: object, ...objects: object[]) =>
  translate(
    { naming: "ako-2-evh", claims: CLAIMS, ...settings },
    avi(),
    ...[service("web"), secret("tls"), ingress("shop", SHOP, { tls: "tls" })],
    ...[moved(service("web")), moved(ingress("own", "own.avi.internal"))],
    ...objects,
  );
const namesIn = ({ objects }: ReturnType<typeof world>) => JSON.stringify([objects.vsvip, objects.virtualservice]);

it.each([
  ["fqdn of a rule that switches it off", { fqdn: SHOP, enableVirtualHost: false }, "/spec/virtualhost/fqdn"],
  ["fqdn of a rule with a path for /", { fqdn: SHOP, applicationRootPath: "/zz" }, "/spec/virtualhost/fqdn"],
  [
    "fqdn of a rule with a certificate",
    { fqdn: SHOP, tls: { sslKeyCertificate: { name: "theirs", type: "ref" } } },
    "/spec/virtualhost/fqdn",
  ],
  ["fqdn in capitals", { fqdn: "Shop.avi.internal", wafPolicy: "w" }, "/spec/virtualhost/fqdn"],
  ["wildcard", { fqdn: "*.shop.avi.internal", fqdnType: "Wildcard" }, "/spec/virtualhost/fqdn"],
  ["alias", { fqdn: "own.avi.internal", aliases: ["a.avi.internal", "new.shop.avi.internal"] }, "/spec/virtualhost/aliases/1"],
  ["name of global load balancing", { fqdn: "own.avi.internal", gslb: { fqdn: SHOP } }, "/spec/virtualhost/gslb/fqdn"],
])("HostRule: %s", (_, virtualhost, pointer) => {
  const theirs = world({}, hostRule("team6", virtualhost));
  expect(theirs.said("LB1221")).toMatchObject([{ object: { kind: "HostRule", namespace: "team6" }, pointer }]);
  expect(theirs.verdict("HostRule", "hr")[0]).toBe("Rejected");
  expect(theirs.objects).toEqual(world({}).objects);
  expect(world({}, hostRule("default", virtualhost)).said("LB1221")).toEqual([]);
  expect(world({ claims: [] }, hostRule("team6", virtualhost)).said("LB1221")).toEqual([]);
});

it.each([
  ["Contains", "internal"],
  ["Wildcard", "*.avi.internal"],
])("HostRule: a pattern of type %s that fits a claimed host is refused as a whole", (fqdnType, fqdn) => {
  const theirs = world({}, hostRule("team6", { fqdn, fqdnType, wafPolicy: "strict" }));
  expect(theirs.children.filter((child) => child.waf_policy_ref !== undefined)).toEqual([]);
  expect(theirs.said("LB1221").map(({ message }) => message)).toEqual([
    expect.stringContaining(`${SHOP}, which belongs to namespace default`),
  ]);
});

const balanced = (name: string, annotations: object = {}) => moved(service(name, { type: "LoadBalancer" }, annotations));

it("Service: a name for external-dns that others claim refuses the Service", () => {
  const names = { "external-dns.alpha.kubernetes.io/hostname": "db.avi.internal, New.shop.avi.internal." };
  const theirs = world({}, balanced("db", names));
  expect(theirs.said("LB1221")).toMatchObject([
    {
      object: { kind: "Service", namespace: "team6" },
      pointer: "/metadata/annotations/external-dns.alpha.kubernetes.io~1hostname",
      message: "new.shop.avi.internal belongs to namespace default (setting claims); the Service of namespace team6 is ignored",
    },
  ]);
  expect(namesIn(theirs)).not.toMatch(/new\.shop|db\.avi/i);
});

it("claimsOnly refuses names that nobody claims", () => {
  const settings = { claimsOnly: true };
  const rule = hostRule("team6", { fqdn: "own.avi.internal" });
  const names = { "external-dns.alpha.kubernetes.io/hostname": "db.avi.internal" };
  const kinds = world(settings, rule, balanced("db", names))
    .said("LB1221")
    .map(({ object }) => object.kind);
  expect(new Set(kinds)).toEqual(new Set(["Ingress", "HostRule", "Service"]));
});
