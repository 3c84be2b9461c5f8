import { expect, test } from "vitest";
import type { Resource } from "../engine";
import type { Props } from "../host";
import type { Cut } from "../proxy";
import { expectQuiet } from "../world";
import { type ConformanceTarget, type KindUnderTest, tools } from "./target";

/** Calls from one cut to the next, each test beginning at another one; undefined cuts at the first call of each method. */
export type Stride = number | undefined;

/** No kind makes more calls. */
const MOST_CALLS = 80;

/** The rows of a table that a stride takes. */
const rowsFor =
  (stride: Stride) =>
  <Row>(all: readonly Row[], few: number): readonly Row[] =>
    stride ? all : all.slice(0, few);

/** From `first` on, below `end`. */
const places = (first: number, end: number, step: number): number[] =>
  Array.from({ length: Math.max(0, Math.ceil((end - first) / step)) }, (_, n) => first + n * step);

interface Prepared {
  inputs: Props;
  resource: Resource;
}

/** The connection breaks at any call: the next run converges, and a delete leaves nothing. */
export function crash<T extends ConformanceTarget>(target: T, kind: KindUnderTest<T>, stride: Stride): void {
  const rows = rowsFor(stride);
  const { fresh, created, forget } = tools(target, kind);

  /** The first call of each method that the work makes. */
  async function sortsOf(
    prepare: () => Promise<Prepared>,
    work: (resource: Resource, inputs: Props) => Promise<unknown>,
  ): Promise<number[]> {
    await target.reset();
    const { inputs, resource } = await prepare();
    forget();
    await work(resource, inputs);
    const methods = target.proxy.calls.map(({ method }) => method);
    await target.settled();
    await resource.destroy();
    return [...new Set(methods)].map((method) => methods.indexOf(method));
  }

  /** Runs `work` again and again, everything being cut from the n-th call on, until n is beyond the last call or there is no other sort. */
  async function atEveryCall(
    begin: number,
    when: Cut["when"],
    prepare: () => Promise<Prepared>,
    work: (resource: Resource, inputs: Props) => Promise<unknown>,
    after: (resource: Resource, inputs: Props, at: string) => Promise<void>,
  ): Promise<number> {
    const cutAt = async (skip: number): Promise<boolean> => {
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
      return failed;
    };
    if (!stride) {
      const points = await sortsOf(prepare, work);
      for (const skip of points) await cutAt(skip);
      return points.length;
    }
    for (let skip = stride === 1 ? 0 : begin; skip < MOST_CALLS; skip += stride) if (!(await cutAt(skip))) return skip;
    throw new Error("the work never ended");
  }
  const prepared = async () => ({ inputs: await kind.make(target), resource: fresh() });

  test.each(
    rows(
      [
        ["before", false, 0],
        ["after", true, 0],
        ["before", true, 1],
        ["after", false, 2],
      ] as const,
      2,
    ),
  )(
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

  test.each(
    rows(
      [
        ["after", 0],
        ["before", 1],
      ] as const,
      1,
    ),
  )(
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

  test.each(
    rows(
      [
        ["after", 1],
        ["before", 0],
      ] as const,
      1,
    ),
  )(
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
    const up = (resource: Resource, inputs: Props) => resource.up(inputs);
    const sorts = stride ? [] : await sortsOf(prepared, up);
    const step = stride && Math.min(stride, 3);
    const points = (when: Cut["when"]) => (step ? places(step > 1 && when === "before" ? 1 : 0, 2 * kind.writes.create, step) : sorts);
    // a create that the server never got may be sent again only where it can be distinguished from one that it got late
    for (const when of target.sendsAgain ? (["before", "after"] as const) : (["after"] as const)) {
      for (const skip of points(when)) {
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
