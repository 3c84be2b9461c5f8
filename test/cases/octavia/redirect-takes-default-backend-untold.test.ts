import { expect, it } from "vitest";
import { ingressV1, secret, served } from "../../support/manifests";
import { CERTIFICATE, PRIVATE_KEY } from "../../support/pem";
import { onOctaviaAs } from "../../support/said";

// Octavia redirects before it chooses a pool: of a host with TLS no request in clear text reaches the default backend, and nothing said so.

it("reports to the default backend which requests are redirected", () => {
  const { about } = onOctaviaAs(
    [
      ...served("a", 1),
      ...served("rest", 2),
      secret("cert", CERTIFICATE, PRIVATE_KEY),
      ingressV1("shop", [{ host: "example.com", path: "/a", type: "Prefix", service: "a" }], { tls: ["example.com"] }),
      ingressV1("other", [{ host: "other.com", path: "/", type: "Prefix", service: "a" }], { defaultService: "rest" }),
    ],
    { ingressClass: "openstack", defaultIngController: true },
  );
  expect(about("other")).toEqual({
    state: "ready",
    said: [
      "LB1302 http://example.com: requests that none of its paths takes are redirected to https, and do not reach the default backend: Octavia redirects before it chooses a pool",
    ],
  });
  expect(about("shop").said).toEqual([]);
});
