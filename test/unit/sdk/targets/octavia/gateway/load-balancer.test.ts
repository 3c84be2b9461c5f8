import { describe, expect, it } from "vitest";
import type { Diagnostic } from "../../../../../../resources/diagnostic";
import type { PoolBody } from "../../../../../../resources/octavia/types";
import { readSpecs } from "../../../../../../sdk/frontends";
import { type GatewayLoss, type GatewayModel, Readiness, RuleSources } from "../../../../../../sdk/routing";
import { parseSettings } from "../../../../../../sdk/settings";
import { lowerGateways } from "../../../../../../sdk/targets/octavia/gateway";
import { capabilities } from "../../../../../../sdk/targets/octavia/lower/context";
import { kuryr } from "../../../../../../sdk/targets/octavia/lower/kuryr";
import { occm } from "../../../../../../sdk/targets/octavia/lower/occm";
import { octaviaSettingsSchema } from "../../../../../../sdk/targets/octavia/settings";
import { connectionPort, gatewayOf, httpPort, httpsPort, ruleOf, share } from "../../../../../support/gateway-models";
import { endpoints, service } from "../../../../../support/manifests";
import { specOf } from "../../../../../support/octavia-gateway";

const RESPONDERS = { notFound: "default/not-found", failed: "default/failed:80", closed: "default/closed" };

/** Responders, each with one server. */
const objects = [
  service("not-found", [80]),
  endpoints("not-found", ["10.0.9.4"], 8080),
  service("failed", [80]),
  endpoints("failed", ["10.0.9.5"], 8080),
  service("closed", [7]),
  endpoints("closed", ["10.0.9.6"], 7000),
];

function lower(gateways: GatewayModel[], given: Record<string, unknown> = {}, around: readonly object[] = objects) {
  const { settings } = parseSettings(octaviaSettingsSchema, "octavia", { service_subnet_id: "vips", ...given });
  const profile = settings.naming === "occm" ? occm : kuryr;
  const found: Diagnostic[] = [];
  const can = capabilities(settings.octavia_version, profile.provider(settings));
  const specs = readSpecs(around.map((value) => ({ value })));
  const lost: GatewayLoss[] = [];
  const [report, lose] = [(one: Diagnostic) => found.push(one), (loss: GatewayLoss) => lost.push(loss)];
  const cx = {
    settings,
    owner: "mark",
    can,
    readiness: new Readiness(specs),
    report,
    refuse: report,
    lose,
    sources: new RuleSources(),
    isUnrestricted: () => false,
  };
  const balancers = lowerGateways(cx, profile, specs, gateways);
  return { balancers, found, lost, bodies: balancers.map(({ inputs }) => inputs.loadBalancer), inputs: balancers.map((one) => one.inputs) };
}

const members = (pools: PoolBody[] | undefined, name: string) =>
  pools
    ?.find((pool) => pool.name === name)
    ?.members?.map(({ address, protocol_port, weight }) => `${address}:${protocol_port}${weight === undefined ? "" : `*${weight}`}`);

describe("a Gateway on Octavia", () => {
  it("has a load balancer of its own, named by cluster, namespace and name, with a listener per port", () => {
    const { bodies, balancers, found } = lower(
      [gatewayOf("web", [httpPort([ruleOf({ host: "a.com" })]), httpPort([], 8080), connectionPort("TCP", 9000)])],
      { responders: RESPONDERS },
    );
    expect(balancers.map(({ identity, hosts }) => [identity, hosts])).toEqual([["kube_gateway_default_web", ["a.com"]]]);
    expect(bodies[0]).toMatchObject({
      name: "kube_gateway_kubernetes_default_web",
      vip_subnet_id: "vips",
      listeners: [
        { name: "kube_gateway_kubernetes_default_web:HTTP:80", default_pool: { name: "default/not-found:80" } },
        { protocol: "HTTP", protocol_port: 8080, default_pool: { name: "default/not-found:80" } },
        { protocol: "TCP", protocol_port: 9000 },
      ],
    });
    expect(bodies[0]?.listeners?.[1]).not.toHaveProperty("l7policies");
    expect(bodies[0]?.listeners?.[2]).not.toHaveProperty("default_pool");
    expect(bodies[0]?.pools?.map(({ name }) => name)).toEqual(["default/not-found:80", "default/web:80"]);
    expect(found).toEqual([]);
  });

  it("answers 500 for the part of an unusable backend, and where no backend can be used", () => {
    const { bodies } = lower(
      [
        gatewayOf("web", [
          httpPort([
            ruleOf({ host: "a.com", to: { backends: [share("web", { weight: 3 }), share("gone", { invalid: true })] } }),
            ruleOf({ host: "b.com", to: { answer: 500 } }),
          ]),
        ]),
      ],
      { responders: RESPONDERS },
    );
    const [first, second] = bodies[0]?.listeners?.[0]?.l7policies ?? [];
    expect(members(bodies[0]?.pools, first?.redirect_pool?.name ?? "")).toEqual(["10.0.0.1:8080*3", "10.0.9.5:8080*1"]);
    expect(members(bodies[0]?.pools, second?.redirect_pool?.name ?? "")).toEqual(["10.0.9.5:8080"]);
  });

  it("answers 503 without responders, which is reported once for each Gateway", () => {
    const rules = [ruleOf({ host: "b.com", to: { answer: 500 } }), ruleOf({ host: "c.com", to: { answer: 500 } })];
    const { bodies, found } = lower([gatewayOf("web", [httpPort(rules), httpPort(rules, 8080)])]);
    const policies = bodies[0]?.listeners?.flatMap(({ l7policies = [] }) => l7policies) ?? [];
    expect(policies.map(({ redirect_pool }) => members(bodies[0]?.pools, redirect_pool?.name ?? ""))).toEqual([[], [], [], []]);
    expect(bodies[0]?.listeners?.[0]).not.toHaveProperty("default_pool");
    expect(found.map(({ code, object }) => [code, object.name])).toEqual([["LB1706", "web"]]);
  });

  it("names a responder that is not among the specs", () => {
    const { found, bodies } = lower([gatewayOf("web", [httpPort([ruleOf()])])], {
      responders: { notFound: "default/none", failed: "default/failed:81" },
    });
    expect(found.map(({ code, pointer, severity }) => [code, pointer, severity])).toEqual([
      ["LB1706", "/responders/notFound", "warning"],
      ["LB1706", "/responders/failed", "warning"],
      ["LB1706", "/spec", "warning"],
    ]);
    expect(bodies[0]?.listeners?.[0]).not.toHaveProperty("default_pool");
  });

  it("closes the part of connections that leads to an unusable backend", () => {
    const backends = [share("web", { weight: 1 }), share("gone", { weight: 3, invalid: true })];
    const { bodies } = lower([gatewayOf("web", [connectionPort("TCP", 9000, backends)])], { responders: RESPONDERS });
    expect(members(bodies[0]?.pools, bodies[0]?.listeners?.[0]?.default_pool?.name ?? "")).toEqual(["10.0.0.1:8080*1", "10.0.9.6:7000*3"]);
    const without = lower([gatewayOf("web", [connectionPort("TCP", 9000, backends)])]);
    expect(without.found.map(({ code, severity, object }) => [code, severity, object.kind])).toEqual([["LB1706", "warning", "TCPRoute"]]);
    const all = lower([gatewayOf("web", [connectionPort("TCP", 9000, [share("gone", { invalid: true })])])], { responders: RESPONDERS });
    expect(all.bodies[0]?.listeners?.[0]).not.toHaveProperty("default_pool");
  });

  it("serves UDP and TCP on one port, each with a monitor of its protocol", () => {
    const ports = [connectionPort("TCP", 53, [share("dns")]), connectionPort("UDP", 53, [share("dns")])];
    const { bodies, found } = lower([gatewayOf("dns", ports)], { create_monitor: true });
    expect(bodies[0]?.pools?.map(({ name, protocol, healthmonitor }) => [name, protocol, healthmonitor?.type])).toEqual([
      ["default/dns:80:TCP", "TCP", "TCP"],
      ["default/dns:80:UDP", "UDP", "UDP-CONNECT"],
    ]);
    expect(found).toEqual([]);
    const old = lower([gatewayOf("dns", ports)], { octavia_version: "2.12" });
    expect(old.bodies[0]?.listeners?.map(({ protocol }) => protocol)).toEqual(["TCP"]);
    expect(old.found.map(({ code }) => code)).toEqual(["LB1702"]);
  });

  it("ends TLS with the certificate of the first listener and those of the others by name, and asks clients for theirs", () => {
    const ports = [httpsPort([ruleOf()], ["b", "a"], { clients: { sources: ["ConfigMap infra/ca"], caCertificate: "AUTHORITY" } })];
    const { inputs, bodies } = lower([gatewayOf("web", ports)], { responders: RESPONDERS });
    const listener = bodies[0]?.listeners?.[0];
    expect(listener).toMatchObject({
      protocol: "TERMINATED_HTTPS",
      default_tls_container_ref: { name: expect.stringContaining("/default/b-") },
      sni_container_refs: [{ name: expect.stringContaining("/default/a-") }],
      client_authentication: "MANDATORY",
    });
    const authority = listener?.client_ca_tls_container_ref as { name: string };
    expect(inputs[0]?.secrets?.find(({ name }) => name === authority.name)).toEqual({ name: authority.name, certificate: "AUTHORITY" });
    expect(inputs[0]?.secrets?.filter(({ key }) => key)).toHaveLength(2);
  });

  it("shares a load balancer with its group, where the older Gateway has a port that both want", () => {
    const newer = gatewayOf("a", [httpPort([ruleOf({ owner: specOf("HTTPRoute", "lost") })]), httpPort([], 81)], { share: "edge" });
    newer.owner.meta.creationTimestamp = "2026-02-01T00:00:00Z";
    const older = gatewayOf("b", [httpPort([ruleOf()])], { share: "edge" });
    older.owner.meta.creationTimestamp = "2026-01-01T00:00:00Z";
    const { balancers, bodies, found } = lower([newer, older], { responders: RESPONDERS });
    expect(balancers.map(({ identity, name }) => [identity, name])).toEqual([["kube_gateways_edge", "kube_gateways_kubernetes_edge"]]);
    expect(bodies[0]?.listeners?.map(({ protocol_port: port }) => port)).toEqual([80, 81]);
    expect(balancers[0]?.owners.map(({ kind, name }) => `${kind} ${name}`)).toEqual(["Gateway b", "HTTPRoute web", "Gateway a"]);
    expect(found.map(({ code, object }) => [code, object.name])).toEqual([["LB1702", "a"]]);
  });

  it("asks for its address as VIP, or as floating IP where the load balancer gets one", () => {
    const gateway = gatewayOf("web", [httpPort([ruleOf()])], { addresses: ["10.1.0.9", "10.1.0.10"] });
    const inside = lower([gateway], { responders: RESPONDERS });
    expect(inside.bodies[0]).toMatchObject({ vip_address: "10.1.0.9" });
    expect(inside.found.map(({ code, pointer }) => [code, pointer])).toEqual([["LB1708", "/spec/addresses/1"]]);
    const outside = lower([gateway], { external_svc_net: "public" });
    expect(outside.inputs[0]?.floatingIp).toMatchObject({ floating_network_id: "public", floating_ip_address: "10.1.0.9", keep: true });
    expect(outside.bodies[0]).not.toHaveProperty("vip_address");
  });

  it("has the labels and annotations of its infrastructure as tags", () => {
    const gateway = gatewayOf("web", [httpPort([])], { labels: { team: "shop" }, annotations: { note: "n".repeat(300) } });
    const { tags = [] } = lower([gateway], { responders: RESPONDERS }).bodies[0] ?? {};
    expect(tags.map((tag) => tag.length)).toEqual([255, 9]);
    expect(lower([gateway], { octavia_version: "2.4", responders: RESPONDERS }).found.map(({ code }) => code)).toEqual(["LB1404"]);
  });

  it("keeps the servers of a Service without Endpoints", () => {
    const backend = { ...share("web"), servers: [], missing: true };
    const { inputs } = lower([gatewayOf("web", [httpPort([ruleOf({ to: { backends: [backend] } })])])]);
    expect(inputs[0]?.keep).toEqual(["default/web:80"]);
  });

  it("keeps the certificates of a port whose Secret is missing, beside those that are known", () => {
    const [none, some] = [[], ["b"]].map((names) => lower([gatewayOf("web", [httpsPort([ruleOf()], names, { keepsCertificates: true })])]));
    expect([none, some].map((one) => one?.inputs[0]?.keep)).toEqual([["listeners/TCP:443"], ["listeners/TCP:443"]]);
    expect(none?.bodies[0]?.listeners?.[0]).not.toHaveProperty("default_tls_container_ref");
    expect(some?.bodies[0]?.listeners?.[0]).toHaveProperty("default_tls_container_ref");
    expect(lower([gatewayOf("web", [httpsPort([ruleOf()], [])])]).bodies).toEqual([]);
  });

  it("serves only connections with the provider ovn, and has no load balancer if nothing is left", () => {
    const both = gatewayOf("web", [httpPort([ruleOf()]), connectionPort("UDP", 53, [share("dns")])]);
    const { bodies, found } = lower([both, gatewayOf("none", [httpPort([ruleOf()])])], { provider: "ovn" });
    expect(bodies.map(({ name, listeners }) => [name, listeners?.length])).toEqual([["kube_gateway_kubernetes_default_web", 1]]);
    expect(bodies[0]?.pools?.[0]?.lb_algorithm).toBe("SOURCE_IP_PORT");
    expect(found.map(({ code, object }) => `${code} ${object.name}`)).toEqual(["LB1702 none", "LB1702 web"]);
  });

  it("has a name of at most 255 characters, and so has its longest tag", () => {
    const names = ["a", "b"].map((end) => gatewayOf(`${"g".repeat(252)}${end}`, [httpPort([])]));
    const found = lower(names, { responders: RESPONDERS }).bodies.map(({ name }) => name);
    expect(found.map((name) => name.length)).toEqual([255, 255]);
    expect(new Set(found).size).toBe(2);
  });

  it("has one pool for the same servers, however often a rule names them", () => {
    const twice = [share("web", { weight: 2 }), share("web", { weight: 1 })];
    const { bodies } = lower([gatewayOf("web", [httpPort([ruleOf({ host: "a.com", to: { backends: twice } }), ruleOf()])])]);
    expect(bodies[0]?.pools?.map(({ name }) => name)).toEqual(["default/web:80"]);
  });

  it("reports weights that Octavia rounds, and redirects that lose the query", () => {
    const uneven = [share("web", { weight: 1000 }), share("api", { weight: 3, address: "10.0.0.2" })];
    const to = { redirect: { hostname: "b.com", statusCode: 302 as const, path: { replaces: "all" as const, value: "/x" } } };
    const rules = [ruleOf({ host: "a.com", to: { backends: uneven } }), ruleOf({ host: "c.com", to, at: "/spec/rules/1" })];
    const { found } = lower([gatewayOf("web", [httpPort(rules), connectionPort("TCP", 9000, uneven)])], { responders: RESPONDERS });
    expect(found.map(({ code, object, pointer, message }) => `${code} ${object.kind} ${pointer} ${message.split(",")[0]}`)).toEqual([
      "LB1302 HTTPRoute /spec/rules/0 weights above 256 are scaled and rounded",
      "LB1302 HTTPRoute /spec/rules/1 the redirect to another path leaves out the query of the request",
      "LB1302 TCPRoute /spec/rules/0 weights above 256 are scaled and rounded",
    ]);
  });

  it("leaves out rules and ports that Octavia cannot serve, and the Routes of which nothing is left", () => {
    const headers = Array.from({ length: 51 }, (_, i) => ({ name: `h${i}`, is: "exact" as const, value: "1" }));
    const lost = ruleOf({ match: { headers }, owner: specOf("HTTPRoute", "lost"), at: "/spec/rules/2", index: 1 });
    const ports = [httpPort([lost]), httpsPort([ruleOf()], []), connectionPort("TLS", 8443, [share("web")])];
    const { found, balancers, bodies, lost: losses } = lower([gatewayOf("web", ports)], { responders: RESPONDERS });
    expect(found.map(({ code, object, pointer }) => `${code} ${object.name} ${pointer}`)).toEqual([
      "LB1703 lost /spec/rules/2",
      "LB1702 web /spec/listeners",
    ]);
    expect(losses.map(({ port, rule }) => [port.port, rule?.at])).toEqual([
      [80, "/spec/rules/2"],
      [8443, undefined],
    ]);
    expect(bodies[0]?.listeners?.map(({ protocol_port: port }) => port)).toEqual([80]);
    expect(balancers[0]?.owners.map(({ name }) => name)).toEqual(["web"]);
  });

  it("keeps an IPv6 address on the VIP, and takes an address that is asked for twice once", () => {
    const gateway = gatewayOf("web", [httpPort([])], { addresses: ["2001:db8::1", "2001:db8::1"] });
    const { inputs, bodies, found } = lower([gateway], { external_svc_net: "public", responders: RESPONDERS });
    expect(bodies[0]).toMatchObject({ vip_address: "2001:db8::1" });
    expect(inputs[0]).not.toHaveProperty("floatingIp");
    expect(found).toEqual([]);
  });

  it("finds a responder by the name of its port, and refuses one with a choice", () => {
    const several = service("both", [80, 81]);
    Object.assign(several.spec, {
      ports: [
        { name: "none", port: 80 },
        { name: "other", port: 81 },
      ],
    });
    const at = (notFound: string) =>
      lower([gatewayOf("web", [httpPort([])])], { responders: { ...RESPONDERS, notFound } }, [...objects, several]);
    expect(at("default/both:other").bodies[0]?.listeners?.[0]?.default_pool?.name).toBe("default/both:81");
    const { bodies, found } = at("default/both");
    expect(bodies[0]?.listeners?.[0]).not.toHaveProperty("default_pool");
    expect(found.map(({ message }) => message)[0]).toContain("the setting names none");
  });
});
