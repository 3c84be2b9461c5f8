import { expect, test } from "vitest";
import { requestLines } from "../../../../requests/differences/change-lines";
import { comparedRequests, NO_CHANGES, type RequestChange } from "../../../../requests/differences/changes";
import type { RoutingTable, ServedPort, ServedRule } from "../../../../requests/table/routing-table";

const served = (ports: ServedPort[], group = "hosts"): RoutingTable => ({ addresses: [{ name: "vs", group, ports }] });
const port = (hosts: { [host: string]: ServedRule[] }, more: Partial<ServedPort> = {}): ServedPort => ({
  port: 80,
  protocol: "http",
  hosts: Object.fromEntries(Object.entries(hosts).map(([name, rules]) => [name, { rules }])),
  otherwise: { status: 404 },
  ...more,
});
const rule = (path: string, service: string, object = `Ingress ${service.split(":")[0]}`): ServedRule => ({
  ...(path === "/" ? {} : { match: [{ of: "path", is: "segments", values: [path] }] }),
  to: { forward: [{ weight: 1, service }] },
  by: { object, pointer: "/spec" },
});
const lines = (before: ServedPort[], after: ServedPort[], group?: string) =>
  requestLines(comparedRequests(served(before, group), served(after, group)));
const shop = rule("/", "default/web:80", "Ingress default/shop");

test("a path that is taken says from whom, one that falls says to whom, and 404 where nobody takes it", () => {
  const [api, grab] = [rule("/api", "team0/api:80", "Ingress team0/shop"), rule("/api/v1", "team6/web:80", "Ingress team6/grab")];
  expect(lines([port({ "shop.x": [api] })], [port({ "shop.x": [grab, api] })])).toEqual([
    "+ http://shop.x/api/v1/... -> team6/web:80 (by Ingress team6/grab /api/v1), was team0/api:80 (taken from Ingress team0/shop /api)",
  ]);
  expect(lines([port({ "shop.x": [api, shop] })], [port({ "shop.x": [shop] })])).toEqual([
    "- http://shop.x/api/...: now default/web:80 (by Ingress default/shop /), was team0/api:80",
  ]);
  expect(lines([port({ "shop.x": [api] })], [port({ "shop.x": [] })])).toEqual(["- http://shop.x/api/...: now 404, was team0/api:80"]);
});

test("paths that keep their answer by a rule of their own are no part of what changes", () => {
  const api = rule("/api", "default/web:80", "Ingress default/shop");
  const below: ServedRule = { ...api, match: [{ of: "path", is: "characters", values: ["/api/"] }] };
  const broad: ServedRule = { ...api, match: [{ of: "path", is: "characters", values: ["/api"] }] };
  const lost = "- http://shop.x/api... but for /api/...: now 404, was default/web:80";
  expect(lines([port({ "shop.x": [broad] })], [port({ "shop.x": [below] })])).toEqual([lost]);
  expect(lines([port({ "shop.x": [below] })], [port({ "shop.x": [broad] })])).toEqual([
    "+ http://shop.x/api... but for /api/... -> default/web:80",
  ]);
  const cart = rule("/", "default/cart:80", "Ingress default/shop");
  expect(lines([port({ "shop.x": [shop] })], [port({ "shop.x": [api, cart] })])).toEqual([
    "~ http://shop.x but for /api/...: default/cart:80, was default/web:80",
  ]);
  const many = ["/a", "/b", "/c", "/d"].map((path) => rule(path, "default/web:80", "Ingress default/shop"));
  expect(lines([port({ "shop.x": [shop] })], [port({ "shop.x": [...many, cart] })])).toEqual([
    "~ http://shop.x but for /a/..., /b/..., /c/... and others: default/cart:80, was default/web:80",
  ]);
  const other = rule("/api", "default/api:80", "Ingress default/shop");
  expect(lines([port({ "shop.x": [shop] })], [port({ "shop.x": [other, cart] })])).toHaveLength(2);
});

test("shares are said of one Service too where the other side has several", () => {
  const both = {
    ...shop,
    to: {
      forward: [
        { weight: 9, service: "default/web:80" },
        { weight: 1, service: "default/web2:80" },
      ],
    },
  };
  expect(lines([port({ "shop.x": [both] })], [port({ "shop.x": [shop] })])).toEqual([
    "~ http://shop.x: default/web:80 100 %, was default/web2:80 10 %, default/web:80 90 %",
  ]);
});

test("who may connect is said once for a port", () => {
  const tcp = (clients?: string[]) => [
    port(
      { "": [rule("/", "default/web:5432")] },
      { port: 5432, protocol: "tcp", otherwise: { closed: "no server" }, ...(clients ? { clients } : {}) },
    ),
  ];
  expect(lines(tcp(["10.20.0.0/16"]), tcp(), "Service default/web")).toEqual([
    "~ tcp://default/web:5432: open to all clients, was 10.20.0.0/16",
  ]);
  expect(lines(tcp(["10.20.0.0/16"]), tcp(["10.30.0.0/16"]), "Service default/web")).toEqual([
    "~ tcp://default/web:5432: open to 10.30.0.0/16, was 10.20.0.0/16",
  ]);
});

test("hosts that change alike share a line, with their owner where all have the same", () => {
  const hosts = (owner?: string) =>
    Object.fromEntries([..."abcde"].map((name) => [`${name}.x`, [rule("/", "team1/site:80", owner ?? `Ingress team1/${name}`)]]));
  expect(lines([port({})], [port(hosts())])).toEqual(["+ 5 hosts: http://a.x, http://b.x, http://c.x and 2 more -> team1/site:80"]);
  const moved = (service: string) =>
    port(Object.fromEntries([..."abcd"].map((name) => [`${name}.x`, [rule("/", service, `Ingress ${service}`)]])));
  expect(lines([moved("team1/a:80")], [moved("team1/b:80")])).toEqual([
    "~ 4 hosts: http://a.x, http://b.x, http://c.x and 1 more: team1/b:80 (by Ingress team1/b:80 /), was team1/a:80 (by Ingress team1/a:80 /)",
  ]);
});

test("a redirect that comes with what it leads to has no line, and one that takes the place of an answer has", () => {
  const redirect: ServedRule = { to: { redirect: { scheme: "https" }, status: 302 } };
  const https = port({}, { port: 443, protocol: "https", hosts: { "shop.x": { certificate: "c", rules: [shop] } } });
  expect(lines([], [port({ "shop.x": [redirect] }), https])).toEqual(["+ https://shop.x -> default/web:80"]);
  expect(lines([port({ "shop.x": [shop] })], [port({ "shop.x": [redirect] }), https])).toEqual([
    "~ http://shop.x: redirect 302 to https://shop.x/, was default/web:80 (by Ingress default/shop /)",
    "+ https://shop.x -> default/web:80",
  ]);
});

test("a review has twenty lines at most, and says how many are left out", () => {
  const hosts = Array.from({ length: 30 }, (_, i) => [`h${i}.x`, [rule("/", `team1/site${i}:80`)]]);
  const found = lines([port({})], [port(Object.fromEntries(hosts))]);
  expect(found).toHaveLength(20);
  expect(found.at(-1)).toBe("and 11 more lines: `k8s-lb diff -o json` has all of them");
});

test("what may not be all is said, and what nobody serves, and a Service without a ready server", () => {
  const [change] = comparedRequests(served([port({ "a.x": [shop] })]), served([port({})])).changes as [RequestChange];
  expect(requestLines({ ...NO_CHANGES, changes: [{ ...change, certain: false }] })).toEqual([
    "- http://a.x, perhaps others: now 404, was default/web:80",
  ]);
  expect(lines([port({ "a.x": [shop] })], [])).toEqual(["- http://a.x: now closed: nothing listens at port 80, was default/web:80"]);
  const empty = { ...shop, to: { forward: [{ weight: 1, service: "default/web:80", servers: { ready: [] } }], empty: { status: 503 } } };
  expect(lines([port({})], [port({ "a.x": [empty] })])).toEqual(["+ http://a.x -> default/web:80 (no server is ready)"]);
  expect(requestLines(NO_CHANGES)).toEqual([]);
});
