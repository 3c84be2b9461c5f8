import { describe, expect, it } from "vitest";
import { allow, edge, give, root, secret, service, to, view } from "../../../../support/contour";
import { CERTIFICATE, PRIVATE_KEY } from "../../../../support/pem";

// Virtual hosts of IngressRoutes: names, namespaces, classes, certificates, TCP proxies (contour.md 1.2, 1.3).

const app = service("a/app");
const x = (more: object = {}) => root("a/r", { fqdn: "x.com", routes: [to("/", "app")], ...more });

describe("names of virtual hosts", () => {
  it("serves aliases like the host itself (seed, line 53)", () => {
    expect(view([app, x({ aliases: ["www.x.com", "x.com", "www.x.com"] })]).lines).toEqual([
      "www.x.com:80/ -> a/app:80 1",
      "x.com:80/ -> a/app:80 1",
    ]);
  });

  it("refuses all roots of one fqdn together, also where one of them is refused anyway (1.2, step 2)", () => {
    const { lines, states, why } = view([app, service("b/app"), x(), root("b/r", { fqdn: "x.com", routes: [to("/", "app")] })], {
      rootNamespaces: ["a"],
    });
    const text = 'fqdn "x.com" is used in multiple IngressRoutes: a/r, b/r';
    expect([lines, states, why]).toEqual([[], { "a/r": "invalid", "b/r": "invalid" }, { "a/r": text, "b/r": text }]);
  });

  it("refuses roots that share an alias, or an alias with another's fqdn", () => {
    const { states } = view([
      app,
      x({ aliases: ["y.com"] }),
      root("a/s", { fqdn: "y.com" }),
      root("a/t", { fqdn: "z.com", aliases: ["w.com"] }),
      root("a/u", { fqdn: "u.com", aliases: ["w.com"] }),
    ]);
    expect(new Set(Object.values(states))).toEqual(new Set(["invalid"]));
  });

  it("takes X.com and x.com for two hosts and warns", () => {
    const { lines, codes } = view([app, x(), root("a/s", { fqdn: "X.com", routes: [to("/", "app")] })]);
    expect(lines).toEqual(["X.com:80/ -> a/app:80 1", "x.com:80/ -> a/app:80 1"]);
    expect(codes).toMatchObject({ "a/r": [], "a/s": ["LB1527"] });
  });

  it.each([
    [{ fqdn: "" }, "Spec.VirtualHost.Fqdn must be specified"],
    [{ fqdn: " \t" }, "Spec.VirtualHost.Fqdn must be specified"],
    [{ fqdn: "*.x.com" }, 'Spec.VirtualHost.Fqdn "*.x.com" cannot use wildcards'],
    [{ fqdn: "x.*.com" }, 'Spec.VirtualHost.Fqdn "x.*.com" cannot use wildcards'],
    [{ aliases: ["*.x.com"] }, 'Spec.VirtualHost.Aliases "*.x.com" cannot use wildcards'],
  ])("refuses %j", (shape, text) => {
    const { lines, why } = view([app, x(shape)]);
    expect([lines, why["a/r"]]).toEqual([[], text]);
  });

  it("lets roots stand in certain namespaces only; edges may stand anywhere", () => {
    const objects = [app, x(), root("roots/s", { fqdn: "y.com", routes: [give("/", "a/e")] }), edge("a/e", [to("/", "app")])];
    const { lines, why } = view(objects, { rootNamespaces: "roots,other" });
    expect(lines).toEqual(["y.com:80/ -> a/app:80 1"]);
    expect(why["a/r"]).toBe("root IngressRoute cannot be defined in this namespace");
    expect(view(objects, { rootNamespaces: [] }).lines).toHaveLength(2);
  });

  it.each([
    [{}, "contour", true],
    [{ "kubernetes.io/ingress.class": "contour" }, "contour", true],
    [{ "kubernetes.io/ingress.class": "" }, "contour", true],
    [{ "kubernetes.io/ingress.class": "nginx" }, "contour", false],
    [{ "kubernetes.io/ingress.class": "nginx", "contour.heptio.com/ingress.class": "contour" }, "contour", true],
    [{ "kubernetes.io/ingress.class": "contour", "contour.heptio.com/ingress.class": "nginx" }, "contour", false],
    [{ "projectcontour.io/ingress.class": "nginx" }, "contour", false],
    [{ "contour.heptio.com/ingress.class": "mine" }, "mine", true],
    [{ "contour.heptio.com/ingress.class": "contour" }, "mine", false],
  ])("with annotations %j and class %s: ours %j; others have no status (1.2, step 1)", (annotations, ingressClass, ours) => {
    const { states } = view([app, x({ annotations })], { ingressClass });
    expect(states).toEqual(ours ? { "a/r": "valid" } : {});
  });
});

describe("certificates of IngressRoutes", () => {
  const tls = { secretName: "s" };

  it("serves on TLS and redirects clear text, except where it is permitted", () => {
    const objects = [app, secret("a/s"), x({ tls, routes: [to("/", "app"), to("/open", "app", { permitInsecure: true })] })];
    const { lines, hosts } = view(objects);
    expect(lines).toEqual([
      "x.com:80/open -> a/app:80 1",
      "x.com:80/ https -> a/app:80 1",
      "x.com:443/open -> a/app:80 1",
      "x.com:443/ -> a/app:80 1",
    ]);
    expect(hosts[1]?.tls).toEqual({ secret: "a/s", minimumProtocolVersion: "1.1" });
    const strict = view(objects, { disablePermitInsecure: "true" });
    expect(strict.lines[0]).toBe("x.com:80/open https -> a/app:80 1");
    expect(strict.codes["a/r"]).toEqual(["LB1216", "LB1524"]);
  });

  it("holds for edges, too", () => {
    const { lines } = view([
      service("b/app"),
      secret("a/s"),
      x({ tls, routes: [give("/", "b/e")] }),
      edge("b/e", [to("/", "app"), to("/o", "app", { permitInsecure: true })]),
    ]);
    expect(lines.slice(0, 2)).toEqual(["x.com:80/o -> b/app:80 1", "x.com:80/ https -> b/app:80 1"]);
  });

  it.each([["1.1"], ["1.2"], ["1.3"]])("takes TLS version %s", (minimumProtocolVersion) => {
    expect(view([app, secret("a/s"), x({ tls: { ...tls, minimumProtocolVersion } })]).hosts[1]?.tls).toMatchObject({
      minimumProtocolVersion,
    });
  });

  it("takes an unknown TLS version for 1.1 and warns", () => {
    const { hosts, codes, states } = view([app, secret("a/s"), x({ tls: { ...tls, minimumProtocolVersion: "1.4" } })]);
    expect(hosts[1]?.tls).toMatchObject({ minimumProtocolVersion: "1.1" });
    expect([codes["a/r"], states["a/r"]]).toEqual([["LB1216", "LB1518"], "valid"]);
  });

  it.each([
    ["no Secret", []],
    ["another type", [secret("a/s", "Opaque")]],
    ["no key", [secret("a/s", "kubernetes.io/tls", { "tls.crt": CERTIFICATE })]],
    ["an empty certificate", [secret("a/s", "kubernetes.io/tls", { "tls.crt": "", "tls.key": PRIVATE_KEY })]],
    ["no PEM", [secret("a/s", "kubernetes.io/tls", { "tls.crt": "certificate", "tls.key": "key" })]],
  ])("never falls back to clear text: %s (strict rule 4)", (_why, secrets) => {
    const { lines, why } = view([app, ...secrets, x({ tls })]);
    expect([lines, why["a/r"]]).toEqual([[], "TLS Secret [s] not found or is malformed"]);
  });

  it("refuses a tls block without a Secret and without passthrough", () => {
    expect(view([app, x({ tls: {} })]).why["a/r"]).toBe("TLS Secret [] not found or is malformed");
  });

  it.each([
    ["nobody", [], false],
    ["by name", [allow("b/d", "s", "a")], true],
    ["to all", [allow("b/d", "s", "*")], true],
    ["* beside others", [allow("b/d", "s", "c", "*")], false],
    ["another Secret", [allow("b/d", "t", "a")], false],
    ["in another namespace", [allow("c/d", "s", "a")], false],
    ["in the second of two", [allow("b/d", "s", "c"), allow("b/e", "s", "a")], true],
  ])("uses a Secret of another namespace only where it is delegated: %s (1.2)", (_how, delegations, permitted) => {
    const { lines, why } = view([app, secret("b/s"), ...delegations, x({ tls: { secretName: "b/s" } })]);
    expect(lines.length).toBe(permitted ? 2 : 0);
    expect(why["a/r"]).toBe(permitted ? "valid IngressRoute" : "b/s: certificate delegation not permitted");
  });

  it("takes an empty namespace part for its own", () => {
    expect(view([app, secret("a/s"), x({ tls: { secretName: "/s" } })]).states["a/r"]).toBe("valid");
  });
});

describe("TCP proxies of IngressRoutes", () => {
  const tcpproxy = {
    services: [
      { name: "app", port: 80, weight: 9 },
      { name: "app", port: 80 },
    ],
  };

  it("passes TLS through without a Secret and ignores the routes (1.2, step 6)", () => {
    const { lines, said } = view([app, x({ tls: { passthrough: true }, tcpproxy })]);
    expect(lines).toEqual(["x.com:443 passthrough -> a/app:80 1/2, a/app:80 1/2"]);
    expect(said.map((text) => text.split(" ").slice(0, 2).join(" "))).toEqual([
      "LB1006 /spec/tcpproxy/services/0/weight",
      "LB1006 /spec/routes",
    ]);
  });

  it("ends TLS where there is a certificate", () => {
    const { lines, hosts } = view([
      app,
      secret("a/s"),
      x({ routes: undefined, tls: { secretName: "s", passthrough: true }, tcpproxy: { services: [{ name: "app", port: 80 }] } }),
    ]);
    expect(lines).toEqual(["x.com:443 tcp -> a/app:80 1"]);
    expect(hosts[0]).toMatchObject({ tls: { secret: "a/s" }, routes: [] });
  });

  it("is nothing without TLS, and says so", () => {
    const { lines, said } = view([app, x({ tcpproxy })]);
    expect(lines).toEqual(["x.com:80/ -> a/app:80 1"]);
    expect(said).toEqual([expect.stringContaining("LB1006 /spec/tcpproxy")]);
  });

  it("is delegated to edges", () => {
    const { lines, states } = view([
      app,
      root("r/r", { fqdn: "x.com", tls: { passthrough: true }, tcpproxy: { delegate: { name: "e", namespace: "a" } } }),
      edge("a/e", [], { tcpproxy: { services: [{ name: "app", port: 80 }] } }),
    ]);
    expect([lines, states]).toEqual([["x.com:443 passthrough -> a/app:80 1"], { "a/e": "valid", "r/r": "valid" }]);
  });

  it.each([
    [{ services: [{ name: "app", port: 81 }] }, "tcpproxy: service a/app/81: not found"],
    [
      { services: [{ name: "app", port: 80 }], delegate: { name: "e" } },
      "tcpproxy: cannot specify services and delegate in the same tcpproxy",
    ],
    [{ delegate: { name: "r" } }, "tcpproxy creates a delegation cycle: a/r -> a/r"],
  ])("refuses %j", (proxy, text) => {
    const { lines, why } = view([app, x({ tls: { passthrough: true }, tcpproxy: proxy })]);
    expect([lines, why["a/r"]]).toEqual([[], text]);
  });
});
