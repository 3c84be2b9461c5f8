import { describe, expect, it } from "vitest";
import { root, secret, service, to, translate, view } from "../../../../support/contour";
import { CERTIFICATE } from "../../../../support/pem";

// Routes of IngressRoutes: Services, weights, policies (contour.md 1.1, 1.2).

const app = service("a/app");
const r = (...routes: unknown[]) => root("a/r", { fqdn: "x.com", routes });
const first = (objects: unknown[]) => view(objects).hosts[0]?.routes[0];

describe("Services of routes", () => {
  it.each([
    [[{ name: "app", port: 0 }], 'route "/": service "app": port must be in the range 1-65535'],
    [[{ name: "app", port: 65536 }], 'route "/": service "app": port must be in the range 1-65535'],
    [[{ name: "app", weight: -1 }], 'route "/": service "app": weight must be greater than or equal to zero'],
    [[{ name: "app", port: 81 }], "Service [app:81] is invalid or missing"],
    [[{ name: "none" }], "Service [none:80] is invalid or missing"],
    [[{ name: "app" }, { name: "none", port: 0 }], 'route "/": service "none": port must be in the range 1-65535'],
  ])("refuses %j", (services, text) => {
    const { lines, why } = view([app, r(to("/", services))]);
    expect([lines, why["a/r"]]).toEqual([[], text]);
  });

  it("gives the first of Contour's reasons and the others as diagnostics", () => {
    const { why, codes } = view([app, r(to("/", [{ name: "none" }]), { ...to("/b", "app"), delegate: { name: "e" } })]);
    expect(why["a/r"]).toBe("Service [none:80] is invalid or missing");
    expect(codes["a/r"]).toEqual(["LB1509", "LB1507"]);
  });

  it("finds a port whose name is the number, and TCP before UDP", () => {
    const ports = [
      { name: "443", port: 8443 },
      { name: "dns", port: 53, protocol: "UDP" },
      { name: "dns-tcp", port: 53 },
    ];
    const { lines } = view([
      service("a/app", undefined, ports),
      r(to("/", [{ name: "app", port: 443 }]), to("/d", [{ name: "app", port: 53 }])),
    ]);
    expect(lines).toEqual(["x.com:80/d -> a/app:53 1", "x.com:80/ -> a/app:8443 1"]);
  });

  it("refuses services beside delegate, and websockets beside several services", () => {
    expect(view([app, r({ ...to("/x", "app"), delegate: { name: "e" } })]).why["a/r"]).toBe(
      'route "/x": cannot specify services and delegate in the same route',
    );
    expect(view([app, r(to("/x", [{ name: "app" }, { name: "app" }], { enableWebsockets: true }))]).why["a/r"]).toBe(
      'route "/x": cannot specify multiple services and enable websockets',
    );
  });

  it("ignores a route that leads nowhere, with a warning (1.2, step 8)", () => {
    const { states, codes } = view([app, r({ match: "/x" }, to("/", "app"))]);
    expect([states["a/r"], codes["a/r"]]).toEqual(["valid", ["LB1521"]]);
  });

  it.each([
    [[0, 0], ["1/2", "1/2"], 0],
    [[undefined, undefined, undefined], ["1/3", "1/3", "1/3"], 0],
    [[90, 10], ["9/10", "1/10"], 0],
    [[60, undefined, 30], ["2/3", "0", "1/3"], 1],
    [[5], ["1"], 0],
  ])("shares traffic by weights %j: %j (1.2, Weights)", (weights, shares, warnings) => {
    const services = weights.map((weight) => ({ name: "app", ...(weight === undefined ? {} : { weight }) }));
    const { hosts, codes } = view([app, r(to("/", services))]);
    expect(hosts[0]?.routes[0]?.clusters.map(({ share }) => share)).toEqual(shares);
    expect(codes["a/r"]).toHaveLength(warnings);
  });

  it("reads the seed's `service`, as a list and as a mapping, and v1alpha1", () => {
    const seed = (value: unknown) => ({
      apiVersion: "contour.heptio.com/v1alpha1",
      kind: "IngressRoute",
      metadata: { name: "r", namespace: "a" },
      spec: { virtualhost: { fqdn: "x.com" }, routes: [{ match: "/", service: value }] },
    });
    for (const value of [{ name: "app", port: 80 }, [{ name: "app", port: 80 }]]) {
      expect(view([app, seed(value)]).lines).toEqual(["x.com:80/ -> a/app:80 1"]);
    }
  });

  it("reads the protocol from annotations, by the port's name before its number", () => {
    const annotated = (annotations: Record<string, string>) =>
      first([service("a/app", annotations), r(to("/", "app"))])?.clusters[0]?.protocol;
    expect(annotated({ "contour.heptio.com/upstream-protocol.h2": "443, http" })).toBe("h2");
    expect(annotated({ "contour.heptio.com/upstream-protocol.h2c": "80" })).toBe("h2c");
    expect(annotated({ "contour.heptio.com/upstream-protocol.tls": "80", "contour.heptio.com/upstream-protocol.h2": "http" })).toBe("h2");
    expect(annotated({ "contour.heptio.com/upstream-protocol.tls": "81" })).toBeUndefined();
  });

  it("names annotations of the Service that have no effect", () => {
    const { diagnostics } = translate([service("a/app", { "contour.heptio.com/max-connections": "9", other: "x" }), r(to("/", "app"))]);
    expect(diagnostics.map(({ code, pointer }) => [code, pointer])).toEqual([
      ["LB1007", "/metadata/annotations/contour.heptio.com~1max-connections"],
    ]);
  });
});

describe("verification of servers", () => {
  const tls = service("a/app", { "contour.heptio.com/upstream-protocol.tls": "http" });
  const ca = secret("a/ca", "Opaque", { "ca.crt": CERTIFICATE });
  const validation = { caSecret: "ca", subjectName: "app.a" };
  const checked = (given: object) => r(to("/", [{ name: "app", validation: given }]));

  it("takes the authority from a Secret beside the object", () => {
    expect(first([tls, ca, checked(validation)])?.clusters[0]).toMatchObject({
      protocol: "tls",
      validation: { caSecret: "a/ca", subjectName: "app.a" },
    });
  });

  it("refuses an object whose authority or name is missing (strict rule 4)", () => {
    const text = 'route "/": service "app": upstreamValidation requested but';
    expect(view([tls, checked(validation)]).why["a/r"]).toBe(`${text} secret not found or misconfigured`);
    expect(view([tls, ca, checked({ caSecret: "ca" })]).why["a/r"]).toBe(`${text} subject alt name not found or misconfigured`);
  });

  it("is nothing where the server does not speak TLS, and says so", () => {
    const { states, said } = view([app, checked(validation)]);
    expect([states["a/r"], said]).toEqual(["valid", [expect.stringContaining("LB1006 /spec/routes/0/services/0/validation")]]);
  });
});

describe("policies of routes", () => {
  it("shows strategy and health check as given", () => {
    const healthCheck = {
      path: "/healthz",
      host: "h",
      intervalSeconds: 3,
      timeoutSeconds: 0,
      unhealthyThresholdCount: 4,
      healthyThresholdCount: 5,
    };
    const { timeoutSeconds: _zero, ...given } = healthCheck;
    expect(first([app, r(to("/", [{ name: "app", strategy: "Random", healthCheck }]))])?.clusters[0]).toMatchObject({
      strategy: "Random",
      healthCheck: given,
    });
    expect(view([app, r(to("/", [{ name: "app", strategy: "Fastest" }]))]).codes["a/r"]).toEqual(["LB1520"]);
  });

  it.each([
    ["", undefined, 0],
    ["0s", undefined, 0],
    ["0", undefined, 0],
    ["infinity", "infinite", 0],
    ["1m30s", 90, 0],
    ["1.5h", 5400, 0],
    ["250ms", 0.25, 0],
    ["-5s", "infinite", 1],
    ["peanut", "infinite", 1],
    ["90", "infinite", 1],
  ])("reads the timeout %j as %j (1.2, Timeouts)", (request, timeout, warnings) => {
    const { hosts, codes } = view([app, r(to("/", "app", { timeoutPolicy: { request } }))]);
    expect([hosts[0]?.routes[0]?.timeout, codes["a/r"]?.length]).toEqual([timeout, warnings]);
  });

  it.each([
    [
      { count: 3, perTryTimeout: "10s" },
      { on: "5xx", count: 3, perTryTimeout: 10 },
    ],
    [{}, { on: "5xx", count: 1 }],
    [
      { count: 0, perTryTimeout: "nonsense" },
      { on: "5xx", count: 1 },
    ],
    [
      { count: 2, perTryTimeout: "-1s" },
      { on: "5xx", count: 2 },
    ],
  ])("reads the retry policy %j", (retryPolicy, retry) => {
    expect(first([app, r(to("/", "app", { retryPolicy }))])?.retry).toEqual(retry);
  });

  it("shows rewrites and websockets, and nothing where there is nothing", () => {
    expect(first([app, r(to("/x", "app", { prefixRewrite: "/", enableWebsockets: true }))])).toMatchObject({
      prefixRewrite: "/",
      websockets: true,
    });
    const { clusters: _clusters, ...plain } = first([app, r(to("/", "app"))]) ?? {};
    expect(Object.entries(plain).filter(([, value]) => value !== undefined)).toEqual([["prefix", "/"]]);
  });

  it("names every field that it does not know, and refuses wrong types with their place", () => {
    const odd = { ...to("/", [{ name: "app", mirror: true }]), timeout: "5s" };
    const { said } = view([
      app,
      { ...root("a/r", { fqdn: "x.com", tls: undefined, routes: [odd] }), status: { currentStatus: "valid" }, extra: 1 },
    ]);
    expect(said.map((text) => text.split(" ").slice(0, 2).join(" "))).toEqual([
      "LB1006 /spec/routes/0/services/0/mirror",
      "LB1006 /spec/routes/0/timeout",
      "LB1006 /extra",
    ]);
    const wrong = view([app, r(to("/", [{ name: "app", port: "http" }]), { match: 5 })]);
    expect(wrong.states).toEqual({ "a/r": "invalid" });
    expect(wrong.said.map((text) => text.split(" ").slice(0, 2).join(" "))).toEqual([
      "LB1003 /spec/routes/0/services/0/port",
      "LB1003 /spec/routes/1/match",
    ]);
  });
});
