import { expect, test } from "vitest";
import { KINDS } from "../../../../provider/index";
import { UNKNOWN } from "../../../../provider/lifecycle/bodies/json";
import { type FieldFacts, type FieldTable, factAbove, factAt } from "../../../../resources/field-table";
import { differing, places, withoutValue, withValue } from "../fields";
import type { Props } from "../host";
import { expectQuiet, NONE } from "../world";
import { type ConformanceTarget, type KindUnderTest, type Path, tools } from "./target";

/** Fields of a test: one of each form that a value has on the wire, one of each sort, the first place of each name in each object, or all. */
export type Depth = "form" | "sort" | "name" | "place";

interface FieldUnderTest {
  path: Path;
  sort?: string;
}

const namesOf = (path: Path): string[] => [path].flat().flatMap((name) => name.split("."));
const isName = (step: string): boolean => !/^\d+$/.test(step);

/** Name of a field (`rules.3.match.path.match_str`: the last) below each slot. */
const nameOf = ({ path }: FieldUnderTest): string => `${namesOf(path)[0]} ${namesOf(path).findLast(isName)}`;

/** Facts by which a field is treated otherwise than another; the rest are words for people. */
const FACTS: readonly (keyof FieldFacts)[] = [
  ...(["fixed", "default", "assigned", "guarded", "whole", "stays", "secret", "computed", "initial"] as const),
  ...(["tolerated", "ignored", "adopted", "key", "form", "packed", "switch"] as const),
];

/** The facts of a field and the type of its value; what is no field is a sort of its own. */
function sortOf({ path, sort }: FieldUnderTest, table: FieldTable, inputs: Props): string {
  if (sort) return sort;
  const value = valueAt(inputs, namesOf(path));
  if (value === undefined) return `${path}`;
  const place = namesOf(path).filter(isName);
  const facts = FACTS.filter((fact) => factAt(table, place, fact) !== undefined);
  return `${facts} ${Array.isArray(value) ? "list" : typeof value}`;
}

/** The form of a value on the wire: in an envelope or not, and its type. */
function formOf({ path }: FieldUnderTest, table: FieldTable, inputs: Props): string {
  const names = namesOf(path);
  const value = valueAt(inputs, names);
  return `${factAt(table, names.filter(isName), "secret") === true} ${Array.isArray(value) ? "list" : typeof value}`;
}

const valueAt = (inputs: Props, names: readonly string[]): unknown =>
  names.reduce<unknown>((holder, name) => (holder as Props | undefined)?.[name], inputs);

/**
 * Each field of one kind: changed by the program, left out, unknown, changed by hand.
 *
 * @param depth fields that are taken
 * @param taken forms or sorts that other kinds of the adapter have had, for each test; a kind without a new one has its first
 */
export function fields<T extends ConformanceTarget>(target: T, kind: KindUnderTest<T>, depth: Depth, taken?: Set<string>): void {
  const { forget, writes, created } = tools(target, kind);
  const table = KINDS.get(kind.kind)?.fields ?? {};
  /** Those of the depth; `question` names the test. */
  function telling<T extends FieldUnderTest>(question: string, all: readonly T[], inputs: Props): readonly T[] {
    const keyOf = {
      form: (one: FieldUnderTest) => formOf(one, table, inputs),
      sort: (one: FieldUnderTest) => sortOf(one, table, inputs),
      name: nameOf,
      place: ({ path }: FieldUnderTest) => `${path}`,
    }[depth];
    const first = [...new Map(all.map((one) => [keyOf(one), one] as const).reverse()).values()].reverse();
    const fresh = first.filter((one) => taken && !taken.has(`${question} ${keyOf(one)}`));
    for (const one of fresh) taken?.add(`${question} ${keyOf(one)}`);
    return !taken ? first : fresh.length > 0 ? fresh : first.slice(0, 1);
  }
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
    for (const { path, other, writes: most = 1 } of telling("changed", kind.inPlace(inputs), inputs)) {
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
    const all = Object.entries(inputs).flatMap(([key, value]) => places([key], value).map((path) => ({ path })));
    for (const { path } of telling("unknown", all, inputs)) {
      const { changes } = await resource.preview(withValue(inputs, path, UNKNOWN));
      expect(changes, `${path}`).toBe(true);
    }
    expect(target.proxy.calls).toEqual([]);
  });

  test("a field that is declared no more goes back to its default", async () => {
    const { inputs, resource } = await created();
    const optional = kind.optional(inputs).map((path) => ({ path }));
    for (const { path } of telling("left out", optional, inputs)) {
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
    const byHand = kind.byHand(target, inputs).map((one) => ({ ...one, path: one.what }));
    for (const { what, change, shows, writes: most = 1 } of telling("by hand", byHand, inputs)) {
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
