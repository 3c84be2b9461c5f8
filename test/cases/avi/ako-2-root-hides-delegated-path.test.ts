import { expect, it } from "vitest";
import { secret } from "../../support/contour";
import { edge, give, root, served, to, toAvi } from "../../support/contour-on-targets";
import { ingressV1, served as one, secret as tlsSecret } from "../../support/manifests";
import { onAvi } from "../../support/requests";

// AKO 2 has a policy per namespace, and the one of a root came before that of an object to which it had delegated a longer path.

it.each(["ako-1.2", "ako-2"])("%s leads a delegated path to its own Service", (naming) => {
  const { objects, said } = toAvi(
    [
      secret("shop/cert"),
      ...served("shop/web", 1),
      ...served("shop/deep", 2),
      ...served("team/api", 3),
      root("shop/root", {
        fqdn: "shop.com",
        tls: { secretName: "cert" },
        routes: [to("/", "web"), to("/api/deep", "deep"), give("/api", "team/edge")],
      }),
      edge("team/edge", [to("/api", "api")]),
    ],
    { naming },
  );
  const at = (path: string) => onAvi(objects, "tls", "shop.com", path).map((pool) => pool.split("-").at(-1));
  expect([at("/"), at("/api/x"), at("/api/deep")]).toEqual([["web"], ["api"], ["deep"]]);
  expect(said("LB1302")).toEqual([]);
});

it("the paths of Ingresses that AKO 2 never reaches are said", () => {
  const inside = (namespace: string, path: string, created: string) => [
    ...one("web", 1, namespace),
    tlsSecret("cert", "CERT", "KEY", namespace),
    ingressV1("in", [{ host: "shop.com", path, service: "web" }], { namespace, created, tls: ["shop.com"], className: "avi" }),
  ];
  const avi = {
    apiVersion: "networking.k8s.io/v1",
    kind: "IngressClass",
    metadata: { name: "avi" },
    spec: { controller: "ako.vmware.com/avi-lb" },
  };
  const given = [avi, ...inside("a", "/api/", "2026-01-01T00:00:00Z"), ...inside("b", "/", "2026-01-02T00:00:00Z")];
  const never = "shop.com/api/ is never reached: / comes before it and takes its requests";
  expect(toAvi(given, { naming: "ako-2" }).said("LB1302")).toEqual([never]);
  // hosts with an address of their own keep the order of the objects
  expect(toAvi(given, { naming: "ako-2", shardVSSize: "DEDICATED" }).said("LB1302")).toEqual([
    "shop.com/api/ misses /api itself: AKO 2 compares prefixes by characters",
  ]);
});
