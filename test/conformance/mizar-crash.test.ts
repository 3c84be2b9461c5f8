import { describe, expect, test } from "vitest";
import { Resource } from "./lib/engine";
import { changed } from "./lib/fields";
import type { Props } from "./lib/host";
import { nameIn, SAMPLES } from "./lib/mizar-samples";
import { expectQuiet, mizarWorld, pathOf } from "./lib/mizar-world";
import type { Cut } from "./lib/proxy";

/** The long tier cuts at every call, `npm test` at every third. */
const STRIDE = process.env.K8S_LB_TIER === "full" ? 1 : 3;

const world = mizarWorld({ MIZAR_TIMEOUT: "2" });

describe.each(SAMPLES)("$kind", ({ kind, object, make }) => {
  const exists = (inputs: Props) =>
    world.api("GET", pathOf(object, nameIn(inputs))).then(
      () => true,
      () => false,
    );

  /** Runs `work` again and again, everything being cut from the n-th call on, until n is beyond the last call. */
  async function atEveryCall(
    when: Cut["when"],
    before: boolean,
    work: (resource: Resource, inputs: Props) => Promise<unknown>,
    after: (resource: Resource, inputs: Props, skip: number) => Promise<void>,
  ): Promise<number> {
    for (let skip = 0; skip < 80; skip += STRIDE) {
      const inputs = await make(world);
      const resource = new Resource(world.host, `mizar:${kind}`);
      if (before) await resource.up(inputs);
      world.proxy.cut({ when, skip, times: 12 });
      const failed = await work(resource, inputs).then(
        () => false,
        () => true,
      );
      world.proxy.cut(undefined);
      await after(resource, inputs, skip);
      if (!failed) return skip;
    }
    throw new Error("the work never ended");
  }

  test.each([
    ["before", false],
    ["after", false],
    ["after", true],
  ] as const)(
    "create, cut %s the server has acted: the next run converges (state lost: %s)",
    async (when, lost) => {
      await atEveryCall(
        when,
        false,
        (resource, inputs) => resource.up(inputs),
        async (resource, inputs, skip) => {
          if (lost) resource.state = undefined;
          await resource.up(inputs);
          await expectQuiet(resource, inputs, `cut at ${skip}`);
        },
      );
    },
    60_000,
  );

  test.each(["before", "after"] as const)(
    "update, cut %s the server has acted: the next run converges",
    async (when) => {
      const next = (inputs: Props) => changed(inputs, "metadata.labels.team", "b");
      await atEveryCall(
        when,
        true,
        (resource, inputs) => resource.up(next(inputs)),
        async (resource, inputs, skip) => {
          await resource.up(next(inputs));
          await expectQuiet(resource, next(inputs), `cut at ${skip}`);
        },
      );
    },
    60_000,
  );

  test.each(["before", "after"] as const)(
    "delete, cut %s the server has acted: the next run leaves nothing",
    async (when) => {
      await atEveryCall(
        when,
        true,
        (resource) => resource.destroy(),
        async (resource, inputs, skip) => {
          await resource.destroy();
          expect(await exists(inputs), `cut at ${skip}`).toBe(false);
        },
      );
    },
    60_000,
  );

  test("an object that changes between read and write is read again", async () => {
    const inputs = await make(world);
    const resource = new Resource(world.host, `mizar:${kind}`);
    await resource.up(inputs);
    let conflicts = 2;
    world.proxy.answer((method) => {
      if (method !== "PATCH" || conflicts-- <= 0) return undefined;
      const message = "Operation cannot be fulfilled: the object has been modified; please apply your changes to the latest version";
      return { status: 409, body: { kind: "Status", apiVersion: "v1", status: "Failure", reason: "Conflict", message, code: 409 } };
    });
    await resource.up(changed(inputs, "metadata.labels.team", "b"));
    // the operator writes too, so there may be a conflict more
    const statuses = world.proxy.calls.filter(({ method }) => method === "PATCH").map(({ status }) => status);
    expect([statuses.slice(0, 2), statuses.at(-1)]).toEqual([[409, 409], 200]);
    world.proxy.answer(undefined);
    await expectQuiet(resource, changed(inputs, "metadata.labels.team", "b"));
  });
});
