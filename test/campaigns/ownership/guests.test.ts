import { afterAll, beforeAll, expect } from "vitest";
import { Resource } from "../../sandbox/lib/engine";
import type { Props } from "../../sandbox/lib/host";
import { atRest } from "../../sandbox/lib/octavia-world";
import { type Case, campaign } from "../lib/campaign";
import { type OctaviaCampaign, octaviaCampaign } from "../lib/worlds/octavia";

/** One load balancer of several resources: its own has made it, guests have listeners on it. */
const world = {} as OctaviaCampaign;
beforeAll(async () => void Object.assign(world, await octaviaCampaign()));
afterAll(() => world.stop());

const OURS = "pulumi-k8s-lb:conformance/test/c1";
const THEIRS = { "another program": "pulumi-k8s-lb:other/test/c1", "another cluster": "pulumi-k8s-lb:conformance/test/c2", ours: OURS };

const listener = (port: number, address: string): Props => ({
  ...{ name: `listener-${port}`, protocol: "HTTP", protocol_port: port },
  default_pool: {
    ...{ name: `pool-${port}`, protocol: "HTTP", lb_algorithm: "ROUND_ROBIN" },
    members: [{ address, protocol_port: port }],
  },
});

/** Listeners and pools as the server holds them, by name. */
async function held(port: number): Promise<string> {
  const lists = await Promise.all(["listeners", "pools"].map(async (type) => (await world.api("GET", `/${type}`))[type] as Props[]));
  const found = lists.flat().filter(({ name }) => String(name).endsWith(`-${port}`));
  return JSON.stringify(found, (key, value) => (/_at$|_status$/.test(key) ? undefined : value));
}

async function scenario(owner: string, who: "guest" | "host", operation: "update" | "refresh" | "delete") {
  await world.reset();
  const run = await world.runs.steady();
  const host = new Resource(run, "octavia:LoadBalancer");
  const body = { name: "default/a", vip_subnet_id: world.cloud.subnetId };
  const hosts = (address: string): Props => ({ owner: OURS, loadBalancer: { ...body, listeners: [listener(80, address)] } });
  await host.up(hosts("10.1.0.1"));
  const id = host.state?.id ?? "";
  const guests = (address: string): Props => ({ owner, loadBalancer: { id, name: "default/b", listeners: [listener(81, address)] } });
  const guest = new Resource(run, "octavia:LoadBalancer");
  await guest.up(guests("10.1.0.2"));
  const [acting, next, theirs] = who === "guest" ? ([guest, guests, 80] as const) : ([host, hosts, 81] as const);
  await atRest(world, id);
  const before = await held(theirs);
  if (operation === "update") expect(await acting.up(next("10.1.0.9"))).toBe("updated");
  else if (operation === "refresh") await acting.refresh();
  else await acting.destroy();
  await atRest(world, id);
  expect(await held(theirs)).toBe(before);
  if (operation === "delete") expect(await held(who === "guest" ? 81 : 80)).toBe("[]");
  return { verdict: "left alone" };
}

const cases: Case[] = Object.entries(THEIRS).flatMap(([whose, owner]) =>
  (["guest", "host"] as const).flatMap((who) =>
    (["update", "refresh", "delete"] as const).map((operation) => ({
      name: `octavia:LoadBalancer, ${who === "guest" ? "a guest beside its host" : "a host beside its guest"}, ${whose}, ${operation}`,
      run: () => scenario(owner, who, operation),
    })),
  ),
);

campaign("ownership of one load balancer", cases, { sample: 3, limitMs: 60_000 });
