import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type LuaEngine, LuaFactory } from "wasmoon";
import type { ConnectionPort } from "../../../../../../sdk/routing";
import { namesScript } from "../../../../../../sdk/targets/avi/gateway/passthrough";
import { gateway, http, lowered, rule, share, spec } from "../../../../../support/avi-gateways";

const route = (kind: string, name: string, hosts: string[], backends = [share(name)]): ConnectionPort["routes"][number] => ({
  hosts,
  backends,
  owner: spec(kind, name),
  at: "/spec/rules/0",
});

describe("TCP and UDP ports", () => {
  const tcp: ConnectionPort = {
    protocol: "TCP",
    port: 53,
    routes: [route("TCPRoute", "dns", [], [share("a", 9), share("b", 1), share("gone", 1, { invalid: true, servers: [] })])],
  };
  const udp: ConnectionPort = { protocol: "UDP", port: 53, routes: [route("UDPRoute", "dns", [])] };

  it("are one virtual service at the address of the Gateway, with a pool group per port", () => {
    const { first, said } = lowered([gateway([http([rule("/")]), tcp, udp])]);
    const { connectionService, virtualService, vsVip } = first;
    expect([connectionService?.name, connectionService?.vsvip_ref]).toEqual(["c1--Gateway-infra_edge_l4", `/api/vsvip?name=${vsVip.name}`]);
    expect(virtualService?.vsvip_ref).toBe(`/api/vsvip?name=${vsVip.name}`);
    expect(connectionService?.services).toEqual([
      { port: 53, enable_ssl: false },
      { port: 53, enable_ssl: false, override_network_profile_ref: "/api/networkprofile?name=System-UDP-Fast-Path" },
    ]);
    const group = (kind: string) => `c1--Gateway-infra_edge_${kind}_shop_dns_0_port_53`;
    expect(connectionService?.service_pool_select).toEqual([
      { service_port: 53, service_pool_group_ref: `/api/poolgroup?name=${group("TCPRoute")}`, service_protocol: "PROTOCOL_TYPE_TCP_PROXY" },
      {
        service_port: 53,
        service_pool_group_ref: `/api/poolgroup?name=${group("UDPRoute")}`,
        service_protocol: "PROTOCOL_TYPE_UDP_FAST_PATH",
      },
    ]);
    expect(first.poolGroups.find(({ name }) => name === group("TCPRoute"))?.members).toMatchObject([{ ratio: 9 }, { ratio: 1 }]);
    expect(said("LB1302")).toHaveLength(1);
  });

  it("take the profile of UDP where there is no TCP, and need no virtual service for requests", () => {
    const { first } = lowered([gateway([udp])]);
    expect(first.virtualService).toBeUndefined();
    expect(first.policy).toBeUndefined();
    expect(first.connectionService?.network_profile_ref).toBe("/api/networkprofile?name=System-UDP-Fast-Path");
  });

  it("stay closed without a Route, or where nothing of it gets traffic", () => {
    const none = { ...tcp, routes: [] };
    const idle = { ...tcp, port: 54, routes: [route("TCPRoute", "idle", [], [share("a", 0)])] };
    expect(lowered([gateway([none, idle])]).first.connectionService).toBeUndefined();
  });
});

describe("TLS that is handed through", () => {
  const bank = route("TLSRoute", "bank", ["bank.example.com", "*.pay.example.com"]);
  const tls: ConnectionPort = { protocol: "TLS", port: 443, routes: [bank], names: bank.hosts.map((host) => ({ host, route: bank })) };

  it("is a virtual service of layer 4 whose script knows the pool groups", () => {
    const { first, endpoints } = lowered([gateway([tls])]);
    expect(first.passthroughService).toMatchObject({ services: [{ port: 443, enable_ssl: false }], vs_datascripts: [{ index: 0 }] });
    expect(first.dataScriptSet?.pool_group_refs).toEqual(["/api/poolgroup?name=c1--Gateway-infra_edge_TLSRoute_shop_bank_0_port_443"]);
    expect(first.vsVip.dns_info).toEqual([{ fqdn: "bank.example.com" }]);
    expect(endpoints.map(({ host }) => host)).toEqual([undefined, "bank.example.com"]);
  });

  const factory = new LuaFactory();
  let lua: LuaEngine;
  beforeAll(async () => {
    lua = await factory.createEngine();
  });
  afterAll(() => lua.global.close());

  /** Runs the script in a real Lua for one connection. */
  async function run(script: string, name: string | undefined, port = 443) {
    const seen: { group?: string; closed?: true } = {};
    lua.global.set("sni", () => name);
    lua.global.set("port", () => port);
    lua.global.set("pick", (group: string) => Object.assign(seen, { group }));
    lua.global.set("close", () => Object.assign(seen, { closed: true }));
    await lua.doString(`
      package.loaded["Default-TLS"] = {
        get_req_buffer_size = function() return 20 end,
        sanity_check = function() return true end,
        parse_record = function() return {} end,
        get_sni = function() return sni() end,
      }
      avi = {
        l4 = { collect = function() return 20 end, read = function() return "" end, ds_done = function() end },
        poolgroup = { select = pick },
        vs = { close_conn = close, port = port },
      }`);
    await lua.doString(script);
    return seen.closed ? "closed" : seen.group;
  }

  it.each([
    ["a.example.com", "exact"],
    ["A.Example.com", "exact"],
    ["b.example.com", "wild"],
    ["c.b.example.com", "wild"],
    ["example.com", "closed"],
    ["idle.org", "closed"],
    [undefined, "closed"],
  ])("leads %s to %s", async (name, group) => {
    const names = [{ host: "a.example.com", group: "exact" }, { host: "*.example.com", group: "wild" }, { host: "idle.org" }];
    expect(await run(namesScript([{ port: 443, names }]), name)).toBe(group);
  });

  it("takes every connection for a route without a host, and tells ports apart", async () => {
    const script = namesScript([
      { port: 443, names: [{ host: "", group: "all" }] },
      { port: 8443, names: [{ host: "a.example.com", group: "one" }] },
    ]);
    expect([await run(script, undefined), await run(script, "a.example.com", 8443), await run(script, "b.example.com", 8443)]).toEqual([
      "all",
      "one",
      "closed",
    ]);
  });
});
