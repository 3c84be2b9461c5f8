import { expect, it } from "vitest";
import { route as contourRoute, root, to } from "../../support/contour";
import { ingress, ingressV1, openShiftRoute, secret, served } from "../../support/manifests";
import { CERTIFICATE, PRIVATE_KEY } from "../../support/pem";
import { onAviAs } from "../../support/said";

// Labels are lower-cased, and rules of AKO 1.2 match without case where the kind promises no order of paths; this was not reported.

const around = [...served("a", 1), ...served("b", 2), secret("cert", CERTIFICATE, PRIVATE_KEY)];
const edge = { termination: "edge", certificate: CERTIFICATE, key: PRIVATE_KEY };
const shared = "a shared virtual service ignores the case of paths";

it.each([
  ["IngressRoute", root("default/c", { fqdn: "c.com", routes: [to("/", "a"), to("/Api", "b")] })],
  [
    "Contour Route",
    contourRoute("default/c", { host: "c.com", routes: [{ pathPrefix: "/Api", upstreams: [{ serviceName: "b", servicePort: 80 }] }] }),
  ],
  ["Ingress, ImplementationSpecific", ingressV1("c", [{ host: "c.com", path: "/Api", type: "ImplementationSpecific", service: "b" }])],
  ["Ingress of an older version", ingress({ name: "c", rules: [{ host: "c.com", path: "/Api", service: "b" }] })],
  ["OpenShift Route", openShiftRoute("c", { host: "c.com", path: "/Api", to: { kind: "Service", name: "b" } })],
])("a label takes the path of an object in every case: %s", (_kind, object) => {
  for (const naming of ["ako-1.2", "ako-2"])
    expect(onAviAs(naming, [...around, object]).about("c").said).toContain(`LB1302 c.com/Api also matches /api: ${shared}`);
});

it.each([
  ["OpenShift Route", openShiftRoute("r", { host: "r.com", path: "/b/", to: { kind: "Service", name: "a" }, tls: edge })],
  [
    "Ingress of an older version",
    ingress({ name: "r", rules: [{ host: "r.com", path: "/b/", service: "a" }], tls: [{ hosts: ["r.com"], secretName: "cert" }] }),
  ],
])("so does a rule of a TLS host with ako-1.2: %s", (_kind, object) => {
  const { said } = onAviAs("ako-1.2", [...around, object]).about("r");
  expect(said).toContain("LB1302 r.com/b/ also matches /B/: the controller ignores the case of paths");
  expect(
    onAviAs("ako-2", [...around, object])
      .about("r")
      .said.join(),
  ).not.toContain("also matches /B/");
});

it("a path that an earlier rule takes in another case is never reached", () => {
  const route = (name: string, path: string, created: string) =>
    openShiftRoute(name, { host: "r.com", path, to: { kind: "Service", name: "a" }, tls: edge }, created);
  const { about } = onAviAs("ako-1.2", [...around, route("old", "/B", "2020-01-01T00:00:00Z"), route("new", "/b", "2021-01-01T00:00:00Z")]);
  expect(about("new").said).toContain("LB1302 r.com/b is never reached: /B comes before it and takes its requests");
});
