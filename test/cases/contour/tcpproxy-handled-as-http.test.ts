import { expect, it } from "vitest";
import type { PoolBody } from "../../../resources/octavia/types";
import { root, service } from "../../support/contour";
import { toAvi, toOctavia } from "../../support/contour-on-targets";
import { endpoints } from "../../support/manifests";

// Pools of a tcpproxy with passthrough spoke TLS around the TLS of the client, and kept cookies, on Avi; on Octavia they had no strategy.

const proxy = (...strategies: (string | undefined)[]) => [
  ...strategies.flatMap((_, i) => [
    service(`shop/web${i}`, { "contour.heptio.com/upstream-protocol.tls": "443" }, [{ port: 443 }]),
    endpoints(`web${i}`, [`10.0.0.${i}`], 8443, "shop"),
  ]),
  root("shop/root", {
    fqdn: "shop.com",
    tls: { passthrough: true },
    tcpproxy: { services: strategies.map((strategy, i) => ({ name: `web${i}`, port: 443, ...(strategy ? { strategy } : {}) })) },
  }),
];
const onAvi = (...strategies: (string | undefined)[]) => {
  const { objects, said } = toAvi(proxy(...strategies));
  const pools = (objects.pool ?? []) as { [field: string]: unknown }[];
  return { algorithms: pools.map(({ lb_algorithm }) => String(lb_algorithm).replace("LB_ALGORITHM_", "")), pools, said: said("LB1302") };
};
const onOctavia = (strategies: (string | undefined)[], settings = {}) => {
  const { balancers, said } = toOctavia(proxy(...strategies), settings);
  const pool = balancers[0]?.listeners?.[0]?.default_pool as PoolBody | undefined;
  return [pool?.lb_algorithm, ...said("LB1301"), ...said("LB1302")];
};

it("servers on Avi get the TLS of the client as it is", () => {
  const { pools, said } = onAvi(undefined);
  expect(Object.keys(pools[0] ?? {}).filter((field) => /ssl|sni|http|persistence/.test(field))).toEqual([]);
  expect(said).toEqual([]);
});

it("a strategy counts on Avi for each Service", () => {
  const two = onAvi("WeightedLeastRequest", "Random");
  expect([two.algorithms, two.said]).toEqual([["LEAST_CONNECTIONS", "RANDOM"], []]);
  const { algorithms, pools, said } = onAvi("Cookie");
  expect([algorithms, pools[0]?.application_persistence_profile_ref]).toEqual([["ROUND_ROBIN"], undefined]);
  expect(said).toEqual(["Service shop/web0: the strategy Cookie means RoundRobin in a tcpproxy"]);
});

it("a strategy counts on Octavia, where the Services share a pool", () => {
  expect(onOctavia([undefined])).toEqual(["ROUND_ROBIN"]);
  expect(onOctavia(["Maglev"])).toEqual(["SOURCE_IP", expect.stringContaining("Maglev becomes SOURCE_IP")]);
  expect(onOctavia(["Cookie"])).toEqual(["ROUND_ROBIN", expect.stringContaining("Cookie means RoundRobin")]);
  expect(onOctavia(["WeightedLeastRequest", "WeightedLeastRequest"])).toEqual(["LEAST_CONNECTIONS"]);
  expect(onOctavia(["WeightedLeastRequest", undefined])).toEqual([undefined, expect.stringContaining("have different strategies")]);
  expect(onOctavia(["Random"])).toEqual([undefined, expect.stringContaining("no algorithm for the strategy Random")]);
  expect(onOctavia(["Maglev"], { provider: "ovn" })).toEqual(["SOURCE_IP_PORT", expect.stringContaining("Maglev is not used")]);
});
