import { expect, it } from "vitest";
import type { Part, RoutingTable } from "../../../../requests/table/routing-table";
import { withServices } from "../../../../requests/table/service-names";

const served = (forward: Part[]): RoutingTable => ({
  addresses: [
    {
      name: "lb",
      group: "hosts",
      ports: [{ port: 80, protocol: "http", hosts: { "a.com": { rules: [{ to: { forward } }] } }, otherwise: { status: 404 } }],
    },
  ],
});
const SERVICES = {
  "default/a:80": { ready: ["10.0.0.1:80", "10.0.0.2:80"] },
  "default/b:80": { ready: ["10.0.0.3:80"] },
  "default/all:80": { ready: ["10.0.0.1:80", "10.0.0.2:80", "10.0.0.3:80"] },
};
const named = (forward: Part[], services = SERVICES) =>
  withServices(served(forward), services).addresses[0]?.ports[0]?.hosts["a.com"]?.rules[0]?.to;

it("names the Service whose servers get the requests", () =>
  expect(named([{ weight: 2, servers: { ready: ["10.0.0.1:80", "10.0.0.2:80"] } }])).toEqual({
    forward: [{ service: "default/a:80", weight: 1 }],
  }));

it("gives each Service the part of its servers", () => {
  const { "default/all:80": _, ...two } = SERVICES;
  const parts = [
    { weight: 8, servers: { ready: ["10.0.0.1:80", "10.0.0.2:80"] } },
    { weight: 1, servers: { ready: ["10.0.0.3:80"] } },
  ];
  expect(named(parts, two as typeof SERVICES)).toEqual({
    forward: [
      { service: "default/a:80", weight: 8 },
      { service: "default/b:80", weight: 1 },
    ],
  });
});

it("leaves servers that are nobody's", () => {
  const parts = [{ weight: 1, servers: { ready: ["10.9.9.9:80"] } }];
  expect(named(parts)).toEqual({ forward: parts });
});

it("gives a Service that is named without its port the one that it has", () =>
  expect(named([{ weight: 3, service: "default/b", servers: { ready: [] } }])).toEqual({
    forward: [{ service: "default/b:80", weight: 1 }],
  }));

it("knows servers that are not ready", () => {
  const services = { "default/c:80": { ready: [], unready: ["10.0.0.5:80"] } } as object as typeof SERVICES;
  expect(named([{ weight: 1, servers: { ready: [], unready: ["10.0.0.5:80"] } }], services)).toEqual({
    forward: [{ service: "default/c:80", weight: 1 }],
  });
});

it("keeps servers in the state in which the load balancer has them, whatever the Service says", () =>
  expect(named([{ weight: 1, servers: { ready: ["10.0.0.1:80"], unready: ["10.0.0.2:80"] } }])).toEqual({
    forward: [{ service: "default/a:80", weight: 1, servers: { ready: ["10.0.0.1:80"], unready: ["10.0.0.2:80"] } }],
  }));
