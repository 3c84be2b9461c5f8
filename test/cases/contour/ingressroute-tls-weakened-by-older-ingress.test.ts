import { expect, it } from "vitest";
import { secret } from "../../support/contour";
import { root, served, to, toAvi, toOctavia } from "../../support/contour-on-targets";
import { ingressV1 } from "../../support/manifests";

// The minimumProtocolVersion of an IngressRoute was lost where an older Ingress had brought the certificate of the host.

const given = (own: string) => [
  secret("shop/cert"),
  secret("shop/other"),
  ...served("shop/web", 1),
  ingressV1("old", [{ host: "shop.com", path: "/old", service: "web" }], {
    namespace: "shop",
    tls: ["shop.com"],
    created: "2020-01-01T00:00:00Z",
  }),
  root("shop/root", { fqdn: "shop.com", tls: { secretName: own, minimumProtocolVersion: "1.3" }, routes: [to("/", "web")] }),
];

it.each(["cert", "other"])("with Secret %s", (own) => {
  const { objects } = toAvi(given(own));
  expect(objects.sslprofile).toMatchObject([{ accepted_versions: [{ type: "SSL_VERSION_TLS1_3" }] }]);
  const listeners = toOctavia(given(own)).balancers[0]?.listeners ?? [];
  expect(listeners.map((listener) => listener.tls_versions)).toEqual([undefined, ["TLSv1.3"]]);
});
