import { describe, expect, it } from "vitest";
import type { RoutingTable, ServedAnswer, ServedPort, ServedRule } from "../../../../requests/table/routing-table";
import { Canvas } from "../../../../sdk/graph/canvas";
import { type AddressFacts, drawTable } from "../../../../sdk/graph/table/draw";
import { linesOf, nodeOf } from "../../../support/graph";

const to = (...pools: string[]): ServedAnswer => ({
  forward: pools.map((name) => ({ weight: 1, pool: `pool/${name}`, servers: { ready: ["10.0.0.1:80"] } })),
});
const path = (is: "exact" | "segments" | "characters" | "regex", value: string, answer: ServedAnswer): ServedRule => ({
  match: [{ of: "path", is, values: [value] }],
  to: answer,
});
const port = (number: number, hosts: Record<string, ServedRule[]>, more: Partial<ServedPort> = {}): ServedPort => ({
  ...{ port: number, protocol: number === 443 ? "https" : "http", otherwise: { status: 404 } },
  hosts: Object.fromEntries(Object.entries(hosts).map(([name, rules]) => [name, { rules }])),
  ...more,
});

function drawn(
  ports: ServedPort[],
  { group = "hosts", servers, ...facts }: AddressFacts & Partial<RoutingTable> & { group?: string } = {},
) {
  const canvas = new Canvas("table");
  drawTable(canvas, { addresses: [{ name: "vs", group, ports }], ...(servers ? { servers } : {}) }, () => facts);
  return canvas.build();
}

const labels = (graph: ReturnType<typeof drawn>, kind: string) =>
  graph.nodes.filter((node) => node.kind === kind).map(({ label }) => label);

describe("the picture of a routing table", () => {
  it("has one box for ports at which a host has the same rules", () => {
    const rules = { "a.com": [{ to: to("web") }] };
    expect(labels(drawn([port(80, rules), port(443, rules)]), "listener")).toEqual(["ports 80 and 443"]);
    expect(labels(drawn([port(80, rules), port(8080, rules)]), "listener")).toEqual(["ports 80 and 8080, HTTP"]);
    expect(labels(drawn([port(80, rules), port(443, { "a.com": [{ to: to("other") }] })]), "listener")).toEqual([
      "port 80, HTTP",
      "port 443, HTTPS",
    ]);
  });

  it("shows a rule of a broader name there, and not at each host", () => {
    const rest = { to: to("rest") };
    const graph = drawn([port(80, { "a.com": [path("segments", "/x", to("a")), rest], "b.com": [rest], "": [rest] })]);
    expect(labels(graph, "host")).toEqual(["* (any host)", "a.com"]);
    expect(linesOf(graph).filter((line) => line.includes("pool/rest"))).toEqual([
      "path/vs/http:00080/* / -> pool/rest ok",
      "pool/rest -> servers/rest ok",
    ]);
  });

  it("shows no rule behind one that takes every request, and no name that does not lead to the address", () => {
    const rules = [{ to: to("first") }, path("segments", "/x", to("never"))];
    expect(labels(drawn([port(80, { "a.com": rules })]), "pool")).toEqual(["pool/first"]);
    const dedicated = drawn([port(443, { "a.com": rules, "": rules })], { hosts: ["a.com"] });
    expect(labels(dedicated, "host")).toEqual(["a.com"]);
    expect(labels(dedicated, "pool")).toEqual(["pool/first"]);
  });

  it("shows the two forms of a prefix as one, and an exact path with another answer apart", () => {
    const rules = [path("exact", "/x", to("a")), path("characters", "/x/", to("a"))];
    expect(labels(drawn([port(80, { "a.com": rules })]), "path")).toEqual(["/x"]);
    const apart = [path("exact", "/x", to("b")), path("characters", "/x/", to("a"))];
    expect(labels(drawn([port(80, { "a.com": apart })]), "path")).toEqual(["/x (exact)", "/x/"]);
  });

  it("has conditions in the words of specs", () => {
    const rule: ServedRule = {
      match: [
        { of: "path", is: "regex", values: ["^(?:/v[12])$"] },
        { of: "header", name: "x-version", is: "exact", values: ["2"] },
        { of: "path", is: "exact", values: ["/v1"], not: true },
      ],
      to: to("a"),
    };
    expect(labels(drawn([port(80, { "a.com": [rule] })]), "path")).toEqual(["/v[12] (regex) if header x-version=2"]);
  });

  it("has what answers in the place of servers", () => {
    const redirect = (more: object, status = 301): ServedAnswer => ({ redirect: more, status });
    const answers: [ServedAnswer, string][] = [
      [redirect({ scheme: "https", port: 443 }, 302), "redirect to https (302)"],
      [redirect({ scheme: "https", host: "a.com" }), "redirect to https (301)"],
      [redirect({ scheme: "http", host: "new.com", port: 8080, path: { full: "/x" } }), "redirect to http://new.com:8080/x (301)"],
      [redirect({ host: "new.com", path: { from: "/a", to: "/b" } }), "redirect to host new.com, path /b (301)"],
      [redirect({}), "redirect to the same URL (301)"],
      [{ status: 403 }, "answer 403"],
      [{ closed: "no server" }, "closes the connection"],
    ];
    for (const [answer, label] of answers)
      expect(labels(drawn([port(80, { "a.com": [path("exact", "/x", answer)] })]), "redirect")).toEqual([label]);
    expect(labels(drawn([port(80, { "a.com": [{ to: { status: null } }] })]), "listener")).toEqual([]);
  });

  it("has one redirect where every rule of a host leads to the same place", () => {
    const secure: ServedAnswer = { redirect: { scheme: "https" }, status: 301 };
    const graph = drawn([port(80, { "a.com": [path("segments", "/x", secure), path("segments", "/y", secure)] })]);
    expect(linesOf(graph).filter((line) => line.startsWith("listener/"))).toEqual([
      "listener/vs/http:00080/a.com -> redirect/listener/vs/http:00080/a.com// ok",
    ]);
  });

  it("has shares of pools, weights of servers, and what is unusual about a pool", () => {
    const weighed: ServedAnswer = {
      forward: [
        { weight: 6, pool: "pool/a", servers: { ready: ["10.0.0.1:80", "10.0.0.2:80"] } },
        { weight: 1, pool: "pool/a", servers: { ready: ["10.0.0.3:80"], unready: ["10.0.0.4:80"] } },
        { weight: 7, pool: "pool/b", servers: { ready: [] } },
      ],
      balancing: "random",
      affinity: "source",
      proxyProtocol: "v2",
    };
    const graph = drawn([port(80, { "a.com": [{ to: weighed }] })], {
      pool: (pool) => ({ name: `named ${pool}`, specs: ["Service/a/a"] }),
    });
    expect(linesOf(graph).filter((line) => line.includes("-> pool/"))).toEqual([
      "path/vs/http:00080/a.com / -> pool/a 1/2 ok",
      "path/vs/http:00080/a.com / -> pool/b 1/2 ok",
    ]);
    expect(nodeOf(graph, "pool/a")).toMatchObject({
      label: "named pool/a",
      details: ["random", "affinity: source", "PROXY protocol v2", "3 of 4 servers ready"],
      specs: ["Service/a/a"],
    });
    expect(nodeOf(graph, "servers/a")?.members).toEqual([
      "10.0.0.1:80 weight 3",
      "10.0.0.2:80 weight 3",
      "10.0.0.3:80 weight 1",
      "10.0.0.4:80",
    ]);
    expect(nodeOf(graph, "servers/b")).toMatchObject({ label: "no servers", state: "idle" });
  });

  it("ends at Services where no pool is known, and marks those that are missing", () => {
    const forward: ServedAnswer = {
      forward: [
        { weight: 1, service: "shop/web:80" },
        { weight: 3, service: "shop/none" },
      ],
    };
    const graph = drawn([port(80, { "a.com": [path("segments", "/x", forward)] })], {
      servers: { "shop/web:80": { ready: [] }, "shop/none": { ready: [], absent: "Service" } },
    });
    expect(linesOf(graph)).toContain("listener/vs/http:00080/a.com -> service/shop/none /x 3/4 ok");
    expect(nodeOf(graph, "service/shop/none")).toMatchObject({ state: "missing" });
    expect(nodeOf(graph, "service/shop/web:80")).toMatchObject({ state: "ok", specs: ["Service/shop/web"] });
  });

  it("names the Service of ports without hosts, and shows ports of a Gateway that have no rule", () => {
    const tcp = port(7000, { "": [{ to: to("game") }] }, { protocol: "tcp" });
    const service = drawn([tcp], { group: "Service shop/game", owners: ["Service/shop/game"] });
    expect(nodeOf(service, "listener/vs/tcp:07000")).toMatchObject({ label: "port 7000, TCP", details: ["Service/shop/game"] });
    expect(labels(service, "host")).toEqual([]);
    expect(labels(drawn([port(8080, {})], { group: "Gateway infra/web" }), "listener")).toEqual(["port 8080, HTTP"]);
    expect(labels(drawn([port(8080, {})]), "listener")).toEqual([]);
    // names that lead to a TCP port in DNS stand for any
    const named = port(443, { "": [{ to: to("web") }], "through.com": [{ to: to("web") }] }, { protocol: "tcp" });
    expect(labels(drawn([named]), "host")).toEqual(["through.com"]);
  });
});
