import { expect, test } from "vitest";
import type { Resource } from "../engine";
import type { Props } from "../host";
import type { Cut } from "../proxy";
import { expectQuiet } from "../world";
import { type ConformanceTarget, type KindUnderTest, tools } from "./target";

/** The long tier cuts at every call; `npm test` at every ninth, each test beginning at another one. */
const STRIDE = process.env.K8S_LB_TIER === "full" ? 1 : 9;

/** No kind makes more calls. */
const MOST_CALLS = 80;

/** The connection breaks at any call: the next run converges, and a delete leaves nothing. */
export function crash<T extends ConformanceTarget>(target: T, kind: KindUnderTest<T>): void {
  const { fresh, created } = tools(target, kind);

  /** Runs `work` again and again, everything being cut from the n-th call on, until n is beyond the last call. */
  async function atEveryCall(
    begin: number,
    when: Cut["when"],
    prepare: () => Promise<{ inputs: Props; resource: Resource }>,
    work: (resource: Resource, inputs: Props) => Promise<unknown>,
    after: (resource: Resource, inputs: Props, at: string) => Promise<void>,
  ): Promise<number> {
    for (let skip = STRIDE === 1 ? 0 : begin; skip < MOST_CALLS; skip += STRIDE) {
      await target.reset();
      const { inputs, resource } = await prepare();
      target.proxy.cut({ when, skip, times: target.breaks });
      const failed = await work(resource, inputs).then(
        () => false,
        () => true,
      );
      target.proxy.cut(undefined);
      await target.settled();
      await after(resource, inputs, `cut ${when} call ${skip}`);
      if (!failed) return skip;
    }
    throw new Error("the work never ended");
  }
  const prepared = async () => ({ inputs: await kind.make(target), resource: fresh() });

  test.each([
    ["before", false, 0],
    ["before", true, 1],
    ["after", false, 2],
    ["after", true, 0],
  ] as const)(
    "create, cut %s the server has acted: the next run converges (state lost: %s)",
    async (when, lost, begin) => {
      const cuts = await atEveryCall(
        begin,
        when,
        prepared,
        (resource, inputs) => resource.up(inputs),
        async (resource, inputs, at) => {
          if (lost) resource.state = undefined;
          await resource.up(inputs);
          await expectQuiet(resource, inputs, at);
          await resource.destroy();
          await target.settled();
          expect(await kind.objects(target, inputs), at).toEqual([]);
        },
      );
      if (begin === 0) expect(cuts).toBeGreaterThan(0);
    },
    180_000,
  );

  test.each([
    ["before", 1],
    ["after", 0],
  ] as const)(
    "update, cut %s the server has acted: the next run converges",
    async (when, begin) => {
      await atEveryCall(
        begin,
        when,
        created,
        (resource, inputs) => resource.up(kind.next(inputs)),
        async (resource, inputs, at) => {
          await resource.up(kind.next(inputs));
          await expectQuiet(resource, kind.next(inputs), at);
          await resource.destroy();
        },
      );
    },
    180_000,
  );

  test.each([
    ["before", 0],
    ["after", 1],
  ] as const)(
    "delete, cut %s the server has acted: the next run leaves nothing",
    async (when, begin) => {
      await atEveryCall(
        begin,
        when,
        created,
        (resource) => resource.destroy(),
        async (resource, inputs, at) => {
          await resource.destroy();
          await target.settled();
          expect(await kind.objects(target, inputs), at).toEqual([]);
        },
      );
    },
    180_000,
  );

  test("a single lost answer is made good within the run", async () => {
    // a create that the server never got may be sent again only where it can be distinguished from one that it got late
    for (const when of target.sendsAgain ? (["before", "after"] as const) : (["after"] as const)) {
      for (let skip = STRIDE > 1 && when === "before" ? 1 : 0; skip < 2 * kind.writes.create; skip += Math.min(STRIDE, 3)) {
        await target.reset();
        const { inputs, resource } = await prepared();
        target.proxy.cut({ when, skip, times: 1 });
        await resource.up(inputs);
        await resource.destroy();
        target.proxy.cut(undefined);
        expect(await kind.objects(target, inputs), `${when} ${skip}`).toEqual([]);
      }
    }
  }, 60_000);
}
