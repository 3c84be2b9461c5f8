import { beforeAll, describe, expect, test } from "vitest";
import { AVI_TYPES } from "../../../../resources/avi/body";
import { world } from "../../lib/avi-world";
import { Resource, type State } from "../../lib/engine";
import type { Host, Props } from "../../lib/host";
import { fresh, OWNER as MIZAR_OWNER } from "../../lib/mizar-samples";
import { mizarWorld, pathOf } from "../../lib/mizar-world";
import { MARK, SUBNET, small } from "../../lib/octavia-samples";
import { idNamed, octaviaWorld } from "../../lib/octavia-world";
import { OWNER, prepareSamples, SAMPLES } from "../../lib/samples";

// Adoption is a deed of one run. What stays of it in the state would let a later destroy take the objects of whoever owns them now.

const STRANGER = "pulumi-k8s-lb:somebody/else/c1/cluster";

/** A resource that one run adopted, and the run after it left alone. */
async function adopted(host: Host, kind: string, inputs: Props): Promise<Resource> {
  const resource = new Resource(host, kind);
  await resource.up({ ...inputs, adopt: true });
  expect(resource.state?.outs).not.toHaveProperty("adopt");
  expect(await resource.up(inputs)).toBe("same");
  return resource;
}

/** The state with the word in it, as an edit by hand leaves it. */
const asBefore = (state: State | undefined): State => {
  const { id, inputs, outs } = state as State;
  return { id, inputs: { ...inputs, adopt: true }, outs: { ...outs, adopt: true } };
};

/** Neither destroy takes away what is somebody else's now, nor does a refresh or an update keep the word. */
async function expectNoTrace(resource: Resource, inputs: Props): Promise<void> {
  await expect(resource.destroy()).rejects.toThrow("LB2004");
  resource.state = asBefore(resource.state);
  await expect(resource.destroy()).rejects.toThrow("LB2004");
  await resource.refresh();
  expect(resource.state?.outs).not.toHaveProperty("adopt");
  expect(resource.state?.inputs).not.toHaveProperty("adopt");
  resource.state = asBefore(resource.state);
  await expect(resource.up(inputs)).rejects.toThrow("LB2004");
}

describe("Avi", () => {
  const started = world();
  beforeAll(prepareSamples);

  test.each(SAMPLES)("$kind", async (sample) => {
    await sample.prepare?.(started);
    const inputs = sample.inputs();
    await new Resource(started.host, sample.kind).up({ ...inputs, owner: "ako-c1" });
    const resource = await adopted(started.host, sample.kind, inputs);
    const ours = Object.keys(resource.state?.outs.uuids as object).map((key) => key.split(/\/(.*)/s) as [string, string]);
    const mark = (owner: string) => {
      for (const [type, name] of ours)
        started.avi.store.patch(type, name, { [AVI_TYPES[type as "pool"].ownerField as string]: owner } as never);
    };
    mark(STRANGER);
    await expectNoTrace(resource, inputs);
    for (const [type, name] of ours) expect(started.avi.store.get(type, name), name).toBeDefined();

    mark(OWNER);
    resource.state = asBefore(resource.state);
    await resource.up({ ...inputs, owner: `${OWNER}-moved` });
    expect(resource.state?.outs).not.toHaveProperty("adopt");
  });

  test("a partial failure does not keep it either", async () => {
    const { kind, inputs, prepare } = SAMPLES.find((sample) => sample.kind === "avi:L4VS") as (typeof SAMPLES)[number];
    await prepare?.(started);
    started.avi.fault({ method: "POST", path: "virtualservice", status: 400, times: 1 });
    const resource = new Resource(started.host, kind);
    await expect(resource.up({ ...inputs(), adopt: true })).rejects.toThrow();
    expect(resource.state?.outs).toHaveProperty("uuids");
    expect(resource.state?.outs).not.toHaveProperty("adopt");
  });

  test("the adopting run itself takes nothing away that somebody else owns", async () => {
    const { kind, inputs, prepare } = SAMPLES.find((sample) => sample.kind === "avi:Pool") as (typeof SAMPLES)[number];
    await prepare?.(started);
    const resource = new Resource(started.host, kind);
    await resource.up(inputs());
    const { healthMonitor, ...without } = inputs() as { healthMonitor: { name: string } } & Props;
    started.avi.store.patch("healthmonitor", healthMonitor.name, { description: STRANGER } as never);
    const pool = { ...(without.pool as Props), health_monitor_refs: [] };
    await expect(resource.up({ ...without, pool, adopt: true })).rejects.toThrow("LB2004");
    expect(started.avi.store.get("healthmonitor", healthMonitor.name)).toBeDefined();
  });

  test("one that was imported is not taken along once somebody else owns it", async () => {
    const { kind, inputs } = SAMPLES.find((sample) => sample.kind === "avi:Pool") as (typeof SAMPLES)[number];
    const first = new Resource(started.host, kind);
    await first.up(inputs());
    const imported = new Resource(started.host, kind);
    await imported.import(String(first.state?.id));
    const { name } = inputs().pool as { name: string };
    started.avi.store.patch("pool", name, { created_by: STRANGER } as never);
    await expect(imported.destroy()).rejects.toThrow("LB2004");
    expect(started.avi.store.get("pool", name)).toBeDefined();
  });
});

describe("Octavia", () => {
  const ground = octaviaWorld();

  test("a load balancer", async () => {
    await ground.api("POST", "/loadbalancers", { loadbalancer: { name: "default/web", vip_subnet_id: SUBNET, tags: ["theirs"] } });
    const resource = await adopted(ground.host, "octavia:LoadBalancer", small());
    const id = await idNamed(ground, "loadbalancers", "default/web");
    await ground.api("PUT", `/loadbalancers/${id}`, { loadbalancer: { tags: [STRANGER] } });
    await expectNoTrace(resource, small());
    expect(await idNamed(ground, "loadbalancers", "default/web")).toBe(id);
  });

  test("of a shared load balancer only what is ours goes, whatever names it has", async () => {
    const { loadbalancer } = (await ground.api("POST", "/loadbalancers", {
      loadbalancer: { name: "theirs", vip_subnet_id: SUBNET },
    })) as { loadbalancer: { id: string } };
    const body = small().loadBalancer as Props;
    const resource = await adopted(ground.host, "octavia:LoadBalancer", { ...small(), loadBalancer: { ...body, id: loadbalancer.id } });
    // Ours was deleted by hand; somebody else made one of the same name.
    const listener = await idNamed(ground, "listeners", "default/web:TCP:80");
    await ground.api("DELETE", `/listeners/${listener}`);
    const theirs = { name: "default/web:TCP:80", protocol: "TCP", protocol_port: 8080, loadbalancer_id: loadbalancer.id };
    await eventuallyPosts(() => ground.api("POST", "/listeners", { listener: theirs }));
    resource.state = asBefore(resource.state);
    await resource.destroy();
    expect(await idNamed(ground, "listeners", "default/web:TCP:80")).not.toBe(listener);
  });

  test("one that was imported is not taken along once somebody else owns it", async () => {
    const first = new Resource(ground.host, "octavia:LoadBalancer");
    await first.up(small());
    const id = String(first.state?.id);
    const imported = new Resource(ground.host, "octavia:LoadBalancer");
    await imported.import(id);
    expect(imported.state?.outs.owner).toBe(MARK);
    await ground.api("PUT", `/loadbalancers/${id}`, { loadbalancer: { tags: [STRANGER] } });
    await expect(imported.destroy()).rejects.toThrow("LB2004");
  });
});

describe("Mizar", () => {
  const ground = mizarWorld();

  test("an object", async () => {
    const name = fresh("vpc");
    const spec = { ip: "10.10.0.0", prefix: "16", dividers: 1 };
    await ground.api("POST", pathOf("Vpc"), { apiVersion: "mizar.com/v1", kind: "Vpc", metadata: { name }, spec });
    const inputs = { owner: MIZAR_OWNER, metadata: { name }, spec: { ip: "10.10.0.0", prefix: 16, dividers: 1 } };
    const resource = await adopted(ground.host, "mizar:Vpc", inputs);
    await ground.api("PATCH", pathOf("Vpc", name), { metadata: { annotations: { "pulumi-k8s-lb/owner": STRANGER } } });
    await expectNoTrace(resource, inputs);
    expect(await ground.api("GET", pathOf("Vpc", name))).toHaveProperty("metadata.name", name);
  });
});

/** A load balancer takes no change while another one goes on. */
async function eventuallyPosts(post: () => Promise<unknown>): Promise<void> {
  for (let attempt = 0; ; attempt++) {
    try {
      await post();
      return;
    } catch (error) {
      if (attempt === 100) throw error;
      await new Promise((done) => setTimeout(done, 20));
    }
  }
}
