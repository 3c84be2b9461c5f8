import { expect, it } from "vitest";
import { withReadiness } from "../../../../requests/table/apply-readiness";
import type { RoutingTable, ServedForward } from "../../../../requests/table/routing-table";

const rulesOf = (to: ServedForward): RoutingTable => ({
  addresses: [
    { name: "lb", group: "hosts", ports: [{ port: 80, protocol: "http", hosts: { "a.com": { rules: [{ to }] } }, otherwise: to }] },
  ],
  servers: {
    "n/off:80": { ready: [], unready: ["10.0.0.1:80"] },
    "n/on:80": { ready: ["10.0.0.2:80"] },
    "n/kept:80": { ready: [], kept: true },
  },
});
const answerOf = (to: ServedForward) => {
  const [port] = withReadiness(rulesOf(to)).addresses[0]!.ports;
  return [port!.hosts["a.com"]!.rules[0]!.to, port!.otherwise];
};
const empty = { status: 503 };

it("gives the answer of a forward without a ready server", () => {
  expect(answerOf({ forward: [{ weight: 1, service: "n/off:80" }], empty })).toEqual([empty, empty]);
  expect(answerOf({ forward: [{ weight: 1, servers: { ready: [] } }], empty })).toEqual([empty, empty]);
});

it("leaves a forward with a ready server, with a status, without a known answer, or of which nothing is known", () => {
  const forwards: ServedForward[] = [
    {
      forward: [
        { weight: 1, service: "n/off:80" },
        { weight: 1, service: "n/on:80" },
      ],
      empty,
    },
    {
      forward: [
        { weight: 1, service: "n/off:80" },
        { weight: 1, status: 500 },
      ],
      empty,
    },
    { forward: [{ weight: 1, service: "n/off:80" }] },
    { forward: [{ weight: 1, service: "n/unknown:80" }], empty },
    { forward: [{ weight: 1, service: "n/kept:80" }], empty },
  ];
  for (const forward of forwards) expect(answerOf(forward)).toEqual([forward, forward]);
});
