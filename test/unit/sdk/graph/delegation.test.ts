import { describe, expect, it } from "vitest";
import { edge, give, root, service, to } from "../../../support/contour";
import { delegation, linesOf, nodeOf } from "../../../support/graph";

const shop = [
  root("prod/shop", { fqdn: "shop.com", aliases: ["www.shop.com"], routes: [to("/", "web"), give("/pay", "money/pay")] }),
  edge("money/pay", [
    to("/pay", [
      { name: "pay", weight: 9 },
      { name: "canary", weight: 1 },
    ]),
  ]),
  service("prod/web"),
  service("money/pay"),
  service("money/canary"),
];

describe("the graph of delegation", () => {
  it("leads from hosts over roots and edges to Services, with the prefix at each line and namespaces as groups", () => {
    const graph = delegation(shop);
    expect(linesOf(graph)).toEqual([
      "host/shop.com -> ingressroute/prod/shop ok",
      "ingressroute/money/pay -> service/money/canary:80 /pay 1/10 ok",
      "ingressroute/money/pay -> service/money/pay:80 /pay 9/10 ok",
      "ingressroute/prod/shop -> service/prod/web:80 / ok",
      "ingressroute/prod/shop -> ingressroute/money/pay /pay ok",
    ]);
    expect(nodeOf(graph, "host/shop.com")).toMatchObject({ details: ["also www.shop.com"], group: "namespace/prod", state: "ok" });
    expect(nodeOf(graph, "ingressroute/prod/shop")?.details).toEqual(["root, valid"]);
    expect(graph.groups).toEqual([
      { id: "namespace/money", label: "namespace money" },
      { id: "namespace/prod", label: "namespace prod" },
    ]);
  });

  it("shows orphans without effect, and says why faulty objects are", () => {
    const graph = delegation([
      ...shop,
      edge("money/alone", [to("/x", "pay")]),
      root("prod/bad", { fqdn: "bad.com", routes: [to("/", "none")] }),
    ]);
    expect(nodeOf(graph, "ingressroute/money/alone")).toMatchObject({ state: "orphan", details: ["edge, orphaned"] });
    expect(linesOf(graph)).toContain("ingressroute/money/alone -> service/money/pay:80 /x idle");
    expect(nodeOf(graph, "ingressroute/prod/bad")).toMatchObject({ state: "fault", reason: "Service [none:80] is invalid or missing" });
    expect(nodeOf(graph, "host/bad.com")?.state).toBe("idle");
    expect(nodeOf(graph, "service/prod/none:80")).toMatchObject({ state: "missing", reason: "there is no Service prod/none" });
  });

  it("draws a child that is missing as a ghost, of whatever reason", () => {
    const other = { ...edge("money/foreign", [to("/b", "pay")]) };
    other.metadata = { ...other.metadata, annotations: { "kubernetes.io/ingress.class": "nginx" } } as never;
    const graph = delegation([
      root("prod/shop", { fqdn: "shop.com", routes: [give("/a", "money/none"), give("/b", "money/foreign")] }),
      other,
      service("money/pay"),
    ]);
    expect(nodeOf(graph, "ingressroute/money/none")).toMatchObject({ state: "missing", reason: "there is no such IngressRoute" });
    expect(nodeOf(graph, "ingressroute/money/foreign")).toMatchObject({
      state: "missing",
      reason: "this IngressRoute is of another class",
    });
    expect(linesOf(graph)).toContain("ingressroute/prod/shop -> ingressroute/money/none /a missing");
  });

  it("judges each line by itself where an edge has a good and a bad parent", () => {
    const graph = delegation([
      root("a/good", { fqdn: "good.com", routes: [give("/x", "c/child")] }),
      root("b/bad", { fqdn: "bad.com", routes: [give("/y", "c/child")] }),
      edge("c/child", [to("/x", "web")]),
      service("c/web"),
    ]);
    expect(linesOf(graph)).toContain("ingressroute/a/good -> ingressroute/c/child /x ok");
    expect(linesOf(graph)).toContain("ingressroute/b/bad -> ingressroute/c/child /y fault");
  });

  it("ends at cycles and names them", () => {
    const graph = delegation([
      root("n/a", { fqdn: "a.com", routes: [give("/x", "n/b")] }),
      edge("n/b", [give("/x", "n/c")]),
      edge("n/c", [give("/x", "n/b")]),
    ]);
    expect(nodeOf(graph, "ingressroute/n/c")?.reason).toBe("route creates a delegation cycle: n/a -> n/b -> n/c -> n/b");
    expect(linesOf(graph)).toContain("ingressroute/n/c -> ingressroute/n/b /x fault");
  });

  it("shows objects that cannot be read, TCP proxies, and that there is nothing", () => {
    const graph = delegation([
      root("n/tcp", { fqdn: "t.com", tls: { passthrough: true }, tcpproxy: { services: [{ name: "web", port: 80 }] } }),
      service("n/web"),
      { ...edge("n/odd", []), spec: { routes: "none" } },
    ]);
    expect(nodeOf(graph, "ingressroute/n/odd")?.state).toBe("fault");
    expect(nodeOf(graph, "ingressroute/n/odd")?.reason).not.toBe("");
    expect(nodeOf(graph, "host/t.com")?.details).toEqual(["TLS ends at the servers"]);
    expect(linesOf(graph)).toContain("ingressroute/n/tcp -> service/n/web:80 TCP proxy ok");
    expect(delegation([]).notes).toEqual(["There is no IngressRoute of our class among the specs."]);
  });

  it("takes the part of some hosts, aliases and hosts below a domain among them", () => {
    const both = [...shop, root("prod/blog", { fqdn: "blog.example.com", routes: [to("/", "web")] })];
    const hostsOf = (...hosts: string[]) =>
      delegation(both, { hosts })
        .nodes.filter(({ kind }) => kind === "host")
        .map(({ label }) => label);
    expect(hostsOf("WWW.shop.com")).toEqual(["shop.com"]);
    expect(hostsOf("*.example.com")).toEqual(["blog.example.com"]);
    expect(hostsOf("*.shop.com", "blog.example.com")).toEqual(["blog.example.com", "shop.com"]);
    expect(nodeOf(delegation(both, { hosts: ["blog.example.com"] }), "ingressroute/money/pay")).toBeUndefined();
    expect(delegation(both, { hosts: ["nowhere.com"] }).notes).toEqual(["No host of the specs is nowhere.com."]);
  });

  it("says what is wrong with the settings", () => {
    expect(delegation(shop, { settings: { rootNamespaces: 7 } }).notes[0]).toMatch(/^the setting rootNamespaces must be /);
  });

  it("takes settings: roots may stand in some namespaces only", () => {
    const graph = delegation(shop, { settings: { rootNamespaces: ["roots"] } });
    expect(nodeOf(graph, "ingressroute/prod/shop")?.reason).toBe("root IngressRoute cannot be defined in this namespace");
    expect(nodeOf(graph, "ingressroute/money/pay")?.state).toBe("orphan");
  });
});
