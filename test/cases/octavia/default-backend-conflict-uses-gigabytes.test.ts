// Each of many Ingresses of one load balancer with a default backend got the names of all in its message: 2000 of them gave 200 MB of messages.
import { expect, test } from "vitest";
import { readSpecs } from "../../../sdk/frontends";
import { translateToOctavia } from "../../../sdk/targets/octavia/translate";
import { ingressV1, served } from "../../support/manifests";

test("a message names a few of them, the oldest first, and the number of the others", () => {
  const many = Array.from({ length: 2000 }, (_, i) =>
    ingressV1(`i${i}`, [], { defaultService: "web", created: `${2000 + (i % 20)}-01-01T00:00:00Z` }),
  );
  const specs = readSpecs([...served("web", 1), ...many].map((value) => ({ value })));
  const { statuses } = translateToOctavia(specs, { settings: { service_subnet_id: "s" }, hostsOnly: true });
  expect(JSON.stringify(statuses).length).toBeLessThan(2_000_000);
  expect(statuses[0]?.description).toBe(
    "Ingress default/i0 and Ingress default/i100 and Ingress default/i1000 and Ingress default/i1020 and Ingress default/i1040 and 1995 others share a load balancer, which can have only one default backend; all of them are ignored",
  );
});
