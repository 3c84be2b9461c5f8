// An import showed every pool beside the listeners, which named them: nobody writes a load balancer so, and `pulumi import` printed it.
import { describe, expect, test } from "vitest";
import { Resource } from "../../lib/engine";
import type { Props } from "../../lib/host";
import { full, SUBNET, small } from "../../lib/octavia-samples";
import { startOctavia } from "../../lib/octavia-world";
import { created, NONE, started } from "../../lib/world";

interface Body {
  listeners: { name: string; default_pool?: { name: string; members?: unknown[] } }[];
  pools?: { name: string }[];
}

const bodyOf = ({ state }: Resource) => state?.inputs.loadBalancer as unknown as Body;

describe.each(["dynamic", "native"] as const)("%s", (adapter) => {
  const world = started(() => startOctavia({}, adapter));

  /** The load balancer as an import of it declares it. */
  async function imported(inputs: object): Promise<{ resource: Resource; declared: Props; body: Body }> {
    const { state } = await created(world, "octavia:LoadBalancer", { ...inputs });
    const resource = new Resource(world.host, "octavia:LoadBalancer");
    await resource.import(state?.id ?? "");
    const { __provider: _, ...declared } = resource.state?.inputs ?? {};
    return { resource, declared, body: bodyOf(resource) };
  }

  test("the pool of one listener is in it, and what is imported is what it takes to declare it", async () => {
    const { resource, declared, body } = await imported(small());
    expect(body.listeners[0]?.default_pool?.members).toHaveLength(2);
    expect(body.pools).toBeUndefined();
    expect(await resource.preview(declared)).toEqual(NONE);
    expect(await resource.preview(small())).toEqual(NONE);
    expect(await resource.up(declared)).toBe("same");
    expect(await resource.refresh()).toBe(true);
    expect(bodyOf(resource).pools).toBeUndefined();
  });

  test("a pool without members is written without a list of them", async () => {
    const pool = { name: "web", protocol: "TCP", lb_algorithm: "ROUND_ROBIN" } as const;
    const listeners = [{ name: "web", protocol: "TCP", protocol_port: 80, default_pool: pool } as const];
    const { body } = await imported(small({ loadBalancer: { name: "web", vip_subnet_id: SUBNET, listeners } }));
    expect(body.listeners[0]?.default_pool).not.toHaveProperty("members");
  });

  test("a pool of two listeners, or of a policy alone, stays beside them", async () => {
    const inputs = full();
    const second = { name: "dns2", protocol: "UDP", protocol_port: 54, default_pool: { name: "dns" } };
    (inputs.loadBalancer as { listeners: object[] }).listeners.push(second);
    const { resource, declared, body } = await imported(inputs);
    const inside = body.listeners.flatMap(({ default_pool }) => (default_pool?.members ? [default_pool.name] : []));
    expect(inside).toEqual(["web"]);
    expect((body.pools ?? []).map(({ name }) => name).sort()).toEqual(["api", "dns"]);
    expect(await resource.preview(declared)).toEqual(NONE);
  });
});
