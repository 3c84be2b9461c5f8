import { expect, test } from "vitest";
import { factAbove } from "../../../../kinds/field-table";
import { KINDS } from "../../../../provider/index";
import { UNKNOWN } from "../../../../provider/lifecycle/bodies/json";
import { differing, places, withoutValue, withValue } from "../fields";
import { expectQuiet, NONE } from "../world";
import { type ConformanceTarget, type KindUnderTest, type Path, tools } from "./target";

/** The long tier takes every place of every field; `npm test` the first place of each name in each object. */
const WHOLE = process.env.K8S_LB_TIER === "full";

/** Keeps the first of each name of a field (`rules.3.match.path.match_str`: the last) below each slot. */
function telling<T>(all: readonly T[], pathOf: (one: T) => Path): readonly T[] {
  const seen = new Set<string>();
  return all.filter((one) => {
    const names = [pathOf(one)].flat().flatMap((name) => name.split("."));
    const name = `${names[0]} ${names.findLast((step) => !/^\d+$/.test(step))}`;
    return WHOLE || (!seen.has(name) && seen.add(name));
  });
}

/** Each field of one kind: changed by the program, left out, unknown, changed by hand. */
export function fields<T extends ConformanceTarget>(target: T, kind: KindUnderTest<T>): void {
  const { forget, writes, created } = tools(target, kind);
  const table = KINDS.get(kind.kind)?.fields ?? {};
  /** By the table of the kind: only a new object can have another value there. */
  const isFixed = (path: Path) =>
    factAbove(
      table,
      [path]
        .flat()
        .join(".")
        .replaceAll(/\.\d+(?=\.|$)/g, ""),
      "fixed",
    ) === true;

  test("every field that changes is previewed, written, held by the server, and quiet afterwards", async () => {
    const { inputs, resource } = await created();
    expect(kind.inPlace(inputs).length).toBeGreaterThan(1);
    for (const { path, other, writes: most = 1 } of telling(kind.inPlace(inputs), ({ path }) => path)) {
      expect(isFixed(path), `${path} in the table of fields`).toBe(false);
      const changed = withValue(inputs, path, other);
      forget();
      // a preview that showed nothing, or a replacement, would have led to something else
      expect(await resource.up(changed), `${path}`).toBe("updated");
      expect(writes().length, `${path}`).toBe(most);
      await expectQuiet(resource, changed, `${path}`);
      await resource.up(inputs);
    }
  }, 180_000);

  test("a field that cannot change in place replaces, at preview and without a call", async () => {
    const { inputs, resource } = await created();
    for (const { path, other, names } of kind.replacing(inputs)) {
      expect(isFixed(path), `${path} in the table of fields`).toBe(true);
      expect(await resource.preview(withValue(inputs, path, other)), `${path}`).toEqual({ changes: true, replaces: [names] });
    }
    expect(target.proxy.calls).toEqual([]);
  });

  test("a value that preview cannot know is a change wherever it stands, and never an error or a call", async () => {
    const { inputs, resource } = await created();
    const all = Object.entries(inputs).flatMap(([key, value]) => places([key], value));
    for (const path of telling(all, (path) => path)) {
      const { changes } = await resource.preview(withValue(inputs, path, UNKNOWN));
      expect(changes, `${path}`).toBe(true);
    }
    expect(target.proxy.calls).toEqual([]);
  });

  test("a field that is declared no more goes back to its default", async () => {
    const { inputs, resource } = await created();
    for (const path of kind.optional(inputs)) {
      const bare = withoutValue(inputs, `${path}`);
      forget();
      await resource.up(bare);
      expect(writes().length, `${path}`).toBeLessThanOrEqual(1);
      // what means the default may stand in the state still: nothing is left to do
      expect(await resource.refresh(), `${path}`).toBe(true);
      expect(await resource.preview(bare), `${path}`).toEqual(NONE);
      await resource.up(inputs);
      await resource.refresh();
      expect(await resource.preview(inputs), `${path} back`).toEqual(NONE);
    }
  }, 180_000);

  test("what somebody changes by hand is shown by a refresh and repaired by the next up", async () => {
    const { inputs, resource } = await created();
    for (const { what, change, shows, writes: most = 1 } of telling(kind.byHand(target, inputs), ({ what }) => what)) {
      await change();
      await target.settled();
      const known = structuredClone(resource.state?.inputs ?? {});
      await resource.refresh();
      const shown = differing(known, resource.state?.inputs ?? {});
      expect(shown.length, what).toBeGreaterThan(0);
      if (shows !== undefined) expect(shown, what).toEqual([shows]);
      expect(await resource.preview(inputs), what).toEqual({ changes: true, replaces: [] });
      forget();
      await resource.up(inputs);
      expect(writes().length, what).toBeLessThanOrEqual(most);
      await expectQuiet(resource, inputs, what);
    }
  }, 180_000);
}
