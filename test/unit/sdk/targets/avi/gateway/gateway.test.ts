import { describe, expect, it } from "vitest";
import type { RequestPort, Termination } from "../../../../../../sdk/routing";
import { specWords } from "../../../../../../sdk/targets/avi/components/spec-words";
import { drawAvi } from "../../../../../../sdk/targets/avi/drawing";
import { aviNeeds } from "../../../../../../sdk/targets/avi/needs";
import type { AviPlan } from "../../../../../../sdk/targets/avi/plan";
import { gateway, http, lowered, rule, share, spec } from "../../../../../support/avi-gateways";

const secret = (name: string): Termination => ({
  source: { apiVersion: "v1", kind: "Secret", namespace: "infra", name },
  certificate: "CERT",
  key: "KEY",
});
const https = (port: number, ...certificates: Termination[]): RequestPort => ({
  protocol: "HTTPS",
  port,
  certificates,
  rules: [rule("/", { host: "shop.example.com" })],
});
const shop = rule("/", { host: "shop.example.com" });

describe("certificates", () => {
  it("are resources of their own for each Gateway, in the order of the listeners", () => {
    const other = gateway([https(443, secret("b"))], { owner: spec("Gateway", "other", "infra") });
    const { resources, first, said } = lowered([gateway([https(443, secret("b"), secret("a"))]), other]);
    expect(resources.filter(({ kind }) => kind === "avi:Certificate").map(({ name }) => name)).toEqual([
      "c1--Gateway-infra_edge_Secret_infra_a",
      "c1--Gateway-infra_edge_Secret_infra_b",
      "c1--Gateway-infra_other_Secret_infra_b",
    ]);
    expect(first.virtualService?.ssl_key_and_certificate_refs).toEqual([
      "/api/sslkeyandcertificate?name=c1--Gateway-infra_edge_Secret_infra_b",
      "/api/sslkeyandcertificate?name=c1--Gateway-infra_edge_Secret_infra_a",
    ]);
    expect(said("LB1302")).toEqual([]);
  });

  it("have one order for all ports, which the Gateway reports", () => {
    const { said } = lowered([gateway([https(443, secret("a")), https(8443, secret("b"))])]);
    expect(said("LB1302")).toEqual([
      expect.stringMatching(/^clients that name no host get the certificate c1--Gateway-infra_edge_Secret_infra_a at every port/),
    ]);
  });
});

describe("a port whose Secret is missing", () => {
  const lost: RequestPort = { ...https(443), keepsCertificates: true };

  it("is not served, and the others are", () => {
    const { first, said } = lowered([gateway([http([shop]), lost])]);
    expect(first.virtualService?.services).toEqual([{ port: 80, enable_ssl: false }]);
    // the front end has reported the listener
    expect(said("LB1702")).toEqual([]);
  });

  it("leaves nothing of a Gateway that has no other", () => {
    const other = gateway([http([shop])], { owner: spec("Gateway", "other", "infra") });
    const { gateways } = lowered([gateway([lost]), other]);
    expect(gateways.map(({ vsVip }) => vsVip.name)).toEqual(["c1--Gateway-infra_other"]);
  });
});

describe("the address", () => {
  const vip = (addresses: string[], given: object = {}) => lowered([gateway([http([shop])], { addresses })], given);

  it("is the one that the Gateway asks for, one of each family", () => {
    expect(vip(["10.0.0.9", "2001:db8::9"]).first.vsVip.vip).toMatchObject([
      {
        ip_address: { addr: "10.0.0.9", type: "V4" },
        ip6_address: { addr: "2001:db8::9", type: "V6" },
        auto_allocate_ip_type: "V4_V6",
      },
    ]);
    expect(vip(["2001:db8::9"]).first.vsVip.vip).toMatchObject([{ ip6_address: { type: "V6" }, auto_allocate_ip_type: "V6_ONLY" }]);
    expect(vip([]).first.vsVip.vip).toEqual([{ auto_allocate_ip: true }]);
  });

  it("is not for another Gateway too, if both have one of the ports", () => {
    const asking = (name: string, port: number) =>
      gateway([http([shop], port)], { owner: spec("Gateway", name, "infra"), addresses: ["10.0.0.9"] });
    expect(lowered([asking("a", 80), asking("b", 8080)]).said("LB1408")).toEqual([]);
    expect(lowered([asking("a", 80), asking("b", 80)]).said("LB1408")).toEqual([
      "10.0.0.9 has port TCP 80 for c1--Gateway-infra_a of Gateway infra/a already: a controller refuses c1--Gateway-infra_b",
    ]);
  });

  it("leaves further ones out, with a warning", () => {
    const { first, said } = vip(["10.0.0.9", "10.0.0.10"]);
    expect(JSON.stringify(first.vsVip.vip)).not.toContain("10.0.0.10");
    expect(said("LB1302")).toEqual(["a VIP of Avi has one address of each family: the first of each is used"]);
  });
});

it("a name is in the DNS of one address, and only within the domains of the controller", () => {
  const other = gateway([http([shop])], { owner: spec("Gateway", "other", "infra") });
  const first = gateway([http([shop, rule("/", { host: "shop.other.org" }), rule("/", { host: "*.example.com" })])]);
  const { gateways, endpoints } = lowered([first, other], { subDomains: ["example.com"] });
  expect(gateways.map(({ vsVip }) => vsVip.dns_info)).toEqual([[{ fqdn: "shop.example.com" }], undefined]);
  expect(endpoints.flatMap(({ host, at }) => (host ? [`${host} ${at?.split("_")[1]}`] : []))).toEqual([
    "shop.example.com edge",
    "shop.other.org edge",
    "shop.example.com other",
  ]);
});

it("markers say whose the objects are, where the controller keeps markers", () => {
  const model = gateway([http([shop])], { labels: { team: "shop" }, annotations: { cost: "7" } });
  expect(lowered([model]).first.virtualService?.markers).toEqual([
    { key: "GatewayName", values: ["edge"] },
    { key: "GatewayNamespace", values: ["infra"] },
    { key: "clustername", values: ["c1"] },
    { key: "cost", values: ["7"] },
    { key: "team", values: ["shop"] },
  ]);
  expect(lowered([model], { controllerVersion: "20.1.4" }).first.virtualService?.markers).toBeUndefined();
});

describe("names", () => {
  it("tell Gateways and Routes apart whose parts would join to one", () => {
    const twins = [
      ["a-b", "c"],
      ["a", "b-c"],
    ].map(([namespace, name]) => gateway([http([shop])], { owner: spec("Gateway", name ?? "", namespace) }));
    const { bodies } = lowered(twins);
    const all = bodies.map(({ slot, body }) => `${slot.type}/${body.name}`);
    expect(new Set(all).size).toBe(all.length);
  });

  it("of more than 255 characters are shortened, with a notice", () => {
    const long = spec("HTTPRoute", "r".repeat(250));
    const { first, said } = lowered([gateway([http([rule("/", { owner: long })])])]);
    expect(first.poolGroups[0]?.name).toHaveLength(255);
    expect(said("LB1303").length).toBeGreaterThan(0);
  });
});

it("counts against the limits of the controller: rules, pool groups and certificates", () => {
  const rules = [rule("/a"), rule("/", { at: "/spec/rules/1", to: { redirect: { statusCode: 302 } } })];
  const { resources, objects } = lowered([gateway([{ protocol: "HTTPS", port: 443, certificates: [secret("a")], rules }])]);
  expect(aviNeeds({ resources }, { objects, owners: {} }).largest).toMatchObject({
    rules_per_httppolicy: { count: 4, of: "c1--Gateway-infra_edge" },
    poolgroups_per_virtualservice: { count: 1 },
    certificates_per_virtualservice: { count: 1 },
  });
});

it("is drawn with ports, rules and what they lead to, and its pools are named by their Routes", () => {
  const rules = [
    rule("/cart", { host: "shop.example.com", to: { backends: [share("cart")] } }),
    rule("/old", { at: "/spec/rules/1", match: { ...shop.match, method: "GET" }, to: { redirect: { statusCode: 301, scheme: "https" } } }),
    rule("/bad", { at: "/spec/rules/2", to: { answer: 500 } }),
  ];
  const tcp = { hosts: [], backends: [share("db")], owner: spec("TCPRoute", "db"), at: "/spec/rules/0" };
  const tls = { hosts: ["bank.example.com"], backends: [share("bank")], owner: spec("TLSRoute", "bank"), at: "/spec/rules/0" };
  const { resources, endpoints } = lowered([
    gateway([
      http(rules),
      { protocol: "TCP", port: 5432, routes: [tcp] },
      { protocol: "TLS", port: 443, routes: [tls], names: [{ host: "bank.example.com", route: tls }] },
    ]),
  ]);
  const shown = { labelledRoutes: false, services: {}, preservedPools: [], split: [] };
  const plan = { target: "avi", resources, endpoints, statuses: [], diagnostics: [], shown } as Omit<AviPlan, "facts">;
  const { nodes, edges } = drawAvi(plan, {}).build();
  const labels = nodes.map(({ kind, label }) => `${kind} ${label}`);
  for (const label of [
    "host shop.example.com",
    "listener port 80, HTTP",
    "path /cart",
    "redirect redirect to https (301)",
    "redirect answer 500",
    "listener port 5432, TCP",
    "host bank.example.com",
    "listener port 443, TLS passthrough",
  ])
    expect(labels).toContain(label);
  expect(edges.map(({ label }) => label)).toContain("/ if method GET");
  const words = specWords(plan as AviPlan);
  const pools = resources.filter(({ kind }) => kind === "avi:Pool").map((pool) => words(pool));
  expect(pools).toEqual([["HTTPRoute shop/web, path /cart"], ["TCPRoute shop/db port 5432/TCP"], ["TLSRoute shop/bank"]]);
});
