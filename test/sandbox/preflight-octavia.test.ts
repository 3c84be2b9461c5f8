// Findings of a preview on OpenStack: quotas, references, rights, addresses; and what that costs.

import { afterAll, beforeAll, beforeEach, describe, expect, test } from "vitest";
import { connect, type OpenStack } from "../../provider/octavia/client";
import { type OctaviaSandbox, startOctaviaSandbox } from "../../sandbox/index";
import { openstackEnvironment } from "../../sandbox/octavia-sandbox";
import { identified } from "../support/identified";
import { Resource } from "./lib/engine";
import { type EngineLog, engineLog } from "./lib/engine-log";
import { type Host, type Props, startHost } from "./lib/host";
import { small } from "./lib/octavia-samples";
import { type ApiProxy, startProxy } from "./lib/proxy";

let cloud: OctaviaSandbox;
let host: Host;
let log: EngineLog;
let proxy: ApiProxy;
let admin: OpenStack;
let env: { [name: string]: string };

beforeAll(async () => {
  [cloud, log] = await Promise.all([startOctaviaSandbox({ provisioningMs: 5 }), engineLog()]);
  proxy = await startProxy(cloud.url);
  env = { ...openstackEnvironment(cloud), OCTAVIA_POLL_INTERVAL: "20", OCTAVIA_LIST_CACHE: "0", OCTAVIA_RETRY_DELAY: "1" };
  host = await startHost({ env: { ...env, OS_LOAD_BALANCER_ENDPOINT_OVERRIDE: proxy.url }, engine: log.address });
  admin = connect({ get: () => undefined, explicit: () => undefined, env: { ...env, OS_USERNAME: "admin", OS_PASSWORD: "admin" } });
}, 60_000);
beforeEach(() => {
  proxy.calls.splice(0);
  log.lines.splice(0);
});
afterAll(async () => {
  host?.stop();
  log?.stop();
  await proxy?.close();
  await cloud?.close();
});

const inventory = (needs: Props, more: Props = {}) => ({ names: ["loadbalancers/a"], ...identified("urn:x"), needs, ...more });
const up = (needs: Props, more: Props = {}) =>
  new Resource(host, "octavia:Inventory").up(inventory(needs, more)).catch(({ message }: Error) => message);
const quota = (limits: Props) => admin.octavia.put(`/v2/lbaas/quotas/${cloud.projectId}`, { quota: limits as never });

describe("quotas", () => {
  test("more than is left is refused, also of members and rules", async () => {
    const inputs = small();
    const body = { ...(inputs.loadBalancer as Props), vip_subnet_id: cloud.subnetId };
    const made = new Resource(host, "octavia:LoadBalancer");
    await made.up({ ...inputs, loadBalancer: body });
    await quota({ load_balancer: 3, member: 4, l7rule: 0 });
    expect(await up({ counts: { load_balancer: 3 } })).toMatch(/^LB2071: 1 of 3 load_balancer are in use, 2 left, and the plan adds 3\n/);
    expect(await up({ counts: { load_balancer: 2, listener: 1000 } })).toBe("created");
    expect(await up({ counts: { member: 100 } })).toMatch(/LB2071: \d of 4 member are in use/);
    expect(await up({ counts: { l7rule: 1 } })).toContain("LB2071: 0 of 0 l7rule are in use, 0 left");
    await quota({ load_balancer: -1, member: -1, l7rule: -1 });
    expect(await up({ counts: { load_balancer: 3, member: 100, l7rule: 1 } })).toBe("created");
    await made.destroy();
  });

  test("near to one is told", async () => {
    await quota({ pool: 10 });
    expect(await up({ counts: { pool: 10 } })).toBe("created");
    await expect.poll(() => log.lines.join()).toContain("LB2072: 0 of 10 pool are in use, 10 left, and the plan adds 10");
    await quota({ pool: -1 });
  });

  test("without limits one call is enough", async () => {
    proxy.calls.splice(0);
    await up({ counts: { load_balancer: 1, listener: 1 } });
    expect(proxy.calls.map(({ path }) => path.replace(cloud.projectId, "*"))).toEqual(["/v2/lbaas/quotas/*"]);
  });

  test("a policy has fifty rules at most", async () => {
    const of = (count: number) => ({ largest: { rules_per_policy: { count, of: "kube_ingress_c, policy p" } } });
    expect(await up(of(51))).toContain("LB2071: rules_per_policy is 50, and kube_ingress_c, policy p needs 51");
    expect(await up(of(50))).toBe("created");
  });
});

describe("what bodies refer to", () => {
  test("must exist", async () => {
    const nowhere = "11111111-2222-4333-8444-555555555555";
    const existing = {
      [`subnet/${cloud.subnetId}`]: "Service default/web",
      [`network/${cloud.externalNetworkId}`]: "Service default/web",
      "provider/amphora": "Service default/web",
    };
    expect(await up({ references: existing })).toBe("created");
    for (const type of ["subnet", "network", "provider", "flavor", "availability_zone"]) {
      expect(await up({ references: { ...existing, [`${type}/${nowhere}`]: "Service default/api" } })).toContain(
        `LB2074: ${type} ${nowhere} does not exist; Service default/api needs it`,
      );
    }
  });

  test("a container may be another project's: that is told, and nothing fails", async () => {
    const reference = `${cloud.url}/v1/containers/11111111-2222-4333-8444-555555555555`;
    expect(await up({ references: { [`container/${reference}`]: "Service default/web" } })).toBe("created");
    await expect.poll(() => log.lines.join()).toContain(`LB2074: container ${reference} does not exist`);
  });
});

describe("floating IPs that are named by number", () => {
  const wish = (address: unknown) => ({ references: { [`floatingip/${address}`]: "Service default/web" } });
  const floatingip = async (port_id?: unknown): Promise<Props> => {
    const asked = { floating_network_id: cloud.externalNetworkId, ...(port_id ? { port_id } : {}) };
    const as = connect({ get: () => undefined, explicit: () => undefined, env });
    return (await as.network.post("/v2.0/floatingips", { floatingip: asked as never })).floatingip as Props;
  };

  test("must be in the project of those who may not choose a number", async () => {
    expect(await up(wish("203.0.113.200"))).toMatch(
      /^LB2074: floating IP 203\.0\.113\.200 does not exist; Service default\/web needs it; only an administrator may create one/,
    );
    const as = await startHost({ env: { ...env, OS_USERNAME: "admin", OS_PASSWORD: "admin" } });
    expect(await new Resource(as, "octavia:Inventory").up(inventory(wish("203.0.113.200")))).toBe("created");
    as.stop();
    expect(await up(wish((await floatingip()).floating_ip_address))).toBe("created");
  });

  test("must not be on the load balancer of others", async () => {
    const { loadBalancer, owner } = small();
    const made = new Resource(host, "octavia:LoadBalancer");
    await made.up({ owner, loadBalancer: { ...(loadBalancer as Props), vip_subnet_id: cloud.subnetId } });
    const { floating_ip_address: address } = await floatingip(made.state?.outs.vipPortId);
    expect(await up(wish(address))).toContain(
      `LB2050: floating IP ${address}: load balancer default/web uses it already; Service default/web needs it`,
    );
    expect(await up(wish(address), { owner })).toBe("created");
    expect(await up(wish(address), { names: ["loadbalancers/default/web"] })).toBe("created");
    await made.destroy();
  });
});

describe("addresses", () => {
  test("are counted by the ranges and the ports that the project sees", async () => {
    const place = `subnet/${cloud.subnetId}`;
    expect(await up({ addresses: { [place]: 200 } })).toBe("created");
    const refused = await up({ addresses: { [place]: 254 }, references: { [place]: "Service default/web" } });
    expect(refused).toMatch(
      /^LB2073: subnet \S+ has 25\d free addresses, and the plan needs 254 more, Service default\/web among others\n/,
    );
    expect(await up({ addresses: { [place]: 1, [`network/${cloud.externalNetworkId}`]: 254 } })).toMatch(/^LB2073: network/);
  });

  test("are told by Neutron to an administrator", async () => {
    const as = await startHost({ env: { ...env, OS_USERNAME: "admin", OS_PASSWORD: "admin" } });
    const resource = new Resource(as, "octavia:Inventory");
    const refused = resource.up(inventory({ addresses: { [`subnet/${cloud.subnetId}`]: 254 } }));
    await expect(refused).rejects.toThrow(/LB2073: subnet \S+ has 25\d free addresses/);
    as.stop();
  });
});

describe("calls and rights", () => {
  const needs = () => ({ counts: { load_balancer: 1 }, references: { "provider/amphora": "x", "flavor/f": "x" } });

  test("none when nothing has changed, none when it is switched off", async () => {
    const resource = new Resource(host, "octavia:Inventory");
    const fine = { counts: { load_balancer: 1 }, references: { "provider/amphora": "x" } };
    await resource.up(inventory(fine));
    proxy.calls.splice(0);
    expect(await resource.preview(inventory(fine))).toEqual({ changes: false, replaces: [] });
    expect(await resource.preview(inventory(needs(), { preflight: false }))).toEqual({ changes: false, replaces: [] });
    expect(proxy.calls).toEqual([]);
  });

  test("who may not look is told so, and nothing fails", async () => {
    proxy.answer((_method, path) =>
      path.includes("/flavors") ? { status: 403, body: { faultstring: "Policy does not allow this request." } } : undefined,
    );
    expect(await up(needs())).toBe("created");
    await expect.poll(() => log.lines.join()).toContain("LB2075: flavors could not be checked: Policy does not allow this request.");
    proxy.answer(undefined);
  });

  test("without Keystone there are no quotas to ask for, and no networks", async () => {
    const bare = await startOctaviaSandbox({ auth: "noauth" });
    const free = await startHost({
      env: { OS_AUTH_TYPE: "none", OS_ENDPOINT: bare.url, OS_PROJECT_ID: "p", OCTAVIA_RETRY_DELAY: "1" },
      engine: log.address,
    });
    const resource = new Resource(free, "octavia:Inventory");
    expect(
      await resource.up(inventory({ counts: { load_balancer: 1 }, references: { "subnet/x": "x" }, addresses: { "subnet/x": 1 } })),
    ).toBe("created");
    expect(log.lines).toEqual([]);
    free.stop();
    await bare.close();
  });
});
