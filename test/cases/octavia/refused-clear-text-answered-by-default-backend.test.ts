import { expect, test } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { translateToOctavia } from "../../../sdk/targets/octavia/translate";
import { ingressV1, openShiftRoute, served } from "../../support/manifests";
import { CERTIFICATE, PRIVATE_KEY } from "../../support/pem";

// A Route with policy None leaves clear text of its host to nobody, and the default pool of the listener has all that is left.

const reported = (insecureEdgeTerminationPolicy: string, other: object = ingressV1("all", [], { defaultService: "rest" })) => {
  const objects = [
    ...served("web", 1),
    ...served("rest", 2),
    openShiftRoute("shop", {
      host: "example.com",
      to: { kind: "Service", name: "web" },
      tls: { termination: "edge", insecureEdgeTerminationPolicy, certificate: CERTIFICATE, key: PRIVATE_KEY },
    }),
    other,
  ];
  const settings = { service_subnet_id: "4f6c1c1e-1111-4111-8111-111111111111", defaultIngController: true };
  const { statuses, diagnostics } = translateToOctavia(readSpecs(objects.map((value) => ({ value }))), { settings });
  return [...diagnostics, ...statuses.flatMap((one) => one.diagnostics)].filter(({ code }) => code === "LB1302" || code === "LB1399");
};

test("says that the default backend answers what the Route refuses", () => {
  expect(reported("None")).toMatchObject([
    {
      code: "LB1302",
      object: { kind: "Ingress", name: "all" },
      message: expect.stringContaining("http://example.com: the Route of the host refuses clear text"),
    },
  ]);
});

test("says the same of a rule without a host", () => {
  expect(reported("None", ingressV1("all", [{ path: "/a", type: "Prefix", service: "rest" }]))).toMatchObject([
    { code: "LB1302", object: { kind: "Ingress", name: "all" } },
  ]);
});

test("says nothing of it where clear text is served", () => {
  expect(reported("Allow")).toEqual([]);
});
