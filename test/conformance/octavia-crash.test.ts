import { describe, expect, test } from "vitest";
import { Resource } from "./lib/engine";
import { changed } from "./lib/fields";
import type { Props } from "./lib/host";
import { full } from "./lib/octavia-samples";
import { atRest, expectQuiet, octaviaWorld } from "./lib/octavia-world";
import type { Cut } from "./lib/proxy";

/** The long tier cuts at every call, `npm test` at every third. */
const STRIDE = process.env.K8S_LB_TIER === "full" ? 1 : 3;

const world = octaviaWorld();

/** Another tree for the update: something new, something gone, something changed. */
function next(): Props {
  let inputs = changed(full(), "loadBalancer.description", "changed");
  inputs = changed(inputs, "loadBalancer.listeners.0.default_pool.members", [{ address: "10.1.0.77", protocol_port: 8080 }]);
  inputs = changed(inputs, "loadBalancer.listeners.1.protocol_port", 54);
  return changed(inputs, "loadBalancer.listeners.0.default_pool.healthmonitor.type", "HTTPS");
}

const loadbalancers = async () => (await world.api("GET", "/loadbalancers")).loadbalancers as Props[];

describe.each(["before", "after"] as const)("the connection is cut %s the server has acted", (when) => {
  /** Runs `work` again and again, everything being cut from the n-th call on, until n is beyond the last call. */
  async function atEveryCall(
    prepare: () => Promise<Resource>,
    work: (resource: Resource) => Promise<unknown>,
    after: (resource: Resource) => Promise<void>,
  ) {
    for (let skip = 0; skip < 60; skip += STRIDE) {
      await world.lab("reset");
      const resource = await prepare();
      const rule: Cut = { when, skip };
      world.proxy.cut(rule);
      const failed = await work(resource).then(
        () => false,
        () => true,
      );
      world.proxy.cut(undefined);
      for (const { id } of await loadbalancers()) await atRest(world, String(id));
      await after(resource);
      if (!failed) return skip;
    }
    throw new Error("the work never ended");
  }

  const fresh = async () => new Resource(world.host, "octavia:LoadBalancer");
  const made = async () => {
    const resource = await fresh();
    await resource.up(full());
    return resource;
  };

  test.each([false, true])(
    "create: the next run converges (state lost: %s)",
    async (lost) => {
      const cuts = await atEveryCall(
        fresh,
        (resource) => resource.up(full()),
        async (resource) => {
          if (lost) resource.state = undefined;
          await resource.up(full());
          expect(await loadbalancers()).toHaveLength(1);
          await expectQuiet(resource, full());
        },
      );
      expect(cuts).toBeGreaterThan(3);
    },
    120_000,
  );

  test("update: the next run converges", async () => {
    await atEveryCall(
      made,
      (resource) => resource.up(next()),
      async (resource) => {
        await resource.up(next());
        await expectQuiet(resource, next());
      },
    );
  }, 180_000);

  test("delete: the next run converges and leaves nothing", async () => {
    await atEveryCall(
      made,
      (resource) => resource.destroy(),
      async (resource) => {
        await resource.destroy();
        expect(await loadbalancers()).toEqual([]);
      },
    );
  }, 120_000);
});
