import { describe, expect, it } from "vitest";
import { topology, translateToOctavia, translateToRoutes } from "../../../../sdk";
import { gateway, gatewayClass, http, httpRoute, rule, tcpRoute } from "../../../support/gateway-manifests";
import { linesOf, nodeOf, specsOf } from "../../../support/graph";
import { endpoints, service } from "../../../support/manifests";

const redirect = { filters: [{ type: "RequestRedirect", requestRedirect: { hostname: "new.com", statusCode: 301 } }] };
const regex = { matches: [{ path: { type: "RegularExpression", value: "/v[12]/x" } }], backendRefs: [{ name: "next", port: 80 }] };

const specs = specsOf([
  gatewayClass("ours", "k8s-lb.io/octavia"),
  service("web", [80]),
  endpoints("web", ["10.0.0.1"], 8080),
  service("next", [80]),
  endpoints("next", ["10.0.0.2"], 8080),
  service("not-found", [80]),
  endpoints("not-found", ["10.0.0.3"], 8080),
  gateway("web", [http("http"), http("spare", { port: 8080 }), { name: "tcp", port: 9000, protocol: "TCP" }]),
  httpRoute("shop", "web#http", [rule("/", { web: 3, next: 1 }), regex], ["shop.com"]),
  httpRoute("old", "web", [redirect], ["old.com"]),
  tcpRoute("db", "web#tcp", "web"),
]);

describe("the topology of a Gateway on Octavia", () => {
  const graph = topology(
    translateToOctavia(specs, {
      settings: { naming: "occm", cluster_name: "c1", subnet_id: "s", responders: { notFound: "default/not-found" } },
    }),
  );
  const lb = "kube_gateway_c1_default_web";
  const lines = linesOf(graph);

  it("leads from hosts over listeners and policies to pools and servers", () => {
    expect(lines).toEqual(
      expect.arrayContaining([
        `host/shop.com -> listener/${lb}/http:00080/shop.com ok`,
        `listener/${lb}/http:00080/shop.com -> path/${lb}/http:00080/shop.com / ok`,
        `path/${lb}/http:00080/shop.com / -> pool/${lb}/default/web:80*3+default/next:80*1 ok`,
      ]),
    );
    expect(graph.nodes.filter(({ kind }) => kind === "path").map(({ label }) => label)).toContain("/v[12]/x (regex)");
  });

  it("leads from any other host to the responder, on the ports of requests alone", () => {
    const any = lines.filter((line) => line.startsWith("host/* "));
    expect(any).toEqual([`host/* -> listener/${lb}/http:00080/* ok`]);
    // both ports answer alike: they are one box
    expect(nodeOf(graph, `listener/${lb}/http:00080/*`)?.label).toBe("ports 80 and 8080, HTTP");
    expect(lines).toContain(`path/${lb}/http:00080/* / -> pool/${lb}/default/not-found:80 ok`);
    expect(lines.filter((line) => line.includes("tcp:09000"))).toEqual([`listener/${lb}/tcp:09000 -> pool/${lb}/default/web:80:TCP ok`]);
  });

  it("has redirects with the host that they lead to", () => {
    expect(graph.nodes.filter(({ kind }) => kind === "redirect").map(({ label }) => label)).toContain("redirect to http://new.com (301)");
  });
});

describe("the topology of a Gateway as routes", () => {
  const graph = topology(translateToRoutes(specs));
  const at = "listener/Gateway default/web/http:00080";

  it("leads from hosts over ports and rules to the shares of Services", () => {
    expect(linesOf(graph)).toEqual(
      expect.arrayContaining([
        `host/shop.com -> ${at}/shop.com ok`,
        `${at}/shop.com -> service/default/web:80 / 3/4 ok`,
        `${at}/shop.com -> service/default/next:80 / 1/4 ok`,
        `${at}/shop.com -> service/default/next:80 /v[12]/x (regex) ok`,
        "listener/Gateway default/web/tcp:09000 -> service/default/web:80 ok",
      ]),
    );
    expect(graph.nodes.filter(({ kind }) => kind === "redirect").map(({ label }) => label)).toContain("redirect to host new.com (301)");
    expect(graph.groups).toContainEqual({ id: "gateway/default/web", label: "Gateway default/web" });
  });
});
