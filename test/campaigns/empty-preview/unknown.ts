import { expect } from "vitest";
import { UNKNOWN } from "../../../provider/lifecycle/bodies/json";
import type { Resource } from "../../sandbox/lib/engine";
import { places, withValue } from "../../sandbox/lib/fields";
import type { Props } from "../../sandbox/lib/host";

type ShownChange = Awaited<ReturnType<Resource["preview"]>>;

/**
 * A preview in which some values are not known yet never lies: what it replaces is replaced whatever the values turn out to be, and where
 * it shows nothing there is nothing to do. Values may turn out to be those that stand, or those of another declaration.
 */
export async function unknownTellsNoLie(resource: Resource, declared: Props, next: Props, pick: number): Promise<void> {
  const all = Object.entries(next).flatMap(([key, value]) => places([key], value));
  const hidden = [all[pick % all.length], all[(pick >>> 8) % all.length]].filter((path) => path !== undefined);
  const shown = await resource.preview(hidden.reduce(hide, next));
  const mixed = hidden.reduce((props, path) => asIn(declared, props, path), next);
  // half of one declaration and half of another may well be refused: then it never exists
  const turnsOut: ShownChange[] = [await resource.preview(next), ...(await resource.preview(mixed).then(one, none))];
  const what = hidden.map((path) => path.join(".")).join(" and ");
  for (const real of turnsOut) {
    if (shown.replaces.length > 0) expect(real.replaces, `a replacement that comes whatever ${what} turns out to be`).not.toEqual([]);
    if (!shown.changes) expect(real, `nothing to do whatever ${what} turns out to be`).toEqual({ changes: false, replaces: [] });
  }
}

const one = (shown: ShownChange): ShownChange[] => [shown];
const none = (): ShownChange[] => [];

/** The place is unknown; a place below one that is unknown already has no value of its own. */
function hide(props: Props, path: readonly string[]): Props {
  return reaches(props, path) ? withValue(props, path, UNKNOWN) : props;
}

/** The place has the value that it has in the other props, if there is one. */
function asIn(other: Props, props: Props, path: readonly string[]): Props {
  const value = path.reduce<unknown>((inner, key) => (inner as Props | undefined)?.[key], other);
  return value === undefined || !reaches(props, path) ? props : withValue(props, path, value as never);
}

function reaches(props: Props, path: readonly string[]): boolean {
  const holder = path
    .slice(0, -1)
    .reduce<unknown>((inner, key) => (typeof inner === "object" ? (inner as Props | null)?.[key] : undefined), props);
  return typeof holder === "object" && holder !== null;
}
