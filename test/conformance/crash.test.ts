import { beforeAll, describe, expect, test } from "vitest";
import { Resource } from "./lib/engine";
import { withValue } from "./lib/fields";
import type { Props } from "./lib/host";
import { OBJECT_TYPES, prepareSamples, SAMPLES, type Sample } from "./lib/samples";
import { calls, clearFaults, world } from "./lib/world";

const started = world();
beforeAll(prepareSamples);

/** The long tier cuts at every call, `npm test` at every third. */
const STRIDE = process.env.K8S_LB_TIER === "full" ? 1 : 3;

/** More than any client tries. */
const FOR_EVER = 10_000;

type Cut = { dropBeforeCommit: true } | { dropAfterCommit: true };
const CUTS: [string, Cut][] = [
  ["before the controller stores it", { dropBeforeCommit: true }],
  ["after the controller stored it", { dropAfterCommit: true }],
];

/** Another body for the update: one object fewer where the kind has lists, and one field changed in the main object. */
function next(sample: Sample): Props {
  const inputs = sample.inputs();
  if (sample.kind === "avi:Pool") return withValue(inputs, "pool.servers.0.port", 9090);
  if (sample.kind === "avi:SharedVS") return withValue(inputs, "poolGroup.members.0.ratio", 7);
  const poolGroups = inputs.poolGroups as Props[];
  const [kept] = poolGroups;
  if (sample.kind === "avi:PassthroughVS") {
    const { redirectPolicy: _policy, insecureVirtualService: _insecure, ...rest } = withValue(inputs, "poolGroups.0.members.0.ratio", 7);
    const script = rest.dataScriptSet as { pool_group_refs: string[] };
    const [first] = rest.poolGroups as Props[];
    return { ...rest, poolGroups: [first], dataScriptSet: { ...script, pool_group_refs: script.pool_group_refs.slice(0, 1) } } as Props;
  }
  const service = inputs.virtualService as { [key: string]: unknown[] };
  const key = sample.kind === "avi:SniVS" ? "http_policies" : "service_pool_select";
  return {
    ...inputs,
    poolGroups: [kept],
    ...(inputs.policies ? { policies: (inputs.policies as Props[]).slice(0, 1) } : {}),
    virtualService: { ...service, [key]: service[key]?.slice(0, 1) },
  };
}

describe.each(SAMPLES)("$kind", (sample) => {
  /** Runs `work` again and again, the connection being cut from the n-th call on, until n is beyond the last call. */
  async function atEveryCall(
    cut: Cut,
    prepare: () => Promise<Resource>,
    work: (resource: Resource) => Promise<unknown>,
    after: (resource: Resource) => Promise<void>,
  ) {
    for (let skip = 0; skip < 60; skip += STRIDE) {
      started.avi.reset();
      const resource = await prepare();
      started.avi.resetCalls();
      started.avi.fault({ path: "/api/", skip, times: FOR_EVER, ...cut });
      const failed = await work(resource).then(
        () => false,
        () => true,
      );
      await clearFaults(started.avi);
      await after(resource);
      if (!failed) return skip;
    }
    throw new Error("the work never ended");
  }

  const fresh = async () => {
    await sample.prepare?.(started);
    return new Resource(started.host, sample.kind);
  };
  const created = async () => {
    const resource = await fresh();
    await resource.up(sample.inputs());
    return resource;
  };
  const quiet = async (resource: Resource, inputs: Props) => {
    expect(await resource.preview(inputs)).toEqual({ changes: false, replaces: [] });
    await resource.refresh();
    expect(await resource.preview(inputs)).toEqual({ changes: false, replaces: [] });
    expect(Object.keys(resource.state?.outs.uuids as Props)).toHaveLength(
      Object.values(inputs)
        .flatMap((value) => (Array.isArray(value) ? value : [value]))
        .filter((value) => typeof value === "object").length,
    );
  };

  describe.each(CUTS)("cut off %s", (_when, cut) => {
    test("create: the next run converges, whether the state was kept or lost", async () => {
      for (const lost of [false, true]) {
        const cuts = await atEveryCall(
          cut,
          fresh,
          (resource) => resource.up(sample.inputs()),
          async (resource) => {
            if (lost) resource.state = undefined;
            await resource.up(sample.inputs());
            await quiet(resource, sample.inputs());
          },
        );
        expect(cuts).toBeGreaterThanOrEqual(sample.objects);
      }
    });

    test("create: what was half made can be destroyed", async () => {
      await atEveryCall(
        cut,
        fresh,
        (resource) => resource.up(sample.inputs()),
        async (resource) => {
          // Only what the state knows of can be deleted; an object whose create got no answer is found by the next create.
          await resource.up(sample.inputs());
          await resource.destroy();
          expect(left()).toEqual([]);
        },
      );
    });

    test("update: the next run converges", async () => {
      await atEveryCall(
        cut,
        created,
        (resource) => resource.up(next(sample)),
        async (resource) => {
          await resource.up(next(sample));
          await quiet(resource, next(sample));
        },
      );
    });

    test("delete: the next run converges and leaves nothing", async () => {
      await atEveryCall(
        cut,
        created,
        (resource) => resource.destroy(),
        async (resource) => {
          await resource.destroy();
          expect(left()).toEqual([]);
        },
      );
    });
  });

  test("a single lost answer is made good within the run", async () => {
    for (const [, cut] of CUTS) {
      started.avi.reset();
      const resource = await created();
      await resource.destroy();
      const total = 2 * sample.objects;
      for (let skip = 0; skip < total; skip++) {
        started.avi.fault({ path: "/api/", skip, ...cut });
        await resource.up(sample.inputs());
        await resource.destroy();
        await clearFaults(started.avi);
      }
      expect(calls(started.avi).length).toBeGreaterThan(total);
    }
  });
});

/** Objects of the tests that are not ones the samples only refer to. */
function left(): string[] {
  const all = OBJECT_TYPES.flatMap((type) => started.avi.store.list(type).map(({ name }) => String(name)));
  return all.filter((name) => name.startsWith("c1--") && !/^c1--(a|b|c|Shared-L7-0)$/.test(name));
}
