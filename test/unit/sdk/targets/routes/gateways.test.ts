import { describe, expect, it } from "vitest";
import { type ShownConnections, type ShownRequests, translateToRoutes } from "../../../../../sdk";
import { gateway, gatewayClass, http, httpRoute, https, rule, tcpRoute } from "../../../../support/gateway-manifests";
import { specsOf } from "../../../../support/graph";
import { ingress, secret, service } from "../../../../support/manifests";
import { CERTIFICATE, PRIVATE_KEY } from "../../../../support/pem";

const view = (...objects: unknown[]) => translateToRoutes(specsOf(objects));
const routesOn = (shown: ReturnType<typeof view>, port: number): readonly (ShownRequests | ShownConnections)[] =>
  shown.objects.gateways?.[0]?.ports.find((one) => one.port === port)?.routes ?? [];

const shop = [
  service("web", [80]),
  service("next", [80]),
  secret("s", CERTIFICATE, PRIVATE_KEY),
  gateway("web", [http("http"), https("https", "s"), { name: "tcp", port: 9000, protocol: "TCP" }], {
    addresses: [{ value: "192.0.2.7" }],
  }),
  httpRoute("shop", "web", [rule("/", { web: 3, next: 1 })], ["shop.com"]),
  tcpRoute("db", "web#tcp", "web"),
];

describe("Gateways in the view of routes", () => {
  it("are left out where there are none", () => {
    const shown = view(service("web", [80]), ingress({ name: "a", rules: [{ host: "a.com", path: "/", service: "web" }] }));
    expect(Object.keys(shown.objects)).toEqual(["virtualHosts"]);
  });

  it("have their addresses, ports, certificates and the shares of the Services", () => {
    const shown = view(...shop);
    expect(shown.objects.gateways).toMatchObject([
      {
        gateway: "default/web",
        addresses: ["192.0.2.7"],
        ports: [
          { port: 80, protocol: "HTTP" },
          { port: 443, protocol: "HTTPS", tls: { secrets: ["default/s"] } },
          { port: 9000, protocol: "TCP" },
        ],
      },
    ]);
    const [first] = routesOn(shown, 443);
    expect(first).toMatchObject({
      host: "shop.com",
      path: { type: "PathPrefix", value: "/" },
      clusters: [
        { service: "default/web", port: 80, weight: 3, share: "3/4" },
        { service: "default/next", port: 80, weight: 1, share: "1/4" },
      ],
      from: "HTTPRoute default/shop /spec/rules/0",
    });
    expect(routesOn(shown, 9000)).toMatchObject([{ clusters: [{ service: "default/web" }], from: "TCPRoute default/db /spec/rules/0" }]);
    expect(shown.owners["gateways/default/web"]).toEqual(["Gateway/default/web", "HTTPRoute/default/shop", "TCPRoute/default/db"]);
    expect(shown.statuses.map(({ object, state }) => [object.kind, state])).toEqual([
      ["Gateway", "ready"],
      ["HTTPRoute", "ready"],
      ["TCPRoute", "ready"],
    ]);
  });

  it("are of every class, and have what some load balancers refuse", () => {
    const change = { type: "RequestHeaderModifier", requestHeaderModifier: { set: [{ name: "x-a", value: "1" }] } };
    const shown = view(
      gatewayClass("ours", "example.com/other"),
      service("web", [80]),
      gateway("web", [http("http")]),
      httpRoute("api", "web", [
        {
          matches: [{ method: "POST", headers: [{ name: "X-B", value: "2" }] }],
          filters: [change],
          backendRefs: [{ name: "web", port: 80 }],
        },
        { filters: [{ type: "RequestRedirect", requestRedirect: { scheme: "https", statusCode: 301 } }] },
        { matches: [{ path: { value: "/gone" } }], backendRefs: [{ name: "gone", port: 80 }] },
      ]),
    );
    expect(routesOn(shown, 80)).toMatchObject([
      { path: { value: "/gone" }, answer: 500 },
      { host: "*", method: "POST", headers: [{ name: "X-B", value: "2" }], requestHeaders: { set: [{ name: "x-a", value: "1" }] } },
      { redirect: { scheme: "https", statusCode: 301 } },
    ]);
  });

  it("have statuses and reports for what is wrong on every load balancer", () => {
    const shown = view(
      gateway("web", [http("http"), https("https", "missing")]),
      httpRoute("lost", "web#nowhere", [rule("/", { web: 1 })]),
      httpRoute("far", "web", [{ backendRefs: [{ name: "web", namespace: "other", port: 80 }] }]),
    );
    const reports = shown.statuses.flatMap(({ diagnostics }) =>
      diagnostics.map(({ code, object, pointer }) => [code, object.name, pointer]),
    );
    expect(reports).toEqual(
      expect.arrayContaining([
        ["LB1702", "web", "/spec/listeners/1/tls/certificateRefs/0"],
        ["LB1701", "lost", "/spec/parentRefs/0"],
        ["LB1704", "far", "/spec/rules/0/backendRefs/0"],
      ]),
    );
    expect(routesOn(shown, 80)).toMatchObject([{ answer: 500 }]);
  });
});
