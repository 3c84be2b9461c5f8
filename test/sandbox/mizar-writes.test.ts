// Writes to Mizar: one patch of what changed, beside what others write.
import { describe, expect, test } from "vitest";
import { Resource } from "./lib/engine";
import { withValue } from "./lib/fields";
import type { Props } from "./lib/host";
import { nameIn, SAMPLES } from "./lib/mizar-samples";
import { mizarWorld, pathOf } from "./lib/mizar-world";
import { created, expectQuiet } from "./lib/world";

const world = mizarWorld();

describe.each(SAMPLES)("$kind", ({ kind, object, make }) => {
  const live = (inputs: Props) => world.api("GET", pathOf(object, nameIn(inputs)));

  test("labels and annotations change in place by one patch of what changed, and are taken out again", async () => {
    const inputs = await make(world);
    const resource = await created(world, `mizar:${kind}`, inputs);
    const other = withValue(withValue(inputs, "metadata.labels.team", "b"), "metadata.annotations", {
      ...((inputs.metadata as Props).annotations as Props),
      note: undefined,
      more: "two",
    } as never);
    delete ((other.metadata as Props).annotations as Props).note;
    expect(await resource.preview(other)).toEqual({ changes: true, replaces: [] });
    expect(await resource.up(other)).toBe("updated");
    const [patch] = world.proxy.calls.filter(({ method }) => method === "PATCH");
    expect(patch?.body).toEqual({
      metadata: { labels: { team: "b" }, annotations: { note: null, more: "two" }, resourceVersion: expect.any(String) },
    });
    await expectQuiet(resource, other);
  });

  test("what others write is neither drift nor touched", async () => {
    const inputs = await make(world);
    const resource = await created(world, `mizar:${kind}`, inputs);
    const foreign = { metadata: { labels: { theirs: "x" }, annotations: { "kopf.zalando.org/x": "{}", theirs: "y" } } };
    await world.api("PATCH", pathOf(object, nameIn(inputs)), foreign);
    await expectQuiet(resource, inputs);
    const other = withValue(inputs, "metadata.labels.team", "b");
    await resource.up(other);
    expect(await live(inputs)).toMatchObject(foreign);
    await expectQuiet(resource, other);
  });

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
    await resource.up(withValue(inputs, "metadata.labels.team", "b"));
    // the operator writes too, so there may be a conflict more
    const statuses = world.proxy.calls.filter(({ method }) => method === "PATCH").map(({ status }) => status);
    expect([statuses.slice(0, 2), statuses.at(-1)]).toEqual([[409, 409], 200]);
    world.proxy.answer(undefined);
    await expectQuiet(resource, withValue(inputs, "metadata.labels.team", "b"));
  });
});
