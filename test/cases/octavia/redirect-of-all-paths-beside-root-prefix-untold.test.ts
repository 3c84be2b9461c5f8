import { expect, it } from "vitest";
import { ingressV1, secret, served } from "../../support/manifests";
import { CERTIFICATE, PRIVATE_KEY } from "../../support/pem";
import { onOctaviaAs } from "../../support/said";

// The prefix / by segments comes before / by characters. The redirect of the second took the requests of the first, and both were ready.

it("serves the prefix, and reports the redirect that gets no request", () => {
  const { about, balancer } = onOctaviaAs(
    [
      ...served("a", 1),
      ...served("b", 2),
      secret("cert", CERTIFICATE, PRIVATE_KEY),
      ingressV1("open", [{ host: "example.com", path: "/", type: "Prefix", service: "a" }]),
      ingressV1("secure", [{ host: "example.com", path: "/", type: "ImplementationSpecific", service: "b" }], { tls: ["example.com"] }),
    ],
    { ingressClass: "openstack", defaultIngController: true },
  );
  const clear = balancer?.listeners?.find(({ protocol }) => protocol === "HTTP");
  expect(clear?.l7policies?.map(({ action }) => action)).toEqual(["REDIRECT_TO_POOL"]);
  expect(about("open").said).toEqual([]);
  expect(about("secure").said).toEqual([
    "LB1302 clear text of example.com is not redirected: example.com/ of Ingress default/open is the longer path and takes all of it",
  ]);
});
