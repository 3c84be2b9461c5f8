import { expect, test } from "vitest";
import { expectQuiet, NONE } from "../world";
import { type ConformanceTarget, type KindUnderTest, tools } from "./target";

/** Create, preview, update, delete and import of one kind. */
export function lifecycle<T extends ConformanceTarget>(target: T, kind: KindUnderTest<T>): void {
  const { fresh, forget, writes, created } = tools(target, kind);

  test("is made with the fewest writes, and the preview after it is empty and asks nobody", async () => {
    const inputs = await kind.make(target);
    forget();
    const resource = fresh();
    await resource.up(inputs);
    expect(writes()).toHaveLength(kind.writes.create);
    forget();
    expect(await resource.preview(inputs)).toEqual(NONE);
    expect(await resource.up(inputs)).toBe("same");
    expect(target.proxy.calls).toEqual([]);
  });

  test("reads back exactly the inputs that were declared", async () => {
    const { inputs, resource } = await created();
    await expectQuiet(resource, inputs);
    expect(await resource.up(inputs)).toBe("same");
    expect(writes()).toEqual([]);
  });

  test("sends nothing in an update that the server holds already", async () => {
    const { state } = (await created()).resource;
    await target.host.update(state?.id ?? "", state?.outs ?? {}, state?.inputs ?? {});
    expect(writes()).toEqual([]);
  });

  test("another declaration converges, and so does the way back", async () => {
    const { inputs, resource } = await created();
    await resource.up(kind.next(inputs));
    await expectQuiet(resource, kind.next(inputs));
    await resource.up(inputs);
    await expectQuiet(resource, inputs);
  });

  test("is deleted and leaves nothing; to delete or read what is gone is no error", async () => {
    const { inputs, resource } = await created();
    const last = structuredClone(resource.state);
    await resource.destroy();
    expect(writes()).toHaveLength(kind.writes.remove);
    await target.settled();
    expect(await kind.objects(target, inputs)).toEqual([]);
    resource.state = structuredClone(last);
    expect(await resource.refresh()).toBe(false);
    resource.state = last;
    await resource.destroy();
  });

  test("is imported from its id alone, and the program that describes it previews nothing", async () => {
    const { inputs, resource } = await created();
    const imported = fresh();
    await imported.import(resource.state?.id ?? "");
    expect(JSON.stringify(imported.state)).not.toContain("<sensitive>");
    forget();
    const first = kind.takesAfterImport ? { changes: true, replaces: [] } : NONE;
    expect(await imported.preview(inputs)).toEqual(first);
    await imported.refresh();
    expect(await imported.preview(inputs)).toEqual(first);
    expect(await imported.up(inputs)).toBe(kind.takesAfterImport ? "updated" : "same");
    expect(writes()).toEqual([]);
    const moved = { ...inputs, owner: `${String(inputs.owner)}-moved` };
    expect(await imported.up(moved)).toBe("updated");
    expect(imported.state?.outs.imported).toBeUndefined();
    await expectQuiet(imported, moved);
    await imported.destroy();
  });

  test("another owner that the program names is written in place", async () => {
    const { inputs, resource } = await created();
    const moved = { ...inputs, owner: `${String(inputs.owner)}-moved` };
    expect(await resource.preview(moved)).toEqual({ changes: true, replaces: [] });
    expect(await resource.up(moved)).toBe("updated");
    await expectQuiet(resource, moved);
  });

  test("an id that names nothing imports nothing", async () => {
    const resource = fresh();
    await resource.import(kind.nowhere);
    expect(resource.state).toBeUndefined();
  });
}
