import { expect, it } from "vitest";
import { openShiftRoute, served } from "../../support/manifests";
import { CERTIFICATE, PRIVATE_KEY } from "../../support/pem";
import { onAviAs } from "../../support/said";

// A virtual service of one host answers on both ports. Of two Routes on TLS alone only the older one was told that its clear text is served.

const edge = { termination: "edge", certificate: CERTIFICATE, key: PRIVATE_KEY };
const to = (name: string) => ({ kind: "Service", name });

it("reports to each Route that its clear text is served", () => {
  const objects = [
    ...served("a", 1),
    ...served("b", 2),
    openShiftRoute("old", { host: "example.com", path: "/old/", to: to("a"), tls: edge }, "2020-01-01T00:00:00Z"),
    openShiftRoute("young", { host: "example.com", to: to("b"), tls: edge }, "2021-01-01T00:00:00Z"),
  ];
  const { about } = onAviAs("ako-2", objects, { shardVSSize: "DEDICATED" });
  expect(about("old").said.join()).toContain("http://example.com/old/...: served like TLS: the virtual service answers on both ports");
  expect(about("young").said.join()).toContain("http://example.com: served like TLS: the virtual service answers on both ports");
});
