import { describe, expect, it } from "vitest";
import { avi, ingress, PEM, secret, service, translate } from "./ako-world";

const named = (list: readonly { name?: unknown }[] = []) => list.map(({ name }) => name);
const OTHER = PEM.replace("xxxx", "yyyy");
/** A Secret with two certificates. */
const twice = (name: string, namespace?: string) => {
  const one = secret(name, namespace);
  return { ...one, stringData: { ...one.stringData, "alt.crt": OTHER, "alt.key": "other" } };
};
const route = (tls: object) => ({
  apiVersion: "route.openshift.io/v1",
  kind: "Route",
  metadata: { name: "shop", namespace: "default" },
  spec: { host: "shop.avi.internal", path: "/a", to: { kind: "Service", name: "web" }, tls },
});
const rule = (virtualhost: object) => ({
  apiVersion: "ako.vmware.com/v1beta1",
  kind: "HostRule",
  metadata: { name: "shop", namespace: "default" },
  spec: { virtualhost: { fqdn: "shop.avi.internal", ...virtualhost } },
});
const certificate = (name: string) => rule({ tls: { sslKeyCertificate: { name, type: "secret" }, termination: "edge" } });

describe("the second certificate of a Secret", () => {
  const [host, alt] = ["my-cluster--shop.avi.internal", "my-cluster--shop.avi.internal-alt"];
  const refs = (...names: string[]) => names.map((name) => `/api/sslkeyandcertificate?name=${name}`);
  const [shop, web] = [ingress("shop", "shop.avi.internal", { tls: "tls" }), service("web")];

  it.each([
    ["of a tls entry", [shop, twice("tls")], [host, alt]],
    ["of a HostRule", [ingress("shop", "shop.avi.internal"), twice("tls"), certificate("tls")], [host, alt]],
    [
      "of the cluster",
      [route({ termination: "edge" }), twice("router-certs-default", "avi-system")],
      ["my-cluster--router-certs-default", "my-cluster--router-certs-default-alt"],
    ],
  ])("is one of the host beside the first: %s", (_of, manifests, names) => {
    for (const shardVSSize of ["SMALL", "DEDICATED"]) {
      const { objects } = translate({ naming: "ako-2", shardVSSize }, avi(), web, ...manifests);
      expect(named(objects.sslkeyandcertificate)).toEqual(names);
      const vs = objects.virtualservice?.find(({ type }) => type !== "VS_TYPE_VH_PARENT");
      expect(vs?.ssl_key_and_certificate_refs).toEqual(refs(...names));
    }
    const { objects } = translate({ naming: "ako-2-evh" }, avi(), web, ...manifests);
    expect(objects.virtualservice?.find(({ type }) => type === "VS_TYPE_VH_PARENT")?.ssl_key_and_certificate_refs).toHaveLength(2);
  });

  it("is what AKO takes a Secret for whose name ends like that of one", () => {
    const { objects } = translate(
      { naming: "ako-2" },
      avi(),
      web,
      ingress("shop", "shop.avi.internal", { tls: "shop-alt" }),
      secret("shop-alt"),
    );
    expect(named(objects.sslkeyandcertificate)).toEqual([alt]);
  });
});

describe("a Route whose host has the certificate of a HostRule", () => {
  const own = { certificate: PEM, key: "key" };
  const of = (naming: string, tls: object, ...more: object[]) =>
    translate({ naming }, service("web"), secret("tls"), route({ ...own, ...tls }), ...more);

  it("loses redirect and re-encryption, as AKO has it, and says so", () => {
    const tls = { termination: "reencrypt", destinationCACertificate: PEM, insecureEdgeTerminationPolicy: "Redirect" };
    for (const naming of ["ako-2", "ako-2-evh"]) {
      const with_ = of(naming, tls);
      expect(JSON.stringify(with_.objects)).toContain("redirect_action");
      const { objects, said } = of(naming, tls, certificate("tls"));
      expect(JSON.stringify(objects)).not.toContain("redirect_action");
      expect([objects.pkiprofile ?? [], objects.pool?.map((pool) => pool.sni_enabled)]).toEqual([[], [undefined]]);
      const lost = said("LB1302").filter(({ message }) => message.includes("certificate of a HostRule"));
      expect(lost.map(({ pointer }) => pointer)).toEqual(["/spec/tls/termination", "/spec/tls/insecureEdgeTerminationPolicy"]);
      expect(lost[0]?.remedy).toContain("HTTPRule");
    }
  });

  it("loses the refusal of clear text with EVH, and keeps policy Allow", () => {
    const none = of("ako-2-evh", { termination: "edge", insecureEdgeTerminationPolicy: "None" }, certificate("tls"));
    expect(none.children[0]?.http_policies).toHaveLength(1);
    const allow = of("ako-2", { termination: "edge", insecureEdgeTerminationPolicy: "Allow" }, certificate("tls"));
    expect(allow.objects.pool).toHaveLength(2);
    expect(allow.said("LB1302").filter(({ message }) => message.includes("HostRule"))).toEqual([]);
  });
});

it("a PKIProfile has a plain name without EVH, though pools are hashed for regular expressions", () => {
  const http = {
    apiVersion: "ako.vmware.com/v1beta1",
    kind: "HTTPRule",
    metadata: { name: "web", namespace: "default" },
    spec: { fqdn: "shop.avi.internal", paths: [{ target: "/", tls: { type: "reencrypt", destinationCA: PEM } }] },
  };
  const given = [
    avi(),
    service("web"),
    secret("tls"),
    ingress("shop", "shop.avi.internal", { tls: "tls" }),
    rule({ useRegex: true }),
    http,
  ];
  const { objects } = translate({ naming: "ako-2" }, ...given);
  expect(named(objects.pkiprofile)).toEqual(["my-cluster--default-shop.avi.internal_-shop-pkiprofile"]);
  expect(objects.pool?.[0]).toMatchObject({
    name: expect.stringMatching(/--[0-9a-f]{40}$/),
    pki_profile_ref: "/api/pkiprofile?name=my-cluster--default-shop.avi.internal_-shop-pkiprofile",
  });
});
