import { beforeAll, describe, expect, test } from "vitest";
import { Resource } from "./lib/engine";
import { OBJECT_TYPES, prepareSamples, SAMPLES } from "./lib/samples";
import { calls, world, writes } from "./lib/world";

const started = world();
beforeAll(prepareSamples);

describe.each(SAMPLES)("$kind", (sample) => {
  const ready = async () => {
    await sample.prepare?.(started);
    started.avi.resetCalls();
    return new Resource(started.host, sample.kind);
  };

  test("is created with one call per object", async () => {
    const resource = await ready();
    expect(await resource.up(sample.inputs())).toBe("created");
    expect(calls(started.avi)).toHaveLength(sample.objects);
    expect(writes(started.avi)).toHaveLength(sample.objects);
  });

  test("has an empty preview after create, after read and after the next up, and writes nothing", async () => {
    const resource = await ready();
    await resource.up(sample.inputs());
    started.avi.resetCalls();
    expect(await resource.preview(sample.inputs())).toEqual({ changes: false, replaces: [] });
    expect(calls(started.avi)).toEqual([]);
    await resource.refresh();
    expect(calls(started.avi)).toHaveLength(sample.objects);
    expect(await resource.preview(sample.inputs())).toEqual({ changes: false, replaces: [] });
    expect(await resource.up(sample.inputs())).toBe("same");
    expect(writes(started.avi)).toEqual([]);
  });

  test("reads back exactly the inputs that were declared", async () => {
    const resource = await ready();
    await resource.up(sample.inputs());
    const declared = structuredClone(resource.state?.inputs);
    await resource.refresh();
    expect(resource.state?.inputs).toEqual(declared);
  });

  test("sends nothing in an update that the server holds already", async () => {
    const resource = await ready();
    await resource.up(sample.inputs());
    started.avi.resetCalls();
    const { state } = resource;
    await started.host.update(state?.id ?? "", state?.outs ?? {}, state?.inputs ?? {});
    expect(writes(started.avi)).toEqual([]);
  });

  test("leaves nothing behind when deleted", async () => {
    const resource = await ready();
    const before = snapshot();
    await resource.up(sample.inputs());
    await resource.destroy();
    expect(snapshot()).toEqual(before);
  });
});

/** Names of all objects of the types we write. */
function snapshot(): string[] {
  return OBJECT_TYPES.flatMap((type) => started.avi.store.list(type).map(({ name }) => `${type}/${String(name)}`));
}
