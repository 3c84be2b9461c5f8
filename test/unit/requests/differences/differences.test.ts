import { describe, expect, it } from "vitest";
import { answer } from "../../../../requests/answer/answer";
import { parseRequest } from "../../../../requests/answer/request";
import { MOST_CELLS } from "../../../../requests/cells/cells";
import type { ComparisonResult } from "../../../../requests/differences/difference";
import { differences } from "../../../../requests/differences/differences";
import { answerText, regionText } from "../../../../requests/messages";
import type {
  Condition,
  PathCondition,
  RoutingTable,
  ServedAnswer,
  ServedPort,
  ServedRule,
} from "../../../../requests/table/routing-table";

const path = (is: PathCondition["is"], value: string): Condition => ({ of: "path", is, values: [value] });
const to = (service: string): ServedAnswer => ({ forward: [{ service, weight: 1 }] });
const rule = (is: PathCondition["is"], value: string, service: string): ServedRule => ({ match: [path(is, value)], to: to(service) });

function served(hosts: ServedPort["hosts"], more: Partial<ServedPort> = {}, servers?: RoutingTable["servers"]): RoutingTable {
  const port: ServedPort = { port: 80, protocol: "http", hosts, otherwise: { status: 404 }, ...more };
  return { addresses: [{ name: "lb", group: "hosts", ports: [port] }], ...(servers ? { servers } : {}) };
}

const web = (...rules: ServedRule[]) => served({ "shop.x": { rules } });
const textsOf = ({ differences: found }: ComparisonResult) =>
  found.map((one) => `${regionText(one)}: ${answerText(one.was)} -> ${answerText(one.is)}${one.certain ? "" : " (may)"}`);

describe("differences", () => {
  const root = rule("segments", "/", "web");

  it("compares the names of each address of a group", () => {
    const shards = (service: string): RoutingTable => {
      const [one, two] = [web(root).addresses[0], served({ "next.x": { rules: [rule("segments", "/", service)] } }).addresses[0]];
      return { addresses: [one!, { ...two!, name: "second" }] };
    };
    expect(textsOf(differences(shards("a"), shards("b")))).toEqual(["http://next.x/...: a -> b"]);
  });

  it("tells what a path takes from a broader one", () => {
    const found = differences(web(root), web(rule("segments", "/api", "api"), root));
    expect(textsOf(found)).toEqual(["http://shop.x/api/...: web -> api"]);
    expect(found.differences[0]?.witness.url).toBe("http://shop.x/api");
  });

  it("tells what an exact path leaves", () =>
    expect(textsOf(differences(web(rule("segments", "/api", "api"), root), web(rule("exact", "/api", "api"), root)))).toEqual([
      "http://shop.x/api/...: api -> web",
    ]));

  it("tells apart segments and characters", () => {
    const found = differences(web(rule("segments", "/a", "a"), root), web(rule("characters", "/a", "a"), root));
    expect(found.differences.map(({ witness }) => witness.url)).toEqual(["http://shop.x/ax"]);
  });

  it("has nothing to tell of a rule that none reaches, another order of what never meets, and a renamed Service", () => {
    const paths = [rule("segments", "/a", "a"), rule("segments", "/b", "b")];
    expect(textsOf(differences(web(root), web(root, rule("exact", "/api", "api"))))).toEqual([]);
    expect(textsOf(differences(web(...paths), web(...paths.toReversed())))).toEqual([]);
    const servers = (name: string) => ({ [name]: { ready: ["10.0.0.1:80"], unready: ["10.0.0.2:80"] } });
    const [a, b] = ["old", "new"].map((name) => served({ "": { rules: [{ to: to(name) }] } }, {}, servers(name)));
    expect(textsOf(differences(a!, b!))).toEqual([]);
  });

  it("tells of the answer to the rest where a rule leaves a rest", () => {
    const other = (rules: ServedRule[]) => served({ "shop.x": { rules } }, { otherwise: { status: 403 } });
    const everything: ServedRule = { to: to("web") };
    const inHost = (found: ComparisonResult) => found.differences.filter(({ host }) => host === "shop.x").map(({ witness }) => witness.url);
    expect(inHost(differences(web(everything), other([everything])))).toEqual([]);
    const api = rule("segments", "/api", "api");
    expect(inHost(differences(web(api), other([api])))).toEqual(["http://shop.x/x"]);
  });

  it("tells of the port of a redirect, if it is not the usual one", () => {
    const on = (port?: number) => web({ to: { redirect: { scheme: "https", ...(port === undefined ? {} : { port }) }, status: 302 } });
    expect(textsOf(differences(on(), on(443)))).toEqual([]);
    expect(differences(on(), on(8443)).differences).toHaveLength(1);
  });

  it("tells of a header, a method and a client", () => {
    const when = (condition: Condition): ServedRule => ({ match: [condition], to: to("next") });
    expect(textsOf(differences(web(root), web(when({ of: "header", name: "x-canary", is: "exact", values: ["1"] }), root)))).toEqual([
      "http://shop.x/... if header x-canary=1: web -> next",
    ]);
    expect(textsOf(differences(web(root), web(when({ of: "method", values: ["POST"], not: true }), root)))).toEqual([
      "http://shop.x/... if not method POST: web -> next",
    ]);
    const open = { "": { rules: [{ to: to("db") }] } };
    const [all, some] = [served(open), served(open, { clients: ["10.0.0.0/8"] })];
    expect(textsOf(differences(some, all))).toEqual(["http://*: closed: the address of the client is refused -> db"]);
    expect(differences(some, all).differences[0]?.witness.from).toBe("192.0.2.1");
  });

  it("tells of a wildcard what no narrower host takes", () => {
    const names = { "a.x": { rules: [root] }, "*.x": { rules: [{ to: to("wild") }] } };
    const found = differences(served({ "a.x": { rules: [root] } }), served(names));
    expect(textsOf(found)).toEqual(["http://*.x: 404 -> wild"]);
    expect(found.differences[0]?.witness.url).toBe("http://other.x/");
  });

  it("follows a host to another address of its group, and no further", () => {
    const at = (name: string, group: string): RoutingTable => ({ addresses: [{ ...web(root).addresses[0]!, name, group }] });
    expect(textsOf(differences(at("shard-0", "hosts"), at("shard-1", "hosts")))).toEqual([]);
    expect(textsOf(differences(at("lb", "hosts"), at("lb", "Gateway infra/web")))).toHaveLength(4);
  });

  it("says may where a regular expression cannot be decided", () => {
    const found = differences(web(root), web(rule("regex", "^/(?!b)c", "next"), root));
    expect(textsOf(found)).toEqual(["http://shop.x ~ ^/(?!b)c: web -> next (may)"]);
    expect(differences(web(root), web(rule("regex", "^(?=/a)/b", "next"), root)).limits).toEqual([
      { host: "shop.x", port: 80, why: "the pattern ^(?=/a)/b cannot be evaluated here" },
    ]);
  });

  it("decides where regular expressions meet", () => {
    const [a, b] = [rule("regex", "^/[a-m]+$", "a"), rule("regex", "^/[m-z]+$", "b")];
    const found = differences(web(a, b), web(b, a));
    expect(found.differences.map(({ witness, certain }) => [witness.url, certain])).toEqual([["http://shop.x/m", true]]);
  });

  it("says so where it gives up", () => {
    const is = (name: string): Condition => ({ of: "header", name, is: "exact", values: ["1"] });
    const rules = (service: string): ServedRule[] =>
      Array.from({ length: 14 }, (_, i) => ({ match: [is(`a${i}`), is(`b${i}`)], to: to(service) }));
    const { limits } = differences(web(...rules("a")), web(...rules("b")));
    expect(limits).toEqual([{ host: "shop.x", port: 80, why: `more than ${MOST_CELLS} kinds of requests` }]);
  });
});

describe("a thousand hosts", () => {
  const many = (odd: string) => {
    const rules = (host: number): ServedRule[] => [
      rule("segments", "/api", `ns${host}/api:80`),
      rule("segments", "/", host === 500 ? odd : `ns${host}/web:80`),
    ];
    return served(Object.fromEntries(Array.from({ length: 1_000 }, (_, i) => [`h${i}.example.com`, { rules: rules(i) }])));
  };
  const [before, after] = [many("ns/was:80"), many("ns/is:80")];

  it("have one difference where one differs", () => {
    expect(textsOf(differences(before, after))).toEqual(["http://h500.example.com/...: ns/was:80 -> ns/is:80"]);
  });

  it("answer 10,000 requests", () => {
    const urls = Array.from({ length: 10_000 }, (_, i) => `http://h${i % 1_000}.example.com/api/${i}`);
    const answered = urls.map((url) => answer(before, parseRequest({ url })!).answer.kind);
    expect(new Set(answered)).toEqual(new Set(["forward"]));
  });
});
