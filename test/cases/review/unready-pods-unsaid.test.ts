import { expect, it } from "vitest";
import { reviewChanges } from "../../../requests/review/changes";
import { reviewLines } from "../../../requests/review/lines";
import { reviewFactsOf } from "../../../sdk/plan";
import { topology } from "../../../sdk/targets/topology";
import { toAvi } from "../../support/front-ends";
import { ingressV1, service } from "../../support/manifests";

// With the generations that keep unready servers, disabled, a summary said "1 further change ... servers[..].enabled" when no Pod was left.

const slices = (ready: string[], unready: string[] = []) => ({
  ...{ apiVersion: "v1", kind: "Endpoints", metadata: { name: "app8", namespace: "default" } },
  subsets: [
    {
      addresses: ready.map((ip) => ({ ip })),
      notReadyAddresses: unready.map((ip) => ({ ip })),
      ports: [{ port: 8080 }],
    },
  ],
});

const IPS = ["10.1.0.5", "10.1.0.6", "10.1.0.7"];
const run = (endpoints: object, naming = "ako-2") =>
  toAvi(
    [service("app8", [80]), ingressV1("app8", [{ host: "app8.example.com", path: "/", service: "app8" }], { className: "avi" }), endpoints],
    {
      naming,
      ingressClass: "avi",
    },
  );

const lines = (before: ReturnType<typeof run>, after: ReturnType<typeof run>) =>
  reviewLines(reviewChanges(reviewFactsOf(before), reviewFactsOf(after)));

it.each(["ako-2", "ako-2-evh"])("counts ready servers alone in %s, and says which turned", (naming) => {
  const before = run(slices(IPS), naming);
  const none = run(slices([], IPS), naming);
  expect(lines(before, none)).toEqual([
    "1 Service with other servers",
    "  ~ default/app8:80: 0 of 3 servers ready, 10.1.0.5:8080 not ready, 10.1.0.6:8080 not ready, 10.1.0.7:8080 not ready",
  ]);
  expect(Object.values(none.served ?? {})).toEqual([0]);
  const one = run(slices(IPS.slice(1), IPS.slice(0, 1)), naming);
  expect(lines(none, one)[1]).toBe("  ~ default/app8:80: 2 of 3 servers ready, 10.1.0.6:8080 ready, 10.1.0.7:8080 ready");
  expect(lines(one, before)[1]).toBe("  ~ default/app8:80: 3 servers, 10.1.0.5:8080 ready");
  expect(lines(none, none)).toEqual([]);
});

it("says it of a new route too", () => {
  const nothing = { ...run(slices(IPS)), facts: { ...run(slices(IPS)).facts, review: { routes: {}, servers: {} } } };
  expect(lines(nothing as never, run(slices(["10.1.0.5"], ["10.1.0.6"]))).join("\n")).toContain(
    "-> default/app8:80 (1 of 2 servers ready)",
  );
});

it.each([
  ["ako-2-evh", undefined, "http"],
  ["ako-2", "DEDICATED", "http"],
])("says in words that a HostRule takes a host down (%s)", (naming, shardVSSize, scheme) => {
  const rule = (enableVirtualHost: boolean) => ({
    ...{ apiVersion: "ako.vmware.com/v1beta1", kind: "HostRule", metadata: { name: "down", namespace: "default" } },
    spec: { virtualhost: { fqdn: "app8.example.com", enableVirtualHost } },
  });
  const at = (on: boolean) =>
    toAvi(
      [
        service("app8", [80]),
        ingressV1("app8", [{ host: "app8.example.com", path: "/", service: "app8" }], { className: "avi" }),
        slices(IPS),
        rule(on),
      ],
      { naming, ingressClass: "avi", ...(shardVSSize ? { shardVSSize } : {}) },
    );
  expect(lines(at(true), at(false))).toEqual([
    "1 route changed",
    `  ~ ${scheme}://app8.example.com/ -> default/app8:80 (3 servers); switched off, no request is answered: enableVirtualHost of HostRule default/down is false, was -> default/app8:80 (3 servers)`,
  ]);
  expect(lines(at(true), at(true))).toEqual([]);
});

it("shows it in the picture of the plan", () => {
  const drawn = (ready: string[], unready: string[]) => JSON.stringify(topology(run(slices(ready, unready))));
  expect(drawn([], IPS)).toContain("0 of 3 servers ready");
  expect(drawn(IPS, [])).not.toContain("servers ready");
});
