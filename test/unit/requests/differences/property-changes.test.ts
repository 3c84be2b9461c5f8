import { expect, test } from "vitest";
import { propertyDifferences } from "../../../../requests/differences/property-changes";
import { propertyLines } from "../../../../requests/differences/property-lines";
import type { DefaultValues } from "../../../../requests/differences/property-words";
import { packedRules, unpackedRules } from "../../../../requests/table/packed";
import type { Protocol, RoutingTable, ServedForward, ServedPort } from "../../../../requests/table/routing-table";

const USUAL: DefaultValues = { tlsVersions: ["1.2", "1.3"], timeouts: { client: 50 }, balancing: "round robin" };
const web: ServedForward = { forward: [{ weight: 1, service: "default/web:80" }] };
const tls = (verify: boolean, more: object = {}): ServedForward => ({ forward: [{ ...web.forward[0]!, tls: { verify, ...more } }] });

function side(to: ServedForward, port: Partial<ServedPort> = {}, hosts = ["a.x"], protocol: Protocol = "https"): RoutingTable {
  const entries = Object.fromEntries(hosts.map((host) => [host, { certificate: "c", rules: [{ to }] }]));
  return {
    addresses: [{ name: "lb", group: "hosts", ports: [{ port: 443, protocol, hosts: entries, otherwise: { status: 404 }, ...port }] }],
  };
}
const lines = (before: RoutingTable, after: RoutingTable) => propertyLines(propertyDifferences(before, after, USUAL));

test.each<[string, RoutingTable, RoutingTable, string]>([
  ["TLS versions", side(web), side(web, { tlsVersions: ["1.3"] }), "~ https://a.x: TLS 1.3, was TLS 1.2 to 1.3"],
  ["TLS versions with a gap", side(web), side(web, { tlsVersions: ["1.0", "1.2"] }), "~ https://a.x: TLS 1.0 and 1.2, was TLS 1.2 to 1.3"],
  ["timeouts", side(web, { timeouts: { client: 1 } }), side(web), "~ https://a.x: idle clients are cut after 50 s, was 1 s"],
  ["timeouts", side(web), side(web, { timeouts: { server: 9 } }), "~ https://a.x: idle servers are cut after 9 s, was the usual time"],
  [
    "authorities of clients",
    side(web, { clientCertificate: "required", authority: "a" }),
    side(web, { clientCertificate: "required", authority: "b" }),
    "~ https://a.x: authority of client certificates b, was a",
  ],
  [
    "certificates that clients may show",
    side(web),
    side(web, { authority: "a" }),
    "~ https://a.x: authority of optional client certificates a, was none",
  ],
  ["further properties", side(web), side(web, { properties: { ALPN: "h2" } }), "~ https://a.x: ALPN h2, was as usual"],
  [
    "TLS to servers",
    side(web),
    side(tls(false)),
    "~ https://a.x: servers are spoken to with TLS (certificate not verified), was clear text",
  ],
  [
    "a check of servers that goes",
    side(tls(true, { name: "w", authority: "a" })),
    side(tls(false)),
    "- https://a.x: servers are spoken to with TLS (certificate not verified), was TLS (certificate verified for w, authority a)",
  ],
  ["affinity", side(web), side({ ...web, affinity: "source" }), "~ https://a.x: affinity by the address of the client, was none"],
  ["affinity", side({ ...web, affinity: "cookie S" }), side(web), "~ https://a.x: affinity none, was by cookie S"],
  ["PROXY protocol", side(web), side({ ...web, proxyProtocol: "v2" }), "~ https://a.x: PROXY protocol v2, was none"],
  ["balancing", side(web), side({ ...web, balancing: "random" }), "~ https://a.x: balancing random, was round robin"],
  ["policies", side(web), side({ ...web, policies: ["WAF policy w"] }), "~ https://a.x: policies WAF policy w, was none"],
  ["policies that go", side({ ...web, policies: ["WAF policy w"] }), side(web), "- https://a.x: policies none, was WAF policy w"],
])("%s that turn are a line with both values, after a state too", (_, before, after, line) => {
  expect(lines(before, after)).toEqual([line]);
  const was = unpackedRules(JSON.parse(JSON.stringify(packedRules(before))));
  const is = unpackedRules(JSON.parse(JSON.stringify(packedRules(after))), {}, was);
  expect(was && is && lines(was, is)).toEqual([line]);
});

test("versions of TLS of a host go before those of its port, with and without a certificate, after a state too", () => {
  for (const certificate of [{}, { certificate: "c" }]) {
    const of = (tlsVersions: string[]) => side(web, { hosts: { "a.x": { ...certificate, tlsVersions, rules: [{ to: web }] } } });
    const was = unpackedRules(packedRules(of(["1.1"])));
    const is = unpackedRules(packedRules(of(["1.3"])), {}, was);
    expect(was && is && lines(was, is)).toEqual(["~ https://a.x: TLS 1.3, was TLS 1.1"]);
  }
});

test("what is the same, new or gone has no line", () => {
  const secured = side(web, { clientCertificate: "required", authority: "a" });
  expect(lines(side(web), side(web))).toEqual([]);
  expect(lines(side(web), side({ ...web, balancing: "random" }, {}, ["b.x"]))).toEqual([]);
  expect(lines(side(web, {}, ["a.x"], "tls"), side(web, { tlsVersions: ["1.3"] }))).toEqual([]);
  // requests without a certificate have the line
  expect(lines(secured, side(web))).toEqual([]);
  expect(lines(side(web), secured)).toEqual([]);
});

test("rules that change apart have a line each, and alike hosts share one", () => {
  const rules = (first: ServedForward, second: ServedForward) => [
    { match: [{ of: "path" as const, is: "segments" as const, values: ["/api"] }], to: first },
    { to: second },
  ];
  const of = (first: ServedForward, second: ServedForward) => side(web, { hosts: { "a.x": { rules: rules(first, second) } } });
  const random = { ...web, balancing: "random" };
  expect(lines(of(web, web), of(random, web))).toEqual(["~ https://a.x/api/...: balancing random, was round robin"]);
  expect(lines(of(web, web), of(random, random))).toEqual(["~ https://a.x: balancing random, was round robin"]);
  const hosts = ["a.x", "b.x", "c.x", "d.x", "e.x"];
  expect(lines(side(web, {}, hosts), side(web, { tlsVersions: ["1.3"] }, hosts))).toEqual([
    "~ 5 hosts: https://a.x, https://b.x, https://c.x and 2 more: TLS 1.3, was TLS 1.2 to 1.3",
  ]);
});

test("of many lines losses come first and stay", () => {
  const hosts = Array.from({ length: 30 }, (_, i) => `h${i}.x`);
  const rulesOf = (policies: (i: number) => string[] | undefined): RoutingTable =>
    side(web, {
      hosts: Object.fromEntries(
        hosts.map((host, i) => [host, { rules: [{ to: { ...web, ...(policies(i) ? { policies: policies(i)! } : {}) } }] }]),
      ),
    });
  const found = lines(
    rulesOf((i) => (i > 24 ? [`p${i}`] : undefined)),
    rulesOf((i) => (i > 24 ? undefined : [`q${i}`])),
  );
  expect(found).toHaveLength(20);
  expect(found.filter((line) => line.startsWith("- "))).toHaveLength(5);
  expect(found.slice(0, 5).every((line) => line.startsWith("- "))).toBe(true);
  expect(found.at(-1)).toBe("and 11 more changes beside the answers: see `k8s-lb diff`");
});
