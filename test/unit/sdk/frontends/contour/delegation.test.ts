import { describe, expect, it } from "vitest";
import { edge, give, root, service, to, view } from "../../../../support/contour";

// Seed contour-ingressroute.md, "Delegation rules" and "Validation rules"; contour.md 1.2 and 1.3.

const services = [service("root/main"), service("a/app"), service("b/app")];

describe("delegation of IngressRoutes", () => {
  it("follows edges over namespaces; without a namespace in one's own (1.2, step 9)", () => {
    const { lines, states } = view([
      ...services,
      root("root/r", { fqdn: "x.com", routes: [to("/", "main"), give("/a", "a/e")] }),
      edge("a/e", [give("/a/deep", "f")]),
      edge("a/f", [to("/a/deep", "app")]),
    ]);
    expect(lines).toEqual(["x.com:80/a/deep -> a/app:80 1", "x.com:80/ -> root/main:80 1"]);
    expect(states).toEqual({ "a/e": "valid", "a/f": "valid", "root/r": "valid" });
  });

  it("names the parent in a notice, and tells a parent of a child that is missing or invalid (seed, Reporting status)", () => {
    const { states, why, said } = view([
      ...services,
      root("root/r", { fqdn: "x.com", routes: [to("/", "main"), give("/a", "a/e"), give("/b", "b/none")] }),
      edge("a/e", [to("/b", "app")]),
    ]);
    expect(states).toEqual({ "a/e": "invalid", "root/r": "valid" });
    expect(why).toEqual({ "a/e": `the path prefix "/b" does not match the parent's path prefix "/a"`, "root/r": "valid IngressRoute" });
    expect(said.filter((text) => /LB151[346]/.test(text))).toEqual([
      'LB1516  IngressRoute root/r delegates "/a" of x.com to this object',
      'LB1514 /spec/routes/1/delegate IngressRoute a/e, to which "/a" of x.com is delegated, is invalid: nothing of it is served',
      'LB1513 /spec/routes/2/delegate IngressRoute b/none, to which "/b" of x.com is delegated, is missing, faulty or of another class',
    ]);
  });

  it("leaves edges that no valid root reaches orphaned, and what only they delegate to (1.2, step 3)", () => {
    const { lines, states, why } = view([
      ...services,
      root("root/bad", { fqdn: " ", routes: [give("/a", "a/e")] }),
      edge("a/e", [give("/a", "f")]),
      edge("a/f", [to("/a", "app")]),
    ]);
    expect(lines).toEqual([]);
    expect(states).toEqual({ "root/bad": "invalid", "a/e": "orphaned", "a/f": "orphaned" });
    expect(why).toMatchObject({
      "root/bad": "Spec.VirtualHost.Fqdn must be specified",
      "a/f": "this IngressRoute is not part of a delegation chain from a root IngressRoute",
    });
  });

  it("keeps an edge with one valid parent out of several", () => {
    const { lines, states } = view([
      ...services,
      root("root/bad", { fqdn: "", routes: [give("/a", "a/e")] }),
      root("root/good", { fqdn: "x.com", routes: [give("/a", "a/e")] }),
      edge("a/e", [to("/a", "app")]),
    ]);
    expect(lines).toEqual(["x.com:80/a -> a/app:80 1"]);
    expect(states).toEqual({ "root/bad": "invalid", "root/good": "valid", "a/e": "valid" });
  });

  it("judges an edge for each of its parents: it serves the good one, its status is that of the first", () => {
    const r = (routes: unknown[]) => view([...services, root("root/r", { fqdn: "x.com", routes }), edge("a/e", [to("/a", "app")])]);
    const [goodFirst, badFirst] = [r([give("/a", "a/e"), give("/b", "a/e")]), r([give("/b", "a/e"), give("/a", "a/e")])];
    for (const { lines } of [goodFirst, badFirst]) expect(lines).toEqual(["x.com:80/a -> a/app:80 1"]);
    expect([goodFirst.states["a/e"], badFirst.states["a/e"]]).toEqual(["valid", "invalid"]);
    expect(goodFirst.codes["a/e"]).toContain("LB1504");
  });

  it.each([
    ["/finance", "/finance", true],
    ["/finance", "/finance/", true],
    ["/finance", "/finance/x/", true],
    ["/finance", "/finance//x", true],
    ["/finance/", "/finance", true],
    ["/", "/anything", true],
    ["", "/anything", true],
    ["", "", true],
    ["/finance", "/financex", false],
    ["/finance", "/fin", false],
    ["/finance", "/", false],
    ["/finance", "", false],
    ["/", "", false],
  ])("prefix %j delegated, child %j: %j (1.2, table of the prefix rule)", (given, match, allowed) => {
    const { states } = view([
      ...services,
      root("root/r", { fqdn: "x.com", routes: [give(given, "a/e")] }),
      edge("a/e", [to(match, "app")]),
    ]);
    expect(states["a/e"]).toBe(allowed ? "valid" : "invalid");
  });

  it("binds routes that delegate and routes that do nothing to the prefix, too (seed rule 2; case ir-070)", () => {
    const grab = view([
      ...services,
      root("root/r", { fqdn: "x.com", routes: [give("/a", "a/e")] }),
      edge("a/e", [to("/a", "app"), give("/admin", "a/f")]),
      edge("a/f", [to("/admin", "app")]),
    ]);
    expect(grab.lines).toEqual([]);
    expect(grab.states).toEqual({ "root/r": "valid", "a/e": "invalid", "a/f": "orphaned" });
    const seed = view([
      root("root/r", { fqdn: "x.com", routes: [give("/static", "a/e")] }),
      edge("a/e", [{ match: "/static/css" }, { match: "/css" }]),
    ]);
    expect(seed.why["a/e"]).toBe(`the path prefix "/css" does not match the parent's path prefix "/static"`);
  });

  it("applies nothing of an object with any fault, wherever it stands (seed rule 1)", () => {
    const { lines, states, why } = view([
      ...services,
      root("root/r", { fqdn: "x.com", routes: [to("/", "main"), give("/a", "a/e"), to("/late", "nowhere")] }),
      edge("a/e", [to("/a", "app")]),
    ]);
    expect(lines).toEqual([]);
    expect(states).toEqual({ "root/r": "invalid", "a/e": "orphaned" });
    expect(why["root/r"]).toBe("Service [nowhere:80] is invalid or missing");
  });

  it("finds cycles at the object that closes them, with the whole chain (1.2, step 10)", () => {
    const self = view([root("root/r", { fqdn: "x.com", routes: [give("/a", "r")] })]);
    expect(self.why["root/r"]).toBe("route creates a delegation cycle: root/r -> root/r");
    const back = view([
      ...services,
      root("root/r", { fqdn: "x.com", routes: [to("/", "main"), give("/a", "a/e")] }),
      edge("a/e", [give("/a", "b/f")]),
      edge("b/f", [give("/a", "a/e")]),
    ]);
    expect(back.lines).toEqual(["x.com:80/ -> root/main:80 1"]);
    expect(back.states).toEqual({ "root/r": "valid", "a/e": "valid", "b/f": "invalid" });
    expect(back.why["b/f"]).toBe("route creates a delegation cycle: root/r -> a/e -> b/f -> a/e");
    const toRoot = view([root("root/r", { fqdn: "x.com", routes: [give("/a", "a/e")] }), edge("a/e", [give("/a", "root/r")])]);
    expect(toRoot.why["a/e"]).toBe("route creates a delegation cycle: root/r -> a/e -> root/r");
  });

  it("takes a diamond for what it is: two routes to one child", () => {
    const { lines, states } = view([
      ...services,
      root("root/r", { fqdn: "x.com", routes: [give("/a/x", "a/e"), give("/a/y", "b/f")] }),
      edge("a/e", [give("/a/x/1", "a/leaf")]),
      edge("b/f", [give("/a/y/1", "a/leaf")]),
      edge("a/leaf", []),
    ]);
    expect(lines).toEqual([]);
    expect(states).toEqual({ "root/r": "valid", "a/e": "valid", "b/f": "valid", "a/leaf": "valid" });
  });

  it("refuses to delegate to another root, whose own host stays (1.2, step 11)", () => {
    const { lines, why } = view([
      ...services,
      root("a/other", { fqdn: "y.com", routes: [to("/a", "app")] }),
      root("root/r", { fqdn: "x.com", routes: [to("/", "main"), give("/a", "a/other")] }),
    ]);
    expect(lines).toEqual(["y.com:80/a -> a/app:80 1"]);
    expect(why).toEqual({ "root/r": "root ingressroute cannot delegate to another root ingressroute", "a/other": "valid IngressRoute" });
  });

  it("lets the later of two equal prefixes win and says so (1.2, step 12)", () => {
    const { lines, codes } = view([
      ...services,
      root("root/r", { fqdn: "x.com", routes: [to("/a", "main"), give("/a", "a/e")] }),
      edge("a/e", [to("/a", "app")]),
    ]);
    expect(lines).toEqual(["x.com:80/a -> a/app:80 1"]);
    expect(codes["root/r"]).toEqual(["LB1517"]);
  });

  it("bounds the work of objects that delegate to each other many times", () => {
    const twice = Array.from({ length: 40 }, (_, i) => edge(`a/e${i}`, [give("/", `e${i + 1}`), give("/", `e${i + 1}`)]));
    const { states } = view([root("a/r", { fqdn: "x.com", routes: [give("/", "e0")] }), ...twice]);
    expect(states["a/r"]).toBe("valid");
    const chain = Array.from({ length: 200 }, (_, i) => edge(`a/e${i}`, [give("/", `e${i + 1}`)]));
    expect(Object.values(view([root("a/r", { fqdn: "x.com", routes: [give("/", "e0")] }), ...chain]).codes).flat()).toContain("LB1525");
  });
});
