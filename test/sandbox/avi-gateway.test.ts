// Gateways on Avi: a controller takes everything that they mean, and ports, listeners and virtual services come, move and go.
import { beforeAll, expect, test } from "vitest";
import type { GatewayModel } from "../../sdk/routing";
import { gateway, http, lowered, rule, share, spec } from "../support/avi-gateways";
import { world } from "./lib/avi-world";
import { certificateFor, type KeyPair } from "./lib/certificates";
import { Resource } from "./lib/engine";
import type { Props } from "./lib/host";

// The release whose answers have any status.
const started = world({ env: { AVI_VERSION: "30.2.1" }, version: "30.2.1" });

let pair: KeyPair;
beforeAll(async () => {
  pair = await certificateFor("shop.example.com");
});

const match = { path: { is: "segments" as const, value: "/cart" }, headers: [], queryParams: [] };
const response = { set: [{ name: "x-seen", value: "yes" }], add: [{ name: "x-more", value: "yes" }], remove: ["server"] };

/** Rules with all that Avi serves. */
const rules = () => [
  rule("/", { host: "shop.example.com", response }),
  rule("/", {
    host: "*.example.com",
    except: ["shop.example.com", "*.inner.example.com"],
    at: "/spec/rules/1",
    match: {
      ...match,
      method: "POST",
      headers: [{ name: "version", is: "exact", value: "two" }],
      queryParams: ["a", "b"].map((name) => ({ name, is: "exact" as const, value: "1" })),
    },
    request: response,
    to: {
      backends: [share("web", 1_000_000), share("next", 1)],
      rewrite: { hostname: "www.example.com", path: { replaces: "segments", value: "/" } },
      timeouts: { backendRequest: 2 },
      retry: { on: [503] },
    },
  }),
  rule("/", {
    at: "/spec/rules/2",
    match,
    to: { redirect: { statusCode: 301, scheme: "https", path: { replaces: "all", value: "/" } } },
  }),
  rule("/", { at: "/spec/rules/3", match: { ...match, path: { is: "regex", value: "/[0-9]+" } }, to: { answer: 500 } }),
];

const tcp = (port: number): GatewayModel["ports"][number] => ({
  protocol: "TCP",
  port,
  routes: [{ hosts: [], backends: [share("db")], owner: spec("TCPRoute", "db"), at: "/spec/rules/0" }],
});
const udp: GatewayModel["ports"][number] = {
  protocol: "UDP",
  port: 53,
  routes: [{ hosts: [], backends: [share("dns")], owner: spec("UDPRoute", "dns"), at: "/spec/rules/0" }],
};
const bank = { hosts: ["bank.example.com"], backends: [share("bank")], owner: spec("TLSRoute", "bank"), at: "/spec/rules/0" };
const tls: GatewayModel["ports"][number] = {
  protocol: "TLS",
  port: 8443,
  routes: [bank],
  names: [{ host: "bank.example.com", route: bank }],
};

const full = (): GatewayModel => {
  const source = { apiVersion: "v1", kind: "Secret", namespace: "infra", name: "shop" };
  const certificates = [{ source, certificate: pair.certificate, key: pair.key }];
  const secure = { protocol: "HTTPS" as const, port: 443, certificates, rules: rules() };
  return gateway([http(rules()), secure, tcp(5432), udp, tls], { labels: { team: "shop" }, addresses: ["10.250.250.77"] });
};

/** Brings a Gateway with its pools and certificates to the controller; returns the resource of the Gateway. */
async function deployed(model: GatewayModel, known?: Resource): Promise<{ resource: Resource; inputs: Props }> {
  const { resources } = lowered([model]);
  let last: { resource: Resource; inputs: Props } | undefined;
  for (const { kind, inputs } of resources) {
    const own = structuredClone(inputs) as Props;
    const resource = kind === "avi:GatewayVS" && known ? known : new Resource(started.host, kind);
    await resource.up(own);
    last = { resource, inputs: own };
  }
  if (!last) throw new Error("no resource was planned");
  return last;
}

test("a controller takes everything that a Gateway means, and nothing is left to do", async () => {
  const { resource, inputs } = await deployed(full());
  expect(await resource.preview(inputs)).toEqual({ changes: false, replaces: [] });
  await resource.refresh();
  expect(await resource.preview(inputs)).toEqual({ changes: false, replaces: [] });
  expect(resource.state?.outs).toMatchObject({ vip: "10.250.250.77" });
  const services = started.avi.store.list("virtualservice").filter(({ name }) => String(name).includes("infra_edge"));
  expect(new Set(services.map(({ vsvip_ref }) => vsvip_ref)).size).toBe(1);
  expect(services).toHaveLength(3);
});

test("virtual services come and go at the address of the Gateway", async () => {
  const owner = spec("Gateway", "moving", "infra");
  const of = (...ports: GatewayModel["ports"]) => gateway(ports, { owner });
  const { resource } = await deployed(of(tcp(5432), udp));
  const address = resource.state?.outs.vip;
  const wider = await deployed(of(http([rule("/")]), tcp(5432), tls), resource);
  expect(await resource.preview(wider.inputs)).toEqual({ changes: false, replaces: [] });
  const names = () =>
    started.avi.store
      .list("virtualservice")
      .map(({ name }) => String(name).split("infra_moving")[1])
      .filter((end) => end !== undefined)
      .sort();
  expect(names()).toEqual(["", "_l4", "_passthrough"]);
  await deployed(of(http([rule("/")])), resource);
  expect(names()).toEqual([""]);
  expect(resource.state?.outs.vip).toBe(address);
});

test("a port moves from connections to requests and back", async () => {
  const owner = spec("Gateway", "port", "infra");
  const of = (...ports: GatewayModel["ports"]) => gateway(ports, { owner });
  const { resource } = await deployed(of(tcp(80), tcp(81)));
  const deployedGateway = await deployed(of(http([rule("/")]), tcp(81)), resource);
  expect(await resource.preview(deployedGateway.inputs)).toEqual({ changes: false, replaces: [] });
  const back = await deployed(of(tcp(80), tcp(81)), resource);
  expect(await resource.preview(back.inputs)).toEqual({ changes: false, replaces: [] });
  // the virtual service that had the port goes altogether
  const alone = await deployed(of(http([rule("/")])), resource);
  expect(await resource.preview(alone.inputs)).toEqual({ changes: false, replaces: [] });
  await deployed(of(tcp(80)), resource);
  const whole = await deployed(of(http([rule("/")])), resource);
  expect(await resource.preview(whole.inputs)).toEqual({ changes: false, replaces: [] });
});
