import { expect, test } from "vitest";
import { v1 } from "../../../../provider";
import { SCHEMA } from "../../../../provider/avi/schema";
import type { Properties } from "../../../../provider/lifecycle/bodies/json";
import { UNKNOWN } from "../../../../provider/lifecycle/bodies/json";
import { AVI_TYPES, isAviType } from "../../../../resources/avi/body";
import { identified } from "../../../support/identified";

// A controller drops fields that it does not know and refuses values that it does not know, after the preview was green.

const owner = "pulumi-k8s-lb:shop/dev/c1";
const server = { ip: { addr: "10.0.0.1", type: "V4" }, port: 8080 };

async function reasons(kind: string, news: Properties): Promise<string[]> {
  const { failures } = await v1(kind).check({}, { owner, ...news });
  expect(failures.every(({ property }) => property === "")).toBe(true);
  return failures.map(({ reason }) => reason);
}

const ofPool = (fields: Properties) => reasons("avi:Pool", { pool: { name: "web", ...fields } as Properties[string] });

test.each<[string, Properties, string]>([
  ["a field", { severs: [server] }, "LB2016: pool.severs: Pool has no such field; is servers meant?"],
  [
    "a value",
    { lb_algorithm: "LB_ALGORITHM_ROUNDROBIN" },
    'LB2016: pool.lb_algorithm: is "LB_ALGORITHM_ROUNDROBIN"; is LB_ALGORITHM_ROUND_ROBIN meant?',
  ],
  [
    "a value deep inside",
    { servers: [server, { ...server, ip: { addr: "10.0.0.2", type: "IPv4" } }] },
    'LB2016: pool.servers[1].ip.type: is "IPv4"; one of V4, DNS, V6 is expected; for a newer controller set `unchecked: true`',
  ],
  [
    "a number out of range",
    { servers: [{ ...server, ratio: 21 }] },
    "LB2016: pool.servers[0].ratio: is 21, a number from 1 to 20 is expected",
  ],
  ["a number that is none", { default_server_port: "http" }, "LB2016: pool.default_server_port: a whole number is expected"],
  ["an address as a text", { servers: [{ ip: "10.0.0.1" }] }, "LB2016: pool.servers[0].ip: a body (IpAddr) is expected"],
  ["a server alone", { servers: server }, "LB2016: pool.servers: a list is expected"],
  ["a flag", { enabled: "yes" }, "LB2016: pool.enabled: true or false is expected"],
])("%s of a body that no controller knows fails the preview", async (_what, fields, reason) => {
  expect(await ofPool(fields)).toEqual([reason]);
  expect(await reasons("avi:Pool", { pool: { name: "web", ...fields } as Properties[string], unchecked: true })).toEqual([]);
});

test("each body of a list is named, and so is each field", async () => {
  const policies: Properties[string] = [{ name: "p" }, { name: "q", http_request_policy: { rule: [], rulez: [] } }];
  expect(await reasons("avi:SniVS", { poolGroups: [], policies, virtualService: { name: "vs" } })).toEqual([
    "LB2016: policies[1].http_request_policy.rule: HTTPRequestPolicy has no such field; is rules meant?",
    "LB2016: policies[1].http_request_policy.rulez: HTTPRequestPolicy has no such field; is rules meant?",
  ]);
});

test("what preview does not know, what is nothing and what the controller reads all the same is right", async () => {
  const numbers = { default_server_port: "80", enabled: "true", connection_ramp_duration: 0 };
  const servers = [{ ...server, ip: { addr: UNKNOWN, type: UNKNOWN } }];
  expect(await ofPool({ ...numbers, servers, lb_algorithm: UNKNOWN, vrf_ref: "", description: null })).toEqual([]);
  expect(await reasons("avi:Pool", { pool: UNKNOWN })).toEqual([]);
  const virtualService = { name: "vs", service_metadata: { hostnames: ["a"] }, vh_parent_vs_uuid: "/api/virtualservice?name=p" };
  expect(await reasons("avi:SniVS", { poolGroups: [], policies: [], virtualService })).toEqual([]);
});

test("the text of a private key is in no reason", async () => {
  const certificate = { name: "c", key: { pem: "TOPSECRET" }, certificate: "TOPSECRET" };
  const found = await reasons("avi:Certificate", { certificate });
  expect(found.length).toBe(2);
  expect(found.join()).not.toContain("TOPSECRET");
});

test("what a component has planned is not looked at again", async () => {
  const news = { pool: { name: "web", severs: [] }, ...identified("", ["Service shop/web"]) };
  expect(await reasons("avi:Pool", news)).toEqual([]);
});

test("the short form of the schemas has every type that we write", () => {
  const written = Object.keys(AVI_TYPES)
    .filter(isAviType)
    .filter((type) => AVI_TYPES[type].ownerField);
  for (const type of written) expect(SCHEMA).toContain(`\n${AVI_TYPES[type].model} `);
});

test("the field of a listener is the one that is wrong, not the owner", async () => {
  const listener = { name: "l", protocol: "HTPP", protocol_port: 80, conection_limit: 5, defaultPool: { name: "p" } };
  const loadBalancer = { name: "web", vip_subnet_id: "s", listeners: [listener] };
  expect(await reasons("octavia:LoadBalancer", { loadBalancer })).toEqual([
    expect.stringContaining('LB2016: /loadBalancer/listeners/0/protocol: is "HTPP", one of HTTP, HTTPS'),
    "LB2016: /loadBalancer/listeners/0/conection_limit: a listener has no such field; is connection_limit meant?",
    "LB2016: /loadBalancer/listeners/0/defaultPool: a listener has no such field; is default_pool meant?",
  ]);
  const tomorrow = { name: "l", protocol: "QUIC", protocol_port: 80, a_field_of_tomorrow: 5 };
  expect(await reasons("octavia:LoadBalancer", { loadBalancer: { ...loadBalancer, listeners: [tomorrow] }, unchecked: true })).toEqual([]);
});

test("a misspelt input names the one that is meant", async () => {
  expect(await reasons("avi:Pool", { pool: { name: "web" }, healthMonitr: {} })).toEqual([
    "LB2016: healthMonitr: there is no such property; is healthMonitor meant?",
  ]);
});
