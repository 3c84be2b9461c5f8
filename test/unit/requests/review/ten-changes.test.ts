import { beforeAll, describe, expect, test } from "vitest";
import { certificateFor, type KeyPair } from "../../../sandbox/lib/certificates";
import { endpoints, ingressV1, openShiftRoute, secret, service } from "../../../support/manifests";
import { reviewOf } from "../../../support/review";

// Ten changes of a pull request, and what the summary says of each. A reviewer has nothing else.

let [old, renewed]: KeyPair[] = [];
beforeAll(async () => {
  [old, renewed] = await Promise.all([certificateFor("pay.x.com"), certificateFor("pay.x.com")]);
});
const backend = (name: string, ...ips: string[]) => [service(name, [80]), endpoints(name, ips, 8080)];
const lb = (annotations: Record<string, string> = {}) => {
  const { metadata, ...rest } = service("tcp", [5432], "LoadBalancer");
  return { ...rest, metadata: { ...metadata, annotations } };
};
const route = (weight: number) =>
  openShiftRoute("split", {
    host: "split.x.com",
    to: { kind: "Service", name: "shop", weight: 100 },
    alternateBackends: [{ kind: "Service", name: "blog", weight }],
  });

interface ChangedParts {
  shop: string[];
  hosts: string[];
  paths: string[];
  renew: boolean;
  weight: number;
  annotations: Record<string, string>;
}

const BASE: ChangedParts = {
  shop: ["10.0.0.1", "10.0.0.2"],
  hosts: ["shop", "blog"],
  paths: ["/", "/cart"],
  renew: false,
  weight: 100,
  annotations: {},
};

function specsOf(change: Partial<ChangedParts> = {}): object[] {
  const { shop, hosts, paths, renew, weight, annotations } = { ...BASE, ...change };
  const pair = renew ? renewed : old;
  return [
    ...backend("shop", ...shop),
    ...backend("blog", "10.0.1.1"),
    ...hosts.map((name) =>
      ingressV1(name, [{ host: `${name}.x.com`, path: "/", service: name === "img" ? "shop" : name }], { className: "avi" }),
    ),
    ingressV1(
      "pay",
      paths.map((path) => ({ host: "pay.x.com", path, service: "shop" })),
      { tls: ["pay.x.com"], className: "avi" },
    ),
    secret("cert", pair?.certificate ?? "", pair?.key ?? ""),
    route(weight),
    lb(annotations),
    endpoints("tcp", ["10.0.2.1"], 5432),
  ];
}

const SETTINGS = {
  avi: { clusterName: "c1", shardVSSize: "LARGE", subDomains: ["x.com"] },
  octavia: { naming: "kuryr", service_subnet_id: "5f1ba4f6-2b1c-4f3c-8f6e-0d6f0f8f0c11", ingressClass: "avi", timeout_client_data: 60000 },
};
const MOVED = { avi: { ...SETTINGS.avi, shardVSSize: "SMALL" }, octavia: { ...SETTINGS.octavia, timeout_client_data: 70000 } };

const ONE = "1 kind of request is answered differently";
/** The path goes where the requests go without it. */
const unnoticed = (path: string) => [`1 route (https://pay.x.com${path}) changes in no way that a client notices`];

/** Changes by name: the manifests and settings afterwards, and the summary on both targets, or on each. */
const CHANGES: { [name: string]: { to: Partial<ChangedParts>; moved?: true; summary: string[]; octavia?: string[] } } = {
  endpoint: {
    to: { shop: ["10.0.0.1", "10.0.0.7"] },
    summary: ["1 Service with other servers", "~ default/shop:80: 2 servers, +10.0.0.7:8080, -10.0.0.2:8080"],
  },
  host: {
    to: { hosts: ["shop", "blog", "img"] },
    summary: [ONE, "+ http://img.x.com -> default/shop:80", "adds 1 virtual service and 1 VIP; 5 and 4 in all"],
    octavia: [ONE, "+ http://img.x.com -> default/shop:80"],
  },
  "removed host": {
    to: { hosts: ["shop"] },
    summary: [`${ONE}: 1 lost`, "- http://blog.x.com: now served by nobody, was default/blog:80"],
    octavia: [`${ONE}: 1 lost`, "- http://blog.x.com: now 503, was default/blog:80"],
  },
  path: {
    to: { paths: ["/", "/cart", "/news"] },
    summary: unnoticed("/news"),
  },
  "removed path": {
    to: { paths: ["/"] },
    summary: unnoticed("/cart"),
  },
  certificate: {
    to: { renew: true },
    summary: ["1 certificate changed", expect.stringMatching(/^~ Secret default\/cert: another certificate, ends \d{4}-\d\d-\d\d$/)],
  },
  weight: {
    to: { weight: 25 },
    summary: [ONE, "~ http://split.x.com: default/blog:80 20 %, default/shop:80 80 %, was default/blog:80 50 %, default/shop:80 50 %"],
  },
  annotation: {
    to: { annotations: { "openstack.org/kuryr-timeout-client-data": "9000", "k8s-lb.io/drained": "10.0.2.1" } },
    summary: [
      "1 route without a ready server, 1 Service with other servers",
      "- tcp://default/tcp:5432: now closed, its only server is not ready, was default/tcp:5432",
      "~ default/tcp:5432: 1 server, +10.0.2.1:5432(drained), -10.0.2.1:5432",
    ],
    octavia: [
      "1 route without a ready server, 1 change beside the answers, 1 Service with other servers",
      "- tcp://default/tcp:5432: now closed, its only server is not ready, was default/tcp:5432",
      "~ tcp://default/tcp:5432: idle clients are cut after 9 s, was 60 s",
      "~ default/tcp:5432: 1 server, +10.0.2.1:5432(drained), -10.0.2.1:5432",
    ],
  },
  setting: {
    to: {},
    moved: true,
    summary: [
      "1 setting changed, 1 address moves",
      "~ setting shardVSSize: SMALL, was LARGE",
      "~ split.x.com: from c1--Shared-L7-2 to c1--Shared-L7-0: clients with the old address fail until their DNS entry expires",
      "removes 1 virtual service and 1 VIP; 3 and 2 in all",
    ],
    octavia: [
      "1 setting changed, 3 changes beside the answers",
      "~ setting timeout_client_data: 70000, was 60000",
      ...["blog:80", "shop:80", "tcp:5432"].map((name) => `~ tcp://default/${name}: idle clients are cut after 70 s, was 60 s`),
    ],
  },
  nothing: { to: {}, summary: [] },
};

describe.each(["avi", "octavia"] as const)("%s", (target) => {
  test.each(Object.entries(CHANGES))("%s", (_name, { to, moved, summary, octavia }) => {
    const before = { specs: specsOf(), settings: SETTINGS[target] };
    const after = { specs: specsOf(to).reverse(), settings: moved ? MOVED[target] : SETTINGS[target] };
    const lines = reviewOf(target, before, after).map((line) => line.trim());
    expect(lines).toEqual(target === "octavia" ? (octavia ?? summary) : summary);
  });
});

test("a summary has at most twenty lines, says how many more there are, and ends with what is used", () => {
  const many = (count: number) => ({
    specs: Array.from({ length: count }, (_, n) => [
      ...backend(`s${n}`, `10.1.0.${n}`),
      ingressV1(`s${n}`, [{ host: `s${n}.x.com`, path: "/", service: `s${n}` }]),
    ]).flat(),
    settings: SETTINGS.avi,
  });
  const lines = reviewOf("avi", many(0), many(51));
  expect(lines).toHaveLength(22);
  expect(lines.at(-1)).toMatch(/^ {2}adds \d+ virtual services and \d+ VIPs; /);
  expect(lines.at(-2)).toBe("  and 32 more lines: `k8s-lb diff -o json` has all of them");
});
