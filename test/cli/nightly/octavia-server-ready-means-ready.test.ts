import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { send, tokenOf } from "../../unit/sandbox/openstack-client";

// The first requests of a user come several at once, and to services that have had no request yet.

interface RealOctavia {
  url: string;
  authUrl: string;
  networkUrl: string;
  networks: { privateSubnetId: string };
  stop(): Promise<void>;
}

let server: RealOctavia;
let demo: { [name: string]: string };

beforeAll(async () => {
  const { startOctaviaServer } = await import(join(__dirname, "../../../tools/octavia-server/index.mjs"));
  server = await startOctaviaServer({ auth: "keystone", barbican: true, neutron: true });
  demo = await tokenOf(server, "demo", "demo");
}, 600_000);
afterAll(() => server?.stop());

const octavia = (method: string, path: string, body?: object) => send(`${server.url}/v2/lbaas/${path}`, method, body, demo);
const statuses = async () => {
  const { body } = await octavia("GET", "loadbalancers?fields=provisioning_status");
  return body.loadbalancers.map((one: { provisioning_status: string }) => one.provisioning_status) as string[];
};

test("twelve load balancers at once, the first that anybody makes, all become ACTIVE", async () => {
  expect(await statuses(), "what warmed the services up is gone").toEqual([]);
  const policy = { name: "slow", shared: true };
  const admin = await tokenOf(server, "admin", "admin");
  const qos = (await send(`${server.networkUrl}/v2.0/qos/policies`, "POST", { policy }, admin)).body.policy.id;
  const members = [{ address: "10.0.0.5", protocol_port: 80 }];
  const make = async (index: number) => {
    const pool = { name: `p${index}`, protocol: "TCP", lb_algorithm: "ROUND_ROBIN", members };
    const listeners = [{ name: `l${index}`, protocol: "TCP", protocol_port: 80, default_pool: pool }];
    const more = index === 0 ? { vip_qos_policy_id: qos } : {};
    const loadbalancer = { name: `lb${index}`, vip_subnet_id: server.networks.privateSubnetId, listeners, ...more };
    const { status, text } = await octavia("POST", "loadbalancers", { loadbalancer });
    return status === 201 ? "made" : text;
  };
  const made = await Promise.all(Array.from({ length: 12 }, (_, index) => make(index)));
  expect(made).toEqual(made.map(() => "made"));
  await expect.poll(async () => [...new Set(await statuses())], { timeout: 240_000, interval: 500 }).toEqual(["ACTIVE"]);
}, 600_000);
