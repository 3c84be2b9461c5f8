import { expect, test } from "vitest";
import { type ConformanceTarget, failing, type KindUnderTest, tools } from "./target";

/**
 * Tests that the owner of an object decides: objects of others are refused or adopted, and objects that were ours and have another owner
 * now are left alone.
 */
export function ownership<T extends ConformanceTarget>(target: T, kind: KindUnderTest<T>): void {
  const { fresh, forget, writes, created, quiet } = tools(target, kind);

  test("what somebody else has under the name is refused by naming whose it is, and stays untouched", async () => {
    for (let index = 0; index < kind.marked; index++) {
      await target.reset();
      const { inputs } = await created();
      await kind.mark(target, inputs, kind.stranger, index);
      forget();
      const failed = await failing(fresh().up(inputs));
      expect(failed.message).toContain("LB2003");
      expect(failed.message).toContain(kind.stranger);
      expect(failed.message).toContain("adopt");
      expect(writes().length).toBeLessThanOrEqual(kind.secret ?? 0);
    }
  });

  test("adopt takes it over and brings it to what is declared", async () => {
    const { inputs } = await created();
    await kind.mark(target, inputs, kind.stranger);
    const second = fresh();
    const adopting = { ...inputs, adopt: true };
    expect(await second.up(adopting)).toBe("created");
    await quiet(second, adopting);
    await second.destroy();
  });

  test("with the state lost, ours is found again by its mark", async () => {
    const { inputs } = await created();
    const second = fresh();
    expect(await second.up(inputs)).toBe("created");
    expect(writes()).toHaveLength(kind.secret ?? 0);
    await quiet(second, inputs);
  });

  test("what somebody took over is neither changed nor deleted, and a refresh shows the new owner", async () => {
    const { inputs, resource } = await created();
    await kind.mark(target, inputs, kind.stranger);
    await resource.refresh();
    expect(resource.state?.inputs.owner).toBe(kind.stranger);
    expect((await resource.preview(inputs)).changes).toBe(true);
    forget();
    expect((await failing(resource.up(kind.next(inputs)))).message).toContain("LB2004");
    expect((await failing(resource.destroy())).message).toContain("LB2004");
    expect(writes()).toEqual([]);
  });

  test("what lost its mark is still ours, and gets it back", async () => {
    const { inputs, resource } = await created();
    await kind.mark(target, inputs, null);
    await resource.refresh();
    expect(await resource.preview(inputs)).toEqual({ changes: true, replaces: [] });
    await resource.up(inputs);
    await quiet(resource, inputs);
  });

  test("another owner that the program names is written in place", async () => {
    const { inputs, resource } = await created();
    const moved = { ...inputs, owner: `${String(inputs.owner)}-moved` };
    expect(await resource.preview(moved)).toEqual({ changes: true, replaces: [] });
    expect(await resource.up(moved)).toBe("updated");
    await quiet(resource, moved);
  });
}
