import { describe, expect, it } from "vitest";
import { gateway, http, lowered, rule, share, spec } from "../../../../../support/avi-gateways";
import { decides } from "../../../../../support/avi-policies";
import type { GatewayRequest } from "../../../../../support/gateway-model";

const to = (policy: object | undefined, request: Partial<GatewayRequest>) => {
  const { rule: found } = decides(policy ?? {}, { port: 80, host: "shop.example.com", path: "/", ...request }) ?? {};
  return found?.switching_action.pool_group_ref ?? found?.switching_action.status_code ?? found?.switching_action.other_status_code;
};

const group = (name: string) => `/api/poolgroup?name=c1--Gateway-infra_edge_HTTPRoute_shop_${name}`;
const NOT_FOUND = "HTTP_LOCAL_RESPONSE_STATUS_CODE_404";

describe("a Gateway with one HTTP port", () => {
  const { first, pools, objects, endpoints } = lowered([
    gateway([http([rule("/cart", { host: "shop.example.com", to: { backends: [share("cart", 3), share("next", 1)] } })])]),
  ]);

  it("is a VsVip, a virtual service, a policy set and a pool group, with pools of their own", () => {
    expect(Object.entries(objects).map(([type, bodies]) => [type, bodies?.map(({ name }) => name)])).toEqual([
      [
        "pool",
        ["c1--Gateway-infra_edge_HTTPRoute_shop_web_0_shop_cart_8080", "c1--Gateway-infra_edge_HTTPRoute_shop_web_0_shop_next_8080"],
      ],
      ["poolgroup", ["c1--Gateway-infra_edge_HTTPRoute_shop_web_0"]],
      ["httppolicyset", ["c1--Gateway-infra_edge"]],
      ["vsvip", ["c1--Gateway-infra_edge"]],
      ["virtualservice", ["c1--Gateway-infra_edge"]],
    ]);
    expect(pools).toHaveLength(2);
    expect(first.virtualService).toMatchObject({ type: "VS_TYPE_NORMAL", services: [{ port: 80, enable_ssl: false }] });
    expect(first.vsVip.dns_info).toEqual([{ fqdn: "shop.example.com" }]);
  });

  it("takes a prefix by whole segments, in its own case, and answers the rest with 404", () => {
    const ways = ["/cart", "/cart/", "/cart/1", "/cartwheel", "/Cart", "/"].map((path) => to(first.policy, { path }));
    expect(ways).toEqual([group("web_0"), group("web_0"), group("web_0"), NOT_FOUND, NOT_FOUND, NOT_FOUND]);
    expect(to(first.policy, { path: "/cart", host: "SHOP.example.com" })).toBe(group("web_0"));
    expect(to(first.policy, { path: "/cart", host: "blog.example.com" })).toBe(NOT_FOUND);
  });

  it("gives the weights as ratios", () => {
    expect(first.poolGroups[0]?.members).toMatchObject([{ ratio: 3 }, { ratio: 1 }]);
  });

  it("is served for itself and for the host", () => {
    expect(endpoints.map(({ host, at, owners }) => [host, at, owners.map(({ kind }) => kind)])).toEqual([
      [undefined, "avi:GatewayVS c1--Gateway-infra_edge", ["Gateway", "HTTPRoute"]],
      ["shop.example.com", "avi:GatewayVS c1--Gateway-infra_edge", ["HTTPRoute"]],
    ]);
  });
});

describe("weights", () => {
  const ratios = (...weights: number[]) => {
    const { first } = lowered([gateway([http([rule("/", { to: { backends: weights.map((weight, i) => share(`s${i}`, weight)) } })])])]);
    return JSON.stringify(first.poolGroups[0]?.members).match(/(?<="ratio":)\d+/g);
  };

  it("above 1000 are scaled, and none above 0 becomes 0", () => {
    expect(ratios(1, 9)).toEqual(["1", "9"]);
    expect(ratios(1_000_000, 500_000, 1, 0)).toEqual(["1000", "500", "1", "0"]);
  });

  it("of one Service and port add up", () => {
    const { first, pools } = lowered([gateway([http([rule("/", { to: { backends: [share("web", 2), share("web", 3)] } })])])]);
    expect(first.poolGroups[0]?.members).toMatchObject([{ ratio: 5 }]);
    expect(pools).toHaveLength(1);
  });

  it("of backends that cannot be served are lost, which the Route reports", () => {
    const backends = [share("web"), share("gone", 1, { invalid: true, servers: [] })];
    const { first, said } = lowered([gateway([http([rule("/", { to: { backends } })])])]);
    expect(first.poolGroups[0]?.members).toHaveLength(1);
    expect(said("LB1302")).toEqual([expect.stringMatching(/^the share of shop\/gone goes to the other backends/)]);
  });
});

describe("answers", () => {
  const failed = gateway([http([rule("/", { to: { answer: 500 } })])]);

  it("of 500 need a controller that has them", () => {
    expect(to(lowered([failed]).first.policy, {})).toBe(500);
    const older = lowered([failed], { controllerVersion: "22.1.4" });
    expect(to(older.first.policy, {})).toBe("HTTP_LOCAL_RESPONSE_STATUS_CODE_501");
    expect(older.said("LB1302")).toEqual([expect.stringMatching(/get 501 in place of 500/)]);
    expect(to(lowered([failed], { controllerVersion: "30.2.0" }).first.policy, {})).toBe("HTTP_LOCAL_RESPONSE_STATUS_CODE_501");
  });

  it("of a Gateway without rules are 404", () => {
    expect(to(lowered([gateway([http([])])]).first.policy, {})).toBe(NOT_FOUND);
  });
});

describe("ports", () => {
  it("with the same rules share them", () => {
    const rules = [rule("/", { host: "shop.example.com" })];
    const { first } = lowered([gateway([http(rules, 80), { protocol: "HTTPS", port: 443, certificates: [], rules }])]);
    expect(first.policy?.http_request_policy).toMatchObject({ rules: [{ index: 0 }, { index: 1 }] });
    for (const port of [80, 443]) expect(to(first.policy, { port })).toBe(group("web_0"));
  });

  it("keep their rules apart otherwise, and clients name an unusual one behind the host", () => {
    const other = rule("/", { host: "shop.example.com", owner: spec("HTTPRoute", "admin") });
    const { first } = lowered([gateway([http([rule("/", { host: "shop.example.com" })], 80), http([other], 8080)])]);
    expect(to(first.policy, { port: 80 })).toBe(group("web_0"));
    expect(to(first.policy, { port: 8080, host: "shop.example.com:8080" })).toBe(group("admin_0"));
    expect(to(first.policy, { port: 8080, host: "shop.example.com" })).toBe(group("admin_0"));
  });
});

it("a rule goes by its name where it is the only one of that name", () => {
  const rules = [rule("/a", { name: "a" }), rule("/b", { name: "b", at: "/spec/rules/1" }), rule("/c", { name: "b", at: "/spec/rules/2" })];
  const { first } = lowered([gateway([http(rules)])]);
  expect(first.poolGroups.map(({ name }) => name.split("shop_web_")[1])).toEqual(["rule_a", "1", "2"]);
});
