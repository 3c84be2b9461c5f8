import { beforeAll, describe, expect, test } from "vitest";
import { AVI_TYPES } from "../../kinds/avi/body";
import type { AviKind, Slot } from "../../kinds/avi/kind";
import { OBJECT_KINDS } from "../../provider/avi";
import { Resource } from "./lib/engine";
import type { CallFailed, Props } from "./lib/host";
import { OWNER, prepareSamples, SAMPLES } from "./lib/samples";
import { world, writes } from "./lib/world";

const started = world();
beforeAll(prepareSamples);

/** A slot with the name of its first object. */
type Placed = Slot & { object: string };

const STRANGER = "ako-other";

describe.each(SAMPLES)("$kind", (sample) => {
  const kind = OBJECT_KINDS.find(({ type }) => type === sample.kind) as AviKind;
  const objects = (): Placed[] => {
    const inputs = sample.inputs();
    return kind.slots.map((slot) => ({ ...slot, object: String(firstOf(inputs[slot.name])?.name) }));
  };

  const created = async () => {
    await sample.prepare?.(started);
    const resource = new Resource(started.host, sample.kind);
    await resource.up(sample.inputs());
    return resource;
  };
  const marked = (type: string, name: string, mark: string | undefined) =>
    started.avi.store.patch(type, name, { [AVI_TYPES[type as "pool"].ownerField as string]: mark } as never);

  test("an object of somebody else is refused by naming its owner, and stays untouched", async () => {
    for (const { type, object } of objects()) {
      started.avi.reset();
      const first = await created();
      marked(type, object, STRANGER);
      const second = new Resource(started.host, sample.kind);
      const before = started.avi.store.get(type, object);
      const failed = (await second.up(sample.inputs()).catch((error: unknown) => error)) as CallFailed;
      expect(failed.message, object).toContain("LB2003");
      expect(failed.message).toContain(object);
      expect(failed.message).toContain(STRANGER);
      expect(failed.message).toContain("adopt");
      expect(started.avi.store.get(type, object)).toEqual(before);
      expect(first.state).toBeDefined();
    }
  });

  test("adopt takes it over and brings it to the declared body", async () => {
    await created();
    for (const { type, object } of objects()) marked(type, object, STRANGER);
    const resource = new Resource(started.host, sample.kind);
    const inputs = { ...sample.inputs(), adopt: true };
    expect(await resource.up(inputs)).toBe("created");
    for (const { type, object } of objects())
      expect(started.avi.store.get(type, object)).toMatchObject({ [AVI_TYPES[type].ownerField as string]: OWNER });
    expect(await resource.preview(inputs)).toEqual({ changes: false, replaces: [] });
  });

  test("an object that somebody took over is neither changed nor deleted, and refresh shows the new owner", async () => {
    const resource = await created();
    const { type, object } = objects()[0] as Placed;
    marked(type, object, STRANGER);
    await resource.refresh();
    expect(resource.state?.inputs.owner).toBe(STRANGER);
    expect((await resource.preview(sample.inputs())).changes).toBe(true);
    // The refresh recorded the stranger: what is compared from now on is what the program says.
    const refused = (await resource.up({ ...sample.inputs(), adopt: false }).catch((error: unknown) => error)) as CallFailed;
    expect(refused.message).toContain("LB2004");
    await expect(resource.destroy()).rejects.toThrow("LB2004");
    expect(started.avi.store.get(type, object)).toMatchObject({ [AVI_TYPES[type].ownerField as string]: STRANGER });
  });

  test("an object whose mark somebody wiped is still ours and gets it back", async () => {
    const resource = await created();
    for (const { type, object } of objects()) marked(type, object, "");
    await resource.refresh();
    expect(await resource.preview(sample.inputs())).toEqual({ changes: true, replaces: [] });
    await resource.up(sample.inputs());
    for (const { type, object } of objects())
      expect(started.avi.store.get(type, object)).toMatchObject({ [AVI_TYPES[type].ownerField as string]: OWNER });
    expect(await resource.preview(sample.inputs())).toEqual({ changes: false, replaces: [] });
  });

  test("another owner mark of the program is written in place", async () => {
    const resource = await created();
    const inputs = { ...sample.inputs(), owner: `${OWNER}-moved` };
    expect(await resource.preview(inputs)).toEqual({ changes: true, replaces: [] });
    started.avi.resetCalls();
    await resource.up(inputs);
    expect(writes(started.avi)).toHaveLength(sample.objects);
    await resource.refresh();
    expect(await resource.preview(inputs)).toEqual({ changes: false, replaces: [] });
  });

  test("an object that vanished is made again; when all are gone, so is the resource", async () => {
    const resource = await created();
    const { type, object } = objects().find(({ name }) => name === kind.primary.name) as Placed;
    started.avi.store.remove(type, object);
    expect(await resource.refresh()).toBe(true);
    expect(await resource.preview(sample.inputs())).toEqual({ changes: true, replaces: [] });
    expect(await resource.up(sample.inputs())).toBe("updated");
    expect(started.avi.store.get(type, object)).toBeDefined();
    expect(await resource.preview(sample.inputs())).toEqual({ changes: false, replaces: [] });

    const last = structuredClone(resource.state);
    await resource.destroy();
    resource.state = last;
    expect(await resource.refresh()).toBe(false);
  });
});

function firstOf(held: unknown): Props | undefined {
  return (Array.isArray(held) ? held[0] : held) as Props | undefined;
}
