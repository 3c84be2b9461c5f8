import { describe, expect, test } from "vitest";
import type { Json } from "../../../../resources/kind";
import { world, writes } from "../../lib/avi-world";
import { Resource } from "../../lib/engine";
import type { Props } from "../../lib/host";
import { small } from "../../lib/octavia-samples";
import { octaviaWorld, writesSeen } from "../../lib/octavia-world";
import { poolInputs } from "../../lib/samples";

describe("a Pool of Avi that keeps its servers", () => {
  const started = world();
  const held = (name = "c1--web") => started.avi.store.list("pool").find((pool) => pool.name === name);
  const addresses = () => ((held()?.servers ?? []) as { ip: { addr: string } }[]).map(({ ip }) => ip.addr);
  const keeping = (more: Props = {}) => {
    const { servers: _, ...pool } = poolInputs("c1--web", more).pool;
    return { owner: poolInputs().owner, pool, keep: ["servers"] } as Props;
  };
  const made = async () => {
    const resource = new Resource(started.host, "avi:Pool");
    await resource.up(poolInputs() as unknown as Props);
    started.avi.resetCalls();
    return resource;
  };

  test("previews nothing, writes nothing, and shows no drift of them", async () => {
    const resource = await made();
    expect(await resource.up(keeping())).toBe("same");
    await resource.refresh();
    expect(await resource.preview(keeping())).toEqual({ changes: false, replaces: [] });
    expect(writes(started.avi)).toEqual([]);
    expect(await resource.up(poolInputs() as unknown as Props)).toBe("same");
  });

  test("changes every other field, and leaves what others did to the servers", async () => {
    const resource = await made();
    const pool = held() as { [field: string]: never };
    started.avi.store.put("pool", {
      ...pool,
      servers: [...((pool.servers ?? []) as Json[]), { ip: { addr: "10.244.1.13", type: "V4" }, port: 8080 }],
    });
    expect(await resource.up(keeping({ lb_algorithm: "LB_ALGORITHM_LEAST_CONNECTIONS" }))).toBe("updated");
    expect(held()?.lb_algorithm).toBe("LB_ALGORITHM_LEAST_CONNECTIONS");
    expect(addresses()).toEqual(["10.244.1.11", "10.244.1.12", "10.244.1.13"]);
    const changed = keeping({ lb_algorithm: "LB_ALGORITHM_LEAST_CONNECTIONS" });
    expect(await resource.preview(changed)).toEqual({ changes: false, replaces: [] });
    await resource.refresh();
    expect(await resource.preview(changed)).toEqual({ changes: false, replaces: [] });
    expect(await resource.up(poolInputs() as unknown as Props)).toBe("updated");
    expect(addresses()).toEqual(["10.244.1.11", "10.244.1.12"]);
    expect(await resource.preview(poolInputs() as unknown as Props)).toEqual({ changes: false, replaces: [] });
  });

  test("has none when it is new, and those there are when it is adopted", async () => {
    const resource = new Resource(started.host, "avi:Pool");
    await resource.up(keeping());
    expect(addresses()).toEqual([]);
    expect(await resource.up(poolInputs() as unknown as Props)).toBe("updated");
    expect(addresses()).toHaveLength(2);
    const other = new Resource(started.host, "avi:Pool");
    await other.up({ ...keeping(), owner: "pulumi-k8s-lb:other", adopt: true });
    expect(addresses()).toHaveLength(2);
    expect(await other.preview({ ...keeping(), owner: "pulumi-k8s-lb:other" })).toEqual({ changes: false, replaces: [] });
  });

  test("takes a list of what can be kept and nothing else", async () => {
    const resource = new Resource(started.host, "avi:Pool");
    await expect(resource.up({ ...keeping(), keep: ["name"] })).rejects.toThrow("keep[0]: is name, one of servers is expected");
  });
});

describe("a LoadBalancer of Octavia that keeps the members of a pool", () => {
  const octavia = octaviaWorld();
  const NAME = "default/web:TCP:80";
  const keeping = (more: Props = {}, protocol = "TCP") => {
    const inputs = small() as { loadBalancer: { listeners: { default_pool: Props }[] } };
    const listener = inputs.loadBalancer.listeners[0]!;
    Object.assign(listener, more);
    listener.default_pool = { ...listener.default_pool, protocol, members: [] };
    return { ...inputs, keep: [NAME] } as Props;
  };
  const members = async () => {
    const [pool] = (await octavia.api("GET", `/pools?name=${NAME}`)).pools as Props[];
    return ((await octavia.api("GET", `/pools/${pool?.id}/members`)).members as Props[]).map(({ address }) => address).sort();
  };
  const made = async () => {
    const resource = new Resource(octavia.host, "octavia:LoadBalancer");
    await resource.up(small());
    octavia.proxy.calls.splice(0);
    return resource;
  };

  test("previews nothing, writes nothing, and shows no drift of them", async () => {
    const resource = await made();
    expect(await resource.up(keeping())).toBe("same");
    await resource.refresh();
    expect(await resource.preview(keeping())).toEqual({ changes: false, replaces: [] });
    expect(await resource.up(keeping())).toBe("same");
    expect(writesSeen(octavia)).toEqual([]);
    expect(await resource.up(small())).toBe("same");
  });

  test("changes everything else, and leaves what others did to the members", async () => {
    const resource = await made();
    const [pool] = (await octavia.api("GET", "/pools")).pools as Props[];
    await octavia.api("POST", `/pools/${pool?.id}/members`, { member: { address: "10.1.0.9", protocol_port: 8080 } });
    const changed = keeping({ connection_limit: 100 });
    expect(await resource.up(changed)).toBe("updated");
    expect(writesSeen(octavia)).toEqual(["PUT /listeners/*"]);
    expect(await members()).toEqual(["10.1.0.5", "10.1.0.6", "10.1.0.9"]);
    expect(await resource.preview(changed)).toEqual({ changes: false, replaces: [] });
    await resource.refresh();
    expect(await resource.preview(changed)).toEqual({ changes: false, replaces: [] });
    expect(await resource.up(small())).toBe("updated");
    expect(await members()).toEqual(["10.1.0.5", "10.1.0.6"]);
    expect(await resource.preview(small())).toEqual({ changes: false, replaces: [] });
  });

  test("has none when it is new or created again, and gets them when they are told again", async () => {
    const resource = new Resource(octavia.host, "octavia:LoadBalancer");
    await resource.up(keeping());
    expect(await members()).toEqual([]);
    expect(await resource.up(small())).toBe("updated");
    expect(await members()).toEqual(["10.1.0.5", "10.1.0.6"]);
    expect(await resource.up(keeping({}, "PROXY"))).toBe("updated");
    expect(await members()).toEqual([]);
    const back = keeping({}, "PROXY") as { loadBalancer: { listeners: { default_pool: Props }[] } } & Props;
    const listener = (small() as typeof back).loadBalancer.listeners[0]!;
    back.loadBalancer.listeners[0]!.default_pool.members = listener.default_pool.members;
    expect(await resource.up({ ...back, keep: undefined })).toBe("updated");
    expect(await members()).toEqual(["10.1.0.5", "10.1.0.6"]);
  });
});
