import { beforeAll, describe, expect, test } from "vitest";
import { Resource } from "./lib/engine";
import { prepareSamples, SAMPLES } from "./lib/samples";
import { world, writes } from "./lib/world";

const started = world();
beforeAll(prepareSamples);

describe.each(SAMPLES)("$kind", (sample) => {
  const created = async () => {
    await sample.prepare?.(started);
    const first = new Resource(started.host, sample.kind);
    await first.up(sample.inputs());
    return first.state?.id ?? "";
  };

  test("is imported from its id alone, and the program that describes it previews nothing", async () => {
    const id = await created();
    const imported = new Resource(started.host, sample.kind);
    await imported.import(id);
    expect(Object.keys(imported.state?.inputs ?? {})).toEqual(expect.arrayContaining(Object.keys(sample.inputs())));
    expect(Object.keys(imported.state?.outs.uuids as object)).toHaveLength(sample.objects);
    expect(JSON.stringify(imported.state)).not.toContain("sensitive");
    started.avi.resetCalls();
    expect(await imported.preview(sample.inputs())).toEqual({ changes: false, replaces: [] });
    await imported.refresh();
    expect(await imported.preview(sample.inputs())).toEqual({ changes: false, replaces: [] });
    expect(await imported.up(sample.inputs())).toBe("same");
    expect(writes(started.avi)).toEqual([]);
    await imported.destroy();
  });

  test("an imported resource is updated and destroyed like any other", async () => {
    const id = await created();
    const imported = new Resource(started.host, sample.kind);
    await imported.import(id);
    const inputs = { ...sample.inputs(), owner: "pulumi-k8s-lb:moved/test/c1" };
    expect(await imported.up(inputs)).toBe("updated");
    expect(imported.state?.outs.imported).toBeUndefined();
    expect(await imported.preview(inputs)).toEqual({ changes: false, replaces: [] });
    await imported.refresh();
    expect(await imported.preview(inputs)).toEqual({ changes: false, replaces: [] });
    await imported.destroy();
  });

  test("an id that names nothing imports nothing", async () => {
    const resource = new Resource(started.host, sample.kind);
    await resource.import("admin/no-such-object");
    expect(resource.state).toBeUndefined();
    await expect(resource.import("no-tenant")).rejects.toThrow("LB2021");
  });
});
