import { describe, expect, it } from "vitest";
import { readSpecs } from "../../../../../sdk/frontends";
import { octaviaObjects } from "../../../../../sdk/targets/octavia/plan";
import { translateToOctavia } from "../../../../../sdk/targets/octavia/translate";
import { endpoints, service } from "../../../../support/manifests";

const translate = (objects: unknown[], settings: Record<string, unknown> = {}) => {
  const plan = translateToOctavia(readSpecs(objects.map((value) => ({ value }))), {
    settings: { service_subnet_id: "s", ...settings },
    hostsOnly: true,
  });
  const [status] = plan.statuses;
  return {
    body: octaviaObjects(plan).objects.loadbalancers?.[0],
    status,
    said: status?.diagnostics.map(({ code, message }) => `${code} ${message}`),
  };
};
const services = [
  service("one", [80]),
  service("two", [80]),
  endpoints("one", ["10.0.0.1", "10.0.0.2", "10.0.0.3"], 8080),
  endpoints("two", ["10.0.0.9"], 8080),
];

function root(routes: object[], virtualhost: object = { fqdn: "a.com" }) {
  const metadata = { name: "root", namespace: "default" };
  return { apiVersion: "contour.heptio.com/v1beta1", kind: "IngressRoute", metadata, spec: { virtualhost, routes } };
}
const to = (name: string, more: object = {}) => ({ name, port: 80, ...more });
const pools = (...backends: object[]) => translate([...services, root([{ match: "/", services: backends }])]);

describe("IngressRoute on Octavia", () => {
  it("puts all services of a route into one pool, weighed as the services are", () => {
    const { body } = pools(to("one", { weight: 90 }), to("two", { weight: 10 }));
    expect(body?.pools?.[0]?.members?.map(({ weight }) => weight)).toEqual([3, 3, 3, 1]);
  });

  it("knows the strategies that Octavia has, names those it has differently, and refuses Random", () => {
    const of = (strategy: string) => pools(to("one", { strategy }));
    expect(of("WeightedLeastRequest").body?.pools?.[0]?.lb_algorithm).toBe("LEAST_CONNECTIONS");
    expect(of("Cookie").body?.pools?.[0]?.session_persistence).toEqual({ type: "HTTP_COOKIE" });
    expect(of("RingHash").body?.pools?.[0]?.lb_algorithm).toBe("SOURCE_IP");
    expect(of("RingHash").said).toContainEqual(expect.stringMatching(/^LB1302 .*RingHash becomes SOURCE_IP/));
    expect(of("Random").body).toBeUndefined();
    expect(of("Random").said).toContainEqual(expect.stringMatching(/^LB1301 .*Random.*not served/));
  });

  it("refuses different strategies or health checks within one pool, and names both services", () => {
    const { body, said } = pools(to("one", { strategy: "Cookie" }), to("two"));
    expect(body).toBeUndefined();
    expect(said).toContainEqual(expect.stringMatching(/default\/one and default\/two .*different strategies/));
    expect(pools(to("one", { healthCheck: { path: "/" } }), to("two")).said).toContainEqual(
      expect.stringMatching(/different health checks/),
    );
  });

  it("makes a monitor of a health check, with a number for everything, and cuts a timeout to the interval", () => {
    const { body, said } = pools(to("one", { healthCheck: { path: "/ok", host: "h.com", intervalSeconds: 1, timeoutSeconds: 2 } }));
    expect(body?.pools?.[0]?.healthmonitor).toMatchObject({
      type: "HTTP",
      url_path: "/ok",
      domain_name: "h.com",
      delay: 1,
      timeout: 1,
      max_retries: 2,
      max_retries_down: 3,
    });
    expect(said).toContainEqual(expect.stringContaining("cut to its interval"));
  });

  it("keeps pools of one service with different checks apart", () => {
    const routes = [
      { match: "/a", services: [to("one", { healthCheck: { path: "/a" } })] },
      { match: "/b", services: [to("one")] },
    ];
    expect(translate([...services, root(routes)]).body?.pools).toHaveLength(2);
  });

  it("sets a timeout where all routes agree, else names it; refuses what it cannot do", () => {
    const at = (match: string, request?: string) => ({ match, services: [to("one")], ...(request ? { timeoutPolicy: { request } } : {}) });
    const agreed = translate([...services, root([at("/a", "5s"), at("/b", "5s")])]);
    expect(agreed.body?.listeners?.[0]).toMatchObject({ timeout_member_data: 5000 });
    const differ = translate([...services, root([at("/a", "5s"), at("/b")])]);
    expect(differ.body?.listeners?.[0]).not.toHaveProperty("timeout_member_data");
    expect(differ.said).toContainEqual(expect.stringMatching(/^LB1302 .*do not agree/));
    const refused = translate([
      ...services,
      root([
        { ...at("/a"), prefixRewrite: "/" },
        { ...at("/b"), retryPolicy: { count: 2 } },
      ]),
    ]);
    expect(refused.body).toBeUndefined();
    expect(refused.said?.filter((text) => text.startsWith("LB1301"))).toHaveLength(2);
  });

  it("serves aliases as further hosts, and only objects of its class", () => {
    const { body } = translate([...services, root([{ match: "/", services: [to("one")] }], { fqdn: "a.com", aliases: ["b.com"] })]);
    expect(body?.listeners?.[0]?.l7policies?.map(({ name }) => name)).toEqual(["a.com/", "b.com/"]);
    const other = root([{ match: "/", services: [to("one")] }]);
    Object.assign(other.metadata, { annotations: { "contour.heptio.com/ingress.class": "other" } });
    expect(translate([...services, other]).body).toBeUndefined();
  });
});
