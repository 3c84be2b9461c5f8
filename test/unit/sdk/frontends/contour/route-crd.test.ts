import { describe, expect, it } from "vitest";
import { route, service, view } from "../../../../support/contour";

// The Contour Route CRD (seed contour-route-crd.md; contour.md 3).

const app = service("a/app");
const other = service("a/other");
const upstream = (more: object = {}) => ({ serviceName: "app", servicePort: 80, ...more });
const r = (upstreams: unknown[], more: object = {}, onRoute: object = {}) =>
  route("a/r", { host: "x.com", routes: [{ pathPrefix: "/", upstreams, ...onRoute }], ...more });
const clusters = (object: unknown) => view([app, other, object]).hosts[0]?.routes[0]?.clusters;

describe("the Contour Route CRD", () => {
  it("serves its host in clear text, longest prefix first; without a prefix everything", () => {
    const { lines, states } = view([
      app,
      other,
      route("a/r", {
        host: "x.com",
        routes: [{ upstreams: [upstream()] }, { pathPrefix: "/t", upstreams: [upstream({ serviceName: "other" })] }],
      }),
    ]);
    expect([lines, states]).toEqual([["x.com:80/t -> a/other:80 1", "x.com:80/ -> a/app:80 1"], { "a/r": "Valid" }]);
  });

  it("takes the strategy of the route before that of the object before RoundRobin, with or without blanks (lines 30, 38)", () => {
    expect(clusters(r([upstream()]))?.[0]?.strategy).toBe("RoundRobin");
    expect(clusters(r([upstream()], { strategy: "Weighted Least Request" }))?.[0]?.strategy).toBe("WeightedLeastRequest");
    expect(clusters(r([upstream()], { strategy: "WeightedLeastRequest" }, { strategy: "Random" }))?.[0]?.strategy).toBe("Random");
  });

  it("takes the health check of the upstream instead of the object's as a whole, and fills in the defaults (lines 31-35, 44)", () => {
    const lbHealthCheck = { path: "/all", intervalSeconds: 9, timeoutSeconds: 8, unhealthyThresholdCount: 7 };
    const own = { path: "/own", healthyThresholdCount: 4 };
    expect(
      clusters(r([upstream(), upstream({ serviceName: "other", lbHealthCheck: own })], { lbHealthCheck }))?.map(
        ({ healthCheck }) => healthCheck,
      ),
    ).toEqual([lbHealthCheck, { ...own, intervalSeconds: 5, timeoutSeconds: 2, unhealthyThresholdCount: 3 }]);
    expect(clusters(r([upstream()]))?.[0]?.healthCheck).toBeNull();
  });

  it.each([
    [[undefined, undefined], ["1/2", "1/2"], 0],
    [[90, 10], ["9/10", "1/10"], 0],
    [[30, 30], ["1/2", "1/2"], 1],
    [[100, undefined], ["1", "0"], 1],
    [[50, undefined], ["1", "0"], 2],
    [[0, 0], ["1/2", "1/2"], 1],
  ])("shares traffic by weights %j: %j (line 43)", (weights, shares, warnings) => {
    const { hosts, codes, states } = view([app, r(weights.map((weight) => upstream({ weight })))]);
    expect(hosts[0]?.routes[0]?.clusters.map(({ share }) => share)).toEqual(shares);
    expect([codes["a/r"]?.length, states["a/r"]]).toEqual([warnings, "Valid"]);
  });

  it.each([
    [{ host: undefined }, "spec.host is missing"],
    [{ host: "" }, "spec.host"],
    [{ host: "not a host" }, "spec.host"],
    [{ host: "*.x.com" }, "spec.host"],
    [{ host: 5 }, "spec.host must be a DNS host name, got 5"],
    [{ strategy: "Fastest" }, 'spec.strategy must be RoundRobin, WeightedLeastRequest, Random; got the unknown strategy "Fastest"'],
    [{ routes: undefined }, "spec.routes"],
    [{ routes: [] }, "spec.routes"],
    [{ routes: "all" }, "spec.routes"],
    [{ routes: [5] }, "spec.routes[0]"],
    [{ routes: [{ pathPrefix: "x", upstreams: [upstream()] }] }, 'spec.routes[0].pathPrefix must be a path that begins with /, got "x"'],
    [{ routes: [{ strategy: 1, upstreams: [upstream()] }] }, "spec.routes[0].strategy"],
    [{ routes: [{ upstreams: [] }] }, "spec.routes[0].upstreams"],
    [{ routes: [{ upstreams: [{ servicePort: 80 }] }] }, "serviceName is missing"],
    [{ routes: [{ upstreams: [{ serviceName: "app" }] }] }, "servicePort is missing"],
    [
      { routes: [{ upstreams: [upstream({ servicePort: "http" })] }] },
      'servicePort must be an integer port between 1 and 65535, got "http"',
    ],
    [{ routes: [{ upstreams: [upstream({ servicePort: 0 })] }] }, "servicePort"],
    [{ routes: [{ upstreams: [upstream({ servicePort: 70000 })] }] }, "servicePort"],
    [{ routes: [{ upstreams: [upstream({ servicePort: 81 })] }] }, "servicePort: port 81 of Service a/app is missing"],
    [{ routes: [{ upstreams: [upstream({ serviceName: "none" })] }] }, "serviceName: Service a/none is missing"],
    [{ routes: [{ upstreams: [upstream({ weight: 101 })] }] }, "weight must be a percentage"],
    [{ routes: [{ upstreams: [upstream({ weight: -1 })] }] }, "weight"],
    [{ routes: [{ upstreams: [upstream({ weight: 0.5 })] }] }, "weight"],
    [{ lbHealthCheck: {} }, "spec.lbHealthCheck.path is missing"],
    [{ lbHealthCheck: { path: "x" } }, "spec.lbHealthCheck.path"],
    [{ lbHealthCheck: { path: "/", intervalSeconds: 0 } }, "spec.lbHealthCheck.intervalSeconds must be a positive integer, got 0"],
    [{ lbHealthCheck: { path: "/", timeoutSeconds: "2" } }, "timeoutSeconds"],
  ])("is Invalid with %j", (more, text) => {
    const { lines, states, why } = view([app, r([upstream()], more)]);
    expect([lines, states["a/r"]]).toEqual([[], "Invalid"]);
    expect(why["a/r"]).toContain(text);
  });

  it("reports all errors of an object at once", () => {
    const { said } = view([app, r([upstream({ serviceName: "none" }), upstream({ weight: 101 })], { host: "_", strategy: "x" })]);
    expect(said.map((text) => text.split(" ").slice(0, 2).join(" "))).toEqual([
      "LB1526 /spec/host",
      "LB1526 /spec/strategy",
      "LB1526 /spec/routes/0/upstreams/1/weight",
      "LB1509 /spec/routes/0/upstreams/0/serviceName",
    ]);
  });

  it("refuses two Routes with one host, whatever the case (contour.md 3)", () => {
    const { lines, states, why } = view([app, r([upstream()]), route("b/r", { host: "X.com", routes: [{ upstreams: [upstream()] }] })]);
    expect([lines, states]).toEqual([[], { "a/r": "Invalid", "b/r": "Invalid" }]);
    expect(why["a/r"]).toBe('spec.host: duplicate host "x.com": it is used in multiple Routes: a/r, b/r');
  });

  it("lets the later of two equal prefixes win and says so", () => {
    const { lines, codes } = view([
      app,
      other,
      route("a/r", {
        host: "x.com",
        routes: [{ upstreams: [upstream()] }, { pathPrefix: "/", upstreams: [upstream({ serviceName: "other" })] }],
      }),
    ]);
    expect([lines, codes["a/r"]]).toEqual([["x.com:80/ -> a/other:80 1"], ["LB1517"]]);
  });

  it("names fields that it does not know; its status is nobody's concern", () => {
    const object = {
      ...r([upstream({ mirror: 1 })], { tls: {}, lbHealthCheck: { path: "/", healthyThresholdCount: 2 } }),
      status: { currentStatus: "Valid" },
    };
    const { states, said } = view([app, object]);
    expect([states["a/r"], said.map((text) => text.split(" ").slice(0, 2).join(" ")).sort()]).toEqual([
      "Valid",
      ["LB1006 /spec/lbHealthCheck/healthyThresholdCount", "LB1006 /spec/routes/0/upstreams/0/mirror", "LB1006 /spec/tls"],
    ]);
  });

  it("is another kind than the Route of OpenShift, of the same name too", () => {
    const openShift = {
      apiVersion: "route.openshift.io/v1",
      kind: "Route",
      metadata: { namespace: "a", name: "r" },
      spec: { host: "y.com", to: { name: "app" } },
    };
    const { lines } = view([app, r([upstream()]), openShift]);
    expect(lines).toEqual(["x.com:80/ -> a/app:80 1", "y.com:80 -> a/app:80 1"]);
  });
});
